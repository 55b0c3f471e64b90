//! Enums whose variants are listed once, so that none can be forgotten: the build script uses this file, too.

/// Gives an enum `ALL`, its variants in the order of their declaration.
macro_rules! every {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_attribute:meta])* $variant:ident),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $name {
            $($(#[$variant_attribute])* $variant),+
        }

        impl $name {
            /// All of them, in the order of their declaration.
            $visibility const ALL: [Self; [$(stringify!($variant)),+].len()] = [$(Self::$variant),+];
        }
    };
}
