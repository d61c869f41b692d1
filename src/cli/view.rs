//! `lacuna bake --view`: terrain made visible.

use clap::{Args, ValueEnum};
use lacuna::gpu::{Renderer, Stage};
use lacuna::recipe::OutputRange;
use lacuna::view::{Camera, Lens, Palette, Projection, Scene, Sun, Terrain, View};
use lacuna::{Domain, Grid, Number, Program, Tile, recipe};
use serde::Serialize;

use super::encode::{Encoding, Range};
use super::engine::{Engine, EngineArgs};
use super::failure::{Failure, Result, note, number};
use super::interrupt;
use super::output::Output;
use super::picture::{Edges, Picture, Region, Size, numbers};
use super::planned::{Planned, Wishes};
use super::source::Resolved;
use super::stream::{Call, Extremes, Line, Source, Unwritten, resize};

/// The longest side of the part of a hillshade that is made at once, unless the user asks for another.
const SIDE: u32 = 1024;

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

/// How the noise is shown as terrain.
#[derive(Debug, Args)]
#[command(next_help_heading = "View")]
pub(crate) struct ViewArgs {
    /// Shows the noise as terrain instead of writing the samples
    ///
    /// The picture is in colour: sRGB in 8 bit, unless --depth tells, and 16; linear light in float and half. `hillshade` streams maps of any size; a
    /// map of a part of a region is a crop of the map of the whole. `relief` holds the terrain of --terrain samples in memory, about 6 bytes each.
    #[arg(long, value_name = "KIND")]
    view: Option<ViewKind>,
    /// Where the sun stands, in degrees: its azimuth clockwise from the top of the map, and its altitude
    ///
    /// The altitude is 1 to 90.
    #[arg(long, value_name = "AZIMUTH,ALTITUDE", default_value = "315,45", value_parser = sun, allow_hyphen_values = true)]
    sun: SunAngles,
    /// Casts shadows
    #[arg(long, requires = "view")]
    shadows: bool,
    /// The noise value up to which there is water
    ///
    /// The colours of the ground begin there.
    #[arg(long, value_name = "LEVEL", value_parser = number, requires = "view", allow_hyphen_values = true)]
    water: Option<Number>,
    /// The height of a noise value of 1, in units of the region
    #[arg(long, value_name = "H", default_value = "1", value_parser = number, allow_hyphen_values = true)]
    relief_height: Number,
    /// The colours
    ///
    /// They run over --range, from -1 to 1 unless told.
    #[arg(long, value_name = "NAME", default_value = "terrain")]
    palette: PaletteChoice,
    /// Draws a line on the ground every N samples, 16 unless told
    #[arg(
        long, value_name = "N", num_args = 0..=1, default_missing_value = "16", require_equals = true, requires = "view",
        value_parser = clap::value_parser!(u32).range(1..=1 << 20)
    )]
    wireframe: Option<u32>,
    /// Rays along each side of a pixel, 1 to 8
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=8))]
    antialias: u32,
    /// Samples of the terrain of a relief: N, or WxH
    ///
    /// They cover --region, which unless told is 0,0,8,8*H/W; --size is that of the picture.
    #[arg(long, value_name = "N|WxH", default_value = "1024", allow_hyphen_values = true)]
    terrain: Size,
    /// How the camera of a relief projects
    #[arg(long, value_name = "LENS", default_value = "orthographic")]
    camera: LensChoice,
    /// The direction in which the camera looks, in degrees clockwise from the top of the map
    #[arg(long, value_name = "DEGREES", default_value = "30", value_parser = number, allow_hyphen_values = true)]
    heading: Number,
    /// How far the camera looks down, 5 to 90 degrees
    #[arg(long, value_name = "DEGREES", default_value = "32", value_parser = number, allow_hyphen_values = true)]
    pitch: Number,
    /// How close the camera comes: 1 frames all of the terrain, 0.1 to 100
    #[arg(long, value_name = "Z", default_value = "1", value_parser = number, allow_hyphen_values = true)]
    zoom: Number,
    /// How much of the farthest corner's colour is lost to haze, 0 to 0.99
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = number, allow_hyphen_values = true)]
    haze: Number,
}

/// Azimuth and altitude.
#[derive(Debug, Clone, Copy)]
struct SunAngles([Number; 2]);

fn sun(text: &str) -> Result<SunAngles, String> {
    numbers(text)?.try_into().map(SunAngles).map_err(|_| "give two angles, such as 315,45".to_owned())
}

/// A view as the user chose it.
#[derive(Debug)]
pub(crate) struct Chosen {
    view: View,
    /// Samples of a relief's terrain.
    terrain: Option<Size>,
}

