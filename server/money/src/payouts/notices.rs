//! Messages about payouts: to the pro how one has ended, to whoever looks after the money that one needs them.

use super::Payouts;
use callout_base::unsent;
use callout_domain::clock::DAY;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payout::{PayoutStatus, Unsent};
use callout_outside::mail::payouts as mail;
use callout_store::payouts::transfers::{self, Transfer};
use callout_store::payouts::{self, Payout, reversals};
use callout_store::{StoreError, jobs, masters};

impl Payouts {
    /// Tells the pro that a payout is on its way to the bank, or has come back.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell(&self, payout_id: &str) -> Fallible<()> {
        let Some((payout, email)) = self.with_email(payout_id).await? else {
            return Ok(());
        };
        let all = transfers::of_payout(&mut self.db.read().await?, payout_id).await?;
        let ended = mail::Ended {
            id: &payout.id,
            amount_pence: payout.amount_pence,
            sent_pence: payout.sent_pence,
            outcome: outcome(payout.status, &all),
        };
        self.notifier
            .send_for_job(&mail::ended(&email, &ended, &self.page()))
            .await
    }

    /// Tells the pro what was taken back of a payout, and for which job.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell_reversed(&self, reference: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let Some(reversal) = reversals::find(&mut connection, reference).await? else {
            return Ok(());
        };
        drop(connection);
        let Some(email) = self.email_of(&reversal.master_id).await? else {
            return Ok(());
        };
        let taken = mail::TakenBack {
            reference,
            booking_id: &reversal.booking_id,
            pence: reversal.amount_pence,
        };
        self.notifier
            .send_for_job(&mail::reversed(&email, &taken, &self.page()))
            .await
    }

    /// Tells the pro what a refund takes from what they earned with a job.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell_taken_back(
        &self,
        reference: &str,
        booking_id: &str,
        master_id: &str,
        pence: i64,
    ) -> Fallible<()> {
        let Some(email) = self.email_of(master_id).await? else {
            return Ok(());
        };
        let taken = mail::TakenBack {
            reference,
            booking_id,
            pence,
        };
        self.notifier
            .send_for_job(&mail::taken_back(&email, &taken, &self.page()))
            .await
    }

    /// Tells the pro that their bank did not take a payout; `id` is the provider's.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell_bank_refused(&self, id: &str, master_id: &str, pence: i64) -> Fallible<()> {
        let Some(email) = self.email_of(master_id).await? else {
            return Ok(());
        };
        self.notifier
            .send_for_job(&mail::bank_refused(&email, id, pence, &self.page()))
            .await
    }

    /// Tells whoever looks after the money that a payout waits for them or was refused; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn alert(&self, payout_id: &str) -> Fallible<()> {
        let payout = payouts::find(&mut self.db.read().await?, payout_id).await?;
        let (Some(to), Some(payout)) = (&self.support_email, payout) else {
            return Ok(());
        };
        let message = if payout.status == PayoutStatus::Failed {
            mail::refused(to, &payout.id, payout.amount_pence, payout.sent_pence)
        } else {
            let link = self.address(&format!("/admin/payouts/{payout_id}"));
            mail::to_review(to, &payout.id, payout.amount_pence, &payout.reasons.0, &link)
        };
        self.notifier.send_for_job(&message).await
    }

    /// Has whoever looks after the money told, once, of each payout that has not been sent for a day. To be called once a minute.
    pub async fn alert_late(&self) -> Fallible<()> {
        let now = self.clock.now();
        let late = payouts::late(&mut self.db.read().await?, now - DAY).await?;
        for (payout_id, amount_pence) in late {
            let told = self.db.write(move |connection| {
                Box::pin(async move {
                    if payouts::tell_late(connection, &payout_id, now).await? {
                        let alert = MoneyAlert::LatePayout {
                            payout_id,
                            amount_pence,
                        };
                        jobs::alert(connection, alert, now).await?;
                    }
                    Ok::<_, Failure>(())
                })
            });
            told.await?;
        }
        Ok(())
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base.as_str().trim_end_matches('/'))
    }

    /// A payout and its pro's email; none once the account is closed.
    async fn with_email(&self, payout_id: &str) -> Result<Option<(Payout, String)>, StoreError> {
        let mut connection = self.db.read().await?;
        let Some(payout) = payouts::find(&mut connection, payout_id).await? else {
            return Ok(None);
        };
        drop(connection);
        let email = self.email_of(&payout.master_id).await?;
        Ok(email.map(|email| (payout, email)))
    }

    /// None once the account is closed.
    async fn email_of(&self, master_id: &str) -> Result<Option<String>, StoreError> {
        let master = masters::find(&mut self.db.read().await?, master_id).await?;
        Ok(master
            .map(|master| master.email)
            .filter(|email| !email.is_empty()))
    }

    /// The page where a pro sees payouts.
    fn page(&self) -> String {
        self.address("/master/payouts")
    }
}

/// What became of what a payout did not send.
fn outcome(status: PayoutStatus, all: &[Transfer]) -> mail::Outcome {
    let returned = all
        .iter()
        .filter(|transfer| transfer.unsent() == Some(Unsent::Returned));
    let returned_pence: i64 = returned.map(|transfer| transfer.amount_pence).sum();
    match status {
        PayoutStatus::Failed if returned_pence > 0 => mail::Outcome::Returned(returned_pence),
        PayoutStatus::Failed if unsent::is_kept_back(all) => mail::Outcome::KeptBack,
        PayoutStatus::Failed => mail::Outcome::CameBack,
        _ => mail::Outcome::Sent,
    }
}
