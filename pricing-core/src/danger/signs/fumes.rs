//! Gas and carbon monoxide.

use super::{Signs, is_one_of};
use crate::lexicon::group;

impl Signs<'_> {
    /// A smell or a leak of gas.
    pub(in crate::danger) fn gas(&self) -> bool {
        self.places(group::GAS).any(|gas| {
            self.smells_of_gas(gas)
                || self.gas_escapes(gas)
                || (self.is(gas + 1, group::GAS_PIPE)
                    && self
                        .near(gas, group::PIPE_HIT, 6)
                        .next()
                        .is_some_and(|hit| hit < gas))
        }) || self.rotten_eggs()
            || self.hissing_hob()
    }

    fn smells_of_gas(&self, gas: usize) -> bool {
        let of_appliance = self.is(gas + 1, group::GAS_APPLIANCE);
        self.near(gas, group::SMELLING, 4)
            .filter(|smell| *smell < gas || !of_appliance)
            .any(|smell| {
                let of_what = self.text_at(smell + 1);
                let smelt = if is_one_of(of_what, "of like") {
                    self.text_at(smell + 2)
                } else {
                    of_what
                };
                let innocent = is_one_of(smelt, "damp drain drains musty mould wee sewage fishy");
                !innocent && !self.denied(gas.min(smell))
            })
    }

    fn gas_escapes(&self, gas: usize) -> bool {
        if self.is(gas + 1, group::GAS_APPLIANCE) {
            return false;
        }
        self.near(gas, group::GAS_ESCAPE, 4).any(|escape| {
            let (first, last) = (gas.min(escape), gas.max(escape));
            let of_gas =
                (first + 1..last).all(|between| self.is(between, group::GAS_PIPE) || self.is_small(between));
            of_gas && !self.reads(last + 1, "water oil") && !self.denied(first) && !self.mended(last)
        })
    }

    fn rotten_eggs(&self) -> bool {
        self.any(group::SMELLING)
            && self.spelled("egg eggs eggy").any(|egg| {
                self.any_near(egg, group::SMELLING, 4) && self.any_near(egg, group::GAS | group::BURNER, 8)
            })
    }

    fn hissing_hob(&self) -> bool {
        self.any(group::GAS)
            && self.spelled("hiss hissing hisses").any(|hiss| {
                self.spelled("hob cooker oven")
                    .any(|hob| hob.abs_diff(hiss) <= 12)
            })
    }

    /// Whether it has been fixed since: "a gas leak, which was fixed".
    fn mended(&self, leak: usize) -> bool {
        let after = leak + 1..leak + 9;
        after
            .clone()
            .any(|word| self.reads(word, "fixed repaired sorted mended resolved"))
            && after
                .into_iter()
                .any(|word| self.reads(word, "was been got already were"))
    }

    /// Carbon monoxide, its alarm, or what it does to flames and people.
    pub(in crate::danger) fn carbon_monoxide(&self) -> bool {
        let named = self.places(group::CARBON_MONOXIDE).any(|word| {
            !self.calm(word) && (self.sounds(word) || !(self.denied(word) || self.ordered(word)))
        });
        let alarm = |word| self.any_near(word, group::ALARM, 2) && self.sounds(word) && !self.calm(word);
        named
            || self.any(group::ALARM) && self.spelled("co co2").any(alarm)
            || self.bad_flame()
            || self.people_are_ill()
    }

    /// What a badly burning appliance shows: a yellow flame, soot on its case, fumes.
    fn bad_flame(&self) -> bool {
        let flame = self
            .places(group::FLAME)
            .any(|flame| self.any_near(flame, group::YELLOW_FLAME, 5));
        let soot = self
            .places(group::SOOT)
            .any(|soot| self.any_near(soot, group::BURNER, 6));
        let fumes = || {
            self.spelled("fumes")
                .any(|fumes| self.any_near(fumes, group::BURNER, 10))
        };
        self.any(group::BURNER) && (flame || soot && self.has("boiler") || fumes())
    }

    fn people_are_ill(&self) -> bool {
        self.any(group::BURNER)
            && (self
                .places(group::ILLNESS)
                .any(|ill| self.any_near(ill, group::BURNER, 12))
                || self.spelled("feel feeling feels felt").any(|feel| {
                    self.reads(feel + 1, "sick ill dizzy faint unwell")
                        && self.any_near(feel, group::BURNER, 12)
                }))
    }

    /// An alarm that sounds now.
    fn sounds(&self, alarm: usize) -> bool {
        let goes_off = self
            .spelled("off")
            .any(|off| off.abs_diff(alarm) <= 10 && self.follows(off, "going gone went goes go keeps set"));
        goes_off
            || self
                .near(alarm, group::ALARM_SOUND, 10)
                .any(|sound| !self.denied(sound))
    }

    /// An alarm that only wants a battery, or is quiet. "Chirp" is read as written: to the lexicon it is a beep.
    fn calm(&self, alarm: usize) -> bool {
        let chirps = self
            .spelled("chirp chirping chirps")
            .any(|chirp| chirp.abs_diff(alarm) <= 12);
        chirps || self.any_near(alarm, group::CALM_ALARM & !group::ALARM_SOUND, 12)
    }

    /// Somebody wants such a thing fitted, changed or tested.
    fn ordered(&self, alarm: usize) -> bool {
        self.any_near(alarm, group::ALARM_WORK, 6)
    }
}
