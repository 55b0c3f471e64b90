//! An email as it arrived: headers and MIME parts, decoded (RFC 5322, 2045, 2047).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A message, or one part of it.
#[derive(Debug, Clone)]
pub struct Email {
    headers: Vec<(String, String)>,
    /// The decoded content; empty for a multipart message.
    pub body: Vec<u8>,
    /// The parts of a multipart message.
    pub parts: Vec<Email>,
}

impl Email {
    /// Reads a message.
    ///
    /// # Panics
    /// When it is not one.
    #[must_use]
    pub fn parse(raw: &str) -> Self {
        let (head, body) = raw
            .split_once("\r\n\r\n")
            .expect("an empty line after the headers");
        let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let headers: Vec<_> = unfolded
            .split("\r\n")
            .map(|line| {
                let (name, value) = line.split_once(':').expect("a header");
                (name.to_ascii_lowercase(), value.trim().to_owned())
            })
            .collect();
        let mut email = Self {
            headers,
            body: Vec::new(),
            parts: Vec::new(),
        };
        match email.parameter("content-type", "boundary") {
            Some(boundary) => email.parts = parts(body, &boundary),
            None => email.body = email.decode(body),
        }
        email
    }

    /// A header's text, encoded words decoded; empty when it is not there.
    #[must_use]
    pub fn header(&self, name: &str) -> String {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map_or_else(String::new, |(_, value)| decode_words(value))
    }

    /// How many headers have this name.
    #[must_use]
    pub fn count(&self, name: &str) -> usize {
        self.headers.iter().filter(|(known, _)| known == name).count()
    }

    /// The media type, without parameters.
    #[must_use]
    pub fn media_type(&self) -> String {
        let value = self.header("content-type");
        value.split(';').next().unwrap_or_default().trim().to_owned()
    }

    /// The content as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The first part of this media type, however deep.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn part(&self, media_type: &str) -> &Self {
        self.find(media_type)
            .unwrap_or_else(|| panic!("no {media_type} in {:?}", self.headers))
    }

    fn find(&self, media_type: &str) -> Option<&Self> {
        if self.media_type() == media_type {
            return Some(self);
        }
        self.parts.iter().find_map(|part| part.find(media_type))
    }

    fn parameter(&self, header: &str, name: &str) -> Option<String> {
        let value = self.header(header);
        let (_, rest) = value.split_once(&format!("{name}=\""))?;
        Some(rest.split('"').next().unwrap_or_default().to_owned())
    }

    fn decode(&self, body: &str) -> Vec<u8> {
        match self.header("content-transfer-encoding").as_str() {
            "base64" => STANDARD.decode(body.replace("\r\n", "")).expect("base64"),
            "quoted-printable" => {
                quoted_printable::decode(body, quoted_printable::ParseMode::Strict).expect("quoted-printable")
            }
            _ => body.as_bytes().to_vec(),
        }
    }
}

fn parts(body: &str, boundary: &str) -> Vec<Email> {
    let mut found = Vec::new();
    for part in body.split(&format!("--{boundary}")).skip(1) {
        if part.starts_with("--") {
            break;
        }
        let part = part.trim_start_matches("\r\n");
        found.push(Email::parse(part.strip_suffix("\r\n").unwrap_or(part)));
    }
    found
}

/// `=?utf-8?b?…?=` words; the space between two of them is not part of the text.
fn decode_words(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value;
    while let Some((before, word)) = rest.split_once("=?utf-8?b?") {
        if !before.trim().is_empty() || text.is_empty() {
            text.push_str(before);
        }
        let (word, after) = word.split_once("?=").expect("the end of an encoded word");
        let bytes = STANDARD.decode(word).expect("base64");
        text.push_str(&String::from_utf8_lossy(&bytes));
        rest = after;
    }
    text.push_str(rest);
    text
}
