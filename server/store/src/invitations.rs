//! Invitations to further work, from the suggestion to the booking.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, TWO_YEARS, both};
use callout_domain::new_work::{self, State};

record! {
    /// A row of `invitations`. Times in Unix milliseconds.
    pub struct Invitation in "invitations" {
        /// `work-…`.
        pub id: String => FACT,
        /// The job that was done.
        pub booking_id: String => FACT,
        /// The pro who did it, and suggests more.
        pub master_id: String => FACT,
        /// What should be done, without phones and emails.
        pub text: String => both("''").kept_for(TWO_YEARS),
        /// Code of the problem type.
        pub problem_type: String => FACT,
        /// When it was suggested.
        pub made_at: Millis => FACT,
        /// Until when it may be booked.
        pub until: Millis => FACT,
        /// When the client said no.
        pub declined_at: Option<Millis> => FACT,
    }
}

impl Invitation {
    /// Where it stands, booked or not.
    #[must_use]
    pub fn state(&self, booked: bool, now: Millis) -> State {
        new_work::state(&self.text, self.declined_at.is_some(), booked, self.until, now)
    }
}

/// Adds one.
pub async fn add(connection: &mut Connection, invitation: &Invitation) -> Result<(), StoreError> {
    table::insert(connection, invitation, "").await?;
    Ok(())
}

/// One by its id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Invitation>, StoreError> {
    fetch_optional!(
        connection,
        Invitation,
        table::select::<Invitation>("where id = $1"),
        id
    )
}

/// The same, held until the transaction ends, so that one booking by it follows another.
pub async fn lock(connection: &mut Connection, id: &str) -> Result<Option<Invitation>, StoreError> {
    fetch_optional!(
        connection,
        Invitation,
        "update invitations set until = until where id = $1 returning *",
        id
    )
}

/// The last one of a job.
pub async fn last(connection: &mut Connection, booking_id: &str) -> Result<Option<Invitation>, StoreError> {
    fetch_optional!(
        connection,
        Invitation,
        table::select::<Invitation>("where booking_id = $1 order by made_at desc, id desc limit 1"),
        booking_id
    )
}

/// The booking that used one up.
pub async fn booked(connection: &mut Connection, id: &str) -> Result<Option<Booking>, StoreError> {
    let by_it: Vec<Booking> = fetch_all!(
        connection,
        Booking,
        table::select::<Booking>("where invitation_id = $1 order by created_at desc, id desc"),
        id
    )?;
    Ok(by_it.into_iter().find(new_work::uses_up))
}

/// The bookings made by a pro's that look for this pro: ids.
pub async fn waiting_for(connection: &mut Connection, master_id: &str) -> Result<Vec<String>, StoreError> {
    let looking = statuses::with("status || ''", |facts| facts.is_matching);
    let sql = AssertSqlSafe(format!(
        "select id from bookings
         where invitation_id in (select id from invitations where master_id = $1) and {looking}"
    ));
    let rows = fetch_all!(connection, (String,), sql, master_id)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Whether the client of a booking got one since then, for whichever of the bookings made with their account, phone or email.
pub async fn had(connection: &mut Connection, booking: &Booking, since: Millis) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from invitations where made_at > $4 and booking_id in (
           select id from bookings where client_id = $1
           union select id from bookings where phone = $2
           union select id from bookings where email = $3)",
        booking.client_id.as_str(),
        booking.phone.as_str(),
        booking.email.as_deref(),
        since,
    )?;
    Ok(row.is_some_and(|(count,)| count > 0))
}

/// Those of a client's jobs, in order.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<Invitation>, StoreError> {
    fetch_all!(
        connection,
        Invitation,
        table::select::<Invitation>(
            "where booking_id in (select id from bookings where client_id = $1) order by booking_id, made_at, id"
        ),
        client_id
    )
}

/// All of a pro's, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<Invitation>, StoreError> {
    fetch_all!(
        connection,
        Invitation,
        table::select::<Invitation>("where master_id = $1 order by made_at desc, id desc"),
        master_id
    )
}

/// Notes that the client does not want it.
pub async fn decline(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update invitations set declined_at = $2 where id = $1 and declined_at is null",
        id,
        now,
    )?;
    Ok(())
}
