//! Whether a pro may have a job. Who is asked before whom is in [`super::wave`].

use std::collections::HashMap;

use pricing_core::Pence;
use pricing_core::classify::Trade;

use super::candidate::{Candidate, Reach};
use super::diary::Patience;
use super::hours::Days;
use super::overlap::{self, Work};
use super::rules::MatchingRules;
use crate::clock::Millis;
use crate::districts::Location;
use crate::geo;
use callout_db::names;

/// A booking as matching knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// The booking's id.
    pub booking: String,
    /// The booking's first skill, which decides.
    pub skill: Trade,
    /// Only for Gas Safe registered pros.
    pub needs_gas_safe: bool,
    /// Middle of the district: the only place that anybody knows before assignment.
    pub middle: Location,
    /// When it has to be done.
    pub when: When,
    /// Paid in cash.
    pub in_cash: bool,
    /// The price before a coupon.
    pub price: Pence,
    /// Emails and phones, normalised, of the booking and of its account.
    pub contacts: Vec<String>,
    /// Pros who are not asked, or not at this price.
    pub out: HashMap<String, Out>,
    /// The account or guest that it is booked by.
    pub client: String,
    /// The only pro who is asked, if there is one.
    pub reserved_for: Option<String>,
    /// Pros name its price.
    pub names_price: bool,
    /// Where the search can wait for the morning of pros whom only push reaches.
    pub patience: Option<Patience>,
}

/// When a job has to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    work: Work,
    is_emergency: bool,
    days: Days,
}

impl Job {
    /// Whether the only pro who is asked has said no, or made an offer that came to nothing.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.reserved_for
            .as_ref()
            .is_some_and(|only| self.out.contains_key(only))
    }
}

impl When {
    /// For this work, see [`Work::of_booking`].
    #[must_use]
    pub fn of(work: Work, is_emergency: bool) -> Self {
        Self {
            days: Days::around(work.window()),
            work,
            is_emergency,
        }
    }

    /// The work.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }

    /// It has to be done at once.
    #[must_use]
    pub fn is_emergency(&self) -> bool {
        self.is_emergency
    }

    /// The days of London around it.
    #[must_use]
    pub fn days(&self) -> &Days {
        &self.days
    }
}

names! {
    /// Why a pro is not asked for one booking, as it is stored beside the price that it was about.
    pub enum OutWhy {
        /// Declined it.
        Declined = "declined",
        /// Proposed a price that came to nothing.
        ProposalOver = "proposal_over",
        /// Withdrew from it.
        Withdrew = "withdrew",
    }
}

/// Why a pro is not asked for one booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Out {
    /// Declined it at this price; asked again at a higher one.
    Declined(Pence),
    /// Proposed another price when it was this one, and the client declined that or let it lapse; asked again at a higher one.
    ProposalOver(Pence),
    /// Withdrew from it: never sees it again.
    Withdrew,
}

/// Why a pro may not have a job, those that only another profile would change first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Another pro alone is asked.
    Reserved,
    /// Onboarding is not finished, or the profile is suspended.
    Inactive,
    /// The pro's proved email or phone is the booking's or its account's.
    OwnBooking,
    /// The booking's first skill is none of the pro's.
    Skill(Trade),
    /// `identity` is not verified.
    Identity,
    /// Gas work without a verified Gas Safe registration.
    NoGasSafe,
    /// Electrical work without a verified registration.
    NoElectrical,
    /// Outside the pro's own radius.
    Area,
    /// The pro withdrew from it.
    Withdrew,
    /// The pro does not work for this client.
    ClientBlocked,
    /// The Gas Safe registration ends before the job does.
    GasSafeEnds,
    /// The electrical registration ends before the job does.
    ElectricalEnds,
    /// The switch is off.
    Offline,
    /// Declined at this price.
    Declined,
    /// Has proposed another price already.
    ProposalOver,
    /// Below the pro's least price.
    Minimum,
    /// It does not fit into the pro's working hours.
    Hours,
    /// The pro has a day off.
    DayOff,
    /// The pro has blocked that time.
    Blocked,
    /// Another job, open proposal or held suggestion takes that time.
    Busy,
    /// A cash job for a pro who owes too much.
    Debt,
}

