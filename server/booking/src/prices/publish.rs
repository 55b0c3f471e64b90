//! Publishing: a draft becomes a book that never changes, and is in force from a moment on.

use pricing_core::PriceBook;

use super::drafts::present;
use super::switch::check_way;
use super::{Prices, in_force, stored};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::keys::sha256_text;
use callout_domain::operator::By;
use callout_domain::prices::{self, Activation, Draft, FeeChange};
use callout_domain::work::Work;
use callout_store::{Connection, jobs, price_books, price_drafts};

/// How a book is published.
#[derive(Debug, Clone)]
pub struct Publishing {
    /// From when on, on London's clocks as browsers send it; empty for now.
    pub at: String,
    /// The version, typed out where prices change much.
    pub typed_version: String,
    /// Why.
    pub reason: String,
}

/// What is published.
pub(super) enum Source {
    /// A draft, as it was read.
    Draft(Draft),
    /// A book that is stored.
    Stored,
    /// The book of version `from`, which is in force, with a keyword or sign switched.
    Switched { from: String },
}

impl Prices {
    /// Publishes a draft as it was shown, and ends it. `digest` is the SHA-256 of the text that was shown.
    ///
    /// # Errors
    /// 404; 409 `changed` when the draft is no longer what was shown, or `version_taken`; 422 on `body` when the book may not be
    /// published, on `at`, `reason`, or `typed_version`; 403 for anybody but super admins; those of [`audit::note`].
    pub async fn publish(&self, id: &str, digest: &str, publishing: Publishing, by: By) -> Fallible<()> {
        let draft = present(&mut self.db.read().await?, id, &by).await?;
        if sha256_text(draft.body.as_bytes()) != digest {
            return Err(changed());
        }
        let book = draft.book()?;
        Box::pin(self.activate(book, Source::Draft(draft), publishing, by)).await
    }

    /// Puts a stored book in force, again or for the first time.
    ///
    /// # Errors
    /// 404; 422 on `at` or `typed_version`, or on `body` when the bounds are tighter by now; 403 for anybody but super admins; those
    /// of [`audit::note`].
    pub async fn bring_back(&self, version: &str, publishing: Publishing, by: By) -> Fallible<()> {
        let book = self.book(version).await?;
        let book = prices::publishable(&book.to_json().map_err(Failure::internal)?)?;
        Box::pin(self.activate(book, Source::Stored, publishing, by)).await
    }

    /// Calls off a book that has not begun.
    ///
    /// # Errors
    /// 409 `already_begun` when it is in force or was called off, `fee_rises_too_soon` when the book after it would then raise the fee
    /// before every pro has known of it for 15 days; 403 for anybody but super admins; those of [`audit::note`].
    pub async fn call_off(&self, activation_id: &str, reason: String, by: By) -> Fallible<()> {
        by.require_super_admin("publish prices")?;
        let reason = words("reason", &reason)?;
        let (id, now) = (activation_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| Box::pin(call_off(connection, id, reason, by, now)))
            .await
    }

    pub(super) async fn activate(
        &self,
        book: PriceBook,
        source: Source,
        publishing: Publishing,
        by: By,
    ) -> Fallible<()> {
        by.require_super_admin("publish prices")?;
        let (reason, now) = (words("reason", &publishing.reason)?, self.clock.now());
        let at = prices::begins(&publishing.at, now)?;
        if self.compare(&book).await?.is_large() && publishing.typed_version.trim() != book.version {
            let detail = format!(
                "Prices change by more than 20%. Type the version, {}, to publish it.",
                book.version
            );
            return Err(Failure::field("typed_version", detail));
        }
        let activation = Activation {
            id: ids::prefixed("act-")?,
            version: book.version.clone(),
            active_from: at,
            made_at: now,
            made_by: by.email.clone(),
            reason,
            cancelled_at: None,
        };
        self.db
            .write(move |connection| Box::pin(activate(connection, book, source, activation, by)))
            .await
    }
}

async fn activate(
    connection: &mut Connection,
    book: PriceBook,
    source: Source,
    activation: Activation,
    by: By,
) -> Fallible<()> {
    let (now, at) = (activation.made_at, activation.active_from);
    let current = in_force_at(connection, now).await?;
    let before = in_force_at(connection, at).await?;
    let next = price_books::next_after(connection, at).await?;
    match source {
        Source::Stored => {}
        Source::Draft(draft) => {
            if !store(connection, &book, now).await? {
                return Err(version_taken(&book.version));
            }
            if !price_drafts::take(connection, &draft.id, &draft.body).await? {
                return Err(changed());
            }
        }
        Source::Switched { from } => {
            check_way(connection, next.as_ref()).await?;
            if current.version != from || !store(connection, &book, now).await? {
                return Err(superseded());
            }
        }
    }
    price_books::activate(connection, &activation).await?;
    announce_rise(connection, &activation, &before, &book, now).await?;
    if let Some(next) = next {
        // A lower fee before it makes a rise of what was none.
        let later = stored(connection, &next.version).await?;
        announce_rise(connection, &next, &book, &later, now).await?;
    }
    let entry = Entry::new(Act::BookPublished, in_force())
        .was("version", current.version)
        .is("version", book.version)
        .was("off", listed(&current.off))
        .is("off", listed(&book.off))
        .is("active_from", activation.active_from)
        .because(&activation.reason);
    audit::note(connection, &by, &entry, now).await
}

