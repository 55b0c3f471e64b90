//! The table of constraints. Its numbers are those that the checks themselves compare with: from it the document, and the web app, have them.

use std::ops::RangeInclusive;

use super::Rule;
use crate::{idempotency_key, pricing};
use callout_booking::matching::REASON_LIMIT;
use callout_booking::quoting::DRAFT_LIMIT;
use callout_domain::address::{CITY_LIMIT, ENTRY_LIMIT, LINE_LIMIT, NAME_LIMIT};
use callout_domain::coupon::CODE_LIMIT;
use callout_domain::dispute::{self, MOST_PHOTOS};
use callout_domain::matching::proposal;
use callout_domain::matching::rules::{RETRY_KM, RETRY_STEP_KM};
use callout_domain::missed_visit::REPORT;
use callout_domain::pro::diary;
use callout_domain::pro::{
    BUSINESS_NAME_LIMIT, LEAST_RADIUS_KM, MOST_RADIUS_KM, RATE_LIMIT, TRADING_ADDRESS_LIMIT, YEARS_LIMIT,
};
use callout_domain::push::ENDPOINT_LIMIT;
use callout_domain::support::{BOOKING_LIMIT, MESSAGE_LIMIT};
use callout_domain::{
    cash, change_order, chat, job_notes, job_step, mismatch, new_work, passkey, password, payment, payout,
    put_right, review, tax,
};
use callout_people::photos::BYTE_LIMIT;
use pricing_core::Pence;
use serde_json::{Value, json};

