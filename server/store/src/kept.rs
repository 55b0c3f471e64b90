//! What is kept of people: every table with every column, whose they are, and how long. Erasing a person and forgetting what is old walk
//! this list; a test holds it against the catalogues of both databases.

mod ended;
mod tables;

pub use ended::{Due, begin, due, empty, forget_guests, hold, is_held, let_go, swept, waiting};
pub use tables::TABLES;

use callout_domain::clock::Millis;
use callout_domain::kept::Class;
use sqlx::AssertSqlSafe;

use super::{Connection, StoreError};
use callout_db::execute;

/// Columns with their classes.
pub type Columns = &'static [(&'static str, Class)];

/// A table, with what is kept in it of people.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Those of its record.
    pub columns: Columns,
    /// Those that are only written and counted by statements.
    pub others: Columns,
    /// What happens to a client's rows.
    pub client: Of,
    /// What happens to a pro's rows.
    pub pro: Of,
    /// The column that names the booking whose end its terms count from.
    pub booking: Option<&'static str>,
    /// The column that they count from in other tables, and the condition that anything is left to be emptied.
    pub since: Option<(&'static str, &'static str)>,
    /// When a row goes by itself.
    pub rows: Rows,
}

/// What happens to a person's rows when that person is erased; each with the condition that finds them, where `$1` is the person.
#[derive(Debug, Clone, Copy)]
pub enum Of {
    /// There are none, or they say nothing about the person.
    Nobody,
    /// The columns about the person are emptied.
    Emptied(&'static str),
    /// They are deleted.
    Deleted(&'static str),
}

/// When a row goes by itself.
#[derive(Debug, Clone, Copy)]
pub enum Rows {
    /// It stays, or its service deletes it.
    Stay,
    /// So many milliseconds after the instant in this column.
    After(&'static str, Millis),
    /// The same, once an operator has switched on what forgets people's data.
    Swept(&'static str, Millis),
    /// So many milliseconds after the end of its booking.
    AfterBooking(Millis),
}

/// A person who is erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Person {
    /// A client, or guest.
    Client,
    /// A pro.
    Pro,
}

/// Those with an email that the person proved.
const PROVED: &str =
    "email in (select value from identifiers where account_id = $1 and verified_at is not null)";

/// The acts that an operator's words are about a client in.
const CLIENT_AUDITED: &str = "seq in (
     select seq from audit_log where subject_kind = 'client' and subject_id = $1
     union select seq from audit_log where subject_kind = 'booking' and subject_id in (select id from bookings where client_id = $1)
     union select seq from audit_log where subject_kind = 'dispute' and subject_id in (
       select disputes.id from disputes join bookings on bookings.id = disputes.booking_id where client_id = $1)
     union select seq from audit_log where subject_kind = 'support' and subject_id in (
       select id from support_messages where email in (
         select value from identifiers where account_id = $1 and verified_at is not null)))";

/// The same for a pro.
const PRO_AUDITED: &str = "seq in (
     select seq from audit_log where subject_kind = 'pro' and subject_id = $1
     union select seq from audit_log where subject_kind = 'document' and subject_id in (
       select id from master_documents where master_id = $1)
     union select seq from audit_log where subject_kind = 'payout' and subject_id in (select id from payouts where master_id = $1)
     union select seq from audit_log where subject_kind = 'dispute' and subject_id in (select id from disputes where master_id = $1))";

impl Person {
    /// The condition that finds what operators wrote about a person.
    pub(crate) const fn audited(self) -> &'static str {
        match self {
            Self::Client => CLIENT_AUDITED,
            Self::Pro => PRO_AUDITED,
        }
    }
}

impl Table {
    /// All columns.
    pub fn all(&self) -> impl Iterator<Item = &(&'static str, Class)> {
        self.columns.iter().chain(self.others)
    }

    /// `column = what stands in its place, …` of the columns that `chosen` gives something for; `None` when there are none.
    fn emptied(&self, chosen: impl Fn(&Class) -> Option<&'static str>) -> Option<String> {
        let set: Vec<String> = self
            .all()
            .filter_map(|(column, class)| Some(format!("{column} = {}", chosen(class)?)))
            .collect();
        (!set.is_empty()).then(|| set.join(", "))
    }

    /// The statement that erases a person's rows.
    fn erasing(&self, person: Person) -> Option<String> {
        let (of, set) = match person {
            Person::Client => (self.client, self.emptied(|class| class.client)),
            Person::Pro => (self.pro, self.emptied(|class| class.pro)),
        };
        match of {
            Of::Nobody => None,
            Of::Emptied(rows) => set.map(|set| format!("update {} set {set} where {rows}", self.name)),
            Of::Deleted(rows) => Some(format!("delete from {} where {rows}", self.name)),
        }
    }

    /// The statement that empties what is kept no longer than `age` milliseconds after the end of the booking `$1`.
    fn ending(&self, age: Millis) -> Option<String> {
        let (name, booking) = (self.name, self.booking.filter(|_| self.since.is_none())?);
        if let Rows::AfterBooking(kept) = self.rows {
            return (kept == age).then(|| format!("delete from {name} where {booking} = $1"));
        }
        let set = self.emptied(|class| class.client.or(class.pro).filter(|_| class.term == Some(age)))?;
        Some(format!("update {name} set {set} where {booking} = $1"))
    }
}

/// Deletes or empties everything that the tables hold about a person.
pub async fn erase(connection: &mut Connection, person: Person, id: &str) -> Result<(), StoreError> {
    for sql in TABLES.iter().filter_map(|table| table.erasing(person)) {
        execute!(connection, AssertSqlSafe(sql), id)?;
    }
    Ok(())
}

/// Deletes the rows whose own time is over at `now` (Unix milliseconds).
pub async fn forget(connection: &mut Connection, now: Millis) -> Result<(), StoreError> {
    for table in TABLES {
        if let Rows::After(column, kept) = table.rows {
            let sql = format!("delete from {} where {column} <= $1", table.name);
            execute!(connection, AssertSqlSafe(sql), now - kept)?;
        }
    }
    Ok(())
}
