//! A booking as the model sees it: its table of states, its times, its money.

use std::collections::HashMap;

use super::waiting::Waiting;

pub(super) const SECOND: i64 = 1_000;
pub(super) const MINUTE: i64 = 60 * SECOND;
pub(super) const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;

/// Places of a window in one area.
pub(super) const PLACES: usize = 5;

/// The table of states.
pub(super) const STEPS: [(&str, &[&str]); 9] = [
    ("created", &["paid", "pending", "cancelled"]),
    ("paid", &["pending", "cancelled"]),
    ("pending", &["accepted", "assigned", "no_response", "cancelled"]),
    ("accepted", &["pending", "confirmed", "cancelled"]),
    ("confirmed", &["assigned", "cancelled"]),
    ("assigned", &["en_route", "in_progress", "pending", "cancelled"]),
    ("en_route", &["in_progress", "assigned", "pending", "cancelled"]),
    ("in_progress", &["completed", "cancelled"]),
    ("no_response", &["pending", "assigned", "cancelled"]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Created,
    Pending,
    Accepted,
    Assigned,
    EnRoute,
    InProgress,
    Completed,
    Cancelled,
    NoResponse,
}

impl Status {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Assigned => "assigned",
            Self::EnRoute => "en_route",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::NoResponse => "no_response",
        }
    }

    /// A pro has it now, and it is not done.
    pub(super) fn is_a_job(self) -> bool {
        matches!(self, Self::Assigned | Self::EnRoute | Self::InProgress)
    }

    pub(super) fn has_ended(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pay {
    Card,
    Cash,
    CashBudget,
    CardBudget,
}

impl Pay {
    pub(super) fn by_card(self) -> bool {
        matches!(self, Self::Card | Self::CardBudget)
    }
}

/// Why a pro is not to have a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Out {
    Declined(i64),
    ProposalOver(i64),
    Withdrew,
}

#[derive(Debug, Clone)]
pub(super) struct Proposal {
    pub(super) pro: usize,
    pub(super) delta: i64,
    pub(super) made_at: i64,
    pub(super) until: i64,
    /// It only waits for its payment.
    pub(super) approved: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Booking {
    pub(super) status: Status,
    pub(super) pay: Pay,
    pub(super) price: i64,
    /// None in an emergency.
    pub(super) window: Option<(i64, i64)>,
    pub(super) made_at: i64,
    /// When the round of matching began, how long it stood still, and since when it stands still.
    pub(super) began_at: i64,
    pub(super) waited: i64,
    pub(super) waiting_since: i64,
    /// Whoever has it, or had it when it ended.
    pub(super) pro: Option<usize>,
    pub(super) assigned_at: i64,
    /// When its pro last set off.
    pub(super) set_off_at: i64,
    pub(super) proposal: Option<Proposal>,
    pub(super) waiting: Option<Waiting>,
    pub(super) out: HashMap<usize, Out>,
    pub(super) unmatched_at: i64,
    /// A card was held for it at some time.
    pub(super) was_held: bool,
    /// Held on the card, and kept of what was taken from it, once all jobs have run; pence.
    pub(super) held: i64,
    pub(super) kept: i64,
    /// The money was let go because nobody came.
    pub(super) let_go: bool,
}

impl Booking {
    pub(super) fn new(pay: Pay, price: i64, window: Option<(i64, i64)>, now: i64) -> Self {
        Self {
            status: if pay == Pay::Card {
                Status::Created
            } else {
                Status::Pending
            },
            pay,
            price,
            window,
            made_at: now,
            began_at: now,
            waited: 0,
            waiting_since: 0,
            pro: None,
            assigned_at: 0,
            set_off_at: 0,
            proposal: None,
            waiting: None,
            out: HashMap::new(),
            unmatched_at: 0,
            was_held: false,
            held: 0,
            kept: 0,
            let_go: false,
        }
    }

    pub(super) fn holds_place(&self) -> bool {
        self.window.is_some() && !matches!(self.status, Status::Cancelled | Status::NoResponse)
    }

    /// When something happens to it by itself.
    pub(super) fn next_moment(&self) -> Option<i64> {
        let of_status = self.moment_of_status();
        let of_change = self.waiting.map(|open| open.until);
        of_status.into_iter().chain(of_change).min()
    }

