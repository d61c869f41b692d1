//! Noise over a grid, sixteen rows side by side, pixel column after pixel column. `regions.rs` calls it.
//!
//! The lanes are rows, so all that a lattice cell shares along a row stays in registers from its first pixel to its last: no lane looks up another's,
//! as in `rows.rs`, and what becomes of the noise is computed in the same lanes. It pays where there is enough of that to one turning of columns into rows.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u8x16, u32x16};

use super::column_forms::{
    Forms, Found, InPlane, InSpace, Local, MOST_NUMBERS, MOST_PAIRS, OfCell, Pixel, SteepPixel, between, columns_of,
};
use super::corners::Noise;
use super::gradients::{Gradients, KeptPlanes};
use super::groups::{Around, Group};
use super::planes::{Hashes, PlanesAround, hashed_columns};
use super::registers::Vector;
use super::rows::local;
use super::strip::At;
use crate::spans::Spans;
use crate::value::hash::{LATTICE_X, LATTICE_Y, TABLE};
use crate::value::lanes::{Block, LANES, load, padded, pick};
use crate::value::lattice::{eased, eased_slope};
use crate::value::number::Lanes as _;
use crate::value::perlin::{PerlinCell, PerlinColumn};
use crate::value::strict::settled;

/// How many cells' lattice columns are found at a time.
const CELLS: usize = 64;

