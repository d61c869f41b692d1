//! `lacuna sources`: everything that can be evaluated.

use clap::Args;
use lacuna::graph::NODE_KINDS;
use lacuna::presets::PRESETS;
use lacuna::recipe::{Draft, Param};
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
    /// Those of a preset, which `--set` sets.
    params: Vec<Param>,
}

impl Sources {
    pub(crate) fn run(&self) -> Result<()> {
        let nodes = NODE_KINDS.iter().map(|kind| Entry {
            name: kind.name,
            kind: if kind.is_basis { "basis" } else { "node" },
            summary: kind.summary,
            keys: kind.key_names(),
            params: vec![],
        });
        let mut entries: Vec<_> = nodes.collect();
        for preset in PRESETS {
            let params = Draft::read(preset.text)?.params()?;
            entries.push(Entry { name: preset.name, kind: "preset", summary: preset.summary(), keys: vec![], params });
        }
        if self.json {
            return print_json(&Listing { schema_version: 1, sources: entries });
        }
        let lines: String = entries
            .iter()
            .map(|entry| {
                let params: Vec<&str> = entry.params.iter().map(|param| param.name.as_str()).collect();
                let told = |what, names: &[&str]| {
                    if names.is_empty() { String::new() } else { format!("{:30}{what}: {}\n", "", names.join(", ")) }
                };
                let more = told("keys", &entry.keys) + &told("parameters", &params);
                format!("{:<22} {:<6} {}\n{more}", entry.name, entry.kind, entry.summary)
            })
            .collect();
        print(&lines)
    }
}
