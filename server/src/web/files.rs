//! The files of the web app with everything that can be computed once: type, caching, tags, encodings.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use http::HeaderValue;

use callout_domain::config::Tiles;
use callout_domain::keys::sha256_text;

/// The built web app. Cheap to clone.
#[derive(Clone, Default)]
pub struct WebApp(Arc<HashMap<String, File>>);

/// Where the index says where the tiles of maps come from.
const NO_TILES: &str = r#"<meta name="callout-tiles" content="" />"#;

/// The page that addresses of the web app get.
const INDEX: &str = "index.html";

/// Where the same stands with what an address shows in it already, by that address.
const PRERENDERED: &str = "prerendered/";

/// One file.
#[derive(Clone)]
pub(crate) struct File {
    pub(super) plain: Variant,
    pub(super) compressed: Vec<Variant>,
    pub(super) media_type: HeaderValue,
    pub(super) cache_control: HeaderValue,
}

/// One encoding of a file.
#[derive(Clone)]
pub(crate) struct Variant {
    pub(super) coding: Option<&'static str>,
    pub(super) bytes: Bytes,
    pub(super) etag: HeaderValue,
}

/// Suffixes of the encoded copies that the build puts beside a file, best first.
const CODINGS: [(&str, &str); 2] = [(".br", "br"), (".gz", "gzip")];

impl WebApp {
    /// The files that `E` embeds.
    #[must_use]
    pub fn embedded<E: rust_embed::RustEmbed>() -> Self {
        Self::from_files(E::iter().filter_map(|name| Some((name.to_string(), E::get(&name)?.data))))
    }

    /// The files of a build: names relative to its folder, with their bytes.
    #[must_use]
    pub fn from_files(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        let mut all: HashMap<String, Bytes> = files
            .into_iter()
            .map(|(name, bytes)| (name, shared(bytes)))
            .collect();
        let names: Vec<String> = all
            .keys()
            .filter(|name| !CODINGS.iter().any(|(ending, _)| name.ends_with(ending)))
            .cloned()
            .collect();
        let mut web = HashMap::with_capacity(names.len());
        for name in names {
            let compressed = CODINGS.iter().filter_map(|(ending, coding)| {
                all.remove(&format!("{name}{ending}"))
                    .map(|bytes| Variant::new(Some(coding), bytes))
            });
            let compressed = compressed.collect();
            let Some(plain) = all.remove(&name) else { continue };
            let file = File {
                plain: Variant::new(None, plain),
                compressed,
                media_type: HeaderValue::from_static(media_type(&name)),
                cache_control: HeaderValue::from_static(cache_control(&name)),
            };
            web.insert(name, file);
        }
        Self(Arc::new(web))
    }

    pub(super) fn file(&self, name: &str) -> Option<&File> {
        self.0.get(name)
    }

    /// File name of the pages' typeface.
    pub(crate) fn font(&self) -> Option<&str> {
        let mut names = self.0.keys().map(String::as_str);
        names.find(|name| name.starts_with("assets/figtree-latin-wght-normal") && name.ends_with(".woff2"))
    }

    /// The page at an address that is no file; none when the binary has no web app.
    pub(super) fn page(&self, address: &str) -> Option<&File> {
        let name = if address.is_empty() { "index" } else { address };
        self.file(&format!("{PRERENDERED}{name}.html"))
            .or_else(|| self.file(INDEX))
    }

    /// The same web app with maps on these tiles: its pages name them. Their encoded copies, made before that was known, go; they are small.
    #[must_use]
    pub(crate) fn on_tiles(self, tiles: Tiles<'_>) -> Self {
        let attribution = tiles.attribution.map(escaped);
        let attribution = attribution.map(|name| format!(r#" data-attribution="{name}""#));
        let named = format!(
            r#"<meta name="callout-tiles" content="{}"{} />"#,
            escaped(tiles.url),
            attribution.unwrap_or_default()
        );
        let mut files = HashMap::clone(&self.0);
        let pages = files
            .iter_mut()
            .filter(|(name, _)| *name == INDEX || name.starts_with(PRERENDERED));
        for (_, file) in pages {
            let text = String::from_utf8_lossy(&file.plain.bytes).replace(NO_TILES, &named);
            file.plain = Variant::new(None, Bytes::from(text));
            file.compressed.clear();
        }
        Self(Arc::new(files))
    }
}

impl Variant {
    fn new(coding: Option<&'static str>, bytes: Bytes) -> Self {
        let etag = format!("\"{}\"", sha256_text(&bytes));
        Self {
            coding,
            bytes,
            etag: HeaderValue::from_str(&etag).unwrap_or(HeaderValue::from_static("\"\"")),
        }
    }
}

/// A text inside a quoted attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

fn shared(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        // Embedded in the binary, so served without a copy.
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

/// Names below `assets/` contain a hash of the content, so these files never change.
fn cache_control(name: &str) -> &'static str {
    if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        _ => "application/octet-stream",
    }
}
