//! Constraints on request values, as the handlers enforce them: lengths, ranges, patterns and formats.

use std::collections::BTreeSet;

use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{OpenApi, RefOr};

use callout_domain::address::{CITY_LIMIT, ENTRY_LIMIT, LINE_LIMIT, NAME_LIMIT};
use callout_domain::contact::EMAIL_LIMIT;
use callout_domain::password;
use callout_domain::pro::{BUSINESS_NAME_LIMIT, TRADING_ADDRESS_LIMIT};
use callout_domain::push::ENDPOINT_LIMIT;
use callout_domain::review;
use callout_domain::support::{BOOKING_LIMIT, MESSAGE_LIMIT};

/// Something that can be seen: the rest is dropped, spaces are folded.
const LINE: &str = r"[^\s\u0000-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]";
/// Atoms with dots between them before the `@`, and a domain with a dot.
const EMAIL: &str = r"^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$";
/// A UK mobile as usually written: national or with 44, in any grouping.
const PHONE: &str = r"^\(?(\+44[ .-]*(\(0\)|0)?|0044[ .-]*0?|44|0)[ ().-]*7([ ().-]*6[ ().-]*2[ ().-]*4([ ().-]*[0-9]){6}|[ ().-]*[1-57-9]([ ().-]*[0-9]){8})$";
/// A full postcode, perhaps with O or I for the digit, or a full stop after it; its area must also exist in the UK.
const POSTCODE: &str = r"^\s*[A-Za-z]{1,2}\s*[0-9]\s*[0-9A-Za-z]?\s*[0-9OIoi]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]\s*\.?$";
/// A full postcode or its beginning.
const PREFIX: &str = r"^\s*([A-Za-z]{1,2}([0-9][0-9A-Za-z]?)?|[A-Za-z]{1,2}\s*[0-9]\s*[0-9A-Za-z]?\s*[0-9OIoi]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z])\s*\.?$";
/// A full postcode or its first half, where a pro's area has its middle.
const BASE: &str = r"^\s*([A-Za-z]{1,2}[0-9][0-9A-Za-z]?|[A-Za-z]{1,2}\s*[0-9]\s*[0-9A-Za-z]?\s*[0-9OIoi]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z])\s*\.?$";
/// Six digits, in any grouping.
const CODE: &str = r"^[ -]*([0-9][ -]*){6}$";
/// A number of Companies House.
const COMPANY: &str = r"^\s*([0-9A-Za-z]\s*){2}([0-9]\s*){6}$";
/// A UK VAT number.
const VAT: &str = r"^\s*([Gg]\s*[Bb]\s*)?(([0-9]\s*){9}|([0-9]\s*){12})$";
/// At least three characters after trimming.
const DESCRIPTION: &str = r"^\S[\s\S]+\S$";
/// The largest amount in pence: ten million pounds.
const MOST_PENCE: isize = 1_000_000_000;
/// The largest 64-bit integer.
const ANY_WHOLE: Rule = Rule::Whole(isize::MIN, isize::MAX);

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
    Whole(isize, isize),
    /// Any number: minimum and maximum.
    Between(isize, isize),
    /// Pounds with at most two decimals: the maximum.
    Pounds(isize),
}

