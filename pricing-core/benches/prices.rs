//! How long a full quote takes, and how much longer than the same rules written as one plain function.
//! `cargo bench -p pricing-core` prints medians beside their limits and fails beyond them.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a bench measures time and prints it"
)]

use pricing_core::quote::{QuoteInput, quote};
use pricing_core::{Pence, PriceBook, Tier, Urgency};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// What the plain function answers: the same parts as a quote.
struct Plain {
    lines: Vec<(String, i64)>,
    amount: i64,
    discount: i64,
    coupon: Option<(bool, String, String)>,
}

fn rounded(numerator: i64, divisor: i64) -> i64 {
    (2 * numerator + divisor * numerator.signum()) / (2 * divisor)
}

/// The rules with their numbers written into the code.
fn plain(input: &QuoteInput<'_>) -> Result<Plain, String> {
    if input.urgency == Urgency::Emergency && (input.slot_delta.is_some() || input.tier == Tier::Economy) {
        return Err("invalid_combination".to_owned());
    }
    if input.currency != "GBP" || !(0..=1_000_000_000).contains(&input.base.0) {
        return Err("invalid".to_owned());
    }
    let tier = match input.tier {
        Tier::Economy => -rounded(input.base.0 * 1_000, 10_000),
        Tier::Standard => 0,
        Tier::Priority => rounded(input.base.0 * 2_000, 10_000),
    };
    let evening = input.time.is_some_and(|time| time.minutes() >= 18 * 60);
    let (schedule, label) = match (input.slot_delta, input.urgency) {
        (Some(delta), _) => (delta.0, "Slot adjustment"),
        (None, Urgency::Emergency) => (4_000, "Emergency call-out +£40"),
        (None, Urgency::Asap) => (1_500, "Same-day +£15"),
        (None, Urgency::Scheduled) if evening => (
            rounded(input.base.0 * 11_500, 1_000_000) * 100 - input.base.0,
            "Evening rate +15%",
        ),
        (None, Urgency::Scheduled) => (0, "Base rate"),
    };
    let schedule = schedule.max(-(input.base.0 + tier));
    let amount = input.base.0 + tier + schedule;
    let mut lines = vec![
        ("Base estimate".to_owned(), input.base.0),
        ("Service level adjustment".to_owned(), tier),
        (label.to_owned(), schedule),
    ];
    let coupon = input.coupon_code.as_deref().map(|code| {
        let code = code.trim().to_ascii_uppercase();
        let found: Result<(i64, &str), &str> = match code.as_str() {
            _ if amount <= 0 => Err("Invalid request"),
            "WELCOME10" if amount < 4_000 => Err("Minimum order £40 required"),
            "WELCOME10" if input.first_booking == Some(false) => Err("First booking only"),
            "WELCOME10" => Ok((1_000, "£10 off your first booking")),
            "SAVE15" => Ok((rounded(amount * 1_500, 10_000).min(3_000), "15% off, up to £30")),
            "PRIORITY5" => Ok((500, "£5 off")),
            "DRAIN20" if amount < 12_000 => Err("Minimum order £120 required"),
            "DRAIN20" => Ok((2_000, "£20 off orders from £120")),
            "FREECALL" => Ok((
                rounded(amount * 3_500, 10_000).min(2_500),
                "The call-out share off, up to £25",
            )),
            _ => Err("Coupon not recognized"),
        };
        (code, found)
    });
    let discount = match &coupon {
        Some((_, Ok((discount, _)))) => (*discount).min(amount),
        _ => 0,
    };
    if discount > 0 {
        lines.push(("Coupon".to_owned(), -discount));
    }
    let coupon = coupon.map(|(code, found)| match found {
        Ok((_, text)) => (true, code, text.to_owned()),
        Err(reason) => (false, code, reason.to_owned()),
    });
    Ok(Plain {
        lines,
        amount: amount - discount,
        discount,
        coupon,
    })
}

fn inputs() -> Vec<QuoteInput<'static>> {
    let coupons = [
        None,
        Some("WELCOME10"),
        Some("save15"),
        Some("DRAIN20"),
        Some("NOPE"),
    ];
    let slots = [None, Some(Pence(1_000)), Some(Pence(-500)), Some(Pence(2_000))];
    let mut inputs = Vec::new();
    for (number, base) in (4_000..30_000).step_by(131).enumerate() {
        for tier in Tier::ALL {
            inputs.push(QuoteInput {
                base: Pence(base),
                tier,
                urgency: if number % 2 == 0 {
                    Urgency::Scheduled
                } else {
                    Urgency::Asap
                },
                slot_delta: slots.get(number % slots.len()).copied().flatten(),
                time: None,
                coupon_code: coupons
                    .get(number % coupons.len())
                    .copied()
                    .flatten()
                    .map(Into::into),
                currency: "GBP".into(),
                first_booking: Some(number % 3 != 0),
            });
        }
    }
    inputs
}

/// Nanoseconds a call: the median of many rounds over all inputs.
fn median(inputs: &[QuoteInput<'static>], mut call: impl FnMut(&QuoteInput<'static>)) -> f64 {
    let mut rounds: Vec<f64> = (0..301)
        .map(|_| {
            let started = Instant::now();
            inputs.iter().for_each(&mut call);
            started.elapsed().as_secs_f64() * 1e9 / inputs.len() as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds.get(rounds.len() / 2).copied().unwrap_or(f64::INFINITY)
}

fn report(name: &str, value: f64, limit: f64, unit: &str) -> bool {
    let fits = value <= limit;
    println!(
        "bench: {name} {value:.2} {unit} (limit {limit}) {}",
        if fits { "ok" } else { "TOO SLOW" }
    );
    fits
}

fn main() -> ExitCode {
    let (book, inputs) = (PriceBook::builtin(), inputs());
    for input in &inputs {
        let (quote, plain) = (quote(book, input), plain(input));
        if let (Ok(quote), Ok(plain)) = (quote, plain) {
            let lines: Vec<(String, i64)> = quote
                .lines
                .into_iter()
                .map(|line| (line.label, line.amount.0))
                .collect();
            let coupon = quote
                .coupon
                .map(|coupon| (coupon.valid, coupon.code, coupon.description));
            assert_eq!(
                (lines, quote.amount.0, quote.discount.0, coupon),
                (plain.lines, plain.amount, plain.discount, plain.coupon)
            );
        }
    }
    let by_book = median(&inputs, |input| drop(black_box(quote(book, black_box(input)))));
    let by_hand = median(&inputs, |input| drop(black_box(plain(black_box(input)))));
    let fast = report("native quote median", by_book / 1_000.0, 1.0, "µs");
    let close = report(
        "native quote, times the plain function",
        by_book / by_hand,
        2.0,
        "×",
    );
    if fast && close {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
