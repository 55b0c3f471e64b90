//! Other users of the machine cannot read the server's data folder.
#![cfg(unix)]

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt as _;

use api_tests::{Database, TestApp, run};

const FILES: [&str; 3] = ["callout.db", "callout.db-wal", "callout.db-shm"];

fn modes(app: &TestApp) -> Vec<u32> {
    let mode = |name: &str| app.folder.join(name).metadata().unwrap().permissions().mode() & 0o777;
    ["", "jwt-secret"].into_iter().chain(FILES).map(mode).collect()
}

#[test]
fn the_data_folder_is_closed_to_others() {
    run(Database::Sqlite, async |app: TestApp| {
        let closed = [0o700, 0o600, 0o600, 0o600, 0o600];
        app.guest().await;
        assert_eq!(modes(&app), closed);
        // Permissions as an earlier version left them.
        for name in ["jwt-secret"].into_iter().chain(FILES) {
            set_permissions(app.folder.join(name), Permissions::from_mode(0o644)).unwrap();
        }
        set_permissions(&app.folder, Permissions::from_mode(0o755)).unwrap();
        let restarted = app.restarted(|_| ()).await;
        assert_eq!(modes(&restarted), closed);
        restarted.state.db.close().await;
    });
}
