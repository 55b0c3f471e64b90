//! Documents of pros in the console: looked at, approved, rejected; and what happens when they run out.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_domain::operator::OperatorRole;
use callout_front::jobs::housekeeping;
use serde_json::{Value, json};

use crate::journey::text;
use crate::matching::{after, look, offers, ready, respond};
use crate::matching_jobs::taken;
use crate::operator::{Operator, Shown, acts, admin};
use crate::papers::{files, pdf, picture};
use crate::people::{Person, outbox, proved_master};
use crate::pros::put;
use crate::scene::{event_kinds, settled, status};

const APPROVE: &str = "/admin/do/documents/approve";
const REJECT: &str = "/admin/do/documents/reject";
const HOSTILE: &str = "<script>alert(1)</script>";

/// Has a pro send a document, with a file name that nobody should trust.
async fn sent(app: &TestApp, pro: &Person, kind: &str, expires_on: &str, file: &[u8]) -> String {
    let name = "<script>alert(1)</script>.pdf";
    let answer = app
        .post("/api/masters/documents")
        .ip(app.fresh_ip())
        .bearer(&pro.token)
        .multipart(
            &[("kind", kind), ("expiresOn", expires_on)],
            &[("file", name, "application/pdf", file)],
        )
        .send()
        .await;
    text(&answer.expect_status(201).json(), "id").to_owned()
}

async fn photo_of_identity(app: &TestApp, pro: &Person) -> String {
    let photo = picture(image::ImageFormat::Jpeg, 40, 30);
    let answer = app
        .post("/api/masters/documents")
        .ip(app.fresh_ip())
        .bearer(&pro.token)
        .multipart(
            &[("kind", "identity")],
            &[("file", "me.jpg", "image/jpeg", &photo)],
        )
        .send()
        .await;
    text(&answer.expect_status(201).json(), "id").to_owned()
}

fn address(id: &str) -> String {
    format!("/admin/documents/{id}")
}

/// The kinds in the list.
fn listed(page: &Shown) -> Vec<String> {
    page.all("td[data-label=Document]")
}

/// The acts on documents.
async fn noted(app: &TestApp) -> Vec<Value> {
    let mut acts = acts(app).await;
    acts.retain(|act| act[0].as_str().is_some_and(|name| name.starts_with("document_")));
    acts
}

/// What the pro's own list says of the newest document.
async fn own(app: &TestApp, pro: &Person) -> Value {
    let answer = app.get("/api/masters/documents").bearer(&pro.token).send().await;
    answer.expect_status(200).json()["items"][0].clone()
}

/// The subjects of the emails about documents.
fn told(app: &TestApp, to: &str) -> Vec<String> {
    let mails = outbox(app, to);
    let about = mails.iter().filter(|mail| {
        mail["text"]
            .as_str()
            .is_some_and(|text| text.contains("See your documents"))
    });
    about.map(|mail| text(mail, "subject").to_owned()).collect()
}

/// What happens once a minute, and the jobs that follow.
async fn minute(app: &TestApp) {
    housekeeping::run(&app.state.jobs).await;
    after(app, 0).await;
}

/// A Gas Safe registration that an operator has verified.
async fn verified_gas_safe(app: &TestApp, pro: &Person, expires_on: &str) {
    app.execute(&format!(
        "insert into master_documents (id, master_id, kind, expires_on, uploaded_at, verified_at)
         values ('document-gas-{expires_on}', '{}', 'gas_safe', '{expires_on}', 1, 1)",
        pro.id
    ))
    .await;
    app.execute(&format!("update masters set changed_at = {}", app.clock.now()))
        .await;
    look(app).await;
}

