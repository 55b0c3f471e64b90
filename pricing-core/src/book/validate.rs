//! A book that passes here can't make a rule fail: references exist, numbers are in range, tables are complete.

use super::{BookError, PriceBook};
use crate::classify::Problem;
use crate::money::{BasisPoints, Pence};
use crate::tier::Tier;

/// Every type the classifier can answer.
const CLASSIFIED: [Problem; 12] = [
    Problem::BoilerService,
    Problem::Leak,
    Problem::Socket,
    Problem::LoftConversion,
    Problem::GeneralPlumbing,
    Problem::Toilet,
    Problem::Drains,
    Problem::Lights,
    Problem::Handyman,
    Problem::Heating,
    Problem::Building,
    Problem::Other,
];

pub(super) fn validate(book: &PriceBook) -> Result<(), BookError> {
    require(!book.version.is_empty() && book.version.len() <= 40, "version must have 1 to 40 characters")?;
    require(book.currency == "GBP", "currency must be GBP")?;
    require(book.rounding_step_pence.0 >= 1, "rounding_step_pence must be at least 1")?;
    require(book.quote_valid_minutes >= 1, "quote_valid_minutes must be at least 1")?;
    descriptions(book)?;
    regions(book)?;
    problems(book)?;
    schedule(book)?;
    terms(book)
}

fn require(holds: bool, message: &str) -> Result<(), BookError> {
    if holds { Ok(()) } else { Err(BookError::new(message)) }
}

/// An amount or a surcharge: at most £100,000 either way, so that no sum of a booking comes near an overflow.
fn amount(pence: Pence, name: &str) -> Result<(), BookError> {
    require((-10_000_000..=10_000_000).contains(&pence.0), &format!("{name} must be at most £100,000"))
}

fn price(pence: Pence, name: &str) -> Result<(), BookError> {
    require(pence >= Pence::ZERO, &format!("{name} must not be negative"))?;
    amount(pence, name)
}

fn share(rate: BasisPoints, name: &str) -> Result<(), BookError> {
    require(rate <= BasisPoints::WHOLE, &format!("{name} must be at most 10000"))
}

/// A multiplier: from a tenth to tenfold.
fn factor(rate: BasisPoints, name: &str) -> Result<(), BookError> {
    require((1_000..=100_000).contains(&rate.0), &format!("{name} must be from 1000 to 100000"))
}

fn unique<'a>(codes: impl Iterator<Item = &'a str> + Clone, name: &str) -> Result<(), BookError> {
    for (index, code) in codes.clone().enumerate() {
        require(!code.is_empty(), &format!("{name}: a code is empty"))?;
        require(!codes.clone().take(index).any(|other| other == code), &format!("{name}: {code} is there twice"))?;
    }
    Ok(())
}

fn descriptions(book: &PriceBook) -> Result<(), BookError> {
    let rules = &book.description;
    require(rules.min_chars >= 1 && rules.min_chars <= rules.max_chars, "description: min_chars and max_chars")?;
    require(rules.max_chars <= 10_000, "description: max_chars must be at most 10000")?;
    let confidence = &book.confidence;
    for rate in [
        confidence.request_quotes_below,
        confidence.high_from,
        confidence.medium_from,
        confidence.no_evidence,
        confidence.chosen_with_range,
        confidence.chosen_without_range,
    ] {
        share(rate, "confidence")?;
    }
    require(confidence.medium_from <= confidence.high_from, "confidence: medium_from above high_from")
}

fn regions(book: &PriceBook) -> Result<(), BookError> {
    for region in book.regions.named.iter().chain([&book.regions.standard]) {
        factor(region.factor, &format!("region {}", region.label))?;
    }
    unique(book.regions.named.iter().flat_map(|region| region.areas.iter().map(String::as_str)), "regions")
}

fn problems(book: &PriceBook) -> Result<(), BookError> {
    let known = |code: &str| {
        require(book.problem_type(code).is_some(), &format!("no problem type has the code {code:?}"))
    };
    unique(book.problem_types.iter().map(|problem| problem.code.as_str()), "problem_types")?;
    for problem in &book.problem_types {
        if let Some((low, high)) = problem.range_pence {
            price(low, &problem.code)?;
            price(high, &problem.code)?;
            require(low <= high, &format!("{}: the range is upside down", problem.code))?;
        }
        share(problem.confidence.unwrap_or_default(), &problem.code)?;
        problem.alternatives.iter().try_for_each(|code| known(code))?;
    }
    // The classifier's types are the code's; the book must say what each costs.
    CLASSIFIED.iter().try_for_each(|problem| known(problem.code()))?;
    known(&book.default_problem_type)?;
    known(&book.unknown_problem_type)?;
    for rule in &book.keyword_rules {
        known(&rule.problem_type)?;
        require(!rule.words.is_empty(), "keyword_rules: a rule has no words")?;
    }
    for advice in [
        &book.danger.gas,
        &book.danger.carbon_monoxide,
        &book.danger.electrics,
        &book.danger.water_on_electrics,
    ] {
        known(&advice.problem_type)?;
        require(!advice.advice.is_empty(), "danger: advice is missing")?;
    }
    unique(book.quick_fixes.iter().map(|fix| fix.code.as_str()), "quick_fixes")?;
    for fix in &book.quick_fixes {
        known(&fix.problem_type)?;
        price(fix.base_pence, &fix.code)?;
        share(fix.confidence, &fix.code)?;
        factor(fix.range.0, &fix.code)?;
        factor(fix.range.1, &fix.code)?;
        require(fix.range.0 <= fix.range.1, &format!("{}: the range is upside down", fix.code))?;
    }
    let whole: u64 = book.breakdown.iter().map(|part| u64::from(part.share.0)).sum();
    require(whole == u64::from(BasisPoints::WHOLE.0), "breakdown: the shares must add up to 10000")
}

