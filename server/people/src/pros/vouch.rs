//! An operator vouches for a pro: the email is theirs, and their papers are good.

use std::fmt;

use pricing_core::calendar::CivilDate;

use super::Pros;
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::Millis;
use callout_domain::contact;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::master_document::DocumentKind;
use callout_domain::operator::By;
use callout_domain::pro::a_year_after;
use callout_domain::role::Role;
use callout_domain::time;
use callout_store::master_documents::{self, MasterDocument};
use callout_store::{Connection, StoreError, identifiers, masters};

/// What an operator vouches for.
#[derive(Debug, Clone)]
pub struct Voucher {
    /// The pro's email.
    pub email: String,
    /// Only this kind of document; everything that was uploaded otherwise.
    pub kind: Option<DocumentKind>,
    /// The last day the documents are valid; the one the pro gave otherwise.
    pub expires_on: Option<CivilDate>,
}

/// What is verified now and was not before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vouched {
    /// The email.
    pub email: bool,
    /// Kinds of documents.
    pub documents: Vec<DocumentKind>,
}

impl Vouched {
    fn kinds(&self) -> String {
        let kinds: Vec<&str> = self.documents.iter().map(|kind| kind.as_str()).collect();
        kinds.join(", ")
    }
}

impl fmt::Display for Vouched {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let email = if self.email { "proved" } else { "was proved before" };
        let documents = if self.documents.is_empty() {
            "none was waiting".to_owned()
        } else {
            format!("{} verified", self.kinds())
        };
        write!(formatter, "email: {email}; documents: {documents}")
    }
}

impl Pros {
    /// Proves a pro's email and verifies what they have uploaded. Where only one kind is meant and nothing of it waits to be looked
    /// at, a document without a file is recorded instead, valid for a year unless another day is given; but not when there is one that
    /// is valid as long. What changes nothing is not on record.
    ///
    /// # Errors
    /// 404 when no pro has this email; 422 on a day that is over, and on `reason`; those of [`audit::note`].
    pub async fn vouch(&self, voucher: Voucher, reason: &str, by: By) -> Fallible<Vouched> {
        let now = self.clock.now();
        let london =
            time::london(now).ok_or_else(|| Failure::internal("the clock is outside the calendar"))?;
        let today = london.date;
        if voucher.expires_on.is_some_and(|last| last < today) {
            return Err(Failure::field("expires", "This day is over already."));
        }
        let (email, reason) = (contact::email(&voucher.email)?, words("reason", reason)?);
        let vouched = self.db.write(move |connection| {
            Box::pin(async move {
                let held = identifiers::find(connection, Role::Master, &email).await?;
                let held = held.ok_or_else(|| Failure::not_found("There is no pro with this email."))?;
                let id = held.account_id;
                // The identifier before the pro, as when a code proves it.
                if held.verified_at.is_none() {
                    identifiers::prove(connection, Role::Master, &email, &id, now).await?;
                }
                masters::touch(connection, &id, now).await?;
                let until = voucher.expires_on.map(|last| last.to_string());
                let mut documents =
                    master_documents::verify_uploaded(connection, &id, voucher.kind, until.as_deref(), now)
                        .await?;
                if let Some(kind) = voucher.kind.filter(|_| documents.is_empty()) {
                    let until = voucher.expires_on.unwrap_or_else(|| a_year_after(today));
                    if !is_covered(connection, &id, kind, until).await? {
                        let document = without_file(id.clone(), kind, until, now)?;
                        master_documents::add(connection, &document).await?;
                        documents.push(kind);
                    }
                }
                let vouched = Vouched {
                    email: held.verified_at.is_none(),
                    documents,
                };
                if let Some(entry) = entry(id, &vouched) {
                    audit::note(connection, &by, &entry.because(&reason), now).await?;
                }
                Ok(vouched)
            })
        });
        vouched.await
    }
}

/// What goes on record; nothing when nothing changed.
fn entry(id: String, vouched: &Vouched) -> Option<Entry> {
    if !vouched.email && vouched.documents.is_empty() {
        return None;
    }
    let entry = Entry::new(Act::ProVerified, Subject::Pro(id))
        .is("email_proved", vouched.email)
        .is("documents", vouched.kinds());
    Some(entry)
}

/// True when a verified document of this kind is valid through `until`.
async fn is_covered(
    connection: &mut Connection,
    id: &str,
    kind: DocumentKind,
    until: CivilDate,
) -> Result<bool, StoreError> {
    let documents = master_documents::of_master(connection, id).await?;
    let until = until.to_string();
    Ok(documents.iter().any(|document| {
        let is_good = document.verified_at.is_some() && document.rejected_at.is_none();
        let is_long = document.expires_on.as_ref().is_none_or(|last| *last >= until);
        document.kind == kind && is_good && is_long
    }))
}

fn without_file(
    master_id: String,
    kind: DocumentKind,
    until: CivilDate,
    now: Millis,
) -> Fallible<MasterDocument> {
    Ok(MasterDocument {
        id: ids::prefixed("document-")?,
        master_id,
        kind,
        file_id: None,
        media_type: None,
        expires_on: Some(until.to_string()),
        uploaded_at: now,
        verified_at: Some(now),
        rejected_at: None,
        reason: None,
        number: None,
        end_told: None,
        bytes: 0,
    })
}