    fn moment_of_status(&self) -> Option<i64> {
        match self.status {
            Status::Created => Some(self.made_at + 20 * MINUTE),
            Status::Pending => Some(self.deadline()),
            Status::Accepted => self.proposal.as_ref().map(|proposal| proposal.until),
            Status::NoResponse if self.was_held && !self.let_go => Some(self.unmatched_at + 15 * MINUTE),
            Status::NoResponse => Some(self.unmatched_at + 7 * DAY),
            Status::Assigned | Status::EnRoute => Some(self.late_from()),
            Status::InProgress | Status::Completed | Status::Cancelled => None,
        }
    }

    fn deadline(&self) -> i64 {
        let Some((start, end)) = self.window else {
            return self.began_at + 10 * MINUTE + self.waited;
        };
        let latest = end - 30 * MINUTE;
        let first = (start - 12 * HOUR).max(self.began_at + HOUR).min(latest);
        // Waiting for the client moves it, but never beyond the latest moment.
        (first + self.waited).min(latest).max(first)
    }

    pub(super) fn late_from(&self) -> i64 {
        self.window.map_or(self.assigned_at + HOUR, |(_, end)| end)
    }

    /// When it has to be done by a pro who has it since `since`.
    pub(super) fn work(&self, since: i64) -> (i64, i64) {
        self.window.unwrap_or((since, since + 2 * HOUR))
    }

    pub(super) fn put_out(&mut self, pro: usize, why: Out) {
        if self.out.get(&pro) != Some(&Out::Withdrew) {
            self.out.insert(pro, why);
        }
    }

    pub(super) fn begin_search(&mut self, now: i64) {
        (self.status, self.pro) = (Status::Pending, None);
        (self.began_at, self.waited) = (now, 0);
    }

    pub(super) fn go_on_searching(&mut self, now: i64) {
        self.status = Status::Pending;
        self.proposal = None;
        self.waited += now - self.waiting_since;
    }

    /// The proposal came to nothing: its pro is out for this price.
    pub(super) fn end_proposal(&mut self, now: i64) {
        let price = self.price;
        if let Some(proposal) = self.proposal.take() {
            self.put_out(proposal.pro, Out::ProposalOver(price));
        }
        self.go_on_searching(now);
    }

    pub(super) fn assign(&mut self, pro: usize, now: i64) {
        (self.status, self.pro, self.assigned_at) = (Status::Assigned, Some(pro), now);
        // Nothing more to pay.
        self.waiting = None;
    }

    /// Nobody has it any more: the fee is kept.
    pub(super) fn cancel(&mut self, fee: i64) {
        self.status = Status::Cancelled;
        (self.proposal, self.waiting) = (None, None);
        (self.held, self.kept) = (0, fee);
    }

    /// It may still be taken back, and counts for nothing.
    pub(super) fn has_just_set_off(&self, now: i64) -> bool {
        now < self.set_off_at + MINUTE
    }

    pub(super) fn cancellation_fee(&self, now: i64) -> i64 {
        let since_booking = (now - self.made_at) / MINUTE;
        let is_early = self.window.is_some_and(|(start, _)| start - now > DAY);
        let has_pro = matches!(self.status, Status::Assigned | Status::EnRoute);
        if !self.pay.by_card() || !has_pro || since_booking <= 5 || is_early {
            return 0;
        }
        let has_set_off = self.status == Status::EnRoute && !self.has_just_set_off(now);
        if self.window.is_none() || has_set_off {
            share(self.price, 35)
        } else {
            0
        }
    }
}

/// A share in percent, half a penny away from zero.
pub(super) fn share(pence: i64, percent: i64) -> i64 {
    (pence * percent + 50) / 100
}

impl Booking {
    pub(super) fn run_jobs(&mut self, now: i64) {
        if self.status == Status::Created && now >= self.made_at + 20 * MINUTE {
            self.cancel(0);
        }
        if self.proposal.as_ref().is_some_and(|open| now >= open.until) {
            self.end_proposal(now);
        }
        if self.waiting.is_some_and(|open| now >= open.until) {
            self.waiting = None;
        }
        if self.status == Status::Pending && now >= self.deadline() {
            (self.status, self.unmatched_at) = (Status::NoResponse, now);
        }
        if self.status == Status::NoResponse && now >= self.unmatched_at + 15 * MINUTE && !self.let_go {
            (self.held, self.kept, self.let_go) = (0, 0, self.was_held);
            self.waiting = None;
        }
        if self.status == Status::NoResponse && now >= self.unmatched_at + 7 * DAY {
            self.cancel(0);
        }
        // The card is charged with the assignment, for what was agreed in the end and no more.
        let is_taken = self.status.is_a_job() || self.status == Status::Completed;
        if is_taken && self.pay.by_card() {
            (self.held, self.kept) = (0, self.price);
        }
    }
}
