//! `settle`: created -> paid -> pending, exactly once, whoever calls first; and what happens to late payments.

use api_tests::{TestApp, both_databases};
use callout_booking::bookings::{self, Change};
use callout_domain::booking::CancelReason;
use callout_domain::clock::{MINUTE, SECOND};
use callout_domain::failure::Failure;
use callout_domain::ledger::Account;
use callout_domain::status::{Actor, BookingStatus};
use callout_front::jobs::{self, housekeeping};
use callout_money::payments::Cancelled;
use callout_store::ledger;
use futures_util::future::join_all;

use crate::scene::{self, Scene, created, event_kinds, pay, pay_well, settled, status};

const GOOD: &str = "4242 4242 4242 4242";

pub(crate) async fn balance(app: &TestApp, account: Account) -> i64 {
    let sum = "select cast(coalesce(sum(amount_pence), 0) as bigint) from ledger_entries";
    assert_eq!(app.count(sum).await, 0, "the ledger is out of balance");
    let mut connection = app.state.db.read().await.unwrap();
    ledger::balance(&mut connection, &account).await.unwrap().0
}

fn client(scene: &Scene) -> Account {
    Account::Client(scene.guest.id.clone())
}

async fn provider_status(app: &TestApp) -> String {
    app.text("select status from sandbox_intents").await.unwrap()
}

/// Cancels the scene's booking as its client does, with a fee.
async fn cancel(app: &TestApp, scene: &Scene, fee_pence: i64) {
    let booking = scene::read(app, &scene.booking.id).await;
    let now = app.clock.now();
    let cancelled = app.state.db.write(move |connection| {
        Box::pin(async move {
            let off = Change::of(&booking, BookingStatus::Cancelled, Actor::Client)?
                .because(CancelReason::Client, fee_pence);
            assert!(bookings::change(connection, &booking, &off, now).await?);
            Ok(())
        })
    });
    cancelled.await.unwrap_or_else(|error: Failure| panic!("{error}"));
}

