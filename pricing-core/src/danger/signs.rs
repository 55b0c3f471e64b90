//! The signs of danger among the words of a description.

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

    /// A smell or a leak of gas.
    pub(super) fn gas(&self) -> bool {
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
    pub(super) fn carbon_monoxide(&self) -> bool {
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

    /// Sparks, burning, smoke, shocks.
    pub(super) fn electrics(&self) -> bool {
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
    pub(super) fn water_on_electrics(&self) -> bool {
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
