//! Danger comes before any price: gas, carbon monoxide, sparks, burning, smoke or shocks from
//! electrics, water on electrics. Careful with what is denied ("no smell of gas"), ordered ("fit a carbon monoxide
//! alarm") or innocent ("smoke alarm", "spark plugs").

mod signs;

use crate::classify::Problem;
use crate::text::Text;
use signs::Signs;

/// What a description warns of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Danger {
    /// A smell or a leak of gas.
    Gas,
    /// Carbon monoxide, or its alarm going off.
    CarbonMonoxide,
    /// Sparks, burning, smoke or shocks from electrics.
    Electrics,
    /// Water in, on or coming through anything electric.
    WaterOnElectrics,
}

impl Danger {
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

/// The danger that a description mentions, if any.
#[must_use]
pub fn danger(description: &str) -> Option<Danger> {
    danger_in(&Text::read(description))
}

/// The danger that a parsed description mentions; of several, the deadliest.
#[must_use]
pub fn danger_in(text: &Text) -> Option<Danger> {
    let signs = Signs::of(text);
    if signs.carbon_monoxide() {
        Some(Danger::CarbonMonoxide)
    } else if signs.gas() {
        Some(Danger::Gas)
    } else if signs.electrics() {
        Some(Danger::Electrics)
    } else if signs.water_on_electrics() {
        Some(Danger::WaterOnElectrics)
    } else {
        None
    }
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
