//! Sources: a recipe, and the metadata of the file that it was read from.

use std::ffi::OsStr;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use lacuna::graph::{NODE_KINDS, NodeKind};
use lacuna::internal::{self, short};
use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe::{self, Draft, NoFiles, Recipe};
use lacuna::{Graph, Number};

use crate::area::Area;
use crate::checksum::Checksum;
use crate::error::{Error, Field, Problem, Result, message, shown};
use crate::facts::{Facts, beside};
use crate::file::{open_file, read_file};
use crate::formats::{FactsPlace, Format};
use crate::jobs::Job;
use crate::library::Folders;
use crate::range::Range;
use crate::recipe::{read_draft, with_own_names};
use crate::targets;

/// The longest text of a sidecar, in bytes: that of a recipe, and some more.
const MAX_FACTS: usize = 4 * recipe::MAX_TEXT;

/// A recipe and, if it was read from a baked file, that file's metadata.
#[derive(Debug, Clone)]
pub struct Source {
    recipe: Recipe,
    /// The recipe as it is written, if that is more than its nodes.
    draft: Option<Draft>,
    facts: Option<Facts>,
    /// The encoding in the metadata, without the keys that were changed since.
    stored: Stored,
    /// The recipe as files store it, once it is needed: every file of a set stores it.
    text: OnceLock<String>,
}

/// The encoding of an output as metadata stores it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stored {
    pub(crate) depth: Option<u8>,
    pub(crate) range: Option<Range>,
    pub(crate) samples: Option<u32>,
    pub(crate) unit_metres: Option<Number>,
}

impl From<Recipe> for Source {
    fn from(recipe: Recipe) -> Self {
        Self { recipe, draft: None, facts: None, stored: Stored::default(), text: OnceLock::new() }
    }
}

impl From<(Draft, Recipe)> for Source {
    fn from((draft, recipe): (Draft, Recipe)) -> Self {
        Self { draft: Some(draft), ..Self::from(recipe) }
    }
}

impl Source {
    /// Opens a source by name as the command does: a recipe file `*.toml`, a baked file, or else a name as in [`Source::named`].
    ///
    /// # Errors
    ///
    /// An error if there is no source of that name, or if it can't be read.
    pub fn open(name: impl AsRef<OsStr>) -> Result<Self> {
        Self::open_with(name, &[])
    }

    /// Does the same for a recipe file that may use parts of files in further folders.
    ///
    /// # Errors
    ///
    /// The errors of [`Source::open`].
    pub fn open_with(name: impl AsRef<OsStr>, folders: &[PathBuf]) -> Result<Self> {
        let path = Path::new(name.as_ref());
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let name = path.to_string_lossy();
        match extension.as_deref() {
            Some("toml") => Self::of_recipe_file_with(path, folders),
            Some(_) => Self::of_baked_file(path),
            None if Preset::of(&name).is_none() && NodeKind::of(&name).is_none() && path.is_file() => Self::of_baked_file(path),
            None => Self::named(&name),
        }
    }

    /// Returns a preset, a basis, or another kind of node with its defaults over Perlin noise.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if there is none of that name.
    pub fn named(name: &str) -> Result<Self> {
        if let Some(preset) = Preset::of(name) {
            return Self::of_text(preset.text);
        }
        match NodeKind::of(name) {
            Some(kind) => Ok(Recipe::from(Graph::from((kind.example)())).into()),
            None => Err(unknown(name)),
        }
    }

    /// Reads a recipe from TOML text. It uses no parts of files.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if it is no recipe.
    pub fn of_text(text: &str) -> Result<Self> {
        Ok(read_draft(text, Arc::new(NoFiles))?.into())
    }

    /// Reads a recipe from a file of text. It may use parts of files in its folder and below.
    ///
    /// # Errors
    ///
    /// An error if the file can't be read, or is not a recipe.
    pub fn of_recipe_file(path: &Path) -> Result<Self> {
        Self::of_recipe_file_with(path, &[])
    }

    fn of_recipe_file_with(path: &Path, folders: &[PathBuf]) -> Result<Self> {
        let shown = shown(path);
        let text =
            read_file(path, recipe::MAX_TEXT).map_err(|error| Error::unreadable(&format!("can't read the recipe {shown}"), error))?;
        let library = Arc::new(Folders::around(path, folders));
        Ok(read_draft(&text, library).map_err(|error| Error::from(error).of(&shown))?.into())
    }

