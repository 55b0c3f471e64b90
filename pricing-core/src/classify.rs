//! Which kind of job a description is about: a deterministic score over the lexicon, and a calibrated confidence.
//!
//! Every number that decides what is offered comes from the price book. Integers only, so that the server and the browser
//! agree to the last byte.

mod confidence;
mod problem;
mod reading;
mod score;
mod several;

use crate::book::{KeywordRule, PriceBook};
use crate::danger::{Danger, Signs};
use crate::lexicon::{Class, Lexicon, WordNumber, group};
use crate::money::BasisPoints;
use crate::text::{Text, Word};
pub use confidence::Support;
pub use problem::{Problem, Trade};
pub use reading::is_sign;
use score::Scores;

/// What the API calls `suggested_flow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Flow {
    /// One trade, a type with a price, and confidence enough.
    InstantPrice,
    /// Several trades, or a job that has to be seen.
    RequestQuote,
    /// Too little said.
    AskForDetails,
    /// Danger: advice before any price.
    EmergencyAdvice,
}

/// A trade that a description calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TradeMatch {
    /// Which.
    pub trade: Trade,
    /// The first of the list is primary, the others support it.
    pub primary: bool,
    /// Per cent, 0–100.
    pub confidence: u8,
}

/// What a description seems to be about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classification {
    /// The likeliest type; [`Problem::Other`] without evidence.
    pub problem: Problem,
    /// Per cent, 0–100: how often such a description is what `problem` says. 0 in danger, at most the book's
    /// `no_evidence` without evidence.
    pub confidence: u8,
    /// All types with any evidence, likeliest first, in per cent; `problem` is the first unless it is `other`.
    pub ranked: Vec<(Problem, u8)>,
    /// The trades called for, the primary one first; never empty.
    pub trades: Vec<TradeMatch>,
    /// What to suggest.
    pub flow: Flow,
    /// How many different words, phrases and pairs of the lexicon spoke for a type.
    pub evidence: u32,
    /// What the confidence is made of.
    pub support: Support,
    /// The text is not about a home, or contains a job's word by chance: no keyword counts.
    pub elsewhere: bool,
    /// It is clearly about something that no trade here does.
    pub out_of_scope: bool,
    /// Bigger than one visit.
    pub scale: bool,
    /// Work on gas, by law a Gas Safe engineer's.
    pub gas_work: bool,
    /// The problems of a text that holds several jobs; empty where it holds one.
    pub problems: Vec<Problem>,
    /// The words that speak for `problem`, as the lexicon names them, in the order of the text.
    pub words: Vec<String>,
    /// The words that make it a big job.
    pub scale_words: Vec<String>,
    /// The danger it describes, if any.
    pub danger: Option<Danger>,
    /// All signs of danger, those that only ask among them.
    pub signs: Signs,
}

impl Classification {
    /// The trade of the likeliest type.
    #[must_use]
    pub fn trade(&self) -> Trade {
        self.problem.trade()
    }

    /// Whether the text holds several jobs.
    #[must_use]
    pub fn is_several(&self) -> bool {
        !self.problems.is_empty()
    }

    /// The type that is likelier than the one with this code, if any: the keyword that chose it may then be wrong.
    #[must_use]
    pub fn likelier_than(&self, code: &str) -> Option<Problem> {
        let (first, _) = self.ranked.first()?;
        (first.code() != code).then_some(*first)
    }
}

/// Classifies a description.
#[must_use]
pub fn classify(book: &PriceBook, description: &str) -> Classification {
    classify_text(book, &Text::read(description))
}

/// Classifies a description that has been read.
#[must_use]
pub fn classify_text(book: &PriceBook, text: &Text) -> Classification {
    let all_words = reading::words(text);
    let words = reading::words_for(book, &all_words);
    let scores = Scores::of(&words);
    let signs = Signs::of(text);
    let danger = signs.certain();
    let elsewhere = scores.elsewhere() || scores.by_chance();
    let (mut ranked, support) = if elsewhere {
        (Vec::new(), Support::default())
    } else {
        confidence::ranked(&scores)
    };
    let mut problem = Problem::Other;
    let mut percent = per_cent(book.confidence.no_evidence);
    if let Some((first, first_percent)) = ranked.first() {
        (problem, percent) = (*first, *first_percent);
    }
    let mut trades = confidence::trades(&scores, &ranked, percent);
    let problems = if elsewhere {
        Vec::new()
    } else {
        several::problems(text, &words)
    };
    name_all(&mut trades, &problems, percent);
    let scale = problem != Problem::Other && scores.points(Class::Scale) >= LEAST_SCALE;
    let speaking = problem
        .facts()
        .2
        .map_or_else(Vec::new, |class| scores.words_for(class));
    if let Some(danger) = danger {
        problem = danger.problem();
        percent = 0;
        let mut first = vec![(problem, 0)];
        for other in ranked {
            if other.0 != problem {
                first.push(other);
            }
        }
        ranked = first;
        trades = vec![TradeMatch {
            trade: problem.trade(),
            primary: true,
            confidence: 0,
        }];
    }
    let flow = if danger.is_some() {
        Flow::EmergencyAdvice
    } else {
        let flow = flow(book, problem, percent, &trades, text.chars());
        let by_visit = !scale && problems.is_empty();
        if flow == Flow::InstantPrice && !by_visit {
            Flow::RequestQuote
        } else {
            flow
        }
    };
    let evidence = if elsewhere { 0 } else { scores.evidence };
    Classification {
        problem,
        confidence: percent,
        ranked,
        trades,
        flow,
        evidence,
        support,
        elsewhere,
        out_of_scope: danger.is_none()
            && scores.elsewhere()
            && scores.points(Class::Elsewhere) >= LEAST_ELSEWHERE,
        scale,
        gas_work: gas_work(book, &all_words, problem, &problems),
        problems,
        words: named(&speaking),
        scale_words: if scale {
            named(&scores.words_for(Class::Scale))
        } else {
            Vec::new()
        },
        danger,
        signs,
    }
}

