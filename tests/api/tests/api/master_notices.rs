//! GET /api/events/notify/master/{id}: what happens to a pro's jobs, without the offers, and to nobody else.

use api_tests::{Block, Events, Guest, TestApp, both_databases};
use callout_front::jobs::housekeeping;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, ready, respond};
use crate::operator::admin;
use crate::people::{Person, client};
use crate::scene::settled;

fn path(pro: &Person, query: &str) -> String {
    format!("/api/events/notify/master/{}{query}", pro.id)
}

async fn open(app: &TestApp, pro: &Person, query: &str) -> Events {
    let mut stream = app.get(&path(pro, query)).bearer(&pro.token).open().await;
    assert_eq!(stream.block().await.unwrap().retry, Some(2_000));
    stream
}

async fn cancel(app: &TestApp, guest: &Guest, id: &str) {
    let call = app.call(Method::PATCH, &format!("/api/bookings/{id}/cancel"));
    let _ = call.bearer(&guest.token).send().await.expect_status(200);
    after(app, 0).await;
}

fn told(block: &Block) -> (i64, String, Value) {
    let data: Value = serde_json::from_str(block.data.as_deref().unwrap()).unwrap();
    assert_eq!(
        (&data["seq"], &data["type"]),
        (&json!(block.id), &json!(block.event))
    );
    (
        block.id.unwrap(),
        block.event.clone().unwrap(),
        data["bookingId"].clone(),
    )
}

both_databases! {
    async fn jobs_are_told_of_and_offers_are_not(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let mut stream = open(&app, &pro, "").await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        // The offer was number 1.
        assert_eq!(told(&stream.event().await.unwrap()), (2, "assigned".to_owned(), json!(id)));
        cancel(&app, &scene.guest, id).await;
        assert_eq!(told(&stream.event().await.unwrap()), (3, "cancelled".to_owned(), json!(id)));
    }

    async fn a_stream_resumes_where_it_ended(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let (one, two) = (settled(&app).await, settled(&app).await);
        let _ = respond(&app, &pro, &one.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        cancel(&app, &one.guest, &one.booking.id).await;
        cancel(&app, &two.guest, &two.booking.id).await;
        let kinds = async |query: &str, header: Option<&str>, count: usize| {
            let mut call = app.get(&path(&pro, query)).bearer(&pro.token);
            if let Some(last) = header {
                call = call.header("last-event-id", last);
            }
            let mut stream = call.open().await;
            let _ = stream.block().await;
            let mut kinds = Vec::new();
            for _ in 0..count {
                kinds.push(told(&stream.event().await.unwrap()).1);
            }
            kinds
        };
        assert_eq!(kinds("?after=0", None, 3).await, ["assigned", "cancelled", "withdrawn"]);
        assert_eq!(kinds("?after=3", None, 2).await, ["cancelled", "withdrawn"]);
        assert_eq!(kinds("?after=0", Some("4"), 1).await, ["withdrawn"]);
        // Whoever lost to another pro had an offer only.
        let mut of_other = open(&app, &other, "?after=0").await;
        assert_eq!(told(&of_other.event().await.unwrap()).1, "withdrawn");
        app.get(&path(&pro, "")).bearer(&pro.token).header("last-event-id", "x").send().await.invalid_field("Last-Event-ID");
    }

    async fn verdicts_about_documents_and_their_ends_are_told(app: TestApp) {
        let operator = admin(&app).await;
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        app.execute(&format!(
            "insert into master_documents (id, master_id, kind, expires_on, uploaded_at)
             values ('document-gas', '{}', 'gas_safe', '2026-12-20', 1)",
            pro.id
        )).await;
        let (mut notices, mut of_other) = (open(&app, &pro, "").await, open(&app, &other, "").await);
        let offers = format!("/api/events/stream/master/{}", pro.id);
        let mut offers = app.get(&offers).bearer(&pro.token).open().await;
        let _ = offers.block().await;
        let page = "/admin/documents/document-gas";
        let approve = [("expires_on", "2026-12-20"), ("number", "123456")];
        operator.send(page, "/admin/do/documents/approve", &approve).await.page.says("The document is verified");
        let mut expected = vec!["document_verified"];
        housekeeping::run(&app.state.jobs).await;
        expected.push("document_ends_soon");
        app.execute("update master_documents set expires_on = '2026-11-22' where id = 'document-gas'").await;
        housekeeping::run(&app.state.jobs).await;
        expected.push("document_ended");
        let reason = [("reason", "It is not on the register.")];
        operator.send(page, "/admin/do/documents/reject", &reason).await.page.says("The document is rejected");
        expected.push("document_rejected");
        for stream in [&mut notices, &mut offers] {
            for kind in &expected {
                let block = stream.event().await.unwrap();
                assert_eq!(block.event.as_deref(), Some(*kind));
                let data: Value = serde_json::from_str(block.data.as_deref().unwrap()).unwrap();
                assert_eq!(data["type"], *kind);
                assert_eq!((&data["documentId"], &data["bookingId"]), (&json!("document-gas"), &Value::Null));
            }
        }
        // The other pro hears of nothing, least of all of somebody else's papers.
        let scene = settled(&app).await;
        let _ = respond(&app, &other, &scene.booking.id, "accept").await;
        let next = of_other.event().await;
        assert!(next.is_some_and(|block| !block.event.unwrap().starts_with("document_")));
    }

    async fn a_refused_verdict_tells_nothing(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        app.execute(&format!(
            "insert into master_documents (id, master_id, kind, uploaded_at) values ('document-gas', '{}', 'gas_safe', 1)",
            pro.id
        )).await;
        let page = "/admin/documents/document-gas";
        operator.send(page, "/admin/do/documents/approve", &[("expires_on", "2027-01-01")]).await.page.says("Enter the number on it.");
        assert_eq!(app.count("select count(*) from master_events").await, 0);
    }

    async fn only_the_pro_reads_it(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let ada = client(&app, "ada@example.com").await;
        for token in [&other.token, &ada.token] {
            app.get(&path(&pro, "")).bearer(token).send().await.problem(404, "not_found");
        }
        app.get(&path(&pro, "")).send().await.problem(401, "unauthorised");
        let ticket = app.post("/api/events/ticket").bearer(&pro.token).send().await.expect_status(201).json();
        let by_ticket = path(&pro, &format!("?t={}", ticket["ticket"].as_str().unwrap()));
        let mut stream = app.get(&by_ticket).open().await;
        assert_eq!(stream.block().await.unwrap().retry, Some(2_000));
        app.get(&by_ticket).send().await.problem(401, "unauthorised");
        let _ = app.post("/api/logout").bearer(&pro.token).send().await.expect_status(204);
        assert_eq!(stream.event().await, None, "it ends with the session");
    }
}
