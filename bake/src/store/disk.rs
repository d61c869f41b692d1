//! Files on disk. No half-written file ever appears under its name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::folder::{Folder, Lock, Temporary, folder};
use super::kept::keep;
use super::steps::Steps as _;
use super::transaction::{Files, name_all, recover};
use super::{Sink, Store};
use crate::error::{Error, Field, Problem, Result, message, shown};
use crate::facts::beside;
use crate::observer::{Observer, Progress, Stage, check};

/// The longest name of a file, in bytes, that common file systems take.
const LONGEST_NAME: usize = 255;
/// The longest time to wait for another bake that names its files.
const PATIENCE: Duration = Duration::from_secs(60);

/// Writes files on disk.
///
/// They get their names when all of them are complete and synced. Some paths have another meaning:
///
/// - `-` is standard output, which is written as the bytes come.
/// - A device or a pipe is written in place, unless it stands in place of a sidecar: then it is refused.
/// - A link is followed: its target is replaced, and the link stays. A link without a target is refused.
///
/// A file that replaces another takes over its permissions, except setuid and setgid, its group and, on Linux, its extended attributes.
/// [`Disk::notes`] reports those that could not be kept.
#[derive(Debug, Default)]
pub struct Disk {
    /// Set if existing files are replaced.
    replaces: bool,
    open: Vec<(PathBuf, Temporary)>,
    /// The locks on the folders of the files, once those are complete: no other bake names files there.
    locked: Option<Vec<(Folder, Lock)>>,
    leftovers: Leftovers,
    notes: Notes,
}

/// Messages for the user, each of them once.
type Notes = Mutex<Vec<String>>;

/// The temporary files of a [`Disk`], for a process that ends in the middle of a bake without dropping it.
///
/// On Linux most file systems have temporary files without a name, which vanish by themselves.
#[derive(Debug, Clone, Default)]
pub struct Leftovers(Arc<Mutex<Vec<PathBuf>>>);

impl Leftovers {
    /// Removes the files that have a name. After that the bake can't be completed.
    pub fn remove(&self) {
        for path in self.0.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = fs::remove_file(path);
        }
    }
}

/// The meaning of a path.
enum Place {
    Stdout,
    /// An existing file that is not regular: a device, or a pipe.
    Device(PathBuf),
    Regular(PathBuf),
}

impl Disk {
    /// Returns a store that refuses to replace existing files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a store that replaces existing files.
    pub fn replacing() -> Self {
        Self { replaces: true, ..Self::default() }
    }

    /// Returns the temporary files of this store, future ones included.
    pub fn leftovers(&self) -> Leftovers {
        self.leftovers.clone()
    }

    /// Returns the messages since the last call: files that a killed bake may have left, and attributes of replaced files that could not be kept.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, notes: impl IntoIterator<Item = String>) {
        let mut told = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        for note in notes {
            if !told.contains(&note) {
                told.push(note);
            }
        }
    }

    /// Locks the folders of the files, in an order that is the same for all bakes.
    fn lock(&self, observer: &dyn Observer) -> Result<Vec<(Folder, Lock)>> {
        let mut folders = BTreeSet::new();
        for (path, _) in &self.open {
            folders.insert(fs::canonicalize(folder(path)).map_err(|error| Error::unwritten(path, error))?);
        }
        folders.into_iter().map(|path| wait(Folder::new(&path), &path, observer)).collect()
    }

    fn place(&self, path: &Path) -> Result<Place> {
        if path.as_os_str() == "-" {
            return Ok(Place::Stdout);
        }
        let named = shown(path);
        let name = path.file_name().map_or(0, |name| name.as_encoded_bytes().len());
        if name > LONGEST_NAME {
            let named = lacuna::recipe::short(&named);
            let told = format!("a name of {name} bytes is too long: a file's has at most {LONGEST_NAME}; {named}");
            return Err(Error::request(Field::File, Problem::Name, told));
        }
        // The name of a pipe leads nowhere.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(Place::Device(path.to_owned()));
        }
        // Links are followed, so that the target is replaced and not the link.
        let real = fs::canonicalize(path);
        if real.is_err() && path.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
            return Err(Error::request(
                Field::File,
                Problem::Name,
                format!("{named} is a link that leads nowhere; remove it, or name another file"),
            ));
        }
        let path = real.unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => {
                return Err(Error::request(Field::File, Problem::Name, format!("{named} is a folder; name a file in it")));
            }
            Ok(_) if !self.replaces => {
                let told = message![format!("{named} exists; "), Field::Replaces.asked(), " overwrites it"];
                return Err(Error::request(Field::File, Problem::Exists, told));
            }
            _ => {}
        }
        let folder = folder(&path);
        if !folder.is_dir() {
            let folder = shown(folder);
            let told = format!("can't write {named}: there is no folder {folder}; make it: mkdir -p {folder}");
            return Err(Error::request(Field::File, Problem::NotFound, told));
        }
        Ok(Place::Regular(path))
    }
}

