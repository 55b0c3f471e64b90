//! Another time for a job that a pro has: the client suggests it, its place is kept, and the pro answers. Unanswered it lapses, and the
//! old time stands.

use callout_domain::master_event::MasterEventKind;
use pricing_core::Pence;
use pricing_core::fee::Fee;

use super::reschedule::{By, check, may_be_suggested};
use super::times::Asked;
use super::{after, apply, ask_to_pay, change_to, refuse_unpaid, wait_for};
use crate::bookings;
use crate::matching::answers::Moment;
use crate::matching::{Matching, candidates, job, not_found};
use crate::messages::{self, Telling};
use callout_domain::booking::{Booking, slot_gone};
use callout_domain::booking_event::EventKind;
use callout_domain::change::{self as rules, TIME_TO_PAY};
use callout_domain::change::{ChangeKind, ChangeOutcome};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::answer;
use callout_domain::matching::eligible::{self, Reason};
use callout_domain::matching::rules::MatchingRules;
use callout_domain::message_kind::MessageKind;
use callout_domain::status::{self, Actor};
use callout_domain::work::Work;
use callout_store as store;
use callout_store::changes::{self, Change};
use callout_store::{Connection, events, jobs, master_events, masters};

/// The pro's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The new time is fine.
    Accept,
    /// The old one stands.
    Decline,
}

/// A suggested time as either side sees it.
#[derive(Debug, Clone)]
pub struct SuggestionSeen {
    /// The suggestion.
    pub change: Change,
    /// What the pro earns then.
    pub fee: Fee,
}

/// What became of an answer.
enum Answered {
    /// It counts.
    Yes,
    /// It came too late, or it cannot be any more; that is written down.
    No(Box<Failure>),
}

impl Matching {
    /// The change of a booking that waits.
    pub async fn open_change(&self, booking: &Booking) -> Fallible<Option<Change>> {
        Ok(changes::open(&mut self.db.read().await?, &booking.id).await?)
    }

    pub(super) async fn suggest(&self, booking: &Booking, asked: Asked, by: By) -> Fallible<Booking> {
        let moment = self.moment().await?;
        let (id, master) = (booking.id.clone(), booking.assigned_master_id.clone());
        let master = master.ok_or_else(not_found)?;
        let pro = master.clone();
        let suggested = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = lock(connection, &id, &pro, moment.now).await?;
                    Box::pin(moment.suggest(connection, &booking, &pro, &asked, by)).await?;
                    store::bookings::find(connection, &id)
                        .await?
                        .ok_or_else(not_found)
                })
            })
            .await?;
        self.index.reload(&master).await?;
        Ok(suggested)
    }

    /// The pro's answer to a suggested time. Accepting a dearer one by card asks the client to pay the rest first.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's; 409 `no_suggestion` when there is none to answer (any more), `slot_gone`; 403
    /// `not_eligible` when the pro is busy then.
    pub async fn answer_suggestion(
        &self,
        master_id: &str,
        booking_id: &str,
        verdict: Verdict,
    ) -> Fallible<Booking> {
        let moment = self.moment().await?;
        let (id, pro) = (booking_id.to_owned(), master_id.to_owned());
        let answered = self
            .db
            .write(move |connection| {
                Box::pin(async move { moment.answer_suggestion(connection, &id, &pro, verdict).await })
            })
            .await?;
        self.index.reload(master_id).await?;
        answered
    }

    /// Ends the wait for the answer to a suggested time that nobody has answered: the old one stands, and both are told.
    pub async fn end_suggestion(&self, change_id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let open = changes::find(&mut self.db.read().await?, change_id).await?;
        let waiting = open.filter(|change| change.waits_for_pro() && now >= change.until);
        let Some((change, master)) = waiting.and_then(|change| {
            let master = change.master_id.clone()?;
            Some((change, master))
        }) else {
            return Ok(());
        };
        let pro = master.clone();
        self.db
            .write(move |connection| {
                Box::pin(async move { lapse(connection, &change, &pro, Change::waits_for_pro, now).await })
            })
            .await?;
        self.index.reload(&master).await
    }

    /// Ends the wait for the payment of a change: the booking stays as it is. Nothing happens for a booking with none.
    pub async fn end_unpaid_change(&self, booking_id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let open = changes::open(&mut self.db.read().await?, booking_id).await?;
        // Another one may have come while the provider was asked about the payment of the last.
        let Some(change) = open.filter(|open| open.waits_for_payment() && open.until <= now) else {
            return Ok(());
        };
        let master = change.master_id.clone();
        let id = booking_id.to_owned();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let suggested_to = change
                        .master_id
                        .as_deref()
                        .filter(|_| change.kind == ChangeKind::Suggested);
                    if let Some(pro) = suggested_to {
                        return lapse(connection, &change, pro, Change::waits_for_payment, now).await;
                    }
                    let booking = store::bookings::lock(connection, &id)
                        .await?
                        .ok_or_else(not_found)?;
                    let is_over =
                        bookings::end_change(connection, &booking, &change, ChangeOutcome::Lapsed, now)
                            .await?;
                    if is_over && change.promised_to().is_some() {
                        note(connection, &booking, EventKind::PromiseUnpaid, now).await?;
                    }
                    Ok(())
                })
            })
            .await?;
        match master {
            Some(master) => self.index.reload(&master).await,
            None => Ok(()),
        }
    }
}

