//! The online pros on a map, to find the nearest ones without looking at the whole country.
//!
//! For each skill the map ([`crate::geo`]: sinusoidal, because it keeps areas) is cut into cells of 2 km. A search looks at the cell
//! of the job and then at ring after ring around it, and stops as soon as whatever is further out is too far: beyond the radius, or
//! further than enough pros already found. Its cost depends on how many pros are near, never on how many there are.
//!
//! A pro stands where distances are counted from, the fresh position or the base. Time alone moves a pro back to the base: call
//! [`Grid::age`] before searching.

mod layer;
mod turn;

use std::collections::{BTreeSet, HashMap};

use pricing_core::classify::Trade;

use super::candidate::{Candidate, SKILLS};
use super::rules::MatchingRules;
use crate::clock::Millis;
use crate::districts::Location;
use crate::geo::{self, Point};
use layer::{Layer, Spot};

/// A pro and what searches need of them.
#[derive(Debug, Clone)]
struct Entry {
    pro: Candidate,
    /// The skills and the place it is filed under.
    filed: Vec<Trade>,
    place: Location,
    base: Point,
    /// Squared chord of the own radius.
    reach: f64,
    /// When the position stops counting, if it stands there.
    until: Option<Millis>,
}

/// The online pros by skill and place.
#[derive(Debug, Clone)]
pub struct Grid {
    rules: MatchingRules,
    layers: [Layer; SKILLS.len()],
    slots: Vec<Option<Entry>>,
    free: Vec<u32>,
    by_id: HashMap<String, u32>,
    /// When positions stop counting.
    ends: BTreeSet<(Millis, u32)>,
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// Middle of the job's district.
    pub middle: Location,
    /// At most this far from it, metres.
    pub radius: f64,
    /// The job's first skill.
    pub skill: Trade,
    /// The booking: pros at the same distance, such as those who gave only a postcode, take turns from booking to booking.
    pub booking: &'a str,
}

/// A pro who was found.
#[derive(Debug, Clone, Copy)]
pub struct Found<'g> {
    /// Who.
    pub pro: &'g Candidate,
    /// How far from the middle, metres.
    pub metres: f64,
}

/// A spot among the nearest so far.
struct Near<'g> {
    pro: &'g Candidate,
    chord: f64,
    turn: u64,
}

impl Near<'_> {
    fn is_before(&self, chord: f64, turn: u64, id: &str) -> bool {
        let order = self.chord.total_cmp(&chord).then(self.turn.cmp(&turn));
        order.then_with(|| self.pro.id.as_str().cmp(id)).is_lt()
    }
}

impl Grid {
    /// An empty grid.
    #[must_use]
    pub fn new(rules: MatchingRules) -> Self {
        Self {
            rules,
            layers: std::array::from_fn(|_| Layer::new()),
            slots: Vec::new(),
            free: Vec::new(),
            by_id: HashMap::new(),
            ends: BTreeSet::new(),
        }
    }

