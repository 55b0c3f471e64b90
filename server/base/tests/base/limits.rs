//! Limits on calls.

use callout_base::limits::{Address, CODES_BY_TEXT, Limit, LimitSettings, Limits};
use callout_domain::clock::MINUTE;
use clap::Parser;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    limits: LimitSettings,
}

fn settings() -> LimitSettings {
    Line::parse_from(["test", "--limit-open-phone", "2"]).limits
}

#[test]
fn counting_restarts_with_each_window() {
    let limits = Limits::new(Some(settings()));
    let limit = Limit::new("test", |settings| settings.open_phone, MINUTE);
    assert!(limits.count(limit, "a", 0).is_ok());
    assert!(limits.count(limit, "a", 1_000).is_ok());
    let refused = limits.count(limit, "a", 2_000).unwrap_err();
    assert_eq!(refused.retry_after, Some(59));
    assert!(limits.check(limit, "a", 2_000).is_err());
    for _ in 0..3 {
        assert!(limits.check(limit, "b", 2_000).is_ok());
    }
    assert!(limits.count(limit, "b", 2_000).is_ok());
    assert!(limits.count(limit, "a", MINUTE).is_ok());
}
#[test]
fn a_48_of_ipv6_has_eight_times_the_limit() {
    let limits = Limits::new(Some(settings()));
    let limit = Limit::new("test", |settings| settings.open_phone, MINUTE);
    let call = |key: &str, network| limits.count_address(limit, Address { key, network }, 0);
    // A network's refused calls use up nothing of the others' share.
    for _ in 0..2 {
        assert!(call("1", Some("site")).is_ok());
    }
    for _ in 0..20 {
        assert!(call("1", Some("site")).is_err());
    }
    for number in 2..=15 {
        assert!(call(&number.to_string(), Some("site")).is_ok(), "{number}");
    }
    assert!(call("16", Some("site")).is_err());
    assert!(call("16", Some("another site")).is_ok());
    assert!(call("an IPv4 address", None).is_ok());
}

#[test]
fn of_what_costs_a_text_a_48_has_twice_the_limit() {
    let limits = Limits::new(Some(settings()));
    let asked = |number: u32| {
        let key = number.to_string();
        let address = Address {
            key: &key,
            network: Some("site"),
        };
        limits.count_address(CODES_BY_TEXT, address, 0)
    };
    let most = settings().codes_address;
    let taken = (0..10 * most).filter(|number| asked(*number).is_ok()).count();
    assert_eq!(taken, usize::try_from(2 * most).unwrap());
}
