//! A picture of an area: one file an output, and one evaluation for as many of them as their channels allow.

use lacuna::recipe::Picture;

use super::passes::Parts;
use crate::area::Area;
use crate::error::Result;
use crate::formats::Shape;
use crate::plan::Plan;
use crate::request::Request;

pub(super) fn plan(area: &Area, request: &Request) -> Result<Plan> {
    let samplers = request.samplers()?;
    let grid = area.grid()?;
    let parts = Parts { numbers: 0..1, columns: None, what: "pictures go", size: area.size };
    let file = |picture: &Picture| {
        let format = request.format_of(picture)?;
        let path = request.file_of(picture, format.name());
        let unit = request.unit_of(&picture.name).filter(|_| format.description().has_place);
        Ok(request.plan_file(picture, &path, area.size, Shape::Picture)?.in_metres(unit, |unit| area.place(unit)))
    };
    let passes = parts.passes(request, &samplers, |_, sampler| sampler.cell(&grid, area.tile()), |picture, _| file(picture))?;
    Plan::of_pictures(request.is_hashed, area.size, samplers, passes)
}
