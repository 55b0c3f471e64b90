//! Papers of pros: identity, insurance, registrations.

pub mod of_operators;

use super::{Connection, StoreError, table};
use callout_db::{fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN};
use callout_domain::master_document::{DocumentFacts, DocumentKind, DocumentStatus};

record! {
    /// A row of `master_documents`.
    pub struct MasterDocument in "master_documents" {
        /// `document-…`.
        pub id: String => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// What it proves.
        pub kind: DocumentKind => FACT,
        /// The stored file; none when an operator vouched for it without an upload.
        pub file_id: Option<String> => OWN.not_copied(),
        /// Of the stored file.
        pub media_type: Option<String> => FACT,
        /// The last day it is valid, `YYYY-MM-DD`.
        pub expires_on: Option<String> => FACT,
        /// When it was uploaded, Unix milliseconds.
        pub uploaded_at: Millis => FACT,
        /// When an operator verified it, Unix milliseconds.
        pub verified_at: Option<Millis> => FACT,
        /// When an operator rejected it, Unix milliseconds.
        pub rejected_at: Option<Millis> => FACT,
        /// Why it was rejected.
        pub reason: Option<String> => OWN,
        /// Number of the registration or policy, as an operator read it.
        pub number: Option<String> => OWN,
        /// How many days before its end the pro was last told of it: 30, 7, or 0 once it is over.
        pub end_told: Option<i64> => FACT,
        /// Size of the stored file; 0 for one from before this was kept.
        pub bytes: i64 => FACT,
    }
}

impl MasterDocument {
    /// Where it stands at `now` (Unix milliseconds).
    #[must_use]
    pub fn status(&self, now: Millis) -> DocumentStatus {
        let facts = DocumentFacts {
            verified_at: self.verified_at,
            rejected_at: self.rejected_at,
            expires_on: self.expires_on.as_deref(),
        };
        DocumentStatus::of(facts, now)
    }
}

/// Adds a document.
pub async fn add(connection: &mut Connection, document: &MasterDocument) -> Result<(), StoreError> {
    table::insert(connection, document, "").await?;
    Ok(())
}

/// A document of this pro.
pub async fn find(
    connection: &mut Connection,
    master_id: &str,
    id: &str,
) -> Result<Option<MasterDocument>, StoreError> {
    fetch_optional!(
        connection,
        MasterDocument,
        table::select::<MasterDocument>("where master_id = $1 and id = $2"),
        master_id,
        id,
    )
}

/// How many documents a pro has, and the bytes of their files together.
pub async fn count(connection: &mut Connection, master_id: &str) -> Result<(i64, i64), StoreError> {
    let row = fetch_optional!(
        connection,
        (i64, i64),
        "select count(*), cast(coalesce(sum(case when file_id is not null then bytes end), 0) as bigint) from master_documents
         where master_id = $1",
        master_id,
    )?;
    Ok(row.unwrap_or_default())
}

/// Deletes a pro's documents of a kind, apart from verified ones, and gives their files.
pub async fn delete_unverified(
    connection: &mut Connection,
    master_id: &str,
    kind: DocumentKind,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (Option<String>,),
        "delete from master_documents
         where master_id = $1 and kind = $2 and (verified_at is null or rejected_at is not null) returning file_id",
        master_id,
        kind,
    )?;
    Ok(rows.into_iter().filter_map(|(file,)| file).collect())
}

/// Deletes one document of a pro unless it is verified, and gives its file; `None` when nothing was deleted.
pub async fn delete(
    connection: &mut Connection,
    master_id: &str,
    id: &str,
) -> Result<Option<Option<String>>, StoreError> {
    let row = fetch_optional!(
        connection,
        (Option<String>,),
        "delete from master_documents
         where master_id = $1 and id = $2 and (verified_at is null or rejected_at is not null) returning file_id",
        master_id,
        id,
    )?;
    Ok(row.map(|(file,)| file))
}

/// Up to `most` documents that were rejected before `before` (Unix milliseconds), each as its pro and its id.
pub async fn rejected_before(
    connection: &mut Connection,
    before: Millis,
    most: i64,
) -> Result<Vec<(String, String)>, StoreError> {
    fetch_all!(
        connection,
        (String, String),
        "select master_id, id from master_documents where rejected_at < $1
         order by rejected_at limit $2",
        before,
        most,
    )
}

/// Every document of a pro, newest first.
pub async fn of_master(
    connection: &mut Connection,
    master_id: &str,
) -> Result<Vec<MasterDocument>, StoreError> {
    fetch_all!(
        connection,
        MasterDocument,
        table::select::<MasterDocument>("where master_id = $1 order by uploaded_at desc, id desc"),
        master_id,
    )
}

/// Verifies what a pro has uploaded and nobody has decided on, all of it or of one kind; `expires_on` replaces the last day that the
/// pro gave. Gives the kinds.
pub async fn verify_uploaded(
    connection: &mut Connection,
    master_id: &str,
    kind: Option<DocumentKind>,
    expires_on: Option<&str>,
    now: Millis,
) -> Result<Vec<DocumentKind>, StoreError> {
    let verified = fetch_all!(
        connection,
        (DocumentKind,),
        "update master_documents set verified_at = $2, expires_on = coalesce($4, expires_on)
         where master_id = $1 and coalesce(verified_at, rejected_at) is null and kind = coalesce($3, kind)
         returning kind",
        master_id,
        now,
        kind,
        expires_on,
    )?;
    Ok(verified.into_iter().map(|(kind,)| kind).collect())
}
