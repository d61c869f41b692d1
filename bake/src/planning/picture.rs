//! A picture of an area: one file an output, and one evaluation for as many of them as their channels allow.

use super::parts::cell;
use super::passes::Parts;
use crate::area::Area;
use crate::error::Result;
use crate::plan::Plan;
use crate::request::Request;

pub(super) fn plan(area: &Area, request: &Request) -> Result<Plan> {
    let samplers = request.samplers()?;
    let grid = area.grid()?;
    let parts = Parts { numbers: 0..1, columns: None, size: area.size };
    let passes =
        parts.passes(&samplers, |_, margin| cell(&grid, area.tile(), margin), |picture, _| request.plan_picture(picture, area.size))?;
    Plan::of_pictures(request.is_hashed, area.size, samplers, passes)
}
