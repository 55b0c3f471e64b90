//! Documents run out: their pros are told in time and at the end. Pictures of identities go some time after the verdict.

use super::Documents;
use super::verdict::{check_papers, tell};
use callout_base::files::ProFiles;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::master_document::{DocumentNews, KEEP_ABANDONED, KEEP_IDENTITY, KEEP_REPLACED};
use callout_store::master_documents::{self, MasterDocument, of_operators};
use callout_store::{Connection, masters};

/// How many documents of each kind of news, or pictures, one round handles.
const AT_ONCE: i64 = 100;

impl Documents {
    /// Has pros told, once each, of documents that end soon or have ended; at the end the jobs are looked through that they allowed.
    /// Returns how many were noted. To be called once a minute, by several servers if need be.
    pub async fn tell_of_ends(&self) -> Fallible<u64> {
        let (now, mut told) = (self.clock.now(), 0);
        for news in DocumentNews::OF_THE_END {
            let due = of_operators::ending(&mut self.db.read().await?, news, now, AT_ONCE).await?;
            for (master, id) in due {
                let noted = self.db.write(move |connection| {
                    Box::pin(async move { note(connection, &master, &id, news, now).await })
                });
                told += u64::from(noted.await?);
            }
        }
        Ok(told)
    }

    /// Deletes the pictures of identities that were verified 30 days ago, and returns how many. What was verified stays on record. With
    /// `all`, the files of documents that were replaced 12 months ago, too, and those of pros who never became active and have not been
    /// here for 90 days.
    pub async fn forget_files(&self, all: bool) -> Fallible<u64> {
        let now = self.clock.now();
        let old = self.old_files(all).await?;
        let mut forgotten = 0;
        for (master, id, file) in old {
            let let_go = file.clone();
            let taken = self.db.write(move |connection| {
                Box::pin(async move {
                    masters::touch(connection, &master, now).await?;
                    let taken = of_operators::without_file(connection, &id, &let_go).await?;
                    if taken {
                        ProFiles::let_go(connection, &let_go, now).await?;
                    }
                    Ok::<_, Failure>(taken)
                })
            });
            if taken.await? {
                self.files.delete(vec![file]).await;
                forgotten += 1;
            }
        }
        Ok(forgotten)
    }

    async fn old_files(&self, all: bool) -> Fallible<Vec<of_operators::OldFile>> {
        let (now, mut connection) = (self.clock.now(), self.db.read().await?);
        let mut old = of_operators::identities_before(&mut connection, now - KEEP_IDENTITY, AT_ONCE).await?;
        if all {
            old.extend(of_operators::replaced_before(&mut connection, now - KEEP_REPLACED, AT_ONCE).await?);
            old.extend(of_operators::abandoned_before(&mut connection, now - KEEP_ABANDONED, AT_ONCE).await?);
        }
        Ok(old)
    }
}

/// Notes that a pro is told of the end of a document; nothing more when they have one that lasts longer.
async fn note(
    connection: &mut Connection,
    master_id: &str,
    id: &str,
    news: DocumentNews,
    now: Millis,
) -> Fallible<bool> {
    masters::touch(connection, master_id, now).await?;
    let documents = master_documents::of_master(connection, master_id).await?;
    let Some(document) = documents.iter().find(|document| document.id == id) else {
        return Ok(false);
    };
    if !of_operators::tell_end(connection, id, news).await? {
        return Ok(false);
    }
    if !documents.iter().any(|other| lasts_longer(other, document)) {
        tell(connection, document, news, now).await?;
    }
    if news == DocumentNews::Ended && document.kind.must_expire() {
        check_papers(connection, master_id, now).await?;
    }
    Ok(true)
}

/// True for a verified document of the same kind that is valid longer.
fn lasts_longer(other: &MasterDocument, document: &MasterDocument) -> bool {
    let is_good = other.verified_at.is_some() && other.rejected_at.is_none();
    let is_longer = other.expires_on.is_none() || other.expires_on > document.expires_on;
    other.kind == document.kind && is_good && is_longer
}
