//! The audit log: one row an act, each carrying the hash of the row before it.

use sqlx::AssertSqlSafe;

use super::kept::Person;
use super::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::audit::{Act, AuditRow, Entry, Subject};
use callout_domain::clock::Millis;
use callout_domain::operator::By;

/// Holds the end of the log: until this transaction ends nobody else adds a row, and what others have added is there to be read.
pub async fn hold(connection: &mut Connection) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into audit_head (id, seq, hash) values (1, 0, '') on conflict (id) do update set seq = audit_head.seq"
    )?;
    Ok(())
}

/// Adds a row at the end of the log, and gives its number. Whoever adds the next one waits for this transaction.
///
/// # Errors
/// [`StoreError::Duplicate`] when the form has acted before, or the database fails.
pub async fn add(
    connection: &mut Connection,
    by: &By,
    entry: &Entry,
    now: Millis,
) -> Result<i64, StoreError> {
    let (seq, previous_hash) = advance(connection).await?;
    let words = (!entry.reason.is_empty()).then(|| entry.reason.clone());
    let mut row = AuditRow {
        seq,
        at: now,
        operator_id: by.id.clone(),
        operator_email: by.email.clone(),
        act: entry.act.as_str().to_owned(),
        subject_kind: entry.subject.kind().to_owned(),
        subject_id: entry.subject.id().to_owned(),
        before: super::to_json(&entry.before)?,
        after: super::to_json(&entry.after)?,
        words,
        words_mac: String::new(),
        form: by.form.clone(),
        previous_hash,
        hash: String::new(),
    };
    row.seal(&by.keys.audit);
    insert(connection, &row).await?;
    execute!(
        connection,
        "update audit_head set hash = $1 where id = 1",
        row.hash.as_str()
    )?;
    Ok(seq)
}

/// Takes the next number, and the hash of the last row.
async fn advance(connection: &mut Connection) -> Result<(i64, String), StoreError> {
    fetch_optional!(
        connection,
        (i64, String),
        "insert into audit_head (id, seq, hash) values (1, 1, '')
         on conflict (id) do update set seq = audit_head.seq + 1 returning seq, hash"
    )?
    .ok_or_else(|| StoreError::Corrupt("audit_head is empty".to_owned()))
}

async fn insert(connection: &mut Connection, row: &AuditRow) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into audit_log (seq, at, operator_id, operator_email, act, subject_kind, subject_id, before, after, reason, words_mac, form,
           previous_hash, hash)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', $10, $11, $12, $13)",
        row.seq,
        row.at,
        row.operator_id.as_str(),
        row.operator_email.as_str(),
        row.act.as_str(),
        row.subject_kind.as_str(),
        row.subject_id.as_str(),
        row.before.as_str(),
        row.after.as_str(),
        row.words_mac.as_str(),
        row.form.as_deref(),
        row.previous_hash.as_str(),
        row.hash.as_str(),
    )?;
    if let Some(words) = &row.words {
        execute!(
            connection,
            "insert into audit_words (seq, at, words) values ($1, $2, $3)",
            row.seq,
            row.at,
            words.as_str(),
        )?;
    }
    Ok(())
}

/// A query of rows with their words, which go on with `rest`.
fn select(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "select audit_log.*, (select words from audit_words where audit_words.seq = audit_log.seq) as words from audit_log {rest}"
    ))
}

/// True when the form has acted already.
pub async fn has_acted(connection: &mut Connection, form: &str) -> Result<bool, StoreError> {
    let found = fetch_optional!(
        connection,
        (i64,),
        "select seq from audit_log where form = $1",
        form
    )?;
    Ok(found.is_some())
}

