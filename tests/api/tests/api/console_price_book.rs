//! Price books in the console: drafted, compared, published, called off, brought back.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, SECOND};
use callout_domain::operator::OperatorRole;
use callout_domain::prices::FEE_NOTICE;
use futures_util::future::join;
use pricing_core::PriceBook;
use serde_json::{Value, json};

use crate::journey::{book, cash, quote, wish, with};
use crate::matching::{after, ready};
use crate::operator::{Operator, Shown, admin, super_admin};
use crate::people::outbox;
use crate::scene::{created, read};

const PRICES: &str = "/admin/prices";
const BEGIN: &str = "/admin/do/prices/begin";
const NUMBERS: &str = "/admin/do/prices/numbers";
const SAVE: &str = "/admin/do/prices/save";
const DISCARD: &str = "/admin/do/prices/discard";
const PUBLISH: &str = "/admin/do/prices/publish";
const BRING_BACK: &str = "/admin/do/prices/bring-back";
const CALL_OFF: &str = "/admin/do/prices/call-off";

/// The book that browsers get, once every server has looked again.
async fn served(app: &TestApp) -> Value {
    app.clock.advance(10 * SECOND);
    app.get("/api/pricing/book")
        .send()
        .await
        .expect_status(200)
        .json()
}

/// The book that the only booking was priced with.
async fn priced_with(app: &TestApp) -> Option<String> {
    app.text("select book_version from bookings").await
}

/// Begins a draft of the book in force; gives the address of its page.
async fn begun(operator: &Operator) -> String {
    let led = operator.send(PRICES, BEGIN, &[]).await;
    led.to.split('?').next().expect("an address").to_owned()
}

/// Publishes what a page shows, with the second factor.
async fn publish(operator: &Operator, path: &str, form: &str, fields: &[(&str, &str)]) -> Shown {
    let code = operator.code();
    let mut fields = fields.to_vec();
    fields.push(("factor_code", &code));
    operator.send(path, form, &fields).await.page
}

/// Calls off the activation of a book.
async fn call_off(app: &TestApp, operator: &Operator, version: &str) -> Shown {
    let id = app
        .text(&format!(
            "select id from price_activations where version = '{version}'"
        ))
        .await;
    let (id, code) = (id.expect("an activation"), operator.code());
    let fields = [("reason", "Not yet"), ("factor_code", code.as_str())];
    let page = operator.page(PRICES).await;
    operator.fill(page, CALL_OFF, &[("id", &id)], &fields).await.page
}

/// Puts a book in force that is older than the built-in one; gives the address of the page of that.
async fn older_in_force(app: &TestApp) -> String {
    app.execute("insert into price_books (version, body, created_at) select 'older', replace(body, '2026.2', 'older'), 0 from price_books").await;
    app.execute("update price_activations set version = 'older'")
        .await;
    format!("{PRICES}/books/{}", PriceBook::builtin().version)
}

/// What London's clocks show then, as browsers send it.
fn local(at: i64) -> String {
    callout_domain::time::london(at).expect("a time").to_string()
}

/// Runs what is due, and gives the subject of the pro's last email.
async fn told(app: &TestApp) -> String {
    after(app, 0).await;
    after(app, 0).await;
    let sent = outbox(app, "pro@example.com");
    let last = sent.last().expect("an email");
    last["subject"].as_str().unwrap_or_default().to_owned()
}

