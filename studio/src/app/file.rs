//! The recipe's file: opened, dropped, watched and saved. A page has no files of its own: it downloads, and takes files that are chosen or dropped.

use eframe::egui;

use super::loads::File;
use super::{FileBox, Studio};
use crate::files;

impl Studio {
    /// Takes files that were dropped or chosen, and changes of the watched one.
    pub(super) fn take_files(&mut self, context: &egui::Context) {
        for dropped in context.input(|input| input.raw.dropped_files.clone()) {
            self.inbox.take(&dropped, context);
        }
        for opened in self.inbox.poll() {
            match opened {
                Ok(opened) => self.load_opened(opened),
                Err(message) => self.tell(message, true),
            }
        }
        #[cfg(not(target_arch = "wasm32"))]
        self.watch(context);
    }

    fn load_opened(&mut self, files::Opened { name, text, path }: files::Opened) {
        self.load(name.strip_suffix(".toml").unwrap_or(&name), &text, path);
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Studio {
    fn watch(&mut self, context: &egui::Context) {
        let now = context.input(|input| input.time);
        let Some(watched) = &mut self.watched else { return };
        context.request_repaint_after(std::time::Duration::from_secs(1));
        match watched.changed(now) {
            None => {}
            Some(Err(message)) => self.tell(message, true),
            Some(Ok(_)) if self.document.is_changed() => {
                self.tell("Another program changed the file; save to keep what is here, or open the file again", true);
            }
            Some(Ok(text)) => match self.document.replace(&text) {
                Ok(()) => {
                    self.document.mark_saved();
                    self.notice = None;
                }
                Err(problem) => self.tell(format!("the file is no longer a recipe; the last one stays: {}", problem.message), true),
            },
        }
    }

    pub(super) fn open(&mut self, _context: &egui::Context) {
        self.file_box = Some(FileBox { name: String::new(), is_saving: false, replaces: None });
    }

    pub(super) fn save(&mut self) {
        let text = self.document.text().to_owned();
        let Some(watched) = &mut self.watched else { return self.save_as() };
        let result = watched.save(&text);
        let path = watched.path().display().to_string();
        self.saved(result, &path);
    }

    fn saved(&mut self, result: Result<(), String>, path: &str) {
        match result {
            Ok(()) => {
                self.document.mark_saved();
                self.tell(format!("Saved as {path}"), false);
            }
            Err(message) => self.tell(message, true),
        }
    }

    pub(super) fn save_as(&mut self) {
        let name = self.watched.as_ref().map_or_else(|| format!("{}.toml", self.name), |watched| watched.path().display().to_string());
        self.file_box = Some(FileBox { name, is_saving: true, replaces: None });
    }

    pub(super) fn file(&self) -> File {
        File { name: self.name.clone(), path: self.watched.as_ref().map(|watched| watched.path().to_owned()) }
    }

    /// Makes a file the recipe's own.
    pub(super) fn set_file(&mut self, File { name, path }: File) {
        self.name = name;
        self.watched = path.map(|path| files::Watched::new(path, self.document.text().to_owned()));
    }

    /// Opens or saves the file whose name was typed.
    pub(super) fn close_file_box(&mut self, FileBox { name, is_saving, replaces }: FileBox) {
        let path = std::path::PathBuf::from(name.trim());
        let is_own = self.watched.as_ref().is_some_and(|watched| watched.path() == path);
        if is_saving && path.exists() && !is_own && replaces.as_ref() != Some(&name) {
            self.tell(format!("{} exists; save again to replace it", path.display()), true);
            self.file_box = Some(FileBox { replaces: Some(name.clone()), name, is_saving });
            return;
        }
        if !is_saving {
            match files::open(&path) {
                Ok(opened) => self.load_opened(opened),
                Err(message) => self.tell(message, true),
            }
            return;
        }
        let text = self.document.text().to_owned();
        let result = files::save(&path, text.as_bytes());
        if result.is_ok() {
            self.name = path.file_stem().map_or_else(|| self.name.clone(), |name| name.to_string_lossy().into_owned());
            self.watched = Some(files::Watched::new(path.clone(), text));
        }
        self.saved(result, &path.display().to_string());
    }
}

#[cfg(target_arch = "wasm32")]
impl Studio {
    pub(super) fn open(&mut self, context: &egui::Context) {
        if let Err(message) = files::choose(&self.inbox, context) {
            self.tell(message, true);
        }
    }

    pub(super) fn save(&mut self) {
        let name = format!("{}.toml", self.name);
        let result = files::download_or_save(&name, self.document.text().as_bytes());
        if result.is_ok() {
            self.document.mark_saved();
        }
        self.tell_result(result);
    }

    pub(super) fn save_as(&mut self) {
        self.file_box = Some(FileBox { name: self.name.clone(), is_saving: true });
    }

    /// Returns the recipe's name; a page has no files.
    pub(super) fn file(&self) -> File {
        File { name: self.name.clone(), path: None }
    }

    pub(super) fn set_file(&mut self, file: File) {
        self.name = file.name;
    }

    /// Downloads the recipe under the typed name.
    pub(super) fn close_file_box(&mut self, FileBox { name, .. }: FileBox) {
        name.trim().trim_end_matches(".toml").clone_into(&mut self.name);
        self.save();
    }

    fn tell_result(&mut self, result: Result<String, String>) {
        match result {
            Ok(message) => self.tell(message, false),
            Err(message) => self.tell(message, true),
        }
    }
}
