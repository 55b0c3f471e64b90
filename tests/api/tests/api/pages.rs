//! The web app: which file is served at which path, in which encoding, and how long it is cached.

use api_tests::{INDEX, both_databases};
use http::Method;

const SCRIPT: &str = "/assets/app-0a1b2c3d.js";
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

both_databases! {
    async fn every_page_address_answers_the_index(app: TestApp) {
        for path in ["/", "/index.html", "/booking/create", "/bookings/C-1/x.y", "/no-such-page", "/administer", "/apiary"] {
            let page = app.get(path).send().await.expect_status(200);
            assert_eq!(page.text(), INDEX, "{path}");
            assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
            assert_eq!(page.header("cache-control"), Some("no-cache"));
        }
        let head = app.call(Method::HEAD, "/booking/create").send().await.expect_status(200);
        assert_eq!(head.text(), "");
        assert_eq!(head.header("content-length"), Some(INDEX.len().to_string().as_str()));
    }

    async fn files_have_their_type_and_caching(app: TestApp) {
        for (path, media_type, caching) in [
            (SCRIPT, "text/javascript; charset=utf-8", FOR_GOOD),
            ("/assets/pricing-0a1b2c3d.wasm", "application/wasm", FOR_GOOD),
            ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
            ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ] {
            let file = app.get(path).send().await.expect_status(200);
            assert_eq!(file.header("content-type"), Some(media_type), "{path}");
            assert_eq!(file.header("cache-control"), Some(caching), "{path}");
            assert_eq!(file.header("vary"), Some("accept-encoding"), "{path}");
        }
        app.get("/assets/app-of-an-earlier-build.js").send().await.problem(404, "not_found");
    }

    async fn a_file_comes_in_the_best_encoding(app: TestApp) {
        let asked = async |encodings: &str| {
            let file = app.get(SCRIPT).header("accept-encoding", encodings).send().await.expect_status(200);
            assert_eq!(file.header("content-type"), Some("text/javascript; charset=utf-8"));
            (file.header("content-encoding").map(str::to_owned), file.text())
        };
        assert_eq!(asked("gzip, br").await, (Some("br".to_owned()), "script in brotli".to_owned()));
        assert_eq!(asked("gzip").await, (Some("gzip".to_owned()), "script in gzip, longer".to_owned()));
        assert_eq!(asked("deflate").await, (None, "console.log('a long, long script')".to_owned()));
    }

    async fn an_unchanged_file_is_not_sent_again(app: TestApp) {
        let first = app.get(SCRIPT).header("accept-encoding", "br").send().await.expect_status(200);
        let tag = first.header("etag").unwrap_or_default().to_owned();
        let again = |encoding: &str| app.get(SCRIPT).header("accept-encoding", encoding).header("if-none-match", &tag).send();
        let known = again("br").await.expect_status(304);
        assert_eq!(known.text(), "");
        assert_eq!(known.header("etag"), Some(tag.as_str()));
        assert_eq!(known.header("cache-control"), Some(FOR_GOOD));
        // Another encoding of the same file has its own ETag.
        let _ = again("gzip").await.expect_status(200);
    }

    // The browser adopts the headers of a 304: with a different policy a reloaded page would stay blank.
    async fn a_304_carries_the_same_policy(app: TestApp) {
        for path in ["/booking/create", "/sw.js"] {
            let first = app.get(path).send().await.expect_status(200);
            let policy = first.header("content-security-policy").unwrap_or_default();
            assert!(policy.contains("connect-src 'self'"), "{path}: {policy}");
            let tag = first.header("etag").unwrap_or_default();
            let again = app.get(path).header("if-none-match", tag).send().await.expect_status(304);
            assert_eq!(again.header("content-security-policy"), Some(policy), "{path}");
        }
    }
}
