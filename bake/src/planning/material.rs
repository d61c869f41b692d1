//! The pictures of a material, and the file around or beside them.

use lacuna::recipe::Picture;

use super::passes::Parts;
use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::{Format, MAX_WHOLE_SAMPLES, Shape};
use crate::jobs::{Job, Material};
use crate::plan::{Beside, Plan};
use crate::request::{Destination, Request};
use crate::targets::{self, Holds, Made};

/// The format of the pictures.
const FORMAT: &str = "png";
/// The extension of a file that holds all pictures.
const ONE_FILE: &str = "glb";

impl Material {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        let Self { area, target, name } = self;
        for (field, is_given) in [
            (Field::Output, request.output.is_some()),
            (Field::Format, request.format.is_some()),
            (Field::Depth, request.depth.is_some()),
            (Field::Range, request.range.is_some()),
        ] {
            if is_given {
                let told = message![format!("{target} takes pictures as they are; leave "), field, " out"];
                return Err(Error::request(field, Problem::Clash(Field::Material), told));
            }
        }
        self.check_size()?;
        let grid = area.grid()?;
        let (recipe, made) = targets::recipe_of(*target, request.source.recipe(), name, area)?;
        let request = Request { source: request.source.showing(recipe)?, ..request.clone() };
        let all = request.source.recipe().output_names();
        let names = self.names(&request, &all)?;
        let samplers = request.samplers_of(&names)?;
        let parts = Parts { numbers: 0..1, columns: None, what: "materials go", size: area.size };
        let format: Format = FORMAT.parse().map_err(|_| Error::failed("there is no format of the pictures; please report this"))?;
        let file = |picture: &Picture| {
            let path = match target.is_one_file() {
                true => format!("{}.{}", picture.name, format.name()).into(),
                false => request.file_of(picture, format.name()),
            };
            let depth = request.depth_of(picture, format)?;
            Ok(request.plan_file_as(picture, &path, area.size, Shape::Picture, (format, depth))?.of_job(Job::Material(self.clone())))
        };
        let passes = parts.passes(&request, &samplers, |_, sampler| sampler.cell(&grid, area.tile()), |picture, _| file(picture))?;
        let plan = Plan::of_pictures(request.is_hashed, area.size, samplers, passes)?;
        Ok(plan.beside(self.document(&request, made)?))
    }

    /// Returns the pictures to bake: all of them, unless the destination is one of their files.
    fn names<'a>(&self, request: &'a Request, all: &[&'a str]) -> Result<Vec<&'a str>> {
        let Destination::File(path) = &request.destination else { return Ok(all.to_vec()) };
        if self.target.is_one_file() {
            let is_its = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ONE_FILE));
            if is_its || path.as_os_str() == "-" {
                return Ok(all.to_vec());
            }
        }
        let of_file = request.source.facts().and_then(|facts| facts.output.as_deref());
        if let Some(name) = of_file.filter(|name| all.contains(name) && !self.target.is_one_file()) {
            return Ok(vec![name]);
        }
        let more = if self.target.is_one_file() { format!(", or into a file that ends in .{ONE_FILE}") } else { String::new() };
        let target = self.target;
        let told = message![format!("the files of a material for {target} go into a folder{more}; give one with "), Field::File, " DIR/"];
        Err(Error::request(Field::File, Problem::Content, told))
    }

    /// Refuses pictures that are too large to lie in one file.
    fn check_size(&self) -> Result<()> {
        let samples = u64::from(self.area.size.width).saturating_mul(self.area.size.height.into());
        if self.target.is_one_file() && samples > MAX_WHOLE_SAMPLES {
            let told =
                message![format!("a .{ONE_FILE} is made in memory, of at most {MAX_WHOLE_SAMPLES} pixels; give a smaller "), Field::Size];
            return Err(Error::request(Field::Size, Problem::more_than(MAX_WHOLE_SAMPLES), told));
        }
        Ok(())
    }

    /// Returns the file around or beside the pictures, if the target has one and the destination takes it.
    fn document(&self, request: &Request, made: Made) -> Result<Option<Beside>> {
        let Destination::Folder(folder) = &request.destination else {
            let path = request.destination.path().to_owned();
            return Ok(self.target.is_one_file().then_some(Beside::Around { path, made }));
        };
        if self.target.is_one_file() {
            return Ok(Some(Beside::Around { path: folder.join(format!("{}.{ONE_FILE}", made.name)), made }));
        }
        let name = self.target.name_beside(&made.name);
        Ok(name.map(|name| Beside::Text { path: folder.join(name), target: self.target, made }))
    }
}

impl Material {
    /// Returns what an artist enters beside the files, in metres: the width of the pictures, and the difference of the greatest and the least height if there is one.
    ///
    /// # Errors
    ///
    /// The errors of [`Request::plan`].
    pub fn metres(&self, request: &Request) -> Result<(f64, Option<f64>)> {
        let (_, made) = targets::recipe_of(self.target, request.source.recipe(), &self.name, &self.area)?;
        let has_heights = made.maps.iter().any(|(holds, _)| *holds == Holds::Height);
        Ok((made.metres, has_heights.then(|| made.relief_metres())))
    }
}