/// Where cells have fewer pixels than this, lattice columns are not kept for the pixels: each cell's are made as soon as its own two are there.
const NARROW: usize = 2;

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
        let (steep_pixels, hashes) = (vec![], Hashes::new(0));
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

    /// M values of each of some pixels become a function of what they were and of the noise, in the rows gone to.
    #[inline(always)]
    pub(super) fn add<S: Simd, const M: usize>(
        &self,
        simd: S,
        found: &mut Found,
        here: Range<usize>,
        values: [&mut [Vector]; M],
        combine: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; M] + Copy,
    ) {
        self.sweep::<_, _, 1, M>(
            simd,
            (&self.pixels[..], found),
            here,
            values,
            #[inline(always)]
            |values, [noise]| combine(values, noise),
        );
    }

    /// The derivatives of the noise along its lattice axes at some pixels, settled.
    #[inline(always)]
    pub(super) fn slopes<S: Simd>(&mut self, simd: S, found: &mut Found, here: Range<usize>, slopes: &mut [Vec<Vector>]) {
        if self.steep_pixels.is_empty() {
            self.find_steep_pixels(simd);
        }
        let pixels = &self.steep_pixels[..];
        match slopes {
            [x, y] => self.sweep::<_, _, 2, 2>(
                simd,
                (pixels, found),
                here,
                [x, y],
                #[inline(always)]
                |_, [x, y]| [settled(x), settled(y)],
            ),
            [x, y, z] => self.sweep::<_, _, 3, 3>(
                simd,
                (pixels, found),
                here,
                [x, y, z],
                #[inline(always)]
                |_, [x, y, z]| [settled(x), settled(y), settled(z)],
            ),
            _ => unreachable!("columns have two dimensions or three"),
        }
    }

    /// Goes over pixels: what cells hold is found for some cells at a time, then of each pixel its values.
    #[inline(always)]
    fn sweep<S: Simd, P: OfCell<C>, const C: usize, const M: usize>(
        &self,
        simd: S,
        (pixels, found): (&[P], &mut Found),
        here: Range<usize>,
        values: [&mut [Vector]; M],
        combine: impl Fn([f32x16<S>; M], [f32x16<S>; C]) -> [f32x16<S>; M] + Copy,
    ) {
        let (first, last) = (self.spans[here.start] as usize, self.spans[here.end - 1] as usize);
        let (mut start, mut pixels) = (here.start, &pixels[here.clone()]);
        let mut values = values.map(
            #[inline(always)]
            |values| &mut values[..here.len()],
        );
        macro_rules! take {
            ($count:expr) => {{
                let (taken, rest) = pixels.split_at($count);
                pixels = rest;
                let mut values: [&mut [Vector]; M] = values.each_mut().map(
                    #[inline(always)]
                    |values| values.split_off_mut(..taken.len()).expect("a value for each pixel"),
                );
                for values in &mut values {
                    *values = &mut std::mem::take(values)[..taken.len()];
                }
                (taken, values)
            }};
        }
        macro_rules! evaluate {
            ($values:expr, $at:expr, $noise:expr) => {{
                let mut before = [f32x16::splat(simd, 0.0); M];
                for (before, values) in before.iter_mut().zip(&$values) {
                    *before = values[$at].load(simd);
                }
                for (after, values) in combine(before, $noise).into_iter().zip(&mut $values) {
                    values[$at].store(after);
                }
            }};
        }
        for (number, ends) in self.ends[first..=last].chunks(CELLS).enumerate() {
            let first = first + number * CELLS;
            let cells = first..first + ends.len();
            let end = (ends[ends.len() - 1] as usize).min(here.end);
            if end - start < NARROW * ends.len() {
                let (pixels, mut values) = take!(end - start);
                self.find_cells::<S, P, C, true>(simd, cells, (pixels, start), found);
                let noise = found.values::<C>(pixels.len());
                for at in 0..pixels.len() {
                    let mut own = [f32x16::splat(simd, 0.0); C];
                    for (own, noise) in own.iter_mut().zip(&noise) {
                        *own = noise[at].load(simd);
                    }
                    evaluate!(values, at, own);
                }
            } else {
                self.find_cells::<S, P, C, false>(simd, cells, (&[], start), found);
                let cells = found.cells::<C>(ends.len());
                let mut right = columns_of(simd, &cells, 0, 0);
                for (cell, &end) in ends.iter().enumerate() {
                    let end = (end as usize).min(here.end);
                    let (pixels, mut values) = take!(end - start);
                    start = end;
                    let left = if found.right == 1 { right } else { columns_of(simd, &cells, 0, cell) };
                    right = columns_of(simd, &cells, 1, cell);
                    let cell = between(simd, left, right);
                    for at in 0..pixels.len() {
                        evaluate!(values, at, pixels[at].values(simd, cell));
                    }
                }
            }
            start = end;
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
    /// It is compiled by itself: what it keeps on the stack would take registers from the loop over pixels.
    #[inline(never)]
    fn find<S: Simd>(&mut self, simd: S, group: &Group) {
        self.hashes.resize(match group.place.around {
            Around::Shared { .. } => self.cells.len() * LANES,
            Around::Next(_) => self.cells.len() * LANES + self.hashed.len(),
            Around::Apart(_) => 2 * self.cells.len() * LANES,
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
                sum_columns(simd, hashed, &place.points, of_points);
                match &place.around {
                    Around::Shared { .. } => {}
                    Around::Next(y) => {
                        for (sum, x) in rest.iter_mut().zip(hashed) {
                            *sum = x.wrapping_add(*y as u8);
                        }
                    }
                    Around::Apart(above) => sum_columns(simd, hashed, above, &mut rest[..points]),
                }
            },
        );
        return;
    }
    hash_columns(simd, planes, cells, &place.points, 0, hashes);
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
        Around::Apart(above) => hash_columns(simd, planes, cells, above, cells.len(), hashes),
    }
}

/// Writes the sums p[x] + y of sixteen lattice rows in each lattice column.
#[inline(always)]
fn sum_columns<S: Simd>(simd: S, hashed: &[u8], rows: &[u32; LANES], sums: &mut [u8]) {
    let y = u8x16::load_array(simd, rows.map(|y| y as u8));
    for (sums, x) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(hashed) {
        *sums = (u8x16::splat(simd, *x) + y).into();
    }
}

/// Writes the lattice hashes of sixteen lattice rows in each lattice column, from a block of the hashes on.
#[inline(always)]
fn hash_columns<S: Simd>(simd: S, planes: PlanesAround<'_>, cells: &[u32], rows: &[u32; LANES], first: usize, hashes: &mut Hashes) {
    let y = u32x16::load_array_ref(simd, rows);
    let y = y * y.word(LATTICE_Y);
    hashes.by_lattice(
        planes,
        first..first + cells.len(),
        #[inline(always)]
        |column| y ^ cells[column].wrapping_mul(LATTICE_X),
    );
}

/// How [`Columns::find_cells`] takes the lattice rows around pixel rows, each compiled by itself.
const SHARED: u8 = 0;
const NEXT: u8 = 1;
const APART: u8 = 2;

