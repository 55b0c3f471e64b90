//! One call to the application and its response, with the assertions that every test needs.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::{Events, answers};

/// A call to make.
pub struct Call {
    router: Router,
    method: Method,
    path: String,
    headers: HeaderMap,
    ip: IpAddr,
    body: Vec<u8>,
}

impl Call {
    pub(crate) fn new(router: Router, method: Method, path: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:8080"));
        let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Self {
            router,
            method,
            path: path.to_owned(),
            headers,
            ip,
            body: Vec::new(),
        }
    }

    /// With a bearer token.
    #[must_use]
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// With a header.
    ///
    /// # Panics
    /// When it is not a valid one.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let name: HeaderName = name.parse().expect("a header name");
        self.headers.insert(name, value.parse().expect("a header value"));
        self
    }

    /// Without a header that calls have by default.
    #[must_use]
    pub fn without_header(mut self, name: &str) -> Self {
        self.headers.remove(name);
        self
    }

    /// From a network address other than 127.0.0.1.
    #[must_use]
    pub fn ip(mut self, ip: IpAddr) -> Self {
        self.ip = ip;
        self
    }

    /// With a JSON body.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    /// With a body of any media type.
    #[must_use]
    pub fn body(mut self, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.header("content-type", media_type)
    }

    /// With a multipart form: texts, then files as (field, file name, media type, bytes).
    #[must_use]
    pub fn multipart(self, texts: &[(&str, &str)], files: &[(&str, &str, &str, &[u8])]) -> Self {
        const BOUNDARY: &str = "callout-test-boundary";
        let mut body = Vec::new();
        for (name, value) in texts {
            body.extend_from_slice(
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                    .as_bytes(),
            );
        }
        for (name, file, media_type, bytes) in files {
            body.extend_from_slice(
                format!(
                    "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\
                     Content-Type: {media_type}\r\n\r\n"
                )
                .as_bytes(),
            );
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        self.body(&format!("multipart/form-data; boundary={BOUNDARY}"), body)
    }

    /// Makes the call and reads the response as a stream of events.
    ///
    /// # Panics
    /// When the answer is not a stream of events.
    pub async fn open(self) -> Events {
        let asked = format!("{} {}", self.method, self.path);
        let Ok(response) = self.router.clone().oneshot(self.request()).await;
        let media_type = response.headers().get(header::CONTENT_TYPE);
        assert_eq!(
            media_type.map(HeaderValue::as_bytes),
            Some(&b"text/event-stream"[..]),
            "{asked}: {}",
            response.status()
        );
        Events::new(response.into_body())
    }

    /// Makes the call and hangs up once the status is known: the response may be an endless stream.
    pub async fn status(self) -> StatusCode {
        let Ok(response) = self.router.clone().oneshot(self.request()).await;
        response.status()
    }

    fn request(self) -> Request<Body> {
        let mut request = Request::new(Body::from(self.body));
        *request.method_mut() = self.method;
        *request.uri_mut() = self.path.parse().expect("a path");
        *request.headers_mut() = self.headers;
        request
            .extensions_mut()
            .insert(ConnectInfo(SocketAddr::new(self.ip, 40_000)));
        request
    }

    /// Makes the call.
    ///
    /// # Panics
    /// When the answer's body cannot be read.
    pub async fn send(self) -> Answer {
        let asked = format!("{} {}", self.method, self.path);
        let Ok(response) = self.router.clone().oneshot(self.request()).await;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("the whole body").to_bytes().to_vec();
        answers::note(&asked, parts.status.as_u16(), &body);
        Answer {
            asked,
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    asked: String,
    /// HTTP status.
    pub status: StatusCode,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The response itself, which must have this status.
    ///
    /// # Panics
    /// When it has another; the message shows the body.
    #[must_use]
    #[track_caller]
    pub fn expect_status(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}: {}", self.asked, self.text());
        self
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// When it is not JSON.
    #[must_use]
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{}: {} is not JSON: {error}", self.asked, self.text()))
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header's text, if it is there.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The problem, which must have this status and code and the form that RFC 9457 prescribes.
    ///
    /// # Panics
    /// When it is another answer.
    #[track_caller]
    pub fn problem(self, status: u16, code: &str) -> Value {
        let answer = self.expect_status(status);
        assert_eq!(
            answer.header("content-type"),
            Some("application/problem+json"),
            "{}",
            answer.asked
        );
        let problem = answer.json();
        assert_eq!(problem["code"], code, "{}: {problem}", answer.asked);
        assert_eq!(problem["status"], status, "{}: {problem}", answer.asked);
        for text in ["type", "title", "detail"] {
            assert!(
                problem[text].as_str().is_some_and(|text| !text.is_empty()),
                "{}: no {text}: {problem}",
                answer.asked
            );
        }
        problem
    }

    /// The message of a 422 problem, which must name this field and no other.
    ///
    /// # Panics
    /// When it is another answer, or names other fields.
    #[track_caller]
    pub fn invalid_field(self, field: &str) -> String {
        let answer = self.expect_status(422);
        assert_eq!(
            answer.header("content-type"),
            Some("application/problem+json"),
            "{}",
            answer.asked
        );
        let problem = answer.json();
        let message = problem["errors"][field].as_str();
        message
            .unwrap_or_else(|| panic!("{}: {field} is not named: {problem}", answer.asked))
            .to_owned()
    }
}
