//! From a recipe as it is written to plain nodes.
//!
//! A document has expressions, references to outputs of nodes, parameters, parts and cells; what comes out has tables of nodes alone. Parts are scopes of
//! their own: each use of one is expanded under names that begin with the name of the use.

mod cells;
mod expansion;
mod expression;
mod functions;
mod layout;
mod library;
mod made;
mod params;
mod parts;
mod pictures;
mod references;
mod roles;
mod terms;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use toml::{Table, Value};

use self::cells::wrap_of;
pub(super) use self::cells::{BY, CELLS, WARP, WRAP, check_wrap, has_cells};
use self::expansion::{Expanded, Expansion, Scope, Source};
pub(super) use self::layout::{Arithmetic, laid_out};
pub use self::library::{Library, NoFiles};
#[cfg(feature = "schema")]
pub(super) use self::made::USE;
use self::made::number_value;
pub(super) use self::made::{PARTS, is_use, seed_of, seed_value};
pub(super) use self::params::{PARAM_KEYS, PARAMS, filled, read as read_params};
pub use self::params::{Param, ParamValue};
pub(super) use self::parts::USE_KEYS;
pub(super) use self::roles::material_keys;
use self::roles::{in_material, spread};
use super::document::{OUTPUTS, Recipe};
use super::flaw::{Flaw, Located};
use crate::key::names_of;
use crate::number::Number;

/// Plain nodes, and where they were written.
pub(super) struct Plain {
    /// The recipe with nothing but nodes and outputs.
    pub(super) table: Table,
    /// The paths in the document of the nodes whose names are not theirs there.
    pub(super) places: BTreeMap<String, Vec<String>>,
}

impl Plain {
    /// Returns the flaw at the place in a document where it was written.
    pub(super) fn written(&self, document: &Table, mut flaw: Flaw) -> Flaw {
        let place = match &flaw.path[..] {
            [nodes, name, ..] if nodes == "nodes" => self.places.get(name),
            _ => None,
        };
        if let Some(place) = place {
            flaw.path.splice(..2, place.iter().cloned());
        }
        in_material(document, flaw)
    }
}

/// Expands a document. Returns its nodes, and the lengths after which it repeats.
pub(super) fn expand(document: &Arc<Table>, library: &dyn Library) -> Expanded<(Plain, Vec<Number>)> {
    spread(document).and_then(|spread| expand_spread(&spread, library)).map_err(|flaw| in_material(document, flaw))
}

fn expand_spread(document: &Arc<Table>, library: &dyn Library) -> Expanded<(Plain, Vec<Number>)> {
    let params = match document.get(PARAMS) {
        None => params::Values::new(),
        Some(params) => params::read(params).located(PARAMS)?.into_iter().map(|param| (param.name, param.value)).collect(),
    };
    parts::check(document)?;
    let wrap = wrap_of(document, &params)?;
    let root = Scope {
        source: Rc::new(Source { document: Arc::clone(document), part: None }),
        place: vec![],
        is_foreign: false,
        prefix: String::new(),
        params,
        wrap,
        inputs: BTreeMap::new(),
        seed: None,
        depth: 0,
    };
    let taken = root.source.names().cloned().collect();
    let mut expansion = Expansion {
        library,
        scopes: vec![root],
        nodes: Table::new(),
        places: BTreeMap::new(),
        taken,
        uses: BTreeMap::new(),
        open: BTreeSet::new(),
        outputs: BTreeMap::new(),
        aliases: BTreeMap::new(),
        level: 0,
        within: vec![],
        made: 0,
        numbers: BTreeMap::new(),
        files: BTreeMap::new(),
    };
    expansion.nodes_of(0)?;
    let mut table = Table::new();
    for (key, value) in document.iter() {
        let value = match (key.as_str(), value) {
            (PARAMS | PARTS | WRAP, _) | ("nodes", Value::Table(_)) => continue,
            (OUTPUTS, Value::Table(outputs)) => expansion.pictures(outputs).located(OUTPUTS)?,
            ("output", value) if !document.contains_key(OUTPUTS) => expansion.channel_names(value).located(key)?,
            (key, value) if names_of::<Recipe>().contains(&key) => params::filled(value, &expansion.scopes[0].params).located(key)?,
            (_, value) => value.clone(),
        };
        table.insert(key.clone(), value);
    }
    // Pictures are 8 units wide by default, with square pixels.
    let is_usual = |wrap: &Vec<Number>| wrap.iter().take(2).all(|length| *length == 8.into());
    let wrap = expansion.scopes[0].wrap.take().unwrap_or_default();
    if !is_usual(&wrap) && !document.contains_key("region") {
        let length = |axis: usize| number_value(*wrap.get(axis).unwrap_or(&wrap[0]));
        table.insert("region".to_owned(), Value::Array(vec![0.into(), 0.into(), length(0), length(1)]));
    }
    if document.get("nodes").is_some_and(Value::is_table) {
        table.insert("nodes".to_owned(), Value::Table(expansion.nodes));
    }
    Ok((Plain { table, places: expansion.places }, wrap))
}
