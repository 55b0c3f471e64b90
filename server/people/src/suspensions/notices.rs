//! Messages about suspensions: to the pro why, and what was decided; to operators that there is an appeal.

use super::Suspensions;
use callout_domain::failure::Fallible;
use callout_domain::suspension::News;
use callout_outside::mail::suspensions as mail;
use callout_store::{masters, suspensions};

impl Suspensions {
    /// Tells whoever it concerns; nobody where there is no way to them.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send(&self, suspension_id: &str, news: News) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let Some(suspension) = suspensions::find(&mut connection, suspension_id).await? else {
            return Ok(());
        };
        let pro = masters::find(&mut connection, &suspension.master_id).await?;
        drop(connection);
        let base = self.base.as_str().trim_end_matches('/');
        let message = if news == News::Appealed {
            let link = format!("{base}/admin/pros/{}", suspension.master_id);
            self.support_email
                .as_deref()
                .map(|to| mail::to_decide(to, &suspension, &link))
        } else {
            pro.map(|pro| pro.email)
                .filter(|email| !email.is_empty())
                .map(|to| mail::to_pro(&to, &suspension, news, format!("{base}/master")))
        };
        match message {
            Some(message) => self.notifier.send_for_job(&message).await,
            None => Ok(()),
        }
    }
}
