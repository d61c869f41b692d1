//! Pictures of materials in light, rendered without evaluating their maps again.

use std::sync::Arc;

use lacuna::Number;
use lacuna_bake::jobs::{Preview, Scene};
use lacuna_bake::{Engine, Region, Size, srgb_level};

use crate::work::{Picture, Recipes, Task, Watch, told};

/// The number of materials that are kept: one with coarse maps for movement, and one for rest.
const KEPT: usize = 2;

/// Renders materials, and keeps the maps of the last two: a change of shape, camera or light evaluates nothing.
#[derive(Debug, Default)]
pub struct Previews {
    /// The last one used is at the end.
    kept: Vec<(Key, Scene)>,
}

/// Everything that maps depend on.
#[derive(Debug, Clone, PartialEq)]
struct Key {
    recipe: Arc<str>,
    region: Option<Region>,
    place: [Number; 2],
    map: Size,
    relief_height: Number,
}

impl Previews {
    /// Renders the material of a task as an 8-bit picture.
    ///
    /// # Errors
    ///
    /// The error in the task, or that it was cancelled.
    pub(crate) fn render(
        &mut self,
        engine: &Engine,
        task: &Task,
        preview: &Preview,
        recipes: &mut Recipes,
        watch: &Watch<'_>,
    ) -> Result<Picture, String> {
        let Preview { area, map, relief_height, .. } = *preview;
        let key = Key { recipe: task.recipe.clone(), region: area.region, place: [area.z, area.w], map, relief_height };
        let kept = match self.kept.iter().position(|(kept, _)| *kept == key) {
            Some(place) => self.kept.remove(place),
            None => {
                let roles = preview.roles(&recipes.request(task, "picture.png")?).map_err(told)?;
                (key, preview.scene(roles.maps(engine, watch).map_err(told)?))
            }
        };
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push(kept);
        let Some((_, scene)) = self.kept.last_mut() else { return Err("nothing was kept".to_owned()) };
        preview.look_again(scene);
        let light = scene.pixels(engine, watch).map_err(told)?;
        let levels = light.as_chunks::<3>().0.iter().map(|pixel| pixel.map(srgb_level));
        let rgba = levels.flat_map(|[red, green, blue]| [red, green, blue, 255]).collect();
        let Size { width, height } = area.size;
        Ok(Picture { size: [width, height], rgba, channels: 3, samples: Vec::new(), statistics: None })
    }
}

#[cfg(test)]
mod tests {
    use lacuna_bake::{Job, Memory, Request};

    use super::*;
    use crate::material::Material;
    use crate::work::Make;

    fn task(material: &Material, size: [u32; 2]) -> Task {
        let text = lacuna::presets::Preset::of("bricks").unwrap().text;
        let recipe = lacuna_bake::read_recipe(text).unwrap();
        let job = material.job(&recipe, size, 64, [Number::ZERO; 2]);
        Task { recipe: text.into(), output: None, job, make: Make::Picture }
    }

    fn shown(previews: &mut Previews, task: &Task) -> Result<Picture, String> {
        let Job::Preview(preview) = &task.job else { panic!("a material is a preview") };
        let engine = Engine::cpu(Engine::usual_threads());
        previews.render(&engine, task, preview, &mut Recipes::default(), &Watch { progress: &|_| (), is_cancelled: &|| false })
    }

    fn baked(task: &Task) -> Vec<u8> {
        let request = Request { depth: Some(8), ..task.request("a.png").unwrap() };
        let mut store = Memory::default();
        request.plan().unwrap().run(&Engine::cpu(Engine::usual_threads()), &mut store, &()).unwrap();
        let file = store.into_files().remove(std::path::Path::new("a.png")).unwrap();
        image::load_from_memory(&file).unwrap().to_rgba8().into_raw()
    }

    #[test]
    fn a_material_is_the_picture_that_a_bake_makes_of_it_also_when_it_is_turned() {
        let mut previews = Previews::default();
        let mut material = Material::default();
        let first = task(&material, [40, 30]);
        assert!(shown(&mut previews, &first).unwrap().rgba == baked(&first));
        material.turn([70.0, 12.0]);
        let turned = task(&material, [33, 44]);
        assert!(shown(&mut previews, &turned).unwrap().rgba == baked(&turned));
        assert!(previews.kept.len() == 1 && baked(&first) != baked(&turned));
    }

    #[test]
    fn a_recipe_without_colours_is_told() {
        let text = "version = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\" }";
        let task = Task { recipe: text.into(), ..task(&Material::default(), [8, 8]) };
        let error = shown(&mut Previews::default(), &task).unwrap_err();
        assert!(error.contains("`albedo`"), "{error}");
    }
}
