//! What the stream of a pro tells of.

use callout_db::names;

names! {
    /// What an event of a pro's stream says.
    pub enum MasterEventKind {
        /// There is an offer.
        Booking = "booking",
        /// Another pro has the booking of an offer.
        Taken = "taken",
        /// An offer or a proposal is over.
        Withdrawn = "withdrawn",
        /// The job is theirs.
        Assigned = "assigned",
        /// A job of theirs was cancelled.
        Cancelled = "cancelled",
        /// The client suggests another time.
        Suggested = "suggested",
        /// Something about a job or an offer has changed.
        Updated = "updated",
        /// An operator has verified a document.
        DocumentVerified = "document_verified",
        /// An operator has rejected a document.
        DocumentRejected = "document_rejected",
        /// A document ends soon.
        DocumentEndsSoon = "document_ends_soon",
        /// The last day of a document has passed.
        DocumentEnded = "document_ended",
    }
}

impl MasterEventKind {
    /// True where it is about a document.
    #[must_use]
    pub const fn is_of_document(self) -> bool {
        matches!(
            self,
            Self::DocumentVerified | Self::DocumentRejected | Self::DocumentEndsSoon | Self::DocumentEnded
        )
    }
}
