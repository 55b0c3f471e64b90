//! The price book in force with the coupons that run, and the number of taken slot places, both from short-lived caches: a quote reads no database.

use callout_domain::failure::{Failure, Fallible};
use std::collections::HashMap;
use std::io::{self, Write as _};
use std::sync::{Arc, RwLock};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use pricing_core::PriceBook;
use pricing_core::book::Coupon;

use callout_domain::clock::{Clock, Millis, SECOND};
use callout_domain::keys::sha256_text;
use callout_domain::time::Window;
use callout_store::{Connection, Db};

/// How long a server may keep pricing with a superseded book.
const BOOK_AGE: Millis = 10 * SECOND;
/// How old a count of places may be.
const PLACES_AGE: Millis = 2 * SECOND;

/// A price book ready to price with and to serve.
pub struct Current {
    /// The rules' data.
    pub book: PriceBook,
    /// The same as JSON.
    pub json: Bytes,
    /// The JSON gzipped: every browser fetches it on its first visit, however slow its connection.
    pub gzipped: Bytes,
    /// Entity tag of these bytes, in quotation marks.
    pub etag: String,
    /// Coupons that run but are not in the book: only who was told their codes uses them.
    unlisted: Vec<Coupon>,
    /// Every stored book by its version.
    stored: Versions,
}

/// Stored books by version. They never change.
type Versions = Arc<HashMap<String, PriceBook>>;

impl Current {
    /// A book as it is served. Its coupons are those of the table, so that they can be ended without a new book.
    fn of(book: PriceBook, unlisted: Vec<Coupon>, stored: Versions) -> Result<Self, Failure> {
        let book = book.validated().map_err(Failure::internal)?;
        let json = book.to_json().map_err(Failure::internal)?;
        let etag = format!("\"{}\"", sha256_text(json.as_bytes()));
        let gzipped = gzip(json.as_bytes()).map_err(Failure::internal)?;
        Ok(Self {
            book,
            json: Bytes::from(json),
            gzipped,
            etag,
            unlisted,
            stored,
        })
    }

    /// The coupon of this code that runs but is not in the book.
    #[must_use]
    pub fn unlisted(&self, code: &str) -> Option<&Coupon> {
        self.unlisted.iter().find(|coupon| coupon.code == code)
    }

    /// The book of this version, which a booking was priced with; the one in force when nobody knows that version any more.
    #[must_use]
    pub fn of_version(&self, version: &str) -> &PriceBook {
        self.stored.get(version).unwrap_or(&self.book)
    }

    /// The book with these terms of a coupon; the JSON that is served stays the same for everybody.
    #[must_use]
    pub fn with_coupon(&self, coupon: Coupon) -> Self {
        let mut book = self.book.clone();
        book.coupons.retain(|other| other.code != coupon.code);
        book.coupons.push(coupon);
        Self {
            book,
            json: self.json.clone(),
            gzipped: self.gzipped.clone(),
            etag: self.etag.clone(),
            unlisted: Vec::new(),
            stored: Arc::clone(&self.stored),
        }
    }
}

fn gzip(bytes: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish().map(Bytes::from)
}

/// Places taken by window, in one postcode area.
type Taken = HashMap<Window, i64>;

/// A value, and when it was read (Unix milliseconds).
struct Read<T> {
    value: Arc<T>,
    at: Millis,
}

impl<T> Read<T> {
    /// The value, unless it is older than `age` at `now`.
    fn fresh(&self, now: Millis, age: Millis) -> Option<Arc<T>> {
        (0..age)
            .contains(&(now - self.at))
            .then(|| Arc::clone(&self.value))
    }
}

/// The price books and slot counts; cloning it is cheap.
#[derive(Clone)]
pub struct Books(Arc<Parts>);

/// Every quote reads both caches: a plain lock costs a quote less than a general-purpose cache.
struct Parts {
    db: Db,
    clock: Clock,
    current: RwLock<Option<Read<Current>>>,
    /// By postcode area; there are 124.
    places: PlacesCache,
}

/// What is known of taken places, by postcode area. It does not hold the database, so whoever listens to the database's commits
/// may hold it.
#[derive(Clone, Default)]
pub struct PlacesCache(Arc<RwLock<HashMap<String, Read<Taken>>>>);

