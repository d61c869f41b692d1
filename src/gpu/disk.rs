//! Compiled kernels on disk, so that the next run need not compile them.
//!
//! A file holds one kernel: a description of the device and version it was compiled for, its text, and the result of the compilation. The file's name
//! is a hash of the first two, and both are compared in full when it is read, so that no other kernel passes for it. The rest of the content is used
//! only if its hash is right. A file gets its name only once it is complete, so that other processes never see an incomplete one. A failure costs time
//! only.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use super::layout::TargetKind;
use super::link::texts;
use super::plan::Speed;
use crate::domain::DomainKind;
use crate::program::Program;

/// The most bytes of all files together. Beyond this, the least recently used files are removed until a quarter is free.
const MOST: u64 = 64 << 20;

/// The most bytes of one file.
const MOST_OF_A_FILE: u64 = 16 << 20;

/// The age after which an unfinished file counts as abandoned.
const WRITING: Duration = Duration::from_secs(3600);

/// The first bytes of a file. A change of the layout changes the number.
const MAGIC: [u8; 16] = *b"lacuna kernel 1\n";

const ENDING: &str = "kernel";
const UNFINISHED: &str = "unfinished";

/// The environment variable that says where kernels are stored: a folder, or `off`.
const VARIABLE: &str = "LACUNA_CACHE";

/// A folder of compiled kernels, for [`Cache::on_disk`](super::Cache::on_disk) and [`GpuOptions::disk`](super::GpuOptions::disk).
///
/// A file stores the kernel's SPIR-V, if the device takes SPIR-V, and the driver's compiled pipeline, if the device has the feature
/// [`PIPELINE_CACHE`](wgpu::Features::PIPELINE_CACHE). Both exist on Vulkan only. A kernel is looked up by its whole text, the adapter, its driver, and
/// the version of this library.
///
/// All files take at most 64 MiB; the least recently used ones are removed to make room. A file that is damaged, truncated, or made for something else
/// is ignored, and so is a folder that can't be read or written: neither causes an error. Several processes may share a folder.
///
/// A driver trusts its compiled pipelines, and so does this library: use a folder that nobody else may write into. On Unix, files that belong to
/// another user, or that others may write, are ignored.
///
/// Not available on wasm32, where browsers store compiled kernels themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiskCache {
    folder: PathBuf,
    most: u64,
}

/// The stored results of compiling a kernel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Kept {
    /// The SPIR-V; empty for a device that is given WGSL.
    pub(super) words: Vec<u32>,
    /// The driver's compiled pipeline; empty if the driver provides none.
    pub(super) driver: Vec<u8>,
}

