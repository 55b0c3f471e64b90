//! What a table of the price book needs to be read and written: its field names are its JSON names.

/// Reads and writes a struct by its field names. Fields that may be absent are left out when they are.
macro_rules! record {
    ($($record:ident { $($field:ident),* $(,)? })*) => {$(
        impl<'a> $crate::wire::FromJson<'a> for $record {
            #[inline(never)]
            fn read(value: Option<&$crate::wire::Value<'a>>, report: &$crate::wire::Report) -> Self {
                let fields = $crate::wire::Fields::of(value, report);
                Self { $($field: fields.get(stringify!($field))),* }
            }
        }

        impl $crate::wire::ToJson for $record {
            fn write(&self, out: &mut $crate::wire::Writer) {
                out.object(|out| {
                    $(out.optional(stringify!($field), &self.$field);)*
                });
            }
        }
    )*};
}

/// Reads and writes an enum by the names of its variants.
macro_rules! names {
    ($kind:ident, $expected:literal: $first:ident = $first_name:literal $(, $variant:ident = $name:literal)* $(,)?) => {
        impl $kind {
            /// What JSON spells by this name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                const ALL: &[$kind] = &[$kind::$first, $($kind::$variant),*];
                for kind in ALL {
                    if kind.as_str() == name {
                        return Some(*kind);
                    }
                }
                None
            }

            /// The name as JSON spells it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    Self::$first => $first_name,
                    $(Self::$variant => $name),*
                }
            }
        }

        impl<'a> $crate::wire::FromJson<'a> for $kind {
            #[inline(never)]
            fn read(value: Option<&$crate::wire::Value<'a>>, report: &$crate::wire::Report) -> Self {
                let name = if let Some($crate::wire::Value::Text(name)) = value { &**name } else { "" };
                if let Some(found) = $kind::named(name) {
                    return found;
                }
                report.expected($expected);
                $kind::$first
            }
        }

        impl $crate::wire::ToJson for $kind {
            fn write(&self, out: &mut $crate::wire::Writer) {
                self.as_str().write(out);
            }
        }
    };
}

pub(crate) use {names, record};
