//! Taking back what a job has earned, wherever the pro has it: in clearing, available, or in a payout that was not sent yet. What was
//! paid out already is asked back of its transfers, and what cannot be had there is set off against later jobs.

use pricing_core::Pence;

use callout_base::frozen;
use callout_base::reversals;
use callout_base::unsent;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::dispute::Shares;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Kind, NegativeTransfer, Transaction};
use callout_store as store;
use callout_store::{Connection, clearing, ledger, pro_balances};

/// Takes `shares` back for the client of a booking; the caller has locked the pro. `reference` names the refund.
pub async fn take_back(
    connection: &mut Connection,
    booking: &Booking,
    shares: Shares,
    reference: &str,
    now: Millis,
) -> Fallible<()> {
    let master = booking.assigned_master_id.as_deref();
    let mut debits = match master {
        Some(master) => from_pro(connection, &booking.id, master, shares.pro, now).await?,
        None => Vec::new(),
    };
    // What the pro does not have of the job any more comes last.
    let missing = debits.last().map_or(Pence::ZERO, |(_, missing)| *missing);
    debits.push((Account::PlatformFees, shares.fees));
    let refund = shares.pro + shares.fees - shares.promotions;
    let credits = [
        (Account::PlatformPromotions, shares.promotions),
        (Account::Client(booking.made_by.clone()), refund),
    ];
    let posting = Transaction::new(Kind::TakenBack, reference, "GBP")
        .about_booking(&booking.id)
        .transfer_all(&debits, &credits)
        .map_err(|NegativeTransfer| Failure::internal("a refund of less than nothing"))?;
    ledger::post(connection, &posting, now).await?;
    match master {
        Some(master) => reversals::ask_back(connection, &booking.id, master, missing, now).await,
        None => Ok(()),
    }
}

/// Lessens what the pro has of the job by `amount`, and says which accounts that is in.
async fn from_pro(
    connection: &mut Connection,
    booking_id: &str,
    master: &str,
    amount: Pence,
    now: Millis,
) -> Fallible<Vec<(Account, Pence)>> {
    // Lock the balance: a concurrent payout either waits, or has already deducted its money.
    pro_balances::lock(connection, master).await?;
    unsent::take_out(connection, booking_id, master, now).await?;
    let (mut left, mut debits) = (amount, Vec::new());
    for earning in store::frozen::earnings(connection, booking_id).await? {
        let part = earning.left().min(left);
        if part > Pence::ZERO {
            store::frozen::lessen(connection, &earning.reference, part.0).await?;
            if part == earning.left() {
                clearing::end(connection, &earning.reference, now).await?;
            }
            debits.push((frozen::account(&earning, master), part));
            left = left - part;
        }
    }
    debits.push((Account::Pro(master.to_owned()), left));
    Ok(debits)
}
