//! Coupons in use: rows for each person, a counter for all. A person is an account, a phone or an email, proved or
//! not.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses};
use callout_db::{execute, fetch_optional};
use callout_domain::clock::Millis;

/// How often a coupon may be used.
#[derive(Debug, Clone, Copy)]
pub struct CouponLimits {
    /// By one person.
    pub per_person: u32,
    /// By everybody together; `None` for no limit.
    pub total: Option<u32>,
}

/// Takes the coupon for a booking, under each identifier of the person; false when a limit is reached.
pub async fn take(
    connection: &mut Connection,
    code: &str,
    limits: CouponLimits,
    persons: &[&str],
    booking_id: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    if let Some(total) = limits.total
        && !count_one(connection, code, total).await?
    {
        return Ok(false);
    }
    // The same order for everybody, so that two people who share identifiers cannot deadlock.
    let mut persons = persons.to_vec();
    persons.sort_unstable();
    persons.dedup();
    for person in persons {
        if !use_once(connection, code, person, limits.per_person, booking_id, now).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn count_one(connection: &mut Connection, code: &str, total: u32) -> Result<bool, StoreError> {
    if total == 0 {
        return Ok(false);
    }
    let changed = execute!(
        connection,
        "insert into coupon_totals (code, used) values ($1, 1)
         on conflict (code) do update set used = coupon_totals.used + 1 where coupon_totals.used < $2",
        code,
        i64::from(total),
    )?;
    Ok(changed == 1)
}

/// Takes the first free use of the person; the primary key makes each of them free once.
async fn use_once(
    connection: &mut Connection,
    code: &str,
    person: &str,
    limit: u32,
    booking_id: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    for nth in 1..=limit {
        let changed = execute!(
            connection,
            "insert into coupon_uses (code, person, nth, booking_id, at) values ($1, $2, $3, $4, $5)
             on conflict (code, person, nth) do nothing",
            code,
            person,
            i64::from(nth),
            booking_id,
            now,
        )?;
        if changed == 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the coupon of a booking.
pub async fn give_back(connection: &mut Connection, code: &str, booking_id: &str) -> Result<(), StoreError> {
    let uses = execute!(
        connection,
        "delete from coupon_uses where booking_id = $1",
        booking_id
    )?;
    if uses > 0 {
        execute!(
            connection,
            "update coupon_totals set used = used - 1 where code = $1 and used > 0",
            code
        )?;
    }
    Ok(())
}

/// What may rule out a person's use of a coupon.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct History {
    /// The person has a booking that was not called off.
    pub has_booked: bool,
    /// How often the person has used this coupon.
    pub used: i64,
    /// How often all have used it.
    pub used_by_all: i64,
}

/// Whose history counts: the client's own, that of every email and phone the client has proved, and that of those named here.
#[derive(Debug, Clone, Copy, Default)]
pub struct Person<'a> {
    /// The client's id.
    pub client_id: &'a str,
    /// `+447…`; taken on trust.
    pub phones: [Option<&'a str>; 2],
    /// Lower case; taken on trust.
    pub emails: [Option<&'a str>; 2],
    /// The draft being priced, or empty: what its own unpaid booking holds counts as free.
    pub draft_id: &'a str,
}

/// The history of a person with one coupon, apart from the booking `except`. Empty values match nothing, because the bookings of
/// erased people have an empty phone.
pub async fn history(
    connection: &mut Connection,
    code: &str,
    person: Person<'_>,
    except: &str,
) -> Result<History, StoreError> {
    let ([phone, other_phone], [email, other_email]) = (person.phones, person.emails);
    let counts = statuses::with("status", |facts| !facts.is_called_off);
    let unpaid = statuses::with("status || ''", |facts| facts.awaits_payment);
    let proved = "(select value from identifiers where account_id = $1 and verified_at is not null)";
    let earlier = format!("{counts} and id <> $8 and not (client_id = $1 and draft_id = $6 and {unpaid})");
    let of_draft = format!("(select id from bookings where client_id = $1 and draft_id = $6 and {unpaid})");
    // Each way to the same person has an index of its own: `or` between them would read every booking, and looking uses up by code
    // would read too many rows.
    let sql = AssertSqlSafe(format!(
        "select
           (select count(*) from (
              select id from bookings where client_id = $1 and {earlier}
              union all select id from bookings where phone in (nullif($2, ''), nullif($3, '')) and {earlier}
              union all select id from bookings where email in (nullif($4, ''), nullif($5, '')) and {earlier}
              union all select id from bookings where phone in {proved} and {earlier}
              union all select id from bookings where email in {proved} and {earlier} limit 1) as earlier),
           (select count(*) from (
              select nth from coupon_uses
              where code = $7 and booking_id not in {of_draft}
                and person in ($1, nullif($2, ''), nullif($3, ''), nullif($4, ''), nullif($5, ''))
              union select nth from coupon_uses
              where code = $7 and booking_id not in {of_draft} and person in {proved}
              union select nth from coupon_uses
              where code || '' = $7 and booking_id not in {of_draft}
                and booking_id in (select id from bookings where client_id = $1)) as uses),
           coalesce((select used from coupon_totals where code = $7), 0)
             - (select count(*) from bookings
                where client_id = $1 and draft_id = $6 and {unpaid} and coupon_code = $7)"
    ));
    let row = fetch_optional!(
        connection,
        (i64, i64, i64),
        sql,
        person.client_id,
        phone,
        other_phone,
        email,
        other_email,
        person.draft_id,
        code,
        except,
    )?;
    Ok(
        row.map_or_else(History::default, |(bookings, used, used_by_all)| History {
            has_booked: bookings > 0,
            used,
            used_by_all,
        }),
    )
}
