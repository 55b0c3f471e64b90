//! Somebody signs in: the guest that they were until now hands over its bookings, and their session begins.

use crate::clock::Millis;
use crate::domain::failure::{Failure, Fallible};
use crate::extract::MaybeClient;
use crate::sessions::NewSession;
use crate::state::AppState;
use crate::store::bookings::ownership;
use crate::store::{Connection, StoreError, clients, sessions};

/// A signed-in client, once the transaction is on disk.
pub struct Arrival {
    /// The account.
    pub client_id: String,
    session: NewSession,
    /// Sessions that ended with it.
    ended: Vec<String>,
}

impl Arrival {
    /// Begins the session of `client_id` in the caller's transaction; the guest's bookings come along and its sessions end.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin(
        state: &AppState,
        connection: &mut Connection,
        client_id: String,
        guest: Option<&str>,
    ) -> Fallible<Self> {
        let now = state.clock.now();
        let ended = match guest {
            Some(guest) => take_over(connection, guest, &client_id, now).await?,
            None => Vec::new(),
        };
        let (email, _) = clients::contact(connection, &client_id).await?;
        let session = state.sessions.of_client(&client_id, email)?;
        session.store(connection).await?;
        Ok(Self {
            client_id,
            session,
            ended,
        })
    }

    /// The same, after which these sessions are not believed any more either.
    #[must_use]
    pub fn ending(mut self, sessions: Vec<String>) -> Self {
        self.ended.extend(sessions);
        self
    }

    /// Forgets the sessions that ended and gives the token of the new one.
    ///
    /// # Errors
    /// When signing fails.
    pub fn token(&self, state: &AppState) -> Fallible<String> {
        self.ended
            .iter()
            .for_each(|session| state.sessions.forget(session));
        state.sessions.sign(&self.session)
    }
}

async fn take_over(
    connection: &mut Connection,
    guest: &str,
    account: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    ownership::pass_all(connection, guest, account).await?;
    clients::fill_from_guest(connection, account, guest).await?;
    clients::end(connection, guest, now).await?;
    sessions::end_all(connection, guest, now).await
}

/// The guest whose token came with the call. A token that is no good is no reason to keep somebody from signing in.
#[must_use]
pub fn guest(bearer: &Result<MaybeClient, Failure>) -> Option<String> {
    match bearer {
        Ok(MaybeClient(Some(client))) if client.is_guest => Some(client.id.clone()),
        _ => None,
    }
}