    /// Reads a baked file, or its sidecar `FILE.json`.
    ///
    /// # Errors
    ///
    /// An error if the file can't be read, or has no metadata.
    pub fn of_baked_file(path: &Path) -> Result<Self> {
        let shown = shown(path);
        if targets::is_document(path) && path.is_file() {
            return Self::of_document(path);
        }
        let format = path.extension().and_then(|extension| extension.to_string_lossy().parse::<Format>().ok());
        let unreadable = |error: io::Error| Error::unreadable(&format!("can't read what {shown} tells"), error);
        let inside = |format: &Format| format.description().facts == FactsPlace::Inside;
        let read = |format: Format| open_file(path).and_then(|file| format.read_facts(&mut BufReader::new(file)));
        let is_facts = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let beside = if is_facts { path.to_owned() } else { beside(path) };
        let found = match format {
            Some(format) if inside(&format) => read(format).map_err(unreadable)?.map(|stored| Facts::read(format, &stored)),
            // A file whose name has no known extension may be of any format.
            None if !is_facts && !beside.exists() => {
                let stored = Format::all().filter(inside).find_map(|format| Some((format, read(format).ok().flatten()?)));
                let (format, stored) = stored.ok_or_else(|| unknown(&shown))?;
                Some(Facts::read(format, &stored))
            }
            _ if !is_facts && path.exists() && !beside.exists() => {
                let beside = crate::error::shown(&beside);
                return Err(Error::request(
                    Field::Source,
                    Problem::NotFound,
                    format!("there is no {beside}, which would tell how {shown} was made: a bake writes it beside the file"),
                ));
            }
            _ if !is_facts && !path.exists() && !beside.exists() => {
                return Err(Error::request(Field::Source, Problem::NotFound, format!("there is no file {shown}")));
            }
            _ => Some(Facts::of_json(&read_file(&beside, MAX_FACTS).map_err(|error| match is_facts {
                true => unreadable(error),
                false => Error::unreadable(&format!("can't read {}", crate::error::shown(&beside)), error),
            })?)),
        };
        let place = if format.is_some_and(|format| format.description().facts == FactsPlace::Beside) { "its sidecar" } else { "it" };
        match found {
            Some(Ok(facts)) => {
                if !is_facts {
                    check_whole(path, &shown, &beside, &facts)?;
                }
                Self::of_facts(facts).map_err(|error| error.of(&shown))
            }
            found => Err(untold(&shown, place, found.and_then(Result::err))),
        }
    }

    /// Reads a file that belongs to the pictures of a material.
    fn of_document(path: &Path) -> Result<Self> {
        let shown = shown(path);
        let unreadable = |error: io::Error| Error::unreadable(&format!("can't read what {shown} tells"), error);
        let text = open_file(path).and_then(|file| targets::facts_of(path, &mut BufReader::new(file))).map_err(unreadable)?;
        match text.map(|text| Facts::of_json(&text)) {
            Some(Ok(facts)) => Self::of_facts(facts).map_err(|error| error.of(&shown)),
            found => Err(untold(&shown, "it", found.and_then(Result::err))),
        }
    }

    /// Returns the source that metadata describes.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if its recipe is invalid.
    pub fn of_facts(facts: Facts) -> Result<Self> {
        let source = Self::of_text(&facts.recipe)?;
        let stored = Stored { depth: Some(facts.depth), range: facts.range, samples: facts.samples, unit_metres: facts.unit_metres };
        Ok(Self { facts: Some(facts), stored, ..source })
    }

    /// Returns the source's own job: the one in its file's metadata, or a picture of the recipe's size and region, 1024 x 1024 samples by default.
    ///
    /// # Errors
    ///
    /// The errors of [`Facts::job`].
    pub fn job(&self) -> Result<Job> {
        self.facts.as_ref().map_or_else(|| Ok(Job::Picture(Area::of_recipe(&self.recipe))), Facts::job)
    }

    /// Returns the recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Returns the recipe as it is written, to change keys of it.
    ///
    /// # Errors
    ///
    /// The errors of [`Recipe::validate`].
    pub fn draft(&self) -> Result<Draft> {
        Ok(self.draft.clone().map_or_else(|| Draft::new(&self.recipe), Ok)?)
    }

    /// Returns the recipe as files store it: as it was written, without comments.
    ///
    /// # Errors
    ///
    /// The errors of [`Draft::text`].
    pub fn recipe_text(&self) -> Result<&str> {
        match self.text.get() {
            Some(text) => Ok(text),
            None => {
                let text = self.draft()?.text()?;
                Ok(self.text.get_or_init(|| text))
            }
        }
    }

    /// Returns the same source, whose files store the recipe as it is written, with other outputs.
    pub(crate) fn showing(&self, recipe: Recipe) -> Result<Self> {
        self.recipe_text()?;
        Ok(Self { recipe, ..self.clone() })
    }

    /// Returns the metadata of the file that the recipe was read from.
    pub fn facts(&self) -> Option<&Facts> {
        self.facts.as_ref()
    }

