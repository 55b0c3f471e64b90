use proptest::prelude::*;

use super::*;

/// The specified table of steps, written out again by hand so that the data above is checked against something else.
fn specified(from: &str, to: &str, who: Actor) -> bool {
    let person = matches!(who, Client | Operator);
    match (from, to) {
        ("created", "paid" | "pending") | ("paid", "pending") | ("pending", "no_response") => who == System,
        ("pending", "accepted") => who != Operator,
        ("confirmed", "assigned") => who != Client,
        ("accepted", "pending") => who != Operator,
        ("accepted", "confirmed") | ("no_response", "pending") => matches!(who, Client | System),
        ("assigned", "en_route" | "in_progress")
        | ("en_route", "in_progress")
        | ("in_progress", "completed")
        | ("en_route", "assigned") => who == Pro,
        ("assigned" | "en_route", "pending") => who != Client,
        ("pending", "assigned") => matches!(who, Pro | Operator),
        ("no_response", "assigned") => who == Operator,
        ("created" | "pending" | "no_response" | "accepted" | "assigned" | "en_route", "cancelled") => {
            who != Pro
        }
        ("paid" | "confirmed", "cancelled") => person,
        ("in_progress", "cancelled") => who != Pro,
        _ => false,
    }
}

fn status() -> impl Strategy<Value = BookingStatus> {
    proptest::sample::select(BookingStatus::ALL.to_vec())
}

fn actor() -> impl Strategy<Value = Actor> {
    proptest::sample::select(vec![System, Client, Pro, Operator])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn exactly_the_table_passes(from in status(), to in status(), who in actor()) {
        let answer = transition(from, to, who);
        prop_assert_eq!(answer.is_ok(), specified(from.as_str(), to.as_str(), who));
        match answer {
            Ok(step) => prop_assert_eq!((step.from(), step.to()), (from, to)),
            Err(error) => prop_assert_eq!(error.code, "illegal_transition"),
        }
    }

    /// Whatever steps a booking takes, an ended one stays ended and only a pro's work completes it.
    #[test]
    fn walks_end(steps in proptest::collection::vec((status(), actor()), 0..60)) {
        let mut at = Created;
        for (to, who) in steps {
            if let Ok(step) = transition(at, to, who) {
                prop_assert!(!facts(at).is_final);
                prop_assert!(step.to() != Completed || at == InProgress);
                at = step.to();
            }
        }
    }
}

#[test]
fn messages_go_with_the_steps_that_people_wait_for() {
    use MessageKind as Kind;
    let by_others = Some(Kind::CancelledByOthers);
    for (from, to, who, to_client, to_pro) in [
        (
            Pending,
            Assigned,
            Pro,
            Some(Kind::Assigned),
            Some(Kind::JobAssigned),
        ),
        (Assigned, Pending, Pro, Some(Kind::ProWithdrew), None),
        (EnRoute, Pending, Pro, Some(Kind::ProWithdrew), None),
        (
            Assigned,
            Pending,
            Operator,
            Some(Kind::ProWithdrew),
            Some(Kind::JobTakenAway),
        ),
        (
            EnRoute,
            Pending,
            System,
            Some(Kind::ProWithdrew),
            Some(Kind::JobTakenAway),
        ),
        (Assigned, EnRoute, Pro, Some(Kind::OnTheWay), None),
        (EnRoute, Assigned, Pro, Some(Kind::NotOnTheWay), None),
        (Paid, Pending, System, None, None),
        (Accepted, Pending, Client, None, None),
        (NoResponse, Pending, Client, None, None),
        (Created, Cancelled, System, None, None),
        (NoResponse, Cancelled, System, by_others, None),
        (Assigned, Cancelled, Client, by_others, Some(Kind::JobCancelled)),
    ] {
        let news = transition(from, to, who).unwrap().news();
        assert_eq!(
            (news.to_client, news.to_pro),
            (to_client, to_pro),
            "{from} to {to}"
        );
    }
}

#[test]
fn facts_and_steps_agree() {
    for status in BookingStatus::ALL {
        let facts = facts(status);
        assert_eq!(facts.is_final, steps(status).is_empty(), "{status}");
        assert!(!(facts.is_open && facts.is_final), "{status}");
        assert!(!facts.is_open || facts.holds_place, "{status}");
    }
}
