use super::{Estimate, EstimateInput, estimate};
use crate::book::PriceBook;
use crate::money::Pence;

fn priced(text: &str, postcode: &str) -> Estimate<'static> {
    let input = EstimateInput {
        text: text.into(),
        postcode: postcode.into(),
        quick_fix: None,
        problem_type: None,
        danger_answers: None,
    };
    estimate(PriceBook::builtin(), &input).unwrap()
}

fn range(estimate: &Estimate<'_>) -> (i64, i64, i64) {
    let pence = |amount: Option<Pence>| amount.unwrap().0;
    (
        pence(estimate.base_min),
        pence(estimate.base_max),
        pence(estimate.estimated_cost),
    )
}

#[test]
fn the_examples_of_the_decisions() {
    assert_eq!(range(&priced("leaking tap", "SW1")), (9_000, 10_500, 9_750));
    assert_eq!(range(&priced("leaking tap", "B1")), (8_500, 10_000, 9_250));
    assert_eq!(range(&priced("boiler service", "M1")), (9_000, 11_000, 10_000));
}
