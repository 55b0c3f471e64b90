//! Where messages go without a mail server or gateway: one line of JSON each, in the data folder.

use std::path::PathBuf;

use serde::Serialize;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::Mutex;

use super::NotSent;
use callout_domain::clock::Clock;
use callout_domain::message::{Channel, Message};
use callout_domain::time;

/// The file; locked so that only one line is written at a time.
pub(super) struct Outbox {
    path: PathBuf,
    clock: Clock,
    turn: Mutex<()>,
}

#[derive(Serialize)]
struct Line<'a> {
    at: String,
    channel: &'static str,
    to: &'a str,
    subject: &'a str,
    text: &'a str,
}

impl Outbox {
    pub(super) fn new(path: PathBuf, clock: Clock) -> Self {
        Self {
            path,
            clock,
            turn: Mutex::new(()),
        }
    }

    pub(super) async fn append(&self, message: &Message) -> Result<(), NotSent> {
        let line = Line {
            at: time::iso(self.clock.now()),
            channel: match message.channel {
                Channel::Email => "email",
                Channel::Text(_) => "sms",
            },
            to: &message.to,
            subject: &message.subject,
            text: &message.text,
        };
        let mut line = serde_json::to_vec(&line).map_err(|error| NotSent::for_now(error.to_string()))?;
        line.push(b'\n');
        let _turn = self.turn.lock().await;
        self.write(&line)
            .await
            .map_err(|error| NotSent::for_now(error.to_string()))
    }

    async fn write(&self, line: &[u8]) -> std::io::Result<()> {
        let mut options = tokio::fs::OpenOptions::new();
        options.create(true).append(true);
        // The lines contain one-time codes, so only the server's own user may read the file.
        #[cfg(unix)]
        options.mode(0o600);
        let mut file = options.open(&self.path).await?;
        file.write_all(line).await?;
        file.flush().await
    }
}
