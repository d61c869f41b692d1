//! What is made of a source, as it is asked for, and as files tell it.

mod cube;
mod frames;
mod line;
mod scale;
mod tiles;
mod view;
mod volume;

use lacuna::Number;
use serde::{Deserialize, Serialize};

pub use cube::Cube;
pub use frames::{Frames, FramesInto, Turn};
pub use line::Line;
pub use scale::Scale;
pub use tiles::{Import, Tiles};
pub use view::{LensName, LightName, PaletteName, Relief, View};
pub use volume::{MAX_SLICES, Volume};

pub use crate::ground::Ground;

use crate::area::{Area, Region};
use crate::error::{Error, Result};
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
