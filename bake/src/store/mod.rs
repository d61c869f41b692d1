//! Destinations of files. A file appears under its name when it is whole.

#[cfg(not(target_family = "wasm"))]
mod disk;
#[cfg(not(target_family = "wasm"))]
mod folder;
#[cfg(not(target_family = "wasm"))]
mod kept;
mod memory;

use std::io::{self, Seek, Write};
use std::path::Path;

#[cfg(not(target_family = "wasm"))]
pub use disk::{Disk, Leftovers};
pub use memory::Memory;

use crate::error::Result;
use crate::observer::Observer;

/// Takes the files of a bake: it first checks the names, then opens all files, and commits them in the end.
pub trait Store {
    /// Checks that files of these names can be made. It changes nothing.
    ///
    /// # Errors
    ///
    /// An error that names the file, and the reason.
    fn check(&self, files: &[&Path]) -> Result<()>;

    /// Opens a new file that nobody sees under its name before [`Store::commit`]. `seeks` says that its writer seeks back.
    ///
    /// # Errors
    ///
    /// An error if it can't be opened. Then, as after any other failure, drop the store without [`Store::commit`]; it leaves nothing behind.
    fn open(&mut self, file: &Path, seeks: bool) -> Result<Box<dyn Sink>>;

    /// Returns `true` if a file of this name can have a sidecar: a stream can't.
    fn has_room_beside(&self, _file: &Path) -> bool {
        true
    }

    /// Makes sure that the written bytes survive a loss of power. The bake may still be cancelled, meanwhile and afterwards.
    ///
    /// # Errors
    ///
    /// An error that names the file and the reason, or [`Error::Cancelled`](crate::Error::Cancelled).
    fn sync(&mut self, _observer: &dyn Observer) -> Result<()> {
        Ok(())
    }

    /// Gives the files their names, one after the other.
    ///
    /// # Errors
    ///
    /// An error that names the file, and the reason. Nothing has changed if it is the first file's; otherwise the error says which files are of this bake.
    fn commit(&mut self) -> Result<()>;
}

impl Sink for std::fs::File {}

/// A file that is being written.
pub trait Sink: Write + Seek + Send {
    /// Completes the file.
    ///
    /// # Errors
    ///
    /// An error if the remaining bytes can't be written.
    fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}
