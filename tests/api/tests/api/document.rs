//! GET /api/openapi.json, GET /api/docs

use api_tests::both_databases;
use callout_api::router::{Route, routes};
use serde_json::{Value, json};

both_databases! {
    async fn every_route_is_described_with_its_answers(app: TestApp) {
        let answer = app.get("/api/openapi.json").send().await.expect_status(200);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let document = answer.json();
        assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
        assert_eq!(document["components"]["securitySchemes"]["bearer"]["scheme"], "bearer");
        let tags: Vec<&Value> = document["tags"].as_array().into_iter().flatten().map(|tag| &tag["name"]).collect();
        for Route { method, path } in routes() {
            let call = &document["paths"][path][method.as_str().to_lowercase()];
            let answers = call["responses"].as_object().unwrap_or_else(|| panic!("{method} {path} is not described"));
            assert!(answers.keys().any(|status| status == "101" || status.starts_with(['2', '3'])), "{method} {path}: no good answer");
            for (status, answer) in answers {
                assert!(answer["description"].as_str().is_some_and(|text| !text.is_empty()), "{method} {path} {status}");
                if call["tags"][0] == "Pages" {
                    assert!(status == "303" || answer["content"]["text/html"].is_object(), "{method} {path} {status}");
                } else if status.starts_with('4') {
                    let problem = &answer["content"]["application/problem+json"]["schema"]["$ref"];
                    assert_eq!(problem, "#/components/schemas/Problem", "{method} {path} {status}");
                }
            }
            assert!(tags.contains(&&call["tags"][0]), "{method} {path}: its section has no description");
            assert!(call["summary"].as_str().is_some_and(|text| !text.is_empty()), "{method} {path}: no summary");
        }
    }

    async fn a_call_that_needs_a_token_says_so_and_refuses_without_one(app: TestApp) {
        let document = app.get("/api/openapi.json").send().await.json();
        let mut refused = 0;
        for Route { method, path } in routes() {
            let call = &document["paths"][path][method.as_str().to_lowercase()];
            let needs = call["security"] == json!([{ "bearer": [] }]);
            let path = path.replace(['{', '}'], "");
            let answer = app.call(method.clone(), &path).ip(app.fresh_ip()).json(&json!({})).send().await;
            if needs {
                assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{method} {path}");
                answer.problem(401, "unauthorised");
                refused += 1;
            } else if call["security"].is_null() && answer.status == 401 {
                assert!(path.contains("/b/") || path.contains("/guest/"), "{method} {path} asks for a token that the document does not mention");
            }
        }
        assert!(refused >= 15, "{refused}");
    }

    async fn routes_with_a_body_describe_how_it_is_refused(app: TestApp) {
        let document = app.get("/api/openapi.json").send().await.json();
        let mut bodies = 0;
        for Route { method, path } in routes() {
            let call = &document["paths"][path][method.as_str().to_lowercase()];
            if call["requestBody"].is_null() {
                continue;
            }
            bodies += 1;
            let answers = call["responses"].as_object().unwrap();
            let taken_as_it_is = path.contains("/webhook/");
            let statuses = if taken_as_it_is { &["400", "408", "413"][..] } else { &["400", "408", "413", "415", "422"] };
            for status in statuses {
                assert!(answers.contains_key(*status), "{method} {path}: no {status}");
            }
        }
        assert!(bodies > 15);
        let schemas = &document["components"]["schemas"];
        let name = &schemas["AddressInput"]["properties"]["fullName"];
        assert_eq!((&name["maxLength"], name["pattern"].is_string()), (&json!(100), true));
        assert_eq!(schemas["RefineRequest"]["properties"]["baseGBP"]["minimum"], 0);
        assert!(schemas["Credentials"]["properties"]["email"]["pattern"].is_string());
    }

    async fn every_reference_resolves(app: TestApp) {
        let document = app.get("/api/openapi.json").send().await.json();
        let mut references = Vec::new();
        collect(&document, &mut references);
        assert!(!references.is_empty());
        for reference in references {
            let target = document.pointer(reference.trim_start_matches('#'));
            assert!(target.is_some(), "{reference} leads nowhere");
        }
    }

    async fn the_page_shows_every_route_and_fetches_nothing(app: TestApp) {
        let page = app.get("/api/docs").send().await.expect_status(200);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        let html = page.text();
        for Route { path, .. } in routes() {
            assert!(html.contains(&format!("<code>{path}</code>")), "{path} is not on the page");
        }
        for fetched in ["<script", "<link", "<img", "src=", "@import", "http://", "https://"] {
            assert!(!html.contains(fetched), "{fetched}");
        }
    }
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            references.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| collect(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        _ => (),
    }
}
