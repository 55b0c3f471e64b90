//! Every answer that the tests get, written down so that two versions of the server can be compared: `CALLOUT_TEST_ANSWERS` names a file,
//! to which each run adds the lines that are new. A line is an operation, its status, the place of a value in the answer and the value
//! itself: words as they are, numbers by their kind, and whatever differs from run to run (ids, tokens, digits) as `*`.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde_json::Value;

static FILE: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("CALLOUT_TEST_ANSWERS").ok());
static KNOWN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Writes down a JSON answer to `asked`, a method and a path.
pub(crate) fn note(asked: &str, status: u16, body: &[u8]) {
    let (Some(file), Ok(body)) = (FILE.as_deref(), serde_json::from_slice(body)) else {
        return;
    };
    let path = asked.split('?').next().unwrap_or_default();
    let operation: Vec<String> = path.split('/').map(steady).collect();
    let mut lines = Vec::new();
    walk(&format!("{} {status} ", operation.join("/")), &body, &mut lines);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    lines.retain(|line| known.insert(line.clone()));
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)
        .expect("the file for answers");
    file.write_all(lines.concat().as_bytes())
        .expect("room for answers");
}

fn walk(place: &str, value: &Value, lines: &mut Vec<String>) {
    let shown = match value {
        Value::Object(fields) => {
            return fields
                .iter()
                .for_each(|(name, value)| walk(&format!("{place}.{}", steady(name)), value, lines));
        }
        Value::Array(values) => {
            return values
                .iter()
                .for_each(|value| walk(&format!("{place}[]"), value, lines));
        }
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) if number.is_f64() => "a decimal number".to_owned(),
        Value::Number(_) => "a whole number".to_owned(),
        Value::String(text) => format!("{:?}", steady(text)),
    };
    lines.push(format!("{place} = {shown}\n"));
}

/// The words of a text, with `*` for ids and each run of letters with a digit among them.
fn steady(text: &str) -> String {
    let is_random = |word: &str| {
        word.starts_with("C-") || word.chars().any(|letter| letter.is_ascii_digit()) || word.len() > 24
    };
    text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_' && letter != '-')
        .map(|word| if is_random(word) { "*" } else { word })
        .collect()
}
