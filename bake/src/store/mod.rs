//! Destinations of files. Either all files of a bake get their names, or none does.

#[cfg(not(target_family = "wasm"))]
mod disk;
#[cfg(not(target_family = "wasm"))]
mod folder;
#[cfg(not(target_family = "wasm"))]
mod kept;
mod memory;
#[cfg(test)]
mod model;
#[cfg(not(target_family = "wasm"))]
mod steps;
#[cfg(not(target_family = "wasm"))]
mod transaction;

use std::io::{self, Seek, Write};
use std::path::Path;

#[cfg(not(target_family = "wasm"))]
pub use disk::{Disk, Leftovers};
pub use memory::Memory;

use crate::error::Result;
use crate::observer::Observer;

/// Takes the files of a bake: it first checks the names, then opens all files, and commits them in the end.
pub trait Store {
    /// Checks that files of these names can be made. It changes nothing but the leftovers of a killed bake.
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

    /// Makes sure that the written bytes survive a loss of power, and that the files can be named: it waits while another bake names files in the
    /// same folders, up to a minute, and notifies the observer. The bake may still be cancelled, meanwhile and afterwards.
    ///
    /// # Errors
    ///
    /// An error that names the file and the reason, or [`Error::Cancelled`](crate::Error::Cancelled).
    fn sync(&mut self, _observer: &dyn Observer) -> Result<()> {
        Ok(())
    }

    /// Gives all files their names. If one of them can't be named, restores what was there before.
    ///
    /// # Errors
    ///
    /// An error that names the file, and the reason.
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
