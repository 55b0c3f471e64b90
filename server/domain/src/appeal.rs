//! An appeal against the decision of a dispute: once, by either side, decided by a super admin.

use crate::clock::{DAY, Millis};
use callout_db::names;

/// How long after the decision either side may appeal, milliseconds: decided for the product.
const OPEN_FOR: Millis = 14 * DAY;

names! {
    /// Who appeals.
    pub enum Appellant {
        /// The client.
        Client = "client",
        /// The pro.
        Pro = "pro",
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
