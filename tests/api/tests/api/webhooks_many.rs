//! Many webhooks, each sent five times and all of them shuffled: one effect each.
//!
//! `CALLOUT_WEBHOOKS` says how many.

use api_tests::{TestApp, both_databases};
use callout::jobs;
use callout::providers::sandbox::chargebacks::BankAct;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::earnings::balances_agree;
use crate::money_random::setting;
use crate::payouts::pro;
use crate::random::Random;
use crate::reviews::done;
use crate::scene::{Scene, created, event_kinds, pay_well};
use crate::webhook::signed;

const WEBHOOKS: u64 = 200;
const TIMES: usize = 5;
const AT_ONCE: usize = 50;

/// Jobs that are done, whose clients' banks have taken the money back without our having heard of it.
async fn charged_back(app: &TestApp) -> Vec<Scene> {
    let pro = pro(app, "pro").await;
    let mut scenes = Vec::new();
    for _ in 0..4 {
        let scene = done(app, &pro).await;
        app.execute("delete from slot_places").await;
        let secret = scene.intent.client_secret.clone();
        app.state
            .sandbox
            .act_as_bank(scene.id(), &secret, BankAct::Open)
            .await
            .unwrap();
        scenes.push(scene);
    }
    scenes
}

/// Bookings whose card was authorised without our having heard of it.
async fn authorised(app: &TestApp) -> Vec<Scene> {
    let mut scenes = Vec::new();
    for _ in 0..4 {
        let scene = created(app).await;
        pay_well(app, &scene).await;
        scenes.push(scene);
    }
    scenes
}

fn event(number: u64, kind: &str, object: &str) -> Value {
    json!({ "id": format!("evt_{number}"), "type": kind, "data": { "object": { "id": object } } })
}

both_databases! {
    async fn each_has_one_effect(app: TestApp) {
        let webhooks = setting("CALLOUT_WEBHOOKS", WEBHOOKS);
        let taken_back = charged_back(&app).await;
        let paid = authorised(&app).await;
        // What the sandbox would send by itself.
        app.execute("delete from jobs").await;
        let mut random = Random(webhooks);
        let mut sent = Vec::new();
        for number in 0..webhooks {
            let place = random.below(4);
            let event = if random.chance(50) {
                let kind = random.pick(&["payment_intent.amount_capturable_updated", "payment_intent.processing", "payment_intent.succeeded"]);
                event(number, kind, paid[place].id())
            } else {
                let of_intent = format!("select id from sandbox_chargebacks where intent_id = '{}'", taken_back[place].id());
                event(number, "charge.dispute.created", &app.text(&of_intent).await.unwrap())
            };
            sent.extend(std::iter::repeat_n(event.to_string(), TIMES));
        }
        for place in (1..sent.len()).rev() {
            sent.swap(place, random.below(place + 1));
        }
        let before = app.count("select count(*) from provider_events").await;
        for some in sent.chunks(AT_ONCE) {
            for answer in join_all(some.iter().map(|body| signed(&app, body, app.clock.now()).send())).await {
                let _ = answer.expect_status(200);
            }
        }
        assert_eq!(app.count("select count(*) from provider_events").await - before, i64::try_from(webhooks).unwrap());
        while jobs::run_due(&app.state.jobs).await.unwrap() > 0 {}
        for scene in &paid {
            assert_eq!(event_kinds(&app, scene).await, ["created", "paid", "pending"]);
        }
        let of_kind = async |kind: &str| app.count(&format!("select count(*) from ledger_transactions where kind = '{kind}'")).await;
        assert_eq!((of_kind("authorise").await, of_kind("chargeback").await, of_kind("frozen").await), (8, 4, 4));
        balances_agree(&app).await;
    }
}
