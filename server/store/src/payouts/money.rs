//! What a payout can be made of: earnings that are not used up, and the payments behind them.

use pricing_core::Pence;
use sqlx::AssertSqlSafe;

use crate::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::payment::ProviderName;
use callout_domain::payout::{Charge, Earning};

/// Payments of the bookings of earnings.
#[derive(Debug, Clone, Default)]
pub struct Charges {
    /// Those at this provider, of which something is left.
    pub here: Vec<Charge>,
    /// True when there are some at another provider.
    pub is_other: bool,
}

/// The jobs by card of the pro `$1` that are not paid out yet.
const UNPAID_BY_CARD: &str = "select booking_id from clearing
         where master_id = $1 and cleared_at is not null and used_pence < amount_pence";

/// The jobs in cash of the pro `$1` whose coupon the platform has paid the pro since the last payout that was sent. Not by the index of
/// what is paid in cash, which holds every pro's.
const COUPONS_IN_CASH: &str = "select bookings.id from bookings
         join ledger_transactions done on done.booking_id = bookings.id and done.kind = 'completed'
         where bookings.assigned_master_id = $1 and bookings.payment_method || '' = 'cash' and bookings.discount_pence > 0
           and done.at > coalesce((select max(asked_at) from payouts where master_id = $1 and status = 'sent'), 0)";

/// What a pro has earned and was not paid, the oldest first.
pub async fn earnings(connection: &mut Connection, master_id: &str) -> Result<Vec<Earning>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String, String, i64),
        "select reference, booking_id, amount_pence - used_pence from clearing
         where master_id = $1 and cleared_at is not null and used_pence < amount_pence order by cleared_at, reference",
        master_id,
    )?;
    let earning = |(reference, booking_id, left)| Earning {
        reference,
        booking_id,
        left: Pence(left),
    };
    Ok(rows.into_iter().map(earning).collect())
}

/// The payments of a pro's earnings, and what is left of each.
pub async fn charges(
    connection: &mut Connection,
    master_id: &str,
    provider: ProviderName,
) -> Result<Charges, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select payments.id, payments.booking_id, payments.provider,
           cast(payments.captured_pence - payments.refunded_pence - payments.disputed_pence - coalesce((select sum(payout_transfers.amount_pence)
             from payout_transfers where payout_transfers.payment_id = payments.id
               and payout_transfers.status <> 'failed'), 0) as bigint) as left_pence
         from payments where payments.captured_pence > 0 and payments.booking_id in ({UNPAID_BY_CARD})
         order by payments.created_at, payments.id"
    ));
    let rows = fetch_all!(connection, (String, String, ProviderName, i64), sql, master_id)?;
    let mut charges = Charges::default();
    for (payment_id, booking_id, its_provider, left) in rows {
        if its_provider != provider {
            charges.is_other = true;
        } else if left > 0 {
            charges.here.push(Charge {
                payment_id,
                booking_id,
                left: Pence(left),
            });
        }
    }
    Ok(charges)
}

/// True when a client of one of a pro's unpaid jobs has the pro's phone.
pub async fn shares_phone(connection: &mut Connection, master_id: &str) -> Result<bool, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select bookings.id from bookings join masters on masters.id = $1
         where bookings.id in ({UNPAID_BY_CARD} union {COUPONS_IN_CASH}) and bookings.phone = masters.phone limit 1"
    ));
    let row = fetch_optional!(connection, (String,), sql, master_id)?;
    Ok(row.is_some())
}

/// True when one of a pro's unpaid jobs was begun without the client's start code.
pub async fn was_begun_without_code(
    connection: &mut Connection,
    master_id: &str,
) -> Result<bool, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select id from bookings where id in ({UNPAID_BY_CARD} union {COUPONS_IN_CASH}) and started_without is not null limit 1"
    ));
    let row = fetch_optional!(connection, (String,), sql, master_id)?;
    Ok(row.is_some())
}

/// First lines and postcodes of a pro's unpaid jobs.
pub async fn addresses(
    connection: &mut Connection,
    master_id: &str,
) -> Result<Vec<(String, String)>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select distinct address_line1, postcode from bookings where id in ({UNPAID_BY_CARD} union {COUPONS_IN_CASH})"
    ));
    fetch_all!(connection, (String, String), sql, master_id)
}

/// True when one of a pro's unpaid jobs was paid with a card by which the pro has paid a debt, or by which somebody has paid who has the
/// pro's phone or email.
pub async fn shares_card(connection: &mut Connection, master_id: &str) -> Result<bool, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select payments.id from payments join masters on masters.id = $1
         where payments.booking_id in ({UNPAID_BY_CARD})
           and payments.captured_pence > 0 and payments.card_fingerprint is not null
           and (exists (select 1 from debt_payments where debt_payments.master_id = $1 and debt_payments.paid_at is not null
                  and debt_payments.card_fingerprint = payments.card_fingerprint)
             or exists (select 1 from payments others join bookings on bookings.id = others.booking_id
                  where others.card_fingerprint = payments.card_fingerprint and others.authorised_at is not null
                    and (bookings.phone = masters.phone or bookings.email = masters.email
                      or exists (select 1 from identifiers where identifiers.account_id = bookings.client_id
                           and identifiers.verified_at is not null and identifiers.value in (masters.phone, masters.email)))))
         limit 1"
    ));
    let row = fetch_optional!(connection, (String,), sql, master_id)?;
    Ok(row.is_some())
}

/// Forgets the cards of erased clients that were kept only because this payout was open.
pub async fn forget_cards_of_erased(connection: &mut Connection, payout_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set card_fingerprint = null where card_fingerprint is not null
           and id in (select payment_id from payout_transfers where payout_id = $1)
           and (select clients.ended_at from bookings join clients on clients.id = bookings.client_id
             where bookings.id = payments.booking_id) is not null",
        payout_id,
    )?;
    Ok(())
}

/// Uses up a part of an earning, or gives it back where `pence` is negative.
pub async fn use_up(connection: &mut Connection, reference: &str, pence: i64) -> Result<(), StoreError> {
    execute!(
        connection,
        "update clearing set used_pence = used_pence + $2 where reference = $1",
        reference,
        pence,
    )?;
    Ok(())
}
