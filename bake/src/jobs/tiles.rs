//! Height maps as engines import them, in one file or as a set of neighbouring tiles.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lacuna::recipe::Picture;
use lacuna::recipe::short;
use lacuna::{Axis, Grid, Number, Tile};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Job, MAX_FILES, after, cell};
use crate::area::Region;
use crate::error::{Error, Result};
use crate::formats::{Format, Shape};
use crate::plan::{Evaluation, FilePlan, Pass, Plan};
use crate::request::Request;
use crate::size::Size;

/// The length of a tile unless the region is given, in units.
const TILE_LENGTH: u64 = 8;

/// Neighbouring tiles that cover a region together, each in a file of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiles {
    /// Samples of a tile; an import has its own.
    pub size: Size,
    /// Columns and rows; none for one height map without numbers in its name. At most 256 tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<[u32; 2]>,
    /// What all tiles cover together; by default 8 units a tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Where they lie along z.
    #[serde(default)]
    pub z: Number,
    /// The engine whose rules they follow.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub import: Option<Import>,
    /// The column and row of the only tile that is written, under the name of the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<[u32; 2]>,
}

impl Tiles {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        self.check()?;
        let rules = self.import.map(|import| import.rules);
        let sampler = request.only_sampler()?;
        let picture = &sampler.pictures[0];
        if let (Some(rules), true) = (rules, picture.channel_count() != 1) {
            let (engine, name) = (rules.name, &picture.name);
            return Err(Error::request(format!(
                "--for {engine}: `{name}` has several channels; heights have one, so choose another output"
            )));
        }
        let size = self.import.map_or(self.size, |import| import.size());
        let count = self.count.unwrap_or([1, 1]);
        let region = self.region.unwrap_or_else(|| {
            let [right, below] = count.map(|count| Number::from(TILE_LENGTH * u64::from(count)));
            Region([Number::ZERO, Number::ZERO, right, below])
        });
        let ground = Ground::new(region, self.z, size, count, rules.is_some_and(|rules| rules.shares_edges))?;
        let places: Vec<[u32; 2]> = match self.only {
            Some(only) => vec![only],
            None => (0..count[1]).flat_map(|y| (0..count[0]).map(move |x| [x, y])).collect(),
        };
        let files = places.iter().map(|&place| self.file(request, picture, size, place)).collect::<Result<Vec<_>>>()?;
        let cells = places.iter().map(|&place| cell(&ground.grid, ground.tile(place, size), sampler.margin()));
        let passes = Pass::each(cells.collect::<Result<_>>()?, size, files);
        Plan::new(request.is_hashed, size, Evaluation::Pictures(sampler), passes)
    }

    fn check(&self) -> Result<()> {
        if let (Some(Import { rules, .. }), Some(_)) = (self.import, self.count)
            && rules.numbers.is_none()
        {
            let name = rules.name;
            return Err(Error::request(format!(
                "--tiles: {name} cuts one picture into regions by itself; leave --tiles out and take a larger size"
            )));
        }
        let [columns, rows] = self.count.unwrap_or([1, 1]);
        if columns == 0 || rows == 0 || columns.saturating_mul(rows) > MAX_FILES {
            return Err(Error::request(format!("--tiles {columns}x{rows}: give NxM, such as 2x2, of at most {MAX_FILES} tiles")));
        }
        match self.only {
            Some([x, y]) if x >= columns || y >= rows => Err(Error::request(format!("there is no tile {x}, {y} of {columns} x {rows}"))),
            _ => Ok(()),
        }
    }

    /// The file of a tile.
    fn file(&self, request: &Request, picture: &Picture, size: Size, place: [u32; 2]) -> Result<FilePlan> {
        let path = request.named_file(self.only.is_some(), "tiles go")?;
        let (kind, extension) = match self.import {
            Some(Import { rules, .. }) => {
                let (extension, kind) = rules.file(path)?;
                request.check_fixed(&format!("a height map for {}", rules.name), kind.0, kind.1)?;
                (kind, Some(extension))
            }
            None => {
                let format = request.format_of(picture)?;
                ((format, request.depth_of(picture, format)?), None)
            }
        };
        let path = match self.only {
            Some(_) => after(path, "", extension.as_deref()),
            None => self.named(path, place, extension.as_deref()),
        };
        let file = request.plan_file_as(picture, &path, size, Shape::Picture, kind)?;
        Ok(file.of_job(Job::Tiles(Self { only: Some(place), ..self.clone() })))
    }

    /// The name of a tile's file: after the one that was named, with the tile's column and row where it is one of a set.
    fn named(&self, path: &Path, [x, y]: [u32; 2], extension: Option<&str>) -> PathBuf {
        let numbers = self.count.map(|_| self.import.and_then(|import| import.rules.numbers).unwrap_or(["_", "_"]));
        let more = numbers.map_or_else(String::new, |[before_x, before_y]| format!("{before_x}{x}{before_y}{y}"));
        after(path, &more, extension)
    }
}

