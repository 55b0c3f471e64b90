//! Where a request comes from.

use std::net::IpAddr;

use callout_front::extract::caller::{behind_proxies, counted, network};
use http::HeaderMap;

#[test]
fn trusts_only_configured_proxies() {
    let proxy: IpAddr = "10.0.0.1".parse().unwrap();
    let mut headers = HeaderMap::new();
    headers.insert("x-forwarded-for", "1.1.1.1, 2.2.2.2".parse().unwrap());
    let stranger: IpAddr = "9.9.9.9".parse().unwrap();
    assert_eq!(behind_proxies(stranger, &headers, &[proxy]), stranger);
    assert_eq!(
        behind_proxies(proxy, &headers, &[proxy]),
        "2.2.2.2".parse::<IpAddr>().unwrap()
    );
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn ipv4_written_as_ipv6_is_the_same_address() {
    let mut headers = HeaderMap::new();
    headers.insert("x-forwarded-for", "::ffff:2.2.2.2".parse().unwrap());
    for (peer, proxy) in [("::ffff:10.0.0.1", "10.0.0.1"), ("10.0.0.1", "::ffff:10.0.0.1")] {
        assert_eq!(behind_proxies(ip(peer), &headers, &[ip(proxy)]), ip("2.2.2.2"));
    }
    assert_eq!(behind_proxies(ip("::ffff:9.9.9.9"), &headers, &[]), ip("9.9.9.9"));
}

#[test]
fn a_64_of_ipv6_counts_as_one_address() {
    assert_eq!(
        counted(ip("2001:db8:1:2::3")),
        counted(ip("2001:db8:1:2:ffff::4"))
    );
    assert_ne!(counted(ip("2001:db8:1:2::3")), counted(ip("2001:db8:1:3::3")));
    assert_eq!(network(ip("2001:db8:1:2::3")), network(ip("2001:db8:1:3::3")));
    assert_ne!(network(ip("2001:db8:1:2::3")), network(ip("2001:db8:2:2::3")));
    assert_eq!(network(ip("1.1.1.1")), None);
    assert_ne!(counted(ip("1.1.1.1")), counted(ip("1.1.1.2")));
}
