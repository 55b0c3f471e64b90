//! Price books: drafts, what a draft would change, when a published book is in force, and going back to an earlier one. A published
//! book never changes; a booking keeps the version that it was priced with.

mod drafts;
mod fee_changes;
mod publish;
mod switch;

use pricing_core::{PriceBook, Urgency};

use crate::books::Books;
use callout_domain::audit::Subject;
use callout_domain::clock::{Clock, DAY, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::price_comparison::{Comparison, SAMPLES, Sample, fixtures};
use callout_domain::prices::{Activation, Draft};
use callout_domain::quote::{QuotedSlot, Wanted};
use callout_domain::time;
use callout_outside::notify::Notifier;
use callout_store::price_samples::{self, Asked};
use callout_store::{Connection, Db, StoreError, price_books, price_drafts};

pub use drafts::shaped;
pub use publish::Publishing;

/// Activations that are shown.
const SHOWN: i64 = 100;
/// How far back requests are compared, milliseconds (decisions, section 29).
const SAMPLE_AGE: Millis = 90 * DAY;
/// With fewer requests than this, one of each kind is compared in their place.
const FEWEST: usize = 100;
/// Who makes the book that comes with the first start.
const CALLOUT: &str = "callout";

/// Publishes price books; cloning it is cheap.
#[derive(Clone)]
pub struct Prices {
    /// Books, activations, drafts.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The books that servers price with.
    pub books: Books,
    /// Tells pros of another fee.
    pub notifier: Notifier,
    /// Where people open Callout.
    pub base: url::Url,
}

/// All that there is of price books.
pub struct Shelf {
    /// The one in force.
    pub in_force: Option<Activation>,
    /// Those to come, the latest first.
    pub to_come: Vec<Activation>,
    /// Those before and those called off, the latest first.
    pub past: Vec<Activation>,
    /// What is being worked on.
    pub drafts: Vec<Draft>,
    /// Version of the book that came with this program, if it was never in force.
    pub offered: Option<&'static str>,
}

/// What acts on the book in force are done to, so that two operators who publish at once notice each other.
#[must_use]
pub fn in_force() -> Subject {
    Subject::PriceBook("in force".to_owned())
}

/// Stores the book that came with the program. Where no book was ever in force, it is from now on; otherwise it is offered to the
/// operators, and the one that they published stays.
pub async fn store_builtin(db: &Db, clock: &Clock) -> Result<(), StoreError> {
    let (book, now) = (PriceBook::builtin(), clock.now());
    let body = book
        .to_json()
        .map_err(|error| StoreError::Corrupt(error.to_string()))?;
    db.write(move |connection| {
        Box::pin(async move {
            let _ = price_books::add(connection, &book.version, &body, now).await?;
            if price_books::activations(connection, 1).await?.is_empty() {
                let first = Activation {
                    id: "first".to_owned(),
                    version: book.version.clone(),
                    active_from: 0,
                    made_at: now,
                    made_by: CALLOUT.to_owned(),
                    reason: String::new(),
                    cancelled_at: None,
                };
                price_books::activate(connection, &first).await?;
            }
            Ok(())
        })
    })
    .await
}

impl Prices {
    /// What there is.
    pub async fn shelf(&self) -> Fallible<Shelf> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let builtin = PriceBook::builtin().version.as_str();
        let offered = !price_books::was_activated(&mut connection, builtin).await?;
        let (mut to_come, mut past, mut in_force) = (Vec::new(), Vec::new(), None);
        for activation in price_books::activations(&mut connection, SHOWN).await? {
            if activation.cancelled_at.is_some() {
                past.push(activation);
            } else if activation.active_from > now {
                to_come.push(activation);
            } else if in_force.is_none() {
                in_force = Some(activation);
            } else {
                past.push(activation);
            }
        }
        Ok(Shelf {
            in_force,
            to_come,
            past,
            drafts: price_drafts::all(&mut connection).await?,
            offered: offered.then_some(builtin),
        })
    }

    /// The book in force as the tables have it; servers may price by the one before for some seconds more.
    pub async fn current(&self) -> Fallible<PriceBook> {
        publish::in_force_at(&mut self.db.read().await?, self.clock.now()).await
    }

    /// A stored book.
    ///
    /// # Errors
    /// 404 when there is no book of this version.
    pub async fn book(&self, version: &str) -> Fallible<PriceBook> {
        stored(&mut self.db.read().await?, version).await
    }

    /// What a book would change: the newest requests of the last 90 days, or one of each kind where there are too few, priced with
    /// the book in force and with this one.
    pub async fn compare(&self, other: &PriceBook) -> Fallible<Comparison> {
        let (current, now) = (self.books.current().await?, self.clock.now());
        let most = i64::try_from(SAMPLES).unwrap_or(i64::MAX);
        let asked = price_samples::since(&mut self.db.read().await?, now - SAMPLE_AGE, most).await?;
        let mut samples: Vec<Sample> = asked.into_iter().filter_map(sample).collect();
        if samples.len() < FEWEST {
            let there =
                time::london(now).ok_or_else(|| Failure::internal("the clock is outside the calendar"))?;
            samples = fixtures(&current.book, there);
        }
        let other = other.clone();
        // Some tens of milliseconds of arithmetic, which would keep other requests waiting.
        tokio::task::spawn_blocking(move || Comparison::of(&samples, &current.book, &other))
            .await
            .map_err(Failure::internal)
    }
}

/// A stored book, read.
async fn stored(connection: &mut Connection, version: &str) -> Fallible<PriceBook> {
    let json = price_books::of_version(connection, version).await?;
    let json = json.ok_or_else(|| Failure::not_found("There is no book of this version."))?;
    PriceBook::from_json(&json).map_err(Failure::internal)
}

/// A booking's request; none for one that cannot be priced again.
fn sample(asked: Asked) -> Option<Sample> {
    let slot = match (asked.slot_id, asked.slot_start, asked.slot_end) {
        (Some(id), Some(start), Some(end)) => Some(QuotedSlot {
            id,
            start,
            end,
            delta: 0,
        }),
        _ => None,
    };
    if slot.is_none() && asked.urgency != Urgency::Emergency {
        return None;
    }
    Some(Sample {
        asked: time::london(asked.created_at)?,
        wanted: Wanted {
            chosen_type: asked.quick_fix.is_none().then_some(asked.problem_type),
            description: asked.description,
            quick_fix: asked.quick_fix,
            postcode: asked.postcode,
            tier: asked.tier,
            urgency: asked.urgency,
            slot,
            coupon: None,
            danger_answers: asked.danger_answers.0,
        },
    })
}
