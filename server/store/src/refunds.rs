//! Refunds: set aside in our books before the provider is asked, so that they never exceed the capture.

use pricing_core::Pence;

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::payment::RefundStatus;

row! {
    /// A row of `refunds`.
    #[derive(Debug, Clone)]
    pub struct Refund {
        /// What makes it happen once.
        pub reference: String,
        /// The payment it is of.
        pub payment_id: String,
        /// Pence.
        pub amount_pence: i64,
        /// Where it stands.
        pub status: RefundStatus,
        /// How often it was begun anew after the provider had refused it.
        pub retries: i64,
        /// When it was promised, Unix milliseconds.
        pub created_at: Millis,
    }
}

impl Refund {
    /// Names this attempt at it among all.
    #[must_use]
    pub fn attempt(&self) -> String {
        match self.retries {
            0 => self.reference.clone(),
            retries => format!("{}:{retries}", self.reference),
        }
    }
}

/// The outcome of reserving a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reserved {
    /// The amount is set aside and the refund noted as `pending`.
    Yes,
    /// A refund of this reference exists.
    Before,
    /// More than was captured and not refunded yet.
    TooMuch,
}

/// Sets aside a part of the captured money for a refund, in one conditional update: refunds never exceed the
/// capture, whatever runs at once. When the answer is not `Yes` the caller must undo the transaction or have
/// written nothing else.
pub async fn reserve(
    connection: &mut Connection,
    payment_id: &str,
    reference: &str,
    amount_pence: i64,
    now: Millis,
) -> Result<Reserved, StoreError> {
    let added = execute!(
        connection,
        "insert into refunds (reference, payment_id, amount_pence, status, created_at, updated_at) \
         select $1, id, $3, 'pending', $4, $4 from payments where id = $2 on conflict (reference) do nothing",
        reference,
        payment_id,
        amount_pence,
        now,
    )?;
    if added == 0 {
        return Ok(Reserved::Before);
    }
    let reserved = execute!(
        connection,
        "update payments set refunded_pence = refunded_pence + $2, updated_at = $3 \
         where id = $1 and refunded_pence + disputed_pence + $2 <= captured_pence and $2 > 0",
        payment_id,
        amount_pence,
        now,
    )?;
    if reserved == 1 {
        return Ok(Reserved::Yes);
    }
    execute!(
        connection,
        "delete from refunds where reference = $1 and status = 'pending'",
        reference
    )?;
    Ok(Reserved::TooMuch)
}

/// Takes a refund into our books that was made at the provider, not by us, and of which nobody had earned `unearned_pence` yet; false
/// when it is there. The caller has locked the payment.
pub async fn take_in(
    connection: &mut Connection,
    payment_id: &str,
    id: &str,
    amount_pence: i64,
    unearned_pence: i64,
    now: Millis,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into refunds (reference, payment_id, amount_pence, unearned_pence, status, created_at, updated_at)
         values ($1, $2, $3, $4, 'done', $5, $5) on conflict (reference) do nothing",
        id,
        payment_id,
        amount_pence,
        unearned_pence,
        now,
    )?;
    if added == 1 {
        // A refund of ours that is promised beyond what is left will be refused by the provider.
        execute!(
            connection,
            "update payments set refunded_pence = refunded_pence + $2 where id = $1",
            payment_id,
            amount_pence,
        )?;
    }
    Ok(added == 1)
}

/// The refund of this reference.
pub async fn find(connection: &mut Connection, reference: &str) -> Result<Option<Refund>, StoreError> {
    fetch_optional!(
        connection,
        Refund,
        "select reference, payment_id, amount_pence, status, retries, created_at from refunds where reference = $1",
        reference,
    )
}

/// Ends a pending refund as `done`; false when it is not as it was read any more.
pub async fn done(connection: &mut Connection, refund: &Refund, now: Millis) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update refunds set status = 'done', updated_at = $2 where reference = $1 and status = 'pending' and retries = $3",
        refund.reference.as_str(),
        now,
        refund.retries,
    )?;
    Ok(ended == 1)
}

/// Ends a pending refund for which one stands that was made by hand under the provider's `id`, and frees its amount again; each stands for one.
/// False when it does not, or when ours is not as it was read any more. The caller has locked the payment.
pub async fn stand_for(
    connection: &mut Connection,
    id: &str,
    refund: &Refund,
    now: Millis,
) -> Result<bool, StoreError> {
    let stands = execute!(
        connection,
        "update refunds set stands_for = $2 where reference = $1 and payment_id = $3 and status = 'done' and stands_for is null
           and exists (select 1 from refunds ours where ours.reference = $2 and ours.status = 'pending' and ours.retries = $4)",
        id,
        refund.reference.as_str(),
        refund.payment_id.as_str(),
        refund.retries,
    )?;
    if stands == 0 {
        return Ok(false);
    }
    execute!(
        connection,
        "update refunds set status = 'superseded', updated_at = $2 where reference = $1 and status = 'pending'",
        refund.reference.as_str(),
        now,
    )?;
    execute!(
        connection,
        "update payments set refunded_pence = refunded_pence - $2, updated_at = $3 where id = $1",
        refund.payment_id.as_str(),
        refund.amount_pence,
        now,
    )?;
    Ok(true)
}

/// Ends a refund that the provider refused, or that came back, and frees its amount again; false when it is not as it was
/// read any more.
pub async fn refused(connection: &mut Connection, refund: &Refund, now: Millis) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update refunds set status = 'refused', updated_at = $2 where reference = $1 and status = $3 and retries = $4",
        refund.reference.as_str(),
        now,
        refund.status,
        refund.retries,
    )?;
    if ended == 1 {
        execute!(
            connection,
            "update payments set refunded_pence = refunded_pence - $2, refused_pence = refused_pence + $2, updated_at = $3
             where id = $1",
            refund.payment_id.as_str(),
            refund.amount_pence,
            now,
        )?;
    }
    Ok(ended == 1)
}

