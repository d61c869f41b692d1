//! A volume, in one file or slice by slice.

use lacuna::recipe::Picture;
use lacuna::{Axis, Grid, MAX_SAMPLES, Number, Tile};

use super::parts::numbered;
use super::passes::Parts;
use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::{Format, Shape, ShapeKind, quoted};
use crate::jobs::{Job, MAX_FILES, MAX_SLICES, Volume};
use crate::plan::{FilePlan, Plan};
use crate::request::Request;
use crate::size::Size;

/// The default length of a cube along each axis, in units.
const LENGTH: u64 = 8;

impl Volume {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        let [width, height, depth] = self.sides;
        let [x0, y0, z0, x1, y1, z1] = self.covered()?;
        if self.is_sliced && depth > MAX_FILES && self.only.is_none() {
            return Err(Error::request(
                Field::Slices,
                Problem::outside(1, MAX_FILES),
                message![Field::Slices, format!(": {depth} files; at most {MAX_FILES} are written at once, so write one file")],
            ));
        }
        if self.only.is_some_and(|only| only >= depth || !self.is_sliced) {
            return Err(Error::request(
                Field::Slices,
                Problem::outside(0, depth - 1),
                message!["a single slice needs ", Field::Slices, format!(", and a number below {depth}")],
            ));
        }
        let samplers = request.samplers()?;
        let grid = Grid { z: Axis::extent(z0, z1, depth), ..Grid::plane(Axis::extent(x0, x1, width), Axis::extent(y0, y1, height)) };
        grid.validate()?;
        let size = Size { width, height };
        let parts = Parts { numbers: Parts::numbers(self.only, depth), columns: (!self.is_sliced).then_some(1), what: "volumes go", size };
        let passes = parts.passes(
            request,
            &samplers,
            |slice, sampler| sampler.cell(&grid, Tile { origin: [0, 0, slice], size: [width, height, 1] }),
            |picture, slice| Ok(self.file(request, picture, slice)?.of_job(Job::Volume(Self { only: slice, ..self.clone() }))),
        )?;
        Plan::of_pictures(request.is_hashed, size, samplers, passes)
    }

    /// Plans the file of a slice, or of all of them.
    fn file(&self, request: &Request, picture: &Picture, slice: Option<u32>) -> Result<FilePlan> {
        let [width, height, depth] = self.sides;
        let format = request.format_of(picture)?;
        let path = request.file_of(picture, format.name());
        if let Some(slice) = slice {
            let path = if self.only.is_some() { path } else { numbered(&path, slice, depth) };
            return request.plan_file(picture, &path, Size { width, height }, Shape::Picture);
        }
        if !format.holds(ShapeKind::Volume) {
            let name = format.name();
            let others = quoted(Format::all().filter(|format| format.holds(ShapeKind::Volume)));
            return Err(Error::request(
                Field::Format,
                Problem::Format,
                message![format!("{name} holds no volume; write one of {others}, or add "), Field::Slices],
            ));
        }
        let rows = height.checked_mul(depth).filter(|&rows| rows <= MAX_SAMPLES).ok_or_else(|| {
            let all = format!("{depth} slices of {height} rows are too many in one file; ");
            let told =
                if depth <= MAX_FILES { message![all, "add ", Field::Slices, ", or give fewer"] } else { message![all, "give fewer"] };
            Error::request(Field::Volume, Problem::more_than(MAX_SAMPLES.into()), told)
        })?;
        request.plan_file(picture, &path, Size { width, height: rows }, Shape::Volume { slices: depth })
    }

    pub(super) fn covered(&self) -> Result<[Number; 6]> {
        let [width, height, depth] = self.sides;
        if depth > MAX_SLICES || self.sides.iter().any(|side| !(1..=MAX_SAMPLES).contains(side)) {
            return Err(Error::request(
                Field::Volume,
                Problem::outside(1, MAX_SLICES),
                message![
                    Field::Volume.at(format!("{width}x{height}x{depth}")),
                    format!(": give N or WxHxD, each at least 1, of at most {MAX_SLICES} slices")
                ],
            ));
        }
        match self.corners {
            Some(corners) => Ok(corners),
            None if width == height && height == depth => {
                let far = Number::from(LENGTH);
                Ok([Number::ZERO, Number::ZERO, Number::ZERO, far, far, far])
            }
            None => Err(Error::request(
                Field::Box,
                Problem::Missing,
                message![Field::Volume.at(format!("{width}x{height}x{depth}")), " is no cube; give its box with ", Field::Box.asked()],
            )),
        }
    }
}
