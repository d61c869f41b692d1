//! The command `cargo xtask`.

use std::path::Path;
use std::process::ExitCode;

use xtask::twins;

const USAGE: &str = "usage: cargo xtask twins [--check]

  twins          translates the functions of shaders/*.wgsl into Rust and writes the files that differ
  twins --check  writes nothing, says which files differ, and exits with 1 if any does";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["twins"] => write(root),
        ["twins", "--check"] => check(root),
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
