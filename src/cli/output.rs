//! Where a file goes: nothing half-written is ever seen under its name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::encode::{Encoding, Pieces, seeks};
use super::failure::{Failure, Result};
use super::stream;

/// A place that was checked and may be written.
#[derive(Debug)]
pub(crate) enum Target {
    Stdout,
    /// Exists and is no regular file: a device, or a pipe.
    InPlace(PathBuf),
    /// A file, and the one beside it that tells the facts, if there is to be one.
    File {
        path: PathBuf,
        sidecar: Option<PathBuf>,
        force: bool,
    },
}

impl Target {
    /// Whether a path means a folder: it is one, or ends as the name of one does.
    pub(crate) fn is_folder(path: &Path) -> bool {
        path.is_dir() || path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(char::from(byte)))
    }

    /// Checks a target without touching it.
    pub(crate) fn new(path: &Path, with_sidecar: bool, force: bool) -> Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
        }
        // Links are followed, so that it is the file that is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let shown = path.display();
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(Failure::usage(format!("{shown} is a folder; name a file in it"))),
            Ok(found) if !found.is_file() => return Ok(Self::InPlace(path)),
            _ => {}
        }
        let folder = folder(&path);
        if !folder.is_dir() {
            let folder = folder.display();
            return Err(Failure::usage(format!("can't write {shown}: there is no folder {folder}; make it: mkdir -p {folder}")));
        }
        let sidecar = with_sidecar.then(|| {
            let mut name = path.clone().into_os_string();
            name.push(".json");
            PathBuf::from(name)
        });
        for file in [Some(&path), sidecar.as_ref()].into_iter().flatten() {
            if !force && file.symlink_metadata().is_ok() {
                return Err(Failure::usage(format!("{} exists; --force overwrites it", file.display())));
            }
            if file.is_dir() {
                return Err(Failure::usage(format!("{} is a folder; name another file", file.display())));
            }
        }
        Ok(Self::File { path, sidecar, force })
    }

    /// Whether it gets a temporary file, which is to be cleaned up.
    pub(crate) fn has_temporary(&self) -> bool {
        matches!(self, Self::File { .. })
    }

    /// Opens it for writing; a file gets a temporary name until [`Output::finish`]. Whoever opens one watches for Ctrl-C before.
    pub(crate) fn open(self) -> Result<Output> {
        Ok(match self {
            Self::Stdout => Output::Stdout,
            Self::InPlace(path) => {
                let file = OpenOptions::new().write(true).open(&path).map_err(|error| cannot_write(&path, &error))?;
                Output::InPlace { path, file }
            }
            Self::File { path, sidecar, force } => {
                let sidecar = sidecar.map(|path| temporary(&path).map(|file| (file, path))).transpose()?;
                Output::File { file: temporary(&path)?, path, sidecar, force }
            }
        })
    }
}

/// A target that is open. Dropped without [`Output::finish`], it leaves nothing behind.
#[derive(Debug)]
pub(crate) enum Output {
    Stdout,
    InPlace { path: PathBuf, file: File },
    File { path: PathBuf, file: NamedTempFile, sidecar: Option<(NamedTempFile, PathBuf)>, force: bool },
}

impl Output {
    /// What to write into; where an encoder seeks and the target can't, by way of a temporary file.
    pub(crate) fn writer(&self, seeks: bool) -> Result<Writer> {
        let (path, file) = match self {
            Self::Stdout => return Writer::stream(Box::new(io::stdout()), seeks).map_err(|error| Failure::stdout(&error)),
            Self::InPlace { path, file } => (path, file),
            Self::File { path, file, .. } => (path, file.as_file()),
        };
        let opened = match (self, file.try_clone()) {
            (Self::InPlace { .. }, Ok(file)) => Writer::stream(Box::new(file), seeks),
            (_, file) => file.map(Writer::File),
        };
        opened.map_err(|error| cannot_write(path, &error))
    }

