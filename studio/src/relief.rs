//! Terrain from one side, rendered without evaluating its heights again.

use std::sync::Arc;

use lacuna::recipe::OutputRange;
use lacuna::view::{Camera, Projection, Scene};
use lacuna::{Cpu, Number, Tile};
use lacuna_bake::jobs::{Relief, View};
use lacuna_bake::{Area, Engine, Observer, Region, Size, srgb_level};

use crate::work::{Picture, Task};

/// How many grounds are kept: one that is shown coarsely while it moves, and one at rest.
const KEPT: usize = 2;
/// About how many pixels are rendered before it is asked again whether that is still wished.
const PIXELS_AT_ONCE: u32 = 1 << 15;

/// Renders reliefs, and keeps the heights of the last two grounds: a camera, a sun or a water that changes evaluates nothing.
#[derive(Debug, Default)]
pub struct Reliefs {
    /// The last one used is the last.
    kept: Vec<Kept>,
}

/// A ground whose heights are known.
#[derive(Debug)]
struct Kept {
    key: Key,
    scene: Scene,
    /// The heights over which the colours run.
    range: [f64; 2],
}

/// All that heights and their range depend on.
#[derive(Debug, PartialEq)]
struct Key {
    recipe: Arc<str>,
    output: Option<String>,
    region: Option<Region>,
    z: Number,
    terrain: Size,
    range: Option<OutputRange>,
}

/// Says when to stop.
struct Watch<'a>(&'a (dyn Fn() -> bool + Sync));

impl Observer for Watch<'_> {
    fn is_cancelled(&self) -> bool {
        (self.0)()
    }
}

impl Reliefs {
    /// Renders the view of a task as a picture of 8 bit.
    ///
    /// # Errors
    ///
    /// What is wrong with the task, or that it was cancelled.
    pub fn render(&mut self, task: &Task, view: &View, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Result<Picture, String> {
        let Some(Relief { terrain, .. }) = view.relief else { return Err("a map is no relief".to_owned()) };
        let Area { size, region, z } = view.area;
        let key = Key { recipe: task.recipe.clone(), output: task.output.clone(), region, z, terrain, range: view.range };
        let kept = match self.kept.iter().position(|kept| kept.key == key) {
            Some(place) => self.kept.remove(place),
            None => Kept::new(key, task, view, is_cancelled)?,
        };
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push(kept);
        let Some(Kept { scene, range, .. }) = self.kept.last_mut() else { return Err("nothing was kept".to_owned()) };
        let size = [size.width, size.height];
        scene.look_again(&lacuna::view::View { range: *range, ..view.settings() }, size).map_err(|error| error.to_string())?;
        rendered(scene, is_cancelled)
    }
}

impl Kept {
    fn new(key: Key, task: &Task, view: &View, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Result<Self, String> {
        let told = |error: lacuna_bake::Error| error.to_string();
        let ground = view.ground(&task.request("picture.png")?).map_err(told)?;
        let heights = ground.heights(&Engine::cpu(Engine::usual_threads()), &Watch(is_cancelled)).map_err(told)?;
        let settings = ground.settings(&heights);
        let range = settings.range;
        // A camera that is never below ground, so that heights are kept also where the view's own is.
        let safe = lacuna::view::View { projection: Projection::Relief(Camera::default()), ..settings };
        let scene = Scene::new(&safe, heights, [1; 2]).map_err(|error| error.to_string())?;
        Ok(Self { key, scene, range })
    }
}

fn rendered(scene: &Scene, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Result<Picture, String> {
    let [width, height] = scene.size();
    let cpu = Cpu::with_threads(Engine::usual_threads());
    let whole = Tile { origin: [0; 3], size: [width, height, 1] };
    let mut rgba = Vec::new();
    rgba.try_reserve_exact(4 * whole.samples()).map_err(|_| format!("{width} x {height} pixels don't fit into memory; show fewer"))?;
    let mut light = Vec::new();
    for band in whole.cut([width, (PIXELS_AT_ONCE / width).max(1), 1]) {
        if is_cancelled() {
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

    const HILLS: &str = r#"
version = 1
nodes.hills = { kind = "fbm", octaves = 5, source = { kind = "perlin", seed = 3 } }
outputs.height = { channels = "hills", range = "auto" }
"#;

    fn task(terrain: &Terrain, size: [u32; 2], antialias: u32) -> Task {
        Task { recipe: HILLS.into(), output: None, job: terrain.job(size, 96, antialias), make: Make::Picture }
    }

    fn shown(reliefs: &mut Reliefs, task: &Task) -> Result<Picture, String> {
        let Job::View(view) = &task.job else { panic!("terrain is a view") };
        reliefs.render(task, view, &|| false)
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
        // The ground before is still known, and looked at again.
        assert_eq!(reliefs.kept.len(), 2);
        assert!(shown(&mut reliefs, &first).unwrap().rgba == baked(&first));
        assert_eq!(reliefs.kept.len(), 2);
    }

    #[test]
    fn a_camera_below_ground_is_told_and_costs_no_heights() {
        let mut reliefs = Reliefs::default();
        let mut high = Terrain::default();
        (high.height, high.pitch, high.zoom) = (40.0, 5.0, 20.0);
        let error = shown(&mut reliefs, &task(&high, [20, 20], 1)).unwrap_err();
        assert!(error.starts_with("view.camera: it would stand below the ground"), "{error}");
        assert_eq!(reliefs.kept.len(), 1);
    }

    #[test]
    fn a_relief_that_is_cancelled_ends() {
        let task = task(&Terrain::default(), [20, 20], 1);
        let Job::View(view) = &task.job else { panic!("terrain is a view") };
        assert!(Reliefs::default().render(&task, view, &|| true).unwrap_err().contains("cancelled"));
    }
}
