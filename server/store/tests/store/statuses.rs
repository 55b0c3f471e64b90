//! Conditions on a booking's status.

use callout_store::statuses::with;

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
