//! Where files go: all of a bake get their names, or none does.

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

/// Takes the files of a bake: first it is asked whether it can, then it opens all of them, and in the end it is told to keep them.
pub trait Store {
    /// Checks, without touching anything but what a killed bake left, that files of these names can be made.
    ///
    /// # Errors
    ///
    /// Says which can't, and why.
    fn check(&self, files: &[&Path]) -> Result<()>;

    /// Opens a new file that nobody sees under its name before [`Store::commit`]. `seeks` tells whether its writer goes back in it.
    ///
    /// # Errors
    ///
    /// Where it can't be opened. Then, as after any other failure, the store is dropped without [`Store::commit`], and leaves nothing behind.
    fn open(&mut self, file: &Path, seeks: bool) -> Result<Box<dyn Sink>>;

    /// Whether a file with facts can lie beside one of this name: not beside a stream.
    fn has_room_beside(&self, _file: &Path) -> bool {
        true
    }

    /// Takes care that what was written survives a loss of power, and that the files can get their names: it waits while another bake gives names in the same
    /// folders, up to a minute, and tells the observer of it. The bake may still be cancelled, meanwhile and after it.
    ///
    /// # Errors
    ///
    /// Says which file, and why, or [`Error::Cancelled`](crate::Error::Cancelled).
    fn sync(&mut self, _observer: &dyn Observer) -> Result<()> {
        Ok(())
    }

    /// Gives all files their names. Where one can't have its name, what was there before is restored.
    ///
    /// # Errors
    ///
    /// Says which file, and why.
    fn commit(&mut self) -> Result<()>;
}

impl Sink for std::fs::File {}

/// A file that is written.
pub trait Sink: Write + Seek + Send {
    /// The file is complete.
    ///
    /// # Errors
    ///
    /// Where what is left could not be written.
    fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}
