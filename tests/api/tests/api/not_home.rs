//! POST /api/bookings/{id}/at-the-door and /not-home: nobody opens to the pro, and an operator decides what it costs.

use api_tests::{Answer, TestApp, both_databases};
use callout_booking::visits::Outcome;
use callout_domain::clock::{DAY, HOUR, MINUTE};
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_front::jobs;
use futures_util::future::join_all;
use pricing_core::BasisPoints;
use serde_json::json;

use crate::earnings::balances_agree;
use crate::matching::{put_step, ready, seen, step};
use crate::matching_jobs::{job, taken};
use crate::missed_visits::{OPERATOR, run, waiting};
use crate::people::{Person, outbox};
use crate::scene::{Scene, event_kinds, status};
use crate::settle::balance;

pub(crate) const WHY: &str = "I rang the bell and called three times.";
const BECAUSE: &str = "The calls were not answered.";

/// A job of £117 by card whose window begins now.
pub(crate) async fn due(app: &TestApp, pro: &Person) -> Scene {
    let scene = taken(app, pro).await;
    let start = app
        .count("select slot_start from bookings order by created_at desc limit 1")
        .await;
    app.clock.advance(start - app.clock.now());
    scene
}

/// A call from so many degrees north of the job.
async fn from(
    app: &TestApp,
    pro: &Person,
    scene: &Scene,
    call: &str,
    north: f64,
    text: Option<&str>,
) -> Answer {
    let at = seen(app, scene).await["location"].clone();
    let mut body = json!({ "lat": at["lat"].as_f64().unwrap() + north, "lng": at["lng"] });
    if let Some(text) = text {
        body["text"] = json!(text);
    }
    let call = app.post(&format!("/api/bookings/{}/{call}", scene.booking.id));
    call.bearer(&pro.token).json(&body).send().await
}

pub(crate) async fn arrive(app: &TestApp, pro: &Person, scene: &Scene) -> Answer {
    from(app, pro, scene, "at-the-door", 0.0, None).await
}

pub(crate) async fn report(app: &TestApp, pro: &Person, scene: &Scene, text: &str) -> Answer {
    from(app, pro, scene, "not-home", 0.0, Some(text)).await
}

/// A job whose pro has waited in vain and said so.
pub(crate) async fn reported(app: &TestApp, pro: &Person) -> Scene {
    let scene = due(app, pro).await;
    let _ = step(app, pro, &scene.booking.id, "en_route")
        .await
        .expect_status(200);
    let _ = arrive(app, pro, &scene).await.expect_status(200);
    run(app).await;
    app.clock.advance(15 * MINUTE);
    let _ = report(app, pro, &scene, WHY).await.expect_status(200);
    run(app).await;
    scene
}

fn share(percent: u32) -> Outcome {
    Outcome::Charged(BasisPoints(percent * 100))
}

async fn refused(app: &TestApp, outcome: Outcome) -> &'static str {
    let visit = waiting(app).await.id;
    let decided = app
        .state
        .visits
        .decide_not_home(&visit, outcome, BECAUSE, By::command_line(&app.state.keys))
        .await;
    decided.unwrap_err().code
}

