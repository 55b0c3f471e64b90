//! From types to JSON text.

use super::{Fraction, Pounds};
use crate::calendar::{CivilDateTime, ClockTime};
use crate::money::{BasisPoints, Pence, decimal};
use crate::strings::starting;
use alloc::string::String;
use alloc::vec::Vec;

/// A type that can be written as JSON.
pub trait ToJson {
    /// Writes itself.
    fn write(&self, out: &mut Writer);

    /// Whether a price book leaves it out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// JSON text in the making.
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
}

/// A value as JSON text.
#[must_use]
pub fn to_json<T: ToJson + ?Sized>(value: &T) -> String {
    let mut out = Writer {
        text: String::with_capacity(2048),
    };
    value.write(&mut out);
    out.text
}

impl Writer {
    /// Writes an object with the fields that `fields` writes.
    pub fn object(&mut self, fields: impl FnOnce(&mut Self)) {
        self.text.push('{');
        fields(self);
        self.text.push('}');
    }

    /// Writes a field of an object.
    pub fn field<T: ToJson + ?Sized>(&mut self, name: &str, value: &T) {
        self.name(name);
        value.write(self);
    }

    /// Writes a field that is an object.
    pub fn nested(&mut self, name: &str, fields: impl FnOnce(&mut Self)) {
        self.name(name);
        self.object(fields);
    }

    /// Writes a field unless it is absent.
    pub fn optional<T: ToJson>(&mut self, name: &str, value: &T) {
        if !value.is_absent() {
            self.field(name, value);
        }
    }

    fn separate(&mut self) {
        if !matches!(self.text.as_bytes().last(), Some(b'{' | b'[')) {
            self.text.push(',');
        }
    }

    /// A field's name; names are plain words, with nothing to escape.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        self.separate();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    #[inline(never)]
    fn string(&mut self, value: &str) {
        self.text.push('"');
        let mut plain = value;
        loop {
            let at = starting(plain, |byte| byte >= 0x20 && byte != b'"' && byte != b'\\');
            let Some(byte) = plain.as_bytes().get(at) else {
                break;
            };
            self.text.push_str(plain.get(..at).unwrap_or_default());
            self.escape(*byte);
            plain = plain.get(at + 1..).unwrap_or_default();
        }
        self.text.push_str(plain);
        self.text.push('"');
    }

    fn escape(&mut self, byte: u8) {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            8 => "\\b",
            9 => "\\t",
            10 => "\\n",
            12 => "\\f",
            13 => "\\r",
            _ => {
                self.text.push_str("\\u00");
                for digit in [byte >> 4, byte & 15] {
                    self.text
                        .push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
                }
                return;
            }
        };
        self.text.push_str(short);
    }
}

impl ToJson for str {
    fn write(&self, out: &mut Writer) {
        out.string(self);
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl ToJson for String {
    fn write(&self, out: &mut Writer) {
        out.string(self);
    }
}

impl ToJson for bool {
    fn write(&self, out: &mut Writer) {
        out.text.push_str(if *self { "true" } else { "false" });
    }

    fn is_absent(&self) -> bool {
        !*self
    }
}

impl ToJson for i64 {
    fn write(&self, out: &mut Writer) {
        decimal::write(*self, 0, &mut out.text);
    }
}

macro_rules! as_i64 {
    ($($kind:ty: $value:ident => $number:expr;)*) => {$(
        impl ToJson for $kind {
            fn write(&self, out: &mut Writer) {
                let $value = self;
                decimal::write($number, 0, &mut out.text);
            }
        }
    )*};
}
as_i64! {
    u16: value => i64::from(*value);
    u32: value => i64::from(*value);
    usize: value => i64::try_from(*value).unwrap_or(i64::MAX);
    Pence: value => value.0;
    BasisPoints: value => i64::from(value.0);
}

impl ToJson for Pounds {
    fn write(&self, out: &mut Writer) {
        decimal::write(self.0.0, 2, &mut out.text);
    }
}

impl ToJson for Fraction {
    fn write(&self, out: &mut Writer) {
        decimal::write(i64::from(self.0.0), 4, &mut out.text);
    }
}

impl ToJson for ClockTime {
    fn write(&self, out: &mut Writer) {
        out.string(&self.text());
    }
}

impl ToJson for CivilDateTime {
    fn write(&self, out: &mut Writer) {
        out.string(&self.text());
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write(out),
            None => out.text.push_str("null"),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, out: &mut Writer) {
        out.text.push('[');
        for item in self {
            out.separate();
            item.write(out);
        }
        out.text.push(']');
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, out: &mut Writer) {
        self.as_slice().write(out);
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T: ToJson + Copy> ToJson for (T, T) {
    fn write(&self, out: &mut Writer) {
        [self.0, self.1].as_slice().write(out);
    }
}
