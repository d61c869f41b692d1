//! `lacuna schema`: the schema of recipes, for editors.

use clap::Args;

use crate::failure::Result;
use crate::terminal::print_json;

#[derive(Debug, Args)]
pub(crate) struct Schema {}

impl Schema {
    #[expect(clippy::unused_self, reason = "as the other commands have it")]
    pub(crate) fn run(&self) -> Result<()> {
        print_json(&lacuna_bake::schema())
    }
}
