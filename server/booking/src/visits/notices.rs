//! Messages about visits that came to nothing: to operators that there is something to decide, to the pro what was decided.

use super::Visits;
use callout_domain::failure::Fallible;
use callout_outside::mail::visits as mail;
use callout_store::{bookings, masters, missed_visits};

impl Visits {
    /// Tells whoever decides that a pro has said something; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn alert(&self, visit_id: &str) -> Fallible<()> {
        let visit = missed_visits::find(&mut self.db.read().await?, visit_id).await?;
        match (&self.support_email, visit) {
            (Some(to), Some(visit)) => {
                let message = mail::to_decide(to, &visit, &self.address("/admin/visits"));
                self.notifier.send_for_job(&message).await
            }
            _ => Ok(()),
        }
    }

    /// Tells a pro what was decided.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell_verdict(&self, visit_id: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let Some(visit) = missed_visits::find(&mut connection, visit_id).await? else {
            return Ok(());
        };
        let booking = bookings::find(&mut connection, &visit.booking_id).await?;
        let master = masters::find(&mut connection, &visit.master_id).await?;
        drop(connection);
        let is_cash = booking.is_some_and(|booking| booking.is_in_cash());
        // A closed account has no email.
        match master
            .map(|master| master.email)
            .filter(|email| !email.is_empty())
        {
            Some(to) => {
                let link = self.address(&format!("/master/booking/{}", visit.booking_id));
                self.notifier
                    .send_for_job(&mail::verdict(&to, &visit, is_cash, link))
                    .await
            }
            None => Ok(()),
        }
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base.as_str().trim_end_matches('/'))
    }
}
