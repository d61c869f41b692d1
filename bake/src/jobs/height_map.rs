//! Height maps as game engines import them, in one file or as a set of neighbouring tiles.

use std::path::Path;
use std::str::FromStr;

use lacuna::Number;
use lacuna::internal::short;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::scale::Scale;
use crate::area::Region;
use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::{Format, Place};
use crate::range::Range;
use crate::size::Size;

/// The most samples along a side that any game engine takes.
const MAX_SIDE: u32 = 1 << 15;
/// The length of a tile if no region is given, in units.
const TILE_LENGTH: u64 = 8;

/// Neighbouring tiles that cover a region together, each in a file of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiles {
    /// Samples of a tile; ignored in favour of the engine's size if `import` is set.
    pub size: Size,
    /// Columns and rows; `None` for one height map without numbers in its name. At most 256 tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<[u32; 2]>,
    /// The region of all tiles together; 8 units a tile by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The position along z.
    #[serde(default)]
    pub z: Number,
    /// The game engine whose rules the tiles follow.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub import: Option<Import>,
    /// Puts the first and the last samples on the edges of the region, so that neighbours share theirs, even if no engine asks for it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub on_edges: bool,
    /// The height of a value of 1 in metres for the game engine, 10^-6 to 10^9; the length of a unit by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_metres: Option<Number>,
    /// The column and row of the only tile that is written, under the name of the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<[u32; 2]>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Tiles {
    /// Returns the region of all tiles together.
    pub(crate) fn covered(&self) -> Region {
        self.region.unwrap_or_else(|| {
            let [right, below] = self.count.unwrap_or([1, 1]).map(|count| Number::from(TILE_LENGTH * u64::from(count)));
            Region([Number::ZERO, Number::ZERO, right, below])
        })
    }

    /// Returns `true` if neighbouring tiles both have the samples of their common edge.
    pub(crate) fn shares_edges(&self) -> bool {
        self.on_edges || self.import.is_some_and(|import| import.rules.shares_edges)
    }

    /// Returns the lengths of a tile in metres.
    fn metres(&self, unit: Number) -> [f64; 2] {
        let Region([x0, y0, x1, y1]) = self.covered();
        let [columns, rows] = self.count.unwrap_or([1, 1]).map(f64::from);
        let unit = unit.to_f64();
        [(x1.to_f64() - x0.to_f64()) * unit / columns, (y1.to_f64() - y0.to_f64()) * unit / rows]
    }

    /// Returns the numbers of samples from one tile to the next.
    pub(crate) fn steps(&self, Size { width, height }: Size) -> [u32; 2] {
        [width, height].map(|side| side - u32::from(self.shares_edges()))
    }

    /// Returns the distances between neighbouring samples in metres.
    pub(crate) fn spacing(&self, unit: Number, size: Size) -> [f64; 2] {
        let ([width, height], [across, down]) = (self.metres(unit), self.steps(size).map(f64::from));
        [width / across, height / down]
    }

    /// Returns the place of a tile of this size.
    pub(crate) fn place(&self, unit: Number, size: Size, tile: [u32; 2]) -> Place {
        let (Region([x0, y0, ..]), metres) = (self.covered(), self.metres(unit));
        let corner = |start: Number, axis: usize| start.to_f64() * unit.to_f64() + f64::from(tile[axis]) * metres[axis];
        Place { corner: [corner(x0, 0), corner(y0, 1)], spacing: self.spacing(unit, size), is_on_edges: self.shares_edges() }
    }

    /// Returns the scale that the engine needs beside a file of heights. `unit` is the length of a unit in metres. `range` is that of the levels, or `None` if the
    /// file holds the values themselves.
    pub(crate) fn scale(&self, unit: Number, range: Option<Range>) -> Option<Scale> {
        let import = self.import?;
        let height_scale = self.height_metres.unwrap_or(unit).to_f64();
        let height = |value: fn(Range) -> Number| range.map(|range| value(range).to_f64() * height_scale);
        let scale = Scale {
            metres: self.metres(unit),
            spacing: self.spacing(unit, import.size()),
            height_scale,
            height_at_zero: height(|range| range.least),
            height_at_full: height(|range| range.greatest),
            settings: std::collections::BTreeMap::new(),
        };
        Some((import.rules.told)(scale))
    }

    /// Returns the settings of a scale that the engine does not take as they are.
    pub(crate) fn clamped(&self, unit: Number, scale: &Scale) -> Vec<Clamped> {
        let Some(Import { rules, .. }) = self.import else { return vec![] };
        let clamped = |&(setting, range, field): &(&'static str, [f64; 2], Field)| {
            let value = *scale.settings.get(setting)?;
            let [least, most] = range;
            let metres = if field == Field::HeightMetres { self.height_metres.unwrap_or(unit) } else { unit }.to_f64();
            let is_outside = !(least..=most).contains(&value);
            is_outside.then(|| Clamped { setting, value, range, mend: (field, metres * value.clamp(least, most) / value) })
        };
        rules.ranges.iter().filter_map(clamped).collect()
    }
}