impl Rules {
    /// The extension of a file, its format and bits.
    fn file(&self, path: &Path) -> Result<(String, (Format, u8))> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
        let found = match &extension {
            None => self.files.first(),
            Some(extension) => self.files.iter().find(|(known, ..)| known.eq_ignore_ascii_case(extension)),
        };
        let &(usual, format, depth) = found.ok_or_else(|| {
            let known = self.files.iter().map(|(known, ..)| format!("`.{known}`")).collect::<Vec<_>>().join(" or ");
            let (name, extension) = (self.name, short(extension.as_deref().unwrap_or_default()));
            Error::request(format!("--for {name} takes {known}, not `.{extension}`; end the file in it, or leave the ending out"))
        })?;
        let format = format.parse().map_err(|_| Error::failed(format!("there is no format {format}; please report this")))?;
        Ok((extension.unwrap_or_else(|| usual.to_owned()), (format, depth)))
    }
}

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
    /// The extensions of its files with the names of their formats and bits, the usual first.
    files: &'static [(&'static str, &'static str, u8)],
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
        files: &[("raw", "r16", 16)],
        shares_edges: true,
        numbers: Some(["_", "_"]),
    },
    Rules {
        name: "unreal",
        usual: 1009,
        is_side: |side| [127, 253, 505, 1009, 2017, 4033, 8129].contains(&side),
        sides: "127, 253, 505, 1009, 2017, 4033 or 8129",
        files: &[("png", "png", 16), ("r16", "r16", 16)],
        shares_edges: true,
        numbers: Some(["_x", "_y"]),
    },
    Rules {
        name: "terrain3d",
        usual: 1024,
        is_side: |side| (64..=16_384).contains(&side) && side.is_multiple_of(64),
        sides: "a multiple of 64 from 64 to 16384",
        files: &[("exr", "exr", 32), ("r16", "r16", 16)],
        shares_edges: false,
        numbers: None,
    },
    Rules {
        name: "unigine",
        usual: 1024,
        is_side: |side| (1024..=16_384).contains(&side) && side.is_power_of_two(),
        sides: "1024, 2048, 4096, 8192 or 16384",
        files: &[("tiff", "tiff", 32)],
        shares_edges: false,
        numbers: Some(["_", "_"]),
    },
];

/// An engine that imports heights, with the samples along a side: `unity:1025`. Without a number it is the engine's usual one.
#[derive(Debug, Clone, Copy)]
pub struct Import {
    rules: &'static Rules,
    side: u32,
}

impl Import {
    /// The engine's name: `unity`, `unreal`, `terrain3d` or `unigine`.
    pub fn name(&self) -> &'static str {
        self.rules.name
    }

    /// The samples of a tile.
    pub fn size(&self) -> Size {
        Size { width: self.side, height: self.side }
    }
}

impl PartialEq for Import {
    fn eq(&self, other: &Self) -> bool {
        (self.name(), self.side) == (other.name(), other.side)
    }
}

impl std::fmt::Display for Import {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.name(), self.side)
    }
}

impl Serialize for Import {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Import {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
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

/// The samples of all tiles together, and where the first one shown lies.
struct Ground {
    grid: Grid,
    first: [u32; 2],
    /// Samples from one tile to the next.
    step: [u32; 2],
}

impl Ground {
    fn new(region: Region, z: Number, size: Size, [columns, rows]: [u32; 2], shares_edges: bool) -> Result<Self> {
        let Region([x0, y0, x1, y1]) = region;
        let along = |start: Number, end: Number, side: u32, count: u32| -> Result<(Axis, u32, u32)> {
            let too_many = || Error::request(format!("{count} tiles of {side} samples are too many along one axis; give fewer"));
            if shares_edges {
                let all = count.checked_mul(side - 1).and_then(|all| all.checked_add(1)).ok_or_else(too_many)?;
                let (axis, first) = Axis::through(start, end, all)?;
                return Ok((axis, first, side - 1));
            }
            Ok((Axis::extent(start, end, count.checked_mul(side).ok_or_else(too_many)?), 0, side))
        };
        let (x, left, step_x) = along(x0, x1, size.width, columns)?;
        let (y, above, step_y) = along(y0, y1, size.height, rows)?;
        let grid = Grid { z: Axis::Constant(z), ..Grid::plane(x, y) };
        grid.validate()?;
        Ok(Self { grid, first: [left, above], step: [step_x, step_y] })
    }

    /// A tile of the set.
    fn tile(&self, [x, y]: [u32; 2], size: Size) -> Tile {
        Tile { origin: [self.first[0] + x * self.step[0], self.first[1] + y * self.step[1], 0], size: [size.width, size.height, 1] }
    }
}
