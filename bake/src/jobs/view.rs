//! Terrain made visible: a map lit by the sun, or a block of terrain seen from one side.

use lacuna::gpu::{Renderer, Stage};
use lacuna::recipe::{Content, Finish, OutputRange, Picture};
use lacuna::view::{Camera, Lens, Palette, Projection, Scene, Sun, Terrain};
use lacuna::{Domain, Grid, Number, Program, Tile};
use serde::{Deserialize, Serialize};

use super::Job;
use crate::area::Area;
use crate::engine::{Engine, Evaluator};
use crate::error::{Error, Result};
use crate::extremes::Extremes;
use crate::formats::Shape;
use crate::observer::{Observer, check};
use crate::pipeline::Bands;
use crate::plan::{Evaluation, Pass, Plan};
use crate::range::Range;
use crate::request::Request;
use crate::sampling::{On, Scratch, resize};
use crate::size::Size;

/// The longest side of the part of a hillshade that is made at once, unless the caller asks for another.
const SIDE: u32 = 1024;
/// The bytes that a sample of a terrain takes: a f32, and a third of one for what is found in all levels of less detail.
const BYTES_A_HEIGHT: usize = 6;
/// About how many samples of a terrain are evaluated at once.
const AT_ONCE: u32 = 1 << 20;

/// An output of one channel, shown as terrain in colour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The ground that is shown, and the size of the picture.
    pub area: Area,
    /// The block of terrain that is seen from one side; without it, a map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relief: Option<Relief>,
    /// The heights over which the colours run; by default the output's range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<OutputRange>,
    /// The sun's azimuth, clockwise from the top of the map, and its altitude, 1 to 90, in degrees.
    pub sun: [Number; 2],
    /// Whether it casts shadows.
    #[serde(default)]
    pub shadows: bool,
    /// The noise value up to which there is water.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub water: Option<Number>,
    /// The height of a noise value of 1, in units of the region.
    pub relief_height: Number,
    /// The colours of the ground.
    pub palette: PaletteName,
    /// Draws a line on the ground every so many samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wireframe: Option<u32>,
    /// Rays along each side of a pixel, 1 to 8.
    pub antialias: u32,
}

/// A block of terrain, and the camera that sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relief {
    /// Samples of the terrain, which cover the region; they are held in memory, about 6 bytes each.
    pub terrain: Size,
    /// How the camera projects.
    pub lens: LensName,
    /// The direction in which it looks, in degrees clockwise from the top of the map.
    pub heading: Number,
    /// How far it looks down, 5 to 90 degrees.
    pub pitch: Number,
    /// How close it comes: 1 frames all of the terrain, 0.1 to 100.
    pub zoom: Number,
    /// How much of the farthest corner's colour is lost to haze, 0 to 0.99.
    pub haze: Number,
}

/// How a camera projects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LensName {
    /// Parallel rays.
    Orthographic,
    /// What is far is smaller.
    Perspective,
}

/// The colours of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PaletteName {
    /// Meadows, woods, rock and snow.
    Terrain,
    /// White ground.
    Grey,
}

/// Heights, and how they are shown.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) program: Program,
    /// With the range that is known before the work, or the default one.
    view: lacuna::view::View,
    is_relief: bool,
    /// Whether the range is that of the heights.
    is_measured: bool,
    grid: Grid,
    /// The samples of the ground.
    shown: Tile,
    margin: u32,
    size: Size,
    tile: Option<u32>,
}

impl View {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        let mut view = self.settings();
        view.validate()?;
        let path = request.named_file(true, "a view goes")?;
        let (heights, program) = request.heights("--view: terrain has one channel, its height")?;
        let stored = self.range.filter(|_| request.source.facts().is_none() || request.source.facts_of(&heights.name).is_some());
        let range = request.range.or(stored).unwrap_or(heights.range);
        if let OutputRange::Between([low, high]) = range {
            view.range = [low.to_f64(), high.to_f64()];
        }
        let size = self.area.size;
        let area = Area { size: self.relief.as_ref().map_or(size, |relief| relief.terrain), ..self.area };
        let grid = area.grid()?;
        let margin = view.margin([grid.x.spacing(), grid.y.spacing()])?;
        let ground = Ground {
            program,
            view,
            is_relief: self.relief.is_some(),
            is_measured: range == OutputRange::Auto,
            grid,
            shown: area.tile(),
            margin,
            size,
            tile: request.tile,
        };
        ground.check()?;