/// One line without control or bidirectional formatting characters, and trimmed as the handlers do it.
const LINE: &str = r"^[^\s\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]([^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*[^\s\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069])?$";
/// Something before the `@`, and a domain with a dot.
pub(super) const EMAIL: &str = r"^[^\s@\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+@[^\s@.\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+(\.[^\s@.\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+)+$";
/// A UK mobile as usually written: national or with 44, in any grouping.
const PHONE: &str = r"^\(?(\+44[ .-]*(\(0\))?|0044|44|0)[ ().-]*7([ ().-]*6[ ().-]*2[ ().-]*4([ ().-]*[0-9]){6}|[ ().-]*[1-57-9]([ ().-]*[0-9]){8})$";
/// A full postcode; its area must also exist in the UK.
const POSTCODE: &str = r"^\s*[A-Za-z]{1,2}\s*[0-9]\s*[0-9A-Za-z]?\s*[0-9]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]\s*$";
/// A full postcode or its beginning.
const PREFIX: &str = r"^\s*([A-Za-z]{1,2}([0-9][0-9A-Za-z]?)?|[A-Za-z]{1,2}\s*[0-9]\s*[0-9A-Za-z]?\s*[0-9]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z])\s*$";
/// A full postcode or its first half, where a pro's area has its middle.
const BASE: &str = r"^\s*([A-Za-z]{1,2}[0-9][0-9A-Za-z]?|[A-Za-z]{1,2}\s*[0-9]\s*[0-9A-Za-z]?\s*[0-9]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]\s*[ABD-HJLNP-UW-Zabd-hjlnp-uw-z])\s*$";
/// A number of Companies House.
const COMPANY: &str = r"^\s*([0-9A-Za-z]\s*){2}([0-9]\s*){6}$";
/// A UK VAT number.
const VAT: &str = r"^\s*([Gg]\s*[Bb]\s*)?(([0-9]\s*){9}|([0-9]\s*){12})$";
/// At least three characters after trimming.
const DESCRIPTION: &str = r"^\S[\s\S]+\S$";
/// Digits of a code that is sent.
const CODE: Rule = Rule::Pattern(6, "^[0-9]{6}$");
/// A time of day.
const CLOCK: Rule = Rule::Pattern(5, "^([01][0-9]|2[0-3]):[0-5][0-9]$");
/// A day and a time, London time.
const LONDON: Rule = Rule::Pattern(16, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$");
/// Four digits with any number of spaces.
const START_CODE: &str = r"^\s*([0-9]\s*){4}$";
/// A Unique Taxpayer Reference.
const UTR: &str = r"^\s*([0-9]\s*){10}$";
/// What the company of a pro's tax details may have: a VAT number of nine digits.
const SHORT_VAT: &str = r"^\s*([Gg]\s*[Bb]\s*)?([0-9]\s*){9}$";
/// A phone, typed in any grouping.
const TYPED_PHONE: usize = 64;
/// Longest description of a job, characters, as the built-in price book has it.
const DESCRIPTION_LIMIT: usize = 500;
/// The largest budget in pounds, as the built-in price book has it.
const BUDGET: i64 = 100_000;
/// Any 64-bit integer.
const ANY_WHOLE: Rule = Rule::Whole(i64::MIN, i64::MAX);
/// What either side says of a job: in a dispute, an appeal, a report.
const STATEMENT: Rule = Rule::Length(dispute::TEXT_LEAST, dispute::TEXT_LIMIT);
/// Photos beside it.
const STATEMENT_PHOTOS: Rule = Rule::Items(0, MOST_PHOTOS);
/// A file.
const FILE: Rule = Rule::Length(0, BYTE_LIMIT);
/// What an authenticator was asked.
const CEREMONY: Rule = Rule::Pattern(43, "^[A-Za-z0-9_-]{43}$");
const LATITUDE: Rule = Rule::Between(-90, 90);
const LONGITUDE: Rule = Rule::Between(-180, 180);
/// How far away a client has pros asked.
const RADIUS: Rule = Rule::Steps(*RETRY_KM.start(), *RETRY_KM.end(), RETRY_STEP_KM);

const fn within(range: &RangeInclusive<usize>) -> Rule {
    Rule::Length(*range.start(), *range.end())
}

/// Constraints by schema and field.
pub(super) const FIELDS: &[(&str, &str, Rule)] = &[
    ("EnsureGuest", "email", Rule::EmailOrEmpty),
    ("EnsureGuest", "phone", Rule::PatternOrEmpty(TYPED_PHONE, PHONE)),
    ("CodeRequest", "email", Rule::EmailOrEmpty),
    ("CodeRequest", "phone", Rule::PatternOrEmpty(TYPED_PHONE, PHONE)),
    ("CodeToVerify", "email", Rule::EmailOrEmpty),
    ("CodeToVerify", "phone", Rule::PatternOrEmpty(TYPED_PHONE, PHONE)),
    ("CodeToVerify", "code", CODE),
    ("Credentials", "email", Rule::Email),
    (
        "Credentials",
        "password",
        Rule::Length(password::LEAST, password::MOST),
    ),
    ("NewPassword", "code", CODE),
    (
        "NewPassword",
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
    ("MasterCodeToVerify", "code", CODE),
    ("NewPasskey", "name", Rule::Pattern(passkey::NAME_LIMIT, LINE)),
    ("NewPasskey", "ceremony", CEREMONY),
    ("PasskeyAnswer", "ceremony", CEREMONY),
    ("MasterBasicsInput", "firstName", Rule::Pattern(NAME_LIMIT, LINE)),
    ("MasterBasicsInput", "lastName", Rule::Pattern(NAME_LIMIT, LINE)),
    ("MasterBasicsInput", "phone", Rule::Pattern(TYPED_PHONE, PHONE)),
    (
        "MasterBasicsInput",
        "experienceYears",
        Rule::Whole(0, YEARS_LIMIT),
    ),
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
    ("MasterRatesInput", "callOutGBP", Rule::Pounds(RATE_LIMIT.0 / 100)),
    ("MasterRatesInput", "hourlyGBP", Rule::Pounds(RATE_LIMIT.0 / 100)),
    (
        "MasterAreaInput",
        "radiusKm",
        Rule::Whole(LEAST_RADIUS_KM, MOST_RADIUS_KM),
    ),
    ("MasterAreaInput", "basePostcode", Rule::Shape(BASE)),
    ("MasterAreaInput", "base_lat", LATITUDE),
    ("MasterAreaInput", "base_lng", LONGITUDE),
    (
        "MasterCompanyInput",
        "name",
        Rule::Pattern(BUSINESS_NAME_LIMIT, LINE),
    ),
    ("MasterCompanyInput", "number", Rule::ShapeOrEmpty(COMPANY)),
    ("MasterCompanyInput", "vatNumber", Rule::ShapeOrEmpty(VAT)),
    (
        "WorkingHoursInput",
        "minimumGBP",
        Rule::Pounds(diary::MINIMUM.1.0 / 100),
    ),
    ("WorkingHoursInput", "weekly", Rule::Items(7, 7)),
    ("WorkingSpan", "from", CLOCK),
    ("WorkingSpan", "to", CLOCK),
    ("TimeAwayInput", "start", LONDON),
    ("TimeAwayInput", "end", LONDON),
    (
        "TimeAwayInput",
        "note",
        Rule::PatternOrEmpty(diary::NOTE_LIMIT, LINE),
    ),
    ("MasterLocation", "lat", LATITUDE),
    ("MasterLocation", "lng", LONGITUDE),
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
    ("ProfileChange", "phone", Rule::PatternOrEmpty(TYPED_PHONE, PHONE)),
    ("ProfileChange", "name", Rule::PatternOrEmpty(NAME_LIMIT, LINE)),
    (
        "ProfileChange",
        "addressLine",
        Rule::PatternOrEmpty(LINE_LIMIT, LINE),
    ),
    ("ProfileChange", "city", Rule::PatternOrEmpty(CITY_LIMIT, LINE)),
    ("ProfileChange", "postcode", Rule::ShapeOrEmpty(POSTCODE)),
    ("AddressInput", "fullName", Rule::Pattern(NAME_LIMIT, LINE)),
    ("AddressInput", "phone", Rule::Pattern(TYPED_PHONE, PHONE)),
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
    (
        "NewReview",
        "rating",
        Rule::Whole(*review::STARS.start(), *review::STARS.end()),
    ),
    ("NewReview", "text", Rule::Length(0, review::TEXT_LIMIT)),
    ("LinkRequest", "email", Rule::EmailOrEmpty),
    ("LinkRequest", "phone", Rule::PatternOrEmpty(TYPED_PHONE, PHONE)),
    ("Unlock", "postcode", Rule::Shape(POSTCODE)),
    ("SupportRequest", "name", Rule::Pattern(NAME_LIMIT, LINE)),
    ("SupportRequest", "email", Rule::Email),
    ("SupportRequest", "message", Rule::Pattern(MESSAGE_LIMIT, r"\S")),
    (
        "SupportRequest",
        "bookingId",
        Rule::PatternOrEmpty(BOOKING_LIMIT, LINE),
    ),
    (
        "EstimateForm",
        "text",
        Rule::Pattern(DESCRIPTION_LIMIT, DESCRIPTION),
    ),
    ("EstimateForm", "postcode", Rule::Shape(PREFIX)),
    (
        "ClassifyRequest",
        "text",
        Rule::Pattern(pricing::TEXT_LIMIT, r"\S"),
    ),
    ("RefineRequest", "postcode", Rule::Shape(PREFIX)),
    (
        "RefineRequest",
        "time",
        Rule::Pattern(5, "^([01][0-9]|2[0-3]):[0-5][0-9]$"),
    ),
    ("RefineRequest", "baseGBP", Rule::Pounds(Pence::LIMIT.0 / 100)),
    ("CouponRequest", "code", Rule::Length(0, CODE_LIMIT)),
    ("CouponRequest", "amountPence", ANY_WHOLE),
    (
        "QuoteRequest",
        "description",
        Rule::Pattern(DESCRIPTION_LIMIT, DESCRIPTION),
    ),
    ("QuoteRequest", "postcode", Rule::Shape(PREFIX)),
    ("QuoteRequest", "amountPence", ANY_WHOLE),
    ("QuoteRequest", "currency", Rule::Pattern(3, "^GBP$")),
    ("QuoteRequest", "couponCode", Rule::Length(0, CODE_LIMIT)),
    (
        "QuoteRequest",
        "timeslotId",
        Rule::PatternOrEmpty(16, "^(EMERGENCY_NOW|[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{1,3})$"),
    ),
    (
        "QuoteRequest",
        "draftId",
        Rule::Pattern(DRAFT_LIMIT, "^[A-Za-z0-9-]*$"),
    ),
    (
        "NewTime",
        "timeslotId",
        Rule::Pattern(16, "^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{1,3}$"),
    ),
    ("RaisePrice", "amountGBP", Rule::Whole(1, BUDGET)),
    ("RaisePrice", "deltaGBP", Rule::Whole(1, BUDGET)),
    ("CreatePayment", "receiptEmail", Rule::EmailOrEmpty),
    ("CreateBooking", "proposed_price", Rule::Whole(1, BUDGET)),
    (
        "Confirm",
        "cardNumber",
        Rule::Pattern(64, r"^[\s-]*([0-9][\s-]*){12,19}$"),
    ),
    ("AtTheDoor", "lat", LATITUDE),
    ("AtTheDoor", "lng", LONGITUDE),
    ("NewJobNotes", "text", Rule::Length(0, job_notes::TEXT_LIMIT)),
    ("NewJobNotes", "photos", Rule::Items(0, job_notes::PHOTOS)),
    ("NewPutRight", "text", within(&put_right::TEXT)),
    ("NewWork", "text", within(&new_work::TEXT)),
    ("NewMismatch", "text", within(&mismatch::TEXT)),
    ("NewMismatch", "price", Rule::Whole(1, proposal::MOST.0 / 100)),
    ("RunningLate", "minutes", Rule::Whole(10, 60)),
    ("IAmHere", "lat", LATITUDE),
    ("IAmHere", "lng", LONGITUDE),
    ("ContestRequest", "text", STATEMENT),
    ("NotHomeRequest", "text", within(&REPORT)),
    ("NotHomeRequest", "lat", LATITUDE),
    ("NotHomeRequest", "lng", LONGITUDE),
    ("NotPaidRequest", "text", STATEMENT),
    ("StopRequest", "text", STATEMENT),
    ("MasterAppeal", "text", STATEMENT),
    ("NewAppeal", "text", STATEMENT),
    ("NewAppeal", "code", CODE),
    ("NewDispute", "text", STATEMENT),
    ("NewDispute", "photos", STATEMENT_PHOTOS),
    ("NewDispute", "code", CODE),
    ("DisputeAnswer", "text", STATEMENT),
    ("DisputeAnswer", "photos", STATEMENT_PHOTOS),
    (
        "NewChangeOrder",
        "lines",
        Rule::Items(1, change_order::MOST_LINES),
    ),
    (
        "NewChangeOrder",
        "note",
        Rule::Length(0, change_order::NOTE_LIMIT),
    ),
    ("ExtraLine", "text", within(&change_order::TEXT)),
    ("ExtraLine", "amountPence", Rule::From(change_order::LEAST.0)),
    (
        "NewChatMessage",
        "clientId",
        Rule::Pattern(chat::CLIENT_ID_LIMIT, "^[A-Za-z0-9_-]+$"),
    ),
    ("NewChatMessage", "text", Rule::Pattern(chat::TEXT_LIMIT, r"\S")),
    ("NextStep", "startCode", Rule::Shape(START_CODE)),
    ("NextStep", "photos", Rule::Items(1, job_step::PHOTOS)),
    ("NextStep", "cannotPhotograph", within(&job_step::REASON)),
    ("WithoutCode", "reason", within(&job_step::REASON)),
    ("WithoutCode", "lat", LATITUDE),
    ("WithoutCode", "lng", LONGITUDE),
    ("Withdrawal", "reason", Rule::Length(1, REASON_LIMIT)),
    ("OfferAnswer", "message", Rule::Length(0, proposal::MESSAGE_LIMIT)),
    ("OfferAnswer", "price", Rule::Whole(1, proposal::MOST.0 / 100)),
    (
        "OfferAnswer",
        "lengthMinutes",
        Rule::Whole(proposal::SHORTEST, proposal::LONGEST),
    ),
    ("Radius", "radiusKm", RADIUS),
    ("ReplyText", "text", Rule::Length(1, review::REPLY_LIMIT)),
    (
        "PayoutRequest",
        "amountPence",
        Rule::From(payout::LEAST_BY_HAND.0),
    ),
    ("TaxInput", "legalName", Rule::Pattern(tax::NAME_LIMIT, LINE)),
    ("TaxInput", "address", Rule::Pattern(tax::ADDRESS_LIMIT, r"\S")),
    ("TaxInput", "utr", Rule::ShapeOrEmpty(UTR)),
    ("TaxInput", "companyNumber", Rule::ShapeOrEmpty(COMPANY)),
    ("TaxInput", "vatNumber", Rule::ShapeOrEmpty(SHORT_VAT)),
    ("PhotoForm", "file", FILE),
    ("PictureForm", "file", FILE),
    ("DocumentForm", "file", FILE),
    ("EstimateForm", "file", FILE),
];

/// Constraints by parameter name, wherever it occurs.
pub(super) const PARAMETERS: &[(&str, Rule)] = &[
    ("email", Rule::EmailOrEmpty),
    ("phone", Rule::PatternOrEmpty(TYPED_PHONE, PHONE)),
    ("postcode", Rule::Shape(PREFIX)),
    ("amountPence", Rule::Whole(0, Pence::LIMIT.0)),
    ("limit", Rule::Whole(1, 100)),
    ("radiusKm", RADIUS),
    ("after", ANY_WHOLE),
    ("Last-Event-ID", ANY_WHOLE),
    (
        "Idempotency-Key",
        Rule::Pattern(idempotency_key::KEY_LIMIT, "^[!-~]([ -~]*[!-~])?$"),
    ),
];

/// What bounds no single field of a request, by subject and name.
pub(super) fn others() -> Value {
    json!({
        "cash": { "amountPence": { "maximum": cash::LIMIT.0 } },
        "chatHistory": { "messages": { "maxItems": chat::AT_ONCE } },
        "chatMessage": { "text": { "maxLength": chat::TEXT_LIMIT } },
        "debtPayment": { "amountPence": { "minimum": payment::LEAST_BY_CARD.0 } },
    })
}
