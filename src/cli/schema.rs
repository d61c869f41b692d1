//! `lacuna schema`: what recipes may say, for editors.

use clap::Args;
use lacuna::recipe;

use super::failure::{Result, print_json};

#[derive(Debug, Args)]
pub(crate) struct Schema {}

impl Schema {
    #[expect(clippy::unused_self, reason = "as the other commands have it")]
    pub(crate) fn run(&self) -> Result<()> {
        print_json(&recipe::schema())
    }
}
