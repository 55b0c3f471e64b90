//! The settings, from the environment or flags, and the rule that keeps the sandbox off the open internet.

mod bus;
pub mod clearing;
mod demo;
mod limits;
pub mod matching;
mod payments;
mod push;
mod streams;
mod texts;
mod vat;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use secrecy::{ExposeSecret, SecretString};

use crate::clock::{DAY, Millis};
use crate::texts::Texts;

pub use callout_db::is_postgres;
pub use clearing::ClearingSettings;
pub use demo::DemoSettings;
pub use limits::LimitSettings;
pub use matching::MatchingSettings;
pub use payments::{PaymentSettings, PaymentsMode, StripeKeys};
use payments::{STRIPE_API, stripe_api};
pub use push::PushSettings;
pub use streams::StreamCaps;
pub use texts::TextSettings;
pub use vat::VatSettings;

/// Settings of `callout serve`. With none at all: SQLite in `./callout-data`, sandbox payments, loopback only.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address to listen on.
    #[arg(long, env = "CALLOUT_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// `sqlite:<path>` or `postgres://…`; by default SQLite in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,
    /// Connections for reading on SQLite (4 by default), or in all on PostgreSQL (16).
    #[arg(long, env = "CALLOUT_DATABASE_CONNECTIONS", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub database_connections: Option<u32>,
    /// `nats://…`: the bus through which several servers on one PostgreSQL database act as one. Needs `DATABASE_URL`,
    /// `CALLOUT_JWT_SECRET` and `CALLOUT_FILES_URL` that all of them share.
    #[arg(long, env = "BUS_URL", hide_env_values = true)]
    pub bus_url: Option<SecretString>,
    /// Folder of the database, uploads and the made secret.
    #[arg(long, env = "CALLOUT_DATA_DIR", default_value = "callout-data")]
    pub data_dir: PathBuf,
    /// Secret that every key is derived from (32 characters or more); made and kept in the data folder if absent.
    #[arg(long, env = "CALLOUT_JWT_SECRET", hide_env_values = true)]
    pub jwt_secret: Option<SecretString>,
    /// Address that people reach the server by, for links.
    #[arg(long, env = "CALLOUT_PUBLIC_URL")]
    pub public_url: Option<url::Url>,
    /// Payment provider; without it Stripe when its keys are set, the sandbox on loopback otherwise.
    #[arg(long, env = "CALLOUT_PAYMENTS", value_enum)]
    pub payments: Option<PaymentsMode>,
    /// Where uploads are kept: a folder, by default `<data dir>/files`, or `s3://bucket/prefix` with the `AWS_*` variables.
    #[arg(long, env = "CALLOUT_FILES_URL")]
    pub files_url: Option<String>,
    /// Proxies whose `X-Forwarded-For` is believed, comma-separated addresses.
    #[arg(long, env = "CALLOUT_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpAddr>,
    /// Stripe's secret key.
    #[arg(long, env = "STRIPE_SECRET_KEY", hide_env_values = true)]
    pub stripe_secret_key: Option<SecretString>,
    /// Stripe's publishable key, sent to the browser.
    #[arg(long, env = "STRIPE_PUBLISHABLE_KEY")]
    pub stripe_publishable_key: Option<String>,
    /// Secret that signs Stripe's webhooks.
    #[arg(long, env = "STRIPE_WEBHOOK_SECRET", hide_env_values = true)]
    pub stripe_webhook_secret: Option<SecretString>,
    /// Secret that signs Stripe's webhooks about connected accounts, those of pros; without it an account is looked up when its pro
    /// comes back from Stripe's page.
    #[arg(long, env = "STRIPE_CONNECT_WEBHOOK_SECRET", hide_env_values = true)]
    pub stripe_connect_webhook_secret: Option<SecretString>,
    /// Base address of Stripe's API; another one for tests.
    #[arg(long, env = "STRIPE_API_BASE", default_value = STRIPE_API, value_parser = stripe_api)]
    pub stripe_api_base: url::Url,
    /// Separate address that serves `/metrics`; off when absent.
    #[arg(long, env = "CALLOUT_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// `smtp://` or `smtps://` with user and password: the server that sends emails. Without it messages are appended to
    /// `<data dir>/outbox.jsonl`.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<SecretString>,
    /// Sender of emails.
    #[arg(
        long,
        env = "CALLOUT_MAIL_FROM",
        default_value = "Callout <hello@callout.example>"
    )]
    pub mail_from: String,
    /// HTTP gateway of text messages in Twilio's form (`To`, `From`, `Body`), user and password in the address. Without it
    /// messages are appended to `<data dir>/outbox.jsonl`.
    #[arg(long, env = "SMS_URL", hide_env_values = true)]
    pub sms_url: Option<SecretString>,
    /// How many texts may be sent.
    #[command(flatten)]
    pub texts: TextSettings,
    /// Sender of texts: a number or an alphanumeric sender.
    #[arg(long, env = "CALLOUT_SMS_FROM", default_value = "Callout")]
    pub sms_from: String,
    /// Name and postal address of the business, for receipts, VAT invoices and the cancellation form of a confirmation.
    #[arg(long, env = "CALLOUT_TRADER", default_value = "Callout")]
    pub trader: String,
    /// Email address that is told of support messages and of everything that needs a person: disputes, refused refunds and payouts,
    /// chargebacks, failed money jobs.
    #[arg(long, env = "CALLOUT_SUPPORT_EMAIL")]
    pub support_email: Option<String>,
    /// Seconds allowed for the whole body of a form with a photo to arrive.
    #[arg(long, env = "CALLOUT_UPLOAD_SECONDS", default_value_t = 60)]
    pub upload_seconds: u64,
    /// Connections that may be open at once from one network address (an IPv4 address or a /64 of IPv6); trusted proxies may
    /// open more.
    #[arg(long, env = "CALLOUT_CONNECTIONS_ADDRESS", default_value_t = 256)]
    pub connections_address: usize,
    /// How many event streams may be open at once.
    #[command(flatten)]
    pub streams: StreamCaps,
    /// Seconds between the comments that keep a stream open, and between checks for changes whose wake-up was lost.
    #[arg(long, env = "CALLOUT_STREAM_HEARTBEAT", default_value_t = 15)]
    pub stream_heartbeat: u64,
    /// Seconds between two pings on a chat's socket; one that does not answer for twice as long is closed.
    #[arg(long, env = "CALLOUT_CHAT_PING", default_value_t = 20)]
    pub chat_ping: u64,
    /// Seconds between two rounds of what is looked after by time: payments not heard of, earnings that have cleared, what is to be
    /// deleted.
    #[arg(long, env = "CALLOUT_SWEEP_SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=60))]
    pub sweep_seconds: u64,
    /// `on` deletes what says something about people when its time is over. See first what would go: `callout retention --dry-run`.
    #[arg(long, env = "CALLOUT_RETENTION", value_enum, default_value = "off")]
    pub retention: Switch,
    /// Tile server for maps, such as `https://tiles.example/{z}/{x}/{y}{r}.png`; without it maps are drawn.
    #[arg(long, env = "CALLOUT_TILE_URL")]
    pub tile_url: Option<String>,
    /// Who made the tiles, as most tile servers want it shown on the map.
    #[arg(long, env = "CALLOUT_TILE_ATTRIBUTION")]
    pub tile_attribution: Option<String>,
    /// Seconds a client's or pro's token lives, instead of 7 days (guests: 30 days); for tests.
    #[arg(long, env = "CALLOUT_TOKEN_TTL")]
    pub token_ttl: Option<u64>,
    /// `off` lifts every rate limit, for load tests only.
    #[arg(long, env = "CALLOUT_RATE_LIMITS", value_enum, default_value = "on")]
    pub rate_limits: Switch,
    /// The limits themselves.
    #[command(flatten)]
    pub limits: LimitSettings,
    /// How matching asks pros.
    #[command(flatten)]
    pub matching: MatchingSettings,
    /// How long earnings clear.
    #[command(flatten)]
    pub clearing: ClearingSettings,
    /// Whether we charge VAT.
    #[command(flatten)]
    pub vat: VatSettings,
    /// Where notifications of browsers go.
    #[command(flatten)]
    pub push: PushSettings,
    /// Demonstration mode.
    #[command(flatten)]
    pub demo: DemoSettings,
    /// `json` for machines, `text` for people.
    #[arg(long, env = "CALLOUT_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One JSON object per line.
    Json,
    /// For people.
    Text,
}

