//! Rejects U+0000 in all text input. Nobody sends it on purpose, and PostgreSQL can neither store it nor search for it.

use serde_json::Value;
use url::form_urlencoded;

use crate::failure::Failure;
use crate::letters;
/// Escaped in JSON.
const IN_JSON: &[u8] = br"\u0000";
/// Escaped in a URL.
const IN_ADDRESS: &str = "%00";

/// Checks a JSON body.
///
/// # Errors
/// 422 that names the field containing it.
pub fn check_json(body: &[u8]) -> Result<(), Failure> {
    if !body.windows(IN_JSON.len()).any(|part| part == IN_JSON) {
        return Ok(());
    }
    // It may be an escaped backslash followed by these letters, so look at the parsed value.
    let value = serde_json::from_slice(body).unwrap_or_default();
    find(&value, "body").map_or(Ok(()), |field| Err(refused(field)))
}

/// Checks a query.
///
/// # Errors
/// 422 that names the parameter containing it.
pub fn check_query(query: &str) -> Result<(), Failure> {
    if !query.contains(IN_ADDRESS) {
        return Ok(());
    }
    let field = form_urlencoded::parse(query.as_bytes())
        .find(|(_, value)| value.contains('\0'))
        .map_or_else(|| "query".to_owned(), |(name, _)| name.into_owned());
    Err(refused(field))
}

/// Checks a form's text field.
///
/// # Errors
/// 422 on the field.
pub fn check_text(field: &str, text: &str) -> Result<(), Failure> {
    if text.contains('\0') {
        return Err(refused(field));
    }
    Ok(())
}

/// True when the path contains it.
#[must_use]
pub fn is_in_path(path: &str) -> bool {
    path.contains(IN_ADDRESS)
}

/// The path of the field containing it, such as `address.line1`.
fn find(value: &Value, field: &str) -> Option<String> {
    match value {
        Value::String(text) => text.contains('\0').then(|| field.to_owned()),
        Value::Array(items) => items.iter().find_map(|item| find(item, field)),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| match field {
            "body" => find(value, name),
            parent => find(value, &format!("{parent}.{name}")),
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn refused(field: impl Into<String>) -> Failure {
    Failure::field(field, letters::MESSAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_names_the_field() {
        for (body, field) in [
            (r#"{"a":"x","b":"\u0000"}"#, "b"),
            (r#"{"address":{"line1":"a\u0000b"}}"#, "address.line1"),
            (r#"{"lines":[{"label":"\\\u0000"}]}"#, "lines.label"),
            (r#""\u0000""#, "body"),
        ] {
            let error = check_json(body.as_bytes()).unwrap_err();
            assert!(error.errors.contains_key(field), "{body}");
        }
        assert!(check_query("a=1&b=x%00y").unwrap_err().errors.contains_key("b"));
        assert!(
            check_text("text", "a\0b")
                .unwrap_err()
                .errors
                .contains_key("text")
        );
    }

    #[test]
    fn lookalikes_are_accepted() {
        assert!(check_json(br#"{"a":"\\u0000"}"#).is_ok());
        assert!(check_json(br#"{"a":"\u0001"}"#).is_ok());
        assert!(check_query("a=%2500").is_ok());
        assert!(check_text("text", r"\0").is_ok());
    }
}
