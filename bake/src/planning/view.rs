//! Views of terrain, and the terrain that they show.

use lacuna::Number;
use lacuna::recipe::{Content, Finish, OutputRange, Picture};

use crate::error::{Field, Result};
use crate::formats::Shape;
use crate::ground::Ground;
use crate::jobs::{Job, View};
use crate::plan::{Evaluation, Pass, Plan};
use crate::recipe::check_recipe;
use crate::request::Request;

/// The reason why a view takes one channel.
const WHY: &str = ": terrain has one channel, its height";

impl View {
    pub(super) fn plan(&self, request: &Request) -> Result<Plan> {
        self.settings().validate()?;
        let path = request.named_file(true, "a view goes")?;
        let (heights, program) = request.heights(Field::View, WHY)?;
        let range = self.range_of(request, &heights);
        let size = self.area.size;
        let ground = Ground::of(self, program, range, request.tile)?;

        let content = Content::Channels { channels: vec![0.into(); 3], is_color: true };
        let output = lacuna::recipe::Output { content, range: None, blur: None, ..heights.output.clone() };
        let picture = Picture { channels: vec![], finish: Finish::Nothing, output, ..heights };
        let request = Request { range: None, ..request.clone() };
        let mut file = request.plan_file(&picture, path, size, Shape::Picture)?;
        // Colours have no range of their own; `range` is that of the heights.
        file.range = OutputRange::Between([Number::ZERO, Number::ONE]);
        let file = file.of_job(Job::View(Self { range: Some(range), ..self.clone() }));
        Plan::new(
            request.is_hashed,
            size,
            Evaluation::View(ground),
            vec![Pass { cells: vec![], columns: 1, cell_size: size, files: vec![file] }],
        )
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
        Ground::of(self, program, self.range_of(request, &heights), request.tile)
    }

    /// Returns the heights at the ends of the palette.
    fn range_of(&self, request: &Request, heights: &Picture) -> OutputRange {
        let stored = self.range.filter(|_| request.source.facts().is_none() || request.source.facts_of(&heights.name).is_some());
        request.range.or(stored).unwrap_or(heights.range)
    }
}
