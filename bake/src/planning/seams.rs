//! Where what was given to come again does not fit what is baked.

use lacuna::program::Repeats;
use lacuna::{Axis, Number};

use crate::area::Region;
use crate::error::Result;
use crate::jobs::{Frames, Job};
use crate::plan::Plan;
use crate::request::Request;
use crate::size::Size;

/// An axis along which the nodes were given a period or a circle, and what is baked does not go on at its beginning where it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Seam {
    /// The axis of the domain, 0 for x to 2 for z.
    pub axis: usize,
    /// How far what is baked reaches along it, in units.
    pub covered: f64,
    /// What comes again along it.
    pub repeats: Repeats,
}

impl Request {
    /// The seams of what a plan of this request bakes: of pictures, frames, tiles together and volumes. Without a sample.
    ///
    /// # Errors
    ///
    /// As [`Request::plan`].
    pub fn seams(&self, plan: &Plan) -> Result<Vec<Seam>> {
        let program = plan.program();
        let mut seams = Vec::new();
        for (axis, (along, shown)) in covered(&self.job)?.into_iter().enumerate() {
            let repeats = program.repeats_along(axis);
            if repeats != Repeats::Unasked && !program.repeats_beyond(axis, &along, shown) {
                seams.push(Seam { axis, covered: along.spacing() * f64::from(shown), repeats });
            }
        }
        Ok(seams)
    }
}

/// What a job covers along x, y and, of a volume, z: the first so many samples of an axis. Nothing of a view, of faces, of a line, or of a part of a set,
/// which are not put beside themselves.
fn covered(job: &Job) -> Result<Vec<(Axis, u32)>> {
    let whole = |start: Number, end: Number| (Axis::extent(start, end, 1), 1);
    Ok(match job {
        Job::Picture(area) | Job::Frames(Frames { area, only: None, .. }) => {
            let (grid, Size { width, height }) = (area.grid()?, area.size);
            vec![(grid.x, width), (grid.y, height)]
        }
        Job::Tiles(tiles) if tiles.only.is_none() => {
            let Region([x0, y0, x1, y1]) = tiles.covered();
            vec![whole(x0, x1), whole(y0, y1)]
        }
        Job::Volume(volume) if volume.only.is_none() => {
            let [x0, y0, z0, x1, y1, z1] = volume.covered()?;
            vec![whole(x0, x1), whole(y0, y1), whole(z0, z1)]
        }
        _ => vec![],
    })
}
