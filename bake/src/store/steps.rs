//! What files of a folder get their names by: small steps, each of which happens whole or not at all, whenever the process is killed.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What all names begin with that a bake uses in between.
pub(super) const PREFIX: &str = ".lacuna-";

/// A folder, as far as giving names sees it. Names are those of files in it.
pub(super) trait Steps {
    /// A new file: it vanishes with the process, or lies under a hidden name that proves it ours. Nobody else takes it for a left-over while it is open.
    type New;
    /// A journal that a bake left, held so that nobody else ends it.
    type Held;

    /// Makes a new, empty file.
    fn make(&self) -> io::Result<Self::New>;
    /// Writes all that a new file holds, which only its owner may change, and takes care that it survives a loss of power.
    fn fill(&self, file: &Self::New, bytes: &[u8]) -> io::Result<()>;
    /// Makes a new file that holds what another does, and survives a loss of power.
    fn copy(&self, name: &OsStr) -> io::Result<Self::New>;
    /// The hidden name of a new file. It gets one, unless it has.
    fn hide(&self, file: &mut Self::New) -> io::Result<OsString>;
    /// What tells a new file from others.
    fn mark(&self, file: &Self::New) -> io::Result<Mark>;
    /// What tells the regular file of a name from others.
    fn look(&self, name: &OsStr) -> Option<Mark>;
    /// Gives a file a second name, which is not taken.
    fn link(&self, name: &OsStr, second: &OsStr) -> io::Result<()>;
    /// Gives a file another name. Without `replaces` it is an error if that is taken.
    fn rename(&self, name: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()>;
    /// Removes a name, if it is there.
    fn remove(&self, name: &OsStr) -> io::Result<()>;
    /// Takes care that names survive a loss of power.
    fn sync(&self);
    /// The regular files whose names begin with [`PREFIX`].
    fn hidden(&self) -> Vec<String>;
    /// Letters for hidden names that nobody else has.
    fn letters(&self) -> String;
    /// Whose a file under the hidden name of a new one is, and whether the name proves it.
    fn whose(&self, name: &str) -> Whose<bool>;
    /// Whose a journal is, and what it says.
    fn journal(&self, name: &str) -> Whose<(Self::Held, Vec<u8>)>;
    /// Whether what has a name got it after a journal was written.
    fn is_since(&self, name: &OsStr, journal: &Self::Held) -> bool;
    /// How a name is shown.
    fn path(&self, name: &OsStr) -> PathBuf;
}

/// Whose a hidden file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Whose<T> {
    /// That of a bake that runs.
    Running,
    /// That of one that is over.
    Left(T),
    /// That can't be proved, so it stays.
    Unproved,
}

/// What tells a file from all others that have or had its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) number: u64,
    pub(super) bytes: u64,
    /// In nanoseconds.
    pub(super) modified: i64,
}

/// Gives a new file its name. Without `replaces` it is an error if that is taken.
pub(super) fn name<S: Steps>(folder: &S, file: &mut S::New, to: &OsStr, replaces: bool) -> io::Result<()> {
    let hidden = folder.hide(file)?;
    folder.rename(&hidden, to, replaces)
}
