//! One small sort and one small collect: the general ones cost more room in WebAssembly than many pricing rules.

use alloc::vec::Vec;

/// All items as a list.
pub(crate) fn list<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut list = Vec::new();
    for item in items {
        list.push(item);
    }
    list
}

/// Numbered points, the most first; of equal points the smaller number. They come in the order of their numbers.
#[inline(never)]
pub(crate) fn most_first(points: &mut [(usize, i32)]) {
    for end in 1..points.len() {
        for place in (1..=end).rev() {
            match points.get_mut(place - 1..=place) {
                Some([before, here]) if before.1 < here.1 => core::mem::swap(before, here),
                _ => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::most_first;

    #[test]
    fn any_order_becomes_falling_and_equals_stay() {
        for length in [0_usize, 1, 2, 3, 10, 100] {
            let points = |index: usize| i32::try_from(index * 7919 % 11).unwrap();
            let mut items: Vec<_> = (0..length).map(|index| (index, points(index))).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(index, points)| (-points, *index));
            most_first(&mut items);
            assert_eq!(items, expected);
        }
    }
}
