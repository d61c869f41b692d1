//! `lacuna bake --view`: terrain made visible.

use clap::{Args, ValueEnum};
use lacuna::Number;
use lacuna_bake::jobs::{LensName, LightName, PaletteName, Relief, View};
use lacuna_bake::{Area, Size, numbers};

use lacuna_bake::number;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ViewKind {
    /// A map: a pixel a sample, lit by the sun
    Hillshade,
    /// A block of terrain seen from one side
    Relief,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LensChoice {
    /// Parallel rays
    Orthographic,
    /// What is far is smaller
    Perspective,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaletteChoice {
    /// Meadows, woods, rock and snow
    Terrain,
    /// White ground
    Grey,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LightChoice {
    /// The colours alone
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
}

/// How the noise is shown as terrain.
#[derive(Debug, Args)]
#[command(next_help_heading = "View")]
pub(super) struct ViewArgs {
    /// Shows the noise as terrain instead of writing the samples
    ///
    /// The picture is in colour: sRGB in 8 bit, unless --depth tells, and 16; linear light in float and half. `hillshade` streams maps of any size; a
    /// map of a part of a region is a crop of the map of the whole. `relief` holds the terrain of --terrain samples in memory, about 6 bytes each.
    #[arg(long, value_name = "KIND")]
    view: Option<ViewKind>,
    /// Where the sun stands, in degrees: its azimuth clockwise from the top of the map, and its altitude
    ///
    /// The altitude is 1 to 90.
    #[arg(long, requires = "view", value_name = "AZIMUTH,ALTITUDE", default_value = "315,45", value_parser = sun, allow_hyphen_values = true)]
    sun: SunAngles,
    /// How the light falls on the ground
    #[arg(long, requires = "view", value_name = "LIGHT", default_value = "lambert-smooth")]
    light: LightChoice,
    /// How bright the light is, 0.1 to 10 times as bright as usual
    #[arg(long, requires = "view", value_name = "B", default_value = "1", value_parser = number, allow_hyphen_values = true)]
    brightness: Number,
    /// Casts shadows
    #[arg(long, requires = "view")]
    shadows: bool,
    /// The noise value up to which there is water
    ///
    /// The colours of the ground begin there.
    #[arg(long, value_name = "LEVEL", value_parser = number, requires = "view", allow_hyphen_values = true)]
    water: Option<Number>,
    /// The height of a noise value of 1, in units of the region
    #[arg(long, requires = "view", value_name = "H", default_value = "1", value_parser = number, allow_hyphen_values = true)]
    relief_height: Number,
    /// The colours
    ///
    /// They run over --range, which unless told is that of the noise.
    #[arg(long, requires = "view", value_name = "NAME", default_value = "terrain")]
    palette: PaletteChoice,
    /// Draws a line on the ground every N samples, 16 unless told
    #[arg(
        long, value_name = "N", num_args = 0..=1, default_missing_value = "16", require_equals = true, requires = "view",
        value_parser = clap::value_parser!(u32).range(1..=1 << 20)
    )]
    wireframe: Option<u32>,
    /// Rays along each side of a pixel, 1 to 8
    #[arg(long, requires = "view", value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=8))]
    antialias: u32,
    /// Samples of the terrain of a relief: N, or WxH
    ///
    /// They cover --region, which unless told is that of the recipe, or 0,0,8,8*H/W; --size is that of the picture.
    #[arg(long, requires = "view", value_name = "N|WxH", default_value = "1024", allow_hyphen_values = true)]
    terrain: Size,
    /// How the camera of a relief projects
    #[arg(long, requires = "view", value_name = "LENS", default_value = "orthographic")]
    camera: LensChoice,
    /// The direction in which the camera looks, in degrees clockwise from the top of the map
    #[arg(long, requires = "view", value_name = "DEGREES", default_value = "30", value_parser = number, allow_hyphen_values = true)]
    heading: Number,
    /// How far the camera looks down, 5 to 90 degrees
    #[arg(long, requires = "view", value_name = "DEGREES", default_value = "32", value_parser = number, allow_hyphen_values = true)]
    pitch: Number,
    /// How close the camera comes: 1 frames all of the terrain, 0.1 to 100
    #[arg(long, requires = "view", value_name = "Z", default_value = "1", value_parser = number, allow_hyphen_values = true)]
    zoom: Number,
    /// How much of the farthest corner's colour is lost to haze, 0 to 0.99
    #[arg(long, requires = "view", value_name = "SHARE", default_value = "0", value_parser = number, allow_hyphen_values = true)]
    haze: Number,
}

/// Azimuth and altitude.
#[derive(Debug, Clone, Copy)]
struct SunAngles([Number; 2]);

fn sun(text: &str) -> Result<SunAngles, String> {
    numbers(text)?.try_into().map(SunAngles).map_err(|_| "give two angles, such as 315,45".to_owned())
}

impl ViewArgs {
    /// The view, if there is to be one.
    pub(super) fn chosen(&self, area: Area) -> Option<View> {
        let kind = self.view?;
        let SunAngles(sun) = self.sun;
        let relief = Relief {
            terrain: self.terrain,
            lens: match self.camera {
                LensChoice::Orthographic => LensName::Orthographic,
                LensChoice::Perspective => LensName::Perspective,
            },
            heading: self.heading,
            pitch: self.pitch,
            zoom: self.zoom,
            haze: self.haze,
        };
        Some(View {
            area,
            relief: (kind == ViewKind::Relief).then_some(relief),
            range: None,
            sun,
            light: match self.light {
                LightChoice::None => LightName::None,
                LightChoice::Height => LightName::Height,
                LightChoice::HeightSmooth => LightName::HeightSmooth,
                LightChoice::Lambert => LightName::Lambert,
                LightChoice::LambertSmooth => LightName::LambertSmooth,
                LightChoice::Shadow => LightName::Shadow,
                LightChoice::ShadowSmooth => LightName::ShadowSmooth,
            },
            brightness: self.brightness,
            shadows: self.shadows,
            water: self.water,
            relief_height: self.relief_height,
            palette: match self.palette {
                PaletteChoice::Terrain => PaletteName::Terrain,
                PaletteChoice::Grey => PaletteName::Grey,
            },
            wireframe: self.wireframe,
            antialias: self.antialias,
        })
    }
}
