//! Emails to those who watch the money.

use callout_domain::money_alert::MoneyAlert;
use callout_domain::payment::ChargebackStatus;
use callout_outside::mail::money_alerts::message;

fn text(goodwill_pence: i64) -> String {
    let alert = MoneyAlert::RefundElsewhere {
        refund_id: "re_1".to_owned(),
        booking_id: "C-1".to_owned(),
        amount_pence: 1_000,
        goodwill_pence,
    };
    message("money@callout.example", &alert).text
}

#[test]
fn who_bears_a_refund_made_elsewhere_is_said() {
    assert!(
        text(400).contains("£4.00 of it had already been earned"),
        "{}",
        text(400)
    );
    assert!(!text(0).contains("earned from the job"));
}

#[test]
fn each_news_of_a_chargeback_is_a_message_of_its_own() {
    let key = |stands| {
        let alert = MoneyAlert::Chargeback {
            id: "dp_1".to_owned(),
            booking_id: "C-1".to_owned(),
            amount_pence: 1_000,
            stands,
        };
        message("money@callout.example", &alert).key
    };
    assert_ne!(key(ChargebackStatus::Open), key(ChargebackStatus::Lost));
}
