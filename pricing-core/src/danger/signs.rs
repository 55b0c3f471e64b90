//! The signs of danger among the words of a description.

mod electrics;
mod fumes;

use std::sync::OnceLock;

use crate::lexicon::Lexicon;
use crate::text::{Text, Word};

/// How many words back a denial may stand: "no strong smell of gas".
const DENIAL_REACH: usize = 6;

/// Groups of the lexicon (`lexicon/danger.txt`), as bits.
struct Groups {
    gas: u64,
    smell: u64,
    escape: u64,
    hit: u64,
    appliance: u64,
    pipe: u64,
    monoxide: u64,
    sound: u64,
    alarm: u64,
    calm: u64,
    setup: u64,
    flame: u64,
    yellow: u64,
    soot: u64,
    burner: u64,
    ill: u64,
    spark: u64,
    burn: u64,
    wires: u64,
    shock: u64,
    water: u64,
    into: u64,
    food: u64,
    vehicle: u64,
    device: u64,
    tank: u64,
    filler: u64,
    denial: u64,
    breaks: u64,
}

impl Groups {
    fn get() -> &'static Self {
        static GROUPS: OnceLock<Groups> = OnceLock::new();
        GROUPS.get_or_init(|| {
            let bit = |name| Lexicon::get().group(name);
            Self {
                gas: bit("DGAS"),
                smell: bit("DSMELL"),
                escape: bit("DESCAPE"),
                hit: bit("DHIT"),
                appliance: bit("DAPPLIANCE"),
                pipe: bit("DPIPE"),
                monoxide: bit("DCO"),
                sound: bit("DSOUND"),
                alarm: bit("DALARM"),
                calm: bit("DCALM"),
                setup: bit("DSETUP"),
                flame: bit("DFLAME"),
                yellow: bit("DYELLOW"),
                soot: bit("DSOOT"),
                burner: bit("DBURNER"),
                ill: bit("DILL"),
                spark: bit("DSPARK"),
                burn: bit("DBURN"),
                wires: bit("DWIRES"),
                shock: bit("DSHOCK"),
                water: bit("DWATER"),
                into: bit("DINTO"),
                food: bit("DFOOD"),
                vehicle: bit("DVEHICLE"),
                device: bit("DDEVICE"),
                tank: bit("DTANK"),
                filler: bit("DFILL"),
                denial: bit("DNEG"),
                breaks: bit("DBREAK"),
            }
        })
    }
}

/// The words of a text and the groups each belongs to.
pub(super) struct Signs<'t> {
    text: &'t Text,
    words: &'t [Word],
    bits: Vec<u64>,
    all: u64,
    groups: &'static Groups,
}

impl<'t> Signs<'t> {
    pub(super) fn of(text: &'t Text) -> Self {
        let lexicon = Lexicon::get();
        let words = text.entries();
        let bits: Vec<u64> = words
            .iter()
            .map(|word| word.id.map_or(0, |id| lexicon.facts(id).groups))
            .collect();
        let all = bits.iter().fold(0, |all, bits| all | bits);
        Self {
            text,
            words,
            bits,
            all,
            groups: Groups::get(),
        }
    }

    /// No comma, sentence or "and" between two words.
    fn joined(&self, from: usize, to: usize) -> bool {
        let place = |index: usize| self.words.get(index).map_or(0, |word| word.place);
        let together =
            usize::try_from(place(to).saturating_sub(place(from))).is_ok_and(|places| places <= to - from);
        together && !(from + 1..to).any(|between| self.is(between, self.groups.breaks))
    }

    /// Whether only small words stand between this one and a "no" or "not" before it.
    fn denied(&self, sign: usize) -> bool {
        for index in (sign.saturating_sub(DENIAL_REACH)..sign).rev() {
            if self.is(index, self.groups.denial) {
                return true;
            }
            if !self.is(index, self.groups.filler)
                && !matches!(self.text_at(index), "or" | "of" | "any" | "anywhere")
            {
                return false;
            }
        }
        false
    }

    fn is(&self, index: usize, group: u64) -> bool {
        self.bits.get(index).is_some_and(|bits| bits & group != 0)
    }

    fn is_small(&self, index: usize) -> bool {
        self.words
            .get(index)
            .and_then(|word| word.id)
            .is_some_and(|id| Lexicon::get().facts(id).small)
    }

    fn text_at(&self, index: usize) -> &'t str {
        self.words.get(index).map_or("", |word| self.text.word(word))
    }

    fn has(&self, spelling: &str) -> bool {
        let id = Lexicon::get().word(spelling);
        id.is_some() && self.words.iter().any(|word| word.id == id)
    }

    /// Where words of a group stand.
    fn places(&self, group: u64) -> impl Iterator<Item = usize> {
        let found = self.all & group != 0;
        self.bits
            .iter()
            .enumerate()
            .filter(move |(_, bits)| found && **bits & group != 0)
            .map(|(index, _)| index)
    }

    /// Where words of a group stand at most `reach` words and places from one.
    fn near(&self, from: usize, group: u64, reach: usize) -> impl Iterator<Item = usize> {
        let here = self.words.get(from).map_or(0, |word| word.place);
        let around = from.saturating_sub(reach)..self.bits.len().min(from + reach + 1);
        around.filter(move |index| {
            *index != from
                && self.is(*index, group)
                && self.words.get(*index).is_some_and(|word| {
                    usize::try_from(word.place.abs_diff(here)).is_ok_and(|places| places <= reach + 1)
                })
        })
    }

    /// Where one of these exact words stands.
    fn spelled<'s>(&'s self, spellings: &'s [&'s str]) -> impl Iterator<Item = usize> + 's {
        (0..self.words.len()).filter(|index| spellings.contains(&self.text_at(*index)))
    }
}