both_databases! {
    async fn the_queue_has_the_longest_waiting_first(app: TestApp) {
        let operator = admin(&app).await;
        operator.page("/admin/documents").await.says("No document waits for you.");
        let pro = proved_master(&app, "pro@example.com").await;
        let first = sent(&app, &pro, "gas_safe", "2027-11-23", &pdf("", "")).await;
        app.clock.advance(2 * HOUR);
        let _second = sent(&app, &pro, "insurance", "2027-05-01", &pdf("", "")).await;
        app.execute(&format!("update masters set first_name = '{HOSTILE}'")).await;
        let page = operator.page("/admin/documents").await;
        assert_eq!(listed(&page), ["Gas Safe registration", "Public liability insurance"]);
        assert_eq!(page.all("td[data-label='Others of the pro']"), ["1", "1"]);
        page.says("2 h ago").says("2027-05-01").says(HOSTILE);
        assert!(!page.html.contains(HOSTILE), "{}", page.html);
        // The desk leads there.
        let desk = operator.page("/admin").await;
        assert_eq!(desk.all(".queues a[href='/admin/documents']"), ["Documents to look at"]);
        let _ = operator.send(&address(&first), APPROVE, &[("number", "123456")]).await;
        assert_eq!(listed(&operator.page("/admin/documents").await), ["Public liability insurance"]);
        assert_eq!(listed(&operator.page("/admin/documents?state=verified").await), ["Gas Safe registration"]);
        app.execute("update master_documents set expires_on = '2026-11-22' where verified_at is not null").await;
        assert_eq!(listed(&operator.page("/admin/documents?state=expired").await), ["Gas Safe registration"]);
        for state in ["verified", "rejected"] {
            operator.page(&format!("/admin/documents?state={state}")).await.says("There are none.");
        }
        assert_eq!(operator.open("/admin/documents/document-none").await.status, 404);
    }

    async fn the_file_stands_beside_the_form_and_each_view_is_on_record(app: TestApp) {
        let operator = admin(&app).await;
        let pro = proved_master(&app, "pro@example.com").await;
        let paper = pdf("", "");
        let gas = sent(&app, &pro, "gas_safe", "2027-11-23", &paper).await;
        let me = photo_of_identity(&app, &pro).await;
        let page = operator.page(&address(&gas)).await;
        assert_eq!(page.all(&format!("a[href='{}/file'][download]", address(&gas))).len(), 1);
        assert!(page.all("iframe").is_empty());
        assert!(!page.html.contains("<script>alert"), "{}", page.html);
        assert!(page.form(APPROVE, &[]).contains(&("expires_on".to_owned(), "2027-11-23".to_owned())));
        let page = operator.page(&address(&me)).await;
        assert_eq!(page.all(&format!("img.picture[src='{}/file']", address(&me))).len(), 1);
        assert!(page.form(APPROVE, &[]).iter().all(|(name, _)| name != "number"));
        assert!(noted(&app).await.is_empty());
        let open = |id: &str| app.get(&format!("{}/file", address(id))).header("cookie", &operator.cookie()).send();
        let shown = open(&gas).await.expect_status(200);
        assert_eq!(shown.body, paper);
        assert_eq!((shown.header("content-type"), shown.header("content-disposition")), (Some("application/pdf"), Some("attachment; filename=\"document.pdf\"")));
        assert!(shown.header("content-security-policy").unwrap().contains("sandbox"));
        let shown = open(&me).await.expect_status(200);
        assert_eq!((shown.header("content-type"), shown.header("x-content-type-options")), (Some("image/jpeg"), Some("nosniff")));
        assert!(shown.header("content-security-policy").unwrap().contains("sandbox"));
        assert_eq!(shown.header("cache-control"), Some("private, no-store"));
        assert_eq!(noted(&app).await, [json!(["document_viewed", gas, ""]), json!(["document_viewed", me, ""])]);
        let _ = open("document-none").await.expect_status(404);
        assert_eq!(noted(&app).await.len(), 2);
    }

    async fn approving_needs_what_the_kind_has_and_the_pro_is_told(app: TestApp) {
        let operator = admin(&app).await;
        let pro = proved_master(&app, "pro@example.com").await;
        let id = sent(&app, &pro, "gas_safe", "2027-11-23", &pdf("", "")).await;
        for (typed, words) in [
            ([("expires_on", "2027-11-23"), ("number", " ")], "Enter the number on it."),
            ([("expires_on", ""), ("number", "123456")], "Please enter the date until which it is valid."),
            ([("expires_on", "2026-11-23"), ("number", "123456")], "This day is not in the future."),
            ([("expires_on", "tomorrow"), ("number", HOSTILE)], "Use a date like 2027-03-31."),
        ] {
            let led = operator.send(&address(&id), APPROVE, &typed).await;
            let _ = led.page.says("Nothing was done.").says(words).form(APPROVE, &typed[1..]);
            assert!(!led.page.html.contains(HOSTILE), "{}", led.page.html);
        }
        assert!(noted(&app).await.is_empty());
        let typed = [("expires_on", "2027-06-30"), ("number", "123456")];
        let led = operator.send(&address(&id), APPROVE, &typed).await;
        led.page.says("The document is verified, and the pro is told.");
        assert!(led.to.starts_with("/admin/documents?draft="), "{}", led.to);
        let document = own(&app, &pro).await;
        assert_eq!((&document["status"], &document["expiresOn"], &document["number"]), (&json!("verified"), &json!("2027-06-30"), &json!("123456")));
        assert_eq!(noted(&app).await, [json!(["document_approved", id, ""])]);
        after(&app, 0).await;
        assert_eq!(told(&app, "pro@example.com"), ["Your Gas Safe registration is verified"]);
        let page = operator.page(&address(&id)).await;
        page.says("123456").says("approved the document");
        assert_eq!(page.all("details.act summary"), ["Take the approval back"]);
    }

    async fn a_rejection_gives_its_reason(app: TestApp) {
        let operator = admin(&app).await;
        let pro = proved_master(&app, "pro@example.com").await;
        let id = sent(&app, &pro, "insurance", "2027-11-23", &pdf("", "")).await;
        operator.send(&address(&id), REJECT, &[("reason", " ")]).await.page.says("Say what is wrong with it.");
        let mut fields = operator.page(&address(&id)).await.form(REJECT, &[]);
        fields.retain(|(name, _)| name != "reason");
        fields.push(("reason".to_owned(), format!("Too dark {HOSTILE} 07700 900123")));
        for words in ["The document is rejected, and the pro is told why.", "This was done already."] {
            let led = operator.post(REJECT, &fields).await.expect_status(303);
            operator.page(led.header("location").unwrap()).await.says(words);
        }
        assert_eq!(noted(&app).await, [json!(["document_rejected", id, format!("Too dark {HOSTILE} •••")])]);
        let page = operator.page(&address(&id)).await;
        page.says(HOSTILE).says("Rejected");
        assert!(!page.html.contains(HOSTILE) && page.all("form").is_empty(), "{}", page.html);
        assert_eq!(own(&app, &pro).await["status"], "rejected");
        after(&app, 0).await;
        assert_eq!(told(&app, "pro@example.com"), ["We could not accept your public liability insurance"]);
    }

    async fn the_second_of_two_operators_sees_what_the_first_decided(app: TestApp) {
        let (first, second) = (admin(&app).await, Operator::new(&app, "two@callout.example", OperatorRole::Admin).await);
        let pro = proved_master(&app, "pro@example.com").await;
        let id = sent(&app, &pro, "gas_safe", "2027-11-23", &pdf("", "")).await;
        let (ones, twos) = (first.page(&address(&id)).await, second.page(&address(&id)).await);
        // Looking at it is no decision.
        let look = app.get(&format!("{}/file", address(&id))).header("cookie", &second.cookie()).send().await;
        let _ = look.expect_status(200);
        let done = first.fill(ones, REJECT, &[], &[("reason", "It is cut off.")]).await;
        done.page.says("The document is rejected");
        let late = second.fill(twos, APPROVE, &[], &[("number", "123456")]).await;
        late.page.says("Meanwhile admin@callout.example rejected the document: “It is cut off.”");
        late.page.says("You wrote: “2027-11-23, 123456”");
        assert_eq!(own(&app, &pro).await["status"], "rejected");
        assert_eq!(app.count("select count(*) from audit_log where act = 'document_approved'").await, 0);
    }

    async fn nobody_decides_about_their_own_document(app: TestApp) {
        let operator = Operator::new(&app, "pro@example.com", OperatorRole::Admin).await;
        let pro = proved_master(&app, "pro@example.com").await;
        let id = photo_of_identity(&app, &pro).await;
        for (action, typed) in [(APPROVE, ("expires_on", "")), (REJECT, ("reason", "Not me."))] {
            let led = operator.send(&address(&id), action, &[typed]).await;
            led.page.says("This concerns your own account: another operator must decide.");
        }
        assert_eq!(own(&app, &pro).await["status"], "uploaded");
    }

    async fn an_approved_pro_gets_jobs_and_a_rejected_identity_takes_them_away(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        app.execute("update master_documents set verified_at = null").await;
        let area = json!({ "radiusKm": 60, "basePostcode": "SW1A 1AA", "base_lat": 51.51, "base_lng": -0.128 });
        let _ = put(&app, &pro, "profile/area", &area).await.expect_status(200);
        look(&app).await;
        let id = app.text("select id from master_documents").await.unwrap();
        let scene = settled(&app).await;
        assert!(offers(&app, &pro).await.is_empty());
        operator.send(&address(&id), APPROVE, &[]).await.page.says("The document is verified");
        after(&app, 0).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        operator.send(&address(&id), REJECT, &[("reason", "It was forged.")]).await.page.says("The document is rejected");
        after(&app, 0).await;
        assert_eq!(status(&app, &scene).await, "pending");
        assert_ne!(respond(&app, &pro, &scene.booking.id, "accept").await.status, 200);
    }

    async fn a_pro_is_warned_twice_before_a_document_ends_and_told_at_the_end(app: TestApp) {
        // It is 23 November 2026.
        let pro = ready(&app, "pro", 1).await;
        verified_gas_safe(&app, &pro, "2026-12-24").await;
        minute(&app).await;
        assert!(told(&app, "pro@example.com").is_empty());
        let mut expected = Vec::new();
        for (days, subject) in [
            (1, "Your Gas Safe registration ends on Thursday 24 December 2026"),
            (23, "Your Gas Safe registration ends on Thursday 24 December 2026"),
            (8, "Your Gas Safe registration has ended"),
        ] {
            app.clock.advance(days * DAY);
            expected.push(subject);
            for _ in 0..2 {
                minute(&app).await;
            }
            assert_eq!(told(&app, "pro@example.com"), expected);
        }
    }

    async fn who_has_a_newer_document_is_not_warned(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        verified_gas_safe(&app, &pro, "2026-11-25").await;
        verified_gas_safe(&app, &pro, "2027-11-25").await;
        minute(&app).await;
        app.clock.advance(5 * DAY);
        minute(&app).await;
        assert!(told(&app, "pro@example.com").is_empty());
        assert_eq!(app.count("select count(*) from master_documents where end_told = 0").await, 1);
    }

    async fn gas_jobs_go_to_others_when_the_registration_ends(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        verified_gas_safe(&app, &pro, "2026-11-30").await;
        let gas = taken(&app, &pro).await;
        app.clock.advance(3 * HOUR);
        let _ = offers(&app, &pro).await;
        let other = taken(&app, &pro).await;
        app.execute(&format!("update bookings set problem_type = 'heating' where id = '{}'", gas.booking.id)).await;
        // Both are put off until after the registration's last day.
        let later = 10 * DAY;
        app.execute(&format!("update bookings set slot_start = slot_start + {later}, slot_end = slot_end + {later}")).await;
        minute(&app).await;
        assert_eq!((status(&app, &gas).await.as_str(), status(&app, &other).await.as_str()), ("assigned", "assigned"));
        app.clock.advance(8 * DAY);
        minute(&app).await;
        assert_eq!(status(&app, &other).await, "assigned");
        assert_eq!(status(&app, &gas).await, "pending");
        assert_eq!(event_kinds(&app, &gas).await.last().map(String::as_str), Some("pending"));
        assert_eq!(app.count("select count(*) from bookings where assigned_master_id is null").await, 1);
        assert_eq!(told(&app, "pro@example.com").last().map(String::as_str), Some("Your Gas Safe registration has ended"));
    }

    async fn the_picture_of_an_identity_goes_after_thirty_days(app: TestApp) {
        let operator = admin(&app).await;
        let pro = proved_master(&app, "pro@example.com").await;
        let me = photo_of_identity(&app, &pro).await;
        let gas = sent(&app, &pro, "gas_safe", "2027-11-23", &pdf("", "")).await;
        for (id, number) in [(&me, ""), (&gas, "123456")] {
            operator.send(&address(id), APPROVE, &[("number", number)]).await.page.says("The document is verified");
        }
        app.clock.advance(30 * DAY);
        minute(&app).await;
        assert_eq!(files(&app).len(), 2, "exactly 30 days old stays");
        app.clock.advance(1);
        minute(&app).await;
        let kept = app.text(&format!("select file_id from master_documents where id = '{gas}'")).await.unwrap();
        assert_eq!(files(&app), [kept]);
        let without_file = format!(
            "select count(*) from master_documents where id = '{me}' and file_id is null and media_type is null and verified_at is not null"
        );
        assert_eq!(app.count(&without_file).await, 1);
        let operator = Operator::new(&app, "later@callout.example", OperatorRole::Admin).await;
        operator.page(&address(&me)).await.says("There is no picture");
        let gone = app.get(&format!("{}/file", address(&me))).header("cookie", &operator.cookie()).send().await;
        let _ = gone.expect_status(404);
    }
}
