//! A folder of a file system.
//!
//! On Linux, where most file systems support that, a new file has no name; it vanishes with the process, however that ends. Elsewhere, and for a
//! moment while it is named, it has a hidden name, and is locked as long as the process lives. Half of the letters of a hidden name are computed from
//! the file's inode number, which nobody knows before the file exists: so the name proves that the file is ours.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::UNIX_EPOCH;

use super::steps::{Mark, PREFIX, Steps, Whose};

/// The number of letters and digits of a hidden name.
pub(super) const LETTERS: usize = 10;
/// The number of names to try.
const TRIES: usize = 32;
/// The longest journal that is read. A journal of the most files with the longest names is shorter.
const MAX_JOURNAL: u64 = 1 << 20;

/// A folder.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The owner of new files, if the system has owners.
    owner: OnceLock<Option<u32>>,
}

/// A new file in a folder.
#[derive(Debug)]
pub(super) struct Temporary {
    pub(super) file: Arc<File>,
    /// Its hidden name, if it has one.
    path: Option<PathBuf>,
}

impl Temporary {
    /// Returns its hidden name, if it has one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // The file has moved if it was named.
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}

/// A journal, and the time when it was written, in nanoseconds.
pub(super) struct Held {
    _file: File,
    written: i64,
}

/// The lock on a folder, which keeps others from naming files in it.
#[derive(Debug)]
pub(super) struct Lock(#[allow(dead_code, reason = "it is held")] Option<File>);

impl Folder {
    pub(super) fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), owner: OnceLock::new() }
    }

    /// Locks the folder, unless another process holds the lock. If it can't be locked, as a folder that may not be read, files are named without a lock.
    pub(super) fn lock(&self) -> Option<Lock> {
        match open_lock(&self.path) {
            Ok(Some(file)) => match file.try_lock() {
                Err(fs::TryLockError::WouldBlock) => None,
                Ok(()) => Some(Lock(Some(file))),
                Err(fs::TryLockError::Error(_)) => Some(Lock(None)),
            },
            Ok(None) => None,
            Err(_) => Some(Lock(None)),
        }
    }

    /// Returns `true` if the folder is at this path.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        self.path == path
    }

    /// Returns `true` if the folder ignores the case of names.
    pub(super) fn ignores_case(&self) -> bool {
        let Ok(new) = self.make_hidden() else { return false };
        let name = new.path.as_deref().and_then(Path::file_name).unwrap_or_default();
        self.at(name.to_string_lossy().to_uppercase()).symlink_metadata().is_ok()
    }

    fn at(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.path.join(name.as_ref())
    }

    /// Opens a hidden file and locks it.
    fn hold(&self, name: &str) -> Whose<File> {
        let path = self.at(name);
        let file = match open_plainly(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Whose::Running,
            Err(_) => return Whose::Unproved,
        };
        match file.try_lock() {
            Ok(()) if is_named(&file, &path) && self.is_own(&file) => Whose::Left(file),
            // The process that held it has removed it.
            Ok(()) if path.symlink_metadata().is_err() => Whose::Running,
            Ok(()) => Whose::Unproved,
            // On a file system without locks nobody can tell.
            Err(_) => Whose::Running,
        }
    }

    /// Returns `true` if a file has the owner that new files of this process have.
    fn is_own(&self, file: &File) -> bool {
        let owner = |file: &File| file.metadata().ok().and_then(|file| owner(&file));
        let own = self.owner.get_or_init(|| self.make().ok().and_then(|new| owner(&new.file)));
        *own == owner(file)
    }

    /// Makes a new file under a hidden name.
    fn make_hidden(&self) -> io::Result<Temporary> {
        let random = retried(|| {
            let path = self.at(format!("{PREFIX}{}", random_letters(LETTERS)));
            let file = File::options().read(true).write(true).create_new(true).open(&path)?;
            Ok(Temporary { file: Arc::new(file), path: Some(path) })
        });
        let mut new = random?;
        // Lock it before its name proves that it is ours. On a file system without locks nobody takes it for a leftover either.
        let _ = new.file.try_lock();
        let proved = self.at(format!("{PREFIX}{}", proving_letters(&new.file)?));
        fs::rename(new.path.as_deref().unwrap_or(&self.path), &proved)?;
        new.path = Some(proved);
        Ok(new)
    }
}

impl Steps for Folder {
    type New = Temporary;
    type Held = Held;

    fn make(&self) -> io::Result<Temporary> {
        let Some(file) = unnamed(&self.path) else { return self.make_hidden() };
        // A process that sees it under a hidden name for a moment finds it locked.
        let _ = file.try_lock();
        Ok(Temporary { file: Arc::new(file), path: None })
    }

    fn fill(&self, file: &Temporary, bytes: &[u8]) -> io::Result<()> {
        #[cfg(unix)]
        file.file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        (&*file.file).write_all(bytes)?;
        file.file.sync_all()
    }

