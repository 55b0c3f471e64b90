//! What follows when a booking no longer looks for a pro: those who were asked are told, and the money of a booking that found
//! nobody is let go.

use super::{Matching, job};
use crate::bookings::{self, Change};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::master_event::MasterEventKind;
use callout_domain::matching::proposal::ProposalOutcome;
use callout_domain::status::{Actor, BookingStatus};
use callout_store as store;
use callout_store::{Connection, master_events, masters, matchings, offers, proposals};

impl Matching {
    /// Ends the offers of a booking that is not to be had any more and tells the pros who had them: `taken` when another pro has it,
    /// `withdrawn` otherwise.
    pub async fn end_offers(&self, booking_id: &str) -> Fallible<()> {
        self.left_pool(booking_id).await?;
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let Some(booking) = store::bookings::find(connection, &id).await? else {
                        return Ok(());
                    };
                    if booking.facts().is_matching {
                        return Ok(());
                    }
                    let kind = if booking.facts().has_pro {
                        MasterEventKind::Taken
                    } else {
                        MasterEventKind::Withdrawn
                    };
                    let mut told: Vec<(String, MasterEventKind)> = Vec::new();
                    for pro in offers::end_standing(connection, &id, now).await? {
                        told.push((pro, kind));
                    }
                    if booking.open_price && !booking.facts().waits_for_client {
                        let outcome = if booking.facts().has_pro {
                            ProposalOutcome::NotChosen
                        } else {
                            ProposalOutcome::Over
                        };
                        for pro in proposals::end_standing(connection, &id, outcome, now).await? {
                            told.push((pro, MasterEventKind::Withdrawn));
                        }
                    }
                    told.sort_unstable();
                    for (pro, kind) in told {
                        master_events::add(connection, &pro, kind, &id, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    async fn left_pool(&self, booking_id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let current = self.books.current().await?;
        let mut connection = self.db.read().await?;
        if let Some(booking) = store::bookings::find(&mut connection, booking_id).await? {
            let job = job::read(&mut connection, &booking, &current, now, &self.rules).await?;
            self.index.pool_changed(&job);
        }
        Ok(())
    }

    /// Tells a pro that a job of theirs was cancelled.
    pub async fn tell_cancelled(&self, master_id: &str, booking_id: &str) -> Fallible<()> {
        self.tell(master_id, booking_id, MasterEventKind::Cancelled).await
    }

    /// Tells a pro that something about a job of theirs has changed.
    pub async fn tell_changed(&self, master_id: &str, booking_id: &str) -> Fallible<()> {
        self.tell(master_id, booking_id, MasterEventKind::Updated).await
    }

    async fn tell(&self, master_id: &str, booking_id: &str, kind: MasterEventKind) -> Fallible<()> {
        let (pro, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    masters::touch(connection, &pro, now).await?;
                    master_events::add(connection, &pro, kind, &id, now).await
                })
            })
            .await?;
        self.index.reload(master_id).await
    }

    /// Lets go of the money of a booking that found no pro, unless it was tried again.
    pub async fn let_go_unmatched(&self, booking_id: &str, since: Option<Millis>) -> Fallible<()> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    match unmatched(connection, &id, since).await? {
                        Some(booking) => bookings::let_go(connection, &booking.id, now).await,
                        None => Ok(()),
                    }
                })
            })
            .await
    }

    /// Cancels a booking that found no pro and was not tried again.
    pub async fn cancel_unmatched(&self, booking_id: &str, since: Option<Millis>) -> Fallible<()> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let Some(booking) = unmatched(connection, &id, since).await? else {
                        return Ok(());
                    };
                    let off = Change::of(&booking, BookingStatus::Cancelled, Actor::System)?;
                    bookings::change(connection, &booking, &off.because(CancelReason::NoPro, 0), now).await?;
                    Ok(())
                })
            })
            .await
    }
}

/// A booking that has found no pro since then; none when it was tried again meanwhile, whatever came of that.
async fn unmatched(
    connection: &mut Connection,
    booking_id: &str,
    since: Option<Millis>,
) -> Fallible<Option<Booking>> {
    let booking = store::bookings::find(connection, booking_id).await?;
    let Some(booking) = booking.filter(|booking| booking.facts().is_unmatched) else {
        return Ok(None);
    };
    let matching = matchings::find(connection, booking_id).await?;
    let ended = matching.and_then(|matching| matching.waiting_since);
    Ok(Some(booking).filter(|_| since.is_none() || ended == since))
}
