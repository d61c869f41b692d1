//! The terrain of a view: its heights, and the pixels computed from them.

use lacuna::recipe::OutputRange;
use lacuna::view::{Scene, Terrain};
use lacuna::{Domain, Grid, Program, Tile};

use crate::area::Area;
use crate::cost::{OF_A_RAY, check_pixel};
use crate::device::{Renderer, Stage};
use crate::engine::{Engine, Evaluator};
use crate::error::{Error, Result};
use crate::extremes::Extremes;
use crate::jobs::View;
use crate::observer::{Observer, check};
use crate::pipeline::Bands;
use crate::range::Range;
use crate::sampling::{On, Sampler, Scratch, resize};
use crate::size::Size;

/// The longest side of the part of a hillshade that is computed at once, unless the caller sets another.
const SIDE: u32 = 1024;
/// The bytes per sample of a terrain: an f32, and a third of one for all levels of less detail.
const BYTES_A_HEIGHT: usize = 6;
/// The bytes per sample of a terrain's colours.
const BYTES_A_COLOUR: usize = 3 * size_of::<f32>();
/// The most samples of a terrain that are evaluated at once, and the least, however costly each is.
const AT_ONCE: u32 = 1 << 20;
const LEAST_AT_ONCE: u32 = 1 << 14;

/// The terrain of a view, before its heights are evaluated.
///
/// With it you evaluate the heights once and turn the camera as often as you like:
///
/// ```
/// use lacuna::view::Scene;
/// use lacuna_bake::jobs::View;
/// use lacuna_bake::{Engine, Request, Source};
///
/// let view: View = serde_json::from_str(
///     r#"{ "area": { "size": [60, 40] }, "sun": [315, 45], "relief_height": 1, "palette": "terrain", "antialias": 1,
///          "relief": { "terrain": [96, 64], "lens": "perspective", "heading": 30, "pitch": 30, "zoom": 1, "haze": 0 } }"#,
/// )
/// .unwrap();
/// let request = Request::new(Source::named("ridged")?, "view.png")?;
/// let ground = view.ground(&request)?;
/// let heights = ground.heights(&Engine::cpu(Engine::usual_threads()), &())?;
/// let settings = ground.settings(&heights);
/// let mut scene = Scene::new(&settings, heights, [60, 40])?;
/// if let Some(colours) = ground.colours(&Engine::cpu(Engine::usual_threads()), &())? {
///     scene.paint(&colours)?;
/// }
/// scene.look_again(&lacuna::view::View { water: Some(0.2), ..settings }, [90, 60])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ground {
    program: Program,
    /// The colours of the ground, if it does not have the palette's.
    drape: Option<Sampler>,
    /// With the range that is known before the heights are evaluated, or the default one.
    view: lacuna::view::View,
    is_relief: bool,
    /// Set if the range is measured from the heights.
    is_measured: bool,
    pub(crate) grid: Grid,
    /// The samples of the terrain.
    pub(crate) shown: Tile,
    margin: u32,
    size: Size,
    tile: Option<u32>,
}

impl Ground {
    /// Returns the terrain of a view whose heights `program` computes, and whose colours `drape` does. Checks all that can be checked.
    pub(crate) fn of(view: &View, program: Program, drape: Option<Sampler>, range: OutputRange, tile: Option<u32>) -> Result<Self> {
        let mut settings = view.settings();
        if let OutputRange::Between([low, high]) = range {
            settings.range = [low.to_f64(), high.to_f64()];
        }
        let area = Area { size: view.relief.as_ref().map_or(view.area.size, |relief| relief.terrain), ..view.area };
        let grid = area.grid()?;
        let margin = settings.margin([grid.x.spacing(), grid.y.spacing()])?;
        let ground = Self {
            program,
            drape,
            view: settings,
            is_relief: view.relief.is_some(),
            is_measured: range == OutputRange::Auto,
            grid,
            shown: area.tile(),
            margin,
            size: view.area.size,
            tile,
        };
        if !ground.is_relief {
            check_pixel("view.shadows", ground.evaluations([1, 1]), "give fewer octaves, a range of your own, or a higher sun")?;
        }
        ground.check()?;
        Ok(ground)
    }

    /// Estimates the evaluations for the heights of a rectangle and its margin.
    fn evaluations(&self, sides: [u32; 2]) -> u64 {
        let around = sides.map(|side| u64::from(side) + 2 * u64::from(self.margin));
        around.into_iter().fold(self.program.evaluations(), u64::saturating_mul)
    }