impl Rules {
    /// Returns the usual extension of a file.
    pub(crate) fn extension(&self) -> &'static str {
        self.files.first().map_or("", |(extension, ..)| extension)
    }

    /// Returns the extension of a file, its format and its depth.
    pub(crate) fn file(&self, path: &Path) -> Result<(String, (Format, u8))> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
        let found = match &extension {
            None => self.files.first(),
            Some(extension) => self.files.iter().find(|(known, ..)| known.eq_ignore_ascii_case(extension)),
        };
        let &(usual, format, depth) = found.ok_or_else(|| {
            let known = self.files.iter().map(|(known, ..)| format!("`.{known}`")).collect::<Vec<_>>().join(" or ");
            let (name, extension) = (self.name, short(extension.as_deref().unwrap_or_default()));
            Error::request(
                Field::File,
                Problem::Format,
                message![Field::Import.at(name), format!(" takes {known}, not `.{extension}`; use that extension, or none")],
            )
        })?;
        let format = format.parse().map_err(|_| Error::failed(format!("there is no format {format}; please report this")))?;
        Ok((extension.unwrap_or_else(|| usual.to_owned()), (format, depth)))
    }
}

/// The rules by which a game engine imports heights.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The default number of samples along a side.
    usual: u32,
    /// The test for a legal number of samples along a side, and the legal numbers as messages list them.
    is_side: fn(u32) -> bool,
    sides: &'static str,
    /// The extensions of the engine's files with the names of their formats and their depths, the usual one first.
    files: &'static [(&'static str, &'static str, u8)],
    /// Set if neighbouring tiles both have the samples of their common edge.
    pub(crate) shares_edges: bool,
    /// The texts that stand before a tile's column and row in the name of its file; `None` if the engine has no sets.
    pub(crate) numbers: Option<[&'static str; 2]>,
    /// Completes a scale with the settings that the user enters in the engine.
    told: fn(Scale) -> Scale,
    /// The settings that the engine holds within a range, with its ends, and the field that each is proportional to.
    ranges: &'static [(&'static str, [f64; 2], Field)],
}

/// A setting that an engine would change, because it lies outside of the range that the engine allows.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Clamped {
    /// The engine's name of the setting.
    pub setting: &'static str,
    /// Its value.
    pub value: f64,
    /// The least and the greatest value that the engine allows.
    pub range: [f64; 2],
    /// The field that mends it, and the value of that field at which the setting reaches the range.
    pub mend: (Field, f64),
}

