//! `lacuna bake --view`: shaded views of terrain, and lit pictures of materials.

use clap::{Args, ValueEnum};
use lacuna::Number;
use lacuna::recipe::Recipe;
use lacuna_bake::jobs::{LensName, LightName, LightsName, PaletteName, Preview, Relief, ShapeName, View};
use lacuna_bake::{Area, Job, Size, number, numbers};

use crate::failure::{Failure, Result};

/// The direction and the angle of the camera of a relief, in degrees.
const HEADING: u64 = 30;
const PITCH: u64 = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ViewKind {
    /// A map with a pixel per sample, lit by the sun
    Hillshade,
    /// A block of terrain seen from one side
    Relief,
    /// The material that the recipe's outputs make, on a shape, in light
    Material,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShapeChoice {
    /// A ball
    Sphere,
    /// A slab that lies flat
    Plane,
    /// A cube
    Cube,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LensChoice {
    /// Parallel rays
    Orthographic,
    /// Distant things are smaller
    Perspective,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaletteChoice {
    /// Meadows, woods, rock and snow
    Terrain,
    /// White
    Grey,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LightChoice {
    /// The colours alone, without light
    None,
    /// By the difference of heights along the sun's direction, flat in each cell
    Height,
    /// The same, smoothed
    HeightSmooth,
    /// Lambert's law, flat in each cell
    Lambert,
    /// The same, smoothed
    LambertSmooth,
    /// Lambert's law and ray-traced shadows, flat in each cell: the same as `lambert` with --shadows
    Shadow,
    /// The same, smoothed
    ShadowSmooth,
    /// Of a material: large lamps in a grey room
    Studio,
    /// Of a material: the sun and a sky
    Sun,
}

/// The options of a view.
#[derive(Debug, Args)]
#[command(next_help_heading = "View")]
pub(super) struct ViewArgs {
    /// Shows the noise as terrain, or the recipe as a material, instead of writing the samples
    ///
    /// The picture is in colour: sRGB at 8 bits, the default, and at 16; linear light in float and half. `hillshade` streams maps of any size; the map of
    /// a part of a region is a crop of the map of the whole. `relief` holds the terrain of --terrain samples in memory, about 6 bytes each. `material` reads
    /// the outputs `albedo`, which must be there, `normal`, `height`, `roughness`, `metalness`, `ao`, `emission` and `opacity`, and holds them in memory at the
    /// size --map, about 80 bytes a sample.
    #[arg(long, value_name = "KIND")]
    view: Option<ViewKind>,
    /// The position of the sun in degrees: its azimuth, clockwise from the top of the map, and its altitude
    ///
    /// The altitude is 1 to 90. For the sphere and the cube of a material, the picture takes the place of the map.
    #[arg(long, requires = "view", value_name = "AZIMUTH,ALTITUDE", default_value = "315,45", value_parser = sun, allow_hyphen_values = true)]
    sun: SunAngles,
    /// The shading of the terrain, lambert-smooth by default, or the lights around a material, studio by default
    #[arg(long, requires = "view", value_name = "LIGHT")]
    light: Option<LightChoice>,
    /// The brightness of the light, 0.1 to 10
    #[arg(long, requires = "view", value_name = "B", default_value = "1", value_parser = number, allow_hyphen_values = true)]
    brightness: Number,
    /// Casts shadows
    #[arg(long, requires = "view")]
    shadows: bool,
    /// The noise value of the water level
    ///
    /// The colours of the ground begin there.
    #[arg(long, value_name = "LEVEL", value_parser = number, requires = "view", allow_hyphen_values = true)]
    water: Option<Number>,
    /// The height of a noise value of 1, in units of the region
    ///
    /// The default is 1 for terrain. For a material it is the recipe's `material.displacement`, or else the strength of its normal map; 0 leaves the shape
    /// as it is.
    #[arg(long, requires = "view", value_name = "H", value_parser = number, allow_hyphen_values = true)]
    relief_height: Option<Number>,
    /// The colours of the ground by its height, of the water and of the sky: terrain by default
    ///
    /// They span --range, by default that of the noise. Without --drape they take the place of the recipe's own colours.
    #[arg(long, requires = "view", value_name = "NAME")]
    palette: Option<PaletteChoice>,
    /// The recipe's output whose colours the ground has, or `none` for those of --palette
    ///
    /// The default, unless --palette is given, is the output `albedo`, if the recipe has one that is a colour. Its alpha has no effect.
    #[arg(long, requires = "view", value_name = "OUTPUT")]
    drape: Option<String>,
    /// Draws a line on the terrain every N samples, 16 by default
    #[arg(
        long, value_name = "N", num_args = 0..=1, default_missing_value = "16", require_equals = true, requires = "view",
        value_parser = clap::value_parser!(u32).range(1..=1 << 20)
    )]
    wireframe: Option<u32>,
    /// Rays along each side of a pixel, 1 to 8
    #[arg(long, requires = "view", value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=8))]
    antialias: u32,
    /// The size of a relief's terrain in samples: N, or WxH
    ///
    /// The terrain covers --region, by default the region in the recipe, or 0,0,8,8*H/W. --size is the size of the picture.
    #[arg(long, requires = "view", value_name = "N|WxH", default_value = "1024", allow_hyphen_values = true)]
    terrain: Size,
    /// The projection of a relief's camera
    #[arg(long, requires = "view", value_name = "LENS", default_value = "orthographic")]
    camera: LensChoice,
    /// The direction of the camera, in degrees clockwise from the top of the map, or the turn of a material's shape
    ///
    /// The default is 30 for a relief, 0 for a sphere, 25 for a plane and 35 for a cube. The lights around a material stay where they are.
    #[arg(long, requires = "view", value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    heading: Option<Number>,
    /// The angle of the camera below the horizon, 5 to 90 degrees, from 0 on for a material
    ///
    /// The default is 32 for a relief, 8 for a sphere, 38 for a plane and 24 for a cube.
    #[arg(long, requires = "view", value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pitch: Option<Number>,
    /// The magnification, 0.1 to 100; 1 frames all of the terrain
    #[arg(long, requires = "view", value_name = "Z", default_value = "1", value_parser = number, allow_hyphen_values = true)]
    zoom: Number,
    /// The share of haze in the colour of the farthest corner, 0 to 0.99
    #[arg(long, requires = "view", value_name = "SHARE", default_value = "0", value_parser = number, allow_hyphen_values = true)]
    haze: Number,
    /// The shape that a material covers
    #[arg(long, requires = "view", value_name = "SHAPE", default_value = "sphere")]
    shape: ShapeChoice,
    /// The times that a material's maps repeat across the shape, 0.1 to 64
    ///
    /// The default is 2 for the front of a sphere, and 1 for a plane and for a side of a cube.
    #[arg(long, requires = "view", value_name = "N", value_parser = number, allow_hyphen_values = true)]
    repeat: Option<Number>,
    /// The size of a material's maps in samples: N, or WxH
    ///
    /// The maps cover --region, by default the region in the recipe, or 0,0,8,8. The default is the shorter side of --size, at most 2048.
    #[arg(long, requires = "view", value_name = "N|WxH", allow_hyphen_values = true)]
    map: Option<Size>,
}

/// Azimuth and altitude.
#[derive(Debug, Clone, Copy)]
struct SunAngles([Number; 2]);

fn sun(text: &str) -> Result<SunAngles, String> {
    numbers(text)?.try_into().map(SunAngles).map_err(|_| "give two angles, such as 315,45".to_owned())
}

impl ViewArgs {
    /// Returns the view, if it was requested.
    pub(super) fn chosen(&self, area: Area, recipe: &Recipe) -> Result<Option<Job>> {
        Ok(match self.view {
            None => None,
            Some(ViewKind::Material) => Some(Job::Preview(self.material(area, recipe)?)),
            Some(kind) => Some(Job::View(self.terrain(kind, area, recipe)?)),
        })
    }

    /// Returns the view of terrain.
    fn terrain(&self, kind: ViewKind, area: Area, recipe: &Recipe) -> Result<View> {
        let drape = match self.drape.as_deref() {
            Some("none") if recipe.output("none").is_err() => None,
            Some(output) => Some(output.to_owned()),
            None if self.palette.is_some() => None,
            None => View::usual_drape(recipe),
        };
        let SunAngles(sun) = self.sun;
        let relief = Relief {
            terrain: self.terrain,
            lens: match self.camera {
                LensChoice::Orthographic => LensName::Orthographic,
                LensChoice::Perspective => LensName::Perspective,
            },
            heading: self.heading.unwrap_or(HEADING.into()),
            pitch: self.pitch.unwrap_or(PITCH.into()),
            zoom: self.zoom,
            haze: self.haze,
        };
        Ok(View {
            area,
            relief: (kind == ViewKind::Relief).then_some(relief),
            range: None,
            sun,
            light: match self.light.unwrap_or(LightChoice::LambertSmooth) {
                LightChoice::None => LightName::None,
                LightChoice::Height => LightName::Height,
                LightChoice::HeightSmooth => LightName::HeightSmooth,
                LightChoice::Lambert => LightName::Lambert,
                LightChoice::LambertSmooth => LightName::LambertSmooth,
                LightChoice::Shadow => LightName::Shadow,
                LightChoice::ShadowSmooth => LightName::ShadowSmooth,
                LightChoice::Studio | LightChoice::Sun => {
                    return Err(Failure::usage("--light studio and sun are of --view material; give one of the others, or leave it out"));
                }
            },
            brightness: self.brightness,
            shadows: self.shadows,
            water: self.water,
            relief_height: self.relief_height.unwrap_or(Number::ONE),
            drape,
            palette: match self.palette.unwrap_or(PaletteChoice::Terrain) {
                PaletteChoice::Terrain => PaletteName::Terrain,
                PaletteChoice::Grey => PaletteName::Grey,
            },
            wireframe: self.wireframe,
            antialias: self.antialias,
        })
    }

    /// Returns the picture of a material.
    fn material(&self, area: Area, recipe: &Recipe) -> Result<Preview> {
        let of_terrain = [
            ("--water", self.water.is_some()),
            ("--palette", self.palette.is_some()),
            ("--drape", self.drape.is_some()),
            ("--wireframe", self.wireframe.is_some()),
        ];
        if let Some((flag, _)) = of_terrain.iter().find(|(_, is_given)| *is_given) {
            return Err(Failure::usage(format!("{flag} is of terrain, and --view material shows none; leave it out")));
        }
        let light = match self.light {
            None | Some(LightChoice::Studio) => LightsName::Studio,
            Some(LightChoice::Sun) => LightsName::Sun,
            Some(_) => {
                return Err(Failure::usage("--light: --view material has the lights studio and sun; give one of them, or leave it out"));
            }
        };
        let shape = match self.shape {
            ShapeChoice::Sphere => ShapeName::Sphere,
            ShapeChoice::Plane => ShapeName::Plane,
            ShapeChoice::Cube => ShapeName::Cube,
        };
        let usual = Preview::of(recipe, area, shape);
        let SunAngles(sun) = self.sun;
        Ok(Preview {
            map: self.map.unwrap_or(usual.map),
            light,
            sun,
            brightness: self.brightness,
            repeat: self.repeat.unwrap_or(usual.repeat),
            relief_height: self.relief_height.unwrap_or(usual.relief_height),
            heading: self.heading.unwrap_or(usual.heading),
            pitch: self.pitch.unwrap_or(usual.pitch),
            zoom: self.zoom,
            antialias: self.antialias,
            ..usual
        })
    }
}
