//! Noise over a grid, sixteen rows side by side, pixel column after pixel column. `regions.rs` calls it.
//!
//! The lanes are rows, so all that a lattice cell shares along a row stays in registers from its first pixel to its last: no lane looks up another's,
//! as in `rows.rs`, and what becomes of the noise is computed in the same lanes. It pays where there is enough of that to one turning of columns into rows.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::cell_forms::{CellForms, Flat, Linear};
use super::column_forms::{
    Forms, Found, InPlane, InSpace, KeptForms, KeptNumbers, Local, MOST_NUMBERS, MOST_PAIRS, OfCell, Pixel, SteepPixel, between, columns_of,
};
use super::column_points::{HashedPoints, Points};
use super::corners::Noise;
use super::groups::{Around, Group};
use super::registers::Vector;
use super::rows::local;
use super::strip::At;
use crate::spans::Spans;
use crate::value::lanes::{Block, LANES, load, pick};
use crate::value::lattice::{eased, eased_slope};
use crate::value::perlin::{PerlinCell, PerlinColumn};
use crate::value::strict::settled;

/// How many cells' lattice columns are found at a time.
const CELLS: usize = 64;

/// Where cells have fewer pixels than this, lattice columns are not kept for the pixels: each cell's are made as soon as its own two are there.
const NARROW: usize = 2;

/// One octave of one basis over a strip of a grid.
pub(super) struct Columns<'a> {
    noise: Noise<'a>,
    pixels: Vec<Pixel>,
    /// Empty until derivatives are asked for.
    steep_pixels: Vec<SteepPixel>,
    /// The span of each pixel, which is the number of the lattice column to its left, and where the pixels of each span end.
    spans: Vec<u32>,
    ends: Vec<u32>,
    /// The lattice points on x and after how many they repeat; the number of that to the right of the first cell.
    cells: Vec<u32>,
    period: u32,
    upper: usize,
    points: Points,
    /// The rows that were gone to last, and the fades of their local y.
    group: Option<(At, Group)>,
    fades: Block,
}

impl<'a> Columns<'a> {
    /// Whether few bits of a hash pick the corners of noise. Its values are faster in columns than in rows, if there are octaves enough, and its derivatives
    /// are fast in columns however few rows there are.
    pub(super) fn are_fast_for(noise: &Noise<'_>) -> bool {
        noise.gradients().is_some()
    }

    /// Of how many lattice axes there are derivatives, from the first on.
    pub(super) fn slopes_of(noise: &Noise<'_>) -> usize {
        if noise.gradients().is_some() { usize::from(noise.dimensions) } else { 2 }
    }

