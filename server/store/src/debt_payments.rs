//! Payments by card of what pros owe.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, SECRET, pro};
use callout_domain::payment::ProviderName;

record! {
    /// A row of `debt_payments`. Money in pence, times in Unix milliseconds.
    pub struct DebtPayment in "debt_payments" {
        /// `debt-…`.
        pub id: String => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// Which provider.
        pub provider: ProviderName => FACT,
        /// What the pro owed when it was opened.
        pub amount_pence: i64 => FACT,
        /// ISO code.
        pub currency: String => FACT,
        /// The provider's id of its intent, once that is open.
        pub intent_id: Option<String> => FACT,
        /// What lets the browser pay it.
        pub client_secret: Option<String> => SECRET,
        /// When it was opened.
        pub opened_at: Millis => FACT,
        /// When it was paid, or could be paid no more.
        pub ended_at: Option<Millis> => FACT,
        /// When it was paid.
        pub paid_at: Option<Millis> => FACT,
        /// Which card paid, as the provider tells cards apart.
        pub card_fingerprint: Option<String> => pro("null").not_copied(),
    }
}

/// Adds a payment.
pub async fn add(connection: &mut Connection, payment: &DebtPayment) -> Result<(), StoreError> {
    table::insert(connection, payment, "").await?;
    Ok(())
}

/// The payment of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<DebtPayment>, StoreError> {
    fetch_optional!(
        connection,
        DebtPayment,
        table::select::<DebtPayment>("where id = $1"),
        id
    )
}

/// The payment of this intent.
pub async fn by_intent(
    connection: &mut Connection,
    intent_id: &str,
) -> Result<Option<DebtPayment>, StoreError> {
    fetch_optional!(
        connection,
        DebtPayment,
        table::select::<DebtPayment>("where intent_id = $1"),
        intent_id
    )
}

/// The payment of this amount that a pro opened last `since` (Unix milliseconds) and can still pay.
pub async fn open_of(
    connection: &mut Connection,
    master_id: &str,
    provider: ProviderName,
    amount_pence: i64,
    since: Millis,
) -> Result<Option<DebtPayment>, StoreError> {
    fetch_optional!(
        connection,
        DebtPayment,
        table::select::<DebtPayment>(
            "where master_id = $1 and provider = $2 and amount_pence = $3 and opened_at >= $4 and ended_at is null
             order by opened_at desc limit 1"
        ),
        master_id,
        provider,
        amount_pence,
        since,
    )
}

/// Notes the intent that was opened for a payment.
pub async fn set_intent(
    connection: &mut Connection,
    id: &str,
    intent_id: &str,
    client_secret: &str,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update debt_payments set intent_id = $2, client_secret = $3 where id = $1",
        id,
        intent_id,
        client_secret,
    )?;
    Ok(())
}

/// Ends a payment, paid or not; false when it had ended.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    is_paid: bool,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update debt_payments set ended_at = $2, paid_at = $3 where id = $1 and ended_at is null",
        id,
        now,
        is_paid.then_some(now),
    )?;
    Ok(ended == 1)
}

/// Notes which card paid.
pub async fn note_card(connection: &mut Connection, id: &str, fingerprint: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update debt_payments set card_fingerprint = $2 where id = $1",
        id,
        fingerprint,
    )?;
    Ok(())
}
