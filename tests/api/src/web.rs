//! A small web app for the tests, the same whether or not the real one has been built.

use callout::web::WebApp;

/// The text of the index page.
pub const INDEX: &str = "<!doctype html><title>Callout</title><meta name=\"callout-tiles\" content=\"\" />";

/// An index, a script with a hash in three encodings, a module, a service worker and a manifest.
pub(crate) fn app() -> WebApp {
    let files: [(&str, &'static [u8]); 8] = [
        ("index.html", INDEX.as_bytes()),
        ("index.html.br", b"index in brotli"),
        ("assets/app-0a1b2c3d.js", b"console.log('a long, long script')"),
        ("assets/app-0a1b2c3d.js.br", b"script in brotli"),
        ("assets/app-0a1b2c3d.js.gz", b"script in gzip, longer"),
        ("assets/pricing-0a1b2c3d.wasm", b"\0asm"),
        ("sw.js", b"self.skipWaiting()"),
        ("manifest.webmanifest", b"{}"),
    ];
    WebApp::from_files(files.map(|(name, bytes)| (name.to_owned(), bytes.into())))
}