    /// What writes an encoding into it.
    pub(crate) fn write<'a>(&self, encoding: &'a Encoding) -> Result<stream::Write<'a>> {
        self.write_by(seeks(encoding.format), |writer, pieces| encoding.write(writer, pieces))
    }

    /// What writes an animation into it, of so many frames, so many of them a second.
    pub(crate) fn write_animation<'a>(&self, encoding: &'a Encoding, frames: u32, rate: u16) -> Result<stream::Write<'a>> {
        self.write_by(false, move |writer, pieces| encoding.write_animation(writer, frames, rate, pieces))
    }

    /// What writes a volume into it, of so many slices.
    pub(crate) fn write_volume<'a>(&self, encoding: &'a Encoding, slices: u32) -> Result<stream::Write<'a>> {
        self.write_by(false, move |writer, pieces| encoding.write_volume(writer, slices, pieces))
    }

    /// What writes a cube map into it.
    pub(crate) fn write_cube<'a>(&self, encoding: &'a Encoding) -> Result<stream::Write<'a>> {
        self.write_by(false, |writer, pieces| encoding.write_cube(writer, pieces))
    }

    fn write_by<'a>(
        &self,
        seeks: bool,
        write: impl FnOnce(&mut BufWriter<Writer>, &mut dyn Pieces) -> io::Result<()> + Send + 'a,
    ) -> Result<stream::Write<'a>> {
        let mut writer = BufWriter::with_capacity(1 << 18, self.writer(seeks)?);
        Ok(Box::new(move |pieces| {
            write(&mut writer, pieces)?;
            Writer::deliver(writer.get_mut())
        }))
    }

    /// Why writing failed.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        match self {
            Self::Stdout => Failure::stdout(error),
            Self::InPlace { path, .. } | Self::File { path, .. } => cannot_write(path, error),
        }
    }

    /// Gives files that were written completely their names, and the facts beside each theirs. Where one can't have its name, none keeps it.
    pub(crate) fn finish<'a>(outputs: impl Iterator<Item = (Self, &'a str)>) -> Result<()> {
        let mut files = Vec::new();
        for (output, facts) in outputs {
            let Self::File { path, file, sidecar, force } = output else { continue };
            if let Some((mut file, path)) = sidecar {
                file.write_all(facts.as_bytes()).map_err(|error| cannot_write(&path, &error))?;
                files.push((file, path, force));
            }
            files.push((file, path, force));
        }
        let mut named = Vec::new();
        for (file, path, force) in files {
            persist(file, &path, force).inspect_err(|_| {
                // A part of what was asked for would mislead.
                for path in &named {
                    let _ = fs::remove_file(path);
                }
            })?;
            named.push(path);
        }
        Ok(())
    }
}

/// Where the bytes of a file go.
pub(crate) enum Writer {
    File(File),
    Stream(Box<dyn Write + Send>),
    /// A temporary file, until it is complete.
    Spool(File, Box<dyn Write + Send>),
}

impl Writer {
    fn stream(stream: Box<dyn Write + Send>, seeks: bool) -> io::Result<Self> {
        Ok(if seeks { Self::Spool(tempfile::tempfile()?, stream) } else { Self::Stream(stream) })
    }

    /// Passes on what was spooled, once it is complete.
    pub(crate) fn deliver(&mut self) -> io::Result<()> {
        let Self::Spool(file, stream) = self else { return Ok(()) };
        file.rewind()?;
        io::copy(file, stream)?;
        stream.flush()
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) | Self::Spool(file, _) => file.write(bytes),
            Self::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) | Self::Spool(file, _) => file.flush(),
            Self::Stream(stream) => stream.flush(),
        }
    }
}

impl Seek for Writer {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) | Self::Spool(file, _) => file.seek(to),
            Self::Stream(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn temporary(path: &Path) -> Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lacuna-");
    // As open as other new files, instead of private.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path)).map_err(|error| cannot_write(path, &error))
}

fn persist(file: NamedTempFile, path: &Path, force: bool) -> Result<()> {
    let persisted = if force { file.persist(path) } else { file.persist_noclobber(path) };
    persisted.map(drop).map_err(|error| cannot_write(path, &error.error))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!("can't write {}: {error}", path.display()))
}