/// The last thing that somebody else did to the subject after row `seen`; viewing a document does not count. A booking and its disputes
/// share their money, so an act on one of them counts for the others.
pub async fn since(
    connection: &mut Connection,
    subject: &Subject,
    seen: i64,
    but: &str,
) -> Result<Option<AuditRow>, StoreError> {
    fetch_optional!(
        connection,
        AuditRow,
        select(
            "where audit_log.seq > $3 and operator_id <> $4 and act <> $5 and (
           (subject_kind = $1 and subject_id = $2)
           or ($1 = 'booking' and subject_kind = 'dispute'
             and subject_id in (select id from disputes where booking_id = $2))
           or ($1 = 'dispute' and subject_kind = 'booking'
             and subject_id = (select booking_id from disputes where id = $2)))
         order by audit_log.seq desc limit 1"
        ),
        subject.kind(),
        subject.id(),
        seen,
        but,
        Act::DocumentViewed.as_str(),
    )
}

/// Number and hash of the last row; 0 and empty while there is none.
pub async fn head(connection: &mut Connection) -> Result<(i64, String), StoreError> {
    let head = fetch_optional!(
        connection,
        (i64, String),
        "select seq, hash from audit_head where id = 1"
    )?;
    Ok(head.unwrap_or_default())
}

/// Up to `limit` rows after `after`, the oldest first.
pub async fn after(connection: &mut Connection, after: i64, limit: i64) -> Result<Vec<AuditRow>, StoreError> {
    fetch_all!(
        connection,
        AuditRow,
        select("where audit_log.seq > $1 order by audit_log.seq limit $2"),
        after,
        limit
    )
}

/// Up to `limit` rows before `before`, the newest first.
pub async fn before(
    connection: &mut Connection,
    before: i64,
    limit: i64,
) -> Result<Vec<AuditRow>, StoreError> {
    fetch_all!(
        connection,
        AuditRow,
        select("where audit_log.seq < $1 order by audit_log.seq desc limit $2"),
        before,
        limit
    )
}

/// What was done to a subject, the newest first, at most `limit`.
pub async fn of_subject(
    connection: &mut Connection,
    subject: &Subject,
    limit: i64,
) -> Result<Vec<AuditRow>, StoreError> {
    fetch_all!(
        connection,
        AuditRow,
        select("where subject_kind = $1 and subject_id = $2 order by audit_log.seq desc limit $3"),
        subject.kind(),
        subject.id(),
        limit,
    )
}

/// What one operator has done since `from` (Unix milliseconds), the oldest first.
pub async fn of_operator(
    connection: &mut Connection,
    operator_id: &str,
    from: Millis,
) -> Result<Vec<AuditRow>, StoreError> {
    fetch_all!(
        connection,
        AuditRow,
        select("where operator_id = $1 and audit_log.at >= $2 order by audit_log.seq"),
        operator_id,
        from,
    )
}

/// True when a client or pro whom the subject concerns has this email, proved or not.
pub async fn concerns(
    connection: &mut Connection,
    subject: &Subject,
    email: &str,
) -> Result<bool, StoreError> {
    let accounts = match subject {
        Subject::Client(_) | Subject::Pro(_) => "select $2",
        Subject::Booking(_) => {
            "select client_id from bookings where id = $2
             union select assigned_master_id from bookings where id = $2
             union select master_id from changes where booking_id = $2 and outcome is null
             union select master_id from proposals where booking_id = $2 and outcome is null
             union select master_id from missed_visits where booking_id = $2 and coalesce(verdict, '') = '' and closed_at is null"
        }
        Subject::Document(_) => "select master_id from master_documents where id = $2",
        Subject::Payout(_) => "select master_id from payouts where id = $2",
        Subject::Dispute(_) => {
            "select master_id from disputes where id = $2
             union select client_id from bookings where id = (select booking_id from disputes where id = $2)"
        }
        // No account wrote it: its email alone counts.
        Subject::Support(_) => "select $2 where 1 = 0",
        Subject::Coupon(_) | Subject::PriceBook(_) | Subject::Operator(_) | Subject::Report(_) => {
            return Ok(false);
        }
    };
    let sql = AssertSqlSafe(format!(
        "select count(*) from identifiers where value = $1 and account_id in ({accounts})"
    ));
    let of_account = fetch_optional!(connection, (i64,), sql, email, subject.id())?;
    let booked = match subject {
        Subject::Booking(id) => fetch_optional!(
            connection,
            (i64,),
            "select count(*) from bookings where id = $1 and email = $2",
            id.as_str(),
            email
        )?,
        Subject::Dispute(id) => fetch_optional!(
            connection,
            (i64,),
            "select count(*) from bookings where id = (select booking_id from disputes where id = $1) and email = $2",
            id.as_str(),
            email
        )?,
        Subject::Support(id) => fetch_optional!(
            connection,
            (i64,),
            "select count(*) from support_messages where id = $1 and email = $2",
            id.as_str(),
            email
        )?,
        _ => None,
    };
    Ok(of_account.is_some_and(|(count,)| count > 0) || booked.is_some_and(|(count,)| count > 0))
}

