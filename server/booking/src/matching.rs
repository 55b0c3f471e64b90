//! Matching: finds a pro for each booking that is `pending`. What to do is decided by [`callout_domain::matching`]; here it is read
//! from the tables and written back, each decision in one transaction with the offers it makes.
//!
//! [`Matching::go_on`] takes one decision. The worker calls it when a booking begins to look for a pro, when the time of the last
//! decision has come, and when a pro appears who could take a job of the pool. It looks at the tables alone, so it may be called
//! at any moment, by several servers at once, and after any crash.

mod answered_for;
mod answers;
mod around;
mod asks;
mod assign;
mod candidates;
mod changes;
mod decisions;
mod diary;
mod earnings;
mod ended;
mod extras;
mod feed;
mod gas_safe;
mod index;
mod job;
mod leaving;
mod mismatches;
mod money;
mod named;
mod nearby;
mod new_work;
mod notes;
mod papers;
mod proposals;
mod put_right;
mod retry;
mod rounds;
mod shown;
mod steps;
mod views;
mod watch;
mod work;

use std::sync::Arc;

use crate::books::Books;
use callout_domain::clearing::Waits;
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::Failure;
use callout_domain::keys::Keys;
use callout_domain::matching::rules::MatchingRules;
use callout_outside::live::Bus;
use callout_store::Db;
use decisions::Decisions;

pub use assign::{Agreed, Assignable};
pub use callout_store::bookings::of_pros::Filter;
pub use changes::{By, Paid, SuggestionSeen, SuggestionVerdict, Time};
pub use diary::DiarySeen;
pub use extras::ExtraSeen;
pub use gas_safe::GasSafeSeen;
pub use index::{Index, Streaming};
pub use leaving::{at_work, take_everything};
pub use mismatches::MismatchSeen;
pub use new_work::{InvitationSeen, end_waiting};
pub use proposals::{Verdict, Wish};
pub use put_right::{
    PutRightAnswer, end_of_client as end_put_rights_of_client, end_of_pro as end_put_rights_of_pro,
};
pub use steps::{REASON_LIMIT, Taken};
pub use views::{JobSeen, OfferSeen, PositionSeen, Seen};

/// Finds pros for bookings; cloning it is cheap.
#[derive(Clone)]
pub struct Matching {
    db: Db,
    clock: Clock,
    books: Books,
    rules: Arc<MatchingRules>,
    index: Index,
    live: Bus,
    /// Decisions that are being written down.
    decided: Decisions,
    /// How many pros there are for a visit, as it was counted lately.
    /// None in a demonstration, whose pros come to each booking.
    around: Option<around::Around>,
    /// How long the money of a booking without a pro is kept, milliseconds.
    hold: Millis,
    /// How long what jobs earn stays in clearing.
    waits: Waits,
    /// By which start codes are made.
    keys: Arc<Keys>,
}

impl Matching {
    /// Matching by these rules; money that found no pro is let go after `hold` milliseconds.
    #[must_use]
    #[expect(
        clippy::too_many_arguments,
        reason = "each is a part it needs, and it is built once"
    )]
    pub fn new(
        db: Db,
        clock: Clock,
        books: Books,
        live: Bus,
        rules: MatchingRules,
        hold: Millis,
        waits: Waits,
        keys: Arc<Keys>,
    ) -> Self {
        let rules = Arc::new(rules);
        Self {
            index: Index::new(
                db.clone(),
                clock.clone(),
                Arc::clone(&rules),
                live.servers().clone(),
            ),
            db,
            clock,
            books,
            rules,
            live,
            decided: Decisions::default(),
            around: Some(around::Around::new()),
            hold,
            waits,
            keys,
        }
    }

    /// The same in a demonstration: a demo pro comes to each booking, so nobody is told how few pros there are.
    #[must_use]
    pub fn in_demonstration(mut self) -> Self {
        self.around = None;
        self
    }

    /// The online pros.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// How long what jobs earn stays in clearing.
    #[must_use]
    pub fn waits(&self) -> Waits {
        self.waits
    }

    /// The numbers it goes by.
    #[must_use]
    pub fn rules(&self) -> &MatchingRules {
        &self.rules
    }
}

/// 404 for a booking that does not exist, or is none of the pro's business.
fn not_found() -> Failure {
    Failure::not_found("Booking not found.")
}
