//! The rules of onboarding, status and papers, each at its edges.

use super::*;
use pricing_core::Pence;

use crate::pounds::Pounds;

fn paper(kind: DocumentKind, is_verified: bool) -> Paper {
    let status = if is_verified {
        DocumentStatus::Verified
    } else {
        DocumentStatus::Uploaded
    };
    Paper { kind, status }
}

/// A pro who has told everything, uploaded an identity, and not activated the profile.
fn told() -> Pro {
    Pro {
        id: "master-1".to_owned(),
        email: "pro@example.com".to_owned(),
        email_proved: true,
        account_type: AccountType::SoleTrader,
        created_at: 0,
        activated_at: None,
        is_online: false,
        basics: Some(Basics {
            first_name: "Ada".to_owned(),
            last_name: "Lovelace".to_owned(),
            phone: "+447700900123".to_owned(),
            experience_years: 3,
            legal_name: "Ada Lovelace".to_owned(),
            trading_address: "1 High Street".to_owned(),
        }),
        rates: Some(Rates {
            call_out: Pounds(Pence(4_000)),
            hourly: Pounds(Pence(6_000)),
        }),
        area: Some(Area {
            radius_km: 10,
            base_postcode: "SW1A".to_owned(),
            base_lat: 51.5,
            base_lng: -0.1,
        }),
        company: None,
        skills: vec![Skill::Plumber],
        avatar_id: None,
        logo_id: None,
        papers: vec![paper(DocumentKind::Identity, false)],
        is_demo: false,
        stars: Stars::default(),
        suspension: None,
        has_left: false,
    }
}

fn with_papers(skills: &[Skill], papers: Vec<Paper>) -> Pro {
    Pro {
        activated_at: Some(1),
        skills: skills.to_vec(),
        papers,
        ..told()
    }
}

fn reasons(pro: &Pro) -> Vec<(DocumentKind, Option<Skill>, Reason)> {
    let waiting = pro.waiting_for().into_iter();
    waiting
        .map(|waiting| (waiting.kind, waiting.for_trade, waiting.reason))
        .collect()
}

/// Takes away what a step is about.
type Undo = fn(&mut Pro);

#[test]
fn each_step_is_missed_alone_and_listed_in_order() {
    assert!(told().missing().is_empty());
    let without: [(Step, Undo); 5] = [
        (Step::Basics, |pro| pro.basics = None),
        (Step::Area, |pro| pro.area = None),
        (Step::Skills, |pro| pro.skills.clear()),
        (Step::Documents, |pro| pro.papers.clear()),
        (Step::Email, |pro| pro.email_proved = false),
    ];
    let mut nothing = told();
    for (step, undo) in without {
        let mut pro = told();
        undo(&mut pro);
        assert_eq!(pro.missing(), [step]);
        let undone = pro.checklist().into_iter().filter(|checked| !checked.done);
        assert_eq!(undone.map(|checked| checked.step).collect::<Vec<_>>(), [step]);
        undo(&mut nothing);
    }
    assert_eq!(nothing.missing(), Step::ALL);
    assert_eq!(nothing.checklist().len(), 5);
    // Nobody is asked for rates: prices come from the book.
    assert!(
        Pro {
            rates: None,
            ..told()
        }
        .missing()
        .is_empty()
    );
}

#[test]
fn the_documents_step_asks_for_what_the_skills_demand() {
    let is_done = |skills: &[Skill], papers: Vec<Paper>| {
        !with_papers(skills, papers).missing().contains(&Step::Documents)
    };
    let identity = paper(DocumentKind::Identity, false);
    let electrical = paper(DocumentKind::Electrical, false);
    assert!(is_done(&[Skill::Plumber, Skill::Builder], vec![identity]));
    assert!(!is_done(&[Skill::Electrician], vec![identity]));
    assert!(!is_done(&[Skill::Electrician], vec![electrical]));
    assert!(is_done(&[Skill::Electrician], vec![identity, electrical]));
    // One that was refused, or whose last day is over, counts for nothing.
    let [refused, expired] =
        [DocumentStatus::Rejected, DocumentStatus::Expired].map(|status| Paper { status, ..identity });
    assert!(!is_done(&[Skill::Plumber], vec![refused, expired]));
    assert!(is_done(&[Skill::Plumber], vec![refused, expired, identity]));
}