    /// Returns the same source with a changed recipe. The file's depth, range or samples of an output no longer apply if one of these keys changed them:
    /// `outputs.NAME.depth`, `outputs.NAME.range`, `outputs.NAME.samples`.
    ///
    /// # Errors
    ///
    /// The errors of [`Draft::recipe`].
    pub fn with_draft(mut self, draft: Draft, changed: &[impl AsRef<str>]) -> Result<Self> {
        let is_changed = |key: &str| {
            let name = self.facts.as_ref().and_then(|facts| facts.output.as_ref());
            name.is_some_and(|name| changed.iter().any(|changed| changed.as_ref() == format!("outputs.{name}.{key}")))
        };
        let depth = self.stored.depth.filter(|_| !is_changed("depth"));
        let range = self.stored.range.filter(|_| !is_changed("range"));
        let samples = self.stored.samples.filter(|_| !is_changed("samples"));
        if let (true, Some(Job::View(view))) = (is_changed("range"), self.facts.as_mut().and_then(|facts| facts.job.as_mut())) {
            view.range = None;
        }
        let recipe = with_own_names(draft.recipe()?);
        Ok(Self { facts: self.facts, stored: Stored { depth, range, samples, ..self.stored }, ..Self::from((draft, recipe)) })
    }

    /// Returns the name of the output to bake if none is chosen: the one that the file shows, or the recipe's default.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if the recipe has several outputs and none is the default.
    pub fn default_output(&self) -> Result<&str> {
        match &self.facts {
            // A picture of a material is none of the recipe's own outputs.
            Some(Facts { output: Some(name), .. }) if self.recipe.output(name).is_ok() => Ok(name),
            _ => self.recipe.default_output().map_err(|error| {
                Error::request(Field::Output, Problem::Missing, message![format!("{error}; "), Field::Output, " chooses one"])
            }),
        }
    }

    /// Returns the samples across a pixel in the file's metadata, if the request of its bake gave them.
    pub(crate) fn samples(&self) -> Option<u32> {
        self.stored.samples
    }

    /// Returns the encoding of an output in the file's metadata.
    pub(crate) fn facts_of(&self, output: &str) -> Option<Stored> {
        let facts = self.facts.as_ref()?;
        facts.output.as_ref().is_none_or(|name| name == output).then_some(self.stored)
    }
}

/// Returns the error of a file whose metadata are missing or wrong.
fn untold(shown: &str, place: &str, why: Option<String>) -> Error {
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    let told = format!("{shown} tells of no recipe: {place} was not written by lacuna's bake, or was changed since{why}");
    Error::request(Field::Source, Problem::Changed, told)
}

/// Checks that a file has the checksum in its sidecar, if the sidecar has one.
fn check_whole(path: &Path, name: &str, beside: &Path, facts: &Facts) -> Result<()> {
    let Some(expected) = facts.checksum.filter(|_| path.is_file()) else { return Ok(()) };
    let unreadable = |error: io::Error| Error::unreadable(&format!("can't read {name}"), error);
    let found = Checksum::of(open_file(path).map_err(unreadable)?).map_err(unreadable)?;
    if found == expected {
        return Ok(());
    }
    let beside = shown(beside);
    Err(Error::request(
        Field::Source,
        Problem::Changed,
        format!(
            "{beside} does not tell of {name}, whose checksum is {found} and not {expected}: one of the two was changed or replaced without the other; to bake what {beside} describes, name that file as the source"
        ),
    ))
}

fn unknown(name: &str) -> Error {
    let known = || NODE_KINDS.iter().map(|kind| kind.name).chain(PRESETS.iter().map(|preset| preset.name));
    let shown = short(name);
    // Presets are named after what they show.
    let one = name.strip_suffix('s').unwrap_or(name);
    let presets = PRESETS.iter().map(|preset| preset.name).filter(|preset| preset.split('-').any(|part| [name, one].contains(&part)));
    let mut meant: Vec<&str> = NodeKind::meant_by(name).map(|kind| kind.name).chain(presets).collect();
    if meant.is_empty() {
        if let Some(told) = internal::instead(name) {
            return Error::request(Field::Source, Problem::Unknown, format!("there is no source `{shown}`: {told}"));
        }
        meant.extend(internal::nearest(&shown, known()));
    }
    let nearest = internal::meant(&meant);
    let bases = NODE_KINDS.iter().filter(|kind| kind.is_basis).map(|kind| format!("`{}`", kind.name)).collect::<Vec<_>>().join(", ");
    let told = message![
        format!("there is no source `{shown}`{nearest}; give a basis ({bases}), another kind of node or "),
        Field::Preset.asked(),
        ", a recipe file that ends in .toml, or a file that lacuna baked"
    ];
    Error::request(Field::Source, Problem::Unknown, told)
}
