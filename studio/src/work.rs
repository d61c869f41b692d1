//! Tasks of the background, and the pictures that they make.

use std::sync::Arc;

use lacuna_bake::{Job, Observer, Pixels, Progress, Request, Source};
use serde::{Deserialize, Serialize};

/// A task: a job of `lacuna-bake` over a recipe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The recipe's text, which is valid.
    pub recipe: Arc<str>,
    /// The output or node to show; the recipe's own by default.
    pub output: Option<String>,
    /// The kind of output.
    pub job: Job,
    /// The form of the result.
    pub make: Make,
}

/// The form of a task's result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Make {
    /// A picture to show: the levels of an 8-bit file.
    Picture,
    /// The ground of a view of terrain, which the window's GPU renders.
    Ground,
    /// Files, as `lacuna bake` makes them.
    Files {
        /// The name of the file, whose extension determines the format. On the desktop it is a path.
        name: String,
        /// Bits per sample, unless they are the format's usual ones.
        depth: Option<u8>,
        /// Replaces existing files.
        is_replacing: bool,
    },
}

/// A picture to show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Pixels along x and y.
    pub size: [u32; 2],
    /// Red, green, blue and alpha of each pixel, row by row.
    #[serde(skip)]
    pub rgba: Vec<u8>,
    /// Samples per pixel, 1 to 4.
    pub channels: u8,
    /// The samples, the channels of a pixel interleaved; empty for views of terrain.
    #[serde(skip)]
    pub samples: Vec<f32>,
    /// The statistics of the samples; `None` for views of terrain.
    pub statistics: Option<Statistics>,
}

/// The statistics of a picture's samples.
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
    /// The share of samples outside the range, 0 to 1.
    pub saturated: f64,
    /// The range: the values of black and white.
    pub range: [f64; 2],
    /// The number of samples in each of equal parts of the range. Samples outside count in the first or the last.
    pub histogram: Vec<u32>,
}

/// The number of parts of a picture's histogram.
pub const HISTOGRAM_PARTS: usize = 128;

/// The recipe that was read last: the next task most often has the same.
#[derive(Debug, Default)]
pub(crate) struct Recipes(Option<(Arc<str>, Source)>);

impl Recipes {
    /// Returns the request of a task to `lacuna-bake`, into a file of this name.
    pub(crate) fn request(&mut self, task: &Task, name: &str) -> Result<Request, String> {
        let source = match &self.0 {
            Some((text, source)) if *text == task.recipe => source.clone(),
            _ => {
                let source = Source::of_text(&task.recipe).map_err(told)?;
                self.0.insert((Arc::clone(&task.recipe), source)).1.clone()
            }
        };
        Ok(Request { output: task.output.clone(), ..Request::of(source, task.job.clone(), name) })
    }
}

/// Reports the progress of a task, and checks whether it is cancelled.
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

/// Returns the CRC-32 of bytes, in hexadecimal digits.
pub fn sum(bytes: &[u8]) -> String {
    lacuna_bake::Checksum::of(bytes).map_or_else(|_| String::new(), |sum| sum.to_string())
}

pub(crate) fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Task {
    /// Returns the request of a task to `lacuna-bake`, into a file of this name.
    ///
    /// # Errors
    ///
    /// The error in the recipe.
    pub fn request(&self, name: &str) -> Result<Request, String> {
        Recipes::default().request(self, name)
    }
}

impl Statistics {
    /// Computes the statistics of a picture's samples, all channels together.
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
