//! `lacuna bake --for ENGINE --tiles NxM`.

use std::str::FromStr;

use clap::Args;
use lacuna_bake::jobs::{Import, MAX_FILES, Tiles};
use lacuna_bake::{Area, Region};

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
    /// import it without flipping, and z grows with y. unreal: 16-bit .png, or .r16, of 1009 samples, or 127, 253, 505, 2017, 4033 or 8129; `land_x0_y1.png`.
    /// terrain3d (Godot): .exr of float, or .r16, of 1024; it cuts one picture into regions itself. unigine: float .tiff of 1024, or a greater power of 2;
    /// `land_0_1.tiff`. For unity and unreal the first and the last samples lie on the edges of the region, and neighbouring tiles share theirs; for the others samples
    /// lie at the centres of pixels.
    #[arg(id = "for", long = "for", value_name = "ENGINE[:SIZE]", conflicts_with_all = ["size", "format", "depth", "view"])]
    import: Option<Import>,
    /// Writes N x M neighbouring tiles that cover --region together
    ///
    /// The files are named after FILE: `land.png` becomes `land_X_Y.png`, from 0 on, or as the engine of --for has it. Each has --size samples. The region
    /// is that of the recipe, or 8 units a tile, unless told. All are written, or none. --range auto is the range of the whole set.
    #[arg(id = "tiles", long = "tiles", value_name = "NxM", conflicts_with = "view")]
    count: Option<Count>,
}

impl TileArgs {
    /// The set, if there is to be one. Its region is the one that was given or the recipe's, and not that of a picture that was baked.
    pub(super) fn chosen(&self, area: Area, region: Option<Region>) -> Option<Tiles> {
        let Self { import, count } = *self;
        let is_chosen = import.is_some() || count.is_some();
        is_chosen.then(|| Tiles {
            size: import.map_or(area.size, |import| import.size()),
            count: count.map(|Count(count)| count),
            region,
            z: area.z,
            import,
            only: None,
        })
    }
}
