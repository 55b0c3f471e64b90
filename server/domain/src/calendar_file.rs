//! The calendar file of a booking (RFC 5545): its window in London time, a stable UID, a SEQUENCE that grows. The file of a booking that
//! was called off takes it out of the calendar again.

use super::time;
use pricing_core::Urgency;

use crate::booking::Booking;
use crate::clock::{HOUR, Millis};

/// The rules of London time, for readers that do not know the zone by name.
const ZONE: &str = "BEGIN:VTIMEZONE\r\nTZID:Europe/London\r\nBEGIN:DAYLIGHT\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\n\
TZNAME:BST\r\nDTSTART:19700329T010000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\nBEGIN:STANDARD\r\n\
TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\nTZNAME:GMT\r\nDTSTART:19701025T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n\
END:STANDARD\r\nEND:VTIMEZONE\r\n";

/// Longest line in octets, without its line break (RFC 5545, 3.1).
const LINE_LIMIT: usize = 75;

/// How long an emergency takes at most until somebody is there.
const EMERGENCY: Millis = 2 * HOUR;

/// The window of a booking: its slot's, the two hours after it was made for an emergency, or 10:00 to 11:00 on the day after.
fn window(booking: &Booking) -> Option<(Millis, Millis)> {
    match (booking.slot_start, booking.slot_end) {
        (Some(start), Some(end)) => Some((start, end)),
        _ if booking.urgency == Urgency::Emergency => {
            Some((booking.created_at, booking.created_at + EMERGENCY))
        }
        _ => {
            let start = time::next_day_at(booking.created_at, 10)?;
            Some((start, start + HOUR))
        }
    }
}

/// The file's text; `None` for a booking outside the years that the format covers.
#[must_use]
pub fn calendar_file(booking: &Booking, now: Millis) -> Option<String> {
    let mut file = File::begun(method(booking));
    let title = format!("Callout: {}, {}", booking.readable_name, booking.id);
    let description = format!("{}\nBooking {}", booking.description, booking.id);
    file.event(
        booking,
        &Entry {
            title,
            place: place(booking),
            description: description.trim_start().to_owned(),
        },
        now,
    )?;
    Some(file.ended())
}

/// A pro's jobs as a calendar that is read again and again. Who the client is, and where, is in it only if the pro has chosen so.
#[must_use]
pub fn feed(jobs: &[Booking], shows_clients: bool, now: Millis) -> String {
    let mut file = File::begun("PUBLISH");
    file.line("X-WR-CALNAME:Callout jobs");
    file.line("REFRESH-INTERVAL;VALUE=DURATION:PT1H");
    for job in jobs {
        // One outside the years that the format covers is left out.
        let _written = file.event(job, &Entry::of_pro(job, shows_clients), now);
    }
    file.ended()
}

/// What an entry says.
struct Entry {
    title: String,
    place: String,
    description: String,
}

impl Entry {
    /// For the job's pro.
    fn of_pro(job: &Booking, shows_clients: bool) -> Self {
        let known = shows_clients && !job.facts().is_done;
        let title = format!("{}, {}", job.readable_name, job.outward_code());
        let who = format!("{}\n{}\n", job.customer_name, job.phone);
        Self {
            title,
            place: if known {
                place(job)
            } else {
                job.outward_code().to_owned()
            },
            description: format!("{}Booking {}", if known { who.as_str() } else { "" }, job.id),
        }
    }
}

/// What the file asks a calendar to do.
#[must_use]
pub fn method(booking: &Booking) -> &'static str {
    if booking.facts().is_called_off {
        "CANCEL"
    } else {
        "PUBLISH"
    }
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
    let known = parts.into_iter().flatten().filter(|part| !part.is_empty());
    known.collect::<Vec<_>>().join(", ")
}

#[derive(Default)]
struct File(String);

impl File {
    fn begun(method: &str) -> Self {
        let mut file = Self::default();
        file.line("BEGIN:VCALENDAR");
        file.line("VERSION:2.0");
        file.line("PRODID:-//Callout//Bookings//EN");
        file.line("CALSCALE:GREGORIAN");
        file.line(&format!("METHOD:{method}"));
        file.0.push_str(ZONE);
        file
    }

    fn ended(mut self) -> String {
        self.line("END:VCALENDAR");
        self.0
    }

