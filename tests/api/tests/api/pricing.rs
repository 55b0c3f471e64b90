//! GET /api/pricing/book, POST /api/ai/*, POST /api/price/refine, GET /api/masters/fees

use std::io::Read as _;

use api_tests::{TestApp, both_databases};
use serde_json::json;

/// Stores a book as JSON, valid or not, in force from `at` on.
pub(crate) async fn activate(app: &TestApp, version: &str, body: &str, at: i64) {
    let body = body.replace('\'', "''");
    app.execute(&format!(
        "insert into price_books (version, body, created_at) values ('{version}', '{body}', {at})"
    ))
    .await;
    app.execute(&format!(
        "insert into price_activations (id, version, active_from, made_at, made_by, reason) values ('{version}', '{version}', {at}, {at}, 'test', '')"
    ))
    .await;
}

both_databases! {
    async fn the_book_and_its_etag(app: TestApp) {
        let answer = app.get("/api/pricing/book").send().await.expect_status(200);
        let etag = answer.header("etag").unwrap().to_owned();
        assert_eq!(answer.json()["currency"], "GBP");
        pricing_core::PriceBook::from_json(&answer.text()).unwrap();
        let again = |tag: String| app.get("/api/pricing/book").header("if-none-match", &tag).send();
        for tag in [etag.clone(), format!("W/{etag}"), format!("\"x\", {etag}"), "*".to_owned()] {
            let answer = again(tag).await.expect_status(304);
            assert!(answer.body.is_empty());
            assert_eq!(answer.header("etag"), Some(etag.as_str()));
        }
        let _ = again("\"other\"".to_owned()).await.expect_status(200);
    }

    async fn the_book_is_gzipped_for_clients_that_accept_it(app: TestApp) {
        let ask = |coding: &str| app.get("/api/pricing/book").header("accept-encoding", coding).send();
        let plain = ask("identity").await.expect_status(200);
        assert_eq!((plain.header("content-encoding"), plain.header("vary")), (None, Some("accept-encoding")));
        assert_eq!(ask("gzip;q=0").await.body, plain.body);
        let zipped = ask("br, gzip").await.expect_status(200);
        assert_eq!(zipped.header("content-encoding"), Some("gzip"));
        assert_eq!(zipped.header("etag"), plain.header("etag"));
        assert!(zipped.body.len() * 2 < plain.body.len());
        let mut unzipped = Vec::new();
        flate2::read::GzDecoder::new(zipped.body.as_slice()).read_to_end(&mut unzipped).unwrap();
        assert_eq!(unzipped, plain.body);
    }

    async fn a_stored_book_takes_over(app: TestApp) {
        let mut newer = pricing_core::PriceBook::builtin().clone();
        newer.version = "test.2".into();
        let json = newer.to_json().unwrap();
        let now = app.clock.now();
        activate(&app, "test.2", &json, now).await;
        activate(&app, "test.3", "{}", now + 1).await;
        let answer = app.get("/api/pricing/book").send().await.expect_status(200);
        assert_eq!(answer.json()["version"], "test.2");
        let estimate = app.post("/api/ai/estimate").multipart(&[("text", "leaking tap"), ("postcode", "SW1")], &[]).send().await;
        assert_eq!(estimate.expect_status(200).json()["book_version"], "test.2");
    }

    async fn estimates(app: TestApp) {
        let ask = |texts: &'static [(&'static str, &'static str)]| app.post("/api/ai/estimate").multipart(texts, &[]).send();
        let leak = ask(&[("text", "Leaking tap"), ("postcode", "sw1")]).await.expect_status(200).json();
        assert_eq!((&leak["base_min"], &leak["base_max"], &leak["estimated_cost"]), (&json!(90), &json!(105), &json!(97.5)));
        assert_eq!((&leak["mode"], &leak["region_label"], &leak["confidence"]), (&json!("keyword"), &json!("London +12%"), &json!(0.82)));
        assert!(leak.get("photo_url").is_none());
        let fix = ask(&[("text", "Leaking tap"), ("postcode", "M1"), ("quickFix", "replace_tap")]).await.expect_status(200).json();
        assert_eq!((&fix["estimated_cost"], &fix["mode"]), (&json!(140), &json!("quick_fix")));
        let chosen = ask(&[("text", "Leaking tap"), ("postcode", "M1"), ("problemTypeToUse", "drains")]).await.expect_status(200).json();
        assert_eq!(chosen["mode"], "chosen");
        let gas = ask(&[("text", "I smell gas in the kitchen"), ("postcode", "M1")]).await.expect_status(200).json();
        assert_eq!((&gas["suggested_flow"], &gas["estimated_cost"]), (&json!("emergency_advice"), &json!(null)));
    }

    async fn bad_estimate_requests_name_the_field(app: TestApp) {
        let ask = |texts: &[(&str, &str)]| app.post("/api/ai/estimate").multipart(texts, &[]).send();
        let long = "a".repeat(501);
        ask(&[("postcode", "SW1")]).await.invalid_field("text");
        ask(&[("text", "tap"), ("postcode", "")]).await.invalid_field("postcode");
        ask(&[("text", "tap")]).await.invalid_field("postcode");
        ask(&[("text", " ab "), ("postcode", "SW1")]).await.invalid_field("text");
        ask(&[("text", &long), ("postcode", "SW1")]).await.invalid_field("text");
        assert_eq!(
            ask(&[("text", "tap"), ("postcode", "ZZ9")]).await.invalid_field("postcode"),
            "Enter 2–3 valid characters (e.g., SW, SW1, B)."
        );
        ask(&[("text", "tap"), ("postcode", "SW1"), ("quickFix", "nope")]).await.invalid_field("quickFix");
        ask(&[("text", "tap"), ("postcode", "SW1"), ("problemTypeToUse", "nope")]).await.invalid_field("problemTypeToUse");
        let _ = ask(&[("text", &long[..500]), ("postcode", "SW1")]).await.expect_status(200);
        app.post("/api/ai/estimate").json(&json!({ "text": "tap" })).send().await.problem(415, "unsupported_media_type");
    }

    async fn a_bad_photo_is_refused_and_with_a_bad_text_none_is_stored(app: TestApp) {
        let file: (&str, &str, &str, &[u8]) = ("file", "a.jpg", "image/jpeg", b"not a photo");
        let _ = app.post("/api/ai/estimate").multipart(&[("text", "leaking tap"), ("postcode", "SW1")], &[file]).send().await.expect_status(415);
        app.post("/api/ai/estimate").multipart(&[("text", ""), ("postcode", "SW1")], &[file]).send().await.invalid_field("text");
        assert_eq!(app.count("select count(*) from uploads").await, 0);
    }

    async fn classifications(app: TestApp) {
        for path in ["/api/ai/classify-description", "/api/ai/classify-trades"] {
            let answer = app.post(path).json(&json!({ "text": "the tap in the bathroom is leaking" })).send().await.expect_status(200).json();
            assert_eq!(answer["problem_type"], "leak", "{answer}");
            assert_eq!(answer["trades"][0]["trade"], "plumber");
            app.post(path).json(&json!({})).send().await.invalid_field("text");
            app.post(path).json(&json!({ "text": "  " })).send().await.invalid_field("text");
            app.post(path).json(&json!({ "text": "x".repeat(10_001) })).send().await.invalid_field("text");
            let _ = app.post(path).json(&json!({ "text": "x".repeat(10_000) })).send().await.expect_status(200);
        }
    }

    async fn refined_prices(app: TestApp) {
        let refine = |body: serde_json::Value| app.post("/api/price/refine").json(&body).send();
        for (body, expected) in [
            (json!({ "postcode": "SW1", "urgency": "EMERGENCY" }), json!({ "baseGBP": 85, "deltaLabel": "Emergency call-out +£40", "totalGBP": 125 })),
            (json!({ "postcode": "SW1", "urgency": "ASAP", "baseGBP": 97.5 }), json!({ "baseGBP": 97.5, "deltaLabel": "Same-day +£15", "totalGBP": 112.5 })),
            (json!({ "postcode": "B", "urgency": "SCHEDULED", "time": "18:30", "weekday": 2 }), json!({ "baseGBP": 85, "deltaLabel": "Evening rate +15%", "totalGBP": 98 })),
            (json!({ "postcode": "B", "urgency": "SCHEDULED" }), json!({ "baseGBP": 85, "deltaLabel": "Base rate", "totalGBP": 85 })),
        ] {
            assert_eq!(refine(body).await.expect_status(200).json(), expected);
        }
        refine(json!({ "urgency": "ASAP" })).await.invalid_field("postcode");
        refine(json!({ "postcode": "ZZ", "urgency": "ASAP" })).await.invalid_field("postcode");
        refine(json!({ "postcode": "SW1", "urgency": "SOON" })).await.invalid_field("urgency");
        refine(json!({ "postcode": "SW1", "urgency": "ASAP", "time": "25:00" })).await.invalid_field("time");
        refine(json!({ "postcode": "SW1", "urgency": "ASAP", "baseGBP": 1.234 })).await.invalid_field("baseGBP");
        refine(json!({ "postcode": "SW1", "urgency": "ASAP", "baseGBP": -1 })).await.invalid_field("baseGBP");
    }

    async fn the_pros_share(app: TestApp) {
        let answer = app.get("/api/masters/fees?amountPence=9751").send().await.expect_status(200).json();
        assert_eq!(answer, json!({ "amountPence": 9_751, "feePence": 1_463, "netPence": 8_288, "feeBasisPoints": 1_500 }));
        app.get("/api/masters/fees").send().await.invalid_field("amountPence");
        app.get("/api/masters/fees?amountPence=-1").send().await.invalid_field("amountPence");
        let _ = app.get("/api/masters/fees?amountPence=ten").send().await.expect_status(422);
    }
}