/// Constraints by schema and field.
const FIELDS: &[(&str, &str, Rule)] = &[
    ("EnsureGuest", "email", Rule::EmailOrEmpty),
    ("EnsureGuest", "phone", Rule::PatternOrEmpty(64, PHONE)),
    ("CodeRequest", "email", Rule::EmailOrEmpty),
    ("CodeRequest", "phone", Rule::PatternOrEmpty(64, PHONE)),
    ("CodeToVerify", "email", Rule::EmailOrEmpty),
    ("CodeToVerify", "phone", Rule::PatternOrEmpty(64, PHONE)),
    ("CodeToVerify", "code", Rule::Shape(CODE)),
    ("Credentials", "email", Rule::Email),
    (
        "Credentials",
        "password",
        Rule::Length(password::LEAST, password::MOST),
    ),
    ("RegisterMaster", "email", Rule::Email),
    (
        "RegisterMaster",
        "password",
        Rule::Length(password::LEAST, password::MOST),
    ),
    ("MasterCodeRequest", "email", Rule::Email),
    ("MasterCodeToVerify", "email", Rule::Email),
    ("MasterCodeToVerify", "code", Rule::Shape(CODE)),
    ("MasterBasicsInput", "firstName", Rule::Pattern(NAME_LIMIT, LINE)),
    ("MasterBasicsInput", "lastName", Rule::Pattern(NAME_LIMIT, LINE)),
    ("MasterBasicsInput", "phone", Rule::Pattern(64, PHONE)),
    ("MasterBasicsInput", "experienceYears", Rule::Whole(0, 80)),
    (
        "MasterBasicsInput",
        "legalName",
        Rule::PatternOrEmpty(BUSINESS_NAME_LIMIT, LINE),
    ),
    (
        "MasterBasicsInput",
        "tradingAddress",
        Rule::Pattern(TRADING_ADDRESS_LIMIT, r"\S"),
    ),
    ("MasterRatesInput", "callOutGBP", Rule::Pounds(1_000)),
    ("MasterRatesInput", "hourlyGBP", Rule::Pounds(1_000)),
    ("MasterAreaInput", "radiusKm", Rule::Whole(2, 97)),
    ("MasterAreaInput", "basePostcode", Rule::Shape(BASE)),
    ("MasterAreaInput", "base_lat", Rule::Between(-90, 90)),
    ("MasterAreaInput", "base_lng", Rule::Between(-180, 180)),
    (
        "MasterCompanyInput",
        "name",
        Rule::Pattern(BUSINESS_NAME_LIMIT, LINE),
    ),
    ("MasterCompanyInput", "number", Rule::ShapeOrEmpty(COMPANY)),
    ("MasterCompanyInput", "vatNumber", Rule::ShapeOrEmpty(VAT)),
    ("MasterLocation", "lat", Rule::Between(-90, 90)),
    ("MasterLocation", "lng", Rule::Between(-180, 180)),
    ("MasterLocation", "accuracy", Rule::Between(0, 20_000_000)),
    (
        "PushSubscription",
        "endpoint",
        Rule::Pattern(ENDPOINT_LIMIT, "^https?://[^@#]+$"),
    ),
    (
        "PushSubscriptionKeys",
        "p256dh",
        Rule::Pattern(88, "^B[A-P][A-Za-z0-9_-]{85}=?$"),
    ),
    (
        "PushSubscriptionKeys",
        "auth",
        Rule::Pattern(24, "^[A-Za-z0-9_-]{22}(==)?$"),
    ),
    ("ProfileChange", "phone", Rule::PatternOrEmpty(64, PHONE)),
    ("ProfileChange", "name", Rule::PatternOrEmpty(NAME_LIMIT, LINE)),
    (
        "ProfileChange",
        "addressLine",
        Rule::PatternOrEmpty(LINE_LIMIT, LINE),
    ),
    ("ProfileChange", "city", Rule::PatternOrEmpty(CITY_LIMIT, LINE)),
    ("ProfileChange", "postcode", Rule::ShapeOrEmpty(POSTCODE)),
    ("AddressInput", "fullName", Rule::Pattern(NAME_LIMIT, LINE)),
    ("AddressInput", "phone", Rule::Pattern(64, PHONE)),
    ("AddressInput", "email", Rule::EmailOrEmpty),
    ("AddressInput", "line1", Rule::Pattern(LINE_LIMIT, LINE)),
    ("AddressInput", "line2", Rule::PatternOrEmpty(LINE_LIMIT, LINE)),
    ("AddressInput", "city", Rule::PatternOrEmpty(CITY_LIMIT, LINE)),
    ("AddressInput", "postcode", Rule::Shape(POSTCODE)),
    ("AddressInput", "entryInfo", Rule::Length(0, ENTRY_LIMIT)),
    ("BookingChange", "entry_info", Rule::Length(0, ENTRY_LIMIT)),
    (
        "BookingChange",
        "address_line2",
        Rule::PatternOrEmpty(LINE_LIMIT, LINE),
    ),
    ("NewReview", "rating", Rule::Whole(1, 5)),
    ("NewReview", "text", Rule::Length(0, review::TEXT_LIMIT)),
    ("LinkRequest", "email", Rule::EmailOrEmpty),
    ("LinkRequest", "phone", Rule::PatternOrEmpty(64, PHONE)),
    ("Unlock", "postcode", Rule::Shape(POSTCODE)),
    ("SupportRequest", "name", Rule::Pattern(NAME_LIMIT, LINE)),
    ("SupportRequest", "email", Rule::Email),
    ("SupportRequest", "message", Rule::Pattern(MESSAGE_LIMIT, r"\S")),
    (
        "SupportRequest",
        "bookingId",
        Rule::PatternOrEmpty(BOOKING_LIMIT, LINE),
    ),
    ("EstimateForm", "text", Rule::Pattern(500, DESCRIPTION)),
    ("EstimateForm", "postcode", Rule::Shape(PREFIX)),
    ("ClassifyRequest", "text", Rule::Pattern(10_000, r"\S")),
    ("RefineRequest", "postcode", Rule::Shape(PREFIX)),
    (
        "RefineRequest",
        "time",
        Rule::Pattern(5, "^([01][0-9]|2[0-3]):[0-5][0-9]$"),
    ),
    ("RefineRequest", "baseGBP", Rule::Pounds(MOST_PENCE / 100)),
    ("CouponRequest", "code", Rule::Length(0, 32)),
    ("CouponRequest", "amountPence", ANY_WHOLE),
    ("QuoteRequest", "description", Rule::Pattern(500, DESCRIPTION)),
    ("QuoteRequest", "postcode", Rule::Shape(PREFIX)),
    ("QuoteRequest", "amountPence", ANY_WHOLE),
    ("QuoteRequest", "currency", Rule::Pattern(3, "^GBP$")),
    ("QuoteRequest", "couponCode", Rule::Length(0, 32)),
    (
        "QuoteRequest",
        "timeslotId",
        Rule::PatternOrEmpty(16, "^(EMERGENCY_NOW|[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{1,3})$"),
    ),
    ("QuoteRequest", "draftId", Rule::Pattern(64, "^[A-Za-z0-9-]*$")),
    (
        "NewTime",
        "timeslotId",
        Rule::Pattern(16, "^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{1,3}$"),
    ),
    ("RaisePrice", "amountGBP", Rule::Whole(1, 100_000)),
    ("RaisePrice", "deltaGBP", Rule::Whole(1, 100_000)),
    ("CreatePayment", "receiptEmail", Rule::EmailOrEmpty),
    ("CreateBooking", "proposed_price", Rule::Whole(1, 100_000)),
    (
        "Confirm",
        "cardNumber",
        Rule::Pattern(64, r"^[\s-]*([0-9][\s-]*){12,19}$"),
    ),
];

