//! Web push.

use clap::Args;

/// Where notifications of browsers go.
#[derive(Args, Clone, Debug)]
pub struct PushSettings {
    /// Push services beside those of the usual browsers, comma-separated: a host name, called over HTTPS on a public address, or a
    /// whole origin such as `http://127.0.0.1:9000`, called wherever it leads (for tests).
    #[arg(long = "push-hosts", env = "CALLOUT_PUSH_HOSTS", value_delimiter = ',')]
    pub hosts: Vec<String>,
}