both_databases! {
    async fn the_book_of_the_first_start_is_in_force(app: TestApp) {
        let operator = super_admin(&app).await;
        let page = operator.page(PRICES).await;
        let version = &PriceBook::builtin().version;
        page.says(&format!("Book {version} Since The first start Published by callout")).says("There are none.");
        page.lacks("A newer book came with this release");
        // Starting again changes nothing.
        callout_booking::prices::store_builtin(&app.state.db, &app.state.clock).await.unwrap();
        assert_eq!(app.count("select count(*) from price_activations").await, 1);
        let book = operator.page(&format!("{PRICES}/books/{version}")).await;
        book.says("Now In force").says("Platform’s fee 15%").lacks("Put this book in force");
        assert_eq!(operator.open("/admin/prices/books/none").await.status, 404);
        assert_eq!(admin(&app).await.open(PRICES).await.status, 403);
    }

    async fn a_newer_built_in_book_is_offered(app: TestApp) {
        let operator = super_admin(&app).await;
        let path = older_in_force(&app).await;
        let version = &PriceBook::builtin().version;
        assert_eq!(served(&app).await["version"], "older");
        let offer = format!("A newer book came with this release: {version}. It is not in force until you publish it.");
        operator.page(PRICES).await.says(&offer);
        let page = operator.page(&path).await;
        page.says("These coupons may take off more than this book’s fee, at our cost:").says("WELCOME10");
        publish(&operator, &path, BRING_BACK, &[("reason", "New release")]).await.says("The book is published.").lacks("A newer book");
        assert_eq!(served(&app).await["version"], version.as_str());
        operator.page(&path).await.says("In force").lacks("These coupons");
    }

    async fn of_two_who_publish_at_once_one_sees_the_other(app: TestApp) {
        let first = super_admin(&app).await;
        let second = Operator::new(&app, "second@callout.example", OperatorRole::SuperAdmin).await;
        let path = older_in_force(&app).await;
        let shown = (first.page(&path).await, second.page(&path).await);
        let codes = (first.code(), second.code());
        let typed = |code| [("reason", "New release"), ("factor_code", code)];
        let led = join(
            first.fill(shown.0, BRING_BACK, &[], &typed(&codes.0)),
            second.fill(shown.1, BRING_BACK, &[], &typed(&codes.1)),
        )
        .await;
        let texts = [led.0.page.text(), led.1.page.text()];
        let has = |words: &str| texts.iter().filter(|text| text.contains(words)).count();
        assert_eq!((has("The book is published."), has("Meanwhile ")), (1, 1), "{texts:?}");
        assert_eq!(app.count("select count(*) from price_activations").await, 2);
    }

    async fn a_draft_is_changed_compared_and_published(app: TestApp) {
        let operator = super_admin(&app).await;
        let _ = created(&app).await;
        app.execute("update bookings set book_version = '2026.2'").await;
        let sold_by = priced_with(&app).await;
        let path = begun(&operator).await;
        let page = operator.page(&path).await;
        page.says("These coupons may take off more than this book’s fee, at our cost:").says("WELCOME10");
        page.says("Draft of book 2026.3").says("Prices that change 0 of 765");
        let led = operator.send(&path, NUMBERS, &[("/urgency/emergency_pence", "a lot"), ("/fee_basis_points", "14")]).await;
        let _ = led.page.says("Type pounds, such as 95 or 97.50.").form(NUMBERS, &[("/urgency/emergency_pence", "a lot"), ("/fee_basis_points", "14")]);
        let led = operator.send(&path, NUMBERS, &[("/urgency/emergency_pence", "42"), ("/fee_basis_points", "14")]).await;
        led.page.says("The numbers are saved.").says("Prices that change 90 of 765").lacks("Version of the book");
        publish(&operator, &path, PUBLISH, &[("reason", "Nights are dear")]).await.says("The book is published.").says("super@callout.example published the price book version: 2026.2 → 2026.3").says("Nights are dear");
        let after = served(&app).await;
        assert_eq!((&after["version"], &after["fee_basis_points"]), (&json!("2026.3"), &json!(1_400)));
        assert_eq!(after["urgency"]["emergency_pence"], 4_200);
        assert_eq!(operator.open(&path).await.status, 404);
        // A booking keeps the book it was priced with.
        assert_eq!(priced_with(&app).await, sold_by);
        let current = app.state.books.current().await.unwrap();
        assert_eq!(current.of_version("2026.2").urgency.emergency_pence.0, 4_000);
        // Going back is a new activation.
        publish(&operator, "/admin/prices/books/2026.2", BRING_BACK, &[("at", &local(app.clock.now() + FEE_NOTICE + DAY)), ("reason", "Too dear")]).await.says("To come");
        assert_eq!(app.count("select count(*) from price_activations").await, 3);
    }

    async fn a_quote_made_before_keeps_its_price(app: TestApp) {
        let operator = super_admin(&app).await;
        let emergency = |pence: i64| with(wish(), json!({ "urgency": "EMERGENCY", "timeslotId": null, "amountPence": pence }));
        let (early, late) = (app.guest().await, app.guest().await);
        let before = quote(&app, &early, &emergency(13_750)).await;
        let path = begun(&operator).await;
        let _ = operator.send(&path, NUMBERS, &[("/urgency/emergency_pence", "42")]).await;
        publish(&operator, &path, PUBLISH, &[("reason", "Nights are dear")]).await.says("The book is published.");
        assert_eq!(served(&app).await["urgency"]["emergency_pence"], 4_200);
        let after = quote(&app, &late, &emergency(13_950)).await;
        for (guest, quoted, pence, version) in [(&early, &before, 13_750, PriceBook::builtin().version.as_str()), (&late, &after, 13_950, "2026.3")] {
            let booking = book(&app, guest, &cash(quoted)).await.expect_status(201).json();
            let stored = read(&app, booking["id"].as_str().unwrap()).await;
            assert_eq!((stored.amount_pence, stored.book_version.as_str()), (pence, version));
        }
    }

    async fn what_is_not_valid_is_kept_and_never_published(app: TestApp) {
        let operator = super_admin(&app).await;
        let path = begun(&operator).await;
        let body = json!({ "version": "<script>alert(1)</script>" }).to_string();
        let led = operator.send(&path, SAVE, &[("body", &body)]).await;
        led.page.says("The draft is saved.").says("This draft can’t be published yet.").says("missing field");
        assert!(!led.page.html.contains("<script>alert"), "{}", led.page.html);
        let _ = led.page.form(SAVE, &[]);
        assert!(!led.page.html.contains(PUBLISH));
        let mut book = PriceBook::builtin().clone();
        book.version = "dear".into();
        book.fee_basis_points.0 = 3_001;
        let led = operator.send(&path, SAVE, &[("body", &book.to_json().unwrap())]).await;
        led.page.says("The platform keeps at most 30% of a price.");
        book.fee_basis_points.0 = 1_500;
        book.version = "2026.2".into();
        book.urgency.asap_pence.0 += 100;
        let _ = operator.send(&path, SAVE, &[("body", &book.to_json().unwrap())]).await;
        publish(&operator, &path, PUBLISH, &[("reason", "Same version")]).await.says("There is a book 2026.2 already.");
        assert_eq!(served(&app).await["urgency"]["asap_pence"], 1_500);
        operator.send(&path, DISCARD, &[]).await.page.says("The draft is gone.");
        assert_eq!(app.count("select count(*) from price_drafts").await, 0);
    }

    async fn a_large_change_is_published_by_typing_the_version(app: TestApp) {
        let operator = super_admin(&app).await;
        let path = begun(&operator).await;
        let dearer = [("/tiers/0/multiplier", "120"), ("/tiers/1/multiplier", "130"), ("/tiers/2/multiplier", "150")];
        operator.send(&path, NUMBERS, &dearer).await.page.says("Version of the book");
        publish(&operator, &path, PUBLISH, &[("reason", "Dearer")]).await.says("Type the version, 2026.3, to publish it.");
        app.clock.advance(30 * SECOND);
        publish(&operator, &path, PUBLISH, &[("reason", "Dearer"), ("typed_version", "2026.3")]).await.says("The book is published.");
        assert_eq!(served(&app).await["tiers"][1]["multiplier"], 13_000);
    }

    async fn a_higher_fee_comes_after_every_pro_was_told(app: TestApp) {
        let operator = super_admin(&app).await;
        let _ = ready(&app, "pro", 1).await;
        let path = begun(&operator).await;
        let _ = operator.send(&path, NUMBERS, &[("/fee_basis_points", "18")]).await;
        publish(&operator, &path, PUBLISH, &[("reason", "Costs")]).await.says("every pro is told 15 days before");
        app.clock.advance(30 * SECOND);
        let at = app.clock.now() + FEE_NOTICE + HOUR;
        publish(&operator, &path, PUBLISH, &[("reason", "Costs"), ("at", &local(at))]).await.says("Book 2026.3 from");
        assert!(told(&app).await.starts_with("Our fee will be 18% from"));
        assert_eq!(served(&app).await["fee_basis_points"], 1_500);
        let code = operator.code();
        let _ = operator.send(PRICES, CALL_OFF, &[("reason", "Not yet"), ("factor_code", &code)]).await.page.says("The book is called off.");
        assert_eq!(told(&app).await, "Our fee stays at 15%");
        app.clock.advance(FEE_NOTICE + DAY);
        assert_eq!(served(&app).await["fee_basis_points"], 1_500);
    }

    async fn a_rise_that_calling_off_another_makes_is_announced_in_time(app: TestApp) {
        let operator = super_admin(&app).await;
        let _ = ready(&app, "pro", 1).await;
        let at = app.clock.now() + FEE_NOTICE + DAY;
        for (version, at) in [("2026.3", at), ("2026.4", at + DAY)] {
            let path = begun(&operator).await;
            let mut book = PriceBook::builtin().clone();
            book.version = version.into();
            book.fee_basis_points.0 = 1_800;
            let _ = operator.send(&path, SAVE, &[("body", &book.to_json().unwrap())]).await;
            app.clock.advance(30 * SECOND);
            publish(&operator, &path, PUBLISH, &[("reason", "Costs"), ("at", &local(at))]).await.says(&format!("Book {version} from"));
        }
        let announced = told(&app).await;
        assert!(announced.starts_with("Our fee will be 18% from"), "the second is no rise: {announced}");
        // Too late to tell them: the one after it has to be called off first.
        let sooner = async |by: i64| app.execute(&format!("update price_activations set active_from = active_from - {by} where active_from > 0")).await;
        sooner(3 * DAY).await;
        let refused = call_off(&app, &operator, "2026.3").await;
        refused.says("Nothing was done.").says("Book 2026.4 follows it and would then raise the fee").says("Call off 2026.4 first.");
        assert_eq!(told(&app).await, announced);
        sooner(-3 * DAY).await;
        app.clock.advance(30 * SECOND);
        call_off(&app, &operator, "2026.3").await.says("The book is called off.");
        let _ = told(&app).await;
        let sent = outbox(&app, "pro@example.com");
        let day = callout_domain::time::day_in_words(at + DAY);
        for subject in ["Our fee stays at 15%".to_owned(), format!("Our fee will be 18% from {day}")] {
            assert!(sent.iter().any(|email| email["subject"] == subject), "{subject}: {sent:?}");
        }
        app.clock.advance(FEE_NOTICE + 3 * DAY);
        assert_eq!(served(&app).await["fee_basis_points"], 1_800);
    }

    async fn the_second_of_two_operators_sees_what_changed(app: TestApp) {
        let first = super_admin(&app).await;
        let second = Operator::new(&app, "second@callout.example", OperatorRole::SuperAdmin).await;
        let path = begun(&first).await;
        let shown = second.page(&path).await;
        let _ = first.send(&path, NUMBERS, &[("/urgency/asap_pence", "16")]).await;
        let code = second.code();
        let led = second.fill(shown, PUBLISH, &[], &[("reason", "As it was"), ("factor_code", &code)]).await;
        led.page.says("Meanwhile super@callout.example saved a price book");
        let shown = second.page(&path).await;
        let _ = first.send(&path, NUMBERS, &[("/urgency/asap_pence", "17")]).await;
        let led = second.fill(shown, NUMBERS, &[], &[("/urgency/asap_pence", "99")]).await;
        let _ = led.page.says("Meanwhile super@callout.example saved a price book").form(NUMBERS, &[("/urgency/asap_pence", "99")]);
        assert_eq!(app.count("select count(*) from price_activations").await, 1);
        // What was written into a draft that is published meanwhile is there to be copied.
        let (numbers, text) = (second.page(&path).await, second.page(&path).await);
        app.clock.advance(30 * SECOND);
        publish(&first, &path, PUBLISH, &[("reason", "Nights are dear.")]).await.says("The book is published.");
        let led = second.fill(numbers, NUMBERS, &[], &[("/urgency/asap_pence", "77")]).await;
        led.page.says("Meanwhile super@callout.example published").says("Nights are dear.").says("/urgency/asap_pence: 77");
        let led = second.fill(text, SAVE, &[], &[("body", "{ \"mine\": 1 }")]).await;
        led.page.says("Meanwhile super@callout.example published").says("{ \"mine\": 1 }");
        assert_eq!(app.count("select count(*) from price_activations where made_by like 'second%'").await, 0);
    }
}
