//! Payouts to pros who share an address or a card with the clients of their jobs: an operator looks at them first.

use api_tests::{TestApp, both_databases};
use callout_domain::payout::Verdict;
use callout_front::jobs;
use http::Method;
use serde_json::json;

use crate::debts::{self, GOOD};
use crate::earnings::{balances_agree, done_in_cash};
use crate::operator::admin;
use crate::payouts::{decide_payout, earn, pro, well_known, withdraw};
use crate::people::{Person, client};
use crate::scene::{Scene, created, pay};

/// Another card than the one that clients pay with.
const OTHER: &str = "4000 0000 0000 5126";

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
}

/// Asks for a little, and gives why an operator looks at it, who puts it back; what nobody looks at is sent.
async fn reasons(app: &TestApp, pro: &Person, key: &str) -> String {
    let asked = withdraw(app, pro, key, &json!({ "amountPence": 1_000 })).await;
    let asked = asked.expect_status(201).json();
    let id = asked["id"].as_str().unwrap().to_owned();
    let reasons = app
        .text(&format!("select reasons from payouts where id = '{id}'"))
        .await;
    let reasons = reasons.unwrap();
    if reasons == "[]" {
        assert_eq!(asked["status"], "pending");
        run(app).await;
    } else {
        assert_eq!(asked["status"], "review");
        let _ = decide_payout(app, &id, Verdict::Return).await.unwrap();
    }
    balances_agree(app).await;
    reasons
}

/// Somebody's booking that was paid with this card.
async fn paid_with(app: &TestApp, card: &str) -> Scene {
    app.execute("delete from slot_places").await;
    let scene = Box::pin(created(app)).await;
    let _ = pay(app, &scene, card).await.expect_status(200);
    run(app).await;
    scene
}

async fn with_card(app: &TestApp, table: &str) -> i64 {
    app.count(&format!(
        "select count(*) from {table} where card_fingerprint is not null"
    ))
    .await
}

