//! Chargebacks of visits that are still to be made: what the job earns while the bank decides is frozen as it is earned, whoever earns it.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE};
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_outside::providers::sandbox::chargebacks::BankAct;
use serde_json::json;

use crate::change_orders_paid::paid;
use crate::chargebacks::{bank, given_back, refused, run, take_back};
use crate::disputes::money;
use crate::earnings::balances_agree;
use crate::matching::{after, ready, respond, step};
use crate::matching_jobs::taken;
use crate::matching_proposals::{pay_due, withdraw};
use crate::payouts::pro;
use crate::people::{Person, outbox};
use crate::returned_refunds::goodwill;
use crate::scene::Scene;
use crate::settle::balance;

/// What a job of £117.00 earns, less 15%.
const EARNED: i64 = 9_945;

/// What a late cancellation costs, 35% of £117.00.
const FEE: i64 = 4_095;

/// The pro's share of it.
const SHARE: i64 = 3_481;

async fn make_visit(app: &TestApp, pro: &Person, scene: &Scene) {
    for to in ["in_progress", "completed"] {
        let _ = step(app, pro, &scene.booking.id, to).await.expect_status(200);
    }
    run(app).await;
}

/// Its time in clearing is over.
async fn clear(app: &TestApp) {
    app.execute(&format!("update clearing set clears_at = {}", app.clock.now()))
        .await;
    app.state.earnings.clear_due().await.unwrap();
}

/// The job becomes this pro's, after another one has given it back.
async fn accept(app: &TestApp, pro: &Person, scene: &Scene) {
    after(app, 0).await;
    let _ = respond(app, pro, &scene.booking.id, "accept")
        .await
        .expect_status(200);
    run(app).await;
}

/// What the client has of it in our books, pence.
async fn client_has(app: &TestApp, scene: &Scene) -> i64 {
    -balance(app, Account::Client(scene.booking.made_by.clone())).await
}

/// The same, and its client pays again, since a bank has what they paid.
async fn take_over(app: &TestApp, pro: &Person, scene: &Scene) {
    accept(app, pro, scene).await;
    assert_eq!(pay_due(app, scene).await, 11_700);
    run(app).await;
}

/// Whose the bank's disputes of the only booking are.
async fn whose(app: &TestApp) -> Option<String> {
    app.text("select string_agg(master_id, ' ') from disputes where origin = 'bank'")
        .await
}

/// How many emails tell this pro that a bank has taken a payment back.
fn told(app: &TestApp, email: &str) -> usize {
    let subject = "Before your visit: the client's bank has the payment";
    outbox(app, email)
        .iter()
        .filter(|line| line["subject"] == subject)
        .count()
}

