//! Functions shared by jobs of several parts: the cells of a grid, and the names of files.

use std::path::{Path, PathBuf};

use lacuna::{Grid, Tile};

use crate::error::Result;
use crate::sampling::Cell;

/// Returns a tile of a grid as a cell, with the margin that blurs read.
pub(crate) fn cell(grid: &Grid, tile: Tile, margin: u32) -> Result<Cell> {
    let (grid, Tile { origin: [left, above, slice], .. }) = grid.around(tile, margin)?;
    grid.validate()?;
    Ok(Cell { domain: grid.into(), shown: Tile { origin: [left + margin, above + margin, slice], ..tile } })
}

/// Returns the name of one of `count` files: the requested name with the number of the file, of at least two digits.
pub(super) fn numbered(path: &Path, number: u32, count: u32) -> PathBuf {
    let digits = (count - 1).max(10).ilog10() as usize + 1;
    after(path, &format!("_{number:0digits$}"), None)
}

/// Returns the requested name with `more` after its stem and, if given, another extension.
pub(super) fn after(path: &Path, more: &str, extension: Option<&str>) -> PathBuf {
    if path.as_os_str() == "-" {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(more);
    let own = path.extension().filter(|_| extension.is_none()).map(std::ffi::OsStr::to_owned);
    if let Some(extension) = extension.map(Into::into).or(own).filter(|extension: &std::ffi::OsString| !extension.is_empty()) {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
