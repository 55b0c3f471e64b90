//! Payments and refunds: our record of what the provider says.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::intent_status::IntentStatus;
use callout_domain::payment::{CardMoney, ProviderName, Purpose};
use callout_domain::renewal::{self, SavedCard};

row! {
    /// A row of `payments`. Money in pence, times in Unix milliseconds.
    #[derive(Debug, Clone)]
    pub struct Payment {
        /// The provider's id of the intent.
        pub id: String,
        /// The booking it pays for.
        pub booking_id: String,
        /// The quote it was opened for.
        pub quote_id: String,
        /// Which provider.
        pub provider: ProviderName,
        /// What lets the browser pay it.
        pub client_secret: String,
        /// The provider's status when last heard of.
        pub status: IntentStatus,
        /// What it is for.
        pub purpose: Purpose,
        /// Id of the change or change order it pays for, or of the payment it completes or renews.
        pub reference: Option<String>,
        /// The whole amount.
        pub amount_pence: i64,
        /// What was captured of it.
        pub captured_pence: i64,
        /// What of that was refunded, or is being.
        pub refunded_pence: i64,
        /// How much of that the provider has refused to refund. It is still the client's, and is retried.
        pub refused_pence: i64,
        /// What of it the client's bank has taken back.
        pub disputed_pence: i64,
        /// ISO code.
        pub currency: String,
        /// When it was first seen authorised.
        pub authorised_at: Option<Millis>,
        /// When we decided to let it go: from then on it settles nothing.
        pub closing_at: Option<Millis>,
        /// When it was opened.
        pub created_at: Millis,
        /// Until when it may be captured, once it is held.
        pub capture_before: Option<Millis>,
        /// When its hold is to be renewed, unless that was tried.
        pub renew_at: Option<Millis>,
        /// Whose card is kept, as the provider knows them.
        pub customer_id: Option<String>,
        /// The provider's id of the card that is kept.
        pub card_id: Option<String>,
        /// Which card paid, as the provider tells cards apart.
        pub card_fingerprint: Option<String>,
    }
}

impl Payment {
    /// What is left of what was captured, pence: not refunded, not promised as a refund, and not taken back by the client's bank.
    #[must_use]
    pub fn kept_pence(&self) -> i64 {
        let gone = self.refunded_pence + self.refused_pence + self.disputed_pence;
        // A bank may take back what was promised.
        (self.captured_pence - gone).max(0)
    }

    /// What there is of it for its booking, pence: held on the card, or left of what was captured. Nothing once we let it go.
    #[must_use]
    pub fn available_pence(&self) -> i64 {
        match self.status {
            _ if self.closing_at.is_some() => 0,
            IntentStatus::Succeeded => self.kept_pence(),
            IntentStatus::RequiresCapture => self.amount_pence,
            _ => 0,
        }
    }

    /// True once it was charged and nothing of that is left: it was given back, or the client's bank has it.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.status == IntentStatus::Succeeded && self.kept_pence() <= 0
    }

    /// True while its amount is held on the card.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.closing_at.is_none() && self.status == IntentStatus::RequiresCapture
    }

    /// Where its money is while its booking needs it; none before its card is in order.
    #[must_use]
    pub fn money(&self) -> Option<CardMoney> {
        match self.status {
            IntentStatus::Succeeded if self.kept_pence() > 0 => Some(CardMoney::Charged),
            IntentStatus::Succeeded => Some(CardMoney::Refunded),
            IntentStatus::Canceled => Some(CardMoney::Released),
            IntentStatus::RequiresCapture if self.closing_at.is_some() => Some(CardMoney::Released),
            IntentStatus::RequiresCapture => Some(CardMoney::Held),
            _ => None,
        }
    }

    /// What happens to its money, less a fee, once its booking is called off.
    #[must_use]
    pub fn given_back(&self) -> CardMoney {
        // A fee is captured out of the hold, and the rest of that is let go.
        let is_part = self.captured_pence < self.amount_pence && self.refunded_pence == 0;
        match self.status {
            IntentStatus::Succeeded if !is_part => CardMoney::Refunded,
            _ => CardMoney::Released,
        }
    }

    /// The card that is kept.
    #[must_use]
    pub fn card(&self) -> Option<SavedCard> {
        let (customer_id, card_id) = self.customer_id.clone().zip(self.card_id.clone())?;
        Some(SavedCard { customer_id, card_id })
    }

    /// True once nothing is held by it any more and nothing was captured.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.status == IntentStatus::Canceled
    }
}

