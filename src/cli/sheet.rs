//! One file of several pictures: side by side, or one below the other.

use lacuna::Tile;
use serde_json::Value;

use super::encode::Encoding;
use super::engine::Engine;
use super::failure::Result;
use super::fileset::{FileSet, warn_of_saturated};
use super::interrupt;
use super::output::{Output, Target};
use super::picture::Size;
use super::stream::{self, Bands, Line, Source, Unwritten, resize};
use super::work::{Scratch, Work};

/// How the pictures lie.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) frame: Size,
    pub(crate) columns: u32,
}

impl FileSet<'_> {
    /// Writes all pictures into one file, of the size of all together.
    pub(crate) fn write_sheet(
        &self,
        works: &[Work<'_>],
        layout: Layout,
        told: &[(&'static str, Value)],
        is_carried: bool,
        write: impl for<'e> FnOnce(&Output, &'e Encoding) -> Result<stream::Write<'e>>,
    ) -> Result<()> {
        works.iter().try_for_each(Work::check)?;
        let target = Target::new(self.wishes.path, !is_carried, self.wishes.force)?;
        let engine = self.engine.open()?;
        if target.has_temporary() {
            interrupt::watch()?;
        }
        let output = target.open()?;
        let range = self.range(&engine, works)?;
        let encodings = [self.told(range, told)?];
        let [encoding] = &encodings;
        let on_one_thread = engine.on_one_thread();
        let alone = on_one_thread.as_ref().unwrap_or(&engine);
        let sheet = Sheet { works, engine: alone, layout, channels: usize::from(encoding.channels) };
        let bands = match &on_one_thread {
            Some(_) => Source::Threads(&sheet),
            None => Source::Bands(&sheet, engine.worthwhile_samples()),
        };
        let line = Line { encodings: &encodings, source: bands, threads: self.engine.thread_count(), is_hashed: false };
        line.reserve()?;
        let seen = line.run(vec![write(&output, encoding)?])?.map_err(|Unwritten { error, .. }| output.failure(&error))?;
        warn_of_saturated(seen.files[0].saturated, encoding.samples(), range);
        Output::finish(std::iter::once((output, encoding.facts.as_str())))
    }
}

/// Frames side by side, row by row.
struct Sheet<'a> {
    works: &'a [Work<'a>],
    engine: &'a Engine,
    layout: Layout,
    channels: usize,
}

impl Bands for Sheet<'_> {
    fn evaluate(&self, band: Tile, samples: &mut [Vec<f32>], scratch: &mut Scratch) -> Result<()> {
        let Layout { frame: Size(width, height), columns } = self.layout;
        let channels = self.channels;
        let to = &mut samples[0];
        resize(to, band.samples() * channels)?;
        to.fill(0.0);
        let mut cell = vec![Vec::new()];
        let [left, above, _] = band.origin;
        let [right, below] = [left + band.size[0], above + band.size[1]];
        for row in above / height..below.div_ceil(height) {
            for column in left / width..right.div_ceil(width) {
                let Some(work) = self.works.get((row * columns + column) as usize) else { continue };
                // The part of the frame that lies in the band.
                let (x, y) = (left.max(column * width), above.max(row * height));
                let size = [right.min((column + 1) * width) - x, below.min((row + 1) * height) - y, 1];
                let part = Tile { origin: [x - column * width, y - row * height, 0], size };
                work.evaluate(self.engine, part, &mut cell, scratch)?;
                let place = Tile { origin: [x, y, 0], size };
                for (to_row, from) in band.rows_of(place).zip(cell[0].chunks_exact(size[0] as usize * channels)) {
                    to[to_row.start * channels..to_row.end * channels].copy_from_slice(from);
                }
            }
        }
        Ok(())
    }
}
