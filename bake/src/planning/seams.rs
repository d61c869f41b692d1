//! Seams: requested repetitions that don't fit the baked area.

use lacuna::program::Repeats;
use lacuna::{Axis, Number};

use crate::area::Region;
use crate::error::Result;
use crate::jobs::{Frames, Job};
use crate::plan::Plan;
use crate::request::Request;
use crate::size::Size;

/// An axis along which the nodes have a period or a circle, while the end of the baked area does not continue at its beginning.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Seam {
    /// The axis of the domain, 0 for x to 2 for z.
    pub axis: usize,
    /// The length of the baked area along the axis, in units.
    pub covered: f64,
    /// The repetition along the axis.
    pub repeats: Repeats,
}

impl Request {
    /// Returns the seams of what a plan of this request bakes: of pictures, frames, whole sets of tiles, and volumes. It evaluates no sample.
    ///
    /// # Errors
    ///
    /// The errors of [`Request::plan`].
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

/// Returns the baked area along x, y and, for a volume, z, each as the first samples of an axis. It is empty for a view, for faces, for a line, and
/// for a part of a set, since nobody repeats those.
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
