//! Requests that end without a visit: one side refuses, nobody answers in time, or one of the two is gone.

use serde_json::json;

use super::tell;
use crate::matching::{Matching, not_found};
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::master_event::MasterEventKind;
use callout_domain::message_kind::MessageKind;
use callout_domain::put_right::Outcome;
use callout_store as store;
use callout_store::put_rights::{self, PutRight};
use callout_store::{Connection, events, master_events, masters};

impl Matching {
    /// Ends a request whose last window has passed without an answer; both are told.
    pub async fn end_put_right(&self, id: &str) -> Fallible<()> {
        let (id, now) = (id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let Some(known) = put_rights::find(connection, &id).await? else {
                        return Ok(());
                    };
                    // Whoever answers locks the pro as well.
                    masters::touch(connection, &known.master_id, now).await?;
                    let asked = put_rights::find(connection, &id).await?;
                    match asked.filter(|asked| asked.waits() && asked.lapses_at() <= now) {
                        Some(silent) => refuse(connection, &silent, now).await,
                        None => Ok(()),
                    }
                })
            })
            .await
    }
}

/// Ends what waits to be agreed with a pro whom the caller has locked and who is gone; both are told.
pub async fn end_of_pro(connection: &mut Connection, master_id: &str, now: Millis) -> Fallible<()> {
    let all = put_rights::of_master(connection, master_id).await?;
    for asked in all.into_iter().filter(PutRight::waits) {
        refuse(connection, &asked, now).await?;
    }
    Ok(())
}

/// Ends what waits to be agreed with a client whom the caller has locked and who is gone; the pro is told by message alone, since pros are
/// locked before clients.
pub async fn end_of_client(connection: &mut Connection, client_id: &str, now: Millis) -> Fallible<()> {
    let all = put_rights::of_client(connection, client_id).await?;
    for asked in all.into_iter().filter(PutRight::waits) {
        end(connection, &asked, &[MessageKind::PutRightOffPro], now).await?;
    }
    Ok(())
}

/// Ends one of a pro whom the caller has locked, and tells both.
pub(super) async fn refuse(connection: &mut Connection, asked: &PutRight, now: Millis) -> Fallible<()> {
    let both = [MessageKind::PutRightOffClient, MessageKind::PutRightOffPro];
    end(connection, asked, &both, now).await?;
    let (pro, kind) = (asked.master_id.as_str(), MasterEventKind::Updated);
    master_events::add(connection, pro, kind, &asked.booking_id, now).await?;
    Ok(())
}

async fn end(
    connection: &mut Connection,
    asked: &PutRight,
    told: &[MessageKind],
    now: Millis,
) -> Fallible<()> {
    let booking = store::bookings::lock(connection, &asked.booking_id)
        .await?
        .ok_or_else(not_found)?;
    if put_rights::end(connection, &asked.id, Outcome::Refused, now).await? {
        let number = json!({ "number": asked.number });
        events::note(connection, &booking.id, EventKind::PutRightOver, &number, now).await?;
        for message in told {
            tell(connection, asked, *message, &booking.seq.to_string(), now).await?;
        }
    }
    Ok(())
}
