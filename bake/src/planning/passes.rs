//! The passes of all evaluations over the parts of a job.

use std::ops::Range;

use lacuna::recipe::Picture;

use crate::error::Result;
use crate::plan::{FilePlan, Pass};
use crate::sampling::{Cell, Sampler};
use crate::size::Size;

/// The parts of a job: tiles, frames, slices or faces.
pub(super) struct Parts {
    pub(super) numbers: Range<u32>,
    /// The columns in which parts lie side by side in one file; `None` if each is a file of its own.
    pub(super) columns: Option<u32>,
    /// The size of a part.
    pub(super) size: Size,
}

impl Parts {
    /// Returns the passes of all evaluations over all parts. `cell` returns the place of a part with a margin, `file` the file of a picture: of a part, or of all
    /// of them.
    pub(super) fn passes(
        &self,
        samplers: &[Sampler],
        cell: impl Fn(u32, u32) -> Result<Cell>,
        file: impl Fn(&Picture, Option<u32>) -> Result<FilePlan>,
    ) -> Result<Vec<Pass>> {
        let mut passes = Vec::new();
        for (group, sampler) in samplers.iter().enumerate() {
            let files = |part: Option<u32>| sampler.pictures.iter().map(|picture| file(picture, part)).collect::<Result<Vec<_>>>();
            let cells = self.numbers.clone().map(|number| cell(number, sampler.margin())).collect::<Result<Vec<_>>>()?;
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
