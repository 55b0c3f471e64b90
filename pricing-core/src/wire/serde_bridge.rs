//! The same JSON for those who use serde (the server): raw values, so the bytes are this crate's own. Works with
//! `serde_json` only, and not inside `#[serde(flatten)]` or untagged enums.

use super::to_json;
use crate::book::PriceBook;
use crate::calendar::{CivilDate, CivilDateTime, ClockTime};
use crate::{budget, cancellation, classification, coupon, estimate, fee, quote, refine, region, slots};
use alloc::boxed::Box;
use alloc::string::String;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;

macro_rules! raw {
    ($($answer:ty),* $(,)?) => {$(
        impl Serialize for $answer {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                RawValue::from_string(to_json(self)).map_err(ser::Error::custom)?.serialize(serializer)
            }
        }
    )*};
}
raw! {
    PriceBook,
    budget::BudgetAnswer,
    cancellation::Cancellation,
    classification::ClassificationAnswer,
    coupon::CouponAnswer,
    estimate::Alternative<'_>,
    estimate::BreakdownLine<'_>,
    estimate::Estimate<'_>,
    estimate::TradeSuggestion<'_>,
    fee::Fee,
    quote::Quote,
    refine::RefinedPrice,
    region::RegionAnswer,
    slots::Slot,
}

/// Validated as [`PriceBook::from_json`] does.
impl<'de> Deserialize<'de> for PriceBook {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::from_json(raw.get()).map_err(de::Error::custom)
    }
}

macro_rules! as_text {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}
as_text!(ClockTime, CivilDate, CivilDateTime);
