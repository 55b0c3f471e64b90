//! Gas and carbon monoxide.

use super::Signs;

impl Signs<'_> {
    /// A smell or a leak of gas.
    pub(in crate::danger) fn gas(&self) -> bool {
        let groups = self.groups;
        self.places(groups.gas).any(|gas| {
            self.smells_of_gas(gas)
                || self.gas_escapes(gas)
                || (self.is(gas + 1, groups.pipe)
                    && self.near(gas, groups.hit, 6).next().is_some_and(|hit| hit < gas))
        }) || self.rotten_eggs()
            || self.hissing_hob()
    }

    fn smells_of_gas(&self, gas: usize) -> bool {
        let of_appliance = self.is(gas + 1, self.groups.appliance);
        self.near(gas, self.groups.smell, 4)
            .filter(|smell| *smell < gas || !of_appliance)
            .any(|smell| {
                let of_what = self.text_at(smell + 1);
                let smelt = if matches!(of_what, "of" | "like") {
                    self.text_at(smell + 2)
                } else {
                    of_what
                };
                let innocent = matches!(
                    smelt,
                    "damp" | "drain" | "drains" | "musty" | "mould" | "wee" | "sewage" | "fishy"
                );
                !innocent && !self.denied(gas.min(smell))
            })
    }

    fn gas_escapes(&self, gas: usize) -> bool {
        if self.is(gas + 1, self.groups.appliance) {
            return false;
        }
        self.near(gas, self.groups.escape, 4).any(|escape| {
            let (first, last) = (gas.min(escape), gas.max(escape));
            let of_gas =
                (first + 1..last).all(|between| self.is(between, self.groups.pipe) || self.is_small(between));
            of_gas
                && !matches!(self.text_at(last + 1), "water" | "oil")
                && !self.denied(first)
                && !self.mended(last)
        })
    }

    fn rotten_eggs(&self) -> bool {
        self.spelled(&["egg", "eggs", "eggy"]).any(|egg| {
            self.near(egg, self.groups.smell, 4).next().is_some()
                && self
                    .near(egg, self.groups.gas | self.groups.burner, 8)
                    .next()
                    .is_some()
        })
    }

    fn hissing_hob(&self) -> bool {
        let hissing = self.spelled(&["hiss", "hissing", "hisses"]);
        hissing.into_iter().any(|hiss| {
            self.spelled(&["hob", "cooker", "oven"])
                .any(|hob| hob.abs_diff(hiss) <= 12)
                && self.all & self.groups.gas != 0
        })
    }

    /// Whether it was put right since: "a gas leak, which was fixed".
    fn mended(&self, leak: usize) -> bool {
        let after = leak + 1..leak + 9;
        after.clone().any(|word| {
            matches!(
                self.text_at(word),
                "fixed" | "repaired" | "sorted" | "mended" | "resolved"
            )
        }) && after
            .into_iter()
            .any(|word| matches!(self.text_at(word), "was" | "been" | "got" | "already" | "were"))
    }

    /// Carbon monoxide, its alarm, or what it does to flames and people.
    pub(in crate::danger) fn carbon_monoxide(&self) -> bool {
        let groups = self.groups;
        let named = self.places(groups.monoxide).any(|word| {
            !self.calm(word) && (self.sounds(word) || !(self.denied(word) || self.ordered(word)))
        });
        let alarm = self.spelled(&["co", "co2"]).any(|word| {
            self.near(word, groups.alarm, 2).next().is_some() && self.sounds(word) && !self.calm(word)
        });
        named || alarm || self.bad_flame() || self.people_are_ill()
    }

    /// What a badly burning appliance shows: a yellow flame, soot on its case, fumes.
    fn bad_flame(&self) -> bool {
        let groups = self.groups;
        let flame = self
            .places(groups.flame)
            .any(|flame| self.near(flame, groups.yellow, 5).next().is_some());
        let soot = self
            .places(groups.soot)
            .any(|soot| self.near(soot, groups.burner, 6).next().is_some());
        let fumes = self
            .spelled(&["fumes"])
            .any(|fumes| self.near(fumes, groups.burner, 10).next().is_some());
        flame && self.all & groups.burner != 0 || soot && self.has("boiler") || fumes
    }

    fn people_are_ill(&self) -> bool {
        let feel = self.spelled(&["feel", "feeling", "feels", "felt"]);
        let feel_ill = feel.filter(|feel| {
            matches!(
                self.text_at(feel + 1),
                "sick" | "ill" | "dizzy" | "faint" | "unwell"
            )
        });
        self.places(self.groups.ill)
            .chain(feel_ill)
            .any(|ill| self.near(ill, self.groups.burner, 12).next().is_some())
    }

    /// An alarm that sounds now.
    fn sounds(&self, alarm: usize) -> bool {
        let goes_off = self.spelled(&["off"]).any(|off| {
            off.abs_diff(alarm) <= 10
                && off.checked_sub(1).is_some_and(|before| {
                    matches!(
                        self.text_at(before),
                        "going" | "gone" | "went" | "goes" | "go" | "keeps" | "set"
                    )
                })
        });
        goes_off
            || self
                .near(alarm, self.groups.sound, 10)
                .any(|sound| !self.denied(sound))
    }

    /// An alarm that only wants a battery, or is quiet. "Chirp" is read as written: to the lexicon it is a beep.
    fn calm(&self, alarm: usize) -> bool {
        let chirps = self
            .spelled(&["chirp", "chirping", "chirps"])
            .any(|chirp| chirp.abs_diff(alarm) <= 12);
        chirps
            || self
                .near(alarm, self.groups.calm & !self.groups.sound, 12)
                .next()
                .is_some()
    }

    /// Somebody wants such a thing fitted, changed or tested.
    fn ordered(&self, alarm: usize) -> bool {
        self.near(alarm, self.groups.setup, 6).next().is_some()
    }
}
