//! Transfers that were not sent.

use callout_base::unsent::is_kept_back;
use callout_domain::payout::{TransferStatus, Unsent};
use callout_store::payouts::transfers::Transfer;

fn transfer(status: TransferStatus, outcome: &str) -> Transfer {
    Transfer {
        reference: "payout-1-0001".to_owned(),
        payout_id: "payout-1".to_owned(),
        amount_pence: 100,
        earning: None,
        payment_id: None,
        status,
        outcome: Some(outcome.to_owned()),
        begun_at: None,
        named: None,
    }
}

#[test]
fn a_refusal_of_the_bank_is_no_dispute() {
    let sent = || transfer(TransferStatus::Sent, "tr_1");
    let disputed = || transfer(TransferStatus::Failed, Unsent::Disputed.outcome());
    assert!(is_kept_back(&[sent(), disputed()]));
    assert!(!is_kept_back(&[sent()]));
    assert!(!is_kept_back(&[
        disputed(),
        transfer(TransferStatus::Failed, "account_closed")
    ]));
}
