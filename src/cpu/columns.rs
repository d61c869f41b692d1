//! Noise over a grid, sixteen rows side by side, pixel column after pixel column. `regions.rs` calls it.
//!
//! The lanes are rows, so all that a lattice cell shares along a row stays in registers from its first pixel to its last: no lane looks up another's,
//! as in `rows.rs`, and what becomes of the noise is computed in the same lanes. It pays where there is enough of that to one turning of columns into rows.

use std::num::Wrapping;
use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u8x16, u32x16};

use super::column_forms::{Forms, InPlane, InSpace, Local, MOST_NUMBERS, Pixel, SteepPixel};
use super::corners::Noise;
use super::gradients::{Gradients, KeptPlanes};
use super::planes::{Hashes, PlanesAround, hashed_columns};
use super::registers::Vector;
use super::rows::local;
use super::strip::At;
use crate::spans::Spans;
use crate::value::hash::{LATTICE_X, LATTICE_Y, TABLE};
use crate::value::lanes::{Block, LANES, load, padded, pick};
use crate::value::lattice::{Coordinate, cell_after, eased, eased_slope, unit};
use crate::value::number::Lanes as _;
use crate::value::strict::settled;

/// Which lattice rows lie around up to sixteen pixel rows.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Around {
    /// Those of the points, from one to the next without a gap: of each pixel row the one below and the one above.
    Shared { below: [u32; LANES], above: [u32; LANES] },
    /// The same, of which the one above the last pixel row is no longer among the points: each pixel row lies between two of its own.
    Next(u32),
    /// Below each pixel row that of the points, above it one of these, for lattice rows are left out between.
    Apart([u32; LANES]),
}

/// Lattice rows, and the lattice plane below z.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    points: [u32; LANES],
    around: Around,
    z: Wrapping<u32>,
}

/// The other coordinates than x of up to sixteen rows.
#[derive(Clone, Copy)]
pub(super) struct Group {
    place: Place,
    y: Block,
    z: Coordinate,
}

impl Group {
    /// The rows with these coordinates on y, on a lattice axis with a period.
    pub(super) fn new(rows: &[[u32; 2]], period: u32, z: Coordinate) -> Self {
        let next = |cell: u32| cell_after(Wrapping(cell), period).0;
        let (mut points, mut below, mut y) = ([0; LANES], [0; LANES], [0.0; LANES]);
        let (mut cell, mut point) = (rows[0][0], 0);
        points[0] = cell;
        let mut is_gapless = true;
        for (row, &[lower, fraction]) in rows.iter().enumerate() {
            if lower != cell {
                is_gapless &= lower == next(cell);
                (cell, point) = (lower, point + 1);
                points[point] = cell;
            }
            below[row] = point as u32;
            y[row] = unit(Wrapping(fraction));
        }
        // The lanes left over repeat the last row.
        let last = rows.len() - 1;
        let highest = y[last];
        y[last..].fill(highest);
        below[last..].fill(point as u32);
        let around = if !is_gapless {
            points = std::array::from_fn(|row| rows[row.min(last)][0]);
            Around::Apart(points.map(next))
        } else if let Some(above) = points.get_mut(point + 1) {
            *above = next(cell);
            Around::Shared { below, above: below.map(|point| point + 1) }
        } else {
            Around::Next(next(cell))
        };
        Self { place: Place { points, around, z: z.cell }, y, z }
    }
}

/// One octave of one basis over a strip of a grid.
pub(super) struct Columns<'a> {
    noise: Noise<'a>,
    gradients: Gradients,
    pixels: Vec<Pixel>,
    /// Empty until derivatives are asked for.
    steep_pixels: Vec<SteepPixel>,
    /// The span of each pixel, which is the number of the lattice column to its left, and where the pixels of each span end.
    spans: Vec<u32>,
    ends: Vec<u32>,
    /// The lattice points on x, and of the table p[x] of each; the number of that to the right of the first cell.
    cells: Vec<u32>,
    hashed: Vec<u8>,
    upper: usize,
    /// The low bytes of the hashes, for each lattice column in sixteen lattice rows, then those of all columns in the last lattice row or of each column in
    /// the sixteen above; at the lattice planes below and above.
    hashes: Hashes,
    /// The rows that were gone to last, the fades of their local y, and in three dimensions what is picked from around their z.
    group: Option<(At, Group)>,
    fades: Block,
    planes: KeptPlanes,
    /// The numbers of columns in the last lattice row, each of all columns.
    last: [Vec<Vector>; MOST_NUMBERS],
}

