//! Suspending pros: an operator says why, the pro may appeal once, an operator decides. Meanwhile the pro gets no jobs, and the balance is
//! held for a time.

mod notices;

use callout_domain::booking::CancelReason;
use url::Url;

use callout_base::audit;
use callout_base::words::words;
use callout_booking::matching::{self, Matching};
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{Clock, Millis};
use callout_domain::dispute::Statement;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::operator::By;
use callout_domain::suspension::{News, Suspension, SuspensionReason};
use callout_domain::work::Work;
use callout_outside::notify::Notifier;
use callout_store::suspensions;
use callout_store::{Connection, Db, jobs, masters};

/// Looks after suspensions; cloning it is cheap.
#[derive(Clone)]
pub struct Suspensions {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Who takes a pro's jobs from them.
    pub matching: Matching,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where people reach the server.
    pub base: Url,
    /// Who is told of appeals.
    pub support_email: Option<String>,
}

/// What an operator says when a pro is suspended.
#[derive(Debug, Clone)]
pub struct Grounds {
    /// Why.
    pub reason: SuspensionReason,
    /// What happened, for the pro to read.
    pub words: String,
}

/// What an operator decides about a suspension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The pro may work again.
    Reinstate,
    /// It stays, after an appeal.
    Uphold,
}

impl Suspensions {
    /// Suspends a pro: jobs that have not begun are matched anew, and the pro is told why and how to appeal.
    ///
    /// # Errors
    /// 404 when there is no such account; 409 `already_suspended`, and `jobs_under_way` with the jobs that an operator must decide about
    /// first; 422 on `reason`; those of [`audit::note`].
    pub async fn suspend(&self, master_id: &str, grounds: Grounds, by: By) -> Fallible<()> {
        let (reason, words) = (grounds.reason, words("reason", &grounds.words)?);
        let (master, now) = (master_id.to_owned(), self.clock.now());
        let id = ids::prefixed("suspension-")?;
        let suspended = self.db.write(move |connection| {
            Box::pin(async move {
                let suspension = Suspension::new(id, master, reason, words, now);
                begin(connection, &suspension, &by, now).await
            })
        });
        suspended.await?;
        self.matching.index().reload(master_id).await
    }

    /// Keeps what a suspended pro says to it, once, and has an operator told. The same again changes nothing.
    ///
    /// # Errors
    /// 409 `not_suspended`, `already_appealed`; 422 on `text`.
    pub async fn appeal(&self, master_id: String, text: &str) -> Fallible<()> {
        let (text, now) = (Statement::parse(text, Vec::new())?.text, self.clock.now());
        let appealed = self.db.write(move |connection| {
            Box::pin(async move {
                let suspension = lock(connection, &master_id, now).await?;
                match &suspension.appeal {
                    Some(before) if *before == text => return Ok(()),
                    Some(_) => return Err(already_appealed()),
                    None => {}
                }
                let held_until = suspension.held_with_appeal(now);
                suspensions::appeal(connection, &suspension.id, &text, held_until, now).await?;
                tell(connection, &suspension.id, News::Appealed, now).await
            })
        });
        appealed.await
    }

    /// Reinstates a suspended pro, or lets the suspension stand after an appeal; the pro is told.
    ///
    /// # Errors
    /// 404 when there is no such account; 409 `not_suspended`, and `no_appeal` where there is none to decide; 422 on `reason`; those of
    /// [`audit::note`].
    pub async fn decide(&self, master_id: &str, verdict: Verdict, reason: &str, by: By) -> Fallible<()> {
        let (words, now) = (words("reason", reason)?, self.clock.now());
        let master = master_id.to_owned();
        let decided = self.db.write(move |connection| {
            Box::pin(async move { carry_out(connection, &master, verdict, &words, &by, now).await })
        });
        decided.await?;
        self.matching.index().reload(master_id).await
    }

    /// Pros who are suspended, those first whose appeal waits; at most `limit`.
    pub async fn all(&self, limit: i64) -> Fallible<Vec<Suspension>> {
        Ok(suspensions::all_open(&mut self.db.read().await?, limit).await?)
    }
}

async fn begin(connection: &mut Connection, suspension: &Suspension, by: &By, now: Millis) -> Fallible<()> {
    let master = suspension.master_id.as_str();
    // Locks the pro: no job becomes theirs and none begins until this ends.
    if !masters::touch(connection, master, now).await? {
        return Err(no_pro());
    }
    let entry = Entry::new(Act::ProSuspended, Subject::Pro(master.to_owned()));
    audit::check(connection, by, &entry).await?;
    if suspensions::open(connection, master).await?.is_some() {
        return Err(already_suspended());
    }
    let at_work = matching::at_work(connection, master).await?;
    if !at_work.is_empty() {
        return Err(under_way(&at_work));
    }
    suspensions::add(connection, suspension).await?;
    let taken = matching::take_everything(connection, master, CancelReason::Suspended, now).await?;
    tell(connection, &suspension.id, News::Suspended, now).await?;
    let entry = entry
        .is("reason", suspension.reason.as_str())
        .is("jobs_matched_anew", taken)
        .because(&suspension.words);
    audit::note(connection, by, &entry, now).await
}

async fn carry_out(
    connection: &mut Connection,
    master: &str,
    verdict: Verdict,
    words: &str,
    by: &By,
    now: Millis,
) -> Fallible<()> {
    let act = match verdict {
        Verdict::Reinstate => Act::ProReinstated,
        Verdict::Uphold => Act::SuspensionUpheld,
    };
    let entry = Entry::new(act, Subject::Pro(master.to_owned()));
    audit::check(connection, by, &entry).await?;
    let suspension = lock(connection, master, now).await?;
    if verdict == Verdict::Uphold && !suspension.has_open_appeal() {
        return Err(no_appeal());
    }
    let ends = verdict == Verdict::Reinstate;
    suspensions::decide(connection, &suspension.id, words, ends, now).await?;
    let news = if ends { News::Reinstated } else { News::Upheld };
    tell(connection, &suspension.id, news, now).await?;
    let entry = entry.was("reason", suspension.reason.as_str()).because(words);
    audit::note(connection, by, &entry, now).await
}

/// The suspension that a pro is under, with the pro locked.
async fn lock(connection: &mut Connection, master: &str, now: Millis) -> Fallible<Suspension> {
    if !masters::touch(connection, master, now).await? {
        return Err(no_pro());
    }
    suspensions::open(connection, master)
        .await?
        .ok_or_else(not_suspended)
}

async fn tell(connection: &mut Connection, suspension_id: &str, news: News, now: Millis) -> Fallible<()> {
    let message = Work::SuspensionMessage {
        suspension_id: suspension_id.to_owned(),
        news,
    };
    jobs::enqueue(connection, &message, None, now, now).await?;
    Ok(())
}

fn no_pro() -> Failure {
    Failure::not_found("There is no such pro.")
}

fn already_suspended() -> Failure {
    Failure::conflict("already_suspended", "This pro is suspended already.")
}

fn not_suspended() -> Failure {
    Failure::conflict("not_suspended", "This account is not suspended.")
}

fn already_appealed() -> Failure {
    Failure::conflict("already_appealed", "You have appealed already.")
}

fn no_appeal() -> Failure {
    Failure::conflict("no_appeal", "There is no appeal to decide.")
}

fn under_way(jobs: &[String]) -> Failure {
    let detail = format!(
        "This pro is at work on {}. Stop the job or wait until it is done, then suspend.",
        jobs.join(", ")
    );
    Failure::conflict("jobs_under_way", detail)
}
