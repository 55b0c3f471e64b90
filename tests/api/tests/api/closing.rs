//! Payments that are released while somebody is paying them: our own records decide, whatever the provider said a moment ago.

use std::sync::Arc;

use api_tests::{TestApp, both_databases};
use callout_domain::intent_status::IntentStatus;
use callout_domain::ledger::Account;
use callout_domain::payment::ProviderName;
use callout_domain::renewal::SavedCard;
use callout_front::jobs::{self, housekeeping};
use callout_money::payments::{Cancelled, Payments};
use callout_outside::providers::provider::{
    Answer, BadWebhook, BrowserConfig, Chargeback, MadeRefund, NewIntent, NewRefund, Provider, ProviderEvent,
    ProviderIntent,
};
use callout_outside::providers::sandbox::Sandbox;
use futures_util::future::BoxFuture;

use crate::journey::{card, quote, text, wish};
use crate::scene::{self, created, pay_well, settled, status};
use crate::settle::balance;

type Hook<T> = Box<dyn Fn(T) -> BoxFuture<'static, T> + Send + Sync>;

/// The sandbox, with a hook that runs between its answering and the answer's arrival.
struct Meddling {
    sandbox: Sandbox,
    retrieved: Hook<ProviderIntent>,
    created: Hook<ProviderIntent>,
}

impl Provider for Meddling {
    fn name(&self) -> ProviderName {
        self.sandbox.name()
    }

    fn browser_config(&self) -> BrowserConfig {
        self.sandbox.browser_config()
    }

    fn signature_header(&self) -> &'static str {
        self.sandbox.signature_header()
    }

    fn create<'a>(&'a self, new: &'a NewIntent) -> Answer<'a, ProviderIntent> {
        Box::pin(async move { Ok((self.created)(self.sandbox.create(new).await?).await) })
    }

    fn retrieve<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        Box::pin(async move { Ok((self.retrieved)(self.sandbox.retrieve(id).await?).await) })
    }

    fn capture<'a>(&'a self, id: &'a str, amount_pence: i64) -> Answer<'a, ProviderIntent> {
        self.sandbox.capture(id, amount_pence)
    }

    fn void<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        self.sandbox.void(id)
    }

    fn refund<'a>(&'a self, new: NewRefund<'a>) -> Answer<'a, ()> {
        self.sandbox.refund(new)
    }

    fn renew<'a>(&'a self, new: &'a NewIntent, card: &'a SavedCard) -> Answer<'a, ProviderIntent> {
        self.sandbox.renew(new, card)
    }

    fn forget_card<'a>(&'a self, card: &'a SavedCard) -> Answer<'a, ()> {
        self.sandbox.forget_card(card)
    }

    fn made_refund<'a>(&'a self, id: &'a str) -> Answer<'a, MadeRefund> {
        self.sandbox.made_refund(id)
    }

    fn refunds_of<'a>(&'a self, intent_id: &'a str) -> Answer<'a, Vec<MadeRefund>> {
        self.sandbox.refunds_of(intent_id)
    }

    fn chargeback<'a>(&'a self, id: &'a str) -> Answer<'a, Chargeback> {
        self.sandbox.chargeback(id)
    }

    fn parse_webhook(&self, body: &[u8], header: &str, now: i64) -> Result<ProviderEvent, BadWebhook> {
        self.sandbox.parse_webhook(body, header, now)
    }
}

fn nothing() -> Hook<ProviderIntent> {
    Box::new(|intent| Box::pin(async move { intent }))
}

/// The application's payments through the test's own provider.
fn through(app: &TestApp, retrieved: Hook<ProviderIntent>, created: Hook<ProviderIntent>) -> Payments {
    let state = &app.state;
    let provider = Meddling {
        sandbox: Sandbox::new(state.db.clone(), state.clock.clone(), Arc::clone(&state.keys)),
        retrieved,
        created,
    };
    Payments::new(
        state.db.clone(),
        state.clock.clone(),
        Arc::clone(&state.keys),
        state.books.clone(),
        state.bookings.clone(),
        app.state.matching.clone(),
        Arc::new(provider),
    )
}

async fn provider_status(app: &TestApp) -> Option<String> {
    app.text("select status from sandbox_intents").await
}

/// Pays the one open intent with a good card, as the browser does.
async fn confirm(app: &TestApp) {
    let id = app.text("select id from sandbox_intents").await.unwrap();
    let secret = app
        .text("select client_secret from sandbox_intents")
        .await
        .unwrap();
    app.state
        .sandbox
        .confirm(&id, &secret, "4242424242424242")
        .await
        .unwrap();
}

