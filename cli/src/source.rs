//! The recipe that SOURCE and the noise flags make.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args;
use lacuna::graph::{MAX_OCTAVES, NodeKind};
use lacuna::nodes::Fbm;
use lacuna::program::TableRepeat;
use lacuna::recipe::{Draft, Recipe};
use lacuna::seeding::{MAX_TABLE_PERIOD, SEEDS, read_seed};
use lacuna::{Graph, Number};
use lacuna_bake::{Facts, Source, VERSION, number, short};

use crate::failure::{Failure, Result};
use crate::terminal::note;

/// The source to evaluate.
#[derive(Debug, Args)]
pub(crate) struct SourceArgs {
    /// A preset (`marble`), a basis (`perlin`), another kind of node (`fbm`), a recipe file (`*.toml`), or a file that lacuna baked
    ///
    /// A bare basis has frequency 1, one octave and no seed, which for Perlin noise means Ken Perlin's own table. Another kind of node comes with its
    /// defaults, over Perlin noise. `lacuna sources` lists them all. A recipe is a TOML file; `lacuna show` prints one. A file that lacuna baked, or
    /// its sidecar FILE.json, provides its recipe and, for `bake`, all other settings: without further flags it gives the same bytes.
    source: OsString,
    /// The name of one of the recipe's outputs
    ///
    /// The default is the one that the recipe's `output` names, or the only one.
    #[arg(long, value_name = "NAME")]
    output: Option<String>,
    /// Refuses a file by a version of lacuna with other bits
    ///
    /// Without it such a file is accepted with a note that the values may have other bits now. Versions that differ in the last number alone have the same bits.
    #[arg(long)]
    exact: bool,
    /// A folder whose files the recipe may use parts of, besides its own
    ///
    /// A recipe uses a part of a file by `of = "lib.toml#moss"`. The file lies in the recipe's folder or below it, or in a folder given here. May be given more
    /// than once.
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    #[command(flatten)]
    flags: Flags,
}

/// The flags that edit a graph.
#[derive(Debug, Args)]
#[command(next_help_heading = "Noise")]
struct Flags {
    /// Varies all seeds by one number, -2^63 to 2^64-1
    ///
    /// It is the seed of a basis, and of a recipe with a single seed. If a recipe has several, each is mixed with N: equal seeds stay equal, and
    /// different ones stay different. A seed keys the lattice hash, or shuffles the table of Perlin noise. No seed is seed 0, but the table is then Ken
    /// Perlin's own. A negative number means its two's complement.
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Cells per unit, above 0
    ///
    /// A decimal is exact: 0.1 is exactly 1/10.
    #[arg(long, value_name = "F", value_parser = number, allow_hyphen_values = true)]
    frequency: Option<Number>,
    /// Octaves of the fractal, 1 to 32; makes a basis fBm
    ///
    /// On a basis this makes an fBm of it, with lacunarity 2 and gain 0.5 by default. Then the node is `fbm` and the basis `fbm.source`.
    #[arg(long, value_name = "N", value_parser = octaves, allow_hyphen_values = true)]
    octaves: Option<Number>,
    /// The ratio of the frequencies of consecutive octaves
    ///
    /// The default is 2. It may be fractional, even with --period: then each octave gets the nearest whole number of cells.
    #[arg(long, value_name = "L", value_parser = number, allow_hyphen_values = true)]
    lacunarity: Option<Number>,
    /// The ratio of the amplitudes of consecutive octaves, also called persistence
    ///
    /// The default is 0.5.
    #[arg(long, value_name = "G", value_parser = number, allow_hyphen_values = true)]
    gain: Option<Number>,
    /// The period of every basis in cells: N, or X,Y[,Z[,W]]
    ///
    /// One number holds for all axes. 0 means no period. With frequency 1 and --period 8, a picture of the default region tiles without a seam.
    #[arg(long, value_name = "N|X,Y[,Z[,W]]", value_delimiter = ',', value_parser = cells, allow_hyphen_values = true)]
    period: Option<Vec<u32>>,
    /// Refuses what does not repeat after N units along x and y: N, or X,Y
    ///
    /// It sets the recipe's `wrap`. Whatever shows and does not repeat is named. Without a region of its own the recipe then covers one repeat.
    #[arg(long, value_name = "N|X,Y", value_delimiter = ',', value_parser = number, allow_hyphen_values = true)]
    wrap: Option<Vec<Number>>,
    /// Sets any key of the recipe, such as `fbm.source.frequency=3`
    ///
    /// KEY is the name of a parameter of the recipe; or a node's name, its inputs and the key, joined by dots, or the key alone if exactly one node has it;
    /// `*.key` is the key of all nodes that have it, `outputs.NAME.key` a key of an output, and `nodes.NAME` a whole node.
    /// VALUE is written as in TOML: a number, true or false, a list such as [8, 4]; a text of one word needs no quotes. May be given more than once.
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
}

fn seed(text: &str) -> Result<u64, String> {
    read_seed(text).ok_or_else(|| format!("give {SEEDS}"))
}

/// Parses any number. The graph reports which are legal, and where.
fn octaves(text: &str) -> Result<Number, String> {
    text.parse().map_err(|_| format!("give a number from 1 to {MAX_OCTAVES}"))
}

/// Parses the cells of one axis. The graph reports how many are too many.
fn cells(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("give whole numbers of cells from 0 (none) to {MAX_TABLE_PERIOD}"))
}

