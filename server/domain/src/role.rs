//! The two kinds of account that carry a bearer token.

use serde::{Deserialize, Serialize};

/// Who a bearer can be. Operators have no bearer tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A client or a guest.
    Client,
    /// A pro.
    Master,
}

impl Role {
    /// As it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Master => "master",
        }
    }
}
