//! `lacuna sources`: everything that can be evaluated.

use clap::Args;
use lacuna::graph::NODE_KINDS;
use lacuna::presets::PRESETS;
use serde::Serialize;

use crate::failure::Result;
use crate::terminal::{print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Sources {
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Listing {
    schema_version: u32,
    sources: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    /// `preset`, `basis`, or `node` for a kind that needs a source.
    kind: &'static str,
    summary: &'static str,
    /// Empty for a preset: `lacuna show` prints its recipe.
    keys: Vec<&'static str>,
}

impl Sources {
    pub(crate) fn run(&self) -> Result<()> {
        let nodes = NODE_KINDS.iter().map(|kind| Entry {
            name: kind.name,
            kind: if kind.is_basis { "basis" } else { "node" },
            summary: kind.summary,
            keys: kind.key_names(),
        });
        let presets = PRESETS.iter().map(|preset| Entry { name: preset.name, kind: "preset", summary: preset.summary(), keys: vec![] });
        let entries: Vec<_> = nodes.chain(presets).collect();
        if self.json {
            return print_json(&Listing { schema_version: 1, sources: entries });
        }
        let lines: String = entries
            .iter()
            .map(|entry| {
                let keys = if entry.keys.is_empty() { String::new() } else { format!("{:30}keys: {}\n", "", entry.keys.join(", ")) };
                format!("{:<22} {:<6} {}\n{keys}", entry.name, entry.kind, entry.summary)
            })
            .collect();
        print(&lines)
    }
}
