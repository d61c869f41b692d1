//! The passes of all evaluations over the parts of a job.

use std::ops::Range;

use lacuna::recipe::Picture;

use crate::error::{Error, Field, Problem, Result, message};
use crate::jobs::MAX_FILES;
use crate::plan::{FilePlan, Pass};
use crate::request::Request;
use crate::sampling::{Cell, Sampler};
use crate::size::Size;

/// The parts of a job: tiles, frames, slices or faces.
pub(super) struct Parts {
    pub(super) numbers: Range<u32>,
    /// The columns in which parts lie side by side in one file; `None` if each is a file of its own.
    pub(super) columns: Option<u32>,
    /// What is said of a set of files that has no name, such as `tiles go`.
    pub(super) what: &'static str,
    /// The size of a part.
    pub(super) size: Size,
}

impl Parts {
    /// Returns the numbers of all parts, or that of the only one that is asked for.
    pub(super) fn numbers(only: Option<u32>, count: u32) -> Range<u32> {
        only.map_or(0..count, |only| only..only + 1)
    }

    /// Returns the passes of all evaluations over all parts. `cell` returns the place of a part for an evaluation, `file` the file of a picture: of a part, or of all
    /// of them. Too many files, and files without a name, are refused before any is planned.
    pub(super) fn passes(
        &self,
        request: &Request,
        samplers: &[Sampler],
        cell: impl Fn(u32, &Sampler) -> Result<Cell>,
        file: impl Fn(&Picture, Option<u32>) -> Result<FilePlan>,
    ) -> Result<Vec<Pass>> {
        if self.columns.is_none() && self.numbers.len() > 1 {
            request.check_set(self.what)?;
        }
        let of_picture = if self.columns.is_some() { 1 } else { self.numbers.len() };
        let files = samplers.iter().map(|sampler| sampler.pictures.len()).sum::<usize>().saturating_mul(of_picture);
        if files > MAX_FILES as usize {
            return Err(Error::request(
                Field::Output,
                Problem::more_than(MAX_FILES.into()),
                message![
                    format!("{files} files; at most {MAX_FILES} are written at once: choose one with "),
                    Field::Output,
                    ", or fewer parts"
                ],
            ));
        }
        let mut passes = Vec::new();
        for (group, sampler) in samplers.iter().enumerate() {
            let files = |part: Option<u32>| sampler.pictures.iter().map(|picture| file(picture, part)).collect::<Result<Vec<_>>>();
            let cells = self.numbers.clone().map(|number| cell(number, sampler)).collect::<Result<Vec<_>>>()?;
            let cell_size = self.size;
            match self.columns {
                Some(columns) => passes.push(Pass { group, cells, columns, cell_size, files: files(None)? }),
                None => {
                    for (number, cell) in self.numbers.clone().zip(cells) {
                        passes.push(Pass { group, cells: vec![cell], columns: 1, cell_size, files: files(Some(number))? });
                    }
                }
            }
        }
        Ok(passes)
    }
}
