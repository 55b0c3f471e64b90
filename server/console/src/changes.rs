//! What an act changed, as the audit log keeps it, in lines that people read: `role: admin → super_admin`.

use leptos::prelude::*;
use pricing_core::BasisPoints;
use serde_json::{Map, Value};

use super::words::{percent, pounds, when};
use callout_domain::audit::AuditRow;
use callout_domain::time;

/// Who did what, with what it changed below.
pub(super) fn act(row: &AuditRow) -> AnyView {
    let words = format!("{} {}", row.operator_email, row.label());
    let lines: Vec<AnyView> = lines(&row.before, &row.after)
        .into_iter()
        .map(|line| view! { <li>{line}</li> }.into_any())
        .collect();
    let changes = (!lines.is_empty()).then(|| view! { <ul class="changes">{lines}</ul> });
    // One box, since a cell puts its pieces side by side on a phone.
    view! { <div>{words}{changes}</div> }.into_any()
}

/// A line for each field that differs; values stand as they are kept, so what was masked stays masked.
#[must_use]
pub fn lines(before: &str, after: &str) -> Vec<String> {
    let (before, after) = (fields(before), fields(after));
    let changed = before.iter().filter_map(|(field, was)| match after.get(field) {
        Some(is) if is == was => None,
        Some(is) => Some(format!(
            "{}: {} → {}",
            name(field),
            value(field, was),
            value(field, is)
        )),
        None => Some(format!("{}: was {}", name(field), value(field, was))),
    });
    let added = after
        .iter()
        .filter(|(field, is)| !before.contains_key(*field) && !is.is_null());
    let added = added.map(|(field, is)| format!("{}: {}", name(field), value(field, is)));
    changed.chain(added).collect()
}

fn fields(json: &str) -> Map<String, Value> {
    serde_json::from_str(json).unwrap_or_default()
}

/// A field's name without its unit, which the value shows.
fn name(field: &str) -> String {
    let bare = field
        .strip_suffix("_pence")
        .or_else(|| field.strip_suffix("_bps"));
    bare.unwrap_or(field).replace('_', " ")
}

fn value(field: &str, value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number
            .as_i64()
            .map_or_else(|| number.to_string(), |whole| of_number(field, whole)),
        Value::String(text) => time::of_iso(text).map_or_else(|| text.clone(), when),
        Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

fn of_number(field: &str, number: i64) -> String {
    if field.ends_with("_pence") {
        pounds(number)
    } else if field.ends_with("_from") {
        when(number)
    } else {
        let share = u32::try_from(number).ok().filter(|_| field.ends_with("_bps"));
        share.map_or_else(|| number.to_string(), |share| percent(BasisPoints(share)))
    }
}