/// Adds a payment, unless it is there (the same intent opened twice), and locks its row until the transaction ends.
pub async fn add(
    connection: &mut Connection,
    payment: &Payment,
    now: Millis,
) -> Result<Option<Payment>, StoreError> {
    fetch_optional!(
        connection,
        Payment,
        "insert into payments (id, booking_id, quote_id, provider, client_secret, status, amount_pence, currency, \
         created_at, updated_at, purpose, reference) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11) \
         on conflict (id) do update set updated_at = $12 returning *",
        payment.id.as_str(),
        payment.booking_id.as_str(),
        payment.quote_id.as_str(),
        payment.provider,
        payment.client_secret.as_str(),
        payment.status,
        payment.amount_pence,
        payment.currency.as_str(),
        payment.created_at,
        payment.purpose,
        payment.reference.as_deref(),
        now,
    )
}

/// The payment of this intent.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Payment>, StoreError> {
    fetch_optional!(connection, Payment, "select * from payments where id = $1", id)
}

/// Every payment of a booking, the newest first.
pub async fn of_booking(connection: &mut Connection, booking_id: &str) -> Result<Vec<Payment>, StoreError> {
    fetch_all!(
        connection,
        Payment,
        "select * from payments where booking_id = $1 order by created_at desc, id",
        booking_id,
    )
}

/// Ids of a booking's payments that have not been let go of, the newest first.
pub async fn not_released(connection: &mut Connection, booking_id: &str) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from payments where booking_id = $1 and status <> 'canceled' order by created_at desc, id",
        booking_id,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Reads a payment and locks its row until the transaction ends, so that its changes happen one after another.
pub async fn lock(connection: &mut Connection, id: &str, now: Millis) -> Result<Option<Payment>, StoreError> {
    fetch_optional!(
        connection,
        Payment,
        "update payments set updated_at = $2 where id = $1 returning *",
        id,
        now
    )
}

/// The payments of a booking, the newest first, each locked until the transaction ends: before the pro, and the booking.
pub async fn lock_of_booking(
    connection: &mut Connection,
    booking_id: &str,
    now: Millis,
) -> Result<Vec<Payment>, StoreError> {
    let mut locked = Vec::new();
    for payment in of_booking(connection, booking_id).await? {
        locked.extend(lock(connection, &payment.id, now).await?);
    }
    Ok(locked)
}

/// Marks a payment not yet seen authorised as released, before the provider is told: from now on it settles nothing. False
/// when it has been seen authorised and was not marked before.
pub async fn close_unpaid(connection: &mut Connection, id: &str, now: Millis) -> Result<bool, StoreError> {
    let closed = execute!(
        connection,
        "update payments set closing_at = coalesce(closing_at, $2), updated_at = $2 \
         where id = $1 and (authorised_at is null or closing_at is not null)",
        id,
        now,
    )?;
    Ok(closed == 1)
}

/// Payments of a booking beside the one that counts, which pay the rest of a price that rose after that one was charged. Extra work
/// belongs to the price from the moment it is charged.
pub async fn differences(
    connection: &mut Connection,
    booking_id: &str,
    counts: &str,
) -> Result<Vec<Payment>, StoreError> {
    fetch_all!(
        connection,
        Payment,
        "select * from payments where booking_id = $1 and id <> $2 and reference is not null
           and authorised_at is not null and closing_at is null and (purpose <> 'change_order' or captured_pence > 0)
         order by created_at, id",
        booking_id,
        counts,
    )
}

