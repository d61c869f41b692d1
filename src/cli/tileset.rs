//! `lacuna bake --for ENGINE --tiles NxM`: height maps as engines import them, in one file or as a set of neighbouring tiles.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use lacuna::recipe::{Blur, Format, Picture as Shown};
use lacuna::{Axis, Domain, Grid, Number, Program, Tile};
use serde_json::json;

use super::encode::{Encoding, Range, usual_depth};
use super::engine::EngineArgs;
use super::failure::{Failure, Result, short};
use super::fileset::{FileSet, MAX_FILES, Part};
use super::picture::{Edges, Size};
use super::planned::Wishes;
use super::source::Resolved;

/// The length of a tile unless the region is told.
const TILE_LENGTH: u64 = 8;

/// How an engine imports heights.
#[derive(Debug)]
struct Rules {
    /// What it is called on the command line.
    name: &'static str,
    /// Samples along a side unless told.
    usual: u32,
    /// Whether terrain may have so many samples along a side, and how that is said.
    is_side: fn(u32) -> bool,
    sides: &'static str,
    /// The extensions of its files with their formats and bits, the usual first.
    files: &'static [(&'static str, Format, u8)],
    /// Whether neighbours both have the samples of their common edge.
    shares_edges: bool,
    /// What a tile's column and row are written after, in the name of its file; None where the engine knows no sets.
    numbers: Option<[&'static str; 2]>,
}

/// The engines.
///
/// - Unity: raw 16 bit, little-endian ("Windows"), of 2^n + 1 samples a side, whose edges neighbours share (docs.unity3d.com: TerrainData.heightmapResolution;
///   Working with Heightmaps). Terrain Tools imports a set whose names end with the index along x and along z (Terrain Tools: Import Heightmap). Rows run from
///   z = 0 on, so with "Flip Vertically" off z grows with y.
/// - Unreal: 16-bit grey PNG or .r16 of the sizes that whole components make (dev.epicgames.com: Landscape Technical Guide; Importing and Exporting
///   Landscape Heightmaps); tiles are numbered `_x0_y0` and share their edges' vertices (World Composition). Row 0 lies at the least y.
/// - Terrain3D, for Godot: OpenEXR of float, or .r16, of any size, which it cuts into regions itself (terrain3d.readthedocs.io: Importing & Exporting Data).
/// - UNIGINE: float TIFF, a power of two of at least 1024 a side, tiles without a common border (developer.unigine.com: Landscape Terrain, Importing Height
///   Map); the pattern of the tile set is `_x_y`.
static ENGINES: [Rules; 4] = [
    Rules {
        name: "unity",
        usual: 1025,
        is_side: |side| (33..=4097).contains(&side) && (side - 1).is_power_of_two(),
        sides: "33, 65, 129, 257, 513, 1025, 2049 or 4097",
        files: &[("raw", Format::R16, 16)],
        shares_edges: true,
        numbers: Some(["_", "_"]),
    },
    Rules {
        name: "unreal",
        usual: 1009,
        is_side: |side| [127, 253, 505, 1009, 2017, 4033, 8129].contains(&side),
        sides: "127, 253, 505, 1009, 2017, 4033 or 8129",
        files: &[("png", Format::Png, 16), ("r16", Format::R16, 16)],
        shares_edges: true,
        numbers: Some(["_x", "_y"]),
    },
    Rules {
        name: "terrain3d",
        usual: 1024,
        is_side: |side| (64..=16_384).contains(&side) && side.is_multiple_of(64),
        sides: "a multiple of 64 from 64 to 16384",
        files: &[("exr", Format::Exr, 32), ("r16", Format::R16, 16)],
        shares_edges: false,
        numbers: None,
    },
    Rules {
        name: "unigine",
        usual: 1024,
        is_side: |side| (1024..=16_384).contains(&side) && side.is_power_of_two(),
        sides: "1024, 2048, 4096, 8192 or 16384",
        files: &[("tiff", Format::Tiff, 32)],
        shares_edges: false,
        numbers: Some(["_", "_"]),
    },
];

/// An engine, with the samples along a side.
#[derive(Debug, Clone, Copy)]
struct Import {
    rules: &'static Rules,
    side: u32,
}

impl FromStr for Import {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, side) = text.split_once(':').map_or((text, None), |(name, side)| (name, Some(side)));
        let known = || ENGINES.iter().map(|rules| rules.name).collect::<Vec<_>>().join(", ");
        let rules =
            ENGINES.iter().find(|rules| rules.name == name).ok_or_else(|| format!("give one of {}, such as unity:1025", known()))?;
        let side = match side {
            None => rules.usual,
            Some(side) => side.parse().ok().filter(|&side| (rules.is_side)(side)).ok_or_else(|| {
                let Rules { name, sides, .. } = rules;
                format!("{name} takes {sides} samples a side")
            })?,
        };
        Ok(Self { rules, side })
    }
}

