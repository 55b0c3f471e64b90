//! The price book in force and the count of taken slot places, each from a short cache: a quote reads no database.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moka::sync::Cache;
use pricing_core::PriceBook;

use crate::ApiResult;
use crate::clock::Millis;
use crate::error::ApiError;
use crate::keys::sha256_text;
use crate::store::{self, Db, StoreError};

/// How long a server may go on pricing with the book before the newest.
const BOOK_AGE: Duration = Duration::from_secs(10);
/// How old a count of places may be (decisions.md 4: 2 s).
const PLACES_AGE: Duration = Duration::from_secs(2);

/// A price book ready to price with and to serve.
pub struct Current {
    /// The rules' data.
    pub book: PriceBook,
    /// The same as JSON.
    pub json: Bytes,
    /// Names these bytes, in quotation marks.
    pub etag: String,
}

impl Current {
    fn read(json: String) -> Result<Self, ApiError> {
        let book = PriceBook::from_json(&json).map_err(ApiError::internal)?;
        let etag = format!("\"{}\"", sha256_text(json.as_bytes()));
        Ok(Self {
            book,
            json: Bytes::from(json),
            etag,
        })
    }
}

/// Places taken by slot id, in one postcode area.
type Taken = Arc<HashMap<String, i64>>;

/// The caches.
pub struct Books {
    current: Cache<(), Arc<Current>>,
    places: Cache<String, Taken>,
}

impl Default for Books {
    fn default() -> Self {
        Self {
            current: Cache::builder().max_capacity(1).time_to_live(BOOK_AGE).build(),
            places: Cache::builder()
                .max_capacity(1_000)
                .time_to_live(PLACES_AGE)
                .build(),
        }
    }
}

impl Books {
    /// The book in force at `now`: the newest stored one, or the one compiled in.
    ///
    /// # Errors
    /// When the database fails, or a stored book is not valid.
    pub async fn current(&self, db: &Db, now: Millis) -> ApiResult<Arc<Current>> {
        if let Some(current) = self.current.get(&()) {
            return Ok(current);
        }
        // Boxed: the rare way to the database would make every quote's future large.
        Box::pin(self.load(db, now)).await
    }

    async fn load(&self, db: &Db, now: Millis) -> ApiResult<Arc<Current>> {
        let mut connection = db.read().await?;
        let stored = store::price_books::in_force(&mut connection, now).await?;
        let json = match stored {
            Some(json) => json,
            None => PriceBook::builtin().to_json(),
        };
        let current = Arc::new(Current::read(json)?);
        self.current.insert((), Arc::clone(&current));
        Ok(current)
    }

    /// Places taken in the slots of a postcode area from the day `from` (`YYYY-MM-DD`) on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn taken(&self, db: &Db, area: &str, from: &str) -> Result<Taken, StoreError> {
        if let Some(taken) = self.places.get(area) {
            return Ok(taken);
        }
        Box::pin(self.count(db, area, from)).await
    }

    async fn count(&self, db: &Db, area: &str, from: &str) -> Result<Taken, StoreError> {
        let mut connection = db.read().await?;
        let rows = store::slots::taken(&mut connection, area, from).await?;
        let taken = Arc::new(rows.into_iter().collect::<HashMap<_, _>>());
        self.places.insert(area.to_owned(), Arc::clone(&taken));
        Ok(taken)
    }

    /// Forgets the count of an area, after a place there was taken or given back on this server.
    pub fn places_changed(&self, area: &str) {
        self.places.invalidate(area);
    }
}