/// The tiles of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles<'a> {
    /// Their address, with `{z}`, `{x}` and `{y}` in it.
    pub url: &'a str,
    /// Who made them.
    pub attribution: Option<&'a str>,
}

impl Config {
    /// The database's address.
    #[must_use]
    pub fn database(&self) -> String {
        self.database_url.as_ref().map_or_else(
            || format!("sqlite:{}", self.data_dir.join("callout.db").display()),
            |url| url.expose_secret().to_owned(),
        )
    }

    /// Where people reach the server: the public address, or the one it listens on.
    ///
    /// # Errors
    /// Never in practice: a socket address always makes a valid URL.
    pub fn base_url(&self) -> Result<url::Url, url::ParseError> {
        match &self.public_url {
            Some(url) => Ok(url.clone()),
            None => url::Url::parse(&format!("http://{}", self.listen)),
        }
    }

    /// Where the tiles of maps come from, if anywhere.
    #[must_use]
    pub fn tiles(&self) -> Option<Tiles<'_>> {
        let url = unless_blank(self.tile_url.as_ref(), String::as_str)?;
        Some(Tiles {
            url: url.trim(),
            attribution: unless_blank(self.tile_attribution.as_ref(), String::as_str).map(|name| name.trim()),
        })
    }

    /// How many event streams may be open at once; with the limits off, only the overall number is limited.
    #[must_use]
    pub fn stream_caps(&self) -> StreamCaps {
        StreamCaps {
            person: self.unless_lifted(self.streams.person),
            address: self.unless_lifted(self.streams.address),
            total: self.streams.total,
        }
    }

    /// How many texts may be sent; unlimited with the limits off.
    #[must_use]
    pub fn texts(&self) -> Option<Texts> {
        (self.rate_limits == Switch::On).then(|| self.texts.into())
    }

    /// What one caller may have at once; unlimited with the limits off.
    #[must_use]
    pub fn unless_lifted(&self, most: usize) -> usize {
        match self.rate_limits {
            Switch::On => most,
            Switch::Off => usize::MAX,
        }
    }

    /// Lifetime of a guest's token in milliseconds (30 days).
    #[must_use]
    pub fn guest_token_life(&self) -> Millis {
        self.token_life_or(30 * DAY)
    }

    /// Lifetime of a client's or pro's token in milliseconds (7 days).
    #[must_use]
    pub fn token_life(&self) -> Millis {
        self.token_life_or(7 * DAY)
    }

    fn token_life_or(&self, usual: Millis) -> Millis {
        self.token_ttl.map_or(usual, |seconds| {
            i64::try_from(seconds).unwrap_or(i64::MAX).min(usual) * 1_000
        })
    }
}

/// A setting with a value: a variable set to nothing (`STRIPE_WEBHOOK_SECRET=`) counts as not set. A blank secret
/// would let anybody sign webhooks.
fn unless_blank<'a, T>(setting: Option<&'a T>, text: impl Fn(&'a T) -> &'a str) -> Option<&'a T> {
    setting.filter(|setting| !text(setting).trim().is_empty())
}
