//! An unpaid card booking, created below the API so that payments can be tested by themselves.

use api_tests::{Guest, TestApp};
use callout_booking::bookings::{self, Bookings, Undone};
use callout_booking::books::Books;
use callout_domain::address::{Address, AddressInput};
use callout_domain::booking::Booking;
use callout_domain::clock::{DAY, HOUR, Millis};
use callout_domain::failure::Failure;
use callout_domain::ids;
use callout_domain::redemption::{Pay, Redemption};
use callout_domain::status::{Actor, BookingStatus};
use callout_money::payments::{Intent, IntentFor};
use callout_store as store;
use callout_store::{Db, events, sessions};
use serde_json::json;

/// The slot that every scene books.
pub(crate) const SLOT: &str = "2026-11-24-2";

/// A card booking in `created` with its place in a slot and its open intent.
pub(crate) struct Scene {
    pub(crate) guest: Guest,
    pub(crate) booking: Booking,
    pub(crate) intent: Intent,
}

impl Scene {
    pub(crate) fn id(&self) -> &str {
        &self.intent.payment_intent_id
    }

    pub(crate) fn wanted(&self) -> IntentFor {
        wanted(&self.booking)
    }
}

/// A booking of £117.00 whose intent is open.
pub(crate) async fn created(app: &TestApp) -> Scene {
    let guest = app.guest().await;
    let booking = add_booking(app, &guest, 11_700).await;
    let intent = app.state.payments.open_intent(&wanted(&booking)).await;
    opened(app, guest, booking, intent.expect("the intent opens")).await
}

/// The same where the provider's answers may be lost.
pub(crate) async fn retried(app: &TestApp) -> Scene {
    let guest = app.guest().await;
    let booking = add_booking(app, &guest, 11_700).await;
    loop {
        if let Ok(intent) = app.state.payments.open_intent(&wanted(&booking)).await {
            return opened(app, guest, booking, intent).await;
        }
    }
}

async fn opened(app: &TestApp, guest: Guest, booking: Booking, intent: Intent) -> Scene {
    let booking = read(app, &booking.id).await;
    Scene {
        guest,
        booking,
        intent,
    }
}

/// The same booking, paid and settled.
pub(crate) async fn settled(app: &TestApp) -> Scene {
    let scene = Box::pin(created(app)).await;
    Box::pin(pay_well(app, &scene)).await;
    Box::pin(callout_front::jobs::run_due(&app.state.jobs))
        .await
        .expect("the jobs run");
    assert_eq!(status(app, &scene).await, "pending");
    scene
}

/// Confirms the scene's intent with a card.
pub(crate) async fn pay(app: &TestApp, scene: &Scene, card: &str) -> api_tests::Answer {
    let path = format!("/api/sandbox/payments/{}/confirm", scene.id());
    app.post(&path)
        .json(&json!({ "clientSecret": scene.intent.client_secret, "cardNumber": card }))
        .send()
        .await
}

/// Confirms the scene's intent with a good card.
pub(crate) async fn pay_well(app: &TestApp, scene: &Scene) {
    let _ = pay(app, scene, "4242 4242 4242 4242").await.expect_status(200);
}

/// The status of the scene's booking.
pub(crate) async fn status(app: &TestApp, scene: &Scene) -> String {
    read(app, &scene.booking.id).await.status.to_string()
}

/// The kinds of the events of the scene's booking, in order.
pub(crate) async fn event_kinds(app: &TestApp, scene: &Scene) -> Vec<String> {
    let mut connection = app.state.db.read().await.expect("a connection");
    let events = events::after(&mut connection, &scene.booking.id, 0, 100)
        .await
        .expect("the events");
    assert!(
        events.iter().zip(1..).all(|(event, seq)| event.seq == seq),
        "a gap in {events:?}"
    );
    let words = events.iter().map(|event| event.kind.as_str().to_owned());
    words.collect()
}

pub(crate) async fn read(app: &TestApp, id: &str) -> Booking {
    let mut connection = app.state.db.read().await.expect("a connection");
    store::bookings::find(&mut connection, id)
        .await
        .expect("a read")
        .expect("the booking")
}

fn wanted(booking: &Booking) -> IntentFor {
    IntentFor {
        booking_id: booking.id.clone(),
        quote_id: booking.quote_id.clone(),
        amount_pence: booking.amount_pence,
        currency: booking.currency.clone(),
        keeps_card: false,
    }
}

/// What a client orders.
pub(crate) struct Order {
    /// What the client pays.
    pub(crate) amount_pence: i64,
    /// What a coupon pays beside.
    pub(crate) discount_pence: i64,
    pub(crate) pay: Pay,
}

