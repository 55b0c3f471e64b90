//! What people are told when a client's bank takes a payment back and decides: other words than about a dispute of the client's own.

use api_tests::{TestApp, both_databases};
use serde_json::json;

use crate::chargebacks::bank;
use crate::disputes::{complaint, dispute};
use crate::matching::seen;
use crate::matching_jobs::{job, taken};
use crate::matching_proposals::withdraw;
use crate::payouts::pro;
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::scene::{Scene, read};

const OPERATOR: &str = "money@callout.example";

const PRO: &str = "pro@example.com";

async fn with_operator(app: &TestApp) -> (TestApp, Person) {
    let app = app
        .restarted(|config| config.support_email = Some(OPERATOR.to_owned()))
        .await;
    let pro = pro(&app, "pro").await;
    (app, pro)
}

/// The text of the only email to somebody with this subject, on one line.
fn told(app: &TestApp, to: &str, subject: &str) -> String {
    let all = outbox(app, to);
    let mut found: Vec<_> = all.iter().filter(|line| line["subject"] == subject).collect();
    let subjects: Vec<_> = all.iter().map(|line| &line["subject"]).collect();
    let (Some(line), true) = (found.pop(), found.is_empty()) else {
        panic!("{to}: not once {subject:?}: {subjects:?}");
    };
    let text = line["text"].as_str().unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn client(app: &TestApp, scene: &Scene) -> String {
    read(app, &scene.booking.id).await.email.unwrap()
}

/// Nothing that is said of a client's own dispute was said.
fn no_dispute_of_their_own(app: &TestApp, client: &str) {
    let said = [client, PRO, OPERATOR].map(|to| outbox(app, to)).concat();
    for words in [
        "Thank you for telling us",
        "working days",
        "Please say what happened",
        "We're refunding you",
        "giving a refund",
        "Decide it in the console",
    ] {
        assert!(
            !said
                .iter()
                .any(|line| line["text"].as_str().unwrap().contains(words)),
            "{words}"
        );
    }
}

both_databases! {
    async fn a_lost_one_is_paid_by_the_bank_and_not_by_us(app: TestApp) {
        let (app, pro) = with_operator(&app).await;
        let scene = done(&app, &pro).await;
        let (client, id) = (client(&app, &scene).await, scene.booking.id.as_str());
        bank(&app, &scene, "open").await;
        assert!(told(&app, &client, "Your bank has taken your payment back").contains("There is nothing for you to do here"));
        assert!(told(&app, PRO, "A client's bank has taken a payment back").contains("There is nothing for you to answer"));
        let operators = told(&app, OPERATOR, &format!("Chargeback: {id}"));
        assert!(operators.contains("nothing to decide in the console") && !operators.contains("still to be made"), "{operators}");

        bank(&app, &scene, "lost").await;
        assert!(told(&app, &client, "Your bank gives you your money back").contains("We send you nothing more for it."));
        assert!(told(&app, PRO, "The bank has decided in the client's favour").contains("taken £117.00 from your earnings and our fee"));
        assert!(told(&app, OPERATOR, &format!("Chargeback lost: {id}")).contains("£117.00 was taken"));
        no_dispute_of_their_own(&app, &client);
        for shown in [seen(&app, &scene).await, job(&app, &pro, id).await] {
            assert_eq!(shown["disputes"][0]["bank_says"], "lost");
        }
    }

    async fn one_that_is_won_gives_nothing_back(app: TestApp) {
        let (app, pro) = with_operator(&app).await;
        let scene = done(&app, &pro).await;
        let client = client(&app, &scene).await;
        bank(&app, &scene, "open").await;
        assert_eq!(seen(&app, &scene).await["disputes"][0].get("bank_says"), None);
        bank(&app, &scene, "won").await;
        assert!(told(&app, &client, "Your payment stands").contains("you get nothing back"));
        assert!(told(&app, PRO, "The client's payment stands").contains("You keep what you earned from the job"));
        assert!(told(&app, OPERATOR, &format!("Chargeback won: {}", scene.booking.id)).contains("the payment stands"));
        no_dispute_of_their_own(&app, &client);
        assert_eq!(seen(&app, &scene).await["disputes"][0]["bank_says"], "won");
    }

    async fn before_the_visit_everybody_hears_what_they_can_do(app: TestApp) {
        let (app, pro) = with_operator(&app).await;
        let scene = taken(&app, &pro).await;
        let (client, id) = (client(&app, &scene).await, scene.booking.id.as_str());
        bank(&app, &scene, "open").await;
        assert!(told(&app, &client, "Your bank has taken your payment back").contains("please cancel it"));
        assert!(told(&app, PRO, "Before your visit: the client's bank has the payment").contains("please withdraw from the job"));
        let operators = told(&app, OPERATOR, &format!("Chargeback: {id}"));
        assert!(operators.contains(&format!("Call it off in the console, at /admin/bookings/{id}")), "{operators}");
        bank(&app, &scene, "lost").await;
        assert!(told(&app, &client, "Your bank gives you your money back").contains("no longer paid for"));
        assert!(told(&app, PRO, "The bank has decided in the client's favour").contains("please ask us first"));
        assert!(told(&app, OPERATOR, &format!("Chargeback lost: {id}")).contains("if a pro makes it, we pay them"));
        no_dispute_of_their_own(&app, &client);
    }

    async fn a_dispute_of_their_own_is_closed_not_refused(app: TestApp) {
        let (app, pro) = with_operator(&app).await;
        let scene = done(&app, &pro).await;
        let client = client(&app, &scene).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        bank(&app, &scene, "open").await;
        assert!(told(&app, &client, "Your bank decides about your payment").contains("your dispute with us is closed"));
        assert!(told(&app, PRO, "The client's bank decides now").contains("Whatever was frozen for it stays frozen"));
        let _ = told(&app, OPERATOR, &format!("Dispute closed: {}", scene.booking.id));
        let disputes = seen(&app, &scene).await["disputes"].as_array().unwrap().clone();
        let own = disputes.iter().find(|dispute| dispute["origin"] == "client").unwrap();
        assert_eq!((&own["bank_says"], &own["status"]), (&json!("took_over"), &json!("decided")));
        assert!(!outbox(&app, &client).iter().any(|line| line["text"].as_str().unwrap().contains("giving a refund")));
    }

    async fn a_job_without_a_pro_can_be_called_off(app: TestApp) {
        let (app, pro) = with_operator(&app).await;
        let scene = taken(&app, &pro).await;
        withdraw(&app, &pro, &scene).await;
        bank(&app, &scene, "open").await;
        let id = scene.booking.id.as_str();
        assert!(told(&app, OPERATOR, &format!("Chargeback: {id}")).contains(&format!("at /admin/bookings/{id}")));
        let told_pro = outbox(&app, PRO);
        assert!(!told_pro.iter().any(|line| line["subject"].as_str().unwrap().contains("bank")), "the job is not theirs any more");
    }
}
