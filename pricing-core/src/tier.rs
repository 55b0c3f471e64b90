//! The service level a client chooses.

use serde::{Deserialize, Serialize};

words! {
    /// Service level.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Tier {
        /// Cheaper, fewer pros are asked; not with an emergency.
        Economy = "ECONOMY",
        /// The default.
        #[default]
        Standard = "STANDARD",
        /// Dearer, more pros are asked at once.
        Priority = "PRIORITY",
    }
}
