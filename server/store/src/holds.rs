//! Holds on cards that end before their job, and the cards that are kept to renew them.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses};
use callout_db::{execute, fetch_all};
use callout_domain::clock::Millis;
use callout_domain::payment::ProviderName;
use callout_domain::renewal::SavedCard;

/// Ids of payments at `provider` whose hold is to be renewed by `now`: their booking looks for a pro, and its visit is after the end of the
/// hold. At most `limit`.
pub async fn to_renew(
    connection: &mut Connection,
    provider: ProviderName,
    now: Millis,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let matching = statuses::with("status || ''", |facts| facts.is_matching);
    let sql = AssertSqlSafe(format!(
        "select id from payments where renew_at <= $2 and provider = $1 and status = 'requires_capture' and closing_at is null \
         and (select count(*) from bookings where payment_id = payments.id and {matching} and slot_start > payments.capture_before) > 0 \
         order by renew_at limit $3"
    ));
    let rows = fetch_all!(connection, (String,), sql, provider, now, limit)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Sets when the renewal of a hold is tried again; never, with none.
pub async fn renew_at(
    connection: &mut Connection,
    payment_id: &str,
    at: Option<Millis>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set renew_at = $2 where id = $1",
        payment_id,
        at
    )?;
    Ok(())
}

/// Cards kept at `provider` for bookings that ended before `before` (Unix milliseconds). At most `limit`.
pub async fn cards_to_forget(
    connection: &mut Connection,
    provider: ProviderName,
    before: Millis,
    limit: i64,
) -> Result<Vec<SavedCard>, StoreError> {
    let ended = statuses::with("bookings.status", |facts| facts.is_final);
    let sql = AssertSqlSafe(format!(
        "select distinct payments.customer_id, payments.card_id from payments \
         join bookings on bookings.id = payments.booking_id \
         where payments.card_id is not null and payments.customer_id is not null and payments.provider = $1 \
         and {ended} and coalesce(bookings.ended_at, bookings.updated_at) <= $2 limit $3 \
         -- scans: the kept cards, which are those of open bookings"
    ));
    let rows = fetch_all!(connection, (String, String), sql, provider, before, limit)?;
    let card = |(customer_id, card_id)| SavedCard { customer_id, card_id };
    Ok(rows.into_iter().map(card).collect())
}

/// Notes that a card is not kept any more.
pub async fn forgot(connection: &mut Connection, card_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set customer_id = null, card_id = null where card_id = $1",
        card_id
    )?;
    Ok(())
}
