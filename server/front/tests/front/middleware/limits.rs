//! How many connections there may be.

use std::net::IpAddr;

use callout_base::permits::AtOnce;
use callout_front::middleware::limits::{ConnectionLimits, WRITE_TIME_LIMIT, open_files, raise_file_limit};

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn one_address_does_not_block_proxies_or_others() {
    let limits = ConnectionLimits {
        at_once: AtOnce { total: 6, each: 2 },
        proxies: vec![ip("10.0.0.1")],
        write_time_limit: WRITE_TIME_LIMIT,
    };
    let permits = limits.permits();
    let admit = |peer| limits.admit(&permits, ip(peer));
    let one = [admit("1.1.1.1"), admit("::ffff:1.1.1.1")];
    assert!(one.iter().all(Option::is_some) && admit("1.1.1.1").is_none());
    let network = [admit("2001:db8::1"), admit("2001:db8::2")];
    assert!(network.iter().all(Option::is_some) && admit("2001:db8::3").is_none());
    assert!(admit("2001:db8:0:1::1").is_some());
    drop((one, network));
    let proxied: Vec<_> = (0..6).map(|_| admit("::ffff:10.0.0.1")).collect();
    assert!(proxied.iter().all(Option::is_some));
    assert!(
        admit("1.1.1.1").is_none(),
        "no more than there is room for in all"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn the_soft_limit_is_raised_to_the_hard_one() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let before = getrlimit(Resource::Nofile);
    setrlimit(
        Resource::Nofile,
        Rlimit {
            current: Some(512),
            ..before
        },
    )
    .unwrap();
    assert_eq!(open_files(), Some(512));
    raise_file_limit();
    assert_eq!(getrlimit(Resource::Nofile).current, before.maximum);
    setrlimit(Resource::Nofile, before).unwrap();
}
