//! Several files get their names together, or none does.
//!
//! 1. A journal beside them lists what tells the new files, and the old ones that they replace, from all others.
//! 2. One after another, an old file gets a second name, and the new one the first.
//! 3. The journal gets another name. From now on the new files stay.
//! 4. The second names and the journal are removed.
//!
//! What fails before the third step is taken back: old files get their names again, and new ones are removed. If the process is killed, the next bake into
//! the folder finds a journal that nobody holds, and does the same; after the third step it does what is left of the fourth. It touches nothing that
//! somebody else put under one of the names in between.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::temporary::{PREFIX, Temporary, abandoned, folder, is_letters, is_named, letters, number, remove_abandoned, with_prefix};

/// The journal's name while files get theirs. Letters follow, as for the others.
const NAMING: &str = "set-";
/// Its name when all have theirs.
const NAMED: &str = "done-";
/// What old files are called in between: the letters of the journal and the number of the file follow. A file of such a name that no journal lists is
/// left alone.
const OLD: &str = "old-";
/// What whoever gives several files of a folder their names holds locked, so that two sets don't mix. It has letters, like other temporary files, and is
/// removed like them.
const HELD: &str = "givesnames";
/// How long another set may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest journal that is read.
const MAX_JOURNAL: u64 = 1 << 28;

/// Gives files their names. In an error, which belongs to a file, what was there before is there again.
pub(super) fn name_all(mut files: Vec<(PathBuf, Temporary)>, replaces: bool) -> Result<(), (PathBuf, io::Error)> {
    if files.len() < 2 {
        // One name is given at once.
        return files.pop().map_or(Ok(()), |(path, file)| {
            file.persist(&path, replaces).map_err(|error| (path.clone(), error))?;
            sync(folder(&path));
            Ok(())
        });
    }
    let mut folders = BTreeMap::<PathBuf, Vec<(PathBuf, Temporary)>>::new();
    for (path, file) in files {
        let folder = fs::canonicalize(folder(&path)).map_err(|error| (path.clone(), error))?;
        folders.entry(folder).or_default().push((path, file));
    }
    let mut sets = Vec::new();
    let named = name_each(folders, replaces, &mut sets);
    if let Err((path, error)) = named {
        let is_as_it_was = sets.into_iter().rev().map(Set::take_back).filter(|is_back| !is_back).count() == 0;
        let kept =
            "; what was there is kept under a name that begins with .lacuna-old-, and the next bake into the folder tries to put it back";
        return Err((path, if is_as_it_was { error } else { io::Error::new(error.kind(), format!("{error}{kept}")) }));
    }
    for set in sets {
        set.finish();
    }
    Ok(())
}

/// The first three steps. The sets that were begun are added to a list.
fn name_each(
    folders: BTreeMap<PathBuf, Vec<(PathBuf, Temporary)>>,
    replaces: bool,
    sets: &mut Vec<Set>,
) -> Result<(), (PathBuf, io::Error)> {
    for (folder, files) in folders {
        let of_first = |error| (files[0].0.clone(), error);
        sets.push(Set::begin(&folder, &files, replaces).map_err(of_first)?);
        let Some(set) = sets.last() else { continue };
        for (entry, (path, file)) in files.into_iter().enumerate() {
            set.name(entry, file).map_err(|error| (path, error))?;
        }
    }
    sets.iter_mut().try_for_each(|set| set.commit().map_err(|error| (set.path(0), error)))
}

/// Ends what killed bakes began in a folder, and removes what they left. The bakes of other users are left alone.
pub(super) fn recover(folder: &Path) {
    remove_abandoned(folder);
    let journals = with_prefix(folder).into_iter().filter_map(|(path, rest)| {
        let of = |prefix: &str| rest.strip_prefix(prefix).filter(|letters| is_letters(letters)).map(str::to_owned);
        let (letters, is_done) = of(NAMING).map(|letters| (letters, false)).or_else(|| Some((of(NAMED)?, true)))?;
        Some((path, letters, is_done))
    });
    for (path, letters, is_done) in journals {
        if let Some(set) = Set::abandoned(folder, path, letters) {
            if is_done {
                set.finish();
            } else {
                set.take_back();
            }
        }
    }
}