fn schedule(book: &PriceBook) -> Result<(), BookError> {
    require(book.tiers.len() == Tier::ALL.len(), "tiers: each of the three once")?;
    for tier in Tier::ALL {
        let terms = book.tier(tier).ok_or_else(|| BookError::new("tiers: each of the three once"))?;
        factor(terms.multiplier, "tiers: multiplier")?;
        require(terms.pros_per_wave >= 1, "tiers: pros_per_wave must be at least 1")?;
    }
    let slots = &book.slots;
    require((1..=60).contains(&slots.days_ahead), "slots: days_ahead must be from 1 to 60")?;
    require(slots.minimum_notice_minutes < 1440, "slots: minimum_notice_minutes must be below 1440")?;
    let today = slots.today.iter().map(|slot| (slot.start, slot.end));
    let later = slots.later.iter().map(|slot| (slot.start, slot.end));
    let cheaper = slots.cheaper.iter().map(|slot| (slot.start, slot.end));
    for (start, end) in today.chain(later).chain(cheaper) {
        require(start < end, "slots: a window ends before it starts")?;
    }
    require(slots.today.is_sorted_by_key(|slot| slot.start), "slots: today must be in the order of the clock")?;
    let counts = [slots.today.len(), slots.later.len(), slots.cheaper.len()];
    require(counts.iter().all(|count| *count <= 24), "slots: at most 24 windows of a kind a day")?;
    require(usize::from(slots.cheaper_first_number) > slots.later.len(), "slots: cheaper_first_number is taken")?;
    require(slots.cheaper_first_number <= 100, "slots: cheaper_first_number must be at most 100")?;
    amount(slots.first_today.delta_pence, "slots: first_today")?;
    slots.later.iter().try_for_each(|slot| amount(slot.delta_pence, "slots: later"))?;
    slots.cheaper.iter().try_for_each(|slot| amount(slot.delta_pence, "slots: cheaper"))?;
    price(book.urgency.default_base_pence, "urgency: default_base_pence")?;
    price(book.urgency.emergency_pence, "urgency: emergency_pence")?;
    price(book.urgency.asap_pence, "urgency: asap_pence")?;
    factor(book.urgency.evening_multiplier, "urgency: evening_multiplier")
}

fn terms(book: &PriceBook) -> Result<(), BookError> {
    use super::Discount;
    unique(book.coupons.iter().map(|coupon| coupon.code.as_str()), "coupons")?;
    for coupon in &book.coupons {
        let plain = coupon.code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        require(plain && coupon.code.len() <= 32, "coupons: a code has at most 32 capitals and digits")?;
        require(coupon.per_person_limit >= 1, "coupons: per_person_limit must be at least 1")?;
        match coupon.discount {
            Discount::Pence(pence) => price(pence, &coupon.code)?,
            Discount::Share(rate) => share(rate, &coupon.code)?,
        }
        price(coupon.cap_pence.unwrap_or_default(), &coupon.code)?;
        price(coupon.minimum_order_pence.unwrap_or_default(), &coupon.code)?;
    }
    let budget = &book.budget;
    share(budget.suggested_share, "budget: suggested_share")?;
    share(budget.near_from, "budget: near_from")?;
    price(budget.suggested_minimum_pence, "budget: suggested_minimum_pence")?;
    require(budget.minimum_pence >= Pence::ZERO && budget.minimum_pence <= budget.maximum_pence, "budget: limits")?;
    amount(budget.maximum_pence, "budget: maximum_pence")?;
    share(book.fee_basis_points, "fee_basis_points")?;
    let cancellation = &book.cancellation;
    share(cancellation.late_fee, "cancellation: late_fee")?;
    share(cancellation.emergency_fee, "cancellation: emergency_fee")?;
    share(cancellation.started_fee, "cancellation: started_fee")
}