/// The game engines.
///
/// - Unity: raw 16 bit, little-endian ("Windows"), of 2^n + 1 samples a side, whose edges neighbours share (docs.unity3d.com:
///   TerrainData.heightmapResolution; Working with Heightmaps). Terrain Tools imports a set whose names end with the index along x and along z
///   (Terrain Tools: Import Heightmap). Rows run from z = 0 on, so with "Flip Vertically" off z grows with y. The ranges of the terrain's size are those of its
///   inspector (Unity-Technologies/UnityCsReference: TerrainInspector.cs).
/// - Unreal: 16-bit grey PNG or .r16, in the sizes of whole components of one section or 2 x 2 (dev.epicgames.com: Landscape Technical Guide;
///   Importing and Exporting Landscape Heightmaps, which also has the heights of levels). Tiles are numbered `_x0_y0` and share their edges' vertices
///   (World Composition). Row 0 lies at the least y.
/// - Terrain3D, for Godot: OpenEXR of float, or .r16, of any size, which it cuts into regions itself (terrain3d.readthedocs.io: Importing & Exporting
///   Data). The range of `vertex_spacing` is that of `Terrain3D::set_vertex_spacing` (TokisanGames/Terrain3D: terrain_3d.cpp).
/// - UNIGINE: float TIFF, a power of two of at least 1024 a side, tiles without a common border (developer.unigine.com: Landscape Terrain, Importing
///   Height Map); the pattern of the tile set is `_x_y`.
static ENGINES: [Rules; 4] = [
    Rules {
        name: "unity",
        usual: 1025,
        is_side: |side| (33..=4097).contains(&side) && (side - 1).is_power_of_two(),
        sides: "33, 65, 129, 257, 513, 1025, 2049 or 4097",
        files: &[("raw", "r16", 16)],
        shares_edges: true,
        numbers: Some(["_", "_"]),
        told: Scale::for_unity,
        ranges: &[
            ("Terrain Width", [1.0, 100_000.0], Field::UnitMetres),
            ("Terrain Length", [1.0, 100_000.0], Field::UnitMetres),
            ("Terrain Height", [1.0, 10_000.0], Field::HeightMetres),
        ],
    },
    Rules {
        name: "unreal",
        usual: 1009,
        is_side: is_landscape,
        sides: "components x sections x quads + 1 (1 to 32 components a side, of 1 or 2 sections of 7, 15, 31, 63, 127 or 255 quads), such as 505, 1009, 2017, \
                4033 or 8129,",
        files: &[("png", "png", 16), ("r16", "r16", 16)],
        shares_edges: true,
        numbers: Some(["_x", "_y"]),
        told: Scale::for_unreal,
        ranges: &[],
    },
    Rules {
        name: "terrain3d",
        usual: 1024,
        is_side: |side| (64..=16_384).contains(&side) && side.is_multiple_of(64),
        sides: "a multiple of 64 from 64 to 16384",
        files: &[("exr", "exr", 32), ("r16", "r16", 16)],
        shares_edges: false,
        numbers: None,
        told: Scale::for_terrain3d,
        ranges: &[("vertex_spacing", [0.25, 100.0], Field::UnitMetres)],
    },
    Rules {
        name: "unigine",
        usual: 1024,
        is_side: |side| (1024..=16_384).contains(&side) && side.is_power_of_two(),
        sides: "1024, 2048, 4096, 8192 or 16384",
        files: &[("tiff", "tiff", 32)],
        shares_edges: false,
        numbers: Some(["_", "_"]),
        told: Scale::for_unigine,
        ranges: &[],
    },
];

/// Returns `true` if whole components of Unreal's landscape can have `side` samples along a side.
fn is_landscape(side: u32) -> bool {
    [7, 15, 31, 63, 127, 255]
        .iter()
        .flat_map(|quads| [*quads, 2 * quads])
        .any(|component| (1..=32).contains(&(side.saturating_sub(1) / component)) && (side - 1).is_multiple_of(component))
}

/// A game engine that imports heights, with the samples along a side: `unity:1025`. Without a number it has the engine's usual size.
#[derive(Debug, Clone, Copy)]
pub struct Import {
    pub(crate) rules: &'static Rules,
    side: u32,
}

impl Import {
    /// Returns the engine's name: `unity`, `unreal`, `terrain3d` or `unigine`.
    pub fn name(&self) -> &'static str {
        self.rules.name
    }

    /// Returns the size of a tile in samples.
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
                let Rules { name, sides, is_side, .. } = rules;
                let asked: u32 = side.parse().unwrap_or(rules.usual);
                let nearest = [(1..asked.min(MAX_SIDE)).rev().find(|&side| is_side(side)), (asked..=MAX_SIDE).find(|&side| is_side(side))];
                let nearest: Vec<String> = nearest.into_iter().flatten().map(|side| side.to_string()).collect();
                format!("{name} takes {sides} samples a side; {} would do", nearest.join(" or "))
            })?,
        };
        Ok(Self { rules, side })
    }
}
