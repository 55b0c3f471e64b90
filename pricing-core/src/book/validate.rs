//! A book that passes here can't make a rule fail: references exist, numbers are in range, tables are complete.

use super::{BookError, Discount, PriceBook};
use crate::classify::Problem;
use crate::money::{BasisPoints, Pence};
use crate::tier::Tier;

pub(super) fn validate(book: &PriceBook) -> Result<(), BookError> {
    let mut check = Check { wrong: None };
    general(book, &mut check);
    regions(book, &mut check);
    problems(book, &mut check);
    emergency(book, &mut check);
    quick_fixes(book, &mut check);
    schedule(book, &mut check);
    coupons(book, &mut check);
    terms(book, &mut check);
    check.wrong.map_or(Ok(()), |message| Err(BookError::new(message)))
}

/// Keeps the first thing that is wrong.
struct Check {
    wrong: Option<&'static str>,
}

impl Check {
    fn that(&mut self, holds: bool, message: &'static str) {
        if !holds {
            self.wrong.get_or_insert(message);
        }
    }

    /// An amount or a surcharge: at most £100,000 either way, so that no sum in a booking can overflow.
    fn amount(&mut self, pence: Pence, message: &'static str) {
        self.that((-10_000_000..=10_000_000).contains(&pence.0), message);
    }

    /// An amount that is not negative.
    fn price(&mut self, pence: Pence, message: &'static str) {
        self.that((0..=10_000_000).contains(&pence.0), message);
    }

    /// A part of a whole.
    fn share(&mut self, rate: BasisPoints, message: &'static str) {
        self.that(rate <= BasisPoints::WHOLE, message);
    }

    /// A multiplier: from a tenth to tenfold.
    fn factor(&mut self, rate: BasisPoints, message: &'static str) {
        self.that((1_000..=100_000).contains(&rate.0), message);
    }

    /// Codes that are not empty and occur only once.
    fn codes(&mut self, codes: &[&str], message: &'static str) {
        let once = |code: &&str| !code.is_empty() && codes.iter().filter(|other| *other == code).count() == 1;
        self.that(codes.iter().all(once), message);
    }
}

fn general(book: &PriceBook, check: &mut Check) {
    check.that(
        (1..=40).contains(&book.version.len()),
        "version must have 1 to 40 characters",
    );
    check.that(book.currency == "GBP", "currency must be GBP");
    check.that(
        (1..=10_000).contains(&book.rounding_step_pence.0),
        "rounding_step_pence must be from 1 to 10000",
    );
    check.that(
        book.quote_valid_minutes >= 1,
        "quote_valid_minutes must be at least 1",
    );
    let (least, most) = (book.description.min_chars, book.description.max_chars);
    check.that(
        least >= 1 && least <= most && most <= 10_000,
        "description must allow 1 to 10000 characters",
    );
    let rules = &book.confidence;
    for rate in [
        rules.request_quotes_below,
        rules.high_from,
        rules.medium_from,
        rules.no_evidence,
        rules.chosen_with_range,
        rules.chosen_without_range,
    ] {
        check.share(rate, "confidence must be at most 10000");
    }
    check.that(
        rules.medium_from <= rules.high_from,
        "confidence: medium_from is above high_from",
    );
    let whole: u64 = book.breakdown.iter().map(|part| u64::from(part.share.0)).sum();
    check.that(
        whole == u64::from(BasisPoints::WHOLE.0),
        "breakdown: the shares must add up to 10000",
    );
}

fn regions(book: &PriceBook, check: &mut Check) {
    check.factor(book.regions.standard.factor, "regions: factor out of range");
    let mut areas = Vec::new();
    for region in &book.regions.named {
        check.factor(region.factor, "regions: factor out of range");
        areas.extend(region.areas.iter().map(String::as_str));
    }
    check.codes(&areas, "regions: an area is empty or there twice");
}

