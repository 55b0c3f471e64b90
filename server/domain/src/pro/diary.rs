//! What a pro tells of when and for what they work, checked field by field.

use pricing_core::Pence;
use pricing_core::calendar::CivilDateTime;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::address;
use crate::clock::{DAY, MINUTE, Millis};
use crate::failure::Failure;
use crate::matching::diary::{Away, AwayKind};
use crate::matching::hours::{SPANS_A_DAY, Span, Weekly};
use crate::mistakes::Mistakes;
use crate::pounds::Pounds;
use crate::time::{self, Window};

/// The least price that a pro may set as their minimum, and the highest.
pub const MINIMUM: (Pence, Pence) = (Pence::from_pounds(1), Pence::from_pounds(1_000));
/// Shortest time away.
const SHORTEST_AWAY: Millis = 15 * MINUTE;
/// Longest time away in one piece.
const LONGEST_AWAY: Millis = 366 * DAY;
/// Furthest ahead that it may end.
const FURTHEST_AWAY: Millis = 2 * LONGEST_AWAY;
/// Most times away of a pro.
pub const MOST_AWAY: i64 = 100;
/// Longest private note, characters.
pub const NOTE_LIMIT: usize = 200;
/// Most clients whom a pro does not work for.
pub const MOST_BLOCKED: i64 = 100;
/// Longest id of a time away.
pub const ID_LIMIT: usize = 40;

const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// Hours on a weekday, London time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WorkingSpan {
    /// `08:00`.
    pub from: String,
    /// `17:30`; at or before `from` it is on the next day.
    pub to: String,
}

/// When and for what a pro works, as sent. Everything is replaced; what is left out is not set.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkingHoursInput {
    /// The hours of each day, Monday first; always, if absent.
    pub weekly: Option<Vec<Vec<WorkingSpan>>>,
    /// Emergencies are welcome outside these hours, too.
    #[serde(default)]
    #[schema(required = false)]
    pub emergencies_any_time: bool,
    /// The least price of a job, pounds.
    #[serde(rename = "minimumGBP")]
    #[schema(value_type = Option<f64>)]
    pub minimum: Option<Pounds>,
    /// No push at night for jobs that can wait.
    #[serde(default)]
    #[schema(required = false)]
    pub quiet_at_night: bool,
}

/// When and for what a pro works.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorkingHours {
    /// The hours of each week; `None`: always.
    pub weekly: Option<Weekly>,
    /// Emergencies are welcome outside them, too.
    pub emergencies_any_time: bool,
    /// The least price.
    pub minimum: Option<Pence>,
    /// No push at night for what can wait.
    pub quiet_at_night: bool,
}

impl WorkingHours {
    /// Checks every field; all mistakes are reported at once.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn parse(input: &WorkingHoursInput) -> Result<Self, Failure> {
        let mut wrong = Mistakes::default();
        let weekly = input.weekly.as_deref().map(|days| weekly(days, &mut wrong));
        let minimum = input.minimum.map(|pounds| pounds.0);
        if minimum.is_some_and(|minimum| !(MINIMUM.0..=MINIMUM.1).contains(&minimum)) {
            wrong.note(
                "minimumGBP",
                "Enter an amount from £1 to £1,000, such as 40 or 42.50.",
            );
        }
        wrong.or(Self {
            weekly,
            emergencies_any_time: input.emergencies_any_time,
            minimum,
            quiet_at_night: input.quiet_at_night,
        })
    }
}

fn weekly(days: &[Vec<WorkingSpan>], wrong: &mut Mistakes) -> Weekly {
    let mut weekly = Weekly::default();
    if days.len() != weekly.0.len() {
        wrong.note("weekly", "Give the hours of all seven days, Monday first.");
        return weekly;
    }
    if days.iter().all(Vec::is_empty) {
        wrong.note(
            "weekly",
            "Add the hours of at least one day, or choose to work at any time.",
        );
    }
    for (number, (hours, sent)) in weekly.0.iter_mut().zip(days).enumerate() {
        match spans(sent) {
            Ok(spans) => *hours = spans,
            Err(message) => {
                let day = WEEKDAYS.get(number).copied().unwrap_or_default();
                wrong.note(format!("weekly.{number}"), format!("{day}: {message}"));
            }
        }
    }
    weekly
}

