//! Planning: a module per kind of job. Each checks a request, and lays out the files and their evaluations.

mod cube;
mod frames;
mod height_map;
mod line;
mod material;
pub(crate) mod parts;
mod passes;
mod picture;
mod preview;
mod seams;
#[cfg(test)]
mod tests;
mod view;
mod volume;

use lacuna::Number;
use lacuna::recipe::{MAX_SAMPLES_ACROSS, OutputRange};

pub use self::seams::Seam;

use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::{Format, quoted};
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
        if let Some(metres) = self.unit_metres {
            check_metres(Field::UnitMetres, metres)?;
        }
        self.check_samples()?;
        check_recipe(self.source.recipe())?;
        let plan = self.job.plan(self)?;
        self.check_place(&plan)?;
        Ok(plan)
    }

    /// Refuses a number of samples a pixel that is not allowed, and any for jobs whose pixels are no means of samples.
    fn check_samples(&self) -> Result<()> {
        let other = match self.job {
            Job::View(_) | Job::Preview(_) => Some((Field::View, " has an antialias of its own")),
            Job::Line(_) => Some((Field::Line, " is sampled at single places")),
            _ => None,
        };
        match (self.asked_samples(), other) {
            (Some(asked), None) if !(1..=MAX_SAMPLES_ACROSS).contains(&asked) => Err(Error::request(
                Field::Samples,
                Problem::outside(1, MAX_SAMPLES_ACROSS),
                message![Field::Samples.at(asked), format!(": give 1 to {MAX_SAMPLES_ACROSS} samples across a pixel")],
            )),
            (Some(_), Some((field, why))) => {
                Err(Error::request(Field::Samples, Problem::Clash(field), message![Field::Samples, ": ", field, why, "; leave it out"]))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a length of a unit that no engine and no file is told of.
    fn check_place(&self, plan: &Plan) -> Result<()> {
        let is_told = plan.file_plans().any(|file| file.facts.unit_metres.is_some());
        let Some(first) = plan.file_plans().next().filter(|_| self.unit_metres.is_some() && !is_told) else { return Ok(()) };
        let format = first.encoding.format;
        if first.encoding.format.description().has_place {
            let told = message![Field::UnitMetres, ": only pictures and tiles have a place; leave it out"];
            return Err(Error::request(Field::UnitMetres, Problem::Content, told));
        }
        let others = quoted(Format::all().filter(|other| other.description().has_place));
        Err(Error::request(
            Field::UnitMetres,
            Problem::Clash(Field::Format),
            message![
                Field::UnitMetres,
                format!(": {format} does not hold where a picture lies; take {others}, add "),
                Field::Import.asked(),
                ", or leave it out"
            ],
        ))
    }
}

/// Refuses a length in metres that no engine takes.
fn check_metres(field: Field, metres: Number) -> Result<()> {
    match (1e-6..=1e9).contains(&metres.to_f64()) {
        true => Ok(()),
        false => Err(Error::request(
            field,
            Problem::outside(1e-6, 1e9),
            message![field, format!(": {metres} is not allowed; give a number from 10^-6 to 10^9")],
        )),
    }
}

impl Job {
    fn plan(&self, request: &Request) -> Result<Plan> {
        match self {
            Self::Picture(area) => picture::plan(area, request),
            Self::View(view) => view.plan(request),
            Self::Preview(preview) => preview.plan(request),
            Self::Tiles(tiles) => tiles.plan(request),
            Self::Frames(frames) => frames.plan(request),
            Self::Volume(volume) => volume.plan(request),
            Self::Cube(cube) => cube.plan(request),
            Self::Line(line) => line.plan(request),
            Self::Material(material) => material.plan(request),
        }
    }
}
