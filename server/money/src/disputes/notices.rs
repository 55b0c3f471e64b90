//! Messages about disputes: each to one reader, as a job of its own.

use super::Disputes;
use callout_domain::clock::Millis;
use callout_domain::dispute::{self, News, Reader};
use callout_domain::failure::Fallible;
use callout_domain::links;
use callout_domain::message::Message;
use callout_outside::mail::disputes as mail;
use callout_store::disputes::{self, Dispute};
use callout_store::{Connection, bookings, jobs, masters};

/// Has everybody told, in the transaction of what happened.
pub(super) async fn tell(
    connection: &mut Connection,
    dispute: &Dispute,
    news: News,
    now: Millis,
) -> Fallible<()> {
    for reader in news.readers() {
        jobs::tell_of_dispute(connection, &dispute.id, news, *reader, now).await?;
    }
    Ok(())
}

impl Disputes {
    /// Tells one reader; nobody where there is no way to them.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send(&self, dispute_id: &str, news: News, reader: Reader) -> Fallible<()> {
        let dispute = disputes::find(&mut self.db.read().await?, dispute_id).await?;
        let Some(dispute) = dispute else {
            return Ok(());
        };
        match self.message(&dispute, news, reader).await? {
            Some(message) => self.notifier.send_for_job(&message).await,
            None => Ok(()),
        }
    }

    async fn message(&self, dispute: &Dispute, news: News, reader: Reader) -> Fallible<Option<Message>> {
        let mut connection = self.db.read().await?;
        let booking = bookings::find(&mut connection, &dispute.booking_id).await?;
        let is_ahead = booking.as_ref().is_some_and(|booking| booking.ended_at.is_none());
        match reader {
            Reader::Client => {
                // An erased person's booking has no phone.
                let booking = booking.filter(|booking| booking.email.is_some() || !booking.phone.is_empty());
                Ok(booking.map(|booking| {
                    let link = links::to_client(&self.keys.link, &self.base, &booking);
                    mail::to_client(&booking, dispute, news, link)
                }))
            }
            Reader::Pro => {
                let master = masters::find(&mut connection, &dispute.master_id).await?;
                let email = master
                    .map(|master| master.email)
                    .filter(|email| !email.is_empty());
                let base = self.base.as_str().trim_end_matches('/');
                let link = format!("{base}/master/booking/{}", dispute.booking_id);
                let about = mail::ForPro {
                    dispute,
                    is_cash: booking.is_some_and(|booking| booking.is_in_cash()),
                    is_ahead,
                    answer_by: dispute::answer_by(dispute.opened_at),
                };
                Ok(email.map(|email| mail::to_pro(&email, about, news, link)))
            }
            Reader::Operator => Ok(self
                .support_email
                .as_deref()
                .map(|to| mail::to_decider(to, dispute, news, is_ahead))),
        }
    }
}
