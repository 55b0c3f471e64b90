//! A mail server (RFC 5321) for one test: it accepts messages, and the test inspects what arrived.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::Email;

/// How the server behaves.
#[derive(Debug, Clone, Copy, Default)]
pub struct Manners {
    /// Offers a login and refuses mail without it.
    pub login: Option<(&'static str, &'static str)>,
    /// Offers TLS without supporting it: what matters is how the other side reacts.
    pub offers_tls: bool,
    /// Accepts connections and never sends anything.
    pub is_silent: bool,
    /// The answer to a recipient, instead of 250.
    pub to_recipient: Option<&'static str>,
}

/// A message that was accepted.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The address of `MAIL FROM`.
    pub from: String,
    /// The address of each `RCPT TO`.
    pub to: Vec<String>,
    /// The message, parsed.
    pub email: Email,
}

/// The server; it ends with the test's runtime.
#[derive(Clone)]
pub struct MailServer {
    /// Where it listens.
    pub address: SocketAddr,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    deliveries: Mutex<Vec<Delivery>>,
    /// How often each verb was received; `TLS` counts handshakes begun.
    verbs: Mutex<HashMap<String, usize>>,
    changed: Notify,
}

impl MailServer {
    /// Starts on a port of its own.
    ///
    /// # Panics
    /// When there is no free port.
    pub async fn start(manners: Manners) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let seen = Arc::<Seen>::default();
        let all = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let seen = Arc::clone(&all);
                tokio::spawn(async move {
                    // A caller that hangs up is no error.
                    let _ = converse(stream, manners, &seen).await;
                });
            }
        });
        Self { address, seen }
    }

    /// What has arrived, once there are at least `count` messages.
    ///
    /// # Panics
    /// When it does not arrive in 20 seconds.
    pub async fn deliveries(&self, count: usize) -> Vec<Delivery> {
        self.wait(|seen| {
            let deliveries = seen.deliveries.lock().expect("no test panics here");
            (deliveries.len() >= count).then(|| deliveries.clone())
        })
        .await
    }

    /// Waits until a verb has been received (`TLS`: a handshake begun).
    ///
    /// # Panics
    /// When it is not received within 20 seconds.
    pub async fn heard(&self, verb: &str) {
        self.wait(|_| (self.times(verb) > 0).then_some(())).await;
    }

    /// How often a verb was received.
    ///
    /// # Panics
    /// Never in practice.
    #[must_use]
    pub fn times(&self, verb: &str) -> usize {
        let verbs = self.seen.verbs.lock().expect("no test panics here");
        verbs.get(verb).copied().unwrap_or(0)
    }

    async fn wait<T>(&self, ready: impl Fn(&Seen) -> Option<T>) -> T {
        let wait = async {
            loop {
                let changed = self.seen.changed.notified();
                if let Some(found) = ready(&self.seen) {
                    return found;
                }
                changed.await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), wait)
            .await
            .expect("it arrives")
    }
}

impl Seen {
    fn note(&self, verb: &str) {
        *self
            .verbs
            .lock()
            .expect("no test panics here")
            .entry(verb.to_owned())
            .or_default() += 1;
        self.changed.notify_waiters();
    }
}

async fn converse(stream: TcpStream, manners: Manners, seen: &Seen) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    if manners.is_silent {
        std::future::pending::<()>().await;
    }
    say(&mut stream, "220 mail.test ESMTP").await?;
    let (mut from, mut to, mut logged_in) = (String::new(), Vec::new(), manners.login.is_none());
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let verb = line
            .split([' ', ':'])
            .next()
            .unwrap_or_default()
            .to_ascii_uppercase();
        seen.note(&verb);
        match verb.as_str() {
            "EHLO" => {
                let mut offers = vec!["mail.test", "8BITMIME", "SMTPUTF8"];
                offers.extend(manners.offers_tls.then_some("STARTTLS"));
                offers.extend(manners.login.map(|_| "AUTH PLAIN"));
                let last = offers.pop().unwrap_or_default();
                let lines: String = offers.iter().map(|offer| format!("250-{offer}\r\n")).collect();
                say(&mut stream, &format!("{lines}250 {last}")).await?;
            }
            "STARTTLS" => {
                say(&mut stream, "220 go ahead").await?;
                // A TLS record that carries a handshake begins with 22 (RFC 8446).
                if stream.read_u8().await? == 22 {
                    seen.note("TLS");
                }
                return Ok(());
            }
            "AUTH" => {
                let plain = STANDARD.decode(line.rsplit(' ').next().unwrap_or_default());
                let plain = String::from_utf8(plain.unwrap_or_default()).unwrap_or_default();
                logged_in = manners
                    .login
                    .is_some_and(|(user, password)| plain == format!("\0{user}\0{password}"));
                say(&mut stream, if logged_in { "235 welcome" } else { "535 no" }).await?;
            }
            "MAIL" if !logged_in => say(&mut stream, "530 log in first").await?,
            "MAIL" => {
                (from, to) = (angled(line), Vec::new());
                say(&mut stream, "250 ok").await?;
            }
            "RCPT" => {
                to.push(angled(line));
                say(&mut stream, manners.to_recipient.unwrap_or("250 ok")).await?;
            }
            "DATA" => {
                say(&mut stream, "354 end with a dot").await?;
                let raw = read_message(&mut stream).await?;
                let delivery = Delivery {
                    from: from.clone(),
                    to: std::mem::take(&mut to),
                    email: Email::parse(&raw),
                };
                seen.deliveries
                    .lock()
                    .expect("no test panics here")
                    .push(delivery);
                seen.changed.notify_waiters();
                say(&mut stream, "250 taken").await?;
            }
            "QUIT" => return say(&mut stream, "221 bye").await,
            "RSET" | "NOOP" => say(&mut stream, "250 ok").await?,
            _ => say(&mut stream, "502 what?").await?,
        }
    }
}

async fn say(stream: &mut BufReader<TcpStream>, line: &str) -> std::io::Result<()> {
    stream.write_all(format!("{line}\r\n").as_bytes()).await
}

/// The text between `<` and `>`.
fn angled(line: &str) -> String {
    let inner = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map_or_else(String::new, |(address, _)| address.to_owned())
}

/// Reads lines up to a lone dot; a doubled first dot stands for one (RFC 5321).
async fn read_message(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut message = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 || line == ".\r\n" {
            return Ok(message);
        }
        message.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}
