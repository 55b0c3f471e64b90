//! The price book in force and the count of taken slot places, each from a short cache: a quote reads no database.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::sync::{Arc, RwLock};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use pricing_core::PriceBook;
use pricing_core::book::Coupon;

use crate::ApiResult;
use crate::clock::{Millis, SECOND};
use crate::domain::time::Window;
use crate::error::ApiError;
use crate::keys::sha256_text;
use crate::store::{self, Db};

/// How long a server may go on pricing with the book before the newest.
const BOOK_AGE: Millis = 10 * SECOND;
/// How old a count of places may be (decisions.md 4: 2 s).
const PLACES_AGE: Millis = 2 * SECOND;

/// A price book ready to price with and to serve.
pub struct Current {
    /// The rules' data.
    pub book: PriceBook,
    /// The same as JSON.
    pub json: Bytes,
    /// The JSON gzipped: every browser's first visit fetches it, over whatever line there is.
    pub gzipped: Bytes,
    /// Names these bytes, in quotation marks.
    pub etag: String,
}

impl Current {
    fn read(json: String) -> Result<Self, ApiError> {
        let book = PriceBook::from_json(&json).map_err(ApiError::internal)?;
        let etag = format!("\"{}\"", sha256_text(json.as_bytes()));
        let gzipped = gzip(json.as_bytes()).map_err(ApiError::internal)?;
        Ok(Self {
            book,
            json: Bytes::from(json),
            gzipped,
            etag,
        })
    }

    /// The book for one person with a coupon of their own; what is served as JSON stays everybody's.
    #[must_use]
    pub fn with_coupon(&self, coupon: Coupon) -> Self {
        let mut book = self.book.clone();
        book.coupons.push(coupon);
        Self {
            book,
            json: self.json.clone(),
            gzipped: self.gzipped.clone(),
            etag: self.etag.clone(),
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
    /// The value unless it is older than `age` at `now`.
    fn fresh(&self, now: Millis, age: Millis) -> Option<Arc<T>> {
        (0..age)
            .contains(&(now - self.at))
            .then(|| Arc::clone(&self.value))
    }
}

/// The caches. Two values that every quote looks at: a lock costs a quote less than a general cache does.
#[derive(Default)]
pub struct Books {
    current: RwLock<Option<Read<Current>>>,
    /// By postcode area; there are 124.
    places: RwLock<HashMap<String, Read<Taken>>>,
}

impl Books {
    /// The book in force at `now`: the newest stored one, or the one compiled in.
    ///
    /// # Errors
    /// When the database fails, or a stored book is not valid.
    pub async fn current(&self, db: &Db, now: Millis) -> ApiResult<Arc<Current>> {
        let kept = (self.current.read().map_err(ApiError::internal)?)
            .as_ref()
            .and_then(|kept| kept.fresh(now, BOOK_AGE));
        match kept {
            Some(current) => Ok(current),
            // Boxed: the rare way to the database would make every quote's future large.
            None => Box::pin(self.load(db, now)).await,
        }
    }

    async fn load(&self, db: &Db, now: Millis) -> ApiResult<Arc<Current>> {
        let mut connection = db.read().await?;
        let stored = store::price_books::in_force(&mut connection, now).await?;
        let json = match stored {
            Some(json) => json,
            None => PriceBook::builtin().to_json().map_err(ApiError::internal)?,
        };
        let value = Arc::new(Current::read(json)?);
        *self.current.write().map_err(ApiError::internal)? = Some(Read {
            value: Arc::clone(&value),
            at: now,
        });
        Ok(value)
    }

    /// Places taken in the windows of a postcode area that start at `now` or later.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn taken(&self, db: &Db, area: &str, now: Millis) -> ApiResult<Arc<Taken>> {
        let kept = (self.places.read().map_err(ApiError::internal)?)
            .get(area)
            .and_then(|kept| kept.fresh(now, PLACES_AGE));
        match kept {
            Some(taken) => Ok(taken),
            None => Box::pin(self.count(db, area, now)).await,
        }
    }

    async fn count(&self, db: &Db, area: &str, now: Millis) -> ApiResult<Arc<Taken>> {
        let mut connection = db.read().await?;
        let rows = store::slots::taken(&mut connection, area, now).await?;
        let value = Arc::new(rows.into_iter().collect::<Taken>());
        let kept = Read {
            value: Arc::clone(&value),
            at: now,
        };
        (self.places.write().map_err(ApiError::internal)?).insert(area.to_owned(), kept);
        Ok(value)
    }

    /// Forgets the count of an area, after a place there was taken or given back on this server.
    pub fn places_changed(&self, area: &str) {
        if let Ok(mut places) = self.places.write() {
            places.remove(area);
        }
    }
}
