//! How many pros there are, roughly: what a client is told before anybody is asked.

use serde::Serialize;
use utoipa::ToSchema;

/// The most pros that are called few.
const FEW: usize = 2;

/// How many pros there are, roughly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pros {
    /// Nobody.
    None,
    /// One or two.
    Few,
    /// More.
    Many,
}

impl Pros {
    /// Whoever has counted so many need not go on.
    pub const ENOUGH: usize = FEW + 1;

    /// So many.
    #[must_use]
    pub fn of(count: usize) -> Self {
        match count {
            0 => Self::None,
            1..=FEW => Self::Few,
            _ => Self::Many,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_or_two_are_few() {
        let of = [0, 1, 2, 3, 100].map(Pros::of);
        assert_eq!(of, [Pros::None, Pros::Few, Pros::Few, Pros::Many, Pros::Many]);
    }
}
