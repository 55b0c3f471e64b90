//! Links to one booking: the guest link (view, suggest, cancel), the same link as it is sent by text, and the share link (view
//! only). A link carries the booking's id and a MAC over (kind, booking, generation): nothing is stored, and raising the
//! generation revokes every older link.

use callout_db::names;
use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;

use crate::booking::Booking;
use crate::clock::{DAY, Millis};
use crate::keys::Key;
use crate::put_right;

/// How long links outlive their booking, unless it may be put right for longer.
const AFTER_THE_END: Millis = 30 * DAY;

names! {
    /// What a link lets its holder do.
    pub enum Kind {
        /// View, suggest a new time, cancel.
        Guest = "guest",
        /// The guest link as it is sent by text: it hides the entry notes until the postcode is typed, because texts are read on other
        /// people's screens.
        Text = "text",
        /// View only what a share viewer may see.
        Share = "share",
    }
}

impl Kind {
    /// The current generation of the booking's link; not positive when the link was revoked.
    #[must_use]
    pub fn generation(self, booking: &Booking) -> i64 {
        match self {
            Self::Guest | Self::Text => booking.guest_generation,
            Self::Share => booking.share_generation,
        }
    }
}

fn mac(key: &Key, kind: Kind, booking_id: &str, generation: i64) -> [u8; 32] {
    key.mac(format!("{}\n{booking_id}\n{generation}", kind.as_str()).as_bytes())
}

/// The link's current token; `None` when the link was revoked.
#[must_use]
pub fn token(key: &Key, kind: Kind, booking: &Booking) -> Option<String> {
    let generation = kind.generation(booking);
    let id = &booking.id;
    (generation > 0).then(|| format!("{id}.{}", URL_SAFE_NO_PAD.encode(mac(key, kind, id, generation))))
}

/// Where a guest link leads.
#[must_use]
pub fn address(base: &Url, token: &str) -> String {
    format!("{}/b/{token}", base.as_str().trim_end_matches('/'))
}

/// Where a message to the client of a booking leads: its guest link, or the page for whoever is signed in where there is none.
#[must_use]
pub fn to_client(key: &Key, base: &Url, booking: &Booking) -> String {
    let kind = if booking.email.is_some() {
        Kind::Guest
    } else {
        Kind::Text
    };
    match token(key, kind, booking) {
        Some(token) => address(base, &token),
        None => format!("{}/booking/{}", base.as_str().trim_end_matches('/'), booking.id),
    }
}

/// A token without the full stop or bracket of the sentence that its link ended, which some apps take for a part of the link.
fn without_punctuation(token: &str) -> &str {
    token.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_'))
}

/// The booking that a token claims to be for; this proves nothing yet.
#[must_use]
pub fn booking_id(token: &str) -> Option<&str> {
    let (id, _) = without_punctuation(token).split_once('.')?;
    (id.len() <= 40
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
    .then_some(id)
}

/// The kind of link that the token is, if it opens this booking now.
#[must_use]
pub fn kind(key: &Key, booking: &Booking, token: &str, now: Millis) -> Option<Kind> {
    Kind::ALL
        .iter()
        .copied()
        .find(|kind| opens(key, *kind, booking, token, now))
}

/// True when the token is this booking's, of its current generation, and has not expired.
fn opens(key: &Key, kind: Kind, booking: &Booking, token: &str, now: Millis) -> bool {
    let generation = kind.generation(booking);
    let Some((id, tag)) = without_punctuation(token).split_once('.') else {
        return false;
    };
    let Ok(tag) = URL_SAFE_NO_PAD.decode(tag) else {
        return false;
    };
    let message = format!("{}\n{id}\n{generation}", kind.as_str());
    id == booking.id && generation > 0 && key.verify(message.as_bytes(), &tag) && !is_past(kind, booking, now)
}

/// True while a link of this generation is valid for the booking and has not expired.
#[must_use]
pub fn stands(kind: Kind, booking: &Booking, generation: i64, now: Millis) -> bool {
    generation > 0 && generation == kind.generation(booking) && !is_past(kind, booking, now)
}

/// True when a link of this kind does not show the booking's entry notes yet, nor whose home they open.
#[must_use]
pub fn hides_entry_info(kind: Kind, booking: &Booking) -> bool {
    kind == Kind::Text && booking.entry_info.is_some() && !booking.entry_unlocked
}

/// The booking as the holder of a guest link sees it. Where the entry notes are hidden, so are the name, the street, and the half of the
/// postcode that uncovers them.
#[must_use]
pub fn seen_by(kind: Kind, booking: &Booking) -> Cow<'_, Booking> {
    if !hides_entry_info(kind, booking) {
        return Cow::Borrowed(booking);
    }
    Cow::Owned(Booking {
        entry_info: None,
        customer_name: String::new(),
        address_line1: String::new(),
        address_line2: None,
        postcode: booking.outward_code().to_owned(),
        ..booking.clone()
    })
}

fn is_past(kind: Kind, booking: &Booking, now: Millis) -> bool {
    // Who has nothing but the link asks by it to have the job put right; whoever only watches has no use for it then.
    let may_ask = put_right::ask_until(booking).is_some_and(|until| now < until);
    let is_over = booking.facts().is_final && now - booking.updated_at > AFTER_THE_END;
    is_over && (kind == Kind::Share || !may_ask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::blank;
    use crate::status::BookingStatus;

    #[test]
    fn a_guests_link_lasts_as_long_as_the_job_may_be_put_right() {
        let done = Booking {
            status: BookingStatus::Completed,
            ended_at: Some(5),
            updated_at: 5,
            share_generation: 1,
            guest_generation: 1,
            assigned_master_id: Some("m-1".to_owned()),
            ..blank()
        };
        let cancelled = Booking {
            status: BookingStatus::Cancelled,
            ..done.clone()
        };
        for (kind, booking, days) in [
            (Kind::Guest, &done, 90),
            (Kind::Text, &done, 90),
            (Kind::Share, &done, 30),
            (Kind::Guest, &cancelled, 30),
        ] {
            let end = 5 + days * DAY;
            assert!(stands(kind, booking, 1, end - 1), "{kind:?}");
            assert!(!stands(kind, booking, 1, end + 1), "{kind:?}");
        }
    }
}
