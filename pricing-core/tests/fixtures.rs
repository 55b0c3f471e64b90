//! `tests/fixtures/*.json`, natively; Node and the web tests run the same files against the WebAssembly module.

use pricing_core::{PriceBook, json};
use serde_json::Value;

const FUNCTIONS: [&str; 12] = [
    "budget",
    "cancellation",
    "classify",
    "coupon",
    "emergencyNumbers",
    "estimate",
    "fee",
    "quote",
    "refine",
    "region",
    "slots",
    "typed",
];

#[test]
fn every_fixture_is_answered_as_written() {
    for function in FUNCTIONS {
        let path = format!("{}/../tests/fixtures/{function}.json", env!("CARGO_MANIFEST_DIR"));
        let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert!(cases.len() > 5, "{path} has only {} cases", cases.len());
        for case in cases {
            assert_eq!(case["fn"], function);
            let line = serde_json::json!({ "fn": case["fn"], "in": case["in"] }).to_string();
            let answer: Value = serde_json::from_str(&json::answer(PriceBook::builtin(), &line)).unwrap();
            assert_eq!(answer, case["out"], "{line}");
        }
    }
}
