//! Accounts: how people sign in, what moves to their account when they do, and how they are erased.

mod arrival;
mod browser;
mod client_codes;
mod codes;
mod credentials;
pub(crate) mod entry;
mod erasure;
mod fresh;
mod guests;
pub mod hasher;
mod leaving;
mod master_codes;
mod masters;
mod order;
mod proof;
mod stored_emails;
mod ways_in;

use std::sync::Arc;

use crate::photos::Photos;
use callout_base::files::ProFiles;
use callout_base::limits::Limits;
use callout_base::sessions::Sessions;
use callout_domain::clock::Clock;
use callout_domain::keys::Keys;
use callout_outside::notify::Notifier;
use callout_store::Db;

pub use arrival::SignedIn;
pub use browser::{Browser, Signed};
pub use client_codes::ReturnedCode;
pub use credentials::Credentials;
pub use hasher::Hasher;
pub use leaving::InTheWay;
pub use master_codes::ReturnedMasterCode;
pub use masters::SignedInMaster;
pub use stored_emails::CleanedEmails;
pub use ways_in::NewPassword;

/// Signs people in and erases them. Every session of an account begins in `entry`, and what wants a fresh proof asks `fresh` for it.
/// Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    /// Where accounts are kept.
    pub db: Db,
    /// The clock.
    pub clock: Clock,
    /// Hash one-time codes, and what is remembered of erased clients; seal their receipts.
    pub keys: Arc<Keys>,
    /// Begins and ends sessions.
    pub sessions: Sessions,
    /// Hashes and checks passwords.
    pub hasher: Hasher,
    /// Rate limits on attempts.
    pub limits: Limits,
    /// Deletes the photos of an erased client.
    pub photos: Photos,
    /// Deletes the papers and pictures of a pro who leaves.
    pub pro_files: ProFiles,
    /// Sends one-time codes.
    pub notifier: Notifier,
}

/// Who was using the browser before a sign-in, by the token that came with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visitor {
    /// Nobody.
    Unknown,
    /// This guest, whose bookings move to the account.
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
