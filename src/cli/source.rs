//! From SOURCE and the noise flags to a recipe.

use std::path::Path;

use clap::Args;
use lacuna::graph::NodeKind;
use lacuna::graph::{MAX_OCTAVES, NODE_KINDS};
use lacuna::nodes::Fbm;
use lacuna::permutation::MAX_TABLE_PERIOD;
use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe::{self, Draft, Format, Recipe};
use lacuna::{Graph, Number};

use super::carried::Carried;
use super::failure::{Failure, Result, note, number, short};

/// What to evaluate.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// A preset (`marble`), a basis (`perlin`), another kind of node (`fbm`), a recipe file (`*.toml`), or a picture
    ///
    /// A bare basis has frequency 1, one octave and no seed, which for Perlin noise means Ken Perlin's own table. Another kind of node comes with its
    /// defaults, over Perlin noise. `lacuna sources` lists them all. A recipe is a TOML file; `lacuna shader` shows one in its first lines. A picture that
    /// lacuna wrote, or FILE.json beside it, gives the recipe that it was made by.
    source: String,
    /// Which of a recipe's outputs
    ///
    /// Unless told, the one that the recipe's `output` names, or the only one.
    #[arg(long, value_name = "NAME")]
    output: Option<String>,
    #[command(flatten)]
    flags: Flags,
}

/// The flags that edit a graph.
#[derive(Debug, Args)]
#[command(next_help_heading = "Noise")]
struct Flags {
    /// Seed of every basis, 0 to 2^64-1
    ///
    /// Shuffles the permutation table of every basis. Without a seed the table is Perlin's own; seed 0 is as good as any other.
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Cells per unit, above 0
    ///
    /// A decimal is taken as it is written: 0.1 is exactly 1/10.
    #[arg(long, value_name = "F", value_parser = number, allow_hyphen_values = true)]
    frequency: Option<Number>,
    /// Octaves of the fractal, 1 to 32; makes a basis fBm
    ///
    /// On a basis this makes an fBm over it, with lacunarity 2 and gain 0.5 unless told; then the node is `fbm` and the basis `fbm.source`.
    #[arg(long, value_name = "N", value_parser = octaves, allow_hyphen_values = true)]
    octaves: Option<Number>,
    /// Ratio of the frequencies of neighbouring octaves
    ///
    /// 2 unless told. It may be fractional, with --period too: then each octave gets the nearest whole number of cells.
    #[arg(long, value_name = "L", value_parser = number, allow_hyphen_values = true)]
    lacunarity: Option<Number>,
    /// Ratio of the amplitudes of neighbouring octaves, also called persistence
    ///
    /// 0.5 unless told.
    #[arg(long, value_name = "G", value_parser = number, allow_hyphen_values = true)]
    gain: Option<Number>,
    /// Cells after which every basis repeats: N, or X,Y[,Z[,W]]
    ///
    /// One number holds for all axes; in a list, 0 means that the axis does not repeat. With frequency 1 and --period 8, a picture of the default
    /// region tiles without a seam.
    #[arg(long, value_name = "N|X,Y[,Z[,W]]", value_delimiter = ',', value_parser = cells, allow_hyphen_values = true)]
    period: Option<Vec<u32>>,
    /// Sets any key of the recipe, such as `fbm.source.frequency=3`
    ///
    /// KEY is a node's name, its inputs and the key, joined by dots, or the key alone where exactly one node takes it; `outputs.NAME.key` is a key of an
    /// output. VALUE is written as in TOML: a
    /// number, true or false, a list such as [8, 4]; a text of one word needs no quotes. May be given more than once.
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("give a whole number from 0 to {}", u64::MAX))
}

/// Any number, so that the graph says which are allowed and where.
fn octaves(text: &str) -> Result<Number, String> {
    text.parse().map_err(|_| format!("give a number from 1 to {MAX_OCTAVES}"))
}

/// The cells of one axis, of which the graph says how many are too many.
fn cells(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("give whole numbers of cells from 0 (none) to {MAX_TABLE_PERIOD}"))
}

/// A source that was read, with its flags applied.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    pub(crate) recipe: Recipe,
    /// The output that was chosen, if one was.
    pub(crate) chosen: Option<String>,
    /// What the picture tells that the recipe was read from.
    pub(crate) carried: Option<Carried>,
    /// The keys that were set one by one.
    set: Vec<String>,
}

impl Source {
    pub(crate) fn resolve(&self) -> Result<Resolved> {
        let Named { mut recipe, carried } = named(&self.source)?;
        let basis = NodeKind::of(&self.source).filter(|kind| kind.is_basis);
        if let (Some(basis), true) = (basis, self.flags.octaves.is_some()) {
            recipe = Graph::from(Fbm::of((basis.example)())).into();
        }
        let recipe = self.flags.apply(&recipe)?;
        if let Some(name) = &self.output {
            recipe.output(name)?;
        }
        let set = self.flags.set.iter().filter_map(|edit| Some(edit.split_once('=')?.0.trim().to_owned())).collect();
        Ok(Resolved { recipe, chosen: self.output.clone(), carried, set })
    }
}

