//! What is made of a source: one room a job. Each checks what is asked of it and lays out the files and what is evaluated for them.

mod cube;
mod frames;
mod line;
mod picture;
mod tiles;
mod view;
mod volume;

use std::path::{Path, PathBuf};

use lacuna::{Grid, Number, Tile};
use serde::{Deserialize, Serialize};

pub use cube::Cube;
pub use frames::{Frames, FramesInto, Turn};
pub use line::Line;
pub use tiles::{Import, Tiles};
pub use view::{LensName, LightName, PaletteName, Relief, View};
pub use volume::{MAX_SLICES, Volume};

pub use crate::ground::Ground;

use crate::area::{Area, Region};
use crate::error::{Error, Result};
use crate::plan::Plan;
use crate::request::Request;
use crate::sampling::Cell;
use crate::size::Size;

/// The most files of a set: each stays open until all are written.
pub const MAX_FILES: u32 = 256;

/// What is made of a source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "there is one job a bake; a box would only be in the way")]
pub enum Job {
    /// A picture of an area, of one output or of several.
    Picture(Area),
    /// Terrain made visible.
    View(View),
    /// Neighbouring pictures, or a height map as an engine imports it.
    Tiles(Tiles),
    /// Pictures over time.
    Frames(Frames),
    /// A box of samples.
    Volume(Volume),
    /// The six faces of a cube map.
    Cube(Cube),
    /// Samples along a line.
    Line(Line),
}

impl Default for Job {
    fn default() -> Self {
        Self::Picture(Area::default())
    }
}

impl Job {
    pub(crate) fn plan(&self, request: &Request) -> Result<Plan> {
        match self {
            Self::Picture(area) => picture::plan(area, request),
            Self::View(view) => view.plan(request),
            Self::Tiles(tiles) => tiles.plan(request),
            Self::Frames(frames) => frames.plan(request),
            Self::Volume(volume) => volume.plan(request),
            Self::Cube(cube) => cube.plan(request),
            Self::Line(line) => line.plan(request),
        }
    }

    /// The same job with another size, region, z or w.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] where it has none of its own that could be another: a part of a set, a volume, or the w of a line.
    pub fn with_area(mut self, size: Option<Size>, region: Option<Region>, [z, w]: [Option<Number>; 2]) -> Result<Self> {
        if size.is_none() && region.is_none() && z.is_none() && w.is_none() {
            return Ok(self);
        }
        match &mut self {
            // The default region of a relief is that of its terrain, whatever the size of the picture.
            Self::View(View { area, relief: Some(_), .. }) => {
                *area = Area {
                    size: size.unwrap_or(area.size),
                    region: region.or(area.region),
                    z: z.unwrap_or(area.z),
                    w: w.unwrap_or(area.w),
                };
            }
            Self::Picture(area) | Self::View(View { area, .. }) | Self::Frames(Frames { area, only: None, .. }) => {
                *area = area.with(size, region, [z, w])?;
            }
            Self::Line(line) if region.is_none() && w.is_none() => {
                line.samples = size.map_or(line.samples, |size| size.width);
                line.z = z.unwrap_or(line.z);
            }
            _ => {
                return Err(Error::request(
                    "--size, --region, --z and --w: the file is a part of a set, a volume or a line, which is baked again as it is; leave them out, or \
                     bake its recipe, which `lacuna show` prints",
                ));
            }
        }
        Ok(self)
    }
}

/// A tile of a grid as a cell, with the margin that blurs see.
fn cell(grid: &Grid, tile: Tile, margin: u32) -> Result<Cell> {
    let (grid, Tile { origin: [left, above, slice], .. }) = grid.around(tile, margin)?;
    grid.validate()?;
    Ok(Cell { domain: grid.into(), shown: Tile { origin: [left + margin, above + margin, slice], ..tile } })
}

/// The name of a file of so many: after the one that was named, with its number, of at least two digits.
fn numbered(path: &Path, number: u32, count: u32) -> PathBuf {
    let digits = (count - 1).max(10).ilog10() as usize + 1;
    after(path, &format!("_{number:0digits$}"), None)
}

/// The name of a file after the one that was named, with more behind its stem and, where it is given, another extension.
fn after(path: &Path, more: &str, extension: Option<&str>) -> PathBuf {
    if path.as_os_str() == "-" {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(more);
    let own = path.extension().filter(|_| extension.is_none()).map(std::ffi::OsStr::to_owned);
    if let Some(extension) = extension.map(Into::into).or(own).filter(|extension: &std::ffi::OsString| !extension.is_empty()) {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
