//! Simple English endings: which base words a written word may be a form of.

/// A base that a written word may come from: its beginning, with perhaps an `e` or `y` put back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base<'w> {
    /// The beginning of the word.
    pub(crate) stem: &'w [u8],
    /// What is put back.
    pub(crate) ending: &'static [u8],
}

impl<'w> Base<'w> {
    /// A word as it stands.
    pub(crate) fn whole(word: &'w [u8]) -> Self {
        Self {
            stem: word,
            ending: b"",
        }
    }

    /// Whether it has these letters.
    pub(crate) fn is(&self, letters: &[u8]) -> bool {
        letters.strip_prefix(self.stem) == Some(self.ending)
    }
}

/// Longer words are only matched as they stand; no base in the lexicon is longer.
const LONGEST: usize = 24;

/// Whether `word` (lower case) is `base` or a simple form of it: plural, -ing, -ed. "tape" and "taping" are not "tap".
#[must_use]
pub fn is_form_of(word: &str, base: &str) -> bool {
    is_form(word.as_bytes(), base.as_bytes())
}

/// [`is_form_of`] for letters.
pub(crate) fn is_form(word: &[u8], base: &[u8]) -> bool {
    if word == base {
        return true;
    }
    // A form keeps its base's first letter and is longer than it, or has lost only the `e`: skips nearly all the work.
    word.first() == base.first()
        && word.len() + 1 >= base.len()
        && bases(word).any(|candidate| candidate.is(base))
}

/// The word itself, then the bases its endings allow, the likeliest first.
pub(crate) fn bases(word: &[u8]) -> impl Iterator<Item = Base<'_>> {
    let base = |stem, ending| Some(Base { stem, ending });
    let mut found = [base(word, b""), None, None, None];
    if word.len() <= LONGEST && word.is_ascii() {
        let [_, first, second, third] = &mut found;
        match word {
            [stem @ .., b'i', b'e', b's'] if stem.len() >= 2 => {
                *first = base(stem, b"y");
                *second = base(stem, b"ie");
            }
            [.., b's', b's'] | [.., b'u', b's'] => {}
            [stem @ .., b'e', b's'] if stem.len() >= 2 => {
                *first = base(stem, b"e");
                *second = base(stem, b"").filter(|_| hisses(stem));
            }
            [stem @ .., b's'] if stem.len() >= 2 => *first = base(stem, b""),
            [stem @ .., b'i', b'e', b'd'] if stem.len() >= 2 => *first = base(stem, b"y"),
            [stem @ .., b'i', b'n', b'g'] | [stem @ .., b'e', b'd'] => {
                [*first, *second, *third] = verb(stem);
            }
            // "leakin", as it is said.
            [stem @ .., b'i', b'n'] if stem.len() >= 4 => [*first, *second, *third] = verb(stem),
            _ => {}
        }
    }
    found.into_iter().flatten()
}

/// The bases of `stem` + ing or ed: "leak", "pip(e)", "dri(pp)".
fn verb(stem: &[u8]) -> [Option<Base<'_>>; 3] {
    let base = |stem, ending| Some(Base { stem, ending });
    match stem {
        [] | [_] => [None; 3],
        _ if !stem.iter().any(|letter| is_vowel(*letter)) => [None; 3],
        [single @ .., double]
            if single.last() == Some(double) && !matches!(double, b'l' | b's' | b'e' | b'o') =>
        {
            [base(single, b""), None, None]
        }
        [single @ .., last] => [
            // A short stem that ends in one consonant after one vowel would have doubled it ("tapping"): it lost an `e`.
            base(stem, b"").filter(|_| !would_double(stem)),
            base(stem, b"e"),
            base(single, b"").filter(|_| *last == b'l' && single.last() == Some(last)),
        ],
    }
}

fn would_double(stem: &[u8]) -> bool {
    matches!(stem, [front @ .., vowel, last]
        if is_vowel(*vowel) && !is_vowel(*last) && !matches!(last, b'w' | b'x' | b'y')
            && !front.iter().any(|letter| is_vowel(*letter)))
}

/// After these a plural takes -es: "switches", "boxes".
fn hisses(stem: &[u8]) -> bool {
    matches!(stem, [.., b's' | b'x' | b'z' | b'o'] | [.., b'c' | b's', b'h'])
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

#[cfg(test)]
mod tests {
    use super::is_form_of;

    #[test]
    fn simple_forms_match_their_base() {
        for (word, base) in [
            ("taps", "tap"),
            ("tapping", "tap"),
            ("leaks", "leak"),
            ("leaking", "leak"),
            ("leaked", "leak"),
            ("leakin", "leak"),
            ("pipes", "pipe"),
            ("piping", "pipe"),
            ("switches", "switch"),
            ("boxes", "box"),
            ("services", "service"),
            ("servicing", "service"),
            ("serviced", "service"),
            ("batteries", "battery"),
            ("dripping", "drip"),
            ("dripped", "drip"),
            ("wiring", "wire"),
            ("sinks", "sink"),
            ("attics", "attic"),
            ("loos", "loo"),
            ("ceilings", "ceiling"),
            ("tiled", "tile"),
            ("tripped", "trip"),
            ("smelling", "smell"),
            ("conversions", "conversion"),
            ("fuses", "fuse"),
            ("hinges", "hinge"),
            ("blocked", "block"),
        ] {
            assert!(is_form_of(word, base), "{word} is a form of {base}");
        }
    }

    #[test]
    fn look_alikes_do_not_match() {
        for (word, base) in [
            ("tape", "tap"),
            ("tapes", "tap"),
            ("taping", "tap"),
            ("taped", "tap"),
            ("pip", "pipe"),
            ("sinker", "sink"),
            ("bus", "bu"),
            ("glass", "glas"),
            ("king", "k"),
            ("bed", "b"),
            ("servicemen", "service"),
            ("лет", "ле"),
            ("tapестры", "tap"),
            ("stapes", "tap"),
            ("", "tap"),
            ("tap", ""),
        ] {
            assert!(!is_form_of(word, base), "{word} is no form of {base}");
        }
    }
}
