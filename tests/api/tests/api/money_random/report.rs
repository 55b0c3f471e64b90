//! What a failed check prints, to find its cause by.

use api_tests::TestApp;

use super::checks::BOOKINGS;

/// Where a payment is found, by which column, and what is worth reading of it.
const PAYMENT: [(&str, &str, &[&str]); 5] = [
    (
        "payments",
        "id",
        &[
            "id",
            "captured_pence",
            "refunded_pence",
            "refused_pence",
            "disputed_pence",
        ],
    ),
    (
        "refunds",
        "payment_id",
        &["reference", "amount_pence", "status", "retries"],
    ),
    (
        "sandbox_refunds",
        "intent_id",
        &["reference", "amount_pence", "attempt", "is_returned"],
    ),
    ("chargebacks", "payment_id", &["id", "amount_pence", "status"]),
    (
        "sandbox_chargebacks",
        "intent_id",
        &["id", "amount_pence", "status"],
    ),
];

/// What we and the provider know of the payments that should not be there; nothing where the rows are of another table.
pub(super) async fn payments(app: &TestApp, rows: &str) -> String {
    let Some(wrong) = rows.strip_prefix("payments ") else {
        return String::new();
    };
    let mut told = Vec::new();
    for (table, payment, columns) in PAYMENT {
        let line = columns.join(" || ' ' || ");
        let sql = format!(
            "select string_agg({line}, '; ') from {table} where {payment} in (select id from payments {wrong})"
        );
        let lines = app.text(&sql).await.unwrap_or_default();
        told.push(format!("{table} ({}): {lines}", columns.join(", ")));
    }
    told.join("\n")
}

/// The money of a booking, side by side, and what happened to it.
pub(super) async fn booking(app: &TestApp, id: &str) -> String {
    let mut values = Vec::new();
    for name in [
        "price",
        "coupon",
        "cash",
        "holds",
        "disputed",
        "promotions",
        "goodwill",
        "costs",
        "bad_debts",
        "pro",
        "fees",
        "client",
        "captured",
        "held",
        "refunded",
        "charges",
        "lost",
        "open",
        "taken",
        "given_away",
        "made_good",
        "earnings",
        "waived",
        "earned",
    ] {
        let sql = format!("{BOOKINGS} select cast({name} as bigint) from facts where id = '{id}'");
        values.push(format!("{name} {}", app.count(&sql).await));
    }
    let status = app
        .text(&format!(
            "select status || ' ' || payment_method from bookings where id = '{id}'"
        ))
        .await;
    let happened = "select string_agg(happened.at || ' ' || happened.reference || ' ' || account || ' ' || amount_pence, '\n')
        from ledger_entries join ledger_transactions happened on happened.reference = ledger_entries.reference where happened.booking_id";
    let events =
        "select string_agg(at || ' ' || type || ' ' || data, '\n') from booking_events where booking_id";
    let mut told = format!("{id} {status:?}: {values:?}");
    for sql in [happened, events] {
        let lines = app.text(&format!("{sql} = '{id}'")).await;
        told = format!("{told}\n{}", lines.unwrap_or_default());
    }
    told
}
