//! Disputes: a client says that a job went wrong, its pro answers, an operator decides. Meanwhile what the job earned is frozen.

mod appeal;
mod chargeback;
mod decide;
mod late;
mod notices;
mod open;
mod regained;

pub use appeal::{AppealDecision, Outcome};
pub use decide::Decision;
pub use open::Complaint;

use std::sync::Arc;

use url::Url;

use callout_booking::bookings;
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::{Clock, Millis};
use callout_domain::dispute;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::Keys;
use callout_outside::notify::Notifier;
use callout_outside::providers::provider::Provider;
use callout_store::disputes::{self, Dispute};
use callout_store::{Connection, Db, events, frozen};

/// Looks after disputes; cloning it is cheap.
#[derive(Clone)]
pub struct Disputes {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The key of the links.
    pub keys: Arc<Keys>,
    /// Who knows of chargebacks.
    pub provider: Arc<dyn Provider>,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where people reach the server.
    pub base: Url,
    /// Who is told about disputes to decide.
    pub support_email: Option<String>,
}

/// What there is to a job that may be disputed.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    /// Its disputes, the newest first.
    pub disputes: Vec<Dispute>,
    /// Until when its client may dispute it, Unix milliseconds; none when that is over, or was done.
    pub open_until: Option<Millis>,
}

impl Disputes {
    /// What there is to a job; nothing as long as it has not ended.
    pub async fn of(&self, booking: &Booking) -> Fallible<Standing> {
        if booking.ended_at.is_none() {
            return Ok(Standing::default());
        }
        let mut connection = self.db.read().await?;
        let disputes = disputes::of_booking(&mut connection, &booking.id).await?;
        let until = open_until(&mut connection, booking).await?;
        let open_until = until.filter(|until| self.clock.now() < *until && disputes.is_empty());
        Ok(Standing { disputes, open_until })
    }
}

/// Until when a booking can be disputed, Unix milliseconds.
async fn open_until(connection: &mut Connection, booking: &Booking) -> Fallible<Option<Millis>> {
    let was_charged = frozen::earned(connection, &booking.id).await?.paid().0 > 0;
    Ok(dispute::open_until(booking, was_charged))
}

/// Notes in a locked booking that something has happened to its dispute, and has its pro's pages told.
async fn note(connection: &mut Connection, dispute: &Dispute, kind: EventKind, now: Millis) -> Fallible<()> {
    let id = &dispute.booking_id;
    events::note(connection, id, kind, &serde_json::json!({}), now).await?;
    bookings::tell_pro_of_change(connection, &dispute.master_id, id, now).await
}

fn not_found() -> Failure {
    Failure::not_found("There is no such dispute.")
}
