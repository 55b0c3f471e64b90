//! The secret from which all keys are derived: the configured one, or one generated on the first start and kept in the data
//! folder.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use secrecy::{ExposeSecret as _, SecretString};

use crate::config::Config;
use crate::{clock, keys, private};

/// Minimum length of a secret in characters.
const LENGTH: usize = 32;

/// Its file in the data folder.
const FILE: &str = "jwt-secret";

/// The configured secret, or the one kept in the data folder. The folder must exist and belong to the server alone.
///
/// # Errors
/// A sentence for the operator: the secret is too short, or cannot be read or written.
pub fn load(config: &Config) -> Result<SecretString, String> {
    if let Some(secret) = &config.jwt_secret {
        if is_short(secret.expose_secret()) {
            return Err(format!(
                "CALLOUT_JWT_SECRET is too short: {LENGTH} characters or more"
            ));
        }
        return Ok(secret.clone());
    }
    let path = config.data_dir.join(FILE);
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    match fs::read_to_string(&path) {
        Ok(kept) => {
            private::file(&path).map_err(failed)?;
            let kept = kept.trim();
            if is_short(kept) {
                return Err(format!(
                    "{}: the secret is cut short or empty ({} characters, {LENGTH} or more are needed). Restore the file from a backup; \
                     or delete it, and a new secret is made: then everybody is signed out, and links that were sent no longer work",
                    path.display(),
                    kept.chars().count(),
                ));
            }
            Ok(kept.to_owned().into())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let random = clock::random_bytes::<32>().map_err(|error| error.to_string())?;
            let made = keys::sha256_text(&random);
            keep(&config.data_dir, &made).map_err(failed)?;
            Ok(made.into())
        }
        Err(error) => Err(failed(error)),
    }
}

fn is_short(secret: &str) -> bool {
    secret.chars().count() < LENGTH
}

/// Writes to a temporary name first, so that after a power cut or on a full disk the file is either complete or absent.
fn keep(folder: &Path, secret: &str) -> io::Result<()> {
    let unfinished = folder.join(format!("{FILE}.unfinished"));
    let written = write(&unfinished, secret)
        .and_then(|()| fs::rename(&unfinished, folder.join(FILE)))
        .and_then(|()| sync_folder(folder));
    if written.is_err() {
        // A partial file would only confuse.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = private::file(path)?;
    file.set_len(0)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The rename is durable only once the folder is synced.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

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
        assert_eq!(names, [FILE]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(folder.path().join(FILE))
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
        let path = folder.path().join(FILE);
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
        let kept = fs::read_to_string(folder.path().join(FILE)).unwrap();
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
}