#[test]
fn a_pro_is_incomplete_then_waiting_then_active() {
    let verified = paper(DocumentKind::Identity, true);
    assert_eq!(told().status(), ProStatus::Incomplete);
    let never = Pro {
        activated_at: None,
        ..with_papers(&[Skill::Plumber], vec![verified])
    };
    assert_eq!(never.status(), ProStatus::Incomplete);
    let waiting = with_papers(&[Skill::Plumber], vec![paper(DocumentKind::Identity, false)]);
    assert_eq!(waiting.status(), ProStatus::Waiting);
    assert_eq!(
        with_papers(&[Skill::Plumber], vec![verified]).status(),
        ProStatus::Active
    );
    // An electrician waits for the registration too, unless there is other work.
    let unregistered = |skills: &[Skill]| with_papers(skills, vec![verified]).status();
    assert_eq!(unregistered(&[Skill::Electrician]), ProStatus::Waiting);
    assert_eq!(
        unregistered(&[Skill::Electrician, Skill::Handyman]),
        ProStatus::Active
    );
    assert_eq!(unregistered(&[]), ProStatus::Active);
    let registered = vec![verified, paper(DocumentKind::Electrical, true)];
    assert_eq!(
        with_papers(&[Skill::Electrician], registered).status(),
        ProStatus::Active
    );
}

#[test]
fn a_pro_waits_for_the_papers_of_their_skills() {
    let identity = (DocumentKind::Identity, None, Reason::NotUploaded);
    let electrical = (
        DocumentKind::Electrical,
        Some(Skill::Electrician),
        Reason::NotUploaded,
    );
    let all = [
        Skill::Plumber,
        Skill::Electrician,
        Skill::Handyman,
        Skill::Builder,
    ];
    assert_eq!(reasons(&with_papers(&all, Vec::new())), [identity, electrical]);
    assert_eq!(reasons(&with_papers(&[Skill::Builder], Vec::new())), [identity]);
    let both = vec![
        paper(DocumentKind::Identity, true),
        paper(DocumentKind::Electrical, true),
    ];
    assert_eq!(reasons(&with_papers(&all, both)), []);
}

#[test]
fn gas_is_waited_for_only_once_it_was_shown() {
    let identity = paper(DocumentKind::Identity, true);
    let gas = paper(DocumentKind::GasSafe, false);
    let expired = Paper {
        status: DocumentStatus::Expired,
        ..gas
    };
    let waits = |skill, gas: Paper| reasons(&with_papers(&[skill], vec![gas, identity]));
    let due = |reason| vec![(DocumentKind::GasSafe, Some(Skill::Plumber), reason)];
    assert_eq!(waits(Skill::Plumber, gas), due(Reason::NotVerified));
    assert_eq!(waits(Skill::Plumber, expired), due(Reason::Expired));
    assert_eq!(waits(Skill::Builder, gas), []);
    assert_eq!(waits(Skill::Plumber, paper(DocumentKind::GasSafe, true)), []);
    assert_eq!(
        with_papers(&[Skill::Plumber], vec![gas, identity]).status(),
        ProStatus::Active
    );
}

#[test]
fn a_verified_identity_allows_work_after_its_last_day() {
    let expired = Paper {
        status: DocumentStatus::Expired,
        ..paper(DocumentKind::Identity, true)
    };
    let newer = paper(DocumentKind::Identity, false);
    let pro = with_papers(&[Skill::Plumber], vec![newer, expired]);
    assert_eq!(
        reasons(&pro),
        [(DocumentKind::Identity, None, Reason::NotVerified)]
    );
    assert_eq!(pro.status(), ProStatus::Active);
    assert!(!pro.is_verified(), "clients no longer see that it is");
}

#[test]
fn insurance_is_shown_and_demanded_of_nobody() {
    let mut pro = with_papers(&[Skill::Plumber], vec![paper(DocumentKind::Identity, true)]);
    assert!(pro.is_verified() && !pro.is_insured());
    assert!(pro.waiting_for().is_empty());
    pro.papers.push(paper(DocumentKind::Insurance, true));
    assert!(pro.is_insured());
}

#[test]
fn a_pro_who_has_left_has_no_name() {
    let pro = told();
    assert_eq!(pro.short_name().as_deref(), Some("Ada L."));
    assert_eq!(pro.first_name().as_deref(), Some("Ada"));
    let unnamed = Pro {
        basics: None,
        ..told()
    };
    assert_eq!((unnamed.short_name(), unnamed.first_name()), (None, None));
    let left = Pro {
        has_left: true,
        ..unnamed
    };
    assert_eq!(left.short_name().as_deref(), Some(FORMER));
    assert_eq!(left.first_name().as_deref(), Some(FORMER));
}