/// What operators wrote down about a client or pro, their bookings, documents and messages: when, what was done, to what, and why.
pub async fn about(
    connection: &mut Connection,
    person: Person,
    id: &str,
) -> Result<Vec<AuditRow>, StoreError> {
    fetch_all!(
        connection,
        AuditRow,
        select(&format!(
            "where audit_log.{} order by audit_log.seq",
            person.audited()
        )),
        id,
    )
}

/// Moves the words of rows from before they were kept apart, so that they can be erased. Called by whoever opens the database, before
/// the log is protected again.
pub(super) async fn set_words_apart(connection: &mut Connection) -> Result<(), StoreError> {
    let left = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from audit_log where reason <> '' -- scans: once at the start, and the log grows by acts of people"
    )?;
    if left.is_none_or(|(left,)| left == 0) {
        return Ok(());
    }
    let unprotected: &[&'static str] = if connection.is_postgres() {
        &["drop trigger if exists audit_log_no_change on audit_log"]
    } else {
        &["drop trigger if exists audit_log_no_update"]
    };
    let moved = [
        "insert into audit_words (seq, at, words) select seq, at, reason from audit_log where reason <> '' -- scans: once",
        "update audit_log set reason = '' where reason <> '' -- scans: once",
    ];
    for statement in unprotected.iter().chain(&moved) {
        execute!(connection, *statement)?;
    }
    Ok(())
}

/// Makes the database refuse to change or delete rows of the log, whoever asks.
pub(super) async fn protect(connection: &mut Connection) -> Result<(), StoreError> {
    let is_protected = is_protected(connection).await?;
    let statements: &[&'static str] = match connection.is_postgres() {
        false => &[
            "create trigger if not exists audit_log_no_update before update on audit_log
             begin select raise(abort, 'the audit log is append-only'); end",
            "create trigger if not exists audit_log_no_delete before delete on audit_log
             begin select raise(abort, 'the audit log is append-only'); end",
        ],
        // Servers that start together would get in each other's way by replacing it.
        true if is_protected => &[],
        true => &[
            "create or replace function audit_log_is_append_only() returns trigger language plpgsql as
             $$ begin raise exception 'the audit log is append-only'; end $$",
            "create or replace trigger audit_log_no_change before update or delete on audit_log
             for each row execute function audit_log_is_append_only()",
            "create or replace trigger audit_log_no_truncate before truncate on audit_log
             for each statement execute function audit_log_is_append_only()",
        ],
    };
    for statement in statements {
        execute!(connection, *statement)?;
    }
    Ok(())
}

async fn is_protected(connection: &mut Connection) -> Result<bool, StoreError> {
    if !connection.is_postgres() {
        return Ok(false);
    }
    let found = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from pg_trigger where tgrelid = 'audit_log'::regclass
           and tgname in ('audit_log_no_change', 'audit_log_no_truncate')"
    )?;
    Ok(found == Some((2,)))
}