both_databases! {
    async fn what_the_visit_earns_is_frozen_and_the_pros_if_the_payment_stands(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = taken(&app, &pro).await;
        bank(&app, &scene, "open").await;
        assert_eq!(money(&app, &pro).await, [0; 4], "nothing is earned yet");
        make_visit(&app, &pro, &scene).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0]);
        clear(&app).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0], "it does not clear meanwhile");
        bank(&app, &scene, "won").await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 0);
    }

    async fn lost_it_is_shared_like_a_refund(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = taken(&app, &pro).await;
        bank(&app, &scene, "open").await;
        make_visit(&app, &pro, &scene).await;
        bank(&app, &scene, "lost").await;
        assert_eq!(money(&app, &pro).await, [0; 4], "and nobody owes anything");
        for account in [Account::ProviderDisputed, Account::PlatformFees, Account::Client(scene.booking.made_by.clone())] {
            assert_eq!(balance(&app, account).await, 0);
        }
        assert_eq!(balance(&app, Account::PlatformCosts).await, 2_000, "what the bank asks for it");
    }

    async fn decided_before_the_visit_it_freezes_nothing(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = taken(&app, &pro).await;
        bank(&app, &scene, "open").await;
        bank(&app, &scene, "won").await;
        make_visit(&app, &pro, &scene).await;
        assert_eq!(money(&app, &pro).await, [0, EARNED, 0, 0]);
        assert_eq!(app.count("select count(*) from disputes").await, 1);
    }

    async fn a_share_of_a_late_cancellation_is_frozen_too(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = taken(&app, &pro).await;
        // A part of the payment: the fee is kept of the rest.
        app.state.sandbox.act_as_bank(scene.id(), &scene.intent.client_secret, BankAct::Open).await.unwrap();
        app.execute("update sandbox_chargebacks set amount_pence = 5000").await;
        run(&app).await;
        app.clock.advance(6 * MINUTE);
        let _ = step(&app, &pro, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(MINUTE);
        let cancel = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", scene.booking.id));
        let _ = cancel.bearer(&scene.guest.token).send().await.expect_status(200);
        run(&app).await;
        clear(&app).await;
        assert_eq!(money(&app, &pro).await, [0, 0, SHARE, 0]);
        bank(&app, &scene, "won").await;
        assert_eq!(money(&app, &pro).await, [SHARE, 0, 0, 0]);
        assert_eq!((given_back(&app).await, client_has(&app, &scene).await), (11_700 - FEE, 0));
    }

    async fn of_a_cancellation_meanwhile_the_fee_is_earned_once_the_payment_stands(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = taken(&app, &pro).await;
        bank(&app, &scene, "open").await;
        app.clock.advance(6 * MINUTE);
        let _ = step(&app, &pro, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(MINUTE);
        let cancel = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", scene.booking.id));
        let _ = cancel.bearer(&scene.guest.token).send().await.expect_status(200);
        run(&app).await;
        assert_eq!((money(&app, &pro).await, given_back(&app).await), ([0; 4], 0));
        bank(&app, &scene, "won").await;
        run(&app).await;
        assert_eq!((given_back(&app).await, client_has(&app, &scene).await), (11_700 - FEE, 0));
        assert_eq!(money(&app, &pro).await, [0, SHARE, 0, 0]);
    }

    async fn unpaid_and_cancelled_meanwhile_it_goes_back_once_it_stands(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = taken(&app, &first).await;
        bank(&app, &scene, "open").await;
        withdraw(&app, &first, &scene).await;
        accept(&app, &second, &scene).await;
        app.clock.advance(HOUR);
        run(&app).await;
        assert_eq!(app.text("select status from bookings").await.as_deref(), Some("cancelled"));
        assert_eq!(given_back(&app).await, 0, "the bank has it");
        bank(&app, &scene, "won").await;
        run(&app).await;
        assert_eq!((given_back(&app).await, client_has(&app, &scene).await), (11_700, 0));
    }

    async fn once_it_stands_nobody_asks_for_it_again(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = taken(&app, &first).await;
        bank(&app, &scene, "open").await;
        withdraw(&app, &first, &scene).await;
        accept(&app, &second, &scene).await;
        let opened = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id }));
        let _ = opened.send().await.expect_status(200);
        bank(&app, &scene, "won").await;
        run(&app).await;
        assert_eq!(app.count("select count(*) from bookings where payment_due_until is not null").await, 0);
        assert_eq!(app.text("select payment_id from bookings").await.as_deref(), Some(scene.id()));
        make_visit(&app, &second, &scene).await;
        assert_eq!(money(&app, &second).await, [0, EARNED, 0, 0]);
        assert_eq!((given_back(&app).await, client_has(&app, &scene).await), (0, 0));
    }

    async fn of_two_payments_what_was_refused_of_the_other_is_kept_for_the_client(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        // £117.00, and £80.00 of extra work.
        let scene = paid(&app, &pro).await;
        let _ = step(&app, &pro, &scene.booking.id, "completed").await.expect_status(200);
        run(&app).await;
        // Refunds take from what was charged last.
        app.execute("update payments set created_at = created_at + 1 where purpose = 'change_order'").await;
        refused(&app, &scene, 3_000).await;
        bank(&app, &scene, "open").await;
        bank(&app, &scene, "lost").await;
        assert_eq!(client_has(&app, &scene).await, 3_000);
        let _ = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        run(&app).await;
        assert_eq!((given_back(&app).await, client_has(&app, &scene).await), (3_000, 0));
        // Of £197.00 there are £50.00 left, less 15%.
        assert_eq!(money(&app, &pro).await.iter().sum::<i64>(), 4_250);
        balances_agree(&app).await;
    }

    async fn it_goes_with_the_job_from_pro_to_pro(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = taken(&app, &first).await;
        bank(&app, &scene, "open").await;
        assert_eq!((whose(&app).await.as_deref(), told(&app, "first@example.com")), (Some(first.id.as_str()), 1));
        withdraw(&app, &first, &scene).await;
        take_over(&app, &second, &scene).await;
        assert_eq!((whose(&app).await.as_deref(), told(&app, "second@example.com")), (Some(second.id.as_str()), 1));
        assert_eq!(told(&app, "first@example.com"), 1);
        make_visit(&app, &second, &scene).await;
        assert_eq!((money(&app, &first).await, money(&app, &second).await), ([0; 4], [0, 0, EARNED, 0]));
        bank(&app, &scene, "lost").await;
        assert_eq!((money(&app, &first).await, money(&app, &second).await), ([0; 4], [EARNED, 0, 0, 0]), "the client has paid for it again");
        for account in [Account::ProviderDisputed, Account::Client(scene.booking.made_by.clone())] {
            assert_eq!(balance(&app, account).await, 0);
        }
    }

    async fn whoever_takes_a_job_that_a_bank_has_is_told(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = taken(&app, &first).await;
        withdraw(&app, &first, &scene).await;
        bank(&app, &scene, "open").await;
        assert_eq!(whose(&app).await, None, "there is no pro");
        take_over(&app, &second, &scene).await;
        assert_eq!((whose(&app).await.as_deref(), told(&app, "second@example.com")), (Some(second.id.as_str()), 1));
        assert_eq!(told(&app, "first@example.com"), 0);
        make_visit(&app, &second, &scene).await;
        assert_eq!(money(&app, &second).await, [0, 0, EARNED, 0]);
        bank(&app, &scene, "won").await;
        assert_eq!(money(&app, &second).await, [EARNED, 0, 0, 0]);
        // Paid twice, so that one of the two goes back.
        run(&app).await;
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from refunds where status = 'done'").await, 11_700);
        assert_eq!(balance(&app, Account::Client(scene.booking.made_by.clone())).await, 0);
    }

    async fn of_two_payments_both_must_stand(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        // £117.00, and £80.00 of extra work.
        let scene = paid(&app, &pro).await;
        bank(&app, &scene, "open").await;
        let extra = "from payments where purpose = 'change_order'";
        let (id, secret) = (app.text(&format!("select id {extra}")).await.unwrap(), app.text(&format!("select client_secret {extra}")).await.unwrap());
        app.state.sandbox.act_as_bank(&id, &secret, BankAct::Open).await.unwrap();
        run(&app).await;
        let _ = step(&app, &pro, &scene.booking.id, "completed").await.expect_status(200);
        assert_eq!(money(&app, &pro).await, [0, 0, 16_745, 0]);
        bank(&app, &scene, "won").await;
        assert_eq!(money(&app, &pro).await, [0, 0, 16_745, 0], "another bank has the rest");
        app.state.sandbox.act_as_bank(&id, &secret, BankAct::Won).await.unwrap();
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [16_745, 0, 0, 0]);
    }

    async fn what_is_paid_too_much_goes_back_once_the_bank_keeps_a_part(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = taken(&app, &first).await;
        // £110.00 is the price by now, and the £7.00 too much come back from the client's bank.
        app.execute("update bookings set amount_pence = 11000").await;
        app.execute("update sandbox_intents set returns_refunds = 1").await;
        goodwill(&app, scene.id()).await;
        run(&app).await;
        app.execute("update sandbox_intents set returns_refunds = 0").await;
        // It takes £7.00 by itself, so that £7.00 of the price seem to be missing.
        take_back(&app, &scene, 700).await;
        withdraw(&app, &first, &scene).await;
        accept(&app, &second, &scene).await;
        assert_eq!(pay_due(&app, &scene).await, 700);
        bank(&app, &scene, "lost").await;
        assert_eq!((given_back(&app).await, app.text("select status from refunds where reference = 'goodwill:1'").await.as_deref()), (700, Some("superseded")));
    }
}
