//! Somebody signs in: the guest that they were until now hands over its bookings, and their session begins.

use super::{Accounts, Visitor};
use crate::clock::Millis;
use crate::domain::failure::Fallible;
use crate::sessions::NewSession;
use crate::store::bookings::ownership;
use crate::store::{Connection, StoreError, clients, sessions};

/// A client who is in.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The account.
    pub client_id: String,
    /// Bearer token of the new session.
    pub token: String,
}

/// A client who will be in once the transaction is on disk.
pub(super) struct Arrival {
    client_id: String,
    session: NewSession,
    /// Sessions that ended with it.
    pub(super) ended: Vec<String>,
    /// Sessions whose owner became a guest with it.
    pub(super) of_new_guest: Vec<String>,
}

impl Accounts {
    /// Begins the session of `client_id` in the caller's transaction; the guest's bookings come along and its sessions end.
    pub(super) async fn arrive(
        &self,
        connection: &mut Connection,
        client_id: String,
        visitor: &Visitor,
    ) -> Fallible<Arrival> {
        let now = self.clock.now();
        let ended = match visitor.guest() {
            Some(guest) => take_over(connection, guest, &client_id, now).await?,
            None => Vec::new(),
        };
        let (email, _) = clients::contact(connection, &client_id).await?;
        let session = self.sessions.of_client(&client_id, email)?;
        session.store(connection).await?;
        Ok(Arrival {
            client_id,
            session,
            ended,
            of_new_guest: Vec::new(),
        })
    }

    /// Forgets the sessions that ended and signs the new one.
    pub(super) fn let_in(&self, arrival: Arrival) -> Fallible<SignedIn> {
        for session in &arrival.ended {
            self.sessions.forget(session);
        }
        for session in &arrival.of_new_guest {
            self.sessions.ask_again(session);
        }
        Ok(SignedIn {
            token: self.sessions.sign(&arrival.session)?,
            client_id: arrival.client_id,
        })
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