        let content = Content::Channels { channels: vec![0.into(); 3], is_color: true };
        let output = lacuna::recipe::Output { content, range: None, blur: None, ..heights.output.clone() };
        let picture = Picture { channels: vec![], finish: Finish::Nothing, output, ..heights };
        let request = Request { range: None, ..request.clone() };
        let mut file = request.plan_file(&picture, path, size, Shape::Picture)?;
        // Colours are what they are; the range is that of the heights.
        file.range = OutputRange::Between([Number::ZERO, Number::ONE]);
        let file = file.of_job(Job::View(Self { range: Some(range), ..self.clone() }));
        Plan::new(&request, size, Evaluation::View(ground), vec![Pass { cells: vec![], columns: 1, cell_size: size, files: vec![file] }])
    }

    /// The view as the library has it, but for its range.
    fn settings(&self) -> lacuna::view::View {
        let projection = self.relief.as_ref().map_or(Projection::Hillshade, |relief| {
            Projection::Relief(Camera {
                lens: match relief.lens {
                    LensName::Orthographic => Lens::Orthographic,
                    LensName::Perspective => Lens::Perspective,
                },
                heading: relief.heading.to_f64(),
                pitch: relief.pitch.to_f64(),
                zoom: relief.zoom.to_f64(),
                haze: relief.haze.to_f64(),
            })
        });
        let [azimuth, altitude] = self.sun;
        lacuna::view::View {
            projection,
            sun: Sun { azimuth: azimuth.to_f64(), altitude: altitude.to_f64() },
            relief_height: self.relief_height.to_f64(),
            water: self.water.map(Number::to_f64),
            shadows: self.shadows,
            wireframe: self.wireframe,
            antialias: self.antialias,
            palette: match self.palette {
                PaletteName::Terrain => Palette::terrain(),
                PaletteName::Grey => Palette::grey(),
            },
            ..lacuna::view::View::default()
        }
    }
}

impl Ground {
    /// One sample costs nothing and finds whatever is wrong with the program over the ground.
    fn check(&self) -> Result<()> {
        let (domain, around) = self.surroundings(Tile { size: [1; 3], ..self.shown })?;
        let one = Tile { size: [1; 3], ..around };
        Ok(lacuna::Cpu::with_threads(std::num::NonZeroUsize::MIN).evaluate(&self.program, &domain, one, &mut [0.0])?)
    }

    /// A tile of the ground with its margin, as a domain and the tile in it.
    fn surroundings(&self, tile: Tile) -> Result<(Domain, Tile)> {
        let (grid, tile) = self.grid.around(tile, self.margin)?;
        grid.validate()?;
        Ok((Domain::from(grid), tile))
    }

    /// The heights of a tile of the ground and around it.
    fn terrain(&self, On { evaluator, observer }: On<'_>, tile: Tile) -> Result<Terrain> {
        let (domain, around) = self.surroundings(tile)?;
        let mut heights = Vec::new();
        resize(&mut heights, around.samples())?;
        // Rows at a time, so that a cancelled bake ends soon.
        let rows = (AT_ONCE / around.size[0]).max(1);
        let mut rest = &mut heights[..];
        for part in around.cut([around.size[0], rows, 1]) {
            check(observer)?;
            let (samples, others) = rest.split_at_mut(part.samples());
            evaluator.evaluate(&self.program, &domain, part, samples)?;
            rest = others;
        }
        let [columns, rows, _] = around.size;
        let [first_x, first_y, _] = tile.origin;
        let spacing = [self.grid.x.spacing(), self.grid.y.spacing()];
        Ok(Terrain { heights, size: [columns, rows], spacing, first: [first_x, first_y] })
    }

    /// The view with its range, which is found where it is to be measured.
    fn view(&self, engine: &Engine, observer: &dyn Observer) -> Result<lacuna::view::View> {
        if !self.is_measured {
            return Ok(self.view.clone());
        }
        let domain = Domain::from(self.grid);
        let mut extremes = Extremes::NONE;
        let mut heights = Vec::new();
        for tile in self.shown.cut([1 << 12, 1 << 10, 1]) {
            check(observer)?;
            resize(&mut heights, tile.samples())?;
            engine.evaluate(&self.program, &domain, tile, &mut heights)?;
            extremes.extend(Extremes::of(&heights));
        }
        let Range { least, greatest } = Range::measured(extremes.min, extremes.max);
        Ok(lacuna::view::View { range: [least.to_f64(), greatest.to_f64()], ..self.view.clone() })
    }

