//! The table or the curve of a line.

use lacuna::{Axis, Grid, Number, Tile};

use crate::error::{Error, Field, Problem, Result, message, shown};
use crate::formats::{Shape, ShapeKind};
use crate::jobs::Line;
use crate::plan::{Pass, Plan};
use crate::request::Request;
use crate::sampling::Sampler;
use crate::size::Size;

const MAX_LINE: u32 = 1 << 24;

impl Line {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        let [start, end] = self.ends;
        let path = request.named_file("a line goes")?;
        let (picture, program) = request.heights(Field::Line, "")?;
        let format = request.format_of(&picture).ok().filter(|format| format.holds(ShapeKind::Line));
        let format =
            format.ok_or_else(|| Error::request(Field::File, Problem::Format, format!("{}: a line is a .csv or an .svg", shown(path))))?;
        request.check_fixed("a line", format, format.depths()[0])?;
        if !(1..=MAX_LINE).contains(&self.samples) {
            return Err(Error::request(
                Field::Size,
                Problem::outside(1, MAX_LINE),
                message![Field::Size.at(self.samples), format!(": a line has 1 to {MAX_LINE} samples")],
            ));
        }
        let x = Axis::extent(start, end, self.samples);
        let grid = Grid { z: Axis::Constant(self.z), ..Grid::plane(x, Axis::Constant(Number::ZERO)) };
        grid.validate()?;
        let size = Size { width: self.samples, height: 1 };
        let shape = Shape::Line { start, spacing: x.spacing() };
        let file = request.plan_file_as(&picture, path, size, shape, (format, format.depths()[0]))?;
        let sampler = Sampler::of_program(program, vec![picture]);
        let cell = sampler.cell(&grid, Tile { origin: [0; 3], size: [size.width, 1, 1] })?;
        Plan::of_pictures(request.is_hashed, size, vec![sampler], vec![Pass::of_one(vec![cell], size, file)])
    }
}
