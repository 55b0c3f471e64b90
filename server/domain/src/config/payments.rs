//! Who takes the money, and the rule that keeps the sandbox off the open internet.

use clap::ValueEnum;
use secrecy::{ExposeSecret as _, SecretString};

use super::{Config, unless_blank};

/// Where Stripe answers.
pub(super) const STRIPE_API: &str = "https://api.stripe.com";

/// The payment provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaymentsMode {
    /// Real cards.
    Stripe,
    /// No money moves.
    Sandbox,
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
    /// Secret of the webhook about connected accounts, if there is one.
    pub connect_webhook: Option<SecretString>,
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
    /// Decides the payment provider.
    ///
    /// # Errors
    /// A sentence for the operator when the settings are incomplete, or would let a mistyped key make every job free.
    pub fn payment_settings(&self) -> Result<PaymentSettings, String> {
        let secret = unless_blank(self.stripe_secret_key.as_ref(), |key| key.expose_secret());
        let publishable = unless_blank(self.stripe_publishable_key.as_ref(), String::as_str);
        let webhook = unless_blank(self.stripe_webhook_secret.as_ref(), |key| key.expose_secret());
        let connect_webhook = unless_blank(self.stripe_connect_webhook_secret.as_ref(), |key| {
            key.expose_secret()
        });
        let given = [secret.is_some(), publishable.is_some(), webhook.is_some()];
        let stripe = match (secret, publishable, webhook) {
            (Some(secret), Some(publishable), Some(webhook)) => Some(StripeKeys {
                secret: secret.clone(),
                publishable: publishable.clone(),
                webhook: webhook.clone(),
                connect_webhook: connect_webhook.cloned(),
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

/// Stripe's API, or the configured address unless it is blank.
pub(super) fn stripe_api(text: &str) -> Result<url::Url, url::ParseError> {
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