both_databases! {
    async fn many_callers_at_once_settle_once(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        let mut calls: Vec<_> = (0..8).map(|_| Box::pin(app.state.payments.settle(scene.id())) as futures_util::future::BoxFuture<'_, _>).collect();
        calls.push(Box::pin(async { jobs::run_due(&app.state.jobs).await.map(|_| ()) }));
        calls.push(Box::pin(async { housekeeping::sweep(&app.state.jobs).await }));
        for result in join_all(calls).await {
            result.unwrap();
        }
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending"]);
        assert_eq!(app.count("select count(*) from ledger_transactions").await, 1);
        assert_eq!(balance(&app, Account::ProviderHolds).await, 11_700);
        assert_eq!(balance(&app, client(&scene)).await, -11_700);
    }

    async fn an_unpaid_intent_settles_nothing(app: TestApp) {
        let scene = created(&app).await;
        app.state.payments.settle(scene.id()).await.unwrap();
        app.state.payments.settle("pi_somebody_elses").await.unwrap();
        assert_eq!(status(&app, &scene).await, "created");
        assert_eq!(app.count("select count(*) from ledger_entries").await, 0);
    }

    async fn opening_twice_is_one_intent(app: TestApp) {
        let scene = created(&app).await;
        let again = app.state.payments.open_intent(&scene.wanted()).await.unwrap();
        assert_eq!(again, scene.intent);
        let many = join_all((0..4).map(|_| async { app.state.payments.open_intent(&scene.wanted()).await.unwrap() })).await;
        assert!(many.iter().all(|intent| *intent == scene.intent));
        assert_eq!(app.count("select count(*) from payments").await, 1);
        assert_eq!(app.count("select count(*) from sandbox_intents").await, 1);
    }

    async fn a_closed_browser_and_a_lost_webhook_still_settle(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        app.execute("delete from jobs where work like '%sandbox_webhook%'").await;
        app.clock.advance(MINUTE);
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn an_unpaid_booking_ends_after_twenty_minutes(app: TestApp) {
        let scene = created(&app).await;
        app.clock.advance(20 * MINUTE - 1);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "created");
        assert_eq!(app.count("select taken from slot_places").await, 1);
        app.clock.advance(1);
        jobs::run_due(&app.state.jobs).await.unwrap();
        let booking = scene::read(&app, &scene.booking.id).await;
        assert_eq!(booking.status, BookingStatus::Cancelled);
        assert_eq!(booking.cancel_reason.map(CancelReason::as_str), Some("payment_abandoned"));
        assert_eq!(app.count("select taken from slot_places").await, 0, "the place is free again");
        assert_eq!(provider_status(&app).await, "canceled");
        pay(&app, &scene, GOOD).await.problem(409, "unexpected_state");
    }

    async fn paid_at_the_last_moment_with_the_webhook_lost(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        app.execute("delete from jobs where work like '%sandbox_webhook%'").await;
        app.clock.advance(20 * MINUTE);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(app.count("select taken from slot_places").await, 1);
    }

    async fn the_sweep_ends_what_a_lost_job_left(app: TestApp) {
        let scene = created(&app).await;
        app.execute("delete from jobs").await;
        app.clock.advance(21 * MINUTE);
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "cancelled");
        assert_eq!(provider_status(&app).await, "canceled");
    }

    async fn a_payment_for_a_cancelled_booking_is_returned(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        // The card went through, but the booking was cancelled before the server learned of it, and the release was lost.
        cancel(&app, &scene, 0).await;
        app.execute("delete from jobs where work like '%release_payment%'").await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "cancelled");
        assert_eq!(provider_status(&app).await, "canceled");
        assert_eq!(app.count("select count(*) from ledger_transactions where kind in ('authorise', 'void')").await, 2);
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
    }

    async fn a_payment_of_another_amount_is_never_settled(app: TestApp) {
        for change in ["amount_pence = 1", "currency = 'EUR'", "quote_id = 'q-other'"] {
            let scene = created(&app).await;
            app.execute(&format!("update sandbox_intents set {change} where id = '{}'", scene.id())).await;
            pay_well(&app, &scene).await;
            jobs::run_due(&app.state.jobs).await.unwrap();
            assert_eq!(status(&app, &scene).await, "created", "{change}");
            let at_provider = app.text(&format!("select status from sandbox_intents where id = '{}'", scene.id())).await;
            assert_eq!(at_provider.as_deref(), Some("canceled"), "{change}");
        }
        assert_eq!(app.count("select count(*) from ledger_entries").await, 0);
    }

    async fn the_intent_of_a_replaced_booking_is_cancelled_first(app: TestApp) {
        let scene = created(&app).await;
        assert_eq!(app.state.payments.cancel_intent(&scene.booking.id).await.unwrap(), Cancelled::Yes);
        assert_eq!(provider_status(&app).await, "canceled");
        assert_eq!(app.state.payments.cancel_intent(&scene.booking.id).await.unwrap(), Cancelled::Yes);
        // If the replacement then fails, the booking can be paid with a new intent.
        let anew = app.state.payments.open_intent(&scene.wanted()).await.unwrap();
        assert_ne!(anew.payment_intent_id, scene.intent.payment_intent_id);
        let scene = Scene { intent: anew, ..scene };
        pay_well(&app, &scene).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(app.state.payments.cancel_intent(&scene.booking.id).await.unwrap(), Cancelled::AlreadyPaid);
    }

    async fn a_paid_intent_is_settled_instead_of_cancelled(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        assert_eq!(app.state.payments.cancel_intent(&scene.booking.id).await.unwrap(), Cancelled::AlreadyPaid);
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(provider_status(&app).await, "requires_capture");
    }

    async fn nothing_to_pay_is_settled_at_once(app: TestApp) {
        let guest = app.guest().await;
        let booking = scene::add_booking(&app, &guest, 0).await;
        assert_eq!(scene::read(&app, &booking.id).await.status, BookingStatus::Pending);
        app.clock.advance(21 * MINUTE);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(scene::read(&app, &booking.id).await.status, BookingStatus::Pending);
    }

    async fn a_free_cancellation_releases_the_hold(app: TestApp) {
        let scene = settled(&app).await;
        cancel(&app, &scene, 0).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(provider_status(&app).await, "canceled");
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("canceled"));
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        assert_eq!(balance(&app, client(&scene)).await, 0);
    }

    async fn a_fee_is_captured_and_the_rest_released(app: TestApp) {
        let scene = settled(&app).await;
        app.execute("update bookings set assigned_master_id = 'm-1'").await;
        cancel(&app, &scene, 5_850).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select captured_pence from sandbox_intents").await, 5_850);
        assert_eq!(app.count("select captured_pence from payments").await, 5_850);
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, 5_850);
        assert_eq!(balance(&app, client(&scene)).await, 0);
        // 15% of 5850 = 877.5, half away from zero.
        assert_eq!(balance(&app, Account::PlatformFees).await, -878);
        assert_eq!(balance(&app, Account::ProClearing("m-1".into())).await, -4_972);
    }

    async fn after_capture_all_but_the_fee_is_refunded(app: TestApp) {
        let scene = settled(&app).await;
        app.state.payments.capture(scene.id(), 11_700).await.unwrap();
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700);
        cancel(&app, &scene, 2_000).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select refunded_pence from sandbox_intents").await, 9_700);
        assert_eq!(app.count("select refunded_pence from payments").await, 9_700);
        assert_eq!(balance(&app, Account::ProviderCash).await, 2_000);
        assert_eq!(balance(&app, client(&scene)).await, 0);
        // Running again, as after an expired lease, changes nothing.
        app.state.payments.release(scene.id(), 2_000).await.unwrap();
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select refunded_pence from sandbox_intents").await, 9_700);
    }

    async fn for_a_waiting_browser_the_provider_is_asked_once_a_second(app: TestApp) {
        let scene = created(&app).await;
        app.state.payments.settle_for_waiting(scene.id()).await.unwrap();
        pay_well(&app, &scene).await;
        app.clock.advance(SECOND - 1);
        app.state.payments.settle_for_waiting(scene.id()).await.unwrap();
        assert_eq!(status(&app, &scene).await, "created", "asked twice in a second");
        app.clock.advance(1);
        app.state.payments.settle_for_waiting(scene.id()).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
    }
}
