//! Known and unknown people are answered in the same time: otp-verify and password login. Prints the times.

use std::time::{Duration, Instant};

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::config::Switch;
use serde_json::json;

use crate::people::{client, code, login, register, verify};

#[expect(clippy::disallowed_methods, reason = "the test measures time")]
fn now() -> Instant {
    Instant::now()
}

/// How long a refusal takes.
async fn timed(call: impl Future<Output = Answer>) -> Duration {
    let started = now();
    let answer = call.await;
    let took = started.elapsed();
    let _ = answer.expect_status(401);
    took
}

/// The tenth percentile: a busy machine only ever makes a call slower.
fn usual(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 10]
}

/// Alternates known and unknown, so that load affects both alike. Neither may take `most` times as long as the other, which leaves
/// room for a busy machine: skipping the hash would be a hundredfold difference, skipping the transaction twofold.
async fn compare<F: Future<Output = Answer>>(
    app: &TestApp,
    what: &str,
    (rounds, most): (u32, f64),
    call: impl Fn(bool, u32) -> F,
) {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        // Which of the two goes first alternates as well.
        for is_known in [round % 2 == 0, round % 2 == 1] {
            let took = timed(call(is_known, round)).await;
            if is_known { &mut known } else { &mut unknown }.push(took);
        }
    }
    let (known, unknown) = (usual(known), usual(unknown));
    let database = if app.state.db.is_postgres() {
        "postgres"
    } else {
        "sqlite"
    };
    println!("{what}, {database}: of {rounds} known {known:?}, unknown {unknown:?}");
    let ratio = known.as_secs_f64() / unknown.as_secs_f64();
    assert!(
        (most.recip()..most).contains(&ratio),
        "{what}: known {known:?}, unknown {unknown:?}"
    );
}

both_databases! {
    async fn wrong_codes_take_the_same_time(app: TestApp) {
        let app = app.restarted(|config| config.rate_limits = Switch::Off).await;
        let person = |is_known: bool, number: u32| json!({ "email": format!("{}{number}@example.com", if is_known { "known" } else { "unknown" }) });
        for number in 0..40 {
            client(&app, &format!("known{number}@example.com")).await;
            for is_known in [true, false] {
                // Both are sent a code, which must not be 000000 by chance.
                while code(&app, &person(is_known, number)).await == "000000" {}
            }
        }
        compare(&app, "otp-verify, a wrong code", (160, 1.5), |is_known, round| {
            let (app, who) = (app.clone(), person(is_known, round % 40));
            async move { verify(&app, &who, "000000", "").await }
        }).await;
        assert_eq!(app.count("select count(*) from login_codes where tries = 4").await, 80);
        // And without any code: so quick that on a busy machine only many rounds show a difference.
        app.execute("delete from login_codes").await;
        compare(&app, "otp-verify, no code", (1_600, 1.5), |is_known, round| {
            let (app, who) = (app.clone(), person(is_known, round % 40));
            async move { verify(&app, &who, "000000", "").await }
        }).await;
        app.state.db.close().await;
    }

    async fn wrong_passwords_take_the_same_time(app: TestApp) {
        let app = app.restarted(|config| config.rate_limits = Switch::Off).await;
        let _ = register(&app, "known@example.com", "").await.expect_status(201);
        compare(&app, "password login, wrong", (24, 4.0), |is_known, _| {
            let app = app.clone();
            async move { login(&app, if is_known { "known@example.com" } else { "unknown@example.com" }, "not-the-one", "").await }
        }).await;
        app.state.db.close().await;
    }
}
