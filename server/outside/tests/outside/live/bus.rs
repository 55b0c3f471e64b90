//! Who is reading, and who is woken.

use callout_domain::config::StreamCaps;
use callout_outside::live::bus::{Bus, Full, Joining, Reader};
use futures_util::FutureExt as _;

fn join(bus: &Bus, person: &str, session: &str, address: &str) -> Result<Reader, Full> {
    let names = &[person, session];
    let joining = Joining {
        names,
        person,
        address,
    };
    bus.join(joining, CAPS)
}

const CAPS: StreamCaps = StreamCaps {
    person: 2,
    address: 3,
    total: 4,
};

#[test]
fn limits_hold_and_places_are_freed() {
    let bus = Bus::default();
    let join = |person: &str, address: &str| join(&bus, person, "s-1", address);
    let first = join("ada", "x").unwrap();
    let _second = join("ada", "x").unwrap();
    assert!(join("ada", "y").is_err(), "limit per person");
    let third = join("bob", "x").unwrap();
    assert!(join("eve", "x").is_err(), "limit per address");
    let fourth = join("eve", "y").unwrap();
    assert!(join("joe", "z").is_err(), "limit in total");
    drop((first, third, fourth));
    assert_eq!(bus.total(), 1);
    assert!(join("ada", "x").is_ok());
}

#[test]
fn readers_who_leave_are_forgotten() {
    let bus = Bus::default();
    drop(join(&bus, "ada", "s-1", "x").unwrap());
    assert!(bus.is_empty());
}

#[test]
fn only_the_named_wake_and_early_wake_ups_are_kept() {
    let bus = Bus::default();
    let ada = join(&bus, "ada", "s-1", "x").unwrap();
    let bob = join(&bus, "bob", "s-2", "x").unwrap();
    bus.wake("ada");
    assert!(ada.woken().now_or_never().is_some());
    assert!(ada.woken().now_or_never().is_none());
    assert!(bob.woken().now_or_never().is_none());
    bus.wake("s-2");
    assert!(bob.woken().now_or_never().is_some());
}
