//! Learning from outcomes: what became of what was read from clients' words, written down when a booking has ended and counted for the
//! console.

use std::collections::{BTreeMap, BTreeSet};

use pricing_core::PriceBook;

use callout_domain::clock::{Clock, DAY, Millis};
use callout_domain::failure::Fallible;
use callout_domain::ids;
use callout_domain::reading::Reading;
use callout_domain::switched::keywords;
use callout_store::readings::{self, Instead, Tally};
use callout_store::{Connection, Db, bookings};

/// How far back is counted, milliseconds.
const COUNTED: Millis = 90 * DAY;
/// Most entries that are shown.
const SHOWN: i64 = 500;

/// Writes and counts readings; cloning it is cheap.
#[derive(Clone)]
pub struct Readings {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// What became of all readings of a type, or with an entry.
pub struct Outcome {
    /// The counts.
    pub tally: Tally,
    /// What was chosen instead, the most frequent first: codes of types, and how often.
    pub instead: Vec<(String, i64)>,
}

impl Outcome {
    /// What the price book calls it: `keyword:tap`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}:{}", self.tally.kind, self.tally.entry)
    }

    /// A keyword or sign that was not read lately.
    fn unread(id: &str) -> Self {
        let (kind, entry) = id.split_once(':').unwrap_or_default();
        let tally = Tally {
            kind: kind.to_owned(),
            entry: entry.to_owned(),
            bookings: 0,
            priced: 0,
            held: 0,
            overruled: 0,
            proposed: 0,
            extended: 0,
            disputed: 0,
        };
        Self {
            tally,
            instead: Vec::new(),
        }
    }
}

/// What became of the readings of the last 90 days, the most frequent first.
pub struct Outcomes {
    /// When the first reading was kept, Unix milliseconds; none before that.
    pub since: Option<Millis>,
    /// By the type that was shown.
    pub by_type: Vec<Outcome>,
    /// By what was read; then the keywords that were not, and whatever else is off.
    pub by_entry: Vec<Outcome>,
}

impl Readings {
    /// Writes down what became of what was read for a booking that has ended, once.
    pub async fn write(&self, booking_id: &str) -> Fallible<()> {
        let (id, reading_id) = (booking_id.to_owned(), ids::prefixed("reading-")?);
        self.db
            .write(move |connection| Box::pin(write(connection, id, reading_id)))
            .await
    }

    /// What became of them, with the keywords of a book.
    pub async fn look(&self, book: &PriceBook) -> Fallible<Outcomes> {
        let from = self.clock.now() - COUNTED;
        let mut connection = self.db.read().await?;
        let by_type = readings::by_type(&mut connection, from).await?;
        let by_entry = readings::by_entry(&mut connection, from, SHOWN).await?;
        let mut by_entry = together(by_entry, readings::instead_of_entry(&mut connection, from).await?);
        by_entry.extend(unread(&by_entry, book));
        Ok(Outcomes {
            since: readings::since(&mut connection).await?,
            by_type: together(by_type, readings::instead_of_type(&mut connection, from).await?),
            by_entry,
        })
    }
}

async fn write(connection: &mut Connection, id: String, reading_id: String) -> Fallible<()> {
    // Locked, so that a dispute comes either before this or after it.
    let Some(booking) = bookings::lock(connection, &id).await? else {
        return Ok(());
    };
    // Nothing is to lead to a client who was erased meanwhile.
    if booking.phone.is_empty() {
        return Ok(());
    }
    let on_the_way = readings::on_the_way(connection, &id).await?;
    let reading = Reading::of(reading_id, &booking, on_the_way);
    if let (Some(reading), Some(shown)) = (reading, &booking.reading.0) {
        let entries = reading.entries(&shown.explanation);
        readings::add(connection, &reading, &entries).await?;
    }
    Ok(())
}

/// Counts with what was chosen instead.
fn together(tallies: Vec<Tally>, instead: Vec<Instead>) -> Vec<Outcome> {
    let mut chosen: BTreeMap<(String, String), Vec<(String, i64)>> = BTreeMap::new();
    for (kind, entry, code, bookings) in instead {
        chosen.entry((kind, entry)).or_default().push((code, bookings));
    }
    let outcome = |tally: Tally| {
        let instead = chosen.remove(&(tally.kind.clone(), tally.entry.clone()));
        Outcome {
            tally,
            instead: instead.unwrap_or_default(),
        }
    };
    tallies.into_iter().map(outcome).collect()
}

/// The keywords of a book, and what it has off, that are not among those that were read.
fn unread(read: &[Outcome], book: &PriceBook) -> Vec<Outcome> {
    let read: BTreeSet<String> = read.iter().map(Outcome::id).collect();
    let known = keywords(book).map(|keyword| format!("keyword:{keyword}"));
    let ids: BTreeSet<String> = known.chain(book.off.iter().cloned()).collect();
    ids.difference(&read).map(|id| Outcome::unread(id)).collect()
}
