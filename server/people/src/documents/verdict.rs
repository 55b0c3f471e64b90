//! What operators do with a document: look at it, verify it, reject it.

use bytes::Bytes;
use pricing_core::calendar::CivilDate;

use super::{Documents, nothing};
use callout_base::audit;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::letters;
use callout_domain::master_document::{DocumentKind, DocumentNews, DocumentStatus};
use callout_domain::operator::By;
use callout_domain::time;
use callout_domain::work::Work;
use callout_store::master_documents::{MasterDocument, of_operators};
use callout_store::{Connection, jobs, master_events, masters};

/// Longest reason of a rejection, characters.
const REASON_LIMIT: usize = 500;

/// What an operator reads on a document, as typed.
#[derive(Debug, Clone, Default)]
pub struct Approval {
    /// The last day it is valid, `YYYY-MM-DD`; may be empty where the kind allows.
    pub expires_on: String,
    /// Number of the registration or policy.
    pub number: String,
}

impl Documents {
    /// A document, whoever's it is.
    ///
    /// # Errors
    /// 404 when there is none.
    pub async fn known(&self, id: &str) -> Fallible<MasterDocument> {
        let document = of_operators::find(&mut self.db.read().await?, id).await?;
        document.ok_or_else(nothing)
    }

    /// Opens the file of a document for an operator, which is written down.
    ///
    /// # Errors
    /// 404 when there is no such document, or it has no file.
    pub async fn open(&self, id: &str, by: By) -> Fallible<(MasterDocument, Bytes)> {
        let document = self.known(id).await?;
        let file_id = document.file_id.as_deref().ok_or_else(nothing)?;
        let bytes = self.files.read(file_id).await?.ok_or_else(nothing)?;
        let now = self.clock.now();
        let entry = Entry::new(Act::DocumentViewed, Subject::Document(id.to_owned()))
            .is("kind", document.kind.as_str());
        let noted = self.db.write(move |connection| {
            Box::pin(async move { audit::note(connection, &by, &entry, now).await })
        });
        noted.await?;
        Ok((document, bytes))
    }

    /// Verifies a document, and has its pro told.
    ///
    /// # Errors
    /// 404 when there is no such document; 409 `decided` when it waits for nobody; 422 on `expires_on` and `number`; those of
    /// [`audit::note`].
    pub async fn approve(&self, id: String, approval: Approval, by: By) -> Fallible<()> {
        let now = self.clock.now();
        let approved = self.db.write(move |connection| {
            Box::pin(async move {
                let document = locked(connection, &id, now).await?;
                let entry = Entry::new(Act::DocumentApproved, Subject::Document(id.clone()));
                audit::check(connection, &by, &entry).await?;
                let status = document.status(now);
                if status != DocumentStatus::Uploaded {
                    return Err(decided(status));
                }
                let kind = document.kind;
                let expires_on = last_day(kind, &approval.expires_on, now)?;
                let number = kind.number(&approval.number);
                let number = number.map_err(|message| Failure::field("number", message))?;
                of_operators::verify(connection, &id, expires_on.as_deref(), number.as_deref(), now).await?;
                tell(connection, &document, DocumentNews::Verified, now).await?;
                let entry = entry
                    .was("status", status.as_str())
                    .was("expires_on", document.expires_on)
                    .is("status", DocumentStatus::Verified.as_str())
                    .is("expires_on", expires_on)
                    .is("kind", kind.as_str());
                audit::note(connection, &by, &entry, now).await
            })
        });
        approved.await
    }

    /// Rejects a document that waits, or one that was verified before, and has its pro told why. Jobs that only a verified one
    /// allowed are given to others.
    ///
    /// # Errors
    /// 404 when there is no such document; 409 `decided` when it is rejected already; 422 on `reason`; those of [`audit::note`].
    pub async fn reject(&self, id: String, reason: &str, by: By) -> Fallible<()> {
        let (reason, now) = (reason_of(reason)?, self.clock.now());
        let rejected = self.db.write(move |connection| {
            Box::pin(async move {
                let document = locked(connection, &id, now).await?;
                let entry = Entry::new(Act::DocumentRejected, Subject::Document(id.clone()));
                audit::check(connection, &by, &entry).await?;
                let status = document.status(now);
                if status == DocumentStatus::Rejected {
                    return Err(decided(status));
                }
                of_operators::reject(connection, &id, &reason, now).await?;
                tell(connection, &document, DocumentNews::Rejected, now).await?;
                if document.verified_at.is_some() {
                    check_papers(connection, &document.master_id, now).await?;
                }
                let entry = entry
                    .was("status", status.as_str())
                    .is("status", DocumentStatus::Rejected.as_str())
                    .is("kind", document.kind.as_str())
                    .because(&reason);
                audit::note(connection, &by, &entry, now).await
            })
        });
        rejected.await
    }
}

/// Has the jobs looked through that a pro may not do any more.
pub(super) async fn check_papers(connection: &mut Connection, master_id: &str, now: Millis) -> Fallible<()> {
    let work = Work::CheckPapers {
        master_id: master_id.to_owned(),
    };
    Ok(jobs::enqueue(connection, &work, None, now, now).await?)
}

/// Has a pro, whom the caller has locked, told something about a document: on open pages, and by email.
pub(super) async fn tell(
    connection: &mut Connection,
    document: &MasterDocument,
    news: DocumentNews,
    now: Millis,
) -> Fallible<()> {
    master_events::add(connection, &document.master_id, news.event(), &document.id, now).await?;
    let work = Work::DocumentEmail {
        document_id: document.id.clone(),
        news,
    };
    let key = format!("document:{}:{}", document.id, news.as_str());
    Ok(jobs::enqueue(connection, &work, Some(&key), now, now).await?)
}

/// A document whose pro is locked, as everywhere, and marked as changed: matching looks at the papers again.
async fn locked(connection: &mut Connection, id: &str, now: Millis) -> Fallible<MasterDocument> {
    let document = of_operators::find(connection, id).await?.ok_or_else(nothing)?;
    masters::touch(connection, &document.master_id, now).await?;
    // Its pro may have replaced it until then.
    of_operators::find(connection, id).await?.ok_or_else(nothing)
}

/// The last day a document is valid, as an operator types it.
///
/// # Errors
/// 422 on `expires_on` for what is no day to come, or where a day is needed.
pub fn last_day(kind: DocumentKind, typed: &str, now: Millis) -> Fallible<Option<String>> {
    let typed = Some(typed.trim()).filter(|typed| !typed.is_empty());
    let day = typed.and_then(|typed| typed.parse::<CivilDate>().ok());
    if day.is_some_and(|day| day.to_string() <= time::day(now)) {
        return Err(Failure::field(
            "expires_on",
            "This day is not in the future. Reject the document, so that the pro sends a newer one.",
        ));
    }
    let checked = kind.last_day(typed, now);
    checked.map_err(|message| Failure::field("expires_on", message))
}

/// Why a document is rejected, as an operator types it.
///
/// # Errors
/// 422 on `reason` when it says nothing, or too much.
pub fn reason_of(typed: &str) -> Fallible<String> {
    let reason = letters::plain_text(typed).trim().to_owned();
    match reason.chars().count() {
        0..=2 => Err(Failure::field("reason", "Say what is wrong with it.")),
        length if length > REASON_LIMIT => Err(Failure::field("reason", "Use at most 500 characters.")),
        _ => Ok(reason),
    }
}

fn decided(status: DocumentStatus) -> Failure {
    let detail = format!(
        "This document is {} already. Nothing was changed.",
        status.as_str()
    );
    Failure::conflict("decided", detail)
}
