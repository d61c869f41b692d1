//! `lacuna show`: the recipe of a preset.

use clap::Args;
use lacuna::presets::{PRESETS, Preset};
use lacuna::recipe;

use super::failure::{Failure, Result, print, short};

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// A preset, as `lacuna sources` lists them
    preset: String,
}

impl Show {
    pub(crate) fn run(&self) -> Result<()> {
        let Some(preset) = Preset::of(&self.preset) else {
            let names = || PRESETS.iter().map(|preset| preset.name);
            let nearest =
                recipe::nearest(&self.preset, names()).map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"));
            return Err(Failure::usage(format!(
                "there is no preset `{}`{nearest}; there are {}",
                short(&self.preset),
                names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            )));
        };
        print(preset.text)
    }
}
