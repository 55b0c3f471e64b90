//! Sets of names: enums whose variants are stored and sent as fixed words.
//!
//! `names!` writes each word once, beside its variant, and makes from it what the database, JSON and the OpenAPI document use. A variant
//! can be renamed without touching what is stored; a word that is changed fails the test of all stored names.

use crate::{Column, Value};

/// An enum that is stored as words.
pub trait Named: Copy + 'static {
    /// What it is, for errors.
    const KIND: &'static str;
    /// All variants, in the order of their declaration.
    const ALL: &'static [Self];

    /// The word that it is stored and sent as.
    fn as_str(self) -> &'static str;

    /// The variant of a word.
    #[must_use]
    fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.as_str() == word)
    }
}

impl<T: Named> Column for T {
    type Stored = String;

    fn to_value(&self) -> Value {
        Value::Text(Some(self.as_str().to_owned()))
    }

    fn from_stored(stored: String) -> Result<Self, String> {
        Self::parse(&stored).ok_or_else(|| format!("no {} is called {stored}", Self::KIND))
    }
}

impl<T: Named> Column for Option<T> {
    type Stored = Option<String>;

    fn to_value(&self) -> Value {
        Value::Text(self.map(|one| one.as_str().to_owned()))
    }

    fn from_stored(stored: Option<String>) -> Result<Self, String> {
        stored.map(T::from_stored).transpose()
    }
}

impl<T: Named> From<Option<T>> for Value {
    fn from(one: Option<T>) -> Self {
        one.to_value()
    }
}

/// Declares a set of names: `names! { pub enum Side { /// … Client = "client", /// … Pro = "pro" } }`. It derives what every such enum
/// needs, `serde` and `utoipa` among it; whoever uses it depends on both.
#[macro_export]
macro_rules! names {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_attribute:meta])* $variant:ident = $word:tt),+ $(,)?
        }
    ) => {
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
        )]
        $(#[$attribute])*
        $visibility enum $name {
            $($(#[$variant_attribute])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// All of them, in the order of their declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word that it is stored and sent as.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// The one of this word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                <Self as $crate::Named>::parse(word)
            }
        }

        impl $crate::Named for $name {
            const KIND: &'static str = stringify!($name);
            const ALL: &'static [Self] = Self::ALL;

            fn as_str(self) -> &'static str {
                Self::as_str(self)
            }
        }

        impl From<$name> for $crate::Value {
            fn from(one: $name) -> Self {
                Self::from(one.as_str())
            }
        }
    };
}
