//! A client's way to a booking over the API: quote, then card, cash or budget. The example throughout is a leak in SW1,
//! which costs £97.50.

use api_tests::{Guest, TestApp};
use callout_domain::clock::{HOUR, Millis};
use serde_json::{Value, json};

/// Tomorrow (Tuesday) 11:00 to 13:00: no delta.
pub(crate) const SLOT: &str = "2026-11-24-2";
/// Its hours.
pub(crate) const SLOT_HOURS: (i64, i64) = (11, 13);
/// The midnight before it, in Unix milliseconds.
pub(crate) const TOMORROW: Millis = 1_795_478_400_000;

/// The request for a quote: an SW1 leak of £97.50 tomorrow, under a new draft.
pub(crate) fn wish() -> Value {
    json!({
        "description": "Leaking tap in the kitchen",
        "problemType": "leak",
        "postcode": "SW1",
        "amountPence": 9_750,
        "currency": "GBP",
        "tier": "STANDARD",
        "timeslotId": SLOT,
        "urgency": "SCHEDULED",
        "draftId": uuid::Uuid::new_v4().to_string(),
    })
}

/// The same request for the same time on another day in November 2026.
pub(crate) fn wish_on(day: u32) -> Value {
    with(wish(), json!({ "timeslotId": format!("2026-11-{day}-2") }))
}

/// `value` with the fields of `changes`; null removes a field.
#[expect(
    clippy::needless_pass_by_value,
    reason = "`with(wish(), json!({ … }))` reads better without the borrow"
)]
pub(crate) fn with(mut value: Value, changes: Value) -> Value {
    let fields = value.as_object_mut().unwrap();
    for (name, change) in changes.as_object().unwrap() {
        if change.is_null() {
            fields.remove(name);
        } else {
            fields.insert(name.clone(), change.clone());
        }
    }
    value
}

pub(crate) fn address() -> Value {
    json!({
        "fullName": "Ada Lovelace",
        "phone": "07700 900123",
        "email": "Ada@Example.com",
        "line1": "1 Test Street",
        "line2": "Flat 2",
        "city": "London",
        "postcode": "sw1a1aa",
        "entryInfo": "Ring twice",
    })
}

/// Another person's phone and email, by number.
pub(crate) fn address_of(number: u32) -> Value {
    with(
        address(),
        json!({
            "phone": format!("07700 900{number:03}"),
            "email": format!("person{number}@example.com"),
            "line1": format!("{number} Test Road"),
        }),
    )
}

pub(crate) async fn ask(app: &TestApp, guest: &Guest, wish: &Value) -> api_tests::Answer {
    app.post("/api/quotes")
        .bearer(&guest.token)
        .ip(guest.ip)
        .json(wish)
        .send()
        .await
}

pub(crate) async fn quote(app: &TestApp, guest: &Guest, wish: &Value) -> Value {
    ask(app, guest, wish).await.expect_status(201).json()
}

/// The body that redeems a quote by card.
pub(crate) fn card(quote: &Value) -> Value {
    json!({ "quoteId": quote["quoteId"], "signature": quote["signature"], "address": address() })
}

/// The body that redeems a quote in cash.
pub(crate) fn cash(quote: &Value) -> Value {
    with(card(quote), json!({ "mode": "CASH" }))
}

/// The body that redeems a quote with a budget in pounds.
pub(crate) fn budget(quote: &Value, pounds: i64) -> Value {
    with(
        card(quote),
        json!({ "mode": "REQUEST", "proposed_price": pounds }),
    )
}

pub(crate) async fn pay(app: &TestApp, guest: &Guest, body: &Value) -> api_tests::Answer {
    app.post("/api/payments/create")
        .bearer(&guest.token)
        .ip(guest.ip)
        .json(body)
        .send()
        .await
}

pub(crate) async fn book(app: &TestApp, guest: &Guest, body: &Value) -> api_tests::Answer {
    app.post("/api/bookings")
        .bearer(&guest.token)
        .ip(guest.ip)
        .json(body)
        .send()
        .await
}

/// A cash booking of £97.50 for tomorrow.
pub(crate) async fn booked(app: &TestApp, guest: &Guest) -> Value {
    booked_on(app, guest, 24).await
}

/// The same on another day in November 2026.
pub(crate) async fn booked_on(app: &TestApp, guest: &Guest, day: u32) -> Value {
    let quote = quote(app, guest, &wish_on(day)).await;
    book(app, guest, &cash(&quote)).await.expect_status(201).json()
}

/// Marks this many places as taken between these hours tomorrow.
pub(crate) async fn fill(app: &TestApp, area: &str, (from, to): (i64, i64), taken: i64) {
    let (start, end) = (TOMORROW + from * HOUR, TOMORROW + to * HOUR);
    app.execute(&format!(
        "insert into slot_places (area, slot_start, slot_end, taken) values ('{area}', {start}, {end}, {taken})"
    ))
    .await;
    app.state.books.places().forget(area);
}

/// Places taken in the slot that every test here books.
pub(crate) async fn places(app: &TestApp) -> i64 {
    let start = TOMORROW + SLOT_HOURS.0 * HOUR;
    app.count(&format!(
        "select taken from slot_places where area = 'SW' and slot_start = {start}"
    ))
    .await
}

pub(crate) fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("no {field} in {value}"))
}
