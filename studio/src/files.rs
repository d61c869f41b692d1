//! Files: opened, dropped, watched and saved.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui;
use lacuna::internal::short;
use lacuna::recipe::MAX_TEXT;
use lacuna_bake::formats::{FactsPlace, Format};
use lacuna_bake::{Facts, read_text};

/// A recipe that was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The file's name without its folder, or a preset's.
    pub name: String,
    /// The recipe's text, which may be invalid.
    pub text: String,
    /// The path of the recipe's file, to save it again; never known in a page. `None` for baked files and for presets.
    pub path: Option<PathBuf>,
}

/// Reads a file's contents: a recipe `*.toml`, a baked file, or a sidecar `*.json`.
///
/// # Errors
///
/// The error in the file. Only the length of a recipe's text is checked.
pub fn read(name: &str, bytes: &[u8]) -> Result<Opened, String> {
    let shown = short(name);
    let opened = |text: String| Opened { name: name.to_owned(), text, path: None };
    let facts = |facts: Facts| opened(facts.recipe);
    match extension(Path::new(name)).as_str() {
        "toml" => Ok(opened(text_of(&shown, bytes)?)),
        "json" => {
            let text = read_text(bytes).map_err(|why| format!("{shown}: {why}"))?;
            Facts::of_json(&text).map(facts).map_err(|error| format!("{shown} contains no recipe: {error}"))
        }
        extension => {
            let format: Format = extension.parse().map_err(|_| {
                format!("{shown} is not a file that lacuna opens; give a recipe, which ends in .toml, or a file that lacuna baked")
            })?;
            if format.description().facts == FactsPlace::Beside {
                return Err(format!("the recipe of {shown} is in its sidecar {shown}.json; open that"));
            }
            match Facts::of_file(format, &mut std::io::Cursor::new(bytes)) {
                Ok(Some(found)) => Ok(facts(found)),
                Ok(None) => Err(format!("{shown} contains no recipe: it was not baked by lacuna, or was changed since")),
                Err(error) => Err(format!("{shown} can't be read: {error}")),
            }
        }
    }
}

/// Returns the extension of a path in lower case.
fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

fn text_of(shown: &str, bytes: &[u8]) -> Result<String, String> {
    // UTF-16 has at most twice as many bytes, and a byte order mark.
    let long = || format!("{shown} has more than {MAX_TEXT} bytes, which a recipe has at most");
    if bytes.len() > 2 * MAX_TEXT + 2 {
        return Err(long());
    }
    let text = read_text(bytes).map_err(|why| format!("{shown}: {why}"))?;
    if text.len() > MAX_TEXT { Err(long()) } else { Ok(text) }
}

/// The files that were dropped onto the window, or chosen, once they are read: in a page that takes time.
#[derive(Debug, Clone, Default)]
pub struct Inbox(Arc<Mutex<Vec<Result<Opened, String>>>>);

impl Inbox {
    /// Returns the files read since the last call, or the reasons why they could not be read, the oldest first.
    pub fn poll(&self) -> Vec<Result<Opened, String>> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn put(&self, opened: Result<Opened, String>, context: &egui::Context) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(opened);
        context.request_repaint();
    }

    /// Reads a file that was dropped onto the window, and wakes the context when it is read.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn take(&self, file: &egui::DroppedFileHandle, context: &egui::Context) {
        self.put(native::open(file.path()), context);
    }

    /// Reads a file that was dropped onto the page, and wakes the context when it is read.
    #[cfg(target_arch = "wasm32")]
    pub fn take(&self, file: &egui::DroppedFileHandle, context: &egui::Context) {
        let (inbox, file, context) = (self.clone(), Arc::clone(file), context.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let name = file.path().to_string_lossy().into_owned();
            let opened = match file.bytes_async().await {
                Ok(bytes) => read(&name, &bytes),
                Err(error) => Err(format!("{} can't be read: {error}", short(&name))),
            };
            inbox.put(opened, &context);
        });
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use native::{Watched, download_or_save, named, open, save};
#[cfg(target_arch = "wasm32")]
pub use web::{choose, download_or_save};

