//! Graphs drawn from what is known of the keys of every kind of node, so that a new kind is drawn too.

use lacuna::graph::{Choice, GRAPH_VERSION, KeyKind, Limits, NODE_KINDS, NodeKind};
use lacuna::{Graph, Number};
use serde_json::{Map, Value, json};

use crate::bytes::{Bytes, decimal};

/// A graph of a few nodes, of which most are legal. Nothing where bytes make a value that no type holds.
pub(crate) fn graph(bytes: &mut Bytes<'_>) -> Option<Graph> {
    let mut names: Vec<String> = Vec::new();
    let mut nodes = Map::new();
    for number in 0..=bytes.below(5) {
        let node = Draw { bytes, names: &names }.node(2);
        names.push(format!("n{number}"));
        nodes.insert(names[number].clone(), node);
    }
    let channels = if bytes.once_in(4) { 1 + bytes.below(4) } else { 1 };
    // The last node, which may be made of all others, and any more.
    let outputs: Vec<&String> = (0..channels)
        .map(|channel| match channel {
            0 => &names[names.len() - 1],
            _ => &names[bytes.below(names.len())],
        })
        .collect();
    serde_json::from_value(json!({ "version": GRAPH_VERSION, "output": outputs, "nodes": nodes })).ok()
}

struct Draw<'a, 'b> {
    bytes: &'a mut Bytes<'b>,
    /// The nodes that can be named.
    names: &'a [String],
}

impl Draw<'_, '_> {
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

    /// A number, mostly an allowed one.
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

    /// A list, mostly with what comes first in rising order.
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

/// An end of what is allowed.
fn bound(bound: std::ops::Bound<f64>) -> Number {
    match bound {
        std::ops::Bound::Included(end) | std::ops::Bound::Excluded(end) => end.into(),
        std::ops::Bound::Unbounded => Number::ONE,
    }
}