/// Marks a payment as released, authorised or not.
pub async fn close(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set closing_at = coalesce(closing_at, $2) where id = $1",
        id,
        now
    )?;
    Ok(())
}

/// What the provider says of a payment.
#[derive(Debug, Clone, Copy)]
pub struct State<'a> {
    /// Its status.
    pub status: IntentStatus,
    /// What was captured.
    pub captured_pence: i64,
    /// When it was first seen authorised, Unix milliseconds.
    pub authorised_at: Option<Millis>,
    /// Until when it is held, Unix milliseconds, once that is known.
    pub held_until: Option<Millis>,
    /// The card that is kept, if one is.
    pub card: Option<&'a SavedCard>,
    /// Which card pays, if that is news.
    pub card_fingerprint: Option<&'a str>,
}

/// Records what the provider says now. What has ended stays ended: a late answer to an earlier request
/// changes nothing.
pub async fn set_state(connection: &mut Connection, id: &str, state: State<'_>) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set status = $2, captured_pence = $3, authorised_at = $4, \
           capture_before = coalesce($5, capture_before), renew_at = coalesce($6, renew_at), \
           customer_id = coalesce($7, customer_id), card_id = coalesce($8, card_id), \
           card_fingerprint = coalesce($9, card_fingerprint) \
         where id = $1 and status not in ('succeeded', 'canceled')",
        id,
        state.status,
        state.captured_pence,
        state.authorised_at,
        state.held_until,
        state.held_until.map(renewal::renew_at),
        state.card.map(|card| card.customer_id.as_str()),
        state.card.map(|card| card.card_id.as_str()),
        state.card_fingerprint,
    )?;
    Ok(())
}

/// Claims the right to ask the provider about a payment: true at most once in `every` milliseconds.
pub async fn may_ask(
    connection: &mut Connection,
    id: &str,
    every: Millis,
    now: Millis,
) -> Result<bool, StoreError> {
    let taken = execute!(
        connection,
        "update payments set checked_at = $2 where id = $1 and (checked_at is null or checked_at <= $3)",
        id,
        now,
        now - every,
    )?;
    Ok(taken == 1)
}

/// Ids of intents of `provider` that may have been authorised without our knowing: their booking still awaits its payment,
/// and nobody has asked the provider since `asked_before` (Unix milliseconds). At most `limit`.
pub async fn unheard_of(
    connection: &mut Connection,
    provider: ProviderName,
    asked_before: Millis,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let unpaid = statuses::with("status", |facts| facts.awaits_payment);
    // Each half has an index of its own; a condition with `or` would read every booking.
    let sql = AssertSqlSafe(format!(
        "select payments.id from (select id, payment_id from bookings where {unpaid} \
           union select id, payment_id from bookings where payment_due_until is not null) as waiting \
         join payments on payments.booking_id = waiting.id \
         where (payments.id = waiting.payment_id \
           or (payments.purpose <> 'booking' and payments.authorised_at is null)) and payments.provider = $3 \
         and payments.closing_at is null and payments.status <> 'canceled' and payments.created_at <= $1 \
         and (payments.checked_at is null or payments.checked_at <= $1) order by payments.created_at limit $2 \
         -- scans: all bookings to be paid for"
    ));
    let rows = fetch_all!(connection, (String,), sql, asked_before, limit, provider)?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Ids of `created` bookings whose time to pay ended before `before` (Unix milliseconds). At most `limit`.
pub async fn overdue_bookings(
    connection: &mut Connection,
    before: Millis,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let unpaid = statuses::with("status", |facts| facts.awaits_payment);
    let sql = AssertSqlSafe(format!(
        "select id from bookings where {unpaid} and pay_by is not null and pay_by <= $1 order by pay_by limit $2"
    ));
    let rows = fetch_all!(connection, (String,), sql, before, limit,)?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
