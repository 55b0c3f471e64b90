//! A fee that is kept of several payments of one booking.

use pricing_core::Pence;

/// What each payment bears of a fee: the first as much as is available, the next what is left. Beyond what is available nothing is kept.
#[must_use]
pub fn over(fee: Pence, available: &[Pence]) -> Vec<Pence> {
    let mut left = fee;
    let mut parts = Vec::with_capacity(available.len());
    for most in available {
        let part = left.min(*most).max(Pence::ZERO);
        left = left - part;
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(fee: i64, available: &[i64]) -> Vec<i64> {
        let available: Vec<Pence> = available.iter().copied().map(Pence).collect();
        over(Pence(fee), &available).iter().map(|part| part.0).collect()
    }

    #[test]
    fn the_first_payment_bears_what_it_can() {
        assert_eq!(parts(4_795, &[11_700, 2_000]), [4_795, 0]);
        assert_eq!(parts(17_500, &[11_700, 38_300]), [11_700, 5_800]);
        assert_eq!(parts(17_500, &[11_700, 3_000, 9_000]), [11_700, 3_000, 2_800]);
        assert_eq!(parts(0, &[11_700]), [0]);
        assert_eq!(parts(100, &[]), [0; 0]);
    }

    #[test]
    fn nothing_is_kept_of_what_is_not_available() {
        assert_eq!(parts(17_500, &[0, 5_000]), [0, 5_000]);
        assert_eq!(parts(100, &[-1, 30]), [0, 30]);
    }

    proptest! {
        #[test]
        fn the_parts_add_up_to_the_fee_or_to_all_there_is(
            fee in 0..1_000_000_i64, available in prop::collection::vec(0..500_000_i64, 0..5),
        ) {
            let parts = parts(fee, &available);
            prop_assert_eq!(parts.iter().sum::<i64>(), fee.min(available.iter().sum()));
            prop_assert!(parts.iter().zip(&available).all(|(part, available)| part <= available));
        }
    }
}
