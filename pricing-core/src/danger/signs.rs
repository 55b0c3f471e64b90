//! Which signs of danger stand in a text.

use super::Danger;
use super::reading::{Groups, Reading, known, set};
use super::tables::{Kind, Sign};
use crate::text::Text;

/// What must not stand near a sign may be a little farther away than its own words.
const LEAST_UNLESS_REACH: u32 = 8;

/// What a text tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    pub(super) warned: Dangers,
    pub(super) asked: Dangers,
}

/// A set of dangers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Dangers(u8);

impl Dangers {
    fn insert(&mut self, danger: Danger) {
        self.0 |= 1 << danger as u8;
    }

    pub(super) fn contains(self, danger: Danger) -> bool {
        self.0 & 1 << danger as u8 != 0
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// How a sign stands in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    No,
    /// "No smell of gas".
    Denied,
    Yes,
}

impl Signs {
    /// The signs in a text that has been read.
    #[must_use]
    pub fn of(text: &Text) -> Self {
        let reading = Reading::of(text);
        let mut signs = Self::default();
        let mut denied = Dangers::default();
        for sign in &known().tables.signs {
            let danger = danger_of(sign.kind);
            match find(&reading, sign) {
                Found::Yes if sign.certain => signs.warned.insert(danger),
                Found::Yes => signs.asked.insert(danger),
                Found::Denied if matches!(sign.kind, Kind::Gas | Kind::CarbonMonoxide | Kind::Shock) => {
                    denied.insert(danger);
                }
                Found::Denied | Found::No => {}
            }
        }
        // Who denies one of the deadly ones beside something else that is odd is asked.
        if !signs.asked.is_empty() {
            signs.asked.0 |= denied.0;
        }
        signs
    }
}

fn danger_of(kind: Kind) -> Danger {
    match kind {
        Kind::Gas => Danger::Gas,
        Kind::CarbonMonoxide => Danger::CarbonMonoxide,
        Kind::Electrics | Kind::Shock => Danger::Electrics,
        Kind::WaterOnElectrics => Danger::WaterOnElectrics,
    }
}

fn find(reading: &Reading, sign: &Sign) -> Found {
    let wanted = |bit: &u8| reading.any(1 << bit);
    let Some((first, others)) = sign.groups.split_first() else {
        return Found::No;
    };
    let mut found = Found::No;
    if !sign.groups.iter().all(wanted) {
        return found;
    }
    for at in (0..reading.len()).filter(|at| reading.is(*at, 1 << first)) {
        match at_first(reading, sign, at, others) {
            Found::Yes => return Found::Yes,
            Found::Denied => found = Found::Denied,
            Found::No => {}
        }
    }
    found
}

/// Whether the sign whose first word stands there is complete.
fn at_first(reading: &Reading, sign: &Sign, first: usize, others: &[u8]) -> Found {
    if is_innocent(reading, sign, first) {
        return Found::No;
    }
    let mut denied = reading.denied(first);
    let mut before = first;
    for group in others {
        let mut nearest = Found::No;
        for at in 0..reading.len() {
            if !reading.is(at, 1 << group) || !fits(reading, sign, first, before, at) {
                continue;
            }
            let here = if reading.denied(at) {
                Found::Denied
            } else {
                Found::Yes
            };
            if nearest != Found::Yes {
                nearest = here;
            }
            if here == Found::Yes {
                before = if sign.ordered { at } else { before };
                break;
            }
        }
        match nearest {
            Found::No => return Found::No,
            Found::Denied => denied = true,
            Found::Yes => {}
        }
    }
    if denied { Found::Denied } else { Found::Yes }
}

/// Whether a word stands where the sign wants one beside its first.
fn fits(reading: &Reading, sign: &Sign, first: usize, before: usize, at: usize) -> bool {
    let apart = reading.place(at).abs_diff(reading.place(first));
    at != first
        && (sign.reach == u8::MAX || apart <= u32::from(sign.reach))
        && (!sign.ordered || at > before)
        && (!sign.joined || reading.joined(first.min(at), first.max(at)))
}

/// Whether something near tells that it is no danger.
fn is_innocent(reading: &Reading, sign: &Sign, first: usize) -> bool {
    let unless: Groups = set(&sign.unless);
    if !reading.any(unless) {
        return false;
    }
    let reach = LEAST_UNLESS_REACH.max(u32::from(sign.reach) + 2);
    let near = |at: usize| sign.reach == u8::MAX || reading.place(at).abs_diff(reading.place(first)) <= reach;
    (0..reading.len()).any(|at| reading.is(at, unless) && near(at) && !reading.denied(at))
}
