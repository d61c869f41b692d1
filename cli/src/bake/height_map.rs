//! `lacuna bake --for ENGINE --tiles NxM`.

use std::str::FromStr;

use clap::Args;
use lacuna::Number;
use lacuna_bake::jobs::{Clamped, Import, MAX_FILES, Scale, Tiles};
use lacuna_bake::{Area, Mention, Region, number};

use crate::failure::{Failure, Result, option};
use crate::terminal::{note, shown};

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

/// Terrain as game engines import it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Tiles")]
pub(super) struct TileArgs {
    /// Bakes heights as a game engine imports them: unity, unreal, terrain3d or unigine, with :SIZE
    ///
    /// Sets size, format, depth and names. unity: raw 16 bit, little-endian, of 2^n+1 samples, 1025 by default; `land_0_1.raw` is the tile at x 0, z
    /// 1; import it without flipping, and z grows with y. unreal: 16-bit .png, or .r16, of 1009 samples by default, or any size that whole components
    /// have: components x sections x quads + 1; `land_x0_y1.png`. terrain3d (Godot): .exr of float, or .r16, of 1024 by default; it cuts one picture
    /// into regions itself. unigine: float .tiff of 1024, or a greater power of 2; `land_0_1.tiff`. For unity and unreal the first and the last
    /// samples lie on the edges of the region, and neighbouring tiles share theirs; for the others samples lie at the centres of pixels. In a folder,
    /// every output of one channel is written as heights are, also a mask, whatever format the recipe gives it, and outputs of several channels, such as colours, are
    /// pictures of the same samples.
    ///
    /// The settings that the game engine needs beside the file, such as the height of the terrain, are printed on standard error and stored in the file's
    /// metadata. A note says which of them the engine would change.
    #[arg(id = "for", long = "for", value_name = "ENGINE[:SIZE]", conflicts_with_all = ["size", "format", "depth", "view"])]
    import: Option<Import>,
    /// Writes N x M neighbouring tiles that cover --region together
    ///
    /// The files are named after FILE: `land.png` becomes `land_X_Y.png`, counted from 0, or the name that the engine of --for expects. Each has --size
    /// samples. The default region is that of the recipe, or 8 units per tile. They get their names when all are written. --range auto is the range of the
    /// whole set.
    #[arg(id = "tiles", long = "tiles", value_name = "NxM", conflicts_with = "view")]
    count: Option<Count>,
    /// Puts the first and the last samples on the edges of the region
    ///
    /// Otherwise, except for unity and unreal, each sample lies at the centre of its pixel. With --tiles the first and the last samples of all tiles
    /// together lie on the edges, and neighbouring tiles share theirs. Any --size of at least 2 samples per side is legal.
    #[arg(long, conflicts_with_all = ["view", "frames", "line", "volume", "cube", "w"])]
    on_edges: bool,
    /// The length of a unit in metres, 10^-6 to 10^9, for the engine of --for and for .tiff
    ///
    /// It changes no sample, only the settings for the engine, for which the default is 1. A .tiff of a picture or of tiles holds its place in metres as GeoTIFF,
    /// without a coordinate system, if the length is given: x grows to the east, and y to the south.
    #[arg(
        long,
        value_name = "METRES",
        value_parser = number,
        allow_hyphen_values = true,
        conflicts_with_all = ["view", "frames", "line", "volume", "cube"]
    )]
    pub(super) unit_metres: Option<Number>,
    /// The height of a value of 1 in metres for the engine of --for, 10^-6 to 10^9
    ///
    /// The default is the length of a unit.
    #[arg(long, value_name = "METRES", value_parser = number, allow_hyphen_values = true)]
    height_metres: Option<Number>,
}

/// Prints the settings that the game engine needs beside the heights of an output, and which of them it would change.
pub(super) fn say_scale(of: &str, import: &Import, scale: &Scale, clamped: Vec<Clamped>) {
    // A millionth of a metre is finer than the resolution of any engine.
    let shown = |number: f64| shown(number, 6);
    let [[width, length], [along_x, along_y]] = [scale.metres, scale.spacing].map(|pair| pair.map(shown));
    let heights = match (scale.height_at_zero, scale.height_at_full) {
        (Some(low), Some(high)) => format!("level 0 is {} m high, the greatest {} m", shown(low), shown(high)),
        _ => format!("a value of 1 is {} m high", shown(scale.height_scale)),
    };
    let settings: Vec<String> = scale.settings.iter().map(|(name, value)| format!("{name} {}", shown(*value))).collect();
    note(&format!(
        "{of}{}: a tile of {width} x {length} m, a sample every {along_x} x {along_y} m; {heights}; set {}",
        import.name(),
        settings.join(", ")
    ));
    for Clamped { setting, value, range: [least, most], mend: (field, metres), .. } in clamped {
        let flag = option(Mention::Named(field));
        let is_low = value < least;
        // Rounded into the range.
        let metres = if is_low { (metres * 1e6).ceil() / 1e6 } else { (metres * 1e6).floor() / 1e6 };
        note(&format!(
            "note: {of}{} takes {setting} from {} to {}, and makes {} of {}; give {flag} {} or {}",
            import.name(),
            shown(least),
            shown(most),
            shown(value.clamp(least, most)),
            shown(value),
            Number::from(metres),
            if is_low { "more" } else { "less" }
        ));
    }
}

impl TileArgs {
    /// Refuses the height of a value without --for. The parser does not check that, because --for conflicts with other options.
    pub(super) fn check(&self) -> Result<()> {
        match self.height_metres {
            Some(_) if self.import.is_none() => {
                Err(Failure::usage("--height-metres only changes the settings for an engine; add --for ENGINE, or leave it out"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the set, if it was requested. Its region is the one of the flags or the recipe's, not that of a baked picture.
    pub(super) fn chosen(&self, area: Area, region: Option<Region>) -> Option<Tiles> {
        let is_chosen = self.import.is_some() || self.count.is_some() || self.on_edges;
        let Self { import, count, on_edges, height_metres, .. } = *self;
        is_chosen.then(|| Tiles {
            size: import.map_or(area.size, |import| import.size()),
            count: count.map(|Count(count)| count),
            region,
            z: area.z,
            import,
            on_edges,
            height_metres,
            only: None,
        })
    }
}
