//! What a change of a booking's price or time does: at once where no money is missing, otherwise once that is there.
//!
//! Until then the booking stays as it is, and whoever accepts it has it at the old price and time.

mod again;
mod paid;
mod promised;
mod raise;
mod reschedule;
mod suggested;
mod times;

use callout_domain::matching::proposal::ProposalOutcome;
use pricing_core::Pence;
use serde_json::{Value, json};

pub(super) use again::must_pay_again;
pub use paid::Paid;
pub(super) use promised::is_unpaid;
pub use reschedule::By;
pub(super) use reschedule::may_be_suggested;
pub(super) use suggested::no_suggestion;
pub use suggested::{SuggestionSeen, Verdict as SuggestionVerdict};
pub use times::Time;

use super::job;
use crate::bookings::{self, Change as Step};
use callout_domain::booking::{Booking, Json, SlotPlace, slot_gone};
use callout_domain::booking_event::EventKind;
use callout_domain::change::{self as rules, ChangeKind, ChangeOutcome, Price, TIME_TO_PAY};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::intent_status::IntentStatus;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_domain::time;
use callout_domain::work::Work;
use callout_store::bookings::details;
use callout_store::changes::{self, Change};
use callout_store::payments::Payment;
use callout_store::{
    Connection, events, jobs, matchings, missed_visits, offers, payments, payments_due, proposals, slots,
};

/// What became of a wish to change a booking.
enum Outcome {
    /// It is done, or waits for its payment or for the pro.
    Done,
    /// The money was let go: everything must be paid again first.
    PaymentRequired,
}

/// The money that is there for a booking.
enum Money {
    /// None is needed yet: cash, or a budget that no pro has accepted.
    NotNeeded,
    /// A card is held for so much.
    Held(Pence),
    /// So much was charged and not given back.
    Charged(Pence),
    /// It was let go.
    Gone,
}

impl Money {
    /// Reads what is there for a booking.
    async fn of(connection: &mut Connection, booking: &Booking) -> Fallible<Self> {
        let Some(id) = booking.payment_id.as_deref().filter(|_| !booking.is_in_cash()) else {
            let is_later = booking.is_in_cash() || booking.is_unpaid_budget();
            return Ok(if is_later {
                Self::NotNeeded
            } else {
                Self::Held(Pence::ZERO)
            });
        };
        let payment = payments::find(connection, id).await?;
        let Some(payment) = payment.filter(|payment| payment.closing_at.is_none() && !payment.has_ended())
        else {
            return Ok(Self::Gone);
        };
        if payment.status != IntentStatus::Succeeded {
            return Ok(Self::Held(Pence(payment.amount_pence)));
        }
        let rest = payments::differences(connection, &booking.id, id).await?;
        let kept = payment.kept_pence() + rest.iter().map(Payment::available_pence).sum::<i64>();
        Ok(if kept > 0 {
            Self::Charged(Pence(kept))
        } else {
            Self::Gone
        })
    }

    /// What must be paid for a price of `amount`: the whole of it where a hold is too small, and the rest where a part was charged.
    fn due(&self, amount: Pence) -> Pence {
        match self {
            Self::NotNeeded => Pence::ZERO,
            Self::Held(held) if amount <= *held => Pence::ZERO,
            Self::Held(_) | Self::Gone => amount,
            Self::Charged(kept) => rules::due(amount, *kept),
        }
    }
}

fn price_of(booking: &Booking) -> Price {
    Price {
        amount: Pence(booking.amount_pence),
        lines: booking.lines.0.clone(),
    }
}

/// The booking at another price.
fn priced(booking: Booking, price: Price) -> Booking {
    let is_budget = booking.proposed_pence.is_some();
    Booking {
        amount_pence: price.amount.0,
        proposed_pence: is_budget.then_some(price.amount.0),
        lines: Json(price.lines),
        ..booking
    }
}

