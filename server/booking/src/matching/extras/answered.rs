//! The client's answer to extra work, or none in time.

use super::{no_change_order, note, numbered, tell};
use crate::bookings;
use crate::matching::{Matching, Verdict, not_found};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::change_order::Status;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::message_kind::MessageKind;
use callout_domain::work::Work;
use callout_store as store;
use callout_store::change_orders::{self, ChangeOrder};
use callout_store::{Connection, jobs, masters, payments_due};

impl Matching {
    /// The client's answer to a change order; returns the booking as it then stands. By card, approving asks for the payment first. The
    /// same answer again changes nothing.
    ///
    /// # Errors
    /// 404 for a number that the booking does not have; 409 `no_change_order` when it has ended otherwise, `payment_due` while another
    /// payment of the booking is missing.
    pub async fn answer_extra(&self, booking_id: &str, number: i64, verdict: Verdict) -> Fallible<Booking> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        let known = numbered(
            change_orders::of_booking(&mut self.db.read().await?, booking_id).await?,
            number,
        )?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let (booking, order) = lock(connection, &known, now).await?;
                    match (verdict, order.status()) {
                        (Verdict::Approve, Status::AwaitingPayment | Status::Approved)
                        | (Verdict::Decline, Status::Declined) => {}
                        (Verdict::Approve, Status::Open) if now < order.until => {
                            approve(connection, &booking, &order, now).await?;
                        }
                        (Verdict::Decline, Status::Open | Status::AwaitingPayment) => {
                            bookings::end_extra(connection, &booking, &order, Status::Declined, now).await?;
                            note(connection, &order, EventKind::ExtraDeclined, now).await?;
                            tell(connection, &order, MessageKind::ExtraDeclined, now).await?;
                        }
                        _ => return Err(no_change_order()),
                    }
                    store::bookings::find(connection, &id)
                        .await?
                        .ok_or_else(not_found)
                })
            })
            .await
    }

    /// Ends the wait for the answer to a change order that nobody has answered.
    pub async fn end_change_order(&self, order_id: &str) -> Fallible<()> {
        let found = change_orders::find(&mut self.db.read().await?, order_id).await?;
        match found.filter(|order| order.status() == Status::Open) {
            Some(order) => {
                self.expire(order, |_, order| order.status() == Status::Open)
                    .await
            }
            None => Ok(()),
        }
    }

    /// Ends the wait for the payment of the change order of a booking. Nothing happens for one that is being charged.
    pub async fn end_unpaid_extra(&self, booking_id: &str) -> Fallible<()> {
        let open = change_orders::open(&mut self.db.read().await?, booking_id).await?;
        match open {
            Some(order) => self.expire(order, |booking, order| order.is_due(booking)).await,
            None => Ok(()),
        }
    }

    async fn expire(
        &self,
        known: ChangeOrder,
        still_waits: fn(&Booking, &ChangeOrder) -> bool,
    ) -> Fallible<()> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let (booking, order) = lock(connection, &known, now).await?;
                    if order.until <= now && still_waits(&booking, &order) {
                        expired(connection, &booking, &order, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }
}

/// Ends a change order whose time is over, and tells the pro.
pub(super) async fn expired(
    connection: &mut Connection,
    booking: &Booking,
    order: &ChangeOrder,
    now: Millis,
) -> Fallible<()> {
    bookings::end_extra(connection, booking, order, Status::Expired, now).await?;
    note(connection, order, EventKind::ExtraExpired, now).await?;
    tell(connection, order, MessageKind::ExtraExpired, now).await
}

/// Locks the pro, then the booking, and reads the change order again.
pub(super) async fn lock(
    connection: &mut Connection,
    known: &ChangeOrder,
    now: Millis,
) -> Fallible<(Booking, ChangeOrder)> {
    masters::touch(connection, &known.master_id, now).await?;
    let booking = store::bookings::lock(connection, &known.booking_id).await?;
    let order = change_orders::find(connection, &known.id).await?;
    booking.zip(order).ok_or_else(not_found)
}

/// Has the client agree to a change order: in cash it counts at once, and so does a lower price; by card it is to be paid first.
pub(in crate::matching) async fn approve(
    connection: &mut Connection,
    booking: &Booking,
    order: &ChangeOrder,
    now: Millis,
) -> Fallible<()> {
    if booking.is_in_cash() {
        return super::paid::add(connection, booking, order, None, now).await;
    }
    if booking.payment_due_until.is_some() {
        return Err(Failure::conflict(
            "payment_due",
            "Please pay for this booking first.",
        ));
    }
    if order.sum_pence < 0 {
        return super::paid::add(connection, booking, order, None, now).await;
    }
    change_orders::set_approved(connection, &order.id, Some(now)).await?;
    note(connection, order, EventKind::ExtraPayment, now).await?;
    ask_to_pay(connection, order, now).await
}

/// Opens the card page for what a change order adds, for what is left of its time.
pub(super) async fn ask_to_pay(
    connection: &mut Connection,
    order: &ChangeOrder,
    now: Millis,
) -> Fallible<()> {
    let (id, until) = (order.booking_id.as_str(), order.until);
    payments_due::begin(connection, id, order.sum_pence, until).await?;
    let end = Work::EndPaymentDue {
        booking_id: id.to_owned(),
    };
    let key = format!("payment-due-ends:{id}:{until}");
    jobs::enqueue(connection, &end, Some(&key), until, now).await?;
    Ok(())
}
