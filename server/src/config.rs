//! The settings, from the environment or flags, and the rule that keeps the sandbox off the open internet.

mod bus;
mod demo;
mod limits;
pub mod matching;
mod push;
mod streams;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use secrecy::{ExposeSecret, SecretString};

use crate::clock::{DAY, Millis};

pub use bus::is_postgres;
pub use demo::DemoSettings;
pub use limits::LimitSettings;
pub use matching::MatchingSettings;
pub use push::PushSettings;
pub use streams::StreamCaps;

/// Where Stripe answers.
const STRIPE_API: &str = "https://api.stripe.com";

/// Settings of `callout serve`. With none at all: SQLite in `./callout-data`, sandbox payments, loopback only.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address to listen on.
    #[arg(long, env = "CALLOUT_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// `sqlite:<path>` or `postgres://…`; by default SQLite in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,
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
    /// Sender of texts: a number or an alphanumeric sender.
    #[arg(long, env = "CALLOUT_SMS_FROM", default_value = "Callout")]
    pub sms_from: String,
    /// Name and postal address of the business, which the law requires in the cancellation form of a confirmation.
    #[arg(long, env = "CALLOUT_TRADER", default_value = "Callout")]
    pub trader: String,
    /// Email address to notify when the payment provider refuses a refund.
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
    /// Tile server for maps, such as `https://tiles.example/{z}/{x}/{y}{r}.png`; without it maps are drawn.
    #[arg(long, env = "CALLOUT_TILE_URL")]
    pub tile_url: Option<String>,
    /// Who made the tiles, as most tile servers want it shown on the map.
    #[arg(long, env = "CALLOUT_TILE_ATTRIBUTION")]
    pub tile_attribution: Option<String>,
    /// Seconds a client's token lives, instead of 7 days (guests: 30 days); for tests.
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

/// The payment provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaymentsMode {
    /// Real cards.
    Stripe,
    /// No money moves.
    Sandbox,
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

/// The keys of a Stripe account: all three or none.
#[derive(Clone, Debug)]
pub struct StripeKeys {
    /// Secret key.
    pub secret: SecretString,
    /// Publishable key.
    pub publishable: String,
    /// Webhook secret.
    pub webhook: SecretString,
}

/// The provider that the settings allow.
#[derive(Clone, Debug)]
pub enum PaymentSettings {
    /// Stripe with its keys.
    Stripe(StripeKeys),
    /// The sandbox; `loopback_only` refuses payments that come from a foreign host or through a proxy.
    Sandbox {
        /// True when the sandbox was not asked for explicitly.
        loopback_only: bool,
    },
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

    /// Decides the payment provider.
    ///
    /// # Errors
    /// A sentence for the operator when the settings are incomplete, or would let a mistyped key make every job free.
    pub fn payment_settings(&self) -> Result<PaymentSettings, String> {
        let secret = unless_blank(self.stripe_secret_key.as_ref(), |key| key.expose_secret());
        let publishable = unless_blank(self.stripe_publishable_key.as_ref(), String::as_str);
        let webhook = unless_blank(self.stripe_webhook_secret.as_ref(), |key| key.expose_secret());
        let given = [secret.is_some(), publishable.is_some(), webhook.is_some()];
        let stripe = match (secret, publishable, webhook) {
            (Some(secret), Some(publishable), Some(webhook)) => Some(StripeKeys {
                secret: secret.clone(),
                publishable: publishable.clone(),
                webhook: webhook.clone(),
            }),
            _ => None,
        };
        match (self.payments, stripe) {
            (Some(PaymentsMode::Sandbox), _) => Ok(PaymentSettings::Sandbox { loopback_only: false }),
            (_, Some(keys)) => Ok(PaymentSettings::Stripe(keys)),
            (Some(PaymentsMode::Stripe), None) => Err(
                "CALLOUT_PAYMENTS=stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET".into(),
            ),
            (None, None) if given.contains(&true) => Err(
                "only some of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are set: set all three, or none"
                    .into(),
            ),
            (None, None) if self.is_local() => Ok(PaymentSettings::Sandbox { loopback_only: true }),
            (None, None) => Err(
                "this server can be reached from elsewhere but has no payment provider: set the STRIPE_* keys, or say CALLOUT_PAYMENTS=sandbox outright"
                    .into(),
            ),
        }
    }

