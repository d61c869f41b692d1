//! The box blur: means of squares of pixels. The bits are the same however a picture is cut.
//!
//! The value of a pixel depends only on its neighbours, not on the start of a tile: all passes sum along columns first, then along rows, and the last
//! pass divides. Sums of windows are built from sums of windows a quarter as long, always in the same order. A window so costs about as many additions
//! as its length has binary digits, and no running sum is carried along. Eight columns or rows are summed side by side; they stay in the cache.

use lacuna::recipe::Blur;

use crate::error::{Error, Result};
use crate::observer::{Observer, check};

/// The number of columns or rows that are summed side by side.
const ABREAST: usize = 8;
/// The number of values of a row that are computed at once.
const OF_A_ROW: usize = 1 << 13;

/// The values of neighbouring columns or rows at one place.
type Abreast = [f64; ABREAST];

/// A channel of a tile to be blurred: the tile's rows, with the margin on the left and on the right.
#[derive(Debug, Default)]
pub(crate) struct Plane {
    /// In row order.
    values: Vec<f64>,
    width: usize,
    scratch: Windows,
}

/// Columns of values, with the margin above and below.
pub(crate) struct Columns<F: Fn(usize, usize) -> f64> {
    /// Returns the value of a column in a row.
    pub(crate) value: F,
    pub(crate) count: usize,
    pub(crate) rows: usize,
}

impl Plane {
    /// The size of a value of a plane in bytes.
    pub(crate) const BYTES_A_VALUE: usize = size_of::<f64>();

    /// Allocates `height` rows of `width` values, the margin on both sides included.
    pub(crate) fn begin(&mut self, width: usize, height: usize) -> Result<()> {
        self.values.clear();
        self.width = width;
        let count = width * height;
        self.values.try_reserve_exact(count).map_err(|_| too_large(count))?;
        self.values.resize(count, 0.0);
        Ok(())
    }

    /// Sums columns once per pass, and stores the sums from column `first` of the plane on.
    pub(crate) fn take(
        &mut self,
        blur: Blur,
        first: usize,
        columns: Columns<impl Fn(usize, usize) -> f64>,
        observer: &dyn Observer,
    ) -> Result<()> {
        let Columns { value, count, rows } = columns;
        for start in (0..count).step_by(ABREAST) {
            check(observer)?;
            let together = ABREAST.min(count - start);
            let at = |y: usize| {
                let mut values = [0.0; ABREAST];
                for (x, to) in values[..together].iter_mut().enumerate() {
                    *to = value(start + x, y);
                }
                values
            };
            let sums = self.scratch.sum((0..rows).map(at), rows, blur)?;
            for (sums, to) in sums.iter().zip(self.values.chunks_exact_mut(self.width)) {
                to[first + start..][..together].copy_from_slice(&sums[..together]);
            }
        }
        Ok(())
    }

