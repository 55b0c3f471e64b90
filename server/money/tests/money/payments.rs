//! The keys of intents.

use callout_money::payments::{IntentFor, idempotency_key};

#[test]
fn what_may_change_has_its_part_in_the_key() {
    let wanted = |amount_pence| IntentFor {
        booking_id: "C-7K2M9QXZ".into(),
        quote_id: "quote-1".into(),
        amount_pence,
        currency: "GBP".into(),
        keeps_card: false,
    };
    assert_eq!(idempotency_key(&wanted(8_000), 0, false), "quote-1");
    let keys =
        [(8_000, 1), (6_000, 1), (6_000, 2)].map(|(pence, nth)| idempotency_key(&wanted(pence), nth, false));
    assert_eq!(keys, ["quote-1-1-8000", "quote-1-1-6000", "quote-1-2-6000"]);
    // The client wants the card to be kept after all, and the first answer was lost.
    let kept = [0, 1].map(|nth| idempotency_key(&wanted(8_000), nth, true));
    assert_eq!(kept, ["quote-1-kept", "quote-1-1-8000-kept"]);
}
