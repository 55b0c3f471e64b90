//! Security headers and the content security policy, computed once from the settings. Stripe and the map tiles are the only
//! outside hosts that pages may contact.

use http::header::{self, HeaderName};
use http::{HeaderMap, HeaderValue};

use callout_domain::config::{Config, PaymentSettings};

/// The headers of every answer.
#[derive(Clone)]
pub(crate) struct SecurityHeaders {
    always: Vec<(HeaderName, HeaderValue)>,
    page_policy: HeaderValue,
}

/// What only a page may do: load, run, frame or be framed.
const API_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

impl SecurityHeaders {
    pub(crate) fn new(config: &Config) -> Self {
        let stripe = matches!(config.payment_settings(), Ok(PaymentSettings::Stripe(_)));
        let tiles = config.tiles().and_then(|tiles| origin_of_tiles(tiles.url));
        let mut always = vec![
            fixed("x-content-type-options", "nosniff"),
            fixed("referrer-policy", "no-referrer"),
            fixed("cross-origin-resource-policy", "same-origin"),
            // During 3-D Secure, a bank's window may open from Stripe's frame.
            fixed(
                "cross-origin-opener-policy",
                if stripe {
                    "same-origin-allow-popups"
                } else {
                    "same-origin"
                },
            ),
            fixed("permissions-policy", permissions(stripe)),
        ];
        if config
            .public_url
            .as_ref()
            .is_some_and(|url| url.scheme() == "https")
        {
            always.push(fixed("strict-transport-security", "max-age=31536000"));
        }
        let policy = content_policy(stripe, tiles.as_deref());
        // If the tile address is not valid in a header, pages get the strictest policy rather than none.
        let page_policy = HeaderValue::from_str(&policy).unwrap_or(API_POLICY);
        Self { always, page_policy }
    }

    /// Adds the headers that the answer has not set itself.
    pub(crate) fn add_to(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.always {
            headers.entry(name).or_insert_with(|| value.clone());
        }
        // Scripts get the page policy, too: a service worker takes its policy from its own script, and under the API's policy it
        // could not fetch the files it keeps for offline use.
        let is_page = headers.get(header::CONTENT_TYPE).is_some_and(|value| {
            [&b"text/html"[..], b"text/javascript"]
                .iter()
                .any(|media| value.as_bytes().starts_with(media))
        });
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| {
            if is_page {
                self.page_policy.clone()
            } else {
                API_POLICY
            }
        });
        // Answers contain personal data unless a handler says otherwise.
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
}

fn fixed(name: &'static str, value: &'static str) -> (HeaderName, HeaderValue) {
    (HeaderName::from_static(name), HeaderValue::from_static(value))
}

fn permissions(stripe: bool) -> &'static str {
    if stripe {
        "camera=(), microphone=(), usb=(), geolocation=(self), payment=(self \"https://js.stripe.com\")"
    } else {
        "camera=(), microphone=(), usb=(), geolocation=(self), payment=()"
    }
}

/// Scheme and host of the tile server. Its address is a template with `{z}` and `{s}` in it.
#[must_use]
pub fn origin_of_tiles(template: &str) -> Option<String> {
    let url = url::Url::parse(&template.replace("{s}", "a")).ok()?;
    let host = url.host_str()?;
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    // `{s}` stands for one of several subdomains.
    let host = if template.contains("//{s}.") {
        format!("*.{}", host.strip_prefix("a.")?)
    } else {
        host.to_owned()
    };
    Some(format!("{}://{host}{port}", url.scheme()))
}

/// The content security policy of the web app, with or without Stripe and a tile server.
#[must_use]
pub fn content_policy(stripe: bool, tiles: Option<&str>) -> String {
    // The hosts of https://docs.stripe.com/security/guide#content-security-policy, without Google Maps.
    let (script, connect, frame, image) = if stripe {
        (
            " https://js.stripe.com https://*.js.stripe.com",
            " https://api.stripe.com",
            "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
            " https://*.stripe.com",
        )
    } else {
        ("", "", "'none'", "")
    };
    let tiles = tiles.map(|tiles| format!(" {tiles}")).unwrap_or_default();
    [
        "default-src 'none'".to_owned(),
        format!("script-src 'self' 'wasm-unsafe-eval'{script}"),
        // Sonner positions its toasts with style attributes.
        "style-src 'self' 'unsafe-inline'".to_owned(),
        format!("img-src 'self' blob:{image}{tiles}"),
        "font-src 'self'".to_owned(),
        // The service worker fetches tiles itself.
        format!("connect-src 'self'{connect}{tiles}"),
        format!("frame-src {frame}"),
        "worker-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        "object-src 'none'".to_owned(),
        "base-uri 'none'".to_owned(),
        "form-action 'self'".to_owned(),
        "frame-ancestors 'none'".to_owned(),
    ]
    .join("; ")
}
