//! `lacuna bake --material PROGRAM`.

use std::ffi::OsStr;
use std::path::Path;

use clap::Args;
use lacuna_bake::jobs::Material;
use lacuna_bake::targets::{Target, name_of_material};
use lacuna_bake::{Area, Request, Source};

use super::help;
use crate::failure::Result;
use crate::terminal::{note, shown};

/// The pictures of a material.
#[derive(Debug, Args)]
#[command(next_help_heading = "Material")]
pub(super) struct MaterialArgs {
    /// Bakes a material as a program takes it
    #[arg(
        id = "material",
        long = "material",
        value_name = "PROGRAM",
        long_help = help::material(),
        conflicts_with_all = ["view", "tiles", "for", "frames", "line", "volume", "cube", "format", "depth", "range", "output"]
    )]
    target: Option<Target>,
}

impl MaterialArgs {
    /// Returns the material, if it was requested. It is called as it was in the file that is its source, or after the source.
    pub(super) fn chosen(&self, area: Area, name: &OsStr, source: &Source) -> Option<Material> {
        let known = source.facts().and_then(|facts| match &facts.job {
            Some(lacuna_bake::Job::Material(material)) => Some(material.name.clone()),
            _ => None,
        });
        let named = || name_of_material(&Path::new(name).file_stem().unwrap_or_default().to_string_lossy());
        Some(Material { area, target: self.target?, name: known.unwrap_or_else(named) })
    }
}

/// Prints the lengths that an artist enters beside the pictures.
pub(super) fn say_lengths(material: &Material, request: &Request) -> Result<()> {
    let (width, relief) = material.metres(request)?;
    let shown = |number: f64| shown(number, 6);
    let heights = relief.map_or_else(String::new, |relief| format!("; from the least to the greatest height it is {} m", shown(relief)));
    note(&format!("{}: the material is {} m wide{heights}", material.target, shown(width)));
    Ok(())
}