fn problems(book: &PriceBook, check: &mut Check) {
    let known = |code: &str| book.problem_type(code).is_some();
    let mut codes = Vec::new();
    for problem in &book.problem_types {
        codes.push(problem.code.as_str());
        let (low, high) = problem.range_pence.unwrap_or_default();
        check.price(low, "problem_types: price out of range");
        check.price(high, "problem_types: price out of range");
        check.that(low <= high, "problem_types: a range is upside down");
        check.share(
            problem.confidence.unwrap_or_default(),
            "problem_types: confidence must be at most 10000",
        );
        let alternatives = problem.alternatives.iter().all(|code| known(code));
        check.that(alternatives, "problem_types: an alternative is unknown");
    }
    check.codes(&codes, "problem_types: a code is empty or there twice");
    let classified = Problem::ALL.into_iter().all(|problem| known(problem.code()));
    check.that(classified, "problem_types: a type of the classifier is missing");
    check.that(
        known(&book.default_problem_type),
        "default_problem_type is unknown",
    );
    check.that(
        known(&book.unknown_problem_type),
        "unknown_problem_type is unknown",
    );
    check.that(!book.keyword_rules.is_empty(), "keyword_rules are missing");
    for rule in &book.keyword_rules {
        let complete = known(&rule.problem_type) && !rule.words.is_empty();
        check.that(complete, "keyword_rules: a rule has no words or an unknown type");
    }
    // A word that a later lexicon no longer knows is no mistake.
    let id = |id: &String| id.len() <= 64 && (id.starts_with("keyword:") || id.starts_with("sign:"));
    check.that(
        book.off.len() <= 200 && book.off.iter().all(id),
        "off: at most 200 ids that begin with keyword: or sign:",
    );
    let danger = &book.danger;
    for advice in [
        &danger.gas,
        &danger.carbon_monoxide,
        &danger.electrics,
        &danger.water_on_electrics,
    ] {
        let complete = known(&advice.problem_type) && !advice.advice.is_empty();
        check.that(complete, "danger: advice is missing or its type unknown");
    }
}

fn emergency(book: &PriceBook, check: &mut Check) {
    let questions = &book.danger.questions;
    for question in [
        &questions.gas,
        &questions.carbon_monoxide,
        &questions.water_on_electrics,
        &questions.electrics,
    ] {
        check.that(
            (1..=200).contains(&question.len()),
            "danger: a question must have 1 to 200 characters",
        );
    }
    let services = &book.emergency.gas;
    for service in services.iter().chain([&book.emergency.general]) {
        let number = service.number.as_bytes();
        let dialled = !number.is_empty() && number.iter().all(|byte| matches!(byte, b'0'..=b'9' | b' '));
        check.that(
            dialled && !service.name.is_empty(),
            "emergency: a number has digits and spaces, and a name",
        );
    }
    let Some((first, others)) = services.split_first() else {
        return check.that(false, "emergency: nobody to call for gas");
    };
    let everywhere = first.areas.is_empty() && others.iter().all(|service| !service.areas.is_empty());
    check.that(
        everywhere,
        "emergency: the first service for gas, and only it, has no areas",
    );
    let areas: Vec<&str> = others
        .iter()
        .flat_map(|service| &service.areas)
        .map(String::as_str)
        .collect();
    check.codes(&areas, "emergency: an area is empty or there twice");
    for advice in [&book.danger.gas.advice, &book.danger.carbon_monoxide.advice] {
        check.that(
            advice.iter().any(|line| line.contains(&first.number)),
            "danger: the advice must name the first number for gas",
        );
    }
    let elsewhere: Vec<&str> = book.not_served.areas.iter().map(String::as_str).collect();
    check.codes(&elsewhere, "not_served: an area is empty or there twice");
    check.that(
        !book.not_served.message.is_empty(),
        "not_served: the message is missing",
    );
}

fn quick_fixes(book: &PriceBook, check: &mut Check) {
    let mut codes = Vec::new();
    for fix in &book.quick_fixes {
        codes.push(fix.code.as_str());
        check.that(
            book.problem_type(&fix.problem_type).is_some(),
            "quick_fixes: a type is unknown",
        );
        check.price(fix.base_pence, "quick_fixes: price out of range");
        check.share(fix.confidence, "quick_fixes: confidence must be at most 10000");
        check.factor(fix.range.0, "quick_fixes: range out of range");
        check.factor(fix.range.1, "quick_fixes: range out of range");
        check.that(fix.range.0 <= fix.range.1, "quick_fixes: a range is upside down");
    }
    check.codes(&codes, "quick_fixes: a code is empty or there twice");
}

