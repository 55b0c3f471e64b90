//! The web app, embedded in the binary: every page address gets its index, and files are served compressed and cacheable.

mod encoding;
mod files;

pub use files::WebApp;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use callout_domain::failure::{Failure, FailureKind};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};

use files::{File, Variant};

/// Handles requests that match no route: a file of the web app, its index, or 404.
pub async fn serve(State(web): State<WebApp>, request: Request) -> Response {
    let path = request.uri().path();
    if is_servers_own(path) {
        return Failure::not_found("There is nothing at this address.").into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Failure::wrong_method().into_response();
    }
    let name = path.trim_start_matches('/');
    let file = match web.file(name) {
        Some(file) => file,
        // A page from before an update may ask for an old script; answering with HTML would only break it further.
        None if name.starts_with("assets/") => {
            return Failure::not_found("There is nothing at this address.").into_response();
        }
        None => match web.page(name) {
            Some(page) => page,
            None => return not_built(),
        },
    };
    answer(file, request.method(), request.headers())
}

/// Paths that do not belong to the web app.
fn is_servers_own(path: &str) -> bool {
    ["/api", "/admin"].iter().any(|own| {
        path.strip_prefix(own)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn answer(file: &File, method: &Method, asked: &HeaderMap) -> Response {
    let variant = encoding::choose(file, asked);
    let mut response = if is_known(asked, variant) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if method == Method::HEAD {
        let mut response = Response::new(Body::empty());
        response
            .headers_mut()
            .insert(header::CONTENT_LENGTH, HeaderValue::from(variant.bytes.len()));
        describe(&mut response, variant);
        response
    } else {
        let mut response = Response::new(Body::from(variant.bytes.clone()));
        describe(&mut response, variant);
        response
    };
    let headers = response.headers_mut();
    // Also on a 304: the browser takes over its headers, and the content security policy depends on the media type.
    headers.insert(header::CONTENT_TYPE, file.media_type.clone());
    headers.insert(header::ETAG, variant.etag.clone());
    headers.insert(header::CACHE_CONTROL, file.cache_control.clone());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

fn describe(response: &mut Response, variant: &Variant) {
    if let Some(coding) = variant.coding {
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
}

/// True when the caller already has this exact variant.
fn is_known(asked: &HeaderMap, variant: &Variant) -> bool {
    asked
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .any(|list| {
            list.split(',')
                .map(|tag| tag.trim().trim_start_matches("W/"))
                .any(|tag| tag == "*" || *tag == variant.etag)
        })
}

/// The answer of a binary that was built without the web app.
fn not_built() -> Response {
    Failure::new(
        FailureKind::NotFound,
        "web_app_not_built",
        "This binary has no web app in it: build everything with `just build`.",
    )
    .into_response()
}
