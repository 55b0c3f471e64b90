//! The browser that a sign-in comes from, and whether the account knows it: from a session that it has, or from the cookie that an
//! earlier sign-in left there. What a known browser tries is counted apart, so that strangers cannot use it up.

use super::Accounts;
use callout_base::limits::Address;
use callout_domain::clock::Millis;
use callout_domain::device::{Account, Devices};
use callout_domain::failure::Fallible;
use callout_domain::role::Role;
use callout_store::codes::Asker;
use callout_store::devices;

/// A session whose token came with a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The account.
    pub account: String,
    /// The session.
    pub session: String,
}

/// Where a sign-in comes from.
#[derive(Debug, Clone, Default)]
pub struct Browser {
    /// A keyed hash of the network address, as limits count it.
    pub address: String,
    /// The same of the /48 around it.
    pub network: Option<String>,
    /// The accounts that were signed in here before.
    pub devices: Devices,
    /// The session that it has; not a guest's.
    pub signed: Option<Signed>,
}

impl Browser {
    /// The address in the form that limits count.
    #[must_use]
    pub fn address(&self) -> Address<'_> {
        Address {
            key: &self.address,
            network: self.network.as_deref(),
        }
    }
}

/// What an account knows of a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing.
    No,
    /// It has a session of the account.
    Session,
    /// It was signed in before; the name under which its tries are counted.
    Device(String),
}

impl Known {
    /// As whose its codes are kept.
    pub(super) const fn asker(&self) -> Asker {
        match self {
            Self::No => Asker::Stranger,
            Self::Session | Self::Device(_) => Asker::Known,
        }
    }

    /// The name under which its passwords are counted instead of by the address.
    pub(super) fn device(&self) -> Option<&str> {
        match self {
            Self::Device(mark) => Some(mark),
            Self::No | Self::Session => None,
        }
    }
}

impl Accounts {
    /// What the account of an identifier, if there is one, knows of the browser. The same work for known and unknown identifiers.
    pub(super) async fn knows(
        &self,
        browser: &Browser,
        role: Role,
        identifier: &str,
        now: Millis,
    ) -> Fallible<Known> {
        let holder = devices::of_identifier(&mut self.db.read().await?, role, identifier).await?;
        let (id, generation) = holder.map_or((String::new(), 0), |holder| {
            (holder.account_id, holder.generation)
        });
        let account = Account { id: &id, generation };
        if browser.signed.as_ref().is_some_and(|signed| signed.account == id) {
            return Ok(Known::Session);
        }
        let mark = browser.devices.known(&self.keys.device, account, now);
        Ok(mark.map_or(Known::No, |mark| Known::Device(mark.to_owned())))
    }
}