    /// Estimates the evaluations of the whole view, its rays included.
    pub(crate) fn evaluations_in_all(&self) -> u64 {
        let rays = u64::from(self.view.antialias).pow(2).saturating_mul(u64::from(self.size.width)).saturating_mul(self.size.height.into());
        let shown = [self.shown.size[0], self.shown.size[1]];
        let of_colours = self.drape.as_ref().map_or(0, |drape| drape.evaluations_on(&self.grid, shown));
        self.evaluations(shown).saturating_add(of_colours).saturating_add(rays.saturating_mul(OF_A_RAY))
    }

    /// Returns the programs of the heights and, if there are any, of the colours.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &Program> {
        [&self.program].into_iter().chain(self.drape.iter().flat_map(Sampler::programs))
    }

    /// Evaluates one sample. It costs nothing and finds any error of the program over this terrain.
    fn check(&self) -> Result<()> {
        let (domain, around) = self.surroundings(Tile { size: [1; 3], ..self.shown })?;
        let one = Tile { size: [1; 3], ..around };
        if let Some(drape) = &self.drape {
            drape.check(&drape.cell(&self.grid, Tile { size: [1; 3], ..self.shown })?)?;
        }
        Ok(lacuna::Cpu::with_threads(std::num::NonZeroUsize::MIN).evaluate(&self.program, &domain, one, &mut [0.0])?)
    }

    /// Returns a tile of the terrain with its margin, as a domain and the tile in it.
    fn surroundings(&self, tile: Tile) -> Result<(Domain, Tile)> {
        let (grid, tile) = self.grid.around(tile, self.margin)?;
        grid.validate()?;
        Ok((Domain::from(grid), tile))
    }

    /// Evaluates all heights of the view, and those around it that shadows need.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`] if the observer cancels, and the errors of the engine.
    pub fn heights(&self, engine: &Engine, observer: &dyn Observer) -> Result<Terrain> {
        self.terrain(On::new(engine, observer), self.shown)
    }

    /// Evaluates the colours of the heights of the view, as [`Scene::paint`] takes them; `None` if it has those of its palette.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`] if the observer cancels, and the errors of the engine.
    pub fn colours(&self, engine: &Engine, observer: &dyn Observer) -> Result<Option<Vec<f32>>> {
        self.painted(On::new(engine, observer), self.shown)
    }

    /// Returns the library's view, with the range of its colours: the known one, or that of the heights shown.
    pub fn settings(&self, heights: &Terrain) -> lacuna::view::View {
        if !self.is_measured {
            return self.view.clone();
        }
        let margin = self.margin as usize;
        let mut extremes = Extremes::NONE;
        let [columns, shown] = [heights.size[0] as usize, self.shown.size[0] as usize];
        for row in heights.heights.chunks_exact(columns).skip(margin).take(self.shown.size[1] as usize) {
            extremes.extend(Extremes::of(&row[margin..margin + shown]));
        }
        self.ranged(extremes)
    }

    /// Returns the view with a measured range.
    fn ranged(&self, extremes: Extremes) -> lacuna::view::View {
        let Range { least, greatest } = Range::measured(extremes.min, extremes.max);
        lacuna::view::View { range: [least.to_f64(), greatest.to_f64()], ..self.view.clone() }
    }

    /// Evaluates the heights of a tile of the terrain and of its margin.
    fn terrain(&self, On { evaluator, observer, .. }: On<'_>, tile: Tile) -> Result<Terrain> {
        let (domain, around) = self.surroundings(tile)?;
        let mut heights = Vec::new();
        resize(&mut heights, around.samples())?;
        // A few rows at a time, so that a cancelled bake ends soon.
        let samples = evaluator.samples_at_once(&self.program).clamp(LEAST_AT_ONCE, AT_ONCE);
        let rows = (samples / around.size[0]).max(1);
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

    /// Evaluates the colours of a tile of the terrain. In its margin only the samples next to the tile have one: no other is seen.
    fn painted(&self, on: On<'_>, tile: Tile) -> Result<Option<Vec<f32>>> {
        let Some(drape) = &self.drape else { return Ok(None) };
        let [columns, rows] = [0, 1].map(|axis: usize| tile.size[axis] + 2 * self.margin);
        let rim = self.margin.min(1);
        let (grid, around) = self.grid.around(tile, rim)?;
        let cell = drape.cell(&grid, around)?;
        let all = Tile { origin: [0; 3], size: [columns, rows, 1] };
        let mut colours = Vec::new();
        resize(&mut colours, 3 * all.samples())?;
        colours.fill(0.0);
        let (mut samples, mut scratch) = (vec![Vec::new()], Scratch::default());
        let [width, height, _] = around.size;
        let band = (AT_ONCE / drape.samples_a_pixel() as u32 / width).max(drape.least_rows(&cell.reach, width));
        for part in (Tile { origin: [0; 3], size: [width, height, 1] }).cut([width, band, 1]) {
            drape.evaluate(on, &cell, part, &mut samples, &mut scratch)?;
            let channels = samples[0].len() / part.samples();
            let [x, y, _] = part.origin.map(|at| at + self.margin - rim);
            let place = Tile { origin: [x, y, 0], ..part };
            for (to, from) in all.rows_of(place).zip(samples[0].chunks_exact(width as usize * channels)) {
                for (to, from) in colours[3 * to.start..3 * to.end].chunks_exact_mut(3).zip(from.chunks_exact(channels)) {
                    // One channel, or two with alpha, is grey.
                    let of = |channel: usize| from[if channels < 3 { 0 } else { channel }];
                    to.copy_from_slice(&[0, 1, 2].map(|channel| of(channel).clamp(0.0, 1.0)));
                }
            }
        }
        Ok(Some(colours))
    }

    /// Returns the scene of a tile of the terrain, painted.
    fn scene(&self, on: On<'_>, view: &lacuna::view::View, tile: Tile, size: [u32; 2]) -> Result<Scene> {
        let mut scene = Scene::new(view, self.terrain(on, tile)?, size)?;
        if let Some(colours) = self.painted(on, tile)? {
            scene.paint(&colours)?;
        }
        Ok(scene)
    }

    /// Returns the view with its range, measured if it has to be.
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
        Ok(self.ranged(extremes))
    }

    /// Prepares the scene, and calls `run` with the source of the pixels.
    pub(crate) fn with_bands<T>(&self, engine: &Engine, on: On<'_>, run: impl FnOnce(&dyn Bands) -> Result<T>) -> Result<T> {
        let view = self.view(engine, on.observer)?;
        let renderer = match engine.evaluator() {
            Evaluator::Gpu(gpu) => Some(Renderer::new(gpu)?),
            Evaluator::Cpu(_) => None,
        };
        let scene = match self.is_relief {
            true => Some(self.scene(On::new(engine, on.observer), &view, self.shown, [self.size.width, self.size.height])?),
            false => None,
        };
        let stage = match (&renderer, &scene) {
            (Some(renderer), Some(scene)) => Some(renderer.stage(scene)?),
            _ => None,
        };
        run(&Pixels { ground: self, view: &view, renderer: renderer.as_ref(), whole: scene.as_ref().zip(Some(stage.as_ref())), on })
    }
}

