//! `lacuna sources`: what there is to evaluate.

use clap::Args;
use lacuna::graph::NODE_KINDS;
use serde::Serialize;

use super::failure::{Result, print, print_json};

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
    /// `basis`, or `node` for what needs a source.
    kind: &'static str,
    summary: &'static str,
    keys: &'static [&'static str],
}

impl Sources {
    pub(crate) fn run(&self) -> Result<()> {
        let entries: Vec<_> = NODE_KINDS
            .iter()
            .map(|kind| Entry {
                name: kind.name,
                kind: if kind.is_basis { "basis" } else { "node" },
                summary: kind.summary,
                keys: (kind.keys)(),
            })
            .collect();
        if self.json {
            return print_json(&Listing { schema_version: 1, sources: entries });
        }
        let lines: String = entries
            .iter()
            .map(|entry| format!("{:<14} {:<6} {}\n{:22}keys: {}\n", entry.name, entry.kind, entry.summary, "", entry.keys.join(", ")))
            .collect();
        print(&lines)
    }
}
