//! Graphs drawn from the descriptions of every kind of node's keys, so that a new kind is drawn too, and recipes of them.

use lacuna::graph::{Choice, GRAPH_VERSION, KeyKind, Limits, NODE_KINDS, NodeKind};
use lacuna::recipe::Recipe;
use lacuna::{Graph, Number};
use lacuna_bake::formats::Format;
use serde_json::{Map, Value, json};

use crate::bytes::{Bytes, decimal};

/// Returns a graph of a few nodes, most of which are legal; `None` if the bytes make a value that no type holds.
pub(crate) fn graph(bytes: &mut Bytes<'_>) -> Option<Graph> {
    let mut names: Vec<String> = Vec::new();
    let mut nodes = Map::new();
    // Sometimes a long chain, which may double at each node.
    let count = if bytes.once_in(8) { 6 + bytes.below(20) } else { 1 + bytes.below(5) };
    for number in 0..count {
        let node = Draw { bytes, names: &names }.node(2);
        names.push(format!("n{number}"));
        nodes.insert(names[number].clone(), node);
    }
    let channels = if bytes.once_in(4) { 1 + bytes.below(4) } else { 1 };
    // The last node, which may depend on all others, and any more.
    let outputs: Vec<&String> = (0..channels)
        .map(|channel| match channel {
            0 => &names[names.len() - 1],
            _ => &names[bytes.below(names.len())],
        })
        .collect();
    serde_json::from_value(json!({ "version": GRAPH_VERSION, "output": outputs, "nodes": nodes })).ok()
}

/// Returns a recipe of a graph, sometimes with tables of outputs.
pub(crate) fn recipe(bytes: &mut Bytes<'_>) -> Option<Recipe> {
    let mut recipe = Recipe::from(graph(bytes)?);
    let names: Vec<String> = recipe.nodes.keys().cloned().collect();
    for number in 0..bytes.below(6).saturating_sub(2) {
        let output = Draw { bytes, names: &names }.output();
        recipe.outputs.insert(format!("o{number}"), serde_json::from_value(output).ok()?);
    }
    if !recipe.outputs.is_empty() {
        recipe.output = vec!["o0".to_owned()];
    }
    Some(recipe)
}

struct Draw<'a, 'b> {
    bytes: &'a mut Bytes<'b>,
    /// The nodes that can be named.
    names: &'a [String],
}

impl Draw<'_, '_> {
    /// Draws a table of an output.
    fn output(&mut self) -> Value {
        let mut output = Map::new();
        let source = self.input(1);
        match self.bytes.below(6) {
            0 | 1 => {
                let more: Vec<Value> = (0..self.bytes.below(4)).map(|_| self.input(1)).collect();
                output.insert("channels".to_owned(), std::iter::once(source).chain(more).collect());
                output.insert("colour".to_owned(), json!(self.bytes.once_in(3)));
            }
            2 => drop(output.insert("slope".to_owned(), json!({ "source": source, "strength": self.bytes.below(9) }))),
            3 => {
                let stops: Vec<Value> = (0..=self.bytes.below(4)).map(|at| json!([at, self.value(&KeyKind::Color, 0)])).collect();
                output.insert("ramp".to_owned(), json!({ "source": source, "stops": stops }));
            }
            _ => {
                let y = self.bytes.one_of(&["up", "down"]);
                output.insert("normal".to_owned(), json!({ "source": source, "strength": self.bytes.number(), "y": y }));
            }
        }
        if self.bytes.once_in(3) {
            output.insert("blur".to_owned(), json!({ "radius": 1 + self.bytes.below(4), "passes": 1 + self.bytes.below(3) }));
        }
        if self.bytes.once_in(3) {
            output.insert("depth".to_owned(), json!(self.bytes.one_of(&[8, 16, 32])));
        }
        if self.bytes.once_in(3) {
            output.insert("range".to_owned(), json!([self.bytes.number(), self.bytes.number()]));
        }
        if self.bytes.once_in(3) {
            let formats: Vec<Format> = Format::all().collect();
            output.insert("format".to_owned(), json!(self.bytes.one_of(&formats)));
        }
        Value::Object(output)
    }

    fn node(&mut self, depth: u32) -> Value {
        let kind = loop {
            let kind = &NODE_KINDS[self.bytes.below(NODE_KINDS.len())];
            if kind.is_basis || depth > 0 {
                break kind;
            }
        };
        self.node_of(kind, depth)
    }

