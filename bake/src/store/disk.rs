//! Files on disk: nothing half-written is ever seen under its name.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::temporary::{Temporary, folder};
use super::transaction::{name_all, recover};
use super::{Sink, Store};
use crate::error::{Error, Result, shown};

/// The longest name of a file, in bytes, that common file systems take.
const LONGEST_NAME: usize = 255;

/// Writes files on disk.
///
/// They get their names when all of them are complete and synced. What else a path may mean:
///
/// - `-` is standard output, which is written as the bytes come.
/// - A device or a pipe is written in place.
/// - A link is followed: the file that it leads to is replaced, and the link stays. One that leads nowhere is refused.
///
/// A file that replaces another has its permissions.
#[derive(Debug, Default)]
pub struct Disk {
    /// Whether files that exist are replaced.
    replaces: bool,
    open: Vec<(PathBuf, Temporary)>,
    leftovers: Leftovers,
}

/// The temporary files of a [`Disk`], for a process that ends in the middle of a bake, without dropping it.
///
/// On Linux most file systems have temporary files without a name, which vanish by themselves.
#[derive(Debug, Clone, Default)]
pub struct Leftovers(Arc<Mutex<Vec<PathBuf>>>);

impl Leftovers {
    /// Removes those that have a name. The bake can't be completed after it.
    pub fn remove(&self) {
        for path in self.0.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = fs::remove_file(path);
        }
    }
}

/// What a path means.
enum Place {
    Stdout,
    /// Exists and is no regular file: a device, or a pipe.
    Device(PathBuf),
    Regular(PathBuf),
}

impl Disk {
    /// Refuses files that exist.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces files that exist.
    pub fn replacing() -> Self {
        Self { replaces: true, ..Self::default() }
    }

    /// The temporary files of this store, those included that are still to come.
    pub fn leftovers(&self) -> Leftovers {
        self.leftovers.clone()
    }

    fn place(&self, path: &Path) -> Result<Place> {
        if path.as_os_str() == "-" {
            return Ok(Place::Stdout);
        }
        let named = shown(path);
        let name = path.file_name().map_or(0, |name| name.as_encoded_bytes().len());
        if name > LONGEST_NAME {
            return Err(Error::request(format!(
                "a name of {name} bytes is too long: a file's has at most {LONGEST_NAME}; {}",
                lacuna::recipe::short(&named)
            )));
        }
        // A pipe has a name that leads nowhere.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(Place::Device(path.to_owned()));
        }
        // Links are followed, so that it is the file that is replaced and not the link.
        let real = fs::canonicalize(path);
        if real.is_err() && path.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
            return Err(Error::request(format!("{named} is a link that leads nowhere; remove it, or name another file")));
        }
        let path = real.unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(Error::request(format!("{named} is a folder; name a file in it"))),
            Ok(_) if !self.replaces => return Err(Error::request(format!("{named} exists; --force overwrites it"))),
            _ => {}
        }
        let folder = folder(&path);
        if !folder.is_dir() {
            let folder = shown(folder);
            return Err(Error::request(format!("can't write {named}: there is no folder {folder}; make it: mkdir -p {folder}")));
        }
        Ok(Place::Regular(path))
    }
}

impl Store for Disk {
    fn check(&self, files: &[&Path]) -> Result<()> {
        // What a killed bake left may stand under these very names.
        let folders: BTreeSet<_> = files.iter().filter(|file| file.as_os_str() != "-").map(|file| folder(file)).collect();
        folders.into_iter().for_each(recover);
        let mut taken = BTreeSet::new();
        for file in files {
            let Place::Regular(path) = self.place(file)? else { continue };
            let real = fs::canonicalize(folder(&path)).map(|folder| folder.join(path.file_name().unwrap_or_default()));
            if !taken.insert(real.unwrap_or(path)) {
                return Err(Error::request(format!("two files would be {}; name them apart", shown(file))));
            }
        }
        Ok(())
    }

    fn open(&mut self, file: &Path, seeks: bool) -> Result<Box<dyn Sink>> {
        let unwritten = |error: io::Error| Error::unwritten(file, &error);
        Ok(match self.place(file)? {
            Place::Stdout => Box::new(Stream::new(Box::new(io::stdout()), seeks)?),
            Place::Device(path) => {
                let stream = OpenOptions::new().write(true).open(&path).map_err(unwritten)?;
                Box::new(Stream::new(Box::new(stream), seeks)?)
            }
            Place::Regular(path) => {
                let folder = folder(&path);
                if self.open.iter().all(|(other, _)| super::temporary::folder(other) != folder) {
                    recover(folder);
                }
                let temporary = Temporary::new(folder).map_err(unwritten)?;
                self.leftovers.0.lock().unwrap_or_else(PoisonError::into_inner).extend(temporary.path().map(Path::to_owned));
                if let Ok(old) = fs::metadata(&path) {
                    temporary.file.set_permissions(old.permissions()).map_err(unwritten)?;
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

    fn sync(&mut self) -> Result<()> {
        self.open.iter().try_for_each(|(path, temporary)| temporary.file.sync_all().map_err(|error| Error::unwritten(path, &error)))
    }

    fn commit(&mut self) -> Result<()> {
        if let Some((path, _)) = self.open.iter().find(|(path, _)| path.symlink_metadata().is_ok_and(|found| !found.is_file())) {
            return Err(Error::failed(format!("{} is no regular file any more; nothing was written", shown(path))));
        }
        name_all(std::mem::take(&mut self.open), self.replaces).map_err(|(path, error)| Error::unwritten(&path, &error))
    }
}

impl Sink for Arc<File> {}

/// Something that takes bytes one after another; where a writer goes back, by way of a temporary file.
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
                Error::failed(format!(
                    "this format goes back in its file, so that a stream of it needs a temporary file, and none can be made in {folder}: {error}; set TMPDIR"
                ))
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
