//! Pictures in memory, for windows and web pages.

use lacuna::Tile;

use crate::engine::Engine;
use crate::error::{Error, Field, Problem, Result};
use crate::formats::{Encoding, Format, Meaning, Shape, StoredFacts};
use crate::observer::Observer;
use crate::pipeline::Bands;
use crate::plan::{Evaluation, Plan};
use crate::range::Range;
use crate::sampling::{MAX_BAND, On, Scratch, resize};
use crate::sheet::Sheet;
use crate::size::Size;

/// A picture in memory: the levels of an 8-bit file, and the samples that they stand for.
#[derive(Debug, Clone, PartialEq)]
pub struct Pixels {
    /// The name of the output.
    pub output: String,
    /// Samples along x and y.
    pub size: Size,
    /// Samples per pixel, 1 to 4: grey; grey and alpha; red, green and blue; or those and alpha.
    pub channels: u8,
    /// The values of the levels 0 and 255.
    pub range: Range,
    /// The samples in row order, the channels of a pixel interleaved.
    pub samples: Vec<f32>,
    /// The level of each sample in an 8-bit file.
    pub levels: Vec<u8>,
    /// The number of samples outside the range.
    pub saturated: u64,
}

impl Pixels {
    /// Returns red, green, blue and alpha of each pixel.
    pub fn rgba(&self) -> Vec<u8> {
        let pixels = self.levels.chunks_exact(self.channels.into());
        let four = |pixel: &[u8]| match *pixel {
            [grey] => [grey, grey, grey, 255],
            [grey, alpha] => [grey, grey, grey, alpha],
            [red, green, blue] => [red, green, blue, 255],
            [red, green, blue, alpha, ..] => [red, green, blue, alpha],
            [] => [0; 4],
        };
        pixels.flat_map(four).collect()
    }
}

/// Returns the smallest sample of each of the levels 1 to 255 of an 8-bit file: the level of a sample is the number of entries that are not above it.
/// With this table a shader finds the same levels by comparisons alone.
///
/// `is_srgb` says that samples are linear light stored as sRGB, from 0 to 1, whatever the range.
///
/// ```
/// let starts = lacuna_bake::level_starts("0,1".parse()?, false);
/// assert_eq!((starts.len(), starts[127]), (255, 0.5));
/// # Ok::<(), lacuna_bake::NoRange>(())
/// ```
pub fn level_starts(range: Range, is_srgb: bool) -> Vec<f32> {
    let size = Size { width: 1, height: 1 };
    let channels = if is_srgb { 3 } else { 1 };
    let range = if is_srgb { Range { least: 0.into(), greatest: 1.into() } } else { range };
    let encoding = Encoding {
        format: Format::default(),
        depth: 8,
        size,
        channels,
        meaning: if is_srgb { Meaning::Color } else { Meaning::Data },
        range,
        shape: Shape::Picture,
        place: None,
        facts: StoredFacts::default(),
    };
    let mut levels = Vec::new();
    let mut level = |sample: f32| match encoding.levels(&[sample], &mut levels) {
        Ok(_) => levels[0],
        // The buffer has room for one byte.
        Err(_) => 0,
    };
    (1..=u8::MAX)
        .map(|wanted| {
            // Bisect all f32 in the order of their values.
            let (mut below, mut above) = (ordered(f32::MIN), ordered(f32::MAX));
            while above - below > 1 {
                let middle = below.midpoint(above);
                if level(of_order(middle)) >= wanted { above = middle } else { below = middle }
            }
            of_order(above)
        })
        .collect()
}

/// Returns the place of a number in the order of all finite f32.
fn ordered(value: f32) -> i64 {
    let bits = i64::from(value.to_bits() & 0x7FFF_FFFF);
    if value.is_sign_negative() { -bits } else { bits }
}

fn of_order(place: i64) -> f32 {
    let magnitude = f32::from_bits(place.unsigned_abs() as u32);
    if place < 0 { -magnitude } else { magnitude }
}

