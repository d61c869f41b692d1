//! `lacuna bake --volume WxHxD` and `--cube N`: volumes, in one file or slice by slice, and the six faces of cube maps.

use std::str::FromStr;

use clap::Args;
use lacuna::recipe::Blur;
use lacuna::{Axis, Domain, Grid, MAX_SAMPLES, Number, Program, Tile};
use serde_json::json;

use super::encode::{Encoding, Range, carries_facts, holds_cubes, holds_volumes, usual_depth};
use super::engine::EngineArgs;
use super::failure::{Failure, Result, number};
use super::fileset::{FileSet, MAX_FILES, Part, after, numbered};
use super::picture::{Size, numbers};
use super::planned::Wishes;
use super::sheet::Layout;
use super::source::Resolved;

/// The length of a cube along each axis unless the box is told.
const LENGTH: u64 = 8;
/// The most slices.
const MAX_SLICES: u32 = 1 << 16;

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
pub(crate) struct VolumeArgs {
    /// Makes a volume of N, or W x H x D samples
    ///
    /// x runs fastest in the file, z slowest. .ktx2 and .dds are 3-D textures with mip maps, .npy has three dimensions, .r32 and .r16 are the slices one after
    /// another. Other formats take --slices.
    #[arg(long, value_name = "N|WxHxD", conflicts_with_all = ["size", "region", "z", "view", "tiles", "for", "frames", "line"])]
    volume: Option<Sides>,
    /// The box that the volume covers
    ///
    /// The edges of the first and the last samples, each of which lies at the centre of its part. For a cube it is 0,0,0,8,8,8 unless told.
    #[arg(id = "box", long = "box", value_name = "X0,Y0,Z0,X1,Y1,Z1", requires = "volume", allow_hyphen_values = true)]
    corners: Option<Corners>,
    /// Writes the slices as files of their own, at most 256
    ///
    /// They are named after FILE: `cloud.png` becomes `cloud_00.png` and so on. All are written, or none.
    #[arg(long, requires = "volume")]
    slices: bool,
    /// Makes a cube map of a `cube` node, with faces of N x N samples
    ///
    /// A .ktx2 or a .dds is the cube map itself, with mip maps; of other formats `sky.png` becomes `sky_px.png`, `sky_nx.png`, `sky_py.png`, `sky_ny.png`, `sky_pz.png`
    /// and `sky_nz.png`, laid out as in Vulkan, Direct3D and WebGPU.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16), conflicts_with_all = ["volume", "size", "region", "z", "view", "tiles", "for", "frames", "line"])]
    cube: Option<u32>,
    /// The `size` of the `cube` node: how many units a face is long
    #[arg(long, value_name = "UNITS", default_value = "8", value_parser = number, allow_hyphen_values = true)]
    face_length: Number,
}

/// A volume as the user chose it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Volume {
    sides: [u32; 3],
    corners: [Number; 6],
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All slices in one file.
    Whole,
    /// Each in a file of its own.
    Slices,
    /// The slices are the faces of a cube: in one file, or in six.
    Cube,
}

/// What the files of a cube's faces are named after: +x, -x, +y, -y, +z, -z.
const FACES: [&str; 6] = ["px", "nx", "py", "ny", "pz", "nz"];

impl VolumeArgs {
    /// The volume, if there is to be one.
    pub(crate) fn chosen(&self) -> Result<Option<Volume>> {
        if let Some(side) = self.cube {
            let (far, faces) = (self.face_length, Number::from(FACES.len() as u64));
            let corners = [Number::ZERO, Number::ZERO, Number::ZERO, far, far, faces];
            return Ok(Some(Volume { sides: [side, side, FACES.len() as u32], corners, form: Form::Cube }));
        }
        let Some(Sides(sides)) = self.volume else { return Ok(None) };
        let [width, height, depth] = sides;
        let corners = match self.corners {
            Some(Corners(corners)) => corners,
            None if width == height && height == depth => {
                let far = Number::from(LENGTH);
                [Number::ZERO, Number::ZERO, Number::ZERO, far, far, far]
            }
            None => {
                return Err(Failure::usage(format!(
                    "--volume {width}x{height}x{depth} is no cube: tell what it covers, --box X0,Y0,Z0,X1,Y1,Z1"
                )));
            }
        };
        if self.slices && depth > MAX_FILES {
            return Err(Failure::usage(format!("--slices: {depth} files; at most {MAX_FILES} are written at once, so write one file")));
        }
        Ok(Some(Volume { sides, corners, form: if self.slices { Form::Slices } else { Form::Whole } }))
    }
}