impl Reason {
    /// Code for programs.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Inactive => "inactive",
            Self::OwnBooking => "own_booking",
            Self::Skill(_) => "skill",
            Self::Identity => "identity",
            Self::NoGasSafe | Self::GasSafeEnds => "gas_safe",
            Self::NoElectrical | Self::ElectricalEnds => "electrical",
            Self::Area => "area",
            Self::Withdrew => "withdrew",
            Self::Offline => "offline",
            Self::Declined => "declined",
            Self::ProposalOver => "proposal_over",
            Self::ClientBlocked => "client_blocked",
            Self::Minimum => "minimum",
            Self::Hours => "hours",
            Self::DayOff => "day_off",
            Self::Blocked => "blocked",
            Self::Busy => "busy",
            Self::Debt => "debt",
        }
    }

    /// The sentence for the pro.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Reserved => "This job is for another pro alone.",
            Self::Inactive => "Your profile cannot take jobs now. Your home page says why.",
            Self::OwnBooking => "This booking is your own.",
            Self::Skill(Trade::Plumber) => "This job needs a plumber.",
            Self::Skill(Trade::Electrician) => "This job needs an electrician.",
            Self::Skill(Trade::Builder) => "This job needs a builder.",
            Self::Skill(Trade::Handyman) => "This job needs a handyman.",
            Self::Identity => "Your identity is not verified yet.",
            Self::NoGasSafe => "Gas work needs a verified Gas Safe registration.",
            Self::NoElectrical => "Electrical work needs a verified registration.",
            Self::Area => "This job is outside your service area.",
            Self::Withdrew => "You withdrew from this job.",
            Self::GasSafeEnds => "Your Gas Safe registration ends before this job does.",
            Self::ElectricalEnds => "Your electrical registration ends before this job does.",
            Self::Offline => "Switch to Online to take jobs.",
            Self::Declined => "You declined this job at this price.",
            Self::ProposalOver => "You have already proposed a price for this job.",
            Self::ClientBlocked => "You have blocked this client.",
            Self::Minimum => "This job is below your minimum price.",
            Self::Hours => "This job is outside your working hours.",
            Self::DayOff => "You have a day off at that time.",
            Self::Blocked => "You have blocked that time.",
            Self::Busy => "You have another job at that time.",
            Self::Debt => "Pay what you owe to take more cash jobs.",
        }
    }

    /// True when the pro could have had this job at another moment, so that it is no secret to them. A pro for whom the job was never
    /// meant is told that there is none.
    #[must_use]
    pub fn is_passing(self) -> bool {
        match self {
            Self::Reserved
            | Self::Inactive
            | Self::OwnBooking
            | Self::Skill(_)
            | Self::Identity
            | Self::NoGasSafe
            | Self::NoElectrical
            | Self::Area
            | Self::Withdrew
            | Self::ClientBlocked => false,
            Self::GasSafeEnds
            | Self::ElectricalEnds
            | Self::Offline
            | Self::Declined
            | Self::ProposalOver
            | Self::Minimum
            | Self::Hours
            | Self::DayOff
            | Self::Blocked
            | Self::Busy
            | Self::Debt => true,
        }
    }
}

/// A pro who may have a job.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// From the pro's fresh position, or else the base, to the middle of the job's district; metres.
    pub metres: f64,
    /// How an offer would reach the pro; `None`: the pool's list alone shows it to them.
    pub reach: Option<Reach>,
}

/// Whether a pro may have a job at `now` (Unix milliseconds).
///
/// # Errors
/// The first reason against it.
pub fn fit(pro: &Candidate, job: &Job, now: Millis, rules: &MatchingRules) -> Result<Fit, Reason> {
    let against = of_profile(pro, job).or_else(|| of_moment(pro, job, rules));
    against.map_or_else(
        || {
            Ok(Fit {
                metres: geo::distance(pro.place(now, rules), job.middle),
                reach: pro.presence.reach(now, rules),
            })
        },
        Err,
    )
}

/// Why a pro who has a job cannot do it at the time that `job` says, if there is a reason. `pro` is busy with everything else.
#[must_use]
pub fn cannot_move(pro: &Candidate, job: &Job) -> Option<Reason> {
    first(&of_time(pro, job))
}

/// Why a pro cannot come at the time that `job` says, whatever else speaks for or against them: papers that end before, time off, other work.
#[must_use]
pub fn cannot_come(pro: &Candidate, job: &Job) -> Option<Reason> {
    cannot_move(pro, job).or_else(|| {
        let diary = pro.diary.as_deref()?;
        diary.against_time(&job.when, &pro.busy)
    })
}

