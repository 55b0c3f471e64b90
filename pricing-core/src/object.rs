//! Reads what comes as JavaScript objects: requests and price books. Does what `serde-wasm-bindgen` and
//! `serde_path_to_error` would do, for plain JSON values only, with a fraction of their code.

use crate::book::{BookError, PriceBook};
use crate::error::PricingError;
use crate::functions::Input;
use js_sys::{Array, JSON, Number, Object, Reflect};
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use std::fmt;
use std::slice::Iter;
use wasm_bindgen::{JsCast, JsValue};

impl Input for JsValue {
    fn read<T: DeserializeOwned>(self) -> Result<T, PricingError> {
        T::deserialize(Reader(self)).map_err(Unreadable::refusal)
    }
}

impl PriceBook {
    /// Reads a book that came as an object, and validates it.
    ///
    /// # Errors
    /// If it has not this shape, or a number or reference in it makes no sense.
    pub fn from_object(object: JsValue) -> Result<Self, BookError> {
        read_book(object)?.validated()
    }
}

/// Reads a book from JSON without validating it, with the browser's own parser, which adds no code.
pub(crate) fn parse_book(json: &str) -> Result<PriceBook, BookError> {
    read_book(JSON::parse(json).map_err(|_| BookError::new("not JSON"))?)
}

fn read_book(object: JsValue) -> Result<PriceBook, BookError> {
    Deserialize::deserialize(Reader(object)).map_err(BookError::new)
}

/// What a field is called now, and what older books call it. (Not serde's `alias`, whose names would stand between those of the fields.)
const RENAMED: [(&str, &str); 3] = [
    ("late_fee_bps", "late_fee"),
    ("emergency_fee_bps", "emergency_fee"),
    ("started_fee_bps", "started_fee"),
];

/// Why a value can't be read, and where in the request it stands.
#[derive(Debug)]
pub(crate) struct Unreadable(Box<Reason>);

/// Boxed, for every step of reading hands it on.
#[derive(Debug)]
struct Reason {
    /// `slots[2].day`; empty for the request itself.
    path: String,
    text: String,
}

impl Unreadable {
    /// The same, seen from the object or array that holds the value as `part`.
    #[cold]
    fn within(mut self, part: &str) -> Self {
        let path = &mut self.0.path;
        let dot = if path.is_empty() || path.starts_with('[') {
            ""
        } else {
            "."
        };
        *path = [part, dot, path].concat();
        self
    }

    #[cold]
    fn within_item(self, place: u32) -> Self {
        self.within(&format!("[{place}]"))
    }