impl<'a> Columns<'a> {
    /// Whether there are columns of a basis: Perlin noise in two or three dimensions. Value noise is faster in rows, since all of a hash counts.
    pub(super) fn exist_of(noise: &Noise<'_>) -> bool {
        noise.gradients().is_some()
    }

    /// The columns of a strip, with the entries of its pixels on x and their period, if there are any.
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>, (entries, period): (&[[u32; 2]], u32)) -> Option<Self> {
        let gradients = noise.gradients()?;
        let Spans { of, points: cells, upper, .. } = Spans::new(entries, period);
        let count = entries.len();
        let mut pixels = Vec::with_capacity(count.next_multiple_of(LANES));
        for entries in entries.chunks(LANES) {
            let [x, t] = local(simd, noise.interpolation, entries);
            pixels.extend(x.into_iter().zip(t).map(<[f32; 2]>::from));
        }
        pixels.truncate(count);
        let starts = of.windows(2).zip(1..).filter(|(of, _)| of[0] != of[1]).map(|(_, pixel)| pixel);
        let ends = starts.chain([count as u32]).collect();
        let hashed = hashed_columns(simd, noise.hash, &cells);
        let (steep_pixels, hashes, last) = (vec![], Hashes::new(0), [const { vec![] }; MOST_NUMBERS]);
        Some(Self {
            noise,
            gradients,
            pixels,
            steep_pixels,
            spans: of,
            ends,
            cells,
            hashed,
            upper,
            hashes,
            group: None,
            fades: [0.0; LANES],
            planes: KeptPlanes::default(),
            last,
        })
    }

    /// Goes to other rows, and finds what is at their lattice points where that is not what was found last.
    #[inline(always)]
    pub(super) fn go_to<S: Simd>(&mut self, simd: S, at: At, group: impl FnOnce() -> Group) {
        if self.group.as_ref().is_none_or(|(here, _)| *here != at) {
            let group = group();
            simd.vectorize(
                #[inline(always)]
                || {
                    self.fades = eased(self.noise.interpolation, load(simd, &group.y)).into();
                    if self.noise.dimensions == 3 {
                        self.planes = self.gradients.around(simd, group.z.fraction, self.noise.interpolation);
                    }
                },
            );
            let is_found = self.group.replace((at, group)).is_some_and(|(_, before)| before.place == group.place);
            if !is_found {
                self.find(simd, &group);
            }
        }
    }

    /// Each value of some pixels becomes a function of what it was and of the noise, in the rows gone to.
    #[inline(always)]
    pub(super) fn add<S: Simd>(
        &mut self,
        simd: S,
        here: Range<usize>,
        values: &mut [Vector],
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        let local = self.local(simd);
        let Self { noise, gradients, pixels, spans, ends, cells, upper, hashes, last, group, planes, .. } = self;
        let Some((_, group)) = group else { return };
        let run = Run::new(simd, group, (pixels, spans, ends), here, [cells.len(), *upper]);
        let [lower, higher] = hashes.blocks();
        if noise.dimensions == 2 {
            run.sweep::<_, 2, 1>(
                InPlane { simd, plane: gradients.in_plane(simd), hashes: lower, local },
                last,
                [values],
                #[inline(always)]
                |[value], [noise]| [combine(value, noise)],
            );
        } else {
            let planes = gradients.between(simd, planes);
            run.sweep::<_, 3, 1>(
                InSpace { simd, planes, hashes: [lower, higher], local },
                last,
                [values],
                #[inline(always)]
                |[value], [noise]| [combine(value, noise)],
            );
        }
    }

    /// The derivatives of the noise along its lattice axes at some pixels, settled.
    #[inline(always)]
    pub(super) fn slopes<S: Simd>(&mut self, simd: S, here: Range<usize>, slopes: &mut [Vec<Vector>]) {
        if self.steep_pixels.is_empty() {
            self.find_steep_pixels(simd);
        }
        let local = self.local(simd);
        let Self { gradients, steep_pixels: pixels, spans, ends, cells, upper, hashes, last, group, planes, .. } = self;
        let Some((_, group)) = group else { return };
        let run = Run::new(simd, group, (pixels, spans, ends), here, [cells.len(), *upper]);
        let [lower, higher] = hashes.blocks();
        match slopes {
            [x, y] => run.sweep::<_, 2, 2>(
                InPlane { simd, plane: gradients.in_plane(simd), hashes: lower, local },
                last,
                [x, y],
                #[inline(always)]
                |_, [x, y]| [settled(x), settled(y)],
            ),
            [x, y, z] => {
                let planes = gradients.between(simd, planes);
                run.sweep::<_, 6, 3>(
                    InSpace { simd, planes, hashes: [lower, higher], local },
                    last,
                    [x, y, z],
                    #[inline(always)]
                    |_, [x, y, z]| [settled(x), settled(y), settled(z)],
                );
            }
            _ => unreachable!("columns have two dimensions or three"),
        }
    }

    #[inline(never)]
    fn find_steep_pixels<S: Simd>(&mut self, simd: S) {
        simd.vectorize(
            #[inline(always)]
            || {
                for pixels in self.pixels.chunks(LANES) {
                    let mut x = [0.0; LANES];
                    for (x, [local, _]) in x.iter_mut().zip(pixels) {
                        *x = *local;
                    }
                    let dt: Block = eased_slope(self.noise.interpolation, load(simd, &x)).into();
                    self.steep_pixels.extend(pixels.iter().zip(dt).map(|(&[x, t], dt)| [x, t, dt]));
                }
            },
        );
    }

    #[inline(always)]
    fn local<S: Simd>(&self, simd: S) -> Local<S> {
        let rows = self.group.as_ref().map_or([0.0; LANES], |(_, group)| group.y);
        Local { y: load(simd, &rows), t: load(simd, &self.fades), interpolation: self.noise.interpolation }
    }

    /// Finds what is at the lattice points of a group.
    ///
    /// It is compiled by itself, once for every way to combine: what it keeps on the stack would take registers from the loop over pixels.
    #[inline(never)]
    fn find<S: Simd>(&mut self, simd: S, group: &Group) {
        // As much as is read of the column after the last, too.
        self.hashes.resize(match group.place.around {
            Around::Shared { .. } => (self.cells.len() + 1) * LANES,
            Around::Next(_) => self.cells.len() * LANES + self.hashed.len() + LANES,
            Around::Apart(_) => (2 * self.cells.len() + 1) * LANES,
        });
        simd.vectorize(
            #[inline(always)]
            || find_hashes(simd, &self.noise, group, &self.cells, &self.hashed, &mut self.hashes),
        );
    }
}

