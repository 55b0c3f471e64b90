//! People as operators look for them: clients, guests and pros, and their bookings.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, table};
use callout_db::{fetch_all, fetch_optional, row};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::role::PersonKind;

row! {
    /// A client, guest or pro. Times in Unix milliseconds.
    #[derive(Debug, Clone)]
    pub struct Person {
        /// `client-…`, `guest-…` or `master-…`.
        pub id: String,
        /// Which of the three.
        pub kind: PersonKind,
        /// Full name, or what the business is called.
        pub name: Option<String>,
        /// Lower case; empty once the account is closed.
        pub email: Option<String>,
        /// `+447…`.
        pub phone: Option<String>,
        /// When the account was made.
        pub created_at: Millis,
        /// When it was closed.
        pub ended_at: Option<Millis>,
    }
}

impl Person {
    /// True for a pro.
    #[must_use]
    pub fn is_pro(&self) -> bool {
        self.kind == PersonKind::Pro
    }
}

const CLIENTS: &str = "select id, case when is_guest = 1 then 'guest' else 'client' end as kind, name, email, phone, created_at,
  ended_at from clients";

const PROS: &str =
    "select id, 'pro' as kind, coalesce(first_name || ' ' || last_name, company_name) as name, email, phone,
  created_at, ended_at from masters";

/// Clients and pros that each match their condition, the newest first; `$1` is what is looked for, `$2` how many.
fn people(clients: &str, pros: &str) -> AssertSqlSafe<String> {
    // All of it is text of this program.
    AssertSqlSafe(format!(
        "{CLIENTS} where {clients} union all {PROS} where {pros} order by created_at desc, id desc limit $2"
    ))
}

/// The person of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Person>, StoreError> {
    fetch_optional!(connection, Person, people("id = $1", "id = $1"), id, 1_i64)
}

/// Whoever has this email or phone, proved or not.
pub async fn of_contact(
    connection: &mut Connection,
    contact: &str,
    limit: i64,
) -> Result<Vec<Person>, StoreError> {
    let sql = people(
        "id in (select id from clients where email = $1 union select id from clients where phone = $1
           union select account_id from identifiers where role = 'client' and value = $1)",
        "id in (select id from masters where email = $1 union select id from masters where phone = $1
           union select account_id from identifiers where role = 'master' and value = $1)",
    );
    fetch_all!(connection, Person, sql, contact, limit)
}

/// Whoever has this in their name, or in that of their business.
pub async fn named(connection: &mut Connection, name: &str, limit: i64) -> Result<Vec<Person>, StoreError> {
    let sql = people(
        "lower(name) like lower($1) escape '!'",
        "(lower(first_name || ' ' || last_name) like lower($1) escape '!' or lower(company_name) like lower($1) escape '!'
           or lower(legal_name) like lower($1) escape '!') -- scans: a part of a name
         ",
    );
    let mut pattern = String::from("%");
    for letter in name.chars() {
        if matches!(letter, '!' | '%' | '_') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    fetch_all!(connection, Person, sql, pattern.as_str(), limit)
}

/// A client's newest bookings, at most `limit`.
pub async fn bookings_of_client(
    connection: &mut Connection,
    client_id: &str,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>("where client_id = $1 order by created_at desc, id desc limit $2"),
        client_id,
        limit,
    )
}

/// A pro's newest jobs, at most `limit`.
pub async fn jobs_of_pro(
    connection: &mut Connection,
    master_id: &str,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>("where assigned_master_id = $1 order by created_at desc, id desc limit $2"),
        master_id,
        limit,
    )
}
