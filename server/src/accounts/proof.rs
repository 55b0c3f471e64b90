//! Somebody proves an email or phone by its code: the account it names from now on, and who loses it.

use crate::clock::{DAY, Millis};
use crate::domain::identifier::Identifier;
use crate::domain::role::Role;
use crate::store::bookings::ownership;
use crate::store::{Connection, StoreError, clients, identifiers, passwords, sessions};

/// Bookings as old as this come along with the identifier that they were made under (decisions.md 9).
const COMES_ALONG: Millis = 30 * DAY;

/// A proof to be acted on.
pub struct Proof<'a> {
    /// What was proved.
    pub identifier: &'a Identifier,
    /// The account that proves a further identifier.
    pub attach_to: Option<&'a str>,
    /// Id for the account that is made when nobody has proved the identifier before.
    pub new_id: &'a str,
    /// Unix milliseconds.
    pub now: Millis,
}

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub enum Proved {
    /// The identifier names this account; these sessions ended.
    Names(String, Vec<String>),
    /// It cannot be attached: it names another account.
    Taken,
    /// It cannot be attached: the account has ended meanwhile. The transaction must be undone.
    Ended,
}

impl Proof<'_> {
    /// Gives the identifier to its account in the caller's transaction, and the bookings made under it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn act(&self, connection: &mut Connection) -> Result<Proved, StoreError> {
        let value = self.identifier.value();
        let candidate = self.attach_to.unwrap_or(self.new_id);
        let holder = identifiers::hold(connection, Role::Client, value, candidate).await?;
        if let Some(account) = self.attach_to
            && !clients::hold(connection, account).await?
        {
            return Ok(Proved::Ended);
        }
        if holder.verified_at.is_some() {
            if self.attach_to.is_some_and(|account| account != holder.account_id) {
                return Ok(Proved::Taken);
            }
            self.bring_bookings(connection, None, &holder.account_id).await?;
            return Ok(Proved::Names(holder.account_id, Vec::new()));
        }
        if self.attach_to.is_none() {
            clients::add(connection, candidate, self.now).await?;
        }
        identifiers::prove(connection, Role::Client, value, candidate, self.now).await?;
        let loser = Some(holder.account_id).filter(|holder| holder != candidate);
        let ended = match &loser {
            Some(loser) => self.take_from(connection, loser).await?,
            None => Vec::new(),
        };
        clients::lose_contact(connection, self.identifier, candidate).await?;
        clients::set_contact(connection, candidate, self.identifier).await?;
        self.bring_bookings(connection, loser.as_deref(), candidate)
            .await?;
        Ok(Proved::Names(candidate.to_owned(), ended))
    }

    /// The registration that claimed the identifier loses it, its password and its sessions; one that has no other ends.
    async fn take_from(&self, connection: &mut Connection, loser: &str) -> Result<Vec<String>, StoreError> {
        // The password before the sessions: a sign-in that holds the password has its session by the time it is let go.
        passwords::delete(connection, loser).await?;
        if identifiers::of_account(connection, loser).await?.is_empty() {
            clients::end(connection, loser, self.now).await?;
        }
        sessions::end_all(connection, loser, self.now).await
    }

    async fn bring_bookings(
        &self,
        connection: &mut Connection,
        loser: Option<&str>,
        account: &str,
    ) -> Result<(), StoreError> {
        let since = self.now - COMES_ALONG;
        ownership::pass_of_identifier(connection, self.identifier.value(), loser, account, since).await?;
        Ok(())
    }
}
