//! The secret from which all keys are derived: the configured one, or one generated on the first start and kept in the data
//! folder.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use secrecy::{ExposeSecret as _, SecretString};

use callout_db::private;
use callout_domain::clock;
use callout_domain::config::Config;
use callout_domain::keys;

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
