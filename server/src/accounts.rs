//! Accounts: what a person must bring to come in, what comes along, and how they leave for good.

mod arrival;
mod codes;
mod credentials;
mod erasure;
mod guests;
mod hasher;
mod masters;
mod proof;

use std::sync::Arc;

use crate::clock::Clock;
use crate::keys::Keys;
use crate::limits::Limits;
use crate::notify::Notifier;
use crate::photos::Photos;
use crate::sessions::Sessions;
use crate::store::Db;

pub use arrival::SignedIn;
pub use codes::ReturnedCode;
pub use credentials::Credentials;
pub use hasher::Hasher;
pub use masters::SignedInMaster;

/// Lets people in and out. Cloning it is cheap.
#[derive(Clone)]
pub struct Accounts {
    /// Where they are kept.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Hash one-time codes.
    pub keys: Arc<Keys>,
    /// Begins and ends their sessions.
    pub sessions: Sessions,
    /// Checks their passwords.
    pub hasher: Hasher,
    /// How often they may try.
    pub limits: Limits,
    /// Deletes what belongs to somebody who leaves.
    pub photos: Photos,
    /// Sends one-time codes.
    pub notifier: Notifier,
}

/// Who was at the browser until now, by the token that came with a sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visitor {
    /// Nobody.
    Unknown,
    /// This guest, whose bookings come along.
    Guest(String),
    /// This account.
    Account(String),
}

impl Visitor {
    fn guest(&self) -> Option<&str> {
        match self {
            Self::Guest(id) => Some(id),
            Self::Unknown | Self::Account(_) => None,
        }
    }

    fn account(&self) -> Option<&str> {
        match self {
            Self::Account(id) => Some(id),
            Self::Unknown | Self::Guest(_) => None,
        }
    }
}
