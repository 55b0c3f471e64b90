//! What is wrong with the fields of a form, so that all of it is told at once.

use std::collections::BTreeMap;

use super::failure::Failure;

/// The messages so far, by field.
#[derive(Debug, Default)]
pub struct Mistakes(BTreeMap<String, String>);

impl Mistakes {
    /// Notes that a field is wrong.
    pub fn note(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.insert(field.into(), message.into());
    }

    /// The checked value of a field; a wrong one is noted, and an empty value stands for it until [`Mistakes::or`] refuses.
    pub fn checked<T: Default>(&mut self, field: &str, result: Result<T, String>) -> T {
        result.unwrap_or_else(|message| {
            self.note(field, message);
            T::default()
        })
    }

    /// True while nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, if nothing is wrong.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn or<T>(self, value: T) -> Result<T, Failure> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self.into())
        }
    }
}

impl From<Mistakes> for Failure {
    fn from(mistakes: Mistakes) -> Self {
        let detail = mistakes.0.values().next().cloned().unwrap_or_default();
        let mut failure = Self::unprocessable("invalid", detail);
        failure.errors = mistakes.0;
        failure
    }
}
