//! Coupons in the console: offered, limited, ended; what that means for quotes and bookings.

use api_tests::{Guest, TestApp, both_databases};
use callout_domain::clock::{HOUR, SECOND};
use callout_domain::operator::OperatorRole;
use serde_json::{Value, json};

use crate::journey::{address_of, book, cash, quote, wish, with};
use crate::operator::{Led, Operator, Shown, acts, admin, super_admin};

const CREATE: &str = "/admin/do/coupons/create";
const CHANGE: &str = "/admin/do/coupons/change";
const END: &str = "/admin/do/coupons/end";
const HOSTILE: &str = "<script>alert(1)</script>";

/// What an admin may offer: £5 off an order from £40, once a person and 500 times in all.
const GOOD: [(&str, &str); 6] = [
    ("code", "tap5"),
    ("description", "£5 off taps"),
    ("kind", "pounds"),
    ("amount", "5"),
    ("minimum", "40"),
    ("uses", "500"),
];

async fn offer(operator: &Operator, changes: &[(&str, &str)]) -> Led {
    let mut typed = GOOD.to_vec();
    for (name, value) in changes {
        typed.retain(|(known, _)| known != name);
        typed.push((name, value));
    }
    operator.send("/admin/coupons", CREATE, &typed).await
}

/// Every server knows it by now.
fn known(app: &TestApp) {
    app.clock.advance(11 * SECOND);
}

async fn validate(app: &TestApp, code: &str) -> Value {
    let body = json!({ "code": code, "amountPence": 9_750, "currency": "GBP" });
    let answer = app.post("/api/coupons/validate").json(&body).send().await;
    answer.expect_status(200).json()
}

/// The codes of the book that browsers get.
async fn served(app: &TestApp) -> Vec<String> {
    let book = app
        .get("/api/pricing/book")
        .send()
        .await
        .expect_status(200)
        .json();
    let coupons = book["coupons"].as_array().cloned().unwrap_or_default();
    coupons
        .iter()
        .filter_map(|coupon| coupon["code"].as_str().map(str::to_owned))
        .collect()
}

/// A quote of £97.50 less a coupon.
async fn quoted(app: &TestApp, guest: &Guest, code: &str, pence: i64) -> Value {
    let wanted = with(wish(), json!({ "couponCode": code, "amountPence": pence }));
    quote(app, guest, &wanted).await
}

/// A booking of it at an address of its own.
fn booking(quote: &Value, number: u32) -> Value {
    with(cash(quote), json!({ "address": address_of(number) }))
}

async fn of_coupons(app: &TestApp) -> Vec<Value> {
    let mut acts = acts(app).await;
    acts.retain(|act| act[0].as_str().is_some_and(|name| name.starts_with("coupon")));
    acts
}

fn row(page: &Shown, code: &str) -> String {
    let rows = page.all("tbody tr");
    let found = rows.iter().find(|row| row.starts_with(code));
    found.cloned().unwrap_or_else(|| panic!("no {code} in {rows:?}"))
}

