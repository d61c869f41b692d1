//! Reliefs, rendered without evaluating their heights again.

use std::sync::Arc;

use lacuna::recipe::OutputRange;
use lacuna::view::{Camera, Projection, Scene, Terrain};
use lacuna::{Cpu, Number, Tile};
use lacuna_bake::jobs::{Relief, View};
use lacuna_bake::{Area, Engine, Observer as _, Region, Size, srgb_level};
use serde::{Deserialize, Serialize};

use crate::work::{Picture, Recipes, Task, Watch};

/// The number of grounds that are kept: a coarse one for movement, and one for rest.
const KEPT: usize = 2;
/// The approximate number of pixels between two checks for cancellation.
const PIXELS_AT_ONCE: u32 = 1 << 15;

/// Renders reliefs, and keeps the heights of the last two grounds: a change of camera, sun or water evaluates nothing.
#[derive(Debug, Default)]
pub struct Reliefs {
    /// The last one used is at the end.
    kept: Vec<Kept>,
}

/// A ground whose heights are known.
#[derive(Debug)]
struct Kept {
    key: Key,
    scene: Scene,
    /// The heights at the ends of the palette.
    range: [f64; 2],
}

/// The heights of a view of terrain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// The heights in rows, including those around the shown ones that shadows need.
    #[serde(skip)]
    pub heights: Vec<f32>,
    /// The number of columns and rows.
    pub size: [u32; 2],
    /// The distance of neighbouring heights along x and y, in units.
    pub spacing: [f64; 2],
    /// The colours of all heights, if the ground does not have those of its palette.
    #[serde(skip)]
    pub colours: Vec<f32>,
    /// The place of the first height in a larger ground.
    pub first: [u32; 2],
    /// The heights at the ends of the palette.
    pub range: [f64; 2],
}

/// Everything that heights and their range depend on.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    recipe: Arc<str>,
    output: Option<String>,
    region: Option<Region>,
    place: [Number; 2],
    terrain: Size,
    range: Option<OutputRange>,
    drape: Option<String>,
}

impl Reliefs {
    /// Renders the view of a task as an 8-bit picture.
    ///
    /// # Errors
    ///
    /// The error in the task, or that it was cancelled.
    pub(crate) fn render(&mut self, task: &Task, view: &View, recipes: &mut Recipes, watch: &Watch<'_>) -> Result<Picture, String> {
        let key = Key::of(task, view).ok_or("a map is not a relief")?;
        let size = view.area.size;
        let kept = match self.kept.iter().position(|kept| kept.key == key) {
            Some(place) => self.kept.remove(place),
            None => Kept::new(key, task, view, recipes, watch)?,
        };
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push(kept);
        let Some(Kept { scene, range, .. }) = self.kept.last_mut() else { return Err("nothing was kept".to_owned()) };
        let size = [size.width, size.height];
        scene.look_again(&lacuna::view::View { range: *range, ..view.settings() }, size).map_err(|error| error.to_string())?;
        rendered(scene, watch)
    }
}

impl Kept {
    fn new(key: Key, task: &Task, view: &View, recipes: &mut Recipes, watch: &Watch<'_>) -> Result<Self, String> {
        let (scene, range) = Ground::of(task, view, recipes, watch)?.scene()?;
        Ok(Self { key, scene, range })
    }
}

impl Key {
    /// Returns the key of the ground of a task's view; `None` for a map.
    pub fn of(task: &Task, view: &View) -> Option<Self> {
        let Relief { terrain, .. } = view.relief.as_ref()?;
        let Area { region, z, w, .. } = view.area;
        let (recipe, output) = (task.recipe.clone(), task.output.clone());
        Some(Self { recipe, output, region, place: [z, w], terrain: *terrain, range: view.range, drape: view.drape.clone() })
    }
}

impl Ground {
    /// Evaluates the heights of a task's view, and their colours.
    pub(crate) fn of(task: &Task, view: &View, recipes: &mut Recipes, watch: &Watch<'_>) -> Result<Self, String> {
        let told = |error: lacuna_bake::Error| error.to_string();
        let ground = view.ground(&recipes.request(task, "picture.png")?).map_err(told)?;
        let engine = Engine::cpu(Engine::usual_threads());
        let terrain = ground.heights(&engine, watch).map_err(told)?;
        let colours = ground.colours(&engine, watch).map_err(told)?.unwrap_or_default();
        let range = ground.settings(&terrain).range;
        let Terrain { heights, size, spacing, first } = terrain;
        Ok(Self { heights, colours, size, spacing, first, range })
    }

    /// Returns the ground for both engines, with a default camera, and the heights at the ends of the palette.
    pub(crate) fn scene(self) -> Result<(Scene, [f64; 2]), String> {
        let Self { heights, colours, size, spacing, first, range } = self;
        // A camera that is never below ground, so that heights are kept even if the view's own camera is.
        let safe = lacuna::view::View { projection: Projection::Relief(Camera::default()), range, ..Default::default() };
        let mut scene = Scene::new(&safe, Terrain { heights, size, spacing, first }, [1; 2]).map_err(|error| error.to_string())?;
        if !colours.is_empty() {
            scene.paint(&colours).map_err(|error| error.to_string())?;
        }
        Ok((scene, range))
    }
}