/// Files of a file system.
#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::fs::{self, File, OpenOptions};
    use std::io::{self, Read as _, Write as _};
    use std::time::SystemTime;

    use lacuna::presets::Preset;
    use lacuna_bake::Source;

    use super::*;

    /// Opens a file: a recipe `*.toml`, or a baked file.
    ///
    /// # Errors
    ///
    /// An error if it can't be read, or has no recipe. Only the length of a recipe's text is checked.
    pub fn open(path: &Path) -> Result<Opened, String> {
        let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()).into_owned();
        if extension(path) == "toml" {
            let text = read_text(path)?;
            return Ok(Opened { name, text, path: Some(path.to_owned()) });
        }
        let source = Source::of_baked_file(path).map_err(|error| error.to_string())?;
        let text = source.facts().map(|facts| facts.recipe.clone()).unwrap_or_default();
        Ok(Opened { name, text, path: None })
    }

    /// Opens a source of the command line: a file as [`open`] does, or else a preset or a kind of node.
    ///
    /// # Errors
    ///
    /// The errors of [`open`], and an error if there is nothing of that name.
    pub fn named(name: &str) -> Result<Opened, String> {
        let path = Path::new(name);
        if path.extension().is_some() {
            return open(path);
        }
        let source = Source::open(name).map_err(|error| error.to_string())?;
        let text = match Preset::of(name) {
            // With its comments.
            Some(preset) => preset.text.to_owned(),
            None => lacuna::recipe::write(source.recipe()).map_err(|error| error.to_string())?,
        };
        Ok(Opened { name: name.to_owned(), text, path: None })
    }

    fn read_text(path: &Path) -> Result<String, String> {
        let shown = short(&path.display().to_string());
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes));
        read.map_err(|error| format!("can't read {shown}: {error}"))?;
        text_of(&shown, &bytes)
    }

    /// Writes a file in one step: readers see the old contents or the new ones.
    ///
    /// # Errors
    ///
    /// An error if it can't be written; the old contents stay.
    pub fn save(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), String> {
        // The target of a link is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let cant = |error: io::Error| format!("can't write {}: {error}; save it elsewhere", short(&path.display().to_string()));
        let name = path.file_name().ok_or_else(|| cant(io::Error::from(io::ErrorKind::IsADirectory)))?;
        let beside = path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
        let written = write_new(&beside, contents.as_ref()).and_then(|()| {
            if let Ok(old) = fs::metadata(&path) {
                fs::set_permissions(&beside, old.permissions())?;
            }
            fs::rename(&beside, &path)
        });
        written.map_err(|error| {
            // It may not exist.
            let _ = fs::remove_file(&beside);
            cant(error)
        })
    }

    fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    /// Saves a file under a name, which may be a path; in a page it is downloaded instead. Returns a message for the user.
    ///
    /// # Errors
    ///
    /// The errors of [`save`].
    pub fn download_or_save(name: &str, bytes: &[u8]) -> Result<String, String> {
        let path = std::path::absolute(name).map_err(|error| format!("can't write {}: {error}", short(name)))?;
        save(&path, bytes)?;
        Ok(format!("Saved as {}", path.display()))
    }

    /// The seconds between two checks of a file.
    const SECONDS: f64 = 1.0;

    /// A recipe's file that other programs may change.
    #[derive(Debug)]
    pub struct Watched {
        path: PathBuf,
        text: String,
        stamp: Option<(SystemTime, u64)>,
        is_gone: bool,
        next: f64,
    }

    impl Watched {
        /// Watches a file whose text is known.
        pub fn new(path: PathBuf, text: String) -> Self {
            Self { stamp: stamp(&path), path, text, is_gone: false, next: 0.0 }
        }

        /// Returns the path of the file.
        pub fn path(&self) -> &Path {
            &self.path
        }

        /// Makes the next call of [`changed`](Self::changed) check the file. Call it when the clock of the window restarts.
        pub fn look_soon(&mut self) {
            self.next = 0.0;
        }

        /// Saves a text in the file. That does not count as a change.
        ///
        /// # Errors
        ///
        /// The errors of [`save`].
        pub fn save(&mut self, text: &str) -> Result<(), String> {
            save(&self.path, text)?;
            (self.stamp, self.is_gone) = (stamp(&self.path), false);
            text.clone_into(&mut self.text);
            Ok(())
        }

        /// Returns the file's text if other programs changed it, or, once, a message if it can no longer be read. Checks the file once per second of
        /// `time`, which is in seconds. If you draw on demand, request a repaint after a second.
        pub fn changed(&mut self, time: f64) -> Option<Result<String, String>> {
            if time < self.next {
                return None;
            }
            self.next = time + SECONDS;
            let found = stamp(&self.path);
            if found == self.stamp && !self.is_gone {
                return None;
            }
            let was_gone = std::mem::replace(&mut self.is_gone, false);
            match read_text(&self.path) {
                Ok(text) => {
                    self.stamp = found;
                    let is_news = text != self.text;
                    self.text.clone_from(&text);
                    is_news.then_some(Ok(text))
                }
                Err(error) => {
                    self.is_gone = true;
                    (!was_gone).then(|| Err(format!("{error}; what was read last stays, and saving writes it again")))
                }
            }
        }
    }

    fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
        let found = fs::metadata(path).ok()?;
        Some((found.modified().ok()?, found.len()))
    }
}

