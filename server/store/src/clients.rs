//! Clients and guests.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::identifier::Identifier;

/// A guest to make.
pub struct NewGuest {
    /// `guest-…`.
    pub id: String,
    /// Normalised email, unverified.
    pub email: Option<String>,
    /// Normalised UK mobile, unverified.
    pub phone: Option<String>,
}

/// Adds a guest.
pub async fn add_guest(connection: &mut Connection, guest: &NewGuest, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into clients (id, is_guest, email, phone, created_at) values ($1, 1, $2, $3, $4)",
        guest.id.as_str(),
        guest.email.as_deref(),
        guest.phone.as_deref(),
        now,
    )?;
    Ok(())
}

/// A client's email and phone, verified or not.
pub async fn contact(
    connection: &mut Connection,
    id: &str,
) -> Result<(Option<String>, Option<String>), StoreError> {
    let row = fetch_optional!(
        connection,
        (Option<String>, Option<String>),
        "select email, phone from clients where id = $1",
        id,
    )?;
    Ok(row.unwrap_or_default())
}

row! {
    /// A client's own record. Times in Unix milliseconds.
    #[derive(Debug, Clone)]
    pub struct Profile {
        /// `client-…` or `guest-…`.
        pub id: String,
        /// True for a guest.
        pub is_guest: bool,
        /// Lower case; `identifiers` says whether it was proved.
        pub email: Option<String>,
        /// `+447…`; likewise.
        pub phone: Option<String>,
        /// Full name.
        pub name: Option<String>,
        /// First address line.
        pub address_line: Option<String>,
        /// Town.
        pub city: Option<String>,
        /// Full postcode.
        pub postcode: Option<String>,
        /// When the person agreed to marketing; `None` if they did not.
        pub marketing_consent_at: Option<Millis>,
        /// When it was made.
        pub created_at: Millis,
    }
}

/// Adds a client that is no guest; its profile is empty.
pub async fn add(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into clients (id, is_guest, created_at) values ($1, 0, $2)",
        id,
        now
    )?;
    Ok(())
}

/// The profile of a client whose account has not been closed.
pub async fn profile(connection: &mut Connection, id: &str) -> Result<Option<Profile>, StoreError> {
    fetch_optional!(
        connection,
        Profile,
        "select id, is_guest, email, phone, name, address_line, city, postcode, marketing_consent_at, created_at
         from clients where id = $1 and ended_at is null",
        id,
    )
}

/// Saves a profile.
pub async fn save(connection: &mut Connection, profile: &Profile) -> Result<(), StoreError> {
    execute!(
        connection,
        "update clients set email = $2, phone = $3, name = $4, address_line = $5, city = $6, postcode = $7,
           marketing_consent_at = $8 where id = $1 and ended_at is null",
        profile.id.as_str(),
        profile.email.as_deref(),
        profile.phone.as_deref(),
        profile.name.as_deref(),
        profile.address_line.as_deref(),
        profile.city.as_deref(),
        profile.postcode.as_deref(),
        profile.marketing_consent_at,
    )?;
    Ok(())
}

/// Writes the identifier that an account has proved into its profile.
pub async fn set_contact(
    connection: &mut Connection,
    id: &str,
    identifier: &Identifier,
) -> Result<(), StoreError> {
    let sql = match identifier {
        Identifier::Email(_) => "update clients set email = $2 where id = $1",
        Identifier::Phone(_) => "update clients set phone = $2 where id = $1",
    };
    execute!(connection, sql, id, identifier.value())?;
    Ok(())
}

/// Removes an email or phone from every profile except those of `except` and the guests.
pub async fn lose_contact(
    connection: &mut Connection,
    identifier: &Identifier,
    except: &str,
) -> Result<(), StoreError> {
    let sql = match identifier {
        Identifier::Email(_) => {
            "update clients set email = null where email = $1 and id <> $2 and is_guest = 0"
        }
        Identifier::Phone(_) => {
            "update clients set phone = null where phone = $1 and id <> $2 and is_guest = 0"
        }
    };
    execute!(connection, sql, identifier.value(), except)?;
    Ok(())
}

/// Fills the gaps in an account's profile from the guest that the person was until now.
pub async fn fill_from_guest(connection: &mut Connection, id: &str, guest: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update clients set
           email = coalesce(clients.email, guest.email), phone = coalesce(clients.phone, guest.phone),
           name = coalesce(clients.name, guest.name), address_line = coalesce(clients.address_line, guest.address_line),
           city = coalesce(clients.city, guest.city), postcode = coalesce(clients.postcode, guest.postcode)
         from clients guest where clients.id = $1 and guest.id = $2 and guest.is_guest = 1",
        id,
        guest,
    )?;
    Ok(())
}

/// Locks a client against closure until the transaction ends; false when the account is closed already.
pub async fn hold(connection: &mut Connection, id: &str) -> Result<bool, StoreError> {
    let held = execute!(
        connection,
        "update clients set created_at = created_at where id = $1 and ended_at is null",
        id
    )?;
    Ok(held == 1)
}

/// Turns an account that has lost its means of signing in into a guest.
pub async fn become_guest(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    execute!(connection, "update clients set is_guest = 1 where id = $1", id)?;
    Ok(())
}

/// Closes an account and erases what it says about the person.
pub async fn end(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update clients set email = null, phone = null, name = null, address_line = null, city = null, postcode = null,
           marketing_consent_at = null, ended_at = $2 where id = $1",
        id,
        now,
    )?;
    Ok(())
}
