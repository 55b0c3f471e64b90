//! The ledger and refunds, tested directly: whatever happens in whatever order, the books balance.

use api_tests::{TestApp, both_databases};
use callout_domain::failure::Failure;
use callout_domain::ledger::{Account, Credit, Debit, Kind, Transaction};
use callout_front::jobs;
use callout_money::payments::refund;
use callout_store::{StoreError, ledger};
use futures_util::future::join_all;
use pricing_core::money::Pence;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::scene::{Scene, created, pay, settled};

/// Something that can happen to a payment.
#[derive(Debug, Clone)]
enum Step {
    Pay(bool),
    Settle,
    Capture(i64),
    Release(i64),
    Refund(u8, i64),
    Jobs,
}

/// Amounts of interest for a payment of 11,700 pence: negative, zero, parts, all of it, more.
fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![-100i64..100, 1i64..11_700, Just(11_700), 11_701i64..50_000]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => prop_oneof![3 => Just(true), 1 => Just(false)].prop_map(Step::Pay),
        2 => Just(Step::Settle),
        2 => amount().prop_map(Step::Capture),
        1 => prop_oneof![Just(0), 1i64..20_000].prop_map(Step::Release),
        3 => (0u8..4, amount()).prop_map(|(reference, amount)| Step::Refund(reference, amount)),
        1 => Just(Step::Jobs),
    ]
}

async fn take(app: &TestApp, scene: &Scene, step: &Step) -> Result<(), Failure> {
    let state = &app.state;
    match *step {
        Step::Pay(good) => {
            let _ = pay(
                app,
                scene,
                if good {
                    "4242424242424242"
                } else {
                    "4000000000000002"
                },
            )
            .await;
            Ok(())
        }
        Step::Settle => state.payments.settle(scene.id()).await,
        Step::Capture(amount) => state.payments.capture(scene.id(), amount).await,
        Step::Release(fee) => state.payments.release(scene.id(), fee).await,
        Step::Refund(number, amount) => {
            promise(app, scene, &format!("{number}:{}", scene.id()), amount).await
        }
        Step::Jobs => jobs::run_due(&state.jobs).await.map(|_| ()),
    }
}

async fn promise(app: &TestApp, scene: &Scene, reference: &str, amount: i64) -> Result<(), Failure> {
    let (id, reference, now) = (scene.id().to_owned(), reference.to_owned(), app.clock.now());
    let promised = app.state.db.write(move |connection| {
        Box::pin(async move { refund::promise(connection, &id, &reference, amount, now).await })
    });
    promised.await
}

async fn check(app: &TestApp, told: &str) {
    let count = async |sql: &str| app.count(sql).await;
    assert_eq!(
        count("select cast(sum(amount_pence) as bigint) from ledger_entries").await,
        0,
        "{told}"
    );
    let uneven = "select count(*) from (select reference from ledger_entries group by reference having sum(amount_pence) <> 0) as uneven";
    assert_eq!(count(uneven).await, 0, "{told}");
    for table in ["payments", "sandbox_intents"] {
        let beyond = format!(
            "select count(*) from {table} where refunded_pence > captured_pence or captured_pence > amount_pence or refunded_pence < 0"
        );
        assert_eq!(count(&beyond).await, 0, "{table}: {told}");
    }
    let mut connection = app.state.db.read().await.unwrap();
    let holds = ledger::balance(&mut connection, &Account::ProviderHolds)
        .await
        .unwrap()
        .0;
    let cash = ledger::balance(&mut connection, &Account::ProviderCash)
        .await
        .unwrap()
        .0;
    drop(connection);
    let held = "select cast(sum(amount_pence) as bigint) from payments where status = 'requires_capture'";
    assert_eq!(holds, count(held).await, "{told}");
    let captured = count("select cast(sum(captured_pence) as bigint) from payments").await;
    let refunded = count("select cast(sum(amount_pence) as bigint) from refunds where status = 'done'").await;
    assert_eq!(cash, captured - refunded, "{told}");
}

