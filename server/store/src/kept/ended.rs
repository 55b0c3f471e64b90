//! What goes some time after a booking, or anything else, has ended.

use sqlx::AssertSqlSafe;

use super::{Rows, TABLES, Table};
use crate::unsettled::UNSETTLED;
use crate::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::clock::{DAY, Millis};
use callout_domain::kept::TWO_YEARS;

/// After how long a booking is emptied further, milliseconds: its entry notes, its offers, its words. The place in this list is what
/// `bookings.emptied` counts.
const STEPS: [Millis; 3] = [DAY, super::tables::YEAR, TWO_YEARS];

/// How long the email or phone of a guest who never booked is kept, milliseconds.
const GUEST: Millis = 90 * DAY;

/// A booking that is to be emptied further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// The booking.
    pub id: String,
    /// How far it is emptied.
    step: usize,
}

impl Due {
    /// True for the step that takes its words, address and photos.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        self.step + 1 == STEPS.len()
    }
}

/// What keeps a booking as it is: it is not settled, its pro's client is asking a bank, or an operator keeps it.
fn held() -> String {
    format!(
        "({UNSETTLED} or 0 < (select count(*) from chargebacks join payments on payments.id = chargebacks.payment_id
            where payments.booking_id = bookings.id and chargebacks.ended_at is null)
          or 0 < (select count(*) from booking_holds where booking_id = bookings.id))"
    )
}

/// Up to `most` bookings that are to be emptied further at `now` (Unix milliseconds), those that ended first before the others.
pub async fn due(connection: &mut Connection, now: Millis, most: i64) -> Result<Vec<Due>, StoreError> {
    let mut due = Vec::new();
    for (step, age) in STEPS.into_iter().enumerate() {
        let sql = format!(
            "select id from bookings where emptied = {step} and emptied < 3 and ended_at <= $1 and not {} order by ended_at limit $2",
            held()
        );
        let left = most.saturating_sub(i64::try_from(due.len()).unwrap_or(i64::MAX));
        let rows = fetch_all!(connection, (String,), AssertSqlSafe(sql), now - age, left)?;
        due.extend(rows.into_iter().map(|(id,)| Due { id, step }));
    }
    Ok(due)
}

/// What would go at `now` (Unix milliseconds), in words, each with how many rows; and those that something keeps.
pub async fn waiting(connection: &mut Connection, now: Millis) -> Result<Vec<(String, i64)>, StoreError> {
    let mut counts = Vec::new();
    for (step, (age, what)) in STEPS
        .into_iter()
        .zip(["entry notes", "offers", "words, addresses and photos"])
        .enumerate()
    {
        let over = format!("select count(*) from bookings where emptied <= {step} and ended_at <= $1 and");
        for (label, condition) in [
            ("bookings to lose their", format!("not {}", held())),
            ("bookings kept with their", held()),
        ] {
            counts.push((
                format!("{label} {what}"),
                format!("{over} {condition}"),
                now - age,
            ));
        }
    }
    let guests = "select count(*) from clients where is_guest = 1 and looked_at = 0 and created_at <= $1
        and (email is not null or phone is not null or name is not null)
        and 0 = (select count(*) from bookings where client_id = clients.id)
        and 0 = (select count(*) from bookings where made_by = clients.id)";
    counts.push((
        "guests who never booked".to_owned(),
        guests.to_owned(),
        now - GUEST,
    ));
    for table in TABLES {
        if let Some((over, _, kept)) = table.swept() {
            let sql = format!("select count(*) from {} where {over}", table.name);
            counts.push((format!("rows of {}", table.name), sql, now - kept));
        }
    }
    let mut waiting = Vec::new();
    for (what, sql, before) in counts {
        let sql = AssertSqlSafe(format!(
            "{sql} -- scans: counted for a person who asks what would go"
        ));
        let row = fetch_optional!(connection, (i64,), sql, before)?;
        waiting.push((what, row.map_or(0, |(count,)| count)));
    }
    Ok(waiting)
}

/// Keeps a booking from being emptied until it is let go.
pub async fn hold(
    connection: &mut Connection,
    booking_id: &str,
    operator_id: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into booking_holds (booking_id, operator_id, held_at) values ($1, $2, $3) on conflict (booking_id) do nothing",
        booking_id,
        operator_id,
        now,
    )?;
    Ok(())
}

/// Lets a booking go again.
pub async fn let_go(connection: &mut Connection, booking_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from booking_holds where booking_id = $1",
        booking_id
    )?;
    Ok(())
}

