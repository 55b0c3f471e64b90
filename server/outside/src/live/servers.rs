//! The other servers of the installation, reached over NATS. What they tell each other are ids alone: whoever hears of one reads the
//! tables. Each message begins with its MAC, so that nobody else who reaches the bus can end a session or keep the servers busy. A lost
//! message therefore loses nothing, for everybody also looks unasked: streams at each heartbeat, workers every second,
//! the index of pros every two seconds, and the list of ended sessions is read every four.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::typing::Typing;
use callout_domain::keys::{Key, Keys};

/// Messages that wait to be sent; while the bus is away, further ones are dropped.
const QUEUE: usize = 10_000;

/// How long to wait before connecting anew, at most.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Bytes of the MAC before a message.
const MAC: usize = 32;

/// Most ids in a message.
pub const IDS: usize = 500;

/// What servers tell each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// Readers of this booking or person have something to read.
    Changed(String),
    /// This session has ended.
    SessionEnded(String),
    /// Places in the slots of this postcode area were taken or given back.
    Places(String),
    /// A job was added to the queue.
    Jobs,
    /// The pool has changed for these pros.
    Pool(Vec<String>),
    /// These pros are there.
    Here(Vec<String>),
    /// Somebody is typing in a chat.
    Typing(Typing),
}

impl News {
    /// The last part of the subject that it is sent under.
    const fn subject(&self) -> &'static str {
        match self {
            Self::Changed(_) | Self::SessionEnded(_) | Self::Places(_) | Self::Jobs | Self::Pool(_) => "wake",
            Self::Here(_) => "presence",
            Self::Typing(_) => "typing",
        }
    }
}

/// A message as it goes over the bus: its MAC, and what it says.
pub fn signed(key: &Key, news: &News) -> serde_json::Result<Vec<u8>> {
    let said = serde_json::to_vec(news)?;
    Ok([&key.mac(&said)[..], &said].concat())
}

/// What a message says, if a server with the same secret sent it and this one understands it.
#[must_use]
pub fn heard(key: &Key, message: &[u8]) -> Option<News> {
    let (mac, said) = message.split_at_checked(MAC)?;
    if !key.verify(said, mac) {
        return None;
    }
    serde_json::from_slice(said).ok()
}

/// Tells the other servers. Cheap to clone; by default there are none.
#[derive(Clone, Default)]
pub struct Servers(Option<mpsc::Sender<News>>);

impl Servers {
    /// Those at the other end of a queue.
    #[must_use]
    pub fn told_through(queue: mpsc::Sender<News>) -> Self {
        Self(Some(queue))
    }

    /// True when this server is the only one.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.0.is_none()
    }

    /// Tells them, without waiting.
    pub fn tell(&self, news: News) {
        if let Some(queue) = &self.0 {
            // Dropped when the queue is full: they find it at their next look.
            let _ = queue.try_send(news);
        }
    }

    /// Tells them, when there are others: the news of a server alone is not even made.
    pub fn tell_if_any(&self, news: impl FnOnce() -> News) {
        if !self.are_none() {
            self.tell(news());
        }
    }

    /// Tells them of many pros, a message for each few hundred.
    pub fn tell_of(&self, pros: &[String], news: impl Fn(Vec<String>) -> News) {
        if !self.are_none() {
            pros.chunks(IDS).for_each(|some| self.tell(news(some.to_vec())));
        }
    }
}

/// This server's connection to the others; dropping it ends it.
pub struct Link {
    client: Client,
    keys: Arc<Keys>,
    /// The subject of everything that this installation sends, up to its last part.
    root: String,
    outgoing: Option<mpsc::Receiver<News>>,
    tasks: JoinSet<()>,
}

impl Link {
    /// Connects to the bus at `url` as a server of the installation with these keys. A bus that is away is tried again until it is there.
    ///
    /// # Errors
    /// A sentence for the operator when the address makes no sense.
    pub async fn open(url: &str, keys: Arc<Keys>) -> Result<(Self, Servers), String> {
        let client = ConnectOptions::new()
            .name("callout")
            .no_echo()
            .retry_on_initial_connect()
            .reconnect_delay_callback(|attempts| {
                let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
                Duration::from_millis(50)
                    .saturating_mul(attempts)
                    .min(LONGEST_WAIT)
            })
            .event_callback(|event| async move { log(&event) })
            .connect(url)
            .await
            .map_err(|error| format!("BUS_URL: {error}"))?;
        let (queue, outgoing) = mpsc::channel(QUEUE);
        let link = Self {
            client,
            root: format!("callout.{}", keys.bus.text(b"installation")),
            keys,
            outgoing: Some(outgoing),
            tasks: JoinSet::new(),
        };
        Ok((link, Servers::told_through(queue)))
    }

    /// Sends what this server tells, and calls `hear` with what the others tell, from now on.
    ///
    /// # Errors
    /// A sentence for the operator when the bus refuses the subscription.
    pub async fn start(mut self, hear: impl Fn(News) + Send + 'static) -> Result<Self, String> {
        let mut incoming = self
            .client
            .subscribe(format!("{}.*", self.root))
            .await
            .map_err(|error| format!("BUS_URL: {error}"))?;
        let keys = Arc::clone(&self.keys);
        self.tasks.spawn(async move {
            while let Some(message) = incoming.next().await {
                match heard(&keys.bus, &message.payload) {
                    Some(news) => hear(news),
                    // Also what a server of a newer version tells and this one does not know.
                    None => tracing::debug!("a message on the bus was not understood"),
                }
            }
        });
        if let Some(mut outgoing) = self.outgoing.take() {
            let (client, keys, root) = (self.client.clone(), Arc::clone(&self.keys), self.root.clone());
            self.tasks.spawn(async move {
                while let Some(news) = outgoing.recv().await {
                    send(&client, &keys.bus, &root, &news).await;
                }
            });
        }
        Ok(self)
    }
}

async fn send(client: &Client, key: &Key, root: &str, news: &News) {
    let subject = format!("{root}.{}", news.subject());
    let Ok(payload) = signed(key, news) else {
        return;
    };
    if let Err(error) = client.publish(subject, payload.into()).await {
        tracing::warn!(%error, "the other servers cannot be told");
    }
}

fn log(event: &Event) {
    match event {
        Event::Connected => tracing::info!("connected to the bus"),
        event => tracing::warn!(%event, "the bus"),
    }
}
