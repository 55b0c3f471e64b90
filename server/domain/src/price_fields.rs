//! The numbers of a price book that people change, each with its name: what the console's form shows. A number is named by its JSON
//! pointer, so that this list is all there is to say about it.

use pricing_core::PriceBook;
use serde_json::Value;

use super::failure::{Failure, Fallible};

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Stored in pence, shown in pounds.
    Pounds,
    /// Stored in basis points, shown in per cent.
    Percent,
    /// As it is.
    Whole,
}

/// A number of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// JSON pointer to it.
    pub pointer: String,
    /// What it is, for people.
    pub label: String,
    /// How it is written.
    pub unit: Unit,
    /// As it is shown.
    pub shown: String,
}

/// Numbers that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What they are about.
    pub title: &'static str,
    /// In the book's order.
    pub numbers: Vec<Number>,
}

/// The numbers of a book that people change.
///
/// # Errors
/// Never in practice: every book can be written as JSON.
pub fn groups(book: &PriceBook) -> Fallible<Vec<Group>> {
    let json = serde_json::to_value(book).map_err(Failure::internal)?;
    let groups = [
        ("Fees", fees()),
        ("Service levels", tiers(book)),
        ("Urgency", urgency()),
        ("Regions", regions(book)),
        ("Prices by problem", problems(book)),
        ("Fixed prices", fixes(book)),
    ];
    Ok(groups
        .into_iter()
        .map(|(title, numbers)| Group {
            title,
            numbers: numbers
                .into_iter()
                .filter_map(|named| shown(&json, named))
                .collect(),
        })
        .collect())
}

/// Puts other numbers into a book: each a pointer of [`groups`], and what was typed.
///
/// # Errors
/// 422 on the pointer of what is no number.
pub fn with<'a>(book: &PriceBook, typed: impl Iterator<Item = (&'a str, &'a str)>) -> Fallible<PriceBook> {
    let known: Vec<Number> = groups(book)?
        .into_iter()
        .flat_map(|group| group.numbers)
        .collect();
    let mut json = serde_json::to_value(book).map_err(Failure::internal)?;
    for (pointer, text) in typed {
        let Some(number) = known.iter().find(|number| number.pointer == pointer) else {
            continue;
        };
        let value = read(number.unit, text).ok_or_else(|| Failure::field(pointer, wrong(number.unit)))?;
        if let Some(place) = json.pointer_mut(pointer) {
            *place = Value::from(value);
        }
    }
    serde_json::from_value(json).map_err(Failure::internal)
}

type Named = (String, String, Unit);

fn shown(json: &Value, (pointer, label, unit): Named) -> Option<Number> {
    let value = json.pointer(&pointer)?.as_i64()?;
    let shown = match unit {
        Unit::Whole => value.to_string(),
        Unit::Pounds | Unit::Percent => hundredths(value),
    };
    Some(Number {
        pointer,
        label,
        unit,
        shown,
    })
}

fn named(pointer: &str, label: &str, unit: Unit) -> Named {
    (pointer.to_owned(), label.to_owned(), unit)
}

fn fees() -> Vec<Named> {
    vec![
        named("/fee_basis_points", "Platform’s fee", Unit::Percent),
        named(
            "/cancellation/late_fee_bps",
            "Late cancellation, after the first days",
            Unit::Percent,
        ),
        named(
            "/cancellation/emergency_fee_bps",
            "Late cancellation of an emergency",
            Unit::Percent,
        ),
        named(
            "/cancellation/open_call_out_cap_pence",
            "Most for a call-out where pros name the price",
            Unit::Pounds,
        ),
        named(
            "/cancellation/cooling_off_en_route_bps",
            "Cancellation in the first days, pro on the way",
            Unit::Percent,
        ),
        named(
            "/cancellation/free_minutes_after_booking",
            "Free after booking, minutes",
            Unit::Whole,
        ),
        named(
            "/cancellation/free_minutes_before_slot",
            "Free before the visit, minutes",
            Unit::Whole,
        ),
    ]
}

fn tiers(book: &PriceBook) -> Vec<Named> {
    let tiers = book.tiers.iter().enumerate();
    tiers
        .map(|(place, terms)| {
            let label = format!("{} costs, of the standard price", terms.tier.as_str());
            (format!("/tiers/{place}/multiplier"), label, Unit::Percent)
        })
        .collect()
}

