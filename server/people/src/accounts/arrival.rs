//! What a sign-in does: the bookings of the guest they were until now move to the account, and their session begins.

use super::entry::{Begun, Shown, Whose};
use super::{Accounts, Browser, Visitor};
use callout_domain::clock::Millis;
use callout_domain::device::Devices;
use callout_domain::failure::Fallible;
use callout_domain::role::Role;
use callout_store::bookings::ownership;
use callout_store::{Connection, StoreError, clients, sessions};

/// A client who has signed in.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The account.
    pub client_id: String,
    /// Bearer token of the new session.
    pub token: String,
    /// What the browser's device cookie says now.
    pub devices: Devices,
}

/// A client who is signed in once the transaction commits.
pub(super) struct Arrival {
    client_id: String,
    begun: Begun,
    /// Sessions that this ended.
    pub(super) ended: Vec<String>,
    /// Sessions whose owner this turned into a guest.
    pub(super) of_new_guest: Vec<String>,
}

impl Accounts {
    /// Begins the session of `client_id` in the caller's transaction. The guest's bookings move to the client and its sessions
    /// end.
    pub(super) async fn arrive(
        &self,
        connection: &mut Connection,
        client_id: String,
        visitor: &Visitor,
        browser: &Browser,
        shown: Shown,
    ) -> Fallible<Arrival> {
        let now = self.clock.now();
        let ended = match visitor.guest() {
            Some(guest) => take_over(connection, guest, &client_id, now).await?,
            None => Vec::new(),
        };
        let (email, _) = clients::contact(connection, &client_id).await?;
        let whose = Whose {
            role: Role::Client,
            id: &client_id,
            email,
        };
        let begun = self.begin(connection, whose, browser, shown).await?;
        Ok(Arrival {
            client_id,
            begun,
            ended,
            of_new_guest: Vec::new(),
        })
    }

    /// Drops the ended sessions from the cache and signs the new one.
    pub(super) fn let_in(&self, arrival: Arrival) -> Fallible<SignedIn> {
        self.forget_all(&arrival.ended);
        for session in &arrival.of_new_guest {
            self.sessions.ask_again(session);
        }
        Ok(SignedIn {
            token: self.sessions.sign(&arrival.begun.session)?,
            client_id: arrival.client_id,
            devices: arrival.begun.devices,
        })
    }
}

async fn take_over(
    connection: &mut Connection,
    guest: &str,
    account: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let passed = ownership::pass_all(connection, guest, account).await?;
    clients::fill_from_guest(connection, account, guest).await?;
    if passed > 0 {
        ownership::fill_profile(connection, account).await?;
    }
    clients::end(connection, guest, now).await?;
    sessions::end_all(connection, guest, now).await
}