    /// The columns of a strip, with the entries of its pixels on x and their period.
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>, (entries, period): (&[[u32; 2]], u32)) -> Self {
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
        let points = Points::new(simd, &noise, &cells);
        Self { noise, pixels, steep_pixels: vec![], spans: of, ends, cells, period, upper, points, group: None, fades: [0.0; LANES] }
    }

    /// Whether these are the rows gone to.
    pub(super) fn is_at(&self, at: &At) -> bool {
        self.group.as_ref().is_some_and(|(here, _)| here == at)
    }

    /// Goes to other rows, and finds what is at their lattice points where that is not what was found last.
    #[inline(always)]
    pub(super) fn go_to<S: Simd>(&mut self, simd: S, at: At, group: Group) {
        simd.vectorize(
            #[inline(always)]
            || {
                self.fades = eased(self.noise.interpolation, load(simd, &group.y)).into();
                self.points.go_to(simd, &self.noise, &group);
            },
        );
        let is_found = self.group.replace((at, group)).is_some_and(|(_, before)| self.points.are_alike(&before, &group));
        if !is_found {
            self.find(simd, &group);
        }
    }

    /// The values of the noise at some pixels, settled.
    #[inline(always)]
    pub(super) fn values<S: Simd>(&self, simd: S, found: &mut Found, here: Range<usize>, values: &mut [Vector]) {
        macro_rules! sweep {
            ($forms:ty) => {
                self.sweep::<_, $forms, _, 1, 1, 1>(
                    simd,
                    (&self.pixels[..], found),
                    here,
                    [values],
                    #[inline(always)]
                    |_, [value]| [settled(value)],
                )
            };
        }
        if self.noise.is_linear {
            sweep!(Linear);
        } else {
            sweep!(Flat);
        }
    }

    /// The first K of M values of each of some pixels become a function of what they were and of the noise, in the rows gone to. It is noise that
    /// [`Columns::are_fast_for`].
    #[inline(always)]
    pub(super) fn add<S: Simd, const M: usize, const K: usize>(
        &self,
        simd: S,
        found: &mut Found,
        here: Range<usize>,
        values: [&mut [Vector]; M],
        combine: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; K] + Copy,
    ) {
        self.sweep::<_, Linear, _, 1, M, K>(
            simd,
            (&self.pixels[..], found),
            here,
            values,
            #[inline(always)]
            |values, [noise]| combine(values, noise),
        );
    }

    /// The derivatives of the noise along its first lattice axes at some pixels, settled: along two, or along three of noise that has as many
    /// [`Columns::slopes_of`] it.
    #[inline(always)]
    pub(super) fn slopes<S: Simd>(&mut self, simd: S, found: &mut Found, here: Range<usize>, slopes: &mut [Vec<Vector>]) {
        if self.steep_pixels.is_empty() {
            self.find_steep_pixels(simd);
        }
        let Some((_, group)) = &self.group else { return };
        let pixels = &self.steep_pixels[..];
        let dt = eased_slope(self.noise.interpolation, load(simd, &group.y));
        match slopes {
            [x, y] if self.noise.is_linear => self.sweep::<_, Linear, _, 2, 2, 2>(
                simd,
                (pixels, found),
                here,
                [x, y],
                #[inline(always)]
                |_, [x, y]| [settled(x), settled(Linear::tilted(y, dt))],
            ),
            [x, y] => self.sweep::<_, Flat, _, 2, 2, 2>(
                simd,
                (pixels, found),
                here,
                [x, y],
                #[inline(always)]
                |_, [x, y]| [settled(x), settled(Flat::tilted(y, dt))],
            ),
            [x, y, z] => self.sweep::<_, Linear, _, 3, 3, 3>(
                simd,
                (pixels, found),
                here,
                [x, y, z],
                #[inline(always)]
                |_, [x, y, z]| [settled(x), settled(Linear::tilted(y, dt)), settled(z)],
            ),
            _ => unreachable!("derivatives are along two axes or three"),
        }
    }

    /// Goes over pixels: what cells hold is found for some cells at a time, then of each pixel the first K of M values.
    #[inline(always)]
    fn sweep<S: Simd, F: CellForms, P: OfCell<C>, const C: usize, const M: usize, const K: usize>(
        &self,
        simd: S,
        (pixels, found): (&[P], &mut Found),
        here: Range<usize>,
        values: [&mut [Vector]; M],
        combine: impl Fn([f32x16<S>; M], [f32x16<S>; C]) -> [f32x16<S>; K] + Copy,
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
                    let cell = between::<S, F, C>(simd, left, right);
                    for at in 0..pixels.len() {
                        evaluate!(values, at, pixels[at].values::<S, F>(simd, cell));
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
        let Self { noise, points, cells, period, .. } = self;
        simd.vectorize(
            #[inline(always)]
            || points.find(simd, noise, group, (cells, *period)),
        );
    }
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
    /// beside them.
    #[inline(always)]
    fn find_cells<S: Simd, P: OfCell<C>, const C: usize, const IS_NARROW: bool>(
        &self,
        simd: S,
        cells: Range<usize>,
        pixels: (&[P], usize),
        found: &mut Found,
    ) {
        let Some((_, group)) = &self.group else { return };
        match &self.points {
            Points::Hashed(points) => self.find_by_hashes::<S, P, C, IS_NARROW>(simd, (group, points), cells, pixels, found),
            _ if const { C > 2 } => unreachable!("only what gradients make has derivatives along three axes"),
            Points::Forms(corners) => {
                let forms = KeptForms { simd, corners, local: self.local(simd) };
                self.find_by_corners::<S, _, P, 3, C, IS_NARROW>(simd, (group, &forms), cells, pixels, found);
            }
            Points::Numbers(numbers) => {
                let forms = KeptNumbers { simd, numbers, local: self.local(simd) };
                self.find_by_corners::<S, _, P, 1, C, IS_NARROW>(simd, (group, &forms), cells, pixels, found);
            }
        }
    }

    /// The same of points that gradients are picked at. It is compiled by itself, once for all that is made of the noise.
    #[inline(never)]
    fn find_by_hashes<S: Simd, P: OfCell<C>, const C: usize, const IS_NARROW: bool>(
        &self,
        simd: S,
        (group, HashedPoints { gradients, hashes, planes, .. }): (&Group, &HashedPoints),
        cells: Range<usize>,
        pixels: (&[P], usize),
        found: &mut Found,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let local = self.local(simd);
                macro_rules! find {
                    ($forms:expr, $numbers:literal, $columns:literal) => {
                        self.find_around::<_, _, P, $numbers, $columns, C, IS_NARROW>(
                            simd,
                            &group.place.around,
                            $forms,
                            cells,
                            pixels,
                            found,
                        )
                    };
                }
                if const { C < 3 } && self.noise.dimensions == 2 {
                    let [hashes, _] = hashes.blocks();
                    let forms = &InPlane { simd, plane: gradients.in_plane(simd), hashes, local };
                    if const { C == 1 } { find!(forms, 2, 1) } else { find!(forms, 2, 2) }
                } else {
                    let forms = &InSpace { simd, planes: gradients.between(simd, planes), hashes: hashes.blocks(), local };
                    match C {
                        1 => find!(forms, 3, 1),
                        2 => find!(forms, 3, 2),
                        _ => find!(forms, 6, 3),
                    }
                }
            },
        );
    }

    /// The same of points whose corners are kept.
    #[inline(never)]
    fn find_by_corners<S: Simd, F: Forms<S, N, 1> + Forms<S, N, 2>, P: OfCell<C>, const N: usize, const C: usize, const IS_NARROW: bool>(
        &self,
        simd: S,
        (group, forms): (&Group, &F),
        cells: Range<usize>,
        pixels: (&[P], usize),
        found: &mut Found,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let around = &group.place.around;
                if const { C == 1 } {
                    self.find_around::<_, _, P, N, 1, C, IS_NARROW>(simd, around, forms, cells, pixels, found);
                } else {
                    self.find_around::<_, _, P, N, 2, C, IS_NARROW>(simd, around, forms, cells, pixels, found);
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
                    if F::Cell::IS_LINEAR {
                        b.store(pair.b);
                    }
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
            let forms = between::<S, F::Cell, M>(simd, left, right);
            // There are as many of them as the pixels ask for.
            let zero = f32x16::splat(simd, 0.0);
            let mut own = [PerlinCell { a: zero, b: zero, da: zero, db: zero }; C];
            for (own, form) in own.iter_mut().zip(forms) {
                *own = form;
            }
            let end = (end as usize - first).min(pixels.len());
            while at < end {
                for (value, values) in pixels[at].values::<S, F::Cell>(simd, own).into_iter().zip(&mut values) {
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
