//! Adds to every operation who may call it and which errors come from its extractors, since the handlers do not declare those.

use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

/// Parameters that can replace a bearer token: those of links and tickets, and a payment's secret.
const INSTEAD_OF_BEARER: [&str; 4] = ["token", "share", "t", "client_secret"];

/// Adds what the operation does not declare itself.
pub(super) fn add(method: &str, path: &str, operation: &mut Operation) {
    if operation.security.is_none() && answers(operation, "401") && !path.contains("{guestToken}") {
        operation.security = Some(security(operation));
    }
    let takes_bearer = operation.security.iter().flatten().any(|way| *way == bearer());
    if takes_bearer {
        add_answer(operation, "401", "The token is not valid, or there is none");
    }
    let body = operation.request_body.as_ref().and_then(|body| match body {
        RefOr::T(body) => body.content.keys().next().cloned(),
        RefOr::Ref(_) => None,
    });
    if body.is_some() {
        add_answer(operation, "400", "The body could not be read");
        add_answer(operation, "408", "The body took too long to arrive");
        add_answer(operation, "413", "The body is too large");
    }
    // A webhook's body is read raw, because its signature covers the bytes.
    if body.is_some() && !path.contains("/webhook/") {
        add_answer(operation, "415", "The body is of another media type");
        add_answer(operation, "422", "A field is missing or wrong; `errors` names it");
    }
    if has_parameter(operation, &ParameterIn::Query) {
        add_answer(operation, "422", "A parameter is missing or wrong");
    }
    if method != "get" && !is_tagged(operation, "Pricing") {
        add_answer(
            operation,
            "503",
            "`storage_exhausted`: nothing can be saved for now",
        );
    }
    if has_parameter(operation, &ParameterIn::Path) {
        add_answer(operation, "404", "There is nothing at this address");
    }
}

/// Requires a bearer token; where a parameter can replace it, the token is optional.
fn security(operation: &Operation) -> Vec<SecurityRequirement> {
    let optional = parameters(operation)
        .any(|(place, name)| *place == ParameterIn::Query && INSTEAD_OF_BEARER.contains(&name));
    if optional {
        vec![SecurityRequirement::default(), bearer()]
    } else {
        vec![bearer()]
    }
}

fn bearer() -> SecurityRequirement {
    SecurityRequirement::new("bearer", [""; 0])
}

fn parameters(operation: &Operation) -> impl Iterator<Item = (&ParameterIn, &str)> {
    let all = operation.parameters.iter().flatten();
    all.filter_map(|parameter| match parameter {
        RefOr::T(parameter) => Some((&parameter.parameter_in, parameter.name.as_str())),
        RefOr::Ref(_) => None,
    })
}

fn has_parameter(operation: &Operation, place: &ParameterIn) -> bool {
    parameters(operation).any(|(own, _)| own == place)
}

fn answers(operation: &Operation, status: &str) -> bool {
    operation.responses.responses.contains_key(status)
}

fn add_answer(operation: &mut Operation, status: &str, description: &str) {
    if answers(operation, status) || is_page(operation) {
        return;
    }
    let problem = Content::new(Some(Ref::from_schema_name("Problem")));
    let answer: Response = ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", problem)
        .build();
    let answers = &mut operation.responses.responses;
    answers.insert(status.to_owned(), RefOr::T(answer));
}

/// Pages report errors as HTML.
fn is_page(operation: &Operation) -> bool {
    is_tagged(operation, "Pages")
}

fn is_tagged(operation: &Operation, tag: &str) -> bool {
    operation.tags.iter().flatten().any(|own| own == tag)
}
