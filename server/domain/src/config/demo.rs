//! Demonstration mode: who may switch it on, how many demo pros it has, and how fast they are.

use clap::{Args, value_parser};

use super::{Config, PaymentSettings};

/// Demonstration mode.
#[derive(Args, Clone, Debug)]
pub struct DemoSettings {
    /// Demonstration mode: demo pros near each booking answer it and drive along. Only on this machine, with the sandbox that is there
    /// without any setting.
    #[arg(id = "demo", long = "demo")]
    pub is_on: bool,
    /// Demo pros placed near each booking, at most 6; with 0 nobody answers.
    #[arg(
        id = "demo_pros",
        long = "demo-pros",
        env = "CALLOUT_DEMO_PROS",
        default_value_t = 6,
        value_parser = value_parser!(u8).range(0..=6)
    )]
    pub pros: u8,
    /// How many times as fast as usual demo pros act, at most 20; for tests.
    #[arg(
        id = "demo_speed",
        long = "demo-speed",
        env = "CALLOUT_DEMO_SPEED",
        default_value_t = 1,
        value_parser = value_parser!(u32).range(1..=20)
    )]
    pub speed: u32,
}

impl Config {
    /// How many demo pros are placed near each booking; none outside demonstration mode.
    ///
    /// # Errors
    /// A sentence for the operator when demonstration mode is switched on for a server that others can reach, or whose payments are
    /// not those of the implicit sandbox.
    pub fn demo_pros(&self) -> Result<u8, String> {
        if !self.demo.is_on {
            return Ok(0);
        }
        match self.payment_settings()? {
            PaymentSettings::Sandbox { loopback_only: true } => Ok(self.demo.pros),
            _ => Err(
                "--demo is only for a server that nobody else can reach, with the sandbox it has by itself: listen on 127.0.0.1, and \
                 leave out CALLOUT_PAYMENTS, the STRIPE_* keys, CALLOUT_PUBLIC_URL and CALLOUT_TRUSTED_PROXIES"
                    .into(),
            ),
        }
    }
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

    fn demo_pros(arguments: &[&str]) -> Result<u8, String> {
        Line::parse_from(std::iter::once(&"callout").chain(arguments))
            .config
            .demo_pros()
    }

    #[test]
    fn there_are_demo_pros_only_in_demonstration_mode() {
        assert_eq!(demo_pros(&[]), Ok(0));
        assert_eq!(demo_pros(&["--demo-pros", "3"]), Ok(0));
        assert_eq!(demo_pros(&["--demo"]), Ok(6));
        assert_eq!(demo_pros(&["--demo", "--demo-pros", "0"]), Ok(0));
        for [flag, wrong] in [
            ["--demo-pros", "7"],
            ["--demo-speed", "0"],
            ["--demo-speed", "21"],
        ] {
            assert!(Line::try_parse_from(["callout", "--demo", flag, wrong]).is_err());
        }
    }

    #[test]
    fn whatever_is_more_than_the_implicit_sandbox_refuses_the_mode() {
        for more in [
            &["--payments", "sandbox"][..],
            &["--payments", "sandbox", "--listen", "0.0.0.0:8080"],
            &["--listen", "0.0.0.0:8080"],
            &["--public-url", "https://callout.example"],
            &["--trusted-proxies", "10.0.0.1"],
            &[
                "--stripe-secret-key",
                "sk",
                "--stripe-publishable-key",
                "pk",
                "--stripe-webhook-secret",
                "wh",
            ],
        ] {
            let arguments = [&["--demo", "--demo-pros", "0"][..], more].concat();
            assert!(demo_pros(&arguments).is_err(), "{more:?}");
        }
        assert_eq!(
            demo_pros(&["--demo", "--public-url", "http://localhost:5173"]),
            Ok(6)
        );
    }
}