    /// True when, as far as the settings tell, only this machine can reach the server.
    fn is_local(&self) -> bool {
        let public_is_local = self.public_url.as_ref().is_none_or(|url| match url.host() {
            Some(url::Host::Domain(name)) => name == "localhost",
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        });
        self.listen.ip().is_loopback() && public_is_local && self.trusted_proxies.is_empty()
    }
}

/// A setting with a value: a variable set to nothing (`STRIPE_WEBHOOK_SECRET=`) counts as not set. A blank secret
/// would let anybody sign webhooks.
fn unless_blank<'a, T>(setting: Option<&'a T>, text: impl Fn(&'a T) -> &'a str) -> Option<&'a T> {
    setting.filter(|setting| !text(setting).trim().is_empty())
}

/// Stripe's API, or the configured address unless it is blank.
fn stripe_api(text: &str) -> Result<url::Url, url::ParseError> {
    let text = text.trim();
    url::Url::parse(if text.is_empty() { STRIPE_API } else { text })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        config: Config,
    }

    fn config(arguments: &[&str]) -> Config {
        Line::parse_from(std::iter::once(&"callout").chain(arguments)).config
    }

    #[test]
    fn no_settings_on_loopback_mean_the_sandbox() {
        let settings = config(&[]).payment_settings();
        assert!(matches!(
            settings,
            Ok(PaymentSettings::Sandbox { loopback_only: true })
        ));
    }

    #[test]
    fn an_open_address_without_a_provider_refuses_to_start() {
        assert!(config(&["--listen", "0.0.0.0:8080"]).payment_settings().is_err());
        assert!(
            config(&["--public-url", "https://callout.example"])
                .payment_settings()
                .is_err()
        );
        assert!(
            config(&["--trusted-proxies", "10.0.0.1"])
                .payment_settings()
                .is_err()
        );
        let outright = config(&["--listen", "0.0.0.0:8080", "--payments", "sandbox"]).payment_settings();
        assert!(matches!(
            outright,
            Ok(PaymentSettings::Sandbox { loopback_only: false })
        ));
    }

    #[test]
    fn incomplete_stripe_settings_refuse_to_start() {
        assert!(config(&["--stripe-secret-key", "sk"]).payment_settings().is_err());
        assert!(config(&["--payments", "stripe"]).payment_settings().is_err());
        let whole = config(&[
            "--stripe-secret-key",
            "sk",
            "--stripe-publishable-key",
            "pk",
            "--stripe-webhook-secret",
            "wh",
        ]);
        assert!(matches!(whole.payment_settings(), Ok(PaymentSettings::Stripe(_))));
    }

    #[test]
    fn a_blank_stripe_setting_counts_as_not_set() {
        let flags = [
            "--stripe-secret-key",
            "--stripe-publishable-key",
            "--stripe-webhook-secret",
        ];
        for blank in flags {
            for nothing in ["", "  "] {
                let arguments: Vec<&str> = flags
                    .iter()
                    .flat_map(|flag| [*flag, if *flag == blank { nothing } else { "key" }])
                    .collect();
                assert!(
                    config(&arguments).payment_settings().is_err(),
                    "{blank} {nothing:?}"
                );
            }
        }
        let none = config(&flags.map(|flag| [flag, ""]).concat()).payment_settings();
        assert!(matches!(
            none,
            Ok(PaymentSettings::Sandbox { loopback_only: true })
        ));
        let base = config(&["--stripe-api-base", ""]).stripe_api_base;
        assert_eq!(base.as_str(), "https://api.stripe.com/");
    }
}
