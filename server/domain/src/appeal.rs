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

/// Whether an appeal is not for this operator to decide: who decided the dispute does not look at their own decision again, as long as
/// there is `another` super admin who could. Where there is none, as in a small company, they do: otherwise nobody ever would.
#[must_use]
pub fn is_for_another(decided_by: Option<&str>, operator: &str, another: bool) -> bool {
    another && decided_by == Some(operator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_decided_decides_the_appeal_only_where_nobody_else_could() {
        for (decided_by, another, expected) in [
            (Some("one"), true, true),
            (Some("one"), false, false),
            (Some("two"), true, false),
            (None, true, false),
        ] {
            assert_eq!(
                is_for_another(decided_by, "one", another),
                expected,
                "{decided_by:?} {another}"
            );
        }
    }

    #[test]
    fn appellants_are_stored_by_their_words() {
        for appellant in [Appellant::Client, Appellant::Pro] {
            assert_eq!(Appellant::parse(appellant.as_str()), Some(appellant));
        }
        assert_eq!(Appellant::parse("bank"), None);
        assert_eq!(open_until(1), 1 + 14 * DAY);
    }
}
