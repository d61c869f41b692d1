//! `lacuna bake --line X0,X1`.

use std::str::FromStr;

use clap::Args;
use lacuna::Number;
use lacuna_bake::jobs::Line;
use lacuna_bake::{Area, numbers};

/// The ends of a line.
#[derive(Debug, Clone, Copy)]
struct Ends([Number; 2]);

impl FromStr for Ends {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbers(text)?.try_into().map(Self).map_err(|_| "give the two numbers X0,X1, such as 0,8".to_owned())
    }
}

/// Samples along a line.
#[derive(Debug, Args)]
#[command(next_help_heading = "Line")]
pub(super) struct LineArgs {
    /// Bakes samples along the x axis instead of a picture
    ///
    /// The line runs from X0 to X1 at y = 0, in --size N samples, at most 16777216, each at the centre of its part. FILE ends in .csv, a table of x
    /// and value, or in .svg, a plotted curve from the least to the greatest of --range, of at most 65536 samples.
    #[arg(long, value_name = "X0,X1", allow_hyphen_values = true, conflicts_with_all = ["region", "view", "tiles", "for", "frames", "depth", "format", "tile"])]
    line: Option<Ends>,
}

impl LineArgs {
    /// Returns the line, if it was requested.
    pub(super) fn chosen(&self, area: Area) -> Option<Line> {
        let Ends(ends) = self.line?;
        Some(Line { ends, samples: area.size.width, z: area.z })
    }
}
