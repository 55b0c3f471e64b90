//! What another price book would change: the same requests, priced with both.

use pricing_core::book::Region;
use pricing_core::calendar::CivilDateTime;
use pricing_core::cancellation::{self, CancellationInput};
use pricing_core::money::divide_rounded;
use pricing_core::{BookingStatus, Pence, PriceBook, Tier, Urgency, slots};

use super::quote::{self, QuotedSlot, Wanted};
use super::time;

/// Requests that are compared.
pub const SAMPLES: usize = 1_000;
/// A median change above this is confirmed by typing the version, basis points.
pub const LARGE_CHANGE: i64 = 2_000;
/// From this change on, basis points, a step of [`Comparison::spread`] begins; the first begins anywhere below.
const STEPS: [i64; 7] = [i64::MIN, -2_000, -1_000, 0, 1, 1_001, 2_001];

/// A request, and what London's clocks showed when it was made. Its coupon does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// What was wanted.
    pub wanted: Wanted,
    /// When.
    pub asked: CivilDateTime,
}

/// How two books price the same requests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Requests that both books price.
    pub both: usize,
    /// Of these, those whose price differs.
    pub changed: usize,
    /// Requests that only the book in force prices.
    pub lost: usize,
    /// Requests that only the other book prices.
    pub gained: usize,
    /// The median of the changed prices' changes, without their signs, basis points.
    pub median: i64,
    /// The largest fall, basis points; 0 or less.
    pub largest_fall: i64,
    /// The largest rise, basis points; 0 or more.
    pub largest_rise: i64,
    /// How many prices fall by over 20%, over 10%, less, stay, rise by up to 10%, up to 20%, more.
    pub spread: [i64; STEPS.len()],
    /// What each sum was, and would be.
    pub sums: Sums,
}

/// Sums over the requests that both books price: with the book in force, and with the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// What clients pay.
    pub prices: (Pence, Pence),
    /// What the platform keeps of it.
    pub fees: (Pence, Pence),
    /// What it costs when all of them cancel an hour before the visit, 15 days after booking.
    pub late_cancellations: (Pence, Pence),
    /// What it costs when all of them cancel within the first days, with the pro on the way.
    pub cancellations_en_route: (Pence, Pence),
}

impl Comparison {
    /// Prices every request with both books.
    #[must_use]
    pub fn of(samples: &[Sample], in_force: &PriceBook, other: &PriceBook) -> Self {
        let mut comparison = Self::default();
        let mut changes = Vec::new();
        for sample in samples {
            match (sample.price(in_force), sample.price(other)) {
                (Some(before), Some(after)) => {
                    let change = relative(before, after);
                    comparison.count(before, after, change);
                    comparison.sums.add(sample, (in_force, before), (other, after));
                    if before != after {
                        changes.push(change.abs());
                    }
                }
                (Some(_), None) => comparison.lost += 1,
                (None, Some(_)) => comparison.gained += 1,
                (None, None) => {}
            }
        }
        comparison.median = median(changes);
        comparison
    }

    fn count(&mut self, before: Pence, after: Pence, change: i64) {
        self.both += 1;
        self.changed += usize::from(before != after);
        self.largest_fall = self.largest_fall.min(change);
        self.largest_rise = self.largest_rise.max(change);
        // A price that changes by less than a basis point still falls or rises.
        let change = if change == 0 {
            (after.0 - before.0).signum()
        } else {
            change
        };
        let step = STEPS.iter().rposition(|from| change >= *from).unwrap_or(0);
        if let Some(count) = self.spread.get_mut(step) {
            *count += 1;
        }
    }

    /// True when publishing is confirmed by typing the version.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.median > LARGE_CHANGE
    }
}

impl Sums {
    fn add(&mut self, sample: &Sample, before: (&PriceBook, Pence), after: (&PriceBook, Pence)) {
        let fee = |(book, price): (&PriceBook, Pence)| price.share(book.fee_basis_points);
        let late = |side| sample.cancelled(side, BookingStatus::Assigned, 15 * 24 * 60);
        let en_route = |side| sample.cancelled(side, BookingStatus::EnRoute, 60);
        add(&mut self.prices, before.1, after.1);
        add(&mut self.fees, fee(before), fee(after));
        add(&mut self.late_cancellations, late(before), late(after));
        add(
            &mut self.cancellations_en_route,
            en_route(before),
            en_route(after),
        );
    }
}

fn add(sums: &mut (Pence, Pence), before: Pence, after: Pence) {
    *sums = (sums.0 + before, sums.1 + after);
}

impl Sample {
    /// Its price with this book; none where the book gives no instant price, or does not offer its window.
    fn price(&self, book: &PriceBook) -> Option<Pence> {
        let mut wanted = self.wanted.clone();
        if let Some(slot) = &mut wanted.slot {
            slot.delta = slots::slot_by_id(book, self.asked, &slot.id)?.price_delta.0;
        }
        let priced = quote::price(book, &wanted, false, false).ok()?;
        Some(priced.quote.amount).filter(|amount| *amount > Pence::ZERO)
    }

    /// What cancelling an hour before the visit costs.
    fn cancelled(
        &self,
        (book, amount): (&PriceBook, Pence),
        status: BookingStatus,
        minutes_since_booking: i64,
    ) -> Pence {
        let input = CancellationInput {
            amount,
            status,
            urgency: self.wanted.urgency,
            minutes_since_booking,
            minutes_to_slot: Some(60),
            open_price: None,
        };
        cancellation::cancellation(book, &input).map_or(Pence::ZERO, |cancelled| cancelled.fee_pence)
    }
}