    /// Adds a booking; `None`, and nothing, for one outside the years that the format covers.
    fn event(&mut self, booking: &Booking, entry: &Entry, now: Millis) -> Option<()> {
        let (start, end) = window(booking)?;
        self.line("BEGIN:VEVENT");
        self.line(&format!("UID:{}@callout", booking.id));
        // A calendar keeps the entry that it has unless the number is higher.
        let sequence = booking.calendar_sequence + i64::from(booking.facts().is_called_off);
        self.line(&format!("SEQUENCE:{sequence}"));
        self.line(&format!("DTSTAMP:{}", time::calendar_utc(now)));
        self.line(&format!(
            "DTSTART;TZID=Europe/London:{}",
            time::calendar_local(start)
        ));
        self.line(&format!("DTEND;TZID=Europe/London:{}", time::calendar_local(end)));
        self.text("SUMMARY", &entry.title);
        self.text("LOCATION", &entry.place);
        self.text("DESCRIPTION", &entry.description);
        self.line(&format!("STATUS:{}", certainty(booking)));
        self.line("END:VEVENT");
        Some(())
    }

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
    use crate::booking::blank;
    use crate::status::BookingStatus;

    /// Monday 23 November 2026, 09:00 in London.
    const MORNING: Millis = 1_795_424_400_000;

    fn lines_of(booking: &Booking) -> Vec<String> {
        let file = calendar_file(booking, 0).unwrap();
        file.split("\r\n").map(str::to_owned).collect()
    }

    fn has(lines: &[String], line: &str) -> bool {
        lines.iter().any(|each| each == line)
    }

    #[test]
    fn an_emergency_is_now() {
        let booking = Booking {
            urgency: Urgency::Emergency,
            created_at: MORNING,
            slot_start: None,
            slot_end: None,
            ..blank()
        };
        let lines = lines_of(&booking);
        let day = time::calendar_local(booking.created_at);
        let end = time::calendar_local(booking.created_at + 2 * HOUR);
        assert!(
            has(&lines, &format!("DTSTART;TZID=Europe/London:{day}")),
            "{lines:?}"
        );
        assert!(
            has(&lines, &format!("DTEND;TZID=Europe/London:{end}")),
            "{lines:?}"
        );
    }

    #[test]
    fn what_is_called_off_leaves_the_calendar() {
        let of = |status| {
            lines_of(&Booking {
                status,
                created_at: MORNING,
                calendar_sequence: 3,
                ..blank()
            })
        };
        let (stands, ended) = (of(BookingStatus::Pending), of(BookingStatus::Cancelled));
        assert!(has(&stands, "METHOD:PUBLISH") && has(&stands, "SEQUENCE:3"));
        assert!(has(&ended, "METHOD:CANCEL") && has(&ended, "SEQUENCE:4") && has(&ended, "STATUS:CANCELLED"));
    }

    #[test]
    fn a_pros_calendar_names_no_client_unless_they_chose_so() {
        let job = Booking {
            status: BookingStatus::Assigned,
            slot_start: Some(MORNING),
            slot_end: Some(MORNING + 2 * HOUR),
            customer_name: "Ada Lovelace".into(),
            phone: "+447700900123".into(),
            address_line1: "1 Test Street".into(),
            postcode: "SW1A 1AA".into(),
            description: "Ask for Ada, door code 4711".into(),
            ..blank()
        };
        let done = Booking {
            status: BookingStatus::Completed,
            ..job.clone()
        };
        let closed = feed(&[job.clone(), done.clone()], false, 0);
        for trace in ["Ada", "7700900123", "Test Street", "1AA", "4711"] {
            assert!(!closed.contains(trace), "{trace}");
        }
        assert_eq!(closed.matches("BEGIN:VEVENT").count(), 2);
        assert!(closed.contains("LOCATION:SW1A\r\n") && closed.contains("STATUS:CONFIRMED"));
        let open = feed(&[job], true, 0);
        for trace in ["Ada Lovelace", "+447700900123", "1 Test Street"] {
            assert!(open.contains(trace), "{trace}");
        }
        assert!(!open.contains("4711"));
        // Once the job is done the pro sees no more of the client than anywhere else.
        assert!(!feed(&[done], true, 0).contains("Lovelace"));
    }

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
