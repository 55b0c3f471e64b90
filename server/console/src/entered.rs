//! What was typed into one form before, and what was wrong with it: makes the form's fields.

use std::borrow::Cow;
use std::collections::BTreeMap;

use leptos::prelude::*;

use super::field::{Field, Kind};
use super::kept::Kept;

/// What is known of one form.
#[derive(Debug, Clone, Default)]
pub struct Entered {
    pub(super) key: String,
    /// Begins the ids of the form's fields, which must differ from those of its neighbours.
    prefix: String,
    is_again: bool,
    values: Vec<(String, String)>,
    errors: BTreeMap<String, String>,
    problem: Option<String>,
}

impl Entered {
    pub(super) fn new(path: &str, key: &str, kept: &Kept) -> Self {
        let last = path.rsplit('/').next().unwrap_or_default();
        let prefix = format!("{last}-{key}");
        if kept.form != path || kept.key != key {
            return Self {
                key: key.to_owned(),
                prefix,
                ..Self::default()
            };
        }
        Self {
            key: key.to_owned(),
            prefix,
            is_again: true,
            values: kept.fields.clone(),
            errors: kept.errors.clone(),
            problem: kept.problem.clone(),
        }
    }

    /// True when this form was sent and not accepted: its disclosure is to be open.
    #[must_use]
    pub fn is_again(&self) -> bool {
        self.is_again
    }

    /// What was typed into a field, or `otherwise` when the form is new.
    #[must_use]
    pub fn value(&self, name: &str, otherwise: &str) -> String {
        if !self.is_again {
            return otherwise.to_owned();
        }
        let typed = self.values.iter().find(|(known, _)| known == name);
        typed.map_or_else(String::new, |(_, value)| value.clone())
    }

    /// One line of text.
    #[must_use]
    pub fn text(&self, name: impl Into<Cow<'static, str>>, label: impl Into<String>) -> Field {
        self.field(name, label, Kind::Input("text"))
    }

    /// One line of a kind that browsers know: `email`, `password`, `date`, `datetime-local`, `search`.
    #[must_use]
    pub fn input(
        &self,
        name: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        kind: &'static str,
    ) -> Field {
        self.field(name, label, Kind::Input(kind))
    }

    /// Several lines.
    #[must_use]
    pub fn area(&self, name: impl Into<Cow<'static, str>>, label: impl Into<String>) -> Field {
        self.field(name, label, Kind::Area(4))
    }

    /// JSON, to be read and edited by people.
    #[must_use]
    pub fn json(&self, name: impl Into<Cow<'static, str>>, label: impl Into<String>) -> Field {
        self.field(name, label, Kind::Json(24))
    }

    /// An amount in pounds, as `12.50`.
    #[must_use]
    pub fn pounds(&self, name: impl Into<Cow<'static, str>>, label: impl Into<String>) -> Field {
        self.field(name, label, Kind::Pounds)
    }

    /// A box to tick; its value is `on`.
    #[must_use]
    pub fn tick(&self, name: impl Into<Cow<'static, str>>, label: impl Into<String>) -> Field {
        self.field(name, label, Kind::Tick)
    }

    /// One of several: value and words.
    #[must_use]
    pub fn choice(
        &self,
        name: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        options: &[(&str, &str)],
    ) -> Field {
        let options = options
            .iter()
            .map(|(value, words)| ((*value).to_owned(), (*words).to_owned()))
            .collect();
        self.field(name, label, Kind::Choice(options))
    }

    /// A field that nobody sees.
    pub fn hidden(&self, name: &'static str, value: impl Into<String>) -> AnyView {
        let value: String = value.into();
        view! { <input type="hidden" name=name value=value /> }.into_any()
    }

    /// The reason, which the audit log keeps.
    pub fn reason(&self) -> Field {
        self.area("reason", "Reason")
            .hint("Kept in the audit log. Phones and emails in it are hidden.")
    }

    /// The second factor once more, for what is hard to undo.
    pub fn second_factor(&self) -> Field {
        self.field("factor_code", "Code of your second factor", Kind::Code)
            .hint("Six digits from your app, or a recovery code.")
    }

    fn field(&self, name: impl Into<Cow<'static, str>>, label: impl Into<String>, kind: Kind) -> Field {
        let name = name.into();
        let (id, typed) = (
            format!("{}-{name}", self.prefix),
            self.is_again.then(|| self.value(&name, "")),
        );
        let error = self.errors.get(name.as_ref()).cloned();
        Field::new(name, label.into(), kind, id)
            .entered(typed)
            .error(error)
    }

    /// What is wrong, above the fields, with a link to each.
    pub(super) fn summary(&self) -> Option<AnyView> {
        if self.problem.is_none() && self.errors.is_empty() {
            return None;
        }
        let prefix = self.prefix.clone();
        let errors: Vec<AnyView> = self
            .errors
            .iter()
            .map(|(name, message)| {
                view! { <li><a href=format!("#{prefix}-{name}")>{message.clone()}</a></li> }.into_any()
            })
            .collect();
        let problem = self.problem.clone();
        let list = (!errors.is_empty()).then(|| view! { <ul>{errors}</ul> });
        let summary = view! {
            <div class="problem" role="alert" tabindex="-1" autofocus="">
                <p><strong>"Nothing was done."</strong>" "{problem}</p>
                {list}
            </div>
        };
        Some(summary.into_any())
    }
}