/// Files of a browser.
#[cfg(target_arch = "wasm32")]
mod web {
    use wasm_bindgen::closure::Closure;
    use wasm_bindgen::{JsCast as _, JsValue};
    use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlElement, HtmlInputElement, Url};

    use super::*;

    /// Milliseconds after which a download has surely begun.
    const BEGUN: i32 = 10_000;

    /// Downloads a file under a name; on the desktop it is saved instead. Returns a message for the user.
    ///
    /// # Errors
    ///
    /// An error if the browser refuses.
    pub fn download_or_save(name: &str, bytes: &[u8]) -> Result<String, String> {
        download(name, bytes).map_err(|error| format!("the browser does not download {}: {error:?}", short(name)))?;
        Ok(format!("Downloaded as {name}"))
    }

    fn download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
        let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
        let properties = BlobPropertyBag::new();
        properties.set_type("application/octet-stream");
        let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &properties)?;
        let url = Url::create_object_url_with_blob(&blob)?;
        let window = web_sys::window().ok_or("there is no window")?;
        let document = window.document().ok_or("there is no document")?;
        let anchor: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
        anchor.set_href(&url);
        anchor.set_download(name);
        anchor.click();
        let free = Closure::once_into_js(move || Url::revoke_object_url(&url));
        window.set_timeout_with_callback_and_timeout_and_arguments_0(free.unchecked_ref(), BEGUN)?;
        Ok(())
    }

    /// Lets the user choose a file, which arrives in the inbox.
    ///
    /// # Errors
    ///
    /// An error if the browser refuses.
    pub fn choose(inbox: &Inbox, context: &egui::Context) -> Result<(), String> {
        asked(inbox, context).map_err(|error| format!("the browser lets no file be chosen: {error:?}; drop it onto the page"))
    }

    fn asked(inbox: &Inbox, context: &egui::Context) -> Result<(), JsValue> {
        let document = web_sys::window().and_then(|window| window.document()).ok_or("there is no document")?;
        let input: HtmlInputElement = document.create_element("input")?.dyn_into()?;
        input.set_type("file");
        let (inbox, context, chosen) = (inbox.clone(), context.clone(), input.clone());
        let read_chosen = Closure::once_into_js(move || {
            let Some(file) = chosen.files().and_then(|files| files.get(0)) else { return };
            wasm_bindgen_futures::spawn_local(async move {
                let opened = match wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await {
                    Ok(buffer) => read(&file.name(), &js_sys::Uint8Array::new(&buffer).to_vec()),
                    Err(error) => Err(format!("{} can't be read: {error:?}", short(&file.name()))),
                };
                inbox.put(opened, &context);
            });
        });
        input.set_onchange(Some(read_chosen.unchecked_ref()));
        let element: &HtmlElement = input.as_ref();
        element.click();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use lacuna_bake::{Engine, Job, Memory};

    use super::*;
    use crate::work::{Make, Task};

    const TEXT: &str = "# a comment\nversion = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\" }\n";

    /// Returns a small baked file of a recipe, and its sidecar, as a task of the studio makes them.
    fn baked_of(recipe: &str, name: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let make = Make::Files { name: name.to_owned(), depth: None, is_replacing: false };
        let mut request = Task { recipe: recipe.into(), output: None, job: Job::default(), make }.request(name).unwrap();
        request.job = request.job.with_area(Some("8x8".parse().unwrap()), None, [None; 2]).unwrap();
        let mut store = Memory::default();
        request.plan().unwrap().run(&Engine::cpu(std::num::NonZeroUsize::MIN), &mut store, &()).unwrap();
        store.into_files().into_iter().collect()
    }

    fn baked(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
        baked_of(TEXT, name)
    }

    #[test]
    fn a_baked_file_keeps_expressions_and_parameters() {
        let text = "version = 2\noutput = \"a\"\nparams.wear = { value = 0.5, label = \"Wear\" }\nnodes.a = \"$wear * b\"\nnodes.b = { kind = \"perlin\" }\n";
        let inside = read("a.png", &baked_of(text, "a.png")[0].1).unwrap();
        assert!(inside.text.contains("\"$wear * b\"") && inside.text.contains("\"Wear\""), "{}", inside.text);
    }

    #[test]
    fn a_baked_file_gives_its_recipe_and_so_do_the_facts_beside_one() {
        let png = baked("a.png");
        let inside = read("a.png", &png[0].1).unwrap();
        assert!(inside.text.contains("perlin") && inside.path.is_none());
        let raw = baked("a.r32");
        let beside = raw.iter().find(|(path, _)| path.ends_with("a.r32.json")).unwrap();
        assert_eq!(read("a.r32.json", &beside.1).unwrap().text, inside.text);
        assert!(read("a.r32", &raw[0].1).unwrap_err().contains("a.r32.json"));
    }

    #[test]
    fn a_file_of_the_wrong_kind_is_refused_with_the_reason() {
        for (name, bytes, what) in [
            ("a.toml", &b"\xff\xff"[..], "UTF-8"),
            ("a.toml", &vec![b' '; MAX_TEXT + 1], "at most"),
            ("a.mp3", b"ID3", ".toml"),
            ("a", b"", ".toml"),
            ("a.json", b"{}", "no recipe"),
            ("a.json", b"\xff", "not text"),
            ("a.png", b"no png", "a.png"),
        ] {
            let error = read(name, bytes).unwrap_err();
            assert!(error.contains(what), "{name}: {error}");
        }
    }

    #[test]
    fn a_recipes_text_is_opened_with_its_comments_even_where_it_is_wrong() {
        assert_eq!(read("a.toml", TEXT.as_bytes()).unwrap(), Opened { name: "a.toml".into(), text: TEXT.into(), path: None });
        assert_eq!(read("a.toml", b"nonsense").unwrap().text, "nonsense");
    }

    #[test]
    fn what_the_command_line_names_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        save(&path, TEXT).unwrap();
        let opened = named(path.to_str().unwrap()).unwrap();
        assert_eq!((opened.text.as_str(), opened.path), (TEXT, Some(path)));
        let marble = named("marble").unwrap();
        assert_eq!((marble.text.as_str(), marble.path), (lacuna::presets::Preset::of("marble").unwrap().text, None));
        assert!(named("perlin").unwrap().text.contains("perlin"));
        assert!(named("nothing-such").is_err() && named("nothing.toml").is_err());
    }

    #[test]
    fn a_file_is_saved_in_one_step_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        for text in ["first", "second"] {
            save(&path, text).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert!(save(&folder.path().join("no-folder/a.toml"), "").unwrap_err().contains("no-folder"));
        assert!(save(folder.path(), "").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_watched_file_tells_of_changes_by_others_once_and_of_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, "one").unwrap();
        let mut watched = Watched::new(path.clone(), "one".into());
        assert_eq!(watched.changed(0.0), None);
        std::fs::write(&path, "other").unwrap();
        assert_eq!(watched.changed(0.5), None, "it is looked at once a second");
        assert_eq!(watched.changed(1.0), Some(Ok("other".into())));
        assert_eq!(watched.changed(2.0), None);
        watched.save("own text").unwrap();
        assert_eq!((watched.changed(3.0), std::fs::read_to_string(watched.path()).unwrap().as_str()), (None, "own text"));
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(watched.changed(4.0), Some(Err(message)) if message.contains("a.toml")));
        assert_eq!(watched.changed(5.0), None);
        std::fs::write(&path, "back again").unwrap();
        assert_eq!(watched.changed(6.0), Some(Ok("back again".into())));
    }

    #[test]
    fn a_dropped_file_arrives_in_the_inbox() {
        #[derive(Debug)]
        struct Dropped(PathBuf);
        impl egui::DroppedFile for Dropped {
            fn path(&self) -> &Path {
                &self.0
            }
            fn bytes(&self) -> Result<Vec<u8>, String> {
                std::fs::read(&self.0).map_err(|error| error.to_string())
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, TEXT).unwrap();
        let inbox = Inbox::default();
        for path in [path.clone(), folder.path().join("none.toml")] {
            let file: egui::DroppedFileHandle = Arc::new(Dropped(path));
            inbox.take(&file, &egui::Context::default());
        }
        let [Ok(opened), Err(error)] = &inbox.poll()[..] else { panic!("two") };
        assert!(opened.text == TEXT && opened.path == Some(path) && error.contains("none.toml"));
        assert!(inbox.poll().is_empty());
    }
}
