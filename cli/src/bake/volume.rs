//! `lacuna bake --volume WxHxD` and `--cube N`.

use std::str::FromStr;

use clap::Args;
use lacuna::{MAX_SAMPLES, Number};
use lacuna_bake::jobs::{Cube, MAX_SLICES, Volume};
use lacuna_bake::{Job, numbers};

use lacuna_bake::number;

/// Samples in x, y and z.
#[derive(Debug, Clone, Copy)]
struct Sides([u32; 3]);

impl FromStr for Sides {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("give N or WxHxD, each at least 1, of at most {MAX_SLICES} slices");
        let sides = text.split('x').map(|side| side.parse().ok().filter(|side| (1..=MAX_SAMPLES).contains(side)));
        let sides: Vec<u32> = sides.collect::<Option<_>>().ok_or_else(bad)?;
        match sides[..] {
            [side] if side <= MAX_SLICES => Ok(Self([side; 3])),
            [width, height, depth] if depth <= MAX_SLICES => Ok(Self([width, height, depth])),
            _ => Err(bad()),
        }
    }
}

/// The corners of a box.
#[derive(Debug, Clone, Copy)]
struct Corners([Number; 6]);

impl FromStr for Corners {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbers(text)?.try_into().map(Self).map_err(|_| "give the six numbers X0,Y0,Z0,X1,Y1,Z1, such as 0,0,0,4,4,4".to_owned())
    }
}

/// Volumes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Volume")]
pub(super) struct VolumeArgs {
    /// Bakes a volume of N, or W x H x D samples
    ///
    /// In the file x varies fastest, z slowest. .ktx2 and .dds are 3-D textures with mip maps, .npy has three dimensions, .r32 and .r16 are the
    /// slices one after another. Other formats need --slices.
    #[arg(long, value_name = "N|WxHxD", conflicts_with_all = ["size", "region", "z", "w", "view", "tiles", "for", "frames", "line"])]
    volume: Option<Sides>,
    /// The box that the volume covers
    ///
    /// The edges of the first and the last samples, each of which lies at the centre of its part. The default for a cube is 0,0,0,8,8,8.
    #[arg(id = "box", long = "box", value_name = "X0,Y0,Z0,X1,Y1,Z1", requires = "volume", allow_hyphen_values = true)]
    corners: Option<Corners>,
    /// Writes the slices as files of their own, at most 256
    ///
    /// They are named after FILE: `cloud.png` becomes `cloud_00.png` and so on. They get their names when all are written.
    #[arg(long, requires = "volume")]
    slices: bool,
    /// Bakes a cube map of a `cube` node, with faces of N x N samples
    ///
    /// A .ktx2 or a .dds is the cube map itself, with mip maps; for other formats `sky.png` becomes `sky_px.png`, `sky_nx.png`, `sky_py.png`,
    /// `sky_ny.png`, `sky_pz.png` and `sky_nz.png`, laid out as in Vulkan, Direct3D and WebGPU.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16), conflicts_with_all = ["volume", "size", "region", "z", "w", "view", "tiles", "for", "frames", "line"])]
    cube: Option<u32>,
    /// The `size` of the `cube` node: the length of a face, in units
    #[arg(long, value_name = "UNITS", default_value = "8", requires = "cube", value_parser = number, allow_hyphen_values = true)]
    face_length: Number,
}

impl VolumeArgs {
    /// Returns the volume or the cube map, if one was requested.
    pub(super) fn chosen(&self) -> Option<Job> {
        if let Some(side) = self.cube {
            return Some(Job::Cube(Cube { side, face_length: self.face_length, only: None }));
        }
        let Sides(sides) = self.volume?;
        let corners = self.corners.map(|Corners(corners)| corners);
        Some(Job::Volume(Volume { sides, corners, is_sliced: self.slices, only: None }))
    }
}
