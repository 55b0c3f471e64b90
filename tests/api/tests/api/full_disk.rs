//! SQLite on a disk that is really full: a small in-memory file system, which only root can mount.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use api_tests::{Answer, Database, START, TestApp, run};
use callout_domain::clock::SECOND;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use serde_json::json;

use crate::journey::{booked, quote, wish};

/// A small disk for one test.
struct Disk(tempfile::TempDir);

impl Disk {
    /// `None` where mounting is not permitted.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=8m,mode=0700", "tmpfs"])
            .arg(folder.path())
            .output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self(folder));
        }
        eprintln!("left out: a full disk (mounting one is not permitted here)");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes up all the space that is left.
    fn fill(&self) {
        let mut ballast = File::options()
            .create(true)
            .append(true)
            .open(self.path().join("ballast"))
            .unwrap();
        for size in [65_536, 4_096] {
            while ballast.write_all(&vec![b'x'; size]).is_ok() {}
        }
    }

    fn free(&self) {
        fs::remove_file(self.path().join("ballast")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}

#[test]
fn a_full_disk_is_reported_and_survived() {
    run(Database::Sqlite, async |_| {
        let Some(disk) = Disk::mount() else { return };
        let app = TestApp::start(disk.path(), None, START).await;
        let ready = async || app.get("/readyz").send().await;
        let guest = app.guest().await;
        let _ = booked(&app, &guest).await;
        let _ = ready().await.expect_status(200);
        disk.fill();
        // The write-ahead log has room for a little more.
        let refused = loop {
            let ip = app.fresh_ip();
            let answer = app
                .post("/api/clients/ensure-guest")
                .ip(ip)
                .json(&json!({ "phone": "07700 900555" }))
                .send()
                .await;
            if answer.status.as_u16() != 200 {
                break answer;
            }
            disk.fill();
        };
        assert_eq!(refused.header("retry-after"), Some("60"));
        refused.problem(503, "storage_exhausted");
        ready().await.problem(503, "not_ready");
        // Reads still work.
        let _ = app
            .get("/api/bookings")
            .bearer(&guest.token)
            .send()
            .await
            .expect_status(200);
        disk.free();
        app.clock.advance(30 * SECOND);
        let _ = ready().await.expect_status(200);
        let next = app.guest().await;
        let _ = quote(&app, &next, &wish()).await;
        app.state.db.close().await;
    });
}

#[test]
fn a_photo_that_finds_no_room_is_no_fault_of_ours() {
    run(Database::Sqlite, async |app| {
        let Some(disk) = Disk::mount() else { return };
        let files = disk.path().join("files").display().to_string();
        let elsewhere = app.restarted(|config| config.files_url = Some(files)).await;
        // Full where photos are kept, then where they arrive.
        let here = TestApp::start(disk.path(), None, START).await;
        for app in [elsewhere, here] {
            disk.fill();
            let refused = upload(&app).await;
            assert_eq!(refused.header("retry-after"), Some("60"));
            refused.problem(503, "storage_exhausted");
            disk.free();
            let _ = upload(&app).await.expect_status(201);
            app.state.db.close().await;
        }
    });
}

/// Sends a photo too large for the crumbs that a full disk has left.
async fn upload(app: &TestApp) -> Answer {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let noise = RgbImage::from_fn(256, 256, |x, y| {
        let mixed = (x * 7_919 + y * 104_729).wrapping_mul(2_654_435_761);
        Rgb([
            mixed.to_be_bytes()[0],
            mixed.to_be_bytes()[1],
            mixed.to_be_bytes()[2],
        ])
    });
    DynamicImage::ImageRgb8(noise)
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    let files = [("file", "a.png", "image/png", bytes.get_ref().as_slice())];
    app.post("/api/uploads")
        .ip(app.fresh_ip())
        .multipart(&[], &files)
        .send()
        .await
}

#[test]
fn starting_on_a_full_disk_says_so() {
    run(Database::Sqlite, async |_| {
        let Some(disk) = Disk::mount() else { return };
        let url = format!("sqlite:{}", disk.path().join("callout.db").display());
        // This holds for a new database and for an existing one.
        for kept in [false, true] {
            if kept {
                callout_store::open(&url).await.unwrap().close().await;
            }
            disk.fill();
            let refused = callout_store::open(&url).await.map(drop).unwrap_err().to_string();
            assert!(refused.starts_with("there is no space left"), "{refused}");
            disk.free();
            let _ = fs::remove_file(disk.path().join("callout.db"));
        }
    });
}