    fn copy(&self, name: &OsStr) -> io::Result<Temporary> {
        let mut old = File::open(self.at(name))?;
        let new = self.make()?;
        new.file.set_permissions(old.metadata()?.permissions())?;
        io::copy(&mut old, &mut &*new.file)?;
        new.file.sync_all()?;
        Ok(new)
    }

    fn hide(&self, file: &mut Temporary) -> io::Result<OsString> {
        let path = match &file.path {
            Some(path) => path,
            None => {
                let path = retried(|| {
                    let path = self.at(format!("{PREFIX}{}", proving_letters(&file.file)?));
                    link_unnamed(&file.file, &path).map(|()| path)
                });
                file.path.insert(path?)
            }
        };
        Ok(path.file_name().unwrap_or_default().to_owned())
    }

    fn mark(&self, file: &Temporary) -> io::Result<Mark> {
        Ok(mark(&file.file.metadata()?))
    }

    fn look(&self, name: &OsStr) -> Option<Mark> {
        self.at(name).symlink_metadata().ok().filter(fs::Metadata::is_file).map(|file| mark(&file))
    }

    fn link(&self, name: &OsStr, second: &OsStr) -> io::Result<()> {
        fs::hard_link(self.at(name), self.at(second))
    }

    fn rename(&self, name: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()> {
        let (from, to) = (self.at(name), self.at(to));
        if replaces { fs::rename(from, to) } else { rename_to_free(&from, &to) }
    }

    fn remove(&self, name: &OsStr) -> io::Result<()> {
        match fs::remove_file(self.at(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn sync(&self) {
        // Systems that can't sync folders keep names by themselves.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
    }

    fn hidden(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let mut names: Vec<_> =
            files.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| name.starts_with(PREFIX)).collect();
        names.sort();
        names
    }

    fn letters(&self) -> String {
        random_letters(LETTERS)
    }

    fn whose(&self, name: &str) -> Whose<bool> {
        match self.hold(name) {
            Whose::Left(file) => Whose::Left(name.strip_prefix(PREFIX).is_some_and(|letters| proves(letters, &file))),
            Whose::Running => Whose::Running,
            Whose::Unproved => Whose::Unproved,
        }
    }

    fn journal(&self, name: &str) -> Whose<(Held, Vec<u8>)> {
        let file = match self.hold(name) {
            Whose::Left(file) => file,
            Whose::Running => return Whose::Running,
            Whose::Unproved => return Whose::Unproved,
        };
        let mut bytes = Vec::new();
        let read = file.metadata().and_then(|found| {
            let is_small = found.len() <= MAX_JOURNAL && may_only_be_changed_by_its_owner(&found);
            if is_small { (&file).take(MAX_JOURNAL).read_to_end(&mut bytes) } else { Err(io::ErrorKind::InvalidData.into()) }
                .map(|_| mark(&found).modified)
        });
        read.map_or(Whose::Unproved, |written| Whose::Left((Held { _file: file, written }, bytes)))
    }

    fn is_since(&self, name: &OsStr, journal: &Held) -> bool {
        self.at(name).symlink_metadata().is_ok_and(|found| changed(&found).is_none_or(|changed| changed >= journal.written))
    }

    fn path(&self, name: &OsStr) -> PathBuf {
        self.at(name)
    }
}

fn mark(file: &fs::Metadata) -> Mark {
    let modified = file.modified().ok().map_or(0, |time| match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |nanoseconds| -nanoseconds),
    });
    Mark { number: number(file), bytes: file.len(), modified }
}

/// Returns `true` if a name is that of an open file. On systems without file numbers, returns `true` if the name exists.
fn is_named(file: &File, path: &Path) -> bool {
    let (Ok(file), Ok(named)) = (file.metadata(), path.symlink_metadata()) else { return false };
    number(&file) == number(&named)
}

/// Returns a number that no other file of a folder has, on systems that have one.
#[cfg(unix)]
fn number(file: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(file)
}

#[cfg(not(unix))]
fn number(file: &fs::Metadata) -> u64 {
    file.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |time| time.as_nanos() as u64)
}

#[cfg(unix)]
fn owner(file: &fs::Metadata) -> Option<u32> {
    Some(std::os::unix::fs::MetadataExt::uid(file))
}

#[cfg(not(unix))]
fn owner(_file: &fs::Metadata) -> Option<u32> {
    None
}

#[cfg(unix)]
fn may_only_be_changed_by_its_owner(file: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::mode(file) & 0o022 == 0
}

#[cfg(not(unix))]
fn may_only_be_changed_by_its_owner(_file: &fs::Metadata) -> bool {
    true
}

/// Returns the time when a file was last changed, named or unnamed, in nanoseconds, on systems that store it. Nobody can set it.
#[cfg(unix)]
fn changed(file: &fs::Metadata) -> Option<i64> {
    use std::os::unix::fs::MetadataExt as _;
    Some(file.ctime().saturating_mul(1_000_000_000).saturating_add(file.ctime_nsec()))
}

#[cfg(not(unix))]
fn changed(_file: &fs::Metadata) -> Option<i64> {
    None
}