/// A source that was read, with its flags applied.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    pub(crate) source: Source,
    /// The output that was chosen, if any.
    pub(crate) chosen: Option<String>,
}

impl SourceArgs {
    /// Returns the source as it was named.
    pub(crate) fn name(&self) -> &OsStr {
        &self.source
    }

    pub(crate) fn resolve(&self) -> Result<Resolved> {
        let source = open_with(&self.source, self.exact, &self.include)?;
        let basis = NodeKind::of(&self.source.to_string_lossy()).filter(|kind| kind.is_basis);
        let mut draft = match (basis, self.flags.octaves.is_some()) {
            (Some(basis), true) => Draft::new(&Graph::from(Fbm::of((basis.example)())).into())?,
            _ => source.draft()?,
        };
        self.flags.apply(&mut draft)?;
        let set: Vec<&str> = self.flags.set.iter().filter_map(|edit| Some(edit.split_once('=')?.0.trim())).collect();
        let source = source.with_draft(draft, &set)?;
        if let Some(name) = &self.output {
            source.recipe().output(name)?;
        }
        Ok(Resolved { source, chosen: self.output.clone() })
    }
}

/// Opens a source, and notes if a version with other bits made it.
pub(crate) fn open(name: impl AsRef<OsStr>, is_exact: bool) -> Result<Source> {
    open_with(name, is_exact, &[])
}

/// Does the same for a recipe that may use parts of files in further folders.
pub(crate) fn open_with(name: impl AsRef<OsStr>, is_exact: bool, include: &[PathBuf]) -> Result<Source> {
    let source = Source::open_with(&name, include)?;
    let name = Path::new(name.as_ref()).display();
    if let Some(Facts { version, .. }) = source.facts().filter(|facts| !facts.has_our_bits()) {
        let version = short(version).replace('\n', " ");
        if is_exact {
            return Err(Failure::usage(format!(
                "--exact: {name} was made by lacuna {version}, and this is {VERSION}; leave --exact out, or use that version"
            )));
        }
        note(&format!("note: {name} was made by lacuna {version}; this is {VERSION}, whose samples may differ"));
    }
    Ok(source)
}

/// Notes that an output is used without its blur, if it has one.
pub(crate) fn note_blur(recipe: &Recipe, name: &str) -> Result<()> {
    if recipe.output(name)?.blur.is_some() {
        note(&format!("note: `{name}` is used without its blur, which applies only to pictures of samples"));
    }
    Ok(())
}

/// Notes that a permutation table repeats within the evaluated area.
pub(crate) fn note_repeat(repeat: &TableRepeat) {
    let shortest = |along: f64| (along as f32).to_string();
    let axes: Vec<&str> = ["x", "y", "z"].into_iter().zip(repeat.way).filter(|(_, along)| *along != 0.0).map(|(axis, _)| axis).collect();
    let way = match axes[..] {
        [axis] => format!("along {axis}"),
        _ => format!("along ({})", repeat.way.map(shortest).join(", ")),
    };
    let (place, distance) = (&repeat.place, shortest(repeat.distance()));
    note(&format!(
        "note: `{place}` comes again after {distance} {way}: its permutation table has {MAX_TABLE_PERIOD} cells; hash = \"lattice\" has 2^32"
    ));
}

impl Resolved {
    /// Returns the name of the output: the chosen one, the one that a file shows, or the recipe's default.
    pub(crate) fn output(&self) -> Result<&str> {
        match &self.chosen {
            Some(name) => Ok(name),
            None => Ok(self.source.default_output()?),
        }
    }

    /// Returns the graph of the output.
    pub(crate) fn graph(&self) -> Result<Graph> {
        let (name, recipe) = (self.output()?, self.source.recipe());
        note_blur(recipe, name)?;
        Ok(recipe.graph_of(name)?)
    }
}

impl Flags {
    fn apply(&self, draft: &mut Draft) -> Result<()> {
        if let Some(seed) = self.seed {
            draft.set_seed(seed)?;
        }
        if let Some(period) = &self.period {
            let value = if let [all] = period[..] { all.to_string() } else { format!("{period:?}") };
            draft.set_on_bases("period", &value)?;
        }
        if let Some(wrap) = &self.wrap {
            let lengths: Vec<String> = wrap.iter().map(Number::to_string).collect();
            draft.set("wrap", &if let [all] = &lengths[..] { all.clone() } else { format!("[{}]", lengths.join(", ")) })?;
        }
        let numbers = [("frequency", self.frequency), ("octaves", self.octaves), ("lacunarity", self.lacunarity), ("gain", self.gain)];
        for (key, number) in numbers {
            let Some(number) = number else { continue };
            match &draft.takers(key)[..] {
                [only] => draft.set(only, &number.to_string())?,
                [] => {
                    let mend = match key {
                        "lacunarity" | "gain" => "; add --octaves N, which makes a basis fBm",
                        "octaves" => "; wrap the output in a node of kind `fbm`, or give a basis by name instead of a recipe",
                        _ => "",
                    };
                    return Err(Failure::usage(format!("--{key}: no node takes it{mend}")));
                }
                [first, ..] => {
                    return Err(Failure::usage(format!(
                        "--{key}: several nodes have this key; name one, such as --set {first}={number}, or all, --set '*.{key}={number}'"
                    )));
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
        Ok(())
    }
}