impl DiskCache {
    /// Returns a cache in a folder, which is created once there is a kernel to store.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), most: MOST }
    }

    /// Returns the user's cache. The environment variable `LACUNA_CACHE` sets its folder, or disables it with `off`. Without the variable it is
    /// `lacuna/kernels` in the user's folder for caches: `XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches` on macOS, `LOCALAPPDATA` on Windows. None
    /// if the cache is disabled or there is no such folder.
    pub fn of_user() -> Option<Self> {
        match std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
            Some(value) if value == "off" => None,
            Some(folder) => Some(Self::in_folder(folder)),
            None => caches().map(|folder| Self::in_folder(folder.join("lacuna").join("kernels"))),
        }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns true if the kernel of a program that writes a buffer is stored, for any device, in the form that a speed asks for.
    pub fn holds(&self, program: &Program, domain: DomainKind, speed: Speed) -> bool {
        let texts = texts(program.structure(), domain, TargetKind::Buffer, speed);
        let names: Vec<String> = texts.iter().map(|text| name_of_text(text)).collect();
        let is_one = |file: &str| names.iter().any(|name| file.starts_with(name));
        self.files().iter().any(|file| file.is_whole() && file.path.file_name().and_then(OsStr::to_str).is_some_and(is_one))
    }

    /// Reads the stored kernel of a text for a device.
    pub(super) fn read(&self, whom: &str, text: &str) -> Option<Kept> {
        let mut file = trusted(&self.path(whom, text))?;
        let mut bytes = Vec::new();
        (&mut file).take(MOST_OF_A_FILE + 1).read_to_end(&mut bytes).ok()?;
        let kept = parsed(&bytes, whom, text)?;
        // Marks the file as recently used.
        let _ = file.set_modified(SystemTime::now());
        Some(kept)
    }

    /// Stores the kernel of a text for a device, if possible.
    pub(super) fn write(&self, whom: &str, text: &str, kept: &Kept) {
        // After a failure the next run compiles again.
        let _ = self.written(&self.path(whom, text), &file_of(whom, text, kept));
    }

    fn path(&self, whom: &str, text: &str) -> PathBuf {
        self.folder.join(format!("{}-{:016x}.{ENDING}", name_of_text(text), hash(whom.as_bytes())))
    }

    fn written(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        if bytes.len() as u64 > MOST_OF_A_FILE.min(self.most) {
            return Ok(());
        }
        let mut builder = DirBuilder::new();
        private_folder(builder.recursive(true)).create(&self.folder)?;
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let unfinished = path.with_extension(format!("{}-{number}.{UNFINISHED}", std::process::id()));
        let mut options = OpenOptions::new();
        let mut file = private_file(options.write(true).create_new(true)).open(&unfinished)?;
        let written = file.write_all(bytes);
        // Some systems can't rename an open file.
        drop(file);
        let named = written.and_then(|()| fs::rename(&unfinished, path));
        if named.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        named?;
        self.make_room();
        Ok(())
    }

    /// Removes the least recently used files if there are too many bytes, and abandoned unfinished files.
    fn make_room(&self) {
        let mut files = self.files();
        let is_left = |file: &Kernel| !file.is_whole() && file.used.elapsed().is_ok_and(|age| age > WRITING);
        files.iter().filter(|file| is_left(file)).for_each(Kernel::remove);
        files.retain(|file| !is_left(file));
        let mut bytes: u64 = files.iter().map(|file| file.bytes).sum();
        if bytes <= self.most {
            return;
        }
        files.retain(Kernel::is_whole);
        files.sort_by_key(|file| file.used);
        for file in files {
            if bytes <= self.most / 4 * 3 {
                break;
            }
            file.remove();
            bytes -= file.bytes;
        }
    }

    /// Lists the files of this cache, which it recognizes by their names.
    fn files(&self) -> Vec<Kernel> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let kernel = |entry: io::Result<fs::DirEntry>| {
            let entry = entry.ok()?;
            let path = entry.path();
            let name = path.file_name()?.to_str()?;
            let (hashes, rest) = name.split_at_checked(33)?;
            let is_ours = hashes.bytes().enumerate().all(|(at, byte)| if at == 16 { byte == b'-' } else { byte.is_ascii_hexdigit() })
                && (rest.strip_prefix('.') == Some(ENDING) || rest.ends_with(UNFINISHED));
            // The metadata of a link itself, not of its target.
            let facts = entry.metadata().ok().filter(|facts| is_ours && facts.is_file())?;
            Some(Kernel { bytes: facts.len(), used: facts.modified().ok()?, path })
        };
        entries.filter_map(kernel).collect()
    }
}

/// A file of the cache.
struct Kernel {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl Kernel {
    fn is_whole(&self) -> bool {
        self.path.extension() == Some(OsStr::new(ENDING))
    }

