//! The calendar file of a booking (RFC 5545): its window in London time, a stable UID, a SEQUENCE that grows.

use super::time;
use crate::booking::Booking;
use crate::clock::{HOUR, Millis};

/// The rules of London time, for readers that do not know the zone by name.
const ZONE: &str = "BEGIN:VTIMEZONE\r\nTZID:Europe/London\r\nBEGIN:DAYLIGHT\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\n\
TZNAME:BST\r\nDTSTART:19700329T010000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\nBEGIN:STANDARD\r\n\
TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\nTZNAME:GMT\r\nDTSTART:19701025T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n\
END:STANDARD\r\nEND:VTIMEZONE\r\n";

/// Longest line in octets, without its line break (RFC 5545, 3.1).
const LINE_LIMIT: usize = 75;

/// The window of a booking: its slot's, or 10:00 to 11:00 on the day after it was made.
fn window(booking: &Booking) -> Option<(Millis, Millis)> {
    match (booking.slot_start, booking.slot_end) {
        (Some(start), Some(end)) => Some((start, end)),
        _ => {
            let start = time::next_day_at(booking.created_at, 10)?;
            Some((start, start + HOUR))
        }
    }
}

/// The file's text; `None` for a booking outside the years that the format covers.
#[must_use]
pub fn calendar_file(booking: &Booking, now: Millis) -> Option<String> {
    let (start, end) = window(booking)?;
    let mut file = File::default();
    file.line("BEGIN:VCALENDAR");
    file.line("VERSION:2.0");
    file.line("PRODID:-//Callout//Bookings//EN");
    file.line("CALSCALE:GREGORIAN");
    file.line("METHOD:PUBLISH");
    file.0.push_str(ZONE);
    file.line("BEGIN:VEVENT");
    file.line(&format!("UID:{}@callout", booking.id));
    file.line(&format!("SEQUENCE:{}", booking.calendar_sequence));
    file.line(&format!("DTSTAMP:{}", time::calendar_utc(now)));
    file.line(&format!(
        "DTSTART;TZID=Europe/London:{}",
        time::calendar_local(start)
    ));
    file.line(&format!("DTEND;TZID=Europe/London:{}", time::calendar_local(end)));
    let title = format!("Callout: {}, {}", booking.readable_name, booking.id);
    file.text("SUMMARY", &title);
    file.text("LOCATION", &place(booking));
    let description = format!("{}\nBooking {}", booking.description, booking.id);
    file.text("DESCRIPTION", description.trim_start());
    file.line(&format!("STATUS:{}", certainty(booking)));
    file.line("END:VEVENT");
    file.line("END:VCALENDAR");
    Some(file.0)
}

/// Nobody is sure to come before a pro is assigned.
fn certainty(booking: &Booking) -> &'static str {
    let facts = booking.facts();
    if facts.is_called_off {
        "CANCELLED"
    } else if facts.has_pro {
        "CONFIRMED"
    } else {
        "TENTATIVE"
    }
}

fn place(booking: &Booking) -> String {
    let parts = [
        Some(booking.address_line1.as_str()),
        booking.address_line2.as_deref(),
        booking.city.as_deref(),
        Some(booking.postcode.as_str()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[derive(Default)]
struct File(String);

impl File {
    fn text(&mut self, name: &str, value: &str) {
        self.line(&format!("{name}:{}", escape(value)));
    }

    /// Adds a line, folded so that no part is too long and no character is split.
    fn line(&mut self, line: &str) {
        let mut used = 0;
        for letter in line.chars() {
            if used + letter.len_utf8() > LINE_LIMIT {
                self.0.push_str("\r\n ");
                used = 1;
            }
            self.0.push(letter);
            used += letter.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

/// Text escaped as RFC 5545 (3.3.11) requires; control characters other than line breaks are dropped.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.replace("\r\n", "\n").chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' | '\r' => escaped.push_str("\\n"),
            '\t' => escaped.push(' '),
            letter if letter.is_control() => (),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a,b;c\\d\r\ne\nf\u{7}"), "a\\,b\\;c\\\\d\\ne\\nf");
    }

    proptest! {
        /// Whatever the text, no line is too long, no part of it can start a property of its own, and unfolding restores it.
        #[test]
        fn lines_are_folded(text in any::<String>()) {
            let mut file = File::default();
            file.text("SUMMARY", &text);
            prop_assert!(file.0.ends_with("\r\n"));
            let lines: Vec<&str> = file.0.trim_end_matches("\r\n").split("\r\n").collect();
            prop_assert!(lines.iter().all(|line| line.len() <= LINE_LIMIT));
            prop_assert!(lines.iter().skip(1).all(|line| line.starts_with(' ')));
            let unfolded = file.0.replace("\r\n ", "");
            prop_assert_eq!(unfolded, format!("SUMMARY:{}\r\n", escape(&text)));
        }
    }
}
