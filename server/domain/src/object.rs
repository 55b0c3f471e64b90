//! JSON objects only: serde would also accept an array for a struct, matching its items to the fields by position.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A value that is read from a JSON object and from nothing else.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

/// For a field, as in `#[serde(deserialize_with = "object")]`.
///
/// # Errors
/// When it is not an object, or does not fit.
pub fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|object| object.0)
}

/// The same for a field that may be `null`.
///
/// # Errors
/// As [`object`].
pub fn object_or_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let given: Option<Object<T>> = Option::deserialize(deserializer)?;
    Ok(given.map(|object| object.0))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Pair {
        a: u8,
        #[serde(default, deserialize_with = "object_or_null")]
        b: Option<One>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct One {
        c: u8,
    }

    fn read(json: &str) -> Option<Pair> {
        serde_json::from_str::<Object<Pair>>(json)
            .ok()
            .map(|object| object.0)
    }

    #[test]
    fn an_array_is_not_accepted_as_an_object() {
        let (a, one) = (1, One { c: 2 });
        assert_eq!(read(r#"{"a":1,"b":{"c":2}}"#), Some(Pair { a, b: Some(one) }));
        for empty in [r#"{"a":1}"#, r#"{"a":1,"b":null}"#] {
            assert_eq!(read(empty), Some(Pair { a, b: None }));
        }
        for array in [r#"[1,{"c":2}]"#, r#"{"a":1,"b":[2]}"#, "[]", "1", "null"] {
            assert_eq!(read(array), None, "{array}");
        }
    }
}
