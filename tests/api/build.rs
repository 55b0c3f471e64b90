//! Tests on PostgreSQL are shown as ignored unless `TEST_POSTGRES_URL` names a server, those of several servers unless
//! `TEST_NATS_URL` names a bus, those against localstripe unless `TEST_LOCALSTRIPE_URL` names one.

fn main() {
    for (variable, cfg) in [
        ("TEST_POSTGRES_URL", "postgres"),
        ("TEST_NATS_URL", "nats"),
        ("TEST_LOCALSTRIPE_URL", "localstripe"),
    ] {
        println!("cargo::rerun-if-env-changed={variable}");
        println!("cargo::rustc-check-cfg=cfg({cfg})");
        if std::env::var_os(variable).is_some_and(|url| !url.is_empty()) {
            println!("cargo::rustc-cfg={cfg}");
        }
    }
}