both_databases! {
    async fn any_sequence_keeps_the_books_balanced(app: TestApp) {
        let mut runner = TestRunner::deterministic();
        let sequences = prop::collection::vec(step(), 1..14);
        for round in 0..30 {
            let steps = sequences.new_tree(&mut runner).unwrap().current();
            // Half of the rounds start from a paid booking, so that there is something to capture and refund.
            let scene = if round % 2 == 0 { settled(&app).await } else { created(&app).await };
            app.execute("update slot_places set taken = 0").await;
            for (at, step) in steps.iter().enumerate() {
                let told = format!("round {round}, step {at} of {steps:?}");
                if let Err(error) = take(&app, &scene, step).await {
                    assert!(matches!(error.code, "refund_too_large" | "payment_refused" | "payment_unavailable"), "{error}: {told}");
                }
                check(&app, &told).await;
            }
        }
        assert!(app.count("select count(*) from refunds where status = 'done'").await > 5);
        for kind in ["authorise", "capture", "void", "refund", "cancellation_fee"] {
            let seen = app.count(&format!("select count(*) from ledger_transactions where kind = '{kind}'")).await;
            assert!(seen > 0, "no sequence contains a {kind}: they test too little");
        }
    }

    async fn refunds_at_once_never_exceed_the_capture(app: TestApp) {
        let scene = settled(&app).await;
        app.state.payments.capture(scene.id(), 10_000).await.unwrap();
        let refunds: Vec<String> = (0..20).map(|number| format!("goodwill:{number}")).collect();
        let promised = join_all(refunds.iter().map(|reference| promise(&app, &scene, reference, 1_500))).await;
        let refused: Vec<_> = promised.into_iter().filter_map(Result::err).collect();
        assert_eq!(refused.len(), 14);
        assert!(refused.iter().all(|error| error.code == "refund_too_large"));
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select refunded_pence from sandbox_intents").await, 9_000);
        check(&app, "after refunds at once").await;
        promise(&app, &scene, "last", 1_000).await.unwrap();
        assert_eq!(promise(&app, &scene, "more", 1).await.unwrap_err().code, "refund_too_large");
    }

    async fn the_same_refund_is_made_once(app: TestApp) {
        let scene = settled(&app).await;
        app.state.payments.capture(scene.id(), 10_000).await.unwrap();
        let promised = join_all((0..10).map(|_| promise(&app, &scene, "goodwill:1", 1_500))).await;
        assert!(promised.iter().all(Result::is_ok), "{promised:?}");
        jobs::run_due(&app.state.jobs).await.unwrap();
        for result in join_all((0..4).map(|_| app.state.payments.make_refund("goodwill:1"))).await {
            result.unwrap();
        }
        assert_eq!(app.count("select refunded_pence from sandbox_intents").await, 1_500);
        check(&app, "after one refund").await;
    }

    async fn a_posting_happens_once(app: TestApp) {
        let now = app.clock.now();
        let posted = join_all((0..10).map(|_| {
            let posting = Transaction::new(Kind::Authorise, "pi_1", "GBP")
                .transfer(Pence(500), Debit(Account::ProviderHolds), Credit(Account::Client("c".into())))
                .unwrap();
            app.state.db.write(move |connection| {
                Box::pin(async move { ledger::post(connection, &posting, now).await }) as futures_util::future::BoxFuture<'_, Result<bool, StoreError>>
            })
        }))
        .await;
        assert_eq!(posted.into_iter().filter(|posted| *posted.as_ref().unwrap()).count(), 1);
        assert_eq!(app.count("select count(*) from ledger_entries").await, 2);
    }

    async fn captures_at_once_capture_once(app: TestApp) {
        let scene = settled(&app).await;
        let captured = join_all([3_000, 11_700, 3_000, 5_000].map(|amount| app.state.payments.capture(scene.id(), amount))).await;
        assert!(captured.iter().any(Result::is_ok));
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'capture'").await, 1);
        let at_provider = app.count("select captured_pence from sandbox_intents").await;
        assert_eq!(app.count("select captured_pence from payments").await, at_provider);
        check(&app, "after captures at once").await;
    }

    async fn more_than_the_hold_is_never_captured(app: TestApp) {
        let scene = settled(&app).await;
        for amount in [0, -1, 11_701, i64::MAX, i64::MIN] {
            app.state.payments.capture(scene.id(), amount).await.unwrap_err();
        }
        assert_eq!(app.count("select captured_pence from sandbox_intents").await, 0);
        check(&app, "after captures that were refused").await;
    }
}

#[test]
fn no_sql_updates_or_deletes_ledger_rows() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../server");
    let mut folders = vec![source];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap().to_lowercase();
                read += 1;
                for statement in ["update ledger_", "delete from ledger_"] {
                    assert!(!text.contains(statement), "{}: {statement}", path.display());
                }
            }
        }
    }
    assert!(read > 30, "read only {read} files");
}
