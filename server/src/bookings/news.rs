//! Who is told of a step by message.

use pricing_core::Pence;
use serde_json::json;

use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::failure::Fallible;
use crate::domain::message_kind::MessageKind;
use crate::domain::status::Transition;
use crate::domain::told;
use crate::domain::work::Work;
use crate::messages::{self, Telling};
use crate::store::bookings::details;
use crate::store::{Connection, events, jobs};

/// Has the client and the pro (the one of the step, or the booking's) told. `cancelling` is why the booking is cancelled and what that
/// costs the client in pence.
pub(super) async fn tell(
    connection: &mut Connection,
    booking: &Booking,
    step: Transition,
    cancelling: Option<(&'static str, i64)>,
    master_id: Option<&str>,
    now: Millis,
) -> Fallible<()> {
    if let Some(("client", fee_pence)) = cancelling {
        tell_by_text(connection, booking, step, fee_pence, now).await?;
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
        messages::enqueue(connection, &telling, now).await?;
    }
    Ok(())
}

/// A client without an email is told by text of a cancellation of their own.
async fn tell_by_text(
    connection: &mut Connection,
    booking: &Booking,
    step: Transition,
    fee_pence: i64,
    now: Millis,
) -> Fallible<()> {
    if booking.email.is_some() || step.news().notification.is_none() {
        return Ok(());
    }
    let work = Work::CancelledText {
        booking_id: booking.id.clone(),
        fee_pence,
    };
    let key = format!("cancelled-{}", booking.id);
    jobs::enqueue(connection, &work, Some(&key), now, now).await?;
    Ok(())
}

/// Notes a refund in the booking's history, and has its pro told of the change. The caller has locked the pro and the booking.
///
/// # Errors
/// When the database fails.
pub async fn note_refund(
    connection: &mut Connection,
    booking: &Booking,
    amount: Pence,
    now: Millis,
) -> Fallible<()> {
    let seq = details::next_seq(connection, &booking.id, now).await?;
    let told = json!({ "amountPence": amount.0 });
    events::add(connection, &booking.id, seq, "refunded", now, &told).await?;
    if let Some(master) = &booking.assigned_master_id {
        super::tell_pro_of_change(connection, master, &booking.id, now).await?;
    }
    Ok(())
}