    fn refusal(self) -> PricingError {
        let Reason { path, text } = *self.0;
        if path.is_empty() {
            return PricingError::request("invalid_request", text);
        }
        let message = [&path, ": ", &text].concat();
        PricingError::field("invalid_request", path, message)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl std::error::Error for Unreadable {}

impl de::Error for Unreadable {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self(Box::new(Reason {
            path: String::new(),
            text: reason.to_string(),
        }))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        instead_of(found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        instead_of(found, expected)
    }
}

/// Tells only what kind of value was found: to print any float takes much code.
fn instead_of(found: Unexpected<'_>, expected: &dyn Expected) -> Unreadable {
    let found = match found {
        Unexpected::Unit | Unexpected::Option => "null",
        Unexpected::Bool(_) => "a boolean",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => "this number",
        Unexpected::Str(_) => "this text",
        Unexpected::Seq => "an array",
        _ => "an object",
    };
    de::Error::custom(format_args!("{found}, expected {expected}"))
}

/// A value that serde reads.
struct Reader(JsValue);

impl Reader {
    fn is_missing(&self) -> bool {
        self.0.is_null() || self.0.is_undefined()
    }

    /// The name and the value of an object's one field.
    fn only_entry(&self) -> Option<(String, JsValue)> {
        let keys = Object::keys::<Object>(self.0.dyn_ref()?);
        let name = keys.get(0).as_string().filter(|_| keys.length() == 1)?;
        let value = Reflect::get(&self.0, &keys.get(0)).ok()?;
        Some((name, value))
    }

    /// The error for a value that is not of the type that is wanted.
    #[cold]
    fn unfit(&self, expected: &dyn Expected) -> Unreadable {
        let found = if self.is_missing() {
            Unexpected::Unit
        } else if self.0.as_bool().is_some() {
            Unexpected::Bool(true)
        } else if self.0.as_f64().is_some() {
            Unexpected::Float(0.0)
        } else if self.0.is_string() {
            Unexpected::Str("")
        } else if Array::is_array(&self.0) {
            Unexpected::Seq
        } else {
            Unexpected::Map
        };
        instead_of(found, expected)
    }
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Unreadable;

    /// Numbers are read so whatever their type: each type's visitor checks its own limits.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        let Some(number) = self.0.as_f64() else {
            return Err(self.unfit(&visitor));
        };
        if Number::is_safe_integer(&self.0) {
            #[expect(clippy::cast_possible_truncation, reason = "a safe integer is exactly one")]
            visitor.visit_i64(number as i64)
        } else {
            visitor.visit_f64(number)
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0.as_bool() {
            Some(value) => visitor.visit_bool(value),
            None => Err(self.unfit(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0.as_string() {
            Some(text) => visitor.visit_string(text),
            None => Err(self.unfit(&visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.is_missing() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0.dyn_ref::<Array>() {
            Some(array) => visitor.visit_seq(Items { array, next: 0 }),
            None => Err(self.unfit(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        if !self.0.is_object() {
            return Err(self.unfit(&visitor));
        }
        let mut fields = Fields {
            object: self.0,
            left: fields.iter(),
            missing: None,
        };
        let read = visitor.visit_seq(&mut fields);
        read.map_err(|error| fields.missing.map_or(error, de::Error::missing_field))
    }

    /// `"variant"`, or `{variant: content}`.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let name = self.0.as_string();
        match name
            .map(|name| (name, JsValue::UNDEFINED))
            .or_else(|| self.only_entry())
        {
            Some((name, content)) => visitor.visit_enum(Variant { name, content }),
            None => Err(self.unfit(&visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct map
    }
}

/// The items of an array.
struct Items<'a> {
    array: &'a Array,
    next: u32,
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unreadable> {
        let place = self.next;
        if place >= self.array.length() {
            return Ok(None);
        }
        self.next += 1;
        let value = seed.deserialize(Reader(self.array.get(place)));
        value.map(Some).map_err(|error| error.within_item(place))
    }
}

/// The fields of a struct, one after the other as it declares them: what serde derives for that is half the code of what it derives for a map.
struct Fields {
    object: JsValue,
    left: Iter<'static, &'static str>,
    /// The field asked for last, if it is not there and its type needs one.
    missing: Option<&'static str>,
}

impl Fields {
    /// The next field with its value: undefined if it is not there.
    #[inline(never)]
    fn next(&mut self) -> Option<(&'static str, JsValue)> {
        let name = *self.left.next()?;
        let value = |name: &str| Reflect::get(&self.object, &JsValue::from_str(name)).unwrap_or_default();
        let mut found = value(name);
        if found.is_undefined()
            && let Some((_, older)) = RENAMED.iter().find(|(now, _)| *now == name)
        {
            found = value(older);
        }
        Some((name, found))
    }
}

impl<'de> de::SeqAccess<'de> for &mut Fields {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unreadable> {
        let Some((name, value)) = self.next() else {
            return Ok(None);
        };
        let is_there = !value.is_undefined();
        self.missing = (!is_there).then_some(name);
        match seed.deserialize(Reader(value)) {
            Ok(value) => Ok(Some(value)),
            Err(error) if is_there => Err(error.within(name)),
            // The field's default stands in for it; without one this ends the reading.
            Err(_) => Ok(None),
        }
    }
}

/// A variant of an enum, and its content if it has one.
struct Variant {
    name: String,
    content: JsValue,
}

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = Unreadable;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Unreadable> {
        let name: StrDeserializer<'_, Unreadable> = self.name.as_str().into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        let content = Reader(self.content);
        if content.is_missing() {
            Ok(())
        } else {
            Err(content.unfit(&"null"))
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unreadable> {
        let value = seed.deserialize(Reader(self.content));
        value.map_err(|error| error.within(&self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Unreadable> {
        Reader(self.content).deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        Reader(self.content).deserialize_struct("", fields, visitor)
    }
}
