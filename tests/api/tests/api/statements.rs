//! How many statements and commits an act costs, exactly: whoever makes one dearer or cheaper changes a number here.

use std::future::Future;

use api_tests::{TestApp, both_databases};
use callout_front::jobs;
use serde_json::json;

use crate::journey::{book, card, cash, pay, quote, text, wish};

/// Statements and commits of what is done.
async fn cost<T>(app: &TestApp, done: impl Future<Output = T>) -> ((u64, u64), T) {
    let before = app.state.db.counts();
    let done = done.await;
    let after = app.state.db.counts();
    let cost = (
        after.statements - before.statements,
        after.commits - before.commits,
    );
    (cost, done)
}

/// Those of everything that is due, without those of looking whether anything is.
async fn followers(app: &TestApp) -> (u64, u64) {
    let due = async || {
        jobs::run_due(&app.state.jobs).await.unwrap();
    };
    let ((statements, commits), ()) = cost(app, due()).await;
    let ((looks, none), ()) = cost(app, due()).await;
    assert_eq!(none, 0, "nothing is left that is due");
    (statements - looks, commits)
}

both_databases! {
    async fn a_cash_booking_and_what_follows(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let booked = async {
            let _ = book(&app, &guest, &cash(&quote)).await.expect_status(201);
        };
        let (booked, ()) = cost(&app, booked).await;
        // The first decision about its pro, and the confirmation.
        assert_eq!([booked, followers(&app).await], [(14, 1), (22, 4)]);
    }

    async fn a_card_booking_and_what_follows(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        // The booking, the intent at the sandbox, and the payment.
        let opened = async { pay(&app, &guest, &card(&quote)).await.expect_status(201).json() };
        let (opened, payment) = cost(&app, opened).await;
        // The sandbox's side of it.
        let paid = async {
            let path = format!("/api/sandbox/payments/{}/confirm", text(&payment, "paymentIntentId"));
            let body = json!({ "clientSecret": payment["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
            let _ = app.post(&path).json(&body).send().await.expect_status(200);
        };
        let (paid, ()) = cost(&app, paid).await;
        // The webhook, the first decision, and the confirmation.
        assert_eq!([opened, paid, followers(&app).await], [(21, 3), (7, 1), (43, 6)]);
    }
}
