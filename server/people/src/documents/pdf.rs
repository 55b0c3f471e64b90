//! Whether a PDF is whole: from its end, through its table of objects, to its first page. Objects are read by `hayro-syntax`; the way
//! through the file is ours, because a library that opens a whole PDF unpacks whatever it meets, and a few kilobytes can be made to
//! unpack into gigabytes, or into hours of work. Here the number of steps and of unpacked bytes is limited. Nothing is rendered or
//! run: the file is kept as it is and only ever sent as an attachment. One that could do more than be read is refused.

mod active;
mod objects;
pub mod unpack;

use hayro_syntax::object::{Array, Dict, FromBytes as _, MaybeRef, Name, Object};

use objects::{Objects, skip_space};

/// How a PDF begins.
const HEADER: &[u8] = b"%PDF-";

/// Parts of the page tree that are looked at until a page is found.
const PARTS: usize = 64;

/// Why a PDF is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// It is cut short, or does not lead to a page.
    Damaged,
    /// It is encrypted: whoever is to check it could not read it, or only with a program that asks for a password.
    Protected,
    /// It holds scripts, links or other files.
    Active,
}

/// True when the file says that it is a PDF.
#[must_use]
pub fn is_pdf(file: &[u8]) -> bool {
    file.starts_with(HEADER)
}

/// Checks that a PDF is whole, can be read by anybody, and does nothing.
///
/// # Errors
/// What is wrong with it.
pub fn check(file: &[u8]) -> Result<(), Flaw> {
    let mut objects = Objects::read(file).ok_or(Flaw::Damaged)?;
    if objects.is_encrypted() {
        return Err(Flaw::Protected);
    }
    find_page(&mut objects).ok_or(Flaw::Damaged)?;
    match active::is_in(file, objects.unpacker()) {
        Some(false) => Ok(()),
        Some(true) => Err(Flaw::Active),
        None => Err(Flaw::Damaged),
    }
}

/// Goes from the root to the first page.
fn find_page(objects: &mut Objects<'_>) -> Option<()> {
    let pages = |catalogue: &[u8]| Dict::from_bytes(catalogue)?.get_ref(b"Pages");
    let mut parts = vec![objects.with(objects.root()?, pages)?.obj_number];
    for _ in 0..PARTS {
        match objects.with(parts.pop()?, Part::read)? {
            Part::Page => return Some(()),
            Part::Pages(kids) => parts.extend(kids.into_iter().rev()),
            Part::KidsIn(array) => parts.extend(objects.with(array, references)?.into_iter().rev()),
        }
    }
    None
}

/// A part of the page tree; others are named by their numbers.
enum Part {
    Page,
    /// In reading order.
    Pages(Vec<u32>),
    /// The same, but the list is an object of its own.
    KidsIn(u32),
}

impl Part {
    fn read(object: &[u8]) -> Option<Self> {
        let part = Dict::from_bytes(object)?;
        match part.get_raw::<Object<'_>>(b"Kids") {
            Some(MaybeRef::Ref(array)) => Some(Self::KidsIn(array.obj_number)),
            Some(MaybeRef::NotRef(kids)) => Some(Self::Pages(numbers(&kids.into_array()?))),
            None => (part.get::<Name<'_>>(b"Type")?.as_ref() == b"Page").then_some(Self::Page),
        }
    }
}

fn references(object: &[u8]) -> Option<Vec<u32>> {
    Array::from_bytes(skip_space(object)).map(|array| numbers(&array))
}

fn numbers(array: &Array<'_>) -> Vec<u32> {
    let kids = array.raw_iter().filter_map(|kid| kid.as_obj_ref());
    kids.map(|kid| kid.obj_number).collect()
}
