//! Files on disk. No half-written file ever appears under its name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::folder::{New, folder, hidden_files, ignores_case, sync};
use super::kept::keep;
use super::{Sink, Store};
use crate::error::{Error, Field, Problem, Result, message, shown};
use crate::facts::beside;
use crate::observer::{Observer, check};

/// The longest name of a file, in bytes, that common file systems take.
const LONGEST_NAME: usize = 255;
/// The most hidden files that a note names.
const MOST_NAMED: usize = 3;

/// Writes files on disk.
///
/// They get their names when all of them are complete and synced, one after the other. No other file is removed or renamed, and no file but those that are
/// replaced is changed. Some paths have another meaning:
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
    open: Vec<Open>,
    /// It is dropped after the files.
    made: Made,
    leftovers: Leftovers,
    notes: Notes,
}

/// A file that is being written.
#[derive(Debug)]
struct Open {
    /// The path by which the caller names it, as errors do.
    named: PathBuf,
    /// The path that links lead to.
    path: PathBuf,
    new: New,
}

/// Messages for the user, each of them once.
type Notes = Mutex<Vec<String>>;

/// The temporary files of a [`Disk`], for a process that ends in the middle of a bake without dropping it.
///
/// On Linux most file systems have temporary files without a name, which vanish by themselves.
#[derive(Debug, Clone, Default)]
pub struct Leftovers(Arc<Mutex<Vec<PathBuf>>>);

impl Leftovers {
    fn add(&self, new: &New) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(new.hidden().map(Path::to_owned));
    }

    /// Removes the files that have a hidden name. After that the bake can't be completed.
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

    /// Returns the messages since the last call: hidden files that a killed bake may have left, and attributes of replaced files that could not be kept.
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

    /// Makes a folder for files, unless it exists. If no file gets its name there, it is removed with the store.
    ///
    /// # Errors
    ///
    /// An error if the folder can't be made, or if something else has its name.
    pub fn make_folder(&mut self, path: &Path) -> Result<()> {
        match fs::create_dir(path) {
            Ok(()) => self.made.0.push(path.to_owned()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let above = shown(folder(path));
                let told = format!("can't make {}: there is no folder {above}; make it: mkdir -p {above}", shown(path));
                return Err(Error::request(Field::File, Problem::NotFound, told));
            }
            Err(error) => return Err(Error::of_system(&format!("can't make the folder {}", shown(path)), error, "")),
        }
        Ok(())
    }

    fn place(&self, path: &Path) -> Result<Place> {
        if path.as_os_str() == "-" {
            return Ok(Place::Stdout);
        }
        let named = shown(path);
        let name = path.file_name().map_or(0, |name| name.as_encoded_bytes().len());
        if name > LONGEST_NAME {
            let named = lacuna::internal::short(&named);
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
        let target = real.unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&target) {
            Ok(found) if found.is_dir() => {
                return Err(Error::request(Field::File, Problem::Name, format!("{named} is a folder; name a file in it")));
            }
            Ok(_) if !self.replaces => return Err(exists(path)),
            _ => {}
        }
        let folder = folder(&target);
        if !folder.is_dir() {
            let (exists, folder) = (folder.exists(), shown(folder));
            let told = if exists {
                format!("can't write {named}: {folder} is no folder; name another")
            } else {
                format!("can't write {named}: there is no folder {folder}; make it: mkdir -p {folder}")
            };
            return Err(Error::request(Field::File, Problem::NotFound, told));
        }
        Ok(Place::Regular(target))
    }
}

/// Returns the error that a file exists.
fn exists(path: &Path) -> Error {
    let told = message![format!("{} exists; ", shown(path)), Field::Replaces.asked(), " overwrites it"];
    Error::request(Field::File, Problem::Exists, told)
}

/// The folders that a store made, which are removed if nothing gets a name in them.
#[derive(Debug, Default)]
struct Made(Vec<PathBuf>);