fn rendered(scene: &Scene, watch: &Watch<'_>) -> Result<Picture, String> {
    let [width, height] = scene.size();
    let cpu = Cpu::with_threads(Engine::usual_threads());
    let whole = Tile { origin: [0; 3], size: [width, height, 1] };
    let mut rgba = Vec::new();
    rgba.try_reserve_exact(4 * whole.samples()).map_err(|_| format!("{width} x {height} pixels don't fit into memory; show fewer"))?;
    let mut light = Vec::new();
    for band in whole.cut([width, (PIXELS_AT_ONCE / width).max(1), 1]) {
        if watch.is_cancelled() {
            return Err("cancelled".to_owned());
        }
        light.resize(3 * band.samples(), 0.0);
        cpu.render(scene, band, &mut light).map_err(|error| error.to_string())?;
        let levels = light.as_chunks::<3>().0.iter().map(|pixel| pixel.map(srgb_level));
        rgba.extend(levels.flat_map(|[red, green, blue]| [red, green, blue, 255]));
    }
    Ok(Picture { size: [width, height], rgba, channels: 3, samples: Vec::new(), statistics: None })
}

#[cfg(test)]
mod tests {
    use lacuna_bake::{Job, Memory, Request};

    use super::*;
    use crate::terrain::{Terrain, TerrainAction};
    use crate::work::Make;

    const HILLS: &str = r##"
version = 2
nodes.hills = { kind = "fbm", octaves = 5, source = { kind = "perlin", seed = 3 } }
outputs.height = { channels = "hills", range = "auto" }
outputs.albedo = { ramp = { source = "hills", stops = [[-0.5, "#203080"], [0.5, "#f0d090"]] } }
output = "height"
"##;

    fn task(terrain: &Terrain, size: [u32; 2], antialias: u32) -> Task {
        let drape = terrain.is_draped.then(|| "albedo".to_owned());
        Task { recipe: HILLS.into(), output: None, job: terrain.job(size, 96, antialias, drape), make: Make::Picture }
    }

    fn shown(reliefs: &mut Reliefs, task: &Task) -> Result<Picture, String> {
        let Job::View(view) = &task.job else { panic!("terrain is a view") };
        reliefs.render(task, view, &mut Recipes::default(), &Watch { progress: &|_| (), is_cancelled: &|| false })
    }

    fn baked(task: &Task) -> Vec<u8> {
        let request = Request { depth: Some(8), ..task.request("a.png").unwrap() };
        let mut store = Memory::default();
        request.plan().unwrap().run(&Engine::cpu(Engine::usual_threads()), &mut store, &()).unwrap();
        let file = store.into_files().remove(std::path::Path::new("a.png")).unwrap();
        image::load_from_memory(&file).unwrap().to_rgba8().into_raw()
    }

    #[test]
    fn a_relief_is_the_picture_that_a_bake_makes_of_it_also_when_the_heights_are_known() {
        let mut reliefs = Reliefs::default();
        let mut terrain = Terrain::default();
        let first = task(&terrain, [70, 45], 2);
        assert!(shown(&mut reliefs, &first).unwrap().rgba == baked(&first));
        terrain.turn([40.0, -9.0]);
        terrain.perform(TerrainAction::CycleLight);
        terrain.perform(TerrainAction::ToggleWater);
        let turned = task(&terrain, [64, 33], 1);
        assert!(shown(&mut reliefs, &turned).unwrap().rgba == baked(&turned));
        assert_eq!(reliefs.kept.len(), 1);
        terrain.travel([3.0, -2.5]);
        terrain.perform(TerrainAction::ToggleWireframe);
        let moved = task(&terrain, [50, 61], 1);
        assert!(shown(&mut reliefs, &moved).unwrap().rgba == baked(&moved));
        // The previous ground is still known, and rendered again.
        assert_eq!(reliefs.kept.len(), 2);
        assert!(shown(&mut reliefs, &first).unwrap().rgba == baked(&first));
        assert_eq!(reliefs.kept.len(), 2);
        // The palette's colours are another ground.
        let mut undraped = Terrain::default();
        undraped.is_draped = false;
        let plain = task(&undraped, [70, 45], 2);
        assert!(shown(&mut reliefs, &plain).unwrap().rgba == baked(&plain));
        assert!(baked(&plain) != baked(&first));
    }

    #[test]
    fn a_camera_below_ground_is_told_and_costs_no_heights() {
        let mut reliefs = Reliefs::default();
        let mut high = Terrain::default();
        (high.height, high.pitch, high.zoom) = (40.0, 5.0, 20.0);
        let error = shown(&mut reliefs, &task(&high, [20, 20], 1)).unwrap_err();
        assert!(error.starts_with("view.camera: "), "{error}");
        assert_eq!(reliefs.kept.len(), 1);
    }

    #[test]
    fn a_relief_that_is_cancelled_ends() {
        let task = task(&Terrain::default(), [20, 20], 1);
        let Job::View(view) = &task.job else { panic!("terrain is a view") };
        let watch = Watch { progress: &|_| (), is_cancelled: &|| true };
        assert!(Reliefs::default().render(&task, view, &mut Recipes::default(), &watch).unwrap_err().contains("cancelled"));
    }
}
