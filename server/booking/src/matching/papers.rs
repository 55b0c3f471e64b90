//! A pro without a valid paper: the jobs that need it are matched anew.

use super::answers::Moment;
use super::leaving::is_under_way_with;
use super::{Matching, candidates, job, named, proposals as answers};
use crate::bookings::{self, Change};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::matching::candidate::Candidate;
use callout_domain::matching::eligible;
use callout_domain::matching::proposal::ProposalOutcome;
use callout_domain::status::{Actor, BookingStatus};
use callout_store as store;
use callout_store::candidates::Which;
use callout_store::{Connection, masters, proposals};

impl Matching {
    /// Takes from a pro the jobs whose work has not begun, and the open proposals, for which no paper of theirs is valid to the end of
    /// the job. The pro and the clients are told.
    ///
    /// # Errors
    /// When the database fails; nothing is taken then.
    pub async fn check_papers(&self, master_id: &str) -> Fallible<()> {
        let (master, moment) = (master_id.to_owned(), self.moment().await?);
        let taken = self.db.write(move |connection| {
            Box::pin(async move {
                if !masters::touch(connection, &master, moment.now).await? {
                    return Ok(());
                }
                let Some(pro) = candidates::one(connection, &master, &moment.rules).await? else {
                    return Ok(());
                };
                moment.end_proposals(connection, &pro).await?;
                moment.take_jobs(connection, &pro).await
            })
        });
        taken.await?;
        self.index.reload(master_id).await
    }
}

impl Moment {
    async fn end_proposals(&self, connection: &mut Connection, pro: &Candidate) -> Fallible<()> {
        for open in proposals::open_of_master(connection, &pro.id).await? {
            let booking = store::bookings::lock(connection, &open.booking_id).await?;
            let Some(booking) = booking else { continue };
            if !self.lacks_paper(connection, pro, &booking, self.now).await? {
                continue;
            }
            if open.is_standing() {
                named::end(
                    connection,
                    &booking,
                    &open,
                    ProposalOutcome::Gone,
                    Actor::System,
                    self.now,
                )
                .await?;
            } else if booking.facts().waits_for_client {
                answers::give_up(
                    connection,
                    &booking,
                    &open,
                    ProposalOutcome::Gone,
                    Actor::System,
                    self.now,
                )
                .await?;
            }
        }
        Ok(())
    }

    async fn take_jobs(&self, connection: &mut Connection, pro: &Candidate) -> Fallible<()> {
        for job in store::candidates::jobs(connection, Which::One(&pro.id)).await? {
            let booking = store::bookings::lock(connection, &job.id).await?;
            let own = booking.filter(|booking| is_under_way_with(booking, &pro.id));
            let Some(booking) = own.filter(|booking| !booking.facts().is_at_work) else {
                continue;
            };
            let since = booking.assigned_at.unwrap_or(self.now);
            if self.lacks_paper(connection, pro, &booking, since).await? {
                let again = Change::of(&booking, BookingStatus::Pending, Actor::System)?;
                // False cannot be: the booking is locked.
                bookings::change(connection, &booking, &again.noting("withdrawn", true), self.now).await?;
            }
        }
        Ok(())
    }

    /// Whether a pro who has a booking since `since` (Unix milliseconds) has no valid paper for it.
    async fn lacks_paper(
        &self,
        connection: &mut Connection,
        pro: &Candidate,
        booking: &Booking,
        since: Millis,
    ) -> Fallible<bool> {
        let job = job::read(connection, booking, &self.current, since, &self.rules).await?;
        Ok(eligible::lacks_paper(pro, &job).is_some())
    }
}