    fn remove(&self) {
        // Another process may have removed it already.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the user's folder for caches.
fn caches() -> Option<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    if cfg!(windows) {
        return absolute("LOCALAPPDATA");
    }
    let at_home = if cfg!(target_vendor = "apple") { "Library/Caches" } else { ".cache" };
    let of_user = if cfg!(target_vendor = "apple") { None } else { absolute("XDG_CACHE_HOME") };
    of_user.or_else(|| Some(std::env::home_dir().filter(|home| home.is_absolute())?.join(at_home)))
}

/// Returns a hash that is the same in every process: the standard library's with its default keys. Another version of the standard library may hash
/// differently; then no stored kernel is found.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

fn name_of_text(text: &str) -> String {
    format!("{:016x}", hash(text.as_bytes()))
}

/// Returns the bytes of a file.
fn file_of(whom: &str, text: &str, Kept { words, driver }: &Kept) -> Vec<u8> {
    let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let parts = [whom.as_bytes(), text.as_bytes(), &words, driver];
    let lengths = parts.map(|part| (part.len() as u64).to_le_bytes()).concat();
    let content = [&lengths, &parts.concat()[..]].concat();
    [&MAGIC[..], &hash(&content).to_le_bytes(), &content].concat()
}

/// Parses the bytes of a file that should hold a text's kernel for a device. None if they are incomplete, damaged, or of another kernel.
fn parsed(bytes: &[u8], whom: &str, text: &str) -> Option<Kept> {
    let content = bytes.strip_prefix(&MAGIC)?;
    let (sum, content) = content.split_first_chunk()?;
    if hash(content) != u64::from_le_bytes(*sum) {
        return None;
    }
    let mut lengths = [0_usize; 4];
    let mut rest = content;
    for length in &mut lengths {
        let (first, after) = rest.split_first_chunk()?;
        *length = usize::try_from(u64::from_le_bytes(*first)).ok()?;
        rest = after;
    }
    let mut parts = [&[][..]; 4];
    for (part, length) in parts.iter_mut().zip(lengths) {
        (*part, rest) = rest.split_at_checked(length)?;
    }
    let [of_whom, of_text, words, driver] = parts;
    let (words, of_no_word) = words.as_chunks();
    let is_right = rest.is_empty() && of_no_word.is_empty() && of_whom == whom.as_bytes() && of_text == text.as_bytes();
    is_right.then(|| Kept { words: words.iter().map(|word| u32::from_le_bytes(*word)).collect(), driver: driver.to_vec() })
}

/// Opens a file that belongs to this user and that nobody else may write.
#[cfg(unix)]
fn trusted(path: &Path) -> Option<File> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    // Follows no link, and does not wait on a pipe.
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).ok()?;
    let facts = file.metadata().ok()?;
    // SAFETY: `geteuid` has no preconditions and does not fail.
    let user = unsafe { libc::geteuid() };
    (facts.is_file() && facts.uid() == user && facts.mode() & 0o022 == 0).then_some(file)
}

/// Opens a regular file. The folder belongs to the user.
#[cfg(not(unix))]
fn trusted(path: &Path) -> Option<File> {
    let file = File::open(path).ok()?;
    file.metadata().ok()?.is_file().then_some(file)
}

/// Makes what is created accessible to this user only.
#[cfg(unix)]
fn private_folder(builder: &mut DirBuilder) -> &mut DirBuilder {
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700)
}