impl Plan {
    /// Evaluates a plan of 8-bit files into memory instead of into files. Returns a picture per file, with the levels that the file would hold.
    ///
    /// ```
    /// use lacuna_bake::{Engine, Request, Source};
    /// let mut request = Request::new(Source::named("perlin")?, "noise.png")?;
    /// request.depth = Some(8);
    /// let pixels = request.plan()?.pixels(&Engine::cpu(Engine::usual_threads()), &())?;
    /// assert_eq!(pixels[0].rgba().len(), 4 * 1024 * 1024);
    /// # Ok::<(), lacuna_bake::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if a file has another depth than 8 bit; [`Error::Cancelled`] if the observer cancels; and the errors of the engine.
    pub fn pixels(mut self, engine: &Engine, observer: &dyn Observer) -> Result<Vec<Pixels>> {
        if let Some(file) = self.file_plans().find(|file| file.encoding.depth != 8) {
            let depth = file.encoding.depth;
            return Err(Error::request(
                Field::Depth,
                Problem::Format,
                format!("a picture of {depth} bit in memory; give a format and a depth of 8 bit"),
            ));
        }
        let extremes = self.measure(engine, observer)?;
        let on = On::new(engine, observer);
        let mut all = Vec::new();
        let mut passes = std::mem::take(&mut self.passes);
        for pass in &mut passes {
            for (number, file) in pass.files.iter_mut().enumerate() {
                file.settle(extremes[pass.group].get(number))?;
            }
            let encodings: Vec<&Encoding> = pass.files.iter().map(|file| &file.encoding).collect();
            let samples = match &self.evaluation {
                Evaluation::Pictures(samplers) => {
                    let (sampler, cells, cell_size) = (&samplers[pass.group], &pass.cells, pass.cell_size);
                    let sheet = Sheet { sampler, cells, cell_size, size: encodings[0].size, columns: pass.columns, on };
                    evaluated(&sheet, &encodings)?
                }
                Evaluation::View(view) => view.with_bands(engine, on, |bands| evaluated(bands, &encodings))?,
                Evaluation::Preview(roles) => roles.with_bands(engine, observer, |bands| evaluated(bands, &encodings))?,
            };
            for (file, samples) in pass.files.iter().zip(samples) {
                let mut levels = Vec::new();
                let encoding = &file.encoding;
                let saturated = encoding.levels(&samples, &mut levels).map_err(|error| Error::failed(error.to_string()))?;
                let Encoding { size, channels, range, .. } = *encoding;
                all.push(Pixels { output: file.output.clone(), size, channels, range, samples, levels, saturated });
            }
        }
        Ok(all)
    }
}

