//! The ways of evaluating a basis: in rows, by cells, along splines, in tiles, over maps, over patches, or straight.

use fearless_simd::Simd;

use super::cell_forms::{Flat, Linear};
use super::cells::Cells;
use super::corners::{Noise, Slice};
use super::evaluator::Evaluator;
use super::features::Cellular;
use super::lines::Line;
use super::patches::{CornerTable, Samplewise, WORTH};
use super::registers::{self, Vector};
use super::simplex_grids::{Simplices, are_skewed_alike};
use super::simplex_maps;
use super::splines::{Output, Splines};
use super::strip::{At, ORIGIN, ROWS, Samples, Then};
use crate::program::{Basis, Operation};
use crate::region::DomainKind;
use crate::value::hash::TABLE;
use crate::value::lanes::{LANES, Width};
use crate::value::strict;

/// Whether something is there in every octave, as it should be.
fn are_all<T>(octaves: &[Option<T>], is_right: impl Fn(&T) -> bool) -> bool {
    !octaves.is_empty() && octaves.iter().all(|octave| octave.as_ref().is_some_and(&is_right))
}

impl<'a, S: Simd> Evaluator<'a, S> {
    /// The values of a basis. Then something is done with each row, as soon as it is there.
    pub(super) fn basis(&mut self, operation: &'a Operation, octave: usize, at: &At, target: &mut Samples<'_>, then: Then<'_>) {
        if self.is_in_rows(operation) {
            self.assigned_in_rows(operation, octave, at, target);
        } else if !self.in_cells(operation, octave, at, target)
            && !self.in_splines(operation, octave, at, target)
            && !self.in_patches(operation, octave, at, target)
        {
            // These two hand each row on themselves.
            if !self.in_simplices(operation, octave, at, target, then) {
                self.straight(operation, octave, at, target, then);
            }
            return;
        }
        (0..at.rows).for_each(|row| then(row, target.padded_row(row)));
    }

    /// The values of a basis in rows.
    fn assigned_in_rows(&mut self, operation: &'a Operation, octave: usize, at: &At, target: &mut Samples<'_>) {
        let lead = if const { Width::of::<S>().is_whole() } { target.slice.as_ptr().align_offset(align_of::<Vector>()) } else { 0 };
        self.in_rows(
            operation,
            octave,
            at,
            Some(lead),
            target,
            #[inline(always)]
            |_, value| strict::settled(value),
        );
    }

    /// The derivatives of a basis along its lattice axes, of which columns make none.
    pub(super) fn slope(&mut self, operation: &Operation, octave: usize, at: &At) {
        let results = operation.results();
        let mut targets: Vec<Vec<Vector>> = results.iter().map(|result| self.taken(*result)).collect();
        if !self.slope_in_cells(operation, octave, at, &mut targets)
            && !self.slope_in_splines(operation, octave, at, &mut targets)
            && !self.slope_in_simplices(operation, octave, at, &mut targets)
        {
            self.straight_slope(operation, octave, at, &mut targets);
        }
        for (result, target) in results.into_iter().zip(targets) {
            self.put(result, target);
        }
    }

    /// Makes the cells or splines of a basis or of its derivatives, and gives whether all octaves go by these.
    pub(super) fn prepare_shared(&mut self, operation: &Operation, octaves: usize) -> bool {
        let (Operation::Basis { basis, index, axis, .. } | Operation::Slope { basis, index, axis, .. }) = operation else {
            unreachable!("a basis or its derivatives")
        };
        let number = *index as usize;
        if self.cells[number].is_empty() {
            self.cells[number] = self.cells_of(operation, octaves);
        }
        if self.splines[number].is_empty() {
            self.splines[number] = self.splines_of((*basis, *index, *axis), octaves);
        }
        let is_fast = |cells: &Cells<'_>| matches!(operation, Operation::Basis { .. }) || cells.are_fast_for_slopes();
        are_all(&self.cells[number], is_fast) || are_all(&self.splines[number], |_| true)
    }

