//! The Gas Safe registration of a booking's pro, for the client to see: only where the work is on gas, and only one that is verified.

use super::{Matching, job};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::master_document::{DocumentKind, DocumentStatus};
use callout_store::master_documents;

/// A registration that an operator has checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GasSafeSeen {
    /// Its number, as the operator read it.
    pub number: String,
    /// When, Unix milliseconds.
    pub checked_at: Millis,
}

impl Matching {
    /// The registration of the pro of a booking.
    pub async fn gas_safe(&self, booking: &Booking) -> Fallible<Option<GasSafeSeen>> {
        let Some(master) = &booking.assigned_master_id else {
            return Ok(None);
        };
        let current = self.books.current().await?;
        if !booking.facts().has_pro || !job::is_gas_work(booking, &current) {
            return Ok(None);
        }
        let now = self.clock.now();
        let papers = master_documents::of_master(&mut self.db.read().await?, master).await?;
        let good = papers.into_iter().filter(|paper| {
            paper.kind == DocumentKind::GasSafe && paper.status(now) == DocumentStatus::Verified
        });
        // The one that was checked last.
        let newest = good.max_by_key(|paper| paper.verified_at);
        Ok(newest.and_then(|paper| {
            Some(GasSafeSeen {
                number: paper.number?,
                checked_at: paper.verified_at?,
            })
        }))
    }
}
