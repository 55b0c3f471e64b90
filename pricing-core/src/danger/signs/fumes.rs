//! Gas and carbon monoxide.

use super::Signs;
use crate::lexicon::group;
use crate::strings::is_one_of;

impl Signs<'_> {
    /// A smell or a leak of gas.
    pub(in crate::danger) fn gas(&self) -> bool {
        self.places(group::DGAS).any(|gas| {
            self.smells_of_gas(gas)
                || self.gas_escapes(gas)
                || (self.is(gas + 1, group::DPIPE)
                    && self.near(gas, group::DHIT, 6).next().is_some_and(|hit| hit < gas))
        }) || self.rotten_eggs()
            || self.hissing_hob()
    }

    fn smells_of_gas(&self, gas: usize) -> bool {
        let of_appliance = self.is(gas + 1, group::DAPPLIANCE);
        self.near(gas, group::DSMELL, 4)
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
        if self.is(gas + 1, group::DAPPLIANCE) {
            return false;
        }
        self.near(gas, group::DESCAPE, 4).any(|escape| {
            let (first, last) = (gas.min(escape), gas.max(escape));
            let of_gas =
                (first + 1..last).all(|between| self.is(between, group::DPIPE) || self.is_small(between));
            of_gas && !self.reads(last + 1, "water oil") && !self.denied(first) && !self.mended(last)
        })
    }

    fn rotten_eggs(&self) -> bool {
        self.any(group::DSMELL)
            && self.spelled("egg eggs eggy").any(|egg| {
                self.any_near(egg, group::DSMELL, 4) && self.any_near(egg, group::DGAS | group::DBURNER, 8)
            })
    }

    fn hissing_hob(&self) -> bool {
        self.any(group::DGAS)
            && self.spelled("hiss hissing hisses").any(|hiss| {
                self.spelled("hob cooker oven")
                    .any(|hob| hob.abs_diff(hiss) <= 12)
            })
    }

    /// Whether it was put right since: "a gas leak, which was fixed".
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
        let named = self.places(group::DCO).any(|word| {
            !self.calm(word) && (self.sounds(word) || !(self.denied(word) || self.ordered(word)))
        });
        let alarm = |word| self.any_near(word, group::DALARM, 2) && self.sounds(word) && !self.calm(word);
        named
            || self.any(group::DALARM) && self.spelled("co co2").any(alarm)
            || self.bad_flame()
            || self.people_are_ill()
    }

    /// What a badly burning appliance shows: a yellow flame, soot on its case, fumes.
    fn bad_flame(&self) -> bool {
        let flame = self
            .places(group::DFLAME)
            .any(|flame| self.any_near(flame, group::DYELLOW, 5));
        let soot = self
            .places(group::DSOOT)
            .any(|soot| self.any_near(soot, group::DBURNER, 6));
        let fumes = || {
            self.spelled("fumes")
                .any(|fumes| self.any_near(fumes, group::DBURNER, 10))
        };
        self.any(group::DBURNER) && (flame || soot && self.has("boiler") || fumes())
    }

    fn people_are_ill(&self) -> bool {
        self.any(group::DBURNER)
            && (self
                .places(group::DILL)
                .any(|ill| self.any_near(ill, group::DBURNER, 12))
                || self.spelled("feel feeling feels felt").any(|feel| {
                    self.reads(feel + 1, "sick ill dizzy faint unwell")
                        && self.any_near(feel, group::DBURNER, 12)
                }))
    }

    /// An alarm that sounds now.
    fn sounds(&self, alarm: usize) -> bool {
        let goes_off = self
            .spelled("off")
            .any(|off| off.abs_diff(alarm) <= 10 && self.follows(off, "going gone went goes go keeps set"));
        goes_off
            || self
                .near(alarm, group::DSOUND, 10)
                .any(|sound| !self.denied(sound))
    }

    /// An alarm that only wants a battery, or is quiet. "Chirp" is read as written: to the lexicon it is a beep.
    fn calm(&self, alarm: usize) -> bool {
        let chirps = self
            .spelled("chirp chirping chirps")
            .any(|chirp| chirp.abs_diff(alarm) <= 12);
        chirps || self.any_near(alarm, group::DCALM & !group::DSOUND, 12)
    }

    /// Somebody wants such a thing fitted, changed or tested.
    fn ordered(&self, alarm: usize) -> bool {
        self.any_near(alarm, group::DSETUP, 6)
    }
}