impl Resolved {
    /// The name of the output that is meant: the one that was chosen, the one that a picture shows, or the recipe's default.
    pub(crate) fn output(&self) -> Result<&str> {
        match (&self.chosen, &self.carried) {
            (Some(name), _) | (None, Some(Carried { output: Some(name), .. })) => Ok(name),
            _ => self.recipe.default_output().map_err(|error| Failure::usage(format!("{error}; --output chooses one"))),
        }
    }

    /// The graph of the output that is meant.
    pub(crate) fn graph(&self) -> Result<Graph> {
        let name = self.output()?;
        if self.recipe.output(name)?.blur.is_some() {
            note(&format!("note: `{name}` is taken without its blur, which belongs to pictures of samples"));
        }
        Ok(self.recipe.graph_of(name)?)
    }

    /// What a picture tells of an output, unless a key of it was set.
    pub(crate) fn carried_of(&self, output: &str, key: &str) -> Option<&Carried> {
        let carried = self.carried.as_ref()?;
        let is_of = carried.output.as_ref().is_none_or(|name| name == output);
        (is_of && !self.set.contains(&format!("outputs.{output}.{key}"))).then_some(carried)
    }
}

impl Flags {
    fn apply(&self, recipe: &Recipe) -> Result<Recipe> {
        let mut draft = Draft::new(recipe)?;
        if let Some(seed) = self.seed {
            draft.set_on_bases("seed", &seed.to_string())?;
        }
        if let Some(period) = &self.period {
            let value = if let [all] = period[..] { all.to_string() } else { format!("{period:?}") };
            draft.set_on_bases("period", &value)?;
        }
        let numbers = [("frequency", self.frequency), ("octaves", self.octaves), ("lacunarity", self.lacunarity), ("gain", self.gain)];
        for (key, number) in numbers {
            let Some(number) = number else { continue };
            match &draft.takers(key)[..] {
                [only] => draft.set(only, &number.to_string())?,
                [] => {
                    let mend = match key {
                        "lacunarity" | "gain" => "; add --octaves N, which makes fBm of a basis",
                        "octaves" => "; wrap the output in a node of kind `fbm`, or give a basis by name instead of a recipe",
                        _ => "",
                    };
                    return Err(Failure::usage(format!("--{key}: no node takes it{mend}")));
                }
                [first, ..] => {
                    return Err(Failure::usage(format!("--{key}: several nodes take it; tell which one, such as --set {first}={number}")));
                }
            }
        }
        for edit in &self.set {
            let Some((key, value)) = edit.split_once('=') else {
                return Err(Failure::usage(format!(
                    "--set {}: there is no `=`; write KEY=VALUE, such as fbm.source.frequency=3",
                    short(edit)
                )));
            };
            draft.set(key.trim(), value.trim()).map_err(|error| Failure::from(error).of("--set"))?;
        }
        Ok(draft.recipe()?)
    }
}

/// What a source names.
pub(crate) struct Named {
    pub(crate) recipe: Recipe,
    pub(crate) carried: Option<Carried>,
}

/// The recipe of a source without flags: of a file, of a picture, or a kind of node.
pub(crate) fn named(source: &str) -> Result<Named> {
    let path = Path::new(source);
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let read = |text: &str| recipe::read(text).map_err(|error| Failure::from(error).of(source));
    match extension.as_deref() {
        Some("toml") => {
            let text =
                std::fs::read_to_string(source).map_err(|error| Failure::usage(format!("can't read the recipe {source}: {error}")))?;
            return Ok(Named { recipe: read(&text)?, carried: None });
        }
        Some(extension) if extension == "json" || extension.parse::<Format>().is_ok() => {
            let carried = Carried::of(path)?;
            carried.note_version(path);
            return Ok(Named { recipe: read(&carried.recipe)?, carried: Some(carried) });
        }
        _ => {}
    }
    if let Some(preset) = Preset::of(source) {
        return Ok(Named { recipe: read(preset.text)?, carried: None });
    }
    match NodeKind::of(source) {
        Some(kind) => Ok(Named { recipe: Graph::from((kind.example)()).into(), carried: None }),
        None => {
            let known = || NODE_KINDS.iter().map(|kind| kind.name).chain(PRESETS.iter().map(|preset| preset.name));
            let nearest = recipe::nearest(source, known()).map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"));
            let bases =
                NODE_KINDS.iter().filter(|kind| kind.is_basis).map(|kind| format!("`{}`", kind.name)).collect::<Vec<_>>().join(", ");
            Err(Failure::usage(format!(
                "there is no source `{}`{nearest}; give a basis ({bases}), another kind of node or a preset that `lacuna sources` lists, a recipe file that ends in .toml, \
                 or a picture that carries its recipe",
                short(source)
            )))
        }
    }
}