fn schedule(book: &PriceBook, check: &mut Check) {
    let complete = Tier::ALL.iter().all(|tier| book.tier(*tier).is_some());
    check.that(
        complete && book.tiers.len() == Tier::ALL.len(),
        "tiers: each of the three once",
    );
    for terms in &book.tiers {
        check.factor(terms.multiplier, "tiers: multiplier out of range");
        check.that(
            terms.pros_per_wave >= 1,
            "tiers: pros_per_wave must be at least 1",
        );
    }
    let slots = &book.slots;
    check.that(
        (1..=60).contains(&slots.days_ahead),
        "slots: days_ahead must be from 1 to 60",
    );
    check.that(
        slots.minimum_notice_minutes < 1440,
        "slots: minimum_notice_minutes must be below 1440",
    );
    let mut before = None;
    for slot in &slots.today {
        check.that(
            slot.start < slot.end && before < Some(slot.start),
            "slots: today must be in the clock's order",
        );
        before = Some(slot.start);
    }
    for slot in &slots.later {
        check.that(slot.start < slot.end, "slots: a window ends before it starts");
        check.amount(slot.delta_pence, "slots: delta out of range");
    }
    for slot in &slots.cheaper {
        check.that(slot.start < slot.end, "slots: a window ends before it starts");
        check.that(slot.from_day >= 1, "slots: cheaper windows begin tomorrow");
        check.amount(slot.delta_pence, "slots: delta out of range");
    }
    check.amount(slots.first_today.delta_pence, "slots: delta out of range");
    let most = slots.today.len().max(slots.later.len()).max(slots.cheaper.len());
    check.that(most <= 24, "slots: at most 24 windows of a kind a day");
    let free =
        usize::from(slots.cheaper_first_number) > slots.later.len() && slots.cheaper_first_number <= 100;
    check.that(free, "slots: cheaper_first_number is taken or above 100");
    let urgency = &book.urgency;
    check.price(urgency.default_base_pence, "urgency: price out of range");
    check.price(urgency.emergency_pence, "urgency: price out of range");
    check.price(urgency.asap_pence, "urgency: price out of range");
    check.factor(urgency.evening_multiplier, "urgency: multiplier out of range");
}

fn coupons(book: &PriceBook, check: &mut Check) {
    let mut codes = Vec::new();
    for coupon in &book.coupons {
        codes.push(coupon.code.as_str());
        let plain = coupon
            .code
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        check.that(
            plain && coupon.code.len() <= 32,
            "coupons: a code has at most 32 capitals and digits",
        );
        check.that(
            coupon.per_person_limit >= 1,
            "coupons: per_person_limit must be at least 1",
        );
        match coupon.discount {
            Discount::Pence(pence) => check.price(pence, "coupons: discount out of range"),
            Discount::Share(rate) => check.share(rate, "coupons: discount out of range"),
        }
        check.price(
            coupon.cap_pence.unwrap_or_default(),
            "coupons: cap_pence out of range",
        );
        check.price(
            coupon.minimum_order_pence.unwrap_or_default(),
            "coupons: minimum_order_pence out of range",
        );
    }
    check.codes(&codes, "coupons: a code is empty or there twice");
}

fn terms(book: &PriceBook, check: &mut Check) {
    let budget = &book.budget;
    check.share(
        budget.suggested_share,
        "budget: suggested_share must be at most 10000",
    );
    check.share(budget.near_from, "budget: near_from must be at most 10000");
    check.price(budget.suggested_minimum_pence, "budget: amount out of range");
    check.price(budget.minimum_pence, "budget: amount out of range");
    check.price(budget.maximum_pence, "budget: amount out of range");
    check.that(
        budget.minimum_pence <= budget.maximum_pence,
        "budget: the minimum is above the maximum",
    );
    check.share(book.fee_basis_points, "fee_basis_points must be at most 10000");
    let cancellation = &book.cancellation;
    for rate in [
        cancellation.cooling_off_en_route_bps,
        cancellation.late_fee_bps,
        cancellation.emergency_fee_bps,
        cancellation.started_fee_bps,
    ] {
        check.share(rate, "cancellation: fees must be at most 10000");
    }
    check.that(
        cancellation.cooling_off_days <= 366,
        "cancellation: cooling_off_days must be at most 366",
    );
}
