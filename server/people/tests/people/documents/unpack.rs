//! The differences that tables of PDFs are written as.

use callout_people::documents::pdf::unpack::{nearest, summed};

#[test]
fn each_rule_of_differences_is_undone() {
    let rows = [
        [0, 10, 20, 30],
        [1, 1, 1, 1],
        [2, 1, 1, 1],
        [3, 1, 1, 1],
        [4, 1, 1, 1],
    ];
    let expected = [
        [10, 20, 30],
        [1, 2, 3],
        [2, 3, 4],
        // 0 and 2, 2 and 3, 3 and 4 on average, rounded down.
        [2, 3, 4],
        [3, 4, 5],
    ];
    assert_eq!(summed(&rows.concat(), 3).unwrap(), expected.concat());
    assert_eq!(summed(&[5, 1, 1, 1], 3), None);
    assert_eq!(summed(&[2, 255], 3).unwrap(), [255], "a last row may be short");
}

#[test]
fn the_neighbour_nearest_to_the_estimate_is_taken() {
    for (neighbours, expected) in [
        ((10, 20, 10), 20),
        ((20, 10, 10), 20),
        ((10, 20, 30), 10),
        ((10, 12, 11), 11),
        ((255, 255, 0), 255),
        ((0, 0, 255), 0),
    ] {
        let (left, above, above_left) = neighbours;
        assert_eq!(nearest(left, above, above_left), expected, "{neighbours:?}");
    }
}
