//! The objects of a PDF, found by its cross-reference table: a text table, or since PDF 1.5 a stream, one for each time the file was
//! saved, each pointing to the one before.

use std::collections::{BTreeSet, HashMap};

use hayro_syntax::object::{Array, Dict, FromBytes as _, Name};

use super::unpack::Unpacker;

/// Bytes at the end of a file within which it says where its table is. Programs add a line or two after it.
const TAIL: usize = 2_048;
/// Bytes of one object outside streams.
const OBJECT: usize = 1 << 20;
/// Tables of one file: one for each time it was saved.
const TABLES: usize = 256;
/// Entries of all tables together.
const ENTRIES: usize = 1_000_000;

/// Where an object is.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// At this byte.
    At(usize),
    /// In the object stream of this number.
    In(u32),
}

/// The objects of one file.
pub(super) struct Objects<'f> {
    file: &'f [u8],
    places: HashMap<u32, Place>,
    entries: usize,
    unpacker: Unpacker,
    /// The object that leads to all others.
    root: Option<u32>,
    is_encrypted: bool,
}

impl<'f> Objects<'f> {
    /// Reads every table, the latest first; of an encrypted file only as far as the one that says so.
    pub(super) fn read(file: &'f [u8]) -> Option<Self> {
        let mut objects = Self {
            file,
            places: HashMap::new(),
            entries: 0,
            unpacker: Unpacker::new(),
            root: None,
            is_encrypted: false,
        };
        let mut waiting = vec![start(file)?];
        let mut seen = BTreeSet::new();
        while let Some(at) = waiting.pop() {
            if !seen.insert(at) {
                continue;
            }
            if seen.len() > TABLES {
                return None;
            }
            let trailer = objects.table_at(at)?;
            if trailer.contains_key(b"Encrypt") {
                objects.is_encrypted = true;
                break;
            }
            let root = trailer.get_ref(b"Root").map(|root| root.obj_number);
            objects.root = objects.root.or(root);
            // A stream beside a text table counts before the tables of earlier times.
            for key in [&b"Prev"[..], b"XRefStm"] {
                waiting.extend(trailer.get::<usize>(key));
            }
        }
        Some(objects)
    }

    /// What unpacks the streams of this file.
    pub(super) fn unpacker(&mut self) -> &mut Unpacker {
        &mut self.unpacker
    }

    /// The number of the object that leads to all others.
    pub(super) fn root(&self) -> Option<u32> {
        self.root
    }

    /// True when the content of the file is encrypted.
    pub(super) fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// Reads an object from its bytes, which end somewhere after it.
    pub(super) fn with<T>(&mut self, number: u32, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        match self.places.get(&number).copied()? {
            Place::At(at) => self.object_at(at, Some(number)).map(cut).and_then(read),
            Place::In(stream) => {
                let members = self.members(stream)?;
                members.get(number).map(cut).and_then(read)
            }
        }
    }

    /// The objects in an object stream.
    fn members(&mut self, stream: u32) -> Option<Members> {
        let Place::At(at) = self.places.get(&stream).copied()? else {
            return None;
        };
        let (dict, after) = self.stream_at(at, Some(stream), b"ObjStm")?;
        Some(Members {
            bytes: self.unpacker.unpack(&dict, after)?,
            count: dict.get(b"N")?,
            first: dict.get(b"First")?,
        })
    }

