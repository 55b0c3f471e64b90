//! The record of what operators do. An act is written down in its own transaction, or it does not happen.

use pricing_core::Pence;

use callout_domain::audit::{AuditRow, Entry};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::operator::By;
use callout_domain::time;
use callout_store::{Connection, Db, StoreError, audit as rows};

/// Code of the refusal of a form that has acted already; the console takes it for success.
pub const DONE_ALREADY: &str = "done_already";

/// Rows read at once when the log is verified.
const AT_ONCE: i64 = 1_000;

/// Writes down an act, in the transaction that does it. It is the last write of that transaction: from here on other acts wait.
///
/// # Errors
/// 409 `done_already` when this form has acted before; 409 `changed` when somebody else has acted on the same subject since the form
/// was shown; 403 `own_case` when the operator is the client or pro concerned; 403 `super_admin_only` when it gives back more than the
/// operator's role may.
pub async fn note(connection: &mut Connection, by: &By, entry: &Entry, now: Millis) -> Fallible<()> {
    // First, so that of two acts at the same moment the second sees the first.
    rows::hold(connection).await?;
    check(connection, by, entry).await?;
    match rows::add(connection, by, entry, now).await {
        Ok(_) => limit_refunds(connection, by, entry, now).await,
        Err(StoreError::Duplicate) => Err(done_already()),
        Err(error) => Err(error.into()),
    }
}

/// The refusals of [`note`], for acts that must know before they do something that cannot be undone.
///
/// # Errors
/// Those of [`note`].
pub async fn check(connection: &mut Connection, by: &By, entry: &Entry) -> Fallible<()> {
    if let Some(form) = &by.form
        && rows::has_acted(connection, form).await?
    {
        return Err(done_already());
    }
    if !entry.act.is_harmless() && rows::concerns(connection, &entry.subject, &by.email).await? {
        return Err(own_case());
    }
    let Some(seen) = by.seen else {
        return Ok(());
    };
    match rows::since(connection, &entry.subject, seen, &by.id).await? {
        Some(other) => Err(changed(&other)),
        None => Ok(()),
    }
}

/// Refuses what gives back more than the role may in a day. The log's last row is held by now, so acts at the same time count each other.
async fn limit_refunds(connection: &mut Connection, by: &By, entry: &Entry, now: Millis) -> Fallible<()> {
    if entry.refund() <= Pence::ZERO {
        return Ok(());
    }
    by.require_refund(entry.refund())?;
    let began = time::day_began(now).ok_or_else(|| Failure::internal("the clock is outside the calendar"))?;
    let acts = rows::of_operator(connection, &by.id, began).await?;
    by.require_refunds_of_a_day(acts.iter().map(AuditRow::refund).sum())
}

fn done_already() -> Failure {
    Failure::conflict(DONE_ALREADY, "This was done already.")
}

fn own_case() -> Failure {
    let detail = "This concerns your own account: another operator must decide.";
    Failure::new(FailureKind::Forbidden, "own_case", detail)
}

/// Somebody else was faster: who, and what they did.
fn changed(other: &AuditRow) -> Failure {
    let mut detail = format!("Meanwhile {} {}", other.operator_email, other.label());
    if !other.reason.is_empty() {
        detail = format!("{detail}: “{}”", other.reason);
    }
    let detail = format!(
        "{detail}. Nothing of yours was done; look at it again, and send it once more if it still fits."
    );
    Failure::conflict("changed", detail)
}

/// Reads the whole log, and gives the number of its rows if each one carries the hash of the one before and none is missing.
///
/// # Errors
/// A sentence that names the first row that is not as it was written.
pub async fn verify(db: &Db) -> Result<i64, String> {
    let mut connection = db.read().await.map_err(|error| error.to_string())?;
    let (last, last_hash) = rows::head(&mut connection)
        .await
        .map_err(|error| error.to_string())?;
    let (mut seen, mut hash) = (0, String::new());
    loop {
        let page = rows::after(&mut connection, seen, AT_ONCE)
            .await
            .map_err(|error| error.to_string())?;
        let Some(end) = page.last().map(|row| row.seq) else {
            break;
        };
        for row in page {
            if row.seq != seen + 1 {
                return Err(format!("row {} is missing", seen + 1));
            }
            if row.previous_hash != hash || row.hash != row.computed_hash() {
                return Err(format!("row {} is not as it was written", row.seq));
            }
            (seen, hash) = (row.seq, row.hash);
        }
        if end >= last {
            break;
        }
    }
    if (seen, &hash) == (last, &last_hash) {
        Ok(seen)
    } else {
        Err(format!("the log ends with row {seen}, but {last} were written"))
    }
}
