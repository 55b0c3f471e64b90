//! Texts through a gateway.

use callout_outside::notify::sms::Gateway;
use secrecy::ExposeSecret as _;

#[test]
fn settings_are_checked() {
    let open = |url: &str| Gateway::open(&url.to_owned().into(), "Callout");
    let gateway = open("https://AC1:se%2Fcret@sms.example/2010/Messages.json").unwrap();
    assert_eq!(gateway.address.as_str(), "https://sms.example/2010/Messages.json");
    let (user, password) = gateway.login.unwrap();
    assert_eq!((user.as_str(), password.expose_secret()), ("AC1", "se/cret"));
    assert!(open("http://127.0.0.1:9/sms").unwrap().login.is_none());
    for bad in ["sms.example", "smtp://sms.example", "https://u:%FF@sms.example"] {
        let reason = open(bad).err().unwrap();
        assert!(!reason.contains('@'), "{reason}");
    }
}
