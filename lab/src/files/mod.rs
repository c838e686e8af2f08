//! Writes files that are renamed into place once they are complete.
//!
//! A regular file is written under a unique name in the same folder, synced and renamed. Standard output, devices and pipes
//! are written directly, because renaming a file over them would destroy them.

mod destination;
mod error;
mod part;
mod partial;

pub use destination::Destination;
pub use error::ExportError;
pub use part::{abandon_all, sweep};
pub use partial::Partial;

use std::io::Write;
use std::path::Path;

/// Writes a whole file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    let mut file = Partial::create(path)?;
    file.write_all(bytes).map_err(|source| file.error(source))?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn two_files_with_the_same_name_do_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut files = [Partial::create(&path).unwrap(), Partial::create(&path).unwrap()];
        for (file, text) in files.iter_mut().zip(["first", "second"]) {
            file.write_all(text.as_bytes()).unwrap();
        }
        let [first, second] = files;
        second.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        first.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_dropped_file_leaves_the_earlier_file_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "earlier").unwrap();
        let mut file = Partial::create(&path).unwrap();
        file.write_all(b"later").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "earlier");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_name_as_long_as_the_system_allows_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("é".repeat(127));
        Partial::create(&path).unwrap().commit().unwrap();
        assert!(path.exists());
    }

    #[test]
    fn folders_are_not_files() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["", "a/", "missing/a", "a/.."] {
            assert!(Destination::for_path(&folder.path().join(name)).is_err(), "{name}");
        }
        assert!(Destination::for_path(Path::new("")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn permissions_follow_the_earlier_file_or_the_default() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (new, usual) = (folder.path().join("new"), folder.path().join("usual"));
        fs::write(&usual, "").unwrap();
        Partial::create(&new).unwrap().commit().unwrap();
        assert_eq!(mode(&new), mode(&usual));
        fs::set_permissions(&new, fs::Permissions::from_mode(0o640)).unwrap();
        Partial::create(&new).unwrap().commit().unwrap();
        assert_eq!(mode(&new), 0o640);
    }
}