/// Finds the hashes of lattice points.
#[inline(always)]
fn find_hashes<S: Simd>(simd: S, noise: &Noise<'_>, Group { place, z, .. }: &Group, cells: &[u32], hashed: &[u8], hashes: &mut Hashes) {
    let planes = PlanesAround::new(noise.hash, noise.dimensions, *z);
    let points = cells.len() * LANES;
    if noise.hash.kind == TABLE {
        hashes.by_table(
            simd,
            planes,
            #[inline(always)]
            |sums| {
                let (of_points, rest) = sums.split_at_mut(points);
                let column = |sums: &mut [u8], y: &[u32; LANES]| {
                    let y = u8x16::load_array(simd, y.map(|y| y as u8));
                    for (sums, x) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(hashed) {
                        *sums = (u8x16::splat(simd, *x) + y).into();
                    }
                };
                column(of_points, &place.points);
                match &place.around {
                    Around::Shared { .. } => {}
                    Around::Next(y) => {
                        for (sum, x) in rest.iter_mut().zip(hashed) {
                            *sum = x.wrapping_add(*y as u8);
                        }
                    }
                    Around::Apart(above) => column(&mut rest[..points], above),
                }
            },
        );
        return;
    }
    let column = |hashes: &mut Hashes, y: &[u32; LANES], first: usize| {
        let y = u32x16::load_array_ref(simd, y);
        let y = y * y.word(LATTICE_Y);
        hashes.by_lattice(
            planes,
            first..first + cells.len(),
            #[inline(always)]
            |column| y ^ cells[column].wrapping_mul(LATTICE_X),
        );
    };
    column(hashes, &place.points, 0);
    match &place.around {
        Around::Shared { .. } => {}
        Around::Next(y) => {
            let y = y.wrapping_mul(LATTICE_Y);
            hashes.by_lattice(
                planes,
                cells.len()..cells.len() + cells.len().div_ceil(LANES),
                #[inline(always)]
                |block| {
                    let x = u32x16::load_array(simd, padded(&cells[block * LANES..cells.len().min((block + 1) * LANES)]));
                    (x * x.word(LATTICE_X)) ^ y
                },
            );
        }
        Around::Apart(above) => column(hashes, above, cells.len()),
    }
}

