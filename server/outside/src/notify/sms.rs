//! Texts, through an HTTP gateway in Twilio's form: `To`, `From` and `Body` posted with the user and password of its address.

use std::time::Duration;

use http::StatusCode;
use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use url::Url;

use super::NotSent;
use callout_domain::message::Message;

/// How long the gateway may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The connection to one gateway.
pub struct Gateway {
    http: Client,
    /// Where texts are posted to, without user and password.
    pub address: Url,
    /// Its user and password.
    pub login: Option<(String, SecretString)>,
    from: String,
}

impl Gateway {
    /// Reads the settings; no connection is made yet.
    ///
    /// # Errors
    /// A sentence for the operator, without the password.
    pub fn open(url: &SecretString, from: &str) -> Result<Self, String> {
        let unusable = |reason: &str| format!("SMS_URL: {reason}");
        let mut address = Url::parse(url.expose_secret()).map_err(|_| unusable("this is no address"))?;
        if !matches!(address.scheme(), "http" | "https") || !address.has_host() {
            return Err(unusable("it begins with https:// or http://"));
        }
        let login = match address.password() {
            Some(password) => {
                let password = super::decoded(password).map_err(|reason| unusable(&reason))?;
                let user = super::decoded(address.username()).map_err(|reason| unusable(&reason))?;
                Some((user, password.into()))
            }
            None => None,
        };
        // Kept apart, so that no error message about the address can reveal the password.
        address
            .set_username("")
            .and_then(|()| address.set_password(None))
            .map_err(|()| unusable("this is no address"))?;
        // Another part of the process may have installed it already; it is the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| format!("HTTP client: {error}"))?;
        Ok(Self {
            http,
            address,
            login,
            from: from.to_owned(),
        })
    }

    /// Hands the message over.
    ///
    /// # Errors
    /// When the gateway does not accept it.
    pub async fn send(&self, message: &Message) -> Result<(), NotSent> {
        let form = [
            ("To", message.to.as_str()),
            ("From", &self.from),
            ("Body", &message.text),
        ];
        let mut request = self.http.post(self.address.clone()).form(&form);
        if let Some((user, password)) = &self.login {
            request = request.basic_auth(user, Some(password.expose_secret()));
        }
        match request.send().await {
            Ok(answer) => judge(answer.status()),
            Err(error) if error.is_timeout() => Err(NotSent::for_now("the text gateway does not answer")),
            Err(_) => Err(NotSent::for_now("the text gateway cannot be reached")),
        }
    }
}

/// The meaning of the gateway's status; its body may quote the number and is not read.
fn judge(status: StatusCode) -> Result<(), NotSent> {
    let reason = format!("the text gateway answered {}", status.as_u16());
    match status {
        status if status.is_success() => Ok(()),
        // Twilio's answer to a number that cannot receive texts.
        StatusCode::BAD_REQUEST => Err(NotSent::for_good(reason)),
        _ => Err(NotSent::for_now(reason)),
    }
}
