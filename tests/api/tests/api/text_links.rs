//! Bookings without an email: what is sent by text, and what the link in a text shows. POST /api/b/{guestToken}/unlock

use api_tests::{Answer, Guest, TestApp, both_databases};
use callout_domain::clock::HOUR;
use callout_front::jobs;
use http::Method;
use serde_json::{Value, json};

use crate::journey::{address, book, booked, cash, quote, text, wish, with};
use crate::people::outbox;

const PHONE: &str = "+447700900123";

/// A cash booking without an email, with `notes` on how to get in.
async fn booked_by_phone(app: &TestApp, guest: &Guest, notes: Value) -> Value {
    let quoted = quote(app, guest, &wish()).await;
    let by_phone = with(address(), json!({ "email": null, "entryInfo": notes }));
    let body = with(cash(&quoted), json!({ "address": by_phone }));
    book(app, guest, &body).await.expect_status(201).json()
}

/// The texts sent so far.
async fn texts(app: &TestApp) -> Vec<String> {
    jobs::run_due(&app.state.jobs).await.unwrap();
    let sent = outbox(app, PHONE);
    assert!(sent.iter().all(|line| line["channel"] == "sms"), "{sent:?}");
    sent.iter().map(|line| text(line, "text").to_owned()).collect()
}

/// The token of the link in a text.
fn token(words: &str) -> String {
    let (_, token) = words
        .split_once("/b/")
        .unwrap_or_else(|| panic!("no link in {words}"));
    token.split_whitespace().next().unwrap().to_owned()
}

/// A booking with notes, and the token that its text carries.
async fn texted(app: &TestApp) -> (Guest, Value, String) {
    let guest = app.guest().await;
    let booking = booked_by_phone(app, &guest, json!("Code 1234")).await;
    let token = token(&texts(app).await.remove(0));
    (guest, booking, token)
}

async fn seen(app: &TestApp, token: &str) -> Value {
    app.get(&format!("/api/b/{token}"))
        .send()
        .await
        .expect_status(200)
        .json()
}

async fn unlock(app: &TestApp, token: &str, postcode: &str) -> Answer {
    app.post(&format!("/api/b/{token}/unlock"))
        .json(&json!({ "postcode": postcode }))
        .send()
        .await
}

