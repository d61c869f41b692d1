//! Views of terrain, and the terrain that they show.

use lacuna::Number;
use lacuna::recipe::{Content, Finish, OutputRange, Picture};

use crate::error::{Error, Field, Problem, Result, message};
use crate::formats::Shape;
use crate::ground::Ground;
use crate::jobs::{Job, View};
use crate::plan::Plan;
use crate::recipe::check_recipe;
use crate::request::Request;
use crate::sampling::Sampler;

/// The reason why a view takes one channel.
const WHY: &str = ": terrain has one channel, its height";

impl View {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        self.settings().validate()?;
        let path = request.named_file("a view goes")?;
        let (heights, program) = request.heights(Field::View, WHY)?;
        let range = self.range_of(request, &heights);
        let size = self.area.size;
        let ground = Ground::of(self, program, self.draped(request)?, range, request.tile)?;

        let content = Content::Channels { channels: vec![0.into(); 3], is_color: true };
        let output = lacuna::recipe::Output { content, range: None, blur: None, ..heights.output.clone() };
        let picture = Picture { channels: vec![], finish: Finish::Nothing, output, ..heights };
        let request = Request { range: None, ..request.clone() };
        let mut file = request.plan_file(&picture, path, size, Shape::Picture)?;
        // Colours have no range of their own; `range` is that of the heights.
        file.range = OutputRange::Between([Number::ZERO, Number::ONE]);
        let file = file.of_job(Job::View(Self { range: Some(range), ..self.clone() }));
        Ok(Plan::of_view(request.is_hashed, size, ground, file))
    }

    /// Returns the terrain of the request's output for this view, whatever the request's own job is. Checks all that can be checked.
    ///
    /// # Errors
    ///
    /// The errors of [`Request::plan`].
    pub fn ground(&self, request: &Request) -> Result<Ground> {
        check_recipe(request.source.recipe())?;
        self.settings().validate()?;
        let (heights, program) = request.heights(Field::View, WHY)?;
        Ground::of(self, program, self.draped(request)?, self.range_of(request, &heights), request.tile)
    }

    /// Returns the evaluation of the colours of the terrain, if an output gives them.
    fn draped(&self, request: &Request) -> Result<Option<Sampler>> {
        let Some(name) = &self.drape else { return Ok(None) };
        let recipe = request.source.recipe();
        if recipe.output(name)?.content.is_color() {
            return Ok(request.samplers_of(&[name.as_str()])?.pop());
        }
        let is_color = |name: &&str| recipe.output(name).is_ok_and(|output| output.content.is_color());
        let colors: Vec<String> = recipe.output_names().into_iter().filter(is_color).map(|name| format!("`{name}`")).collect();
        let others = if colors.is_empty() { "leave it out".to_owned() } else { format!("take {}, or leave it out", colors.join(" or ")) };
        Err(Error::request(Field::Drape, Problem::Content, message![Field::Drape.at(name), format!(": `{name}` is no colour; {others}")]))
    }

    /// Returns the heights at the ends of the palette.
    fn range_of(&self, request: &Request, heights: &Picture) -> OutputRange {
        let stored = self.range.filter(|_| request.source.facts().is_none() || request.source.facts_of(&heights.name).is_some());
        request.range.or(stored).unwrap_or(heights.range)
    }
}
