//! `lacuna shader`: the kernel of a source, for use elsewhere.

use clap::Args;
use lacuna::internal::{link, link_per_sample};
use lacuna::{DomainKind, Program, TargetKind};
use lacuna_bake::VERSION;

use crate::failure::Result;
use crate::source::SourceArgs;
use crate::terminal::print;

#[derive(Debug, Args)]
pub(crate) struct Shader {
    #[command(flatten)]
    source: SourceArgs,
    /// Prints the form that shares work between samples, in rows or columns
    ///
    /// GPUs get this form if the noise of neighbouring samples depends on the same lattice points. Without --rows, the kernel evaluates each sample by itself: it is shorter and slower, with the same bits.
    #[arg(long)]
    rows: bool,
}

impl Shader {
    pub(crate) fn run(&self) -> Result<()> {
        print(&self.text()?)
    }

    /// Checks the request by making the text.
    pub(crate) fn check(&self) -> Result<()> {
        self.text().map(drop)
    }

    fn text(&self) -> Result<String> {
        kernel(&self.source, self.rows)
    }
}

/// Returns the kernel of a source, below its recipe.
pub(crate) fn kernel(source: &SourceArgs, rows: bool) -> Result<String> {
    let source = source.resolve()?;
    let program = Program::new(&source.graph()?)?;
    let mut text = format!("// A kernel of lacuna {VERSION}, linked for this recipe:\n//\n");
    text.push_str(&commented(&source.source.draft()?.short_text()?));
    text.push('\n');
    let structure = program.structure();
    let link = if rows { link } else { link_per_sample };
    text.push_str(&link(structure, DomainKind::Grid, TargetKind::Buffer));
    Ok(text)
}

/// Formats a recipe as a comment.
pub(crate) fn commented(recipe: &str) -> String {
    recipe.lines().map(|line| format!("{}\n", format!("//     {line}").trim_end())).collect()
}
