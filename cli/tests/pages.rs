//! Runs every command of the README and of the book, in the order of its page, in a folder of its own.
//!
//! The blocks marked `sh` of a page run as scripts, with `lacuna` on the path; `cargo run --release --` stands for it. Afterwards everything that a
//! line's comment names must exist: files, or the value that `lacuna sample` prints. A block marked `toml` whose first line is a comment with a
//! file's name is saved under that name. A block that is not run has a comment with the reason before it, `<!-- not run: ... -->`; one that would run
//! long is run with other arguments, `<!-- run with: 1200x600 => 300x150; --antialias 4 => --antialias 1 -->`.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().find(|folder| folder.join("docs/book.toml").exists()).expect("the repository").to_owned()
}

fn pages_in(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages_in(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

fn pages() -> Vec<PathBuf> {
    let mut pages =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md"].map(|name| root().join(name)).to_vec();
    pages_in(&root().join("docs/src"), &mut pages);
    pages.sort();
    pages
}

/// A block of code: its mark, the reason why it is not run, and its text.
struct Block {
    mark: String,
    not_run: Option<String>,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    let mut before = "";
    let comment = |line: &str, name: &str| {
        let rest = line.strip_prefix("<!-- ")?.strip_prefix(name)?.strip_suffix("-->")?;
        Some(rest.trim().to_owned())
    };
    while let Some(line) = lines.next() {
        if let Some(mark) = line.strip_prefix("```") {
            let mut text: String = lines.by_ref().take_while(|line| !line.starts_with("```")).map(|line| format!("{line}\n")).collect();
            for change in comment(before, "run with:").iter().flat_map(|changes| changes.split("; ")) {
                let (from, to) = change.split_once(" => ").unwrap_or_else(|| panic!("`{change}` is no change"));
                assert!(text.contains(from), "`{from}` is not in the block:\n{text}");
                text = text.replace(from, to);
            }
            blocks.push(Block { mark: mark.to_owned(), not_run: comment(before, "not run:"), text });
        }
        before = line;
    }
    blocks
}

/// Returns the file that a block is saved as, by its first line.
fn name_of(text: &str) -> Option<&str> {
    let name = text.lines().next()?.strip_prefix("# ")?;
    (name.ends_with(".toml") && !name.contains(' ')).then_some(name)
}

/// A folder for the commands of a page, and one with the command.
struct Place {
    folder: TempDir,
    programs: TempDir,
}

impl Place {
    fn new() -> Self {
        let programs = TempDir::new().unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_lacuna"), programs.path().join("lacuna")).unwrap();
        // In a checkout the pages use `cargo run --release -- bake ...`.
        let cargo = programs.path().join("cargo");
        fs::write(&cargo, "#!/bin/sh\n[ \"$1 $2 $3\" = 'run --release --' ] || exit 9\nshift 3\nexec lacuna \"$@\"\n").unwrap();
        fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder: TempDir::new().unwrap(), programs }
    }

    /// Runs a script until its first failure, and returns its output.
    fn run(&self, script: &str) -> Result<String, String> {
        let path = format!("{}:{}", self.programs.path().display(), std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new("bash");
        command.args(["-euo", "pipefail", "-c", script]).current_dir(&self.folder).env("PATH", path);
        // Without drivers: the same files, sooner.
        for variable in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "LIBGL_DRIVERS_PATH", "__EGL_VENDOR_LIBRARY_FILENAMES"] {
            command.env(variable, "/nonexistent");
        }
        let output = command.stdin(std::process::Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(format!("{}: {said}", output.status))
        }
    }
}

/// Returns `true` if a word of a comment names a file.
fn is_file(word: &str) -> bool {
    const ENDINGS: [&str; 14] =
        [".png", ".raw", ".exr", ".tiff", ".npy", ".r32", ".r16", ".ktx2", ".dds", ".webp", ".csv", ".svg", ".apng", ".qoi"];
    ENDINGS.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending))
}

/// Runs a block, and returns all failures.
fn flaws(place: &Place, text: &str) -> Vec<String> {
    let printed = match place.run(text) {
        Ok(printed) => printed,
        Err(flaw) => return vec![format!("{flaw}\n{text}")],
    };
    let mut flaws = Vec::new();
    for line in text.lines().filter_map(|line| line.split_once(" # ")) {
        let (command, comment) = line;
        for file in comment.split_whitespace().filter(|word| is_file(word)) {
            if !place.folder.path().join(file).exists() {
                flaws.push(format!("there is no {file} after: {command}"));
            }
        }
        if command.starts_with("lacuna sample") && !printed.lines().any(|printed| printed == comment) {
            flaws.push(format!("{comment} is not printed by: {command}"));
        }
    }
    flaws
}

#[test]
fn every_command_of_the_pages_runs() {
    let (mut run, mut saved, mut left_out) = (0, 0, 0);
    let mut found = Vec::new();
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let place = Place::new();
        for block in blocks(&page) {
            match (block.mark.as_str(), &block.not_run) {
                ("sh", Some(why)) => {
                    assert!(why.len() > 5, "{}: a block is not run, and the page doesn't say why", path.display());
                    left_out += 1;
                }
                ("sh", None) => {
                    found.extend(flaws(&place, &block.text).into_iter().map(|flaw| format!("{}: {flaw}", path.display())));
                    run += 1;
                }
                ("toml", None) if name_of(&block.text).is_some() => {
                    fs::write(place.folder.path().join(name_of(&block.text).unwrap()), &block.text).unwrap();
                    saved += 1;
                }
                ("toml", None) => {
                    // A recipe without a name is read all the same.
                    fs::write(place.folder.path().join("page.toml"), &block.text).unwrap();
                    found.extend(
                        place
                            .run("lacuna bake page.toml --size 16 --engine cpu --force -o page.npy")
                            .err()
                            .map(|flaw| format!("{}: {flaw}{}", path.display(), block.text)),
                    );
                }
                (_, None) => {}
                (mark, Some(_)) => panic!("{}: a block of `{mark}` is never run", path.display()),
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    assert!(run > 20 && saved > 3, "{run} blocks ran, and {saved} recipes were saved");
    assert!(left_out < run, "{left_out} blocks are left out, and {run} run");
}

#[test]
fn what_runs_them_can_fail() {
    let place = Place::new();
    assert!(place.run("lacuna sample perlin --at 0,0").is_ok());
    assert!(place.run("lacuna sample perlin --nonsense\ntrue").is_err());
    assert_eq!(flaws(&place, "lacuna bake perlin --size 8 -o a.png     # a.png b.png\n").len(), 1);
    assert_eq!(flaws(&place, "lacuna sample perlin --at 3.14,42,7     # 0.5\n").len(), 1);
    assert!(flaws(&place, "lacuna sample perlin --at 3.14,42,7     # 0.13691995\n").is_empty());
    let page = "<!-- not run: it is long -->\n```sh\nlacuna bench\n```\n\n```toml\n# a.toml\nversion = 2\n```\n";
    let found = blocks(page);
    assert_eq!((found.len(), found[0].not_run.as_deref()), (2, Some("it is long")));
    assert_eq!(name_of(&found[1].text), Some("a.toml"));
}
