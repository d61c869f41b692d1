//! Runs tasks in the background.

use std::num::NonZeroUsize;

#[cfg(not(target_arch = "wasm32"))]
use lacuna_bake::Disk;
#[cfg(target_arch = "wasm32")]
use lacuna_bake::Memory;
use lacuna_bake::{Engine, Job, Plan, Request};

use crate::preview::Previews;
use crate::relief::{Ground, Reliefs};
use crate::work::{Make, Picture, Recipes, Statistics, Task, Watch, told};

/// The result of a task.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The result of [`Make::Picture`].
    Picture(Picture),
    /// The result of [`Make::Ground`].
    Ground(Ground),
    /// The result of [`Make::Files`] in a page: names and contents.
    Files(Vec<(String, Vec<u8>)>),
    /// The result of [`Make::Files`] on the desktop: the paths that were written.
    Written(Vec<String>),
}

/// Runs tasks, one after another, and keeps data that the next one may need.
pub struct Runner {
    engine: Engine,
    recipes: Recipes,
    reliefs: Reliefs,
    previews: Previews,
}

impl Default for Runner {
    fn default() -> Self {
        Self::new(Engine::usual_threads())
    }
}

impl Runner {
    /// Returns a runner that evaluates on `threads` threads of the CPU.
    pub fn new(threads: NonZeroUsize) -> Self {
        Self { engine: Engine::cpu(threads), recipes: Recipes::default(), reliefs: Reliefs::default(), previews: Previews::default() }
    }

    /// Runs a task. `progress` is called with the share that is done, 0 to 1.
    ///
    /// # Errors
    ///
    /// The error in the task, and how to mend it, or that it was cancelled.
    pub fn run(
        &mut self,
        task: &Task,
        progress: &(dyn Fn(f32) + Sync),
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Outcome, String> {
        let watch = Watch { progress, is_cancelled };
        match &task.make {
            Make::Picture => self.picture(task, &watch).map(Outcome::Picture),
            Make::Ground => match &task.job {
                Job::View(view) => Ground::of(task, view, &mut self.recipes, &watch).map(Outcome::Ground),
                _ => Err("a map has no ground".to_owned()),
            },
            Make::Files { name, depth, is_replacing } => {
                let plan = Request { depth: *depth, ..self.recipes.request(task, name)? }.plan().map_err(told)?;
                self.files(plan, *is_replacing, &watch)
            }
        }
    }

    fn picture(&mut self, task: &Task, watch: &Watch<'_>) -> Result<Picture, String> {
        if let Job::View(view) = &task.job
            && view.relief.is_some()
        {
            return self.reliefs.render(task, view, &mut self.recipes, watch);
        }
        if let Job::Preview(preview) = &task.job {
            return self.previews.render(&self.engine, task, preview, &mut self.recipes, watch);
        }
        let request = Request { depth: Some(8), ..self.recipes.request(task, "picture.png")? };
        let plan = request.plan().map_err(told)?;
        let pixels = plan.pixels(&self.engine, watch).map_err(told)?.swap_remove(0);
        let statistics = matches!(task.job, Job::Picture(_)).then(|| Statistics::of(&pixels));
        let (size, rgba) = ([pixels.size.width, pixels.size.height], pixels.rgba());
        Ok(Picture { size, rgba, channels: pixels.channels, samples: pixels.samples, statistics })
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn files(&self, plan: Plan, is_replacing: bool, watch: &Watch<'_>) -> Result<Outcome, String> {
        let mut store = if is_replacing { Disk::replacing() } else { Disk::new() };
        plan.check(&store).map_err(told)?;
        let report = plan.run(&self.engine, &mut store, watch).map_err(told)?;
        Ok(Outcome::Written(report.files.iter().map(|file| file.path.display().to_string()).collect()))
    }

    #[cfg(target_arch = "wasm32")]
    fn files(&self, plan: Plan, _is_replacing: bool, watch: &Watch<'_>) -> Result<Outcome, String> {
        let mut store = Memory::default();
        plan.run(&self.engine, &mut store, watch).map_err(told)?;
        let named = store.into_files().into_iter().map(|(path, bytes)| (path.to_string_lossy().into_owned(), bytes));
        Ok(Outcome::Files(named.collect()))
    }
}

#[cfg(test)]
mod tests {
    use lacuna_bake::{Area, Size};

    use super::*;
    use crate::work::HISTOGRAM_PARTS;

    fn task(recipe: &str, make: Make) -> Task {
        let job = Job::Picture(Area { size: Size { width: 64, height: 48 }, ..Area::default() });
        Task { recipe: recipe.into(), output: None, job, make }
    }

    #[test]
    fn a_picture_is_what_the_file_of_the_same_task_holds() {
        let marble = lacuna::presets::Preset::of("marble").unwrap().text;
        let mut runner = Runner::default();
        let Ok(Outcome::Picture(picture)) = runner.run(&task(marble, Make::Picture), &|_| (), &|| false) else { panic!("no picture") };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("marble.bmp").display().to_string();
        let files = |is_replacing| Make::Files { name: path.clone(), depth: Some(8), is_replacing };
        let written = runner.run(&task(marble, files(false)), &|_| (), &|| false).unwrap();
        assert_eq!((picture.size, written), ([64, 48], Outcome::Written(vec![path.clone()])));
        assert!(picture.rgba == image::open(&path).unwrap().to_rgba8().into_raw());
        assert!(runner.run(&task(marble, files(false)), &|_| (), &|| false).is_err(), "a file is not replaced unless asked");
        assert!(runner.run(&task(marble, files(true)), &|_| (), &|| false).is_ok());
    }

    #[test]
    fn statistics_are_those_of_the_samples() {
        let flat =
            "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"constant\"\nvalue = 0.5\n[outputs.a]\nchannels = \"a\"\nrange = [0, 1]\n";
        let Ok(Outcome::Picture(picture)) = Runner::default().run(&task(flat, Make::Picture), &|_| (), &|| false) else {
            panic!("no picture")
        };
        let Statistics { least, greatest, mean, deviation, saturated, range, histogram } = picture.statistics.unwrap();
        assert_eq!((least, greatest, mean, deviation, saturated, range), (0.5, 0.5, 0.5, 0.0, 0.0, [0.0, 1.0]));
        assert_eq!(histogram[HISTOGRAM_PARTS / 2], 64 * 48);
    }

    #[test]
    fn a_task_that_is_cancelled_ends_with_a_message() {
        let error =
            Runner::default().run(&task("version = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\" }", Make::Picture), &|_| (), &|| true);
        assert!(error.unwrap_err().contains("cancel"));
    }
}
