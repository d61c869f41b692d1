//! Planes of which the rows around the current part are kept from one band to the next.

use std::ops::Range;

use lacuna::Tile;
use lacuna::recipe::Picture;

use super::on::{On, in_rows, resize};
use super::reach::Cell;
use crate::error::Result;
use crate::passes::{Pass, Scale, Window};

/// The planes of all steps, over the columns of a part and the margin on both sides.
#[derive(Debug)]
pub(super) struct Roll {
    /// The first sample of the cell, and the columns of the part.
    key: ([u32; 3], [u32; 2]),
    /// The row of the cell at which the next part begins.
    next: u32,
    margin: usize,
    width: usize,
    /// The first row of the current part, in the domain.
    top: u32,
    steps: Vec<Rows>,
}

/// The rows that are there of a step's planes.
#[derive(Debug, Default, Clone)]
struct Rows {
    /// The rows of the domain.
    rows: Range<u32>,
    /// The number of the first plane.
    first: usize,
    planes: Vec<Vec<f32>>,
}

impl Roll {
    /// Takes the planes that the part before left behind, or begins new ones.
    pub(super) fn take(rolls: &mut Vec<Self>, cell: &Cell, part: Tile, steps: usize) -> Self {
        let key = (cell.shown.origin, [part.origin[0], part.size[0]]);
        let found = rolls.iter().position(|roll| roll.key == key).map(|place| rolls.swap_remove(place));
        let top = cell.shown.origin[1] + part.origin[1];
        match found.filter(|roll| roll.next == part.origin[1]) {
            Some(roll) => Self { top, ..roll },
            None => {
                let margin = cell.reach.margin as usize;
                Self { key, next: 0, margin, width: part.size[0] as usize, top, steps: vec![Rows::default(); steps] }
            }
        }
    }

    /// Keeps the planes for the part that follows, if there is one.
    pub(super) fn put_back(self, rolls: &mut Vec<Self>, cell: &Cell, part: Tile) {
        let next = part.origin[1] + part.size[1];
        if next < cell.shown.size[1] && cell.reach.margin > 0 {
            rolls.push(Self { next, ..self });
        }
    }

    /// Returns the number of values from one row to the next.
    pub(super) fn pitch(&self) -> usize {
        self.width + 2 * self.margin
    }

    /// Drops the rows above `top`, makes room for those up to `end`, and returns those that are new.
    pub(super) fn begin(&mut self, step: usize, top: u32, end: u32, planes: Range<usize>) -> Result<Range<u32>> {
        let pitch = self.pitch();
        let Rows { rows, first, planes: own } = &mut self.steps[step];
        if rows.start == rows.end {
            *rows = top..top;
            *first = planes.start;
            own.resize_with(planes.len(), Vec::new);
        }
        let (dropped, length) = ((top - rows.start) as usize * pitch, (end - top) as usize * pitch);
        for plane in own {
            let kept = plane.len() - dropped;
            plane.copy_within(dropped.., 0);
            plane.truncate(kept);
            resize(plane, length)?;
        }
        let new = rows.end..end;
        *rows = top..end;
        Ok(new)
    }

    fn plane(&self, step: usize, plane: usize) -> (&[f32], &Range<u32>) {
        let Rows { rows, first, planes } = &self.steps[step];
        (&planes[plane - first], rows)
    }

    /// Returns the values of a plane from a row of the domain on, and from `need` columns before the part on.
    pub(super) fn from(&self, step: usize, plane: usize, need: u32, row: u32) -> &[f32] {
        let (values, rows) = self.plane(step, plane);
        &values[(row - rows.start) as usize * self.pitch() + self.margin - need as usize..]
    }

    /// Returns a plane around a row of the current part.
    pub(super) fn window(&self, step: usize, plane: usize, margin: usize, row: usize) -> Window<'_> {
        let (values, rows) = self.plane(step, plane);
        let above = (self.top - rows.start) as usize + row - margin;
        Window { values: &values[above * self.pitch() + self.margin - margin..], pitch: self.pitch(), margin }
    }

    /// Copies interleaved channels of whole rows, from a row of the domain on, into the planes of a step.
    pub(super) fn spread(&mut self, step: usize, need: u32, row: u32, channels: &[f32]) {
        let (pitch, start, width) = (self.pitch(), self.margin - need as usize, self.width + 2 * need as usize);
        let Rows { rows, planes, .. } = &mut self.steps[step];
        let count = planes.len();
        for (number, plane) in planes.iter_mut().enumerate() {
            let to = plane.chunks_exact_mut(pitch).skip((row - rows.start) as usize);
            for (to, from) in to.zip(channels.chunks_exact(width * count)) {
                for (to, from) in to[start..start + width].iter_mut().zip(from[number..].iter().step_by(count)) {
                    *to = *from;
                }
            }
        }
    }

    /// Computes rows of a layer's plane on several threads.
    pub(super) fn pass(
        &mut self,
        on: On<'_>,
        (pass, scale): (&Pass, Scale),
        (step, plane, need): (usize, usize, u32),
        rows: Range<u32>,
        sources: &[(usize, usize)],
    ) -> Result<()> {
        let (pitch, start, width) = (self.pitch(), self.margin - need as usize, self.width + 2 * need as usize);
        let reach = pass.margin(scale).unwrap_or(0);
        let place = plane - self.steps[step].first;
        let mut own = std::mem::take(&mut self.steps[step].planes[place]);
        let skipped = (rows.start - self.steps[step].rows.start) as usize;
        let computed = in_rows(on, &mut own[skipped * pitch..], pitch, |first, to| {
            let windows: Vec<Window<'_>> = sources
                .iter()
                .map(|&(by, source)| {
                    let (values, of_source) = self.plane(by, source);
                    let above = (rows.start - of_source.start) as usize + first - reach;
                    Window { values: &values[above * pitch + start - reach..], pitch, margin: reach }
                })
                .collect();
            let count = to.len() / pitch;
            let mut found = vec![0.0; width * count];
            pass.run(scale, &windows, [width, count], &mut found, on.observer)?;
            for (to, from) in to.chunks_exact_mut(pitch).zip(found.chunks_exact(width)) {
                to[start..start + width].copy_from_slice(from);
            }
            Ok(())
        });
        self.steps[step].planes[place] = own;
        computed
    }

    /// Copies the channels of a picture, interleaved.
    pub(super) fn gather(&self, made_by: &[usize], picture: &Picture, to: &mut [f32]) {
        let count = picture.channels.len();
        for (channel, &plane) in picture.channels.iter().enumerate() {
            let Window { values, pitch, .. } = self.window(made_by[plane], plane, 0, 0);
            for (to, from) in to.chunks_exact_mut(self.width * count).zip(values.chunks(pitch)) {
                for (to, from) in to[channel..].iter_mut().step_by(count).zip(from) {
                    *to = *from;
                }
            }
        }
    }
}