/// The files of one folder that get their names together.
struct Set {
    folder: PathBuf,
    letters: String,
    files: Vec<Entry>,
    /// The journal, and its lock.
    journal: PathBuf,
    _lock: Arc<File>,
    _hold: Option<Hold>,
}

/// A file as the journal lists it.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    name: OsString,
    new: Mark,
    /// The file that it replaces.
    old: Option<Mark>,
}

/// What tells a file from all others that have or had its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    number: u64,
    bytes: u64,
    /// In nanoseconds.
    modified: i64,
}

impl Mark {
    fn of(file: &fs::Metadata) -> Self {
        let modified = file.modified().ok().map_or(0, |time| match time.duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |nanoseconds| -nanoseconds),
        });
        Self { number: number(file), bytes: file.len(), modified }
    }

    /// That of the regular file of a name.
    fn at(path: &Path) -> Option<Self> {
        path.symlink_metadata().ok().filter(fs::Metadata::is_file).map(|file| Self::of(&file))
    }
}

impl Set {
    /// Writes the journal.
    fn begin(folder: &Path, files: &[(PathBuf, Temporary)], replaces: bool) -> io::Result<Self> {
        let hold = Hold::of(folder)?;
        let entry = |(path, file): &(PathBuf, Temporary)| {
            let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
            let old = if replaces { Mark::at(&folder.join(&name)) } else { None };
            Ok(Entry { name, new: Mark::of(&file.file.metadata()?), old })
        };
        let files = files.iter().map(entry).collect::<io::Result<Vec<_>>>()?;
        let temporary = Temporary::new(folder)?;
        let lock = Arc::clone(&temporary.file);
        let mut writer = BufWriter::new(&*lock);
        serde_json::to_writer(&mut writer, &files)?;
        writer.flush()?;
        drop(writer);
        lock.sync_all()?;
        let letters = letters();
        let journal = folder.join(format!("{PREFIX}{NAMING}{letters}"));
        temporary.persist(&journal, false)?;
        sync(folder);
        Ok(Self { folder: folder.to_owned(), letters, files, journal, _lock: lock, _hold: hold })
    }

    /// That of a journal whose bake is over.
    fn abandoned(folder: &Path, journal: PathBuf, letters: String) -> Option<Self> {
        let hold = Hold::of(folder).ok()?;
        let lock = abandoned(&journal)?;
        if !is_own(&lock, folder) {
            return None;
        }
        let files: Vec<Entry> = serde_json::from_reader(BufReader::new((&lock).take(MAX_JOURNAL))).ok()?;
        let is_name = |entry: &Entry| Path::new(&entry.name).file_name() == Some(&entry.name);
        let folder = folder.to_owned();
        files.iter().all(is_name).then(|| Self { folder, letters, files, journal, _lock: Arc::new(lock), _hold: hold })
    }

    fn path(&self, entry: usize) -> PathBuf {
        self.folder.join(&self.files[entry].name)
    }

    /// The second name of the old file.
    fn kept(&self, entry: usize) -> PathBuf {
        self.folder.join(format!("{PREFIX}{OLD}{}-{entry}", self.letters))
    }

    /// Gives a file its name.
    fn name(&self, entry: usize, file: Temporary) -> io::Result<()> {
        let replaces = self.files[entry].old.is_some();
        if replaces {
            keep(&self.path(entry), &self.kept(entry))?;
        }
        file.persist(&self.path(entry), replaces)
    }

    /// From now on the new files stay.
    fn commit(&mut self) -> io::Result<()> {
        let done = self.folder.join(format!("{PREFIX}{NAMED}{}", self.letters));
        fs::rename(&self.journal, &done)?;
        self.journal = done;
        sync(&self.folder);
        Ok(())
    }

    /// Lets go of the old files. What can't be removed, the next bake tries again.
    fn finish(self) {
        let left = (0..self.files.len()).filter(|&entry| !removed(&self.kept(entry))).count();
        if left == 0 {
            removed(&self.journal);
        }
    }

    /// Puts the old files back, and removes the new ones. Says whether all is done; otherwise the journal stays.
    fn take_back(self) -> bool {
        let not_back = (0..self.files.len()).rev().filter(|&entry| !self.take_back_one(entry)).count();
        sync(&self.folder);
        not_back == 0 && removed(&self.journal)
    }

