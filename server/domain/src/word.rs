//! Words of the pricing rules in columns.

use serde::Serialize;
use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer};

use callout_db::{Column, Value};

/// A type of the pricing rules, which know no database, as its column holds it: the word that it is in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<T>(pub T);

impl<T> From<T> for Word<T> {
    fn from(one: T) -> Self {
        Self(one)
    }
}

impl<T: Serialize + DeserializeOwned> Column for Word<T> {
    type Stored = String;

    fn to_value(&self) -> Value {
        // What is no word is null, which no such column takes.
        Value::Text(match serde_json::to_value(&self.0) {
            Ok(serde_json::Value::String(word)) => Some(word),
            _ => None,
        })
    }

    fn from_stored(stored: String) -> Result<Self, String> {
        let word = IntoDeserializer::<Error>::into_deserializer(stored);
        T::deserialize(word).map(Self).map_err(|error| error.to_string())
    }
}
