//! Danger comes before any price: gas, carbon monoxide, sparks, burning, heat or shocks from electrics, water on
//! electrics. A certain sign warns; a sign that may be innocent asks. Careful with what is denied ("no smell of gas"),
//! ordered ("fit a carbon monoxide alarm") or innocent ("smoke alarm", "spark plugs").
//!
//! Which words are signs is data: `danger/signs.txt`.

mod reading;
mod signs;
#[expect(dead_code, reason = "the build writes what is read here")]
mod tables;

use crate::book::PriceBook;
use crate::classify::Problem;
use crate::error::PricingError;
use crate::text::Text;
use serde::{Deserialize, Serialize};
pub use signs::Signs;

every! {
    /// What a description warns of, in the order in which it is asked about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Danger {
        /// A smell or a leak of gas.
        Gas,
        /// Carbon monoxide, or its alarm going off.
        CarbonMonoxide,
        /// Water in, on or coming through anything electric.
        WaterOnElectrics,
        /// Sparks, burning, heat, smoke or shocks from electrics, bare wires.
        Electrics,
    }
}

impl Danger {
    /// In the order of their deadliness: of several that are certain, the first is told.
    const DEADLIEST: [Self; 4] = [
        Self::CarbonMonoxide,
        Self::Gas,
        Self::Electrics,
        Self::WaterOnElectrics,
    ];

    /// The code of this danger; electrics, wet or not, are one.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Gas => "gas",
            Self::CarbonMonoxide => "carbon_monoxide",
            Self::Electrics | Self::WaterOnElectrics => "electrics",
        }
    }

    /// Heating for gas and carbon monoxide, lights for electrics.
    #[must_use]
    pub fn problem(self) -> Problem {
        match self {
            Self::Gas | Self::CarbonMonoxide => Problem::Heating,
            Self::Electrics | Self::WaterOnElectrics => Problem::Lights,
        }
    }

    /// Gas and carbon monoxide can't be quoted or booked; electrics can, once the power is off.
    #[must_use]
    pub fn can_be_booked(self) -> bool {
        matches!(self, Self::Electrics | Self::WaterOnElectrics)
    }
}

/// What a person answered to the question about a danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DangerAnswer {
    /// What was asked about.
    pub kind: Danger,
    /// Whether it is so.
    pub yes: bool,
}

/// A question about a danger that a description may tell of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DangerQuestion<'b> {
    /// What it is about, to be sent back with the answer.
    pub kind: Danger,
    /// The question; yes is the danger.
    pub text: &'b str,
}

impl<'b> DangerQuestion<'b> {
    /// The book's question about a danger.
    #[must_use]
    pub fn about(book: &'b PriceBook, kind: Danger) -> Self {
        let questions = &book.danger.questions;
        let text = match kind {
            Danger::Gas => &questions.gas,
            Danger::CarbonMonoxide => &questions.carbon_monoxide,
            Danger::WaterOnElectrics => &questions.water_on_electrics,
            Danger::Electrics => &questions.electrics,
        };
        Self { kind, text }
    }

    /// The refusal of a quote while the question is open: its message is the question.
    #[must_use]
    pub fn refusal(&self) -> PricingError {
        PricingError::field("danger_question", "dangerAnswers", self.text)
    }
}

/// What a description and the answers to its questions come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finding {
    /// A certain danger, or one that was asked about and affirmed.
    Danger(Danger),
    /// It may be dangerous: to be asked first.
    Question(Danger),
}

/// The danger that a description certainly tells of, if any, whatever it should be asked.
#[must_use]
pub fn danger(description: &str) -> Option<Danger> {
    danger_in(&Text::read(description))
}

/// The danger that a parsed description certainly tells of; of several, the deadliest.
#[must_use]
pub fn danger_in(text: &Text) -> Option<Danger> {
    Signs::of(text).certain()
}

/// What a description comes to with these answers; answers to what is not asked count for nothing.
#[must_use]
pub fn finding(description: &str, answers: &[DangerAnswer]) -> Option<Finding> {
    Signs::of(&Text::read(description)).finding(answers)
}

/// Of `answers`, the last one to each question that a description raises.
#[must_use]
pub fn answered(description: &str, answers: &[DangerAnswer]) -> Vec<DangerAnswer> {
    Signs::of(&Text::read(description)).answered(answers)
}