    fn take_back_one(&self, entry: usize) -> bool {
        let (path, kept) = (self.path(entry), self.kept(entry));
        let Entry { new, old, .. } = &self.files[entry];
        match (Mark::at(&path), Mark::at(&kept)) {
            (Some(found), None) if found == *new => old.is_some() || removed(&path),
            (Some(found), Some(_)) if found == *new => fs::rename(&kept, &path).is_ok(),
            // It was not replaced.
            (Some(found), Some(second)) if Some(found) == *old || found == second => removed(&kept),
            // Somebody removed it, or put something else there that is no file.
            (None, Some(_)) => match fs::hard_link(&kept, &path) {
                Ok(()) => removed(&kept),
                Err(_) => path.symlink_metadata().is_err() && fs::rename(&kept, &path).is_ok(),
            },
            // Somebody put another file there: both stay.
            (Some(_), Some(_)) | (_, None) => true,
        }
    }
}

/// Gives the file of a name a second one.
fn keep(path: &Path, kept: &Path) -> io::Result<()> {
    // Some file systems have no second names, and some refuse them to others than the owner.
    fs::hard_link(path, kept).or_else(|_| copy(path, kept))
}

/// Copies a file under a name that is not taken.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let (mut old, mut new) = (File::open(from)?, File::create_new(to)?);
    new.set_permissions(old.metadata()?.permissions())?;
    let copied = io::copy(&mut old, &mut new).and_then(|_| new.sync_all());
    copied.inspect_err(|_| drop(fs::remove_file(to)))
}

/// Removes a file. Says whether there is none of this name any more.
fn removed(path: &Path) -> bool {
    fs::remove_file(path).map_or_else(|error| error.kind() == io::ErrorKind::NotFound, |()| true)
}

