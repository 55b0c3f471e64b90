//! The words of a description, as a person typed them: case folded, plurals and endings understood, and single-letter
//! typos of longer words folded onto the lexicon.
//!
//! Everything works on any script. Text beyond [`MAX_CHARS`] characters is not read, so the work is bounded.

mod denied;
mod inflection;
mod picture;
mod typo;

use crate::lexicon::{Lexicon, WordNumber};
pub use inflection::is_form_of;
pub(crate) use inflection::{Base, bases};
pub(crate) use typo::one_edit;

/// Characters of a description that are read; the rest is ignored. The web form stops at 500, the API at 10,000.
pub const MAX_CHARS: usize = 10_000;

/// Words shorter than this (in characters) are never corrected.
pub const MIN_TYPO_CHARS: usize = 6;

/// One word of a description.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// Where the folded word lies in the buffer.
    start: usize,
    end: usize,
    /// The lexicon's word, if it knows this one or a simple form of it.
    pub(crate) number: Option<WordNumber>,
    /// The second half of a word written as two ("fuse box"): its first half has the word of both.
    pub(crate) joined: bool,
    /// A position that jumps at the end of a sentence, so that words of two sentences are never neighbours.
    pub(crate) place: u32,
    /// Said to be something else, or to be over: "not the toilet", "an old leak, now fixed". Counts for no job.
    pub(crate) denied: bool,
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
        // Where the word that is being read begins in the description, and its folded letters in the buffer.
        let mut begun: Option<(usize, usize)> = None;
        for (at, letter) in description.char_indices().chain([(description.len(), ' ')]) {
            if is_invisible(letter) {
                continue;
            }
            let apostrophe = is_apostrophe(letter);
            if is_letter(letter) || apostrophe && begun.is_some() {
                begun = begun.or(Some((at, text.buffer.len())));
                if !apostrophe {
                    // Lower case of ASCII, as the lexicon is; "Won't" and "wont" are the same word.
                    text.buffer.push(letter.to_ascii_lowercase());
                }
                continue;
            }
            if let Some((start, folded)) = begun.take() {
                place += 1;
                if let Some(better) = text.add(folded, place, lexicon) {
                    corrections.replace(start, at, &better);
                }
            }
            place += pause(letter);
            if let Some(name) = picture::word(letter) {
                place += 1;
                let start = text.buffer.len();
                text.buffer.push_str(name);
                text.add(start, place, lexicon);
            }
        }
        text.corrected = corrections.finish();
        denied::mark(&mut text, lexicon);
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

    /// The description with its typos replaced; `None` if there were none (the API's `autocorrected_input`).
    #[must_use]
    pub fn corrected(&self) -> Option<&str> {
        self.corrected.as_deref()
    }

    pub(crate) fn into_corrected(self) -> Option<String> {
        self.corrected
    }

    /// Whether a word or a phrase of words separated by spaces occurs: whole words, simple forms of them included
    /// ("taps", "leaking"), neighbours in the phrase's order. An empty phrase never occurs.
    #[must_use]
    pub fn contains(&self, phrase: &str) -> bool {
        // Nearly always the first letter differs already.
        let Some(letter) = phrase.trim_ascii_start().as_bytes().first() else {
            return false;
        };
        (0..self.words.len()).any(|first| {
            let word = self.words.get(first).map_or("", |word| self.word(word));
            word.as_bytes().first() == Some(letter) && self.contains_at(first, phrase)
        })
    }

    fn contains_at(&self, first: usize, phrase: &str) -> bool {
        let bases = phrase.as_bytes().split(u8::is_ascii_whitespace);
        let mut here = self.words.get(first..).unwrap_or_default().iter();
        let mut wanted = bases.filter(|base| !base.is_empty());
        wanted.all(|base| {
            here.next()
                .is_some_and(|word| !word.denied && inflection::is_form(self.word(word).as_bytes(), base))
        })
    }

    /// Whether a word belongs to the one before it; that one then stands for both.
    fn join(&mut self, second: Option<WordNumber>, place: u32, lexicon: &Lexicon) -> bool {
        let Some(before) = self.words.last_mut().filter(|before| before.place + 1 == place) else {
            return false;
        };
        let together = before
            .number
            .zip(second)
            .and_then(|(first, second)| lexicon.joined(first, second));
        before.number = together.or(before.number);
        together.is_some()
    }

    pub(crate) fn entries(&self) -> &[Word] {
        &self.words
    }

    pub(crate) fn word(&self, word: &Word) -> &str {
        self.buffer.get(word.start..word.end).unwrap_or_default()
    }

    /// Adds the word that begins there in the buffer; answers its correction if a typo was folded.
    fn add(&mut self, mut start: usize, place: u32, lexicon: &Lexicon) -> Option<String> {
        let folded = self.buffer.get(start..).unwrap_or_default();
        let plain = lexicon.is_plain_english(folded.as_bytes());
        let known = bases(folded.as_bytes())
            .find_map(|base| lexicon.word_of_base(base))
            .filter(|_| !plain);
        let typo = if known.is_some() || plain {
            None
        } else {
            typo::fold(folded, lexicon)
        };
        let code = || lexicon.word(b"error").filter(|_| !plain && is_fault_code(folded));
        let (mut number, mut better) = (known.or_else(code), None);
        if let Some((word, spelled)) = typo {
            number = Some(word);
            start = self.buffer.len();
            self.buffer.push_str(&spelled);
            better = Some(spelled);
        }
        let joined = self.join(number, place, lexicon);
        self.words.push(Word {
            start,
            end: self.buffer.len(),
            number: if joined { None } else { number },
            joined,
            place,
            denied: false,
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

/// Letters and digits of any script, without the tables of Unicode (the lexicon is ASCII): everything but the blocks of
/// punctuation, symbols and pictures.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || letter >= '\u{c0}'
            && !matches!(letter, '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' | '\u{fe00}'..='\u{fe6f}' | '\u{1f000}'..)
}

/// A boiler's fault code, as its display shows it: "F28", "E133".
fn is_fault_code(word: &str) -> bool {
    let digits = word.strip_prefix(['e', 'f', 'l']).unwrap_or_default();
    (2..=3).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Letters without width, marks of direction and variants of pictures: people paste them, nobody sees them.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2019}' | '\u{2018}' | '`' | '\u{b4}')
}

/// What "&" and "+" put between words: more than a comma, less than a sentence.
pub(crate) const JOINED_PAUSE: u32 = 2;

/// The extra distance that a separator puts between words: the end of a sentence or line, a comma or the like.
fn pause(letter: char) -> u32 {
    match letter {
        '.' | '!' | '?' | ';' | '\n' => 4,
        ',' | ':' | '(' | ')' => 1,
        '&' | '+' => JOINED_PAUSE,
        _ => 0,
    }
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
        assert_eq!(words("🎉 ... 👍"), Vec::<String>::new());
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
    fn what_nobody_sees_is_skipped_and_pictures_are_words() {
        assert_eq!(
            words("bo\u{200b}iler \u{202e}tap\u{ad}s\u{fe0f}"),
            ["boiler", "taps"]
        );
        assert_eq!(words("🚽 blocked🚿"), ["toilet", "blocked", "shower"]);
    }

    #[test]
    fn what_is_denied_or_over_is_marked() {
        let denied = |text: &str| {
            let text = Text::read(text);
            let denied = text.entries().iter().filter(|word| word.denied);
            denied.map(|word| text.word(word).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            denied("It's not the sink that drips, it's the tub"),
            ["not", "sink"]
        );
        assert_eq!(denied("isn't my radiator but the valve"), ["isnt", "radiator"]);
        assert_eq!(
            denied("damp patch where a leak has since been repaired"),
            ["damp", "patch", "leak"]
        );
        assert!(denied("it was repaired but leaks again").is_empty());
        assert!(denied("does not heat the radiator").is_empty());
        assert!(!Text::read("not the sink").contains("sink"));
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