/// Opens a file without following a link or waiting for a pipe.
#[cfg(target_os = "linux")]
fn open_plainly(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    // Some network file systems lock only writable files.
    let file = open(path, flags | OFlags::RDWR, Mode::empty()).or_else(|_| open(path, flags | OFlags::RDONLY, Mode::empty()))?;
    Ok(File::from(file))
}

#[cfg(not(target_os = "linux"))]
fn open_plainly(path: &Path) -> io::Result<File> {
    if !path.symlink_metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    File::options().read(true).write(true).open(path).or_else(|_| File::open(path))
}

/// Opens the file to lock while names are given in a folder: the folder itself. Returns `None` if the system reports at once that another process has it.
#[cfg(not(windows))]
fn open_lock(folder: &Path) -> io::Result<Option<File>> {
    File::open(folder).map(Some)
}

/// Opens a file that only one process can open, and that vanishes when it is closed: folders have no locks here.
#[cfg(windows)]
fn open_lock(folder: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt as _;
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    let path = folder.join(format!("{PREFIX}lock"));
    let opened = File::options().read(true).write(true).create(true).truncate(false).share_mode(0).custom_flags(DELETE_ON_CLOSE).open(path);
    match opened {
        // A sharing violation, or a file that is being removed.
        Err(error) if matches!(error.raw_os_error(), Some(32 | 5)) => Ok(None),
        opened => opened.map(Some),
    }
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

/// Returns letters and digits for a number.
fn letters_of(mut number: u64, count: usize) -> String {
    let letter = || {
        let letter = char::from_digit((number % 36) as u32, 36).unwrap_or('0');
        number /= 36;
        letter
    };
    std::iter::repeat_with(letter).take(count).collect()
}

fn random_letters(count: usize) -> String {
    use std::hash::{BuildHasher as _, RandomState};
    // Each state has its own keys.
    letters_of(RandomState::new().hash_one(0), count)
}

/// Returns letters that prove that a file is ours: the first half is random, the second is computed from it and the number of the file.
fn proving_letters(file: &File) -> io::Result<String> {
    let random = random_letters(LETTERS / 2);
    Ok(proof(&random, number(&file.metadata()?)))
}

fn proof(random: &str, number: u64) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"lacuna: a new file").update(random.as_bytes()).update(&number.to_le_bytes());
    let [a, b, c, d, e, f, g, h, ..] = *hasher.finalize().as_bytes();
    format!("{random}{}", letters_of(u64::from_le_bytes([a, b, c, d, e, f, g, h]), LETTERS - random.len()))
}

fn proves(letters: &str, file: &File) -> bool {
    let (Some(random), Ok(found)) = (letters.get(..LETTERS / 2), file.metadata()) else { return false };
    letters == proof(random, number(&found))
}

pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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
pub(super) mod tests {
    use super::super::steps::name;
    use super::*;

    /// Returns the names in a folder, sorted.
    pub(in crate::store) fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_file_replaces_no_other_unless_it_may() {
        let scratch = tempfile::tempdir().unwrap();
        let (folder, path) = (Folder::new(scratch.path()), scratch.path().join("a"));
        for make in [Folder::make as fn(&Folder) -> io::Result<Temporary>, Folder::make_hidden] {
            fs::write(&path, "old").unwrap();
            let error = name(&folder, &mut make(&folder).unwrap(), OsStr::new("a"), false).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!((names(scratch.path()), fs::read(&path).unwrap()), (vec!["a".to_owned()], b"old".to_vec()));
            name(&folder, &mut make(&folder).unwrap(), OsStr::new("a"), true).unwrap();
            assert_eq!((names(scratch.path()), fs::read(&path).unwrap()), (vec!["a".to_owned()], vec![]));
        }
    }

    #[test]
    fn a_hidden_name_proves_its_own_file_and_no_other() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::new(scratch.path());
        let new = folder.make_hidden().unwrap();
        let hidden = new.path().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(folder.whose(&hidden), Whose::Running);
        // The state that a killed process leaves.
        let left = scratch.path().join("left");
        fs::rename(new.path().unwrap(), &left).unwrap();
        drop(new);
        fs::rename(&left, scratch.path().join(&hidden)).unwrap();
        assert_eq!(folder.whose(&hidden), Whose::Left(true));
        fs::copy(scratch.path().join(&hidden), scratch.path().join("copy")).unwrap();
        fs::rename(scratch.path().join("copy"), scratch.path().join(&hidden)).unwrap();
        assert_eq!(folder.whose(&hidden), Whose::Left(false));
        fs::write(scratch.path().join(".lacuna-0123456789"), "").unwrap();
        assert_eq!(folder.whose(".lacuna-0123456789"), Whose::Left(false));
    }

    #[test]
    fn one_at_a_time_gives_names_in_a_folder() {
        let scratch = tempfile::tempdir().unwrap();
        let lock = Folder::new(scratch.path()).lock();
        assert!(lock.is_some() && Folder::new(scratch.path()).lock().is_none());
        drop(lock);
        assert!(Folder::new(scratch.path()).lock().is_some());
        assert_eq!(names(scratch.path()), Vec::<String>::new());
    }
}
