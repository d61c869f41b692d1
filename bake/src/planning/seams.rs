//! What a bake would show that is probably unintended: repetitions that don't fit the baked area, cuts around a centre, and cells too narrow for the samples.

use lacuna::program::{Repeats, TooFine};
use lacuna::{Axis, Number};

use crate::area::{Area, Region};
use crate::error::Result;
use crate::jobs::{Frames, Job, Material, Preview};
use crate::plan::{Evaluation, Plan};
use crate::request::Request;
use crate::sampling::Sampler;
use crate::size::Size;

/// An axis along which the nodes have a period or a circle, while the end of the baked area does not continue at its beginning.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Seam {
    /// The axis of the domain, 0 for x to 2 for z.
    pub axis: usize,
    /// The length of the baked area along the axis, in units.
    pub covered: f64,
    /// The repetition along the axis.
    pub repeats: Repeats,
    /// The path of a node that does not continue there.
    pub node: String,
}

impl Request {
    /// Returns the seams of what a plan of this request bakes: of pictures, the maps of a material, frames, whole sets of tiles, and volumes. It evaluates no sample.
    ///
    /// # Errors
    ///
    /// The errors of [`Request::plan`].
    pub fn seams(&self, plan: &Plan) -> Result<Vec<Seam>> {
        let programs = plan.programs();
        let mut seams = Vec::new();
        for (axis, (along, shown)) in covered(&self.job)?.into_iter().enumerate() {
            let seam = programs.iter().find_map(|program| {
                let repeats = program.repeats_along(axis);
                let node = program.breaks_beyond(axis, &along, shown).filter(|_| repeats != Repeats::Unasked)?.to_owned();
                Some(Seam { axis, covered: along.spacing() * f64::from(shown), repeats, node })
            });
            seams.extend(seam);
        }
        Ok(seams)
    }

    /// Returns the nodes most of whose octaves have cells narrower than two of the plan's samples, each once. Fewer are a detail for larger sizes. It
    /// evaluates no sample.
    ///
    /// # Errors
    ///
    /// The errors of [`Request::plan`].
    pub fn too_fine(&self, plan: &Plan) -> Result<Vec<TooFine>> {
        let (Some(spacing), Evaluation::Pictures(samplers)) = (spacing(&self.job)?, &plan.evaluation) else { return Ok(vec![]) };
        let mut found: Vec<TooFine> = Vec::new();
        let of_sampler = |sampler: &Sampler| {
            let [x, y, z] = spacing;
            let spacing = [x, y].map(|spacing| spacing / f64::from(sampler.across()));
            sampler.programs().flat_map(|program| program.too_fine([spacing[0], spacing[1], z])).collect::<Vec<_>>()
        };
        for fine in samplers.iter().flat_map(of_sampler) {
            if 2 * fine.octaves > fine.of && found.iter().all(|known| known.place != fine.place) {
                found.push(fine);
            }
        }
        Ok(found)
    }
}

/// Returns the distances between the samples of a job along x, y and z, in units. None for what is not a plain grid of the domain.
fn spacing(job: &Job) -> Result<Option<[f64; 3]>> {
    Ok(match job {
        Job::Picture(area) | Job::Material(Material { area, .. }) | Job::Frames(Frames { area, .. }) => {
            let grid = area.grid()?;
            Some([grid.x.spacing(), grid.y.spacing(), 0.0])
        }
        Job::Tiles(tiles) => {
            let [x, y] = tiles.spacing(Number::ONE, tiles.size);
            Some([x, y, 0.0])
        }
        Job::Preview(Preview { area, map, .. }) => {
            let grid = Area { size: *map, ..*area }.grid()?;
            Some([grid.x.spacing(), grid.y.spacing(), 0.0])
        }
        Job::Volume(volume) => {
            let [x0, y0, z0, x1, y1, z1] = volume.covered()?;
            let lengths = [(x0, x1), (y0, y1), (z0, z1)].map(|(start, end)| end.to_f64() - start.to_f64());
            Some(std::array::from_fn(|axis| lengths[axis] / f64::from(volume.sides[axis])))
        }
        Job::View(_) | Job::Cube(_) | Job::Line(_) => None,
    })
}

/// Returns the baked area along x, y and, for a volume, z, each as the first samples of an axis. It is empty for a view, for faces, for a line, and
/// for a part of a set, since nobody repeats those.
fn covered(job: &Job) -> Result<Vec<(Axis, u32)>> {
    let whole = |start: Number, end: Number| (Axis::extent(start, end, 1), 1);
    Ok(match job {
        Job::Picture(area) | Job::Material(Material { area, .. }) | Job::Frames(Frames { area, only: None, .. }) => {
            let (grid, Size { width, height }) = (area.grid()?, area.size);
            vec![(grid.x, width), (grid.y, height)]
        }
        Job::Preview(Preview { area, map, .. }) => {
            let grid = Area { size: *map, ..*area }.grid()?;
            vec![(grid.x, map.width), (grid.y, map.height)]
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
