//! A field of a form, with its label, hint and error tied to it; and the button that sends the form.

use std::borrow::Cow;

use leptos::prelude::*;

/// What kind of field.
#[derive(Debug, Clone)]
pub enum Kind {
    /// One line of this type.
    Input(&'static str),
    /// So many lines.
    Area(u32),
    /// So many lines of JSON.
    Json(u32),
    /// Pounds and pence.
    Pounds,
    /// A code of digits or letters.
    Code,
    /// A box to tick.
    Tick,
    /// One of several.
    Choice(Vec<(String, String)>),
}

/// A field.
#[derive(Debug, Clone)]
pub struct Field {
    name: Cow<'static, str>,
    label: String,
    kind: Kind,
    id: String,
    hint: Option<String>,
    value: String,
    entered: Option<String>,
    error: Option<String>,
    is_optional: bool,
}

impl Field {
    /// An empty field.
    #[must_use]
    pub fn new(name: Cow<'static, str>, label: String, kind: Kind, id: String) -> Self {
        Self {
            name,
            label,
            kind,
            id,
            hint: None,
            value: String::new(),
            entered: None,
            error: None,
            is_optional: false,
        }
    }

    pub(super) fn entered(mut self, entered: Option<String>) -> Self {
        self.entered = entered;
        self
    }

    pub(super) fn error(mut self, error: Option<String>) -> Self {
        self.error = error;
        self
    }

    /// What helps to fill it in.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What it holds before anything is typed; `on` ticks a box.
    #[must_use]
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.value = value.into();
        self
    }

    /// It may stay empty; the label says so.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }

    /// With so many lines.
    #[must_use]
    pub fn lines(mut self, lines: u32) -> Self {
        self.kind = Kind::Area(lines);
        self
    }

    /// The field with its label, hint and error.
    pub fn view(self) -> AnyView {
        let hint_id = self.hint.as_ref().map(|_| format!("{}-hint", self.id));
        let error_id = self.error.as_ref().map(|_| format!("{}-error", self.id));
        let described: Vec<String> = hint_id.iter().chain(&error_id).cloned().collect();
        let described = (!described.is_empty()).then(|| described.join(" "));
        let invalid = self.error.as_ref().map(|_| "true");
        let label = if self.is_optional {
            format!("{} (optional)", self.label)
        } else {
            self.label.clone()
        };
        let hint = self
            .hint
            .map(|hint| view! { <p class="hint" id=hint_id>{hint}</p> });
        let error = self
            .error
            .map(|error| view! { <p class="error" id=error_id>{error}</p> });
        let (id, name, value) = (self.id.clone(), self.name, self.entered.unwrap_or(self.value));
        if let Kind::Tick = self.kind {
            let ticked = value == "on";
            return view! {
                <div class="field tick">
                    <input type="checkbox" id=id.clone() name=name value="on" checked=ticked aria-describedby=described aria-invalid=invalid />
                    <label for=id>{label}</label>
                    {hint}
                    {error}
                </div>
            }
            .into_any();
        }
        let control = control(self.kind, id.clone(), name, value, described, invalid);
        view! {
            <div class="field">
                <label for=id>{label}</label>
                {hint}
                {error}
                {control}
            </div>
        }
        .into_any()
    }
}

fn control(
    kind: Kind,
    id: String,
    name: Cow<'static, str>,
    value: String,
    described: Option<String>,
    invalid: Option<&'static str>,
) -> AnyView {
    // leptos escapes the text of every element but this one, where a text could end the field and begin a tag of its own.
    let value = match kind {
        Kind::Area(_) | Kind::Json(_) => value.replace('&', "&amp;").replace('<', "&lt;"),
        _ => value,
    };
    match kind {
        Kind::Area(lines) => view! {
            <textarea id=id name=name rows=lines.to_string() aria-describedby=described aria-invalid=invalid>{value}</textarea>
        }
        .into_any(),
        Kind::Json(lines) => view! {
            <textarea class="json" id=id name=name rows=lines.to_string() spellcheck="false" aria-describedby=described aria-invalid=invalid>
                {value}
            </textarea>
        }
        .into_any(),
        Kind::Choice(options) => {
            // Nothing is decided because it happens to come first.
            let has_none = options.iter().any(|(option, _)| option.is_empty());
            let unchosen =
                (value.is_empty() && !has_none).then(|| (String::new(), "Choose one".to_owned()));
            let options: Vec<AnyView> = unchosen
                .into_iter()
                .chain(options)
                .map(|(option, words)| {
                    let is_chosen = option == value;
                    view! { <option value=option selected=is_chosen>{words}</option> }.into_any()
                })
                .collect();
            view! { <select id=id name=name aria-describedby=described aria-invalid=invalid>{options}</select> }.into_any()
        }
        Kind::Pounds => view! {
            <div class="pounds">
                <span aria-hidden="true">"£"</span>
                <input type="text" inputmode="decimal" id=id name=name value=value autocomplete="off" aria-describedby=described aria-invalid=invalid />
            </div>
        }
        .into_any(),
        Kind::Code => view! {
            <input type="text" class="code" id=id name=name value="" autocomplete="one-time-code" autocapitalize="characters"
                spellcheck="false" aria-describedby=described aria-invalid=invalid />
        }
        .into_any(),
        Kind::Input(kind) => {
            let autocomplete = match kind {
                "password" => "current-password",
                "email" => "email",
                _ => "off",
            };
            view! {
                <input type=kind id=id name=name value=value autocomplete=autocomplete aria-describedby=described aria-invalid=invalid />
            }
            .into_any()
        }
        // Drawn with its label.
        Kind::Tick => ().into_any(),
    }
}

/// The button that sends a form.
#[derive(Debug, Clone)]
pub struct Button {
    words: String,
    class: &'static str,
}

impl Button {
    /// The main act of a page.
    #[must_use]
    pub fn primary(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            class: "button",
        }
    }

    /// One act among several.
    #[must_use]
    pub fn quiet(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            class: "button quiet",
        }
    }

    /// What is hard to undo.
    #[must_use]
    pub fn danger(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            class: "button danger",
        }
    }

    pub(super) fn view(self) -> AnyView {
        view! { <p class="send"><button type="submit" class=self.class>{self.words}</button></p> }.into_any()
    }
}
