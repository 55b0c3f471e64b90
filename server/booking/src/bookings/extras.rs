//! Extra work that waits for the client, as the rest of a booking sees it: a step away from the work ends it, and so may a payment
//! that comes first.

use super::release::release_payment;
use callout_domain::booking::Booking;
use callout_domain::change_order::Status;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::mismatch::Outcome;
use callout_domain::status::{Transition, facts};
use callout_domain::work::Work;
use callout_store::change_orders::{self, ChangeOrder};
use callout_store::{Connection, changes, jobs, mismatches, payments_due};

/// Takes back the open change order of a job that ends.
pub(super) async fn follow(
    connection: &mut Connection,
    booking: &Booking,
    step: Transition,
    now: Millis,
) -> Fallible<()> {
    if !facts(step.from()).is_at_work {
        return Ok(());
    }
    if let Some(order) = change_orders::open(connection, &booking.id).await? {
        end_extra(connection, booking, &order, Status::Withdrawn, now).await?;
    }
    if let Some(open) = mismatches::open(connection, &booking.id).await? {
        mismatches::end(connection, &open.id, Outcome::Over, now).await?;
    }
    Ok(())
}

/// Ends an open change order, unpaid, of a booking that the caller has locked; what was opened to pay for it is let go. False when it has
/// ended already.
pub async fn end_extra(
    connection: &mut Connection,
    booking: &Booking,
    order: &ChangeOrder,
    outcome: Status,
    now: Millis,
) -> Fallible<bool> {
    if !change_orders::end(connection, &order.id, outcome, None, now).await? {
        return Ok(false);
    }
    if order.is_due(booking) {
        payments_due::end(connection, &booking.id).await?;
    }
    if order.replaces {
        choose_anew(connection, &order.id, now).await?;
    }
    let_go_of_payments(connection, order, now).await?;
    Ok(true)
}

/// Has the client choose anew whose other price was not paid; where the time to choose is over, that is noticed at once.
async fn choose_anew(connection: &mut Connection, order_id: &str, now: Millis) -> Fallible<()> {
    let Some(known) = mismatches::of_order(connection, order_id).await? else {
        return Ok(());
    };
    mismatches::set_price_chosen(connection, &known.id, None).await?;
    if known.outcome.is_none() && known.until <= now {
        let work = Work::EndMismatch {
            mismatch_id: known.id.clone(),
        };
        jobs::enqueue(connection, &work, Some(&format!("unpaid-{order_id}")), now, now).await?;
    }
    Ok(())
}

/// Has a change order of a booking that the caller has locked wait for its client's answer again, since another payment comes first.
pub async fn stop_paying_extra(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<()> {
    let open = change_orders::open(connection, &booking.id).await?;
    let Some(order) = open.filter(|order| order.is_due(booking)) else {
        return Ok(());
    };
    if order.until <= now {
        end_extra(connection, booking, &order, Status::Expired, now).await?;
        return Ok(());
    }
    change_orders::set_approved(connection, &order.id, None).await?;
    let_go_of_payments(connection, &order, now).await
}

/// The rows of payments are locked before bookings, so this only enqueues.
async fn let_go_of_payments(connection: &mut Connection, order: &ChangeOrder, now: Millis) -> Fallible<()> {
    for payment in changes::payments(connection, &order.id).await? {
        release_payment(connection, &payment, 0, now).await?;
    }
    Ok(())
}