/// A change that makes `after` of a booking.
fn change_to(after: &Booking, kind: ChangeKind, due: Pence, now: Millis) -> Fallible<Change> {
    let begins = after.slot_start.unwrap_or(Millis::MAX);
    Ok(Change {
        id: ids::prefixed("change-").map_err(Failure::internal)?,
        booking_id: after.id.clone(),
        kind,
        amount_pence: after.amount_pence,
        lines: after.lines.clone(),
        due_pence: due.0,
        urgency: after.urgency,
        slot_id: after.slot_id.clone(),
        slot_start: after.slot_start,
        slot_end: after.slot_end,
        holds_place: false,
        master_id: None,
        made_at: now,
        until: begins.min(now + TIME_TO_PAY),
        answered_at: None,
        outcome: None,
        ended_at: None,
    })
}

/// The booking after a change.
fn after(booking: &Booking, change: &Change) -> Booking {
    let is_budget = booking.proposed_pence.is_some();
    Booking {
        amount_pence: change.amount_pence,
        proposed_pence: is_budget.then_some(change.amount_pence),
        lines: change.lines.clone(),
        urgency: change.urgency,
        slot_id: change.slot_id.clone(),
        slot_start: change.slot_start,
        slot_end: change.slot_end,
        ..booking.clone()
    }
}

fn is_moved(booking: &Booking, after: &Booking) -> bool {
    job::window(booking) != job::window(after)
}

/// Writes a change that waits, in place of the one that waited before; the very same one goes on. The place that it will need is kept
/// for it.
async fn wait_for(
    connection: &mut Connection,
    booking: &Booking,
    change: Change,
    capacity: u32,
    now: Millis,
) -> Fallible<Change> {
    let open = bookings::lock_places(connection, booking, Some(&after(booking, &change))).await?;
    if let Some(open) = open {
        if is_same(&open, &change) && now < open.until {
            return Ok(open);
        }
        bookings::end_change(connection, booking, &open, ChangeOutcome::Replaced, now).await?;
    }
    let needs_place = booking.facts().is_unmatched || change.window() != job::window(booking);
    let place = change.window().filter(|_| needs_place);
    if let Some(window) = place {
        let area = booking.area.as_str();
        bookings::take_place(connection, SlotPlace { area, window }, capacity, now).await?;
    }
    let change = Change {
        holds_place: place.is_some(),
        ..change
    };
    changes::add(connection, &change).await?;
    if change.waits_for_payment() {
        ask_to_pay(connection, &change, now).await?;
    }
    Ok(change)
}

fn is_same(one: &Change, other: &Change) -> bool {
    one.kind == other.kind
        && one.amount_pence == other.amount_pence
        && one.due_pence == other.due_pence
        && one.window() == other.window()
        && one.master_id == other.master_id
        && one.answered_at == other.answered_at
}

/// Opens the card page for what a change costs.
async fn ask_to_pay(connection: &mut Connection, change: &Change, now: Millis) -> Fallible<()> {
    let (id, until) = (change.booking_id.as_str(), change.until);
    payments_due::begin(connection, id, change.due_pence, until).await?;
    let end = Work::EndPaymentDue {
        booking_id: id.to_owned(),
    };
    let key = format!("payment-due-ends:{id}:{until}");
    jobs::enqueue(connection, &end, Some(&key), until, now).await?;
    Ok(())
}

/// Makes `after` of a booking at once, in place of the change that waited.
///
/// # Errors
/// 409 `slot_gone` when the window has begun or all `capacity` places are taken: the caller must roll back.
async fn apply_now(
    connection: &mut Connection,
    booking: &Booking,
    after: Booking,
    capacity: u32,
    now: Millis,
) -> Fallible<()> {
    end_open(connection, booking, &after, now).await?;
    apply(connection, booking, after, Actor::Client, capacity, now).await
}

/// Ends the change that waits, since `after` takes its place; the places of both are locked.
pub(super) async fn end_open(
    connection: &mut Connection,
    booking: &Booking,
    after: &Booking,
    now: Millis,
) -> Fallible<()> {
    if let Some(open) = bookings::lock_places(connection, booking, Some(after)).await? {
        bookings::end_change(connection, booking, &open, ChangeOutcome::Replaced, now).await?;
    }
    Ok(())
}

