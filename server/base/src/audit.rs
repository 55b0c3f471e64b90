//! The record of what operators do. An act is written down in its own transaction, or it does not happen.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use pricing_core::Pence;

use callout_domain::audit::{Act, AuditRow, Entry, Subject};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::keys::{Key, Keys};
use callout_domain::operator::By;
use callout_domain::time;
use callout_store::{Connection, Db, StoreError, audit};

/// Code of the refusal of a form that has acted already; the console takes it for success.
pub const DONE_ALREADY: &str = "done_already";

/// The end of the log: its last row's number and hash. Written as `17:k.…`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// Number of the row; 0 while there is none.
    pub seq: i64,
    /// Its hash.
    pub hash: String,
}

impl fmt::Display for Head {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.seq, self.hash)
    }
}

impl FromStr for Head {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.trim().split_once(':');
        let head = parts.and_then(|(seq, hash)| Some((seq.parse().ok()?, hash.to_owned())));
        head.map(|(seq, hash)| Self { seq, hash })
            .ok_or("use what the log's daily line says, as in 17:k.…")
    }
}

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
    audit::hold(connection).await?;
    check(connection, by, entry).await?;
    match audit::add(connection, by, entry, now).await {
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
        && audit::has_acted(connection, form).await?
    {
        return Err(done_already());
    }
    if !entry.act.is_harmless() && audit::concerns(connection, &entry.subject, &by.email).await? {
        return Err(own_case());
    }
    let Some(seen) = by.seen else {
        return Ok(());
    };
    match audit::since(connection, &entry.subject, seen, &by.id).await? {
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
    let acts = audit::of_operator(connection, &by.id, began).await?;
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
    if !other.reason().is_empty() {
        detail = format!("{detail}: “{}”", other.reason());
    }
    let detail = format!(
        "{detail}. Nothing of yours was done; look at it again, and send it once more if it still fits."
    );
    Failure::conflict("changed", detail)
}

/// Seals the end of a log that was written before there was a key, so that from then on nobody can shorten or rewrite it unseen.
///
/// # Errors
/// Those of [`note`].
pub async fn seal(connection: &mut Connection, keys: &Arc<Keys>, now: Millis) -> Fallible<()> {
    let (last, _) = audit::head(connection).await?;
    let row = audit::after(connection, last - 1, 1).await?.pop();
    if row.is_some_and(|row| !row.is_keyed()) {
        let entry = Entry::new(Act::LogSealed, Subject::Report("audit".to_owned()));
        note(connection, &By::command_line(keys), &entry, now).await?;
    }
    Ok(())
}

/// Reads the whole log, and gives its last row's number and hash if each row is as it was written, carries the hash of the one before, and
/// none is missing. `keys` are those of the secret, and of earlier ones; `expected` is a row's number and hash that was noted elsewhere.
///
/// # Errors
/// A sentence that names the first row that is not as it was written.
pub async fn verify(db: &Db, keys: &[&Key], expected: Option<&Head>) -> Result<Head, String> {
    let mut connection = db.read().await.map_err(|error| error.to_string())?;
    let (last, last_hash) = audit::head(&mut connection)
        .await
        .map_err(|error| error.to_string())?;
    let (mut seen, mut is_keyed) = (Head::default(), true);
    loop {
        let page = audit::after(&mut connection, seen.seq, AT_ONCE)
            .await
            .map_err(|error| error.to_string())?;
        let Some(end) = page.last().map(|row| row.seq) else {
            break;
        };
        for row in page {
            if row.seq != seen.seq + 1 {
                return Err(format!("row {} is missing", seen.seq + 1));
            }
            if row.previous_hash != seen.hash || !row.is_as_written(keys) {
                return Err(format!("row {} is not as it was written", row.seq));
            }
            is_keyed = row.is_keyed();
            seen = Head {
                seq: row.seq,
                hash: row.hash,
            };
            if expected.is_some_and(|expected| expected.seq == seen.seq && *expected != seen) {
                return Err(format!("row {} is not the one that was expected", seen.seq));
            }
        }
        if end >= last {
            break;
        }
    }
    if (seen.seq, &seen.hash) != (last, &last_hash) {
        return Err(format!(
            "the log ends with row {}, but {last} were written",
            seen.seq
        ));
    }
    if let Some(expected) = expected.filter(|expected| expected.seq > last) {
        return Err(format!(
            "the log ends with row {last}, but row {} was expected",
            expected.seq
        ));
    }
    if is_keyed {
        Ok(seen)
    } else {
        Err(format!(
            "row {last}, the last one, is not sealed: start the server once"
        ))
    }
}
