//! Who is told of a step by message.

use pricing_core::Pence;
use serde_json::json;

use crate::messages::{self, Telling};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::message_kind::MessageKind;
use callout_domain::status::Transition;
use callout_domain::told;
use callout_domain::work::Work;
use callout_store::jobs::NewJob;
use callout_store::{Connection, events};

/// The jobs that tell the client and the pro (the one of the step, or the booking's). `cancelling` is why the booking is cancelled and what
/// that costs the client in pence.
pub(super) fn messages(
    booking: &Booking,
    step: Transition,
    cancelling: Option<(CancelReason, i64)>,
    master_id: Option<&str>,
    now: Millis,
) -> Fallible<Vec<NewJob>> {
    let mut jobs = Vec::new();
    if let Some((CancelReason::Client | CancelReason::NotAsBooked, fee_pence)) = cancelling {
        jobs.extend(text(booking, step, fee_pence, now)?);
    }
    let news = step.news();
    let is_by_others = told::is_by_others(cancelling.map(|(reason, _)| reason));
    let to_client = news
        .to_client
        .filter(|message| *message != MessageKind::CancelledByOthers || is_by_others);
    let to_pro = news.to_pro.filter(|_| master_id.is_some());
    for message in [to_client, to_pro].into_iter().flatten() {
        let telling = Telling {
            message,
            booking_id: &booking.id,
            master_id,
            occasion: &booking.seq.to_string(),
        };
        jobs.push(messages::job(&telling, now)?);
    }
    Ok(jobs)
}

/// Takes back that the client was told that the pro is on the way; false when it was sent already, so that they are told otherwise.
pub(super) async fn take_back(connection: &mut Connection, booking: &Booking) -> Fallible<bool> {
    let Some(set_off) = events::last(connection, &booking.id, booking.status.into()).await? else {
        return Ok(false);
    };
    // A message is named by the booking's number before its step.
    let occasion = (set_off.seq - 1).to_string();
    messages::take_back(connection, MessageKind::OnTheWay, &booking.id, &occasion).await
}

/// A client without an email is told by text of a cancellation of their own.
fn text(booking: &Booking, step: Transition, fee_pence: i64, now: Millis) -> Fallible<Option<NewJob>> {
    if booking.email.is_some() || step.news().notification.is_none() {
        return Ok(None);
    }
    let work = Work::CancelledText {
        booking_id: booking.id.clone(),
        fee_pence,
    };
    let key = format!("cancelled-{}", booking.id);
    Ok(Some(NewJob::new(&work, Some(key), now, now)?))
}

/// Notes a refund in the booking's history, and has its pro told of the change. The caller has locked the pro and the booking.
pub async fn note_refund(
    connection: &mut Connection,
    booking: &Booking,
    amount: Pence,
    now: Millis,
) -> Fallible<()> {
    let told = json!({ "amountPence": amount.0 });
    events::note(connection, &booking.id, EventKind::Refunded, &told, now).await?;
    if let Some(master) = &booking.assigned_master_id {
        super::tell_pro_of_change(connection, master, &booking.id, now).await?;
    }
    Ok(())
}
