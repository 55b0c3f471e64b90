//! Payouts to pros: when they are made, and what a person looks at first.

mod address;
mod named;
mod plan;

pub use address::ProAddress;
pub use named::{Found, Made, Name};
pub use plan::{Charge, Earning, Plan, Transfer, plan};

use std::ops::Range;

use jiff::civil::Weekday;
use pricing_core::Pence;
use serde::Serialize;

use crate::clock::{HOUR, Millis};
use crate::time;
use callout_db::names;

/// The least that a pro can withdraw by hand.
pub const LEAST_BY_HAND: Pence = Pence(1_000);

/// The least that is paid out each week.
pub const LEAST_WEEKLY: Pence = Pence(100);

/// A payout above this is looked at first.
const LARGE: Pence = Pence(100_000);

/// For how long after the bank details have changed a payout is looked at first, milliseconds.
const DETAILS_ARE_NEW: Millis = 72 * HOUR;

/// The weekly payout is made at this hour of Friday, London time.
const WEEKLY_HOUR: i8 = 6;

names! {
    // In the order in which operators see them: those that wait for one first, those that have ended last.
    /// Where a payout stands.
    pub enum PayoutStatus {
        /// An operator looks at it first.
        Review = "review",
        /// An operator has stopped it for now.
        Held = "held",
        /// It is being sent.
        Pending = "pending",
        /// All of it was sent.
        Sent = "sent",
        /// It, or a part of it, went back to the balance.
        Failed = "failed",
    }
}

impl PayoutStatus {
    /// Where a verdict takes it; none where it does not wait for that. It `rests` while its provider is not asked for any of it, or was not
    /// asked yet, so that nothing of it can be on its way.
    #[must_use]
    pub const fn after(self, verdict: Verdict, rests: bool) -> Option<Self> {
        match (self, verdict) {
            // Sending again what is being sent does no harm; it helps when the provider was away for days.
            (Self::Review | Self::Held | Self::Pending, Verdict::Send) => Some(Self::Pending),
            (Self::Review, Verdict::Hold) => Some(Self::Held),
            (Self::Pending, Verdict::Hold) if rests => Some(Self::Held),
            (Self::Review | Self::Held, Verdict::Return) => Some(Self::Failed),
            (Self::Pending, Verdict::Return) if rests => Some(Self::Failed),
            _ => None,
        }
    }
}

names! {
    /// What an operator decides about a payout.
    #[schema(as = PayoutVerdict)]
    pub enum Verdict {
        /// It is sent.
        Send = "send",
        /// It waits until it is sent or returned.
        Hold = "hold",
        /// It goes back to the balance.
        Return = "return",
    }
}

names! {
    /// Where a transfer of a payout stands.
    pub enum TransferStatus {
        /// It is to be sent.
        Pending = "pending",
        /// It was sent.
        Sent = "sent",
        /// It was not sent, and will not be.
        Failed = "failed",
    }
}

/// Why a transfer was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsent<'a> {
    /// Its job is disputed or was refunded.
    Disputed,
    /// An operator has returned its payout.
    Returned,
    /// The provider refused it, with this code.
    Refused(&'a str),
}

impl<'a> Unsent<'a> {
    /// By the outcome of a transfer, if it was not sent.
    #[must_use]
    pub fn of(status: TransferStatus, outcome: Option<&'a str>) -> Option<Self> {
        match (status, outcome?) {
            (TransferStatus::Pending | TransferStatus::Sent, _) => None,
            (TransferStatus::Failed, "disputed") => Some(Self::Disputed),
            (TransferStatus::Failed, "returned_by_operator") => Some(Self::Returned),
            (TransferStatus::Failed, code) => Some(Self::Refused(code)),
        }
    }

    /// The outcome that is stored.
    #[must_use]
    pub const fn outcome(self) -> &'a str {
        match self {
            Self::Disputed => "disputed",
            Self::Returned => "returned_by_operator",
            Self::Refused(code) => code,
        }
    }
}

names! {
    /// Where a reversal of a transfer stands.
    pub enum ReversalStatus {
        /// The provider was not asked for it yet.
        Waiting = "waiting",
        /// The provider was asked for it, and may have made it.
        Asked = "asked",
        /// It was made.
        Done = "done",
        /// The provider refused it.
        Refused = "refused",
        /// The pro owed nothing any more, or nothing was left of its transfer.
        NotNeeded = "not_needed",
    }
}

/// Whether the provider has a pro's bank details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DetailsState {
    /// The pro has not begun.
    Missing,
    /// The provider wants to know more.
    Incomplete,
    /// The pro can be paid.
    Ready,
}

impl DetailsState {
    /// By whether the pro's account, if there is one, can be paid into.
    #[must_use]
    pub const fn of(account_is_ready: Option<bool>) -> Self {
        match account_is_ready {
            None => Self::Missing,
            Some(false) => Self::Incomplete,
            Some(true) => Self::Ready,
        }
    }
}

names! {
    /// Who asked for a payout.
    #[schema(as = PayoutOrigin)]
    pub enum Origin {
        /// The calendar: every Friday.
        Weekly = "weekly",
        /// The pro.
        ByHand = "by_hand",
    }
}

impl Origin {
    /// The least that is paid out.
    #[must_use]
    pub const fn least(self) -> Pence {
        match self {
            Self::Weekly => LEAST_WEEKLY,
            Self::ByHand => LEAST_BY_HAND,
        }
    }
}

