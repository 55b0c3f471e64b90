//! What a column holds of a person, what stands in its place once that person is erased, and how long it is kept. Every column has
//! such a class, beside its field in a `record!` or in the store's list; erasing, forgetting and the tests of both walk that list.

use crate::clock::{DAY, Millis};

/// How long the words, the address and the photos of a booking are kept after its end, milliseconds: 24 months.
pub const TWO_YEARS: Millis = 730 * DAY;

/// The class of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// What stands in its place once the client is erased, as SQL; `None`: it says nothing about the client, or goes with its row.
    pub client: Option<&'static str>,
    /// What stands in its place once the pro is erased.
    pub pro: Option<&'static str>,
    /// How long after the end of its booking it is emptied though nobody is erased, milliseconds; `None`: it stays with its row.
    pub term: Option<Millis>,
    /// Whether it is in the copy of what is stored about a person.
    pub is_copied: bool,
    /// Whether the client's copy leaves it out all the same: what a pro keeps for themselves.
    pub is_pros_own: bool,
}

/// Says nothing about a person: ids, times, amounts, states.
pub const FACT: Class = Class {
    client: None,
    pro: None,
    term: None,
    is_copied: false,
    is_pros_own: false,
};

/// About a person, and gone with its row.
pub const OWN: Class = Class {
    is_copied: true,
    ..FACT
};

/// Opens or proves something, so no copy has it; gone with its row.
pub const SECRET: Class = FACT;

/// About the client.
#[must_use]
pub const fn client(erased: &'static str) -> Class {
    Class {
        client: Some(erased),
        ..OWN
    }
}

/// About the pro.
#[must_use]
pub const fn pro(erased: &'static str) -> Class {
    Class {
        pro: Some(erased),
        ..OWN
    }
}

/// About both: what one of them wrote of the other.
#[must_use]
pub const fn both(erased: &'static str) -> Class {
    Class {
        pro: Some(erased),
        ..client(erased)
    }
}

impl Class {
    /// Emptied this long after the end of its booking, milliseconds.
    #[must_use]
    pub const fn kept_for(self, term: Millis) -> Self {
        Self {
            term: Some(term),
            ..self
        }
    }

    /// Something else than for the client stands in its place once the pro is erased.
    #[must_use]
    pub const fn for_pro(self, erased: &'static str) -> Self {
        Self {
            pro: Some(erased),
            ..self
        }
    }

    /// In the pro's copy, and not in the client's, though it may be about them.
    #[must_use]
    pub const fn for_pro_alone(self) -> Self {
        Self {
            is_pros_own: true,
            ..self
        }
    }

    /// Not in the copy: it opens something, or is derived from what is.
    #[must_use]
    pub const fn not_copied(self) -> Self {
        Self {
            is_copied: false,
            ..self
        }
    }
}
