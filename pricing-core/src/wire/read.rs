//! From JSON values to types. The first mistake is noted and reading goes on with stand-ins, so that a record is a plain
//! list of its fields; whoever reads asks at the end whether all was well.

use super::{Fraction, Pounds, Value};
use crate::calendar::{CivilDate, CivilDateTime, ClockTime};
use crate::error::PricingError;
use crate::money::{BasisPoints, Pence, decimal};
use crate::order::list;
use crate::strings::joined;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

/// Why JSON could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadError {
    /// The field at fault; empty: the whole.
    field: &'static str,
    /// What was expected there; empty: the text is not JSON.
    expected: &'static str,
    /// Where the text stops being JSON, in bytes.
    at: usize,
}

impl ReadError {
    pub(crate) fn malformed(at: usize) -> Self {
        Self {
            field: "",
            expected: "",
            at,
        }
    }

    /// What is wrong, for people who write requests.
    pub(crate) fn message(&self) -> String {
        match (self.field, self.expected) {
            ("", "") => joined(&["not JSON at byte ", &decimal::whole(self.at)]),
            ("", expected) => joined(&["expected ", expected]),
            (field, expected) => joined(&[field, ": expected ", expected]),
        }
    }
}

impl From<ReadError> for PricingError {
    fn from(error: ReadError) -> Self {
        let field = (!error.field.is_empty()).then_some(error.field);
        Self {
            code: "invalid_request",
            field,
            message: error.message(),
        }
    }
}

/// Where the first mistake is noted.
#[derive(Default)]
pub(crate) struct Report {
    field: Cell<&'static str>,
    first: Cell<Option<ReadError>>,
}

impl Report {
    /// Notes that something else was expected in the field that is being read.
    #[inline(never)]
    pub(crate) fn expected(&self, expected: &'static str) {
        if self.first.get().is_none() {
            self.first.set(Some(ReadError {
                field: self.field.get(),
                expected,
                at: 0,
            }));
        }
    }

    /// Whether all was well.
    pub(crate) fn check(&self) -> Result<(), ReadError> {
        self.first.get().map_or(Ok(()), Err)
    }
}

/// A type that JSON can be read as.
pub(crate) trait FromJson<'a>: Sized {
    /// Reads a value; `None` where a field is absent. What can't be read is reported, and a stand-in returned.
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self;
}

/// The fields of an object.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'v, 'a> {
    fields: &'v [(Cow<'a, str>, Value<'a>)],
    report: &'v Report,
}

impl<'v, 'a> Fields<'v, 'a> {
    #[inline(never)]
    pub(crate) fn of(value: Option<&'v Value<'a>>, report: &'v Report) -> Self {
        if let Some(Value::Object(fields)) = value {
            return Self { fields, report };
        }
        report.expected("an object");
        Self { fields: &[], report }
    }

    /// The value of a field; fields nobody asks for are ignored.
    #[inline(never)]
    pub(crate) fn value(&self, name: &'static str) -> Option<&'v Value<'a>> {
        self.report.field.set(name);
        self.fields
            .iter()
            .find(|(found, _)| found == name)
            .map(|(_, value)| value)
    }

    /// The text of a field.
    pub(crate) fn text(&self, name: &'static str) -> &'v str {
        text(self.value(name), self.report)
    }

    /// The text of a field that may be absent.
    #[inline(never)]
    pub(crate) fn optional_text(&self, name: &'static str) -> Option<&'v str> {
        match self.value(name) {
            None | Some(Value::Null) => None,
            value => Some(text(value, self.report)),
        }
    }

    /// Reads a field.
    pub(crate) fn get<T: FromJson<'a>>(&self, name: &'static str) -> T {
        T::read(self.value(name), self.report)
    }

    /// Whether all was well.
    pub(crate) fn check(&self) -> Result<(), ReadError> {
        self.report.check()
    }
}

/// The text that is expected.
#[inline(never)]
fn text<'v>(value: Option<&'v Value<'_>>, report: &Report) -> &'v str {
    if let Some(Value::Text(text)) = value {
        return text;
    }
    report.expected("text");
    ""
}

impl<'a> FromJson<'a> for String {
    #[inline(never)]
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        text(value, report).to_owned()
    }
}

