//! Small plots, drawn on the server as SVG: bars of one series, with their values as text for whoever cannot see them.

use leptos::prelude::*;

/// Width of the drawing, in its own units.
const WIDTH: i64 = 280;
/// Its height.
pub const HEIGHT: i64 = 44;
/// Between two bars.
const GAP: i64 = 3;

/// A bar: what it stands for, its value, and how that is read out.
pub struct Bar {
    /// `Mon 23 Nov`.
    pub name: String,
    /// Nothing is drawn but a line where there is no value.
    pub value: Option<i64>,
    /// `£12.50`.
    pub words: String,
}

/// Bars from left to right; the last one is the strongest, since it is the present.
#[must_use]
pub fn bars(title: &str, bars: Vec<Bar>) -> AnyView {
    let most = bars.iter().filter_map(|bar| bar.value).max().unwrap_or(0).max(1);
    let count = i64::try_from(bars.len()).unwrap_or(1).max(1);
    let step = WIDTH / count;
    let read: Vec<String> = bars
        .iter()
        .filter(|bar| bar.value.is_some_and(|value| value != 0))
        .map(|bar| format!("{}: {}", bar.name, bar.words))
        .collect();
    let label = if read.is_empty() {
        format!("{title}: nothing yet")
    } else {
        format!("{title}. {}", read.join(", "))
    };
    let drawn: Vec<AnyView> = bars
        .into_iter()
        .zip(0..count)
        .map(|(bar, place)| {
            let height = height(bar.value.unwrap_or(0), most);
            let class = match bar.value {
                Some(value) if value > 0 => "bar",
                _ => "faint",
            };
            let tip = format!("{}: {}", bar.name, bar.words);
            view! {
                <rect class=class x=(place * step).to_string() y=(HEIGHT - height).to_string()
                    width=(step - GAP).max(1).to_string() height=height.to_string() rx="1.5">
                    <title>{tip}</title>
                </rect>
            }
            .into_any()
        })
        .collect();
    let view_box = format!("0 0 {WIDTH} {HEIGHT}");
    view! {
        <svg class="plot" viewBox=view_box preserveAspectRatio="none" role="img" aria-label=label>{drawn}</svg>
    }
    .into_any()
}

/// How high a bar is: never so low that it cannot be seen.
#[must_use]
pub fn height(value: i64, most: i64) -> i64 {
    if value <= 0 {
        return 2;
    }
    (value.saturating_mul(HEIGHT) / most).clamp(3, HEIGHT)
}
