//! Files and folders that only the server's own user may open, since they contain people's addresses and the server's keys.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Whatever this process writes from now on, by whichever library, is for this user alone.
pub fn close_what_is_written() {
    #[cfg(target_os = "linux")]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Makes a folder for this user alone. If it exists and is open to others, its permissions are tightened.
///
/// # Errors
/// When it cannot be made or restricted, or is a folder that every user writes to, such as `/tmp`.
pub fn folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
        fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        let is_shared = fs::metadata(path)?.permissions().mode() & 0o1000 != 0;
        if is_shared {
            return Err(io::Error::other(
                "every user of this machine may write here; choose a folder that is the server's alone",
            ));
        }
        close_to_others(path, 0o700)
    }
    #[cfg(not(unix))]
    fs::create_dir_all(path)
}

/// Opens a file for writing, created for this user alone. If it exists and is open to others, its permissions are tightened.
///
/// # Errors
/// When it cannot be opened or restricted.
pub fn file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    close_to_others(path, 0o600)?;
    Ok(file)
}

#[cfg(unix)]
fn close_to_others(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if fs::metadata(path)?.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("other users may open this, and it cannot be closed to them (chmod {mode:o}): {error}"),
        )
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> Option<u32> {
        let metadata = fs::metadata(path).ok()?;
        Some(metadata.permissions().mode() & 0o7777)
    }

    #[test]
    fn new_files_and_folders_are_private() {
        let root = tempfile::tempdir().unwrap();
        let made = root.path().join("a/b");
        folder(&made).unwrap();
        file(&made.join("c")).unwrap();
        assert_eq!((mode(&made), mode(&made.join("c"))), (Some(0o700), Some(0o600)));
    }

    #[test]
    fn permissions_open_to_others_are_tightened() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("kept");
        fs::write(&path, "kept").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        fs::set_permissions(root.path(), fs::Permissions::from_mode(0o755)).unwrap();
        folder(root.path()).unwrap();
        file(&path).unwrap();
        assert_eq!((mode(root.path()), mode(&path)), (Some(0o700), Some(0o600)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    }

    #[test]
    fn a_world_writable_folder_is_refused_and_left_unchanged() {
        let root = tempfile::tempdir().unwrap();
        fs::set_permissions(root.path(), fs::Permissions::from_mode(0o1777)).unwrap();
        assert!(folder(root.path()).is_err());
        assert_eq!(mode(root.path()), Some(0o1777));
    }
}
