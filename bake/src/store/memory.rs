//! Files in memory, for web pages and tests.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Sink, Store};
use crate::error::Result;

/// Keeps files in memory.
///
/// ```
/// use lacuna_bake::{Engine, Memory, Request, Source};
/// let request = Request::new(Source::named("perlin")?, "noise.png")?;
/// let mut store = Memory::default();
/// request.plan()?.run(&Engine::cpu(Engine::usual_threads()), &mut store, &())?;
/// let files = store.into_files();
/// assert!(files[std::path::Path::new("noise.png")].starts_with(b"\x89PNG"));
/// # Ok::<(), lacuna_bake::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Memory {
    open: Vec<(PathBuf, Shared)>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Memory {
    /// Returns the files that were baked, by their names.
    pub fn into_files(self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.files
    }
}

impl Store for Memory {
    fn check(&self, _files: &[&Path]) -> Result<()> {
        Ok(())
    }

    fn open(&mut self, file: &Path, _seeks: bool) -> Result<Box<dyn Sink>> {
        let shared = Shared::default();
        self.open.push((file.to_owned(), shared.clone()));
        Ok(Box::new(shared))
    }

    fn commit(&mut self) -> Result<()> {
        for (path, shared) in self.open.drain(..) {
            self.files.insert(path, std::mem::take(shared.bytes().get_mut()));
        }
        Ok(())
    }
}

#[derive(Debug, Clone, Default)]
struct Shared(Arc<Mutex<Cursor<Vec<u8>>>>);

impl Shared {
    fn bytes(&self) -> std::sync::MutexGuard<'_, Cursor<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = self.bytes();
        file.get_mut().try_reserve(bytes.len())?;
        file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes().seek(to)
    }
}

impl Sink for Shared {}
