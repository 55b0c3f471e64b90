//! Conditions on a booking's status, made from the table of facts: no query spells a status out.

use crate::domain::status::{BookingStatus, Facts, facts};

/// The condition that `column` is a status for which `fact` is true, such as `status = 'created'`. It has the exact form of a
/// partial index's condition (`status <> 'cancelled'`) where one status is left out, or SQLite would not use the index.
pub(super) fn with(column: &str, fact: fn(Facts) -> bool) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_have_the_form_of_the_indexes() {
        assert_eq!(with("status", |facts| facts.awaits_payment), "status = 'created'");
        assert_eq!(
            with("status", |facts| !facts.is_called_off),
            "status <> 'cancelled'"
        );
        assert_eq!(
            with("bookings.status", |facts| facts.is_open),
            "bookings.status not in ('completed', 'cancelled', 'no_response')"
        );
        assert_eq!(
            with("status", |facts| facts.has_pro && facts.is_open),
            "status in ('assigned', 'en_route', 'in_progress')"
        );
        assert_eq!(with("status", |facts| facts.is_done), "status = 'completed'");
        assert_eq!(
            with("status", |facts| facts.is_final),
            "status in ('completed', 'cancelled')"
        );
    }
}
