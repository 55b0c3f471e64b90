//! A pro contests that they did not come: what they say, and what an operator decides. The client keeps the refund either way; a visit
//! that counts as made is paid by the platform.

use callout_base::words::words;
use pricing_core::{Pence, PriceBook};

use super::{
    Visits, alert, already_decided, already_reported, begun, lock_own, no_report, note, tell_verdict,
};
use callout_base::audit;
use callout_base::bank_disputes;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clearing::{FIRST_JOBS, Waits};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{self as money, Account, Credit, Debit, NegativeTransfer, Transaction};
use callout_domain::missed_visit::{self, Kind, Verdict};
use callout_domain::operator::By;
use callout_store::bookings::of_pros;
use callout_store::clearing::NewClearing;
use callout_store::missed_visits::{self, Decided, MissedVisit};
use callout_store::{Connection, ledger, masters};

impl Visits {
    /// Keeps what a pro says to a client's report that they did not come, and has an operator told. The same again changes nothing.
    ///
    /// # Errors
    /// 404 when the job is not this pro's; 409 `not_missed` where nobody says so, `report_closed` once the time is over,
    /// `already_reported`.
    pub async fn contest(&self, master_id: &str, booking_id: &str, text: String) -> Fallible<Booking> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = lock_own(connection, &id, &master).await?;
                    let until = missed_visit::contest_until(&booking).ok_or_else(not_missed)?;
                    if let Some(said) = missed_visits::last(connection, &id, &master, Kind::NoShow).await? {
                        let is_same = said.text.as_ref() == Some(&text);
                        return is_same.then_some(booking).ok_or_else(already_reported);
                    }
                    if now >= until {
                        return Err(Failure::conflict("report_closed", "The time for this is over."));
                    }
                    let visit = MissedVisit {
                        text: Some(text),
                        reported_at: Some(now),
                        ..begun(Kind::NoShow, id, master, now)?
                    };
                    missed_visits::add(connection, &visit).await?;
                    note(connection, &booking, EventKind::NoShowContested, now).await?;
                    alert(connection, &visit.id, now).await?;
                    Ok(booking)
                })
            })
            .await
    }

    /// What its pro gets if a visit counts as made.
    pub async fn worth(&self, booking: &Booking) -> Fallible<Pence> {
        let current = self.books.current().await?;
        missed_visit::compensation(current.of_version(&booking.book_version), booking)
    }

    /// Decides whether a contested visit counts as made; then the platform pays its pro. The running server tells the pro.
    ///
    /// # Errors
    /// 404 when nobody contests such a visit; 409 `already_decided`; 422 on `reason`; those of [`audit::note`].
    pub async fn decide_no_show(
        &self,
        visit_id: &str,
        is_overturned: bool,
        reason: &str,
        by: By,
    ) -> Fallible<MissedVisit> {
        let words = words("reason", reason)?;
        let (id, now, waits) = (visit_id.to_owned(), self.clock.now(), self.waits);
        let current = self.books.current().await?;
        let decided = self.db.write(move |connection| {
            Box::pin(async move {
                let visit = missed_visits::find(connection, &id).await?;
                let visit = visit
                    .filter(|visit| visit.kind == Kind::NoShow)
                    .ok_or_else(no_report)?;
                let entry = Entry::new(Act::NoShowDecided, Subject::Booking(visit.booking_id.clone()));
                audit::check(connection, &by, &entry).await?;
                // Pros are locked before bookings.
                masters::touch(connection, &visit.master_id, now).await?;
                let booking = lock_own(connection, &visit.booking_id, &visit.master_id).await?;
                let verdict = if is_overturned {
                    Verdict::Overturned
                } else {
                    Verdict::Stands
                };
                let paid = paid(current.of_version(&booking.book_version), &booking, verdict)?;
                let decided = Decided {
                    verdict,
                    words: &words,
                    amount_pence: paid.0,
                };
                if !missed_visits::decide(connection, &id, decided, now).await? {
                    return Err(already_decided());
                }
                pay(connection, &booking, &visit.master_id, paid, waits, now).await?;
                note(connection, &booking, EventKind::NoShowDecided, now).await?;
                tell_verdict(connection, &id, now).await?;
                let entry = entry
                    .is("verdict", verdict.as_str())
                    .refunding(paid)
                    .because(&words);
                audit::note(connection, &by, &entry, now).await?;
                missed_visits::find(connection, &id).await?.ok_or_else(no_report)
            })
        });
        let visit = decided.await?;
        tracing::info!(booking = %visit.booking_id, paid = visit.amount_pence, "an operator has decided about a missed visit");
        Ok(visit)
    }
}

/// What the platform pays the pro.
fn paid(book: &PriceBook, booking: &Booking, verdict: Verdict) -> Fallible<Pence> {
    if verdict == Verdict::Overturned {
        missed_visit::compensation(book, booking)
    } else {
        Ok(Pence::ZERO)
    }
}

/// Posts what the platform pays a pro of its own; it clears like a share of a late cancellation, and is paid out as a plain transfer, since
/// nothing of the client's payment is left.
async fn pay(
    connection: &mut Connection,
    booking: &Booking,
    master_id: &str,
    amount: Pence,
    waits: Waits,
    now: Millis,
) -> Fallible<()> {
    if amount <= Pence::ZERO {
        return Ok(());
    }
    let posting = Transaction::new(money::Kind::MissedVisit, &booking.id, &booking.currency)
        .about_booking(&booking.id)
        .transfer(
            amount,
            Debit(Account::PlatformGoodwill),
            Credit(Account::ProClearing(master_id.to_owned())),
        )
        .map_err(|NegativeTransfer| Failure::internal("a visit worth less than nothing"))?;
    if !ledger::post(connection, &posting, now).await? {
        return Ok(());
    }
    let number = of_pros::done(connection, master_id, FIRST_JOBS).await? + 1;
    let price = Pence(booking.amount_pence + booking.discount_pence);
    let earned = NewClearing {
        reference: posting.reference(),
        booking_id: &booking.id,
        master_id,
        amount_pence: amount.0,
        clears_at: now + waits.after(price, number, false),
    };
    bank_disputes::earn(connection, earned, now).await
}

fn not_missed() -> Failure {
    Failure::conflict("not_missed", "Nobody says that you missed this visit.")
}
