//! Cellular noise along rows, sixteen neighbouring pixels at a time, each of which picks the points around its own cell from those of the lattice row.
//! `cells.rs` calls it where cells are a few pixels wide.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::cell_tiles::put;
use super::features::{Cellular, FeatureRows, from_centre};
use super::nearest::Found;
use super::strip::Samples;
use crate::spans::Spans;
use crate::value::builtin::{any, less, max, min};
use crate::value::cellular::{
    cellular_beyond, cellular_gap, cellular_joined, cellular_length, cellular_part, cellular_reach, cellular_way,
};
use crate::value::lanes::{self, Block, LANES, load, pick, words};
use crate::value::number::{Real as _, Word as _};
use crate::value::strict::{rounded, settled};

/// As many lattice rows as lie next to a pixel.
const NEXT: usize = 9;

/// The most pixel rows that are evaluated together.
const TOGETHER: usize = 2;

/// So many of them are seldom farther than what is found.
const SELDOM_FAR: usize = 3;

/// Sixteen pixels on the x axis of a lattice. Those left over repeat the last.
struct Pixels {
    centres: Block,
    reach: Block,
    /// The lattice column before that of the first, and how many columns after the first that of each lies.
    column: usize,
    lanes: [u8; LANES],
}

/// A lattice row next to the pixels.
#[derive(Clone, Copy, Default)]
struct Next {
    /// How far its cells are at least.
    gap: f32,
    /// Its number, which of the rows next to the pixels it is, and how many rows of cells it lies from theirs.
    row: usize,
    number: usize,
    y: i32,
}

/// The pixels of a strip.
pub(super) struct PixelRow {
    pixels: Vec<Pixels>,
    /// Of each lattice row next to the pixels, for each pixel row, what the ways along y and z to its points make of a length.
    rests: [[Vec<f32>; TOGETHER]; NEXT],
}

impl PixelRow {
    /// Pixels with these fractions and spans.
    pub(super) fn new(noise: &Cellular<'_>, spans: &Spans, fractions: &[f32]) -> Self {
        let mut pixels = vec![];
        for (fractions, spans) in fractions.chunks(LANES).zip(spans.of.chunks(LANES)) {
            let units: Block = std::array::from_fn(|lane| fractions[lane.min(fractions.len() - 1)]);
            pixels.push(Pixels {
                centres: units.map(|fraction| noise.centre(fraction)),
                reach: units.map(cellular_reach),
                column: noise.radius() as usize + spans[0] as usize - 1,
                lanes: std::array::from_fn(|lane| (spans[lane.min(spans.len() - 1)] - spans[0]) as u8),
            });
        }
        Self { pixels, rests: [const { [const { vec![] }; TOGETHER] }; NEXT] }
    }