/// Columns and rows of tiles.
#[derive(Debug, Clone, Copy)]
struct Count([u32; 2]);

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("give NxM, such as 2x2, of at most {MAX_FILES} tiles");
        let (columns, rows) = text.split_once('x').ok_or_else(bad)?;
        let [columns, rows] = [columns, rows].map(|text| text.parse().ok().filter(|count| (1..=MAX_FILES).contains(count)));
        let count = [columns.ok_or_else(bad)?, rows.ok_or_else(bad)?];
        if count[0] * count[1] <= MAX_FILES { Ok(Self(count)) } else { Err(bad()) }
    }
}

/// Terrain as engines import it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Tiles")]
pub(crate) struct TileArgs {
    /// Makes heights as an engine imports them: unity, unreal, terrain3d or unigine, with :SIZE
    ///
    /// Sets size, format, depth and names. unity: raw 16 bit, little-endian, of 2^n+1 samples, 1025 unless told; `land_0_1.raw` is the tile at x 0, z 1;
    /// import it without flipping, and z grows with y. unreal: 16-bit .png, or .r16, of 1009 samples, or 127, 253, 505, 2017, 4033 or 8129; `land_x0_y1.png`.
    /// terrain3d (Godot): .exr of float, or .r16, of 1024; it cuts one picture into regions itself. unigine: float .tiff of 1024, or a greater power of 2;
    /// `land_0_1.tiff`. For unity and unreal the first and the last samples lie on the edges of the region, and neighbouring tiles share theirs; for the others samples
    /// lie at the centres of pixels.
    #[arg(id = "for", long = "for", value_name = "ENGINE[:SIZE]", conflicts_with_all = ["size", "format", "depth", "view"])]
    import: Option<Import>,
    /// Writes N x M neighbouring tiles that cover --region together
    ///
    /// The files are named after FILE: `land.png` becomes `land_X_Y.png`, from 0 on, or as the engine of --for has it. Each has --size samples. The region
    /// is 8 units a tile unless told. All are written, or none. --range auto is the range of the whole set.
    #[arg(id = "tiles", long = "tiles", value_name = "NxM", conflicts_with = "view")]
    count: Option<Count>,
}

/// What the user chose of [`TileArgs`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Set {
    import: Option<Import>,
    count: Option<Count>,
}

impl TileArgs {
    /// The set, if there is to be one.
    pub(crate) fn chosen(&self) -> Result<Option<Set>> {
        if self.import.is_none() && self.count.is_none() {
            return Ok(None);
        }
        if let (Some(Import { rules, .. }), Some(_)) = (self.import, self.count)
            && rules.numbers.is_none()
        {
            let name = rules.name;
            return Err(Failure::usage(format!(
                "--tiles: {name} cuts one picture into regions by itself; leave --tiles out and take a larger size"
            )));
        }
        Ok(Some(Set { import: self.import, count: self.count }))
    }
}

/// What else a bake was asked for.
pub(crate) struct Asked<'a> {
    pub(crate) source: &'a Resolved,
    pub(crate) wishes: Wishes<'a>,
    pub(crate) region: Option<Edges>,
    pub(crate) z: Number,
    pub(crate) tile: Option<u32>,
    pub(crate) json: bool,
    pub(crate) engine: &'a EngineArgs,
}

/// The samples of all tiles together, and where the first one shown lies.
struct Ground {
    grid: Grid,
    first: [u32; 2],
    /// Samples from one tile to the next.
    step: [u32; 2],
}

impl Ground {
    fn new(region: Edges, z: Number, size: Size, [columns, rows]: [u32; 2], shares_edges: bool) -> Result<Self> {
        let Edges([x0, y0, x1, y1]) = region;
        let along = |start: Number, end: Number, side: u32, count: u32| -> Result<(Axis, u32, u32)> {
            let too_many = || Failure::usage(format!("{count} tiles of {side} samples are too many along one axis; give fewer"));
            if shares_edges {
                let all = count.checked_mul(side - 1).and_then(|all| all.checked_add(1)).ok_or_else(too_many)?;
                let (axis, first) = Axis::through(start, end, all)?;
                return Ok((axis, first, side - 1));
            }
            Ok((Axis::extent(start, end, count.checked_mul(side).ok_or_else(too_many)?), 0, side))
        };
        let (x, left, step_x) = along(x0, x1, size.0, columns)?;
        let (y, above, step_y) = along(y0, y1, size.1, rows)?;
        let grid = Grid { z: Axis::Constant(z), ..Grid::plane(x, y) };
        grid.validate()?;
        Ok(Self { grid, first: [left, above], step: [step_x, step_y] })
    }

    /// A tile of the set as a tile of a domain that reaches so many samples further.
    fn around(&self, [x, y]: [u32; 2], size: Size, margin: u32) -> Result<(Domain, Tile)> {
        let origin = [self.first[0] + x * self.step[0], self.first[1] + y * self.step[1], 0];
        let (grid, Tile { origin: [left, above, _], .. }) = self.grid.around(Tile { origin, size: [size.0, size.1, 1] }, margin)?;
        grid.validate()?;
        Ok((grid.into(), Tile { origin: [left + margin, above + margin, 0], size: [size.0, size.1, 1] }))
    }
}

