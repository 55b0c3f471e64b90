//! Receipts over £250 with VAT, which stay sealed when their client or pro is erased, and the console's form that opens them.

use std::sync::Arc;

use api_tests::{TestApp, both_databases};
use callout_domain::keys::Keys;
use callout_domain::operator::By;
use callout_domain::time;
use callout_front::jobs::housekeeping;
use http::Method;

use crate::console_people::{acts_of, page_of};
use crate::master_leaving::{leave, paid_out};
use crate::matching::{ready, step};
use crate::matching_jobs::taken;
use crate::operator::{Operator, Shown, admin, super_admin};
use crate::people::Person;
use crate::receipt::{receipt, words};
use crate::scene::Scene;

const OPEN: &str = "/admin/do/pros/open-receipt";
const WHY: &str = "HMRC asks for it.";
/// The first amount that is above the limit, and the last that is not.
const DEAR: i64 = 25_001;
const CHEAP: i64 = 25_000;

async fn registered(app: &TestApp) -> Person {
    let pro = ready(app, "pro", 1).await;
    app.execute("update masters set legal_name = 'Okafor & Sons Ltd', trading_address = '14 Harbour Row\nLondon', vat_number = 'GB999999973'")
        .await;
    pro
}

/// A job of this pro that is done and paid for.
async fn sold(app: &TestApp, pro: &Person, pence: i64) -> Scene {
    app.execute("delete from slot_places").await;
    let scene = taken(app, pro).await;
    let id = scene.booking.id.as_str();
    let price = format!("update bookings set amount_pence = {pence} where id = '{id}'");
    app.execute(&price).await;
    for to in ["in_progress", "completed"] {
        let _ = step(app, pro, id, to).await.expect_status(200);
    }
    app.execute(&format!(
        "update payments set status = 'succeeded', captured_pence = {pence}, refunded_pence = 500 where booking_id = '{id}'"
    ))
    .await;
    scene
}

async fn erase(app: &TestApp, scene: &Scene) {
    let call = app
        .call(Method::DELETE, "/api/clients/me")
        .bearer(&scene.guest.token);
    let _ = call.send().await.expect_status(204);
}

async fn sealed(app: &TestApp) -> i64 {
    app.count("select count(*) from sealed_receipts").await
}

/// How many receipts still say who sold.
async fn named(app: &TestApp) -> i64 {
    app.count("select count(*) from receipts where seller like '%Okafor%'")
        .await
}

/// Sends the form on the pro's page.
async fn open(operator: &Operator, pro: &Person, number: &str, code: &str) -> Shown {
    let typed = [("number", number), ("reason", WHY), ("factor_code", code)];
    operator.send(&page_of(pro), OPEN, &typed).await.page
}

