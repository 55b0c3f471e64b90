//! Simple English endings: which base words a written word may be a form of.

/// A base that a written word may come from: a part of it, with perhaps an `e` or `y` put back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    letters: [u8; Base::MAX],
    length: usize,
}

impl Base {
    /// Longer words are only matched as they stand; no base in the lexicon is longer.
    const MAX: usize = 24;

    fn new(stem: &[u8], ending: &[u8]) -> Option<Self> {
        let mut base = Self {
            letters: [0; Self::MAX],
            length: stem.len() + ending.len(),
        };
        let (front, rest) = base.letters.split_at_mut_checked(stem.len())?;
        front.copy_from_slice(stem);
        rest.get_mut(..ending.len())?.copy_from_slice(ending);
        Some(base)
    }

    /// The base as text.
    pub(crate) fn as_str(&self) -> &str {
        self.letters
            .get(..self.length)
            .and_then(|letters| core::str::from_utf8(letters).ok())
            .unwrap_or_default()
    }
}

/// Whether `word` (lower case) is `base` or a simple form of it: plural, -ing, -ed. "tape" and "taping" are not "tap".
#[must_use]
pub fn is_form_of(word: &str, base: &str) -> bool {
    if word == base {
        return true;
    }
    // A form keeps its base's first letter and is longer than it, or has lost only the `e`: skips nearly all the work.
    word.as_bytes().first() == base.as_bytes().first()
        && word.len() + 1 >= base.len()
        && bases(word).any(|candidate| candidate.as_str() == base)
}

/// The word itself, then the bases its endings allow, the likeliest first.
pub(crate) fn bases(word: &str) -> impl Iterator<Item = Base> {
    let letters = word.as_bytes();
    let mut found = [None; 5];
    found[0] = Base::new(letters, b"");
    if word.is_ascii() && letters.len() <= Base::MAX {
        match letters {
            [stem @ .., b'i', b'e', b's'] if stem.len() >= 2 => {
                found[1] = Base::new(stem, b"y");
                found[2] = Base::new(stem, b"ie");
            }
            [.., b's', b's'] | [.., b'u', b's'] => {}
            [stem @ .., b'e', b's'] if stem.len() >= 2 => {
                found[1] = Base::new(stem, b"e");
                if hisses(stem) {
                    found[2] = Base::new(stem, b"");
                }
            }
            [stem @ .., b's'] if stem.len() >= 2 => found[1] = Base::new(stem, b""),
            [stem @ .., b'i', b'n', b'g'] => verb(stem, &mut found),
            // "leakin", as it is said.
            [stem @ .., b'i', b'n'] if stem.len() >= 4 => verb(stem, &mut found),
            [stem @ .., b'i', b'e', b'd'] if stem.len() >= 2 => found[1] = Base::new(stem, b"y"),
            [stem @ .., b'e', b'd'] => verb(stem, &mut found),
            _ => {}
        }
    }
    found.into_iter().flatten()
}

/// The bases of `stem` + ing or ed: "leak", "pip(e)", "dri(pp)".
fn verb(stem: &[u8], found: &mut [Option<Base>; 5]) {
    if stem.len() < 2 || !stem.iter().any(|letter| is_vowel(*letter)) {
        return;
    }
    if let [front @ .., last, double] = stem
        && last == double
        && !matches!(last, b'l' | b's' | b'e' | b'o')
    {
        found[1] = Base::new(front, &[*last]);
        return;
    }
    if let [front @ .., b'l', b'l'] = stem {
        found[3] = Base::new(front, b"l");
    }
    // A short stem that ends in one consonant after one vowel would have doubled it ("tapping"): this one lost an `e`.
    if !would_double(stem) {
        found[1] = Base::new(stem, b"");
    }
    found[2] = Base::new(stem, b"e");
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
