//! Drafts of price books: kept as they were typed, valid or not.

use pricing_core::PriceBook;

use super::{Prices, in_force, stored};
use callout_base::audit;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::operator::By;
use callout_domain::price_fields;
use callout_domain::prices::{Draft, next_version};
use callout_store::{Connection, price_drafts};

/// Longest book that is kept, bytes: the built-in one has some 20,000.
const LIMIT: usize = 400_000;

impl Prices {
    /// A draft.
    ///
    /// # Errors
    /// 404 when there is none, or it was published.
    pub async fn draft(&self, id: &str) -> Fallible<Draft> {
        let draft = price_drafts::find(&mut self.db.read().await?, id).await?;
        draft.ok_or_else(no_draft)
    }

    /// Begins a draft with the text of a stored book under the next version, without coupons, which have a table of their own; gives
    /// its id.
    ///
    /// # Errors
    /// 404 when there is no book of this version; 403 for anybody but super admins; those of [`audit::note`].
    pub async fn begin(&self, version: &str, by: By) -> Fallible<String> {
        by.require_super_admin("change prices")?;
        let (version, now) = (version.to_owned(), self.clock.now());
        let id = ids::prefixed("book-")?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let mut book = stored(connection, &version).await?;
                    book.version = next_version(&book.version);
                    book.coupons.clear();
                    let draft = Draft {
                        id: id.clone(),
                        body: pretty(&book)?,
                        changed_at: now,
                        changed_by: by.email.clone(),
                    };
                    price_drafts::add(connection, &draft).await?;
                    let entry = saved(&id).was("version", version).is("version", book.version);
                    audit::note(connection, &by, &entry, now).await?;
                    Ok(id)
                })
            })
            .await
    }

    /// Keeps another text of a draft, valid or not.
    ///
    /// # Errors
    /// 404; 422 on `body` when it is too long; 403 for anybody but super admins; those of [`audit::note`].
    pub async fn save(&self, id: &str, body: String, by: By) -> Fallible<()> {
        by.require_super_admin("change prices")?;
        if body.len() > LIMIT {
            return Err(Failure::field("body", "This is too long for a price book."));
        }
        let (id, now) = (id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| Box::pin(save(connection, id, body, by, now)))
            .await
    }

    /// Puts other numbers into a draft: each a JSON pointer, and what was typed.
    ///
    /// # Errors
    /// 404; 422 on the pointer of what is no number, or on `body` when the draft is no book; 403 for anybody but super admins; those of
    /// [`audit::note`].
    pub async fn set_numbers(&self, id: &str, typed: Vec<(String, String)>, by: By) -> Fallible<()> {
        let draft = present(&mut self.db.read().await?, id, &by).await?;
        let book = shaped(&draft.body)?;
        let typed = typed
            .iter()
            .map(|(pointer, text)| (pointer.as_str(), text.as_str()));
        let body = pretty(&price_fields::with(&book, typed)?)?;
        self.save(id, body, by).await
    }

    /// Throws a draft away.
    ///
    /// # Errors
    /// 404; 403 for anybody but super admins; those of [`audit::note`].
    pub async fn discard(&self, id: &str, by: By) -> Fallible<()> {
        by.require_super_admin("change prices")?;
        let (id, now) = (id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let _ = present(connection, &id, &by).await?;
                    price_drafts::delete(connection, &id).await?;
                    let entry = Entry::new(Act::BookDiscarded, Subject::PriceBook(id));
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }
}

/// A book that has the shape of one, whatever its numbers.
///
/// # Errors
/// 422 on `body`.
pub fn shaped(body: &str) -> Fallible<PriceBook> {
    serde_json::from_str(body).map_err(|error| Failure::field("body", error.to_string()))
}

async fn save(connection: &mut Connection, id: String, body: String, by: By, now: Millis) -> Fallible<()> {
    let before = present(connection, &id, &by).await?;
    price_drafts::set(connection, &id, &body, &by.email, now).await?;
    let entry = saved(&id).was("bytes", before.body.len()).is("bytes", body.len());
    audit::note(connection, &by, &entry, now).await
}

/// A draft; when it is gone, who has published it or thrown it away.
///
/// # Errors
/// 404; those of [`audit::check`].
pub(super) async fn present(connection: &mut Connection, id: &str, by: &By) -> Fallible<Draft> {
    audit::check(connection, by, &saved(id)).await?;
    if let Some(draft) = price_drafts::find(connection, id).await? {
        return Ok(draft);
    }
    audit::check(connection, by, &Entry::new(Act::BookPublished, in_force())).await?;
    Err(no_draft())
}

fn saved(id: &str) -> Entry {
    Entry::new(Act::BookSaved, Subject::PriceBook(id.to_owned()))
}

fn no_draft() -> Failure {
    Failure::not_found("There is no such draft: it may have been published.")
}

fn pretty(book: &PriceBook) -> Fallible<String> {
    serde_json::to_string_pretty(book).map_err(Failure::internal)
}
