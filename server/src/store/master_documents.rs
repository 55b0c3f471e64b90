//! Papers of pros: identity, insurance, registrations.

use super::connection::fetch_all;
use super::{Connection, StoreError, table};
use crate::clock::Millis;
use crate::record::record;

record! {
    /// A row of `master_documents`.
    pub struct MasterDocument in "master_documents" {
        /// `document-…`.
        pub id: String,
        /// The pro.
        pub master_id: String,
        /// `identity`, `insurance`, `gas_safe`, `electrical` or `other`.
        pub kind: String,
        /// The stored file; none when an operator vouched for it without an upload.
        pub file_id: Option<String>,
        /// Of the stored file.
        pub media_type: Option<String>,
        /// The last day it is valid, `YYYY-MM-DD`.
        pub expires_on: Option<String>,
        /// When it was uploaded, Unix milliseconds.
        pub uploaded_at: Millis,
        /// When an operator verified it, Unix milliseconds.
        pub verified_at: Option<Millis>,
        /// When an operator rejected it, Unix milliseconds.
        pub rejected_at: Option<Millis>,
        /// Why it was rejected.
        pub reason: Option<String>,
    }
}

/// Every document of a pro, newest first.
///
/// # Errors
/// When the database fails.
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

/// Adds a document.
///
/// # Errors
/// When the database fails.
pub async fn add(connection: &mut Connection, document: &MasterDocument) -> Result<(), StoreError> {
    table::insert(connection, document, "").await?;
    Ok(())
}

/// Verifies what a pro has uploaded and nobody has decided on, all of it or of one kind; `expires_on` replaces the last day that the
/// pro gave. Gives the kinds.
///
/// # Errors
/// When the database fails.
pub async fn verify_uploaded(
    connection: &mut Connection,
    master_id: &str,
    kind: Option<&str>,
    expires_on: Option<&str>,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let verified = fetch_all!(
        connection,
        (String,),
        "update master_documents set verified_at = $2, expires_on = coalesce($4, expires_on)
         where master_id = $1 and verified_at is null and rejected_at is null and ($3 is null or kind = $3)
         returning kind",
        master_id,
        now,
        kind,
        expires_on,
    )?;
    Ok(verified.into_iter().map(|(kind,)| kind).collect())
}
