//! A picture of an area: one file an output, all of one evaluation.

use super::parts::cell;
use crate::area::Area;
use crate::error::Result;
use crate::formats::Shape;
use crate::plan::{Evaluation, Pass, Plan};
use crate::request::Request;

pub(super) fn plan(area: &Area, request: &Request) -> Result<Plan> {
    let sampler = request.sampler(&request.outputs()?)?;
    let file = |picture| request.plan_file(picture, request.destination.path(), area.size, Shape::Picture);
    let files = sampler.pictures.iter().map(file).collect::<Result<_>>()?;
    let cells = vec![cell(&area.grid()?, area.tile(), sampler.margin())?];
    Plan::new(request.is_hashed, area.size, Evaluation::Pictures(sampler), vec![Pass { cells, columns: 1, cell_size: area.size, files }])
}
