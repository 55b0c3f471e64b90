//! Danger comes before any price (decisions.md section 3).

use crate::classify::Problem;
use crate::text::Text;

/// What a description warns of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Danger {
    /// A smell or a leak of gas.
    Gas,
    /// Carbon monoxide, or its alarm going off.
    CarbonMonoxide,
    /// Sparks, burning, smoke or shocks from electrics.
    Electrics,
    /// Water on or in electrics.
    WaterOnElectrics,
}

impl Danger {
    /// The code of this danger.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Gas => "gas",
            Self::CarbonMonoxide => "carbon_monoxide",
            Self::Electrics => "electrics",
            Self::WaterOnElectrics => "water_on_electrics",
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

/// The danger a description tells of, if any.
#[must_use]
pub fn danger(description: &str) -> Option<Danger> {
    danger_in(&Text::read(description))
}

/// The danger a description that has been read tells of.
#[must_use]
pub fn danger_in(text: &Text) -> Option<Danger> {
    if text.contains("gas leak") || text.contains("smell gas") || text.contains("smell of gas") {
        return Some(Danger::Gas);
    }
    text.contains("sparking").then_some(Danger::Electrics)
}
