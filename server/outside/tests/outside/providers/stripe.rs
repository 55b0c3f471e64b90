//! Stripe's answers, as we read them.

use callout_outside::providers::provider::{
    BalanceChange, Chargeback, ChargebackState, Cost, ProviderIntent,
};
use callout_outside::providers::stripe::answers::{StripeDispute, StripeIntent};

/// As Stripe's reference shows a dispute, less what we do not read.
fn chargeback(status: &str) -> Chargeback {
    let dispute = serde_json::json!({
        "id": "du_1", "object": "dispute", "amount": 11_700, "currency": "gbp", "payment_intent": "pi_1", "status": status,
        "balance_transactions": [{ "id": "txn_1", "amount": -11_700, "fee": 2_000, "net": -13_700 }],
    });
    serde_json::from_value::<StripeDispute>(dispute).unwrap().into()
}

#[test]
fn a_hold_says_how_long_it_lasts() {
    let charge = serde_json::json!({ "id": "ch_1", "payment_method_details": { "card": { "capture_before": 1_700_000_000, "fingerprint": "Xt5EWLLDS7FJjR1c" }, "type": "card" },
        "balance_transaction": { "id": "txn_1", "amount": 11_700, "fee": 196, "net": 11_504 } });
    let read = |customer: Option<&str>, charge: serde_json::Value| -> ProviderIntent {
        let intent = serde_json::json!({
            "id": "pi_1", "status": "requires_capture", "amount": 11_700, "currency": "gbp", "customer": customer,
            "payment_method": "pm_1", "latest_charge": charge,
        });
        serde_json::from_value::<StripeIntent>(intent).unwrap().into()
    };
    let kept = read(Some("cus_1"), charge);
    assert_eq!(kept.capture_before, Some(1_700_000_000_000));
    assert_eq!(kept.card_fingerprint.as_deref(), Some("Xt5EWLLDS7FJjR1c"));
    assert_eq!(
        kept.cost,
        Some(Cost {
            id: "txn_1".to_owned(),
            pence: 196
        })
    );
    assert_eq!(kept.card.map(|card| card.card_id).as_deref(), Some("pm_1"));
    for unknown in [serde_json::json!("ch_1"), serde_json::Value::Null] {
        let plain = read(None, unknown);
        assert_eq!((plain.capture_before, plain.card, plain.cost), (None, None, None));
        assert_eq!(plain.card_fingerprint, None);
    }
}

#[test]
fn a_dispute_of_stripes_is_a_chargeback() {
    let open = chargeback("needs_response");
    assert_eq!((open.intent_id.as_str(), open.amount_pence), ("pi_1", 11_700));
    let charged = BalanceChange {
        id: "txn_1".to_owned(),
        amount_pence: -11_700,
        fee_pence: 2_000,
    };
    assert_eq!(open.changes, [charged]);
    for (status, expected) in [
        ("needs_response", ChargebackState::Open),
        ("under_review", ChargebackState::Open),
        ("won", ChargebackState::Won),
        ("lost", ChargebackState::Lost),
        ("warning_needs_response", ChargebackState::Inquiry),
        ("warning_closed", ChargebackState::Inquiry),
    ] {
        assert_eq!(chargeback(status).state, expected, "{status}");
    }
}
