//! What the platform gives clients of its own money.

use pricing_core::Pence;

use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_store::{Connection, ledger, refunds};

/// Gives the client of a booking `amount`; `reference` names the refund.
pub async fn give(
    connection: &mut Connection,
    reference: &str,
    booking_id: &str,
    amount: Pence,
    client: Account,
    now: Millis,
) -> Fallible<()> {
    let posting =
        begin(reference, booking_id).transfer(amount, Debit(Account::PlatformGoodwill), Credit(client));
    post(connection, posting, now).await
}

/// Takes back `amount` of what was given for a refund on the provider's page, because it counts towards our own refund instead; `refund` is
/// the reference of ours.
pub async fn take_back(
    connection: &mut Connection,
    refund: &str,
    booking: &Booking,
    amount: Pence,
    now: Millis,
) -> Fallible<()> {
    let client = Account::Client(booking.made_by.clone());
    let posting = begin(&format!("elsewhere:{refund}"), &booking.id).transfer(
        amount,
        Debit(client),
        Credit(Account::PlatformGoodwill),
    );
    post(connection, posting, now).await
}

/// Makes up for what was refunded on the provider's page and has been earned since. Call it in the transaction of the posting that earns
/// it, whose reference is `earning`.
pub async fn bear(
    connection: &mut Connection,
    booking: &Booking,
    earning: &str,
    now: Millis,
) -> Fallible<()> {
    let given = refunds::unearned_elsewhere(connection, &booking.id).await?;
    if given == Pence::ZERO {
        return Ok(());
    }
    let promised = refunds::refused_of_booking(connection, &booking.id).await?;
    let missing = promised - ledger::of_client(connection, &booking.id).await?;
    let borne = given.min(missing);
    if borne <= Pence::ZERO {
        return Ok(());
    }
    let client = Account::Client(booking.made_by.clone());
    let reference = format!("elsewhere:{earning}");
    give(connection, &reference, &booking.id, borne, client, now).await
}

fn begin(reference: &str, booking_id: &str) -> Transaction {
    Transaction::new(Kind::Goodwill, reference, "GBP").about_booking(booking_id)
}

async fn post(
    connection: &mut Connection,
    posting: Result<Transaction, NegativeTransfer>,
    now: Millis,
) -> Fallible<()> {
    let posting = posting.map_err(|NegativeTransfer| Failure::internal("a refund of less than nothing"))?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}
