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

/// What is known of the payments or earnings that should not be there; nothing where the rows are of another table.
pub(super) async fn rows(app: &TestApp, rows: &str) -> String {
    if let Some(wrong) = rows.strip_prefix("clearing ") {
        return earnings(app, wrong).await;
    }
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

/// What is known of earnings that should not be there, and of their bookings.
async fn earnings(app: &TestApp, wrong: &str) -> String {
    let ids = format!(
        "select string_agg(id, ' ') from (select distinct booking_id as id from clearing {wrong}) as theirs"
    );
    let mut told = Vec::new();
    for id in app.text(&ids).await.unwrap_or_default().split(' ') {
        told.push(booking(app, id).await);
        for sql in [
            "select string_agg(reference || ' ' || amount_pence || ' used ' || used_pence, '\n') from clearing where booking_id",
            "select string_agg(id || ' ' || master_id || ' ' || origin || ' ' || status || ' ' || to_freeze_pence, '\n') from disputes where booking_id",
            "select string_agg(frozen.dispute_id || ' ' || earning || ' ' || frozen.amount_pence, '\n')
               from frozen join clearing on clearing.reference = earning where booking_id",
        ] {
            let lines = app.text(&format!("{sql} = '{id}'")).await;
            told.push(lines.unwrap_or_default());
        }
    }
    told.join("\n")
}
