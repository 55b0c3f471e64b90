//! Operators give bookings to pros whose clients must pay first.

use api_tests::{TestApp, both_databases};
use callout_domain::booking::CancelReason;
use callout_domain::clock::{DAY, HOUR, MINUTE};
use callout_domain::operator::OperatorRole;
use serde_json::{Value, json};

use crate::console_bookings::{address, noted};
use crate::earnings::balances_agree;
use crate::matching::{after, offers, ready, respond, seen};
use crate::matching_proposals::{by_card_budget, in_cash, pay_due};
use crate::operator::{Led, Operator, admin};
use crate::people::{Person, outbox};
use crate::raise_price::raise;
use crate::reschedule::{SAME, move_to};
use crate::scene::{Scene, event_kinds, read, settled, status};

const ASSIGN: &str = "/admin/do/bookings/assign";
const MESSAGE: &str = "/admin/do/bookings/message";
const ASKED: &str = "The client is asked to pay first";

fn choosing(scene: &Scene) -> String {
    format!("{}/assign", address(&scene.booking.id))
}

/// What is typed to give a booking to a pro.
fn giving(pro: &Person) -> [(&str, &str); 3] {
    [
        ("pro", &pro.id),
        ("agreed", "on"),
        ("reason", "Agreed on the phone."),
    ]
}

async fn promise(operator: &Operator, scene: &Scene, pro: &Person) -> Led {
    operator.send(&choosing(scene), ASSIGN, &giving(pro)).await
}

/// A booking whose visit is two days later than usual.
async fn later(app: &TestApp, scene: Scene) -> Scene {
    for table in ["bookings", "slot_places"] {
        let by = 2 * DAY;
        app.execute(&format!(
            "update {table} set slot_start = slot_start + {by}, slot_end = slot_end + {by}"
        ))
        .await;
    }
    scene
}

/// A booking that found nobody, and whose hold was let go, 12 hours before its visit.
async fn let_go(app: &TestApp) -> Scene {
    let scene = settled(app).await;
    after(app, 12 * HOUR).await;
    assert_eq!(status(app, &scene).await, "no_response");
    after(app, 15 * MINUTE).await;
    scene
}

/// The same, but its visit is two days later.
async fn let_go_early(app: &TestApp) -> Scene {
    later(app, let_go(app).await).await
}

/// A booking three days before its visit, whose hold the provider has just ended.
async fn hold_ended(app: &TestApp) -> Scene {
    let scene = later(app, settled(app).await).await;
    app.state.payments.provider().void(scene.id()).await.unwrap();
    after(app, 0).await;
    scene
}

/// Why the booking is to be paid, and how long from now.
async fn due(app: &TestApp, scene: &Scene) -> (Value, i64) {
    let reason = seen(app, scene).await["payment_due"]["reason"].clone();
    let until = app
        .count("select coalesce(payment_due_until, 0) from bookings")
        .await;
    (reason, until - app.clock.now())
}

/// How often a pro was told that a job they agreed to is not theirs.
async fn let_down(app: &TestApp, pro: &Person) -> usize {
    let phone = app
        .text(&format!("select phone from masters where id = '{}'", pro.id))
        .await;
    let lines = outbox(app, &phone.expect("a phone"));
    let told = |line: &&Value| {
        line["text"]
            .as_str()
            .is_some_and(|text| text.contains("you agreed to it by phone, but it is no longer yours"))
    };
    lines.iter().filter(told).count()
}

async fn outcomes(app: &TestApp) -> String {
    let last = "select outcome from changes where kind = 'promised' order by made_at desc, id limit 1";
    app.text(last).await.unwrap_or_default()
}

/// The pro has the booking, and the card is charged.
async fn has_it(app: &TestApp, scene: &Scene, pro: &Person) {
    after(app, 0).await;
    let booking = read(app, &scene.booking.id).await;
    assert_eq!(
        (
            booking.status.as_str(),
            booking.assigned_master_id.as_deref(),
            booking.payment_due_until
        ),
        ("assigned", Some(pro.id.as_str()), None)
    );
    assert_eq!(
        app.count("select cast(sum(captured_pence) as bigint) from payments")
            .await,
        11_700
    );
    assert_eq!(
        app.count("select cast(sum(taken) as bigint) from slot_places")
            .await,
        1
    );
    balances_agree(app).await;
}