    fn node_of(&mut self, kind: &NodeKind, depth: u32) -> Value {
        let mut node = Map::from_iter([("kind".to_owned(), json!(kind.name))]);
        for key in kind.keys {
            if key.is_required || self.bytes.once_in(3) {
                node.insert(key.name.to_owned(), self.value(&key.kind, depth));
            }
        }
        Value::Object(node)
    }

    fn value(&mut self, kind: &KeyKind, depth: u32) -> Value {
        match kind {
            KeyKind::Input => self.input(depth),
            KeyKind::Number(limits) => json!(self.number(limits)),
            KeyKind::Whole { least, most } => json!(self.whole(*least, *most)),
            KeyKind::Truth => json!(self.bytes.below(2) == 1),
            KeyKind::Choice(choices) => json!(self.word(choices)),
            KeyKind::Color => match self.bytes.below(2) {
                0 => json!(format!("#{:06x}", self.bytes.u64() & 0xff_ffff)),
                _ => json!([0; 3].map(|_| f64::from(self.bytes.byte()) / 255.0)),
            },
            KeyKind::PerAxis { of } => match self.bytes.below(6) {
                count @ 1..=4 => (0..count).map(|_| self.value(of, depth)).collect(),
                _ => self.value(of, depth),
            },
            KeyKind::Tuple { of } => of.iter().map(|kind| self.value(kind, depth)).collect(),
            KeyKind::List { of, least, most } => self.list(of, *least, *most, depth),
            other => panic!("teach the fuzzer keys that are {other}"),
        }
    }

    fn input(&mut self, depth: u32) -> Value {
        match self.bytes.below(8) {
            0..=2 if !self.names.is_empty() => json!(self.names[self.bytes.below(self.names.len())]),
            7 => json!(self.bytes.number()),
            _ => self.node(depth.saturating_sub(1)),
        }
    }

    /// Draws a number, mostly a legal one.
    fn number(&mut self, limits: &Limits) -> Number {
        let drawn = match self.bytes.below(8) {
            0..=2 => decimal(i64::from(self.bytes.byte() as i8), -2),
            3 | 4 => decimal(i64::from(self.bytes.byte()), -1),
            5 => bound(limits.least),
            6 => bound(limits.most),
            _ => self.bytes.number(),
        };
        if limits.contains(drawn) || self.bytes.once_in(32) {
            return drawn;
        }
        let candidates =
            [decimal(i64::from(self.bytes.byte()) + 1, -2), Number::ONE, decimal(5, -1), bound(limits.least), bound(limits.most)];
        candidates.into_iter().find(|candidate| limits.contains(*candidate)).unwrap_or(drawn)
    }

    fn whole(&mut self, least: u64, most: u64) -> u64 {
        match self.bytes.below(16) {
            0..=11 => least + self.bytes.below(8) as u64 % (most - least).saturating_add(1),
            12 => least + u64::from(self.bytes.byte()) % (most - least).saturating_add(1),
            13 => most,
            14 => most.saturating_add(1),
            _ => self.bytes.u64(),
        }
    }

    fn word(&mut self, choices: &[Choice]) -> &'static str {
        choices[self.bytes.below(choices.len())].name
    }

    /// Draws a list, mostly with first elements in rising order.
    fn list(&mut self, of: &KeyKind, least: usize, most: usize, depth: u32) -> Value {
        let count = match self.bytes.below(16) {
            0..=13 => least + self.bytes.below(4) % (most - least).saturating_add(1),
            14 => most.min(64),
            _ => most.min(64) + 1,
        };
        let mut values: Vec<Value> = (0..count).map(|_| self.value(of, depth)).collect();
        if !self.bytes.once_in(16) {
            let first = |value: &Value| value.get(0).unwrap_or(value).as_f64().unwrap_or(0.0);
            values.sort_by(|a, b| first(a).total_cmp(&first(b)));
        }
        Value::Array(values)
    }
}

/// Returns a limit of the legal numbers.
fn bound(bound: std::ops::Bound<f64>) -> Number {
    match bound {
        std::ops::Bound::Included(end) | std::ops::Bound::Excluded(end) => end.into(),
        std::ops::Bound::Unbounded => Number::ONE,
    }
}