/// Makes `after` of a booking that the caller has locked, with its places: its price, its time, and whoever must hear of it. One that
/// found no pro is looked for again.
///
/// # Errors
/// 409 `slot_gone` when the window has begun or all `capacity` places are taken: the caller must roll back.
async fn apply(
    connection: &mut Connection,
    booking: &Booking,
    after: Booking,
    by: Actor,
    capacity: u32,
    now: Millis,
) -> Fallible<()> {
    let moved = is_moved(booking, &after);
    let after = Booking {
        calendar_sequence: booking.calendar_sequence + i64::from(moved),
        ..after
    };
    if moved {
        swap_places(connection, booking, &after, capacity, now).await?;
        missed_visits::close(connection, &booking.id, now).await?;
    }
    // Paying again may change nothing but that.
    if moved || after.amount_pence != booking.amount_pence {
        let seq = details::alter(connection, &after, now).await?;
        let (kind, told) = news(&after, moved);
        events::add(connection, &booking.id, seq, kind, now, &told).await?;
        if after.amount_pence < booking.amount_pence && booking.payment_id.is_some() {
            give_back_surplus(connection, &booking.id, seq, now).await?;
        }
    }
    let facts = booking.facts();
    if facts.is_unmatched {
        let again = Step::of(&after, BookingStatus::Pending, by)?.within(capacity);
        if !bookings::change(connection, &after, &again, now).await? {
            return Err(status::illegal(booking.status));
        }
    } else if facts.is_matching {
        ask_again(connection, &after, moved, now).await?;
    }
    Ok(())
}

/// What the event of a change says.
fn news(after: &Booking, moved: bool) -> (EventKind, Value) {
    if !moved {
        return (
            EventKind::PriceRaised,
            json!({ "amountPence": after.amount_pence }),
        );
    }
    let told = json!({
        "amountPence": after.amount_pence,
        "start": after.slot_start.map(time::iso),
        "end": after.slot_end.map(time::iso),
    });
    (EventKind::Rescheduled, told)
}

/// Gives back the place of the old window and takes that of the new one. The caller has locked both.
async fn swap_places(
    connection: &mut Connection,
    booking: &Booking,
    after: &Booking,
    capacity: u32,
    now: Millis,
) -> Fallible<()> {
    let Some(old) = booking.held_place() else {
        return Ok(());
    };
    let new = after.place().ok_or_else(slot_gone)?;
    slots::give_back(connection, old).await?;
    bookings::take_place(connection, new, capacity, now).await
}

/// Has everybody asked again. At another time the offers that stand are over; at a higher price they go on, at that price.
async fn ask_again(connection: &mut Connection, after: &Booking, moved: bool, now: Millis) -> Fallible<()> {
    let id = after.id.as_str();
    let withdrawn = if moved {
        matchings::begin(connection, id, now).await?;
        let mut over = offers::end_standing(connection, id, now).await?;
        if after.awaits_price() {
            // They were named for the old time.
            over.extend(proposals::end_standing(connection, id, ProposalOutcome::Moved, now).await?);
        }
        over
    } else {
        let round = matchings::again(connection, id, now).await?;
        offers::carry_over(connection, id, round, job::price(after).0, now).await?;
        Vec::new()
    };
    let work = Work::Reoffer {
        booking_id: id.to_owned(),
        withdrawn,
    };
    jobs::enqueue(connection, &work, None, now, now).await?;
    Ok(())
}

/// Has the worker give back what was charged beyond the price that holds now.
pub(super) async fn give_back_surplus(
    connection: &mut Connection,
    booking_id: &str,
    seq: i64,
    now: Millis,
) -> Fallible<()> {
    let reference = format!("cheaper:{booking_id}:{seq}");
    let work = Work::GiveBackSurplus {
        booking_id: booking_id.to_owned(),
        reference: reference.clone(),
    };
    jobs::enqueue(connection, &work, Some(&reference), now, now).await?;
    Ok(())
}

/// Refuses a change while the booking waits for a payment that no change asked for: that comes first.
async fn refuse_unpaid(connection: &mut Connection, booking: &Booking) -> Fallible<()> {
    let open = changes::open(connection, &booking.id).await?;
    if booking.payment_due_until.is_some() && !open.is_some_and(|open| open.waits_for_payment()) {
        return Err(Failure::conflict(
            "payment_due",
            "Please pay for this booking first.",
        ));
    }
    Ok(())
}

/// 409 for a booking whose money was let go; the card page is open meanwhile.
pub(super) fn payment_required() -> Failure {
    Failure::conflict(
        "payment_required",
        "Your card is no longer held for this booking. Please pay again.",
    )
}