    /// Opens the stage, and calls back with what gives the pixels.
    pub(crate) fn with_bands<T>(&self, engine: &Engine, on: On<'_>, run: impl FnOnce(&dyn Bands) -> Result<T>) -> Result<T> {
        let view = self.view(engine, on.observer)?;
        let renderer = match engine.evaluator() {
            Evaluator::Gpu(gpu) => Some(Renderer::new(gpu)?),
            Evaluator::Cpu(_) => None,
        };
        let scene = match self.is_relief {
            true => Some(Scene::new(
                &view,
                self.terrain(On { evaluator: engine.evaluator(), observer: on.observer }, self.shown)?,
                [self.size.width, self.size.height],
            )?),
            false => None,
        };
        let stage = match (&renderer, &scene) {
            (Some(renderer), Some(scene)) => Some(renderer.stage(scene)?),
            _ => None,
        };
        run(&Pixels { ground: self, view: &view, renderer: renderer.as_ref(), whole: scene.as_ref().zip(Some(stage.as_ref())), on })
    }
}

/// The pixels of a view.
struct Pixels<'a> {
    ground: &'a Ground,
    view: &'a lacuna::view::View,
    renderer: Option<&'a Renderer<'a>>,
    /// The scene of a relief, and where it lies on a device.
    whole: Option<(&'a Scene, Option<&'a Stage<'a>>)>,
    on: On<'a>,
}

impl Bands for Pixels<'_> {
    fn evaluate(&self, tile: Tile, samples: &mut [Vec<f32>], _: &mut Scratch) -> Result<()> {
        let On { evaluator, observer } = self.on;
        check(observer)?;
        let pixels = &mut samples[0];
        resize(pixels, 3 * tile.samples())?;
        if let Some((scene, stage)) = self.whole {
            return render(evaluator, scene, stage, tile, pixels);
        }
        let mut scratch = Vec::new();
        let side = self.ground.tile.unwrap_or(SIDE);
        for part in tile.cut([side, side, 1]) {
            check(observer)?;
            resize(&mut scratch, 3 * part.samples())?;
            let scene = Scene::new(self.view, self.ground.terrain(self.on, part)?, [part.size[0], part.size[1]])?;
            let stage = self.renderer.map(|renderer| renderer.stage(&scene)).transpose()?;
            render(evaluator, &scene, stage.as_ref(), Tile { origin: [0; 3], ..part }, &mut scratch)?;
            for (to, from) in tile.rows_of(part).zip(scratch.chunks_exact(3 * part.size[0] as usize)) {
                pixels[3 * to.start..3 * to.end].copy_from_slice(from);
            }
        }
        Ok(())
    }

    /// So many that the ground around, from which shadows fall, is no more than what is shown.
    fn least_rows(&self, _columns: u32) -> u32 {
        match self.whole {
            Some(_) => 1,
            None => self.ground.margin.saturating_mul(2).clamp(1, SIDE),
        }
    }

    fn memory(&self, columns: u32, rows: u32) -> usize {
        if self.whole.is_some() {
            return 0;
        }
        let side = self.ground.tile.unwrap_or(SIDE);
        let [shown_x, shown_y] = [columns, rows].map(|count| count.min(side) as usize);
        let margin = 2 * self.ground.margin as usize;
        let terrain = (shown_x + margin).saturating_mul(shown_y + margin).saturating_mul(BYTES_A_HEIGHT);
        terrain.saturating_add(3 * size_of::<f32>() * shown_x * shown_y)
    }
}

fn render(evaluator: Evaluator<'_>, scene: &Scene, stage: Option<&Stage<'_>>, tile: Tile, pixels: &mut [f32]) -> Result<()> {
    match (evaluator, stage) {
        (Evaluator::Cpu(cpu), _) => cpu.render(scene, tile, pixels)?,
        (Evaluator::Gpu(_), Some(stage)) => stage.render(tile, pixels)?,
        (Evaluator::Gpu(_), None) => return Err(Error::failed("the scene was not taken to the device; please report this")),
    }
    Ok(())
}
