//! Sparks, burning, shocks, and water where electricity is.

use super::Signs;

impl Signs<'_> {
    /// Sparks, burning, smoke, shocks.
    pub(in crate::danger) fn electrics(&self) -> bool {
        let groups = self.groups;
        if self.all & groups.vehicle != 0
            && !["socket", "fusebox", "switch", "charger"]
                .iter()
                .any(|home| self.has(home))
        {
            return false;
        }
        self.sparks() || self.burns() || self.shocks()
    }

    fn sparks(&self) -> bool {
        self.places(self.groups.spark).any(|spark| {
            let part = matches!(
                self.text_at(spark + 1),
                "plug" | "plugs" | "ignition" | "igniter" | "electrode" | "joy"
            );
            let hob = self
                .spelled(&["hob", "igniter", "ignition", "bbq", "lighter"])
                .any(|hob| hob.abs_diff(spark) <= 8);
            let igniter = hob && self.near(spark, self.groups.wires, 8).next().is_none();
            !(part || igniter || self.denied(spark))
        })
    }

    fn burns(&self) -> bool {
        let groups = self.groups;
        let on_fire = self.spelled(&["fire"]).any(|fire| {
            fire.checked_sub(1)
                .is_some_and(|before| matches!(self.text_at(before), "on" | "caught" | "catch" | "catching"))
                && !matches!(self.text_at(fire + 1), "place" | "surround" | "door" | "alarm")
                && !self.denied(fire)
        });
        on_fire
            || self.places(groups.burn).any(|burn| {
                let next = self.text_at(burn + 1);
                let other = matches!(
                    next,
                    "alarm"
                        | "alarms"
                        | "detector"
                        | "detectors"
                        | "sensor"
                        | "question"
                        | "out"
                        | "heat"
                        | "effect"
                ) || self.near(burn, groups.alarm, 3).any(|alarm| alarm > burn);
                let from_wires = self
                    .near(burn, groups.wires, 6)
                    .any(|wires| wires != burn && !self.is(wires, groups.alarm));
                let smells = self.near(burn, groups.smell, 3).next().is_some();
                let food = self.near(burn, groups.food, 8).next().is_some();
                (from_wires || smells) && !(other || food || self.denied(burn))
            })
    }

    fn shocks(&self) -> bool {
        self.places(self.groups.shock).any(|shock| {
            let price = matches!(
                self.text_at(shock + 1),
                "by" | "at" | "absorber" | "absorbers" | "horror"
            );
            let wires = self.near(shock, self.groups.wires, 7).next().is_some()
                || self
                    .spelled(&["tap", "taps", "shower"])
                    .any(|tap| tap.abs_diff(shock) <= 6);
            !price && !self.denied(shock) && (wires || self.text_at(shock) == "electrocuted")
        })
    }

    /// Water in, on or coming through anything electric.
    pub(in crate::danger) fn water_on_electrics(&self) -> bool {
        let groups = self.groups;
        self.places(groups.water).any(|water| {
            !self.is_hot_water(water)
                && (water + 1..=water + 7)
                    .filter(|into| self.is(*into, groups.into))
                    .any(|into| {
                        (into + 1..=into + 4)
                            .take_while(|word| self.joined(into, *word))
                            .any(|wires| self.is_wires(wires))
                    })
        }) || self
            .spelled(&["wet", "soaked", "soaking", "drenched"])
            .any(|wet| {
                let room = matches!(self.text_at(wet + 1), "room" | "rooms" | "wall" | "through");
                !room
                    && self
                        .near(wet, groups.wires, 2)
                        .any(|wires| self.is_wires(wires) && self.joined(wet.min(wires), wet.max(wires)))
            })
            || self
                .spelled(&["full", "fills", "filled", "filling", "have", "has", "got"])
                .any(|full| {
                    let water = self.near(full, groups.water, 3).find(|water| *water > full);
                    let inside =
                        |water: usize| self.text_at(full).starts_with('f') || self.text_at(water + 1) == "in";
                    water.is_some_and(inside)
                        && self
                            .near(full, groups.wires, 4)
                            .any(|wires| wires < full && self.is_wires(wires) && self.joined(wires, full))
                })
    }

    /// Water that is not water about: a tank, a heater, what the taps should give.
    fn is_hot_water(&self, water: usize) -> bool {
        self.is(water + 1, self.groups.tank)
            || water
                .checked_sub(1)
                .is_some_and(|before| matches!(self.text_at(before), "hot" | "no" | "cold"))
            || self.denied(water)
    }

    /// Electric, and neither an appliance with water inside nor denied.
    fn is_wires(&self, word: usize) -> bool {
        self.is(word, self.groups.wires)
            && !self.is(word + 1, self.groups.device)
            && !matches!(
                self.text_at(word),
                "unit" | "board" | "lead" | "leads" | "meter" | "plug"
            )
            && !self.denied(word)
            || matches!(self.text_at(word), "unit")
                && word
                    .checked_sub(1)
                    .is_some_and(|before| self.text_at(before) == "consumer")
            || matches!(self.text_at(word), "plug")
                && !self.has("plughole")
                && self.text_at(word + 1) != "hole"
                && !self.has("sink")
                && !self.has("bath")
    }
}
