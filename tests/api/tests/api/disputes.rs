//! Disputes: the client opens one, what the job earned is frozen, the pro answers, an operator decides.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_domain::dispute::BorneBy;
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_front::jobs;
use callout_money::disputes::{AppealDecision, Decision, Outcome};
use futures_util::future::join_all;
use pricing_core::Pence;
use serde_json::{Value, json};

use crate::earnings::{balances_agree, done_in_cash, payouts, statement};
use crate::matching::{ready, seen, step};
use crate::matching_jobs::{job, taken};
use crate::payouts::{add_bank, earn, pro, well_known, withdraw};
use crate::people::{Person, outbox, sent_code};
use crate::reviews::done;
use crate::scene::{Scene, event_kinds, read};
use crate::settle::balance;
use crate::uploads::stored;

/// What a job of £117.00 earns, less 15%.
const EARNED: i64 = 9_945;

const OPERATOR: &str = "money@callout.example";

pub(crate) fn complaint() -> Value {
    json!({ "reason": "poor_work", "text": "The tap still leaks. Call me on 07700 900123." })
}

pub(crate) async fn dispute(app: &TestApp, scene: &Scene, body: &Value) -> Answer {
    let call = app.post(&format!("/api/bookings/{}/disputes", scene.booking.id));
    call.bearer(&scene.guest.token).json(body).send().await
}

pub(crate) async fn answer(app: &TestApp, pro: &Person, id: &str, text: &str) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/disputes/answer"));
    call.bearer(&pro.token)
        .json(&json!({ "text": text }))
        .send()
        .await
}

/// The id of the booking's dispute.
pub(crate) async fn id_of(app: &TestApp, scene: &Scene) -> String {
    let of_booking = format!(
        "select id from disputes where booking_id = '{}'",
        scene.booking.id
    );
    app.text(&of_booking).await.unwrap()
}

pub(crate) async fn decide(app: &TestApp, scene: &Scene, refund: Option<i64>, borne_by: BorneBy) {
    let decision = Decision {
        refund: refund.map(Pence),
        borne_by,
        words: "The photos show it.".to_owned(),
    };
    let id = id_of(app, scene).await;
    let _ = app
        .state
        .disputes
        .decide(&id, decision, By::command_line(&app.state.keys))
        .await
        .unwrap();
    let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    balances_agree(app).await;
}

async fn cleared(app: &TestApp) {
    app.execute(&format!("update clearing set clears_at = {}", app.clock.now()))
        .await;
    app.state.earnings.clear_due().await.unwrap();
    balances_agree(app).await;
}

/// Available, in clearing, frozen, owed.
pub(crate) async fn money(app: &TestApp, pro: &Person) -> [i64; 4] {
    let shown = payouts(app, pro).await;
    ["availablePence", "clearingPence", "frozenPence", "debtPence"].map(|name| shown[name].as_i64().unwrap())
}

