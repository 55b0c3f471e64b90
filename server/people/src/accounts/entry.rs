//! The one place where the session of an account begins, and where it becomes fresh.

use super::{Accounts, Browser};
use callout_base::sessions::NewSession;
use callout_domain::device::{Account, Devices};
use callout_domain::failure::Fallible;
use callout_domain::role::Role;
use callout_store::{Connection, devices, sessions};

/// How somebody has shown who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// By a password.
    Password,
    /// By a code that was sent to the account just now.
    Code,
    /// By a passkey that its user has unlocked.
    Passkey,
}

/// Whose session begins.
pub(crate) struct Whose<'a> {
    pub(crate) role: Role,
    pub(crate) id: &'a str,
    pub(crate) email: Option<String>,
}

/// A session that begins once the transaction commits, and what the browser's cookie says then.
pub(crate) struct Begun {
    pub(crate) session: NewSession,
    pub(crate) devices: Devices,
}

impl Accounts {
    /// Begins a session in the caller's transaction. By a code or a passkey it is fresh, and so is the one that the browser had of the same account.
    pub(crate) async fn begin(
        &self,
        connection: &mut Connection,
        whose: Whose<'_>,
        browser: &Browser,
        shown: Shown,
    ) -> Fallible<Begun> {
        let Whose { role, id, email } = whose;
        let mut session = match role {
            Role::Client => self.sessions.of_client(id, email)?,
            Role::Master => self.sessions.of_master(id, email.unwrap_or_default())?,
        };
        let now = self.clock.now();
        if shown != Shown::Password {
            session = session.made_fresh();
            if let Some(signed) = browser.signed.as_ref().filter(|signed| signed.account == id) {
                sessions::freshen(connection, &signed.session, now).await?;
            }
        }
        session.store(connection).await?;
        let account = Account {
            id,
            generation: devices::generation(connection, id).await?,
        };
        let devices = browser.devices.clone().with(&self.keys.device, account, now);
        Ok(Begun { session, devices })
    }
}
