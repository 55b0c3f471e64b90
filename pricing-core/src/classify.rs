//! Which kind of job a description is about: a deterministic score over the lexicon, and a calibrated confidence.
//!
//! Integers only, so that the server and the browser agree to the last byte.

mod confidence;
mod score;

use crate::book::KeywordRule;
use crate::danger::{self, Danger};
use crate::lexicon::Class;
use crate::text::Text;
use alloc::vec;
use alloc::vec::Vec;
use score::Scores;

/// A problem type of the price book (decisions.md section 3), in the table's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Problem {
    /// A yearly service of a boiler that works.
    BoilerService,
    /// A leak, or a tap that drips.
    Leak,
    /// A socket or switch.
    Socket,
    /// A room under the roof.
    LoftConversion,
    /// Other plumbing.
    GeneralPlumbing,
    /// A toilet that does not flush, fill or stand.
    Toilet,
    /// A blocked drain, sink or bath.
    Drains,
    /// Lights, fuses, the consumer unit.
    Lights,
    /// Small jobs about the house.
    Handyman,
    /// A heating or hot-water fault.
    Heating,
    /// Building work.
    Building,
    /// None of these, or nothing said.
    Other,
}

impl Problem {
    /// All types that a description can score for: every one but `other`.
    const SCORED: [(Self, Class); 11] = [
        (Self::BoilerService, Class::BoilerService),
        (Self::Leak, Class::Leak),
        (Self::Socket, Class::Socket),
        (Self::LoftConversion, Class::LoftConversion),
        (Self::GeneralPlumbing, Class::GeneralPlumbing),
        (Self::Toilet, Class::Toilet),
        (Self::Drains, Class::Drains),
        (Self::Lights, Class::Lights),
        (Self::Handyman, Class::Handyman),
        (Self::Heating, Class::Heating),
        (Self::Building, Class::Building),
    ];

    /// The `problem_type` code of the price book.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::BoilerService => "boiler_service",
            Self::Leak => "leak",
            Self::Socket => "socket",
            Self::LoftConversion => "loft_conversion",
            Self::GeneralPlumbing => "general_plumbing",
            Self::Toilet => "toilet",
            Self::Drains => "drains",
            Self::Lights => "lights",
            Self::Handyman => "handyman",
            Self::Heating => "heating",
            Self::Building => "building",
            Self::Other => "other",
        }
    }

    /// The trade that does such a job.
    #[must_use]
    pub fn trade(self) -> Trade {
        match self {
            Self::BoilerService
            | Self::Leak
            | Self::GeneralPlumbing
            | Self::Toilet
            | Self::Drains
            | Self::Heating => Trade::Plumber,
            Self::Socket | Self::Lights => Trade::Electrician,
            Self::LoftConversion | Self::Building => Trade::Builder,
            Self::Handyman | Self::Other => Trade::Handyman,
        }
    }

    /// Whether a text alone may lead to an instant price: the types with a range in the book, but for a loft conversion,
    /// whose confidence (0.65) is below the documents' 0.7.
    fn may_be_priced(self) -> bool {
        !matches!(
            self,
            Self::Heating | Self::Building | Self::Other | Self::LoftConversion
        )
    }
}

/// A trade, which is also a pro's skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Trade {
    /// Water, waste, heating.
    Plumber,
    /// Sockets, lights, fuses.
    Electrician,
    /// Walls, roofs, conversions.
    Builder,
    /// Everything small.
    Handyman,
}

impl Trade {
    const ALL: [Self; 4] = [Self::Plumber, Self::Electrician, Self::Builder, Self::Handyman];

    /// The trade as the API writes it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Plumber => "plumber",
            Self::Electrician => "electrician",
            Self::Builder => "builder",
            Self::Handyman => "handyman",
        }
    }
}

/// The documents' `suggested_flow`.
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
    /// Per cent, 0–100: how often such a description is what `problem` says. 0 in danger, at most 42 without evidence.
    pub confidence: u8,
    /// All types with any evidence, likeliest first, in per cent; `problem` is the first unless it is `other`.
    pub ranked: Vec<(Problem, u8)>,
    /// The trades called for, the primary one first; never empty.
    pub trades: Vec<TradeMatch>,
    /// What to suggest.
    pub flow: Flow,
    /// How many different words, phrases and pairs of the lexicon spoke for a type.
    pub evidence: u32,
    /// The text is about something that is not a home's, or a word of a job is in it by chance: no keyword counts.
    pub elsewhere: bool,
    /// The danger it tells of, if any.
    pub danger: Option<Danger>,
}

impl Classification {
    /// The trade of the likeliest type.
    #[must_use]
    pub fn trade(&self) -> Trade {
        self.problem.trade()
    }
}

/// Below this many characters, text without evidence is only asked about (the documents' mock).
const SHORT_CHARS: usize = 12;

/// Confidence from which an instant price is offered (the documents' low-confidence threshold), per cent.
const INSTANT_CONFIDENCE: u8 = 70;

/// Confidence without evidence (the documents' mock: short input), per cent: the most that may be said.
pub const NO_EVIDENCE_CONFIDENCE: u8 = 42;

/// Classifies a description.
#[must_use]
pub fn classify(description: &str) -> Classification {
    classify_text(&Text::read(description))
}

/// Classifies a description that has been read.
#[must_use]
pub fn classify_text(text: &Text) -> Classification {
    let scores = Scores::of(text);
    let danger = danger::danger_in(text);
    let elsewhere = scores.elsewhere() || scores.by_chance();
    let mut ranked = if elsewhere {
        Vec::new()
    } else {
        confidence::ranked(&scores)
    };
    let mut problem = Problem::Other;
    let mut percent = NO_EVIDENCE_CONFIDENCE;
    if let Some((first, first_percent)) = ranked.first() {
        (problem, percent) = (*first, *first_percent);
    }
    let mut trades = confidence::trades(&scores, &ranked, percent);
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
        flow(problem, percent, &trades, text.chars())
    };
    let evidence = if elsewhere { 0 } else { scores.evidence };
    Classification {
        problem,
        confidence: percent,
        ranked,
        trades,
        flow,
        evidence,
        elsewhere,
        danger,
    }
}

fn flow(problem: Problem, percent: u8, trades: &[TradeMatch], chars: usize) -> Flow {
    if problem == Problem::Other || (percent < 50 && chars < SHORT_CHARS) {
        Flow::AskForDetails
    } else if trades.len() == 1 && problem.may_be_priced() && percent >= INSTANT_CONFIDENCE {
        Flow::InstantPrice
    } else {
        Flow::RequestQuote
    }
}

/// The first of a book's keyword rules with a word or phrase in the text, in the book's order (decisions.md section 3);
/// `None` if no rule matches, or if the text is about something that is not a home's ("service my car").
#[must_use]
pub fn first_keyword_rule<'b>(
    text: &Text,
    found: &Classification,
    rules: &'b [KeywordRule],
) -> Option<&'b KeywordRule> {
    if found.elsewhere {
        return None;
    }
    rules
        .iter()
        .find(|rule| rule.words.iter().any(|keyword| text.contains(keyword)))
}
