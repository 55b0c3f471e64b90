//! Small plots.

use callout_console::plot::{Bar, HEIGHT, bars, height};

#[test]
fn bars_keep_within_the_drawing() {
    assert_eq!(height(0, 10), 2);
    assert_eq!(height(-5, 10), 2);
    assert_eq!(height(1, 1_000), 3);
    assert_eq!(height(5, 10), 22);
    assert_eq!(height(10, 10), HEIGHT);
}

#[test]
fn a_plot_is_read_out() {
    let bar = |name: &str, value| Bar {
        name: name.to_owned(),
        value,
        words: "£5".to_owned(),
    };
    let html = callout_outside::mail::html(bars(
        "Fees",
        vec![bar("Mon 23 Nov", Some(500)), bar("Tue 24 Nov", None)],
    ));
    assert!(html.contains("aria-label=\"Fees. Mon 23 Nov: £5\""), "{html}");
    assert_eq!(html.matches("<rect").count(), 2);
}
