//! Single-use tickets: within 60 seconds, one opens what its holder may see without a bearer header. A ticket stands for a
//! session or a link and grants nothing beyond it: the code that takes it checks again that the session or link is still valid.

use callout_domain::failure::{Failure, Fallible};
use serde::{Deserialize, Serialize};

use crate::sessions::Person;
use callout_domain::clock::{Clock, Millis, SECOND, random_bytes};
use callout_domain::keys::sha256_text;
use callout_domain::links::Kind;
use callout_store::{Db, from_json, to_json};

/// How long a ticket is valid.
const LIFE: Millis = 60 * SECOND;

/// Who a ticket stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Grant {
    /// A signed-in person.
    Session(Person),
    /// The holder of a booking's link.
    Link {
        /// The booking.
        booking_id: String,
        /// Guest or share link.
        link: Kind,
        /// The generation of the link; a newer one ends it.
        generation: i64,
        /// Whose link it is, where a job's link has opened the visit that puts it right.
        #[serde(default)]
        of_job: Option<String>,
    },
}

/// Issues and redeems tickets. Cheap to clone.
#[derive(Clone)]
pub struct Tickets {
    db: Db,
    clock: Clock,
}

impl Tickets {
    /// Tickets stored in this database.
    #[must_use]
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock }
    }

    /// Makes a ticket.
    pub async fn issue(&self, grant: &Grant) -> Fallible<String> {
        let ticket = sha256_text(&random_bytes::<32>()?);
        let row = callout_store::tickets::Ticket {
            hash: sha256_text(ticket.as_bytes()),
            grants: to_json(grant)?,
            expires_at: self.clock.now() + LIFE,
        };
        let added = self.db.write(move |connection| {
            Box::pin(async move {
                callout_store::tickets::add(connection, &row)
                    .await
                    .map_err(Failure::from)
            })
        });
        added.await?;
        Ok(ticket)
    }

    /// Redeems a ticket: returns who it stands for, once and only in time. One that was made up costs no write.
    pub async fn take(&self, ticket: &str) -> Fallible<Option<Grant>> {
        let (hash, now) = (sha256_text(ticket.as_bytes()), self.clock.now());
        if !callout_store::tickets::is_there(&mut self.db.read().await?, &hash, now).await? {
            return Ok(None);
        }
        let taken = self.db.write(move |connection| {
            Box::pin(async move {
                callout_store::tickets::take(connection, &hash, now)
                    .await
                    .map_err(Failure::from)
            })
        });
        let grants = taken.await?;
        Ok(grants.as_deref().map(from_json).transpose()?)
    }
}