impl Drop for Made {
    fn drop(&mut self) {
        for folder in &self.0 {
            // It fails where files have names.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Returns the note on the hidden files of a folder, with the command that removes them.
fn note_of_hidden(folder: &Path) -> Option<String> {
    let files = hidden_files(folder);
    let all = match files.len() {
        0 => return None,
        1 => "a hidden file".to_owned(),
        count => format!("{count} hidden files"),
    };
    let quoted = |path: &PathBuf| format!("'{}'", path.display().to_string().replace('\'', "'\\''"));
    let named: Vec<String> = files.iter().take(MOST_NAMED).map(quoted).collect();
    let more = if files.len() > MOST_NAMED { format!(", and {} more alike", files.len() - MOST_NAMED) } else { String::new() };
    Some(format!(
        "{all} in {} may be left of a bake that was killed; unless a bake runs there now, remove what you don't know: rm {}{more}",
        shown(folder),
        named.join(" ")
    ))
}

impl Store for Disk {
    fn check(&self, files: &[&Path]) -> Result<()> {
        let folders: BTreeSet<_> = files.iter().filter(|file| file.as_os_str() != "-").map(|file| folder(file)).collect();
        self.note(folders.into_iter().filter_map(note_of_hidden));
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
        check_cases(&taken, ignores_case)
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
                let new = New::in_folder(folder(&path)).map_err(unwritten)?;
                self.leftovers.add(&new);
                if let Ok(old) = fs::metadata(&path) {
                    let lost = keep(&path, &old, &new.file).map_err(unwritten)?;
                    self.note(lost.into_iter().map(|lost| format!("{} can't keep {lost}", shown(file))));
                }
                let sink = Arc::clone(&new.file);
                self.open.push(Open { named: file.to_owned(), path, new });
                Box::new(sink)
            }
        })
    }

    fn has_room_beside(&self, file: &Path) -> bool {
        matches!(self.place(file), Ok(Place::Regular(_)))
    }

    fn sync(&mut self, observer: &dyn Observer) -> Result<()> {
        for Open { named, new, .. } in &self.open {
            check(observer)?;
            new.file.sync_all().map_err(|error| Error::unwritten(named, error))?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        // All that can go wrong does so before the first name, as far as that can be known.
        for Open { named, path, new } in &mut self.open {
            match path.symlink_metadata() {
                Ok(found) if !found.is_file() => {
                    return Err(Error::failed(format!("{} is no longer a regular file; nothing was written", shown(named))));
                }
                Ok(_) if !self.replaces => return Err(exists(named)),
                Ok(_) => {
                    new.hide(folder(path)).map_err(|error| Error::unwritten(named, error))?;
                    self.leftovers.add(new);
                }
                Err(_) => {}
            }
        }
        let mut files = std::mem::take(&mut self.open).into_iter();
        let (mut done, mut folders) = (Vec::new(), BTreeSet::new());
        while let Some(mut file) = files.next() {
            if let Err(error) = self.name(&mut file) {
                if done.is_empty() {
                    return Err(error);
                }
                let others: Vec<PathBuf> = std::iter::once(file).chain(files).map(|file| file.named).collect();
                let listed = |paths: &[PathBuf]| paths.iter().map(|path| shown(path)).collect::<Vec<_>>().join(", ");
                return Err(error.and(&format!("; of this bake are {}, and not of it are {}", listed(&done), listed(&others))));
            }
            folders.insert(folder(&file.path).to_owned());
            done.push(file.named.clone());
        }
        folders.iter().for_each(|folder| sync(folder));
        Ok(())
    }
}

impl Disk {
    /// Gives a file its name. Another that appeared there meanwhile is replaced only if files are to be replaced.
    fn name(&self, Open { named, path, new }: &mut Open) -> Result<()> {
        let mut done = new.name(path, self.replaces);
        if self.replaces && done.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
            done = new.hide(folder(path)).and_then(|()| {
                self.leftovers.add(new);
                new.name(path, true)
            });
        }
        done.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(named),
            _ => Error::unwritten(named, error),
        })
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
        assert_eq!(ignores_case(folder.path()), folder.path().join("A").exists());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
