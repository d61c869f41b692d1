//! A release, tried on a clone of the repository.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::release::{Version, release};

fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A clone of the repository with all that a release needs.
struct Clone {
    folder: tempfile::TempDir,
}

impl Clone {
    /// Returns `None` where the tests lie in no repository.
    fn new() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        if !root.join(".git").exists() {
            let _ = writeln!(std::io::stderr(), "skipped: releases: there is no git repository to clone");
            return None;
        }
        let clone = Self { folder: tempfile::tempdir().unwrap() };
        run(root, "git", &["clone", "--quiet", "--no-tags", ".", clone.root().to_str().unwrap()]);
        for (key, value) in
            [("user.name", "a test"), ("user.email", "test@example.com"), ("commit.gpgsign", "false"), ("tag.gpgsign", "false")]
        {
            clone.git(&["config", key, value]);
        }
        clone.edit("Cargo.toml", "repository = \"\"", "repository = \"https://example.com/lacuna\"");
        let changelog = std::fs::read_to_string(clone.root().join("CHANGELOG.md")).unwrap();
        if !changelog.contains("\n## Unreleased\n") {
            clone.edit("CHANGELOG.md", "\n## ", "\n## Unreleased\n\nSomething.\n\n## ");
        }
        clone.git(&["commit", "--quiet", "--all", "--message", "What a release needs"]);
        Some(clone)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("lacuna")
    }

    fn git(&self, arguments: &[&str]) -> String {
        run(&self.root(), "git", arguments)
    }

    /// Replaces the first occurrence of a text in a file.
    fn edit(&self, file: &str, old: &str, new: &str) {
        let path = self.root().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file} lacks `{old}`");
        std::fs::write(path, text.replacen(old, new, 1)).unwrap();
    }

    fn release(&self, version: &str) -> Result<(), String> {
        release(&self.root(), version.parse().unwrap(), "2027-01-31", |_| Ok(()))
    }
}

#[test]
fn a_release_states_its_version_everywhere_and_is_committed_and_tagged() {
    let Some(clone) = Clone::new() else { return };
    clone.release("7.8.9").unwrap();
    assert_eq!(clone.git(&["describe", "--exact-match"]).trim(), "v7.8.9");
    assert_eq!(clone.git(&["status", "--porcelain"]), "");
    // Every lock file fits, and every package of the workspace that is published has the version, and asks for it.
    for folder in ["fuzz", "benches/peers", "benches/gpu-peers", "."] {
        let metadata =
            run(&clone.root().join(folder), "cargo", &["metadata", "--offline", "--locked", "--no-deps", "--format-version", "1"]);
        if folder == "." {
            assert_eq!(metadata.matches("\"version\":\"7.8.9\"").count(), 6, "lacuna, its bake, cli, studio, python and fuzz bodies");
            assert!(metadata.contains("\"req\":\"^7.8.9\"") && !metadata.contains("\"req\":\"^0.5.0\""));
        }
    }
    let read = |file: &str| std::fs::read_to_string(clone.root().join(file)).unwrap();
    assert!(read("CHANGELOG.md").contains("\n## 7.8.9 (2027-01-31)\n") && !read("CHANGELOG.md").contains("Unreleased"));
    assert_eq!(read("npm/package.json").matches("\"version\": \"7.8.9\",\n").count(), 1);
    for line in ["version: 7.8.9", "date-released: 2027-01-31", "repository-code: https://example.com/lacuna"] {
        assert_eq!(read("CITATION.cff").lines().filter(|own| *own == line).count(), 1, "{line}");
    }
}

#[test]
fn a_release_is_refused_before_anything_changes() {
    let Some(clone) = Clone::new() else { return };
    let head = clone.git(&["rev-parse", "HEAD"]);
    let refused = |version: &str, why: &str| {
        let error = clone.release(version).unwrap_err();
        assert!(error.contains(why), "{error}");
        assert_eq!(clone.git(&["rev-parse", "HEAD"]), head);
    };
    refused("0.0.1", "below");
    clone.git(&["tag", "v7.8.9"]);
    refused("7.8.9", "v7.8.9 exists");
    clone.edit("CHANGELOG.md", "# Changelog", "# Changes");
    refused("8.0.0", "CHANGELOG.md");
    clone.edit("CHANGELOG.md", "\n## Unreleased\n", "\n## Unreleased\n\n## 7.7.7\n");
    refused("8.0.0", "nothing stands under");
    clone.git(&["checkout", "--quiet", "."]);
    clone.edit("Cargo.toml", "repository = \"https://example.com/lacuna\"", "repository = \"\"");
    refused("8.0.0", "`repository` in [workspace.package] is empty");
    assert_eq!(clone.git(&["status", "--porcelain"]).trim(), "M Cargo.toml");
}

#[test]
fn a_release_that_fails_its_checks_is_not_committed() {
    let Some(clone) = Clone::new() else { return };
    let error = release(&clone.root(), "8.0.0".parse().unwrap(), "2027-01-31", |root| {
        // The check sees the new version.
        assert!(std::fs::read_to_string(root.join("Cargo.toml")).unwrap().contains("\nversion = \"8.0.0\""));
        Err("a test fails".to_owned())
    });
    assert!(error.unwrap_err().starts_with("a test fails\nthe files have version 8.0.0"));
    assert_eq!(clone.git(&["tag", "--list"]), "");
    clone.git(&["checkout", "--quiet", "."]);
    assert_eq!(clone.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_version_has_three_numbers() {
    let read = |text: &str| text.parse::<Version>().map(|version| version.to_string());
    assert_eq!(read("0.5.0").unwrap(), "0.5.0");
    assert!("0.10.0".parse::<Version>().unwrap() > "0.9.9".parse().unwrap());
    for text in ["", "0.5", "0.5.0.1", "v0.5.0", "0.05.0", "0.5.x", "0.5.0-rc.1"] {
        assert!(read(text).unwrap_err().contains("MAJOR.MINOR.PATCH"), "{text}");
    }
}
