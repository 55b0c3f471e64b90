//! POST /api/bookings/{id}/no-show/contest: a pro contests that they did not come, and an operator decides.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_domain::ledger::Account;
use callout_domain::missed_visit::Verdict;
use callout_domain::operator::By;
use callout_front::jobs;
use callout_store::missed_visits::MissedVisit;
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};

use crate::earnings::{balances_agree, done_in_cash, payouts, statement, sweep};
use crate::matching::{after, ready};
use crate::matching_jobs::{job, taken};
use crate::people::{Person, outbox};
use crate::scene::{Scene, event_kinds};
use crate::settle::balance;

pub(crate) const OPERATOR: &str = "visits@callout.example";
pub(crate) const WHY: &str = "I rang three times from 10:05 on, and a neighbour saw me.";
const BECAUSE: &str = "The neighbour remembers the van.";

/// Runs what is due until nothing follows.
pub(crate) async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

/// A job of £117 by card whose client has reported that the pro did not come.
pub(crate) async fn missed(app: &TestApp, pro: &Person) -> Scene {
    let scene = taken(app, pro).await;
    app.clock.advance(DAY + 2 * HOUR);
    report_no_show(app, &scene).await;
    run(app).await;
    scene
}

async fn report_no_show(app: &TestApp, scene: &Scene) {
    let call = app.post(&format!("/api/bookings/{}/no-show", scene.booking.id));
    let _ = call.bearer(&scene.guest.token).send().await.expect_status(200);
}

pub(crate) async fn contest(app: &TestApp, pro: &Person, id: &str, text: &str) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/no-show/contest"));
    call.bearer(&pro.token)
        .json(&json!({ "text": text }))
        .send()
        .await
}

/// The one visit that waits for an operator.
pub(crate) async fn waiting(app: &TestApp) -> MissedVisit {
    let mut waiting = app.state.visits.to_decide().await.unwrap();
    assert_eq!(waiting.len(), 1, "{waiting:?}");
    waiting.remove(0)
}

async fn emails(app: &TestApp, to: &str, subject: &str) -> usize {
    let told = outbox(app, to);
    told.iter().filter(|email| email["subject"] == subject).count()
}