/// A change in basis points of what it was.
fn relative(before: Pence, after: Pence) -> i64 {
    divide_rounded((after.0 - before.0).saturating_mul(10_000), before.0)
}

/// The middle one; of an even number the upper of both.
fn median(mut changes: Vec<i64>) -> i64 {
    changes.sort_unstable();
    changes.get(changes.len() / 2).copied().unwrap_or(0)
}

/// One request of each kind: every problem and quick fix, in each region, tier and time.
#[must_use]
pub fn fixtures(book: &PriceBook, asked: CivilDateTime) -> Vec<Sample> {
    let outcodes: Vec<String> = std::iter::once(&book.regions.standard)
        .chain(&book.regions.named)
        .map(outcode)
        .collect();
    let times: Vec<(Urgency, Option<QuotedSlot>)> = slots::slots(book, asked, true)
        .into_iter()
        .filter(|slot| slot.start.date != asked.date)
        .take(5)
        .filter_map(|slot| {
            let window = time::window(&slot)?;
            let quoted = QuotedSlot {
                id: slot.id,
                start: window.start,
                end: window.end,
                delta: slot.price_delta.0,
            };
            Some((Urgency::Scheduled, Some(quoted)))
        })
        .chain([(Urgency::Emergency, None)])
        .collect();
    let problems = book.problem_types.iter().map(|problem| Wanted {
        chosen_type: Some(problem.code.clone()),
        ..wanted(&problem.name)
    });
    let fixes = book.quick_fixes.iter().map(|fix| Wanted {
        quick_fix: Some(fix.code.clone()),
        ..wanted(&fix.name)
    });
    let mut samples = Vec::new();
    for kind in problems.chain(fixes) {
        for outcode in &outcodes {
            for tier in Tier::ALL {
                for (urgency, slot) in &times {
                    let wanted = Wanted {
                        postcode: outcode.clone(),
                        tier,
                        urgency: *urgency,
                        slot: slot.clone(),
                        ..kind.clone()
                    };
                    samples.push(Sample { wanted, asked });
                }
            }
        }
    }
    samples.truncate(SAMPLES);
    samples
}

/// A postcode of the region: its first area's first district, or Manchester's for the standard one.
fn outcode(region: &Region) -> String {
    let area = region.areas.first().map_or("M", String::as_str);
    format!("{area}1")
}

fn wanted(description: &str) -> Wanted {
    Wanted {
        description: description.to_owned(),
        quick_fix: None,
        chosen_type: None,
        postcode: String::new(),
        tier: Tier::Standard,
        urgency: Urgency::Scheduled,
        slot: None,
        coupon: None,
        danger_answers: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pricing_core::BasisPoints;

    fn samples() -> Vec<Sample> {
        let asked = time::london(1_795_428_300_000).unwrap();
        fixtures(PriceBook::builtin(), asked)
    }

    fn changed(change: impl FnOnce(&mut PriceBook)) -> Comparison {
        let mut other = PriceBook::builtin().clone();
        change(&mut other);
        Comparison::of(&samples(), PriceBook::builtin(), &other.validated().unwrap())
    }

    #[test]
    fn there_is_a_request_of_each_kind() {
        let samples = samples();
        assert_eq!(samples.len(), 972);
        let same = changed(|_| {});
        assert!(same.both > 500, "{same:?}");
        assert_eq!((same.changed, same.lost, same.gained, same.median), (0, 0, 0, 0));
        assert_eq!(same.spread[3], i64::try_from(same.both).unwrap());
        assert_eq!(same.sums.prices.0, same.sums.prices.1);
        assert!(same.sums.late_cancellations.0 > Pence::ZERO);
    }

    #[test]
    fn every_price_a_quarter_higher_is_a_large_change() {
        let dearer = changed(|book| {
            for tier in &mut book.tiers {
                tier.multiplier = BasisPoints(tier.multiplier.0 * 5 / 4);
            }
        });
        assert_eq!(dearer.changed, dearer.both);
        assert!(dearer.is_large() && dearer.largest_fall == 0, "{dearer:?}");
        assert_eq!(
            dearer.spread.iter().sum::<i64>(),
            i64::try_from(dearer.both).unwrap()
        );
        assert!(dearer.sums.prices.1 > dearer.sums.prices.0);
    }

    #[test]
    fn windows_and_prices_that_are_gone_are_counted() {
        let fewer = changed(|book| book.slots.cheaper.clear());
        assert!(fewer.lost > 0 && fewer.changed == 0, "{fewer:?}");
        let unpriced = changed(|book| {
            for problem in &mut book.problem_types {
                if problem.code == "toilet" {
                    problem.range_pence = None;
                }
            }
        });
        assert!(unpriced.lost > 0, "{unpriced:?}");
    }

    #[test]
    fn fees_are_compared_even_where_prices_stay() {
        let lower = changed(|book| book.fee_basis_points = BasisPoints(1_000));
        assert_eq!(lower.changed, 0);
        assert!(lower.sums.fees.1 < lower.sums.fees.0);
        let milder = changed(|book| book.cancellation.late_fee_bps = BasisPoints(4_000));
        assert!(milder.sums.late_cancellations.1 < milder.sums.late_cancellations.0);
    }
}
