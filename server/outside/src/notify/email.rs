//! Emails, handed to a mail server over SMTP: a pool of connections, TLS, plain text and HTML side by side, attachments.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment as Part, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::{AsyncSmtpTransportBuilder, Error, PoolConfig};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use secrecy::{ExposeSecret as _, SecretString};
use url::{Host, Url};

use super::NotSent;
use callout_domain::clock::Clock;
use callout_domain::message::{Attachment, Message};

/// How long connecting to the mail server may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long that may take unless it is set.
const PATIENCE: Duration = Duration::from_secs(30);
/// Connections kept to the mail server.
const CONNECTIONS: u32 = 4;
const SILENT: &str = "the mail server does not answer";
/// The mail server's reply codes for an address that will never accept a message (RFC 5321, 4.2.3).
const NO_SUCH_BOX: [u16; 5] = [501, 550, 551, 553, 556];

type Pool = AsyncSmtpTransport<Tokio1Executor>;

/// The connection pool of one mail server.
pub struct Mailer {
    settings: AsyncSmtpTransportBuilder,
    pool: Mutex<Pool>,
    /// How long handing over a message may take in all.
    pub patience: Duration,
    from: Mailbox,
    clock: Clock,
}

impl Mailer {
    /// Reads the settings; no connection is made yet.
    ///
    /// # Errors
    /// A sentence for the operator, without the password.
    pub fn open(url: &SecretString, from: &str, clock: &Clock) -> Result<Self, String> {
        let from = from
            .parse()
            .map_err(|_| "CALLOUT_MAIL_FROM must be like `Callout <hello@callout.example>`".to_owned())?;
        let settings = settings(url.expose_secret()).map_err(|reason| format!("SMTP_URL: {reason}"))?;
        Ok(Self {
            pool: Mutex::new(settings.clone().build()),
            settings,
            patience: PATIENCE,
            from,
            clock: clock.clone(),
        })
    }

    /// Hands the message over.
    ///
    /// # Errors
    /// When the mail server does not accept it, or not in time.
    pub async fn send(&self, message: &Message) -> Result<(), NotSent> {
        let email = self.compose(message)?;
        let pool = self.pool().clone();
        match tokio::time::timeout(self.patience, pool.send(email)).await {
            Ok(sent) => sent.map(|_| ()).map_err(|error| refused(&error)),
            Err(_) => {
                // The connection would return to its pool mid-conversation: nobody may be given it again.
                *self.pool() = self.settings.clone().build();
                Err(NotSent::for_now(SILENT))
            }
        }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn compose(&self, message: &Message) -> Result<lettre::Message, NotSent> {
        let to: Address = message
            .to
            .parse()
            .map_err(|_| NotSent::for_good("the address cannot be written in an email"))?;
        let since_1970 = Duration::from_millis(u64::try_from(self.clock.now()).unwrap_or(0));
        let builder = lettre::Message::builder().from(self.from.clone()).to(to.into());
        // A person's own address that cannot be written is left out: the text names it.
        let reply_to: Option<Address> = message.reply_to.as_ref().and_then(|text| text.parse().ok());
        let builder = match reply_to {
            Some(address) => builder.reply_to(address.into()),
            None => builder,
        };
        builder
            .subject(one_line(&message.subject))
            .date(SystemTime::UNIX_EPOCH + since_1970)
            .message_id(self.message_id(message))
            // RFC 3834: keeps holiday notices from replying.
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ))
            .multipart(body(message))
            .map_err(|_| NotSent::for_good("the email cannot be put together"))
    }

    /// The same each time a message is sent (RFC 5322, 3.6.4); random when the message has no key.
    fn message_id(&self, message: &Message) -> Option<String> {
        let key = message.key.as_ref()?;
        Some(format!("<{key}@{}>", self.from.email.domain()))
    }
}

/// `smtp://` with STARTTLS, or `smtps://`. A password never travels unencrypted unless the address says `?tls=none`.
fn settings(url: &str) -> Result<AsyncSmtpTransportBuilder, String> {
    let url = Url::parse(url).map_err(|_| "this is no address".to_owned())?;
    let host = match url.host() {
        Some(Host::Ipv6(address)) => address.to_string(),
        Some(host) => host.to_string(),
        None => return Err("the host is missing".to_owned()),
    };
    let tls_setting = url
        .query_pairs()
        .find(|(name, _)| name == "tls")
        .map(|(_, value)| value.into_owned());
    let parameters =
        || TlsParameters::new(host.clone()).map_err(|_| "TLS does not work for this host".to_owned());
    let has_login = url.password().is_some();
    let (tls, port) = match (url.scheme(), tls_setting.as_deref()) {
        ("smtps", None) => (Tls::Wrapper(parameters()?), 465),
        ("smtp", Some("none")) => (Tls::None, 25),
        ("smtp", Some("required")) => (Tls::Required(parameters()?), 587),
        ("smtp", None) if has_login => (Tls::Required(parameters()?), 587),
        ("smtp", None) => (Tls::Opportunistic(parameters()?), 25),
        ("smtp", Some(_)) => return Err("`tls` is `required` or `none`".to_owned()),
        _ => return Err("it begins with smtp:// or smtps://".to_owned()),
    };
    let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
        .port(url.port().unwrap_or(port))
        .tls(tls)
        .timeout(Some(TIMEOUT))
        .pool_config(PoolConfig::new().max_size(CONNECTIONS));
    if has_login {
        let password = super::decoded(url.password().unwrap_or_default())?;
        builder = builder.credentials(Credentials::new(super::decoded(url.username())?, password));
    }
    Ok(builder)
}

fn body(message: &Message) -> MultiPart {
    let words = MultiPart::alternative().singlepart(SinglePart::plain(message.text.clone()));
    let words = match &message.html {
        Some(html) => words.singlepart(SinglePart::html(html.clone())),
        None => words,
    };
    if message.attachments.is_empty() {
        return words;
    }
    message
        .attachments
        .iter()
        .map(part)
        .fold(MultiPart::mixed().multipart(words), MultiPart::singlepart)
}

fn part(attachment: &Attachment) -> SinglePart {
    let plain = ContentType::TEXT_PLAIN;
    let media_type = ContentType::parse(&attachment.media_type).unwrap_or(plain);
    Part::new(one_line(&attachment.name)).body(attachment.body.clone(), media_type)
}

/// Without line breaks or other control characters, so that nobody can add headers of their own.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// What went wrong, without the server's own words: they often quote the address.
fn refused(error: &Error) -> NotSent {
    if let Some(code) = error.status().map(u16::from) {
        let reason = format!("the mail server answered {code}");
        return if NO_SUCH_BOX.contains(&code) {
            NotSent::for_good(reason)
        } else {
            NotSent::for_now(reason)
        };
    }
    NotSent::for_now(if error.is_timeout() {
        SILENT
    } else if error.is_tls() {
        "no TLS with the mail server"
    } else if error.is_client() {
        "the mail server lacks what the settings ask for (TLS or a way to log in)"
    } else {
        "the mail server cannot be reached"
    })
}
