//! The only way to change a booking's status, in the caller's transaction: row, event and notifications, then the place in its
//! window, then its coupon, then the jobs that follow. Everybody writes in this order, which prevents deadlocks;
//! the commit wakes those who are waiting for the news.

use serde_json::{Value, json};

use super::places::{lock_places, take_place};
use super::release::release_payments;
use super::{extras, news, reserved, search, waiting};
use crate::confirmations;
use crate::messages::{self, Telling};
use callout_base::bank_disputes;
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::master_event::MasterEventKind;
use callout_domain::message_kind::MessageKind;
use callout_domain::missed_visit;
use callout_domain::put_right::Outcome;
use callout_domain::status::{Actor, BookingStatus, Notification, Transition, facts, transition};
use callout_domain::work::Work;
use callout_store::bookings::{self, Assignee, Move};
use callout_store::events::{self, Event};
use callout_store::jobs::{self, NewJob};
use callout_store::{
    Connection, StoreError, WriteError, coupons, master_events, missed_visits, notifications, put_rights,
    slots,
};

/// A step for a booking to take.
#[derive(Debug, Clone)]
pub struct Change {
    step: Transition,
    /// A status that it passes on the way.
    passed: Option<BookingStatus>,
    /// The pro who gets it.
    master: Option<String>,
    /// Why it is cancelled, and what that costs the client in pence.
    cancelling: Option<(CancelReason, i64)>,
    /// How many places its window has.
    capacity: Option<u32>,
    /// What else the event says.
    notes: Vec<(&'static str, Value)>,
}

impl Change {
    /// The step that takes this booking to another status.
    ///
    /// # Errors
    /// 409 `illegal_transition` when the table of steps does not let `by` take it.
    pub fn of(booking: &Booking, to: BookingStatus, by: Actor) -> Fallible<Self> {
        let step = transition(booking.status, to, by)?;
        // What is one pro's or nobody's ends where another booking would be matched anew.
        let over = booking.ends_unmatched().filter(|_| facts(to).is_matching);
        Ok(Self {
            step: match over {
                Some(_) => transition(booking.status, BookingStatus::Cancelled, Actor::System)?,
                None => step,
            },
            passed: None,
            master: None,
            cancelling: over.map(|reason| (reason, 0)),
            capacity: None,
            notes: Vec::new(),
        })
    }

    /// Has the booking pass another status on its way, which is an event of its own.
    ///
    /// # Errors
    /// 409 `illegal_transition` when the table of steps does not let it.
    fn through(self, passed: BookingStatus) -> Fallible<Self> {
        transition(self.step.from(), passed, Actor::System)?;
        transition(passed, self.step.to(), Actor::System)?;
        Ok(Self {
            passed: Some(passed),
            ..self
        })
    }

    /// Says why a booking is cancelled and what that costs the client in pence.
    #[must_use]
    pub fn because(self, reason: CancelReason, fee_pence: i64) -> Self {
        Self {
            cancelling: Some((reason, fee_pence)),
            ..self
        }
    }

    /// Says which pro gets the booking; needed for the step to `assigned`.
    #[must_use]
    pub fn to_master(self, master: &str) -> Self {
        Self {
            master: Some(master.to_owned()),
            ..self
        }
    }

    /// Says how many places the booking's window has; needed for a step that takes one again.
    #[must_use]
    pub fn within(self, capacity: u32) -> Self {
        Self {
            capacity: Some(capacity),
            ..self
        }
    }

    /// Has the event say something more.
    #[must_use]
    pub fn noting(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.notes.push((name, value.into()));
        self
    }

    /// What the event says.
    fn told(&self) -> Value {
        let mut told = match self.cancelling {
            Some((reason, fee_pence)) => json!({ "reason": reason, "feePence": fee_pence }),
            None => json!({}),
        };
        for (name, value) in &self.notes {
            told[*name] = value.clone();
        }
        told
    }
}

/// Why a transaction that adds a booking must be undone.
#[derive(Debug)]
pub enum Undone {
    /// The answer for the caller.
    Refused(Box<Failure>),
    /// Another transaction wrote the same rows: read them again.
    Crossed,
}

impl From<StoreError> for Undone {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Duplicate => Self::Crossed,
            error => Self::Refused(Box::new(error.into())),
        }
    }
}

impl WriteError for Undone {
    fn is_exhausted(&self) -> bool {
        matches!(self, Self::Refused(error) if error.is_exhausted())
    }
}

impl From<Failure> for Undone {
    fn from(failure: Failure) -> Self {
        Self::Refused(Box::new(failure))
    }
}

/// Moves a booking one step, with everything that belongs to the step. False (and nothing written) when the booking no longer
/// stands where `booking` says.
///
/// # Errors
/// 409 `slot_gone` when the step takes the booking's place again and none is free: the caller must roll back.
pub async fn change(
    connection: &mut Connection,
    booking: &Booking,
    change: &Change,
    now: Millis,
) -> Fallible<bool> {
    if !record(connection, booking, change, now).await? {
        return Ok(false);
    }
    let holds = holds_place(booking, change.step.to());
    match (booking.held_place(), booking.place()) {
        (Some(place), _) if !holds => {
            lock_places(connection, booking, None).await?;
            slots::give_back(connection, place).await?;
        }
        (None, Some(place)) if holds => {
            let capacity = change
                .capacity
                .ok_or_else(|| Failure::internal("a place is taken without saying how many there are"))?;
            take_place(connection, place, capacity, now).await?;
        }
        _ => {}
    }
    follow(connection, booking, change, now).await?;
    Ok(true)
}