/// Takes care that names survive a loss of power. Where a system syncs no folders, it keeps names by itself.
fn sync(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Whether a file belongs to whom a new one of this process would, so that nobody else decides what is removed.
#[cfg(unix)]
fn is_own(file: &File, folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owner = |file: &File| file.metadata().ok().map(|file| file.uid());
    Temporary::new(folder).is_ok_and(|new| owner(&new.file) == owner(file))
}

#[cfg(not(unix))]
fn is_own(_file: &File, _folder: &Path) -> bool {
    true
}

/// Held while several files of a folder get their names.
struct Hold {
    path: PathBuf,
    _lock: File,
}

impl Hold {
    /// Waits for others. There is none where a system has no locks.
    fn of(folder: &Path) -> io::Result<Option<Self>> {
        let path = folder.join(format!("{PREFIX}{HELD}"));
        let began = Instant::now();
        loop {
            let open = File::open(&path).or_else(|_| File::options().read(true).write(true).create_new(true).open(&path));
            let file = match open {
                // Another was quicker.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                // Where nobody can make it, nobody can give names either.
                other => other?,
            };
            match file.try_lock() {
                Ok(()) if is_named(&file, &path) => return Ok(Some(Self { path, _lock: file })),
                // Whoever held it has removed it.
                Ok(()) => {}
                Err(fs::TryLockError::Error(_)) => {
                    let _ = fs::remove_file(&path);
                    return Ok(None);
                }
                Err(fs::TryLockError::WouldBlock) if began.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(2)),
                Err(fs::TryLockError::WouldBlock) => {
                    let waited =
                        format!("another bake has given names in the folder for {} s; try again when it is over", PATIENCE.as_secs());
                    return Err(io::Error::new(io::ErrorKind::TimedOut, waited));
                }
            }
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::super::temporary::tests::names;
    use super::*;

    fn texts<const N: usize>(folder: &Path, names: [&str; N]) -> [String; N] {
        names.map(|name| fs::read_to_string(folder.join(name)).unwrap_or_default())
    }

    /// A set of new files, without their names yet.
    fn files(folder: &Path, names: &[&str]) -> Vec<(PathBuf, Temporary)> {
        let file = |name: &&str| {
            let file = Temporary::new(folder).unwrap();
            (&*file.file).write_all(b"new").unwrap();
            (folder.join(name), file)
        };
        names.iter().map(file).collect()
    }

    /// A folder with an old `a`, where a set of `a`, `b` and `c` gets so many names. Dropped, the set is as a killed process leaves it.
    fn begun(named: usize) -> (tempfile::TempDir, Set) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "old").unwrap();
        let files = files(folder.path(), &["a", "b", "c"]);
        let set = Set::begin(folder.path(), &files, true).unwrap();
        for (entry, (_, file)) in files.into_iter().enumerate().take(named) {
            set.name(entry, file).unwrap();
        }
        (folder, set)
    }

    #[test]
    fn a_set_that_is_cut_short_is_taken_back_by_the_next_bake() {
        for named in 0..=3 {
            let (folder, set) = begun(named);
            drop(set);
            recover(folder.path());
            assert_eq!((names(folder.path()), texts(folder.path(), ["a"])), (vec!["a".to_owned()], ["old".to_owned()]), "{named}");
        }
        // Between the two names of the old file.
        let (folder, set) = begun(0);
        keep(&set.path(0), &set.kept(0)).unwrap();
        drop(set);
        recover(folder.path());
        assert_eq!((names(folder.path()), texts(folder.path(), ["a"])), (vec!["a".to_owned()], ["old".to_owned()]));
    }

    #[test]
    fn a_set_that_is_whole_stays_and_what_is_left_of_it_is_removed() {
        let (folder, mut set) = begun(3);
        set.commit().unwrap();
        drop(set);
        assert_eq!(names(folder.path()).len(), 5);
        recover(folder.path());
        assert_eq!((names(folder.path()).concat(), texts(folder.path(), ["a", "b", "c"]).concat()), ("abc".into(), "newnewnew".into()));
    }

    #[test]
    fn a_set_that_fails_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "old").unwrap();
        fs::create_dir(folder.path().join("c")).unwrap();
        let (path, _) = name_all(files(folder.path(), &["a", "b", "c"]), true).unwrap_err();
        assert_eq!(path, folder.path().join("c"));
        assert_eq!((names(folder.path()).concat(), texts(folder.path(), ["a"]).concat()), ("ac".into(), "old".into()));
    }

    #[test]
    fn a_set_whose_process_runs_is_left_alone() {
        let (folder, mut set) = begun(2);
        // Otherwise whoever looks waits for its end.
        set._hold = None;
        let before = names(folder.path());
        assert_eq!(before.len(), 4);
        recover(folder.path());
        assert_eq!(names(folder.path()), before);
    }

    #[test]
    fn what_somebody_put_there_since_stays_and_so_does_the_old_file() {
        let (folder, set) = begun(3);
        let kept = set.kept(0);
        drop(set);
        for name in ["a", "b"] {
            fs::remove_file(folder.path().join(name)).unwrap();
            fs::write(folder.path().join(name), "somebody's").unwrap();
        }
        recover(folder.path());
        assert_eq!(texts(folder.path(), ["a", "b", "c"]), ["somebody's", "somebody's", ""]);
        assert_eq!(fs::read(&kept).unwrap(), b"old");
        // No journal tells of it any more, and none is needed to leave it alone.
        recover(folder.path());
        assert_eq!(names(folder.path()), [kept.file_name().unwrap().to_str().unwrap(), "a", "b"]);
    }

    #[test]
    fn a_file_that_somebody_removed_is_put_back() {
        let (folder, set) = begun(3);
        drop(set);
        fs::remove_file(folder.path().join("a")).unwrap();
        recover(folder.path());
        assert_eq!((names(folder.path()).concat(), texts(folder.path(), ["a"]).concat()), ("a".into(), "old".into()));
    }

    #[test]
    fn a_journal_that_names_files_of_other_folders_or_is_none_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("out")).unwrap();
        fs::write(folder.path().join("precious"), "precious").unwrap();
        let new = Mark::at(&folder.path().join("precious")).unwrap();
        let entry = Entry { name: "../precious".into(), new, old: None };
        let journal = folder.path().join("out").join(format!("{PREFIX}{NAMING}0123456789"));
        for text in [serde_json::to_string(&[entry]).unwrap(), String::new(), "[{}]".to_owned()] {
            fs::write(&journal, text).unwrap();
            recover(&folder.path().join("out"));
            assert!(folder.path().join("precious").exists() && journal.exists());
        }
    }
}
