//! A short message: what happened, and a button to the page that shows it.

use leptos::prelude::*;

use super::calendar;
use super::paper::{self, BUTTON, H1, SMALL, row};
use callout_domain::booking::Booking;
use callout_domain::message::{Channel, Message};
use callout_domain::texts::Urgency;

/// Why a client gets it.
pub(super) const TO_CLIENT: &str =
    "You get this email because somebody booked a repair with this email address.";
/// Why a pro gets it.
pub(super) const TO_PRO: &str = "You get this email because you work with Callout.";

/// What it says.
pub(super) struct Note {
    /// Its subject.
    pub(super) title: String,
    /// What happened, in a few sentences.
    pub(super) said: String,
    /// What the button says.
    pub(super) action: &'static str,
    /// Where it leads.
    pub(super) link: String,
    /// Why it comes.
    pub(super) why: &'static str,
}

impl Note {
    /// The email; `key` tells it from every other message.
    pub(super) fn email(self, to: &str, key: String) -> Message {
        Message {
            channel: Channel::Email,
            to: to.to_owned(),
            reply_to: None,
            text: format!(
                "{}\n\n{}: {}\n\n-- \n{}\n",
                self.said, self.action, self.link, self.why
            ),
            html: Some(self.html()),
            subject: self.title,
            attachments: Vec::new(),
            otherwise: None,
            key: Some(key),
        }
    }

    /// The message to the client of a booking: an email, or a text where there is no email or no such mailbox.
    pub(super) fn message(self, booking: &Booking, key: String) -> Message {
        let text = self.text(booking, &key);
        match &booking.email {
            Some(email) => Message {
                attachments: calendar::called_off(booking),
                // An erased person's booking has no phone.
                otherwise: (!text.to.is_empty()).then(|| Box::new(text)),
                ..self.email(email, key)
            },
            None => text,
        }
    }

    fn text(&self, booking: &Booking, key: &str) -> Message {
        Message {
            channel: Channel::Text(Urgency::Booking),
            to: booking.phone.clone(),
            reply_to: None,
            subject: String::new(),
            text: format!("Callout: {} {}", self.said, self.link),
            html: None,
            attachments: Vec::new(),
            otherwise: None,
            key: Some(key.to_owned()),
        }
    }

    fn html(&self) -> String {
        let (heading, said) = (self.title.clone(), self.said.clone());
        let (link, action, why) = (self.link.clone(), self.action, self.why);
        paper::document(
            &self.title,
            self.said.clone(),
            view! {
                {row(view! { <h1 class="ink" style=H1>{heading}</h1> }, "0 4px 8px")}
                {row(view! { <p class="ink" style="margin:0;color:#12242c">{said}</p> }, "0 4px 18px")}
                {row(view! { <a class="button" style=BUTTON href=link>{action}</a> }, "0 4px 18px")}
                {row(view! { <p class="muted" style=SMALL>{why}</p> }, "0 4px")}
            },
        )
    }
}

/// A plain message to whoever looks after Callout.
pub(super) fn to_operator(to: &str, subject: String, text: String, key: String) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject,
        text,
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(key),
    }
}
