//! Stamps and the coupons they earn.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;

row! {
    /// A coupon of one person.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Reward {
        /// Its code.
        pub code: String,
        /// What it takes off, pence.
        pub amount_pence: i64,
        /// When it was used, Unix milliseconds; none while it is free.
        pub used_at: Option<Millis>,
    }
}

/// How many jobs of a client are completed.
pub async fn completed(connection: &mut Connection, client_id: &str) -> Result<i64, StoreError> {
    let done = statuses::with("status", |facts| facts.is_done);
    let sql = AssertSqlSafe(format!(
        "select count(*) from bookings where client_id = $1 and parent_id is null and {done}"
    ));
    let row = fetch_optional!(connection, (i64,), sql, client_id,)?;
    Ok(row.map_or(0, |(count,)| count))
}

/// The rewards of a client, in the order they were earned.
pub async fn rewards(connection: &mut Connection, client_id: &str) -> Result<Vec<Reward>, StoreError> {
    fetch_all!(
        connection,
        Reward,
        "select code, amount_pence,
           (select min(at) from coupon_uses where coupon_uses.code = personal_coupons.code) as used_at
         from personal_coupons where client_id = $1 order by nth",
        client_id,
    )
}

/// Grants the `nth` reward of a client; nothing when it was granted before.
///
/// # Errors
/// `Duplicate` when another reward has the code; otherwise when the database fails.
pub async fn grant(
    connection: &mut Connection,
    client_id: &str,
    nth: i64,
    code: &str,
    amount_pence: i64,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into personal_coupons (code, client_id, nth, amount_pence, granted_at) values ($1, $2, $3, $4, $5)
         on conflict (client_id, nth) do nothing",
        code,
        client_id,
        nth,
        amount_pence,
        now,
    )?;
    Ok(())
}

/// What a client's own coupon takes off, pence; `None` if it is somebody else's or does not exist.
pub async fn own_coupon(
    connection: &mut Connection,
    client_id: &str,
    code: &str,
) -> Result<Option<i64>, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select amount_pence from personal_coupons where code = $1 and client_id = $2",
        code,
        client_id,
    )?;
    Ok(row.map(|(pence,)| pence))
}