fn spans(sent: &[WorkingSpan]) -> Result<Vec<Span>, String> {
    if sent.len() > SPANS_A_DAY {
        return Err(format!("use at most {SPANS_A_DAY} times a day."));
    }
    let clock = |text: &str| text.parse().map_err(|_| "use times like 08:00.".to_owned());
    let mut spans = Vec::with_capacity(sent.len());
    for span in sent {
        spans.push(Span {
            from: clock(&span.from)?,
            to: clock(&span.to)?,
        });
    }
    spans.sort_unstable_by_key(|span| span.from);
    let clash = |(one, next): (&Span, &Span)| next.from.minutes() < one.minutes().end;
    if spans.iter().zip(spans.iter().skip(1)).any(clash) {
        return Err("these times overlap.".to_owned());
    }
    Ok(spans)
}

/// A time in which a pro does not work, as sent.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct TimeAwayInput {
    /// A day off begins and ends at midnight.
    pub kind: AwayKind,
    /// When it begins, London time: `2026-12-24T00:00`.
    pub start: String,
    /// When it ends, London time: `2026-12-27T00:00` for a day off until the 26th.
    pub end: String,
    /// For the pro alone.
    pub note: Option<String>,
}

/// A time in which a pro does not work, with its note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeAway {
    /// When and why.
    pub away: Away,
    /// For the pro alone.
    pub note: String,
}

impl TimeAway {
    /// Checks every field at `now` (Unix milliseconds); all mistakes are reported at once.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn parse(input: &TimeAwayInput, now: Millis) -> Result<Self, Failure> {
        let mut wrong = Mistakes::default();
        let start = wrong.checked("start", instant(&input.start, input.kind));
        let end = wrong.checked("end", instant(&input.end, input.kind));
        let note = address::line(input.note.as_deref().unwrap_or_default(), NOTE_LIMIT);
        let note = wrong.checked("note", note).unwrap_or_default();
        let against = if end - start < SHORTEST_AWAY {
            Some("The end must be after the beginning.")
        } else if end - start > LONGEST_AWAY {
            Some("Choose at most a year.")
        } else if end <= now {
            Some("This is over already.")
        } else if end - now > FURTHEST_AWAY {
            Some("Choose a time within the next two years.")
        } else {
            None
        };
        if let Some(message) = against.filter(|_| wrong.is_empty()) {
            wrong.note("end", message);
        }
        let window = Window { start, end };
        wrong.or(Self {
            away: Away {
                kind: input.kind,
                window,
            },
            note,
        })
    }
}

fn instant(text: &str, kind: AwayKind) -> Result<Millis, String> {
    let there: Option<CivilDateTime> = text.parse().ok();
    let there = there.ok_or_else(|| "Use a London time like 2026-12-24T09:00.".to_owned())?;
    if kind == AwayKind::DayOff && there.time.minutes() != 0 {
        return Err("A day off begins and ends at midnight.".to_owned());
    }
    time::instant(there).ok_or_else(|| "There is no such day.".to_owned())
}

