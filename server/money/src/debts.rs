//! What pros owe in fees of cash jobs: a client who did not pay, what an operator decides about the fee, and the messages about debts.
//! Paying by card is the payments' part.

mod notices;
mod write_off;

use callout_base::words::words;
use pricing_core::Pence;
use serde_json::json;
use url::Url;

use callout_base::audit;
use callout_booking::bookings;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::operator::By;
use callout_domain::unpaid::{self, Verdict};
use callout_domain::work::Work;
use callout_outside::notify::Notifier;
use callout_store as store;
use callout_store::unpaid_jobs::{self, UnpaidJob};
use callout_store::{Connection, Db, events, frozen, jobs, ledger, masters};

/// How many jobs a list of those to decide shows.
const AT_ONCE: i64 = 200;

/// Looks after what pros owe; cloning it is cheap.
#[derive(Clone)]
pub struct Debts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where people reach the server.
    pub base: Url,
    /// Who is told of jobs that were not paid.
    pub support_email: Option<String>,
}

/// What there is to a cash job that may not have been paid.
#[derive(Debug, Clone, Default)]
pub struct Unpaid {
    /// What its pro says, and what was decided.
    pub said: Option<UnpaidJob>,
    /// Until when the pro may say that it was not paid, Unix milliseconds; none when that is over, or was done.
    pub open_until: Option<Millis>,
}

/// What an operator decides about the fee of a cash job.
#[derive(Debug, Clone)]
pub struct Decision {
    /// What.
    pub verdict: Verdict,
    /// Why, for the pro to read.
    pub words: String,
}

impl Debts {
    /// What there is to a job; nothing for one that is not done, or was paid by card.
    pub async fn of(&self, booking: &Booking) -> Fallible<Unpaid> {
        let Some(until) = unpaid::open_until(booking) else {
            return Ok(Unpaid::default());
        };
        let said = unpaid_jobs::find(&mut self.db.read().await?, &booking.id).await?;
        let is_open = said.is_none() && self.clock.now() < until;
        Ok(Unpaid {
            said,
            open_until: is_open.then_some(until),
        })
    }

    /// Keeps that the client of a pro's cash job did not pay, and has an operator told. The same again changes nothing.
    ///
    /// # Errors
    /// 404 when the job is not this pro's; 409 `not_cash`, `not_completed`, `report_closed` once the time is over, `already_reported`.
    pub async fn report(&self, master_id: &str, booking_id: &str, text: String) -> Fallible<Booking> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = store::bookings::lock(connection, &id).await?;
                    let own = |booking: &Booking| booking.assigned_master_id.as_ref() == Some(&master);
                    let booking = booking.filter(own).ok_or_else(no_booking)?;
                    if let Some(said) = unpaid_jobs::find(connection, &id).await? {
                        let is_same = said.text.as_ref() == Some(&text);
                        return is_same.then_some(booking).ok_or_else(already_reported);
                    }
                    check_open(&booking, now)?;
                    let job = UnpaidJob {
                        booking_id: id.clone(),
                        master_id: master,
                        text: Some(text),
                        reported_at: Some(now),
                        verdict: None,
                        verdict_words: None,
                        waived_pence: 0,
                        decided_at: None,
                    };
                    unpaid_jobs::add(connection, &job).await?;
                    note(connection, &booking, EventKind::NotPaid, now).await?;
                    let alert = Work::NotPaidAlert { booking_id: id };
                    jobs::enqueue(connection, &alert, None, now, now).await?;
                    Ok(booking)
                })
            })
            .await
    }

    /// The jobs that wait for an operator, the oldest first.
    pub async fn to_decide(&self) -> Fallible<Vec<UnpaidJob>> {
        Ok(unpaid_jobs::to_decide(&mut self.db.read().await?, AT_ONCE).await?)
    }

    /// Decides about the fee of a cash job, whether or not its pro asked here. The running server tells the pro.
    ///
    /// # Errors
    /// 404 when there is no such job of a pro; 409 `not_cash`, `not_completed`, `already_decided`, or `written_off` when the fee may have been
    /// written off with other debts; 403 for anybody but super admins where the pro has reported nothing; 422 on `reason`; those of
    /// [`audit::note`].
    pub async fn decide(&self, booking_id: &str, decision: Decision, by: By) -> Fallible<UnpaidJob> {
        let decision = Decision {
            words: words("reason", &decision.words)?,
            ..decision
        };
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        let decided = self.db.write(move |connection| {
            Box::pin(async move {
                let entry = Entry::new(Act::FeeDecided, Subject::Booking(id.clone()));
                audit::check(connection, &by, &entry).await?;
                let reported = unpaid_jobs::find(connection, &id).await?;
                if reported.is_none_or(|job| job.reported_at.is_none()) {
                    by.require_super_admin("decide about a fee that its pro did not ask about")?;
                }
                let job = carry_out(connection, &id, &decision, now).await?;
                let entry = entry
                    .is("verdict", decision.verdict.as_str())
                    .is("waived_pence", job.waived_pence)
                    .because(&decision.words);
                audit::note(connection, &by, &entry, now).await?;
                Ok::<_, Failure>(job)
            })
        });
        let job = decided.await?;
        tracing::info!(booking = %job.booking_id, waived = job.waived_pence, "an operator has decided about a fee");
        Ok(job)
    }
}