/// The last email to somebody: its subject and its text, on one line.
fn told(app: &TestApp, to: &str) -> String {
    let last = outbox(app, to).pop().unwrap();
    let words = format!(
        "{} {}",
        last["subject"].as_str().unwrap(),
        last["text"].as_str().unwrap()
    );
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What clients were given back and how many refunds that took, pence.
async fn refunded(app: &TestApp) -> (i64, i64) {
    let sum = "select cast(coalesce(sum(amount_pence), 0) as bigint) from sandbox_refunds";
    (
        app.count(sum).await,
        app.count("select count(*) from sandbox_refunds").await,
    )
}

both_databases! {
    async fn a_dispute_freezes_what_the_job_earned(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.to_owned())).await;
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.clone();
        assert_eq!(seen(&app, &scene).await["dispute_until"], "2026-12-07T10:05:00+00:00");
        let photo = stored(&app).await;
        let mut body = complaint();
        body["photos"] = json!([photo]);
        let opened = dispute(&app, &scene, &body).await.expect_status(201).json();
        assert_eq!((&opened["status"], &opened["reason"], &opened["photos"]), (&json!("open"), &json!("poor_work"), &json!([photo])));
        assert_eq!(opened["answer_by"], "2026-11-26T10:05:00+00:00");
        assert!(!opened["text"].as_str().unwrap().contains("900123"));
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0]);
        balances_agree(&app).await;
        cleared(&app).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0], "it does not clear meanwhile");

        // The same again, twenty at once, is the same.
        for again in join_all((0..20).map(|_| dispute(&app, &scene, &body))).await {
            assert_eq!(again.expect_status(201).json(), opened);
        }
        dispute(&app, &scene, &json!({ "reason": "damage", "text": "And the floor is wet." })).await.problem(409, "already_disputed");
        assert_eq!(app.count("select count(*) from disputes").await, 1);
        assert_eq!(event_kinds(&app, &scene).await.last().unwrap(), "disputed");
        let shown = seen(&app, &scene).await;
        assert_eq!((&shown["disputes"], shown.get("dispute_until")), (&json!([opened]), None));
        assert_eq!(job(&app, &pro, &id).await["disputes"], json!([opened]));

        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        let client = read(&app, &id).await.email.unwrap();
        let to_operator = format!("A job is disputed: {id}");
        for (to, subject) in [
            (client.as_str(), "We're looking into what went wrong"),
            ("pro@example.com", "A client has disputed one of your jobs"),
            (OPERATOR, &to_operator),
        ] {
            assert!(outbox(&app, to).iter().any(|line| line["subject"] == subject), "{to}: {subject}");
        }
        assert_eq!(app.state.disputes.to_decide().await.unwrap().len(), 1);
    }

    async fn the_pro_answers_once_in_time(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let words = "It held when I tested it with the client.";
        answer(&app, &pro, id, words).await.problem(404, "not_found");
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let other = ready(&app, "other", 1).await;
        answer(&app, &other, id, words).await.problem(404, "not_found");
        answer(&app, &pro, id, "No.").await.problem(422, "invalid");
        for _ in 0..2 {
            let answered = answer(&app, &pro, id, words).await.expect_status(200).json();
            assert_eq!((&answered["answer"], answered.get("answer_by")), (&json!(words), None));
        }
        answer(&app, &pro, id, "I have thought about it again.").await.problem(409, "already_answered");
        assert_eq!(seen(&app, &scene).await["disputes"][0]["answer"], words);

        let late = done_elsewhere(&app, &pro).await;
        let _ = dispute(&app, &late, &complaint()).await.expect_status(201);
        app.clock.advance(72 * HOUR);
        answer(&app, &pro, &late.booking.id, words).await.problem(409, "dispute_closed");
    }

    async fn a_refund_is_shared_by_pro_and_platform(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        decide(&app, &scene, Some(5_850), BorneBy::Pro).await;
        // Half of £117.00: half of the pro's £99.45, and of the fee of £17.55.
        assert_eq!(money(&app, &pro).await, [9_945 - 4_972, 0, 0, 0]);
        assert_eq!(balance(&app, Account::PlatformFees).await, -(1_755 - 878));
        assert_eq!(balance(&app, Account::ProviderCash).await, 5_850);
        assert_eq!(refunded(&app).await, (5_850, 1));
        let shown = seen(&app, &scene).await["disputes"][0].clone();
        assert_eq!((&shown["status"], &shown["refund_pence"], &shown["verdict"]), (&json!("decided"), &json!(5_850), &json!("The photos show it.")));
        let lines = String::from_utf8(statement(&app, &pro, "2026-11").await.expect_status(200).body.to_vec()).unwrap();
        assert!(lines.contains("Taken back for refunds,-49.72"), "{lines}");

        let decision = Decision { refund: None, borne_by: BorneBy::Pro, words: "Again.".to_owned() };
        let again = app.state.disputes.decide(&id_of(&app, &scene).await, decision, By::command_line(&app.state.keys)).await.unwrap_err();
        assert_eq!(again.code, "dispute_decided");
        let client = read(&app, &scene.booking.id).await.email.unwrap();
        let subjects: Vec<String> = outbox(&app, &client).iter().map(|line| line["subject"].as_str().unwrap().to_owned()).collect();
        assert!(subjects.contains(&"You get £58.50 back".to_owned()), "{subjects:?}");
        assert!(subjects.contains(&"£58.50 is on its way back to you".to_owned()), "{subjects:?}");
    }

    async fn what_was_decided_for_the_pro_can_be_paid_out(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        decide(&app, &scene, Some(0), BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        assert_eq!(refunded(&app).await, (0, 0));
        let _ = add_bank(&app, &pro, "pays").await;
        let asked = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        assert_eq!(asked["amountPence"], EARNED);
        assert_eq!(app.count("select count(*) from payout_transfers where payment_id is not null").await, 1, "out of the job's own charge");
    }

    async fn the_platform_may_bear_a_refund(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        decide(&app, &scene, None, BorneBy::Callout).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0], "the pro keeps what was earned");
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 11_700);
        assert_eq!(refunded(&app).await, (11_700, 1));
    }

    async fn more_than_was_paid_is_not_given_back(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let id = id_of(&app, &scene).await;
        for (refund, words, expected) in [(11_701, "So it is.", "refund_too_large"), (-1, "So it is.", "refund_too_large"), (1, " ", "invalid")] {
            let decision = Decision { refund: Some(Pence(refund)), borne_by: BorneBy::Pro, words: words.to_owned() };
            assert_eq!(app.state.disputes.decide(&id, decision, By::command_line(&app.state.keys)).await.unwrap_err().code, expected);
        }
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0], "nothing has moved");
    }

    async fn for_a_job_that_was_paid_out_later_earnings_are_frozen(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done_elsewhere(&app, &pro).await;
        cleared(&app).await;
        well_known(&app, &pro).await;
        let _ = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201);
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0]);
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0]);
        earn(&app, &pro).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0], "up to the amount");
        earn(&app, &pro).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, EARNED, 0], "and no more");
        decide(&app, &scene, None, BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        assert_eq!(balance(&app, Account::PlatformFees).await, -2 * 1_755);
        // The rest is still paid out whole.
        let _ = withdraw(&app, &pro, "k2", &json!({})).await.expect_status(201);
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_transfers").await, 2 * EARNED);
    }

    async fn what_nothing_covers_and_nobody_gives_back_is_owed(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done_elsewhere(&app, &pro).await;
        cleared(&app).await;
        well_known(&app, &pro).await;
        let _ = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201);
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        app.execute("update sandbox_accounts set kind = 'refuses'").await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        decide(&app, &scene, None, BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, EARNED]);
        earn(&app, &pro).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0], "set off against the next job");
    }

    async fn a_won_appeal_pays_the_debt_that_the_decision_made(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done_elsewhere(&app, &pro).await;
        cleared(&app).await;
        well_known(&app, &pro).await;
        let _ = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201);
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        app.execute("update sandbox_accounts set kind = 'refuses'").await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        decide(&app, &scene, None, BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, EARNED]);
        let _ = app.state.disputes.appeal(&scene.booking.id, Some(&pro.id), "It was another tap.".to_owned()).await.unwrap();
        let refused = app.state.debts.write_off(&pro.id, Pence(100), "They left.", By::command_line(&app.state.keys)).await.unwrap_err();
        assert_eq!(refused.code, "disputed", "the appeal may pay it");
        let decision = AppealDecision { outcome: Outcome::MadeGood(Pence(EARNED)), words: "It was.".to_owned() };
        let id = id_of(&app, &scene).await;
        let _ = app.state.disputes.decide_appeal(&id, decision, By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0]);
        app.execute("update sandbox_accounts set kind = 'pays'").await;
        // The next job is the pro's as a whole, and nothing of it is set off.
        earn(&app, &pro).await;
        let _ = withdraw(&app, &pro, "k2", &json!({})).await.expect_status(201);
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_transfers").await, 2 * EARNED);
        balances_agree(&app).await;
    }

    async fn a_cash_job_has_nothing_to_give_back(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done_in_cash(&app, &pro).await;
        // Its hold was let go with the change to cash, as far as this test is concerned.
        app.execute("update payments set captured_pence = 0").await;
        // What is said of the end of the job comes before.
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        let client = read(&app, &scene.booking.id).await.email.unwrap();
        assert!(told(&app, &client).contains("We're looking into what went wrong"));
        assert!(told(&app, &client).contains("You paid your pro in cash, so we hold no money for this job."));
        assert!(told(&app, "pro@example.com").contains("none of your balance is frozen"));
        let id = id_of(&app, &scene).await;
        let decision = Decision { refund: Some(Pence(1)), borne_by: BorneBy::Pro, words: "So it is.".to_owned() };
        assert_eq!(app.state.disputes.decide(&id, decision, By::command_line(&app.state.keys)).await.unwrap_err().code, "refund_too_large");
        let decision = Decision { refund: None, borne_by: BorneBy::Pro, words: "Settled on the doorstep.".to_owned() };
        assert_eq!(app.state.disputes.decide(&id, decision, By::command_line(&app.state.keys)).await.unwrap().refund_pence, Some(0));
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        assert!(told(&app, &client).contains("we have no money to give back. What we found: Settled on the doorstep."));
        assert!(told(&app, "pro@example.com").contains("You keep what the client paid you in cash. Why: Settled on the doorstep."));
    }

    async fn a_job_that_is_not_paid_for_is_decided_once_it_is(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let asks = |until: &str| format!("update bookings set payment_due_until = {until}, payment_due_pence = {until}");
        app.execute(&asks("11700")).await;
        let id = id_of(&app, &scene).await;
        let nothing = Decision { refund: Some(Pence(0)), borne_by: BorneBy::Pro, words: "It was dry.".to_owned() };
        assert_eq!(app.state.disputes.decide(&id, nothing, By::command_line(&app.state.keys)).await.unwrap_err().code, "payment_due");
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0]);
        app.execute(&asks("null")).await;
        decide(&app, &scene, Some(0), BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
    }

    async fn only_an_ended_job_is_disputed_and_for_two_weeks(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let open = taken(&app, &pro).await;
        dispute(&app, &open, &complaint()).await.problem(409, "not_completed");
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, &open.booking.id, to).await.expect_status(200);
        }
        for (body, field) in [
            (json!({ "reason": "chargeback", "text": "My bank says so." }), "reason"),
            (json!({ "reason": "damage", "text": "Bad." }), "text"),
            (json!({ "reason": "damage", "text": "It is broken.", "photos": ["/api/files/none"] }), "photos"),
        ] {
            dispute(&app, &open, &body).await.invalid_field(field);
        }
        assert_eq!(app.count("select count(*) from disputes").await, 0);
        app.clock.advance(14 * DAY);
        dispute(&app, &open, &complaint()).await.problem(409, "dispute_closed");
        assert_eq!(seen(&app, &open).await.get("dispute_until"), None);
    }

    async fn a_guest_link_needs_a_code_too(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.clone();
        let links = seen(&app, &scene).await;
        let path = |token: &str, more: &str| format!("/api/bookings/{id}/disputes{more}?token={token}");
        let (guest, share) = (links["guest_token"].as_str().unwrap(), links["share_token"].as_str().unwrap());
        let post = async |token: &str, body: &Value| app.post(&path(token, "")).json(body).send().await;
        let mut body = complaint();
        assert_eq!(post(guest, &body).await.problem(422, "invalid")["errors"]["code"], "Enter the code that we sent you.");
        body["code"] = json!("000000");
        post(guest, &body).await.problem(401, "invalid_code");
        post(share, &body).await.problem(403, "forbidden");
        let email = read(&app, &id).await.email.unwrap();
        body["code"] = json!(sent_code(&app, &path(guest, "/code"), &json!({}), &email).await);
        let _ = post(guest, &body).await.expect_status(201);
    }
}

/// A job whose place in its window is free again for the next one.
async fn done_elsewhere(app: &TestApp, pro: &Person) -> Scene {
    let scene = done(app, pro).await;
    app.execute("delete from slot_places").await;
    scene
}
