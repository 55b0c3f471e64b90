//! An appeal against the decision of a dispute: once, by either side, decided by a super admin.

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::{DAY, Millis};

/// How long after the decision either side may appeal, milliseconds: decided for the product.
const OPEN_FOR: Millis = 14 * DAY;

/// Who appeals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Appellant {
    /// The client.
    Client,
    /// The pro.
    Pro,
}

impl Appellant {
    /// The word it is stored as.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Pro => "pro",
        }
    }

    /// The appellant of this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Client, Self::Pro]
            .into_iter()
            .find(|appellant| appellant.as_str() == word)
    }
}

/// Until when a decision of this time can be appealed, Unix milliseconds.
#[must_use]
pub const fn open_until(decided_at: Millis) -> Millis {
    decided_at + OPEN_FOR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appellants_are_stored_by_their_words() {
        for appellant in [Appellant::Client, Appellant::Pro] {
            assert_eq!(Appellant::parse(appellant.as_str()), Some(appellant));
        }
        assert_eq!(Appellant::parse("bank"), None);
        assert_eq!(open_until(1), 1 + 14 * DAY);
    }
}