    /// The cells of each octave of a basis, where it has some.
    fn cells_of(&self, operation: &Operation, octaves: usize) -> Vec<Option<Cells<'a>>> {
        let (Operation::Basis { basis, index, axis, scalars, .. } | Operation::Slope { basis, index, axis, scalars, .. }) = operation
        else {
            unreachable!("only a basis and its derivatives have cells")
        };
        let structure = self.program.structure();
        if self.kind != DomainKind::Grid || !Cellular::is(*basis) || !structure.lies_along_the_grid(*basis, *axis) {
            return vec![];
        }
        let noise = Cellular::new(*basis, self.scalar(scalars[0]), self.hash(*basis, *index));
        let term = structure.axes[*axis as usize].first as usize;
        (0..octaves).map(|octave| Cells::new(noise, self.tables.entries(term, octave, self.start, self.count))).collect()
    }

    /// The values of a basis, if it has cells in this octave.
    fn in_cells(&mut self, operation: &Operation, octave: usize, at: &At, target: &mut Samples<'_>) -> bool {
        let Operation::Basis { basis, index, axis, .. } = operation else { unreachable!("a basis") };
        let Some(Some(mut cells)) = self.cells[*index as usize].get_mut(octave).map(Option::take) else { return false };
        let (Slice { z, .. }, ys) = self.around((*basis, *axis), octave, at);
        cells.evaluate(self.simd, (z, at.z), ys, target);
        self.cells[*index as usize][octave] = Some(cells);
        true
    }

    /// The derivatives of a basis, if it has cells in this octave that are fast for them.
    fn slope_in_cells(&mut self, operation: &Operation, octave: usize, at: &At, targets: &mut [Vec<Vector>]) -> bool {
        let Operation::Slope { basis, index, axis, .. } = operation else { unreachable!("derivatives") };
        if !matches!(self.cells[*index as usize].get(octave), Some(Some(cells)) if cells.are_fast_for_slopes()) {
            return false;
        }
        let Some(mut cells) = self.cells[*index as usize][octave].take() else { return false };
        let (Slice { z, .. }, ys) = self.around((*basis, *axis), octave, at);
        cells.slopes(self.simd, (z, at.z), ys, &mut self.samples_of(at, targets));
        self.cells[*index as usize][octave] = Some(cells);
        true
    }

    /// The slice that rows lie in, of a lattice whose x and y are the grid's, and the entries of the rows on y with their period.
    pub(super) fn around(&self, (basis, axis): (Basis, u32), octave: usize, at: &At) -> (Slice, (&'a [[u32; 2]], u32)) {
        let term = self.program.structure().axes[axis as usize + 1].first as usize;
        (self.slice(axis, usize::from(basis.dimensions()), octave, at, 0), self.tables.entries(term, octave, at.y, at.rows))
    }

    /// The rows of registers as samples.
    fn samples_of<'t>(&self, at: &At, targets: &'t mut [Vec<Vector>]) -> Vec<Samples<'t>> {
        let (stride, count) = (self.stride(), self.count);
        let samples = targets.iter_mut().map(|target| &mut registers::samples(target)[..at.rows * stride]);
        samples.map(|slice| Samples { slice, stride, count }).collect()
    }

    /// The splines of each octave of a basis or of its derivatives, where it has some.
    fn splines_of(&self, (basis, index, axis): (Basis, u32, u32), octaves: usize) -> Vec<Option<Splines<'a>>> {
        let structure = self.program.structure();
        if self.kind != DomainKind::Grid || !Splines::is(basis) || !structure.lies_along_the_grid(basis, axis) {
            return vec![];
        }
        let term = structure.axes[axis as usize].first as usize;
        let entries = |octave| self.tables.entries(term, octave, self.start, self.count);
        (0..octaves).map(|octave| Splines::new(self.simd, basis, self.hash(basis, index), entries(octave))).collect()
    }

    /// The values of a basis, if it has splines in this octave.
    fn in_splines(&mut self, operation: &Operation, octave: usize, at: &At, target: &mut Samples<'_>) -> bool {
        let Operation::Basis { basis, index, axis, .. } = operation else { unreachable!("a basis") };
        let Samples { slice, stride, count } = target;
        let target = Samples { slice, stride: *stride, count: *count };
        self.along_splines((*basis, *index, *axis), octave, at, &mut [(Output::Value, target)])
    }

    /// The derivatives of a basis that are read, if it has splines in this octave.
    fn slope_in_splines(&mut self, operation: &Operation, octave: usize, at: &At, targets: &mut [Vec<Vector>]) -> bool {
        let Operation::Slope { basis, index, axis, results, .. } = operation else { unreachable!("derivatives") };
        let outputs = (0..).map(Output::Slope).zip(self.samples_of(at, targets)).zip(results);
        let read = outputs.filter(|(_, result)| self.reads[result.0 as usize] > 0).map(|(target, _)| target);
        let mut targets: Vec<(Output, Samples<'_>)> = read.collect();
        self.along_splines((*basis, *index, *axis), octave, at, &mut targets)
    }

    /// What a basis makes, if it has splines in this octave.
    fn along_splines(
        &mut self,
        (basis, index, axis): (Basis, u32, u32),
        octave: usize,
        at: &At,
        targets: &mut [(Output, Samples<'_>)],
    ) -> bool {
        let Some(Some(mut splines)) = self.splines[index as usize].get_mut(octave).map(Option::take) else { return false };
        let (slice, ys) = self.around((basis, axis), octave, at);
        splines.evaluate(self.simd, &slice, ys, targets);
        self.splines[index as usize][octave] = Some(splines);
        true
    }

    /// Makes what simplex noise in two or three dimensions over a lattice along the grid has, or its derivatives, for as many octaves as the loops around have.
    pub(super) fn prepare_simplices(&mut self, operation: &Operation, octaves: usize) {
        let (Operation::Basis { basis, index, axis, .. } | Operation::Slope { basis, index, axis, .. }) = operation else {
            unreachable!("a basis or its derivatives")
        };
        let dimensions = usize::from(basis.dimensions());
        let structure = self.program.structure();
        let lies_along = self.kind == DomainKind::Grid && structure.lies_along_the_grid(*basis, *axis);
        if !lies_along || !basis.function.is_skewed() || dimensions > 3 {
            return;
        }
        let (hash, term) = (self.hash(*basis, *index), structure.axes[*axis as usize].first as usize);
        let simplices = |octave| {
            let entries = self.tables.entries(term, octave, self.start, self.count).0;
            let skew = self.lines[*axis as usize + dimensions].get(octave)?;
            Simplices::new(Width::of::<S>(), hash, dimensions, entries, skew)
        };
        self.simplices[*index as usize] = (0..octaves).map(simplices).collect();
    }

    /// The rows of simplex noise over a lattice along the grid, if their skews go along with y.
    fn rows_of_simplices(&self, (basis, axis): (Basis, u32), octave: usize, at: &At) -> Option<simplex_maps::Rows<'a>> {
        let dimensions = usize::from(basis.dimensions());
        let mut skews = [ORIGIN; ROWS];
        for (row, skew) in skews[..at.rows].iter_mut().enumerate() {
            *skew = self.constant_along(axis as usize + dimensions, octave, at, row).unwrap_or(ORIGIN);
        }
        let (Slice { z, .. }, (ys, _)) = self.around((basis, axis), octave, at);
        are_skewed_alike(dimensions, ys, |index| skews[index]).then_some(simplex_maps::Rows { ys, z, skews })
    }

    /// The values of simplex noise, if they are not the fastest straight.
    fn in_simplices(&mut self, operation: &Operation, octave: usize, at: &At, target: &mut Samples<'_>, then: Then<'_>) -> bool {
        let Operation::Basis { basis, index, axis, .. } = operation else { unreachable!("a basis") };
        let Some(Some(mut simplices)) = self.simplices[*index as usize].get_mut(octave).map(Option::take) else { return false };
        let rows = self.rows_of_simplices((*basis, *axis), octave, at);
        let skew = &self.lines[*axis as usize + usize::from(basis.dimensions())][octave];
        let are_made = rows.is_some_and(|rows| simplices.values(self.simd, &mut self.around_simplices, skew, &rows, (target, then)));
        self.simplices[*index as usize][octave] = Some(simplices);
        are_made
    }

    /// The derivatives of simplex noise, if they are not the fastest straight.
    fn slope_in_simplices(&mut self, operation: &Operation, octave: usize, at: &At, targets: &mut [Vec<Vector>]) -> bool {
        let Operation::Slope { basis, index, axis, .. } = operation else { unreachable!("derivatives") };
        let Some(Some(simplices)) = self.simplices[*index as usize].get(octave) else { return false };
        let Some(rows) = self.rows_of_simplices((*basis, *axis), octave, at) else { return false };
        let skew = &self.lines[*axis as usize + usize::from(basis.dimensions())][octave];
        simplices.slopes(self.simd, &mut self.around_simplices, skew, &rows, (targets, self.count.div_ceil(LANES)))
    }

    /// Whether a basis is evaluated over patches: z and w change from row to row at most, and no corner takes more than one hash of x and y.
    pub(super) fn is_in_patches(&self, operation: &Operation) -> bool {
        let Operation::Basis { basis, index, axis, .. } = operation else { unreachable!("a basis") };
        let mut others = *axis as usize + 2..*axis as usize + usize::from(basis.dimensions());
        basis.has_rows()
            && basis.dimensions() > 2
            && basis.option("smoothed") == 0
            && self.hash(*basis, *index).kind == TABLE
            && others.all(|axis| {
                self.program.structure().axes[axis].displaced.is_empty()
                    && !self.terms(axis).any(|(_, domain_axis)| self.changes_along_rows(domain_axis))
            })
    }

    /// The values of a basis, if it is evaluated over patches and there are samples enough for a table of corners.
    pub(super) fn in_patches(&mut self, operation: &'a Operation, octave: usize, at: &At, target: &mut Samples<'_>) -> bool {
        let Operation::Basis { basis, index, axis, .. } = operation else { unreachable!("a basis") };
        if self.corner_tables[*index as usize].is_empty() {
            return false;
        }
        let simd = self.simd;
        let dimensions = usize::from(basis.dimensions());
        let mut others = *axis as usize + 2..*axis as usize + dimensions;
        let changes = others.any(|axis| self.terms(axis).any(|(_, domain_axis)| domain_axis == 1));
        let samples = if changes { self.count } else { self.count * at.rows };
        if samples < WORTH {
            return false;
        }
        let noise = Noise::new(*basis, self.hash(*basis, *index));
        let mut table = self.corner_tables[*index as usize][octave].take().unwrap_or_else(|| {
            simd.vectorize(
                #[inline(always)]
                || CornerTable::new(simd, noise),
            )
        });
        let mut lines: [Line; 2] = Default::default();
        for (number, row) in target.rows().enumerate() {
            table.go_to(simd, self.slice(*axis, dimensions, octave, at, number));
            let axes = self.along_row(*axis, octave, at, number, &mut lines);
            let mut samplewise = Samplewise::new(simd, &noise, &table);
            if noise.is_linear {
                samplewise.row::<Linear>(&axes, row);
            } else {
                samplewise.row::<Flat>(&axes, row);
            }
        }
        self.corner_tables[*index as usize][octave] = Some(table);
        true
    }
}
