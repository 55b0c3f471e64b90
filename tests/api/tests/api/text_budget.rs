//! How many texts are sent, and who is texted no longer when few are left.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use serde_json::{Value, json};

use crate::matching::after;
use crate::people::{client, code, enter, outbox};

const REQUEST: &str = "/api/clients/login/otp-request";

fn phone(number: u32) -> Value {
    json!({ "phone": format!("07700 900{number:03}") })
}

async fn ask(app: &TestApp, who: &Value) -> Answer {
    app.post(REQUEST).ip(app.fresh_ip()).json(who).send().await
}

async fn with_few(app: &TestApp, hour: u32, day: u32) -> TestApp {
    app.restarted(|config| {
        config.texts.texts_hour = hour;
        config.texts.texts_day = day;
        config.support_email = Some("desk@callout.example".to_owned());
    })
    .await
}

/// The subjects of what the desk was told.
async fn told(app: &TestApp) -> Vec<String> {
    after(app, 0).await;
    let mails = outbox(app, "desk@callout.example");
    mails
        .iter()
        .map(|mail| mail["subject"].as_str().unwrap().to_owned())
        .collect()
}

both_databases! {
    async fn the_texts_of_an_hour_end_with_strangers(app: TestApp) {
        let (app, other) = (with_few(&app, 10, 100).await, with_few(&app, 10, 100).await);
        enter(&app, &phone(1), "").await;
        for number in 2..=5 {
            code(&app, &phone(number)).await;
        }
        // Half of them are used: a stranger hears the same, and gets none.
        assert_eq!(ask(&app, &phone(6)).await.expect_status(202).json(), json!({ "ok": true }));
        assert_eq!(told(&app).await, [""; 0]);
        for server in [&app, &other, &app] {
            code(server, &phone(1)).await;
        }
        assert!(outbox(&app, "+447700900006").is_empty());
        // Four fifths: nobody is texted a code, and everybody hears so, on every server.
        for (server, number) in [(&app, 1), (&app, 7), (&other, 1)] {
            let problem = ask(server, &phone(number)).await.problem(503, "texts_used_up");
            assert_eq!(problem["detail"], "We can't text right now. Use your email.");
        }
        client(&app, "ada@example.com").await;
        assert_eq!(told(&app).await, ["80% of the texts of this hour are used"]);
        app.clock.advance(HOUR);
        code(&app, &phone(1)).await;
        other.state.db.close().await;
        app.state.db.close().await;
    }

    async fn the_texts_of_a_day_end_too(app: TestApp) {
        let app = with_few(&app, 100, 4).await;
        for number in 1..=2 {
            code(&app, &phone(number)).await;
            app.clock.advance(HOUR);
        }
        let _ = ask(&app, &phone(3)).await.expect_status(202);
        app.clock.advance(22 * HOUR);
        assert!(outbox(&app, "+447700900003").is_empty());
        // The first is a day ago.
        code(&app, &phone(4)).await;
        app.clock.advance(DAY);
        callout_front::jobs::housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from texts_sent").await, 0);
        app.state.db.close().await;
    }

    async fn a_48_of_ipv6_asks_for_twice_as_many_texts(app: TestApp) {
        let ask = |network: u32, number: u32| {
            let ip = format!("2001:db8:7:{network:x}::1").parse().unwrap();
            app.post(REQUEST).ip(ip).json(&phone(network * 20 + number)).send()
        };
        for network in 0..2 {
            for number in 0..20 {
                let _ = ask(network, number).await.expect_status(202);
            }
        }
        ask(2, 0).await.problem(429, "too_many_requests");
    }
}
