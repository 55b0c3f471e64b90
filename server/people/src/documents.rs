//! Papers of pros: checked, kept with their files, verified or rejected by operators.

mod ends;
mod notices;
pub mod pdf;
mod verdict;

use std::time::Duration;

use bytes::Bytes;
use url::Url;

use crate::photos::{self, LONGEST_SIDE, Photos, Sent};
use callout_base::files::ProFiles;
use callout_base::limits::LimitSettings;
use callout_domain::clock::Clock;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::ids;
use callout_domain::master_document::{DocumentKind, KEEP_REJECTED};
use callout_outside::notify::Notifier;
use callout_store::master_documents::{self, MasterDocument};
use callout_store::{Connection, Db, masters};

pub use verdict::{Approval, last_day, reason_of};

/// How long a file may take to be checked.
const CHECK_LIMIT: Duration = Duration::from_secs(10);

/// Media type of a PDF.
const PDF: &str = "application/pdf";

/// Bytes.
const MEGABYTE: i64 = 1_000_000;

/// How many rejected documents one sweep deletes at most.
const SWEPT_AT_ONCE: i64 = 100;

/// Keeps papers. Cheap to clone.
#[derive(Clone)]
pub struct Documents {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Re-encodes pictures.
    pub photos: Photos,
    /// Where the files are.
    pub files: ProFiles,
    /// How many documents a pro may have, and how large together; without it any number.
    pub limits: Option<LimitSettings>,
    /// Emails.
    pub notifier: Notifier,
    /// Where people reach us.
    pub base: Url,
}

/// A document as its pro sends it.
pub struct NewDocument {
    /// What it proves.
    pub kind: DocumentKind,
    /// The last day it is valid, `YYYY-MM-DD`, as [`DocumentKind::last_day`] gives it.
    pub expires_on: Option<String>,
    /// The file.
    pub file: Sent,
}

/// A checked file.
struct Checked {
    bytes: Vec<u8>,
    media_type: &'static str,
}

impl Documents {
    /// Checks and keeps a document. It takes the place of one of its kind that is not verified.
    ///
    /// # Errors
    /// 415 or 422 on `file` when it is neither a whole PDF nor a picture; 409 `too_many_documents`; 503 `storage_exhausted` on a full
    /// disk.
    pub async fn add(&self, master_id: &str, new: NewDocument) -> Fallible<MasterDocument> {
        let checking = self.photos.in_turn(new.file, check).await?;
        let checked = match tokio::time::timeout(CHECK_LIMIT, checking).await {
            Ok(Ok(checked)) => checked?,
            // The reader panicked, which is in the log: the file counts as damaged.
            Ok(Err(_)) => return Err(damaged()),
            Err(_) => return Err(too_slow()),
        };
        let now = self.clock.now();
        let bytes = i64::try_from(checked.bytes.len()).unwrap_or(i64::MAX);
        let file_id = self.files.keep(checked.bytes).await?;
        let document = MasterDocument {
            id: ids::prefixed("document-")?,
            master_id: master_id.to_owned(),
            kind: new.kind,
            file_id: Some(file_id),
            media_type: Some(checked.media_type.to_owned()),
            expires_on: new.expires_on,
            uploaded_at: now,
            verified_at: None,
            rejected_at: None,
            reason: None,
            number: None,
            end_told: None,
            bytes,
        };
        let (row, most) = (document.clone(), self.limits);
        let added = self.db.write(move |connection| {
            Box::pin(async move { replace(connection, &row, new.kind, most).await })
        });
        // Without its row the file is left to the sweep: a commit that seems to have failed may have succeeded.
        self.files.delete(added.await?).await;
        Ok(document)
    }

    /// Every document of a pro, newest first.
    pub async fn of(&self, master_id: &str) -> Fallible<Vec<MasterDocument>> {
        Ok(master_documents::of_master(&mut self.db.read().await?, master_id).await?)
    }

    /// A document of this pro and its file.
    ///
    /// # Errors
    /// 404 when the pro has no such document, or it has no file.
    pub async fn file(&self, master_id: &str, id: &str) -> Fallible<(MasterDocument, Bytes)> {
        let document = master_documents::find(&mut self.db.read().await?, master_id, id)
            .await?
            .ok_or_else(nothing)?;
        let file_id = document.file_id.as_deref().ok_or_else(nothing)?;
        let bytes = self.files.read(file_id).await?.ok_or_else(nothing)?;
        Ok((document, bytes))
    }

