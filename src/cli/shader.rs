//! `lacuna shader`: the kernel of a source, for others to take away.

use clap::Args;
use lacuna::DomainKind;
use lacuna::TargetKind;
use lacuna::gpu::link;
use lacuna::recipe;

use super::failure::{Result, print};
use super::source::Source;

#[derive(Debug, Args)]
pub(crate) struct Shader {
    #[command(flatten)]
    source: Source,
}

impl Shader {
    pub(crate) fn run(&self) -> Result<()> {
        let source = self.source.resolve()?;
        let mut text = format!("// A kernel of lacuna {}, linked for this recipe:\n//\n", env!("CARGO_PKG_VERSION"));
        for line in recipe::write(&source.graph)?.lines() {
            text.push_str(format!("//     {line}").trim_end());
            text.push('\n');
        }
        text.push('\n');
        text.push_str(&link(source.program.structure(), DomainKind::Grid, TargetKind::Buffer));
        print(&text)
    }
}