impl ViewArgs {
    /// The view, if there is to be one, checked but for its range.
    pub(crate) fn chosen(&self) -> Result<Option<Chosen>> {
        let Some(kind) = self.view else { return Ok(None) };
        let camera = Camera {
            lens: match self.camera {
                LensChoice::Orthographic => Lens::Orthographic,
                LensChoice::Perspective => Lens::Perspective,
            },
            heading: self.heading.to_f64(),
            pitch: self.pitch.to_f64(),
            zoom: self.zoom.to_f64(),
            haze: self.haze.to_f64(),
        };
        let SunAngles([azimuth, altitude]) = self.sun;
        let view = View {
            projection: if kind == ViewKind::Relief { Projection::Relief(camera) } else { Projection::Hillshade },
            sun: Sun { azimuth: azimuth.to_f64(), altitude: altitude.to_f64() },
            relief_height: self.relief_height.to_f64(),
            water: self.water.map(Number::to_f64),
            shadows: self.shadows,
            wireframe: self.wireframe,
            antialias: self.antialias,
            palette: match self.palette {
                PaletteChoice::Terrain => Palette::terrain(),
                PaletteChoice::Grey => Palette::grey(),
            },
            ..View::default()
        };
        view.validate()?;
        Ok(Some(Chosen { view, terrain: (kind == ViewKind::Relief).then_some(self.terrain) }))
    }
}

/// What else a bake was asked for.
pub(crate) struct Shown<'a> {
    pub(crate) source: &'a Resolved,
    /// Where the picture goes, and how it is encoded.
    pub(crate) wishes: Wishes<'a>,
    pub(crate) size: Size,
    pub(crate) region: Option<Edges>,
    pub(crate) z: Number,
    pub(crate) tile: Option<u32>,
    pub(crate) json: bool,
    pub(crate) engine: &'a EngineArgs,
}

/// What a file tells about itself.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    schema_version: u32,
    version: &'static str,
    recipe: String,
    view: &'static str,
    region: &'a Region,
    z: Number,
    size: Size,
    format: &'static str,
    layout: String,
    depth: u8,
}

impl Facts<'_> {
    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("Software", format!("lacuna {}", self.version)),
            ("lacuna:version", self.version.to_owned()),
            ("lacuna:recipe", self.recipe.clone()),
            ("lacuna:view", self.view.to_owned()),
            ("lacuna:region", self.region.to_string()),
            ("lacuna:z", self.z.to_string()),
            ("lacuna:size", self.size.to_string()),
        ]
    }
}

impl Shown<'_> {
    /// Renders the view into the file.
    #[expect(clippy::too_many_lines, reason = "the checks of a view in their order")]
    pub(crate) fn bake(&self, chosen: &Chosen) -> Result<()> {
        if self.json {
            return Err(Failure::usage("--json measures bakes of samples; leave it out, or --view"));
        }
        let name = self.source.output()?;
        let program = &Program::new(&self.source.graph()?)?;
        let channels = program.channels();
        if channels != 1 {
            return Err(Failure::usage(format!(
                "--view: `{name}` has {channels} channels; terrain has one, its height, so choose an output that has one with --output"
            )));
        }
        let picture = Picture::new(chosen.terrain.unwrap_or(self.size), self.region, self.z)?;
        let Planned { target, encoding, range, .. } = self.wishes.plan_view(self.source, name)?;
        let mut view = chosen.view.clone();
        if let OutputRange::Between([low, high]) = range {
            view.range = [low.to_f64(), high.to_f64()];
        }
        let margin = view.margin(spacing(&picture.grid))?;
        let first = surroundings(&picture.grid, Tile { size: [1; 3], ..picture.tile() }, margin)?;
        let one = Tile { size: [1; 3], ..first.1 };
        lacuna::Cpu::with_threads(std::num::NonZeroUsize::MIN).evaluate(program, &first.0, one, &mut [0.0])?;
        let engine = self.engine.open()?;
        if target.has_temporary() {
            interrupt::watch()?;
        }
        let output = target.open()?;

        let facts = Facts {
            schema_version: 1,
            version: env!("CARGO_PKG_VERSION"),
            recipe: recipe::write(&self.source.recipe)?,
            view: if chosen.terrain.is_some() { "relief" } else { "hillshade" },
            region: &picture.region,
            z: picture.z,
            size: self.size,
            format: encoding.format.name(),
            layout: encoding.layout(),
            depth: encoding.depth,
        };
        let texts = facts.texts();
        let facts = serde_json::to_string_pretty(&facts).map_err(|error| Failure::failed(error.to_string()))? + "\n";
        let encodings = [Encoding { texts, facts, ..encoding }];
        let [encoding] = &encodings;

        let on_one_thread = engine.on_one_thread();
        let renderer = match &engine {
            Engine::Gpu(gpu) => Some(Renderer::new(gpu)?),
            Engine::Cpu(_) => None,
        };
        let ground = Ground { program, picture: &picture, margin, engine: &engine };
        if range == OutputRange::Auto {
            view.range = ground.extremes()?;
        }
        let scene = match chosen.terrain {
            None => None,
            Some(_) => Some(Scene::new(&view, ground.terrain(&engine, picture.tile())?, [self.size.0, self.size.1])?),
        };
        let stage = match (&renderer, &scene) {
            (Some(renderer), Some(scene)) => Some(renderer.stage(scene)?),
            _ => None,
        };
        let alone = on_one_thread.as_ref().unwrap_or(&engine);
        let bands = Call(|tile: Tile, pixels: &mut Vec<f32>| {
            interrupt::check()?;
            let mut scratch = Vec::new();
            resize(pixels, 3 * tile.samples())?;
            match &scene {
                Some(scene) => render(alone, scene, stage.as_ref(), tile, pixels)?,
                None => {
                    let side = self.tile.unwrap_or(SIDE);
                    for part in tile.cut([side, side, 1]) {
                        interrupt::check()?;
                        resize(&mut scratch, 3 * part.samples())?;
                        let scene = Scene::new(&view, ground.terrain(alone, part)?, [part.size[0], part.size[1]])?;
                        let stage = renderer.as_ref().map(|renderer| renderer.stage(&scene)).transpose()?;
                        let whole = Tile { origin: [0; 3], ..part };
                        render(alone, &scene, stage.as_ref(), whole, &mut scratch)?;
                        for (to, from) in tile.rows_of(part).zip(scratch.chunks_exact(3 * part.size[0] as usize)) {
                            pixels[3 * to.start..3 * to.end].copy_from_slice(from);
                        }
                    }
                }
            }
            Ok(())
        });
        let source = match &on_one_thread {
            Some(_) => Source::Threads(&bands),
            None => Source::Bands(&bands, engine.worthwhile_samples()),
        };
        let line = Line { encodings: &encodings, source, threads: self.engine.thread_count(), is_hashed: false };
        line.reserve()?;
        let seen = line.run(vec![output.write(encoding)?])?.map_err(|Unwritten { error, .. }| output.failure(&error))?;
        Output::finish(std::iter::once((output, encoding.facts.as_str())))?;
        if seen.files.iter().all(|file| file.is_zero) {
            note("warning: every pixel is black");
        }
        Ok(())
    }
}

