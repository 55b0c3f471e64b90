//! Renders a JSON schema as a few readable lines.

use serde_json::{Map, Value};

use super::page::escape;

/// The name of the schema that a reference points to.
fn referred(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

/// The type in a word or two, linked if it is a named schema.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(name) = referred(schema) {
        return format!("<a href=\"#schema-{0}\">{0}</a>", escape(name));
    }
    for (word, joint) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")] {
        if let Some(Value::Array(several)) = schema.get(word) {
            let kinds: Vec<String> = several.iter().map(kind).collect();
            return kinds.join(joint);
        }
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        let values: Vec<String> = values.iter().map(|value| escape(&value.to_string())).collect();
        return values.join(" | ");
    }
    match schema.get("type") {
        Some(Value::String(name)) if name == "array" => {
            format!(
                "array of {}",
                schema.get("items").map_or_else(|| "anything".to_owned(), kind)
            )
        }
        Some(Value::String(name)) => with_format(name, schema),
        Some(Value::Array(names)) => {
            let names: Vec<&str> = names
                .iter()
                .filter_map(Value::as_str)
                .filter(|name| *name != "null")
                .collect();
            match names.as_slice() {
                ["array"] => format!(
                    "array of {}",
                    schema.get("items").map_or_else(|| "anything".to_owned(), kind)
                ),
                names => with_format(&names.join(" or "), schema),
            }
        }
        _ => "anything".to_owned(),
    }
}

fn with_format(name: &str, schema: &Value) -> String {
    match schema.get("format").and_then(Value::as_str) {
        Some(format) => format!("{} ({})", escape(name), escape(format)),
        None => escape(name),
    }
}

/// The largest whole number that JavaScript holds: bounds beyond it bound nothing.
const SAFE: i64 = (1 << 53) - 1;

/// What bounds a value: `, 3 to 80 characters`, `, from 100`.
pub(super) fn bounds(schema: &Value) -> String {
    let number = |name: &str| {
        let number = schema.get(name)?.as_i64()?;
        (-SAFE..=SAFE).contains(&number).then_some(number)
    };
    let is_file = schema.get("format").is_some_and(|format| format == "binary");
    let letters = if is_file { " bytes" } else { " characters" };
    let said = [
        (number("minLength"), number("maxLength"), letters),
        (number("minItems"), number("maxItems"), " entries"),
        (number("minimum"), number("maximum"), ""),
    ];
    said.into_iter()
        .map(|(least, most, unit)| match (least, most) {
            (Some(least), Some(most)) => format!(", {least} to {most}{unit}"),
            (None, Some(most)) => format!(", at most {most}{unit}"),
            (Some(least), None) if least != 0 => format!(", from {least}{unit}"),
            _ => String::new(),
        })
        .collect()
}

/// The table of an object's fields, or just the type of anything else.
pub(super) fn fields(schema: &Value) -> String {
    let mut properties = Map::new();
    let mut required = Vec::new();
    collect(schema, &mut properties, &mut required);
    if properties.is_empty() {
        return format!("<p><code>{}</code></p>", kind(schema));
    }
    let rows: Vec<String> = properties
        .iter()
        .map(|(name, property)| {
            let optional = if required.iter().any(|field| field == name) {
                ""
            } else {
                "?"
            };
            format!(
                "<tr><th scope=\"row\"><code>{}{optional}</code></th><td>{}{}</td><td>{}</td></tr>",
                escape(name),
                kind(property),
                bounds(property),
                escape(
                    property
                        .get("description")
                        .and_then(Value::as_str)
                        .unwrap_or_default()
                ),
            )
        })
        .collect();
    format!(
        "{}<div class=\"wide\"><table>{}</table></div>",
        composed(schema),
        rows.concat()
    )
}

/// The named schemas whose fields an object has, too.
fn composed(schema: &Value) -> String {
    let parts = schema.get("allOf").and_then(Value::as_array);
    let named = parts
        .into_iter()
        .flatten()
        .filter(|part| referred(part).is_some());
    let names: Vec<String> = named.map(kind).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("<p>Everything of {}, and:</p>", names.join(" and "))
}

/// An object's own fields and those of the unnamed schemas it is composed of.
fn collect(schema: &Value, properties: &mut Map<String, Value>, required: &mut Vec<String>) {
    if let Some(Value::Object(own)) = schema.get("properties") {
        properties.extend(own.clone());
    }
    if let Some(Value::Array(names)) = schema.get("required") {
        required.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    if let Some(Value::Array(parts)) = schema.get("allOf") {
        parts.iter().for_each(|part| collect(part, properties, required));
    }
}
