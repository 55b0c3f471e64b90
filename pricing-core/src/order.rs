//! One small sort: the general ones cost more room in WebAssembly than all pricing rules together.

/// Sorts by a number, ascending (a comb sort). The order of equal numbers is the same on every machine, but any.
pub(crate) fn by_number<T>(items: &mut [T], number: impl Fn(&T) -> u64) {
    let mut gap = items.len();
    let mut sorted = false;
    while !sorted {
        gap = (gap * 10 / 13).max(1);
        sorted = gap == 1;
        for low in 0..items.len().saturating_sub(gap) {
            let pair = items.get(low).zip(items.get(low + gap));
            if pair.is_some_and(|(low, high)| number(low) > number(high)) {
                items.swap(low, low + gap);
                sorted = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::by_number;

    #[test]
    fn any_order_becomes_ascending() {
        for length in [0_u64, 1, 2, 3, 10, 257, 1000] {
            let mut items: Vec<u64> = (0..length).map(|index| index.wrapping_mul(7919) % 101).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            by_number(&mut items, |item| *item);
            assert_eq!(items, expected);
        }
    }
}
