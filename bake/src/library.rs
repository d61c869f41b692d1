//! The folders from which recipes may take parts.

use std::path::{Component, Path, PathBuf};

use lacuna::recipe::{Library, MAX_TEXT};

use crate::file::read_file;

/// Folders whose files a recipe may use parts of: its own, and those that the caller adds. Nothing outside of them is opened.
#[derive(Debug, Clone)]
pub(crate) struct Folders(pub(crate) Vec<PathBuf>);

impl Folders {
    /// Returns the folders for a recipe's file: its own comes first.
    pub(crate) fn around(recipe: &Path, more: &[PathBuf]) -> Self {
        let own = match recipe.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        Self(std::iter::once(own.to_owned()).chain(more.iter().cloned()).collect())
    }
}

impl Library for Folders {
    fn read(&self, name: &str) -> Result<String, String> {
        let path = Path::new(name);
        let is_below = path.components().all(|part| matches!(part, Component::Normal(_))) && !name.contains(['\\', ':']);
        if !is_below || !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
            return Err("a part's file lies in the recipe's folder or below it; name it like parts/lib.toml, without `..`".to_owned());
        }
        for folder in &self.0 {
            let (Ok(folder), Ok(found)) = (folder.canonicalize(), folder.join(path).canonicalize()) else { continue };
            if !found.starts_with(&folder) {
                return Err("it is a link that leads out of the recipe's folder; put the file itself there".to_owned());
            }
            return read_file(&found, MAX_TEXT).map_err(|error| error.to_string());
        }
        Err("there is no such file in the recipe's folder; `--include DIR` adds others".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_outside_of_the_folders_are_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir_all(inner.join("more.toml")).unwrap();
        for file in ["outside.toml", "inner/inside.toml", "inner/other.txt"] {
            std::fs::write(folder.path().join(file), "version = 2").unwrap();
        }
        let library = Folders(vec![inner.clone()]);
        assert_eq!(library.read("inside.toml").as_deref(), Ok("version = 2"));
        let absolute = folder.path().join("outside.toml");
        for name in
            ["../outside.toml", "./../outside.toml", absolute.to_str().unwrap(), "other.txt", "more.toml", "none.toml", "", "C:\\a.toml"]
        {
            library.read(name).unwrap_err();
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&absolute, inner.join("link.toml")).unwrap();
            std::os::unix::fs::symlink("inside.toml", inner.join("within.toml")).unwrap();
            library.read("link.toml").unwrap_err();
            assert_eq!(library.read("within.toml").as_deref(), Ok("version = 2"));
            let pipe = inner.join("pipe.toml");
            if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
                library.read("pipe.toml").unwrap_err();
            }
        }
        assert_eq!(Folders(vec![inner, folder.path().to_owned()]).read("outside.toml").as_deref(), Ok("version = 2"));
    }
}