/// Stores a book; false when there is one of this version.
async fn store(connection: &mut Connection, book: &PriceBook, now: Millis) -> Fallible<bool> {
    let body = book.to_json().map_err(Failure::internal)?;
    Ok(price_books::add(connection, &book.version, &body, now).await?)
}

/// What is off, for people.
fn listed(off: &[String]) -> Option<String> {
    (!off.is_empty()).then(|| off.join(", "))
}

async fn call_off(
    connection: &mut Connection,
    id: String,
    reason: String,
    by: By,
    now: Millis,
) -> Fallible<()> {
    let Some(activation) = price_books::call_off(connection, &id, now).await? else {
        let detail = "This book is in force already, or was called off.";
        return Err(Failure::conflict("already_begun", detail));
    };
    let before = in_force_at(connection, activation.active_from).await?;
    let book = stored(connection, &activation.version).await?;
    if book.fee_basis_points > before.fee_basis_points {
        let change = FeeChange {
            is_called_off: true,
            ..fee_change(&activation, &before, &book)
        };
        announce(connection, change, now).await?;
    }
    announce_what_follows(connection, &activation, &before, &book, now).await?;
    let entry = Entry::new(Act::BookCalledOff, in_force())
        .was("version", activation.version)
        .was("active_from", activation.active_from)
        .because(&reason);
    audit::note(connection, &by, &entry, now).await
}

/// Has every pro told where the next book was no rise after the one that is called off, but is one after the book that stays instead.
///
/// # Errors
/// 409 `fee_rises_too_soon`.
async fn announce_what_follows(
    connection: &mut Connection,
    called_off: &Activation,
    stays: &PriceBook,
    gone: &PriceBook,
    now: Millis,
) -> Fallible<()> {
    let Some(next) = price_books::next_after(connection, called_off.active_from).await? else {
        return Ok(());
    };
    let later = stored(connection, &next.version).await?;
    if later.fee_basis_points > gone.fee_basis_points {
        // They were told when it was published.
        return Ok(());
    }
    let (from, to) = (stays.fee_basis_points, later.fee_basis_points);
    if prices::require_notice(from, to, next.active_from, now).is_err() {
        return Err(fee_rises_too_soon(&next.version));
    }
    announce_rise(connection, &next, stays, &later, now).await
}

/// Has every pro told of a fee that rises.
///
/// # Errors
/// 422 on `at` when it rises too soon for that.
async fn announce_rise(
    connection: &mut Connection,
    activation: &Activation,
    before: &PriceBook,
    after: &PriceBook,
    now: Millis,
) -> Fallible<()> {
    let change = fee_change(activation, before, after);
    prices::require_notice(change.from, change.to, change.at, now)?;
    if change.to > change.from {
        announce(connection, change, now).await?;
    }
    Ok(())
}

fn fee_change(activation: &Activation, before: &PriceBook, after: &PriceBook) -> FeeChange {
    FeeChange {
        activation_id: activation.id.clone(),
        from: before.fee_basis_points,
        to: after.fee_basis_points,
        at: activation.active_from,
        is_called_off: false,
    }
}

/// Has every pro told of another fee.
async fn announce(connection: &mut Connection, change: FeeChange, now: Millis) -> Fallible<()> {
    let work = Work::AnnounceFee { change };
    Ok(jobs::enqueue(connection, &work, None, now, now).await?)
}

/// The book that is in force then, as far as it is known now.
pub(super) async fn in_force_at(connection: &mut Connection, at: Millis) -> Fallible<PriceBook> {
    match price_books::in_force(connection, at).await? {
        Some(json) => PriceBook::from_json(&json).map_err(Failure::internal),
        None => Ok(PriceBook::builtin().clone()),
    }
}

fn changed() -> Failure {
    Failure::conflict("changed", "This draft was changed meanwhile. Look at it again.")
}

fn superseded() -> Failure {
    Failure::conflict(
        "changed",
        "Another price book was published meanwhile. Look at it again.",
    )
}

fn fee_rises_too_soon(version: &str) -> Failure {
    let detail = format!(
        "Book {version} follows it and would then raise the fee, and pros must be told of that 15 days before. Call off {version} first."
    );
    Failure::conflict("fee_rises_too_soon", detail)
}

fn version_taken(version: &str) -> Failure {
    let detail = format!("There is a book {version} already. Give this one another version.");
    Failure::conflict("version_taken", detail)
}
