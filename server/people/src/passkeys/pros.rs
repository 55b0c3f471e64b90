//! Pros: a passkey is another way in, beside password and code.

use super::refusals::{not_there, unknown};
use super::{Answer, Asked, Passkeys, keep};
use crate::accounts::SignedInMaster;
use callout_base::limits::Address;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::passkey::{Holder, Owner, Purpose};
use callout_store::masters;
use callout_store::passkeys::{self, Passkey};

/// A signed-in pro who changes how to sign in.
#[derive(Debug, Clone)]
pub struct SignedInPro {
    /// The pro.
    pub id: String,
    /// The token's session.
    pub session: String,
}

impl Passkeys {
    /// Asks an authenticator to make a passkey for a pro.
    ///
    /// # Errors
    /// 401 when the account is closed; 409 `passkeys_off`, `too_many_passkeys`.
    pub async fn begin_adding_of_pro(&self, pro: &SignedInPro) -> Fallible<Asked> {
        fresh_proof(pro)?;
        let master = masters::find(&mut self.db.read().await?, &pro.id).await?;
        let master = master.ok_or_else(Failure::unauthorised)?;
        self.begin_adding(Owner::pro(&pro.id), &master.email).await
    }

    /// Adds the passkey that it made.
    ///
    /// # Errors
    /// 401 when the account is closed; 409 `passkey_over`, `passkey_known`, `too_many_passkeys`; 422 on `name` and `credential`, or
    /// `passkey_refused`.
    pub async fn add_of_pro(&self, pro: &SignedInPro, name: &str, answer: Answer) -> Fallible<Passkey> {
        let passkey = self.made(&Owner::pro(&pro.id), name, answer).await?;
        let added = passkey.clone();
        let kept = self
            .db
            .write(move |connection| Box::pin(async move { keep(connection, &passkey).await }));
        kept.await?;
        Ok(added)
    }

    /// Removes one of a pro's passkeys.
    ///
    /// # Errors
    /// 404 when the pro has no such.
    pub async fn remove_of_pro(&self, pro: &SignedInPro, id: &str) -> Fallible<()> {
        let (owner, id) = (Owner::pro(&pro.id), id.to_owned());
        let removed = self.db.write(move |connection| {
            Box::pin(async move {
                passkeys::remove(connection, &owner, &id)
                    .await
                    .map_err(Failure::from)
            })
        });
        removed.await?.map(drop).ok_or_else(not_there)
    }

    /// Signs a pro in.
    ///
    /// # Errors
    /// 401 `passkey_unknown`, `passkey_copied`, `passkey_refused`; 409 `passkeys_off`, `passkey_over`; 422 on `credential`; 429.
    pub async fn sign_in_pro(&self, address: Address<'_>, answer: Answer) -> Fallible<SignedInMaster> {
        self.count(address)?;
        let nobody = Owner {
            holder: Holder::Pro,
            id: String::new(),
        };
        let shown = self.shown(Purpose::SigningIn, &nobody, answer).await?;
        let master = masters::find(&mut self.db.read().await?, &shown.passkey.owner_id).await?;
        let master = master.ok_or_else(unknown)?;
        let session = self.sessions.of_master(&master.id, master.email.clone())?;
        let token = self.sessions.sign(&session)?;
        let clock = self.clock.clone();
        let entered = self.db.write(move |connection| {
            Box::pin(async move {
                // Whoever closes the account takes its passkeys first, so no session begins after that.
                shown.note(connection, &clock).await?;
                Ok::<_, Failure>(session.store(connection).await?)
            })
        });
        entered.await?;
        Ok(SignedInMaster {
            email: master.email,
            token,
        })
    }
}

/// A new way in wants a fresh proof of the pro, as erasing the account does. The one place where it is asked for: every session counts as
/// fresh until sessions say when they were proved.
#[expect(
    clippy::unnecessary_wraps,
    reason = "it refuses once sessions say when they were proved"
)]
fn fresh_proof(_pro: &SignedInPro) -> Fallible<()> {
    Ok(())
}