    /// The file from the object at this place on, after `7 0 obj`; none when it is another object.
    fn object_at(&self, at: usize, expected: Option<u32>) -> Option<&'f [u8]> {
        let (found, rest) = number(skip_space(self.file.get(at..)?))?;
        let (_generation, rest) = number(skip_space(rest))?;
        let object = skip_space(skip_space(rest).strip_prefix(b"obj")?);
        let is_expected = expected.is_none_or(|expected| usize::try_from(expected) == Ok(found));
        is_expected.then_some(object)
    }

    /// The dictionary of the stream at this place, and what follows it in the file.
    fn stream_at(&self, at: usize, expected: Option<u32>, kind: &[u8]) -> Option<(Dict<'f>, &'f [u8])> {
        let object = self.object_at(at, expected)?;
        let dict = Dict::from_bytes(cut(object))?;
        let is_kind = dict.get::<Name<'_>>(b"Type")?.as_ref() == kind;
        let after = object.get(dict.data().len()..)?;
        is_kind.then_some((dict, after))
    }

    /// Reads the table at this place and gives its dictionary.
    fn table_at(&mut self, at: usize) -> Option<Dict<'f>> {
        match skip_space(self.file.get(at..)?).strip_prefix(b"xref") {
            Some(lines) => self.text_table(lines),
            None => self.stream_table(at),
        }
    }

    fn text_table(&mut self, lines: &'f [u8]) -> Option<Dict<'f>> {
        let mut rest = skip_space(lines);
        while let Some((first, after)) = number(rest) {
            let (count, after) = number(skip_space(after))?;
            rest = skip_space(after);
            for place in 0..count {
                let (at, after) = number(rest)?;
                let (_generation, after) = number(skip_space(after))?;
                let (state, after) = skip_space(after).split_first()?;
                rest = skip_space(after);
                self.count_entry()?;
                match state {
                    b'n' => self.note(first.checked_add(place)?, Place::At(at))?,
                    b'f' => {}
                    _ => return None,
                }
            }
        }
        Dict::from_bytes(cut(skip_space(rest.strip_prefix(b"trailer")?)))
    }

    fn stream_table(&mut self, at: usize) -> Option<Dict<'f>> {
        let (dict, after) = self.stream_at(at, None, b"XRef")?;
        let bytes = self.unpacker.unpack(&dict, after)?;
        self.entries_of(&dict, &bytes)?;
        Some(dict)
    }

    fn entries_of(&mut self, dict: &Dict<'_>, bytes: &[u8]) -> Option<()> {
        let widths: [u8; 3] = dict.get(b"W")?;
        let [kind_width, where_width, _] = widths.map(usize::from);
        let width = widths.into_iter().map(usize::from).sum();
        if width == 0 || widths.iter().any(|width| *width > 8) {
            return None;
        }
        let mut entries = bytes.chunks_exact(width);
        for (first, count) in runs(dict)? {
            // A table may announce more than it holds.
            for (place, entry) in (0..count).zip(&mut entries) {
                self.count_entry()?;
                let (kind, rest) = entry.split_at_checked(kind_width)?;
                let (at, _) = rest.split_at_checked(where_width)?;
                let at = big_endian(at);
                let kind = if kind.is_empty() { 1 } else { big_endian(kind) };
                match kind {
                    1 => self.note(first.checked_add(place)?, Place::At(usize::try_from(at).ok()?))?,
                    2 => self.note(first.checked_add(place)?, Place::In(u32::try_from(at).ok()?))?,
                    _ => {}
                }
            }
        }
        Some(())
    }

    fn count_entry(&mut self) -> Option<()> {
        self.entries += 1;
        (self.entries <= ENTRIES).then_some(())
    }

    /// Notes where an object is, unless a later table has said so.
    fn note(&mut self, number: usize, place: Place) -> Option<()> {
        self.places.entry(u32::try_from(number).ok()?).or_insert(place);
        Some(())
    }
}

/// The unpacked objects of an object stream.
struct Members {
    bytes: Vec<u8>,
    count: usize,
    /// Where the first object begins, after the list of numbers and places.
    first: usize,
}

impl Members {
    fn get(&self, wanted: u32) -> Option<&[u8]> {
        let mut rest = skip_space(&self.bytes);
        for _ in 0..self.count {
            let (found, after) = number(rest)?;
            let (place, after) = number(skip_space(after))?;
            if usize::try_from(wanted) == Ok(found) {
                return self.bytes.get(self.first.checked_add(place)?..).map(skip_space);
            }
            rest = skip_space(after);
        }
        None
    }
}

/// Where the end of the file says that its latest table is.
fn start(file: &[u8]) -> Option<usize> {
    const WORD: &[u8] = b"startxref";
    let tail = file.get(file.len().saturating_sub(TAIL)..)?;
    let at = tail.windows(WORD.len()).rposition(|window| window == WORD)?;
    let (start, _) = number(skip_space(tail.get(at + WORD.len()..)?))?;
    Some(start)
}

/// The runs of object numbers that a stream's entries are for: the first of each, and how many.
fn runs(dict: &Dict<'_>) -> Option<Vec<(usize, usize)>> {
    match dict.get::<Array<'_>>(b"Index") {
        None => Some(vec![(0, dict.get::<usize>(b"Size")?)]),
        Some(index) => {
            let numbers: Vec<usize> = index.iter::<usize>().collect();
            let pairs = numbers.chunks_exact(2);
            Some(
                pairs
                    .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
                    .collect(),
            )
        }
    }
}

/// As much as one object may take.
fn cut(bytes: &[u8]) -> &[u8] {
    bytes.get(..OBJECT).unwrap_or(bytes)
}

/// A number of at most 8 bytes.
fn big_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |number, byte| (number << 8) | u64::from(*byte))
}

/// A number without a sign, and what follows it.
fn number(text: &[u8]) -> Option<(usize, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(digits)?;
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((number, rest))
}

/// What follows white space and comments.
pub(super) fn skip_space(mut text: &[u8]) -> &[u8] {
    while let Some((byte, rest)) = text.split_first() {
        match byte {
            0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ' => text = rest,
            b'%' => {
                let line = rest
                    .iter()
                    .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
                    .count();
                text = rest.get(line..).unwrap_or_default();
            }
            _ => break,
        }
    }
    text
}