/// Adds a booking in the status it begins with: `created`, or whatever the server may move it to at once. A card booking that
/// costs nothing is settled. Returns the booking as it then stands.
///
/// # Errors
/// `Crossed` when its quote is redeemed already or its draft has a live booking; 409 `slot_gone` when all `capacity`
/// places are taken: the caller must roll back.
pub async fn add(
    connection: &mut Connection,
    booking: Booking,
    capacity: u32,
    now: Millis,
) -> Result<Booking, Undone> {
    begin(connection, &booking).await?;
    if let Some(place) = booking.held_place() {
        take_place(connection, place, capacity, now).await?;
    }
    go_on(connection, booking, now).await
}

/// Adds a booking as [`add`] does, replacing `old`, which was awaiting payment.
///
/// # Errors
/// As [`add`]; `Crossed` when `old` has moved meanwhile.
pub async fn replace(
    connection: &mut Connection,
    old: &Booking,
    booking: Booking,
    capacity: u32,
    now: Millis,
) -> Result<Booking, Undone> {
    let off = Change::of(old, BookingStatus::Cancelled, Actor::System)?.because(CancelReason::Replaced, 0);
    if !record(connection, old, &off, now).await? {
        return Err(Undone::Crossed);
    }
    begin(connection, &booking).await?;
    let (taken, returned) = (booking.held_place(), old.held_place());
    slots::lock(connection, taken.into_iter().chain(returned)).await?;
    if let Some(place) = returned {
        slots::give_back(connection, place).await?;
    }
    if let Some(place) = taken {
        take_place(connection, place, capacity, now).await?;
    }
    follow(connection, old, &off, now).await?;
    go_on(connection, booking, now).await
}

/// Adds a visit to put something right, which both sides have agreed on: its pro's at once, free, and without a place in its window. Both are
/// told.
pub async fn add_visit(connection: &mut Connection, visit: &Booking, now: Millis) -> Fallible<()> {
    let begun = begin(connection, visit).await;
    begun.map_err(|undone| match undone {
        Undone::Refused(failure) => *failure,
        Undone::Crossed => Failure::internal("the id of a visit was taken"),
    })?;
    let (id, master) = (visit.id.as_str(), visit.assigned_master_id.as_deref());
    let mut people = vec![&visit.client_id];
    people.extend(Some(&visit.made_by).filter(|maker| **maker != visit.client_id));
    for person in people {
        notifications::add(connection, person, id, Notification::Assigned, now).await?;
    }
    if let Some(master) = master {
        master_events::add(connection, master, MasterEventKind::Assigned, id, now).await?;
    }
    for message in [MessageKind::Assigned, MessageKind::JobAssigned] {
        let telling = Telling {
            message,
            booking_id: id,
            master_id: master,
            occasion: "visit",
        };
        messages::enqueue(connection, &telling, now).await?;
    }
    Ok(())
}

