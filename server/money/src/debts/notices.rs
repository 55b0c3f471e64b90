//! Messages about debts: to the pro what was paid and decided, to operators that a job was not paid.

use super::Debts;
use callout_domain::failure::Fallible;
use callout_outside::mail::debts as mail;
use callout_store::{StoreError, debt_payments, masters, pro_balances, unpaid_jobs};

impl Debts {
    /// Tells a pro that a payment of fees has arrived.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell_paid(&self, payment_id: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let payment = debt_payments::find(&mut connection, payment_id).await?;
        let Some(payment) = payment else {
            return Ok(());
        };
        let left = -pro_balances::of(&mut connection, &payment.master_id)
            .await?
            .available_pence;
        drop(connection);
        match self.email_of(&payment.master_id).await? {
            Some(to) => {
                let message = mail::paid(
                    &to,
                    &payment.id,
                    payment.amount_pence,
                    left.max(0),
                    self.payouts(),
                );
                self.notifier.send_for_job(&message).await
            }
            None => Ok(()),
        }
    }

    /// Tells a pro what was decided about the fee of a job.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell_verdict(&self, booking_id: &str) -> Fallible<()> {
        let job = unpaid_jobs::find(&mut self.db.read().await?, booking_id).await?;
        let Some(job) = job else {
            return Ok(());
        };
        match self.email_of(&job.master_id).await? {
            Some(to) => {
                let message = mail::verdict(&to, &job, self.payouts());
                self.notifier.send_for_job(&message).await
            }
            None => Ok(()),
        }
    }

    /// Tells whoever looks after the money that a pro says a job was not paid; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn alert(&self, booking_id: &str) -> Fallible<()> {
        let job = unpaid_jobs::find(&mut self.db.read().await?, booking_id).await?;
        match (&self.support_email, job) {
            (Some(to), Some(job)) => {
                let message = mail::to_decide(to, &job, &self.address("/admin/fees"));
                self.notifier.send_for_job(&message).await
            }
            _ => Ok(()),
        }
    }

    /// Address of the pro's page of payouts.
    fn payouts(&self) -> String {
        self.address("/master/payouts")
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base.as_str().trim_end_matches('/'))
    }

    /// A pro's email; none once the account is closed.
    async fn email_of(&self, master_id: &str) -> Result<Option<String>, StoreError> {
        let master = masters::find(&mut self.db.read().await?, master_id).await?;
        Ok(master
            .map(|master| master.email)
            .filter(|email| !email.is_empty()))
    }
}