/// Locks the pro, then the booking, which must be that pro's.
async fn lock(connection: &mut Connection, id: &str, pro: &str, now: Millis) -> Fallible<Booking> {
    masters::touch(connection, pro, now).await?;
    let booking = store::bookings::lock(connection, id)
        .await?
        .ok_or_else(not_found)?;
    let is_theirs = booking.assigned_master_id.as_deref() == Some(pro) && may_be_suggested(&booking);
    if is_theirs {
        Ok(booking)
    } else {
        Err(status::illegal(booking.status))
    }
}

impl Moment {
    async fn suggest(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        pro: &str,
        asked: &Asked,
        by: By,
    ) -> Fallible<()> {
        let now = self.now;
        refuse_unpaid(connection, booking).await?;
        let after = asked.after(booking, now)?;
        check(connection, booking, &after, by).await?;
        let until = rules::answer_until(now, booking.slot_start).ok_or_else(too_late)?;
        if self.against(connection, pro, &after).await?.is_some() {
            return Err(pro_busy());
        }
        let in_cash = booking.is_in_cash();
        let due = if in_cash {
            Pence::ZERO
        } else {
            rules::due(Pence(after.amount_pence), Pence(booking.amount_pence))
        };
        let suggestion = Change {
            until,
            master_id: Some(pro.to_owned()),
            ..change_to(&after, ChangeKind::Suggested, due, now)?
        };
        let capacity = asked.current.book.capacity.of_area(&booking.area);
        let suggestion = wait_for(connection, booking, suggestion, capacity, now).await?;
        note(connection, booking, EventKind::TimeSuggested, now).await?;
        master_events::add(connection, pro, MasterEventKind::Suggested, &booking.id, now).await?;
        tell(connection, MessageKind::TimeSuggested, &suggestion, now).await?;
        let end = Work::EndChange {
            change_id: suggestion.id.clone(),
        };
        jobs::enqueue(connection, &end, Some(&suggestion.id), suggestion.until, now).await?;
        Ok(())
    }

    /// The answer of a booking's pro, in the caller's transaction. An inner failure is kept with what was written of it.
    pub(in crate::matching) async fn answer_suggestion(
        &self,
        connection: &mut Connection,
        id: &str,
        pro: &str,
        verdict: Verdict,
    ) -> Fallible<Fallible<Booking>> {
        masters::touch(connection, pro, self.now).await?;
        let booking = store::bookings::lock(connection, id).await?;
        let own = booking.filter(|booking| booking.assigned_master_id.as_deref() == Some(pro));
        let booking = own.ok_or_else(not_found)?;
        let answered = Box::pin(self.answer(connection, &booking, pro, verdict)).await?;
        let booking = store::bookings::find(connection, id)
            .await?
            .ok_or_else(not_found)?;
        Ok(match answered {
            Answered::Yes => Ok(booking),
            Answered::No(failure) => Err(*failure),
        })
    }