impl Asked<'_> {
    /// Writes all tiles, or none.
    pub(crate) fn bake(&self, set: &Set) -> Result<()> {
        let Self { source, wishes, .. } = self;
        if self.json {
            return Err(Failure::usage("--json measures bakes of one picture; leave it out, or --tiles and --for"));
        }
        if wishes.is_folder || wishes.path.as_os_str() == "-" {
            return Err(Failure::usage("the files of terrain are named after -o FILE; name a file"));
        }
        let plan = source.recipe.plan(&[source.output()?])?;
        let picture = &plan.pictures[0];
        let rules = set.import.map(|import| import.rules);
        let (size, format, depth, extension) = self.file(set, picture)?;
        if let (Some(rules), true) = (rules, picture.channel_count() != 1) {
            let (engine, name) = (rules.name, &picture.name);
            return Err(Failure::usage(format!(
                "--for {engine}: `{name}` has several channels; heights have one, so choose another output"
            )));
        }
        let program = Program::new(&plan.graph)?;
        let count = set.count.map_or([1, 1], |Count(count)| count);
        let region = self.region.unwrap_or_else(|| {
            let [right, below] = count.map(|count| Number::from(TILE_LENGTH * u64::from(count)));
            Edges([Number::ZERO, Number::ZERO, right, below])
        });
        let ground = Ground::new(region, self.z, size, count, rules.is_some_and(|rules| rules.shares_edges))?;
        let places: Vec<_> = (0..count[1]).flat_map(|y| (0..count[0]).map(move |x| [x, y])).collect();
        let margin = picture.output.blur.map_or(0, Blur::margin);
        let tiles = places.iter().map(|&place| ground.around(place, size, margin)).collect::<Result<Vec<_>>>()?;
        let encoding = Encoding {
            format,
            depth,
            size,
            channels: picture.channel_count(),
            is_color: picture.output.content.is_color(),
            range: Range::DEFAULT,
            texts: vec![],
            facts: String::new(),
        };
        encoding.check()?;
        let Edges(edges) = region;
        let covers = edges.map(|edge| edge.to_string()).join(",");
        let samples = if rules.is_some_and(|rules| rules.shares_edges) { "on the edges" } else { "at the centres of pixels" };
        let numbers = set.count.map(|_| rules.and_then(|rules| rules.numbers).unwrap_or(["_", "_"]));
        let parts = places.iter().zip(tiles).map(|(&place, (domain, shown))| {
            let mut told = vec![
                ("tile", json!(place)),
                ("tiles", json!(count)),
                ("covers", json!(covers)),
                ("samples", json!(samples)),
                ("z", json!(self.z)),
            ];
            told.extend(rules.map(|rules| ("for", json!(rules.name))));
            Part { path: named(wishes.path, numbers, place, &extension), domain, shown, told }
        });
        let set = FileSet { source, picture, program: &program, encoding, wishes, tile: self.tile, engine: self.engine };
        set.write(&parts.collect::<Vec<_>>())
    }

    /// Size, format, bits and extension of the files.
    fn file(&self, set: &Set, picture: &Shown) -> Result<(Size, Format, u8, String)> {
        let path = self.wishes.path;
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
        let Some(Import { rules, side }) = set.import else {
            let format = self.wishes.format_of(picture)?;
            let depths = format.depths();
            let depth =
                self.wishes.depth.or(picture.output.depth).unwrap_or_else(|| usual_depth(format, picture.output.content.is_color()));
            if !depths.contains(&depth) {
                let allowed = depths.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ");
                let name = format.name();
                return Err(Failure::usage(format!("--depth {depth}: {name} holds {allowed} bit; leave it out, or take another format")));
            }
            return Ok((self.wishes.size, format, depth, extension.unwrap_or_default()));
        };
        let found = match &extension {
            None => rules.files.first(),
            Some(extension) => rules.files.iter().find(|(known, ..)| known.eq_ignore_ascii_case(extension)),
        };
        let &(usual, format, depth) = found.ok_or_else(|| {
            let known = rules.files.iter().map(|(known, ..)| format!("`.{known}`")).collect::<Vec<_>>().join(" or ");
            let (name, extension) = (rules.name, short(extension.as_deref().unwrap_or_default()));
            Failure::usage(format!("--for {name} takes {known}, not `.{extension}`; end the file in it, or leave the ending out"))
        })?;
        Ok((Size(side, side), format, depth, extension.unwrap_or_else(|| usual.to_owned())))
    }
}

/// The name of a tile's file: after the one that was named, with the tile's column and row where it is one of a set.
fn named(path: &Path, numbers: Option<[&str; 2]>, [x, y]: [u32; 2], extension: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    if let Some([before_x, before_y]) = numbers {
        name.push(format!("{before_x}{x}{before_y}{y}"));
    }
    if !extension.is_empty() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
