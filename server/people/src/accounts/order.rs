//! An operator's order to erase a person. It is checked before the identifiers go, which say whether it is the operator's own case.

use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::By;
use callout_store::Connection;

/// Who orders it, and what the audit log says.
#[derive(Debug, Clone)]
pub(super) struct Order {
    by: By,
    entry: Entry,
}

impl Order {
    /// # Errors
    /// 403 for anybody but super admins; 422 on `reason`.
    pub(super) fn new(subject: Subject, reason: &str, by: By) -> Fallible<Self> {
        by.require_super_admin("erase people")?;
        let reason = words("reason", reason)?;
        Ok(Self {
            by,
            entry: Entry::new(Act::PersonErased, subject).because(&reason),
        })
    }

    /// # Errors
    /// Those of [`audit::check`].
    pub(super) async fn check(order: Option<&Self>, connection: &mut Connection) -> Fallible<()> {
        match order {
            Some(order) => audit::check(connection, &order.by, &order.entry).await,
            None => Ok(()),
        }
    }

    /// # Errors
    /// Those of [`audit::note`].
    pub(super) async fn note(order: Option<&Self>, connection: &mut Connection, now: Millis) -> Fallible<()> {
        match order {
            Some(order) => audit::note(connection, &order.by, &order.entry, now).await,
            None => Ok(()),
        }
    }

    /// What is answered when the account is closed already: its owner is no longer signed in.
    pub(super) fn no_account(order: Option<&Self>) -> Failure {
        match order {
            Some(_) => Failure::not_found("This account is closed already."),
            None => Failure::unauthorised(),
        }
    }
}