/// One way over the pixels of [`Columns`].
struct Run<'c, S, P> {
    simd: S,
    group: &'c Group,
    /// The number of the first, and all.
    start: usize,
    pixels: &'c [P],
    /// The span of the first and of the last, and where spans end, from the first on.
    first: usize,
    last: usize,
    ends: &'c [u32],
    /// The number of lattice columns, and the number of that to the right of the first cell.
    cells: usize,
    upper: usize,
}

/// How [`Run`] takes the lattice rows around pixel rows, each compiled by itself.
const SHARED: u8 = 0;
const NEXT: u8 = 1;
const APART: u8 = 2;

impl<'c, S: Simd, P: Copy> Run<'c, S, P> {
    /// Over a range of pixels, of which all are given with their spans and the ends of these.
    #[inline(always)]
    fn new(
        simd: S,
        group: &'c Group,
        (pixels, spans, ends): (&'c [P], &[u32], &'c [u32]),
        here: Range<usize>,
        [cells, upper]: [usize; 2],
    ) -> Self {
        let (first, last) = (spans[here.start] as usize, spans[here.end - 1] as usize);
        Self { simd, group, start: here.start, pixels: &pixels[here], first, last, ends: &ends[first..=last], cells, upper }
    }

    /// Once a lattice column its forms in all rows, once a pixel column their blend.
    #[inline(always)]
    fn sweep<F: Forms<S, N, M, Pixel = P>, const N: usize, const M: usize>(
        &self,
        forms: F,
        last: &mut [Vec<Vector>; MOST_NUMBERS],
        values: [&mut [Vector]; M],
        combine: impl Fn([f32x16<S>; M], [f32x16<S>; M]) -> [f32x16<S>; M] + Copy,
    ) {
        match self.group.place.around {
            Around::Shared { .. } => self.sweep_as::<F, N, M, SHARED>(forms, last, values, combine),
            Around::Next(_) => {
                self.find_last(forms, last);
                self.sweep_as::<F, N, M, NEXT>(forms, last, values, combine);
            }
            Around::Apart(_) => self.sweep_as::<F, N, M, APART>(forms, last, values, combine),
        }
    }

