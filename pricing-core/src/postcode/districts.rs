//! The UK's postcode districts, from a two-kilobyte table: one line an area, its districts as numbers, ranges of numbers
//! (`1-21`) and numbers with letters (`1AEH` is 1A, 1E and 1H).

use std::sync::OnceLock;

/// 2,967 districts of 124 areas (decisions.md section 10; see NOTICE for the attribution).
const TABLE: &str = include_str!("../../data/districts.txt");

/// Areas with their districts as the table writes them, in the alphabet's order.
fn areas() -> &'static [(&'static str, &'static str)] {
    static AREAS: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    AREAS.get_or_init(|| TABLE.lines().filter_map(|line| line.split_once(' ')).collect())
}

/// The first area that is not before these letters, with its districts.
fn first_from(letters: &str) -> Option<(&'static str, &'static str)> {
    let place = areas().partition_point(|(area, _)| *area < letters);
    areas().get(place).copied()
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
        let (Ok(first), Ok(last)) = (first.parse::<u8>(), last.parse::<u8>()) else {
            return false;
        };
        let Some(value) = district_number(number) else {
            return false;
        };
        // "1" also starts 10 to 19.
        return (first..=last).contains(&value)
            || (number.len() == 1 && value > 0 && first < value * 10 + 10 && last >= value * 10);
    }
    let digits = group.bytes().take_while(u8::is_ascii_digit).count();
    let (of_group, letters) = group.split_at_checked(digits).unwrap_or_default();
    match number.strip_prefix(of_group) {
        Some(rest) if rest.len() == 1 => letters.contains(rest),
        Some(rest) if !rest.is_empty() => false,
        _ => of_group.starts_with(number),
    }
}

/// The number of a district without letters; no leading zero but in 0 itself.
fn district_number(digits: &str) -> Option<u8> {
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    if plain { digits.parse().ok() } else { None }
}
