//! The payouts of Fridays, in the sandbox.

use api_tests::both_databases;
use callout_domain::clock::{DAY, HOUR};
use futures_util::future::join_all;
use serde_json::json;

use crate::earnings::{balances_agree, payouts, sweep};
use crate::payouts::{EARNED, add_bank, earn, pro, run, well_known};
use crate::reviews::done;

both_databases! {
    async fn fridays_pay_everything_once(app: TestApp) {
        let (rich, poor, without_bank) = (pro(&app, "rich").await, pro(&app, "poor").await, pro(&app, "without").await);
        earn(&app, &without_bank).await;
        for pro in [&rich, &poor] {
            well_known(&app, pro).await;
        }
        earn(&app, &rich).await;
        // What clears after the Friday.
        let friday = callout_domain::time::of_iso("2026-11-27T06:00:00+00:00").unwrap();
        let _ = Box::pin(done(&app, &rich)).await;
        app.execute(&format!("update clearing set clears_at = {} where cleared_at is null", friday + HOUR)).await;
        let count = async || app.count("select count(*) from payouts where origin = 'weekly' and asked_at > 0").await;
        sweep(&app).await;
        assert_eq!(count().await, 0, "the Friday before the bank details does not count");
        app.clock.advance(friday - app.clock.now() - 1);
        sweep(&app).await;
        assert_eq!(count().await, 0, "not yet");
        app.clock.advance(1);
        for swept in join_all((0..5).map(|_| app.state.payouts.pay_weekly())).await {
            swept.unwrap();
        }
        assert_eq!(count().await, 1);
        run(&app).await;
        let paid = payouts(&app, &rich).await;
        assert_eq!((&paid["availablePence"], &paid["history"][0]["amountPence"]), (&json!(0), &json!(EARNED)));
        assert_eq!(paid["nextPayout"], "2026-12-04T06:00:00+00:00");
        assert_eq!(payouts(&app, &poor).await["history"].as_array().unwrap().len(), 1, "nothing to pay");
        app.clock.advance(2 * DAY);
        sweep(&app).await;
        assert_eq!(payouts(&app, &rich).await["availablePence"], EARNED, "it waits for the next Friday");
        assert_eq!(count().await, 1);
        app.clock.advance(5 * DAY);
        sweep(&app).await;
        assert_eq!(count().await, 2);
        balances_agree(&app).await;
    }

    async fn bank_details_after_friday_wait_for_the_next(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        let _ = add_bank(&app, &pro, "needs_more").await;
        let friday = callout_domain::time::of_iso("2026-11-27T06:00:00+00:00").unwrap();
        app.clock.advance(friday + HOUR - app.clock.now());
        sweep(&app).await;
        let _ = add_bank(&app, &pro, "pays").await;
        sweep(&app).await;
        assert_eq!(app.count("select count(*) from payouts").await, 0);
        app.clock.advance(7 * DAY);
        sweep(&app).await;
        assert_eq!(app.count("select count(*) from payouts where origin = 'weekly'").await, 1);
    }
}