both_databases! {
    async fn what_found_nobody_is_the_pros_once_its_client_has_paid(app: TestApp) {
        let scene = let_go_early(&app).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let again = operator.page(&choosing(&scene)).await;
        promise(&operator, &scene, &pro).await.page.says(ASKED).says("A pro agreed by phone");
        operator.page(&address(&scene.booking.id)).await.says("The client’s payment by").says("has the job");
        after(&app, 0).await;
        assert_eq!(due(&app, &scene).await, (json!("promised"), 12 * HOUR));
        assert_eq!(app.count("select cast(sum(taken) as bigint) from slot_places").await, 1, "its place is kept");
        let asked = outbox(&app, "ada@example.com").pop().unwrap();
        let text = asked["text"].as_str().unwrap();
        assert!(text.contains("Ada L. has agreed to do Leak / tap issue") && text.contains("Please pay £117 by 10:20, Tue 24 Nov") && text.contains("/pay/"), "{text}");
        operator.send(&address(&scene.booking.id), MESSAGE, &[("message", "payment-asked")]).await.page.says("The message is on its way.");
        after(&app, 0).await;
        assert_eq!(outbox(&app, "ada@example.com").pop().unwrap()["text"], asked["text"], "it can be sent again");
        // What the pro has agreed to stays as it is.
        let retry = app.post(&format!("/api/bookings/{}/retry", scene.booking.id)).bearer(&scene.guest.token).json(&json!({ "radiusKm": 30 }));
        retry.send().await.problem(409, "payment_due");
        raise(&app, &scene, &json!({ "deltaGBP": 13 })).await.problem(409, "payment_due");
        let led = operator.fill(again, ASSIGN, &[], &giving(&pro)).await;
        led.page.says("Nothing was done.").says("This booking is promised to this pro already");
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        has_it(&app, &scene, &pro).await;
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending", "no_response", "pro_promised", "assigned"]);
        let noted = noted(&app).await;
        assert_eq!(noted.first(), Some(&json!(["booking_promised", scene.booking.id, "Agreed on the phone."])));
        assert_eq!(noted.len(), 2, "and the message");
        after(&app, 12 * HOUR).await;
        has_it(&app, &scene, &pro).await;
        assert_eq!(let_down(&app, &pro).await, 0);
    }

    async fn a_pro_who_agreed_to_another_time_is_asked_again(app: TestApp) {
        let scene = settled(&app).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let page = operator.page(&choosing(&scene)).await;
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        let led = operator.fill(page, ASSIGN, &[], &giving(&pro)).await;
        led.page.says("Nothing was done.").says("It is now Wednesday 25 November 2026 at 11:00, £117. Ask the pro again");
        assert_eq!((status(&app, &scene).await.as_str(), noted(&app).await.len()), ("pending", 0));
        operator.fill(led.page, ASSIGN, &[], &giving(&pro)).await.page.says("The pro has the booking.");
    }

    async fn nobody_promises_a_booking_to_themselves(app: TestApp) {
        let scene = let_go_early(&app).await;
        let (own, pro) = (Operator::new(&app, "pro@example.com", OperatorRole::Admin).await, ready(&app, "pro", 1).await);
        promise(&own, &scene, &pro).await.page.says("Nothing was done.").says("This concerns your own account");
        assert_eq!(app.count("select count(*) from changes").await, 0);
        assert!(noted(&app).await.is_empty());
        promise(&admin(&app).await, &scene, &pro).await.page.says(ASKED);
    }

    async fn unpaid_it_stays_where_it_was(app: TestApp) {
        let scene = let_go_early(&app).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        after(&app, 12 * HOUR - MINUTE).await;
        assert_eq!(due(&app, &scene).await, (json!("promised"), MINUTE));
        after(&app, MINUTE).await;
        assert_eq!((status(&app, &scene).await.as_str(), outcomes(&app).await.as_str()), ("no_response", "lapsed"));
        assert!(seen(&app, &scene).await.get("payment_due").is_none());
        assert_eq!(app.count("select cast(sum(taken) as bigint) from slot_places").await, 0);
        after(&app, 0).await;
        assert_eq!(let_down(&app, &pro).await, 1);
        let later = Operator::new(&app, "later@callout.example", OperatorRole::Admin).await;
        later.page(&address(&scene.booking.id)).await.says("The client did not pay").lacks("The client’s payment by");
    }

    async fn shortly_before_the_visit_there_are_fifteen_minutes(app: TestApp) {
        let scene = let_go(&app).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        assert_eq!(due(&app, &scene).await, (json!("promised"), 15 * MINUTE));
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        has_it(&app, &scene, &pro).await;
    }

    async fn a_budget_is_paid_at_its_price_and_not_given_up_meanwhile(app: TestApp) {
        let scene = by_card_budget(&app).await;
        // Nobody is looked for later than 12 hours before its visit.
        after(&app, 12 * HOUR - 30 * MINUTE).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let over = read(&app, &scene.booking.id).await.slot_start.unwrap() - 12 * HOUR;
        after(&app, over - 20 * MINUTE - app.clock.now()).await;
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        assert_eq!(due(&app, &scene).await, (json!("promised"), 20 * MINUTE));
        app.execute("update bookings set payment_due_until = payment_due_until + 600000").await;
        app.execute("update changes set until = until + 600000").await;
        after(&app, 20 * MINUTE).await;
        assert_eq!((status(&app, &scene).await.as_str(), due(&app, &scene).await), ("pending", (json!("promised"), 10 * MINUTE)));
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        has_it(&app, &scene, &pro).await;
    }

    async fn a_budget_that_found_nobody_is_paid_for_its_pro(app: TestApp) {
        let scene = by_card_budget(&app).await;
        app.execute("update bookings set proposed_pence = amount_pence").await;
        after(&app, 12 * HOUR).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        let scene = later(&app, scene).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        after(&app, 15 * MINUTE).await;
        assert_eq!(due(&app, &scene).await, (json!("promised"), 12 * HOUR - 15 * MINUTE), "nothing is let go");
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        has_it(&app, &scene, &pro).await;
        assert_eq!(read(&app, &scene.booking.id).await.amount_pence, 11_700);
    }

    async fn a_hold_that_ended_is_made_again_as_it_was_asked_for(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let scene = hold_ended(&app).await;
        let open = || app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id })).send();
        let opened = open().await.expect_status(200).json();
        after(&app, HOUR).await;
        assert_eq!(due(&app, &scene).await, (json!("hold_ended"), 11 * HOUR));
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        assert_eq!(due(&app, &scene).await, (json!("promised"), 11 * HOUR), "the same payment, the same time");
        assert_eq!(open().await.expect_status(200).json(), opened);
        move_to(&app, &scene, SAME).await.problem(409, "payment_due");
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        has_it(&app, &scene, &pro).await;
        assert_eq!(outcomes(&app).await, "done");
    }

    async fn a_hold_that_is_not_made_again_cancels_the_booking(app: TestApp) {
        let scene = hold_ended(&app).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        after(&app, 12 * HOUR).await;
        let ended = read(&app, &scene.booking.id).await;
        assert_eq!((ended.status.as_str(), ended.cancel_reason.map(CancelReason::as_str)), ("cancelled", Some("payment_ended")));
        after(&app, 0).await;
        assert_eq!((outcomes(&app).await.as_str(), let_down(&app, &pro).await), ("over", 1));
    }

    async fn who_accepts_in_the_app_meanwhile_has_it(app: TestApp) {
        let other = ready(&app, "other", 2).await;
        let scene = hold_ended(&app).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        let _ = respond(&app, &other, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!((outcomes(&app).await.as_str(), let_down(&app, &pro).await), ("over", 1));
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        has_it(&app, &scene, &other).await;
    }

    async fn a_pro_who_may_not_have_it_any_more_is_passed_over(app: TestApp) {
        let scenes = [let_go_early(&app).await, hold_ended(&app).await];
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let other = ready(&app, "other", 2).await;
        for scene in scenes {
            app.execute("update master_documents set verified_at = uploaded_at").await;
            let id = scene.booking.id.clone();
            promise(&operator, &scene, &pro).await.page.says(ASKED);
            app.execute(&format!("update master_documents set verified_at = null where master_id = '{}'", pro.id)).await;
            let told = let_down(&app, &pro).await;
            assert_eq!(pay_due(&app, &scene).await, 11_700);
            assert_eq!((status(&app, &scene).await.as_str(), seen(&app, &scene).await.get("payment_due")), ("pending", None));
            after(&app, 0).await;
            assert_eq!(let_down(&app, &pro).await, told + 1);
            assert!(event_kinds(&app, &scene).await.contains(&"promise_gone".to_owned()));
            operator.page(&address(&id)).await.says("can no longer take it").says("Nobody yet");
        }
        assert_eq!(app.count("select count(*) from payments where status = 'requires_capture'").await, 2, "both are held for whoever comes");
        assert_eq!(offers(&app, &other).await.len(), 2);
    }

    async fn of_two_operators_the_second_learns_of_the_promise(app: TestApp) {
        let scene = let_go_early(&app).await;
        let (operator, late) = (admin(&app).await, Operator::new(&app, "late@callout.example", OperatorRole::Admin).await);
        let (one, other) = (ready(&app, "one", 1).await, ready(&app, "other", 2).await);
        app.execute(&format!("update masters set phone = '+447700900987' where id = '{}'", other.id)).await;
        let stale = late.page(&choosing(&scene)).await;
        promise(&operator, &scene, &one).await.page.says(ASKED);
        let led = late.fill(stale, ASSIGN, &[], &giving(&other)).await;
        led.page.says("Meanwhile admin@callout.example promised the booking to a pro").says("Agreed on the phone.");
        assert_eq!(app.count("select count(*) from changes").await, 1);
        // Who has seen that may decide otherwise.
        promise(&late, &scene, &other).await.page.says(ASKED);
        after(&app, 0).await;
        assert_eq!((let_down(&app, &one).await, let_down(&app, &other).await), (1, 0));
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        has_it(&app, &scene, &other).await;
    }

    async fn another_time_or_a_cancellation_ends_it(app: TestApp) {
        let scene = let_go_early(&app).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        move_to(&app, &scene, SAME).await.problem(409, "payment_required");
        after(&app, 0).await;
        assert_eq!((outcomes(&app).await.as_str(), let_down(&app, &pro).await), ("replaced", 1));
        assert_eq!(due(&app, &scene).await.0, json!("again"));
        app.clock.advance(MINUTE);
        promise(&operator, &scene, &pro).await.page.says(ASKED);
        let opened = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id }));
        let _ = opened.send().await.expect_status(200);
        let cancel = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", scene.booking.id)).bearer(&scene.guest.token);
        let _ = cancel.send().await.expect_status(200);
        after(&app, 0).await;
        after(&app, 0).await;
        assert_eq!((outcomes(&app).await.as_str(), let_down(&app, &pro).await), ("over", 2));
        assert_eq!(app.count("select cast(sum(taken) as bigint) from slot_places").await, 0);
        assert_eq!(app.count("select count(*) from sandbox_intents where status <> 'canceled'").await, 0);
    }

    async fn cash_needs_no_hold(app: TestApp) {
        let scene = in_cash(&app).await;
        after(&app, 12 * HOUR).await;
        after(&app, 15 * MINUTE).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        assert_eq!(status(&app, &scene).await, "no_response");
        promise(&operator, &scene, &pro).await.page.says("The pro has the booking. Client and pro are told.");
        assert_eq!((status(&app, &scene).await.as_str(), app.count("select count(*) from changes").await), ("assigned", 0));
    }
}
