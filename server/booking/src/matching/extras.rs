//! Extra work or parts: the pro of a job proposes them on site, and nothing of it is charged before the client approves.
//!
//! One change order of a booking is open at a time, for half an hour. In cash, approving it makes it part of the price. By card it asks
//! for a payment of its own, which is charged at once; only what was charged becomes part of the price. So the price of a booking is
//! always what was agreed, and whatever follows from it (the fee, what is earned, what is collected in cash) needs no other rule.

mod answered;
mod paid;

pub(super) use answered::approve as agree;

use callout_domain::master_event::MasterEventKind;
use pricing_core::Pence;
use serde_json::json;

use super::Matching;
use super::job;
use super::mismatches;
use crate::bookings;
use crate::idempotent;
use crate::messages::{self, Telling};
use callout_domain::booking::{Booking, Json};
use callout_domain::booking_event::EventKind;
use callout_domain::change_order::{self as rules, Extra, Job, Line, Status, TIME_TO_ANSWER};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::message_kind::MessageKind;
use callout_domain::mismatch;
use callout_domain::status;
use callout_domain::work::Work;
use callout_store::change_orders::{self, ChangeOrder};
use callout_store::{Connection, events, idempotency, jobs, master_events};

/// A change order with what the pro gets of it.
#[derive(Debug, Clone)]
pub struct ExtraSeen {
    /// The change order.
    pub order: ChangeOrder,
    /// What it adds.
    pub lines: Vec<Line>,
    /// The platform's part.
    pub fee: Pence,
    /// The pro's part.
    pub net: Pence,
}

impl Matching {
    /// Has a pro propose extra work for a job of theirs and returns the booking as it then stands. The same key again changes nothing.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's; 409 `illegal_transition` unless the pro is at work there, `change_order_open`, `cash_limit`;
    /// 422 on `lines` beyond the original price.
    pub async fn propose_extra(
        &self,
        master_id: &str,
        booking_id: &str,
        extra: Extra,
        key: Option<idempotency::Key>,
    ) -> Fallible<Booking> {
        let now = self.clock.now();
        self.of_own(master_id, booking_id, move |connection, booking| {
            Box::pin(async move {
                if !idempotent::is_done(connection, key.as_ref(), now).await? {
                    propose(connection, booking, &extra, now).await?;
                    idempotent::done(connection, key.as_ref(), now).await?;
                }
                Ok(Ok(()))
            })
        })
        .await
    }

    /// Takes a change order back; one that has ended stays as it is.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's, or a number that it does not have; 409 `no_change_order` when it was approved.
    pub async fn withdraw_extra(&self, master_id: &str, booking_id: &str, number: i64) -> Fallible<Booking> {
        let now = self.clock.now();
        self.of_own(master_id, booking_id, move |connection, booking| {
            Box::pin(async move {
                let order = numbered(change_orders::of_booking(connection, &booking.id).await?, number)?;
                match order.status() {
                    Status::Open | Status::AwaitingPayment => {
                        bookings::end_extra(connection, booking, &order, Status::Withdrawn, now).await?;
                        note(connection, &order, EventKind::ExtraWithdrawn, now).await?;
                    }
                    Status::Approved => return Err(no_change_order()),
                    Status::Declined | Status::Withdrawn | Status::Expired => {}
                }
                Ok(Ok(()))
            })
        })
        .await
    }

    /// The change orders of a booking, in order.
    pub async fn extras(&self, booking: &Booking) -> Fallible<Vec<ChangeOrder>> {
        let facts = booking.facts();
        if !facts.has_pro && !facts.is_called_off {
            return Ok(Vec::new());
        }
        Ok(change_orders::of_booking(&mut self.db.read().await?, &booking.id).await?)
    }
}

async fn propose(connection: &mut Connection, booking: &Booking, extra: &Extra, now: Millis) -> Fallible<()> {
    let master = booking.assigned_master_id.clone();
    let Some(master_id) = master.filter(|_| booking.facts().is_at_work && booking.parent_id.is_none()) else {
        return Err(status::illegal(booking.status));
    };
    mismatches::refuse_open(connection, booking).await?;
    let earlier = change_orders::of_booking(connection, &booking.id).await?;
    if earlier.iter().any(|order| order.outcome.is_none()) {
        return Err(Failure::conflict(
            OPEN,
            "Your client has not answered your last suggestion yet. Wait for the answer, or take it back.",
        ));
    }
    extra.check(Job {
        price: job::price(booking),
        added: extra_added(&earlier),
        allowed: Pence(booking.extra_allowed_pence),
        amount: Pence(booking.amount_pence),
        in_cash: booking.is_in_cash(),
    })?;
    let number = earlier.last().map_or(1, |last| last.number + 1);
    let order = order(booking, master_id, number, extra, now)?;
    open(connection, &order, now).await?;
    note(connection, &order, EventKind::ExtraProposed, now).await?;
    tell(connection, &order, MessageKind::ExtraProposed, now).await
}

