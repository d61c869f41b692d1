//! Perlin noise at points that share nothing: sixteen side by side, each with its own lattice cell.

use fearless_simd::{Simd, f32x16};

use super::gradients::Gradients;
use super::lanes::{Block, LANES, load, low_bits, permute, pick};
use super::lattice::{Coordinate, Table, fade, next_cell, unit};
use super::perlin::{PerlinColumn, PerlinCorner, flipped, perlin_blend, perlin_cell, perlin_column, perlin_pixel};
use super::strict::{Real, rounded};

/// The coordinates of sixteen points on one axis.
struct Axis {
    /// The lattice points below and above, by their low eight bits.
    cells: [[u8; LANES]; 2],
    local: Block,
}

impl Axis {
    #[inline(always)]
    fn new(at: impl Fn(usize) -> Coordinate) -> Self {
        let mut axis = Self { cells: [[0; LANES]; 2], local: [0.0; LANES] };
        for lane in 0..LANES {
            let coordinate = at(lane);
            axis.cells[0][lane] = coordinate.cell as u8;
            axis.cells[1][lane] = next_cell(coordinate) as u8;
            axis.local[lane] = unit(coordinate.fraction);
        }
        axis
    }
}

/// Perlin noise in one to three dimensions at sixteen points; `at` gives the coordinate of a point on an axis.
#[inline(always)]
pub(super) fn perlin<S: Simd>(
    simd: S,
    dimensions: u8,
    table: Table<'_>,
    gradients: &Gradients,
    at: impl Fn(u32, usize) -> Coordinate,
) -> f32x16<S> {
    let origin = Coordinate { cell: 0, fraction: 0, period: 0 };
    let x = Axis::new(|lane| at(0, lane));
    let y = Axis::new(|lane| if dimensions > 1 { at(1, lane) } else { origin });
    let z = Axis::new(|lane| if dimensions > 2 { at(2, lane) } else { origin });

    // p[p[p[x] + y] + z] at the eight corners of each point's cell, x changing slowest.
    let mut on_x = [0; 2 * LANES];
    for (side, cells) in x.cells.iter().enumerate() {
        on_x[side * LANES..(side + 1) * LANES].copy_from_slice(cells);
    }
    permute(simd, table, &mut on_x);
    let mut on_xy = [0; 4 * LANES];
    for (number, hashes) in on_xy.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        for lane in 0..LANES {
            hashes[lane] = on_x[(number / 2) * LANES + lane].wrapping_add(y.cells[number % 2][lane]);
        }
    }
    permute(simd, table, &mut on_xy);
    let mut hashes = [0; 8 * LANES];
    for (number, hashes) in hashes.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        for lane in 0..LANES {
            hashes[lane] = on_xy[(number / 2) * LANES + lane].wrapping_add(z.cells[number % 2][lane]);
        }
    }
    permute(simd, table, &mut hashes);

    let hashes = hashes.as_chunks::<LANES>().0;
    let [gx, gy, gz] = gradients.load(simd);
    let (fx, fy, fz) = (load(simd, &x.local), load(simd, &y.local), load(simd, &z.local));
    let mut corners = [PerlinCorner { c: fx, gx: fx, gy: fx }; 4];
    for (number, corner) in corners.iter_mut().enumerate() {
        let (h0, h1) = (low_bits(simd, &hashes[2 * number]), low_bits(simd, &hashes[2 * number + 1]));
        let c0 = if dimensions > 2 { flipped(pick(simd, gz, h0), fz) } else { fx.like(0.0) };
        let lower = PerlinCorner { c: c0, gx: pick(simd, gx, h0), gy: pick(simd, gy, h0) };
        *corner = if dimensions > 2 {
            let c1 = flipped(pick(simd, gz, h1), rounded(fz - fz.like(1.0)));
            perlin_blend(fade(fz), lower, PerlinCorner { c: c1, gx: pick(simd, gx, h1), gy: pick(simd, gy, h1) })
        } else {
            lower
        };
    }
    let [c00, c01, c10, c11] = corners;
    let (left, right) = if dimensions > 1 {
        (perlin_column(c00, c01, fy), perlin_column(c10, c11, fy))
    } else {
        (PerlinColumn { a: c00.c, b: c00.gx }, PerlinColumn { a: c10.c, b: c10.gx })
    };
    perlin_pixel(perlin_cell(left, right), fx, fade(fx))
}

#[cfg(test)]
mod tests {
    use fearless_simd::dispatch;

    use super::*;
    use crate::cpu::perlin::{perlin_1, perlin_2, perlin_3};
    use crate::cpu::{VectorLevel, strict::settled};
    use crate::permutation::Permutation;

    #[test]
    fn points_side_by_side_are_what_each_is_by_itself() {
        let table = Permutation::new(Some(5)).0;
        let gradients = Gradients::new();
        let at = |axis: u32, index: usize| {
            let mixed = (index as u32 * 4 + axis + 1).wrapping_mul(0x9E37_79B9);
            let period = [0, 7, 256][axis as usize];
            let cell = if period > 0 { mixed as i32 >> 8 & 0xFFFF } else { mixed as i32 };
            let cell = if period > 0 { cell % period as i32 } else { cell };
            Coordinate { cell, fraction: [0, mixed.rotate_left(9), u32::MAX][index % 3], period }
        };
        for level in VectorLevel::all() {
            for block in 0..40 {
                for dimensions in 1..=3 {
                    let lane_at = |axis, lane| at(axis, block * LANES + lane);
                    let lanes: Block = dispatch!(level.0, simd => perlin(simd, dimensions, &table, &gradients, lane_at).into());
                    for (lane, value) in lanes.into_iter().enumerate() {
                        let [x, y, z] = [0, 1, 2].map(|axis| lane_at(axis, lane));
                        let alone = match dimensions {
                            1 => perlin_1(&table, x),
                            2 => perlin_2(&table, x, y),
                            _ => perlin_3(&table, x, y, z),
                        };
                        assert_eq!(settled(value).to_bits(), settled(alone).to_bits(), "{level}, {dimensions}-D");
                    }
                }
            }
        }
    }
}