/// The lattice columns of a group, of whose points N numbers are kept.
struct Lattice<'c, S: Simd, F, const N: usize, const AROUND: u8> {
    simd: S,
    forms: &'c F,
    /// Where they are shared, the points below and above each pixel row.
    below: u32x16<S>,
    above: u32x16<S>,
    /// The numbers of columns in the next lattice row.
    last: [&'c [f32]; N],
    /// Where lattice rows lie apart, the place of the upper ones after the lower ones.
    apart: usize,
}

impl<S: Simd, F, const N: usize, const AROUND: u8> Lattice<'_, S, F, N, AROUND> {
    /// The forms of a column.
    #[inline(always)]
    fn column<const M: usize>(&self, column: usize) -> [PerlinColumn<f32x16<S>>; M]
    where
        F: Forms<S, N, M>,
    {
        let Self { simd, forms, below, above, last, apart } = self;
        let corner = forms.corner(column);
        let (mut lower, mut higher) = (corner, corner);
        match AROUND {
            SHARED => {
                for (lower, higher) in lower.iter_mut().zip(&mut higher) {
                    (*lower, *higher) = (pick(*simd, *lower, *below), pick(*simd, *higher, *above));
                }
            }
            NEXT => {
                for (higher, last) in higher.iter_mut().zip(last) {
                    *higher = higher.slide::<1>(f32x16::splat(*simd, last[column]));
                }
            }
            _ => higher = forms.corner(apart + column),
        }
        forms.column(lower, higher)
    }
}

