//! Pictures of materials.

use lacuna::Number;
use lacuna::recipe::{Content, Finish, Output, OutputRange, Picture, Role};

use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::Shape;
use crate::jobs::{Job, Preview};
use crate::plan::Plan;
use crate::recipe::check_recipe;
use crate::request::Request;
use crate::roles::Roles;

/// The most texels of the maps: about 640 MiB.
const MOST_TEXELS: u64 = 1 << 23;

impl Preview {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        let path = request.named_file("a picture of a material goes")?;
        let roles = self.checked(request)?;
        let size = self.area.size;
        let albedo = Role::Albedo.name();
        let output = Output {
            range: None,
            blur: None,
            content: Content::Channels { channels: vec![0.into(); 3], is_color: true },
            ..request.source.recipe().output(albedo)?
        };
        let range = OutputRange::Between([Number::ZERO, Number::ONE]);
        let picture = Picture { name: albedo.to_owned(), channels: vec![], finish: Finish::Nothing, range, vector: None, output };
        let request = Request { range: None, ..request.clone() };
        let mut file = request.plan_file(&picture, path, size, Shape::Picture)?;
        // Colours have no range of their own.
        file.range = range;
        Ok(Plan::of_preview(request.is_hashed, size, roles, file.of_job(Job::Preview(self.clone()))))
    }

    /// Returns the maps of the material before they are evaluated. Checks all that can be checked.
    ///
    /// # Errors
    ///
    /// The errors of [`Request::plan`].
    pub fn roles(&self, request: &Request) -> Result<Roles> {
        check_recipe(request.source.recipe())?;
        self.checked(request)
    }

    fn checked(&self, request: &Request) -> Result<Roles> {
        self.validate()?;
        let recipe = request.source.recipe();
        if !Self::is_in(recipe) {
            let told = ": the recipe has no output `albedo`, the colour of the material; add [material] with albedo = \"a node's name\", or outputs.albedo";
            return Err(Error::request(Field::View, Problem::Content, message![Field::View, told]));
        }
        if let Some(name) = request.output.as_ref().filter(|name| name.as_str() != Role::Albedo.name()) {
            let told = ": a material is made of all outputs that have a role; leave it out";
            return Err(Error::request(Field::Output, Problem::Clash(Field::View), message![Field::Output.at(name), told]));
        }
        if request.range.is_some() {
            let told = ": the colours of a material have no range; leave it out";
            return Err(Error::request(Field::Range, Problem::Clash(Field::View), message![Field::Range, told]));
        }
        let names: Vec<&str> = Role::ALL.into_iter().map(Role::name).filter(|name| recipe.outputs.contains_key(*name)).collect();
        Roles::of(self, request.samplers_of(&names)?)
    }

    /// Checks the numbers.
    fn validate(&self) -> Result<()> {
        let within = |place: &str, value: f64, [least, most]: [f64; 2]| {
            let message = format!("{} is not allowed; give {least} to {most}", Number::from(value));
            let problem = lacuna::Problem::Outside { least, most };
            let error = lacuna::Error::Parameter { place: format!("view.{place}"), problem, message };
            if (least..=most).contains(&value) { Ok(()) } else { Err(error) }
        };
        let [azimuth, altitude] = self.sun.map(Number::to_f64);
        within("sun.azimuth", azimuth, [-1e6, 1e6])?;
        within("sun.altitude", altitude, [1.0, 90.0])?;
        within("brightness", self.brightness.to_f64(), [0.1, 10.0])?;
        within("repeat", self.repeat.to_f64(), [0.1, 64.0])?;
        within("relief_height", self.relief_height.to_f64(), [-1e6, 1e6])?;
        within("camera.heading", self.heading.to_f64(), [-1e6, 1e6])?;
        within("camera.pitch", self.pitch.to_f64(), [0.0, 90.0])?;
        within("camera.zoom", self.zoom.to_f64(), [0.1, 100.0])?;
        within("antialias", self.antialias.into(), [1.0, 8.0])?;
        let texels = u64::from(self.map.width) * u64::from(self.map.height);
        if texels > MOST_TEXELS {
            let told = format!(": {texels} texels of a material stay in memory, at most {MOST_TEXELS}; give a smaller size");
            return Err(Error::request(Field::Map, Problem::more_than(MOST_TEXELS), message![Field::Map.at(self.map), told]));
        }
        Ok(())
    }
}
