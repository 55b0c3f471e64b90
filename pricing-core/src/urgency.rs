//! How soon a client wants a pro.

use serde::{Deserialize, Serialize};

words! {
    /// How soon a pro is wanted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Urgency {
        /// Now, without a slot.
        Emergency = "EMERGENCY",
        /// Today (the time step's default).
        #[default]
        Asap = "ASAP",
        /// Any slot.
        Scheduled = "SCHEDULED",
    }
}
