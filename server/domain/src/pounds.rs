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

/// Pounds and pence as a spreadsheet takes them: `-14.63`.
#[must_use]
pub fn plain(pence: i64) -> String {
    let sign = if pence < 0 { "-" } else { "" };
    format!(
        "{sign}{}.{:02}",
        pence.unsigned_abs() / 100,
        pence.unsigned_abs() % 100
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let written = [0, 999, 1_000, 374_437, 12_000_005].map(grouped);
        assert_eq!(written, ["0", "999", "1,000", "374,437", "12,000,005"]);
    }

    #[test]
    fn a_spreadsheet_takes_every_amount_for_a_number() {
        assert_eq!(
            [-1_463, -5, 0, 9_750].map(plain),
            ["-14.63", "-0.05", "0.00", "97.50"]
        );
    }
}
