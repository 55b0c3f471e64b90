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
