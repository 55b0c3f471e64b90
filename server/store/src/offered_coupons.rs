//! The coupons that there are. Their uses are in `coupons`.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_known, fetch_optional};
use callout_domain::clock::Millis;
use callout_domain::coupon::Coupon;

/// Adds a coupon; false when there is one of this code.
pub async fn add(connection: &mut Connection, coupon: &Coupon) -> Result<bool, StoreError> {
    let added = table::insert(connection, coupon, "on conflict (code) do nothing").await?;
    Ok(added == 1)
}

/// Every coupon, the newest first.
pub async fn all(connection: &mut Connection) -> Result<Vec<Coupon>, StoreError> {
    fetch_all!(
        connection,
        Coupon,
        table::select::<Coupon>("order by created_at desc, code")
    )
}

/// The coupons that run at `now`, in the order of their codes: they are a part of the price book, which one that cannot be read must not end.
pub async fn open(connection: &mut Connection, now: Millis) -> Result<Vec<Coupon>, StoreError> {
    fetch_known!(
        connection,
        Coupon,
        table::select::<Coupon>("where starts_at <= $1 and (ends_at is null or ends_at > $1) order by code"),
        now
    )
}

/// The coupon of this code.
pub async fn find(connection: &mut Connection, code: &str) -> Result<Option<Coupon>, StoreError> {
    fetch_optional!(
        connection,
        Coupon,
        table::select::<Coupon>("where code = $1"),
        code
    )
}

/// The coupon of this code, which nobody else changes until this transaction ends.
pub async fn lock(connection: &mut Connection, code: &str) -> Result<Option<Coupon>, StoreError> {
    fetch_optional!(
        connection,
        Coupon,
        "update coupons set code = code where code = $1 returning *",
        code
    )
}

/// Writes what can be changed about a coupon.
pub async fn change(connection: &mut Connection, coupon: &Coupon) -> Result<(), StoreError> {
    execute!(
        connection,
        "update coupons set per_person_limit = $1, total_limit = $2, is_listed = $3, ends_at = $4 where code = $5",
        i64::from(coupon.terms.per_person_limit),
        coupon.terms.total_limit.map(i64::from),
        coupon.is_listed,
        coupon.ends_at,
        coupon.terms.code.as_str(),
    )?;
    Ok(())
}

/// How many bookings have used each coupon, personal ones apart; those that returned do not count.
pub async fn uses(connection: &mut Connection) -> Result<Vec<(String, i64)>, StoreError> {
    fetch_all!(
        connection,
        (String, i64),
        "select code, (select count(distinct booking_id) from coupon_uses where coupon_uses.code = coupons.code) from coupons"
    )
}

/// How many bookings have used a coupon.
pub async fn uses_of(connection: &mut Connection, code: &str) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select count(distinct booking_id) from coupon_uses where code = $1",
        code
    )?;
    Ok(row.map_or(0, |(count,)| count))
}

/// Begins to count the uses of a coupon from those that there are: without a limit in all they are not counted.
pub async fn recount(connection: &mut Connection, code: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into coupon_totals (code, used) select $1, count(distinct booking_id) from coupon_uses where code = $1
         on conflict (code) do update set used = excluded.used",
        code
    )?;
    Ok(())
}