/// `created` -> `paid` -> `pending`: the money is there or none is owed, and matching starts. False (and nothing written)
/// when the booking no longer stands at `created`.
pub async fn settle(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<bool> {
    let start = Change::of(booking, BookingStatus::Pending, Actor::System)?.through(BookingStatus::Paid)?;
    change(connection, booking, &start, now).await
}

/// Whether a booking keeps a place in its window once it has come to a status. A visit that puts something right takes none.
fn holds_place(booking: &Booking, status: BookingStatus) -> bool {
    facts(status).holds_place && booking.parent_id.is_none()
}

/// Writes the row, events and notifications of a step.
async fn record(
    connection: &mut Connection,
    booking: &Booking,
    change: &Change,
    now: Millis,
) -> Fallible<bool> {
    let (step, id) = (change.step, booking.id.as_str());
    let after = facts(step.to());
    let master = match change.master.as_deref() {
        Some(master) => Assignee::Becomes(master),
        None if after.has_pro || after.is_final => Assignee::Stays,
        None => Assignee::Nobody,
    };
    let to = Move {
        step,
        events: 1 + i64::from(change.passed.is_some()),
        holds_place: holds_place(booking, step.to()) && booking.place().is_some(),
        cancel_reason: change.cancelling.map(|(reason, _)| reason),
        master,
    };
    let Some(moved) = bookings::move_on(connection, booking, to, now).await? else {
        return Ok(false);
    };
    let passed = change
        .passed
        .map(|passed| Event::of(passed, moved.seq - 1, now, json!({})));
    let reached = Event::of(step.to(), moved.seq, now, change.told());
    let events: Vec<Event> = passed.into_iter().chain([reached]).collect();
    events::add_all(connection, id, &events).await?;
    if let Some(kind) = step.news().notification {
        notifications::add(connection, &moved.client_id, id, kind, now).await?;
        // The guest who made it keeps access to it.
        if moved.made_by != moved.client_id {
            notifications::add(connection, &moved.made_by, id, kind, now).await?;
        }
    }
    Ok(true)
}

/// Writes the row and events of a new booking.
async fn begin(connection: &mut Connection, booking: &Booking) -> Result<(), Undone> {
    bookings::insert(connection, booking).await?;
    let at = booking.created_at;
    let began = json!({ "quoteMode": booking.quote_mode, "paymentMethod": booking.payment_method });
    let mut events = vec![Event::of(BookingStatus::Created, 1, at, began)];
    if booking.status != BookingStatus::Created {
        events.push(Event::of(booking.status, 2, at, json!({})));
    }
    events::add_all(connection, &booking.id, &events).await?;
    Ok(())
}

/// What follows a new booking: the wait for its payment, or matching at once.
async fn go_on(connection: &mut Connection, booking: Booking, now: Millis) -> Result<Booking, Undone> {
    if booking.status != BookingStatus::Created {
        let mut jobs = vec![
            search::begin(connection, &booking.id, now).await?,
            confirmations::job(&booking, now)?,
        ];
        jobs.extend(reserved::told(&booking, MessageKind::NewWorkBooked, now)?);
        jobs::add(connection, &jobs).await?;
        return Ok(booking);
    }
    if let Some(pay_by) = booking.pay_by {
        let work = Work::AbandonBooking {
            booking_id: booking.id.clone(),
        };
        let key = format!("abandon:{}", booking.id);
        jobs::enqueue(connection, &work, Some(&key), pay_by, now).await?;
        return Ok(booking);
    }
    if !settle(connection, &booking, now).await? {
        return Err(Undone::Crossed);
    }
    let settled = bookings::find(connection, &booking.id).await?;
    settled.ok_or_else(|| Failure::internal("a booking that was just made is not there").into())
}

/// Updates the coupon and adds the jobs of a step.
async fn follow(
    connection: &mut Connection,
    booking: &Booking,
    change: &Change,
    now: Millis,
) -> Fallible<()> {
    waiting::follow(connection, booking, change.step, now).await?;
    extras::follow(connection, booking, change.step, now).await?;
    if missed_visit::is_before_the_work(booking) && !facts(change.step.to()).is_on_the_way {
        missed_visits::close(connection, &booking.id, now).await?;
    }
    if let Some(parent) = booking
        .parent_id
        .as_deref()
        .filter(|_| facts(change.step.to()).is_final)
    {
        end_put_right(connection, parent, booking, change.step, now).await?;
    }
    if facts(change.step.to()).is_called_off {
        let fee_pence = change.cancelling.map_or(0, |(_, fee_pence)| fee_pence);
        if let Some(code) = booking.coupon_code.as_deref().filter(|_| fee_pence == 0) {
            coupons::give_back(connection, code, &booking.id).await?;
        }
        release_payments(connection, booking, fee_pence, now).await?;
    }
    let mut jobs = search::follow(connection, booking, change.step, now).await?;
    jobs.extend(reading(booking, change.step, now)?);
    if let Some(master) = &change.master {
        bank_disputes::follow(connection, &booking.id, master, now).await?;
    }
    let master_id = change.master.as_deref().or(booking.assigned_master_id.as_deref());
    let is_untold = change.step.takes_back() && news::take_back(connection, booking).await?;
    if !is_untold {
        let messages = news::messages(booking, change.step, change.cancelling, master_id, now)?;
        jobs.extend(messages);
    }
    if change.step.news().confirmation {
        jobs.push(confirmations::job(booking, now)?);
        jobs.extend(reserved::told(booking, MessageKind::NewWorkBooked, now)?);
    }
    jobs.extend(reserved::over(booking, change.step, now)?);
    Ok(jobs::add(connection, &jobs).await?)
}

/// The visit that was to put a job right is over: another one may be asked for.
async fn end_put_right(
    connection: &mut Connection,
    parent_id: &str,
    visit: &Booking,
    step: Transition,
    now: Millis,
) -> Fallible<()> {
    let outcome = if facts(step.to()).is_done {
        Outcome::Done
    } else {
        Outcome::Cancelled
    };
    let Some(asked) = put_rights::of_visit(connection, parent_id, &visit.id).await? else {
        return Ok(());
    };
    if put_rights::end(connection, &asked.id, outcome, now).await? {
        let told = json!({ "number": asked.number, "outcome": outcome });
        events::note(connection, parent_id, EventKind::PutRightOver, &told, now).await?;
    }
    Ok(())
}

/// The job that writes down what became of what was read; none where nobody booked in the end, or what was shown was not kept.
fn reading(booking: &Booking, step: Transition, now: Millis) -> Fallible<Option<NewJob>> {
    let is_over = facts(step.from()).is_listed && facts(step.to()).is_final;
    if !is_over || booking.reading.0.is_none() {
        return Ok(None);
    }
    let work = Work::WriteReading {
        booking_id: booking.id.clone(),
    };
    Ok(Some(NewJob::new(&work, None, now, now)?))
}
