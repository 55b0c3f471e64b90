//! Refunds that were made and that the client's bank returns days later.

use api_tests::{TestApp, both_databases};
use callout_domain::failure::Failure;
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_front::jobs;
use callout_money::payments::refund;
use callout_store::refunds;

use crate::change_orders_paid::paid;
use crate::chargebacks::refused;
use crate::earnings::balances_agree;
use crate::matching::{ready, step};
use crate::people::outbox;
use crate::scene::{Scene, created, pay};
use crate::settle::balance;
use crate::stripe;

/// A card whose bank returns refunds.
const RETURNS: &str = "4000 0000 0000 5126";

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
}

/// A captured payment of £117.
async fn charged(app: &TestApp, card: &str) -> Scene {
    let scene = created(app).await;
    let _ = pay(app, &scene, card).await.expect_status(200);
    run(app).await;
    app.state.payments.capture(scene.id(), 11_700).await.unwrap();
    scene
}

/// £7.00 are promised to the client.
pub(crate) async fn goodwill(app: &TestApp, payment: &str) {
    let (id, now) = (payment.to_owned(), app.clock.now());
    let promised = app.state.db.write(move |connection| {
        Box::pin(async move { refund::promise(connection, &id, "goodwill:1", 700, now).await })
    });
    promised.await.unwrap();
    run(app).await;
}

/// What was not given back, what the client has paid for work to come, what is at the provider, in pence.
async fn money(app: &TestApp, scene: &Scene) -> [i64; 3] {
    let client = Account::Client(scene.booking.made_by.clone());
    [
        app.count("select captured_pence - refunded_pence from payments")
            .await,
        -balance(app, client).await,
        balance(app, Account::ProviderCash).await,
    ]
}

async fn standing(app: &TestApp) -> String {
    app.text("select status from refunds").await.unwrap()
}

both_databases! {
    async fn its_money_is_the_clients_again_and_somebody_is_told(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some("money@callout.example".into())).await;
        let scene = charged(&app, RETURNS).await;
        goodwill(&app, scene.id()).await;
        assert_eq!(standing(&app).await, "refused");
        assert_eq!(money(&app, &scene).await, [11_700; 3]);
        let told = outbox(&app, "money@callout.example");
        assert_eq!(told.last().unwrap()["subject"], "Refund refused: goodwill:1");

        // The next attempt is returned too, and then the bank takes it.
        let _ = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        run(&app).await;
        assert_eq!(money(&app, &scene).await, [11_700; 3]);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'refund_returned'").await, 2);
        app.execute("update sandbox_intents set returns_refunds = 0").await;
        let _ = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        run(&app).await;
        assert_eq!(standing(&app).await, "done");
        assert_eq!(money(&app, &scene).await, [11_000; 3]);
        assert_eq!(app.count("select refunded_pence from sandbox_intents").await, 700);
    }

    async fn one_made_by_hand_of_another_payment_takes_its_place(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        // £117.00, and £80.00 of extra work.
        let scene = paid(&app, &pro).await;
        let _ = step(&app, &pro, &scene.booking.id, "completed").await.expect_status(200);
        run(&app).await;
        // Refunds take from what was charged last.
        app.execute("update payments set created_at = created_at + 1 where purpose = 'change_order'").await;
        refused(&app, &scene, 3_000).await;
        app.state.sandbox.refund_by_hand(scene.id(), 900).await.unwrap();
        run(&app).await;
        let _ = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        run(&app).await;
        let all = "select string_agg(told, ', ') from (select status || ' ' || amount_pence as told from refunds order by amount_pence) as all_of_them";
        assert_eq!(app.text(all).await.unwrap(), "done 900, done 2100, superseded 3000");
        assert_eq!(balance(&app, Account::Client(scene.booking.made_by.clone())).await, 0);
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, 16_700);
        balances_agree(&app).await;
    }

    async fn an_event_of_an_earlier_attempt_changes_nothing(app: TestApp) {
        let (app, account) = stripe::with_stripe(&app).await;
        let scene = created(&app).await;
        account.lock().unwrap().set_status("pi_1", "requires_capture");
        app.state.payments.settle("pi_1").await.unwrap();
        app.state.payments.capture("pi_1", 11_700).await.unwrap();
        goodwill(&app, "pi_1").await;
        assert_eq!(money(&app, &scene).await, [11_000; 3]);

        // It arrives twice, and once more after the next attempt has reached the client.
        account.lock().unwrap().refunds[0]["status"] = "failed".into();
        for number in 1..=2 {
            let _ = stripe::event(&app, number, "refund.failed", "re_1").await.expect_status(200);
            run(&app).await;
            assert_eq!((standing(&app).await.as_str(), money(&app, &scene).await), ("refused", [11_700; 3]));
        }
        let _ = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        run(&app).await;
        let _ = stripe::event(&app, 3, "charge.refund.updated", "re_1").await.expect_status(200);
        let _ = stripe::event(&app, 4, "refund.updated", "re_2").await.expect_status(200);
        run(&app).await;
        assert_eq!((standing(&app).await.as_str(), money(&app, &scene).await), ("done", [11_000; 3]));
    }

    async fn a_late_answer_about_an_earlier_attempt_does_not_end_the_next(app: TestApp) {
        let scene = charged(&app, RETURNS).await;
        goodwill(&app, scene.id()).await;
        let first = refunds::find(&mut app.state.db.read().await.unwrap(), "goodwill:1").await.unwrap().unwrap();
        let _ = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(standing(&app).await, "pending");
        let now = app.clock.now();
        let late = app.state.db.write(move |connection| {
            Box::pin(async move { refunds::done(connection, &first, now).await.map_err(Failure::from) })
        });
        assert!(!late.await.unwrap());
        assert_eq!(standing(&app).await, "pending");
    }

    async fn one_that_is_still_being_made_is_looked_at_again(app: TestApp) {
        let (app, account) = stripe::with_stripe(&app).await;
        let scene = created(&app).await;
        account.lock().unwrap().set_status("pi_1", "requires_capture");
        app.state.payments.settle("pi_1").await.unwrap();
        app.state.payments.capture("pi_1", 11_700).await.unwrap();
        goodwill(&app, "pi_1").await;
        account.lock().unwrap().refunds[0]["status"] = "failed".into();
        app.execute("update refunds set status = 'pending'").await;
        assert_eq!(app.state.payments.follow_refund("re_1").await.unwrap_err().code, "refund_pending");
        app.execute("update refunds set status = 'done'").await;
        app.state.payments.follow_refund("re_1").await.unwrap();
        assert_eq!(money(&app, &scene).await, [11_700; 3]);
    }
}