/// What else a bake was asked for.
pub(crate) struct Asked<'a> {
    pub(crate) source: &'a Resolved,
    pub(crate) wishes: Wishes<'a>,
    pub(crate) tile: Option<u32>,
    pub(crate) json: bool,
    pub(crate) engine: &'a EngineArgs,
}

impl Asked<'_> {
    /// Writes the volume.
    pub(crate) fn bake(&self, volume: &Volume) -> Result<()> {
        let Self { source, wishes, .. } = self;
        let Volume { sides: [width, height, depth], corners: [x0, y0, z0, x1, y1, z1], form } = *volume;
        if self.json {
            return Err(Failure::usage("--json measures bakes of one picture; leave it out, or --volume and --cube"));
        }
        let plan = source.recipe.plan(&[source.output()?])?;
        let shown = &plan.pictures[0];
        let program = Program::new(&plan.graph)?;
        let format = wishes.format_of(shown)?;
        let name = format.name();
        let has_slices = form == Form::Slices || form == Form::Cube && !holds_cubes(format);
        if wishes.is_folder || has_slices && wishes.path.as_os_str() == "-" {
            return Err(Failure::usage("volumes and cube maps go into -o FILE; name a file"));
        }
        if !has_slices && !holds_volumes(format) {
            return Err(Failure::usage(format!("{name} holds no volume; write .ktx2, .dds, .npy, .r32 or .r16, or add --slices")));
        }
        let is_color = shown.output.content.is_color();
        let bits = wishes.depth.or(shown.output.depth).unwrap_or_else(|| usual_depth(format, is_color));
        if !format.depths().contains(&bits) {
            let allowed = format.depths().iter().map(u8::to_string).collect::<Vec<_>>().join(" or ");
            return Err(Failure::usage(format!("--depth {bits}: {name} holds {allowed} bit; leave it out, or take another format")));
        }
        let rows = if has_slices { Some(height) } else { height.checked_mul(depth).filter(|&rows| rows <= MAX_SAMPLES) };
        let rows = rows.ok_or_else(|| {
            Failure::usage(format!("{depth} slices of {height} rows are too many in one file; add --slices, or give fewer"))
        })?;
        let size = Size(width, rows);
        let wishes = &Wishes { size, ..*wishes };
        let channels = shown.channel_count();
        let encoding =
            Encoding { format, depth: bits, size, channels, is_color, range: Range::DEFAULT, texts: vec![], facts: String::new() };
        encoding.check()?;
        let grid = Grid { z: Axis::extent(z0, z1, depth), ..Grid::plane(Axis::extent(x0, x1, width), Axis::extent(y0, y1, height)) };
        grid.validate()?;
        let margin = shown.output.blur.map_or(0, Blur::margin);
        let around = |slice: u32| -> Result<(Domain, Tile)> {
            let tile = Tile { origin: [0, 0, slice], size: [width, height, 1] };
            let (grid, Tile { origin: [left, above, slice], .. }) = grid.around(tile, margin)?;
            grid.validate()?;
            Ok((grid.into(), Tile { origin: [left + margin, above + margin, slice], ..tile }))
        };
        let places = (0..depth).map(around).collect::<Result<Vec<_>>>()?;
        let corners = volume.corners.map(|corner| corner.to_string()).join(",");
        let told = |slice: Option<u32>| {
            let slice = slice.map(|slice| match form {
                Form::Cube => ("face", json!(FACES[slice as usize])),
                _ => ("slice", json!(slice)),
            });
            let mut told = match form {
                Form::Cube => vec![("cube", json!(width)), ("face_length", json!(x1))],
                _ => vec![("volume", json!([width, height, depth])), ("box", json!(corners))],
            };
            told.extend(slice);
            told
        };
        let set = FileSet { source, picture: shown, program: &program, encoding, wishes, tile: self.tile, engine: self.engine };
        if has_slices {
            let parts = (0..).zip(places).map(|(slice, (domain, shown))| {
                let path = match form {
                    Form::Cube => after(wishes.path, FACES[slice as usize]),
                    _ => numbered(wishes.path, slice, depth),
                };
                Part { path, domain, shown, told: told(Some(slice)) }
            });
            return set.write(&parts.collect::<Vec<_>>());
        }
        let works: Vec<_> = places.iter().map(|(domain, shown)| set.work(domain, *shown)).collect();
        let layout = Layout { frame: Size(width, height), columns: 1 };
        set.write_sheet(&works, layout, &told(None), carries_facts(format), |output, encoding| match form {
            Form::Cube => output.write_cube(encoding),
            _ => output.write_volume(encoding, depth),
        })
    }
}