    /// How many pros there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// True when there is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// The pro of this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Candidate> {
        self.entry(*self.by_id.get(id)?).map(|entry| &entry.pro)
    }

    /// Puts a pro in, in place of what was known of them.
    pub fn put(&mut self, pro: Candidate, now: Millis) {
        self.remove(&pro.id);
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            u32::try_from(self.slots.len() - 1).unwrap_or(u32::MAX)
        });
        self.by_id.insert(pro.id.clone(), slot);
        self.file(slot, pro, now);
    }

    /// Changes a pro, whatever it is: a position, the presence, new work. False when there is no such pro.
    pub fn change(&mut self, id: &str, now: Millis, change: impl FnOnce(&mut Candidate)) -> bool {
        let Some(slot) = self.by_id.get(id).copied() else {
            return false;
        };
        let Some(Entry {
            mut pro,
            filed,
            place,
            ..
        }) = self.take(slot)
        else {
            return false;
        };
        change(&mut pro);
        let new_place = pro.place(now, &self.rules);
        if filed != pro.skills || place != new_place {
            self.unfile(slot, &filed, place);
            self.file(slot, pro, now);
        } else {
            self.keep(slot, pro, place, now);
        }
        true
    }

    /// Takes a pro out: gone offline, suspended, erased.
    pub fn remove(&mut self, id: &str) -> Option<Candidate> {
        let slot = self.by_id.remove(id)?;
        let entry = self.take(slot)?;
        self.unfile(slot, &entry.filed, entry.place);
        self.free.push(slot);
        Some(entry.pro)
    }

    /// Moves those whose position has grown old back to their bases. Costs nothing when there are none.
    pub fn age(&mut self, now: Millis) {
        while let Some((until, slot)) = self.ends.first().copied().filter(|(until, _)| *until <= now) {
            let Some(Entry {
                pro, filed, place, ..
            }) = self.take(slot)
            else {
                self.ends.remove(&(until, slot));
                continue;
            };
            self.unfile(slot, &filed, place);
            self.file(slot, pro, now);
        }
    }

    /// The nearest pros, at most `count`, who are `wanted` and whose own radius reaches the job; nearest first.
    pub fn nearest(
        &self,
        search: &Search<'_>,
        count: usize,
        mut wanted: impl FnMut(&Candidate) -> bool,
    ) -> Vec<Found<'_>> {
        let middle = Point::of(search.middle);
        let booking = turn::number(search.booking);
        let furthest = geo::chord_squared(search.radius);
        let mut best: Vec<Near<'_>> = Vec::new();
        if count == 0 {
            return Vec::new();
        }
        let within = |best: &Vec<Near<'_>>| match best.last() {
            Some(last) if best.len() >= count => last.chord,
            _ => furthest,
        };
        self.layer(search.skill).walk(search.middle, furthest, |spot| {
            let chord = middle.chord_squared(spot.place);
            let limit = within(&best);
            if chord > limit {
                return limit;
            }
            let turn = turn::mixed(booking ^ spot.number);
            let Some(entry) = self.entry(spot.slot) else {
                return limit;
            };
            let is_nearer = best.len() < count
                || best
                    .last()
                    .is_some_and(|last| !last.is_before(chord, turn, &entry.pro.id));
            if is_nearer && middle.chord_squared(entry.base) <= entry.reach && wanted(&entry.pro) {
                let place = best.partition_point(|near| near.is_before(chord, turn, &entry.pro.id));
                best.truncate(count.saturating_sub(1));
                best.insert(
                    place.min(best.len()),
                    Near {
                        pro: &entry.pro,
                        chord,
                        turn,
                    },
                );
            }
            within(&best)
        });
        best.into_iter()
            .map(|near| Found {
                pro: near.pro,
                metres: geo::metres(near.chord),
            })
            .collect()
    }

    /// How many pros within the radius are `wanted` and have an own radius that reaches the job.
    pub fn count(&self, search: &Search<'_>, mut wanted: impl FnMut(&Candidate) -> bool) -> usize {
        let middle = Point::of(search.middle);
        let furthest = geo::chord_squared(search.radius);
        let mut count = 0;
        self.layer(search.skill).each(search.middle, furthest, |spot| {
            if middle.chord_squared(spot.place) <= furthest {
                let entry = self.entry(spot.slot);
                let reaches = entry.filter(|entry| middle.chord_squared(entry.base) <= entry.reach);
                count += usize::from(reaches.is_some_and(|entry| wanted(&entry.pro)));
            }
        });
        count
    }

    fn entry(&self, slot: u32) -> Option<&Entry> {
        self.slots.get(usize::try_from(slot).ok()?)?.as_ref()
    }

    fn layer(&self, skill: Trade) -> &Layer {
        let [plumbers, electricians, handymen, builders] = &self.layers;
        match skill {
            Trade::Plumber => plumbers,
            Trade::Electrician => electricians,
            Trade::Handyman => handymen,
            Trade::Builder => builders,
        }
    }

    fn layer_mut(&mut self, skill: Trade) -> &mut Layer {
        let [plumbers, electricians, handymen, builders] = &mut self.layers;
        match skill {
            Trade::Plumber => plumbers,
            Trade::Electrician => electricians,
            Trade::Handyman => handymen,
            Trade::Builder => builders,
        }
    }

    /// Empties a slot; the pro stays filed in the layers.
    fn take(&mut self, slot: u32) -> Option<Entry> {
        let entry = self.slots.get_mut(usize::try_from(slot).ok()?)?.take()?;
        if let Some(until) = entry.until {
            self.ends.remove(&(until, slot));
        }
        Some(entry)
    }

    fn unfile(&mut self, slot: u32, filed: &[Trade], place: Location) {
        for skill in filed {
            self.layer_mut(*skill).remove(place, slot);
        }
    }

    fn file(&mut self, slot: u32, pro: Candidate, now: Millis) {
        let place = pro.place(now, &self.rules);
        let spot = Spot {
            slot,
            place: Point::of(place),
            number: turn::number(&pro.id),
        };
        for skill in &pro.skills {
            self.layer_mut(*skill).insert(place, spot);
        }
        self.keep(slot, pro, place, now);
    }

    /// Fills a slot with a pro who is filed at `place`.
    fn keep(&mut self, slot: u32, pro: Candidate, place: Location, now: Millis) {
        let until = pro.position_until(&self.rules).filter(|until| now < *until);
        if let Some(until) = until {
            self.ends.insert((until, slot));
        }
        let entry = Entry {
            filed: pro.skills.clone(),
            place,
            base: Point::of(pro.base),
            reach: geo::chord_squared(pro.radius),
            until,
            pro,
        };
        if let Some(place) = usize::try_from(slot)
            .ok()
            .and_then(|slot| self.slots.get_mut(slot))
        {
            *place = Some(entry);
        }
    }
}

#[cfg(test)]
mod tests;