/// Whether this may name a time away: an id that the app has made.
///
/// # Errors
/// 422 on `id`.
pub fn away_id(id: &str) -> Result<(), Failure> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if (8..=ID_LIMIT).contains(&id.len()) && id.bytes().all(is_plain) {
        Ok(())
    } else {
        Err(Failure::field("id", "Use 8 to 40 letters, digits and hyphens."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::HOUR;

    fn span(from: &str, to: &str) -> WorkingSpan {
        WorkingSpan {
            from: from.into(),
            to: to.into(),
        }
    }

    fn input(monday: Vec<WorkingSpan>) -> WorkingHoursInput {
        let mut weekly = vec![Vec::new(); 7];
        weekly[0] = monday;
        WorkingHoursInput {
            weekly: Some(weekly),
            emergencies_any_time: false,
            minimum: None,
            quiet_at_night: false,
        }
    }

    fn message(monday: Vec<WorkingSpan>, field: &str) -> String {
        WorkingHours::parse(&input(monday)).unwrap_err().errors[field].clone()
    }

    #[test]
    fn a_day_has_up_to_three_times_that_do_not_overlap() {
        let three = || {
            vec![
                span("14:00", "18:00"),
                span("08:00", "10:00"),
                span("22:00", "02:00"),
            ]
        };
        let hours = WorkingHours::parse(&input(three())).unwrap();
        let monday = &hours.weekly.unwrap().0[0];
        assert_eq!(
            monday
                .iter()
                .map(|span| span.minutes().start / 60)
                .collect::<Vec<_>>(),
            [8, 14, 22]
        );
        let mut four = three();
        four.push(span("19:00", "20:00"));
        assert_eq!(message(four, "weekly.0"), "Monday: use at most 3 times a day.");
        assert_eq!(
            message(vec![], "weekly"),
            "Add the hours of at least one day, or choose to work at any time."
        );
        let clash = vec![span("08:00", "12:00"), span("11:59", "13:00")];
        assert_eq!(message(clash, "weekly.0"), "Monday: these times overlap.");
        for wrong in ["8:00", "24:00", "", "noon"] {
            assert_eq!(
                message(vec![span(wrong, "12:00")], "weekly.0"),
                "Monday: use times like 08:00."
            );
        }
        let short = WorkingHoursInput {
            weekly: Some(vec![vec![span("08:00", "12:00")]]),
            ..input(vec![])
        };
        assert!(
            WorkingHours::parse(&short)
                .unwrap_err()
                .errors
                .contains_key("weekly")
        );
    }

    #[test]
    fn without_hours_a_pro_works_always() {
        let none = WorkingHoursInput {
            weekly: None,
            ..input(vec![])
        };
        assert_eq!(WorkingHours::parse(&none).unwrap(), WorkingHours::default());
        for (pence, is_good) in [(99, false), (100, true), (100_000, true), (100_001, false)] {
            let sent = WorkingHoursInput {
                minimum: Some(Pounds(Pence(pence))),
                ..none.clone()
            };
            assert_eq!(WorkingHours::parse(&sent).is_ok(), is_good, "{pence}");
        }
    }

    #[test]
    fn a_time_away_has_a_beginning_and_an_end_to_come() {
        let now = time::of_iso("2026-11-23T09:00:00Z").unwrap();
        let sent = |kind, start: &str, end: &str| TimeAwayInput {
            kind,
            start: start.into(),
            end: end.into(),
            note: Some(" Dentist\n".into()),
        };
        let parsed = |kind, start, end| TimeAway::parse(&sent(kind, start, end), now);
        let block = parsed(AwayKind::Block, "2026-11-24T09:00", "2026-11-24T11:00").unwrap();
        assert_eq!(
            (block.away.window.end - now, block.note.as_str()),
            (26 * HOUR, "Dentist")
        );
        assert!(parsed(AwayKind::DayOff, "2026-03-29T00:00", "2026-11-24T00:00").is_ok());
        for (kind, start, end, field) in [
            (AwayKind::DayOff, "2026-11-24T09:00", "2026-11-25T00:00", "start"),
            (AwayKind::Block, "2026-11-24", "2026-11-25T00:00", "start"),
            (AwayKind::Block, "2026-11-24T09:00", "2026-11-24T09:14", "end"),
            (AwayKind::Block, "2026-11-24T09:00", "2026-11-24T08:00", "end"),
            (AwayKind::Block, "2026-11-22T09:00", "2026-11-23T09:00", "end"),
            (AwayKind::DayOff, "2026-11-24T00:00", "2027-11-26T00:00", "end"),
            (AwayKind::DayOff, "2028-11-24T00:00", "2028-11-26T00:00", "end"),
        ] {
            let refused = parsed(kind, start, end).unwrap_err();
            assert_eq!(
                refused.errors.keys().collect::<Vec<_>>(),
                [field],
                "{start} {end}"
            );
        }
    }
}
