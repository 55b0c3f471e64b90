//! What should happen, told from docs/rules and not from the server's code: each call's answer and what it changes.

use super::booking::{Booking, DAY, HOUR, MINUTE, Out, Pay, Proposal, Status, share};

/// A pro who owes more than this gets no cash jobs, pence.
const DEBT_LIMIT: i64 = 15_000;

/// What a call is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Well,
    Refused(u16, &'static str),
    /// 403 `not_eligible` with this reason.
    NotEligible(&'static str),
    /// 422 on this field.
    Field(&'static str),
}

const NOT_FOUND: Answer = Answer::Refused(404, "not_found");
pub(super) const ILLEGAL: Answer = Answer::Refused(409, "illegal_transition");
pub(super) const SLOT_GONE: Answer = Answer::Refused(409, "slot_gone");

#[derive(Debug, Clone)]
pub(super) struct Pro {
    pub(super) online: bool,
    debt: i64,
    /// Daily hours, from and to.
    pub(super) hours: Option<(u8, u8)>,
    /// A time away, and whether it is a day off.
    pub(super) away: Option<((i64, i64), bool)>,
}

/// All of it.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) now: i64,
    pub(super) bookings: Vec<Booking>,
    pub(super) pros: Vec<Pro>,
}

impl Model {
    pub(super) fn new(now: i64, pros: usize) -> Self {
        let pro = Pro {
            online: true,
            debt: 0,
            hours: None,
            away: None,
        };
        Self {
            now,
            bookings: Vec::new(),
            pros: vec![pro; pros],
        }
    }

    pub(super) fn taken(&self, window: (i64, i64)) -> usize {
        let holds = |booking: &&Booking| {
            let waits = booking.waiting.is_some_and(|open| open.holds_place);
            (booking.holds_place() || waits) && booking.window == Some(window)
        };
        self.bookings.iter().filter(holds).count()
    }

    /// Why a pro may not have a booking now.
    fn against(&self, pro: usize, id: usize, switch_counts: bool) -> Option<&'static str> {
        let booking = &self.bookings[id];
        let out = booking.out.get(&pro);
        let in_cash = !booking.pay.by_card();
        match out {
            Some(Out::Withdrew) => Some("withdrew"),
            _ if switch_counts && !self.pros[pro].online => Some("offline"),
            Some(Out::Declined(price)) if booking.price <= *price => Some("declined"),
            Some(Out::ProposalOver(price)) if booking.price <= *price => Some("proposal_over"),
            _ if switch_counts && !self.is_in_hours(pro, id) => Some("hours"),
            _ if self.away(pro, id).is_some() => self.away(pro, id),
            _ if self.is_busy(pro, id) => Some("busy"),
            _ if in_cash && self.pros[pro].debt > DEBT_LIMIT => Some("debt"),
            _ => None,
        }
    }

    /// Every window here is as long as a job, so all of it must lie inside the hours. London is at UTC in these weeks.
    fn is_in_hours(&self, pro: usize, id: usize) -> bool {
        let Some((from, to)) = self.pros[pro].hours else {
            return true;
        };
        let (start, end) = self.bookings[id].work(self.now);
        let (from, to) = (i64::from(from) * HOUR, i64::from(to) * HOUR);
        let length = if to <= from { to + DAY - from } else { to - from };
        let today = start - start.rem_euclid(DAY);
        [today - DAY, today]
            .iter()
            .any(|day| day + from <= start && end <= day + from + length)
    }

    fn away(&self, pro: usize, id: usize) -> Option<&'static str> {
        let ((from, to), is_day_off) = self.pros[pro].away?;
        let (start, end) = self.bookings[id].work(self.now);
        let meets = start < to && from < end;
        meets.then_some(if is_day_off { "day_off" } else { "blocked" })
    }

    /// The jobs of a pro that a time away meets and that have not begun.
    pub(super) fn met(&self, pro: usize, (from, to): (i64, i64)) -> Vec<usize> {
        let is_met = |it: &Booking| {
            let (start, end) = it.work(it.assigned_at);
            let waits = matches!(it.status, Status::Assigned | Status::EnRoute);
            waits && it.pro == Some(pro) && start < to && from < end
        };
        let bookings = self.bookings.iter().enumerate();
        bookings
            .filter(|(_, it)| is_met(it))
            .map(|(number, _)| number)
            .collect()
    }

    /// Every window here is as long as a job, so two fit exactly when they do not overlap.
    fn is_busy(&self, pro: usize, id: usize) -> bool {
        let (start, end) = self.bookings[id].work(self.now);
        let mut others = self.bookings.iter().enumerate().filter(|(other, _)| *other != id);
        others.any(|(_, other)| {
            let own = (other.status.is_a_job() && other.pro == Some(pro)).then_some(other.assigned_at);
            let open = other.proposal.as_ref().filter(|open| open.pro == pro);
            let since = own.or(open.map(|open| open.made_at));
            since.is_some_and(|since| {
                let (other_start, other_end) = other.work(since);
                start < other_end && other_start < end
            })
        })
    }

    /// `pounds` is the change of price that a pro wants; `was_offered`, whether the pro ever had an offer for it.
    pub(super) fn accept(&mut self, pro: usize, id: usize, pounds: Option<i64>, was_offered: bool) -> Answer {
        let (against, now) = (self.against(pro, id, true), self.now);
        let booking = &mut self.bookings[id];
        let won = booking.status.is_a_job() || booking.status == Status::Completed;
        if won && booking.pro == Some(pro) {
            return Answer::Well;
        }
        if !was_offered && against == Some("withdrew") {
            return NOT_FOUND;
        }
        match booking.status {
            Status::Pending => {}
            Status::Created | Status::Cancelled | Status::NoResponse => {
                return Answer::Refused(409, "offer_expired");
            }
            _ => return Answer::Refused(409, "already_taken"),
        }
        if let Some(reason) = against {
            return Answer::NotEligible(reason);
        }
        if pounds.is_some() && booking.waiting.is_some() {
            return Answer::Refused(409, "payment_due");
        }
        let pays_first = booking.pay == Pay::CardBudget && !booking.was_held;
        if pounds.is_none() && !pays_first {
            booking.assign(pro, now);
            return Answer::Well;
        }
        let delta = pounds.unwrap_or_default() * 100;
        if delta.abs() > booking.price / 2 {
            return Answer::Field("price_delta");
        }
        let time = match (pounds, booking.window) {
            (None, _) => 15 * MINUTE,
            (Some(_), None) => 5 * MINUTE,
            (Some(_), Some(_)) => 30 * MINUTE,
        };
        (booking.status, booking.waiting_since) = (Status::Accepted, now);
        booking.proposal = Some(Proposal {
            pro,
            delta,
            made_at: now,
            until: now + time,
            approved: pounds.is_none(),
        });
        Answer::Well
    }

    /// `has_offer`: an offer to this pro can still be answered.
    pub(super) fn decline(&mut self, pro: usize, id: usize, has_offer: bool) -> Answer {
        let (against, now) = (self.against(pro, id, true), self.now);
        let booking = &mut self.bookings[id];
        if booking.proposal.as_ref().is_some_and(|open| open.pro == pro) {
            booking.end_proposal(now);
            return Answer::Well;
        }
        let is_shown = booking.status == Status::Pending && (against.is_none() || has_offer);
        if !is_shown && booking.pro != Some(pro) {
            return NOT_FOUND;
        }
        booking.put_out(pro, Out::Declined(booking.price));
        Answer::Well
    }

    pub(super) fn approve(&mut self, id: usize) -> Answer {
        let now = self.now;
        let booking = &mut self.bookings[id];
        let (by_card, was_held) = (booking.pay.by_card(), booking.was_held);
        let Some(open) = &mut booking.proposal else {
            return Answer::Refused(409, "no_proposal");
        };
        if open.approved {
            return Answer::Well;
        }
        if by_card && (!was_held || open.delta > 0) {
            (open.approved, open.until) = (true, now + 15 * MINUTE);
            return Answer::Well;
        }
        self.agree(id);
        Answer::Well
    }

    pub(super) fn refuse(&mut self, id: usize) -> Answer {
        let now = self.now;
        let booking = &mut self.bookings[id];
        if booking.proposal.is_none() {
            return Answer::Refused(409, "no_proposal");
        }
        booking.end_proposal(now);
        Answer::Well
    }

    /// What was agreed becomes the pro's job; false when the pro is busy by now.
    fn agree(&mut self, id: usize) -> bool {
        let Some(open) = self.bookings[id].proposal.take() else {
            return false;
        };
        let is_fit = self.against(open.pro, id, false).is_none();
        let now = self.now;
        let booking = &mut self.bookings[id];
        if is_fit {
            booking.price += open.delta;
            booking.assign(open.pro, now);
        } else {
            booking.go_on_searching(now);
        }
        is_fit
    }

    /// The first payment of a card booking.
    pub(super) fn pay_first(&mut self, id: usize) {
        let now = self.now;
        let booking = &mut self.bookings[id];
        (booking.was_held, booking.held) = (true, booking.price);
        booking.begin_search(now);
    }

    /// The payment of what is due, once its job has run.
    pub(super) fn pay_due(&mut self, id: usize) {
        if self.bookings[id].waiting.is_some() {
            self.pay_waiting(id);
        } else {
            self.pay_agreed(id);
        }
    }

    /// The payment of what was agreed, once its job has run. It takes the place of whatever was held or kept before.
    fn pay_agreed(&mut self, id: usize) {
        if self.agree(id) {
            let booking = &mut self.bookings[id];
            (booking.was_held, booking.held, booking.kept) = (true, booking.price, 0);
        }
    }

    pub(super) fn step(&mut self, pro: usize, id: usize, to: Status) -> Answer {
        let now = self.now;
        let booking = &mut self.bookings[id];
        if booking.pro != Some(pro) {
            return NOT_FOUND;
        }
        if (booking.status, to) == (Status::EnRoute, Status::Assigned) && !booking.has_just_set_off(now) {
            return Answer::Refused(409, "too_late");
        }
        let is_legal = matches!(
            (booking.status, to),
            (Status::Assigned, Status::EnRoute | Status::InProgress)
                | (Status::EnRoute, Status::Assigned | Status::InProgress)
                | (Status::InProgress, Status::Completed)
        );
        if booking.status != to && !is_legal {
            return ILLEGAL;
        }
        if is_legal && to == Status::Completed && !booking.pay.by_card() {
            self.pros[pro].debt += share(booking.price, 15);
        }
        if is_legal && to == Status::EnRoute {
            booking.set_off_at = now;
        }
        booking.status = to;
        Answer::Well
    }

    pub(super) fn withdraw(&mut self, pro: usize, id: usize) -> Answer {
        let now = self.now;
        let booking = &mut self.bookings[id];
        if booking.pro != Some(pro) {
            return NOT_FOUND;
        }
        if !matches!(booking.status, Status::Assigned | Status::EnRoute) {
            return ILLEGAL;
        }
        booking.begin_search(now);
        booking.put_out(pro, Out::Withdrew);
        Answer::Well
    }

    pub(super) fn cancel(&mut self, id: usize) -> Answer {
        let now = self.now;
        let booking = &mut self.bookings[id];
        if booking.status.has_ended() || booking.status == Status::InProgress {
            return ILLEGAL;
        }
        let fee = booking.cancellation_fee(now);
        // The pro's share stays in clearing, which the model leaves out, so a debt does not fall.
        booking.cancel(fee);
        Answer::Well
    }

    pub(super) fn retry(&mut self, id: usize, km: i64) -> Answer {
        if !(10..=60).contains(&km) || km % 5 != 0 {
            return Answer::Field("radiusKm");
        }
        match self.bookings[id].status {
            Status::Pending => Answer::Well,
            Status::NoResponse => self.look_again(id),
            _ => ILLEGAL,
        }
    }

    pub(super) fn report_no_show(&mut self, id: usize) -> Answer {
        let now = self.now;
        let booking = &mut self.bookings[id];
        if !matches!(booking.status, Status::Assigned | Status::EnRoute) {
            return ILLEGAL;
        }
        if now < booking.late_from() {
            return Answer::Refused(409, "too_early");
        }
        booking.cancel(0);
        Answer::Well
    }

    /// Everything that is due happens.
    pub(super) fn run_jobs(&mut self) {
        let now = self.now;
        for booking in &mut self.bookings {
            booking.run_jobs(now);
        }
    }
}