both_databases! {
    async fn paid_and_settled_between_the_look_and_the_void(app: TestApp) {
        let scene = created(&app).await;
        let browser = app.clone();
        let payments = through(&app, Box::new(move |before| {
            let app = browser.clone();
            Box::pin(async move {
                confirm(&app).await;
                app.state.payments.settle(&before.id).await.unwrap();
                before
            })
        }), nothing());
        assert_eq!(payments.cancel_intent(&scene.booking.id).await.unwrap(), Cancelled::AlreadyPaid);
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(provider_status(&app).await.as_deref(), Some("requires_capture"), "the hold of a paid booking was let go");
    }

    async fn a_hold_seen_before_the_void_settles_nothing_after_it(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        app.execute("delete from jobs where work like '%sandbox_webhook%'").await;
        // The abandoning task read the intent before the card went through; the settling one read it afterwards and writes last.
        let abandoning = through(&app, Box::new(|mut intent| Box::pin(async move {
            intent.status = IntentStatus::RequiresPaymentMethod;
            intent
        })), nothing());
        let id = scene.booking.id.clone();
        let settling = through(&app, Box::new(move |seen| {
            let (abandoning, id) = (abandoning.clone(), id.clone());
            Box::pin(async move {
                assert_eq!(abandoning.cancel_intent(&id).await.unwrap(), Cancelled::Yes);
                seen
            })
        }), nothing());
        settling.settle(scene.id()).await.unwrap();
        assert_eq!(status(&app, &scene).await, "created", "settled without any money");
        assert_eq!(provider_status(&app).await.as_deref(), Some("canceled"));
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
    }

    async fn a_payment_made_while_closing_is_returned(app: TestApp) {
        let scene = created(&app).await;
        // The release is decided in our records, but the provider was unreachable.
        app.execute(&format!("update payments set closing_at = {}", app.clock.now())).await;
        pay_well(&app, &scene).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "created");
        assert_eq!(provider_status(&app).await.as_deref(), Some("canceled"));
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        let anew = app.state.payments.open_intent(&scene.wanted()).await.unwrap();
        assert_ne!(anew.payment_intent_id, scene.intent.payment_intent_id);
    }

    async fn a_late_duplicate_leaves_a_paid_hold_alone(app: TestApp) {
        let guest = app.guest().await;
        let booking = scene::add_booking(&app, &guest, 11_700).await;
        let wanted = callout_money::payments::IntentFor {
            booking_id: booking.id.clone(),
            quote_id: booking.quote_id.clone(),
            amount_pence: 11_700,
            currency: "GBP".into(),
            keeps_card: false,
        };
        let (other, first) = (app.clone(), wanted.clone());
        let late = through(&app, nothing(), Box::new(move |intent| {
            let (app, first) = (other.clone(), first.clone());
            Box::pin(async move {
                app.state.payments.open_intent(&first).await.unwrap();
                confirm(&app).await;
                app.state.payments.settle(&intent.id).await.unwrap();
                intent
            })
        }));
        assert_eq!(late.open_intent(&wanted).await.unwrap_err().code, "already_paid");
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(scene::read(&app, &booking.id).await.status.as_str(), "pending");
        assert_eq!(provider_status(&app).await.as_deref(), Some("requires_capture"));
    }

    async fn the_intent_of_a_booking_cancelled_meanwhile_is_released(app: TestApp) {
        let guest = app.guest().await;
        let booking = scene::add_booking(&app, &guest, 5_000).await;
        let wanted = callout_money::payments::IntentFor {
            booking_id: booking.id,
            quote_id: booking.quote_id,
            amount_pence: 5_000,
            currency: "GBP".into(),
            keeps_card: false,
        };
        let other = app.clone();
        let payments = through(&app, nothing(), Box::new(move |intent| {
            let app = other.clone();
            Box::pin(async move {
                app.execute("update bookings set status = 'cancelled'").await;
                intent
            })
        }));
        assert_eq!(payments.open_intent(&wanted).await.unwrap_err().code, "quote_used");
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(provider_status(&app).await.as_deref(), Some("canceled"));
    }

    async fn a_repeated_key_opens_nothing_for_an_abandoned_booking(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let repeat = async || {
            let call = app.post("/api/payments/create").bearer(&guest.token).ip(guest.ip);
            call.header("idempotency-key", "again").json(&card(&quote)).send().await
        };
        let first = repeat().await.expect_status(201).json();
        assert!(!text(&first, "bookingId").is_empty());
        app.clock.advance(20 * callout_domain::clock::MINUTE);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select status from bookings").await.as_deref(), Some("cancelled"));
        repeat().await.problem(409, "quote_used");
        assert_eq!(app.count("select count(*) from sandbox_intents").await, 1, "an intent for a booking that is gone");
        assert_eq!(app.count("select count(*) from payments").await, 1);
    }

    async fn payments_of_another_provider_are_not_asked_about(app: TestApp) {
        let scene = created(&app).await;
        app.execute("update payments set provider = 'stripe'").await;
        app.clock.advance(5 * callout_domain::clock::MINUTE);
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from payments where checked_at is not null").await, 0);
        // The booking's time to pay ends all the same.
        app.clock.advance(16 * callout_domain::clock::MINUTE);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "cancelled");
    }

    async fn a_settled_then_cancelled_booking_is_not_asked_to_pay_again(app: TestApp) {
        let scene = settled(&app).await;
        let path = format!("/api/bookings/{}/cancel", scene.booking.id);
        let _ = app.call(http::Method::PATCH, &path).bearer(&scene.guest.token).send().await.expect_status(200);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(provider_status(&app).await.as_deref(), Some("canceled"));
        assert_eq!(app.count("select count(*) from bookings where payment_due_until is not null").await, 0);
    }
}
