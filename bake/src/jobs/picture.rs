//! A picture of an area: one file an output, all of one evaluation.

use super::cell;
use crate::area::Area;
use crate::error::Result;
use crate::formats::Shape;
use crate::plan::{Evaluation, Pass, Plan};
use crate::request::{Evaluated, Request};
use crate::sampling::Sampler;

pub(super) fn plan(area: &Area, request: &Request) -> Result<Plan> {
    let Evaluated { pictures, program, .. } = request.evaluated(&request.outputs()?)?;
    let file = |picture| request.plan_file(picture, request.destination.path(), area.size, Shape::Picture);
    let files = pictures.iter().map(file).collect::<Result<_>>()?;
    let sampler = Sampler { program, pictures, tile: request.tile };
    let cells = vec![cell(&area.grid()?, area.tile(), sampler.margin())?];
    Plan::new(request, area.size, Evaluation::Pictures(sampler), vec![Pass { cells, columns: 1, cell_size: area.size, files }])
}
