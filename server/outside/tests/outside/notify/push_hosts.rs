//! Which push services are sent to.

use callout_outside::notify::push::hosts::{Hosts, PublicOnly, is_public};
use reqwest::dns::Resolve as _;
use url::Url;

fn allows(hosts: &Hosts, endpoint: &str) -> bool {
    hosts.allow(&Url::parse(endpoint).unwrap())
}

#[test]
fn known_services_over_https_are_called_and_nothing_else() {
    let hosts = Hosts::read(&[]).unwrap();
    for good in [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://wns2-ln2p.notify.windows.com/w/?token=abc",
        "https://web.push.apple.com/abc",
    ] {
        assert!(allows(&hosts, good), "{good}");
    }
    for bad in [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/fcm/send/abc",
        "https://evilfcm.googleapis.com/abc",
        "https://fcm.googleapis.com.evil.example/abc",
        "https://storage.googleapis.com/abc",
        "https://127.0.0.1/abc",
        "https://[::1]/abc",
        "https://localhost/abc",
    ] {
        assert!(!allows(&hosts, bad), "{bad}");
    }
}

#[test]
fn an_operator_may_add_hosts_and_origins() {
    let added = ["push.example", " http://127.0.0.1:9000 ", ""].map(str::to_owned);
    let hosts = Hosts::read(&added).unwrap();
    assert!(allows(&hosts, "https://a.push.example/x") && allows(&hosts, "http://127.0.0.1:9000/x"));
    assert!(!allows(&hosts, "http://push.example/x") && !allows(&hosts, "http://127.0.0.1:9001/x"));
    assert!(!allows(&hosts, "https://127.0.0.1:9000/x"));
    for bad in [
        "push.example:444",
        "push.example/path",
        "ftp://push.example",
        "http://push.example/path",
        "10.0.0.1",
        "a b",
    ] {
        assert!(Hosts::read(&[bad.to_owned()]).is_err(), "{bad}");
    }
}

#[test]
fn private_addresses_are_not_public() {
    for private in [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "192.0.0.8",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "203.0.113.7",
        "::",
        "::1",
        "fe80::1",
        "fd00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "2001:db8::1",
        "2001::1",
    ] {
        assert!(!is_public(private.parse().unwrap()), "{private}");
    }
    for public in [
        "142.250.180.10",
        "100.63.0.1",
        "172.32.0.1",
        "2a00:1450:4009::a",
        "::ffff:8.8.8.8",
    ] {
        assert!(is_public(public.parse().unwrap()), "{public}");
    }
}

#[tokio::test]
async fn a_name_that_leads_inside_leads_nowhere() {
    assert!(PublicOnly.resolve("localhost".parse().unwrap()).await.is_err());
}
