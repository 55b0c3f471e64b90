//! Unpacks the streams in which a PDF keeps its tables and objects: plain, or compressed by Flate as every program writes them. How
//! much one file may unpack is limited.

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use hayro_syntax::object::{Dict, MaybeRef, Name, Object};

use super::objects::skip_space;

/// Bytes that all streams of a file may unpack to: many times what a file of 10 MB needs.
const MOST: usize = 32 * 1024 * 1024;

/// What is left to unpack.
pub(super) struct Unpacker {
    left: usize,
}

impl Unpacker {
    /// With everything left.
    pub(super) fn new() -> Self {
        Self { left: MOST }
    }

    /// The content of a stream, from its dictionary and what follows that in the file.
    pub(super) fn unpack(&mut self, dict: &Dict<'_>, after: &[u8]) -> Option<Vec<u8>> {
        let packed = content(after)?;
        let unpacked = match dict.get_raw::<Object<'_>>(b"Filter") {
            None => packed.get(..dict.get::<usize>(b"Length")?)?.to_vec(),
            Some(filter) if is_flate(&filter) => self.inflate(packed)?,
            Some(_) => return None,
        };
        self.left = self.left.checked_sub(unpacked.len())?;
        match Rows::of(dict) {
            Rows::Plain => Some(unpacked),
            Rows::Differences { columns } => summed(&unpacked, columns),
            Rows::Unknown => None,
        }
    }

    fn inflate(&self, packed: &[u8]) -> Option<Vec<u8>> {
        let mut unpacked = Vec::new();
        let most = u64::try_from(self.left).ok()?;
        // One byte more than allowed shows that there is more.
        let mut reader = ZlibDecoder::new(packed).take(most.saturating_add(1));
        reader.read_to_end(&mut unpacked).ok()?;
        Some(unpacked)
    }
}

/// What follows the word `stream` and its line break.
fn content(after: &[u8]) -> Option<&[u8]> {
    let rest = skip_space(after).strip_prefix(b"stream")?;
    let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
    Some(rest.strip_prefix(b"\n").unwrap_or(rest))
}

/// True for Flate alone, as a name or as a list of one.
fn is_flate(filter: &MaybeRef<Object<'_>>) -> bool {
    let is_name = |name: &Name<'_>| name.as_ref() == b"FlateDecode";
    match filter {
        MaybeRef::NotRef(Object::Name(name)) => is_name(name),
        MaybeRef::NotRef(Object::Array(names)) => {
            let names: Vec<Name<'_>> = names.iter().collect();
            matches!(names.as_slice(), [name] if is_name(name))
        }
        _ => false,
    }
}

/// How the bytes are arranged before they are packed.
enum Rows {
    /// As they are.
    Plain,
    /// In rows of this many bytes, each byte as its difference from its neighbours, as in PNG.
    Differences { columns: usize },
    /// In another way, which no program uses for tables and objects.
    Unknown,
}

impl Rows {
    fn of(dict: &Dict<'_>) -> Self {
        let parameters = match dict.get::<Object<'_>>(b"DecodeParms") {
            Some(Object::Array(list)) => list.iter::<Dict<'_>>().next(),
            Some(object) => object.into_dict(),
            None => None,
        };
        let Some(parameters) = parameters else {
            return Self::Plain;
        };
        let number = |key: &[u8], otherwise| parameters.get::<usize>(key).unwrap_or(otherwise);
        match number(b"Predictor", 1) {
            1 => Self::Plain,
            10..=15 if number(b"Colors", 1) == 1 && number(b"BitsPerComponent", 8) == 8 => {
                Self::Differences {
                    columns: number(b"Columns", 1),
                }
            }
            _ => Self::Unknown,
        }
    }
}

/// Undoes the differences: each row begins with the number of the rule it was written by.
#[must_use]
pub fn summed(bytes: &[u8], columns: usize) -> Option<Vec<u8>> {
    let mut all = Vec::with_capacity(bytes.len());
    let mut above = vec![0u8; columns.min(bytes.len())];
    for row in bytes.chunks(columns.checked_add(1)?) {
        let (rule, differences) = row.split_first()?;
        let (mut left, mut above_left) = (0u8, 0u8);
        for (difference, above) in differences.iter().zip(&mut above) {
            let expected = match rule {
                0 => 0,
                1 => left,
                2 => *above,
                3 => left.midpoint(*above),
                4 => nearest(left, *above, above_left),
                _ => return None,
            };
            above_left = *above;
            left = difference.wrapping_add(expected);
            *above = left;
            all.push(left);
        }
    }
    Some(all)
}

/// The neighbour nearest to left + above − above left (Paeth's rule in PNG).
#[must_use]
pub fn nearest(left: u8, above: u8, above_left: u8) -> u8 {
    let estimate = i16::from(left) + i16::from(above) - i16::from(above_left);
    let distance = |byte: u8| (estimate - i16::from(byte)).abs();
    let (to_left, to_above) = (distance(left), distance(above));
    if to_left <= to_above && to_left <= distance(above_left) {
        left
    } else if to_above <= distance(above_left) {
        above
    } else {
        above_left
    }
}
