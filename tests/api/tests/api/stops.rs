//! POST /api/bookings/{id}/stop: the client asks to stop a job that has begun, and an operator decides what it costs.

use api_tests::{Answer, TestApp, both_databases};
use callout_booking::bookings::Stop;
use callout_domain::booking::CancelReason;
use callout_domain::ledger::{Account, Credit, Debit, Kind, Transaction};
use callout_domain::operator::By;
use callout_front::jobs;
use callout_store::ledger;
use pricing_core::{BasisPoints, Pence};
use serde_json::json;

use crate::earnings::balances_agree;
use crate::matching::{after, ready, seen, step};
use crate::matching_jobs::{job, taken};
use crate::people::{Person, outbox};
use crate::scene::{Scene, event_kinds, status};
use crate::settle::balance;

const OPERATOR: &str = "help@callout.example";
pub(crate) const WHY: &str = "They fit the wrong tap. Call me on 07700 900123.";

/// A job of £117 by card whose work has begun.
pub(crate) async fn begun(app: &TestApp, pro: &Person) -> Scene {
    let scene = taken(app, pro).await;
    for to in ["en_route", "in_progress"] {
        let _ = step(app, pro, &scene.booking.id, to).await.expect_status(200);
    }
    scene
}

pub(crate) async fn ask(app: &TestApp, scene: &Scene, text: &str) -> Answer {
    let call = app.post(&format!("/api/bookings/{}/stop", scene.booking.id));
    call.bearer(&scene.guest.token)
        .json(&json!({ "text": text }))
        .send()
        .await
}

fn share(percent: u32) -> Stop {
    Stop {
        price: None,
        share: BasisPoints(percent * 100),
        words: "Half of the work was done.".to_owned(),
    }
}

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

both_databases! {
    async fn the_client_asks_once_and_an_operator_decides_what_it_costs(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.into())).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = begun(&app, &pro).await;
        let asked = ask(&app, &scene, WHY).await.expect_status(200).json();
        let text = "They fit the wrong tap. Call me on •••.";
        assert_eq!((&asked["status"], &asked["stop"]["text"]), (&json!("in_progress"), &json!(text)));
        let again = ask(&app, &scene, "Please stop them now!").await.expect_status(200).json();
        assert_eq!(again["stop"], asked["stop"]);
        assert_eq!(job(&app, &pro, &scene.booking.id).await["stop"]["text"], text);
        assert_eq!(event_kinds(&app, &scene).await.iter().filter(|kind| *kind == "stop_asked").count(), 1);
        run(&app).await;
        let told: Vec<_> = outbox(&app, OPERATOR);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0]["subject"], format!("Asked to stop: {}", scene.booking.id).as_str());
        let address = format!("http://127.0.0.1:8080/admin/bookings/{}", scene.booking.id);
        assert!(told[0]["text"].as_str().unwrap().contains(&address), "{told:?}");
        let waiting = app.state.bookings.to_stop().await.unwrap();
        assert_eq!(waiting.iter().map(|booking| &booking.id).collect::<Vec<_>>(), [&scene.booking.id]);

        let stopped = app.state.bookings.stop(scene.booking.id.clone(), share(40), By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(stopped.cancel_reason.map(CancelReason::as_str), Some("stopped"));
        run(&app).await;
        // 40% of £117.00 is £46.80, of which 15% are the platform's.
        assert_eq!(balance(&app, Account::ProviderCash).await, 4_680);
        assert_eq!(balance(&app, Account::PlatformFees).await, -702);
        assert_eq!(app.count("select clearing_pence from pro_balances").await, 3_978);
        let shown = seen(&app, &scene).await;
        assert_eq!((&shown["status"], &shown["stop"]["words"]), (&json!("cancelled"), &json!("Half of the work was done.")));
        let earned = |made_good: i64| json!({ "paid_pence": 4_680, "fee_pence": 702, "net_pence": 3_978, "made_good_pence": made_good });
        assert_eq!(job(&app, &pro, &scene.booking.id).await["earned"], earned(0));
        // As an appeal does that the pro wins.
        let (id, to, now) = (scene.booking.id.clone(), Credit(Account::Pro(pro.id.clone())), app.clock.now());
        let posted = app.state.db.write(move |connection| Box::pin(async move {
            let posting = Transaction::new(Kind::MadeGood, "dispute-1", "GBP").about_booking(&id);
            let posting = posting.transfer(Pence(500), Debit(Account::PlatformGoodwill), to).unwrap();
            ledger::post(connection, &posting, now).await
        }));
        assert!(posted.await.unwrap());
        assert_eq!(job(&app, &pro, &scene.booking.id).await["earned"], earned(500));
        assert!(app.state.bookings.to_stop().await.unwrap().is_empty());
        assert_eq!(app.state.bookings.stop(scene.booking.id.clone(), share(40), By::command_line(&app.state.keys)).await.unwrap_err().code, "not_in_progress");
        assert_eq!(balance(&app, Account::ProviderCash).await, 4_680);
    }

    async fn it_may_cost_nothing_or_the_whole_price(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        for (percent, kept) in [(0, 0), (100, 11_700)] {
            let scene = begun(&app, &pro).await;
            let before = balance(&app, Account::ProviderCash).await - 11_700;
            // Not only when the client asked: they may have phoned.
            let _ = app.state.bookings.stop(scene.booking.id.clone(), share(percent), By::command_line(&app.state.keys)).await.unwrap();
            run(&app).await;
            assert_eq!(balance(&app, Account::ProviderCash).await - before, kept, "{percent}%");
            assert_eq!(job(&app, &pro, &scene.booking.id).await.get("earned").is_some(), kept > 0, "{percent}%");
            app.execute("delete from slot_places").await;
            after(&app, 0).await;
        }
        let scene = begun(&app, &pro).await;
        for wrong in [101, 1_000] {
            let failure = app.state.bookings.stop(scene.booking.id.clone(), share(wrong), By::command_line(&app.state.keys)).await.unwrap_err();
            assert_eq!(failure.code, "invalid", "{wrong}%");
        }
        assert_eq!(status(&app, &scene).await, "in_progress");
    }

    async fn a_share_of_another_price_than_was_seen_is_refused(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = begun(&app, &pro).await;
        let of = |pence| Stop { price: Some(Pence(pence)), ..share(50) };
        let refused = app.state.bookings.stop(scene.booking.id.clone(), of(11_699), By::command_line(&app.state.keys)).await.unwrap_err();
        assert_eq!(refused.code, "price_changed");
        assert_eq!(status(&app, &scene).await, "in_progress");
        let _ = app.state.bookings.stop(scene.booking.id.clone(), of(11_700), By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(status(&app, &scene).await, "cancelled");
    }

    async fn only_while_the_work_goes_on(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        ask(&app, &scene, WHY).await.problem(409, "not_in_progress");
        for to in ["en_route", "in_progress"] {
            let _ = step(&app, &pro, &scene.booking.id, to).await.expect_status(200);
        }
        let _ = ask(&app, &scene, "Short").await.invalid_field("text");
        let stranger = app.guest().await;
        let call = app.post(&format!("/api/bookings/{}/stop", scene.booking.id)).bearer(&stranger.token);
        call.json(&json!({ "text": WHY })).send().await.problem(404, "not_found");
        let _ = step(&app, &pro, &scene.booking.id, "completed").await.expect_status(200);
        ask(&app, &scene, WHY).await.problem(409, "not_in_progress");
        assert_eq!(app.state.bookings.stop(scene.booking.id.clone(), share(0), By::command_line(&app.state.keys)).await.unwrap_err().code, "not_in_progress");
    }
}
