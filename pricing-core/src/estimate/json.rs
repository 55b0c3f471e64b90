//! The estimate as JSON.

use super::{Alternative, BreakdownLine, Estimate, Mode, TradeSuggestion};
use crate::wire::{Fraction, Pounds, ToJson, Writer};

impl ToJson for Estimate<'_> {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.field("category", &self.category);
            out.field("trade", &self.trade);
            out.field("confidence", &Fraction(self.confidence));
            out.field("base_min", &self.base_min.map(Pounds));
            out.field("base_max", &self.base_max.map(Pounds));
            out.field("region_factor", &Fraction(self.region_factor));
            out.field("region_label", &self.region_label);
            out.field("currency", &self.currency);
            out.field("readable_name", &self.readable_name);
            out.field("problem_type", &self.problem_type);
            out.field("estimated_cost", &self.estimated_cost.map(Pounds));
            out.field("breakdown", &self.breakdown);
            out.field("quick_tips", &self.quick_tips);
            out.field("faq", &self.faq);
            out.field("trades", &self.trades);
            out.field("suggested_flow", &self.suggested_flow);
            out.field("alternatives", &self.alternatives);
            out.optional("autocorrected_input", &self.autocorrected_input);
            out.field("mode", &self.mode.as_str());
            out.field("book_version", &self.book_version);
        });
    }
}

impl ToJson for BreakdownLine<'_> {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.field("label", &self.label);
            out.field("amount", &Pounds(self.amount));
        });
    }
}

impl ToJson for TradeSuggestion<'_> {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.field("trade", &self.trade);
            out.field("role", &self.role);
            out.field("confidence", &Fraction(self.confidence));
        });
    }
}

impl ToJson for Alternative<'_> {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.field("code", &self.code);
            out.field("name", &self.name);
        });
    }
}

impl Mode {
    /// The mode as JSON spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::QuickFix => "quick_fix",
            Self::Chosen => "chosen",
            Self::Keyword => "keyword",
            Self::Classifier => "classifier",
            Self::None => "none",
            Self::Danger => "danger",
        }
    }
}
