//! The secret of the installation.

use std::fs;
use std::path::Path;

use callout::secret::load;
use callout_domain::config::Config;
use clap::Parser;
use secrecy::ExposeSecret as _;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    config: Config,
}

fn config(folder: &Path) -> Config {
    let folder = folder.to_str().unwrap();
    Line::parse_from(["callout", "--data-dir", folder]).config
}

#[test]
fn a_generated_secret_is_kept_complete_and_private() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(folder.path());
    let made = load(&config).unwrap();
    assert_eq!(load(&config).unwrap().expose_secret(), made.expose_secret());
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["jwt-secret"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(folder.path().join("jwt-secret"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_truncated_secret_is_refused_and_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(folder.path());
    let path = folder.path().join("jwt-secret");
    for short in ["", "\n", &"x".repeat(31), &format!("{}   ", "x".repeat(31))] {
        fs::write(&path, short).unwrap();
        let refused = load(&config).map(|_| ()).unwrap_err();
        assert!(
            refused.contains("jwt-secret") && refused.contains("32 or more"),
            "{refused}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), short);
    }
    fs::write(&path, "x".repeat(32)).unwrap();
    assert_eq!(load(&config).unwrap().expose_secret(), "x".repeat(32));
}

#[test]
fn an_interrupted_write_is_redone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("jwt-secret.unfinished"),
        "half of a sec".repeat(9),
    )
    .unwrap();
    let made = load(&config(folder.path())).unwrap();
    let kept = fs::read_to_string(folder.path().join("jwt-secret")).unwrap();
    assert_eq!(kept, made.expose_secret());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_configured_secret_must_be_long_enough_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    config.jwt_secret = Some("x".repeat(31).into());
    assert!(load(&config).is_err());
    config.jwt_secret = Some("x".repeat(32).into());
    assert!(load(&config).is_ok());
}