/// Opens a change order that puts another price in the place of the one of now; to be agreed at once. No limit of extra work holds for it.
pub(super) async fn replacing(
    connection: &mut Connection,
    booking: &Booking,
    price: Pence,
    now: Millis,
) -> Fallible<ChangeOrder> {
    let master = booking.assigned_master_id.clone();
    let master_id = master.ok_or_else(|| status::illegal(booking.status))?;
    let last = change_orders::of_booking(connection, &booking.id).await?.pop();
    let number = last.map_or(1, |last| last.number + 1);
    let extra = mismatch::difference(booking, price);
    let order = ChangeOrder {
        replaces: true,
        ..order(booking, master_id, number, &extra, now)?
    };
    open(connection, &order, now).await?;
    Ok(order)
}

fn order(
    booking: &Booking,
    master_id: String,
    number: i64,
    extra: &Extra,
    now: Millis,
) -> Fallible<ChangeOrder> {
    Ok(ChangeOrder {
        id: ids::prefixed("order-").map_err(Failure::internal)?,
        booking_id: booking.id.clone(),
        number,
        master_id,
        lines: Json(extra.lines.clone()),
        sum_pence: extra.sum().0,
        note: extra.note.clone(),
        replaces: false,
        made_at: now,
        until: now + TIME_TO_ANSWER,
        approved_at: None,
        payment_id: None,
        outcome: None,
        ended_at: None,
    })
}

async fn open(connection: &mut Connection, order: &ChangeOrder, now: Millis) -> Fallible<()> {
    change_orders::add(connection, order).await?;
    let end = Work::EndChangeOrder {
        order_id: order.id.clone(),
    };
    jobs::enqueue(connection, &end, Some(&order.id), order.until, now).await?;
    Ok(())
}

/// Refuses to end a job while extra work waits for its client: it would be lost without anybody having said so.
pub(super) async fn refuse_open(connection: &mut Connection, booking: &Booking) -> Fallible<()> {
    match change_orders::open(connection, &booking.id).await? {
        Some(_) => Err(Failure::conflict(
            OPEN,
            "Your client has not answered the extra work yet. Wait for the answer, or take it back.",
        )),
        None => Ok(()),
    }
}

impl super::answers::Moment {
    /// The change orders of a pro's job, each with what it adds to the fee.
    pub(super) async fn extras(
        &self,
        connection: &mut Connection,
        booking: &Booking,
    ) -> Fallible<Vec<ExtraSeen>> {
        let orders = change_orders::of_booking(connection, &booking.id).await?;
        let mut price = job::price(booking) - added(&orders);
        let mut seen = Vec::with_capacity(orders.len());
        for order in orders {
            let sum = Pence(order.sum_pence);
            let fee = rules::fee(self.current.of_version(&booking.book_version), price, sum)?;
            if order.status() == Status::Approved {
                price = price + sum;
            }
            seen.push(ExtraSeen {
                lines: order.lines.0.clone(),
                net: sum - fee,
                order,
                fee,
            });
        }
        Ok(seen)
    }
}

/// What was added to a price.
fn added(orders: &[ChangeOrder]) -> Pence {
    let approved = orders.iter().filter(|order| order.status() == Status::Approved);
    Pence(approved.map(|order| order.sum_pence).sum())
}

/// What of it was extra work: another price that was agreed counts as the original one.
fn extra_added(orders: &[ChangeOrder]) -> Pence {
    let approved = orders.iter().filter(|order| order.status() == Status::Approved);
    Pence(
        approved
            .filter(|order| !order.replaces)
            .map(|order| order.sum_pence)
            .sum(),
    )
}

fn numbered(orders: Vec<ChangeOrder>, number: i64) -> Fallible<ChangeOrder> {
    let found = orders.into_iter().find(|order| order.number == number);
    found.ok_or_else(|| Failure::not_found("There is no such change order."))
}

/// Writes the event of a booking that the caller has locked, after its pro, who is told.
async fn note(
    connection: &mut Connection,
    order: &ChangeOrder,
    kind: EventKind,
    now: Millis,
) -> Fallible<()> {
    let told = json!({ "number": order.number, "sumPence": order.sum_pence });
    events::note(connection, &order.booking_id, kind, &told, now).await?;
    master_events::add(
        connection,
        &order.master_id,
        MasterEventKind::Updated,
        &order.booking_id,
        now,
    )
    .await?;
    Ok(())
}

/// Has the client or the pro told by message.
async fn tell(
    connection: &mut Connection,
    order: &ChangeOrder,
    message: MessageKind,
    now: Millis,
) -> Fallible<()> {
    let telling = Telling {
        message,
        booking_id: &order.booking_id,
        master_id: Some(&order.master_id),
        occasion: &order.id,
    };
    messages::enqueue(connection, &telling, now).await
}

/// Code of the refusals while a change order is open.
const OPEN: &str = "change_order_open";

fn no_change_order() -> Failure {
    Failure::conflict("no_change_order", "There is nothing to answer any more.")
}
