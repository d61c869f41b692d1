//! Samples along a line, as a table or as a drawn curve.

use lacuna::{Axis, Grid, Number, Tile};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result, shown};
use crate::formats::{Shape, ShapeKind};
use crate::plan::{Evaluation, Pass, Plan};
use crate::request::Request;
use crate::sampling::{Cell, Sampler};
use crate::size::Size;

/// The most samples of a line.
const MAX_LINE: u32 = 1 << 24;

/// Samples along x at y = 0, each at the centre of its part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The ends along x.
    pub ends: [Number; 2],
    /// How many samples.
    pub samples: u32,
    /// Where the line lies along z.
    #[serde(default)]
    pub z: Number,
}

impl Line {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        let [start, end] = self.ends;
        let path = request.named_file(true, "a line goes")?;
        let (picture, program) = request.heights("--line")?;
        let format = request.format_of(&picture).ok().filter(|format| format.holds(ShapeKind::Line));
        let format = format.ok_or_else(|| Error::request(format!("{}: a line is a .csv or an .svg", shown(path))))?;
        request.check_fixed("a line", format, format.depths()[0])?;
        if !(1..=MAX_LINE).contains(&self.samples) {
            return Err(Error::request(format!("--size {}: a line has 1 to {MAX_LINE} samples", self.samples)));
        }
        let x = Axis::extent(start, end, self.samples);
        let grid = Grid { z: Axis::Constant(self.z), ..Grid::plane(x, Axis::Constant(Number::ZERO)) };
        grid.validate()?;
        let size = Size { width: self.samples, height: 1 };
        let shape = Shape::Line { start, spacing: x.spacing() };
        let file = request.plan_file_as(&picture, path, size, shape, (format, format.depths()[0]))?;
        let sampler = Sampler { program, tile: None, pictures: vec![picture] };
        let cell = Cell { domain: grid.into(), shown: Tile { origin: [0; 3], size: [size.width, 1, 1] } };
        Plan::new(request.is_hashed, size, Evaluation::Pictures(sampler), vec![Pass::of_one(cell, size, file)])
    }
}
