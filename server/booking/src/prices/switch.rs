//! The switch of a keyword or sign: a book that differs from the one in force in nothing else, and is in force at once.

use pricing_core::PriceBook;

use super::Prices;
use super::publish::{Publishing, Source};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::By;
use callout_domain::prices::{self, Activation, next_version};
use callout_domain::switched::{Switch, switched};
use callout_store::{Connection, price_books, price_drafts};

impl Prices {
    /// The book in force with a keyword or sign switched, under the next version that is free.
    ///
    /// # Errors
    /// 422 on `id` when there is no such keyword or sign; 409 `switched_already`.
    pub async fn switched(&self, id: &str, to: Switch) -> Fallible<PriceBook> {
        self.with_switched(&self.current().await?, id, to).await
    }

    /// Switches a keyword or sign, by the id that explanations give it: `keyword:tap`.
    ///
    /// # Errors
    /// Those of [`Prices::switched`]; 409 `book_in_the_way` while a draft, or a book to come, would undo it, `changed` when another book
    /// was published meanwhile; 422 on `reason`; 403 for anybody but super admins; those of [`callout_base::audit::note`].
    pub async fn switch(&self, id: &str, to: Switch, reason: String, by: By) -> Fallible<()> {
        by.require_super_admin("publish prices")?;
        let current = self.current().await?;
        let book = self.with_switched(&current, id, to).await?;
        let book = prices::publishable(&book.to_json().map_err(Failure::internal)?)?;
        let publishing = Publishing {
            at: String::new(),
            // The form names what is switched, whatever that does to prices.
            typed_version: book.version.clone(),
            reason,
        };
        let source = Source::Switched {
            from: current.version,
        };
        Box::pin(self.activate(book, source, publishing, by)).await
    }

    async fn with_switched(&self, current: &PriceBook, id: &str, to: Switch) -> Fallible<PriceBook> {
        let taken = price_books::versions(&mut self.db.read().await?).await?;
        let mut version = next_version(&current.version);
        while taken.contains(&version) {
            version = next_version(&version);
        }
        switched(current, id, to, version)
    }
}

/// Refuses a switch that a draft, begun before it, or a book to come would undo.
///
/// # Errors
/// 409 `book_in_the_way`.
pub(super) async fn check_way(connection: &mut Connection, to_come: Option<&Activation>) -> Fallible<()> {
    let detail = match to_come {
        Some(next) => format!(
            "Book {} is to come and would undo this. Call it off first.",
            next.version
        ),
        None if price_drafts::all(connection).await?.is_empty() => return Ok(()),
        None => "A draft of a price book would undo this. Publish it, or throw it away, first.".to_owned(),
    };
    Err(Failure::conflict("book_in_the_way", detail))
}
