//! Planning: a module per kind of job. Each checks a request, and lays out the files and their evaluations.

mod cube;
mod frames;
mod line;
pub(crate) mod parts;
mod passes;
mod picture;
mod seams;
#[cfg(test)]
mod tests;
mod tiles;
mod view;
mod volume;

use lacuna::recipe::OutputRange;

pub use self::seams::Seam;

use crate::error::{Error, Field, Problem, Result, message};
use crate::jobs::Job;
use crate::plan::Plan;
use crate::range::Range;
use crate::recipe::check_recipe;
use crate::request::Request;

impl Request {
    /// Checks all that can be checked before the work, and plans the bake.
    ///
    /// # Errors
    ///
    /// The errors of the recipe, the job, or the files, with the place and a way to mend them.
    pub fn plan(&self) -> Result<Plan> {
        if self.tile == Some(0) {
            return Err(Error::request(Field::Tile, Problem::outside(1, u32::MAX), message![Field::Tile.at(0), ": give at least 1"]));
        }
        if let Some(OutputRange::Between([least, greatest])) = self.range
            && let Err(error) = Range::new(least, greatest)
        {
            return Err(Error::request(
                Field::Range,
                Problem::Order,
                message![Field::Range.at(format!("{least},{greatest}")), format!(": {error}")],
            ));
        }
        check_recipe(self.source.recipe())?;
        self.job.plan(self)
    }
}

impl Job {
    fn plan(&self, request: &Request) -> Result<Plan> {
        match self {
            Self::Picture(area) => picture::plan(area, request),
            Self::View(view) => view.plan(request),
            Self::Tiles(tiles) => tiles.plan(request),
            Self::Frames(frames) => frames.plan(request),
            Self::Volume(volume) => volume.plan(request),
            Self::Cube(cube) => cube.plan(request),
            Self::Line(line) => line.plan(request),
        }
    }
}
