//! The pros of one skill in cells of 2 km.

use crate::districts::Location;
use crate::geo::{self, Flat, Point, STRETCH};

/// Side of a cell on the map, metres.
const SIDE: f64 = 2_000.0;

/// South-west corner of the cells on the map, metres: 48.8° N, and 440 km west of the map's middle.
const SOUTH: f64 = 5_426_000.0;
const WEST: f64 = -440_000.0;

/// The United Kingdom with the Channel Islands: 880 by 1,426 km. Whoever is outside stands in the nearest cell of the edge, which
/// only brings them nearer, so nobody within a radius is missed.
const COLUMNS: i32 = 440;
const ROWS: i32 = 713;

/// A pro in a cell, with what most searches need; the rest is looked up by the slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub(super) slot: u32,
    pub(super) place: Point,
    /// The number of the pro's id.
    pub(super) number: u64,
}

/// A cell by its column from the west and its row from the south.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell {
    column: i32,
    row: i32,
}

/// The pros of one skill.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    /// For each cell the number of its list plus one; 0: it never had a pro. Most of the sea is never touched.
    cells: Vec<u32>,
    lists: Vec<Vec<Spot>>,
}

impl Cell {
    /// The cell of a place, and how far the place is inside it from the nearest edge, metres.
    fn of(place: Location) -> (Self, f64) {
        let flat = Flat::of(place);
        let (column, from_west) = step(flat.east - WEST, COLUMNS);
        let (row, from_south) = step(flat.north - SOUTH, ROWS);
        (Self { column, row }, from_west.min(from_south))
    }

    fn index(self) -> Option<usize> {
        let is_inside = (0..COLUMNS).contains(&self.column) && (0..ROWS).contains(&self.row);
        usize::try_from(self.row * COLUMNS + self.column)
            .ok()
            .filter(|_| is_inside)
    }
}

/// Which of `count` steps of a cell's side this many metres are, and how far they are from the nearest end of that step.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a whole number of at most three digits"
)]
fn step(metres: f64, count: i32) -> (i32, f64) {
    let metres = metres.clamp(0.0, f64::from(count) * SIDE);
    let step = ((metres / SIDE) as i32).min(count - 1);
    let inside = metres - f64::from(step) * SIDE;
    (step, inside.min(SIDE - inside))
}

impl Layer {
    pub(super) fn new() -> Self {
        let count = usize::try_from(COLUMNS * ROWS).unwrap_or_default();
        Self {
            cells: vec![0; count],
            lists: Vec::new(),
        }
    }

    pub(super) fn insert(&mut self, place: Location, spot: Spot) {
        let index = Cell::of(place).0.index();
        let Some(cell) = index.and_then(|index| self.cells.get_mut(index)) else {
            return;
        };
        if *cell == 0 {
            self.lists.push(Vec::new());
            *cell = u32::try_from(self.lists.len()).unwrap_or_default();
        }
        if let Some(list) = list_of(*cell).and_then(|list| self.lists.get_mut(list)) {
            list.push(spot);
        }
    }

    pub(super) fn remove(&mut self, place: Location, slot: u32) {
        let index = Cell::of(place).0.index();
        let cell = index.and_then(|index| self.cells.get(index)).copied();
        let Some(list) = cell.and_then(list_of).and_then(|list| self.lists.get_mut(list)) else {
            return;
        };
        if let Some(at) = list.iter().position(|spot| spot.slot == slot) {
            list.swap_remove(at);
        }
    }

    fn at(&self, cell: Cell) -> &[Spot] {
        cell.index()
            .and_then(|index| self.cells.get(index))
            .and_then(|cell| self.lists.get(list_of(*cell)?))
            .map_or(&[], Vec::as_slice)
    }

    /// Visits the pros around a place, ring after ring of cells, for as long as the next ring may hold somebody within the limit: a
    /// squared chord that each visit may lower.
    pub(super) fn walk(&self, middle: Location, limit: f64, mut visit: impl FnMut(&Spot) -> f64) {
        let (home, inside) = Cell::of(middle);
        let mut limit = limit;
        for ring in 0..COLUMNS.max(ROWS) {
            // On the map everything in this ring is at least so far away, and on the earth at least that less the stretch.
            let away = (f64::from(ring - 1) * SIDE + inside).max(0.0) / STRETCH;
            if geo::chord_squared(away) > limit {
                break;
            }
            for_ring(home, ring, |cell| {
                for spot in self.at(cell) {
                    limit = visit(spot);
                }
            });
        }
    }

    /// Visits everybody around a place who may be within a squared chord, in no order: cell by cell, or all of a layer that has pros in
    /// fewer cells than there are around the place.
    pub(super) fn each(&self, middle: Location, limit: f64, mut visit: impl FnMut(&Spot)) {
        let across = 2.0 * (geo::metres(limit) * STRETCH / SIDE) + 3.0;
        if u32::try_from(self.lists.len()).map_or(f64::INFINITY, f64::from) < across * across {
            self.lists.iter().flatten().for_each(visit);
        } else {
            self.walk(middle, limit, |spot| {
                visit(spot);
                limit
            });
        }
    }
}

fn list_of(cell: u32) -> Option<usize> {
    usize::try_from(cell.checked_sub(1)?).ok()
}

/// The cells whose column or row is `ring` away from home, and neither further.
fn for_ring(home: Cell, ring: i32, mut visit: impl FnMut(Cell)) {
    let (west, east) = (home.column - ring, home.column + ring);
    let (south, north) = (home.row - ring, home.row + ring);
    for column in west.max(0)..=east.min(COLUMNS - 1) {
        visit(Cell { column, row: south });
        if ring > 0 {
            visit(Cell { column, row: north });
        }
    }
    for row in (south + 1).max(0)..north.min(ROWS) {
        visit(Cell { column: west, row });
        visit(Cell { column: east, row });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn rings_cover_every_cell_once() {
        let home = Cell { column: 7, row: 3 };
        let mut seen = HashSet::new();
        for ring in 0..20 {
            for_ring(home, ring, |cell| {
                let away = (cell.column - home.column).abs().max((cell.row - home.row).abs());
                assert_eq!(away, ring);
                assert!(
                    cell.index().is_none() || seen.insert(cell.index()),
                    "{cell:?} twice"
                );
            });
        }
        // Columns 0 to 26 and rows 0 to 22 lie within 19 rings.
        assert_eq!(seen.len(), 27 * 23);
    }

    #[test]
    fn the_uk_is_inside_and_the_rest_stands_at_the_edge() {
        let cell = |lat, lng| Cell::of(Location { lat, lng }).0;
        for (lat, lng) in [
            (49.17, -2.1),
            (60.85, -0.88),
            (54.3, -8.17),
            (52.48, 1.76),
            (57.6, -7.6),
        ] {
            let Cell { column, row } = cell(lat, lng);
            assert!(
                (1..COLUMNS - 1).contains(&column) && (1..ROWS - 1).contains(&row),
                "{lat} {lng}"
            );
        }
        assert_eq!(cell(40.4, -3.2).row, 0);
        assert_eq!(cell(90.0, 180.0).row, ROWS - 1);
        assert_eq!(cell(52.0, 40.0).column, COLUMNS - 1);
        assert_eq!(cell(52.0, -40.0).column, 0);
    }
}
