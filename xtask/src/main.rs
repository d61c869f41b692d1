//! The command `cargo xtask`.

use std::path::Path;
use std::process::ExitCode;

use xtask::{blue, hashes, twins};

const USAGE: &str = "usage: cargo xtask twins [--check]
       cargo xtask book [--check]
       cargo xtask blue [--check]
       cargo xtask npm [--check]
       cargo xtask parity FOLDER [all]
       cargo xtask hashes
       cargo xtask statistics
       cargo xtask vectors
       cargo xtask release VERSION

  twins          translates the functions of shaders/*.wgsl into Rust, lists all declarations, and writes the files that differ
  book           writes the pages and pictures of docs/src/reference/ that are made of the library's own data
  blue           writes the table of blue noise, src/strict/ranks.bin
  npm            writes the files of the npm package that are made of the shaders: npm/src/kernels.js and the texts of shaders
  parity         writes into a folder what the page of studio/parity/ compares: the test vectors and a choice of graphs, or all of the catalogue
  hashes         measures lacuna's hash of lattice points and others, and writes the table of docs/src/reference/hashes.md
  statistics     measures the bases and writes docs/src/reference/statistics.md
  vectors        writes the test vectors of docs/src/spec/
  release        writes VERSION into all files that state it, runs all tests (hours), commits and tags; publishes nothing
  --check        writes nothing, says which files differ, and exits with 1 if any does";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["twins"] => write(root),
        ["twins", "--check"] => check(root),
        ["blue"] => blue(root, false),
        ["blue", "--check"] => blue(root, true),
        ["parity", folder] => parity(root, folder, false),
        ["parity", folder, "all"] => parity(root, folder, true),
        ["hashes"] => hashes(root),
        ["statistics"] => statistics(root),
        ["vectors"] => vectors(root),
        ["release", version] => release(root, version),
        ["book"] => book(root, false),
        ["book", "--check"] => book(root, true),
        ["npm"] => npm(root, false),
        ["npm", "--check"] => npm(root, true),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(code) => code,
        Err(message) => {
            say(&message);
            ExitCode::from(2)
        }
    }
}

#[expect(clippy::print_stderr, reason = "a command talks to its user")]
fn say(line: &str) {
    eprintln!("{line}");
}

fn write(root: &Path) -> Result<ExitCode, String> {
    for file in twins::stale(root)? {
        let path = root.join(&file.path);
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, &file.text))
            .map_err(|error| format!("{}: {error}", file.path))?;
        say(&format!("wrote {}", file.path));
    }
    Ok(ExitCode::SUCCESS)
}

fn check(root: &Path) -> Result<ExitCode, String> {
    let stale = twins::stale(root)?;
    for file in &stale {
        say(&format!("{} is not what the shaders give; run: cargo xtask twins", file.path));
    }
    Ok(if stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn blue(root: &Path, is_check: bool) -> Result<ExitCode, String> {
    let Some(file) = blue::stale(root) else { return Ok(ExitCode::SUCCESS) };
    if is_check {
        say(&format!("{} is stale; run: cargo xtask blue", blue::FILE));
        return Ok(ExitCode::FAILURE);
    }
    std::fs::write(root.join(blue::FILE), file).map_err(|error| format!("{}: {error}", blue::FILE))?;
    say(&format!("wrote {}", blue::FILE));
    Ok(ExitCode::SUCCESS)
}

/// Measures in a process of its own if this one is not optimised, which would take an hour.
fn hashes(root: &Path) -> Result<ExitCode, String> {
    if cfg!(debug_assertions) {
        return again(root, &["--release", "--package", "xtask", "--", "hashes"]);
    }
    let page = hashes::table::page(root)?;
    std::fs::write(root.join(hashes::table::FILE), page).map_err(|error| format!("{}: {error}", hashes::table::FILE))?;
    say(&format!("wrote {}", hashes::table::FILE));
    Ok(ExitCode::SUCCESS)
}

fn release(root: &Path, version: &str) -> Result<ExitCode, String> {
    let version: xtask::release::Version = version.parse()?;
    let today = std::process::Command::new("date").args(["-u", "+%F"]).output().map_err(|error| format!("date: {error}"))?;
    xtask::release::release(root, version, String::from_utf8_lossy(&today.stdout).trim(), |root| {
        let status = std::process::Command::new("bash").args([".ci/run", "--all"]).current_dir(root).status();
        let passed = status.map_err(|error| format!("bash: {error}"))?.success();
        passed.then_some(()).ok_or_else(|| ".ci/run --all failed".to_owned())
    })?;
    say(&format!("version {version} is committed and tagged; RELEASING.md says what follows"));
    Ok(ExitCode::SUCCESS)
}

/// Runs cargo with arguments after `run`.
fn again(root: &Path, arguments: &[&str]) -> Result<ExitCode, String> {
    let mut cargo = std::process::Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    let status = cargo.args(["run", "--quiet"]).args(arguments).current_dir(root).status().map_err(|error| format!("cargo: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a command that needs the library in a process that has it.
#[cfg(not(feature = "book"))]
fn with_library(root: &Path, command: &[&str]) -> Result<ExitCode, String> {
    again(root, &[&["--profile", "checked", "--package", "xtask", "--features", "book", "--"], command].concat())
}

#[cfg(feature = "book")]
fn book(root: &Path, is_check: bool) -> Result<ExitCode, String> {
    use xtask::book;

    let (files, problem) = if is_check {
        (book::stale(root).map_err(|error| error.to_string())?, "is stale; run: cargo xtask book")
    } else {
        (book::write(root).map_err(|error| error.to_string())?, "is written")
    };
    files.iter().for_each(|file| say(&format!("{file} {problem}")));
    Ok(if is_check && !files.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Runs the task in a process of its own: the book needs the library, which needs the output of `twins` to build. So it is a feature.
#[cfg(not(feature = "book"))]
fn book(root: &Path, is_check: bool) -> Result<ExitCode, String> {
    let check = is_check.then_some("--check");
    with_library(root, &[&["book"], check.as_slice()].concat())
}

#[cfg(feature = "book")]
fn npm(root: &Path, is_check: bool) -> Result<ExitCode, String> {
    let stale = xtask::npm::stale(root);
    for (path, text) in &stale {
        if is_check {
            say(&format!("{path} is stale; run: cargo xtask npm"));
        } else {
            std::fs::write(root.join(path), text).map_err(|error| format!("{path}: {error}"))?;
            say(&format!("wrote {path}"));
        }
    }
    Ok(if is_check && !stale.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Like `book`, it needs the library.
#[cfg(not(feature = "book"))]
fn npm(root: &Path, is_check: bool) -> Result<ExitCode, String> {
    let check = is_check.then_some("--check");
    with_library(root, &[&["npm"], check.as_slice()].concat())
}

#[cfg(feature = "book")]
fn statistics(root: &Path) -> Result<ExitCode, String> {
    use xtask::statistics;

    statistics::write(root).map_err(|error| error.to_string())?;
    say(&format!("wrote {}", statistics::FILE));
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "book"))]
fn statistics(root: &Path) -> Result<ExitCode, String> {
    again(root, &["--release", "--package", "xtask", "--features", "book", "--", "statistics"])
}

#[cfg(feature = "book")]
fn vectors(root: &Path) -> Result<ExitCode, String> {
    let written = xtask::vectors::write(root).map_err(|error| error.to_string())?;
    written.iter().for_each(|file| say(&format!("{file} is written")));
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "book"))]
fn vectors(root: &Path) -> Result<ExitCode, String> {
    with_library(root, &["vectors"])
}

#[cfg(feature = "book")]
fn parity(root: &Path, folder: &str, is_all: bool) -> Result<ExitCode, String> {
    use xtask::parity;

    let folder = Path::new(folder);
    let count = if is_all { parity::write_catalogue(folder) } else { parity::write(root, folder) };
    say(&format!("{} checks in {}", count.map_err(|error| error.to_string())?, folder.display()));
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "book"))]
fn parity(root: &Path, folder: &str, is_all: bool) -> Result<ExitCode, String> {
    let all = is_all.then_some("all");
    with_library(root, &[&["parity", folder], all.as_slice()].concat())
}
