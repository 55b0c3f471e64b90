//! A text cut into numbers, words, spaces and marks.

use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits of any script.
    Number,
    /// Letters.
    Word,
    /// White space.
    Space,
    /// Any other character.
    Mark(char),
}

/// A piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// Where it is, in bytes.
    bytes: Range<usize>,
    pub(super) kind: Kind,
    /// In lower case, without invisible characters.
    pub(super) plain: String,
}

impl Token {
    pub(super) fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    /// The digits as a number, of at most so many plain ones.
    pub(super) fn number(&self, most_digits: usize) -> Option<u32> {
        let fits = self.is_number() && self.plain.len() <= most_digits;
        self.plain.parse().ok().filter(|_| fits)
    }
}

/// The pieces of a text.
#[derive(Debug)]
pub(super) struct Tokens(Vec<Token>);

impl Tokens {
    pub(super) fn of(text: &str) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        for (start, letter) in text.char_indices() {
            let end = start + letter.len_utf8();
            let kind = kind(letter);
            match tokens.last_mut() {
                // Neither a joiner nor the frame of an emoji digit splits what it stands in.
                Some(last) if is_invisible(letter) => last.bytes.end = end,
                Some(last) if last.kind == kind && !matches!(kind, Kind::Mark(_)) => {
                    last.bytes.end = end;
                    last.plain.extend(plain(letter));
                }
                _ => tokens.push(Token {
                    bytes: start..end,
                    kind,
                    plain: plain(letter).collect(),
                }),
            }
        }
        Self(tokens)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, place: usize) -> Option<&Token> {
        self.0.get(place)
    }

    /// True when the token is one of these marks.
    pub(super) fn is_mark(&self, place: usize, marks: &str) -> bool {
        self.get(place)
            .is_some_and(|token| matches!(token.kind, Kind::Mark(mark) if marks.contains(mark)))
    }

    pub(super) fn is_space(&self, place: usize) -> bool {
        self.get(place).is_some_and(|token| token.kind == Kind::Space)
    }

    pub(super) fn is_number(&self, place: usize) -> bool {
        self.get(place).is_some_and(Token::is_number)
    }

    /// True for a number or a word.
    pub(super) fn is_text(&self, place: usize) -> bool {
        self.get(place)
            .is_some_and(|token| token.is_number() || token.is_word())
    }

    /// The word there, in lower case; empty for anything else.
    pub(super) fn word(&self, place: usize) -> &str {
        let token = self.get(place).filter(|token| token.is_word());
        token.map_or("", |token| &token.plain)
    }

    /// The place after a space, if there is one here.
    pub(super) fn after_space(&self, place: usize) -> usize {
        place + usize::from(self.is_space(place))
    }

    /// Where a range of tokens is, in bytes.
    pub(super) fn bytes(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let last = self.get(span.end.checked_sub(1)?)?;
        Some(self.get(span.start)?.bytes.start..last.bytes.end)
    }
}

fn kind(letter: char) -> Kind {
    if letter.is_numeric() {
        Kind::Number
    } else if letter.is_alphabetic() {
        Kind::Word
    } else if letter.is_whitespace() {
        Kind::Space
    } else {
        Kind::Mark(letter)
    }
}

/// In lower case; digits of the scripts that phones offer as plain digits.
fn plain(letter: char) -> impl Iterator<Item = char> {
    /// The zeros of Arabic, Persian, Hindi and full-width digits.
    const ZEROS: [u32; 4] = [0x0660, 0x06f0, 0x0966, 0xff10];
    let code = u32::from(letter);
    let digit = ZEROS
        .iter()
        .find_map(|zero| code.checked_sub(*zero).filter(|digit| *digit < 10))
        .and_then(|digit| char::from_digit(digit, 10));
    digit.unwrap_or(letter).to_lowercase()
}

fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}'
    )
}
