//! Emails to pros about their documents.

use super::Documents;
use callout_domain::failure::Fallible;
use callout_domain::master_document::DocumentNews;
use callout_outside::mail::documents as mail;
use callout_store::master_documents::of_operators;
use callout_store::masters;

impl Documents {
    /// Tells a pro something about a document, unless it stands elsewhere by now.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell(&self, document_id: &str, news: DocumentNews) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let document = of_operators::find(&mut connection, document_id).await?;
        let standing = document.filter(|document| news.is_true_of(document.status(self.clock.now())));
        let Some(document) = standing else {
            return Ok(());
        };
        let master = masters::find(&mut connection, &document.master_id).await?;
        drop(connection);
        let email = master
            .map(|master| master.email)
            .filter(|email| !email.is_empty());
        let Some(to) = email else {
            return Ok(());
        };
        let link = format!(
            "{}/master/onboarding/documents",
            self.base.as_str().trim_end_matches('/')
        );
        let message = mail::told(&to, document.kind, &document, news, link);
        self.notifier.send_for_job(&message).await
    }
}
