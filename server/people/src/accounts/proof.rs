//! Somebody proves an email or phone with its code: which account it belongs to from now on, and which account loses it.

use super::ways_in::end_others;
use callout_domain::clock::{DAY, Millis};
use callout_domain::identifier::Identifier;
use callout_domain::role::Role;
use callout_store::bookings::ownership;
use callout_store::{Connection, StoreError, clients, identifiers, passwords, personal, sessions};

/// Guest bookings up to this old move to the account that proves the identifier they were made under.
const COMES_ALONG: Millis = 30 * DAY;

/// A proven identifier and what to do with it.
pub(super) struct Proof<'a> {
    /// What was proved.
    pub(super) identifier: &'a Identifier,
    /// The account whose token came with the code.
    pub(super) visitor: Option<&'a str>,
    /// The account wants the identifier in addition to its own.
    pub(super) attach: bool,
    /// Id for a new account, used when the identifier has no account yet.
    pub(super) new_id: &'a str,
    /// Unix milliseconds.
    pub(super) now: Millis,
}

/// The outcome.
pub(super) enum Proved {
    /// The identifier belongs to an account.
    Names(Named),
    /// It cannot be attached: it belongs to another account.
    Taken,
    /// It cannot be attached: the account has ended in the meantime. The transaction must be rolled back.
    Ended,
}

/// The account that the identifier now belongs to.
pub(super) struct Named {
    pub(super) account_id: String,
    /// Sessions that ended.
    pub(super) ended: Vec<String>,
    /// Sessions that continue as a guest's.
    pub(super) of_new_guest: Vec<String>,
}

impl Named {
    fn of(account_id: &str) -> Self {
        Self {
            account_id: account_id.to_owned(),
            ended: Vec::new(),
            of_new_guest: Vec::new(),
        }
    }
}

impl Proof<'_> {
    /// Assigns the identifier, and the bookings made under it, to its account in the caller's transaction.
    pub(super) async fn act(&self, connection: &mut Connection) -> Result<Proved, StoreError> {
        let value = self.identifier.value();
        let wanted_by = self.visitor.filter(|_| self.attach);
        let otherwise = wanted_by.unwrap_or(self.new_id);
        let holder = identifiers::hold(connection, Role::Client, value, otherwise).await?;
        // If the caller's own account claimed the identifier, they keep that account.
        let own = self.visitor.filter(|account| *account == holder.account_id);
        let attach_to = wanted_by.or(own);
        if let Some(account) = attach_to
            && !clients::hold(connection, account).await?
        {
            return Ok(Proved::Ended);
        }
        if holder.verified_at.is_some() {
            if attach_to.is_some_and(|account| account != holder.account_id) {
                return Ok(Proved::Taken);
            }
            self.bring_bookings(connection, None, &holder.account_id).await?;
            return Ok(Proved::Names(Named::of(&holder.account_id)));
        }
        let candidate = attach_to.unwrap_or(self.new_id);
        if attach_to.is_none() {
            clients::add(connection, candidate, self.now).await?;
        }
        identifiers::prove(connection, Role::Client, value, candidate, self.now).await?;
        clients::lose_contact(connection, self.identifier, candidate).await?;
        clients::set_contact(connection, candidate, self.identifier).await?;
        let mut named = Named::of(candidate);
        if holder.account_id == candidate {
            self.bring_bookings(connection, None, candidate).await?;
        } else {
            self.take_from(connection, &holder.account_id, &mut named).await?;
        }
        Ok(Proved::Names(named))
    }

    /// The account that only claimed the identifier loses it and its password. If it has another identifier, its sessions end and
    /// its owner signs in with that one. If it has none, the bookings it made under the lost identifier move away; it stays as a
    /// guest when it has an open booking of its own, so that nobody loses sight of what they paid for, and otherwise ends.
    async fn take_from(
        &self,
        connection: &mut Connection,
        loser: &str,
        named: &mut Named,
    ) -> Result<(), StoreError> {
        // Lock the password before ending sessions: a sign-in that holds this lock has created its session by the time it is
        // released.
        passwords::delete(connection, loser).await?;
        let has_another = !identifiers::of_account(connection, loser).await?.is_empty();
        let passes_on = Some(loser).filter(|_| !has_another);
        self.bring_bookings(connection, passes_on, &named.account_id)
            .await?;
        if !has_another && personal::has_unsettled_booking(connection, loser).await? {
            clients::become_guest(connection, loser).await?;
            named.of_new_guest = sessions::of_person(connection, loser).await?;
            return Ok(());
        }
        if !has_another {
            clients::end(connection, loser, self.now).await?;
        }
        named.ended = end_others(connection, loser, "", self.now).await?;
        Ok(())
    }

    async fn bring_bookings(
        &self,
        connection: &mut Connection,
        loser: Option<&str>,
        account: &str,
    ) -> Result<(), StoreError> {
        let since = self.now - COMES_ALONG;
        let value = self.identifier.value();
        if ownership::pass_of_identifier(connection, value, loser, account, since).await? > 0 {
            ownership::fill_profile(connection, account).await?;
        }
        Ok(())
    }
}
