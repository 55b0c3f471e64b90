//! `callout admin`, as it is typed.

use callout::admin::AdminCommand;
use callout_booking::bookings::NewStart;
use callout_domain::dispute::BorneBy;
use callout_domain::master_document::DocumentKind;
use callout_domain::operator::OperatorRole;
use callout_domain::{payout, unpaid};
use clap::Parser;
use pricing_core::Pence;
use pricing_core::calendar::CivilDate;

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: AdminCommand,
}

fn parsed(arguments: &[&str]) -> Result<AdminCommand, String> {
    let line = ["admin"].iter().chain(arguments);
    let cli = Cli::try_parse_from(line).map_err(|error| error.to_string())?;
    Ok(cli.command)
}

/// A command whose arguments have no spaces in them.
fn command(line: &str) -> Option<AdminCommand> {
    parsed(&line.split_whitespace().collect::<Vec<_>>()).ok()
}

#[test]
fn a_start_code_is_renewed_or_passed_over() {
    let new = |arguments: &str| match command(&format!("start-code {arguments}"))? {
        AdminCommand::StartCode(command) => Some(command.new.new_start()),
        _ => None,
    };
    assert_eq!(new("--booking C-1 --renew"), Some(NewStart::Renewed));
    assert_eq!(new("--booking C-1 --open"), Some(NewStart::Opened));
    for wrong in ["--booking C-1", "--renew", "--booking C-1 --renew --open"] {
        assert_eq!(new(wrong), None, "{wrong}");
    }
}

#[test]
fn a_payout_has_one_verdict() {
    let verdict = |arguments: &str| match command(&format!("payout {arguments}"))? {
        AdminCommand::Payout(command) => Some(command.verdict.verdict()),
        _ => None,
    };
    assert_eq!(verdict(""), Some(None));
    assert_eq!(verdict("--id payout-1 --hold"), Some(Some(payout::Verdict::Hold)));
    assert_eq!(
        verdict("--id payout-1 --return"),
        Some(Some(payout::Verdict::Return))
    );
    for wrong in ["--send", "--id payout-1 --send --hold"] {
        assert_eq!(verdict(wrong), None, "{wrong}");
    }
}

#[test]
fn a_pro_is_verified_as_a_whole_or_by_kind() {
    let verified = |arguments: &str| match command(&format!("verify-pro {arguments}"))? {
        AdminCommand::VerifyPro(command) => Some((command.email, command.kind, command.expires)),
        _ => None,
    };
    assert_eq!(
        verified("--email pro@example.com"),
        Some(("pro@example.com".to_owned(), None, None))
    );
    let (_, kind, expires) = verified("--email p@x.uk --kind gas_safe --expires 2027-11-30").unwrap();
    assert_eq!(kind, Some(DocumentKind::GasSafe));
    assert_eq!(expires, CivilDate::new(2027, 11, 30));
    for wrong in [
        "",
        "--email p@x.uk --kind passport",
        "--email p@x.uk --expires 2027-11-30",
        "--email p@x.uk --kind identity --expires 2027-02-29",
    ] {
        assert!(verified(wrong).is_none(), "{wrong}");
    }
}

#[test]
fn an_operator_has_one_of_two_roles() {
    let role = |name: &str| match command(&format!("create --email jo@callout.example --role {name}"))? {
        AdminCommand::Create(command) => Some(command.role),
        _ => None,
    };
    assert_eq!(role("super_admin"), Some(OperatorRole::SuperAdmin));
    assert_eq!(role("admin"), Some(OperatorRole::Admin));
    assert_eq!(role("owner"), None);
}

#[test]
fn a_decision_about_a_stop_names_the_job_the_share_and_why() {
    let decision = |arguments: &[&str]| match parsed(&[&["stop"][..], arguments].concat()).ok()? {
        AdminCommand::Stop(command) => Some(command.decision().map(|(id, stop)| (id, stop.share.0))),
        _ => None,
    };
    assert_eq!(decision(&[]), Some(None));
    let whole = ["--booking", "C-1", "--percent", "40", "--reason", "Half done."];
    assert_eq!(decision(&whole), Some(Some(("C-1".to_owned(), 4_000))));
    for wrong in [
        &["--booking", "C-1"][..],
        &["--booking", "C-1", "--percent", "40"],
        &["--percent", "40", "--reason", "x"],
        &["--booking", "C-1", "--percent", "101", "--reason", "x"],
    ] {
        assert_eq!(decision(wrong), None, "{wrong:?}");
    }
}

#[test]
fn a_decision_about_a_fee_names_the_job_and_why() {
    let decision = |arguments: &[&str]| match parsed(&[&["waive"][..], arguments].concat()).ok()? {
        AdminCommand::Waive(command) => Some(command.decision().map(|(id, decision)| (id, decision.verdict))),
        _ => None,
    };
    assert_eq!(decision(&[]), Some(None));
    let waived = ["--booking", "C-1", "--reason", "Nobody opened."];
    let verdict = unpaid::Verdict::Waived;
    assert_eq!(decision(&waived), Some(Some(("C-1".to_owned(), verdict))));
    let upheld = ["--booking", "C-1", "--uphold", "--reason", "The client has paid."];
    let verdict = unpaid::Verdict::Upheld;
    assert_eq!(decision(&upheld), Some(Some(("C-1".to_owned(), verdict))));
    for wrong in [&["--booking", "C-1"][..], &["--uphold"], &["--reason", "x"]] {
        assert_eq!(decision(wrong), None, "{wrong:?}");
    }
}

#[test]
fn a_decision_about_a_dispute_says_how_much_by_whom_and_why() {
    type Decided = Result<Option<(Option<Pence>, BorneBy)>, String>;
    let decision = |arguments: &[&str]| -> Decided {
        let AdminCommand::Dispute(command) = parsed(&[&["dispute"][..], arguments].concat())? else {
            return Err("another command".to_owned());
        };
        let decided = command.decision()?;
        Ok(decided.map(|(_, decision)| (decision.refund, decision.borne_by)))
    };
    assert_eq!(decision(&[]), Ok(None));
    let all = ["--id", "d", "--refund-all", "--reason", "It leaks."];
    assert_eq!(decision(&all), Ok(Some((None, BorneBy::Pro))));
    let some = [
        "--id",
        "d",
        "--refund-pence",
        "500",
        "--borne-by-callout",
        "--reason",
        "Our slip.",
    ];
    assert_eq!(decision(&some), Ok(Some((Some(Pence(500)), BorneBy::Callout))));
    for wrong in [
        &["--id", "d", "--reason", "x"][..],
        &["--id", "d", "--no-refund"],
        &["--refund-all"],
        &["--id", "d", "--no-refund", "--refund-all", "--reason", "x"],
    ] {
        assert!(decision(wrong).is_err(), "{wrong:?}");
    }
}
