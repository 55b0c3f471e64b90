//! What became of what was read: kept once when a booking ends, counted in the console, and the switch of a keyword.

use api_tests::{Answer, Guest, TestApp, both_databases};
use callout_domain::clock::{DAY, SECOND};
use callout_front::jobs::housekeeping;
use http::Method;
use serde_json::{Value, json};

use crate::change_orders::extra;
use crate::journey::{book, card, cash, pay, quote, text, wish_on, with};
use crate::matching::{after, ready, respond, step};
use crate::matching_proposals::propose;
use crate::operator::{Operator, Shown, admin, super_admin};
use crate::people::Person;

const READINGS: &str = "/admin/readings";
const TAP: &str = "/admin/readings/keyword%3Atap";
const SWITCH: &str = "/admin/do/readings/switch";

/// A wish that says nothing but a keyword.
fn tap() -> Value {
    tap_on(24)
}

/// The same on another day in November 2026.
fn tap_on(day: u32) -> Value {
    with(wish_on(day), json!({ "description": "tap" }))
}

/// Books for cash; gives who did and the booking's id.
async fn booked(app: &TestApp, wish: &Value) -> (Guest, String) {
    let guest = app.guest().await;
    let quote = quote(app, &guest, wish).await;
    let booking = book(app, &guest, &cash(&quote)).await.expect_status(201).json();
    after(app, 0).await;
    (guest, text(&booking, "id").to_owned())
}

/// Does the work of a booking that the pro has.
async fn finish(app: &TestApp, pro: &Person, id: &str) {
    for to in ["in_progress", "completed"] {
        let _ = step(app, pro, id, to).await.expect_status(200);
    }
}

/// The same for one that is offered to the pro, with what follows.
async fn done(app: &TestApp, pro: &Person, wish: &Value) -> (Guest, String) {
    let (guest, id) = booked(app, wish).await;
    let _ = respond(app, pro, &id, "accept").await.expect_status(200);
    finish(app, pro, &id).await;
    after(app, 0).await;
    (guest, id)
}

async fn by_client(app: &TestApp, guest: &Guest, path: &str, body: &Value) -> Answer {
    app.post(path).bearer(&guest.token).json(body).send().await
}

/// Disputes the price of a booking.
async fn dispute(app: &TestApp, guest: &Guest, id: &str) {
    let body = json!({ "reason": "price", "text": "That is more than we agreed." });
    let path = format!("/api/bookings/{id}/disputes");
    let _ = by_client(app, guest, &path, &body).await.expect_status(201);
}

/// The only reading, on a line.
async fn kept(app: &TestApp) -> String {
    assert_eq!(app.count("select count(*) from readings").await, 1);
    let columns = [
        "status",
        "problem_type",
        "coalesce(chosen_type, '-')",
        "cast(confidence as text)",
        "coalesce(cast(shown_pence as text), '-')",
        "cast(final_pence as text)",
        "cast(proposals as text)",
        "cast(extra_pence as text)",
        "cast(price_disputed as text)",
    ];
    let line = columns.join(" || ' ' || ");
    app.text(&format!("select {line} from readings")).await.unwrap()
}

/// What a tap is read by.
async fn read(app: &TestApp) -> (String, Value) {
    app.clock.advance(10 * SECOND);
    let call = app.post("/api/ai/estimate");
    let call = call.multipart(&[("text", "tap"), ("postcode", "SW1")], &[]);
    let estimate = call.send().await.expect_status(200).json();
    (
        text(&estimate, "mode").to_owned(),
        estimate["explanation"].clone(),
    )
}

/// Sends the form of the tap's page.
async fn switch(operator: &Operator, typed: &[(&str, &str)]) -> Shown {
    let code = operator.code();
    let mut fields = vec![("reason", "It misleads."), ("factor_code", code.as_str())];
    fields.extend(typed);
    operator.send(TAP, SWITCH, &fields).await.page
}

/// The row of a table that begins so.
fn row(page: &Shown, begins: &str) -> String {
    let rows = page.all("tbody tr");
    let found = rows.iter().find(|row| row.starts_with(begins));
    let found = found.unwrap_or_else(|| panic!("no {begins} in {rows:?}"));
    found.split_whitespace().collect::<Vec<_>>().join(" ")
}