#[cfg(unix)]
fn private_file(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

#[cfg(not(unix))]
fn private_folder(builder: &mut DirBuilder) -> &mut DirBuilder {
    builder
}

#[cfg(not(unix))]
fn private_file(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(size: usize) -> Kept {
        Kept { words: vec![0x0723_0203, 7, u32::MAX], driver: (0..size).map(|n| n as u8).collect() }
    }

    #[test]
    fn a_kernel_is_read_as_it_was_written_and_by_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let cache = DiskCache::in_folder(folder.path().join("a/b"));
        assert_eq!(cache.read("me", "text"), None);
        cache.write("me", "text", &kept(99));
        assert_eq!(cache.read("me", "text"), Some(kept(99)));
        assert_eq!((cache.read("me, of another version", "text"), cache.read("me", "texts")), (None, None));
        // Not even if it lies at the other device's path.
        fs::copy(cache.path("me", "text"), cache.path("you", "text")).unwrap();
        assert_eq!(cache.read("you", "text"), None);
        cache.write("me", "text", &Kept::default());
        assert_eq!(cache.read("me", "text"), Some(Kept::default()));
        assert_eq!(cache.files().len(), 2, "and nothing is left unfinished");
    }

    #[test]
    fn a_file_that_is_cut_off_longer_or_damaged_anywhere_is_as_good_as_none() {
        let whole = file_of("me", "text", &kept(40));
        assert_eq!(parsed(&whole, "me", "text"), Some(kept(40)));
        for length in 0..whole.len() {
            assert_eq!(parsed(&whole[..length], "me", "text"), None, "cut off at {length}");
        }
        for at in 0..8 * whole.len() {
            let mut damaged = whole.clone();
            damaged[at / 8] ^= 1 << (at % 8);
            assert_eq!(parsed(&damaged, "me", "text"), None, "bit {at}");
        }
        assert_eq!(parsed(&[&whole[..], &[0]].concat(), "me", "text"), None);
    }

    #[test]
    fn lengths_of_a_file_with_the_right_hash_are_not_believed() {
        let whole = file_of("me", "text", &kept(40));
        for (place, length) in [(0, u64::MAX), (1, 1 << 40), (2, 11), (2, 13), (3, 41), (3, 39), (3, u64::MAX - 50)] {
            let mut content = whole[MAGIC.len() + 8..].to_vec();
            content[8 * place..8 * place + 8].copy_from_slice(&length.to_le_bytes());
            let file = [&MAGIC[..], &hash(&content).to_le_bytes(), &content].concat();
            assert_eq!(parsed(&file, "me", "text"), None, "length {place}: {length}");
        }
    }

    #[test]
    fn a_full_cache_forgets_what_was_used_the_longest_time_ago_and_no_file_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let cache = DiskCache { most: 10_000, ..DiskCache::in_folder(folder.path()) };
        let others = ["notes.kernel", "0123456789abcdef-0123456789abcdef.txt"].map(|name| folder.path().join(name));
        others.iter().for_each(|path| fs::write(path, vec![0; 20_000]).unwrap());
        let left = folder.path().join("0123456789abcdef-0123456789abcdef.7-0.unfinished");
        fs::write(&left, "half").unwrap();
        let ago = |path: &Path, seconds| {
            let file = OpenOptions::new().write(true).open(path).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        };
        ago(&left, 2 * 3600);
        let texts = ["a", "b", "c", "d", "e"];
        for (text, age) in texts.into_iter().zip([50, 40, 30, 20]) {
            cache.write("me", text, &kept(2000));
            ago(&cache.path("me", text), age);
        }
        assert!(cache.read("me", "a").is_some(), "which is now the one used last");
        cache.write("me", "e", &kept(2000));
        let is_there = texts.map(|text| cache.read("me", text).is_some());
        assert_eq!(is_there, [true, false, false, true, true]);
        assert!(others.iter().all(|path| path.exists()) && !left.exists());
        cache.write("me", "too large", &kept(10_001));
        assert_eq!(cache.files().len(), 3);
    }

    #[test]
    fn a_folder_that_can_not_be_made_keeps_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for folder in [file.clone(), file.join("below"), PathBuf::from("\0")] {
            let cache = DiskCache::in_folder(folder);
            cache.write("me", "text", &kept(1));
            assert_eq!(cache.read("me", "text"), None);
        }
    }

    #[test]
    fn a_writer_beside_others_never_shows_a_part() {
        let folder = tempfile::tempdir().unwrap();
        let cache = DiskCache::in_folder(folder.path());
        cache.write("me", "text", &kept(100_000));
        std::thread::scope(|scope| {
            for size in [100_000, 200_000] {
                let cache = &cache;
                scope.spawn(move || (0..50).for_each(|_| cache.write("me", "text", &kept(size))));
            }
            for _ in 0..200 {
                let read = cache.read("me", "text").expect("one or the other");
                assert!(read == kept(100_000) || read == kept(200_000));
            }
        });
        assert_eq!(cache.files().len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_others_may_write_is_not_read_nor_a_link_nor_a_pipe() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let cache = DiskCache::in_folder(folder.path());
        cache.write("me", "text", &kept(9));
        let path = cache.path("me", "text");
        for mode in [0o620, 0o602] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(cache.read("me", "text"), None, "{mode:o}");
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(cache.read("me", "text"), Some(kept(9)));
        let elsewhere = folder.path().join("elsewhere");
        fs::rename(&path, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
        assert_eq!(cache.read("me", "text"), None);
        fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(cache.read("me", "text"), None);
    }
}
