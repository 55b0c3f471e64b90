//! What surrounds every request: ids, headers, limits, and problem+json for whatever goes wrong.

use std::time::Duration;

use api_tests::both_databases;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get;
use callout::surround;
use callout_api::router::routes;
use callout_front::middleware::Front;
use http::{Method, Request};
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

/// Status and text of what `/api/boom` answers.
async fn send(app: Router, body: Body) -> (u16, String) {
    let mut request = Request::new(body);
    *request.uri_mut() = "/api/boom".parse().unwrap();
    let answer = app.oneshot(request).await.unwrap();
    let status = answer.status().as_u16();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(bytes.to_vec()).unwrap())
}

both_databases! {
    async fn every_answer_has_a_request_id(app: TestApp) {
        for path in ["/healthz", "/api/nothing", "/", "/assets/none.js"] {
            let made = app.get(path).send().await;
            assert_eq!(made.header("x-request-id").map(str::len), Some(32), "{path}");
            let trace = "0af7651916cd43dd8448eb211c80319c";
            let given = app.get(path).header("x-request-id", trace).send().await;
            assert_eq!(given.header("x-request-id"), Some(trace), "{path}");
        }
        let unsafe_id = app.get("/healthz").header("x-request-id", "ada@example.com").send().await;
        assert_ne!(unsafe_id.header("x-request-id"), Some("ada@example.com"));
    }

    async fn every_answer_has_the_security_headers(app: TestApp) {
        for path in ["/", "/api/nothing", "/healthz", "/sw.js"] {
            let answer = app.get(path).send().await;
            for (name, value) in [
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "no-referrer"),
                ("cross-origin-opener-policy", "same-origin"),
                ("cross-origin-resource-policy", "same-origin"),
            ] {
                assert_eq!(answer.header(name), Some(value), "{path}");
            }
            assert!(answer.header("permissions-policy").is_some(), "{path}");
            assert!(answer.header("content-security-policy").is_some(), "{path}");
        }
        let page = app.get("/booking/create").send().await;
        let policy = page.header("content-security-policy").unwrap_or_default();
        for part in ["script-src 'self' 'wasm-unsafe-eval';", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "frame-src 'none'"] {
            assert!(policy.contains(part), "{part} in {policy}");
        }
        assert_eq!(app.get("/api/nothing").send().await.header("cache-control"), Some("no-store"));
    }

    async fn stripe_and_map_tiles_are_allowed_by_the_policy(app: TestApp) {
        let app = app
            .restarted(|config| {
                config.stripe_secret_key = Some("sk_test_1".to_owned().into());
                config.stripe_publishable_key = Some("pk_test_1".to_owned());
                config.stripe_webhook_secret = Some("whsec_1".to_owned().into());
                config.tile_url = Some("https://tiles.example/{z}/{x}/{y}.png".to_owned());
                config.public_url = "https://callout.example".parse().ok();
            })
            .await;
        let page = app.get("/").send().await;
        let policy = page.header("content-security-policy").unwrap_or_default();
        for part in ["https://js.stripe.com", "connect-src 'self' https://api.stripe.com", "https://tiles.example"] {
            assert!(policy.contains(part), "{part} in {policy}");
        }
        assert_eq!(page.header("strict-transport-security"), Some("max-age=31536000"));
    }

    async fn unknown_paths_and_wrong_methods_are_problems(app: TestApp) {
        for path in ["/api", "/api/", "/api/nothing", "/api/nothing/below"] {
            app.get(path).send().await.problem(404, "not_found");
            app.post(path).send().await.problem(404, "not_found");
        }
        for route in routes() {
            let path = route.path.replace(['{', '}'], "");
            let taken: Vec<Method> =
                routes().into_iter().filter(|other| other.path == route.path).map(|other| other.method).collect();
            for method in [Method::PUT, Method::DELETE, Method::POST, Method::GET] {
                if !taken.contains(&method) {
                    app.call(method, &path).send().await.problem(405, "method_not_allowed");
                }
            }
        }
        app.post("/booking/create").send().await.problem(405, "method_not_allowed");
    }

    async fn a_panic_is_a_500_without_details(app: TestApp) {
        let panics = Router::new().route("/api/boom", get(async || -> () { panic!("ada@example.com") }));
        let answer = send(surround(panics, Front::new(&app.state.config)), Body::empty()).await;
        assert_eq!(answer.0, 500);
        assert!(answer.1.contains("\"code\":\"internal\"") && !answer.1.contains("ada@"), "{}", answer.1);
    }

    async fn a_body_that_never_ends_runs_into_the_time_limit(app: TestApp) {
        let reads = Router::new().route("/api/boom", get(async |_: Bytes| ()));
        let front = Front::new(&app.state.config).with_time_limit(Duration::from_millis(20));
        let endless = Body::from_stream(futures_util::stream::pending::<Result<Bytes, std::io::Error>>());
        let answer = send(surround(reads, front), endless).await;
        assert_eq!(answer.0, 408);
        assert!(answer.1.contains("\"code\":\"timeout\""), "{}", answer.1);
    }

    async fn a_body_over_64_kib_is_too_large(app: TestApp) {
        let path = "/api/clients/ensure-guest";
        let body = |length: usize| format!("{{\"email\": \"ada@example.com\", \"x\": \"{}\"}}", "x".repeat(length));
        let frame = body(0).len();
        let fits = app.post(path).body("application/json", body(64 * 1024 - frame)).send().await;
        assert_eq!(fits.status.as_u16(), 200);
        app.post(path).body("application/json", body(64 * 1024 - frame + 1)).send().await.problem(413, "too_large");
        assert_eq!(app.count("select count(*) from clients").await, 1);
    }
}