both_databases! {
    async fn the_built_in_coupons_are_in_the_table_with_their_uses(app: TestApp) {
        let operator = admin(&app).await;
        let guest = app.guest().await;
        let quote = quoted(&app, &guest, "SAVE15", 8_287).await;
        let _ = book(&app, &guest, &booking(&quote, 1)).await.expect_status(201);
        let page = operator.page("/admin/coupons").await;
        assert_eq!(page.all("tbody tr").len(), 5);
        let (save, welcome) = (row(&page, "SAVE15"), row(&page, "WELCOME10"));
        assert!(save.contains("15% off, at most £30") && save.contains("1, no limit") && !save.contains("Dearer"), "{save}");
        assert!(welcome.contains("£10 off") && welcome.contains("0, no limit") && welcome.contains("Dearer than our fee"), "{welcome}");
        let one = operator.page("/admin/coupons/WELCOME10").await;
        one.says("more than our fee of 15% on orders below £66.67").says("A person’s first booking alone").says("£40");
        assert_eq!(operator.open("/admin/coupons/NOPE").await.status, 404);
        // A restart puts nothing back that was changed.
        app.execute("update coupons set ends_at = 1 where code = 'DRAIN20'").await;
        let app = app.restarted(|_| {}).await;
        assert_eq!(app.count("select count(*) from coupons where ends_at = 1").await, 1);
        assert_eq!(served(&app).await, ["FREECALL", "PRIORITY5", "SAVE15", "WELCOME10"]);
    }

    async fn an_admin_offers_a_listed_coupon(app: TestApp) {
        let operator = admin(&app).await;
        let led = offer(&operator, &[("description", HOSTILE)]).await;
        led.page.says("The coupon has been created.").says("Coupon TAP5").says("0 of 500").says(HOSTILE).lacks("more than our fee of 15% on");
        assert!(!led.page.html.contains(HOSTILE));
        known(&app);
        assert!(served(&app).await.contains(&"TAP5".to_owned()));
        let answer = validate(&app, "tap5").await;
        assert_eq!((&answer["valid"], &answer["discountPence"]), (&json!(true), &json!(500)));
        let guest = app.guest().await;
        let quote = quoted(&app, &guest, "TAP5", 9_250).await;
        let _ = book(&app, &guest, &booking(&quote, 1)).await.expect_status(201);
        operator.page("/admin/coupons/TAP5").await.says("1 of 500");
        assert_eq!(of_coupons(&app).await, [json!(["coupon_created", "TAP5", ""])]);
        assert_eq!(app.count("select count(*) from audit_log where after like '%\"discount_pence\":500%'").await, 1);
        let again = offer(&operator, &[]).await;
        again.page.says("There is a coupon of this code already.");
    }

    async fn an_unlisted_coupon_is_good_for_those_who_know_it(app: TestApp) {
        let operator = admin(&app).await;
        let led = offer(&operator, &[("listed", "")]).await;
        led.page.says("By code alone");
        known(&app);
        assert!(!served(&app).await.contains(&"TAP5".to_owned()));
        assert_eq!(validate(&app, " tap5 ").await["discountPence"], 500);
        let guest = app.guest().await;
        let quote = quoted(&app, &guest, "tap5", 9_250).await;
        let made = book(&app, &guest, &booking(&quote, 1)).await.expect_status(201).json();
        assert_eq!(made["coupon_code"], "TAP5");
    }

    async fn each_wrong_field_is_named_and_what_was_typed_stays(app: TestApp) {
        let operator = admin(&app).await;
        let led = offer(&operator, &[("code", "A-B"), ("amount", "lots"), ("each", "0"), ("ends", "2026-11-23T09:00")]).await;
        led.page.says("Use 4 to 32 letters and digits.").says("Use an amount from £0.01 to £1,000");
        led.page.says("Use a whole number from 1 to 100.").says("Choose a time after its start, and after now.");
        let _ = led.page.form(CREATE, &[("code", "A-B"), ("amount", "lots"), ("minimum", "40")]);
        assert_eq!(app.count("select count(*) from coupons").await, 5);
    }

    async fn a_coupon_dearer_than_the_fee_is_offered_knowingly(app: TestApp) {
        let operator = admin(&app).await;
        let led = offer(&operator, &[("minimum", "")]).await;
        led.page.says("It may take off more than our fee. Tick this if that is meant.");
        let led = offer(&operator, &[("minimum", ""), ("dearer", "on")]).await;
        led.page.says("more than our fee of 15% on orders below £33.34");
        let list = operator.page("/admin/coupons").await;
        assert!(row(&list, "TAP5").contains("Dearer than our fee"));
    }

    async fn only_super_admins_offer_large_coupons(app: TestApp) {
        let operator = admin(&app).await;
        let chief = super_admin(&app).await;
        let large: [&[(&str, &str)]; 4] = [
            &[("amount", "20.01"), ("minimum", "200")],
            &[("kind", "percent"), ("amount", "20.01"), ("dearer", "on")],
            &[("uses", "501")],
            &[("uses", "")],
        ];
        for (number, changes) in large.into_iter().enumerate() {
            let code = format!("LARGE{number}");
            let mut changes = changes.to_vec();
            changes.push(("code", &code));
            let refused = offer(&operator, &changes).await;
            refused.page.says("Admins offer coupons of at most £20 or 20%, and 500 uses in all. Ask a super admin.");
            offer(&chief, &changes).await.page.says("The coupon has been created.");
        }
        // Nor does an admin raise the limits of a small one, but they may end a large one.
        let _ = offer(&operator, &[]).await;
        let raised = operator.send("/admin/coupons/TAP5", CHANGE, &[("uses", "501"), ("reason", "More.")]).await;
        raised.page.says("Ask a super admin.");
        operator.send("/admin/coupons/LARGE0", END, &[("reason", "Too dear.")]).await.page.says("The coupon has ended.");
        assert_eq!(app.count("select count(*) from coupons where code = 'TAP5' and total_limit = 500").await, 1);
    }

    async fn a_coupon_that_ended_meanwhile_is_refused_with_the_price_without_it(app: TestApp) {
        let operator = admin(&app).await;
        let guest = app.guest().await;
        let quote = quoted(&app, &guest, "SAVE15", 8_287).await;
        operator.send("/admin/coupons/SAVE15", END, &[("reason", "")]).await.page.says("Write a few words.");
        let led = operator.send("/admin/coupons/SAVE15", END, &[("reason", "The week is over.")]).await;
        led.page.says("The coupon has ended.").says("Ended").says("The week is over.");
        let lost = book(&app, &guest, &booking(&quote, 1)).await.problem(409, "coupon_unavailable");
        assert_eq!(lost["detail"], "Coupon is invalid or not applicable. It has ended.");
        assert_eq!(lost["quote"]["amountPence"], 9_750);
        assert_eq!(app.count("select count(*) from bookings").await, 0);
        let _ = book(&app, &guest, &booking(&lost["quote"], 1)).await.expect_status(201);
        known(&app);
        assert!(!served(&app).await.contains(&"SAVE15".to_owned()));
        assert_eq!(validate(&app, "SAVE15").await["description"], "Coupon not recognized");
        assert_eq!(of_coupons(&app).await, [json!(["coupon_ended", "SAVE15", "The week is over."])]);
        assert!(operator.page("/admin/coupons/SAVE15").await.all(&format!("form[action='{END}']")).is_empty());
    }

    async fn limits_count_the_uses_before_them(app: TestApp) {
        let chief = super_admin(&app).await;
        let guests = [app.guest().await, app.guest().await, app.guest().await];
        let mut quotes = Vec::new();
        for guest in &guests {
            quotes.push(quoted(&app, guest, "SAVE15", 8_287).await);
        }
        let _ = book(&app, &guests[0], &booking(&quotes[0], 1)).await.expect_status(201);
        let led = chief.send("/admin/coupons/SAVE15", CHANGE, &[("uses", "2"), ("reason", "Two are enough.")]).await;
        led.page.says("The coupon is changed.").says("1 of 2");
        let _ = book(&app, &guests[1], &booking(&quotes[1], 2)).await.expect_status(201);
        let lost = book(&app, &guests[2], &booking(&quotes[2], 3)).await.problem(409, "coupon_unavailable");
        assert_eq!(lost["detail"], "Coupon is invalid or not applicable. It has been used.");
        chief.page("/admin/coupons/SAVE15").await.says("Used up");
        let _ = chief.send("/admin/coupons/SAVE15", CHANGE, &[("uses", "3"), ("reason", "One more.")]).await;
        let _ = book(&app, &guests[2], &booking(&quotes[2], 3)).await.expect_status(201);
        let changes = "select count(*) from audit_log where before like '{\"total_limit\":%' and after like '{\"total_limit\":%'";
        assert_eq!(app.count(changes).await, 2);
    }

    async fn a_coupon_runs_from_its_start_to_its_end(app: TestApp) {
        let operator = admin(&app).await;
        // It is 10:05.
        let led = offer(&operator, &[("starts", "2026-11-23T12:00"), ("ends", "2026-11-23T13:00")]).await;
        led.page.says("Not yet").says("23 Nov 2026, 12:00 to 23 Nov 2026, 13:00");
        assert_eq!(validate(&app, "TAP5").await["valid"], false);
        app.clock.advance(2 * HOUR);
        assert_eq!(validate(&app, "TAP5").await["valid"], true);
        let guest = app.guest().await;
        app.clock.advance(50 * 60 * SECOND);
        let quote = quoted(&app, &guest, "TAP5", 9_250).await;
        app.clock.advance(10 * 60 * SECOND);
        book(&app, &guest, &booking(&quote, 1)).await.problem(409, "coupon_unavailable");
        assert_eq!(validate(&app, "TAP5").await["valid"], false);
    }

    async fn the_second_operator_reads_what_the_first_did(app: TestApp) {
        let first = admin(&app).await;
        let second = Operator::new(&app, "second@callout.example", OperatorRole::Admin).await;
        let _ = offer(&first, &[]).await;
        let shown = second.page("/admin/coupons/TAP5").await;
        let _ = first.send("/admin/coupons/TAP5", CHANGE, &[("uses", "100"), ("reason", "Fewer.")]).await;
        let late = second.fill(shown, CHANGE, &[], &[("uses", "200"), ("reason", "Some more.")]).await;
        late.page.says("Meanwhile admin@callout.example changed the coupon: “Fewer.”");
        let _ = late.page.form(CHANGE, &[("uses", "200"), ("reason", "Some more.")]);
        assert_eq!(app.count("select total_limit from coupons where code = 'TAP5'").await, 100);
    }
}