    async fn answer(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        pro: &str,
        verdict: Verdict,
    ) -> Fallible<Answered> {
        let now = self.now;
        let open = changes::open(connection, &booking.id).await?;
        let open = open.filter(|change| change.waits_for_pro() && may_be_suggested(booking));
        let Some(change) = open.filter(|change| now < change.until) else {
            return Err(no_suggestion());
        };
        if verdict == Verdict::Decline {
            bookings::end_change(connection, booking, &change, ChangeOutcome::Declined, now).await?;
            note(connection, booking, EventKind::SuggestionDeclined, now).await?;
            tell(connection, MessageKind::TimeDeclined, &change, now).await?;
            return Ok(Answered::Yes);
        }
        let after = after(booking, &change);
        let keeps_place = change.holds_place && after.slot_start.is_some_and(|start| start > now);
        if !keeps_place {
            bookings::end_change(connection, booking, &change, ChangeOutcome::Gone, now).await?;
            note(connection, booking, EventKind::SuggestionGone, now).await?;
            tell(connection, MessageKind::TimeDeclined, &change, now).await?;
            return Ok(Answered::No(Box::new(slot_gone())));
        }
        if let Some(reason) = self.against(connection, pro, &after).await? {
            return Err(answer::not_eligible(reason));
        }
        if change.due_pence > 0 {
            let until = after.slot_start.unwrap_or(Millis::MAX).min(now + TIME_TO_PAY);
            changes::accept(connection, &change.id, until, now).await?;
            let agreed = Change {
                until,
                answered_at: Some(now),
                ..change
            };
            ask_to_pay(connection, &agreed, now).await?;
            note(connection, booking, EventKind::SuggestionAccepted, now).await?;
            tell(connection, MessageKind::PaymentAsked, &agreed, now).await?;
            return Ok(Answered::Yes);
        }
        bookings::lock_places(connection, booking, Some(&after)).await?;
        bookings::close_change(connection, booking, &change, ChangeOutcome::Done, now).await?;
        // Its own place has just been given back, so there is room.
        apply(connection, booking, after, Actor::Client, u32::MAX, now).await?;
        tell(connection, MessageKind::TimeAccepted, &change, now).await?;
        Ok(Answered::Yes)
    }

    /// Why the pro of a booking cannot do it at the time of `after`.
    async fn against(
        &self,
        connection: &mut Connection,
        pro: &str,
        after: &Booking,
    ) -> Fallible<Option<Reason>> {
        let rules: &MatchingRules = &self.rules;
        let job = job::read(connection, after, &self.current, self.now, rules).await?;
        let pro = candidates::besides(connection, pro, &after.id, rules).await?;
        Ok(pro.map_or(Some(Reason::Inactive), |pro| eligible::cannot_move(&pro, &job)))
    }
}

/// Ends what waits and tells both.
async fn lapse(
    connection: &mut Connection,
    change: &Change,
    pro: &str,
    still_waits: fn(&Change) -> bool,
    now: Millis,
) -> Fallible<()> {
    masters::touch(connection, pro, now).await?;
    let booking = store::bookings::lock(connection, &change.booking_id)
        .await?
        .ok_or_else(not_found)?;
    let open = changes::open(connection, &booking.id).await?;
    let Some(open) = open.filter(|open| open.id == change.id && still_waits(open)) else {
        return Ok(());
    };
    bookings::end_change(connection, &booking, &open, ChangeOutcome::Lapsed, now).await?;
    note(connection, &booking, EventKind::SuggestionLapsed, now).await?;
    master_events::add(connection, pro, MasterEventKind::Updated, &booking.id, now).await?;
    if open.waits_for_pro() {
        tell(connection, MessageKind::TimeLapsed, &open, now).await?;
    }
    tell(connection, MessageKind::SuggestionLapsed, &open, now).await
}

/// Has the client or the pro told what became of a suggestion.
pub(super) async fn tell(
    connection: &mut Connection,
    message: MessageKind,
    change: &Change,
    now: Millis,
) -> Fallible<()> {
    let telling = Telling {
        message,
        booking_id: &change.booking_id,
        master_id: change.master_id.as_deref(),
        occasion: &change.id,
    };
    messages::enqueue(connection, &telling, now).await
}

/// Writes an event of a booking that the caller has locked.
pub(super) async fn note(
    connection: &mut Connection,
    booking: &Booking,
    kind: EventKind,
    now: Millis,
) -> Fallible<()> {
    Ok(events::note(connection, &booking.id, kind, &serde_json::json!({}), now).await?)
}

pub(in crate::matching) fn no_suggestion() -> Failure {
    Failure::conflict("no_suggestion", "There is no suggested time to answer any more.")
}

fn too_late() -> Failure {
    Failure::conflict(
        "too_late",
        "Your visit is less than an hour away. Please call your pro.",
    )
}

fn pro_busy() -> Failure {
    Failure::conflict(
        "pro_busy",
        "Your pro is not free then. Please choose another time.",
    )
}