/// Adds the trades of several problems that are not named yet.
fn name_all(trades: &mut Vec<TradeMatch>, problems: &[Problem], percent: u8) {
    for problem in problems {
        if trades.iter().all(|found| found.trade != problem.trade()) {
            trades.push(TradeMatch {
                trade: problem.trade(),
                primary: false,
                confidence: percent.min(MOST_SUPPORTING),
            });
        }
    }
}

/// From so many points on a job is bigger than one visit.
const LEAST_SCALE: i32 = 5;

/// From so many points on work is work on gas.
const LEAST_GAS_WORK: i32 = 5;

/// From so many points on a text is refused as not ours; with fewer it is only not understood.
const LEAST_ELSEWHERE: i32 = 6;

/// The most that is stated for a trade that only a part of the text calls for, per cent.
const MOST_SUPPORTING: u8 = 64;

/// By law this can't be switched off: all words count.
fn gas_work(book: &PriceBook, words: &[Word], problem: Problem, problems: &[Problem]) -> bool {
    let needs = |problem: &Problem| {
        book.problem_type(problem.code())
            .is_some_and(|problem| problem.gas_safe)
    };
    needs(&problem)
        || problems.iter().any(needs)
        || Scores::of(words).points(Class::GasWork) >= LEAST_GAS_WORK
}

/// Words as people read them, without those that are said around any job, unless there are no others; "not" and "no" take the word after them along.
fn named(words: &[WordNumber]) -> Vec<String> {
    let lexicon = Lexicon::get();
    let says = |word: &WordNumber| {
        let groups = lexicon.groups(*word);
        groups & group::ORDINARY == 0 || groups & group::FAULT != 0
    };
    let saying: Vec<WordNumber> = words.iter().copied().filter(says).collect();
    let words = if saying.is_empty() { words } else { &saying };
    let mut names: Vec<String> = Vec::new();
    let mut denial = false;
    for word in words {
        let name = lexicon.name(*word);
        match names.last_mut().filter(|_| denial) {
            Some(before) => {
                before.push(' ');
                before.push_str(name);
            }
            None => names.push(name.to_owned()),
        }
        denial = lexicon.groups(*word) & group::DENYING != 0;
    }
    names
}

fn flow(book: &PriceBook, problem: Problem, percent: u8, trades: &[TradeMatch], chars: usize) -> Flow {
    let rules = &book.confidence;
    let short = chars < rules.short_classification_chars;
    if problem == Problem::Other || short && percent < per_cent(rules.medium_from) {
        Flow::AskForDetails
    } else if trades.len() == 1
        && problem.may_be_priced(book)
        && percent >= per_cent(rules.request_quotes_below)
    {
        Flow::InstantPrice
    } else {
        Flow::RequestQuote
    }
}

/// Basis points in whole per cent.
fn per_cent(share: BasisPoints) -> u8 {
    u8::try_from(share.0 / 100).unwrap_or(100)
}

/// The first of a book's keyword rules with a word or phrase in the text, in the book's order; `None` if no rule matches, or if
/// the text is not about a home ("service my car").
#[must_use]
pub fn first_keyword_rule<'b>(
    text: &Text,
    found: &Classification,
    rules: &'b [KeywordRule],
    off: &[String],
) -> Option<&'b KeywordRule> {
    if found.elsewhere {
        return None;
    }
    rules.iter().find(|rule| keyword_of(text, rule, off).is_some())
}

/// The first word of a rule that stands in the text and is not switched off.
pub(crate) fn keyword_of<'b>(text: &Text, rule: &'b KeywordRule, off: &[String]) -> Option<&'b str> {
    let is_off = |keyword: &str| off.iter().any(|id| id.strip_prefix("keyword:") == Some(keyword));
    let words = rule.words.iter().map(String::as_str);
    words
        .filter(|keyword| !is_off(keyword))
        .find(|keyword| text.contains(keyword))
}