fn urgency() -> Vec<Named> {
    vec![
        named("/urgency/emergency_pence", "Emergency, on top", Unit::Pounds),
        named("/urgency/asap_pence", "As soon as possible, on top", Unit::Pounds),
        named(
            "/urgency/evening_multiplier",
            "Evening costs, of the day’s price",
            Unit::Percent,
        ),
    ]
}

fn regions(book: &PriceBook) -> Vec<Named> {
    let regions = book.regions.named.iter().enumerate();
    regions
        .map(|(place, region)| {
            let label = format!("{} costs, of the standard price", region.label);
            (format!("/regions/named/{place}/factor"), label, Unit::Percent)
        })
        .collect()
}

fn problems(book: &PriceBook) -> Vec<Named> {
    let problems = book.problem_types.iter().enumerate();
    problems
        .flat_map(|(place, problem)| {
            let end = |end: usize, word: &str| {
                let pointer = format!("/problem_types/{place}/range_pence/{end}");
                (pointer, format!("{}, {word}", problem.name), Unit::Pounds)
            };
            [end(0, "from"), end(1, "to")]
        })
        .collect()
}

fn fixes(book: &PriceBook) -> Vec<Named> {
    let fixes = book.quick_fixes.iter().enumerate();
    fixes
        .map(|(place, fix)| {
            let pointer = format!("/quick_fixes/{place}/base_pence");
            (pointer, fix.name.clone(), Unit::Pounds)
        })
        .collect()
}

/// `12`, `12.50`, `-0.05`.
fn hundredths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, rest) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
    if rest == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{rest:02}")
    }
}

fn read(unit: Unit, text: &str) -> Option<i64> {
    let text = text.trim();
    match unit {
        Unit::Whole => text
            .parse()
            .ok()
            .filter(|number| (0..=1_000_000).contains(number)),
        Unit::Pounds => read_hundredths(text.trim_start_matches('£')),
        Unit::Percent => read_hundredths(text.trim_end_matches('%').trim_end()),
    }
}

/// At most two decimal places.
fn read_hundredths(text: &str) -> Option<i64> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 6 || rest.len() > 2 || !digits(whole) || !digits(rest) {
        return None;
    }
    format!("{whole}{rest:0<2}").parse().ok()
}

const fn wrong(unit: Unit) -> &'static str {
    match unit {
        Unit::Pounds => "Type pounds, such as 95 or 97.50.",
        Unit::Percent => "Type per cent, such as 15 or 112.5.",
        Unit::Whole => "Type a whole number.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_book_are_shown_and_changed() {
        let book = PriceBook::builtin();
        let groups = groups(book).unwrap();
        let find = |pointer: &str| {
            let mut all = groups.iter().flat_map(|group| &group.numbers);
            all.find(|number| number.pointer == pointer).cloned()
        };
        assert_eq!(find("/fee_basis_points").unwrap().shown, "15");
        assert_eq!(find("/regions/named/0/factor").unwrap().shown, "112");
        assert_eq!(find("/problem_types/0/range_pence/1").unwrap().shown, "110");
        assert!(groups.iter().all(|group| !group.numbers.is_empty()));
        let typed = [
            ("/fee_basis_points", "12.5%"),
            ("/problem_types/0/range_pence/1", "£111.50"),
            ("/version", "other"),
        ];
        let other = with(book, typed.into_iter()).unwrap();
        assert_eq!(other.fee_basis_points.0, 1_250);
        assert_eq!(
            other.problem_types[0].range_pence.map(|range| range.1.0),
            Some(11_150)
        );
        assert_eq!(other.version, book.version);
    }

    #[test]
    fn what_is_no_number_is_named() {
        for (pointer, wrong) in [
            ("/fee_basis_points", "a lot"),
            ("/fee_basis_points", "-1"),
            ("/fee_basis_points", "1.234"),
            ("/urgency/asap_pence", ""),
            ("/cancellation/free_minutes_after_booking", "1.5"),
        ] {
            let refused = with(PriceBook::builtin(), [(pointer, wrong)].into_iter()).unwrap_err();
            assert!(refused.errors.contains_key(pointer), "{wrong}");
        }
    }
}