impl PlacesCache {
    /// Forgets the count of an area, after a place there was taken or given back on this server.
    pub fn forget(&self, area: &str) {
        if let Ok(mut places) = self.0.write() {
            places.remove(area);
        }
    }
}

impl Books {
    /// The books of this database.
    #[must_use]
    pub fn new(db: Db, clock: Clock) -> Self {
        Self(Arc::new(Parts {
            db,
            clock,
            current: RwLock::default(),
            places: PlacesCache::default(),
        }))
    }

    /// The book in force: the one that was activated last, or the one compiled in.
    ///
    /// # Errors
    /// When the database fails, or a stored book is not valid.
    pub async fn current(&self) -> Fallible<Arc<Current>> {
        let now = self.0.clock.now();
        let kept = (self.0.current.read().map_err(Failure::internal)?)
            .as_ref()
            .and_then(|kept| kept.fresh(now, BOOK_AGE));
        match kept {
            Some(current) => Ok(current),
            // Boxed: this rare trip to the database would make every quote's future large.
            None => Box::pin(self.load(now)).await,
        }
    }

    async fn load(&self, now: Millis) -> Fallible<Arc<Current>> {
        let mut connection = self.0.db.read().await?;
        let stored = callout_store::price_books::in_force(&mut connection, now).await?;
        let mut book = match stored {
            Some(json) => PriceBook::from_json(&json).map_err(Failure::internal)?,
            None => PriceBook::builtin().clone(),
        };
        let coupons = callout_store::offered_coupons::open(&mut connection, now).await?;
        let stored = self.stored(&mut connection).await?;
        drop(connection);
        let (listed, unlisted): (Vec<_>, Vec<_>) = coupons.into_iter().partition(|coupon| coupon.is_listed);
        book.coupons = listed.into_iter().map(|coupon| coupon.terms).collect();
        let unlisted = unlisted.into_iter().map(|coupon| coupon.terms).collect();
        let value = Arc::new(Current::of(book, unlisted, stored)?);
        *self.0.current.write().map_err(Failure::internal)? = Some(Read {
            value: Arc::clone(&value),
            at: now,
        });
        Ok(value)
    }

    /// Every stored book; only those that were not there at the last look are read.
    async fn stored(&self, connection: &mut Connection) -> Fallible<Versions> {
        let before = (self.0.current.read().map_err(Failure::internal)?)
            .as_ref()
            .map(|kept| Arc::clone(&kept.value.stored))
            .unwrap_or_default();
        let versions = callout_store::price_books::versions(connection).await?;
        if versions.iter().all(|version| before.contains_key(version)) {
            return Ok(before);
        }
        let mut stored = HashMap::clone(&before);
        for version in versions {
            if stored.contains_key(&version) {
                continue;
            }
            let json = callout_store::price_books::of_version(connection, &version).await?;
            match json.as_deref().map(PriceBook::from_json) {
                Some(Ok(book)) => drop(stored.insert(version, book)),
                Some(Err(error)) => tracing::error!(version, %error, "a stored price book cannot be read"),
                None => {}
            }
        }
        Ok(Arc::new(stored))
    }

    /// Places taken in those windows of a postcode area that have not begun.
    pub async fn taken(&self, area: &str) -> Fallible<Arc<Taken>> {
        let now = self.0.clock.now();
        let kept = (self.0.places.0.read().map_err(Failure::internal)?)
            .get(area)
            .and_then(|kept| kept.fresh(now, PLACES_AGE));
        match kept {
            Some(taken) => Ok(taken),
            None => Box::pin(self.count(area, now)).await,
        }
    }

    async fn count(&self, area: &str, now: Millis) -> Fallible<Arc<Taken>> {
        let mut connection = self.0.db.read().await?;
        let rows = callout_store::slots::taken(&mut connection, area, now).await?;
        let value = Arc::new(rows.into_iter().collect::<Taken>());
        let kept = Read {
            value: Arc::clone(&value),
            at: now,
        };
        (self.0.places.0.write().map_err(Failure::internal)?).insert(area.to_owned(), kept);
        Ok(value)
    }

    /// The cache of taken places.
    #[must_use]
    pub fn places(&self) -> PlacesCache {
        self.0.places.clone()
    }
}
