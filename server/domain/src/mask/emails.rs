//! Emails, written plainly or as 'name at gmail dot com'.

use std::ops::Range;

use super::tokens::Tokens;

/// Ends of domains, by which 'at … dot …' is known for an email: few words of a sentence are among them.
const ENDS: [&str; 25] = [
    "com", "co", "uk", "org", "net", "io", "info", "biz", "eu", "gov", "edu", "ac", "ie", "scot", "wales",
    "cymru", "london", "de", "fr", "es", "pl", "ro", "lt", "bg", "pt",
];

/// Where many people have their email: 'name at gmail.com' is one, 'the part at screwfix.com' is none.
const PROVIDERS: [&str; 18] = [
    "gmail",
    "googlemail",
    "hotmail",
    "outlook",
    "yahoo",
    "ymail",
    "icloud",
    "live",
    "msn",
    "aol",
    "btinternet",
    "sky",
    "virginmedia",
    "talktalk",
    "protonmail",
    "proton",
    "gmx",
    "mail",
];

/// Marks that people put around 'at' and 'dot'.
const AROUND: &str = "()[]{}<>*_-";

/// Emails, as ranges of tokens.
pub(super) fn emails(tokens: &Tokens) -> Vec<Range<usize>> {
    (0..tokens.len())
        .filter_map(|place| {
            if tokens.is_mark(place, "@") {
                plain(tokens, place)
            } else if tokens.word(place) == "at" {
                spelled(tokens, place)
            } else {
                None
            }
        })
        .collect()
}

fn plain(tokens: &Tokens, at: usize) -> Option<Range<usize>> {
    let before = skip_back(tokens, at, "")?;
    let after = tokens.after_space(at + 1);
    let domain = Domain::read(tokens, after)?;
    let is_tight = before + 1 == at && after == at + 1;
    let is_name = tokens.get(after)?.is_word();
    let end = domain.end.or((is_tight && is_name).then_some(domain.first_end))?;
    Some(local(tokens, before)?..end)
}

fn spelled(tokens: &Tokens, at: usize) -> Option<Range<usize>> {
    let before = skip_back(tokens, at, AROUND)?;
    let domain = Domain::read(tokens, skip(tokens, at + 1))?;
    let is_email = domain.is_spelled || PROVIDERS.contains(&domain.first.as_str());
    Some(local(tokens, before)?..domain.end.filter(|_| is_email)?)
}

/// The place before spaces and one mark around 'at'.
fn skip_back(tokens: &Tokens, place: usize, around: &str) -> Option<usize> {
    let mut place = place.checked_sub(1)?;
    for _ in 0..3 {
        if tokens.is_space(place) || tokens.is_mark(place, around) {
            place = place.checked_sub(1)?;
        }
    }
    Some(place)
}

/// The place after spaces and one mark around 'at' or 'dot'.
fn skip(tokens: &Tokens, place: usize) -> usize {
    let place = tokens.after_space(place);
    tokens.after_space(place + usize::from(tokens.is_mark(place, AROUND)))
}

/// Where the part before the 'at' begins, when its last token is here: 'john.smith', 'john dot smith'.
fn local(tokens: &Tokens, last: usize) -> Option<usize> {
    let mut start = Some(last).filter(|last| tokens.is_text(*last))?;
    loop {
        let before = |steps: usize| start.checked_sub(steps);
        let longer = [
            before(1).filter(|place| tokens.is_text(*place)),
            before(2).filter(|place| tokens.is_text(*place) && tokens.is_mark(place + 1, "._+-%'")),
            before(4).filter(|place| {
                let is_spelled = matches!(tokens.word(place + 2), "dot" | "underscore" | "dash" | "hyphen");
                let is_spaced = tokens.is_space(place + 1) && tokens.is_space(place + 3);
                is_spelled && is_spaced && tokens.is_text(*place)
            }),
        ];
        match longer.into_iter().flatten().next() {
            Some(longer) => start = longer,
            None => return Some(start),
        }
    }
}

/// What stands after the 'at'.
struct Domain {
    /// Its first label.
    first: String,
    /// Where that ends.
    first_end: usize,
    /// Where the domain ends, if it can be one.
    end: Option<usize>,
    /// A dot was written as a word, or with spaces.
    is_spelled: bool,
}

impl Domain {
    fn read(tokens: &Tokens, start: usize) -> Option<Self> {
        let first_end = label(tokens, start)?;
        let first = tokens.get(start)?.plain.clone();
        let mut domain = Self {
            first,
            first_end,
            end: None,
            is_spelled: false,
        };
        let (mut end, mut is_spelled) = (first_end, false);
        while let Some((next, is_plain)) = dot(tokens, end) {
            let Some(label_end) = label(tokens, next) else {
                break;
            };
            is_spelled |= !is_plain;
            let last = tokens.word(next);
            let may_end = if is_spelled {
                ENDS.contains(&last)
            } else {
                last.chars().count() > 1
            };
            if may_end {
                (domain.end, domain.is_spelled) = (Some(label_end), is_spelled);
            }
            end = label_end;
        }
        Some(domain)
    }
}

/// The end of a label: words, numbers and dashes without spaces.
fn label(tokens: &Tokens, start: usize) -> Option<usize> {
    let mut end = Some(start).filter(|start| tokens.is_text(*start))? + 1;
    let is_dash =
        |place| tokens.is_mark(place, "-") && tokens.is_text(place + 1) && tokens.word(place + 1) != "dot";
    while tokens.is_text(end) || is_dash(end) {
        end += 1;
    }
    Some(end)
}

/// The place after a dot, and whether it is a plain one. The full stop of a sentence, with a space only after it, is none.
fn dot(tokens: &Tokens, place: usize) -> Option<(usize, bool)> {
    if tokens.is_mark(place, ".") {
        return tokens.is_text(place + 1).then_some((place + 1, true));
    }
    let middle = skip(tokens, place);
    let is_dot = tokens.is_mark(middle, ".") || tokens.word(middle) == "dot";
    (is_dot && middle > place).then(|| (skip(tokens, middle + 1), false))
}
