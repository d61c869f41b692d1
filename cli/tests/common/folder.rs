//! The command in a folder of its own.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part of this")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder, on a machine without drivers.
pub struct Folder(pub TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub fn command(&self) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_lacuna"))
    }

    pub fn command_of(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.0).stdin(Stdio::null());
        for (variable, value) in [
            ("VK_DRIVER_FILES", "/nonexistent"),
            ("VK_ICD_FILENAMES", "/nonexistent"),
            ("LIBGL_DRIVERS_PATH", "/nonexistent"),
            ("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent"),
            ("LACUNA_CACHE", "off"),
        ] {
            command.env(variable, value);
        }
        command
    }

    /// Runs a command line of words separated by spaces.
    pub fn run(&self, line: &str) -> Output {
        self.command().args(line.split_whitespace()).output().unwrap()
    }

    /// Runs a command line that succeeds, and returns its output.
    #[track_caller]
    pub fn good(&self, line: &str) -> String {
        let output = self.run(line);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Runs a command line that fails with a code, and returns its single error.
    #[track_caller]
    pub fn bad(&self, code: i32, line: &str) -> String {
        let output = self.run(line);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{line}: {said}");
        assert_eq!(said.matches("error: ").count(), 1, "{line}: {said}");
        assert!(!said.contains("panicked"), "{line}: {said}");
        said
    }

    pub fn write(&self, name: &str, contents: &str) {
        fs::write(self.0.path().join(name), contents).unwrap();
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[track_caller]
    pub fn samples(&self, name: &str) -> Vec<f32> {
        self.read(name).chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
    }

    pub fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_slice(&self.read(name)).unwrap()
    }

    /// Returns the names of all files, hidden ones included.
    pub fn names(&self) -> Vec<String> {
        self.names_in(".")
    }

    /// Returns the names of all files in a subfolder.
    pub fn names_in(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(self.path(folder)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Returns `true` if the default output of a preset takes a layer, which has no value at a point.
pub fn takes_layers(preset: &lacuna::presets::Preset) -> bool {
    let recipe = lacuna::recipe::read(preset.text).unwrap();
    recipe.plan(&[recipe.default_output().unwrap()]).unwrap().has_layers()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn crop(samples: &[f32], width: usize, [x, y]: [usize; 2], size: [usize; 2]) -> Vec<f32> {
    (y..y + size[1]).flat_map(|y| samples[y * width + x..][..size[0]].to_vec()).collect()
}
