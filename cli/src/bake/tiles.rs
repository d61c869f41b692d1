//! `lacuna bake --for ENGINE --tiles NxM`.

use std::str::FromStr;

use clap::Args;
use lacuna::Number;
use lacuna_bake::jobs::{Import, MAX_FILES, Scale, Tiles};
use lacuna_bake::{Area, Region, number};

use crate::failure::{Failure, Result};
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

/// Terrain as engines import it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Tiles")]
pub(super) struct TileArgs {
    /// Makes heights as an engine imports them: unity, unreal, terrain3d or unigine, with :SIZE
    ///
    /// Sets size, format, depth and names. unity: raw 16 bit, little-endian, of 2^n+1 samples, 1025 unless told; `land_0_1.raw` is the tile at x 0, z 1;
    /// import it without flipping, and z grows with y. unreal: 16-bit .png, or .r16, of 1009 samples, or as many as whole components have: components x sections x quads + 1; `land_x0_y1.png`.
    /// terrain3d (Godot): .exr of float, or .r16, of 1024; it cuts one picture into regions itself. unigine: float .tiff of 1024, or a greater power of 2;
    /// `land_0_1.tiff`. For unity and unreal the first and the last samples lie on the edges of the region, and neighbouring tiles share theirs; for the others samples
    /// lie at the centres of pixels.
    ///
    /// What the engine has to be told beside the file, such as the height of the terrain, is said on standard error and stands in the file's facts.
    #[arg(id = "for", long = "for", value_name = "ENGINE[:SIZE]", conflicts_with_all = ["size", "format", "depth", "view"])]
    import: Option<Import>,
    /// Writes N x M neighbouring tiles that cover --region together
    ///
    /// The files are named after FILE: `land.png` becomes `land_X_Y.png`, from 0 on, or as the engine of --for has it. Each has --size samples. The region
    /// is that of the recipe, or 8 units a tile, unless told. All are written, or none. --range auto is the range of the whole set.
    #[arg(id = "tiles", long = "tiles", value_name = "NxM", conflicts_with = "view")]
    count: Option<Count>,
    /// Puts the first and the last samples on the edges of the region
    ///
    /// Otherwise, but for unity and unreal, each sample lies at the centre of its pixel. With --tiles the first and the last samples of all tiles together
    /// lie on the edges, and neighbouring tiles share theirs. Any --size goes, from 2 samples a side on.
    #[arg(long, conflicts_with_all = ["view", "frames", "line", "volume", "cube", "w"])]
    on_edges: bool,
    /// How many metres a unit is for the engine of --for
    ///
    /// It changes no sample: it is for what the engine has to be told. 1 unless told; 10^-6 to 10^9.
    #[arg(long, value_name = "METRES", value_parser = number, allow_hyphen_values = true)]
    unit_metres: Option<Number>,
    /// How many metres high a value of 1 is for the engine of --for
    ///
    /// As many as a unit unless told; 10^-6 to 10^9.
    #[arg(long, value_name = "METRES", value_parser = number, allow_hyphen_values = true)]
    height_metres: Option<Number>,
}

/// Says what the engine for which heights were made has to be told.
pub(super) fn say_scale(import: &Import, scale: &Scale) {
    // A millionth of a metre is less than any engine resolves.
    let shown = |number: f64| shown(number, 6);
    let [[width, length], [along_x, along_y]] = [scale.metres, scale.spacing].map(|pair| pair.map(shown));
    let heights = match (scale.height_at_zero, scale.height_at_full) {
        (Some(low), Some(high)) => format!("level 0 is {} m high, the greatest {} m", shown(low), shown(high)),
        _ => format!("a value of 1 is {} m high", shown(scale.height_scale)),
    };
    let settings: Vec<String> = scale.settings.iter().map(|(name, value)| format!("{name} {}", shown(*value))).collect();
    note(&format!(
        "{}: a tile of {width} x {length} m, a sample every {along_x} x {along_y} m; {heights}; set {}",
        import.name(),
        settings.join(", ")
    ));
}

impl TileArgs {
    /// Refuses metres that no engine is told of. Of an option that conflicts with others the parser does not do it.
    pub(super) fn check(&self) -> Result<()> {
        match [("--unit-metres", self.unit_metres), ("--height-metres", self.height_metres)]
            .into_iter()
            .find(|(_, metres)| metres.is_some())
        {
            Some((flag, _)) if self.import.is_none() => {
                Err(Failure::usage(format!("{flag} is for what an engine has to be told; add --for ENGINE, or leave it out")))
            }
            _ => Ok(()),
        }
    }

    /// The set, if there is to be one. Its region is the one that was given or the recipe's, and not that of a picture that was baked.
    pub(super) fn chosen(&self, area: Area, region: Option<Region>) -> Option<Tiles> {
        let Self { import, count, on_edges, unit_metres, height_metres } = *self;
        let is_chosen = import.is_some() || count.is_some() || on_edges;
        is_chosen.then(|| Tiles {
            size: import.map_or(area.size, |import| import.size()),
            count: count.map(|Count(count)| count),
            region,
            z: area.z,
            import,
            on_edges,
            unit_metres: unit_metres.unwrap_or(Number::ONE),
            height_metres,
            only: None,
        })
    }
}
