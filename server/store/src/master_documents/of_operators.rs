//! Papers of pros as operators see them: the queue, the verdict, and what runs out.

use sqlx::AssertSqlSafe;

use super::MasterDocument;
use crate::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::{DAY, Millis};
use callout_domain::master_document::{DocumentKind, DocumentNews, DocumentStatus};

row! {
    /// A line of the list of documents.
    #[derive(Debug, Clone)]
    pub struct Listed {
        /// `document-…`.
        pub id: String,
        /// What it proves.
        pub kind: DocumentKind,
        /// The last day it is valid, `YYYY-MM-DD`.
        pub expires_on: Option<String>,
        /// When it was uploaded, Unix milliseconds.
        pub uploaded_at: Millis,
        /// First name of its pro.
        pub first_name: Option<String>,
        /// Last name of its pro.
        pub last_name: Option<String>,
        /// What the pro's business is called.
        pub company_name: Option<String>,
        /// How many other documents the pro has.
        pub others: i64,
    }
}

/// Up to `limit` documents of a status on `today` (`YYYY-MM-DD` in London): the longest waiting first, of the others the latest first.
pub async fn list(
    connection: &mut Connection,
    status: DocumentStatus,
    today: &str,
    limit: i64,
) -> Result<Vec<Listed>, StoreError> {
    // Each condition and order has an index of its own.
    let which = match status {
        DocumentStatus::Uploaded => {
            "d.verified_at is null and d.rejected_at is null and $1 <> '' order by d.uploaded_at, d.id"
        }
        DocumentStatus::Verified => {
            "d.verified_at is not null and d.rejected_at is null and (d.expires_on is null or d.expires_on >= $1)
             order by d.verified_at desc, d.id desc"
        }
        DocumentStatus::Rejected => "d.rejected_at is not null and $1 <> '' order by d.rejected_at desc, d.id desc",
        DocumentStatus::Expired => {
            "d.expires_on is not null and d.expires_on < $1 and d.verified_at is not null and d.rejected_at is null
             order by d.expires_on desc, d.id desc"
        }
    };
    let sql = AssertSqlSafe(format!(
        "select d.id, d.kind, d.expires_on, d.uploaded_at, m.first_name, m.last_name, m.company_name,
           (select count(*) from master_documents o where o.master_id = d.master_id and o.id <> d.id) as others
         from master_documents d join masters m on m.id = d.master_id
         where {which} limit $2 -- scans: stops at the limit"
    ));
    fetch_all!(connection, Listed, sql, today, limit)
}

/// A document, whoever's it is.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<MasterDocument>, StoreError> {
    fetch_optional!(
        connection,
        MasterDocument,
        table::select::<MasterDocument>("where id = $1"),
        id
    )
}

/// Verifies a document, with its last day (`YYYY-MM-DD`) and number.
pub async fn verify(
    connection: &mut Connection,
    id: &str,
    expires_on: Option<&str>,
    number: Option<&str>,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update master_documents set verified_at = $2, expires_on = $3, number = $4, end_told = null where id = $1",
        id,
        now,
        expires_on,
        number,
    )?;
    Ok(())
}

/// Rejects a document.
pub async fn reject(
    connection: &mut Connection,
    id: &str,
    reason: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update master_documents set rejected_at = $2, reason = $3 where id = $1",
        id,
        now,
        reason,
    )?;
    Ok(())
}

/// Up to `most` verified documents of whose end the pro is to be told this at `now` (Unix milliseconds), each as its pro and its id.
pub async fn ending(
    connection: &mut Connection,
    news: DocumentNews,
    now: Millis,
    most: i64,
) -> Result<Vec<(String, String)>, StoreError> {
    fetch_all!(
        connection,
        (String, String),
        "select master_id, id from master_documents
         where expires_on < $1 and verified_at is not null and rejected_at is null and (end_told is null or end_told > $2)
         order by expires_on limit $3",
        news.ends_before(now),
        news.days_before(),
        most,
    )
}

/// Notes that a pro is told this of the end of a document. False when that has been done.
pub async fn tell_end(connection: &mut Connection, id: &str, news: DocumentNews) -> Result<bool, StoreError> {
    let told = execute!(
        connection,
        "update master_documents set end_told = $2 where id = $1 and (end_told is null or end_told > $2)",
        id,
        news.days_before(),
    )?;
    Ok(told == 1)
}

/// A file of a document that has been kept long enough: pro, document and file.
pub type OldFile = (String, String, String);

/// Up to `most` pictures of identities that were verified before `before` (Unix milliseconds).
pub async fn identities_before(
    connection: &mut Connection,
    before: Millis,
    most: i64,
) -> Result<Vec<OldFile>, StoreError> {
    fetch_all!(
        connection,
        OldFile,
        "select master_id, id, file_id from master_documents
         where kind = 'identity' and file_id is not null and verified_at < $1 order by verified_at limit $2",
        before,
        most,
    )
}

/// Up to `most` files of documents in whose place another was verified before `before` (Unix milliseconds), in the 30 days up to then.
pub async fn replaced_before(
    connection: &mut Connection,
    before: Millis,
    most: i64,
) -> Result<Vec<OldFile>, StoreError> {
    fetch_all!(
        connection,
        OldFile,
        "select older.master_id, older.id, older.file_id from master_documents newer
           join master_documents older on older.master_id = newer.master_id and older.kind = newer.kind
         where newer.verified_at < $1 and newer.verified_at > $2 and older.verified_at < newer.verified_at and older.file_id is not null
         limit $3",
        before,
        before - 30 * DAY,
        most,
    )
}

/// Up to `most` files of pros who never became active, and were not here since `before` (Unix milliseconds).
pub async fn abandoned_before(
    connection: &mut Connection,
    before: Millis,
    most: i64,
) -> Result<Vec<OldFile>, StoreError> {
    fetch_all!(
        connection,
        OldFile,
        "select master_documents.master_id, master_documents.id, file_id from masters
           join master_documents on master_documents.master_id = masters.id
         where activated_at is null and seen_at < $1 and file_id is not null limit $2",
        before,
        most,
    )
}

/// Takes the file off a document. False when it has another one, or none.
pub async fn without_file(connection: &mut Connection, id: &str, file_id: &str) -> Result<bool, StoreError> {
    let taken = execute!(
        connection,
        "update master_documents set file_id = null, media_type = null where id = $1 and file_id = $2",
        id,
        file_id,
    )?;
    Ok(taken == 1)
}