/// Why a pro cannot come again to put right what they did, if there is a reason: such a visit is new, and neither a suspension nor a
/// missing paper will take it away later. Hours do not count, since its pro agrees to the time; days off do where it was
/// `named_before` by the pro, who may have taken one since.
#[must_use]
pub fn cannot_come_again(pro: &Candidate, job: &Job, named_before: bool) -> Option<Reason> {
    first(&[(!pro.active, Reason::Inactive)])
        .or_else(|| lacks_paper(pro, job))
        .or_else(|| cannot_move(pro, job))
        .or_else(|| {
            let diary = pro.diary.as_deref().filter(|_| named_before)?;
            diary.only_away().against_time(&job.when, &pro.busy)
        })
}

/// Which paper a pro who has a job lacks for it, at the time that `job` says.
#[must_use]
pub fn lacks_paper(pro: &Candidate, job: &Job) -> Option<Reason> {
    let [identity, gas_safe, electrical] = of_papers(pro, job);
    let [gas_safe_ends, electrical_ends, _] = of_time(pro, job);
    first(&[identity, gas_safe, electrical, gas_safe_ends, electrical_ends])
}

/// What only another profile would change.
fn of_profile(pro: &Candidate, job: &Job) -> Option<Reason> {
    let is_own = [&pro.email, &pro.phone]
        .into_iter()
        .flatten()
        .any(|proved| job.contacts.contains(proved));
    let [identity, gas_safe, electrical] = of_papers(pro, job);
    let is_anothers = job.reserved_for.as_ref().is_some_and(|only| *only != pro.id);
    first(&[
        (is_anothers, Reason::Reserved),
        (!pro.active, Reason::Inactive),
        (is_own, Reason::OwnBooking),
        (!pro.skills.contains(&job.skill), Reason::Skill(job.skill)),
        identity,
        gas_safe,
        electrical,
        (geo::distance(pro.base, job.middle) > pro.radius, Reason::Area),
        (job.out.get(&pro.id) == Some(&Out::Withdrew), Reason::Withdrew),
    ])
    .or_else(|| {
        let blocks = pro.diary.as_deref().is_some_and(|diary| diary.blocks(job));
        blocks.then_some(Reason::ClientBlocked)
    })
}

/// Which papers are missing, whenever the job is.
fn of_papers(pro: &Candidate, job: &Job) -> [(bool, Reason); 3] {
    let is_electrical = job.skill == Trade::Electrician;
    [
        (!pro.papers.identity, Reason::Identity),
        (
            job.needs_gas_safe && pro.papers.gas_safe.is_none(),
            Reason::NoGasSafe,
        ),
        (
            is_electrical && pro.papers.electrical.is_none(),
            Reason::NoElectrical,
        ),
    ]
}

/// What may be different at another moment.
fn of_moment(pro: &Candidate, job: &Job, rules: &MatchingRules) -> Option<Reason> {
    let [gas_safe, electrical, busy] = of_time(pro, job);
    let (declined, proposed) = match job.out.get(&pro.id) {
        Some(Out::Declined(price)) => (job.price <= *price, false),
        Some(Out::ProposalOver(price)) => (false, job.price <= *price),
        Some(Out::Withdrew) | None => (false, false),
    };
    // Who alone is asked says themselves whether they have the time, whatever they do for others.
    let is_reserved = job.reserved_for.is_some();
    let diary = pro.diary.as_deref().filter(|_| !is_reserved);
    first(&[
        gas_safe,
        electrical,
        (!pro.online && !is_reserved, Reason::Offline),
        (declined, Reason::Declined),
        (proposed, Reason::ProposalOver),
        (
            diary.is_some_and(|diary| diary.is_below_minimum(job)),
            Reason::Minimum,
        ),
    ])
    .or_else(|| match diary {
        Some(diary) => diary.against_time(&job.when, &pro.busy),
        None => first(&[busy]),
    })
    .or_else(|| first(&[(job.in_cash && pro.debt > rules.debt_limit, Reason::Debt)]))
}

/// What depends on the time of the job alone.
fn of_time(pro: &Candidate, job: &Job) -> [(bool, Reason); 3] {
    let end = job.when.work.window().end;
    let is_over = |paper: Option<Millis>| paper.is_some_and(|until| until < end);
    let is_electrical = job.skill == Trade::Electrician;
    [
        (
            job.needs_gas_safe && is_over(pro.papers.gas_safe),
            Reason::GasSafeEnds,
        ),
        (
            is_electrical && is_over(pro.papers.electrical),
            Reason::ElectricalEnds,
        ),
        (!overlap::fits(&pro.busy, job.when.work), Reason::Busy),
    ]
}

fn first(reasons: &[(bool, Reason)]) -> Option<Reason> {
    reasons
        .iter()
        .find_map(|(applies, reason)| applies.then_some(*reason))
}

#[cfg(test)]
pub(super) mod tests;
