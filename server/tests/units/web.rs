//! Files of the web app, compressed.

use axum::Router;
use axum::body::{Body, to_bytes};
use callout::web::{WebApp, serve};
use http::{Request, header};
use tower::ServiceExt as _;

#[tokio::test]
async fn the_smallest_of_the_preferred_encodings_is_chosen() {
    let web = WebApp::from_files([
        ("app.js".to_owned(), b"plain plain plain".as_slice().into()),
        ("app.js.gz".to_owned(), b"gzipped gz".as_slice().into()),
        ("app.js.br".to_owned(), b"brotli".as_slice().into()),
    ]);
    let app: Router = Router::new().fallback(serve).with_state(web);
    for (wish, coding) in [
        ("", None),
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip", Some("gzip")),
        ("GZIP;q=0.5", Some("gzip")),
        ("gzip;q=1.0, br;q=0.9", Some("gzip")),
        ("br;q=0, *", Some("gzip")),
        ("br;q=0, gzip;q=0.000", None),
        ("identity, gzip;q=0.5", None),
        ("*", Some("br")),
        ("identity;q=0", None),
        ("identity;q=0, br;q=0.001", Some("br")),
        ("br;q=nonsense", None),
    ] {
        let request = Request::get("/app.js").header(header::ACCEPT_ENCODING, wish);
        let answer = app.clone().oneshot(request.body(Body::empty()).unwrap());
        let answer = answer.await.unwrap();
        let chosen = answer.headers().get(header::CONTENT_ENCODING);
        assert_eq!(chosen.map(|chosen| chosen.to_str().unwrap()), coding, "{wish}");
    }
}

#[tokio::test]
async fn a_prerendered_page_is_at_its_own_address_alone() {
    let web = WebApp::from_files([
        ("index.html".to_owned(), b"empty".as_slice().into()),
        (
            "prerendered/index.html".to_owned(),
            b"landing page".as_slice().into(),
        ),
        (
            "prerendered/booking/create.html".to_owned(),
            b"create page".as_slice().into(),
        ),
    ]);
    let app: Router = Router::new().fallback(serve).with_state(web);
    for (path, page) in [
        ("/", "landing page"),
        ("/?utm_source=x", "landing page"),
        ("/booking/create", "create page"),
        ("/booking/create?from=x", "create page"),
        ("/booking/address", "empty"),
        ("/index.html", "empty"),
    ] {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let answer = app.clone().oneshot(request).await.unwrap();
        let body = to_bytes(answer.into_body(), 100).await.unwrap();
        assert_eq!(body, page, "{path}");
    }
}