async fn carry_out(
    connection: &mut Connection,
    id: &str,
    decision: &Decision,
    now: Millis,
) -> Fallible<UnpaidJob> {
    let booking = store::bookings::find(connection, id)
        .await?
        .ok_or_else(no_booking)?;
    let master = booking.assigned_master_id.ok_or_else(no_booking)?;
    // Pros are locked before bookings; matching depends on what they owe.
    masters::touch(connection, &master, now).await?;
    let booking = store::bookings::lock(connection, id)
        .await?
        .ok_or_else(no_booking)?;
    check_cash(&booking)?;
    let unasked = UnpaidJob {
        booking_id: id.to_owned(),
        master_id: master.clone(),
        text: None,
        reported_at: None,
        verdict: None,
        verdict_words: None,
        waived_pence: 0,
        decided_at: None,
    };
    unpaid_jobs::add(connection, &unasked).await?;
    let waived = match decision.verdict {
        Verdict::Waived => fee_to_waive(connection, id, &master).await?,
        Verdict::Upheld => Pence::ZERO,
    };
    if !unpaid_jobs::decide(connection, id, decision.verdict, &decision.words, waived.0, now).await? {
        return Err(already_decided());
    }
    let posting = Transaction::new(Kind::WrittenOff, id, &booking.currency)
        .about_booking(id)
        .transfer(
            waived,
            Debit(Account::PlatformBadDebts),
            Credit(Account::Pro(master)),
        )
        .map_err(|NegativeTransfer| Failure::internal("a fee of less than nothing"))?;
    if waived > Pence::ZERO {
        ledger::post(connection, &posting, now).await?;
    }
    note(connection, &booking, EventKind::FeeDecided, now).await?;
    let told = Work::FeeVerdictEmail {
        booking_id: id.to_owned(),
    };
    jobs::enqueue(connection, &told, None, now, now).await?;
    unpaid_jobs::find(connection, id).await?.ok_or_else(no_booking)
}

/// The fee of a job; what was written off since then may include it, and nothing is given twice.
async fn fee_to_waive(connection: &mut Connection, id: &str, master: &str) -> Fallible<Pence> {
    if ledger::was_debt_written_off_since(connection, master, id).await? {
        let detail = "Since this job, a debt of this pro was written off, which may include its fee. Uphold the fee, and write off what is left of the debt.";
        return Err(Failure::conflict("written_off", detail));
    }
    Ok(frozen::earned(connection, id).await?.fees.max(Pence::ZERO))
}

/// Notes in a locked booking that something has happened, and has its pro's pages told.
async fn note(connection: &mut Connection, booking: &Booking, kind: EventKind, now: Millis) -> Fallible<()> {
    let id = &booking.id;
    events::note(connection, id, kind, &json!({}), now).await?;
    match &booking.assigned_master_id {
        Some(master) => bookings::tell_pro_of_change(connection, master, id, now).await,
        None => Ok(()),
    }
}

fn check_cash(booking: &Booking) -> Fallible<()> {
    if !booking.is_in_cash() {
        return Err(Failure::conflict("not_cash", "This job is not paid in cash."));
    }
    if !unpaid::is_paid_in_cash(booking) {
        return Err(Failure::conflict("not_completed", "This job is not done yet."));
    }
    Ok(())
}

fn check_open(booking: &Booking, now: Millis) -> Fallible<()> {
    check_cash(booking)?;
    if unpaid::open_until(booking).is_none_or(|until| now >= until) {
        return Err(Failure::conflict("report_closed", "The time for this is over."));
    }
    Ok(())
}

fn no_booking() -> Failure {
    Failure::not_found("Booking not found.")
}

fn already_reported() -> Failure {
    Failure::conflict("already_reported", "You have told us about this job already.")
}

fn already_decided() -> Failure {
    Failure::conflict("already_decided", "The fee of this job is decided already.")
}
