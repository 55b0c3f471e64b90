//! What every refund that a person decides on goes through.

use pricing_core::Pence;

use crate::payments::refund;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_store::Connection;
use callout_store::payments::Payment;

/// Promises `amount` from what was charged last; `reference` names the refund.
pub async fn promise(
    connection: &mut Connection,
    reference: &str,
    charged: &[Payment],
    amount: Pence,
    now: Millis,
) -> Fallible<()> {
    let mut left = amount.0;
    for payment in charged {
        let part = left.min(payment.kept_pence());
        if part > 0 {
            let reference = format!("{reference}:{}", payment.id);
            refund::promise(connection, &payment.id, &reference, part, now).await?;
            left -= part;
        }
    }
    Ok(())
}
