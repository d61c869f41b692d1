//! Files without their final name: on Linux without any, elsewhere under a temporary one beside it.
//!
//! A file without a name vanishes with the process, however that ends. One with a name is locked as long as the process lives; the next bake into the
//! folder removes those that nobody holds.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What temporary names begin with; letters and digits follow.
pub(super) const PREFIX: &str = ".lacuna-";
const LETTERS: usize = 10;
/// How often another name is tried.
const TRIES: usize = 32;

/// A new file in a folder.
#[derive(Debug)]
pub(super) struct Temporary {
    pub(super) file: Arc<File>,
    /// Its temporary name, where it has one.
    path: Option<PathBuf>,
}

impl Temporary {
    /// A new, empty file in a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        if let Some(file) = unnamed(folder) {
            // Whoever gives it a temporary name for a moment finds it locked.
            let _ = file.try_lock();
            return Ok(Self { file: Arc::new(file), path: None });
        }
        let (file, path) = fresh(folder, |path| {
            let file = File::options().read(true).write(true).create_new(true).open(path)?;
            // Another bake may have taken it for one that nobody holds, between its making and its locking.
            match file.try_lock() {
                Ok(()) if !is_named(&file, path) => Err(io::ErrorKind::AlreadyExists.into()),
                Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(file),
                Err(fs::TryLockError::WouldBlock) => Err(io::ErrorKind::AlreadyExists.into()),
            }
        })?;
        Ok(Self { file: Arc::new(file), path: Some(path) })
    }

    /// Its temporary name, where it has one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Gives the file its final name. Without `replaces` it is an error if there is one of that name.
    pub(super) fn persist(mut self, to: &Path, replaces: bool) -> io::Result<()> {
        let folder = folder(to);
        match (&self.path, replaces) {
            (None, false) => return link_unnamed(&self.file, to),
            (None, true) => self.path = Some(fresh(folder, |path| link_unnamed(&self.file, path))?.1),
            (Some(_), _) => {}
        }
        let Some(path) = &self.path else { return Ok(()) };
        if replaces {
            fs::rename(path, to)?;
        } else {
            // Unlike renaming, linking fails where the name is taken.
            match fs::hard_link(path, to) {
                Ok(()) => fs::remove_file(path)?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) if to.symlink_metadata().is_ok() => return Err(io::ErrorKind::AlreadyExists.into()),
                Err(_) => fs::rename(path, to)?,
            }
        }
        self.path = None;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes the temporary files in a folder that no running process holds.
pub(super) fn remove_abandoned(folder: &Path) {
    for (path, letters) in with_prefix(folder) {
        if is_letters(&letters)
            && let Some(_held) = abandoned(&path)
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// The regular files in a folder whose names begin as temporary ones do, with the rest of the name.
pub(super) fn with_prefix(folder: &Path) -> Vec<(PathBuf, String)> {
    let rest = |name: &str| name.strip_prefix(PREFIX).map(str::to_owned);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter_map(|entry| Some((rest(entry.file_name().to_str()?)?, entry)));
    named.filter(|(_, entry)| entry.file_type().is_ok_and(|kind| kind.is_file())).map(|(rest, entry)| (entry.path(), rest)).collect()
}

/// Whether these are letters of a temporary name.
pub(super) fn is_letters(text: &str) -> bool {
    text.len() == LETTERS && text.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
}

/// Opens a file and holds its lock, where no running process holds it and it still has its name.
pub(super) fn abandoned(path: &Path) -> Option<File> {
    let file = File::open(path).ok()?;
    file.try_lock().ok()?;
    is_named(&file, path).then_some(file)
}

/// Whether a name is that of an open file. Where a system numbers no files, whether there is such a name.
pub(super) fn is_named(file: &File, path: &Path) -> bool {
    let (Ok(file), Ok(named)) = (file.metadata(), path.symlink_metadata()) else { return false };
    number(&file) == number(&named)
}

/// A number that no other file of a folder has, where the system has such.
#[cfg(unix)]
pub(super) fn number(file: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(file)
}

#[cfg(not(unix))]
pub(super) fn number(_file: &fs::Metadata) -> u64 {
    0
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes something under a temporary name that nothing else has.
fn fresh<T>(folder: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, PathBuf)> {
    let mut tries = 0;
    loop {
        let path = folder.join(format!("{PREFIX}{}", letters()));
        match make(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            made => return Ok((made?, path)),
        }
    }
}

/// The letters of a new temporary name.
pub(super) fn letters() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    // Each state has keys of its own.
    let mut number = RandomState::new().hash_one(0);
    let letter = || {
        let letter = char::from_digit((number % 36) as u32, 36).unwrap_or('0');
        number /= 36;
        letter
    };
    std::iter::repeat_with(letter).take(LETTERS).collect()
}

/// A file without a name, where the system has such.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    // Names are given by way of this folder.
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The names in a folder, in order.
    pub(in crate::store) fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_file_replaces_no_other_unless_it_may() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let error = Temporary::new(folder.path()).unwrap().persist(&path, false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!((names(folder.path()), fs::read(&path).unwrap()), (vec!["a".to_owned()], b"old".to_vec()));
    }
}