/// Absent is false.
impl<'a> FromJson<'a> for bool {
    #[inline(never)]
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        match value {
            Some(Value::Bool(yes)) => return *yes,
            None => {}
            Some(_) => report.expected("true or false"),
        }
        false
    }
}

/// A whole number within limits.
#[inline(never)]
fn whole(value: Option<&Value<'_>>, limits: (i64, i64), report: &Report) -> i64 {
    if let Some(Value::Number(text)) = value
        && let Some(number) = decimal::parse(text, 0)
        && limits.0 <= number
        && number <= limits.1
    {
        return number;
    }
    report.expected("a whole number in range");
    limits.0.max(0)
}

/// The largest number that can be read: thirteen digits.
const MOST: i64 = 9_999_999_999_999;

impl<'a> FromJson<'a> for i64 {
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        whole(value, (-MOST, MOST), report)
    }
}

macro_rules! smaller_integers {
    ($($integer:ty: $most:expr;)*) => {$(
        impl<'a> FromJson<'a> for $integer {
            fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
                Self::try_from(whole(value, (0, $most), report)).unwrap_or_default()
            }
        }
    )*};
}
smaller_integers! {
    u16: i64::from(u16::MAX);
    u32: i64::from(u32::MAX);
    usize: i64::from(u32::MAX);
}

impl<'a> FromJson<'a> for Pence {
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        Self(i64::read(value, report))
    }
}

impl<'a> FromJson<'a> for BasisPoints {
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        Self(u32::read(value, report))
    }
}

impl<'a> FromJson<'a> for Pounds {
    #[inline(never)]
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        if let Some(Value::Number(text)) = value
            && let Some(pence) = decimal::parse(text, 2)
        {
            return Self(Pence(pence));
        }
        report.expected("pounds with at most two decimals");
        Self(Pence::ZERO)
    }
}

impl<'a> FromJson<'a> for Fraction {
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        if let Some(Value::Number(text)) = value
            && let Some(units) = decimal::parse(text, 4).and_then(|units| u32::try_from(units).ok())
        {
            return Self(BasisPoints(units));
        }
        report.expected("a fraction with at most four decimals");
        Self(BasisPoints(0))
    }
}

impl<'a> FromJson<'a> for ClockTime {
    #[inline(never)]
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        if let Some(Value::Text(text)) = value
            && let Ok(time) = text.parse()
        {
            return time;
        }
        report.expected("a time like 18:30");
        Self::MIDNIGHT
    }
}

impl<'a> FromJson<'a> for CivilDateTime {
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        if let Some(Value::Text(text)) = value
            && let Ok(moment) = text.parse()
        {
            return moment;
        }
        report.expected("a London time like 2026-11-21T10:05");
        Self {
            date: CivilDate::FIRST,
            time: ClockTime::MIDNIGHT,
        }
    }
}

impl<'a, T: FromJson<'a>> FromJson<'a> for Option<T> {
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        match value {
            None | Some(Value::Null) => None,
            value => Some(T::read(value, report)),
        }
    }
}

/// Absent is empty.
impl<'a, T: FromJson<'a>> FromJson<'a> for Vec<T> {
    #[inline(never)]
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        list(
            items(value, report)
                .iter()
                .map(|item| T::read(Some(item), report)),
        )
    }
}

#[inline(never)]
fn items<'v, 'a>(value: Option<&'v Value<'a>>, report: &Report) -> &'v [Value<'a>] {
    match value {
        None => {}
        Some(Value::List(items)) => return items,
        Some(_) => report.expected("a list"),
    }
    &[]
}

/// A pair is a list of two.
impl<'a, T: FromJson<'a>> FromJson<'a> for (T, T) {
    #[inline(never)]
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        let (first, second) = match value {
            Some(Value::List(items)) => match items.as_slice() {
                [first, second] => (Some(first), Some(second)),
                _ => (None, None),
            },
            _ => (None, None),
        };
        if second.is_none() {
            report.expected("a list of two");
        }
        (T::read(first, report), T::read(second, report))
    }
}
