//! POST /api/support

use api_tests::{Answer, MailServer, Manners, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_front::jobs;
use http::Method;
use serde_json::{Value, json};

use crate::journey::with;
use crate::master_leaving::leave;
use crate::people::{client, master_by_code, outbox};

fn message() -> Value {
    json!({ "name": "Ada Lovelace", "email": "Ada@Example.com", "message": "Where is my pro?", "bookingId": "C-NONE" })
}

async fn write(app: &TestApp, body: &Value) -> Answer {
    app.post("/api/support")
        .ip(app.fresh_ip())
        .json(body)
        .send()
        .await
}

async fn kept(app: &TestApp) -> i64 {
    app.count("select count(*) from support_messages").await
}

async fn to_support(app: &TestApp) -> TestApp {
    app.restarted(|config| config.support_email = Some("help@callout.example".to_owned()))
        .await
}

both_databases! {
    async fn a_message_is_kept_and_passed_on_once(app: TestApp) {
        let app = to_support(&app).await;
        for _ in 0..2 {
            assert_eq!(write(&app, &message()).await.expect_status(202).json(), json!({ "ok": true }));
            jobs::run_due(&app.state.jobs).await.unwrap();
        }
        assert_eq!(kept(&app).await, 1);
        let sent = outbox(&app, "help@callout.example");
        assert_eq!(sent.len(), 1);
        let words = sent[0]["text"].as_str().unwrap();
        for said in ["Ada Lovelace <ada@example.com>", "C-NONE", "Where is my pro?"] {
            assert!(words.contains(said), "{said} is not in {words}");
        }
        // Said again on another day, it is a new message.
        app.clock.advance(DAY);
        let _ = write(&app, &message()).await.expect_status(202);
        assert_eq!(kept(&app).await, 2);
    }

    async fn without_somebody_to_answer_it_is_only_kept(app: TestApp) {
        let _ = write(&app, &with(message(), json!({ "bookingId": null }))).await.expect_status(202);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(kept(&app).await, 1);
        assert_eq!(app.count("select count(*) from jobs where done_at is null").await, 0);
        assert!(!app.folder.join("outbox.jsonl").exists());
    }

    async fn hostile_words_stay_words(app: TestApp) {
        let server = MailServer::start(Manners::default()).await;
        let url = format!("smtp://{}", server.address);
        let app = to_support(&app).await.restarted(|config| config.smtp_url = Some(url.into())).await;
        let hostile = "<script>alert(1)</script>\r\n.\r\nRCPT TO:<eve@example.com>\r\n'; drop table support_messages; --";
        let _ = write(&app, &with(message(), json!({ "name": "<b>Ada</b>", "message": hostile }))).await.expect_status(202);
        jobs::run_due(&app.state.jobs).await.unwrap();
        let delivery = server.deliveries(1).await.remove(0);
        assert_eq!(delivery.to, ["help@callout.example"]);
        assert_eq!(delivery.email.header("reply-to"), "ada@example.com");
        assert_eq!(delivery.email.header("subject"), "A message from the support page");
        assert_eq!((delivery.email.count("bcc"), delivery.email.count("reply-to")), (0, 1));
        let words = delivery.email.part("text/plain").text().replace("\r\n", "\n");
        assert!(words.contains("<b>Ada</b>") && words.contains(&hostile.replace("\r\n", "\n")), "{words}");
        let odd = with(message(), json!({ "email": "a@b.uk\r\nBcc: eve@example.com" }));
        write(&app, &odd).await.invalid_field("email");
        assert_eq!(kept(&app).await, 1);
    }

    async fn fields_are_required_and_limited(app: TestApp) {
        for (field, most, letter) in [("name", 100, "é"), ("message", 2_000, "é"), ("bookingId", 40, "é")] {
            let of = |length: usize| with(message(), json!({ field: letter.repeat(length) }));
            let _ = write(&app, &of(most)).await.expect_status(202);
            assert_eq!(write(&app, &of(most + 1)).await.invalid_field(field), format!("Use at most {most} characters."));
        }
        for field in ["name", "email", "message"] {
            for nothing in [json!(" "), Value::Null] {
                write(&app, &with(message(), json!({ field: nothing }))).await.invalid_field(field);
            }
        }
    }

    async fn five_an_hour_from_one_address(app: TestApp) {
        let ip = app.fresh_ip();
        let write = async |number: u32| {
            let body = with(message(), json!({ "message": format!("Message {number}") }));
            app.post("/api/support").ip(ip).json(&body).send().await
        };
        for number in 0..5 {
            let _ = write(number).await.expect_status(202);
        }
        let refused = write(5).await;
        assert_eq!(refused.header("retry-after"), Some("3601"));
        refused.problem(429, "too_many_requests");
        app.clock.advance(HOUR);
        let _ = write(5).await.expect_status(202);
        assert_eq!(kept(&app).await, 6);
    }

    async fn it_is_exported_and_erased_with_the_person(app: TestApp) {
        let _ = write(&app, &message()).await.expect_status(202);
        let _ = write(&app, &with(message(), json!({ "email": "bob@example.com" }))).await.expect_status(202);
        let ada = client(&app, "ada@example.com").await;
        let data = app.get("/api/clients/me/export").bearer(&ada.token).send().await.expect_status(200).json();
        assert_eq!(data["supportMessages"], json!([{
            "name": "Ada Lovelace", "email": "ada@example.com", "message": "Where is my pro?", "bookingId": "C-NONE", "at": "2026-11-23T10:05:00+00:00",
        }]));
        let _ = app.call(Method::DELETE, "/api/clients/me").bearer(&ada.token).send().await.expect_status(204);
        assert_eq!(app.text("select email from support_messages").await.as_deref(), Some("bob@example.com"));
        assert_eq!(kept(&app).await, 1);
        // Its job finds nothing to pass on.
        jobs::run_due(&to_support(&app).await.state.jobs).await.unwrap();
        assert_eq!(outbox(&app, "help@callout.example").len(), 1);
    }

    async fn a_pros_message_is_exported_and_erased_with_the_pro(app: TestApp) {
        for email in ["bob@example.com", "ada@example.com"] {
            let _ = write(&app, &with(message(), json!({ "email": email }))).await.expect_status(202);
        }
        let bob = master_by_code(&app, "bob@example.com", "").await;
        let data = app.get("/api/masters/me/export").bearer(&bob.token).send().await.expect_status(200).json();
        assert_eq!((&data["supportMessages"][0]["email"], &data["supportMessages"][1]), (&json!("bob@example.com"), &json!(null)));
        let _ = leave(&app, &bob).await.expect_status(204);
        assert_eq!(app.text("select email from support_messages").await.as_deref(), Some("ada@example.com"));
        assert_eq!(kept(&app).await, 1);
    }
}
