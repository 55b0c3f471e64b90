//! Pounds: as JSON gives them (97.5), read and written by the pricing core, and as people read them.

pub use pricing_core::money::Pounds;

/// Whole pounds as people read them: `1,234`.
#[must_use]
pub fn grouped(pounds: u64) -> String {
    if pounds < 1_000 {
        pounds.to_string()
    } else {
        format!("{},{:03}", grouped(pounds / 1_000), pounds % 1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let written = [0, 999, 1_000, 374_437, 12_000_005].map(grouped);
        assert_eq!(written, ["0", "999", "1,000", "374,437", "12,000,005"]);
    }
}
