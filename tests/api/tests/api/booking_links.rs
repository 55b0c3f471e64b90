//! POST /api/bookings/link

use api_tests::{Answer, Guest, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_front::jobs;
use serde_json::{Value, json};

use crate::journey::{address, book, booked, booked_on, card, cash, pay, quote, text, wish_on, with};
use crate::people::{client, outbox};

const EMAIL: &str = "ada@example.com";
const PHONE: &str = "+447700900123";

async fn ask(app: &TestApp, who: &Value) -> Answer {
    app.post("/api/bookings/link")
        .ip(app.fresh_ip())
        .json(who)
        .send()
        .await
}

/// Asks, and gives the words of what was sent there since.
async fn sent(app: &TestApp, who: &Value, to: &str) -> Vec<String> {
    let before = outbox(app, to).len();
    assert_eq!(
        ask(app, who).await.expect_status(202).json(),
        json!({ "ok": true })
    );
    jobs::run_due(&app.state.jobs).await.unwrap();
    let after = outbox(app, to);
    after[before..]
        .iter()
        .map(|line| text(line, "text").to_owned())
        .collect()
}

/// What a link in these words opens.
async fn opened(app: &TestApp, words: &str) -> Value {
    let (_, token) = words
        .split_once("/b/")
        .unwrap_or_else(|| panic!("no link in {words}"));
    let token = token.split_whitespace().next().unwrap();
    app.get(&format!("/api/b/{token}"))
        .send()
        .await
        .expect_status(200)
        .json()
}

async fn booked_by_phone(app: &TestApp, guest: &Guest, day: u32) -> Value {
    let quoted = quote(app, guest, &wish_on(day)).await;
    let body = with(
        cash(&quoted),
        json!({ "address": with(address(), json!({ "email": null })) }),
    );
    book(app, guest, &body).await.expect_status(201).json()
}

both_databases! {
    async fn open_bookings_get_their_links_where_they_were_made_from(app: TestApp) {
        let guest = app.guest().await;
        let (first, second) = (booked(&app, &guest).await, booked_on(&app, &guest, 25).await);
        jobs::run_due(&app.state.jobs).await.unwrap();
        let emails = sent(&app, &json!({ "email": " ADA@example.com" }), EMAIL).await;
        let [email] = emails.as_slice() else { panic!("{emails:?}") };
        for booking in [&first, &second] {
            assert!(email.contains(text(booking, "id")) && email.contains(&format!("/b/{}", text(booking, "guest_token"))), "{email}");
        }
        assert_eq!(opened(&app, email).await["entry_info"], "Ring twice");
        let texts = sent(&app, &json!({ "phone": "07700 900123" }), PHONE).await;
        let [words] = texts.as_slice() else { panic!("{texts:?}") };
        // A text gets the link that hides the entry notes.
        let seen = opened(&app, words).await;
        assert!(seen["entry_info_hidden"] == true && !words.contains(text(&first, "guest_token")), "{seen}");
        for message in [email, words] {
            for private in ["Lovelace", "kitchen", "Ring twice", "Test Street"] {
                assert!(!message.contains(private), "{private}: {message}");
            }
        }
    }

    async fn nothing_is_sent_for_strangers_or_cancelled_bookings(app: TestApp) {
        let guest = app.guest().await;
        booked(&app, &guest).await;
        let unpaid = quote(&app, &guest, &wish_on(25)).await;
        let _ = pay(&app, &guest, &card(&unpaid)).await.expect_status(201);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(sent(&app, &json!({ "email": "bob@example.com" }), "bob@example.com").await, [""; 0]);
        let before = outbox(&app, EMAIL).len();
        app.execute("update bookings set status = 'cancelled' where status <> 'created'").await;
        let _ = app.execute("delete from jobs").await;
        app.clock.advance(HOUR);
        assert_eq!(sent(&app, &json!({ "email": EMAIL }), EMAIL).await, [""; 0]);
        assert_eq!(outbox(&app, EMAIL).len(), before);
    }

    async fn a_job_that_nobody_took_or_that_is_done_has_a_link_for_a_month(app: TestApp) {
        let guest = app.guest().await;
        booked(&app, &guest).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        for status in ["no_response", "completed"] {
            app.execute(&format!("update bookings set status = '{status}'")).await;
            let _ = app.execute("delete from jobs").await;
            app.clock.advance(HOUR);
            let emails = sent(&app, &json!({ "email": EMAIL }), EMAIL).await;
            assert_eq!(opened(&app, &emails[0]).await["status"], status);
        }
        let _ = app.execute("delete from jobs").await;
        app.clock.advance(30 * DAY);
        assert_eq!(sent(&app, &json!({ "email": EMAIL }), EMAIL).await, [""; 0], "the link has ended");
    }

    async fn a_proved_email_gets_the_links_of_its_owners_bookings(app: TestApp) {
        let ada = client(&app, "owner@example.com").await;
        let booking = booked_by_phone(&app, &ada.as_guest(app.fresh_ip()), 24).await;
        let emails = sent(&app, &json!({ "email": "owner@example.com" }), "owner@example.com").await;
        assert!(emails[0].contains(text(&booking, "id")), "{emails:?}");
        // A registration proves nothing.
        app.execute("update identifiers set verified_at = null").await;
        assert_eq!(sent(&app, &json!({ "email": "owner@example.com" }), "owner@example.com").await, [""; 0]);
    }

    async fn known_and_unknown_get_the_same_answer(app: TestApp) {
        let guest = app.guest().await;
        booked(&app, &guest).await;
        app.execute("delete from jobs").await;
        for who in [json!({ "email": EMAIL }), json!({ "email": "bob@example.com" }), json!({ "phone": PHONE }), json!({ "phone": "07700 900999" })] {
            assert_eq!(ask(&app, &who).await.expect_status(202).json(), json!({ "ok": true }));
        }
        assert_eq!(app.count("select count(*) from jobs where work like '%booking_links%'").await, 4);
        for (who, field) in [(json!({}), "email"), (json!({ "email": "ada" }), "email"), (json!({ "phone": "12" }), "phone")] {
            ask(&app, &who).await.invalid_field(field);
        }
    }

    async fn three_an_hour_for_one_person_and_ten_for_an_address(app: TestApp) {
        for who in [json!({ "email": EMAIL }), json!({ "phone": PHONE })] {
            for _ in 0..3 {
                let _ = ask(&app, &who).await.expect_status(202);
            }
            let refused = ask(&app, &who).await;
            assert_eq!(refused.header("retry-after"), Some("3601"));
            refused.problem(429, "too_many_requests");
        }
        let ip = app.fresh_ip();
        let other = async |number: u32| {
            let who = json!({ "email": format!("person{number}@example.com") });
            app.post("/api/bookings/link").ip(ip).json(&who).send().await
        };
        for number in 0..10 {
            let _ = other(number).await.expect_status(202);
        }
        other(10).await.problem(429, "too_many_requests");
        app.clock.advance(HOUR);
        let _ = other(10).await.expect_status(202);
        let _ = ask(&app, &json!({ "email": EMAIL })).await.expect_status(202);
    }

    async fn a_day_later_nobody_waits_for_it(app: TestApp) {
        let guest = app.guest().await;
        booked(&app, &guest).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        let _ = ask(&app, &json!({ "email": EMAIL })).await.expect_status(202);
        app.clock.advance(DAY + 1);
        jobs::run_due(&app.state.jobs).await.unwrap();
        let told = outbox(&app, EMAIL);
        assert!(told.len() >= 2, "the confirmation, and that no pro was found");
        assert!(told.iter().all(|message| message["subject"] != "The link to your booking"), "{told:?}");
    }

    async fn erasure_takes_the_request_along(app: TestApp) {
        let ada = client(&app, EMAIL).await;
        let _ = ask(&app, &json!({ "email": EMAIL })).await.expect_status(202);
        let _ = ask(&app, &json!({ "email": "bob@example.com" })).await.expect_status(202);
        let _ = app.call(http::Method::DELETE, "/api/clients/me").bearer(&ada.token).send().await.expect_status(204);
        assert_eq!(app.count("select count(*) from jobs where work like '%ada@example.com%'").await, 0);
        assert_eq!(app.count("select count(*) from jobs where work like '%bob@example.com%'").await, 1);
    }
}
