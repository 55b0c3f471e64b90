//! Putting right what was done: one side asks and names a window, the other agrees, names another one, or refuses. Agreed, it is a visit of
//! its own: a child of the booking, free, the pro's at once.

mod over;

pub use over::{end_of_client, end_of_pro};

use callout_domain::master_event::MasterEventKind;
use pricing_core::slots;
use serde_json::json;

use super::answers::Moment;
use super::{Matching, candidates, job, not_found};
use crate::bookings;
use crate::idempotent;
use crate::messages::{self, Telling};
use callout_domain::booking::{Booking, slot_gone};
use callout_domain::booking_event::EventKind;
use callout_domain::change as windows;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::matching::eligible::{self, Reason};
use callout_domain::message_kind::MessageKind;
use callout_domain::put_right::{self as rules, Outcome, Side, When};
use callout_domain::status;
use callout_domain::time::{self, Window};
use callout_domain::work::Work;
use callout_store as store;
use callout_store::put_rights::{self, PutRight};
use callout_store::{Connection, clients, events, idempotency, jobs, master_events, masters};

/// What one side says to what the other wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PutRightAnswer {
    /// The window is fine.
    Agree,
    /// Another one, by its id.
    Name(String),
    /// No such visit.
    Refuse,
}

impl Matching {
    /// Asks for a visit that puts a job right, in the window of this id; returns the booking as it then stands. The same key again changes
    /// nothing.
    ///
    /// # Errors
    /// 404 when there is no such job of this pro; 409 `illegal_transition` unless it was done, `too_late` after 90 days, `put_right_open`
    /// while one is, `put_right_limit` after too many, `pro_unavailable` when the pro does not work for us any more, `no_put_right` when
    /// the client is gone; 422 on `timeslotId`; 409 `slot_gone`.
    pub async fn ask_put_right(
        &self,
        booking_id: &str,
        side: Side,
        text: String,
        slot_id: &str,
        key: Option<idempotency::Key>,
    ) -> Fallible<Booking> {
        let (id, slot, moment) = (booking_id.to_owned(), slot_id.to_owned(), self.moment().await?);
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let (booking, master) = lock(connection, &id, moment.now).await?;
                    if !idempotent::is_done(connection, key.as_ref(), moment.now).await? {
                        rules::may_ask(&booking, moment.now)?;
                        let when = moment.when(&booking, &slot)?;
                        Box::pin(moment.ask(connection, &booking, master, (side, text), &when)).await?;
                        idempotent::done(connection, key.as_ref(), moment.now).await?;
                    }
                    found(connection, &id).await
                })
            })
            .await
    }

    /// What one side says to what the other wants; returns the booking as it then stands. Agreeing again changes nothing, and neither does
    /// refusing.
    ///
    /// # Errors
    /// 404 when there is no such job; 409 `no_put_right` when nothing is open, `not_yours` for whoever named the window themselves,
    /// `pro_unavailable` when the pro cannot come then, `put_right_limit` when too many windows were named, `slot_gone`; 422 on
    /// `timeslotId`.
    pub async fn answer_put_right(
        &self,
        booking_id: &str,
        side: Side,
        answer: PutRightAnswer,
    ) -> Fallible<Booking> {
        let (id, moment) = (booking_id.to_owned(), self.moment().await?);
        let (booking, master) = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let (booking, master) = lock(connection, &id, moment.now).await?;
                    Box::pin(moment.answer_put_right(connection, &booking, side, answer)).await?;
                    Ok::<_, Failure>((found(connection, &id).await?, master))
                })
            })
            .await?;
        self.index.reload(&master).await?;
        Ok(booking)
    }

    /// The last visit that was asked for to put a job right.
    pub async fn put_right(&self, booking: &Booking) -> Fallible<Option<PutRight>> {
        if !booking.facts().is_done || booking.parent_id.is_some() {
            return Ok(None);
        }
        Ok(put_rights::last(&mut self.db.read().await?, &booking.id).await?)
    }

    /// The windows from which one may be chosen: free or full, since such a visit takes no place.
    pub async fn put_right_windows(&self, booking: &Booking) -> Fallible<Vec<(String, Window)>> {
        let current = self.books.current().await?;
        let there = windows::there(self.clock.now())?;
        let slots = slots::slots(current.of_version(&booking.book_version), there, true);
        let known = slots
            .into_iter()
            .filter_map(|slot| Some((slot.id.clone(), time::window(&slot)?)));
        Ok(known.collect())
    }
}

