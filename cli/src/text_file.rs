//! Texts that are written to a file or to standard output.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use lacuna_bake::{Disk, Store as _};

use crate::failure::{Failure, Result};
use crate::terminal::{print, say_notes};

/// The destination of a text.
#[derive(Debug, Args)]
pub(crate) struct TextFile {
    /// Writes to a file instead, as UTF-8
    ///
    /// Shells may write redirected output in other encodings. The file gets its name when it is complete.
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,
    /// Overwrites an existing file
    #[arg(long, requires = "file")]
    force: bool,
}

impl TextFile {
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        let Some(file) = self.file.as_deref().filter(|file| file.as_os_str() != "-") else { return print(text) };
        let mut store = if self.force { Disk::replacing() } else { Disk::new() };
        let checked = store.check(&[file]);
        say_notes(&store);
        checked?;
        let mut sink = store.open(file, false)?;
        let written = sink.write_all(text.as_bytes()).and_then(|()| sink.finish());
        written.map_err(|error| Failure::failed(format!("can't write {}: {error}", file.display())))?;
        store.sync(&())?;
        let done = store.commit();
        say_notes(&store);
        Ok(done?)
    }
}
