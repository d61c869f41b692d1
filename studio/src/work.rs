//! What is computed beside the window.

use std::num::NonZeroUsize;
use std::sync::Arc;

#[cfg(not(target_arch = "wasm32"))]
use lacuna_bake::Disk;
#[cfg(target_arch = "wasm32")]
use lacuna_bake::Memory;
use lacuna_bake::{Engine, Job, Observer, Pixels, Plan, Progress, Request, Source};
use serde::{Deserialize, Serialize};

use crate::relief::{Ground, Reliefs};

/// Something to compute: a job of `lacuna-bake` over a recipe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The recipe's text, which is valid.
    pub recipe: Arc<str>,
    /// The output or node that is shown; by default the recipe's own.
    pub output: Option<String>,
    /// What is made of it.
    pub job: Job,
    /// What becomes of the samples.
    pub make: Make,
}

/// What becomes of the samples of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Make {
    /// A picture to be shown: what a file of 8 bit would hold.
    Picture,
    /// The ground of a view of terrain, which the window's GPU renders.
    Ground,
    /// Files, as `lacuna bake` makes them.
    Files {
        /// The name of the file, whose extension tells the format. On the desktop it is a path.
        name: String,
        /// Bits a sample, where they are not the format's usual ones.
        depth: Option<u8>,
        /// Whether files that exist are replaced.
        is_replacing: bool,
    },
}

/// What comes of a task.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Of [`Make::Picture`].
    Picture(Picture),
    /// Of [`Make::Ground`].
    Ground(Ground),
    /// Of [`Make::Files`] in a page: names and contents.
    Files(Vec<(String, Vec<u8>)>),
    /// Of [`Make::Files`] on the desktop: the paths that were written.
    Written(Vec<String>),
}

/// A picture to be shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Pixels along x and y.
    pub size: [u32; 2],
    /// Red, green, blue and alpha of each pixel, row by row.
    #[serde(skip)]
    pub rgba: Vec<u8>,
    /// Samples a pixel, 1 to 4.
    pub channels: u8,
    /// The samples, the channels of a pixel side by side; none for views of terrain.
    #[serde(skip)]
    pub samples: Vec<f32>,
    /// What is known of the samples; none for views of terrain.
    pub statistics: Option<Statistics>,
}

/// What is known of the samples of a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The least sample.
    pub least: f32,
    /// The greatest sample.
    pub greatest: f32,
    /// The mean of all samples.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The share of samples outside of the range, 0 to 1.
    pub saturated: f64,
    /// The range: what becomes black and white.
    pub range: [f64; 2],
    /// How many samples fall into each of equal parts of the range; those outside count as the first or the last.
    pub histogram: Vec<u32>,
}

/// How many parts the histogram of a picture has.
pub const HISTOGRAM_PARTS: usize = 128;

/// Runs tasks, one after another, and keeps what the next one may need.
pub struct Runner {
    engine: Engine,
    recipes: Recipes,
    reliefs: Reliefs,
}

/// The recipe that was read last, which the next task most often has, too.
#[derive(Debug, Default)]
pub(crate) struct Recipes(Option<(Arc<str>, Source)>);

impl Recipes {
    /// What a task asks of `lacuna-bake`, into a file of this name.
    pub(crate) fn request(&mut self, task: &Task, name: &str) -> Result<Request, String> {
        let source = match &self.0 {
            Some((text, source)) if *text == task.recipe => source.clone(),
            _ => {
                let recipe = lacuna_bake::read_recipe(&task.recipe).map_err(told)?;
                self.0.insert((Arc::clone(&task.recipe), Source::from(recipe))).1.clone()
            }
        };
        let request = Request::new(source, name).map_err(told)?;
        Ok(Request { job: task.job.clone(), output: task.output.clone(), ..request })
    }
}

/// Tells how far a task has come, and whether it is to stop.
pub(crate) struct Watch<'a> {
    pub(crate) progress: &'a (dyn Fn(f32) + Sync),
    pub(crate) is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl Observer for Watch<'_> {
    fn progress(&self, Progress { done, total, .. }: Progress) {
        (self.progress)(done as f32 / total.max(1) as f32);
    }

    fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }
}

impl Default for Runner {
    fn default() -> Self {
        Self::new(Engine::usual_threads())
    }
}

impl Runner {
    /// Evaluates on so many threads of the CPU.
    pub fn new(threads: NonZeroUsize) -> Self {
        Self { engine: Engine::cpu(threads), recipes: Recipes::default(), reliefs: Reliefs::default() }
    }

    /// Runs a task. `progress` hears how much is done, 0 to 1.
    ///
    /// # Errors
    ///
    /// What is wrong with the task, and how to mend it, or that it was cancelled.
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

/// The CRC-32 of bytes, in hexadecimal digits.
pub fn sum(bytes: &[u8]) -> String {
    lacuna_bake::Checksum::of(bytes).map_or_else(|_| String::new(), |sum| sum.to_string())
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Task {
    /// What is asked of `lacuna-bake`, into a file of this name.
    ///
    /// # Errors
    ///
    /// What is wrong with the recipe.
    pub fn request(&self, name: &str) -> Result<Request, String> {
        Recipes::default().request(self, name)
    }
}

impl Statistics {
    /// Those of a picture's samples, all channels together.
    pub fn of(pixels: &Pixels) -> Self {
        let range = [pixels.range.least.to_f64(), pixels.range.greatest.to_f64()];
        let scale = HISTOGRAM_PARTS as f64 / (range[1] - range[0]);
        let (mut least, mut greatest, mut sum, mut squares) = (f32::INFINITY, f32::NEG_INFINITY, 0.0, 0.0);
        let mut histogram = vec![0; HISTOGRAM_PARTS];
        for &sample in &pixels.samples {
            (least, greatest) = (least.min(sample), greatest.max(sample));
            let value = f64::from(sample);
            sum += value;
            squares += value * value;
            // A cast saturates at 0.
            let part = ((value - range[0]) * scale) as usize;
            histogram[part.min(HISTOGRAM_PARTS - 1)] += 1;
        }
        let count = pixels.samples.len().max(1) as f64;
        let mean = sum / count;
        let deviation = libm::sqrt((squares / count - mean * mean).max(0.0));
        Self { least, greatest, mean, deviation, saturated: pixels.saturated as f64 / count, range, histogram }
    }
}

#[cfg(test)]
mod tests {
    use lacuna_bake::{Area, Size};

    use super::*;

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
            "version = 1\noutput = \"a\"\n[nodes.a]\nkind = \"constant\"\nvalue = 0.5\n[outputs.a]\nchannels = \"a\"\nrange = [0, 1]\n";
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
            Runner::default().run(&task("version = 1\noutput = \"a\"\nnodes.a = { kind = \"perlin\" }", Make::Picture), &|_| (), &|| true);
        assert!(error.unwrap_err().contains("cancel"));
    }
}
