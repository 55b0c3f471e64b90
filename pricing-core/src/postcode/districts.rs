//! The UK's postcode districts, from a two-kilobyte table: one line an area, its districts as numbers, ranges of numbers
//! (`1-21`) and numbers with letters (`1AEH` is 1A, 1E and 1H).

use std::sync::LazyLock;

/// 2,967 districts of 124 areas (NOTICE names where they come from).
const TABLE: &str = include_str!("../../data/districts.txt");

/// Areas with their districts as the table writes them, in alphabetical order.
static AREAS: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| TABLE.lines().filter_map(|line| line.split_once(' ')).collect());

/// The first area that is not before these letters, with its districts.
fn first_from(letters: &str) -> Option<(&'static str, &'static str)> {
    let place = AREAS.partition_point(|(area, _)| *area < letters);
    AREAS.get(place).copied()
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
    area == letters && districts.split(' ').any(|group| group_starts_with(group, number))
}

/// Whether one of a group's districts starts with these characters.
fn group_starts_with(group: &str, number: &str) -> bool {
    if let Some((first, last)) = group.split_once('-') {
        let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) else {
            return false;
        };
        let Some(value) = district_number(number) else {
            return false;
        };
        // "1" also starts 10 to 19.
        return (first..=last).contains(&value)
            || (number.len() == 1 && value > 0 && first < value * 10 + 10 && last >= value * 10);
    }
    let letters = group.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let of_group = group.strip_suffix(letters).unwrap_or(group);
    match number.strip_prefix(of_group) {
        Some("") | None => of_group.starts_with(number),
        Some(letter) => letter.len() == 1 && letters.contains(letter),
    }
}

/// The number of a district without letters; only 0 itself begins with a zero.
fn district_number(digits: &str) -> Option<u32> {
    let plain = digits.len() <= 2
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| plain)
}
