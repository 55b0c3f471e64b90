//! The UK's postcode districts, from a two-kilobyte table: one line an area, its districts as numbers, ranges of numbers
//! (`1-21`) and numbers with letters (`1AEH` is 1A, 1E and 1H).

use crate::money::decimal;
use crate::order::list;
use crate::strings::{split_once, starting};
use alloc::boxed::Box;
use alloc::vec::Vec;
use once_cell::race::OnceRef;

/// 2,967 districts of 124 areas (decisions.md section 10; see NOTICE for the attribution).
const TABLE: &str = include_str!("../../data/districts.txt");

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut rest = TABLE;
    core::iter::from_fn(move || {
        let (line, after) = split_once(rest, b'\n')?;
        rest = after;
        split_once(line, b' ')
    })
}

/// Areas with their districts as the table writes them, in the alphabet's order.
fn areas() -> &'static [(&'static str, &'static str)] {
    static AREAS: OnceRef<'static, Vec<(&str, &str)>> = OnceRef::new();
    AREAS.get_or_init(|| Box::leak(Box::new(list(lines()))))
}

/// The first area that is not before these letters, with its districts.
fn first_from(letters: &str) -> Option<(&'static str, &'static str)> {
    areas().iter().find(|(area, _)| *area >= letters).copied()
}

/// Whether these letters are a postcode area.
pub(super) fn is_area(letters: &str) -> bool {
    first_from(letters).is_some_and(|(area, _)| area == letters)
}

/// Whether a district starts with this prefix, in upper case.
pub(super) fn any_starts_with(prefix: &str) -> bool {
    let letters = super::leading_letters(prefix);
    let number = prefix.get(letters.len()..).unwrap_or_default();
    let Some((area, districts)) = first_from(letters).filter(|_| !letters.is_empty()) else {
        return false;
    };
    if number.is_empty() {
        return area.starts_with(letters);
    }
    area == letters && any_group(districts, number)
}

/// Whether one of these groups has such a district.
fn any_group(districts: &str, number: &str) -> bool {
    let mut rest = Some(districts);
    while let Some(groups) = rest {
        let (group, after) =
            split_once(groups, b' ').map_or((groups, None), |(group, after)| (group, Some(after)));
        if group_starts_with(group, number) {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether one of a group's districts starts with these characters.
fn group_starts_with(group: &str, number: &str) -> bool {
    if let Some((first, last)) = split_once(group, b'-') {
        let (Some(first), Some(last)) = (decimal::digits_of(first, 0), decimal::digits_of(last, 0)) else {
            return false;
        };
        let Some(value) = district_number(number) else {
            return false;
        };
        // "1" also starts 10 to 19.
        return (first..=last).contains(&value)
            || (number.len() == 1 && value > 0 && first < value * 10 + 10 && last >= value * 10);
    }
    let digits = starting(group, |byte| byte.is_ascii_digit());
    let (of_group, letters) = group.split_at_checked(digits).unwrap_or_default();
    match number.strip_prefix(of_group) {
        Some(rest) if rest.len() == 1 => letters
            .as_bytes()
            .iter()
            .any(|letter| rest.as_bytes() == [*letter]),
        Some(rest) if !rest.is_empty() => false,
        _ => of_group.starts_with(number),
    }
}

/// The number of a district without letters; no leading zero but in 0 itself.
fn district_number(digits: &str) -> Option<i64> {
    let plain = digits.len() <= 2 && (digits == "0" || !digits.starts_with('0'));
    decimal::digits_of(digits, 0).filter(|_| plain)
}
