//! The names of the files of jobs of several parts.

use std::path::{Path, PathBuf};

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
