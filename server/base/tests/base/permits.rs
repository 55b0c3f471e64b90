//! Permits for what may be done at once.

use callout_base::permits::{AtOnce, Permits};

#[test]
fn limits_apply_per_holder_and_in_total() {
    let permits = Permits::new(AtOnce { total: 4, each: 2 });
    let first = permits.take(Some("a"));
    let second = permits.take(Some("a"));
    assert!(first.is_some() && second.is_some() && permits.take(Some("a")).is_none());
    let others = (permits.take(Some("b")), permits.take(None));
    assert!(others.0.is_some() && others.1.is_some());
    assert!(permits.take(Some("c")).is_none() && permits.take(None).is_none());
    drop(first);
    assert!(permits.take(Some("c")).is_some());
    assert!(permits.take(Some("a")).is_some());
    drop((second, others));
    assert!(permits.are_untouched(), "nothing is left of those who went");
}
