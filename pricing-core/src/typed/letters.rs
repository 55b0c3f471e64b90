//! Letters that can be seen, and those that cannot: control and format characters, switches of the writing direction, spaces without
//! a width. Joiners (U+200C, U+200D) stay between letters and emoji that use them, a variation selector after what it varies, tags
//! in the flags of England, Scotland and Wales.

use std::borrow::Cow;

/// From here on are the scripts that are written with joiners, and emoji; Latin, Greek, Cyrillic and Hebrew are not.
const JOINED_FROM: char = '\u{600}';
/// The flag that tags turn into that of a country of the UK.
const BLACK_FLAG: char = '\u{1f3f4}';

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Seen,
    Space,
    /// The end of a line.
    Break,
    Joiner,
    Selector,
    Tag,
    Unseen,
}

fn class(letter: char) -> Class {
    match letter {
        '\t' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{2800}' | '\u{3000}' => Class::Space,
        '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Class::Break,
        '\u{200c}' | '\u{200d}' => Class::Joiner,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => Class::Selector,
        '\u{e0020}'..='\u{e007f}' => Class::Tag,
        '\0'..='\u{1f}'
        | '\u{7f}'..='\u{9f}'
        | '\u{ad}' // soft hyphen
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff0}'..='\u{fffc}' // the last stands for a picture that was pasted along
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => Class::Unseen,
        _ => Class::Seen,
    }
}

/// True for a space of any width, and for the end of a line.
pub(crate) fn is_space(letter: char) -> bool {
    matches!(class(letter), Class::Space | Class::Break)
}

/// True for a letter that can be seen by itself.
pub(crate) fn is_seen(letter: char) -> bool {
    class(letter) == Class::Seen
}

/// A single line: without what cannot be seen, each run of spaces one space, none around it.
#[must_use]
pub fn line(typed: &str) -> String {
    let mut kept = String::with_capacity(typed.len());
    clean(typed, &mut |letter, class| match class {
        Class::Space | Class::Break if kept.is_empty() || kept.ends_with(' ') => (),
        Class::Space | Class::Break => kept.push(' '),
        _ => kept.push(letter),
    });
    kept.truncate(kept.trim_end_matches(' ').len());
    kept
}

/// Words of several lines, without what cannot be seen; tabs, runs of spaces and empty lines stay as they were typed.
#[must_use]
pub fn text(typed: &str) -> Cow<'_, str> {
    if typed
        .bytes()
        .all(|byte| matches!(byte, b'\t' | b'\n' | b' '..=b'~'))
    {
        return Cow::Borrowed(typed);
    }
    let mut kept = String::with_capacity(typed.len());
    clean(typed, &mut |letter, class| match class {
        Class::Break => kept.push('\n'),
        Class::Space if letter != '\t' => kept.push(' '),
        _ => kept.push(letter),
    });
    Cow::Owned(kept)
}

/// The letters that `keep` is true for. A pointer, not a type: the browser's module has this once.
pub(super) fn only(typed: &str, keep: fn(char) -> bool) -> String {
    let mut kept = String::with_capacity(typed.len());
    for letter in typed.chars() {
        if keep(letter) {
            kept.push(letter);
        }
    }
    kept
}

/// Gives every letter that stays to `keep`.
fn clean(typed: &str, keep: &mut dyn FnMut(char, Class)) {
    let mut before = (' ', Class::Space);
    let mut letters = typed.chars().peekable();
    while let Some(letter) = letters.next() {
        let of = class(letter);
        let stays = match of {
            Class::Seen | Class::Space | Class::Break => true,
            Class::Joiner => {
                is_joined(before)
                    && letters
                        .peek()
                        .is_some_and(|next| is_joined((*next, class(*next))) && is_seen(*next))
            }
            Class::Selector => before.1 == Class::Seen,
            Class::Tag => before.0 == BLACK_FLAG || before.1 == Class::Tag,
            Class::Unseen => false,
        };
        if stays {
            keep(letter, of);
            before = (letter, of);
        }
    }
}

/// True for what a joiner may stand beside; dashes, quotes and the like are no letters.
fn is_joined((letter, class): (char, Class)) -> bool {
    matches!(class, Class::Seen | Class::Selector | Class::Tag)
        && letter >= JOINED_FROM
        && !matches!(letter, '\u{2010}'..='\u{205e}')
}
