//! Pros register and sign in with a password; their emails are independent of the clients'.

use super::Accounts;
use super::credentials::{Credentials, taken, wrong};
use callout_base::limits::Address;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::pro::AccountType;
use callout_domain::role::Role;
use callout_store::identifiers;
use callout_store::masters::{self, Master};
use callout_store::passwords::{self, Password};

/// A pro who has signed in.
#[derive(Debug, Clone)]
pub struct SignedInMaster {
    /// The email, in lower case.
    pub email: String,
    /// Bearer token of the new session.
    pub token: String,
}

impl Accounts {
    /// Registers a pro.
    ///
    /// # Errors
    /// 409 `email_taken`; 422 on a field; 429.
    pub async fn register_master(
        &self,
        address: Address<'_>,
        credentials: Credentials,
        account_type: AccountType,
    ) -> Fallible<SignedInMaster> {
        let (email, hash) = self.prepare(address, Role::Master, credentials).await?;
        let master = Master::new(ids::prefixed("master-")?, email, account_type, self.clock.now());
        let session = self.sessions.of_master(&master.id, master.email.clone())?;
        let signed_in = SignedInMaster {
            token: self.sessions.sign(&session)?,
            email: master.email.clone(),
        };
        let added = self.db.write(move |connection| {
            Box::pin(async move {
                if !identifiers::claim(connection, Role::Master, &master.email, &master.id).await? {
                    return Err(taken());
                }
                masters::add(connection, &master).await?;
                let password = Password {
                    account_id: master.id,
                    hash,
                    set_at: master.created_at,
                };
                passwords::set(connection, &password).await?;
                Ok::<_, Failure>(session.store(connection).await?)
            })
        });
        added.await?;
        Ok(signed_in)
    }

    /// Signs a pro in with a password.
    ///
    /// # Errors
    /// 401 `invalid_credentials`; 422 on a field; 429.
    pub async fn log_in_master(
        &self,
        address: Address<'_>,
        credentials: Credentials,
    ) -> Fallible<SignedInMaster> {
        let password = self.check(address, Role::Master, credentials).await?;
        let master = masters::find(&mut self.db.read().await?, &password.account_id)
            .await?
            .ok_or_else(wrong)?;
        let session = self.sessions.of_master(&master.id, master.email.clone())?;
        let token = self.sessions.sign(&session)?;
        let entered = self.db.write(move |connection| {
            Box::pin(async move {
                if !passwords::hold(connection, &password).await? {
                    return Err(wrong());
                }
                Ok(session.store(connection).await?)
            })
        });
        entered.await?;
        Ok(SignedInMaster {
            email: master.email,
            token,
        })
    }
}
