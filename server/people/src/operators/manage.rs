//! Operators about operators: roles, and the end of an access. Nobody acts on themselves, and the last super admin stays.

use super::{Operators, no_operator};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::operator::{By, Operator, OperatorRole};
use callout_domain::passkey::Owner;
use callout_store::{Connection, operator_sessions, operators, passkeys};

impl Operators {
    /// Gives an operator another role.
    ///
    /// # Errors
    /// 404; 403 about oneself and for anybody but super admins; 409 `last_super_admin`; 422 on `reason`.
    pub async fn set_role(&self, id: &str, role: OperatorRole, reason: &str, by: By) -> Fallible<()> {
        by.require_super_admin("change roles")?;
        let (id, reason, now) = (id.to_owned(), words("reason", reason)?, self.clock.now());
        self.db
            .write(move |connection| Box::pin(set_role(connection, id, role, reason, by, now)))
            .await
    }

    /// Ends an operator's access.
    ///
    /// # Errors
    /// 404; 403 about oneself and for anybody but super admins; 409 `last_super_admin`; 422 on `reason`.
    pub async fn end(&self, id: &str, reason: &str, by: By) -> Fallible<()> {
        by.require_super_admin("end an operator's access")?;
        let (id, reason, now) = (id.to_owned(), words("reason", reason)?, self.clock.now());
        self.db
            .write(move |connection| Box::pin(end(connection, id, reason, by, now)))
            .await
    }
}

async fn set_role(
    connection: &mut Connection,
    id: String,
    role: OperatorRole,
    reason: String,
    by: By,
    now: Millis,
) -> Fallible<()> {
    let operator = may_change(connection, &id, &by).await?;
    operators::set_role(connection, &id, role).await?;
    let entry = Entry::new(Act::OperatorRoleChanged, Subject::Operator(id))
        .was("role", operator.role.as_str())
        .is("role", role.as_str())
        .because(&reason);
    audit::note(connection, &by, &entry, now).await
}

async fn end(connection: &mut Connection, id: String, reason: String, by: By, now: Millis) -> Fallible<()> {
    let operator = may_change(connection, &id, &by).await?;
    operators::set_ended(connection, &id, Some(now)).await?;
    passkeys::remove_all(connection, &Owner::operator(&id)).await?;
    operator_sessions::end_all_of(connection, &id, "").await?;
    let entry = Entry::new(Act::OperatorEnded, Subject::Operator(id))
        .was("role", operator.role.as_str())
        .because(&reason);
    audit::note(connection, &by, &entry, now).await
}

/// The operator, if `by` may change them and a super admin is left without them.
async fn may_change(connection: &mut Connection, id: &str, by: &By) -> Fallible<Operator> {
    let super_admins = operators::lock_super_admins(connection).await?;
    let operator = operators::find(connection, id).await?;
    let operator = operator
        .filter(|operator| operator.ended_at.is_none())
        .ok_or_else(no_operator)?;
    not_oneself(by, &operator)?;
    if operator.role == OperatorRole::SuperAdmin && super_admins < 2 {
        let detail = "This is the last super admin, and one must stay.";
        return Err(Failure::conflict("last_super_admin", detail));
    }
    Ok(operator)
}

/// Refuses what an operator would do to their own access.
pub(super) fn not_oneself(by: &By, operator: &Operator) -> Fallible<()> {
    if by.id == operator.id {
        let detail = "Another super admin must do this for you.";
        return Err(Failure::new(FailureKind::Forbidden, "own_case", detail));
    }
    Ok(())
}
