//! The words of a description, as a person typed them: case folded, plurals and endings understood, and single-letter
//! typos of longer words folded onto the lexicon.
//!
//! Everything works on any script. Text beyond [`MAX_CHARS`] characters is not read, so the work is bounded.

mod inflection;
mod typo;

use crate::lexicon::{Lexicon, WordId};
pub(crate) use inflection::bases;
pub use inflection::is_form_of;

/// Characters of a description that are read; the rest is ignored. The documents' form stops at 500, the API at 10,000.
pub const MAX_CHARS: usize = 10_000;

/// Words shorter than this (in characters) are never corrected (decisions.md section 3).
pub const MIN_TYPO_CHARS: usize = 6;

/// One word of a description.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// Where the folded word lies in the buffer.
    start: usize,
    end: usize,
    /// The lexicon's word, if it knows this one or a simple form of it.
    pub(crate) id: Option<WordId>,
    /// The second half of a word written as two ("fuse box"): its first half has the word of both.
    pub(crate) joined: bool,
    /// A counter that jumps at the end of a sentence: words of two sentences are never neighbours.
    pub(crate) place: u32,
}

/// A description split into words.
#[derive(Clone, Debug)]
pub struct Text {
    buffer: String,
    words: Vec<Word>,
    chars: usize,
    corrected: Option<String>,
}

impl Text {
    /// Reads a description: at most [`MAX_CHARS`] characters of it.
    #[must_use]
    pub fn read(description: &str) -> Self {
        let description = clipped(description.trim());
        let lexicon = Lexicon::get();
        let mut text = Self {
            buffer: String::with_capacity(description.len()),
            words: Vec::with_capacity(description.len() / 4),
            chars: description.chars().count(),
            corrected: None,
        };
        let mut corrections = Corrections::new(description);
        let mut place = 0;
        for piece in pieces(description) {
            match piece {
                Piece::Word { start, end } => {
                    let original = description.get(start..end).unwrap_or_default();
                    place += 1;
                    if let Some(better) = text.push(original, place, lexicon) {
                        corrections.replace(start, end, &better);
                    }
                }
                Piece::Comma => place += 1,
                Piece::Stop => place += 4,
            }
        }
        text.corrected = corrections.finish();
        text
    }

    /// The folded words in order, typos already replaced.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| self.word(word))
    }

    /// Characters of the trimmed description, as far as it was read.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.chars
    }

    /// The description with its typos replaced; `None` if there were none (the documents' `autocorrected_input`).
    #[must_use]
    pub fn corrected(&self) -> Option<&str> {
        self.corrected.as_deref()
    }

    /// Whether a word or a phrase of words separated by spaces occurs: whole words, simple forms of them included
    /// ("taps", "leaking"), neighbours in the phrase's order. An empty phrase never occurs.
    #[must_use]
    pub fn contains(&self, phrase: &str) -> bool {
        (0..self.words.len()).any(|first| self.contains_at(first, phrase))
    }

    fn contains_at(&self, first: usize, phrase: &str) -> bool {
        let mut wanted = phrase.split_whitespace().peekable();
        if wanted.peek().is_none() {
            return false;
        }
        let mut here = self.words.get(first..).unwrap_or_default().iter();
        wanted.all(|base| here.next().is_some_and(|word| is_form_of(self.word(word), base)))
    }

    /// Whether a word belongs to the one before it; that one then stands for both.
    fn join(&mut self, second: Option<WordId>, place: u32, lexicon: &Lexicon) -> bool {
        let Some(before) = self.words.last_mut().filter(|before| before.place + 1 == place) else {
            return false;
        };
        let together = before
            .id
            .zip(second)
            .and_then(|(first, second)| lexicon.joined(first, second));
        before.id = together.or(before.id);
        together.is_some()
    }

    pub(crate) fn entries(&self) -> &[Word] {
        &self.words
    }

    pub(crate) fn word(&self, word: &Word) -> &str {
        self.buffer.get(word.start..word.end).unwrap_or_default()
    }

    /// Adds one word; answers its correction if a typo was folded.
    fn push(&mut self, original: &str, place: u32, lexicon: &Lexicon) -> Option<String> {
        let start = self.buffer.len();
        fold_case(original, &mut self.buffer);
        let folded = self.buffer.get(start..).unwrap_or_default();
        let plain = lexicon.is_plain_english(folded);
        let known = bases(folded)
            .find_map(|base| lexicon.word(base.as_str()))
            .filter(|_| !plain);
        let typo = if known.is_some() || plain {
            None
        } else {
            typo::fold(folded, lexicon)
        };
        let (mut id, mut better) = (known, None);
        if let Some((word, spelled)) = typo {
            id = Some(word);
            self.buffer.truncate(start);
            self.buffer.push_str(&spelled);
            better = Some(spelled);
        }
        let joined = self.join(id, place, lexicon);
        self.words.push(Word {
            start,
            end: self.buffer.len(),
            id: if joined { None } else { id },
            joined,
            place,
        });
        better
    }
}

