//! Every pro is told of a higher fee before it comes, and when it does not come after all.

use super::Prices;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::prices::FeeChange;
use callout_domain::work::Work;
use callout_outside::mail::fee_changes as mail;
use callout_store::{Connection, jobs, masters};

impl Prices {
    /// Enqueues an email to every pro about a change of the fee.
    pub async fn announce(&self, change: &FeeChange) -> Fallible<()> {
        let (change, now) = (change.clone(), self.clock.now());
        self.db
            .write(move |connection| Box::pin(enqueue_all(connection, change, now)))
            .await
    }

    /// Tells a pro of a change of the fee.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell_fee(&self, change: &FeeChange, master_id: &str) -> Fallible<()> {
        let master = masters::find(&mut self.db.read().await?, master_id).await?;
        let Some(email) = master
            .map(|master| master.email)
            .filter(|email| !email.is_empty())
        else {
            return Ok(());
        };
        let link = format!("{}/terms", self.base.as_str().trim_end_matches('/'));
        let key = format!("{}-{}-{master_id}", change.activation_id, change.is_called_off);
        self.notifier
            .send_for_job(&mail::changed(&email, change, &link, key))
            .await
    }
}

async fn enqueue_all(connection: &mut Connection, change: FeeChange, now: Millis) -> Fallible<()> {
    for master_id in masters::all_ids(connection).await? {
        let key = format!(
            "fee-{}-{}-{master_id}",
            change.activation_id, change.is_called_off
        );
        let work = Work::FeeChangeEmail {
            change: change.clone(),
            master_id,
        };
        jobs::enqueue(connection, &work, Some(&key), now, now).await?;
    }
    Ok(())
}