    /// Sums the rows of the column sums and divides. The first values of each row are the result, without the margin.
    pub(crate) fn finish(&mut self, blur: Blur, observer: &dyn Observer) -> Result<()> {
        let Self { values, width, scratch } = self;
        let (width, margin) = (*width, 2 * blur.margin() as usize);
        let area: f64 = (0..2 * blur.passes).map(|_| length(blur) as f64).product();
        for rows in values.chunks_mut(ABREAST * width) {
            let together = rows.len() / width;
            for start in (0..width - margin).step_by(OF_A_ROW) {
                check(observer)?;
                // The results end before the values that the next part reads.
                let count = OF_A_ROW.min(width - margin - start);
                let at = |x: usize| {
                    let mut values = [0.0; ABREAST];
                    for (y, value) in values[..together].iter_mut().enumerate() {
                        *value = rows[y * width + start + x];
                    }
                    values
                };
                let sums = scratch.sum((0..count + margin).map(at), count + margin, blur)?;
                for (x, sums) in sums.iter().enumerate() {
                    for (y, sum) in sums[..together].iter().enumerate() {
                        rows[y * width + start + x] = sum / area;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the first values of a row.
    pub(crate) fn row(&self, y: usize, length: usize) -> &[f64] {
        &self.values[y * self.width..][..length]
    }
}

/// Returns the length of a window in pixels.
fn length(blur: Blur) -> usize {
    2 * blur.radius as usize + 1
}

fn too_large(count: usize) -> Error {
    Error::failed(format!("a blur of {count} values does not fit into memory; give a smaller size or radius"))
}

/// Buffers for values and for their sums.
#[derive(Debug, Default)]
struct Windows {
    values: Vec<Abreast>,
    sums: Vec<Abreast>,
}

impl Windows {
    /// Sums windows of values, once per pass.
    fn sum(&mut self, values: impl Iterator<Item = Abreast>, count: usize, blur: Blur) -> Result<&[Abreast]> {
        for room in [&mut self.values, &mut self.sums] {
            room.clear();
            room.try_reserve(count).map_err(|_| too_large(ABREAST * count))?;
        }
        self.values.extend(values);
        for _ in 0..blur.passes {
            sum_windows(&mut self.values, &mut self.sums, length(blur));
            std::mem::swap(&mut self.values, &mut self.sums);
        }
        Ok(&self.values)
    }
}

/// Replaces `sums` by the sums of all windows of `length` values, an odd number. There are `length - 1` fewer sums than values.
fn sum_windows(mut values: &mut [Abreast], sums: &mut Vec<Abreast>, length: usize) {
    let count = values.len() - (length - 1);
    sums.clear();
    // Windows of 1, 4, 16, ... values. Each sum adds the windows that make up its length, the shortest first.
    let (mut window, mut taken, mut rest) = (1, 0, length);
    loop {
        for _ in 0..rest % 4 {
            let windows = &values[taken..][..count];
            if taken == 0 {
                sums.extend_from_slice(windows);
            } else {
                sums.iter_mut().zip(windows).for_each(|(sum, window)| add(sum, window));
            }
            taken += window;
        }
        rest /= 4;
        if rest == 0 {
            return;
        }
        let longer = values.len() - 3 * window;
        for index in 0..longer {
            let (second, third, fourth) = (values[index + window], values[index + 2 * window], values[index + 3 * window]);
            for (((sum, second), third), fourth) in values[index].iter_mut().zip(second).zip(third).zip(fourth) {
                *sum = (*sum + second) + (third + fourth);
            }
        }
        values = &mut values[..longer];
        window *= 4;
    }
}

fn add(to: &mut Abreast, other: &Abreast) {
    for (to, other) in to.iter_mut().zip(other) {
        *to += other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::noise;

    /// Returns a blurred part of a picture, row by row.
    fn blurred(samples: &[f32], pitch: usize, [left, top, width, height]: [usize; 4], blur: Blur) -> Vec<Vec<f64>> {
        let margin = 2 * blur.margin() as usize;
        let mut plane = Plane::default();
        plane.begin(width, height - margin).unwrap();
        // In parts of uneven length.
        for start in (0..width).step_by(13) {
            let value = |x: usize, y: usize| f64::from(samples[(top + y) * pitch + left + start + x]);
            let columns = Columns { value, count: 13.min(width - start), rows: height };
            plane.take(blur, start, columns, &()).unwrap();
        }
        plane.finish(blur, &()).unwrap();
        (0..height - margin).map(|y| plane.row(y, width - margin).to_vec()).collect()
    }

    /// One pass, each window summed by itself.
    fn naive(values: &[f64], width: usize, radius: usize) -> Vec<f64> {
        let (height, side) = (values.len() / width, 2 * radius + 1);
        let at = |x: usize, y: usize| -> f64 { (0..side * side).map(|k| values[(y + k / side) * width + x + k % side]).sum() };
        let rows = (0..height - 2 * radius).flat_map(|y| (0..width - 2 * radius).map(move |x| (x, y)));
        rows.map(|(x, y)| at(x, y) / (side * side) as f64).collect()
    }

    #[test]
    fn a_blur_is_the_mean_of_a_square_as_often_as_there_are_passes() {
        let cases = [(1, 1, 9, 7), (2, 3, 31, 20), (7, 2, 40, 33), (8, 1, 17, 17), (31, 1, 70, 64)];
        // Miri takes seconds for the first case.
        for (radius, passes, width, height) in cases.into_iter().take(if cfg!(miri) { 1 } else { cases.len() }) {
            let samples = noise(width * height);
            let mut expected: Vec<f64> = samples.iter().copied().map(f64::from).collect();
            let mut wide = width;
            for _ in 0..passes {
                expected = naive(&expected, wide, radius);
                wide -= 2 * radius;
            }
            let found = blurred(&samples, width, [0, 0, width, height], Blur { radius: radius as u32, passes });
            for (y, (found, expected)) in found.iter().zip(expected.chunks(wide)).enumerate() {
                for (found, expected) in found.iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-14, "{radius} {passes} {y}: {found} {expected}");
                }
            }
        }
    }

    #[test]
    fn a_blurred_pixel_is_the_same_bits_wherever_the_tile_begins() {
        let radius = if cfg!(miri) { 1 } else { 5 };
        let margin = 4 * radius;
        let (width, height) = (margin + 44, margin + 30);
        let samples = noise(width * height);
        let blur = Blur { radius: radius as u32, passes: 2 };
        let whole = blurred(&samples, width, [0, 0, width, height], blur);
        for [left, top, wide, high] in [[3, 7, 21, 10], [0, 1, 1, 29], [17, 0, 2, 1]] {
            let part = blurred(&samples, width, [left, top, margin + wide, margin + high], blur);
            for (y, row) in part.iter().enumerate() {
                assert_eq!(row[..], whole[top + y][left..][..wide]);
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_row_that_is_blurred_in_pieces_has_no_seam() {
        let width = OF_A_ROW + 100;
        let samples = noise(width * 5);
        let blur = Blur { radius: 1, passes: 2 };
        let whole = blurred(&samples, width, [0, 0, width, 5], blur);
        let part = blurred(&samples, width, [OF_A_ROW - 50, 0, 150, 5], blur);
        assert_eq!(part[0][..], whole[0][OF_A_ROW - 50..][..146]);
    }
}