fn clipped(text: &str) -> &str {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => text.get(..end).unwrap_or_default(),
        None => text,
    }
}

/// Lower case (of ASCII, as the lexicon is), without the apostrophes: "Won't" and "wont" are the same word.
fn fold_case(original: &str, into: &mut String) {
    if original.is_ascii() {
        into.extend(
            original
                .bytes()
                .filter(|byte| *byte != b'\'')
                .map(|byte| char::from(byte.to_ascii_lowercase())),
        );
    } else {
        into.extend(
            original
                .chars()
                .filter(|letter| !is_apostrophe(*letter))
                .map(|letter| letter.to_ascii_lowercase()),
        );
    }
}

/// Letters and digits of any script, without the tables of Unicode (the lexicon is ASCII): everything but the blocks of
/// punctuation, symbols and pictures.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || letter >= '\u{c0}'
            && !matches!(letter, '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' | '\u{fe00}'..='\u{fe6f}' | '\u{1f000}'..)
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2019}' | '\u{2018}' | '`' | '\u{b4}')
}

enum Piece {
    Word {
        start: usize,
        end: usize,
    },
    /// A comma or the like, within a sentence.
    Comma,
    /// The end of a sentence or a line.
    Stop,
}

/// Words are runs of letters, digits and apostrophes; everything else separates.
fn pieces(text: &str) -> impl Iterator<Item = Piece> {
    let mut letters = text.char_indices().peekable();
    core::iter::from_fn(move || {
        loop {
            let (start, first) = letters.next()?;
            if matches!(first, '.' | '!' | '?' | ';' | '\n') {
                return Some(Piece::Stop);
            }
            if matches!(first, ',' | ':' | '(' | ')' | '&' | '+') {
                return Some(Piece::Comma);
            }
            if is_letter(first) {
                let mut end = start + first.len_utf8();
                while let Some((at, next)) =
                    letters.next_if(|(_, next)| is_letter(*next) || is_apostrophe(*next))
                {
                    end = at + next.len_utf8();
                }
                return Some(Piece::Word { start, end });
            }
        }
    })
}

/// The original text with some of its words replaced; costs nothing until the first replacement.
struct Corrections<'t> {
    original: &'t str,
    text: String,
    copied: usize,
}

impl<'t> Corrections<'t> {
    fn new(original: &'t str) -> Self {
        Self {
            original,
            text: String::new(),
            copied: 0,
        }
    }

    fn replace(&mut self, start: usize, end: usize, better: &str) {
        self.text
            .push_str(self.original.get(self.copied..start).unwrap_or_default());
        self.text.push_str(better);
        self.copied = end;
    }

    fn finish(mut self) -> Option<String> {
        (self.copied > 0).then(|| {
            self.text
                .push_str(self.original.get(self.copied..).unwrap_or_default());
            self.text
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_CHARS, Text};

    fn words(text: &str) -> Vec<String> {
        Text::read(text).words().map(str::to_owned).collect()
    }

    #[test]
    fn words_of_any_script_are_split_and_the_ascii_ones_folded() {
        assert_eq!(
            words("It WON’T stop, the U-bend!"),
            ["it", "wont", "stop", "the", "u", "bend"]
        );
        assert_eq!(words("Течёт кран 水漏れ"), ["Течёт", "кран", "水漏れ"]);
        assert_eq!(words("🔥 ... 👍"), Vec::<String>::new());
    }

    #[test]
    fn typos_of_long_words_only_are_folded() {
        assert_eq!(
            Text::read("My Bolier and raditors").corrected(),
            Some("My boiler and radiators")
        );
        for plain in ["certain", "leaving", "tpa", "heading", "my boiler", "swelling"] {
            assert_eq!(Text::read(plain).corrected(), None, "{plain}");
        }
    }

    #[test]
    fn phrases_are_neighbours_in_order() {
        let text = Text::read("Loft conversions, taps and a leaking pipe");
        assert!(
            ["loft conversion", "tap", "leak", "pipe"]
                .iter()
                .all(|phrase| text.contains(phrase))
        );
        assert!(
            ["conversion loft", "loft tap", "tape", "", " "]
                .iter()
                .all(|phrase| !text.contains(phrase))
        );
    }

    #[test]
    fn two_words_may_be_one() {
        let text = Text::read("fuse box");
        assert_eq!(text.entries().iter().filter(|word| word.joined).count(), 1);
        assert!(Text::read("fuse. Box").entries().iter().all(|word| !word.joined));
    }

    #[test]
    fn text_beyond_the_limit_is_not_read() {
        let text = format!("{}tap", "a ".repeat(MAX_CHARS / 2));
        assert!(!Text::read(&text).contains("tap"));
        assert_eq!(Text::read(&text).chars(), MAX_CHARS);
    }
}
