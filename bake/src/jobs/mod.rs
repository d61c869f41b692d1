//! The kinds of output that a source can be baked to, as callers request and metadata stores them.

mod cube;
mod frames;
mod height_map;
mod line;
mod material;
mod preview;
mod scale;
mod view;
mod volume;

use lacuna::Number;
use serde::{Deserialize, Serialize};

pub use cube::Cube;
pub use frames::{Frames, FramesInto, Turn};
pub use height_map::{Clamped, Import, Tiles};
pub use line::Line;
pub use material::Material;
pub use preview::{LightsName, Preview, ShapeName};
pub use scale::Scale;
pub use view::{LensName, LightName, PaletteName, Relief, View};
pub use volume::{MAX_SLICES, Volume};

pub use crate::ground::Ground;
pub use crate::lit::{Maps, Scene};
pub use crate::roles::Roles;

use crate::area::{Area, Region};
use crate::error::{Error, Field, Problem, Result, message};
use crate::size::Size;

/// The most files of a set. Each stays open until all are written.
pub const MAX_FILES: u32 = 256;

/// The kind of output that a source is baked to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "there is one job a bake; a box would only be in the way")]
pub enum Job {
    /// A picture of an area, of one output or of several.
    Picture(Area),
    /// A shaded view of terrain.
    View(View),
    /// A material on a shape, in light.
    Preview(Preview),
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
    /// The pictures of a material.
    Material(Material),
}

impl Default for Job {
    fn default() -> Self {
        Self::Picture(Area::default())
    }
}

impl Job {
    /// Returns the number of samples per channel, those of a relief's terrain and of a material's maps included.
    pub fn samples(&self) -> u64 {
        let of = |Size { width, height }: Size| u64::from(width).saturating_mul(height.into());
        match self {
            Self::Picture(area) | Self::Material(Material { area, .. }) => of(area.size),
            Self::View(View { area, relief, .. }) => of(area.size).saturating_add(relief.as_ref().map_or(0, |relief| of(relief.terrain))),
            Self::Preview(Preview { area, map, .. }) => of(area.size).saturating_add(of(*map)),
            Self::Tiles(Tiles { size, count: Some([columns, rows]), only: None, .. }) => {
                of(*size).saturating_mul(u64::from(*columns).saturating_mul((*rows).into()))
            }
            Self::Tiles(Tiles { size, .. }) => of(*size),
            Self::Frames(Frames { area, count, only, .. }) => {
                of(area.size).saturating_mul(if only.is_some() { 1 } else { (*count).into() })
            }
            Self::Volume(Volume { sides, only, .. }) => {
                let slices = if only.is_some() { 1 } else { sides[2] };
                [sides[0], sides[1], slices].into_iter().map(u64::from).fold(1, u64::saturating_mul)
            }
            Self::Cube(Cube { side, only, .. }) => u64::from(*side).pow(2).saturating_mul(if only.is_some() { 1 } else { 6 }),
            Self::Line(line) => line.samples.into(),
        }
    }

    /// Returns the field that requests this number of samples, with its value.
    pub(crate) fn asked(&self) -> (Field, String) {
        match self {
            Self::Picture(Area { size, .. })
            | Self::Material(Material { area: Area { size, .. }, .. })
            | Self::View(View { area: Area { size, .. }, .. })
            | Self::Preview(Preview { area: Area { size, .. }, .. })
            | Self::Tiles(Tiles { size, .. })
            | Self::Frames(Frames { area: Area { size, .. }, .. }) => (Field::Size, size.to_string()),
            Self::Volume(Volume { sides: [width, height, depth], .. }) => (Field::Volume, format!("{width}x{height}x{depth}")),
            Self::Cube(Cube { side, .. }) => (Field::Cube, side.to_string()),
            Self::Line(line) => (Field::Size, line.samples.to_string()),
        }
    }

    /// Returns the same job with another size, region, z or w.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if the job has none that could change: a part of a set, a volume, or the w of a line.
    pub fn with_area(mut self, size: Option<Size>, region: Option<Region>, [z, w]: [Option<Number>; 2]) -> Result<Self> {
        if size.is_none() && region.is_none() && z.is_none() && w.is_none() {
            return Ok(self);
        }
        match &mut self {
            // The default region of a relief is that of its terrain, and that of a material that of its maps, whatever the size of the picture.
            Self::View(View { area, relief: Some(_), .. }) | Self::Preview(Preview { area, .. }) => {
                *area = Area {
                    size: size.unwrap_or(area.size),
                    region: region.or(area.region),
                    z: z.unwrap_or(area.z),
                    w: w.unwrap_or(area.w),
                };
            }
            Self::Picture(area)
            | Self::Material(Material { area, .. })
            | Self::View(View { area, .. })
            | Self::Frames(Frames { area, only: None, .. }) => {
                *area = area.with(size, region, [z, w])?;
            }
            Self::Line(line) if region.is_none() && w.is_none() => {
                line.samples = size.map_or(line.samples, |size| size.width);
                line.z = z.unwrap_or(line.z);
            }
            _ => {
                let given =
                    [(Field::Size, size.is_some()), (Field::Region, region.is_some()), (Field::Z, z.is_some()), (Field::W, w.is_some())];
                let field = given.into_iter().find(|(_, is_given)| *is_given).map_or(Field::Size, |(field, _)| field);
                let why = ": the file is a part of a set, a volume or a line, which is baked again as it is; leave it out, or bake ";
                return Err(Error::request(field, Problem::Clash(Field::Source), message![field, why, Field::Recipe.asked()]));
            }
        }
        Ok(self)
    }
}