/// The source of a view's pixels.
struct Pixels<'a> {
    ground: &'a Ground,
    view: &'a lacuna::view::View,
    renderer: Option<&'a Renderer<'a>>,
    /// The scene of a relief, and its copy on a device.
    whole: Option<(&'a Scene, Option<&'a Stage<'a>>)>,
    on: On<'a>,
}

impl Bands for Pixels<'_> {
    fn evaluate(&self, tile: Tile, samples: &mut [Vec<f32>], _: &mut Scratch) -> Result<()> {
        let On { evaluator, observer, .. } = self.on;
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
            let scene = self.ground.scene(self.on, self.view, part, [part.size[0], part.size[1]])?;
            let stage = self.renderer.map(|renderer| renderer.stage(&scene)).transpose()?;
            render(evaluator, &scene, stage.as_ref(), Tile { origin: [0; 3], ..part }, &mut scratch)?;
            for (to, from) in tile.rows_of(part).zip(scratch.chunks_exact(3 * part.size[0] as usize)) {
                pixels[3 * to.start..3 * to.end].copy_from_slice(from);
            }
        }
        Ok(())
    }

    /// Enough rows that the margin, from which shadows fall, is no larger than the part that is shown.
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
        // The colours are evaluated into one list and painted from it into another.
        let bytes = BYTES_A_HEIGHT + if self.ground.drape.is_some() { 2 * BYTES_A_COLOUR } else { 0 };
        let terrain = (shown_x + margin).saturating_mul(shown_y + margin).saturating_mul(bytes);
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
