//! Sparks, burning, shocks, and water where electricity is.

use super::Signs;
use crate::lexicon::group;

impl Signs<'_> {
    /// Sparks, burning, smoke, shocks.
    pub(in crate::danger) fn electrics(&self) -> bool {
        if self.any(group::VEHICLE)
            && !["socket", "fusebox", "switch", "charger"]
                .iter()
                .any(|home| self.has(home))
        {
            return false;
        }
        self.sparks() || self.burns() || self.shocks()
    }

    fn sparks(&self) -> bool {
        self.places(group::SPARK).any(|spark| {
            let part = self.reads(spark + 1, "plug plugs ignition igniter electrode joy");
            let hob = self
                .spelled("hob igniter ignition bbq lighter")
                .any(|hob| hob.abs_diff(spark) <= 8);
            let igniter = hob && !self.any_near(spark, group::ELECTRICAL, 8);
            !(part || igniter || self.denied(spark))
        })
    }

    fn burns(&self) -> bool {
        let on_fire = self.spelled("fire").any(|fire| {
            self.follows(fire, "on caught catch catching")
                && !self.reads(fire + 1, "place surround door alarm")
                && !self.denied(fire)
        });
        on_fire
            || self.places(group::BURNING).any(|burn| {
                let other = self.reads(
                    burn + 1,
                    "alarm alarms detector detectors sensor question out heat effect",
                ) || self.near(burn, group::ALARM, 3).any(|alarm| alarm > burn);
                let from_wires = self
                    .near(burn, group::ELECTRICAL, 6)
                    .any(|wires| wires != burn && !self.is(wires, group::ALARM));
                let smells = self.any_near(burn, group::SMELLING, 3);
                let food = self.any_near(burn, group::HARMLESS_SMOKE, 8);
                (from_wires || smells) && !(other || food || self.denied(burn))
            })
    }

    fn shocks(&self) -> bool {
        self.places(group::SHOCK).any(|shock| {
            let price = self.reads(shock + 1, "by at absorber absorbers horror");
            let wires = self.any_near(shock, group::ELECTRICAL, 7)
                || self
                    .spelled("tap taps shower")
                    .any(|tap| tap.abs_diff(shock) <= 6);
            !price && !self.denied(shock) && (wires || self.reads(shock, "electrocuted"))
        })
    }

    /// Water in, on or coming through anything electric.
    pub(in crate::danger) fn water_on_electrics(&self) -> bool {
        if !self.any(group::ELECTRICAL) {
            return false;
        }
        self.places(group::WATER_COMING).any(|water| {
            !self.is_hot_water(water)
                && (water + 1..=water + 7)
                    .filter(|into| self.is(*into, group::WATER_WAY))
                    .any(|into| {
                        (into + 1..=into + 4)
                            .take_while(|word| self.joined(into, *word))
                            .any(|wires| self.is_wires(wires))
                    })
        }) || self.spelled("wet soaked soaking drenched").any(|wet| {
            let room = self.reads(wet + 1, "room rooms wall through");
            !room
                && self
                    .near(wet, group::ELECTRICAL, 2)
                    .any(|wires| self.is_wires(wires) && self.joined(wet.min(wires), wet.max(wires)))
        }) || self
            .spelled("full fills filled filling have has got")
            .any(|full| {
                let water = self
                    .near(full, group::WATER_COMING, 3)
                    .find(|water| *water > full);
                let inside =
                    |water: usize| self.text_at(full).starts_with('f') || self.reads(water + 1, "in");
                water.is_some_and(inside)
                    && self
                        .near(full, group::ELECTRICAL, 4)
                        .any(|wires| wires < full && self.is_wires(wires) && self.joined(wires, full))
            })
    }

    /// Water where it belongs: a tank, a heater, what the taps should give.
    fn is_hot_water(&self, water: usize) -> bool {
        self.is(water + 1, group::WATER_STORED) || self.follows(water, "hot no cold") || self.denied(water)
    }

    /// Electric, and neither an appliance with water inside nor denied.
    fn is_wires(&self, word: usize) -> bool {
        self.is(word, group::ELECTRICAL)
            && !self.is(word + 1, group::ELECTRIC_DEVICE)
            && !self.reads(word, "unit board lead leads meter plug")
            && !self.denied(word)
            || self.reads(word, "unit") && self.follows(word, "consumer")
            || self.reads(word, "plug")
                && !self.has("plughole")
                && !self.reads(word + 1, "hole")
                && !self.has("sink")
                && !self.has("bath")
    }
}