/// Adds a booking of `amount_pence` by card, as a redemption does.
pub(crate) async fn add_booking(app: &TestApp, guest: &Guest, amount_pence: i64) -> Booking {
    let order = Order {
        amount_pence,
        discount_pence: 0,
        pay: Pay::Card,
    };
    add_order(app, guest, &order).await
}

/// Adds a booking, as a redemption does.
pub(crate) async fn add_order(app: &TestApp, guest: &Guest, order: &Order) -> Booking {
    let now = app.clock.now();
    let booking = redemption(&guest.id, now, order).booking(ids::booking().expect("an id"), now);
    app.state
        .db
        .write(move |connection| Box::pin(bookings::add(connection, booking, 5, now)))
        .await
        .unwrap_or_else(|error: Undone| panic!("{error:?}"))
}

/// The redemption of a quote for a leaking tap tomorrow.
fn redemption(client_id: &str, now: Millis, order: &Order) -> Redemption {
    let quote = json!({
        "id": ids::prefixed("q-").expect("an id"),
        "person": client_id,
        "draft": ids::prefixed("d-").expect("an id"),
        "wanted": {
            "description": "leaking tap",
            "postcode": "SW1A",
            "tier": "PRIORITY",
            "urgency": "SCHEDULED",
            "slot": { "id": SLOT, "start": now + DAY, "end": now + DAY + 2 * HOUR, "delta": 0 },
        },
        "area": "SW",
        "problem_type": "leak",
        "name": "Leak / tap issue",
        "skills": ["plumber"],
        "estimated": 9_750,
        "lines": [],
        "amount": order.amount_pence,
        "discount": order.discount_pence,
        "currency": "GBP",
        "book": "test",
        "expires": 0,
    });
    let address = json!({
        "fullName": "Ada Lovelace",
        "phone": "+447700900123",
        "email": "ada@example.com",
        "line1": "1 Test Street",
        "city": "London",
        "postcode": "SW1A 1AA",
    });
    let address: AddressInput = serde_json::from_value(address).expect("an address");
    Redemption {
        quote: serde_json::from_value(quote).expect("a quote"),
        address: Address::parse(&address).unwrap_or_else(|error| panic!("{error}")),
        pay: order.pay,
        photo_id: None,
        invited: None,
        address_key: "test".to_owned(),
        phone_key: "test".to_owned(),
        is_guest: true,
    }
}

/// Moves a booking on as matching and the pro do, and wakes its readers.
pub(crate) async fn step(app: &TestApp, id: &str, to: BookingStatus, who: Actor) {
    step_in(&app.state.db, app, id, to, who).await;
}

/// The same without the wake-up, as if another server had done it.
pub(crate) async fn step_quietly(app: &TestApp, id: &str, to: BookingStatus, who: Actor) {
    let other = callout_store::open(&app.state.config.database())
        .await
        .expect("another server's database");
    step_in(&other, app, id, to, who).await;
    other.close().await;
}

async fn step_in(db: &Db, app: &TestApp, id: &str, to: BookingStatus, who: Actor) {
    let booking = read(app, id).await;
    let books = Books::new(db.clone(), app.clock.clone());
    let bookings = Bookings::new(db.clone(), app.clock.clone(), books);
    let moved = bookings.advance(booking, to, who).await;
    assert!(moved.unwrap_or_else(|error| panic!("{error}")));
}

/// A signed-in client, which a guest is not.
pub(crate) async fn client(app: &TestApp) -> Guest {
    let ip = app.fresh_ip();
    let id = ids::prefixed("c-").expect("an id");
    app.execute(&format!(
        "insert into clients (id, is_guest, created_at) values ('{id}', 0, {})",
        app.clock.now()
    ))
    .await;
    let session = app.state.sessions.of_client(&id, None).expect("a session");
    let token = app.state.sessions.sign(&session).expect("a token");
    let stored = app.state.db.write(move |connection| {
        Box::pin(async move { session.store(connection).await.map_err(Failure::from) })
    });
    stored.await.unwrap_or_else(|error| panic!("{error}"));
    Guest { id, token, ip }
}

/// Ends every session of a person, as a logout does.
pub(crate) async fn log_out(app: &TestApp, person: &Guest) {
    let (id, now) = (person.id.clone(), app.clock.now());
    let ended = app.state.db.write(move |connection| {
        Box::pin(async move {
            sessions::end_all(connection, &id, now)
                .await
                .map_err(Failure::from)
        })
    });
    for session in ended.await.unwrap_or_else(|error| panic!("{error}")) {
        app.state.sessions.forget(&session);
    }
}