both_databases! {
    async fn a_completed_booking_leaves_one_reading(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (_, id) = booked(&app, &tap()).await;
        let write = async || app.state.readings.write(&id).await.unwrap();
        write().await;
        assert_eq!(app.count("select count(*) from readings").await, 0, "it has not ended");
        let _ = respond(&app, &pro, &id, "accept").await.expect_status(200);
        finish(&app, &pro, &id).await;
        after(&app, 0).await;
        write().await;
        assert_eq!(kept(&app).await, "completed leak - 8200 9750 9750 0 0 0");
        assert_eq!(app.text("select booking_id from readings").await, Some(id.clone()));
        assert_eq!(app.text("select kind || ':' || entry from reading_entries").await.as_deref(), Some("keyword:tap"));
        let book = app.text("select book_version from bookings").await;
        assert_eq!(app.text("select book_version from readings").await, book);
        assert_eq!(app.count("select count(*) from readings join bookings on bookings.ended_at = readings.ended_at").await, 1);
    }

    async fn what_happened_on_the_way_is_counted(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (guest, id) = booked(&app, &with(tap(), json!({ "problemTypeToUse": "toilet" }))).await;
        let _ = propose(&app, &pro, &id, &json!(10), "Old pipes").await.expect_status(200);
        let approve = json!({ "action": "approve" });
        let _ = by_client(&app, &guest, &format!("/api/bookings/{id}/proposal"), &approve).await.expect_status(200);
        let _ = step(&app, &pro, &id, "in_progress").await.expect_status(200);
        let path = format!("/api/bookings/{id}/change-orders");
        let _ = app.post(&path).bearer(&pro.token).json(&extra(2_000, 1_000)).send().await.expect_status(201);
        let _ = by_client(&app, &guest, &format!("{path}/1"), &approve).await.expect_status(200);
        let _ = step(&app, &pro, &id, "completed").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(kept(&app).await, "completed leak toilet 8200 9750 13750 1 3000 0");
        dispute(&app, &guest, &id).await;
        assert_eq!(kept(&app).await, "completed leak toilet 8200 9750 13750 1 3000 1");
        let page = admin(&app).await.page(READINGS).await;
        page.says("Since 23 Nov 2026.");
        for begins in ["Leak / tap issue", "tap"] {
            assert!(row(&page, begins).contains("0 of 11: 1 Toilet repair111"), "{}", row(&page, begins));
        }
    }

    async fn a_dispute_may_come_before_the_reading(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (guest, id) = booked(&app, &tap()).await;
        let _ = respond(&app, &pro, &id, "accept").await.expect_status(200);
        finish(&app, &pro, &id).await;
        dispute(&app, &guest, &id).await;
        after(&app, 0).await;
        assert_eq!(kept(&app).await, "completed leak - 8200 9750 9750 0 0 1");
    }

    async fn a_cancelled_booking_leaves_one_and_an_unpaid_one_none(app: TestApp) {
        let (guest, id) = booked(&app, &tap()).await;
        let cancel = app.call(Method::PATCH, &format!("/api/bookings/{id}/cancel"));
        let _ = cancel.bearer(&guest.token).send().await.expect_status(200);
        let other = app.guest().await;
        let quoted = quote(&app, &other, &tap()).await;
        let unpaid = pay(&app, &other, &card(&quoted)).await.expect_status(201).json();
        let cancel = app.call(Method::PATCH, &format!("/api/bookings/{}/cancel", text(&unpaid, "bookingId")));
        let _ = cancel.bearer(&other.token).send().await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(kept(&app).await, "cancelled leak - 8200 9750 9750 0 0 0");
        let page = admin(&app).await.page(READINGS).await;
        assert_eq!(row(&page, "Leak / tap issue"), "Leak / tap issue1–0000");
    }

    async fn the_page_counts_the_last_90_days(app: TestApp) {
        let (admin, chief) = (admin(&app).await, super_admin(&app).await);
        let page = admin.page(READINGS).await;
        page.says("No booking has ended since readings began.").says("There are none.").lacks("Turn off");
        let pro = ready(&app, "pro", 1).await;
        for day in [24, 25] {
            let _ = done(&app, &pro, &tap_on(day)).await;
        }
        let page = chief.page(READINGS).await;
        page.says("Since 23 Nov 2026.");
        assert_eq!(row(&page, "Leak / tap issue"), "Leak / tap issue22 of 20000");
        assert_eq!(row(&page, "tap"), "tap keyword22 of 20000Turn off tap");
        // What nobody wrote can be switched, too.
        assert_eq!(row(&page, "attic"), "attic keyword0–0000Turn off attic");
        chief.page(TAP).await.says("Bookings 2 Price held 2 of 2");
        assert_eq!(admin.open(TAP).await.status, 403);
        assert_eq!(chief.open("/admin/readings/keyword%3Aqwxz").await.status, 404);
        app.execute(&format!("update readings set ended_at = {}", app.clock.now() - 91 * DAY)).await;
        app.execute("update reading_entries set ended_at = 1").await;
        chief.page(READINGS).await.says("There are none.");
    }

    async fn a_keyword_is_switched_off_and_on(app: TestApp) {
        let operator = super_admin(&app).await;
        assert_eq!(read(&app).await, ("keyword".to_owned(), json!([{ "kind": "keyword", "entry": "tap" }])));
        switch(&operator, &[("reason", "")]).await.says("Nothing was done.").says("Write a few words.");
        let page = switch(&operator, &[]).await;
        page.says("keyword:tap: It is not read any more.");
        assert_eq!(row(&page, "tap"), "tap keywordOff0–0000Turn on tap");
        let (mode, explanation) = read(&app).await;
        assert!(mode != "keyword" && !explanation.to_string().contains("keyword"), "{mode} {explanation}");
        let page = operator.page(TAP).await;
        page.says("super@callout.example published the price book off: none → keyword:tap version: 2026.2 → 2026.3").says("It misleads.");
        // A form of before is told so.
        let code = operator.code();
        let stale = operator.fill(page, SWITCH, &[], &[("to", "off"), ("reason", "Again"), ("factor_code", &code)]).await;
        stale.page.says("This was switched already.");
        switch(&operator, &[]).await.says("keyword:tap: It is read again.");
        assert_eq!(read(&app).await.0, "keyword");
        assert_eq!(app.text("select version from price_activations order by active_from desc, made_at desc limit 1").await.as_deref(), Some("2026.4"));
        assert_eq!(app.count("select count(*) from audit_log where act = 'book_published'").await, 2);
    }

    async fn what_would_undo_a_switch_comes_first(app: TestApp) {
        let operator = super_admin(&app).await;
        switch(&operator, &[("id", "keyword:qwxz")]).await.says("There is no such keyword or sign.");
        let draft = operator.send("/admin/prices", "/admin/do/prices/begin", &[]).await.to;
        let draft = draft.split('?').next().unwrap().to_owned();
        switch(&operator, &[]).await.says("A draft of a price book would undo this.");
        let at = callout_domain::time::london(app.clock.now() + DAY).unwrap().to_string();
        let code = operator.code();
        let typed = [("at", at.as_str()), ("reason", "Later"), ("factor_code", code.as_str())];
        operator.send(&draft, "/admin/do/prices/publish", &typed).await.page.says("The book is published.");
        switch(&operator, &[]).await.says("Book 2026.3 is to come and would undo this. Call it off first.");
        assert_eq!(app.count("select count(*) from price_activations").await, 2);
        assert_eq!(read(&app).await.0, "keyword");
    }

    async fn a_reading_forgets_its_booking(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (guest, _) = done(&app, &pro, &tap()).await;
        let (_, second) = done(&app, &pro, &tap_on(25)).await;
        let erased = app.call(Method::DELETE, "/api/clients/me").bearer(&guest.token).send().await;
        let _ = erased.expect_status(204);
        let linked = "select count(*) from readings where booking_id is not null";
        assert_eq!(app.count(linked).await, 1);
        assert_eq!(app.text("select booking_id from readings where booking_id is not null").await, Some(second));
        assert_eq!(app.count("select count(*) from readings").await, 2);
        app.clock.advance(364 * DAY);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count(linked).await, 1);
        app.clock.advance(2 * DAY);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count(linked).await, 0);
        assert_eq!(app.count("select count(*) from reading_entries").await, 2);
    }

    async fn who_is_erased_first_leaves_none(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (guest, id) = booked(&app, &tap()).await;
        let _ = respond(&app, &pro, &id, "accept").await.expect_status(200);
        finish(&app, &pro, &id).await;
        let erased = app.call(Method::DELETE, "/api/clients/me").bearer(&guest.token).send().await;
        let _ = erased.expect_status(204);
        after(&app, 0).await;
        assert_eq!(app.count("select count(*) from readings").await, 0);
    }
}
