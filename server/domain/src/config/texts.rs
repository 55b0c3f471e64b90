//! How many texts may be sent.

use clap::Args;

use crate::texts::Texts;

/// How many texts may be sent, by all servers together. When few are left, codes end first, then what pros are told of.
#[derive(Args, Debug, Clone, Copy)]
pub struct TextSettings {
    /// Texts that may be sent in an hour.
    #[arg(long, env = "CALLOUT_TEXTS_HOUR", default_value_t = 300)]
    pub texts_hour: u32,
    /// Texts that may be sent in a day.
    #[arg(long, env = "CALLOUT_TEXTS_DAY", default_value_t = 2_000)]
    pub texts_day: u32,
}

impl From<TextSettings> for Texts {
    fn from(settings: TextSettings) -> Self {
        Self {
            hour: settings.texts_hour.into(),
            day: settings.texts_day.into(),
        }
    }
}
