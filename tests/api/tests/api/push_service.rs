//! A push service and its browsers: what arrives is opened as a browser opens it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Nonce};
use api_tests::{Answer, TestApp};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use http::{HeaderMap, StatusCode, Uri};
use p256::ecdh::diffie_hellman;
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::people::Person;

/// A message as it was posted.
#[derive(Debug, Clone)]
pub(crate) struct Posted {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

#[derive(Clone)]
struct Service {
    posted: Arc<Mutex<Vec<Posted>>>,
    answer: Arc<Mutex<StatusCode>>,
}

/// The service; it ends with the test's runtime.
pub(crate) struct PushService {
    address: SocketAddr,
    service: Service,
}

impl PushService {
    /// One that takes everything, and the application that may send to it.
    pub(crate) async fn start(app: &TestApp) -> (Self, TestApp) {
        let service = Service {
            posted: Arc::default(),
            answer: Arc::new(Mutex::new(StatusCode::CREATED)),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(take).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let app = app
            .restarted(|config| config.push.hosts = vec![format!("http://{address}")])
            .await;
        (Self { address, service }, app)
    }

    /// From now on each message gets this answer.
    pub(crate) fn answers(&self, status: u16) {
        *self.service.answer.lock().unwrap() = StatusCode::from_u16(status).unwrap();
    }

    /// Everything posted since this was asked last.
    pub(crate) fn posted(&self) -> Vec<Posted> {
        std::mem::take(&mut *self.service.posted.lock().unwrap())
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }
}

/// A redirect leads back here, so that following it would show.
async fn take(
    State(service): State<Service>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, [(&'static str, &'static str); 1]) {
    service.posted.lock().unwrap().push(Posted {
        path: uri.path().to_owned(),
        headers,
        body: body.to_vec(),
    });
    (*service.answer.lock().unwrap(), [("location", "/elsewhere")])
}

/// A browser with a key of its own.
pub(crate) struct Browser {
    secret: SecretKey,
    auth: [u8; 16],
    pub(crate) endpoint: String,
}

impl Browser {
    pub(crate) fn new(service: &PushService, name: &str) -> Self {
        Self::at(&format!("{}/send/{name}", service.origin()), name)
    }

    pub(crate) fn at(endpoint: &str, name: &str) -> Self {
        let hash: [u8; 32] = Sha256::digest(name.as_bytes()).into();
        Self {
            secret: SecretKey::from_slice(&hash).unwrap(),
            auth: hash[..16].try_into().unwrap(),
            endpoint: endpoint.to_owned(),
        }
    }

    fn point(&self) -> Vec<u8> {
        self.secret
            .public_key()
            .to_encoded_point(false)
            .as_bytes()
            .to_vec()
    }

    /// What the browser's `PushSubscription` writes of itself.
    pub(crate) fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint,
            "expirationTime": null,
            "keys": { "p256dh": URL_SAFE_NO_PAD.encode(self.point()), "auth": URL_SAFE_NO_PAD.encode(self.auth) },
        })
    }

    pub(crate) async fn subscribe(&self, app: &TestApp, token: &str) -> Answer {
        let call = app.post("/api/push/subscribe").bearer(token);
        call.json(&self.subscription()).send().await
    }

    /// A pro's browser that is notified from now on.
    pub(crate) async fn of(app: &TestApp, service: &PushService, person: &Person) -> Self {
        let browser = Self::new(service, &person.id);
        let _ = browser.subscribe(app, &person.token).await.expect_status(204);
        browser
    }

    /// Opens a message (RFC 8291).
    pub(crate) fn open(&self, message: &Posted) -> Value {
        let (salt, rest) = message.body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (server, sealed) = rest[5..].split_at(65);
        let other = PublicKey::from_sec1_bytes(server).unwrap();
        let shared = diffie_hellman(self.secret.to_nonzero_scalar(), other.as_affine());
        let info = [b"WebPush: info\0".as_slice(), &self.point(), server].concat();
        let common: [u8; 32] = derived(&self.auth, shared.raw_secret_bytes(), &info);
        let key: [u8; 16] = derived(salt, &common, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derived(salt, &common, b"Content-Encoding: nonce\0");
        let cipher = Aes128Gcm::new_from_slice(&key).unwrap();
        let mut words = cipher
            .decrypt(&Nonce::from(nonce), sealed)
            .expect("it is for this browser");
        assert_eq!(words.pop(), Some(2));
        serde_json::from_slice(&words).unwrap()
    }
}

fn derived<const N: usize>(salt: &[u8], from: &[u8], info: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    Hkdf::<Sha256>::new(Some(salt), from)
        .expand(info, &mut bytes)
        .unwrap();
    bytes
}