names! {
    /// Why an operator looks at a payout before it is sent.
    #[schema(as = PayoutReason)]
    pub enum Reason {
        /// It is the pro's first.
        First = "first",
        /// It is large.
        Large = "large",
        /// The bank details have changed in the last three days.
        DetailsChanged = "details_changed",
        /// A client of one of its jobs has the pro's phone.
        SharedPhone = "shared_phone",
        /// A job was at the pro's own address.
        SharedAddress = "shared_address",
        /// A card that paid one of its jobs is the pro's.
        SharedCard = "shared_card",
        /// One of its jobs was begun without the client's start code.
        BegunWithoutCode = "begun_without_code",
        /// A part of it was paid through another provider.
        OtherProvider = "other_provider",
    }
}

/// What a pro has in common with clients of the jobs that are paid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shared {
    /// A client has the pro's phone.
    pub phone: bool,
    /// A job was at the pro's trading address or base.
    pub address: bool,
    /// A job was paid with a card by which the pro paid a debt, or somebody with the pro's phone or email paid.
    pub card: bool,
}

/// What is known of a payout that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// How much.
    pub amount: Pence,
    /// True when the pro has had one before.
    pub had_one: bool,
    /// When the bank details last changed, Unix milliseconds.
    pub bank_changed_at: Option<Millis>,
    /// What the pro shares with clients of its jobs.
    pub shared: Shared,
    /// True when one of its jobs was begun without the client's start code.
    pub was_begun_without_code: bool,
    /// True when a part of it was paid through another provider.
    pub is_of_other_provider: bool,
    /// Unix milliseconds.
    pub now: Millis,
}

impl Facts {
    /// Why an operator looks at it first; nothing when it can be sent at once.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason> {
        let is_new = |changed| self.now - changed < DETAILS_ARE_NEW;
        [
            (!self.had_one, Reason::First),
            (self.amount > LARGE, Reason::Large),
            (self.bank_changed_at.is_some_and(is_new), Reason::DetailsChanged),
            (self.shared.phone, Reason::SharedPhone),
            (self.shared.address, Reason::SharedAddress),
            (self.shared.card, Reason::SharedCard),
            (self.was_begun_without_code, Reason::BegunWithoutCode),
            (self.is_of_other_provider, Reason::OtherProvider),
        ]
        .into_iter()
        .filter_map(|(holds, reason)| holds.then_some(reason))
        .collect()
    }
}

/// The week between two weekly payouts that `now` is in, Unix milliseconds; none outside the calendar.
#[must_use]
pub fn week(now: Millis) -> Option<Range<Millis>> {
    time::week(now, Weekday::Friday, WEEKLY_HOUR)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: Facts = Facts {
        amount: Pence(5_000),
        had_one: true,
        bank_changed_at: Some(0),
        shared: Shared {
            phone: false,
            address: false,
            card: false,
        },
        was_begun_without_code: false,
        is_of_other_provider: false,
        now: DETAILS_ARE_NEW,
    };

    #[test]
    fn only_what_is_unusual_is_looked_at_first() {
        assert_eq!(FACTS.reasons(), []);
        assert_eq!(
            Facts {
                had_one: false,
                ..FACTS
            }
            .reasons(),
            [Reason::First]
        );
        assert_eq!(
            Facts {
                amount: LARGE,
                ..FACTS
            }
            .reasons(),
            []
        );
        assert_eq!(
            Facts {
                amount: Pence(100_001),
                ..FACTS
            }
            .reasons(),
            [Reason::Large]
        );
        let changed = Facts {
            bank_changed_at: Some(1),
            shared: Shared {
                phone: true,
                address: true,
                card: true,
            },
            ..FACTS
        };
        assert_eq!(
            changed.reasons(),
            [
                Reason::DetailsChanged,
                Reason::SharedPhone,
                Reason::SharedAddress,
                Reason::SharedCard
            ]
        );
        let others = Facts {
            was_begun_without_code: true,
            is_of_other_provider: true,
            ..FACTS
        };
        assert_eq!(
            others.reasons(),
            [Reason::BegunWithoutCode, Reason::OtherProvider]
        );
    }

    #[test]
    fn why_a_transfer_was_not_sent_is_read_as_it_is_written() {
        for why in [
            Unsent::Disputed,
            Unsent::Returned,
            Unsent::Refused("account_closed"),
        ] {
            assert_eq!(Unsent::of(TransferStatus::Failed, Some(why.outcome())), Some(why));
        }
        assert_eq!(Unsent::of(TransferStatus::Sent, Some("tr_1")), None);
        assert_eq!(Unsent::of(TransferStatus::Pending, None), None);
    }

    #[test]
    fn what_may_be_on_its_way_is_not_stopped() {
        use PayoutStatus::{Failed, Held, Pending, Review, Sent};
        for (from, rests, expected) in [
            (Review, false, [Some(Pending), Some(Held), Some(Failed)]),
            (Held, false, [Some(Pending), None, Some(Failed)]),
            (Pending, false, [Some(Pending), None, None]),
            (Pending, true, [Some(Pending), Some(Held), Some(Failed)]),
            (Sent, true, [None; 3]),
            (Failed, true, [None; 3]),
        ] {
            let verdicts = [Verdict::Send, Verdict::Hold, Verdict::Return];
            assert_eq!(
                verdicts.map(|verdict| from.after(verdict, rests)),
                expected,
                "{from:?}"
            );
        }
    }

    #[test]
    fn a_week_begins_on_friday_morning_in_london() {
        let at = |text| time::of_iso(text).unwrap();
        // The clocks go back on Sunday 25 October 2026.
        let (last, next) = (at("2026-10-23T06:00:00+01:00"), at("2026-10-30T06:00:00+00:00"));
        for now in [last, last + 1, at("2026-10-28T12:00:00+00:00"), next - 1] {
            assert_eq!(week(now), Some(last..next));
        }
        assert_eq!(week(next).unwrap().start, next);
    }
}