both_databases! {
    async fn a_contested_visit_that_was_made_is_paid_by_the_platform_once(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.into())).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = missed(&app, &pro).await;
        let id = scene.booking.id.as_str();
        assert!(job(&app, &pro, id).await["no_show_until"].is_string());
        contest(&app, &pro, id, "I was.").await.invalid_field("text");
        let told = contest(&app, &pro, id, &format!("{WHY} 07700 900123")).await.expect_status(200).json();
        assert_eq!((&told["no_show"]["text"], told.get("no_show_until")), (&json!(format!("{WHY} •••")), None));
        let _ = contest(&app, &pro, id, &format!("{WHY} 07700 900123")).await.expect_status(200);
        contest(&app, &pro, id, "Something else entirely.").await.problem(409, "already_reported");
        let stranger = ready(&app, "other", 2).await;
        contest(&app, &stranger, id, WHY).await.problem(404, "not_found");
        assert_eq!(event_kinds(&app, &scene).await.iter().filter(|kind| *kind == "no_show_contested").count(), 1);
        run(&app).await;
        assert_eq!(emails(&app, OPERATOR, &format!("Missed visit contested: {id}")).await, 1);

        let visit = waiting(&app).await.id;
        let visits = &app.state.visits;
        assert_eq!(visits.decide_no_show(&visit, true, " ", By::command_line(&app.state.keys)).await.unwrap_err().code, "invalid");
        assert_eq!(visits.decide_no_show("visit-none", true, BECAUSE, By::command_line(&app.state.keys)).await.unwrap_err().code, "not_found");
        let decided = join_all((0..4).map(|_| visits.decide_no_show(&visit, true, BECAUSE, By::command_line(&app.state.keys)))).await;
        assert_eq!(decided.iter().filter(|decided| decided.is_ok()).count(), 1);
        assert!(decided.iter().flat_map(|decided| decided.as_ref().err()).all(|failure| failure.code == "already_decided"));
        run(&app).await;
        // 35% of £117.00 is £40.95, less 15% of that.
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 3_481);
        assert_eq!(balance(&app, Account::ProClearing(pro.id.clone())).await, -3_481);
        assert_eq!(balance(&app, Account::PlatformFees).await, 0);
        // The client keeps the refund, and has nothing to dispute.
        assert_eq!(app.count("select refunded_pence from payments").await, 11_700);
        assert_eq!(balance(&app, Account::ProviderCash).await, 0);
        let shown = job(&app, &pro, id).await;
        let expected = json!({ "verdict": "overturned", "words": BECAUSE, "amountPence": 3_481 });
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&shown["no_show"][field], value);
        }
        assert_eq!(shown.get("earned"), None, "no client paid it");
        assert_eq!(emails(&app, "pro@example.com", &format!("Your visit counts as made: {id}")).await, 1);
        contest(&app, &pro, id, WHY).await.problem(409, "already_reported");

        app.clock.advance(72 * HOUR);
        sweep(&app).await;
        assert_eq!(payouts(&app, &pro).await["availablePence"], 3_481);
        let month = statement(&app, &pro, "2026-11").await.expect_status(200).text();
        assert!(month.contains("Wasted visit"), "{month}");
    }

    async fn a_visit_stays_missed(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = missed(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = contest(&app, &pro, id, WHY).await.expect_status(200);
        let visit = waiting(&app).await.id;
        let leave = || app.call(Method::DELETE, "/api/masters/me").bearer(&pro.token).send();
        leave().await.problem(409, "balance_not_zero");
        let stands = app.state.visits.decide_no_show(&visit, false, "Nobody saw you.", By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!((stands.verdict, stands.amount_pence), (Some(Verdict::Stands), 0));
        run(&app).await;
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 0);
        assert_eq!(emails(&app, "pro@example.com", &format!("The visit counts as missed: {id}")).await, 1);
        assert!(app.state.visits.to_decide().await.unwrap().is_empty());
        let export = app.get("/api/clients/me/export").bearer(&scene.guest.token).send().await.expect_status(200).json();
        let exported = &export["bookings"][0]["missed_visits"][0];
        assert_eq!((&exported["text"], &exported["words"]), (&json!(WHY), &json!("Nobody saw you.")));
        let _ = leave().await.expect_status(204);
        assert_eq!(app.text("select text from missed_visits").await.as_deref(), Some(""));
    }

    async fn a_client_is_not_erased_before_it_is_decided_whether_the_pro_came(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = missed(&app, &pro).await;
        let _ = contest(&app, &pro, &scene.booking.id, WHY).await.expect_status(200);
        let erase = || app.call(Method::DELETE, "/api/clients/me").bearer(&scene.guest.token).send();
        erase().await.problem(409, "open_bookings");
        let visit = waiting(&app).await;
        assert_eq!(visit.text.as_deref(), Some(WHY));
        app.state.visits.decide_no_show(&visit.id, false, BECAUSE, By::command_line(&app.state.keys)).await.unwrap();
        let _ = erase().await.expect_status(204);
    }

    async fn only_a_missed_visit_is_contested_and_for_48_hours(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        contest(&app, &pro, id, WHY).await.problem(409, "not_missed");
        app.clock.advance(DAY + 2 * HOUR);
        report_no_show(&app, &scene).await;
        run(&app).await;
        app.clock.advance(48 * HOUR);
        contest(&app, &pro, id, WHY).await.problem(409, "report_closed");
        assert_eq!(job(&app, &pro, id).await.get("no_show_until"), None);
        app.clock.advance(-1);
        assert!(job(&app, &pro, id).await["no_show_until"].is_string());
        let _ = contest(&app, &pro, id, WHY).await.expect_status(200);
        app.execute("update bookings set cancel_reason = 'client'").await;
        contest(&app, &pro, id, WHY).await.problem(409, "not_missed");
    }

    async fn of_a_job_in_cash_only_the_verdict_counts(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done_in_cash(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let before: Value = payouts(&app, &pro).await;
        // As if its client had reported it instead.
        app.execute("update bookings set status = 'cancelled', cancel_reason = 'pro_no_show'").await;
        let _ = contest(&app, &pro, id, WHY).await.expect_status(200);
        let visit = waiting(&app).await.id;
        let made = app.state.visits.decide_no_show(&visit, true, BECAUSE, By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!((made.verdict, made.amount_pence), (Some(Verdict::Overturned), 0));
        after(&app, 0).await;
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 0);
        assert_eq!(payouts(&app, &pro).await["clearingPence"], before["clearingPence"]);
        let told = outbox(&app, "pro@example.com");
        assert!(told.iter().any(|email| email["text"].as_str().is_some_and(|text| text.contains("The job was in cash"))), "{told:?}");
    }
}