    #[inline(always)]
    fn sweep_as<F: Forms<S, N, M, Pixel = P>, const N: usize, const M: usize, const AROUND: u8>(
        &self,
        forms: F,
        last: &[Vec<Vector>; MOST_NUMBERS],
        values: [&mut [Vector]; M],
        combine: impl Fn([f32x16<S>; M], [f32x16<S>; M]) -> [f32x16<S>; M] + Copy,
    ) {
        let simd = self.simd;
        let mut of_last: [&[f32]; N] = [&[]; N];
        for (of_last, last) in of_last.iter_mut().zip(last) {
            *of_last = bytemuck::cast_slice(last);
        }
        let last = of_last;
        let none = [0; LANES];
        let (below, above) = if let Around::Shared { below, above } = &self.group.place.around { (below, above) } else { (&none, &none) };
        let (below, above) = (u32x16::load_array_ref(simd, below), u32x16::load_array_ref(simd, above));
        macro_rules! column {
            ($column:expr) => {
                self.column::<F, N, M, AROUND>(&forms, &last, [below, above], $column)
            };
        }
        macro_rules! pixel {
            ($pixel:expr, $cell:expr, $values:expr, $at:expr) => {{
                let mut before = [f32x16::splat(simd, 0.0); M];
                for (before, values) in before.iter_mut().zip(&$values) {
                    *before = values[$at].load(simd);
                }
                let after = combine(before, F::pixel(simd, $cell, $pixel));
                for (after, values) in after.into_iter().zip(&mut $values) {
                    values[$at].store(after);
                }
            }};
        }
        let count = self.pixels.len();
        let mut values = values.map(
            #[inline(always)]
            |values| &mut values[..count],
        );
        if self.upper == 1 && self.last - self.first + 1 == count {
            let (mut left, mut right) = (column!(self.first), column!(self.first + 1));
            for (at, pixel) in self.pixels.iter().enumerate() {
                let ahead = column!(self.first + at + 2);
                pixel!(pixel, F::cell(left, right), values, at);
                (left, right) = (right, ahead);
            }
            return;
        }
        let (mut pixels, mut start) = (self.pixels, self.start);
        macro_rules! pixels {
            ($end:expr, $forms:expr) => {{
                let forms = $forms;
                let here;
                (here, pixels) = pixels.split_at(($end as usize - start).min(pixels.len()));
                start = $end as usize;
                let mut of_cell: [&mut [Vector]; M] = values.each_mut().map(
                    #[inline(always)]
                    |values| values.split_off_mut(..here.len()).expect("a value for each pixel"),
                );
                for values in &mut of_cell {
                    *values = &mut std::mem::take(values)[..here.len()];
                }
                for (at, pixel) in here.iter().enumerate() {
                    pixel!(pixel, forms, of_cell, at);
                }
            }};
        }
        if self.upper != 1 {
            // Lattice columns are left out between cells, so each cell has two of its own.
            for (cell, &end) in (self.first..).zip(self.ends) {
                pixels!(end, F::cell(column!(cell), column!(self.upper + cell)));
            }
            return;
        }
        // The column after the next is found before the pixels, which don't wait for it.
        let (mut left, mut right) = (column!(self.first), column!(self.first + 1));
        for (cell, &end) in (self.first..).zip(self.ends) {
            let ahead = column!(cell + 2);
            pixels!(end, F::cell(left, right));
            (left, right) = (right, ahead);
        }
    }

    /// The forms of a lattice column.
    #[inline(always)]
    fn column<F: Forms<S, N, M>, const N: usize, const M: usize, const AROUND: u8>(
        &self,
        forms: &F,
        last: &[&[f32]; N],
        [below, above]: [u32x16<S>; 2],
        column: usize,
    ) -> F::Column {
        let simd = self.simd;
        let corner = forms.corner(column);
        let (mut lower, mut higher) = (corner, corner);
        match AROUND {
            SHARED => {
                for (lower, higher) in lower.iter_mut().zip(&mut higher) {
                    (*lower, *higher) = (pick(simd, *lower, below), pick(simd, *higher, above));
                }
            }
            NEXT => {
                for (higher, last) in higher.iter_mut().zip(last) {
                    *higher = higher.slide::<1>(f32x16::splat(simd, last[column]));
                }
            }
            _ => higher = forms.corner(self.cells + column),
        }
        forms.column(lower, higher)
    }

    /// The numbers of columns in the last lattice row: of those around the pixels, and of one more; of all where some are left out.
    #[inline(always)]
    fn find_last<F: Forms<S, N, M>, const N: usize, const M: usize>(&self, forms: F, last: &mut [Vec<Vector>; MOST_NUMBERS]) {
        for last in &mut last[..N] {
            last.resize((self.cells + 1).div_ceil(LANES), Vector::ZERO);
        }
        let blocks = if self.upper == 1 { self.first / LANES..(self.last + 3).div_ceil(LANES) } else { 0..self.cells.div_ceil(LANES) };
        for block in blocks {
            for (last, values) in last.iter_mut().zip(forms.corner(self.cells + block)) {
                last[block].store(values);
            }
        }
    }
}
