//! Suspensions of pros: for which reasons, what is held meanwhile, and what the pro is told. The law asks for a reason and a way to appeal.

use serde::{Deserialize, Serialize};

use crate::clock::{DAY, Millis};
use crate::kept::{Class, FACT, TWO_YEARS, pro};
use callout_db::{names, record};

/// For how long the balance is held, unless the appeal is decided earlier or waits longer, milliseconds. Decided for the product.
pub const HELD_FOR: Millis = 14 * DAY;

names! {
    /// Why a pro is suspended.
    pub enum SuspensionReason {
        /// It is not clear who the pro is.
        Identity = "identity",
        /// Papers are missing or not genuine.
        Documents = "documents",
        /// Work that is not good enough.
        Quality = "quality",
        /// How the pro treats people.
        Conduct = "conduct",
        /// Work or money taken past Callout.
        OffPlatform = "off_platform",
        /// Money that is not what it seems.
        Fraud = "fraud",
        /// Anything else that the terms forbid.
        Terms = "terms",
    }
}

impl SuspensionReason {
    /// What people read.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Identity => "We could not confirm who you are",
            Self::Documents => "Your documents are not in order",
            Self::Quality => "The quality of your work",
            Self::Conduct => "Your conduct towards clients",
            Self::OffPlatform => "Jobs or payments outside Callout",
            Self::Fraud => "Suspected fraud",
            Self::Terms => "Another breach of our terms",
        }
    }
}

record! {
    /// A row of `suspensions`. Times in Unix milliseconds.
    pub struct Suspension in "suspensions" {
        /// `suspension-…`.
        pub id: String => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// Why.
        pub reason: SuspensionReason => FACT,
        /// What happened, for the pro to read.
        pub words: String => pro("''").kept_for(TWO_YEARS),
        /// When it began.
        pub suspended_at: Millis => FACT,
        /// Until when the balance is held; `Millis::MAX` while an appeal waits.
        pub held_until: Millis => FACT,
        /// What the pro says to it, without phones and emails.
        pub appeal: Option<String> => pro("case when appeal is null then null else '' end").kept_for(TWO_YEARS),
        /// When they did.
        pub appealed_at: Option<Millis> => FACT,
        /// Why it stays or has ended, for the pro to read.
        pub verdict: Option<String> => pro("case when verdict is null then null else '' end").kept_for(TWO_YEARS),
        /// When that was decided.
        pub decided_at: Option<Millis> => FACT,
        /// When the pro was reinstated.
        pub ended_at: Option<Millis> => FACT,
    }
}

impl Suspension {
    /// A suspension that begins now.
    #[must_use]
    pub fn new(id: String, master_id: String, reason: SuspensionReason, words: String, now: Millis) -> Self {
        Self {
            id,
            master_id,
            reason,
            words,
            suspended_at: now,
            held_until: now + HELD_FOR,
            appeal: None,
            appealed_at: None,
            verdict: None,
            decided_at: None,
            ended_at: None,
        }
    }

    /// True while an appeal waits to be decided.
    #[must_use]
    pub const fn has_open_appeal(&self) -> bool {
        self.appealed_at.is_some() && self.decided_at.is_none()
    }

    /// True while the pro's balance is held at `now` (Unix milliseconds).
    #[must_use]
    pub const fn holds_balance(&self, now: Millis) -> bool {
        self.ended_at.is_none() && now < self.held_until
    }

    /// Until when the balance is held once the pro appeals at `now`: until the appeal is decided, but a late one holds nothing again.
    #[must_use]
    pub const fn held_with_appeal(&self, now: Millis) -> Millis {
        if self.holds_balance(now) {
            Millis::MAX
        } else {
            self.held_until
        }
    }
}

/// What is told of a suspension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The pro reads why, and how to appeal.
    Suspended,
    /// An operator reads that there is an appeal.
    Appealed,
    /// The pro reads that it stays.
    Upheld,
    /// The pro reads that it has ended.
    Reinstated,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suspension() -> Suspension {
        let reason = SuspensionReason::Quality;
        Suspension::new("s".to_owned(), "m".to_owned(), reason, "Why.".to_owned(), 1_000)
    }

    #[test]
    fn the_balance_is_held_for_a_time_or_until_the_appeal_is_decided() {
        let begun = suspension();
        let end = 1_000 + HELD_FOR;
        assert!(begun.holds_balance(end - 1) && !begun.holds_balance(end));
        assert_eq!(begun.held_with_appeal(end - 1), Millis::MAX);
        assert_eq!(begun.held_with_appeal(end), end);
        let ended = Suspension {
            ended_at: Some(2_000),
            ..begun
        };
        assert!(!ended.holds_balance(2_000));
    }

    #[test]
    fn an_appeal_is_open_until_it_is_decided() {
        let appealed = Suspension {
            appealed_at: Some(2_000),
            ..suspension()
        };
        assert!(appealed.has_open_appeal() && !suspension().has_open_appeal());
        let decided = Suspension {
            decided_at: Some(3_000),
            ..appealed
        };
        assert!(!decided.has_open_appeal());
    }
}
