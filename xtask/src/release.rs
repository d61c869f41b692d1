//! Prepares a release: the version in every file that states it, a commit and a tag. It publishes nothing; `RELEASING.md` says what follows.

use std::fmt::{self, Display};
use std::path::Path;
use std::process::Command;
use std::str::FromStr;

/// The folders with a lock file that names packages of this repository.
const LOCKED: [&str; 4] = [".", "benches/gpu-peers", "benches/peers", "fuzz"];

/// A released version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version([u64; 3]);

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<u64> = text.split('.').map_while(|part| part.parse().ok()).collect();
        let version = parts.try_into().map(Self).ok().filter(|version| version.to_string() == text);
        version.ok_or_else(|| format!("`{text}` is no version; write MAJOR.MINOR.PATCH, such as 0.5.0"))
    }
}

impl Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([major, minor, patch]) = self;
        write!(formatter, "{major}.{minor}.{patch}")
    }
}

/// Writes a version into the repository at `root`, has it checked, and commits and tags it.
///
/// # Errors
///
/// A message, before anything is changed, if the version is not above the last one, if the repository has changes or no address, or if the changelog says
/// nothing about the version. After that, a message if the check fails; the files then have the new version, and are not committed.
pub fn release(root: &Path, version: Version, date: &str, check: impl FnOnce(&Path) -> Result<(), String>) -> Result<(), String> {
    let files = files(root, version, date)?;
    let changed = git(root, &["status", "--porcelain"])?;
    if !changed.is_empty() {
        return Err(format!("there are changes that are not committed; commit them, or put them aside:\n{changed}"));
    }
    let tag = format!("v{version}");
    if !git(root, &["tag", "--list", &tag])?.is_empty() {
        return Err(format!("the tag {tag} exists; a version is released once"));
    }
    for (file, text) in files {
        std::fs::write(root.join(file), text).map_err(|error| format!("{file}: {error}"))?;
    }
    for folder in LOCKED {
        run(&root.join(folder), "cargo", &["update", "--quiet", "--offline", "--workspace"])?;
    }
    check(root).map_err(|error| {
        format!("{error}\nthe files have version {version}, and nothing is committed; `git checkout .` takes them back")
    })?;
    // Nothing differs where the version was there before, with its date.
    if !git(root, &["status", "--porcelain"])?.is_empty() {
        git(root, &["commit", "--quiet", "--all", "--message", &format!("Version {version}")])?;
    }
    git(root, &["tag", "--annotate", &tag, "--message", &format!("lacuna {version}")]).map(drop)
}

/// Returns the files that state the version, with their new texts.
fn files(root: &Path, version: Version, date: &str) -> Result<Vec<(&'static str, String)>, String> {
    let read = |file: &'static str| std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"));
    let manifest = read("Cargo.toml")?;
    let old: Version = value_of(&manifest, "version").ok_or("Cargo.toml: [workspace.package] has no version")?.parse()?;
    if version < old {
        return Err(format!("{version} is below {old}, the version in Cargo.toml"));
    }
    let repository = value_of(&manifest, "repository").filter(|address| !address.is_empty()).ok_or(
        "Cargo.toml: `repository` in [workspace.package] is empty; write the repository's address there, such as https://github.com/OWNER/lacuna",
    )?;
    let citation = read("CITATION.cff")?;
    let citation = [("version", version.to_string()), ("date-released", date.to_owned()), ("repository-code", repository.to_owned())]
        .iter()
        .fold(citation, |text, (key, value)| with_key(&text, key, value));
    Ok(vec![
        ("CHANGELOG.md", dated(&read("CHANGELOG.md")?, version, date)?),
        ("CITATION.cff", citation),
        ("Cargo.toml", with_version(&manifest, old, version)),
        ("npm/package.json", with_npm_version(&read("npm/package.json")?, version)),
    ])
}

/// Returns the value of a key of `[workspace.package]`.
fn value_of<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
    let table = manifest.split("[workspace.package]\n").nth(1)?;
    let line = table.lines().take_while(|line| !line.starts_with('[')).find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
    line.map(|value| value.trim_matches('"'))
}

/// Returns the manifest with the version of the workspace, and of the packages by which its own name each other.
fn with_version(manifest: &str, old: Version, new: Version) -> String {
    let [old, new] = [old, new].map(|version| format!("version = \"{version}\""));
    let is_own = |line: &str| line == old || line.contains("path = ");
    manifest.lines().map(|line| if is_own(line) { line.replace(&old, &new) } else { line.to_owned() } + "\n").collect()
}

/// Returns the manifest of the npm package with the version.
fn with_npm_version(manifest: &str, version: Version) -> String {
    let begin = "    \"version\": ";
    manifest.lines().map(|line| if line.starts_with(begin) { format!("{begin}\"{version}\",\n") } else { format!("{line}\n") }).collect()
}

/// Returns a text of YAML with a key's value, in place of its old line if it has one.
fn with_key(text: &str, key: &str, value: &str) -> String {
    let (begin, new) = (format!("{key}: "), format!("{key}: {value}"));
    let is_there = text.lines().any(|line| line.starts_with(&begin));
    let lines = text.lines().map(|line| if line.starts_with(&begin) { new.as_str() } else { line });
    lines.chain((!is_there).then_some(new.as_str())).map(|line| format!("{line}\n")).collect()
}

/// Returns the changelog with a version and its date over what is not released.
fn dated(changelog: &str, version: Version, date: &str) -> Result<String, String> {
    const HEADING: &str = "\n## Unreleased\n";
    let (before, after) = changelog
        .split_once(HEADING)
        .filter(|(_, after)| after.split("\n## ").next().is_some_and(|section| !section.trim().is_empty()))
        .ok_or("CHANGELOG.md: nothing stands under `## Unreleased`; say there what this version changes")?;
    Ok(format!("{before}\n## {version} ({date})\n{after}"))
}

fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    run(root, "git", arguments)
}

/// Runs a program and returns what it prints.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output().map_err(|error| format!("{program}: {error}"))?;
    let text = |bytes| String::from_utf8_lossy(bytes).trim_end().to_owned();
    if !output.status.success() {
        return Err(format!("{program} {}, in {}: {}", arguments.join(" "), folder.display(), text(&output.stderr)));
    }
    Ok(text(&output.stdout))
}
