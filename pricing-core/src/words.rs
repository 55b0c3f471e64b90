//! Enums that JSON and the database spell as words.

/// Gives an enum `ALL`, and each variant the word beside it: a variant can be renamed without touching what is sent and stored.
macro_rules! words {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_attribute:meta])* $variant:ident = $word:tt),+ $(,)?
        }
    ) => {
        every! {
            $(#[$attribute])*
            $visibility enum $name {
                $($(#[$variant_attribute])* #[serde(rename = $word)] $variant),+
            }
        }

        impl $name {
            /// The word that it is sent and stored as.
            #[must_use]
            $visibility const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }
    };
}
