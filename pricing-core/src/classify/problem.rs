//! The problem types of the price book, and the trades that do such jobs.

use crate::book::PriceBook;
use crate::lexicon::Class;

every! {
    /// A problem type of the price book, in the order in which equally likely ones are named.
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
}

impl Problem {
    /// What is known of each type: its code in the price book, the trade that does it, and the words it scores by.
    pub(super) const fn facts(self) -> (&'static str, Trade, Option<Class>) {
        match self {
            Self::BoilerService => ("boiler_service", Trade::Plumber, Some(Class::BoilerService)),
            Self::Leak => ("leak", Trade::Plumber, Some(Class::Leak)),
            Self::Socket => ("socket", Trade::Electrician, Some(Class::Socket)),
            Self::LoftConversion => ("loft_conversion", Trade::Builder, Some(Class::LoftConversion)),
            Self::GeneralPlumbing => ("general_plumbing", Trade::Plumber, Some(Class::GeneralPlumbing)),
            Self::Toilet => ("toilet", Trade::Plumber, Some(Class::Toilet)),
            Self::Drains => ("drains", Trade::Plumber, Some(Class::Drains)),
            Self::Lights => ("lights", Trade::Electrician, Some(Class::Lights)),
            Self::Handyman => ("handyman", Trade::Handyman, Some(Class::Handyman)),
            Self::Heating => ("heating", Trade::Plumber, Some(Class::Heating)),
            Self::Building => ("building", Trade::Builder, Some(Class::Building)),
            Self::Other => ("other", Trade::Handyman, None),
        }
    }

    /// The types that a description can score for: every one but `other`.
    pub(super) fn scored() -> impl Iterator<Item = (Self, Class)> {
        Self::ALL
            .into_iter()
            .filter_map(|problem| Some((problem, problem.facts().2?)))
    }

    /// The `problem_type` code of the price book.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.facts().0
    }

    /// The trade that does such a job.
    #[must_use]
    pub const fn trade(self) -> Trade {
        self.facts().1
    }

    /// Whether a description alone may lead to an instant price: the type has a range, and no confidence of its own that
    /// is too low for one.
    pub(super) fn may_be_priced(self, book: &PriceBook) -> bool {
        book.problem_type(self.code()).is_some_and(|problem| {
            let enough = |own| own >= book.confidence.request_quotes_below;
            problem.range_pence.is_some() && problem.confidence.is_none_or(enough)
        })
    }
}

every! {
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
}

impl Trade {
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