impl Moment {
    /// The window of this id.
    fn when(&self, booking: &Booking, slot_id: &str) -> Fallible<When> {
        let slot = windows::slot(self.current.of_version(&booking.book_version), slot_id, self.now)?;
        let window = time::window(&slot).ok_or_else(slot_gone)?;
        Ok(When {
            slot_id: slot.id,
            window,
        })
    }

    async fn answer_put_right(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        side: Side,
        answer: PutRightAnswer,
    ) -> Fallible<()> {
        let last = put_rights::last(connection, &booking.id).await?;
        let asked = last.ok_or_else(no_put_right)?;
        match (answer, asked.outcome, &asked.visit_id) {
            (PutRightAnswer::Agree, None, Some(_)) | (PutRightAnswer::Refuse, Some(Outcome::Refused), _) => {
                Ok(())
            }
            (_, Some(_), _) | (_, _, Some(_)) => Err(no_put_right()),
            (PutRightAnswer::Refuse, None, None) => over::refuse(connection, &asked, self.now).await,
            (PutRightAnswer::Name(slot), None, None) => {
                let when = self.when(booking, &slot)?;
                if asked.named_by == side && asked.slot_id == when.slot_id {
                    return Ok(());
                }
                let asked = PutRight {
                    named_by: side,
                    slot_id: when.slot_id,
                    slot_start: when.window.start,
                    slot_end: when.window.end,
                    ..asked
                };
                let since = (EventKind::PutRightAsked, asked.asked_at);
                if events::count_since(connection, &booking.id, since).await? >= rules::MOST_WINDOWS {
                    return Err(rules::too_many());
                }
                put_rights::name_window(connection, &asked).await?;
                lapse_later(connection, &asked, self.now).await?;
                note(connection, &asked, EventKind::PutRightAsked, self.now).await?;
                let occasion = booking.seq.to_string();
                tell(connection, &asked, to_other(side), &occasion, self.now).await
            }
            (PutRightAnswer::Agree, None, None) if asked.named_by == side => Err(Failure::conflict(
                "not_yours",
                "You named this time yourself: the other side has to agree.",
            )),
            (PutRightAnswer::Agree, None, None) => Box::pin(self.agree(connection, booking, &asked)).await,
        }
    }

    async fn agree(&self, connection: &mut Connection, booking: &Booking, asked: &PutRight) -> Fallible<()> {
        if asked.slot_start <= self.now {
            return Err(slot_gone());
        }
        // As it was named: the ids of windows mean others once their day has come.
        let when = When {
            slot_id: asked.slot_id.clone(),
            window: Window {
                start: asked.slot_start,
                end: asked.slot_end,
            },
        };
        let visit = rules::visit(booking, ids::booking()?, &when, self.now);
        match self.cannot_come(connection, asked, &visit).await? {
            None => {}
            Some(Reason::Busy | Reason::DayOff | Reason::Blocked) => {
                let detail = "The pro has something else then. Please choose another time.";
                return Err(Failure::conflict("pro_unavailable", detail));
            }
            Some(_) => return Err(pro_gone()),
        }
        bookings::add_visit(connection, &visit, self.now).await?;
        put_rights::agreed(connection, &asked.id, &visit.id).await?;
        note(connection, asked, EventKind::PutRightAgreed, self.now).await
    }

    /// Why the pro cannot make the visit, if there is a reason. A time that the pro named is judged by what they have said since.
    async fn cannot_come(
        &self,
        connection: &mut Connection,
        asked: &PutRight,
        visit: &Booking,
    ) -> Fallible<Option<Reason>> {
        let named_before = asked.named_by == Side::Pro;
        let job = job::read(connection, visit, &self.current, self.now, &self.rules).await?;
        let pro = candidates::besides(connection, &asked.master_id, &visit.id, &self.rules).await?;
        Ok(pro.map_or(Some(Reason::Inactive), |pro| {
            eligible::cannot_come_again(&pro, &job, named_before)
        }))
    }

