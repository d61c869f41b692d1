//! Reading files that a name of the user's leads to.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::text::read_text;

/// Opens a regular file, but nothing else, such as a pipe that nobody may ever write to.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    if path.metadata()?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("it is not a regular file, but a folder, a pipe or a device"))
    }
}

pub(crate) fn read_file(path: &Path, most: usize) -> io::Result<String> {
    let mut bytes = Vec::new();
    // UTF-16 has at most twice as many bytes, and a byte order mark.
    let longest = 2 * most + 2;
    open_file(path)?.take(longest as u64 + 1).read_to_end(&mut bytes)?;
    match read_text(&bytes) {
        Ok(text) if text.len() <= most && bytes.len() <= longest => Ok(text),
        Err(why) if bytes.len() <= longest => Err(io::Error::other(why)),
        _ => Err(io::Error::other(format!("it has more than {most} bytes"))),
    }
}
