//! Who comes first of several pros in one place: as good as random for each booking, and the same each time it is asked.
//! Otherwise those who gave only a postcode, and so all stand in its middle, would always be asked in the same order.

/// A number for an id (FNV-1a).
pub(super) fn number(id: &str) -> u64 {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Mixes the bits of a number, so that similar ones end far apart (the last step of splitmix64). A pro's turn for a booking is the
/// mixture of both their numbers.
pub(super) fn mixed(number: u64) -> u64 {
    let once = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let twice = (once ^ (once >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    twice ^ (twice >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pro_is_first_as_often_as_the_others() {
        let pros = ["master-1", "master-2", "master-3", "master-4"];
        let mut times = [0; 4];
        for booking in 0..4_000 {
            let booking = number(&format!("C-{booking:08}"));
            let first = (0..4).min_by_key(|pro| mixed(booking ^ number(pros[*pro])));
            times[first.unwrap()] += 1;
        }
        assert!(
            times.iter().all(|times| (900..1_100).contains(times)),
            "{times:?}"
        );
    }
}
