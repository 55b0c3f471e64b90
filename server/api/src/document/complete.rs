//! What all operations have in common, added in one place instead of at each handler.

use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Components, OpenApi, RefOr, Response};

use super::{common, inputs};

/// Tags of the document, in display order.
const TAGS: [(&str, &str); 12] = [
    ("Clients", "People: guests, signing in, one's own data."),
    (
        "Pricing",
        "Estimates, slots, coupons, signed quotes, the price book.",
    ),
    (
        "Payment",
        "From a redeemed quote to money held: intents, webhooks, the sandbox provider.",
    ),
    (
        "Bookings",
        "Made from a quote; read by their owner, or by a guest or share link.",
    ),
    ("Matching", "Finding a pro."),
    ("Masters", "What pros see."),
    ("Files", "Photos of the job."),
    (
        "Live",
        "Server-sent events, and tickets to open them with where no bearer header can be sent.",
    ),
    (
        "Chat",
        "What a client and the pro of a booking write to each other.",
    ),
    ("About", "Figures for the landing page, and writing to us."),
    (
        "Pages",
        "HTML that the server renders itself; its errors are pages, too.",
    ),
    ("Operations", "Health and this document."),
];

/// Adds the bearer scheme and who needs it, the tags in use, common errors, constraints on inputs, the media type of problems,
/// and default descriptions of statuses.
pub(crate) fn complete(mut document: OpenApi) -> OpenApi {
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("From ensure-guest or a sign-in."))
        .build();
    document
        .components
        .get_or_insert_with(Components::default)
        .add_security_scheme("bearer", SecurityScheme::Http(bearer));
    let mut used = Vec::new();
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            operation.operation_id = Some(operation_id(method, path));
            common::add(method, path, operation);
            used.extend(operation.tags.iter().flatten().cloned());
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response {
                    describe(status, response);
                }
            }
        }
    }
    let tags = TAGS.iter().filter(|(name, _)| used.iter().any(|tag| tag == name));
    inputs::constrain(&mut document);
    document.tags = Some(
        tags.map(|(name, text)| TagBuilder::new().name(*name).description(Some(*text)).build())
            .collect(),
    );
    document
}

pub(super) fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let by_method = [
        ("get", &mut item.get),
        ("post", &mut item.post),
        ("put", &mut item.put),
        ("patch", &mut item.patch),
        ("delete", &mut item.delete),
    ];
    by_method
        .into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// A unique operation id, unlike the handlers' names: `get_bookings_id_events`.
fn operation_id(method: &str, path: &str) -> String {
    let words = path
        .trim_start_matches("/api")
        .split(|letter: char| !letter.is_ascii_alphanumeric());
    std::iter::once(method)
        .chain(words.filter(|word| !word.is_empty()))
        .collect::<Vec<_>>()
        .join("_")
}

fn describe(status: &str, response: &mut Response) {
    if response.description.is_empty() {
        let known = status
            .parse::<http::StatusCode>()
            .ok()
            .and_then(|status| status.canonical_reason());
        response.description = known.unwrap_or("Answer").to_owned();
    }
    // Every error is a problem (RFC 9457), whatever the macro says.
    if status.starts_with(['4', '5'])
        && let Some(content) = response.content.shift_remove("application/json")
    {
        response
            .content
            .insert("application/problem+json".to_owned(), content);
    }
}
