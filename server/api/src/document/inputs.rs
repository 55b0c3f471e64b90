//! Constraints on request values, as the handlers enforce them: lengths, ranges, patterns and formats. They are written into the finished
//! document, since the attributes of `utoipa` take literals only.

mod fields;

use std::collections::BTreeSet;

use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{OpenApi, RefOr};

use callout_domain::contact::EMAIL_LIMIT;
use fields::{EMAIL, FIELDS, PARAMETERS};

/// A constraint on a value.
#[derive(Clone, Copy)]
enum Rule {
    /// Fewest and most characters.
    Length(usize, usize),
    /// Most characters, and a pattern.
    Pattern(usize, &'static str),
    /// Like [`Rule::Pattern`], but may be empty.
    PatternOrEmpty(usize, &'static str),
    /// A pattern that allows any number of spaces.
    Shape(&'static str),
    /// Like [`Rule::Shape`], but may be blank.
    ShapeOrEmpty(&'static str),
    /// An email.
    Email,
    /// An email or an empty string.
    EmailOrEmpty,
    /// A whole number: minimum and maximum.
    Whole(i64, i64),
    /// A whole number: the minimum.
    From(i64),
    /// A whole number: minimum, maximum, and what it is a multiple of.
    Steps(i64, i64, i64),
    /// Any number: minimum and maximum.
    Between(i64, i64),
    /// Pounds with at most two decimals: the maximum.
    Pounds(i64),
    /// A list: fewest and most entries.
    Items(usize, usize),
}

/// Applies every rule to its schema or parameter, and adds what bounds no single field.
pub(super) fn constrain(document: &mut OpenApi) {
    let others = Extensions::from_iter([("x-limits", fields::others())]);
    document.extensions.get_or_insert_default().merge(others);
    for &(schema, field, rule) in FIELDS {
        if let Some(schema) = field_of(document, schema, field) {
            rule.write(schema);
        }
    }
    for item in document.paths.paths.values_mut() {
        for (_, operation) in super::complete::operations(item) {
            for parameter in operation.parameters.iter_mut().flatten() {
                if let RefOr::T(parameter) = parameter {
                    constrain_parameter(parameter);
                }
            }
        }
    }
}

/// The rules that the document has nothing for: fields and parameters that have gone, were renamed or are of another type.
pub fn unused(document: &mut OpenApi) -> Vec<String> {
    let mut unused = Vec::new();
    for &(schema, field, rule) in FIELDS {
        if !field_of(document, schema, field).is_some_and(|schema| rule.fits(schema)) {
            unused.push(format!("{schema}.{field}"));
        }
    }
    let mut named = BTreeSet::new();
    for item in document.paths.paths.values_mut() {
        for (_, operation) in super::complete::operations(item) {
            for parameter in operation.parameters.iter().flatten() {
                if let RefOr::T(parameter) = parameter {
                    named.insert(parameter.name.clone());
                }
            }
        }
    }
    let gone = PARAMETERS.iter().filter(|(name, _)| !named.contains(*name));
    unused.extend(gone.map(|(name, _)| (*name).to_owned()));
    unused
}

fn constrain_parameter(parameter: &mut Parameter) {
    let rule = PARAMETERS.iter().find(|(name, _)| *name == parameter.name);
    if let (Some((_, rule)), Some(RefOr::T(schema))) = (rule, &mut parameter.schema) {
        rule.write(schema);
    }
}

/// A field of a named schema.
fn field_of<'d>(document: &'d mut OpenApi, schema: &str, field: &str) -> Option<&'d mut Schema> {
    let RefOr::T(Schema::Object(object)) = document.components.as_mut()?.schemas.get_mut(schema)? else {
        return None;
    };
    match object.properties.get_mut(field)? {
        RefOr::T(schema) => Some(schema),
        RefOr::Ref(_) => None,
    }
}

impl Rule {
    /// Whether a schema is of the type that it is for.
    const fn fits(self, schema: &Schema) -> bool {
        match self {
            Self::Items(..) => matches!(schema, Schema::Array(_)),
            _ => matches!(schema, Schema::Object(_)),
        }
    }

    fn write(self, schema: &mut Schema) {
        match (self, schema) {
            (Self::Items(least, most), Schema::Array(list)) => {
                list.min_items = (least > 0).then_some(least);
                list.max_items = Some(most);
            }
            (_, Schema::Object(value)) => self.write_value(value),
            _ => {}
        }
    }

    fn write_value(self, value: &mut Object) {
        match self {
            Self::Length(least, most) => {
                value.min_length = (least > 0).then_some(least);
                value.max_length = Some(most);
            }
            Self::Pattern(most, pattern) => {
                value.max_length = Some(most);
                value.pattern = Some(pattern.to_owned());
            }
            Self::PatternOrEmpty(most, pattern) => {
                value.max_length = Some(most);
                value.pattern = Some(format!("^$|{pattern}"));
            }
            Self::Shape(pattern) => value.pattern = Some(pattern.to_owned()),
            Self::ShapeOrEmpty(pattern) => value.pattern = Some(format!(r"^\s*$|{pattern}")),
            Self::Email => Self::Pattern(EMAIL_LIMIT, EMAIL).write_value(value),
            Self::EmailOrEmpty => Self::PatternOrEmpty(EMAIL_LIMIT, EMAIL).write_value(value),
            Self::Whole(least, most) | Self::Between(least, most) => {
                value.minimum = whole(least);
                value.maximum = whole(most);
            }
            Self::From(least) => value.minimum = whole(least),
            Self::Steps(least, most, step) => {
                Self::Whole(least, most).write_value(value);
                value.multiple_of = whole(step);
            }
            Self::Pounds(most) => {
                Self::Whole(0, most).write_value(value);
                value.multiple_of = Some(utoipa::Number::Float(0.01));
            }
            Self::Items(..) => {}
        }
    }
}

fn whole(number: i64) -> Option<utoipa::Number> {
    isize::try_from(number).ok().map(utoipa::Number::Int)
}
