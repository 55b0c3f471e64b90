//! Tests on PostgreSQL are shown as ignored unless `TEST_POSTGRES_URL` names a server.

fn main() {
    println!("cargo::rerun-if-env-changed=TEST_POSTGRES_URL");
    println!("cargo::rustc-check-cfg=cfg(postgres)");
    if std::env::var_os("TEST_POSTGRES_URL").is_some_and(|url| !url.is_empty()) {
        println!("cargo::rustc-cfg=postgres");
    }
}