    async fn ask(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        master_id: String,
        (side, text): (Side, String),
        when: &When,
    ) -> Fallible<()> {
        let last = put_rights::last(connection, &booking.id).await?;
        if last.as_ref().is_some_and(|last| last.outcome.is_none()) {
            let detail = "There is one already: answer it, or see when the visit is.";
            return Err(Failure::conflict("put_right_open", detail));
        }
        let number = last.map_or(1, |last| last.number + 1);
        if number > rules::MOST_OF_A_JOB {
            return Err(rules::too_many());
        }
        let pro = candidates::one(connection, &master_id, &self.rules).await?;
        if !pro.is_some_and(|pro| pro.active) {
            return Err(pro_gone());
        }
        let asked = PutRight {
            id: ids::prefixed("right-")?,
            booking_id: booking.id.clone(),
            number,
            master_id,
            asked_by: side,
            text,
            named_by: side,
            slot_id: when.slot_id.clone(),
            slot_start: when.window.start,
            slot_end: when.window.end,
            asked_at: self.now,
            visit_id: None,
            outcome: None,
            ended_at: None,
        };
        put_rights::add(connection, &asked).await?;
        lapse_later(connection, &asked, self.now).await?;
        note(connection, &asked, EventKind::PutRightAsked, self.now).await?;
        tell(connection, &asked, to_other(side), &asked.id, self.now).await
    }
}

const fn to_other(side: Side) -> MessageKind {
    match side {
        Side::Client => MessageKind::PutRightForPro,
        Side::Pro => MessageKind::PutRightForClient,
    }
}

/// Ends it, unless somebody answers the window that was named last.
async fn lapse_later(connection: &mut Connection, asked: &PutRight, now: Millis) -> Fallible<()> {
    let work = Work::EndPutRight {
        put_right_id: asked.id.clone(),
    };
    let (key, at) = (format!("end-{}-{}", asked.id, asked.slot_id), asked.lapses_at());
    jobs::enqueue(connection, &work, Some(&key), at, now).await?;
    Ok(())
}

/// Locks the pro, then the client, so that nobody is erased meanwhile, then the booking.
async fn lock(connection: &mut Connection, id: &str, now: Millis) -> Fallible<(Booking, String)> {
    let known = store::bookings::find(connection, id)
        .await?
        .ok_or_else(not_found)?;
    let master = known
        .assigned_master_id
        .ok_or_else(|| status::illegal(known.status))?;
    masters::touch(connection, &master, now).await?;
    if !clients::hold(connection, &known.client_id).await? {
        let detail = "Your client has closed their account: there is nothing to agree on any more.";
        return Err(Failure::conflict("no_put_right", detail));
    }
    let booking = store::bookings::lock(connection, id)
        .await?
        .ok_or_else(not_found)?;
    if booking.assigned_master_id.as_deref() != Some(master.as_str()) || booking.client_id != known.client_id
    {
        return Err(not_found());
    }
    Ok((booking, master))
}

async fn found(connection: &mut Connection, id: &str) -> Fallible<Booking> {
    store::bookings::find(connection, id).await?.ok_or_else(not_found)
}

/// Writes the event of a locked booking, and has its pro's pages told.
async fn note(connection: &mut Connection, asked: &PutRight, kind: EventKind, now: Millis) -> Fallible<()> {
    events::note(
        connection,
        &asked.booking_id,
        kind,
        &json!({ "number": asked.number }),
        now,
    )
    .await?;
    let updated = MasterEventKind::Updated;
    master_events::add(connection, &asked.master_id, updated, &asked.booking_id, now).await?;
    Ok(())
}

async fn tell(
    connection: &mut Connection,
    asked: &PutRight,
    message: MessageKind,
    occasion: &str,
    now: Millis,
) -> Fallible<()> {
    let telling = Telling {
        message,
        booking_id: &asked.booking_id,
        master_id: Some(&asked.master_id),
        occasion,
    };
    messages::enqueue(connection, &telling, now).await
}

fn pro_gone() -> Failure {
    let detail = "This pro cannot come again at the moment. Please contact support.";
    Failure::conflict("pro_unavailable", detail)
}

fn no_put_right() -> Failure {
    Failure::conflict("no_put_right", "There is nothing to answer any more.")
}
