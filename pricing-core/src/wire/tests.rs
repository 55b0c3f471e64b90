use super::{ToJson, Value, Writer, parse, to_json};

struct Echo<'a>(&'a Value<'a>);

impl ToJson for Echo<'_> {
    fn write(&self, out: &mut Writer) {
        match self.0 {
            Value::Null => None::<i64>.write(out),
            Value::Bool(yes) => yes.write(out),
            Value::Number(text) => text.parse::<i64>().unwrap_or_default().write(out),
            Value::Text(text) => text.as_ref().write(out),
            Value::List(items) => items.iter().map(Echo).collect::<Vec<_>>().write(out),
            Value::Object(fields) => out.object(|out| {
                for (name, value) in fields {
                    out.field(name, &Echo(value));
                }
            }),
        }
    }
}

#[test]
fn what_is_read_is_written_as_a_general_library_does() {
    for json in [
        "null",
        "true",
        " [ ] ",
        "{ }",
        "[1,-2,{\"a\":\"b\",\"c\":[null,false]}]",
        "\"\\u00e9\\ud83d\\ude31\\n\\t\\\"\\\\\\/\\u0001\"",
        "{\"a\":{\"b\":{\"c\":[[[0]]]}}}",
        "\"漏水 😱\"",
        "-0",
    ] {
        let expected: serde_json::Value = serde_json::from_str(json).unwrap();
        let written = to_json(&Echo(&parse(json).unwrap()));
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&written)
                .unwrap()
                .to_string(),
            expected.to_string().replace("-0.0", "0")
        );
    }
}

#[test]
fn what_is_no_json_is_refused() {
    for wrong in [
        "",
        " ",
        "nul",
        "tru",
        "[",
        "]",
        "[1",
        "[1,]",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1,}",
        "{a:1}",
        "01",
        "1.",
        "-",
        "1e",
        "+1",
        "\"",
        "\"\\x\"",
        "\"\\ud83d\"",
        "\"\\ude31\"",
        "\"\u{1}\"",
        "\"\\u00g0\"",
        "1 2",
        "[1}",
        "\u{0}",
        "{\"a\" 1}",
        "NaN",
        "\"a\u{0}b\"",
    ] {
        assert!(
            serde_json::from_str::<serde_json::Value>(wrong).is_err(),
            "{wrong:?}"
        );
        assert!(parse(wrong).is_err(), "{wrong:?}");
    }
    let deep = "[".repeat(100_000);
    assert!(parse(&deep).is_err());
}