both_databases! {
    async fn a_client_who_is_not_at_home_pays_what_an_operator_decides_once(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.into())).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let told = outbox(&app, "ada@example.com");
        assert_eq!(told.iter().filter(|email| email["subject"].as_str().is_some_and(|title| title.ends_with("is at your door"))).count(), 1, "{told:?}");
        assert!(outbox(&app, "+447700900123").iter().any(|text| text["text"].as_str().is_some_and(|text| text.contains("is at your door"))));
        assert!(outbox(&app, OPERATOR).iter().any(|email| email["subject"] == format!("Client not at home: {id}").as_str()));
        let kinds = event_kinds(&app, &scene).await;
        assert_eq!(kinds[kinds.len() - 2..], ["at_the_door", "not_home"]);
        let shown = job(&app, &pro, id).await;
        assert_eq!((&shown["not_home"]["text"], shown.get("at_the_door_from")), (&json!(WHY), None));

        assert_eq!(refused(&app, share(51)).await, "invalid");
        let visit = waiting(&app).await.id;
        let visits = &app.state.visits;
        assert_eq!(visits.decide_no_show(&visit, true, BECAUSE, By::command_line(&app.state.keys)).await.unwrap_err().code, "not_found");
        assert_eq!(visits.decide_not_home(&visit, share(35), "  ", By::command_line(&app.state.keys)).await.unwrap_err().code, "invalid");
        let decided = join_all((0..4).map(|_| visits.decide_not_home(&visit, share(35), BECAUSE, By::command_line(&app.state.keys)))).await;
        assert_eq!(decided.iter().filter(|decided| decided.is_ok()).count(), 1);
        run(&app).await;
        // 35% of £117.00 is £40.95, of which 15% are the platform's.
        assert_eq!(balance(&app, Account::ProviderCash).await, 4_095);
        assert_eq!(balance(&app, Account::PlatformFees).await, -614);
        assert_eq!(balance(&app, Account::ProClearing(pro.id.clone())).await, -3_481);
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 0);
        let seen = seen(&app, &scene).await;
        assert_eq!((&seen["status"], &seen["cancel_reason"], &seen["stop"]["words"]), (&json!("cancelled"), &json!("not_home"), &json!(BECAUSE)));
        let shown = job(&app, &pro, id).await;
        assert_eq!((&shown["not_home"]["verdict"], &shown["not_home"]["amountPence"]), (&json!("charged"), &json!(4_095)));
        assert_eq!(shown["earned"]["net_pence"], 3_481);
        let to_pro = outbox(&app, "pro@example.com");
        assert!(to_pro.iter().any(|email| email["subject"] == format!("The visit is over: nobody was at home: {id}").as_str()), "{to_pro:?}");
        let told = outbox(&app, "ada@example.com");
        assert!(told.iter().any(|email| email["text"].as_str().is_some_and(|text| text.contains("nobody was at home when your pro came"))), "{told:?}");
        assert!(app.state.visits.to_decide().await.unwrap().is_empty());
    }

    async fn it_costs_nothing_up_to_what_a_late_cancellation_does(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let mut kept = 0;
        for (percent, cost) in [(0, 0), (50, 5_850)] {
            let _ = reported(&app, &pro).await;
            let visit = waiting(&app).await.id;
            let _ = app.state.visits.decide_not_home(&visit, share(percent), BECAUSE, By::command_line(&app.state.keys)).await.unwrap();
            run(&app).await;
            kept += cost;
            assert_eq!(balance(&app, Account::ProviderCash).await, kept, "{percent}%");
            app.execute("delete from slot_places").await;
        }
    }

    async fn a_visit_that_goes_on_is_as_it_was(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let visit = waiting(&app).await.id;
        let _ = app.state.visits.decide_not_home(&visit, Outcome::GoesOn, BECAUSE, By::command_line(&app.state.keys)).await.unwrap();
        run(&app).await;
        assert_eq!(status(&app, &scene).await, "en_route");
        assert_eq!(job(&app, &pro, id).await["not_home"]["verdict"], "goes_on");
        for (to, subject) in [("pro@example.com", format!("The visit is still going ahead: {id}")), ("ada@example.com", "Your visit is still going ahead".to_owned())] {
            assert!(outbox(&app, to).iter().any(|email| email["subject"] == subject.as_str()), "{to}");
        }
        report(&app, &pro, &scene, "Still nobody opens to me.").await.problem(409, "already_reported");
        let _ = step(&app, &pro, id, "in_progress").await.expect_status(200);
        arrive(&app, &pro, &scene).await.problem(409, "illegal_transition");
    }

    async fn a_pro_waits_at_the_door_for_15_minutes(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = due(&app, &pro).await;
        let id = scene.booking.id.as_str();
        assert!(job(&app, &pro, id).await["at_the_door_from"].is_string());
        app.clock.advance(-1);
        arrive(&app, &pro, &scene).await.problem(409, "too_early");
        app.clock.advance(1);
        report(&app, &pro, &scene, WHY).await.problem(409, "not_arrived");
        // 0.1 degrees are 11 km.
        from(&app, &pro, &scene, "at-the-door", 0.1, None).await.problem(422, "not_on_site");
        from(&app, &pro, &scene, "at-the-door", 200.0, None).await.invalid_field("position");
        let stranger = ready(&app, "other", 2).await;
        arrive(&app, &stranger, &scene).await.problem(404, "not_found");
        for _ in 0..2 {
            let here = arrive(&app, &pro, &scene).await.expect_status(200).json();
            assert!(here["not_home"]["reportFrom"].is_string(), "{here}");
            app.clock.advance(MINUTE);
        }
        run(&app).await;
        assert_eq!(outbox(&app, "ada@example.com").iter().filter(|email| email["subject"].as_str().is_some_and(|title| title.ends_with("is at your door"))).count(), 1);
        app.clock.advance(13 * MINUTE - 1);
        report(&app, &pro, &scene, WHY).await.problem(409, "too_early");
        app.clock.advance(1);
        report(&app, &pro, &scene, "Nobody.").await.invalid_field("text");
        report(&app, &pro, &scene, &"x".repeat(501)).await.invalid_field("text");
        from(&app, &pro, &scene, "not-home", 0.1, Some(WHY)).await.problem(422, "not_on_site");
        report(&app, &stranger, &scene, WHY).await.problem(404, "not_found");
        for _ in 0..2 {
            let told = report(&app, &pro, &scene, &format!("{WHY} 07700 900123")).await.expect_status(200).json();
            assert_eq!(told["not_home"]["text"], format!("{WHY} •••"));
        }
        report(&app, &pro, &scene, "Something else entirely.").await.problem(409, "already_reported");
        assert_eq!(event_kinds(&app, &scene).await.iter().filter(|kind| *kind == "not_home").count(), 1);
    }

    async fn a_booking_that_moves_on_closes_the_report(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let visit = waiting(&app).await.id;
        // The client is there after all.
        let _ = step(&app, &pro, &scene.booking.id, "in_progress").await.expect_status(200);
        assert!(app.state.visits.to_decide().await.unwrap().is_empty());
        let late = app.state.visits.decide_not_home(&visit, share(35), BECAUSE, By::command_line(&app.state.keys)).await;
        assert_eq!(late.unwrap_err().code, "already_decided");
        assert_eq!(status(&app, &scene).await, "in_progress");
        assert_eq!(job(&app, &pro, &scene.booking.id).await.get("not_home"), None);
        app.execute("delete from slot_places").await;
        app.clock.advance(DAY);
        // A pro who withdraws has no more to say, and the next one begins anew.
        let _ = step(&app, &pro, &scene.booking.id, "completed").await.expect_status(200);
        let scene = reported(&app, &pro).await;
        let left = json!({ "status": "cancelled" });
        let _ = put_step(&app, &pro, &scene.booking.id, &left).await.expect_status(200);
        assert!(app.state.visits.to_decide().await.unwrap().is_empty());
        report(&app, &pro, &scene, WHY).await.problem(404, "not_found");
    }

    async fn the_client_cancels_and_pays_what_that_costs(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let cancel = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", scene.booking.id)).bearer(&scene.guest.token);
        let _ = cancel.send().await.expect_status(200);
        run(&app).await;
        assert_eq!(balance(&app, Account::ProviderCash).await, 4_095);
        assert!(app.state.visits.to_decide().await.unwrap().is_empty());
    }

    async fn a_job_in_cash_costs_nothing(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        app.execute("update bookings set payment_method = 'cash'").await;
        assert_eq!(refused(&app, share(1)).await, "invalid");
        let visit = waiting(&app).await.id;
        let free = app.state.visits.decide_not_home(&visit, share(0), BECAUSE, By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(free.amount_pence, 0);
        assert_eq!(status(&app, &scene).await, "cancelled");
        app.clock.advance(HOUR);
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        balances_agree(&app).await;
    }
}