    /// Evaluates pixel rows of one row of cells, to whose pixels the lattice rows have gone, with these fractions on y and z; each row of the targets begins a
    /// stride after the last.
    #[inline(always)]
    pub(super) fn evaluate<S: Simd, const METRIC: u32, F: Found<S>>(
        &mut self,
        simd: S,
        (noise, features): (&Cellular<'_>, &mut FeatureRows<'_>),
        (mut of_y, of_z): (&[f32], f32),
        targets: &mut [Samples<'_>],
        mut first: usize,
    ) {
        while !of_y.is_empty() {
            let (noise, features) = (noise, &mut *features);
            // What has ways takes as many registers as several rows without.
            let done = if const { !F::HAS_WAYS }
                && let Some(of_y) = of_y.first_chunk::<TOGETHER>()
            {
                self.evaluate_together::<S, METRIC, F, TOGETHER>(simd, (noise, features), (of_y, of_z), targets, first)
            } else {
                self.evaluate_together::<S, METRIC, F, 1>(simd, (noise, features), (&[of_y[0]], of_z), targets, first)
            };
            (of_y, first) = (&of_y[done..], first + done);
        }
    }

    /// The same for so many rows together, which share what points are away along x. Gives their number.
    #[inline(always)]
    fn evaluate_together<S: Simd, const METRIC: u32, F: Found<S>, const ROWS: usize>(
        &mut self,
        simd: S,
        (noise, features): (&Cellular<'_>, &mut FeatureRows<'_>),
        (of_y, of_z): (&[f32; ROWS], f32),
        targets: &mut [Samples<'_>],
        first: usize,
    ) -> usize {
        let (mut rows, count) = self.next::<S, METRIC>(simd, (noise, features), (of_y, of_z));
        if !F::HAS_WAYS {
            rows[..count].sort_unstable_by(|a, b| a.gap.total_cmp(&b.gap));
        }
        let reach = of_y.map(|of_y| min(cellular_reach(of_y), cellular_reach(of_z)));
        for (pixels, pixel) in self.pixels.iter().zip((0..).step_by(LANES)) {
            let lanes = words(simd, &pixels.lanes);
            let centre = load(simd, &pixels.centres);
            let columns = [from_centre(-1, centre), from_centre(0, centre), from_centre(1, centre)];
            let mut all = [F::none(simd); ROWS];
            for (number, next) in rows[..count].iter().enumerate() {
                // The first are seldom far enough. They come in the order of their gaps, or in that of the shader's search.
                if number >= SELDOM_FAR {
                    let mut limit = all[0].limit();
                    for found in &all[1..] {
                        limit = max(limit, found.limit());
                    }
                    if !any(less(f32x16::splat(simd, next.gap), limit)) {
                        if F::HAS_WAYS {
                            continue;
                        }
                        break;
                    }
                }
                let row = features.row(next.row);
                let range = pixels.column..pixels.column + LANES + 2;
                let (points, hashes, rests) = (&row.x[range.clone()], &row.hashes[range.clone()], &self.rests[next.number]);
                for (at, column) in columns.into_iter().enumerate() {
                    let way = cellular_way(pick(simd, f32x16::from_slice(simd, &points[at..at + LANES]), lanes), column);
                    let part = cellular_part(METRIC, way);
                    let tag = if F::HAS_TAGS { picked(simd, &hashes[at..at + LANES], lanes) } else { lanes };
                    for (pixel_row, (found, rests)) in all.iter_mut().zip(rests).enumerate() {
                        let mut ways = [way; 3];
                        if F::HAS_WAYS {
                            let from_centre = from_centre(next.y, f32x16::splat(simd, noise.centre(of_y[pixel_row])));
                            let (y, z) = (&row.y[range.clone()][at..at + LANES], &row.ways_z[range.clone()][at..at + LANES]);
                            let way_y = cellular_way(pick(simd, f32x16::from_slice(simd, y), lanes), from_centre);
                            ways = [way, way_y, pick(simd, f32x16::from_slice(simd, z), lanes)];
                        }
                        let at = pixels.column + at;
                        let rest = pick(simd, f32x16::from_slice(simd, &rests[at..at + LANES]), lanes);
                        *found = found.with(cellular_joined(METRIC, part, rest), tag, ways);
                    }
                }
            }
            for (row, mut found) in all.into_iter().enumerate() {
                let beyond = cellular_beyond(METRIC, min(load(simd, &pixels.reach), f32x16::splat(simd, reach[row])));
                if any(less(beyond, found.limit())) {
                    found = pixels.beyond::<S, METRIC, F>(simd, noise, features, [of_y[row], of_z], found);
                }
                for (target, output) in targets.iter_mut().zip(found.outputs(noise)) {
                    put(&mut target.slice[(first + row) * target.stride..][..target.count][pixel..], settled(output));
                }
            }
        }
        ROWS
    }

    /// Finds what points of the lattice rows next to the pixels are away on y and z. Gives the rows, in the order of the shader's search.
    #[inline(always)]
    fn next<S: Simd, const METRIC: u32>(
        &mut self,
        simd: S,
        (noise, features): (&Cellular<'_>, &mut FeatureRows<'_>),
        (of_y, of_z): (&[f32], f32),
    ) -> ([Next; NEXT], usize) {
        let mut rows = [Next::default(); NEXT];
        let mut count = 0;
        for plane in noise.planes(1) {
            for row in -1..=1 {
                let next = Next { gap: f32::INFINITY, row: features.number(simd, row, plane), number: count, y: row };
                rows[count] = next;
                let points = features.row(next.row);
                for (of_y, rests) in of_y.iter().zip(&mut self.rests[count]) {
                    let gap = cellular_length(METRIC, 0.0, cellular_gap(row as f32, *of_y), cellular_gap(plane as f32, of_z));
                    rows[count].gap = min(rows[count].gap, gap);
                    rests.resize(features.columns(), 0.0);
                    let from_centre = from_centre(row, f32x16::splat(simd, noise.centre(*of_y)));
                    let parts = points.y.as_chunks::<LANES>().0.iter().zip(points.z.as_chunks().0);
                    for (rest, (y, z)) in rests.as_chunks_mut::<LANES>().0.iter_mut().zip(parts) {
                        let part = cellular_part(METRIC, cellular_way(load(simd, y), from_centre));
                        *rest = cellular_joined(METRIC, part, load(simd, z)).into();
                    }
                }
                count += 1;
            }
        }
        (rows, count)
    }
}

impl Pixels {
    /// With the points beyond the next cells.
    #[inline(never)]
    fn beyond<S: Simd, const METRIC: u32, F: Found<S>>(
        &self,
        simd: S,
        noise: &Cellular<'_>,
        features: &FeatureRows<'_>,
        [of_y, of_z]: [f32; 2],
        mut found: F,
    ) -> F {
        let radius = noise.radius();
        simd.vectorize(
            #[inline(always)]
            || {
                let zero = f32x16::splat(simd, 0.0);
                let lanes = words(simd, &self.lanes);
                let centre = load(simd, &self.centres);
                let centre_y = f32x16::splat(simd, noise.centre(of_y));
                for plane in noise.planes(radius) {
                    for row in -radius..=radius {
                        let is_next = row.abs() <= 1 && plane.abs() <= 1;
                        let gap_x = if is_next { rounded(load(simd, &self.reach) + f32x16::splat(simd, 1.0)) } else { zero };
                        let [gap_y, gap_z] = [cellular_gap(row as f32, of_y), cellular_gap(plane as f32, of_z)];
                        let gap = cellular_length(METRIC, gap_x, f32x16::splat(simd, gap_y), f32x16::splat(simd, gap_z));
                        if !any(less(gap, found.limit())) {
                            continue;
                        }
                        let from_centre_y = from_centre(row, centre_y);
                        let [mut x, mut ways_y, mut ways_z, mut rests] = [[[0.0; LANES]; 2]; 4];
                        let mut hashes = [[0; LANES]; 2];
                        let points = features.points(simd, row, plane, self.column + 1 - radius as usize);
                        for (half, points) in points.into_iter().enumerate() {
                            x[half] = points.x.into();
                            let way_y = cellular_way(points.y, from_centre_y);
                            let part = cellular_part(METRIC, way_y);
                            (ways_y[half], ways_z[half]) = (way_y.into(), points.way_z.into());
                            rests[half] = cellular_joined(METRIC, part, points.z).into();
                            hashes[half] = points.hash.into();
                        }
                        for (column, at) in (-radius..=radius).zip(0..) {
                            if is_next && column.abs() <= 1 {
                                continue;
                            }
                            let range = at..at + LANES;
                            let mut picks = [zero; 4];
                            for (pick, from) in picks.iter_mut().zip([&x, &rests, &ways_y, &ways_z]) {
                                *pick = lanes::pick(simd, f32x16::from_slice(simd, &from.as_flattened()[range.clone()]), lanes);
                            }
                            let [offset, rest, way_y, way_z] = picks;
                            let tag = if F::HAS_TAGS { picked(simd, &hashes.as_flattened()[range], lanes) } else { lanes };
                            let way = cellular_way(offset, from_centre(column, centre));
                            found = found.with(cellular_joined(METRIC, cellular_part(METRIC, way), rest), tag, [way, way_y, way_z]);
                        }
                    }
                }
            },
        );
        found
    }
}

/// The words that lanes name.
#[inline(always)]
fn picked<S: Simd>(simd: S, from: &[u32], lanes: u32x16<S>) -> u32x16<S> {
    pick(simd, u32x16::from_slice(simd, from).float(), lanes).bits()
}
