//! Whether the address of a job is its pro's own.

/// Where a pro is known to be.
#[derive(Debug, Clone, Copy)]
pub struct ProAddress<'a> {
    /// Where the business is, as the pro wrote it: any lines, with or without a postcode.
    pub trading: &'a str,
    /// The postcode in the middle of the pro's area; may be empty.
    pub base_postcode: &'a str,
}

impl ProAddress<'_> {
    /// True where a job's first line stands in the trading address, and its postcode there or at the pro's base. Case, spaces and
    /// punctuation do not count. A job whose client was erased has neither line.
    #[must_use]
    pub fn is(&self, line1: &str, postcode: &str) -> bool {
        let trading = Plain::of(self.trading);
        let (line, postcode) = (Plain::of(line1).text, Plain::of(postcode).text);
        trading.has(&line) && (trading.has(&postcode) || Plain::of(self.base_postcode).text == postcode)
    }
}

/// Letters and digits alone, in lower case, and where words begin and end in them.
struct Plain {
    text: String,
    edges: Vec<usize>,
}

impl Plain {
    fn of(written: &str) -> Self {
        let (mut text, mut edges) = (String::new(), vec![0]);
        for word in written.split(|letter: char| !letter.is_alphanumeric()) {
            text.extend(word.chars().flat_map(char::to_lowercase));
            edges.push(text.len());
        }
        Self { text, edges }
    }

    /// True where `plain` stands in it from one edge of a word to another: `1 High Street` is not in `11 High Street`.
    fn has(&self, plain: &str) -> bool {
        let stands_at = |at: &usize| {
            let rest = self.text.get(*at..);
            rest.is_some_and(|rest| rest.starts_with(plain)) && self.edges.contains(&(at + plain.len()))
        };
        !plain.is_empty() && self.edges.iter().any(stands_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_of(trading: &str, base_postcode: &str, line1: &str, postcode: &str) -> bool {
        let pro = ProAddress {
            trading,
            base_postcode,
        };
        pro.is(line1, postcode)
    }

    #[test]
    fn case_spaces_and_punctuation_do_not_count() {
        for line1 in [
            "12a St. John's Road",
            "12A ST JOHNS ROAD",
            " 12 a  St John’s-Road,",
        ] {
            for trading in [
                "12a St John's Road, London SW1A 1AA",
                "Taps Ltd\n12A, St Johns Road\nLondon\nsw1a1aa",
            ] {
                assert!(is_of(trading, "E2 8AA", line1, "SW1A 1AA"), "{line1} {trading}");
            }
        }
    }

    #[test]
    fn the_base_has_the_postcode_that_the_trading_address_leaves_out() {
        let trading = "1 High Street\nLondon";
        assert!(is_of(trading, "SW1A 1AA", "1 High Street", "SW1A 1AA"));
        assert!(!is_of(trading, "SW1A", "1 High Street", "SW1A 1AA"));
        assert!(!is_of(trading, "", "1 High Street", "SW1A 1AA"));
    }

    #[test]
    fn another_house_or_postcode_is_another_address() {
        let trading = "1 High Street, London SW1A 1AA";
        for (line1, postcode) in [
            ("11 High Street", "SW1A 1AA"),
            ("1 High", "SW1A 1A"),
            ("1 High Street West", "SW1A 1AA"),
            ("2 High Street", "SW1A 1AA"),
            ("1 High Street", "SW1A 1AB"),
            ("", "SW1A 1AA"),
            ("1 High Street", ""),
        ] {
            assert!(!is_of(trading, "E2 8AA", line1, postcode), "{line1}, {postcode}");
        }
        assert!(!is_of("11 High Street SW1A 1AA", "", "1 High Street", "SW1A 1AA"));
        assert!(!is_of("", "", "1 High Street", "SW1A 1AA"));
        assert!(!is_of("", "", "", ""));
    }
}