/// Constraints by parameter name, wherever it occurs.
const PARAMETERS: [(&str, Rule); 8] = [
    ("email", Rule::EmailOrEmpty),
    ("phone", Rule::PatternOrEmpty(64, PHONE)),
    ("postcode", Rule::Shape(PREFIX)),
    ("amountPence", Rule::Whole(0, MOST_PENCE)),
    ("limit", Rule::Whole(1, 100)),
    ("after", ANY_WHOLE),
    ("Last-Event-ID", ANY_WHOLE),
    ("Idempotency-Key", Rule::Pattern(255, "^[!-~]([ -~]*[!-~])?$")),
];

/// Applies every rule to its schema or parameter.
pub(super) fn constrain(document: &mut OpenApi) {
    for &(schema, field, rule) in FIELDS {
        if let Some(value) = field_of(document, schema, field) {
            rule.write(value);
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

/// The rules that the document has nothing for: fields and parameters that have gone or were renamed.
pub fn unused(document: &mut OpenApi) -> Vec<String> {
    let mut unused = Vec::new();
    for &(schema, field, _) in FIELDS {
        if field_of(document, schema, field).is_none() {
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
    if let (Some((_, rule)), Some(RefOr::T(Schema::Object(value)))) = (rule, &mut parameter.schema) {
        rule.write(value);
    }
}

/// A field of a named schema.
fn field_of<'d>(document: &'d mut OpenApi, schema: &str, field: &str) -> Option<&'d mut Object> {
    let RefOr::T(Schema::Object(object)) = document.components.as_mut()?.schemas.get_mut(schema)? else {
        return None;
    };
    match object.properties.get_mut(field)? {
        RefOr::T(Schema::Object(value)) => Some(value),
        _ => None,
    }
}

impl Rule {
    fn write(self, value: &mut Object) {
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
            Self::Email => Self::Pattern(EMAIL_LIMIT, EMAIL).write(value),
            Self::EmailOrEmpty => Self::PatternOrEmpty(EMAIL_LIMIT, EMAIL).write(value),
            Self::Whole(least, most) | Self::Between(least, most) => {
                value.minimum = Some(utoipa::Number::Int(least));
                value.maximum = Some(utoipa::Number::Int(most));
            }
            Self::Pounds(most) => {
                Self::Whole(0, most).write(value);
                value.multiple_of = Some(utoipa::Number::Float(0.01));
            }
        }
    }
}
