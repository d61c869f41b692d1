//! New files in a folder, and the names that they get.
//!
//! On Linux, where most file systems support that, a new file has no name; it vanishes with the process, however that ends. Elsewhere, and for a moment
//! before it replaces another file, it has a hidden name that nobody can guess.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The prefix of hidden names.
const PREFIX: &str = ".lacuna-";
/// The number of letters and digits of a hidden name: as many as hold 64 bits.
const LETTERS: usize = 13;
/// The number of names to try.
const TRIES: usize = 32;

/// A new file, which is removed when it is dropped without a name of its own.
#[derive(Debug)]
pub(super) struct New {
    pub(super) file: Arc<File>,
    /// Its hidden name, if it has one.
    hidden: Option<PathBuf>,
}

impl Drop for New {
    fn drop(&mut self) {
        if let Some(path) = &self.hidden {
            let _ = fs::remove_file(path);
        }
    }
}

impl New {
    /// Makes an empty file in a folder.
    pub(super) fn in_folder(folder: &Path) -> io::Result<Self> {
        match unnamed(folder) {
            Some(file) => Ok(Self { file: Arc::new(file), hidden: None }),
            None => Self::hidden_in(folder),
        }
    }

    fn hidden_in(folder: &Path) -> io::Result<Self> {
        retried(|| {
            let path = hidden_name(folder);
            let file = File::options().read(true).write(true).create_new(true).open(&path)?;
            Ok(Self { file: Arc::new(file), hidden: Some(path) })
        })
    }

    /// Returns its hidden name, if it has one.
    pub(super) fn hidden(&self) -> Option<&Path> {
        self.hidden.as_deref()
    }

    /// Gives a file that is to replace another its hidden name, which takes what room a name takes.
    pub(super) fn hide(&mut self, folder: &Path) -> io::Result<()> {
        if self.hidden.is_none() {
            self.hidden = Some(retried(|| {
                let path = hidden_name(folder);
                link_unnamed(&self.file, &path).map(|()| path)
            })?);
        }
        Ok(())
    }

    /// Gives the file its name, in place of another file if it has a hidden name and `replaces`. It is there whole, or not at all.
    pub(super) fn name(&mut self, to: &Path, replaces: bool) -> io::Result<()> {
        match &self.hidden {
            None => link_unnamed(&self.file, to),
            Some(hidden) => {
                if replaces { fs::rename(hidden, to) } else { rename_to_free(hidden, to) }?;
                self.hidden = None;
                Ok(())
            }
        }
    }
}

/// Returns the folder that a path lies in.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns `true` if a folder ignores the case of names.
pub(super) fn ignores_case(folder: &Path) -> bool {
    let Ok(new) = New::hidden_in(folder) else { return false };
    let name = new.hidden().and_then(Path::file_name).unwrap_or_default();
    folder.join(name.to_string_lossy().to_uppercase()).symlink_metadata().is_ok()
}

/// Makes sure that the names in a folder survive a loss of power. Systems that can't sync folders keep names by themselves.
pub(super) fn sync(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Returns the files of a folder that have hidden names, sorted: those of bakes that run now, and those that killed ones left.
pub(super) fn hidden_files(folder: &Path) -> Vec<PathBuf> {
    let is_hidden = |name: &str| name.strip_prefix(PREFIX).is_some_and(|letters| letters.len() == LETTERS);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_hidden));
    let mut files: Vec<PathBuf> =
        files.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file())).map(|entry| folder.join(entry.file_name())).collect();
    files.sort();
    files
}

fn hidden_name(folder: &Path) -> PathBuf {
    use std::hash::{BuildHasher as _, RandomState};
    // Each state has its own keys, which the system's random numbers begin.
    let mut number = RandomState::new().hash_one(0);
    let letter = || {
        let letter = char::from_digit((number % 36) as u32, 36).unwrap_or('0');
        number /= 36;
        letter
    };
    folder.join(PREFIX.chars().chain(std::iter::repeat_with(letter).take(LETTERS)).collect::<String>())
}

/// Tries again with another name if one is taken.
fn retried<T>(mut make: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let mut tries = 0;
    loop {
        match make() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            made => return made,
        }
    }
}

/// Makes a file without a name, if the system supports that.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    // Names are given through this folder.
    if !Path::new("/proc/self/fd").is_dir() {
        return None;
    }
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_folder: &Path) -> Option<File> {
    None
}

/// Gives a file without a name its first one, unless that is taken.
#[cfg(target_os = "linux")]
fn link_unnamed(file: &File, to: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{AtFlags, CWD};
    let from = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(rustix::fs::linkat(CWD, from, CWD, to, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link_unnamed(_file: &File, _to: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Renames a file unless the new name is taken.
fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // Not every file system supports it.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            done => return Ok(done?),
        }
    }
    // Unlike renaming, linking fails if the name is taken.
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) if to.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_replaces_no_other_unless_it_may_and_leaves_nothing_beside() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("a");
        let names = || fs::read_dir(scratch.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
        for make in [New::in_folder as fn(&Path) -> io::Result<New>, New::hidden_in] {
            fs::write(&path, "old").unwrap();
            let error = make(scratch.path()).unwrap().name(&path, false).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!((names(), fs::read(&path).unwrap()), (vec!["a".into()], b"old".to_vec()));
            let mut new = make(scratch.path()).unwrap();
            new.hide(scratch.path()).unwrap();
            assert_eq!(hidden_files(scratch.path()), [new.hidden().unwrap()]);
            new.name(&path, true).unwrap();
            assert_eq!((names(), fs::read(&path).unwrap()), (vec!["a".into()], vec![]));
        }
    }
}
