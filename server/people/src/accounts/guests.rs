//! Guests: unverified clients with a token of their own.

use super::{Accounts, SignedIn};
use callout_base::limits::{self, Address};
use callout_domain::device::Devices;
use callout_domain::failure::{Failure, Fallible};
use callout_store::clients::{self, NewGuest};

impl Accounts {
    /// Makes a guest. Never returns an existing client, so it reveals nothing about who is known.
    ///
    /// # Errors
    /// 429; or when the database fails.
    pub async fn add_guest(&self, address: Address<'_>, guest: NewGuest) -> Fallible<SignedIn> {
        let now = self.clock.now();
        self.limits.count_address(limits::ENSURE_GUEST, address, now)?;
        let session = self.sessions.of_guest(&guest.id, guest.email.clone())?;
        let signed_in = SignedIn {
            token: self.sessions.sign(&session)?,
            client_id: guest.id.clone(),
            devices: Devices::default(),
        };
        let added = self.db.write(move |connection| {
            Box::pin(async move {
                clients::add_guest(connection, &guest, now).await?;
                session.store(connection).await?;
                Ok::<_, Failure>(())
            })
        });
        added.await?;
        Ok(signed_in)
    }
}