both_databases! {
    async fn a_job_at_the_pros_own_address_is_looked_at(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        for (key, trading, base, expected) in [
            ("k1", "1 High Street, London SW1A 1AA", "SW1A 1AA", "[]"),
            ("k2", "11 Test Street, London SW1A 1AA", "SW1A 1AA", "[]"),
            ("k3", "1 Test Street, London E2 8AA", "E2 8AA", "[]"),
            ("k4", "1 TEST-street,\nLondon, sw1a1aa", "E2 8AA", r#"["shared_address"]"#),
            ("k5", "1 test street", "SW1A 1AA", r#"["shared_address"]"#),
        ] {
            app.execute(&format!("update masters set trading_address = '{trading}', base_postcode = '{base}'")).await;
            assert_eq!(reasons(&app, &pro, key).await, expected, "{trading}");
        }
        // The operator reads why.
        let id = app.text("select id from payouts where reasons like '%address%' limit 1").await.unwrap();
        let operator = admin(&app).await;
        operator.page(&format!("/admin/payouts/{id}")).await.says("One of its jobs was at the pro’s own address.");
        // Where the client was erased, there is no address any more.
        app.execute("update bookings set address_line1 = '', postcode = area").await;
        assert_eq!(reasons(&app, &pro, "k6").await, "[]");
    }

    async fn a_job_in_cash_whose_coupon_the_platform_pays_is_looked_at_once(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let _ = done_in_cash(&app, &pro).await;
        app.execute("delete from slot_places").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        app.execute("update bookings set address_line1 = '2 Other Street' where payment_method = 'card'").await;
        app.execute("update masters set trading_address = '1 Test Street', base_postcode = 'SW1A 1AA'").await;
        let coupon = async |pence: i64| app.execute(&format!("update bookings set discount_pence = {pence} where payment_method = 'cash'")).await;
        assert_eq!(reasons(&app, &pro, "k1").await, r#"["shared_address"]"#);
        coupon(0).await;
        assert_eq!(reasons(&app, &pro, "k2").await, "[]", "the platform pays nothing for it");
        coupon(1_000).await;
        assert_eq!(reasons(&app, &pro, "k3").await, "[]", "it was done before the last payout");
    }

    async fn a_job_that_was_begun_without_the_code_is_looked_at(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        app.execute("update bookings set started_without = 'Nobody answers the phone.'").await;
        assert_eq!(reasons(&app, &pro, "k1").await, r#"["begun_without_code"]"#);
        let id = app.text("select id from payouts where reasons like '%code%'").await.unwrap();
        admin(&app).await.page(&format!("/admin/payouts/{id}")).await.says("One of its jobs was begun without the client’s start code.");
        app.execute("update bookings set started_without = null").await;
        assert_eq!(reasons(&app, &pro, "k2").await, "[]");
    }

    async fn a_card_that_paid_a_debt_and_a_job_is_looked_at(app: TestApp) {
        for (name, card, expected) in [("own", OTHER, "[]"), ("shared", GOOD, r#"["shared_card"]"#)] {
            let pro = pro(&app, name).await;
            app.execute("update masters set online = 0").await;
            app.execute(&format!("update masters set online = 1, changed_at = {} where id = '{}'", app.clock.now(), pro.id)).await;
            crate::matching::look(&app).await;
            let _ = done_in_cash(&app, &pro).await;
            app.execute("delete from slot_places").await;
            let opened = debts::open(&app, &pro).await;
            debts::confirm(&app, &opened, card).await;
            let paid = debts::is_paid(&app, &pro, &opened).await.expect_status(200).json();
            assert_eq!(paid["isPaid"], true);
            earn(&app, &pro).await;
            well_known(&app, &pro).await;
            assert_eq!(reasons(&app, &pro, &format!("{name}-1")).await, expected, "{name}");
        }
        let id = app.text("select id from payouts where reasons like '%card%'").await.unwrap();
        let operator = admin(&app).await;
        operator.page(&format!("/admin/payouts/{id}")).await.says("A card that paid one of its jobs is the pro’s own, too.");
        let digits = "select count(*) from payments where card_fingerprint like '%4242%' or card_fingerprint is null";
        assert_eq!(app.count(digits).await, 0, "a card is known, not its number");
        assert_eq!(app.count("select count(distinct card_fingerprint) from debt_payments").await, 2);
    }

    async fn a_card_of_somebody_with_the_pros_contact_is_looked_at(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        assert_eq!(reasons(&app, &pro, "k1").await, "[]");
        let email_of = async |scene: &Scene, email: &str| {
            app.execute(&format!("update bookings set email = {email} where id = '{}'", scene.booking.id)).await;
        };
        // The pro pays as a client, with another card than the job's client.
        let other = paid_with(&app, OTHER).await;
        email_of(&other, "'pro@example.com'").await;
        assert_eq!(reasons(&app, &pro, "k2").await, "[]");
        let own = paid_with(&app, GOOD).await;
        assert_eq!(reasons(&app, &pro, "k3").await, "[]", "a stranger with the same card");
        email_of(&own, "'pro@example.com'").await;
        assert_eq!(reasons(&app, &pro, "k4").await, r#"["shared_card"]"#);
        email_of(&own, "null").await;
        app.execute(&format!("update bookings set phone = '+447700900999' where id = '{}'", own.booking.id)).await;
        assert_eq!(reasons(&app, &pro, "k5").await, r#"["shared_card"]"#);
        // Neither stands in the booking, but its account has proved it.
        let account = client(&app, "pro@example.com").await;
        app.execute(&format!("update bookings set phone = '+447700900111', client_id = '{}' where id = '{}'", account.id, own.booking.id)).await;
        assert_eq!(reasons(&app, &pro, "k6").await, r#"["shared_card"]"#);
        app.execute("update identifiers set verified_at = null where role = 'client'").await;
        assert_eq!(reasons(&app, &pro, "k7").await, "[]");
    }

    async fn a_card_goes_with_its_client_unless_a_payout_is_open(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        let client_of = async |id: &str| app.text(&format!("select client_id from bookings where id = '{id}'")).await.unwrap();
        let done = app.text("select id from bookings").await.unwrap();
        let intent = app.text("select id from payments").await.unwrap();
        well_known(&app, &pro).await;
        app.execute("update payout_accounts set bank_changed_at = 9000000000000").await;
        let asked = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        assert_eq!(asked["status"], "review");
        let _other = paid_with(&app, GOOD).await;
        assert_eq!(with_card(&app, "payments").await, 2);
        app.state.accounts.erase(client_of(&done).await).await.unwrap();
        assert_eq!(with_card(&app, "payments").await, 2, "the payout is open");
        let _ = decide_payout(&app, asked["id"].as_str().unwrap(), Verdict::Return).await.unwrap();
        assert_eq!(with_card(&app, "payments").await, 1, "only the other client's is left");
        app.state.payments.settle(&intent).await.unwrap();
        assert_eq!(with_card(&app, "payments").await, 1, "asking the provider again brings nothing back");
        // Without an open payout it goes at once.
        app.execute("delete from slot_places").await;
        earn(&app, &pro).await;
        let latest = app.text("select id from bookings where status = 'completed' and customer_name <> ''").await.unwrap();
        app.state.accounts.erase(client_of(&latest).await).await.unwrap();
        assert_eq!(with_card(&app, "payments").await, 1);
    }

    async fn a_pros_card_goes_with_the_pro(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let _ = done_in_cash(&app, &pro).await;
        let opened = debts::open(&app, &pro).await;
        debts::confirm(&app, &opened, GOOD).await;
        let _ = debts::is_paid(&app, &pro, &opened).await.expect_status(200);
        run(&app).await;
        assert_eq!(with_card(&app, "debt_payments").await, 1);
        let _ = app.call(Method::DELETE, "/api/masters/me").bearer(&pro.token).send().await.expect_status(204);
        assert_eq!(with_card(&app, "debt_payments").await, 0);
    }
}
