//! The samples of one pass: cells side by side, in row order, as one picture.

use lacuna::Tile;

use crate::error::Result;
use crate::pipeline::Bands;
use crate::sampling::{Cell, On, Sampler, Scratch, resize};
use crate::size::Size;

/// Cells of the same size. Missing cells of the last row are 0.
pub(crate) struct Sheet<'a> {
    pub(crate) sampler: &'a Sampler,
    pub(crate) cells: &'a [Cell],
    pub(crate) cell_size: Size,
    /// The size of all cells together.
    pub(crate) size: Size,
    pub(crate) columns: u32,
    pub(crate) on: On<'a>,
}

impl Sheet<'_> {
    /// Returns the number of pixels that no cell covers.
    pub(crate) fn blank(&self) -> u64 {
        let area = |size: Size| u64::from(size.width) * u64::from(size.height);
        area(self.size) - self.cells.len() as u64 * area(self.cell_size)
    }
}

impl Bands for Sheet<'_> {
    fn evaluate(&self, band: Tile, samples: &mut [Vec<f32>], scratch: &mut Scratch) -> Result<()> {
        if let ([only], true) = (self.cells, self.size == self.cell_size) {
            return self.sampler.evaluate(self.on, only, band, samples, scratch);
        }
        let channels: Vec<usize> = self.sampler.pictures.iter().map(|picture| picture.channel_count().into()).collect();
        for (to, channels) in samples.iter_mut().zip(&channels) {
            resize(to, band.samples() * channels)?;
            to.fill(0.0);
        }
        let Size { width, height } = self.cell_size;
        let mut of_cell = std::mem::take(&mut scratch.cell);
        of_cell.resize_with(samples.len(), Vec::new);
        let [left, above, _] = band.origin;
        let [right, below] = [left + band.size[0], above + band.size[1]];
        for row in above / height..below.div_ceil(height) {
            for column in left / width..right.div_ceil(width) {
                let Some(cell) = self.cells.get(row as usize * self.columns as usize + column as usize) else { continue };
                // The part of the cell that lies in the band.
                let (x, y) = (left.max(column * width), above.max(row * height));
                let size = [right.min((column + 1) * width) - x, below.min((row + 1) * height) - y, 1];
                let part = Tile { origin: [x - column * width, y - row * height, 0], size };
                self.sampler.evaluate(self.on, cell, part, &mut of_cell, scratch)?;
                let place = Tile { origin: [x, y, 0], size };
                for ((to, from), channels) in samples.iter_mut().zip(&of_cell).zip(&channels) {
                    for (row, from) in band.rows_of(place).zip(from.chunks_exact(size[0] as usize * channels)) {
                        to[row.start * channels..row.end * channels].copy_from_slice(from);
                    }
                }
            }
        }
        scratch.cell = of_cell;
        Ok(())
    }

    fn least_rows(&self, columns: u32) -> u32 {
        self.cells.first().map_or(1, |cell| self.sampler.least_rows(&cell.reach, columns))
    }

    fn samples_a_pixel(&self) -> usize {
        self.sampler.samples_a_pixel()
    }

    fn memory(&self, columns: u32, rows: u32) -> usize {
        self.cells.first().map_or(0, |cell| self.sampler.memory(&cell.reach, columns, rows))
    }
}
