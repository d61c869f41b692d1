//! `lacuna shader`: the kernel of a source, for others to take away.

use clap::Args;
use lacuna::gpu::{link, link_straight};
use lacuna::{DomainKind, Program, TargetKind, recipe};

use crate::failure::Result;
use crate::source::SourceArgs;
use crate::terminal::print;

#[derive(Debug, Args)]
pub(crate) struct Shader {
    #[command(flatten)]
    source: SourceArgs,
    /// Print the form that shares work along rows
    ///
    /// It is what a GPU is given where noise lies along a grid. Without this, the kernel evaluates each sample by itself: shorter, slower, and with the
    /// same bits.
    #[arg(long)]
    rows: bool,
}

impl Shader {
    pub(crate) fn run(&self) -> Result<()> {
        print(&self.text()?)
    }

    /// Checks what is asked for, by making the text.
    pub(crate) fn check(&self) -> Result<()> {
        self.text().map(drop)
    }

    fn text(&self) -> Result<String> {
        let source = self.source.resolve()?;
        let program = Program::new(&source.graph()?)?;
        let mut text = format!("// A kernel of lacuna {}, linked for this recipe:\n//\n", env!("CARGO_PKG_VERSION"));
        for line in recipe::write(source.source.recipe())?.lines() {
            text.push_str(format!("//     {line}").trim_end());
            text.push('\n');
        }
        text.push('\n');
        let structure = program.structure();
        let link = if self.rows { link } else { link_straight };
        text.push_str(&link(structure, DomainKind::Grid, TargetKind::Buffer));
        Ok(text)
    }
}
