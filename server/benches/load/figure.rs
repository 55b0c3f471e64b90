//! Figures: what was measured, printed beside its limit.

use std::time::{Duration, Instant};

/// Now, for measuring.
#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Prints what was done, so that nobody takes a figure for good because nothing happened.
pub(crate) fn tell(what: &str) {
    println!("load: {what}");
}

/// Prints a figure beside the most it may be; false when it is more.
pub(crate) fn at_most(name: &str, value: f64, unit: &str, limit: f64) -> bool {
    let holds = value <= limit;
    println!(
        "load: {name}: {value:.2} {unit} (limit {limit:.2}) {}",
        verdict(holds)
    );
    holds
}

/// Prints a count beside what it must be; false when it is another.
pub(crate) fn exactly(name: &str, value: usize, wanted: usize) -> bool {
    let holds = value == wanted;
    println!("load: {name}: {value} (must be {wanted}) {}", verdict(holds));
    holds
}

/// Prints how often something happened that must have; false when it never did.
pub(crate) fn some(name: &str, count: usize) -> bool {
    println!(
        "load: {name}: {count} (must be more than 0) {}",
        verdict(count > 0)
    );
    count > 0
}

/// Prints whether something that was looked for is absent; false, with some of it, when it is there.
pub(crate) fn none(name: &str, found: &[String]) -> bool {
    let some: Vec<&str> = found.iter().take(5).map(String::as_str).collect();
    let shown = if some.is_empty() {
        String::new()
    } else {
        format!(": {} …", some.join(", "))
    };
    println!(
        "load: {name}: {} (must be 0) {}{shown}",
        found.len(),
        verdict(found.is_empty())
    );
    found.is_empty()
}

fn verdict(holds: bool) -> &'static str {
    if holds { "ok" } else { "MISSED" }
}

/// How long something took, each time.
#[derive(Default, Clone)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    pub(crate) fn add(&mut self, took: Duration) {
        self.0.push(took.as_secs_f64() * 1_000.0);
    }

    pub(crate) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The milliseconds that this share of them stays below; endless when there are none, so that no limit holds.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a place in a list"
        )]
        let place = (sorted.len() as f64 * share) as usize;
        let last = sorted.len().saturating_sub(1);
        sorted.get(place.min(last)).copied().unwrap_or(f64::INFINITY)
    }

    /// Prints how often it happened and how long it took, the 99th percentile beside its limit in milliseconds.
    pub(crate) fn p99(&self, name: &str, limit: f64) -> bool {
        let p99 = self.quantile(0.99);
        let holds = p99 <= limit;
        println!(
            "load: {name}: p99 {p99:.1} ms (limit {limit:.0}), median {:.1}, longest {:.1}, {} times {}",
            self.quantile(0.5),
            self.quantile(1.0),
            self.len(),
            verdict(holds)
        );
        holds
    }

    /// The same without a limit.
    pub(crate) fn tell(&self, name: &str) {
        println!(
            "load: {name}: p99 {:.1} ms, median {:.1}, longest {:.1}, {} times",
            self.quantile(0.99),
            self.quantile(0.5),
            self.quantile(1.0),
            self.len()
        );
    }
}

/// A count as a number to calculate with.
#[expect(clippy::cast_precision_loss, reason = "counts here are small")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}
