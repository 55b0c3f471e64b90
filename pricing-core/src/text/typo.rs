//! Single-letter typos of longer words, folded onto the lexicon's words.

use super::{MIN_TYPO_CHARS, inflection};
use crate::lexicon::{Lexicon, WordNumber};

/// The lexicon word one edit away (a letter wrong, missing, too many, or two swapped) from this unknown word, or from it
/// without its ending, with the word as it should have been written. The first letter, which people rarely get wrong,
/// must agree (or be swapped with the second). The first in the lexicon's order wins, so the answer is always the same.
pub(super) fn fold(word: &str, lexicon: &Lexicon) -> Option<(WordNumber, String)> {
    if !word.is_ascii() {
        return None;
    }
    for base in inflection::bases(word.as_bytes()) {
        let length = base.stem.len() + base.ending.len();
        let Some((written, ending)) = word.as_bytes().split_at_checked(length) else {
            continue;
        };
        if length < MIN_TYPO_CHARS || !base.is(written) {
            continue;
        }
        if let Some((id, right)) = lexicon.correction(written, one_edit) {
            let ending = ending.iter().copied().map(char::from);
            return Some((id, right.chars().chain(ending).collect()));
        }
    }
    None
}

/// Whether two words differ by exactly one edit.
pub(crate) fn one_edit(written: &[u8], right: &[u8]) -> bool {
    let same = written
        .iter()
        .zip(right)
        .take_while(|(left, right)| left == right)
        .count();
    let (written, right) = (
        written.get(same..).unwrap_or_default(),
        right.get(same..).unwrap_or_default(),
    );
    match (written, right) {
        ([_, left @ ..], []) | ([], [_, left @ ..]) => left.is_empty(),
        ([a, left @ ..], [b, tail @ ..]) => {
            left == tail
                || left == right
                || written == tail
                || matches!((left, tail), ([c, left @ ..], [d, tail @ ..]) if a == d && b == c && left == tail)
        }
        ([], []) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::one_edit;

    #[test]
    fn one_edit_is_a_wrong_missing_extra_or_swapped_letter() {
        for (written, right) in [
            ("boyler", "boiler"),
            ("bolier", "boiler"),
            ("toilett", "toilet"),
            ("toiet", "toilet"),
            ("otilet", "toilet"),
            ("boile", "boiler"),
        ] {
            assert!(
                one_edit(written.as_bytes(), right.as_bytes()),
                "{written} for {right}"
            );
        }
        for (written, right) in [
            ("boiler", "boiler"),
            ("bioelr", "boiler"),
            ("boi", "boiler"),
            ("", "boiler"),
            ("", ""),
        ] {
            assert!(
                !one_edit(written.as_bytes(), right.as_bytes()),
                "{written} for {right}"
            );
        }
    }
}