/// True while an operator keeps a booking.
pub async fn is_held(connection: &mut Connection, booking_id: &str) -> Result<bool, StoreError> {
    let held = fetch_optional!(
        connection,
        (String,),
        "select operator_id from booking_holds where booking_id = $1",
        booking_id
    )?;
    Ok(held.is_some())
}

/// Begins to empty a booking further; false when something keeps it by now, or somebody else has done it. The caller seals its receipt
/// between this and [`empty`] where [`Due::is_last`] says so.
pub async fn begin(connection: &mut Connection, due: &Due) -> Result<bool, StoreError> {
    let step = due.step;
    let sql = format!(
        "update bookings set emptied = {} where id = $1 and emptied = {step} and not {}",
        step + 1,
        held()
    );
    Ok(execute!(connection, AssertSqlSafe(sql), due.id.as_str())? == 1)
}

/// Empties a booking further. With its words its photos are let go, which the sweep of photos deletes, the person is taken out of the
/// uses of its coupon, and so is what is known of the guest who made it, if it was their last.
pub async fn empty(connection: &mut Connection, due: &Due) -> Result<(), StoreError> {
    let Some(age) = STEPS.get(due.step) else {
        return Ok(());
    };
    for sql in TABLES.iter().filter_map(|table| table.ending(*age)) {
        execute!(connection, AssertSqlSafe(sql), due.id.as_str())?;
    }
    if !due.is_last() {
        return Ok(());
    }
    for sql in [
        "update uploads set attached_to = null, doomed = 1 where attached_to = $1",
        "delete from coupon_uses where booking_id = $1
           and exists (select 1 from coupon_uses others where others.booking_id = coupon_uses.booking_id and others.person < coupon_uses.person)",
        "update coupon_uses set person = booking_id where booking_id = $1",
        "update clients set email = null, phone = null, name = null, address_line = null, city = null, postcode = null
         where is_guest = 1 and id in (select client_id from bookings where id = $1 union select made_by from bookings where id = $1)
           and 0 = (select count(*) from bookings where client_id = clients.id and emptied < 3)
           and 0 = (select count(*) from bookings where made_by = clients.id and emptied < 3)",
    ] {
        execute!(connection, sql, due.id.as_str())?;
    }
    Ok(())
}

/// Empties the records of up to `most` guests who left an email or phone long ago and never booked; how many were looked at.
pub async fn forget_guests(connection: &mut Connection, now: Millis, most: i64) -> Result<u64, StoreError> {
    let guests = fetch_all!(
        connection,
        (String,),
        "select id from clients where is_guest = 1 and looked_at = 0 and (email is not null or phone is not null or name is not null)
           and created_at <= $1 order by created_at limit $2",
        now - GUEST,
        most,
    )?;
    let mut emptied = 0;
    for (id,) in guests {
        execute!(
            connection,
            "update clients set looked_at = 1 where id = $1",
            id.as_str()
        )?;
        emptied += execute!(
            connection,
            "update clients set email = null, phone = null, name = null, address_line = null, city = null, postcode = null
             where id = $1 and 0 = (select count(*) from bookings where client_id = $1)
               and 0 = (select count(*) from bookings where made_by = $1)",
            id.as_str(),
        )?;
    }
    Ok(emptied)
}

impl Table {
    /// The rows whose time is over once somebody has switched it on, and what is done to them: `$1` is the instant before which.
    fn swept(&self) -> Option<(String, String, Millis)> {
        if let Rows::Swept(column, kept) = self.rows {
            return Some((
                format!("{column} <= $1"),
                format!("delete from {}", self.name),
                kept,
            ));
        }
        let (column, left) = self.since?;
        let set = self.emptied(|class| class.pro.filter(|_| class.term == Some(TWO_YEARS)))?;
        Some((
            format!("{column} <= $1 and {left}"),
            format!("update {} set {set}", self.name),
            TWO_YEARS,
        ))
    }
}

/// Deletes or empties what is over by its own time at `now`, each table with how many rows.
pub async fn swept(connection: &mut Connection, now: Millis) -> Result<Vec<(&'static str, u64)>, StoreError> {
    let mut swept = Vec::new();
    for table in TABLES {
        if let Some((over, change, kept)) = table.swept() {
            let sql = AssertSqlSafe(format!("{change} where {over}"));
            swept.push((table.name, execute!(connection, sql, now - kept)?));
        }
    }
    Ok(swept)
}