both_databases! {
    async fn a_booking_without_an_email_is_confirmed_by_text(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked_by_phone(&app, &guest, json!("Code 1234")).await;
        let sent = texts(&app).await;
        let [words] = sent.as_slice() else { panic!("{sent:?}") };
        for said in ["you're booked in", "Leak / tap issue", "Tuesday 24 November 2026, 11:00-13:00", "http://127.0.0.1:8080/b/"] {
            assert!(words.contains(said), "{said} is not in {words}");
        }
        for private in ["Lovelace", "kitchen", "Code 1234", "Test Street", text(&booking, "guest_token")] {
            assert!(!words.contains(private), "{private}: {words}");
        }
        assert_eq!(seen(&app, &token(words)).await["id"], booking["id"]);
        // As an app makes it that takes the end of a sentence for a part of the link.
        for end in [".", ",", ")", ".%E2%80%9D"] {
            assert_eq!(seen(&app, &format!("{}{end}", token(words))).await["id"], booking["id"], "{end}");
        }
        assert_eq!(texts(&app).await.len(), 1);
    }

    async fn a_booking_with_an_email_gets_no_text(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let _ = app.call(Method::PATCH, &format!("/api/bookings/{}/cancel", text(&booking, "id"))).bearer(&guest.token).send().await.expect_status(200);
        assert_eq!(texts(&app).await, [""; 0]);
    }

    async fn a_cancellation_is_told_by_text_too(app: TestApp) {
        let (_, booking, token) = texted(&app).await;
        let path = format!("/api/bookings/guest/{token}/cancel");
        let cancelled = app.call(Method::PATCH, &path).send().await.expect_status(200).json();
        assert_eq!((&cancelled["status"], &cancelled["guest_token"]), (&json!("cancelled"), &json!(token)));
        assert_eq!(cancelled["entry_info_hidden"], true);
        let told = texts(&app).await.pop().unwrap();
        let id = text(&booking, "id");
        assert_eq!(told, format!("Callout: your booking {id} (Leak / tap issue, Tuesday 24 November 2026, 11:00-13:00) is cancelled. You pay nothing."));
        app.call(Method::PATCH, &path).send().await.problem(409, "illegal_transition");
        assert_eq!(texts(&app).await.len(), 2);
    }

    async fn the_link_in_a_text_hides_the_notes_until_the_postcode_is_typed(app: TestApp) {
        let (guest, booking, token) = texted(&app).await;
        let by_query = format!("/api/bookings/{}?token={token}", text(&booking, "id"));
        let hidden = seen(&app, &token).await;
        assert_eq!(app.get(&by_query).send().await.expect_status(200).json(), hidden);
        assert_eq!(hidden["entry_info_hidden"], true);
        // The half of the postcode that uncovers the notes is not shown beside them.
        assert_eq!((&hidden["postcode"], hidden.get("entry_info")), (&json!("SW1A"), None));
        assert_eq!((&hidden["address_line1"], &hidden["customer_name"], hidden.get("address_line2")), (&json!(""), &json!(""), None));
        for private in ["Test Street", "Lovelace"] {
            assert!(!hidden.to_string().contains(private), "{private}: {hidden}");
        }
        assert_eq!((&hidden["guest_token"], &hidden["share_token"]), (&json!(token), &booking["share_token"]));
        let file = app.get(&format!("/api/bookings/{}/calendar.ics?token={token}", text(&booking, "id"))).send().await.expect_status(200).text();
        assert!(file.contains("SW1A\r\n") && !file.contains(" 1AA") && !file.contains("Test Street"), "{file}");
        // The owner and the link on their own screen show them.
        assert_eq!(booking["entry_info"], "Code 1234");
        assert_eq!(seen(&app, text(&booking, "guest_token")).await["entry_info"], "Code 1234");
        // What is not seen cannot be replaced.
        let blind = app.call(Method::PATCH, &by_query).json(&json!({ "entry_info": "" })).send().await;
        blind.problem(403, "forbidden");

        for wrong in ["SW1A 1AB", "SW1A", "", "M1 1AE"] {
            unlock(&app, &token, wrong).await.problem(422, "wrong_postcode");
        }
        let open = unlock(&app, &token, " sw1a1aa ").await.expect_status(200).json();
        assert_eq!((&open["entry_info"], &open["postcode"]), (&json!("Code 1234"), &json!("SW1A 1AA")));
        assert!(open.get("entry_info_hidden").is_none());
        assert_eq!((&open["address_line1"], &open["customer_name"]), (&booking["address_line1"], &booking["customer_name"]));
        // It is asked once.
        assert_eq!(seen(&app, &token).await, open);
        let changed = app.call(Method::PATCH, &by_query).json(&json!({ "entry_info": "Code 5678" })).send().await.expect_status(200).json();
        assert_eq!(changed["entry_info"], "Code 5678");
        let own = app.get(&format!("/api/bookings/{}", text(&booking, "id"))).bearer(&guest.token).send().await.expect_status(200).json();
        assert_eq!((&own["entry_info"], &own["guest_token"]), (&json!("Code 5678"), &booking["guest_token"]));
    }

    async fn without_notes_nothing_is_hidden(app: TestApp) {
        let guest = app.guest().await;
        booked_by_phone(&app, &guest, Value::Null).await;
        let seen = seen(&app, &token(&texts(&app).await.remove(0))).await;
        assert!(seen.get("entry_info_hidden").is_none() && seen["postcode"] == "SW1A 1AA", "{seen}");
    }

    async fn five_postcodes_an_hour(app: TestApp) {
        let (_, booking, token) = texted(&app).await;
        for _ in 0..5 {
            unlock(&app, &token, "SW1A 1AB").await.problem(422, "wrong_postcode");
        }
        let refused = unlock(&app, &token, "SW1A 1AA").await;
        assert_eq!(refused.header("retry-after"), Some("3601"));
        refused.problem(429, "too_many_requests");
        app.clock.advance(HOUR);
        unlock(&app, text(&booking, "share_token"), "SW1A 1AA").await.problem(403, "forbidden");
        unlock(&app, "rubbish", "SW1A 1AA").await.problem(401, "unauthorised");
        let _ = unlock(&app, &token, "SW1A 1AA").await.expect_status(200);
    }

    async fn the_link_ends_with_the_guest_link(app: TestApp) {
        let (_, _, token) = texted(&app).await;
        let _ = app.execute("update bookings set guest_generation = 2").await;
        app.get(&format!("/api/b/{token}")).send().await.problem(401, "unauthorised");
    }

    async fn the_receipt_and_tickets_take_it_as_a_guest_link(app: TestApp) {
        let (_, booking, token) = texted(&app).await;
        let id = text(&booking, "id");
        let asked = json!({ "bookingId": id, "token": token });
        let ticket = app.post("/api/events/ticket").json(&asked).send().await.expect_status(201).json();
        let path = format!("/booking/{id}/receipt");
        let opened = app.get(&format!("{path}?t={}", text(&ticket, "ticket"))).send().await.expect_status(303);
        let cookie = opened.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        let page = app.get(&path).header("cookie", &cookie).send().await.expect_status(200).text();
        assert!(page.contains("SW1A") && !page.contains("SW1A 1AA") && !page.contains("Test Street") && !page.contains("Lovelace"), "{page}");
        // It is a guest link, not a share link.
        app.get(&format!("/api/bookings/{id}?share={token}")).send().await.problem(401, "unauthorised");
    }
}
