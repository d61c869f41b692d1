//! Heights, with the highest of each block of cells.

use crate::error::{Error, Result};
use crate::storage::reserve;

/// The most samples of a view. 32-bit numbers can count them together with their blocks.
const MAX_HEIGHTS: u64 = 1 << 30;

/// Heights in rows, then for each level the highest sample of each block with 2^level cells a side, edges included. A cell is the square between four
/// samples.
#[derive(Debug, Clone)]
pub(crate) struct Pyramid {
    values: Vec<f32>,
    /// For each level, its index in `values` and the length of its rows. Level 0 holds the samples.
    levels: Vec<[u32; 2]>,
    /// The index in `values` of the first colour, 0 if there are none.
    pub(crate) colours: u32,
    pub(crate) lowest: f32,
    pub(crate) highest: f32,
}

/// Converts a number to f32 without subnormals and negative zeros, which devices treat differently.
pub(super) fn number(value: f64) -> f32 {
    let value = value as f32;
    if value.abs() < f32::from_bits(32 << 23) { 0.0 } else { value }
}

impl Pyramid {
    /// Creates the pyramid of finite heights, at least 2 x 2.
    pub(crate) fn new(mut values: Vec<f32>, [columns, rows]: [u32; 2]) -> Result<Self> {
        let all = u64::from(columns) * u64::from(rows);
        if columns < 2 || rows < 2 || values.len() as u64 != all {
            let count = values.len();
            return Err(Error::parameter("terrain", format!("{count} samples for {columns} x {rows}; give one each, and at least 2 x 2")));
        }
        if all > MAX_HEIGHTS {
            return Err(Error::limit("terrain", format!("{all} samples; a view takes at most {MAX_HEIGHTS}")));
        }
        let (mut lowest, mut highest) = (f32::INFINITY, f32::NEG_INFINITY);
        for &value in &values {
            if !value.is_finite() {
                return Err(Error::not_finite("terrain", format!("{value} is no height; give finite numbers")));
            }
            lowest = lowest.min(value);
            highest = highest.max(value);
        }
        let blocks = |side: u32, level: u32| (side - 1).div_ceil(1 << level);
        let top = (0..).find(|&level| blocks(columns, level) == 1 && blocks(rows, level) == 1).unwrap_or(0);
        let room: u64 = (1..=top).map(|level| u64::from(blocks(columns, level)) * u64::from(blocks(rows, level))).sum();
        reserve(&mut values, room as usize, "terrain", "give it fewer samples")?;
        let mut levels = vec![[0, columns]];
        for level in 1..=top {
            let [first, below] = levels[level as usize - 1].map(|number| number as usize);
            // The last value of a row, and the last row, of the level below. Of samples a block has one more than of cells.
            let (last_x, last_y) =
                if level == 1 { (columns - 1, rows - 1) } else { (blocks(columns, level - 1) - 1, blocks(rows, level - 1) - 1) };
            let further = if level == 1 { 2 } else { 1 };
            levels.push([values.len() as u32, blocks(columns, level)]);
            for y in 0..blocks(rows, level) {
                for x in 0..blocks(columns, level) {
                    let mut most = f32::NEG_INFINITY;
                    for row in 2 * y..=(2 * y + further).min(last_y) {
                        for column in 2 * x..=(2 * x + further).min(last_x) {
                            most = most.max(values[first + row as usize * below + column as usize]);
                        }
                    }
                    values.push(most);
                }
            }
        }
        Ok(Self { values, levels, colours: 0, lowest, highest })
    }

    /// Adds red, green and blue for each sample, or puts them in the place of those before.
    pub(crate) fn paint(&mut self, colours: &[f32], samples: u64) -> Result<()> {
        if colours.len() as u64 != 3 * samples {
            let count = colours.len();
            return Err(Error::parameter("colours", format!("{count} numbers for {samples} samples; give three each")));
        }
        if let Some(value) = colours.iter().find(|value| !(0.0..=1.0).contains(*value)) {
            return Err(Error::outside("colours", [0.0, 1.0], format!("{value} is no light of a surface; give 0 to 1")));
        }
        let first = if self.colours == 0 { self.values.len() } else { self.colours as usize };
        if (first + colours.len()) as u64 > u64::from(u32::MAX) {
            return Err(Error::limit("colours", format!("{samples} samples are too many to be painted; give fewer")));
        }
        self.values.truncate(first);
        self.colours = 0;
        reserve(&mut self.values, colours.len(), "colours", "give the terrain fewer samples")?;
        self.values.extend(colours.iter().map(|&value| number(value.into())));
        self.colours = first as u32;
        Ok(())
    }

    pub(crate) fn height(&self, x: usize, y: usize) -> f32 {
        self.values[y * self.levels[0][1] as usize + x]
    }

    pub(crate) fn highest(&self, level: usize, x: usize, y: usize) -> f32 {
        let [first, row] = self.levels[level];
        self.values[first as usize + y * row as usize + x]
    }

    /// Returns a channel of a sample's colour.
    pub(crate) fn paint_of(&self, x: usize, y: usize, channel: usize) -> f32 {
        self.values[self.colours as usize + 3 * (y * self.levels[0][1] as usize + x) + channel]
    }

    /// Returns all values and the levels, as in the bindings of a view.
    pub(crate) fn bindings(&self) -> (&[f32], &[[u32; 2]]) {
        (&self.values, &self.levels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_as_high_as_the_highest_sample_of_its_cells() {
        for size in [[2, 2], [3, 2], [9, 5], [10, 17], [33, 7], [64, 64]] {
            let [columns, rows] = size.map(|side: u32| side as usize);
            let heights: Vec<f32> = (0..columns * rows).map(|number| ((number * 7919) % 1013) as f32 - 500.0).collect();
            let pyramid = Pyramid::new(heights.clone(), size).unwrap();
            let most = |columns: std::ops::RangeInclusive<usize>, rows: std::ops::RangeInclusive<usize>| {
                let all = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
                all.map(|(row, column)| pyramid.height(column, row)).fold(f32::NEG_INFINITY, f32::max)
            };
            for level in 1..pyramid.levels.len() {
                let side = 1 << level;
                for y in 0..(rows - 1).div_ceil(side) {
                    for x in 0..(columns - 1).div_ceil(side) {
                        let expected = most(x * side..=((x + 1) * side).min(columns - 1), y * side..=((y + 1) * side).min(rows - 1));
                        assert_eq!(pyramid.highest(level, x, y), expected, "{size:?}, level {level}, {x}, {y}");
                    }
                }
            }
            let top = pyramid.levels.len() - 1;
            let all = heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(pyramid.highest, all);
            assert!(top == 0 || pyramid.highest(top, 0, 0) == all);
            assert!(pyramid.values.len() as f64 <= 1.5 * heights.len() as f64 + 16.0);
        }
    }
}