/// Waits while another bake names files in a folder, and notifies the observer.
fn wait(folder: Folder, path: &Path, observer: &dyn Observer) -> Result<(Folder, Lock)> {
    let began = Instant::now();
    let mut waits = false;
    loop {
        if let Some(lock) = folder.lock() {
            return Ok((folder, lock));
        }
        if !waits {
            observer.progress(Progress { stage: Stage::Wait, done: 0, total: 1 });
            waits = true;
        }
        check(observer)?;
        if began.elapsed() > PATIENCE {
            let (folder, seconds) = (shown(path), PATIENCE.as_secs());
            return Err(Error::failed(format!(
                "another process has locked the folder {folder} for {seconds} s, as a bake does while it names its files; try again when it has ended"
            )));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Store for Disk {
    fn check(&self, files: &[&Path]) -> Result<()> {
        // A killed bake may have left files under these very names.
        let folders: BTreeSet<_> = files.iter().filter(|file| file.as_os_str() != "-").map(|file| folder(file)).collect();
        for path in folders {
            let folder = Folder::new(path);
            // If the folder is locked, the other bake recovers it.
            if let Some(_lock) = folder.lock() {
                self.note(recover(&folder));
            }
        }
        let besides: BTreeSet<PathBuf> = files.iter().map(|file| beside(file)).collect();
        let mut taken = BTreeSet::new();
        for file in files {
            let path = match self.place(file)? {
                Place::Regular(path) => path,
                Place::Device(path) if besides.contains(*file) => {
                    let path = shown(&path);
                    let told = format!("{path} is no file, and the facts beside another are to stand there; remove it");
                    return Err(Error::request(Field::File, Problem::Name, told));
                }
                Place::Stdout | Place::Device(_) => continue,
            };
            let real = fs::canonicalize(folder(&path)).map(|folder| folder.join(path.file_name().unwrap_or_default()));
            if !taken.insert(real.unwrap_or(path)) {
                let told = format!("two files would be {}; give them different names", shown(file));
                return Err(Error::request(Field::File, Problem::Name, told));
            }
        }
        check_cases(&taken, |path| Folder::new(path).ignores_case())
    }

    fn open(&mut self, file: &Path, seeks: bool) -> Result<Box<dyn Sink>> {
        let unwritten = |error: io::Error| Error::unwritten(file, error);
        Ok(match self.place(file)? {
            Place::Stdout => Box::new(Stream::new(Box::new(io::stdout()), seeks)?),
            Place::Device(path) => {
                let stream = OpenOptions::new().write(true).open(&path).map_err(unwritten)?;
                Box::new(Stream::new(Box::new(stream), seeks)?)
            }
            Place::Regular(path) => {
                let temporary = Folder::new(folder(&path)).make().map_err(unwritten)?;
                self.leftovers.0.lock().unwrap_or_else(PoisonError::into_inner).extend(temporary.path().map(Path::to_owned));
                if let Ok(old) = fs::metadata(&path) {
                    let lost = keep(&path, &old, &temporary.file).map_err(unwritten)?;
                    self.note(lost.into_iter().map(|lost| format!("{} can't keep {lost}", shown(file))));
                }
                let file = Arc::clone(&temporary.file);
                self.open.push((path, temporary));
                Box::new(file)
            }
        })
    }

    fn has_room_beside(&self, file: &Path) -> bool {
        matches!(self.place(file), Ok(Place::Regular(_)))
    }

    fn sync(&mut self, observer: &dyn Observer) -> Result<()> {
        for (path, temporary) in &self.open {
            check(observer)?;
            temporary.file.sync_all().map_err(|error| Error::unwritten(path, error))?;
        }
        self.locked = Some(self.lock(observer)?);
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        let locked = match self.locked.take() {
            Some(locked) => locked,
            None => self.lock(&())?,
        };
        if let Some((path, _)) = self.open.iter().find(|(path, _)| path.symlink_metadata().is_ok_and(|found| !found.is_file())) {
            return Err(Error::failed(format!("{} is no longer a regular file; nothing was written", shown(path))));
        }
        let (mut folders, _locks): (Vec<(Folder, Files<Folder>)>, Vec<Lock>) =
            locked.into_iter().map(|(folder, lock)| ((folder, Vec::new()), lock)).unzip();
        let mut given = BTreeMap::new();
        for (path, file) in self.open.drain(..) {
            let real = fs::canonicalize(folder(&path)).map_err(|error| Error::unwritten(&path, error))?;
            let name = path.file_name().unwrap_or_default().to_owned();
            given.insert(real.join(&name), path.clone());
            if let Some((_, files)) = folders.iter_mut().find(|(folder, _)| folder.is_at(&real)) {
                files.push((name, file));
            } else {
                return Err(Error::failed(format!("the folder {} was replaced meanwhile; nothing was written", shown(folder(&path)))));
            }
        }
        let mut notes = Vec::new();
        let named = name_all(&mut folders, self.replaces, &mut notes);
        self.note(notes);
        named.map_err(|(path, error)| Error::unwritten(given.get(&path).unwrap_or(&path), error))
    }
}

/// Refuses names that differ in case alone on a file system that ignores case.
fn check_cases(paths: &BTreeSet<PathBuf>, ignores_case: impl Fn(&Path) -> bool) -> Result<()> {
    let mut seen = BTreeMap::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let Some(other) = seen.insert((folder(path), name), path) else { continue };
        if ignores_case(folder(path)) {
            let [path, other] = [path, other].map(|path| shown(path));
            let told = format!("{other} and {path} are one file, since the folder ignores case; give them different names");
            return Err(Error::request(Field::File, Problem::Name, told));
        }
    }
    Ok(())
}

impl Sink for Arc<File> {}

/// A stream. If a writer seeks, the bytes go through a temporary file.
struct Stream {
    stream: Box<dyn Write + Send>,
    spool: Option<File>,
}

impl Stream {
    fn new(stream: Box<dyn Write + Send>, seeks: bool) -> Result<Self> {
        let temporary = || {
            let folder = std::env::temp_dir();
            tempfile::tempfile_in(&folder).map_err(|error| {
                let folder = shown(&folder);
                let told = format!("this format seeks back, so a stream of it needs a temporary file, and none can be made in {folder}");
                Error::of_system(&told, error, "; set TMPDIR")
            })
        };
        Ok(Self { stream, spool: if seeks { Some(temporary()?) } else { None } })
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.spool {
            Some(file) => file.write(bytes),
            None => self.stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.spool {
            Some(file) => file.flush(),
            None => self.stream.flush(),
        }
    }
}

impl Seek for Stream {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.spool.as_mut().map_or(Err(io::ErrorKind::Unsupported.into()), |file| file.seek(to))
    }
}

impl Sink for Stream {
    fn finish(&mut self) -> io::Result<()> {
        if let Some(file) = &mut self.spool {
            file.rewind()?;
            io::copy(file, &mut self.stream)?;
        }
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_in_case_alone_are_refused_where_they_are_one() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<BTreeSet<_>>();
        let (is_one, is_not) = (|_: &Path| true, |_: &Path| false);
        for (names, is_refused) in
            [(["out/A.png", "out/a.png"], true), (["A/a.png", "a/a.png"], false), (["out/a.png", "out/b.png"], false)]
        {
            assert_eq!(check_cases(&paths(&names), is_one).is_err(), is_refused, "{names:?}");
            assert!(check_cases(&paths(&names), is_not).is_ok());
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "").unwrap();
        // The result depends on this file system.
        assert_eq!(Folder::new(folder.path()).ignores_case(), folder.path().join("A").exists());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
