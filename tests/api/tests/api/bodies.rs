//! What every JSON body and its strings may contain.

use api_tests::both_databases;
use callout_api::router::routes;
use http::Method;
use serde_json::{Value, json};

use crate::journey::{address, ask, book, card, cash, quote, wish, with};
use crate::people::client;

/// The values of [`address`] as an array in field order, which serde would accept as a struct.
fn as_array() -> Value {
    let fields = [
        "fullName",
        "phone",
        "email",
        "line1",
        "line2",
        "city",
        "postcode",
        "entryInfo",
    ];
    fields.iter().map(|field| address()[field].clone()).collect()
}

both_databases! {
    async fn an_array_is_refused_as_a_body(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        let mut refused = 0;
        for route in routes() {
            if matches!(route.method, Method::GET | Method::DELETE) {
                continue;
            }
            for array in ["[]", r#"["SAVE15", 9000, "GBP"]"#, r#"["ada@example.com", "+447700900123", null, null, null, null]"#] {
                let path = route.path.replace(['{', '}'], "");
                let call = app.call(route.method.clone(), &path).ip(app.fresh_ip()).bearer(&ada.token);
                let answer = call.body("application/json", array).send().await;
                // These take no JSON object, take no body, or refuse the path first.
                if answer.status == 422 {
                    answer.invalid_field("body");
                    refused += 1;
                } else {
                    assert!(answer.status.is_client_error() || ["/logout", "/passkey-request"].iter().any(|end| path.ends_with(end)), "{} {path} {array}: {}", route.method, answer.status);
                }
            }
        }
        assert!(refused >= 3 * 12, "most calls take an object: {refused}");
    }

    async fn an_array_is_refused_as_an_address(app: TestApp) {
        let guest = app.guest().await;
        let array = |body| with(body, json!({ "address": as_array() }));
        let signed = quote(&app, &guest, &wish()).await;
        ask(&app, &guest, &array(wish())).await.invalid_field("address");
        book(&app, &guest, &array(cash(&signed))).await.invalid_field("address");
        app.post("/api/payments/create").bearer(&guest.token).json(&array(card(&signed))).send().await.invalid_field("address");
        let problem = book(&app, &guest, &with(cash(&signed), json!({ "address": { "phone": 7 } }))).await;
        problem.invalid_field("address.phone");
    }

    async fn what_cannot_be_seen_is_dropped(app: TestApp) {
        let guest = app.guest().await;
        let wish = with(wish(), json!({ "description": "Leaking\u{7} tap\n\u{202e}in the kitchen\u{2069}" }));
        let quote = quote(&app, &guest, &wish).await;
        for field in ["fullName", "line1"] {
            let address = with(address(), json!({ field: "\u{200b}\u{3164}" }));
            let answer = book(&app, &guest, &with(cash(&quote), json!({ "address": address }))).await;
            answer.invalid_field(&format!("address.{field}"));
        }
        let name = "می‌خواهم 👩‍🔧";
        let typed = format!("\u{202e} {name}\u{200b}\n");
        let address = with(address(), json!({ "fullName": typed, "email": "a\u{200b}b@x.uk", "postcode": "SW1A IAA.", "entryInfo": "Ring\u{1b} twice.\n\u{202e}Blue door." }));
        let booking = book(&app, &guest, &with(cash(&quote), json!({ "address": address }))).await.expect_status(201).json();
        assert_eq!(booking["customer_name"], name);
        assert_eq!(booking["postcode"], "SW1A 1AA");
        assert_eq!(app.text("select email from bookings").await.as_deref(), Some("ab@x.uk"));
        assert_eq!(booking["entry_info"], "Ring twice.\nBlue door.");
        assert_eq!(app.text("select description from bookings").await.as_deref(), Some("Leaking tap\nin the kitchen"));
    }
}