/// Evaluates all samples of the pictures of a pass, each picture apart.
fn evaluated(bands: &dyn Bands, encodings: &[&Encoding]) -> Result<Vec<Vec<f32>>> {
    let Size { width, height } = encodings[0].size;
    let channels: usize = encodings.iter().map(|encoding| usize::from(encoding.channels)).sum();
    let most = MAX_BAND / bands.samples_a_pixel() / channels;
    let rows = (most / width as usize).clamp(1, height as usize) as u32;
    let whole = Tile { origin: [0; 3], size: [width, height, 1] };
    let (mut scratch, mut of_band) = (Scratch::default(), vec![Vec::new(); encodings.len()]);
    if rows >= height && width as usize <= most {
        bands.evaluate(whole, &mut of_band, &mut scratch)?;
        return Ok(of_band);
    }
    let mut all = vec![Vec::new(); encodings.len()];
    for (all, encoding) in all.iter_mut().zip(encodings) {
        resize(all, encoding.samples() as usize)?;
    }
    let columns = width.min(most as u32);
    for band in whole.cut([columns, rows, 1]) {
        bands.evaluate(band, &mut of_band, &mut scratch)?;
        for ((all, of_band), encoding) in all.iter_mut().zip(&of_band).zip(encodings) {
            let channels = usize::from(encoding.channels);
            for (to, from) in whole.rows_of(band).zip(of_band.chunks_exact(band.size[0] as usize * channels)) {
                all[to.start * channels..to.end * channels].copy_from_slice(from);
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use lacuna::presets::PRESETS;

    use super::*;
    use crate::{Engine, Job, Memory, Request, Size, Source};

    /// Returns the pixels of a request, and the levels of the PNG that it bakes.
    fn both(source: &str, output: Option<&str>, change: impl Fn(&mut Job)) -> (Vec<u8>, Vec<u8>) {
        let mut request = Request::new(Source::named(source).unwrap(), "a.png").unwrap();
        request.depth = Some(8);
        request.output = output.map(str::to_owned);
        change(&mut request.job);
        let engine = Engine::cpu(Engine::usual_threads());
        let pixels = request.plan().unwrap().pixels(&engine, &()).unwrap().swap_remove(0);
        let mut store = Memory::default();
        request.plan().unwrap().run(&engine, &mut store, &()).unwrap();
        let file = store.into_files().remove(std::path::Path::new("a.png")).unwrap();
        let picture = image::load_from_memory(&file).unwrap();
        assert_eq!(pixels.size, Size { width: picture.width(), height: picture.height() });
        (pixels.rgba(), picture.to_rgba8().into_raw())
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn pixels_are_what_a_file_of_8_bit_holds() {
        for preset in PRESETS {
            let (pixels, file) = both(preset.name, None, |job| {
                if let Job::Picture(area) = job {
                    area.size = Size { width: 61, height: 40 };
                }
            });
            assert!(pixels == file, "{}", preset.name);
        }
        let (pixels, file) = both("terrain-warped", Some("normal"), |_| {});
        assert!(pixels == file);
        let (pixels, file) = both("ridged", None, |job| {
            let view = r#"{"kind": "view", "area": {"size": [70, 50]}, "sun": [315, 45], "relief_height": 1, "palette": "terrain", "antialias": 1}"#;
            *job = serde_json::from_str(view).unwrap();
        });
        assert!(pixels == file);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn levels_begin_where_files_have_them_begin() {
        for (range, is_srgb) in [("-1,1", false), ("0.1,0.95", false), ("-1e-20,3e9", false), ("0,1", true)] {
            let starts = crate::level_starts(range.parse().unwrap(), is_srgb);
            assert!(starts.is_sorted(), "{range}");
            let text = format!(
                "version = 2\nnodes.a = {{ kind = \"coordinate\" }}\noutputs.a = {{ channels = {}, range = [{range}]{} }}",
                if is_srgb { "[\"a\", \"a\", \"a\"]" } else { "\"a\"" },
                if is_srgb { ", colour = true" } else { "" },
            );
            let recipe = crate::read_recipe(&text).unwrap();
            let mut request = Request::new(Source::from(recipe), "a.png").unwrap();
            request.depth = Some(8);
            let region: crate::Region = "-2,0,2,1".parse().unwrap();
            request.job =
                Job::Picture(crate::Area { size: Size { width: 4001, height: 1 }, region: Some(region), ..crate::Area::default() });
            let pixels = request.plan().unwrap().pixels(&Engine::cpu(Engine::usual_threads()), &()).unwrap().swap_remove(0);
            for (sample, &level) in pixels.samples.iter().zip(&pixels.levels) {
                assert_eq!(starts.partition_point(|start| start <= sample), usize::from(level), "{sample} in {range}");
            }
        }
    }

    #[test]
    fn pixels_of_another_depth_are_refused() {
        let mut request = Request::new(Source::named("perlin").unwrap(), "a.png").unwrap();
        request.depth = Some(16);
        let error = request.plan().unwrap().pixels(&Engine::cpu(Engine::usual_threads()), &()).unwrap_err();
        assert!(matches!(error, Error::Request { field: Field::Depth, problem: Problem::Format, .. }), "{error}");
    }
}
