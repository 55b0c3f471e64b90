//! Conditions on a booking's status, made from the table of facts: no query spells a status out.

use callout_domain::status::{BookingStatus, Facts, facts};

/// The condition that `column` is a status for which `fact` is true, such as `status = 'created'`. It has the exact form of a
/// partial index's condition (`status <> 'cancelled'`) where one status is left out, or SQLite would not use the index.
///
/// Where rows are found by something else and the status only picks among them, the column is `status || ''`: PostgreSQL would otherwise,
/// while it knows nothing of the table, rather read the status's partial index from end to end.
#[must_use]
pub fn with(column: &str, fact: fn(Facts) -> bool) -> String {
    let (holds, others): (Vec<BookingStatus>, Vec<BookingStatus>) = BookingStatus::ALL
        .iter()
        .partition(|status| fact(facts(**status)));
    match (holds.as_slice(), others.as_slice()) {
        ([only], _) => format!("{column} = '{}'", only.as_str()),
        (_, [other]) => format!("{column} <> '{}'", other.as_str()),
        (holds, others) if others.len() < holds.len() => format!("{column} not in ({})", list(others)),
        (holds, _) => format!("{column} in ({})", list(holds)),
    }
}

fn list(statuses: &[BookingStatus]) -> String {
    let quoted: Vec<String> = statuses
        .iter()
        .map(|status| format!("'{}'", status.as_str()))
        .collect();
    quoted.join(", ")
}