both_databases! {
    async fn a_super_admin_opens_what_an_erased_client_bought(app: TestApp) {
        let (operator, chief) = (admin(&app).await, super_admin(&app).await);
        let pro = registered(&app).await;
        let (cheap, dear) = (sold(&app, &pro, CHEAP).await, sold(&app, &pro, DEAR).await);
        chief.page(&page_of(&pro)).await.lacks("sealed receipt");
        erase(&app, &cheap).await;
        assert_eq!(sealed(&app).await, 0, "a receipt up to £250 need not name its client");
        erase(&app, &dear).await;
        assert_eq!((sealed(&app).await, named(&app).await), (1, 2));
        assert_eq!(app.count("select count(*) from bookings where customer_name <> ''").await, 0);
        let stored = app.text("select sealed from sealed_receipts").await.unwrap();
        assert!(!stored.contains("Lovelace") && !stored.contains("Street"), "{stored}");

        operator.page(&page_of(&pro)).await.lacks("sealed receipt");
        let page = chief.page(&page_of(&pro)).await;
        let _ = page.says("newest first: 000002.");
        let _ = operator.post(OPEN, &page.form(OPEN, &[])).await.expect_status(403);
        open(&chief, &pro, "000002", "000000").await.says("This code is not right.").lacks("Customer:");
        open(&chief, &pro, "two", &chief.code()).await.says("Type a number like 000012.");
        open(&chief, &pro, "000001", &chief.code()).await.says("This pro has no sealed receipt of this number.");
        assert!(acts_of(&app, &dear.booking.id).await.is_empty());
        let shown = open(&chief, &pro, "000002", &chief.code()).await;
        for words in [
            "Receipt no.: 000002", dear.booking.id.as_str(), "Sold by: Okafor & Sons Ltd, 14 Harbour Row, London", "VAT number: GB999999973",
            "Customer: Ada Lovelace", "Address: 1 Test Street, London SW1A 1AA", "Job: Leak / tap issue",
            "Total: £250.01, of which VAT: £41.67", "Refunded: £5", "Payment: Card",
        ] {
            let _ = shown.says(words);
        }
        chief.page(&page_of(&pro)).await.lacks("Customer:");
        assert_eq!(acts_of(&app, &dear.booking.id).await, ["sealed_receipt_opened"]);
    }

    async fn without_vat_nothing_is_kept(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = sold(&app, &pro, DEAR).await;
        erase(&app, &scene).await;
        paid_out(&app).await;
        let _ = leave(&app, &pro).await.expect_status(204);
        assert_eq!(sealed(&app).await, 0);
    }

    async fn a_pro_who_leaves_stays_named_where_clients_read_it(app: TestApp) {
        let pro = registered(&app).await;
        let (gone, here) = (sold(&app, &pro, DEAR).await, sold(&app, &pro, DEAR).await);
        erase(&app, &gone).await;
        assert_eq!((sealed(&app).await, named(&app).await), (1, 2));
        paid_out(&app).await;
        let _ = leave(&app, &pro).await.expect_status(204);
        assert_eq!((sealed(&app).await, named(&app).await), (2, 1));
        let path = format!("/booking/{}/receipt", here.booking.id);
        let read = words(&receipt(&app, &here.guest, &path).await);
        assert!(read.contains("Sold by Okafor &amp; Sons Ltd"), "{read}");
        erase(&app, &here).await;
        assert_eq!((sealed(&app).await, named(&app).await), (2, 0));
        for number in ["1", "2"] {
            let opened = app.state.receipts.open_for(&pro.id, number, WHY, By::command_line(&app.state.keys)).await.unwrap();
            assert_eq!((opened.customer.as_str(), opened.seller.name.as_str()), ("Ada Lovelace", "Okafor & Sons Ltd"));
        }
    }

    async fn they_go_six_years_after_the_financial_year(app: TestApp) {
        let pro = registered(&app).await;
        let scene = sold(&app, &pro, DEAR).await;
        erase(&app, &scene).await;
        let over = time::of_iso("2033-04-01T00:00:00+01:00").unwrap();
        app.clock.advance(over - 1 - app.clock.now());
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(sealed(&app).await, 1);
        app.clock.advance(1);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(sealed(&app).await, 0);
    }

    async fn what_is_over_is_not_sealed(app: TestApp) {
        let pro = registered(&app).await;
        let scene = sold(&app, &pro, DEAR).await;
        // The financial year that ended six years before this one.
        let issued = time::of_iso("2020-03-31T23:59:00+01:00").unwrap();
        app.execute(&format!("update receipts set issued_at = {issued}")).await;
        erase(&app, &scene).await;
        assert_eq!(sealed(&app).await, 0);
    }

    async fn a_new_secret_needs_them_sealed_anew(app: TestApp) {
        let pro = registered(&app).await;
        let scene = sold(&app, &pro, DEAR).await;
        erase(&app, &scene).await;
        let old = Arc::clone(&app.state.keys);
        let app = app.restarted(|config| config.jwt_secret = Some("another-secret-of-the-tests-0123456789".to_owned().into())).await;
        let open = async || app.state.receipts.open_for(&pro.id, "1", WHY, By::command_line(&app.state.keys)).await;
        assert_eq!(open().await.unwrap_err().code, "internal");
        let stranger = Arc::new(Keys::derive(&"a third one".to_owned().into()));
        assert!(app.state.receipts.reseal(stranger).await.is_err());
        for resealed in [1, 0] {
            assert_eq!(app.state.receipts.reseal(Arc::clone(&old)).await.unwrap(), resealed);
        }
        assert_eq!(open().await.unwrap().customer, "Ada Lovelace");
    }
}