/// The distances of the samples of a grid.
fn spacing(grid: &Grid) -> [f64; 2] {
    [grid.x.spacing(), grid.y.spacing()]
}

/// A tile of a grid with a margin around it, as a domain and the tile in it.
fn surroundings(grid: &Grid, tile: Tile, margin: u32) -> Result<(Domain, Tile)> {
    let (grid, tile) = grid.around(tile, margin)?;
    grid.validate()?;
    Ok((Domain::from(grid), tile))
}

/// Where heights come from.
struct Ground<'a> {
    program: &'a Program,
    picture: &'a Picture,
    margin: u32,
    engine: &'a Engine,
}

impl Ground<'_> {
    /// The heights of a tile of the picture and around it.
    fn terrain(&self, engine: &Engine, tile: Tile) -> Result<Terrain> {
        let (domain, around) = surroundings(&self.picture.grid, tile, self.margin)?;
        let mut heights = Vec::new();
        resize(&mut heights, around.samples())?;
        engine.evaluate(self.program, &domain, around, &mut heights)?;
        let [columns, rows, _] = around.size;
        let [first_x, first_y, _] = tile.origin;
        Ok(Terrain { heights, size: [columns, rows], spacing: spacing(&self.picture.grid), first: [first_x, first_y] })
    }

    /// The least and the greatest height of the picture.
    fn extremes(&self) -> Result<[f64; 2]> {
        let domain = Domain::from(self.picture.grid);
        let mut extremes = Extremes::NONE;
        let mut heights = Vec::new();
        for tile in self.picture.tile().cut([1 << 12, 1 << 10, 1]) {
            interrupt::check()?;
            resize(&mut heights, tile.samples())?;
            self.engine.evaluate(self.program, &domain, tile, &mut heights)?;
            extremes.extend(Extremes::of(&heights));
        }
        let Range(low, high) = Range::measured(extremes.min, extremes.max);
        Ok([low.to_f64(), high.to_f64()])
    }
}

fn render(engine: &Engine, scene: &Scene, stage: Option<&Stage<'_>>, tile: Tile, pixels: &mut [f32]) -> Result<()> {
    match (engine, stage) {
        (Engine::Cpu(cpu), _) => cpu.render(scene, tile, pixels)?,
        (Engine::Gpu(_), Some(stage)) => stage.render(tile, pixels)?,
        (Engine::Gpu(_), None) => return Err(Failure::failed("the scene was not taken to the device; please report this")),
    }
    Ok(())
}