impl Signs {
    /// The deadliest danger that is certain.
    #[must_use]
    pub fn certain(&self) -> Option<Danger> {
        let mut dangers = Danger::DEADLIEST.into_iter();
        dangers.find(|danger| self.warned.contains(*danger))
    }

    /// What the signs come to with these answers.
    #[must_use]
    pub fn finding(&self, answers: &[DangerAnswer]) -> Option<Finding> {
        let answer = |asked: Danger| last_answer(asked, answers);
        let asked = || {
            Danger::ALL
                .into_iter()
                .filter(|danger| self.asked.contains(*danger))
        };
        let affirmed = || asked().find(|danger| answer(*danger).is_some_and(|answer| answer.yes));
        let open = || asked().find(|danger| answer(*danger).is_none());
        let danger = self.certain().or_else(affirmed).map(Finding::Danger);
        danger.or_else(|| open().map(Finding::Question))
    }

    /// Of `answers`, the last one to each question that is asked; the others answer nothing.
    #[must_use]
    pub fn answered(&self, answers: &[DangerAnswer]) -> Vec<DangerAnswer> {
        let asked = Danger::ALL
            .into_iter()
            .filter(|danger| self.asked.contains(*danger));
        asked
            .filter_map(|danger| last_answer(danger, answers).copied())
            .collect()
    }
}

fn last_answer(asked: Danger, answers: &[DangerAnswer]) -> Option<&DangerAnswer> {
    answers.iter().rev().find(|answer| answer.kind == asked)
}

#[cfg(test)]
mod tests {
    use super::{Danger, danger};

    #[test]
    fn dangers_are_seen() {
        for (text, expected) in [
            ("there's a smell of gas in the hall", Danger::Gas),
            ("no hot water and I can smell gas", Danger::Gas),
            ("no heating and smell of gas", Danger::Gas),
            ("not sure but i think gas is leaking", Danger::Gas),
            ("kitchen stinks of gas", Danger::Gas),
            ("we hit the gas pipe with a drill", Danger::Gas),
            ("the carbon monoxide alarm went off", Danger::CarbonMonoxide),
            ("CO alarm is going off", Danger::CarbonMonoxide),
            (
                "worried about carbon monoxide from the fire",
                Danger::CarbonMonoxide,
            ),
            (
                "orange flame on the boiler instead of blue",
                Danger::CarbonMonoxide,
            ),
            ("sparks from the cooker switch", Danger::Electrics),
            ("smoke coming out of a plug socket", Danger::Electrics),
            (
                "there is a smell of burning and I don't know where from",
                Danger::Electrics,
            ),
            ("the plug melted", Danger::Electrics),
            ("got an electric shock off the light switch", Danger::Electrics),
            (
                "water is dripping through the light fitting",
                Danger::WaterOnElectrics,
            ),
            (
                "leak from upstairs coming out of the spotlights",
                Danger::WaterOnElectrics,
            ),
            ("the socket is wet", Danger::WaterOnElectrics),
        ] {
            assert_eq!(danger(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn denials_orders_and_innocents_are_no_danger() {
        for text in [
            "no smell of gas",
            "there isn't any gas smell",
            "can't smell gas",
            "gas boiler service",
            "gas hob fitting",
            "gas boiler leaking water",
            "boiler is leaking, need a gas engineer",
            "fit a carbon monoxide alarm",
            "carbon monoxide alarm needs a new battery",
            "replace smoke alarm battery",
            "smoke alarm keeps beeping",
            "burning question about my tap",
            "spark plugs on the car",
            "hob won't spark",
            "bulb has burnt out",
            "leaking tap in bathroom and a socket to fix",
            "leaking tap in kitchen, socket loose",
            "wet room lights",
            "electric shower dripping from the head",
            "log burner installation",
            "shocked by the quote for my boiler",
            "no sparks or burning smell, the socket is just dead",
            "immersion water heater on a fused spur",
            "Had a gas leak last year, it was fixed",
            "fire alarm test",
            "light over the sink and a dripping tap",
            "",
        ] {
            assert_eq!(danger(text), None, "{text}");
        }
    }
}
