//! Other users of the machine cannot read the server's data folder.
#![cfg(unix)]

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt as _;

use std::path::{Path, PathBuf};

use api_tests::{Database, TestApp, run};

use crate::people::master_code;
use crate::uploads::stored;

const FILES: [&str; 3] = ["callout.db", "callout.db-wal", "callout.db-shm"];

fn modes(app: &TestApp) -> Vec<u32> {
    let mode = |name: &str| app.folder.join(name).metadata().unwrap().permissions().mode() & 0o777;
    ["", "jwt-secret"].into_iter().chain(FILES).map(mode).collect()
}

/// Every file and folder in a folder.
fn everything(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| {
        let within = if path.is_dir() {
            everything(&path)
        } else {
            Vec::new()
        };
        [vec![path], within].concat()
    };
    entries.flat_map(below).collect()
}

#[test]
fn the_data_folder_is_closed_to_others() {
    run(Database::Sqlite, async |app: TestApp| {
        let closed = [0o700, 0o600, 0o600, 0o600, 0o600];
        app.guest().await;
        // What the libraries write: a photo, and the outbox.
        let _ = stored(&app).await;
        let _ = master_code(&app, "pro@example.com").await;
        assert_eq!(modes(&app), closed);
        for path in everything(&app.folder) {
            let mode = path.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(
                mode,
                if path.is_dir() { 0o700 } else { 0o600 },
                "{}",
                path.display()
            );
        }
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
