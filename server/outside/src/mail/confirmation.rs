//! The email that confirms a booking: what, when, where, how it is paid, the links, the right to cancel, a calendar file. It
//! contains nothing that is not about the booking.

mod body;
mod text;

use url::Url;

use super::{calendar, texts, words};
use callout_domain::booking::{Booking, QuoteMode};
use callout_domain::clock::Millis;
use callout_domain::message::{Channel, Message};

/// The content of a confirmation.
pub struct Confirmation<'a> {
    /// The booking; it has an email. An empty description or name is left out.
    pub booking: &'a Booking,
    /// Where people reach the server.
    pub base: &'a Url,
    /// The guest link's token, unless the link was revoked.
    pub guest_token: Option<String>,
    /// The token of the link that is sent by text where there is no such mailbox.
    pub text_token: Option<String>,
    /// Name and address of the business.
    pub trader: &'a str,
}

impl Confirmation<'_> {
    /// The whole email.
    #[must_use]
    pub fn message(&self, to: String, now: Millis) -> Message {
        let booking = self.booking;
        let lines = &booking.lines.0;
        Message {
            channel: Channel::Email,
            to,
            reply_to: None,
            subject: format!(
                "{}: {}, {}",
                self.title(),
                booking.readable_name,
                words::when(booking)
            ),
            text: text::body(self, lines),
            html: Some(body::html(self, lines)),
            attachments: calendar::file(booking, now).into_iter().collect(),
            otherwise: self.text_token.as_ref().map(|token| {
                let link = self.address(&format!("b/{token}"));
                Box::new(texts::confirmation(booking, &link))
            }),
            key: Some(format!("confirmation-{}", booking.id)),
        }
    }

    fn title(&self) -> &'static str {
        if self.booking.quote_mode == QuoteMode::Request {
            "Request sent"
        } else {
            "Booking confirmed"
        }
    }

    fn lead(&self) -> &'static str {
        if self.booking.awaits_price() {
            "Pros near you will name a price. You choose. We'll tell you as soon as the first has named one."
        } else if words::is_budget(self.booking) {
            "Nearby pros can see your budget now. We'll tell you as soon as one accepts."
        } else {
            "We are finding you a pro now. You can follow along, and nothing else is needed from you."
        }
    }

    /// Opens the booking on any device; without a guest link, the page for signing in.
    fn link(&self) -> String {
        match &self.guest_token {
            Some(token) => self.address(&format!("b/{token}")),
            None => self.status_link(),
        }
    }

    fn status_link(&self) -> String {
        self.address(&format!("booking/{}/status", self.booking.id))
    }

    fn terms_link(&self) -> String {
        self.address("terms")
    }

    fn address(&self, path: &str) -> String {
        format!("{}/{path}", self.base.as_str().trim_end_matches('/'))
    }
}

/// Shown under the button that opens the guest link.
const LINK_NOTE: &str = "This link opens the booking without signing in, and whoever has it can change or cancel it: keep it to yourself.";

/// The closing words.
fn footer(trader: &str) -> String {
    format!(
        "{trader}. You get this email because somebody booked a repair with this email address. It is about your booking only."
    )
}
