//! Emails that were stored before all of them were cleaned at the door: each gets the spelling under which it is looked up now.

use super::Accounts;
use callout_domain::contact;
use callout_domain::failure::Fallible;
use callout_store::stored_emails::{Renamed, odd, rename};

/// What became of the stored emails.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CleanedEmails {
    /// How many have a new spelling.
    pub cleaned: usize,
    /// What an operator has to look at, a sentence each.
    pub left: Vec<String>,
}

impl Accounts {
    /// Cleans the stored emails; safe to repeat, and while the server runs. Two accounts that the two spellings of one email belong to stay
    /// as they are.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn clean_emails(&self) -> Fallible<CleanedEmails> {
        // An identifier may be a phone, too.
        let is_odd =
            |stored: &str| stored.contains('@') && contact::email(stored).ok().as_deref() != Some(stored);
        let found = odd(&mut self.db.read().await?, is_odd).await?;
        let mut done = CleanedEmails::default();
        for (role, old) in found {
            let shown = old.escape_debug().to_string();
            let Ok(new) = contact::email(&old) else {
                done.left
                    .push(format!("{}: {shown} cannot be sent to", role.as_str()));
                continue;
            };
            let renamed = self.db.write({
                let (old, new) = (old.clone(), new.clone());
                move |connection| Box::pin(async move { rename(connection, role, &old, &new).await })
            });
            match renamed.await? {
                Renamed::Done => done.cleaned += 1,
                Renamed::Taken { account, by } => done.left.push(format!(
                    "{}: {shown} of {account} is {new} of {by}",
                    role.as_str()
                )),
            }
        }
        Ok(done)
    }
}
