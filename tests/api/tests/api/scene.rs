//! A booking that waits for its card, made below the API so that payments can be tested by themselves.

use api_tests::{Guest, TestApp};
use callout::clock::MINUTE;
use callout::domain::booking::Booking;
use callout::domain::failure::Failure;
use callout::domain::ids;
use callout::domain::status::{Actor, BookingStatus, transition};
use callout::payments::{self, Intent, IntentFor};
use callout::store::bookings;
use callout::store::{Db, events, sessions};
use serde_json::{Value, json};

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
    let intent = app
        .state
        .payments
        .open_intent(&wanted(&booking))
        .await
        .expect("the intent opens");
    let booking = read(app, &booking.id).await;
    Scene {
        guest,
        booking,
        intent,
    }
}

/// The same, paid and settled.
pub(crate) async fn settled(app: &TestApp) -> Scene {
    let scene = Box::pin(created(app)).await;
    Box::pin(pay_well(app, &scene)).await;
    Box::pin(callout::jobs::run_due(&app.state.jobs))
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

/// Confirms the scene's intent with a card that is good.
pub(crate) async fn pay_well(app: &TestApp, scene: &Scene) {
    let _ = pay(app, scene, "4242 4242 4242 4242").await.expect_status(200);
}

/// Where the scene's booking stands.
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
    events.into_iter().map(|event| event.kind).collect()
}

pub(crate) async fn read(app: &TestApp, id: &str) -> Booking {
    let mut connection = app.state.db.read().await.expect("a connection");
    bookings::find(&mut connection, id)
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
        receipt_email: booking.email.clone(),
    }
}

/// Adds a booking of `amount_pence` in `created`, as a redemption does.
pub(crate) async fn add_booking(app: &TestApp, guest: &Guest, amount_pence: i64) -> Booking {
    let booking = row(app, &guest.id, amount_pence);
    let added = booking.clone();
    let now = app.clock.now();
    app.state
        .db
        .write(move |connection| {
            Box::pin(async move {
                let began = Value::Object(serde_json::Map::new());
                assert!(
                    bookings::insert(connection, &added, &began, 5).await?,
                    "the slot is full"
                );
                payments::abandon_at(connection, &added.id, now + 20 * MINUTE, now).await
            })
        })
        .await
        .unwrap_or_else(|error: Failure| panic!("{error}"));
    booking
}

fn row(app: &TestApp, client_id: &str, amount_pence: i64) -> Booking {
    let text = |text: &str| text.to_owned();
    let now = app.clock.now();
    Booking {
        id: ids::booking().expect("an id"),
        client_id: text(client_id),
        made_by: text(client_id),
        draft_id: ids::prefixed("d-").expect("an id"),
        quote_id: ids::prefixed("q-").expect("an id"),
        status: BookingStatus::Created,
        seq: 1,
        quote_mode: text("PAID"),
        payment_method: text("card"),
        manual_quote: 0,
        description: text("leaking tap"),
        problem_type: text("leak"),
        readable_name: text("Leak / tap issue"),
        quick_fix: None,
        skills: text(r#"["plumber"]"#),
        tier: text("PRIORITY"),
        urgency: text("SCHEDULED"),
        customer_name: text("Ada Lovelace"),
        phone: text("+447700900123"),
        email: Some(text("ada@example.com")),
        address_line1: text("1 Test Street"),
        address_line2: None,
        city: Some(text("London")),
        postcode: text("SW1A 1AA"),
        area: text("SW"),
        entry_info: None,
        lat: 51.5,
        lng: -0.14,
        slot_id: Some(text(SLOT)),
        slot_start: Some(now + 24 * 60 * MINUTE),
        slot_end: Some(now + 26 * 60 * MINUTE),
        estimated_pence: Some(9_750),
        amount_pence,
        discount_pence: 0,
        proposed_pence: None,
        currency: text("GBP"),
        coupon_code: None,
        lines: text("[]"),
        book_version: text("test"),
        photo_id: None,
        payment_id: None,
        pay_by: Some(now + 20 * MINUTE),
        cancel_reason: None,
        payment_due_pence: None,
        payment_due_until: None,
        calendar_sequence: 0,
        share_generation: 1,
        guest_generation: 1,
        assigned_master_id: None,
        address_key: text("test"),
        created_at: now,
        updated_at: now,
    }
}

/// Moves a booking as matching and the pro do, and wakes who reads of it.
pub(crate) async fn step(app: &TestApp, id: &str, to: BookingStatus, who: Actor) {
    step_in(&app.state.db, app, id, to, who).await;
}

/// The same without the wake-up, as another server does it.
pub(crate) async fn step_quietly(app: &TestApp, id: &str, to: BookingStatus, who: Actor) {
    let other = Db::open(&app.state.config.database())
        .await
        .expect("another server's database");
    step_in(&other, app, id, to, who).await;
    other.close().await;
}

async fn step_in(db: &Db, app: &TestApp, id: &str, to: BookingStatus, who: Actor) {
    let booking = read(app, id).await;
    let now = app.clock.now();
    let moved = db.write(move |connection| {
        Box::pin(async move {
            let step = transition(booking.status, to, who)?;
            let kind = to.as_str();
            let nothing = Value::Object(serde_json::Map::new());
            Ok::<_, Failure>(
                bookings::change_status(connection, &booking.id, step, kind, &nothing, now).await?,
            )
        })
    });
    assert!(moved.await.unwrap_or_else(|error| panic!("{error}")).is_some());
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
