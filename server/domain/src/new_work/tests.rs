use secrecy::SecretString;

use super::*;
use crate::booking::blank;
use crate::clock::HOUR;
use crate::keys::Keys;
use crate::status::BookingStatus;

fn done() -> Booking {
    Booking {
        status: BookingStatus::Completed,
        ended_at: Some(5),
        may_suggest: true,
        ..blank()
    }
}

#[test]
fn a_job_that_was_done_leads_to_more_for_90_days_where_its_client_lets_it() {
    assert!(may_suggest(&done(), 5 + WITHIN - 1).is_ok());
    assert_eq!(may_suggest(&done(), 5 + WITHIN).unwrap_err().code, "too_late");
    let unasked = Booking {
        may_suggest: false,
        ..done()
    };
    assert_eq!(may_suggest(&unasked, 6).unwrap_err().code, "not_allowed");
    let visit = Booking {
        parent_id: Some("C-0".to_owned()),
        ..done()
    };
    assert_eq!(may_suggest(&visit, 6).unwrap_err().code, "illegal_transition");
    for status in BookingStatus::ALL
        .into_iter()
        .filter(|status| *status != BookingStatus::Completed)
    {
        let job = Booking { status, ..done() };
        assert_eq!(
            may_suggest(&job, 6).unwrap_err().code,
            "illegal_transition",
            "{status}"
        );
    }
}

#[test]
fn it_stands_until_it_is_booked_declined_or_old() {
    for (words, declined, booked, now, expected) in [
        ("more", false, false, 9, State::Open),
        ("more", false, false, 10, State::Expired),
        ("", false, false, 9, State::Expired),
        ("more", true, false, 9, State::Declined),
        ("more", true, false, 11, State::Declined),
        ("more", false, true, 9, State::Booked),
        ("", false, true, 11, State::Booked),
    ] {
        assert_eq!(
            state(words, declined, booked, 10, now),
            expected,
            "{words} {declined} {booked} {now}"
        );
    }
    let code = |state| check(state).err().map(|refused| refused.code);
    assert_eq!(code(State::Open), None);
    assert_eq!(code(State::Booked), Some("invitation_used"));
    assert_eq!(code(State::Declined), Some("invitation_over"));
    assert_eq!(code(State::Expired), Some("invitation_over"));
}

#[test]
fn a_booking_that_was_never_certain_leaves_it_open() {
    for (reason, expected) in [
        (None, true),
        (Some(CancelReason::NotTaken), true),
        (Some(CancelReason::Client), true),
        (Some(CancelReason::Replaced), false),
        (Some(CancelReason::PaymentAbandoned), false),
    ] {
        let booking = Booking {
            cancel_reason: reason,
            ..blank()
        };
        assert_eq!(uses_up(&booking), expected, "{reason:?}");
    }
}

#[test]
fn what_the_pro_may_say_themselves_is_left_to_them() {
    let code = |urgency, against| check_booking(urgency, against).err().map(|refused| refused.code);
    for (against, expected) in [
        (None, None),
        (Some(Reason::Offline), None),
        (Some(Reason::Minimum), None),
        (Some(Reason::Busy), Some("pro_unavailable")),
        (Some(Reason::DayOff), Some("pro_unavailable")),
        (Some(Reason::GasSafeEnds), Some("pro_unavailable")),
        (Some(Reason::Debt), Some("card_needed")),
        (Some(Reason::Inactive), Some("pro_cannot")),
        (Some(Reason::NoGasSafe), Some("pro_cannot")),
        (Some(Reason::OwnBooking), Some("pro_cannot")),
    ] {
        assert_eq!(code(Urgency::Scheduled, against), expected, "{against:?}");
    }
    assert_eq!(code(Urgency::Emergency, None), Some("invalid"));
}

#[test]
fn it_is_promised_for_a_day_and_never_past_the_visit() {
    let rules = MatchingRules::default();
    let booking = |end| Booking {
        reserved_for: Some("master-1".to_owned()),
        created_at: 1_000,
        slot_end: end,
        ..blank()
    };
    assert_eq!(promised_until(&booking(None), &rules), Some(1_000 + DAY));
    assert_eq!(promised_until(&booking(Some(5 * DAY)), &rules), Some(1_000 + DAY));
    let soon = 6 * HOUR;
    assert_eq!(
        promised_until(&booking(Some(soon)), &rules),
        Some(soon - rules.before_slot_end)
    );
    assert_eq!(promised_until(&blank(), &rules), None);
}

#[test]
fn a_link_opens_its_own_invitation_alone() {
    let keys = Keys::derive(&SecretString::from("a secret for tests that is long enough"));
    let own = token(&keys.link, "work-1");
    assert_eq!(opened(&keys.link, &own).unwrap(), "work-1");
    for broken in [
        "",
        "work-1",
        "work-1.",
        "work-1.AAAA",
        &own.replace("work-1", "work-2"),
        &own[..own.len() - 1],
    ] {
        assert_eq!(
            opened(&keys.link, broken).unwrap_err().code,
            "not_found",
            "{broken}"
        );
    }
}

#[test]
fn words_are_few_enough_and_without_contacts() {
    let work = |text: &str| Work::parse(text, "leak".to_owned());
    for (letters, fits) in [(9, false), (10, true), (500, true), (501, false)] {
        assert_eq!(work(&"ä".repeat(letters)).is_ok(), fits, "{letters}");
    }
    assert_eq!(work("Ring me on 07700 900123.").unwrap().text, "Ring me on •••.");
}

#[test]
fn what_nobody_could_book_is_not_suggested() {
    let read = |text: &str, kind: &str| {
        let work = Work::parse(text, kind.to_owned()).unwrap();
        work.read(PriceBook::builtin(), "SW1A 1AA")
    };
    let kind = read("Replace the washers of both bathroom taps", "leak").unwrap();
    assert_eq!((kind.trade.as_str(), kind.is_gas_work), ("plumber", false));
    assert!(
        read("Service the gas boiler in the kitchen", "boiler_service")
            .unwrap()
            .is_gas_work
    );
    for (text, kind, field) in [
        ("There is a strong smell of gas", "leak", "text"),
        ("Replace the washers of the taps", "witchcraft", "problemType"),
    ] {
        let refused = read(text, kind).unwrap_err();
        assert!(refused.errors.contains_key(field), "{text}: {refused:?}");
    }
}
