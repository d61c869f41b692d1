//! The steps by which the files of a folder are named. Each happens as a whole or not at all, whenever the process is killed.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The prefix of all names that a bake uses in between.
pub(super) const PREFIX: &str = ".lacuna-";

/// A folder, reduced to what naming needs. Names are those of files in it.
pub(super) trait Steps {
    /// A new file. It vanishes with the process, or has a hidden name that proves it ours. Nobody else takes it for a leftover while it is open.
    type New;
    /// A journal that a bake left, held so that no other process ends it.
    type Held;

    /// Makes a new, empty file.
    fn make(&self) -> io::Result<Self::New>;
    /// Writes the contents of a new file, which only its owner may change, and makes sure that they survive a loss of power.
    fn fill(&self, file: &Self::New, bytes: &[u8]) -> io::Result<()>;
    /// Makes a new file with the contents of another, which survives a loss of power.
    fn copy(&self, name: &OsStr) -> io::Result<Self::New>;
    /// Returns the hidden name of a new file, which gets one if it has none.
    fn hide(&self, file: &mut Self::New) -> io::Result<OsString>;
    /// Returns the mark of a new file.
    fn mark(&self, file: &Self::New) -> io::Result<Mark>;
    /// Returns the mark of the regular file with this name.
    fn look(&self, name: &OsStr) -> Option<Mark>;
    /// Gives a file a second name, unless that is taken.
    fn link(&self, name: &OsStr, second: &OsStr) -> io::Result<()>;
    /// Renames a file. Without `replaces` it is an error if the new name is taken.
    fn rename(&self, name: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()>;
    /// Removes a name, if it exists.
    fn remove(&self, name: &OsStr) -> io::Result<()>;
    /// Makes sure that names survive a loss of power.
    fn sync(&self);
    /// Returns the names of regular files that begin with [`PREFIX`].
    fn hidden(&self) -> Vec<String>;
    /// Returns letters for hidden names that nobody else has.
    fn letters(&self) -> String;
    /// Tells whose a file under the hidden name of a new one is, and whether the name proves it.
    fn whose(&self, name: &str) -> Whose<bool>;
    /// Tells whose a journal is, and returns its contents.
    fn journal(&self, name: &str) -> Whose<(Self::Held, Vec<u8>)>;
    /// Returns `true` if a file got its name after a journal was written.
    fn is_since(&self, name: &OsStr, journal: &Self::Held) -> bool;
    /// Returns the path to show for a name.
    fn path(&self, name: &OsStr) -> PathBuf;
}

/// The owner of a hidden file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Whose<T> {
    /// A bake that is running.
    Running,
    /// A bake that is over.
    Left(T),
    /// Unknown, so the file stays.
    Unproved,
}

/// Identifies a file among all that have or had its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) number: u64,
    pub(super) bytes: u64,
    /// In nanoseconds.
    pub(super) modified: i64,
}

/// Names a new file. Without `replaces` it is an error if the name is taken.
pub(super) fn name<S: Steps>(folder: &S, file: &mut S::New, to: &OsStr, replaces: bool) -> io::Result<()> {
    let hidden = folder.hide(file)?;
    folder.rename(&hidden, to, replaces)
}
