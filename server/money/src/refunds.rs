//! Refunds of jobs that have ended, which operators decide on apart from any dispute; and what they share with those of disputes.

mod shared;
mod taken;

use pricing_core::Pence;

pub use shared::promise;
pub use taken::take_back;

use crate::payments::refund;
use callout_base::audit;
use callout_base::goodwill;
use callout_base::words::words;
use callout_booking::bookings;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::Booking;
use callout_domain::clock::{Clock, Millis};
use callout_domain::dispute::{BorneBy, DisputeStatus};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_domain::work::Work;
use callout_store as store;
use callout_store::payments::{self, Payment};
use callout_store::{Connection, Db, chargebacks, disputes, frozen, jobs, masters};

/// Gives money back; cloning it is cheap.
#[derive(Clone)]
pub struct Refunds {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// What an operator decides.
#[derive(Debug, Clone)]
pub struct Refund {
    /// What the client gets back.
    pub amount: Pence,
    /// Who bears it.
    pub borne_by: BorneBy,
    /// Why, for operators to read.
    pub words: String,
}

/// What can be given back of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// The most.
    pub most: Pence,
    /// A dispute about it is open; any refund is decided there.
    pub is_disputed: bool,
}

impl Refunds {
    /// What can be given back of a booking.
    pub async fn left(&self, booking: &Booking) -> Fallible<Left> {
        let mut connection = self.db.read().await?;
        let paid = payments::of_booking(&mut connection, &booking.id).await?;
        Ok(Left {
            most: most(&mut connection, booking, &paid).await?,
            is_disputed: is_disputed(&mut connection, &booking.id).await?,
        })
    }

    /// Gives the client of a job that has ended money back. The running server makes the refund and tells them.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `disputed` while a dispute or a chargeback of it is open; 422 on `amount` beyond what is
    /// left of what was charged, and on `reason`; those of [`audit::note`].
    pub async fn make(&self, booking_id: String, refund: Refund, by: By) -> Fallible<()> {
        let refund = Refund {
            words: words("reason", &refund.words)?,
            ..refund
        };
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move { Box::pin(carry_out(connection, &booking_id, &refund, &by, now)).await })
            })
            .await
    }
}

async fn carry_out(
    connection: &mut Connection,
    booking_id: &str,
    refund: &Refund,
    by: &By,
    now: Millis,
) -> Fallible<()> {
    let entry = Entry::new(Act::BookingRefunded, Subject::Booking(booking_id.to_owned()));
    let (booking, charged) = lock(connection, booking_id, now).await?;
    audit::check(connection, by, &entry).await?;
    if is_disputed(connection, booking_id).await? {
        return Err(disputed());
    }
    let most = most(connection, &booking, &charged).await?;
    if refund.amount <= Pence::ZERO || refund.amount > most {
        return Err(Failure::field("amount", wrong_amount(most)));
    }
    let reference = ids::prefixed("refund-")?;
    let of_pro = take(connection, &booking, refund, &reference, now).await?;
    promise(connection, &reference, &charged, refund.amount, now).await?;
    tell_pro(connection, &booking, &reference, of_pro, now).await?;
    bookings::note_refund(connection, &booking, refund.amount, now).await?;
    let entry = entry
        .is("borne_by", refund.borne_by.as_str())
        .refunding(refund.amount)
        .because(&refund.words);
    audit::note(connection, by, &entry, now).await
}

/// Locks the payments, then the pro, then the booking, as everybody does.
async fn lock(connection: &mut Connection, id: &str, now: Millis) -> Fallible<(Booking, Vec<Payment>)> {
    let booking = store::bookings::find(connection, id)
        .await?
        .ok_or_else(not_found)?;
    let charged = payments::lock_of_booking(connection, id, now).await?;
    if let Some(master) = &booking.assigned_master_id {
        masters::touch(connection, master, now).await?;
    }
    let booking = store::bookings::lock(connection, id)
        .await?
        .ok_or_else(not_found)?;
    Ok((booking, charged))
}

/// The most that can be given back: nothing before the job has ended, and of a cancelled one what was kept for it, since the rest goes
/// back by itself.
async fn most(connection: &mut Connection, booking: &Booking, charged: &[Payment]) -> Fallible<Pence> {
    let (facts, free) = (booking.facts(), refund::free_of(charged));
    if facts.is_done {
        return Ok(free);
    }
    if !facts.is_called_off {
        return Ok(Pence::ZERO);
    }
    let earned = frozen::earned(connection, &booking.id).await?.paid();
    // While the rest has not gone back yet, a refund would take it from there.
    Ok(if free > earned { Pence::ZERO } else { free })
}

/// True while somebody else decides about the money of a booking: a dispute of it, or the client's bank.
pub async fn is_disputed(connection: &mut Connection, booking_id: &str) -> Fallible<bool> {
    let disputes = disputes::of_booking(connection, booking_id).await?;
    let is_open = disputes
        .iter()
        .any(|dispute| dispute.status == DisputeStatus::Open);
    Ok(is_open || chargebacks::is_open(connection, booking_id).await?)
}

/// Makes the refund the client's: first what nobody has earned, which is theirs anyway, then what the job has earned or what the platform
/// gives instead. Gives the pro's part of it.
async fn take(
    connection: &mut Connection,
    booking: &Booking,
    refund: &Refund,
    reference: &str,
    now: Millis,
) -> Fallible<Pence> {
    let rest = refund.amount - refund::unearned(connection, &booking.id).await?;
    if rest <= Pence::ZERO {
        return Ok(Pence::ZERO);
    }
    match refund.borne_by {
        BorneBy::Callout => {
            let client = Account::Client(booking.made_by.clone());
            goodwill::give(connection, reference, &booking.id, rest, client, now).await?;
            Ok(Pence::ZERO)
        }
        BorneBy::Pro => {
            let earned = frozen::earned(connection, &booking.id).await?;
            let shares = earned
                .shares(rest)
                .ok_or_else(|| Failure::internal("more is given back than was paid"))?;
            take_back(connection, booking, shares, reference, now).await?;
            Ok(shares.pro)
        }
    }
}

/// Has the pro told of what a refund takes from them.
async fn tell_pro(
    connection: &mut Connection,
    booking: &Booking,
    reference: &str,
    taken: Pence,
    now: Millis,
) -> Fallible<()> {
    let Some(master_id) = booking.assigned_master_id.clone().filter(|_| taken > Pence::ZERO) else {
        return Ok(());
    };
    let told = Work::TakenBackEmail {
        reference: reference.to_owned(),
        booking_id: booking.id.clone(),
        master_id,
        amount_pence: taken.0,
    };
    jobs::enqueue(connection, &told, None, now, now).await?;
    Ok(())
}

fn wrong_amount(most: Pence) -> String {
    if most == Pence::ZERO {
        "Nothing of it can be given back.".to_owned()
    } else {
        format!("Enter £0.01 to {most}.")
    }
}

/// 409 `disputed`.
#[must_use]
pub fn disputed() -> Failure {
    Failure::conflict(
        "disputed",
        "A dispute or chargeback about this booking is open; any refund is decided there.",
    )
}

fn not_found() -> Failure {
    Failure::not_found("Booking not found.")
}