    /// Deletes a document of this pro, and its file.
    ///
    /// # Errors
    /// 404 when the pro has no such document; 409 `document_verified`.
    pub async fn delete(&self, master_id: &str, id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let (master, document) = (master_id.to_owned(), id.to_owned());
        let deleted = self.db.write(move |connection| {
            Box::pin(async move {
                masters::touch(connection, &master, now).await?;
                if let Some(file) = master_documents::delete(connection, &master, &document).await? {
                    if let Some(file) = &file {
                        ProFiles::let_go(connection, file, now).await?;
                    }
                    return Ok(file);
                }
                match master_documents::find(connection, &master, &document).await? {
                    Some(_) => Err(verified()),
                    None => Err(nothing()),
                }
            })
        });
        let file = deleted.await?;
        self.files.delete(file.into_iter().collect()).await;
        Ok(())
    }

    /// Deletes documents that were rejected 30 days ago, then the files that nobody names any more, and returns how many of each.
    ///
    /// # Errors
    /// When the database or the folder of the files fails.
    pub async fn sweep(&self) -> Fallible<(u64, u64)> {
        let before = self.clock.now() - KEEP_REJECTED;
        let old =
            master_documents::rejected_before(&mut self.db.read().await?, before, SWEPT_AT_ONCE).await?;
        let mut deleted = 0;
        for (master_id, id) in old {
            match self.delete(&master_id, &id).await {
                Ok(()) => deleted += 1,
                // Its pro, or another server, was faster.
                Err(failure) if failure.kind == FailureKind::NotFound => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok((deleted, self.files.sweep().await?))
    }
}

/// Adds the row in place of those of its kind that are not verified, and gives the files that nobody names any more.
async fn replace(
    connection: &mut Connection,
    document: &MasterDocument,
    kind: DocumentKind,
    most: Option<LimitSettings>,
) -> Fallible<Vec<String>> {
    let (master_id, now) = (&document.master_id, document.uploaded_at);
    if !masters::touch(connection, master_id, now).await? {
        return Err(Failure::unauthorised());
    }
    let replaced = master_documents::delete_unverified(connection, master_id, kind).await?;
    for file in &replaced {
        ProFiles::let_go(connection, file, now).await?;
    }
    let (count, bytes) = master_documents::count(connection, master_id).await?;
    if most.is_some_and(|most| {
        count >= i64::from(most.pro_documents)
            || bytes + document.bytes > i64::from(most.pro_megabytes) * MEGABYTE
    }) {
        return Err(too_many());
    }
    master_documents::add(connection, document).await?;
    if let Some(file) = &document.file_id {
        ProFiles::name(connection, file).await?;
    }
    Ok(replaced)
}

/// Checks a file and gives what is kept of it: a PDF as it is, a picture encoded anew.
fn check(bytes: Vec<u8>) -> Fallible<Checked> {
    if pdf::is_pdf(&bytes) {
        pdf::check(&bytes).map_err(refused)?;
        return Ok(Checked {
            bytes,
            media_type: PDF,
        });
    }
    match photos::recode(&bytes, LONGEST_SIDE) {
        Ok(picture) => Ok(Checked {
            bytes: picture.jpeg,
            media_type: photos::MEDIA_TYPE,
        }),
        Err(failure) if failure.kind == FailureKind::UnsupportedMedia => Err(neither()),
        Err(failure) => Err(failure),
    }
}

fn refused(flaw: pdf::Flaw) -> Failure {
    match flaw {
        pdf::Flaw::Damaged => damaged(),
        pdf::Flaw::Protected => Failure::field(
            "file",
            "This PDF is protected by a password or against changes. Please save it without protection, or send a photo of it.",
        ),
        pdf::Flaw::Active => Failure::field(
            "file",
            "This PDF holds scripts, links or other files. Please print it to a new PDF, or send a photo of it.",
        ),
    }
}

fn damaged() -> Failure {
    Failure::field(
        "file",
        "This file is damaged or incomplete. Please save it again, or send a photo of it.",
    )
}

fn too_slow() -> Failure {
    Failure::field(
        "file",
        "This file takes too long to check. Please send a simpler one, or a photo of it.",
    )
}

fn neither() -> Failure {
    Failure::new(
        FailureKind::UnsupportedMedia,
        "unsupported_media_type",
        "Please choose a PDF, or a JPEG, PNG or WebP photo.",
    )
}

fn too_many() -> Failure {
    Failure::conflict(
        "too_many_documents",
        "You have as many documents as we can keep. Please delete one first, or write to support.",
    )
}

fn verified() -> Failure {
    Failure::conflict(
        "document_verified",
        "This document is verified and stays on record. You can upload a newer one.",
    )
}

fn nothing() -> Failure {
    Failure::not_found("There is no such document.")
}
