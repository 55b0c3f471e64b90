//! What an estimate was read from, in the lexicon's own words: 'We read: boiler, not working.'

use super::Mode;
use super::choose::Choice;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The most signs that are named.
const MOST_SIGNS: usize = 6;

/// What kind of thing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExplainedKind {
    /// A keyword of the price book.
    Keyword,
    /// A problem type or quick fix by its code: the client chose it, or said no more than it.
    Type,
    /// A word that speaks for the problem type.
    Sign,
    /// A danger by its code.
    Danger,
    /// A word that makes the job a big one.
    Scale,
    /// One of several problems, by its type's code.
    Several,
}

/// One thing that was read. `kind:entry` is its id, by which the book switches keywords and signs off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explained<'b> {
    /// What kind of thing.
    pub kind: ExplainedKind,
    /// The lexicon's or the book's word for it, never the person's.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub entry: Cow<'b, str>,
}

impl Explained<'_> {
    /// The same, to be kept.
    #[must_use]
    pub fn into_owned(self) -> Explained<'static> {
        Explained {
            kind: self.kind,
            entry: self.entry.into_owned().into(),
        }
    }
}

/// What an estimate was read from, the weightiest first.
pub(super) fn explanation<'b>(choice: &Choice<'b>) -> Vec<Explained<'b>> {
    let found = &choice.classification;
    let mut read = Vec::new();
    let mut add = |kind, entry: Cow<'b, str>| read.push(Explained { kind, entry });
    if choice.mode == Mode::Danger {
        if let Some(danger) = choice.danger {
            add(ExplainedKind::Danger, danger.code().into());
        }
        return read;
    }
    if let Some(keyword) = choice.keyword {
        add(ExplainedKind::Keyword, keyword.into());
    }
    if let Some(code) = choice.said {
        add(ExplainedKind::Type, code.into());
    }
    if found.scale {
        for sign in &found.scale_words {
            add(ExplainedKind::Scale, sign.clone().into());
        }
    }
    for problem in &found.problems {
        add(ExplainedKind::Several, problem.code().into());
    }
    if matches!(choice.mode, Mode::Keyword | Mode::Classifier) {
        let signs = found
            .words
            .iter()
            .filter(|sign| choice.keyword != Some(sign.as_str()));
        for sign in signs.take(MOST_SIGNS) {
            add(ExplainedKind::Sign, sign.clone().into());
        }
    }
    read
}
