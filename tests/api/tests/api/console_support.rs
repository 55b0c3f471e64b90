//! Messages from the support page in the console: they wait, are answered by email once, or closed.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE};
use callout_domain::operator::OperatorRole;
use callout_front::jobs;
use serde_json::{Value, json};

use crate::operator::{Operator, acts, admin};
use crate::people::outbox;
use crate::scene::settled;

const ANSWER: &str = "/admin/do/support/answer";
const CLOSE: &str = "/admin/do/support/close";
const HOSTILE: &str = "<script>alert(1)</script>";

async fn write(app: &TestApp, email: &str, message: &str, booking: Option<&str>) -> String {
    let body = json!({ "name": "Ada Lovelace", "email": email, "message": message, "bookingId": booking });
    let sent = app
        .post("/api/support")
        .ip(app.fresh_ip())
        .json(&body)
        .send()
        .await;
    let _ = sent.expect_status(202);
    let newest = "select id from support_messages order by created_at desc, id limit 1";
    let id = app.text(newest).await.expect("a message");
    app.clock.advance(MINUTE);
    format!("/admin/support/{id}")
}

async fn of_support(app: &TestApp) -> Vec<Value> {
    let mut acts = acts(app).await;
    acts.retain(|act| act[0].as_str().is_some_and(|name| name.starts_with("support")));
    acts
}

fn id_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

both_databases! {
    async fn messages_wait_the_longest_first(app: TestApp) {
        let operator = admin(&app).await;
        operator.page("/admin/support").await.says("Nobody waits for an answer.");
        operator.page("/admin").await.says("Messages to answer 0");
        let _ = write(&app, "ada@example.com", "First of all", None).await;
        app.clock.advance(HOUR);
        let _ = write(&app, "bob@example.com", &format!("{HOSTILE} {}", "word ".repeat(40)), None).await;
        let page = operator.page("/admin/support").await;
        let shown = page.all("td[data-label=Message] a");
        assert_eq!(shown.len(), 2);
        assert_eq!(shown[0], "First of all");
        assert!(shown[1].starts_with(HOSTILE) && shown[1].ends_with('…'), "{shown:?}");
        assert!(!page.html.contains(HOSTILE), "{}", page.html);
        let desk = operator.page("/admin").await;
        desk.says("Messages to answer 2");
        assert_eq!(desk.all(".queues a[href='/admin/support']"), ["Messages to answer"]);
        assert_eq!(operator.open("/admin/support/support-none").await.status, 404);
    }

    async fn an_answer_is_kept_and_sent_once(app: TestApp) {
        let operator = admin(&app).await;
        let path = write(&app, "ada@example.com", &format!("Where is my pro?\n{HOSTILE}"), None).await;
        let refused = operator.send(&path, ANSWER, &[("answer", " ")]).await;
        let _ = refused.page.says("Nothing was done.").says("Write an answer.").form(ANSWER, &[("answer", " ")]);
        let mut fields = operator.page(&path).await.form(ANSWER, &[]);
        fields.retain(|(name, _)| name != "answer");
        fields.push(("answer".to_owned(), "They come\ntomorrow.".to_owned()));
        for words in ["The answer is on its way.", "This was done already."] {
            let sent = operator.post(ANSWER, &fields).await.expect_status(303);
            operator.page(sent.header("location").unwrap()).await.says(words);
            let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        }
        let sent = outbox(&app, "ada@example.com");
        assert_eq!(sent.len(), 1, "{sent:?}");
        let text = sent[0]["text"].as_str().unwrap();
        assert!(text.starts_with("They come\ntomorrow.\n") && text.contains("> Where is my pro?\n"), "{text}");
        let page = operator.page(&path).await;
        page.says("Answered").says("They come tomorrow.").says("answered the message");
        assert!(page.all("form[action^='/admin/do/support']").is_empty());
        assert!(!page.html.contains(HOSTILE));
        operator.page("/admin/support").await.says("Nobody waits for an answer.").says("Answered");
        assert_eq!(of_support(&app).await, [json!(["support_answered", id_of(&path), ""])]);
    }

    async fn a_message_is_closed_without_an_answer(app: TestApp) {
        let operator = admin(&app).await;
        let path = write(&app, "ada@example.com", "Buy our pills", None).await;
        let refused = operator.send(&path, CLOSE, &[("reason", "")]).await;
        refused.page.says("Write a few words.");
        operator.send(&path, CLOSE, &[("reason", "Spam.")]).await.page.says("The message is closed.").says("Closed").says("Spam.");
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        assert!(outbox(&app, "ada@example.com").is_empty());
        assert_eq!(of_support(&app).await, [json!(["support_closed", id_of(&path), "Spam."])]);
    }

    async fn the_second_operator_reads_what_the_first_did(app: TestApp) {
        let first = admin(&app).await;
        let second = Operator::new(&app, "second@callout.example", OperatorRole::Admin).await;
        let path = write(&app, "ada@example.com", "Where is my pro?", None).await;
        let shown = second.page(&path).await;
        first.send(&path, ANSWER, &[("answer", "Tomorrow.")]).await.page.says("The answer is on its way.");
        let late = second.fill(shown, ANSWER, &[], &[("answer", "Next week.")]).await;
        late.page.says("Meanwhile admin@callout.example answered the message").says("Tomorrow.");
        let _ = late.page.form(ANSWER, &[("answer", "Next week.")]);
        assert_eq!(app.text("select answer from support_messages").await.as_deref(), Some("Tomorrow."));
        assert_eq!(of_support(&app).await.len(), 1);
    }

    async fn nobody_answers_their_own_message(app: TestApp) {
        let operator = admin(&app).await;
        let path = write(&app, &operator.email, "Give me a refund", None).await;
        let refused = operator.send(&path, ANSWER, &[("answer", "Of course.")]).await;
        refused.page.says("This concerns your own account");
        assert_eq!(app.count("select count(*) from support_messages where ended_at is null").await, 1);
    }

    async fn the_booking_is_linked_and_its_client_compared(app: TestApp) {
        let operator = admin(&app).await;
        let scene = settled(&app).await;
        app.execute("update bookings set email = 'ada@example.com'").await;
        let id = &scene.booking.id;
        let own = write(&app, "ada@example.com", "Mine", Some(&id.to_lowercase())).await;
        let page = operator.page(&own).await;
        page.says("made with this email").lacks("not made with this email");
        assert_eq!(page.all(&format!("a[href='/admin/bookings/{id}']")), std::slice::from_ref(id));
        let other = write(&app, "eve@example.com", "Whose?", Some(id)).await;
        operator.page(&other).await.says("not made with this email");
        let none = write(&app, "eve@example.com", "Which?", Some("C-NONE")).await;
        operator.page(&none).await.says("“C-NONE”, and there is none of that number");
    }

    async fn the_answer_is_part_of_the_writers_data(app: TestApp) {
        let operator = admin(&app).await;
        let path = write(&app, "ada@example.com", "Where is my pro?", None).await;
        let _ = operator.send(&path, ANSWER, &[("answer", "Tomorrow.")]).await;
        let ada = crate::people::client(&app, "ada@example.com").await;
        let data = app.get("/api/clients/me/export").bearer(&ada.token).send().await.expect_status(200).json();
        assert_eq!(data["supportMessages"][0]["answer"], "Tomorrow.");
        // Erased before it was sent, it is not sent.
        let _ = app.call(http::Method::DELETE, "/api/clients/me").bearer(&ada.token).send().await.expect_status(204);
        let before = outbox(&app, "ada@example.com").len();
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(outbox(&app, "ada@example.com").len(), before);
    }
}
