//! Messages about the course of a booking, to its client and its pro: an email, a text, or a notification of a browser. They never
//! name the client or what the client wrote: anybody may book with anybody's email.

mod client;
mod email;
mod pro;

use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::message::{Channel, Message};
use crate::domain::message_kind::MessageKind;
use crate::domain::pro::Basics;
use crate::domain::push::{Haste, Note};
use crate::domain::role::Role;

/// What is told.
pub struct News<'a> {
    /// What it says.
    pub message: MessageKind,
    /// The booking it is about.
    pub booking: &'a Booking,
    /// The pro it is about, as far as they have told who they are.
    pub pro: Option<&'a Basics>,
    /// What is to be approved or paid, if anything is.
    pub asked: Option<Asked>,
    /// The code by which the pro begins, for the client who is told of the pro.
    pub start_code: Option<String>,
    /// Name and address of the business that runs the server.
    pub trader: &'a str,
    /// Where its link leads.
    pub link: String,
    /// Names this message among all, in letters, digits and hyphens.
    pub key: String,
}

/// What is to be approved or paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The whole price it is about, pence.
    pub pence: i64,
    /// Until when, Unix milliseconds.
    pub until: Millis,
}

/// The words of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Words {
    /// Subject of the email and title of the notification.
    title: String,
    /// All of it, in a few sentences.
    said: String,
    /// What the link leads to.
    action: &'static str,
}

impl News<'_> {
    /// The email.
    #[must_use]
    pub fn email(&self, to: String) -> Message {
        let words = self.words();
        Message {
            channel: Channel::Email,
            to,
            reply_to: None,
            subject: words.title.clone(),
            text: email::text(self, &words),
            html: Some(email::html(self, &words)),
            attachments: Vec::new(),
            key: Some(self.key.clone()),
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self, to: String) -> Message {
        // Dashes outside the alphabet of texts would make each text cost twice.
        let said = self.words().said.replace('–', "-");
        Message {
            channel: Channel::Text,
            to,
            reply_to: None,
            subject: String::new(),
            text: format!("Callout: {said} {}", self.link),
            html: None,
            attachments: Vec::new(),
            key: None,
        }
    }

    /// The notification of a browser, which opens `path`.
    #[must_use]
    pub fn note(&self, path: String, life: u64) -> Note {
        let words = self.words();
        Note {
            title: words.title,
            body: words.said,
            path,
            tag: self.booking.id.clone(),
            life,
            haste: match self.message.rule().to {
                Role::Client => Haste::Normal,
                Role::Master => Haste::High,
            },
        }
    }

    fn words(&self) -> Words {
        match self.message.rule().to {
            Role::Client => client::words(self),
            Role::Master => pro::words(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::status::BookingStatus;

    fn booking() -> Booking {
        Booking {
            id: "C-1".to_owned(),
            readable_name: "Leak / tap issue".to_owned(),
            customer_name: "Ada Lovelace".to_owned(),
            description: "leaking tap, call me".to_owned(),
            phone: "+447700900123".to_owned(),
            address_line1: "1 Test Street".to_owned(),
            postcode: "SW1A 1AA".to_owned(),
            status: BookingStatus::Assigned,
            quote_mode: "PAID".to_owned(),
            payment_method: "card".to_owned(),
            amount_pence: 11_700,
            slot_start: Some(1_795_518_000_000),
            slot_end: Some(1_795_525_200_000),
            ..crate::domain::booking::tests::blank()
        }
    }

    fn basics() -> Basics {
        Basics {
            first_name: "Sam".to_owned(),
            last_name: "Okafor".to_owned(),
            phone: "+447700900999".to_owned(),
            experience_years: 12,
            legal_name: "Okafor <Plumbing> Ltd".to_owned(),
            trading_address: "1 High Street\nLondon".to_owned(),
        }
    }

    fn each(test: impl Fn(&News<'_>)) {
        let (booking, basics) = (booking(), basics());
        for message in MessageKind::ALL {
            test(&News {
                message,
                booking: &booking,
                pro: Some(&basics),
                asked: Some(Asked {
                    pence: 12_700,
                    until: 1_795_428_300_000,
                }),
                start_code: Some("0042".to_owned()),
                trader: "Callout",
                link: "https://callout.example/b/x".to_owned(),
                key: format!("{}-1", message.as_str()),
            });
        }
    }

    #[test]
    fn no_message_names_the_client_or_what_they_wrote() {
        each(|news| {
            let email = news.email("ada@example.com".to_owned());
            let text = news.text("+447700900123".to_owned());
            let note = news.note("/booking/C-1".to_owned(), 60);
            let all = [
                email.subject,
                email.text,
                email.html.unwrap_or_default(),
                text.text,
                String::from_utf8(note.payload().unwrap()).unwrap(),
            ];
            for said in &all {
                for secret in ["Lovelace", "leaking", "900123", "Test Street", "SW1A", "900999"] {
                    assert!(!said.contains(secret), "{:?}: {said}", news.message);
                }
            }
        });
    }

    #[test]
    fn texts_are_in_the_alphabet_of_texts_and_carry_the_link() {
        each(|news| {
            let text = news.text(String::new()).text;
            assert!(
                text.starts_with("Callout: ") && text.ends_with(" https://callout.example/b/x"),
                "{text}"
            );
            let odd = text.chars().find(|letter| !letter.is_ascii() && *letter != '£');
            assert_eq!(odd, None, "{text}");
        });
    }

    #[test]
    fn a_browser_gets_neither_an_address_nor_a_link_that_opens_the_booking() {
        each(|news| {
            if !news
                .message
                .rule()
                .delivery
                .ways()
                .contains(&crate::domain::message_kind::Way::Push)
            {
                return;
            }
            let payload = news.note("/booking/C-1".to_owned(), 60).payload().unwrap();
            let payload = String::from_utf8(payload).unwrap();
            assert!(
                !payload.contains("/b/x") && !payload.contains("High Street"),
                "{payload}"
            );
        });
    }

    #[test]
    fn the_client_learns_whom_the_contract_is_with() {
        each(|news| {
            if news.message != MessageKind::Assigned {
                return;
            }
            let email = news.email("ada@example.com".to_owned());
            assert_eq!(email.subject, "Sam O. is your pro");
            assert!(email.text.contains("Start code: 0042."), "{}", email.text);
            assert!(news.text(String::new()).text.contains("Start code: 0042."));
            assert!(
                email
                    .text
                    .contains("Okafor <Plumbing> Ltd, 1 High Street, London"),
                "{}",
                email.text
            );
            let html = email.html.unwrap_or_default();
            assert!(html.contains("Okafor &lt;Plumbing&gt; Ltd"), "{html}");
            assert_eq!(email.key.as_deref(), Some("assigned-1"));
        });
    }
}
