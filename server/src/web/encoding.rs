//! Chooses the encoding of a file for a caller (RFC 9110, 12.5.3).

use callout_front::accept_encoding::{weight, wishes};
use http::HeaderMap;

use super::files::{File, Variant};

/// The variant that the caller prefers; among equals, the smallest.
pub(super) fn choose<'a>(file: &'a File, asked: &HeaderMap) -> &'a Variant {
    let wishes = wishes(asked);
    // The plain form is a last resort unless the caller explicitly prefers it.
    let plain_weight = if wishes.contains("identity") {
        weight(&wishes, "identity").unwrap_or(0)
    } else {
        0
    };
    let mut best = (plain_weight, &file.plain);
    for variant in &file.compressed {
        let wish = variant
            .coding
            .and_then(|coding| weight(&wishes, coding))
            .unwrap_or(0);
        if wish > best.0 || wish > 0 && wish == best.0 && smaller(variant, best.1) {
            best = (wish, variant);
        }
    }
    best.1
}

fn smaller(one: &Variant, other: &Variant) -> bool {
    one.bytes.len() < other.bytes.len()
}
