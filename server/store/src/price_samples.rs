//! What clients asked for lately, to compare price books by.

use super::{Connection, StoreError};
use callout_db::{fetch_all, row};
use callout_domain::booking::Json;
use callout_domain::clock::Millis;
use callout_domain::word::Word;
use pricing_core::danger::DangerAnswer;
use pricing_core::{Tier, Urgency};

row! {
    /// What a booking was priced from; says nothing of whose it is.
    #[derive(Debug, Clone)]
    pub struct Asked {
        /// The description; empty once the client has been erased.
        pub description: String,
        /// Code of the problem type.
        pub problem_type: String,
        /// Code of the quick fix, if it was one.
        pub quick_fix: Option<String>,
        /// What was answered to the questions about danger.
        pub danger_answers: Json<Vec<DangerAnswer>>,
        /// Full postcode.
        pub postcode: String,
        /// Service level.
        pub tier: Tier as Word<Tier>,
        /// How soon.
        pub urgency: Urgency as Word<Urgency>,
        /// Id of the window.
        pub slot_id: Option<String>,
        /// Unix milliseconds.
        pub slot_start: Option<Millis>,
        /// Unix milliseconds.
        pub slot_end: Option<Millis>,
        /// Unix milliseconds.
        pub created_at: Millis,
    }
}

/// The newest bookings with an instant price made at `since` or later.
pub async fn since(connection: &mut Connection, since: Millis, most: i64) -> Result<Vec<Asked>, StoreError> {
    fetch_all!(
        connection,
        Asked,
        "select description, problem_type, quick_fix, danger_answers, postcode, tier, urgency, slot_id, slot_start, slot_end, created_at \
         from bookings where created_at >= $1 and estimated_pence is not null order by created_at desc limit $2",
        since,
        most,
    )
}
