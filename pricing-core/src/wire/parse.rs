//! JSON text to a tree that borrows from it.

use super::ReadError;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// `null`: as good as absent.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it was written.
    Number(&'a str),
    /// A string, its escapes resolved.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Value<'a>>),
    /// An object's fields in the order in which they were written.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

/// Deeper than this is refused, so that no input can exhaust the stack.
const MOST_DEEP: u32 = 32;

/// Reads one JSON value and nothing after it; or says at which byte the text stops being JSON.
pub(crate) fn parse(json: &str) -> Result<Value<'_>, ReadError> {
    let mut parser = Parser {
        json,
        at: 0,
        wrong: None,
    };
    let value = parser.value(0);
    if parser.peek() != END {
        parser.fail();
    }
    parser.wrong.map_or(Ok(value), |at| Err(ReadError::malformed(at)))
}

/// What [`Parser::peek`] answers after the last byte; no JSON text contains it outside a string.
const END: u8 = 0;

/// After the first mistake everything reads as the end, so no step has to hand errors on.
struct Parser<'a> {
    json: &'a str,
    at: usize,
    wrong: Option<usize>,
}

impl<'a> Parser<'a> {
    fn fail(&mut self) {
        self.wrong.get_or_insert(self.at);
        self.at = self.json.len();
    }

    fn byte(&self) -> u8 {
        self.json.as_bytes().get(self.at).copied().unwrap_or(END)
    }

    fn rest(&self) -> &'a [u8] {
        self.json.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn since(&self, start: usize) -> &'a str {
        self.json.get(start..self.at).unwrap_or_default()
    }

    /// The next byte after white space.
    fn peek(&mut self) -> u8 {
        while matches!(self.byte(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
        if self.byte() == END && self.at < self.json.len() {
            self.fail();
        }
        self.byte()
    }

    /// Eats this byte if it comes next.
    fn eats(&mut self, wanted: u8) -> bool {
        let there = self.peek() == wanted;
        if there {
            self.at += 1;
        }
        there
    }

    /// Whether a list or object goes on: eats a comma, or its end.
    fn goes_on(&mut self, end: u8) -> bool {
        let more = self.eats(b',');
        if !more && !self.eats(end) {
            self.fail();
        }
        more
    }

    fn value(&mut self, depth: u32) -> Value<'a> {
        match self.peek() {
            _ if depth > MOST_DEEP => self.fail(),
            b'{' => return self.object(depth),
            b'[' => return self.list(depth),
            b'"' => return Value::Text(self.text()),
            b't' if self.word(b"true") => return Value::Bool(true),
            b'f' if self.word(b"false") => return Value::Bool(false),
            b'n' if self.word(b"null") => {}
            b'-' | b'0'..=b'9' => return self.number(),
            _ => self.fail(),
        }
        Value::Null
    }

    fn word(&mut self, word: &[u8]) -> bool {
        let there = self.rest().starts_with(word);
        if there {
            self.at += word.len();
        }
        there
    }

    fn list(&mut self, depth: u32) -> Value<'a> {
        self.at += 1;
        let mut items = Vec::new();
        if !self.eats(b']') {
            loop {
                items.push(self.value(depth + 1));
                if !self.goes_on(b']') {
                    break;
                }
            }
        }
        Value::List(items)
    }

    fn object(&mut self, depth: u32) -> Value<'a> {
        self.at += 1;
        let mut fields = Vec::new();
        if !self.eats(b'}') {
            loop {
                if self.peek() != b'"' {
                    self.fail();
                    break;
                }
                let name = self.text();
                if !self.eats(b':') {
                    self.fail();
                }
                fields.push((name, self.value(depth + 1)));
                if !self.goes_on(b'}') {
                    break;
                }
            }
        }
        Value::Object(fields)
    }

    fn digits(&mut self) {
        let start = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == start {
            self.fail();
        }
    }

    fn number(&mut self) -> Value<'a> {
        let start = self.at;
        if self.byte() == b'-' {
            self.at += 1;
        }
        if self.byte() == b'0' {
            self.at += 1;
        } else {
            self.digits();
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.digits();
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.byte(), b'+' | b'-') {
                self.at += 1;
            }
            self.digits();
        }
        Value::Number(self.since(start))
    }

    /// A string; `at` stands on its opening quote.
    fn text(&mut self) -> Cow<'a, str> {
        self.at += 1;
        let mut start = self.at;
        let mut unescaped = String::new();
        loop {
            match self.byte() {
                b'"' => break,
                b'\\' => {
                    unescaped.push_str(self.since(start));
                    self.at += 1;
                    match self.escape() {
                        Some(letter) => unescaped.push(letter),
                        None => self.fail(),
                    }
                    start = self.at;
                }
                0..0x20 => {
                    self.fail();
                    return Cow::Borrowed("");
                }
                _ => self.at += 1,
            }
        }
        let plain = self.since(start);
        self.at += 1;
        if unescaped.is_empty() {
            return Cow::Borrowed(plain);
        }
        unescaped.push_str(plain);
        Cow::Owned(unescaped)
    }

    fn escape(&mut self) -> Option<char> {
        let byte = self.byte();
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return None,
        })
    }

    /// The letter of `\uXXXX`, or of a pair of surrogates; a lone one is refused.
    fn unicode(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        if !self.word(b"\\u") {
            return None;
        }
        let second = self.hex().filter(|code| (0xDC00..0xE000).contains(code))?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    }

    fn hex(&mut self) -> Option<u32> {
        let mut code = 0;
        for _ in 0..4 {
            code = code * 16 + char::from(self.byte()).to_digit(16)?;
            self.at += 1;
        }
        Some(code)
    }
}
