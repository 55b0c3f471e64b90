//! An authenticator in software: makes passkeys and answers as a browser with one would, and as none should.

use api_tests::TestApp;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::journey::text;

/// Where the pages of the API tests come from.
const ORIGIN: &str = "http://localhost:8080";

/// Flags of what it signs: somebody was there, was verified, and a new key follows.
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const WITH_KEY: u8 = 0x40;

/// One passkey.
#[derive(Clone)]
pub(crate) struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    /// The account that it is for, once it was made.
    handle: String,
    /// How often it has signed.
    pub(crate) counter: u32,
    /// The page that asks.
    pub(crate) origin: String,
    /// Whether its user has unlocked it.
    pub(crate) is_unlocked: bool,
}

impl Authenticator {
    /// A new one; the same for the same seed.
    pub(crate) fn new(seed: &str) -> Self {
        let secret = Sha256::digest(seed);
        Self {
            key: SigningKey::from_slice(&secret).expect("a key"),
            id: Sha256::digest(secret.as_slice()).to_vec(),
            handle: String::new(),
            counter: 0,
            origin: ORIGIN.to_owned(),
            is_unlocked: true,
        }
    }

    /// Makes its passkey, as asked.
    pub(crate) fn create(&mut self, options: &Value) -> Value {
        assert_eq!(options["rp"]["id"], "localhost");
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        self.handle = text(&options["user"], "id").to_owned();
        let mut data = self.data(WITH_KEY);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).expect("a short id").to_be_bytes());
        data.extend(&self.id);
        data.extend(self.public_key());
        // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).expect("short data"));
        object.extend(data);
        self.credential(&json!({
            "clientDataJSON": encoded(&self.client_data("webauthn.create", options)),
            "attestationObject": encoded(&object),
            "transports": ["internal"],
        }))
    }

    /// Shows its passkey, as asked.
    pub(crate) fn get(&mut self, options: &Value) -> Value {
        assert_eq!(
            (&options["rpId"], &options["userVerification"]),
            (&json!("localhost"), &json!("required"))
        );
        self.counter += 1;
        let (data, client) = (self.data(0), self.client_data("webauthn.get", options));
        let signed = [data.as_slice(), &Sha256::digest(&client)].concat();
        let signature: Signature = self.key.sign(&signed);
        self.credential(&json!({
            "clientDataJSON": encoded(&client),
            "authenticatorData": encoded(&data),
            "signature": encoded(signature.to_der().as_bytes()),
            "userHandle": self.handle,
        }))
    }

    fn credential(&self, response: &Value) -> Value {
        let id = encoded(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {}, "response": response })
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false })
            .to_string()
            .into_bytes()
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let verified = if self.is_unlocked { VERIFIED } else { 0 };
        let mut data = Sha256::digest("localhost").to_vec();
        data.push(PRESENT | verified | more);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// In COSE: an EC2 key on P-256 for ES256.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_encoded_point(false);
        let mut key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20".to_vec();
        key.extend(point.x().expect("x"));
        key.extend(b"\x22\x58\x20");
        key.extend(point.y().expect("y"));
        key
    }

    /// What it answers to what was asked, as the API takes it.
    pub(crate) fn shown(&mut self, asked: &Value) -> Value {
        json!({ "ceremony": asked["ceremony"], "credential": self.get(&asked["options"]) })
    }

    /// The same for a new passkey of this name.
    pub(crate) fn made(&mut self, asked: &Value, name: &str) -> Value {
        json!({ "name": name, "ceremony": asked["ceremony"], "credential": self.create(&asked["options"]) })
    }
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// What was asked of authenticators and is not answered.
pub(crate) async fn open_ceremonies(app: &TestApp) -> i64 {
    app.count("select count(*) from passkey_ceremonies").await
}