impl Columns<'_> {
    /// Finds the C forms of the lattice columns around some cells, or where cells are narrow what their pixels make of them; the first pixel's number stands
    /// beside them. It is compiled by itself, once for all that is made of the noise.
    #[inline(never)]
    fn find_cells<S: Simd, P: OfCell<C>, const C: usize, const IS_NARROW: bool>(
        &self,
        simd: S,
        cells: Range<usize>,
        pixels: (&[P], usize),
        found: &mut Found,
    ) {
        let Some((_, group)) = &self.group else { return };
        let [lower, higher] = self.hashes.blocks();
        simd.vectorize(
            #[inline(always)]
            || {
                let (around, local) = (&group.place.around, self.local(simd));
                // Derivatives have a form more than there are lattice axes to blend.
                if C == 2 || C == 1 && self.noise.dimensions == 2 {
                    let forms = InPlane { simd, plane: self.gradients.in_plane(simd), hashes: lower, local };
                    if C == 1 {
                        self.find_around::<_, _, P, 2, 1, C, IS_NARROW>(simd, around, &forms, cells, pixels, found);
                    } else {
                        self.find_around::<_, _, P, 2, 2, C, IS_NARROW>(simd, around, &forms, cells, pixels, found);
                    }
                } else {
                    let planes = self.gradients.between(simd, &self.planes);
                    let forms = InSpace { simd, planes, hashes: [lower, higher], local };
                    if C == 1 {
                        self.find_around::<_, _, P, 3, 1, C, IS_NARROW>(simd, around, &forms, cells, pixels, found);
                    } else {
                        self.find_around::<_, _, P, 6, 3, C, IS_NARROW>(simd, around, &forms, cells, pixels, found);
                    }
                }
            },
        );
    }

    #[inline(always)]
    fn find_around<S: Simd, F: Forms<S, N, M>, P: OfCell<C>, const N: usize, const M: usize, const C: usize, const IS_NARROW: bool>(
        &self,
        simd: S,
        around: &Around,
        forms: &F,
        cells: Range<usize>,
        pixels: (&[P], usize),
        found: &mut Found,
    ) {
        macro_rules! find {
            ($around:ident, $rows:expr) => {{
                let [below, above] = $rows.map(
                    #[inline(always)]
                    |rows| u32x16::load_array_ref(simd, rows),
                );
                let mut last: [&[f32]; N] = [&[]; N];
                for (last, found) in last.iter_mut().zip(&found.last) {
                    *last = bytemuck::cast_slice(found);
                }
                let lattice = Lattice::<S, F, N, $around> { simd, forms, below, above, last, apart: self.cells.len() };
                if IS_NARROW {
                    self.find_values::<S, F, P, N, M, C, $around>(&lattice, cells, pixels, &mut found.values);
                } else {
                    found.right = self.find_columns::<S, F, N, M, $around>(&lattice, cells, &mut found.pairs);
                }
            }};
        }
        match around {
            Around::Shared { below, above } => find!(SHARED, [below, above]),
            Around::Next(_) => {
                self.find_last::<S, F, N, M>(forms, &cells, &mut found.last);
                find!(NEXT, [&[0; LANES]; 2]);
            }
            Around::Apart(_) => find!(APART, [&[0; LANES]; 2]),
        }
    }

    /// Keeps the lattice columns around cells, and gives how many places after that of a cell's left one its right one lies.
    #[inline(always)]
    fn find_columns<S: Simd, F: Forms<S, N, M>, const N: usize, const M: usize, const AROUND: u8>(
        &self,
        lattice: &Lattice<'_, S, F, N, AROUND>,
        cells: Range<usize>,
        kept: &mut [Vec<[Vector; 2]>; MOST_PAIRS],
    ) -> usize {
        // Where lattice columns are left out between cells, each cell has two of its own: the right ones follow the left ones.
        let (sides, count) = if self.upper == 1 { (1, cells.len() + 1) } else { (2, cells.len()) };
        for kept in &mut kept[..M] {
            kept.resize((sides * count).max(kept.len()), [Vector::ZERO; 2]);
        }
        for side in 0..sides {
            let first = cells.start + side * self.upper;
            let mut pairs: [&mut [[Vector; 2]]; M] = std::array::from_fn(|_| Default::default());
            for (pairs, kept) in pairs.iter_mut().zip(&mut *kept) {
                *pairs = &mut kept[side * count..][..count];
            }
            for place in 0..count {
                for (pair, pairs) in lattice.column(first + place).into_iter().zip(&mut pairs) {
                    let [a, b] = &mut pairs[place];
                    a.store(pair.a);
                    b.store(pair.b);
                }
            }
        }
        if self.upper == 1 { 1 } else { count }
    }

    /// Finds what pixels from a first one on, those of some cells, make of these.
    #[inline(always)]
    fn find_values<S: Simd, F: Forms<S, N, M>, P: OfCell<C>, const N: usize, const M: usize, const C: usize, const AROUND: u8>(
        &self,
        lattice: &Lattice<'_, S, F, N, AROUND>,
        cells: Range<usize>,
        (pixels, first): (&[P], usize),
        found: &mut [Vec<Vector>; MOST_PAIRS],
    ) {
        let simd = lattice.simd;
        let mut values: [&mut [Vector]; C] = std::array::from_fn(|_| Default::default());
        for (values, found) in values.iter_mut().zip(found) {
            found.resize(pixels.len().max(found.len()), Vector::ZERO);
            *values = &mut found[..pixels.len()];
        }
        let mut at = 0;
        let mut right = lattice.column(cells.start);
        for (cell, &end) in cells.clone().zip(&self.ends[cells]) {
            let left = if self.upper == 1 { right } else { lattice.column(cell) };
            right = lattice.column(cell + self.upper);
            let forms = between(simd, left, right);
            // There are as many of them as the pixels ask for.
            let zero = f32x16::splat(simd, 0.0);
            let mut own = [PerlinCell { a: zero, b: zero, da: zero, db: zero }; C];
            for (own, form) in own.iter_mut().zip(forms) {
                *own = form;
            }
            let end = (end as usize - first).min(pixels.len());
            while at < end {
                for (value, values) in pixels[at].values(simd, own).into_iter().zip(&mut values) {
                    values[at].store(value);
                }
                at += 1;
            }
        }
    }

    /// The numbers of the columns around some cells in the last lattice row; of all where some are left out.
    #[inline(always)]
    fn find_last<S: Simd, F: Forms<S, N, M>, const N: usize, const M: usize>(
        &self,
        forms: &F,
        cells: &Range<usize>,
        last: &mut [Vec<Vector>; MOST_NUMBERS],
    ) {
        let all = self.cells.len().div_ceil(LANES);
        let blocks = if self.upper == 1 { cells.start / LANES..(cells.end + 1).div_ceil(LANES) } else { 0..all };
        for last in &mut last[..N] {
            last.resize(all.max(last.len()), Vector::ZERO);
        }
        for block in blocks {
            for (last, values) in last.iter_mut().zip(forms.corner(self.cells.len() + block)) {
                last[block].store(values);
            }
        }
    }
}
