//! A stream of server-sent events, read as they arrive.

use std::time::Duration;

use axum::body::Body;
use http_body_util::BodyExt as _;

/// One block of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// `id`.
    pub id: Option<i64>,
    /// `event`.
    pub event: Option<String>,
    /// `data`.
    pub data: Option<String>,
    /// `retry`, milliseconds.
    pub retry: Option<u64>,
    /// True when it holds a comment.
    pub is_comment: bool,
}

/// An open stream; dropping it hangs up.
pub struct Events {
    body: Body,
    read: String,
}

impl Events {
    pub(crate) fn new(body: Body) -> Self {
        Self {
            body,
            read: String::new(),
        }
    }

    /// The next block; none when the stream has ended.
    ///
    /// # Panics
    /// When nothing comes for 20 seconds.
    pub async fn block(&mut self) -> Option<Block> {
        loop {
            if let Some((block, rest)) = self.read.split_once("\n\n") {
                let block = parse(block);
                self.read = rest.to_owned();
                return Some(block);
            }
            let frame = tokio::time::timeout(Duration::from_secs(20), self.body.frame())
                .await
                .expect("something comes")?;
            let bytes = frame
                .expect("the stream is not cut")
                .into_data()
                .unwrap_or_default();
            self.read.push_str(&String::from_utf8_lossy(&bytes));
        }
    }

    /// The next event, comments skipped; none when the stream has ended.
    pub async fn event(&mut self) -> Option<Block> {
        loop {
            let block = self.block().await?;
            if !block.is_comment {
                return Some(block);
            }
        }
    }
}

fn parse(text: &str) -> Block {
    let mut block = Block::default();
    for line in text.lines() {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
        match name {
            "" => block.is_comment = true,
            "id" => block.id = value.parse().ok(),
            "event" => block.event = Some(value),
            "data" => block.data = Some(value),
            "retry" => block.retry = value.parse().ok(),
            _ => panic!("an unknown field in {text}"),
        }
    }
    block
}
