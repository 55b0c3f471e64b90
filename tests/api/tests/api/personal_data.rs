//! GET /api/clients/me/export, DELETE /api/clients/me

use api_tests::{Database, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_front::jobs::housekeeping;
use http::Method;
use serde_json::{Value, json};

use crate::journey::{address, book, booked, card, cash, pay, quote, text, wish, with};
use crate::people::{client, code, enter, me_status, verify};
use crate::scene;

pub(crate) async fn erase(app: &TestApp, token: &str) -> api_tests::Answer {
    app.call(Method::DELETE, "/api/clients/me")
        .bearer(token)
        .send()
        .await
}

async fn photo(app: &TestApp) -> String {
    let image = image::DynamicImage::ImageRgb8(image::RgbImage::new(8, 8));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let sent = app
        .post("/api/uploads")
        .ip(app.fresh_ip())
        .multipart(&[], &[("file", "a.png", "image/png", bytes.get_ref())])
        .send()
        .await;
    text(&sent.expect_status(201).json(), "photo_url").to_owned()
}

both_databases! {
    async fn the_export_has_everything_but_credentials(app: TestApp) {
        let guest = app.guest().await;
        let quoted = quote(&app, &guest, &wish()).await;
        let _ = pay(&app, &guest, &card(&quoted)).await.expect_status(201);
        let ada = enter(&app, &json!({ "email": "ada@example.com" }), &guest.token).await;
        let put = json!({ "name": "Ada Lovelace", "marketingConsent": true });
        let _ = app.call(Method::PUT, "/api/clients/me").bearer(&ada.token).json(&put).send().await.expect_status(200);
        let answer = app.get("/api/clients/me/export").bearer(&ada.token).send().await.expect_status(200);
        assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"callout-data.json\""));
        let data = answer.json();
        assert_eq!(data["profile"]["name"], "Ada Lovelace");
        assert_eq!(data["identifiers"][0]["value"], "ada@example.com");
        assert_eq!(data["consents"]["marketingSince"], "2026-11-23T10:05:00+00:00");
        assert_eq!((&data["hasPassword"], data["sessions"].as_array().unwrap().len()), (&json!(false), 1));
        let booking = &data["bookings"][0];
        assert_eq!(booking["booking"]["address_line1"], "1 Test Street");
        assert_eq!((&booking["events"][0]["type"], &booking["payments"][0]["amountPence"]), (&json!("created"), &json!(9_750)));
        // It contains no credentials: no links, tokens or payment secrets.
        let text = answer.text();
        for key in ["guest_token", "share_token", "client_secret", "argon2", ada.token.as_str()] {
            assert!(!text.contains(key), "{key}");
        }
        let stranger = client(&app, "bob@example.com").await;
        let other = app.get("/api/clients/me/export").bearer(&stranger.token).send().await.expect_status(200).json();
        assert_eq!(other["bookings"], json!([]));
        app.get("/api/clients/me/export").send().await.problem(401, "unauthorised");
    }

    async fn each_booking_comes_with_its_own_events_and_payments(app: TestApp) {
        let first = scene::settled(&app).await;
        let second = scene::settled(&app).await;
        app.execute(&format!("update bookings set client_id = '{}'", first.guest.id)).await;
        let data = app.get("/api/clients/me/export").bearer(&first.guest.token).send().await.expect_status(200).json();
        let bookings = data["bookings"].as_array().unwrap();
        assert_eq!(bookings.len(), 2);
        for whole in bookings {
            let id = text(&whole["booking"], "id");
            let scene = if id == first.booking.id { &first } else { &second };
            let kinds: Vec<&str> = whole["events"].as_array().unwrap().iter().map(|event| text(event, "type")).collect();
            assert_eq!(kinds, scene::event_kinds(&app, scene).await);
            assert_eq!(whole["payments"].as_array().unwrap().len(), 1);
            assert_eq!(text(&whole["payments"][0], "id"), scene.intent.payment_intent_id);
        }
    }

    async fn ten_exports_an_hour(app: TestApp) {
        let (guest, other) = (app.guest().await, app.guest().await);
        let copy = |token: String| app.get("/api/clients/me/export").bearer(&token).send();
        for _ in 0..10 {
            let _ = copy(guest.token.clone()).await.expect_status(200);
        }
        let full = copy(guest.token.clone()).await;
        assert_eq!(full.header("retry-after"), Some("3601"));
        full.problem(429, "too_many_requests");
        let _ = copy(other.token).await.expect_status(200);
        app.clock.advance(HOUR);
        let _ = copy(guest.token).await.expect_status(200);
    }

    async fn unsettled_money_prevents_erasure(app: TestApp) {
        let scene = scene::settled(&app).await;
        let token = &scene.guest.token;
        // The job is done, but the hold is still on the card.
        app.execute("update bookings set status = 'completed'").await;
        erase(&app, token).await.problem(409, "open_bookings");
        // Captured, but a promised refund is outstanding.
        app.execute("update payments set status = 'succeeded', captured_pence = amount_pence").await;
        app.execute(&format!("insert into refunds (reference, payment_id, amount_pence, status, created_at, updated_at) values ('r', '{}', 100, 'pending', 1, 1)", scene.intent.payment_intent_id)).await;
        erase(&app, token).await.problem(409, "open_bookings");
        app.execute("update refunds set status = 'done'").await;
        assert!(erase(&app, token).await.expect_status(204).body.is_empty());
    }

    async fn an_unanswered_booking_does_not_prevent_erasure(app: TestApp) {
        let guest = app.guest().await;
        let _ = booked(&app, &guest).await;
        app.execute("update bookings set status = 'no_response'").await;
        assert!(erase(&app, &guest.token).await.expect_status(204).body.is_empty());
    }

    async fn an_open_booking_prevents_erasure(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let ada = enter(&app, &json!({ "email": "ada@example.com" }), &guest.token).await;
        erase(&app, &ada.token).await.problem(409, "open_bookings");
        assert_eq!(me_status(&app, &ada.token).await, 200);
        assert_eq!(app.text("select email from bookings").await.as_deref(), Some("ada@example.com"));
        let _ = app.call(Method::PATCH, &format!("/api/bookings/{}/cancel", text(&booking, "id"))).bearer(&ada.token).send().await.expect_status(200);
        assert!(erase(&app, &ada.token).await.expect_status(204).body.is_empty());
    }

    async fn nothing_about_the_person_remains(app: TestApp) {
        let guest = app.guest().await;
        let photo_url = photo(&app).await;
        let quoted = quote(&app, &guest, &with(wish(), json!({ "couponCode": "WELCOME10", "amountPence": 8_750, "description": "Leaking tap, ask for Ada" }))).await;
        let body = with(cash(&quoted), json!({ "photo_url": photo_url, "address": with(address(), json!({ "line1": "7 Secret Street" })) }));
        let made = app.post("/api/bookings").bearer(&guest.token).ip(guest.ip).header("idempotency-key", "k").json(&body).send().await.expect_status(201).json();
        let id = text(&made, "id").to_owned();
        let ada = enter(&app, &json!({ "email": "ada@example.com" }), &guest.token).await;
        enter(&app, &json!({ "phone": "07700 900123", "attach": true }), &ada.token).await;
        let put = json!({ "name": "Ada Lovelace", "addressLine": "7 Secret Street", "postcode": "SW1A 1AA" });
        let _ = app.call(Method::PUT, "/api/clients/me").bearer(&ada.token).json(&put).send().await.expect_status(200);
        // The same person in another browser, and a code just sent.
        let second = client(&app, "ada@example.com").await;
        app.guest_with(&json!({ "email": "ada@example.com" }), app.fresh_ip()).await;
        code(&app, &json!({ "email": "ada@example.com" })).await;
        app.execute(&format!("update bookings set status = 'completed' where id = '{id}'")).await;
        let events = app.count("select count(*) from booking_events").await;
        assert_eq!(std::fs::read_dir(app.folder.join("files")).unwrap().count(), 1);
        let _ = erase(&app, &ada.token).await.expect_status(204);

        let left = app.all_text().await;
        for trace in ["ada@", "for ada", "lovelace", "secret street", "900123", "sw1a 1aa", "ring twice"] {
            let place = left.lines().find(|line| line.contains(trace));
            assert_eq!(place, None, "{trace}");
        }
        assert_eq!((me_status(&app, &ada.token).await, me_status(&app, &second.token).await), (401, 401));
        for table in ["identifiers", "passwords", "login_codes", "uploads", "idempotency_keys"] {
            assert_eq!(app.count(&format!("select count(*) from {table}")).await, 0, "{table}");
        }
        assert_eq!(std::fs::read_dir(app.folder.join("files")).unwrap().count(), 0);
        // Financial records are kept, and a coupon's use still counts against its limit.
        assert_eq!(app.count("select count(*) from coupon_uses where person = booking_id").await, 1);
        assert_eq!(app.count("select count(*) from coupon_uses").await, 1);
        assert_eq!(app.count("select amount_pence from bookings").await, 8_750);
        assert_eq!(app.text("select postcode from bookings").await.as_deref(), Some("SW"));
        assert_eq!(app.count("select count(*) from booking_events").await, events);
        // The links no longer work, and the same email starts a new account.
        app.get(&format!("/api/b/{}", text(&made, "guest_token"))).send().await.problem(401, "unauthorised");
        let anew = client(&app, "ada@example.com").await;
        assert_ne!(anew.id, ada.id);
        assert!(crate::people::listed(&app, &anew.token).await.is_empty());
    }

    async fn nothing_remains_with_the_guest_who_booked(app: TestApp) {
        let friend = app.guest_with(&json!({ "email": "friend@example.com", "phone": "07700 900777" }), app.fresh_ip()).await;
        let _ = booked(&app, &friend).await;
        let ada = client(&app, "ada@example.com").await;
        app.execute("update bookings set status = 'completed'").await;
        let _ = erase(&app, &ada.token).await.expect_status(204);
        let left = app.all_text().await;
        for trace in ["friend@", "900777", "ada@", "lovelace", "900123"] {
            let place = left.lines().find(|line| line.contains(trace));
            assert_eq!(place, None, "{trace}");
        }
        assert_eq!(app.count("select count(*) from bookings where lat <> 0 or lng <> 0").await, 0);
        // Only a keyed hash of the phone was kept, for a day.
        app.clock.advance(DAY);
        housekeeping::forget_gates(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from booking_gates").await, 2);
        app.clock.advance(1);
        housekeeping::forget_gates(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from booking_gates").await, 0);
    }

    async fn a_photo_that_cannot_be_deleted_now_is_deleted_later(app: TestApp) {
        let guest = app.guest().await;
        let photo_url = photo(&app).await;
        let body = with(cash(&quote(&app, &guest, &wish()).await), json!({ "photo_url": photo_url }));
        let _ = book(&app, &guest, &body).await.expect_status(201);
        app.execute("update bookings set status = 'completed'").await;
        // A folder in its place cannot be deleted as a file.
        let file = app.folder.join("files").join(photo_url.trim_start_matches("/api/files/"));
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        let _ = erase(&app, &guest.token).await.expect_status(204);
        app.state.photos.sweep().await.unwrap_err();
        assert_eq!(app.count("select count(*) from uploads where attached_to is null").await, 1);
        std::fs::remove_dir(&file).unwrap();
        std::fs::write(&file, "the photo").unwrap();
        assert_eq!(app.state.photos.sweep().await.unwrap(), 1);
        assert!(!file.exists());
        assert_eq!(app.count("select count(*) from uploads").await, 0);
    }

    async fn an_erased_account_writes_nothing(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        // As if this request had raced with the erasure: its session was still accepted.
        app.execute(&format!("update clients set ended_at = 1 where id = '{}'", ada.id)).await;
        erase(&app, &ada.token).await.problem(401, "unauthorised");
        let who = json!({ "phone": "07700 900123", "attach": true });
        let right = code(&app, &who).await;
        verify(&app, &who, &right, &ada.token).await.problem(401, "unauthorised");
        assert_eq!(app.count("select count(*) from identifiers").await, 1);
        // The code remains valid.
        assert_ne!(enter(&app, &json!({ "phone": "07700 900123" }), "").await.id, ada.id);
    }

    async fn erasing_one_person_leaves_others_alone(app: TestApp) {
        let (guest, other) = (app.guest().await, app.guest().await);
        let theirs = quote(&app, &other, &wish()).await;
        let _ = book(&app, &other, &with(cash(&theirs), json!({ "address": crate::journey::address_of(5) }))).await.expect_status(201);
        // A guest can leave, too.
        let _ = erase(&app, &guest.token).await.expect_status(204);
        assert_eq!(me_status(&app, &guest.token).await, 401);
        assert_eq!(me_status(&app, &other.token).await, 200);
        assert_eq!(app.text("select email from bookings").await.as_deref(), Some("person5@example.com"));
        let none: Value = app.get("/api/bookings").bearer(&other.token).send().await.json();
        assert_eq!(none["items"].as_array().unwrap().len(), 1);
        app.call(Method::DELETE, "/api/clients/me").send().await.problem(401, "unauthorised");
    }

    async fn a_payments_secret_shows_nothing_afterwards(app: TestApp) {
        let guest = app.guest().await;
        let quoted = quote(&app, &guest, &wish()).await;
        let made = pay(&app, &guest, &card(&quoted)).await.expect_status(201).json();
        let ada = enter(&app, &json!({ "email": "ada@example.com" }), &guest.token).await;
        app.execute("update bookings set status = 'completed'").await;
        let by_secret = |secret: &str| {
            app.get(&format!("/api/payments/bookings/by-intent/{}?client_secret={secret}", text(&made, "paymentIntentId"))).send()
        };
        let secret = text(&made, "clientSecret");
        let _ = by_secret(secret).await.expect_status(200);
        let _ = erase(&app, &ada.token).await.expect_status(204);
        for secret in [secret, ""] {
            by_secret(secret).await.problem(404, "not_found");
        }
    }
}

/// How often `word` occurs in SQLite's files.
fn on_disk(app: &TestApp, word: &str) -> usize {
    ["callout.db", "callout.db-wal"]
        .into_iter()
        .map(|file| std::fs::read(app.folder.join(file)).unwrap())
        .map(|bytes| {
            bytes
                .windows(word.len())
                .filter(|window| window.eq_ignore_ascii_case(word.as_bytes()))
                .count()
        })
        .sum()
}

#[test]
fn nothing_about_the_person_remains_in_sqlite_files() {
    api_tests::run(Database::Sqlite, async |app: TestApp| {
        // Other people are added before and after, so that pages are split and moved.
        for number in 1..=4 {
            let other = app.guest().await;
            let quoted = quote(&app, &other, &wish()).await;
            let body = with(
                cash(&quoted),
                json!({ "address": crate::journey::address_of(number) }),
            );
            let _ = book(&app, &other, &body).await.expect_status(201);
            if number == 2 {
                let _ = booked(&app, &app.guest().await).await;
            }
        }
        let ada = client(&app, "ada@example.com").await;
        let _ = code(&app, &json!({ "email": "ada@example.com" })).await;
        housekeeping::run(&app.state.jobs).await;
        let words = [
            "ada@example.com",
            "Ada Lovelace",
            "1 Test Street",
            "+447700900123",
        ];
        for word in words {
            assert!(on_disk(&app, word) > 0, "{word}");
        }
        app.execute("update bookings set status = 'completed'").await;
        let _ = erase(&app, &ada.token).await.expect_status(204);
        housekeeping::run(&app.state.jobs).await;
        // The other people share the name and street.
        for word in ["ada@example.com", "+447700900123"] {
            assert_eq!(on_disk(&app, word), 0, "{word}");
        }
        assert!(on_disk(&app, "person2@example.com") > 0);
    });
}
