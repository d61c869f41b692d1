//! Files without their final name: on Linux without any, elsewhere under a temporary one beside it.
//!
//! A file without a name vanishes with the process, however that ends. One with a name is locked as long as the process lives; the next bake into the
//! folder removes those that nobody holds.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What temporary names begin with; letters and digits follow.
const PREFIX: &str = ".lacuna-";
/// The same of files that were there before and are kept until the new ones stay. Whatever happens, none of these is taken for abandoned.
const OLD: &str = ".lacuna-old-";
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
        let (file, path) = fresh(folder, PREFIX, |path| {
            let file = File::options().read(true).write(true).create_new(true).open(path)?;
            // Another bake may have taken it for one that nobody holds, between its making and its locking.
            match file.try_lock() {
                Ok(()) if !path.exists() => Err(io::ErrorKind::AlreadyExists.into()),
                Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(file),
                Err(fs::TryLockError::WouldBlock) => Err(io::ErrorKind::AlreadyExists.into()),
            }
        })?;
        Ok(Self { file: Arc::new(file), path: Some(path) })
    }

    /// Gives the file its final name. Without `replaces` it is an error if there is one of that name.
    pub(super) fn persist(mut self, to: &Path, replaces: bool) -> io::Result<()> {
        let folder = folder(to);
        match (&self.path, replaces) {
            (None, false) => return link_unnamed(&self.file, to),
            (None, true) => self.path = Some(fresh(folder, PREFIX, |path| link_unnamed(&self.file, path))?.1),
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

/// What stood under a name before it was replaced, until that is sure to stay.
#[derive(Debug)]
pub(super) struct Backup {
    kept: PathBuf,
    of: PathBuf,
    is_needed: bool,
}

impl Backup {
    /// Keeps the file of a name under a second one.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let kept = match fresh(folder(path), OLD, |kept| fs::hard_link(path, kept)) {
            Ok(((), kept)) => kept,
            // A file system without links, or one that refuses them to others than the owner.
            Err(_) => fresh(folder(path), OLD, |kept| copy(path, kept))?.1,
        };
        Ok(Self { kept, of: path.to_owned(), is_needed: true })
    }

    /// Lets go of the old file: the new one stays.
    pub(super) fn discard(mut self) {
        self.is_needed = false;
    }
}

impl Drop for Backup {
    fn drop(&mut self) {
        // The only copy is kept where it can't be put back.
        if !self.is_needed || fs::rename(&self.kept, &self.of).is_ok() {
            // It is still there where both names were those of one file.
            let _ = fs::remove_file(&self.kept);
        }
    }
}

/// Copies a file under a name that is not taken.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let (mut old, mut new) = (File::open(from)?, File::create_new(to)?);
    new.set_permissions(old.metadata()?.permissions())?;
    let copied = io::copy(&mut old, &mut new).and_then(|_| new.sync_all());
    copied.inspect_err(|_| drop(fs::remove_file(to)))
}

/// Removes the temporary files in a folder that no running process holds.
pub(super) fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).is_some_and(|letters| {
            letters.len() == LETTERS && letters.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        });
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path();
        if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes something under a temporary name that nothing else has.
fn fresh<T>(folder: &Path, prefix: &str, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, PathBuf)> {
    use std::hash::{BuildHasher as _, RandomState};
    let mut tries = 0;
    loop {
        // Each state has keys of its own.
        let mut number = RandomState::new().hash_one(tries);
        let letters: String = std::iter::repeat_with(|| {
            let letter = char::from_digit((number % 36) as u32, 36).unwrap_or('0');
            number /= 36;
            letter
        })
        .take(LETTERS)
        .collect();
        let path = folder.join(format!("{prefix}{letters}"));
        match make(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            made => return Ok((made?, path)),
        }
    }
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
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_backup_is_put_back_or_discarded_and_leaves_no_second_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        // Nothing was replaced yet: both names are those of one file.
        drop(Backup::of(&path).unwrap());
        assert_eq!((names(folder.path()), fs::read(&path).unwrap()), (vec!["a".to_owned()], b"old".to_vec()));
        let new = |text: &str| {
            use std::io::Write as _;
            let temporary = Temporary::new(folder.path()).unwrap();
            (&*temporary.file).write_all(text.as_bytes()).unwrap();
            temporary.persist(&path, true).unwrap();
        };
        let backup = Backup::of(&path).unwrap();
        new("new");
        drop(backup);
        assert_eq!((names(folder.path()), fs::read(&path).unwrap()), (vec!["a".to_owned()], b"old".to_vec()));
        let backup = Backup::of(&path).unwrap();
        new("newer");
        backup.discard();
        assert_eq!((names(folder.path()), fs::read(&path).unwrap()), (vec!["a".to_owned()], b"newer".to_vec()));
    }

    #[test]
    fn an_old_file_is_never_taken_for_an_abandoned_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        // As a process that is killed leaves it.
        std::mem::forget(Backup::of(&path).unwrap());
        assert_eq!(names(folder.path()).len(), 2);
        remove_abandoned(folder.path());
        assert_eq!(names(folder.path()).len(), 2);
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
