//! Whether a PDF could do more than be read: run a script, start a program, follow a link, hold another file. All that the file says is
//! looked at, whether its tables lead there or not, since viewers mend broken tables by a search of their own. Content of pages and
//! pictures is in streams, and those are passed by; objects that are packed in streams are not.

use hayro_syntax::object::{Dict, FromBytes as _, Name};

use super::objects::skip_space;
use super::unpack::Unpacker;

/// What stands in a file that could do more: actions, and what holds files, films and forms of a further kind.
const ACTIVE: [&[u8]; 16] = [
    b"JavaScript",
    b"JS",
    b"Launch",
    b"URI",
    b"SubmitForm",
    b"ImportData",
    b"GoToR",
    b"GoToE",
    b"EmbeddedFile",
    b"EmbeddedFiles",
    b"EF",
    b"FileAttachment",
    b"RichMedia",
    b"Rendition",
    b"Movie",
    b"XFA",
];

/// How often each byte of a file may be looked at: those of an ordinary file are looked at once.
const LOOKS: usize = 8;

/// True when there is something active in the file; `None` when that cannot be told.
pub(super) fn is_in(file: &[u8], unpacker: &mut Unpacker) -> Option<bool> {
    let mut left = file.len().saturating_mul(LOOKS);
    for (start, end) in starts(file) {
        let object = file.get(start..)?;
        let part = Part::read(object, end);
        left = left.checked_sub(part.length)?;
        if part.is_active || (part.holds_objects() && is_in_members(object, unpacker)?) {
            return Some(true);
        }
    }
    Some(false)
}

/// The same for a stream of objects.
fn is_in_members(object: &[u8], unpacker: &mut Unpacker) -> Option<bool> {
    let object = skip_space(object);
    let dict = Dict::from_bytes(object)?;
    let members = unpacker.unpack(&dict, object.get(dict.data().len()..)?)?;
    Some(Part::read(&members, END_OF_OBJECT).is_active)
}

/// What an object ends with.
const END_OF_OBJECT: &[u8] = b"endobj";

/// Where objects and trailers begin, and the word that ends each.
fn starts(file: &[u8]) -> impl Iterator<Item = (usize, &'static [u8])> + '_ {
    const WORDS: [(&[u8], &[u8]); 2] = [(b"obj", END_OF_OBJECT), (b"trailer", b"startxref")];
    (0..file.len()).filter_map(move |at| {
        let rest = file.get(at..)?;
        let (word, end) = WORDS.into_iter().find(|(word, _)| rest.starts_with(word))?;
        let is_end = file.get(..at)?.ends_with(b"end");
        (!is_end).then_some((at + word.len(), end))
    })
}

/// What an object says of itself outside streams and texts.
#[derive(Default)]
struct Part {
    /// Bytes that were read.
    length: usize,
    is_active: bool,
    has_first: bool,
    has_number: bool,
    is_stream: bool,
}

impl Part {
    /// Reads to the word `end`, to another object, or to the end of what is there.
    fn read(text: &[u8], end: &[u8]) -> Self {
        let mut part = Self::default();
        while let Some(rest) = text.get(part.length..).filter(|rest| !rest.is_empty()) {
            let token = token(rest);
            match token {
                [b'/', name @ ..] => part.note(name),
                b"stream" => part.is_stream = true,
                _ => {}
            }
            if part.is_stream || token == end || token == b"obj" {
                break;
            }
            part.length += token.len().max(1);
        }
        part
    }

    fn note(&mut self, name: &[u8]) {
        let Some(name) = Name::new(name) else { return };
        self.is_active |= ACTIVE.contains(&name.as_ref());
        self.has_first |= name.as_ref() == b"First";
        self.has_number |= name.as_ref() == b"N";
    }

    /// True for a stream of objects, whatever it calls itself.
    fn holds_objects(&self) -> bool {
        self.is_stream && self.has_first && self.has_number
    }
}

/// What the text begins with: a name, a text, a comment, a word, or a single sign.
fn token(text: &[u8]) -> &[u8] {
    let length = match text {
        [b'/', rest @ ..] => 1 + word(rest),
        [b'(', ..] => string(text),
        [b'%', ..] => until(text, |byte| matches!(byte, b'\n' | b'\r')),
        [b'<', b'<', ..] => 2,
        [b'<', ..] => until(text, |byte| byte == b'>'),
        _ => word(text).max(1),
    };
    text.get(..length).unwrap_or(text)
}

fn until(text: &[u8], is_end: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|byte| !is_end(**byte)).count()
}

/// The length of a word: up to white space or a sign.
fn word(text: &[u8]) -> usize {
    until(text, |byte| {
        matches!(
            byte,
            0 | b'\t'
                | b'\n'
                | 0x0c
                | b'\r'
                | b' '
                | b'('
                | b')'
                | b'<'
                | b'>'
                | b'['
                | b']'
                | b'{'
                | b'}'
                | b'/'
                | b'%'
        )
    })
}

/// The length of a text in brackets, which may hold others.
fn string(text: &[u8]) -> usize {
    let (mut open, mut is_escaped) = (0_usize, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'(' => open += 1,
            b')' if open == 1 => return at + 1,
            b')' => open -= 1,
            _ => {}
        }
    }
    text.len()
}