/// Ends a refused refund whose money the client's bank has given; false when it is not as it was read any more.
pub async fn supersede(
    connection: &mut Connection,
    refund: &Refund,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update refunds set status = 'superseded', updated_at = $2 where reference = $1 and status = 'refused' and retries = $3",
        refund.reference.as_str(),
        now,
        refund.retries,
    )?;
    if ended == 1 {
        execute!(
            connection,
            "update payments set refused_pence = refused_pence - $2 where id = $1",
            refund.payment_id.as_str(),
            refund.amount_pence,
        )?;
    }
    Ok(ended == 1)
}

/// True while the provider is asked for a refund of this payment.
pub async fn is_pending(connection: &mut Connection, payment_id: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select reference from refunds where payment_id = $1 and status = 'pending' limit 1",
        payment_id,
    )?;
    Ok(row.is_some())
}

/// The refunds of a payment that the provider refused, the oldest first.
pub async fn refused_of(connection: &mut Connection, payment_id: &str) -> Result<Vec<Refund>, StoreError> {
    fetch_all!(
        connection,
        Refund,
        "select reference, payment_id, amount_pence, status, retries, created_at from refunds
         where payment_id = $1 and status || '' = 'refused' order by created_at, reference",
        payment_id,
    )
}

/// The refunds that the provider refused, the oldest first.
pub async fn all_refused(connection: &mut Connection) -> Result<Vec<Refund>, StoreError> {
    fetch_all!(
        connection,
        Refund,
        "select reference, payment_id, amount_pence, status, retries, created_at from refunds where status = 'refused' \
         order by created_at, reference -- scans: all that were refused",
    )
}

row! {
    /// A refund that the provider refused, and whose it is.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Refused {
        /// What makes it happen once.
        pub reference: String,
        /// Its booking.
        pub booking_id: String,
        /// Pence.
        pub amount_pence: i64,
        /// When it was refused, Unix milliseconds.
        pub updated_at: Millis,
    }
}

/// The refunds that the provider refused with their bookings, the oldest first, at most `limit`.
pub async fn refused_with_bookings(
    connection: &mut Connection,
    limit: i64,
) -> Result<Vec<Refused>, StoreError> {
    fetch_all!(
        connection,
        Refused,
        "select refunds.reference, payments.booking_id, refunds.amount_pence, refunds.updated_at
         from refunds join payments on payments.id = refunds.payment_id
         where refunds.status = 'refused' order by refunds.created_at, refunds.reference limit $1 -- scans: all that were refused",
        limit,
    )
}

/// Begins a refused refund anew and sets its amount aside again. False when it is not refused any more, the client's bank decides about
/// its payment, or less than its amount is left of the capture.
pub async fn retry(connection: &mut Connection, refund: &Refund, now: Millis) -> Result<bool, StoreError> {
    let begun = execute!(
        connection,
        "update refunds set status = 'pending', retries = retries + 1, updated_at = $2 \
         where reference = $1 and status = 'refused' and retries = $3 \
           and not exists (select 1 from chargebacks where payment_id = refunds.payment_id and chargebacks.status = 'open')",
        refund.reference.as_str(),
        now,
        refund.retries,
    )?;
    if begun == 0 {
        return Ok(false);
    }
    let set_aside = execute!(
        connection,
        "update payments set refunded_pence = refunded_pence + $2, refused_pence = refused_pence - $2, updated_at = $3 \
         where id = $1 and refunded_pence + disputed_pence + $2 <= captured_pence",
        refund.payment_id.as_str(),
        refund.amount_pence,
        now,
    )?;
    if set_aside == 0 {
        execute!(
            connection,
            "update refunds set status = 'refused', retries = retries - 1 where reference = $1",
            refund.reference.as_str(),
        )?;
    }
    Ok(set_aside == 1)
}

/// What the provider has refused to give back of a booking's payments, pence, and is still to be given back.
pub async fn refused_of_booking(connection: &mut Connection, booking_id: &str) -> Result<Pence, StoreError> {
    let all = of_booking(connection, booking_id).await?;
    let refused = all.iter().filter(|refund| refund.status == RefundStatus::Refused);
    Ok(Pence(refused.map(|refund| refund.amount_pence).sum()))
}

/// What was given back of a booking on the provider's page before anybody had earned it, pence.
pub async fn unearned_elsewhere(connection: &mut Connection, booking_id: &str) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(refunds.unearned_pence), 0) as bigint) from refunds
           join payments on payments.id = refunds.payment_id
         where payments.booking_id = $1 and refunds.status = 'done'",
        booking_id,
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// What the platform has given for refunds of a payment that were made on the provider's page, pence.
pub async fn borne_elsewhere(connection: &mut Connection, payment_id: &str) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(ledger_entries.amount_pence), 0) as bigint) from refunds
           join ledger_entries on ledger_entries.reference = 'goodwill:' || refunds.reference
         where refunds.payment_id = $1 and ledger_entries.account = 'platform:goodwill'",
        payment_id,
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// The refunds of a booking's payments, the oldest first.
pub async fn of_booking(connection: &mut Connection, booking_id: &str) -> Result<Vec<Refund>, StoreError> {
    fetch_all!(
        connection,
        Refund,
        "select * from refunds where payment_id in (select id from payments where booking_id = $1)
         order by created_at, reference",
        booking_id
    )
}
