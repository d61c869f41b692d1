//! Nodes of a recipe that look alike, such as several outputs of the same tiles, of which only some were changed.

use serde::Deserialize;
use toml::{Table, Value};

use super::document::SEED;
use super::draft::{Draft, NodeAt};
use super::flaw::{kind_of, shown};
use crate::graph::{Key, KeyKind, Node};
use crate::number::Number;

impl Draft {
    /// Returns the keys of nodes that were [set](Self::set), with the same keys of nodes that looked alike before and have other values now. Keys with the same
    /// others stand together.
    ///
    /// Nodes look alike if they are of one kind and have the same keys. If they differ in words, such as the output of `tiles`, keys that one of them has at
    /// their defaults may differ, too, except a seed. Nodes that search the same feature points look alike, too.
    ///
    /// ```
    /// use lacuna::recipe::{self, Draft};
    /// let mut draft = Draft::new(&recipe::read(r#"
    ///     version = 2
    ///     output = ["edge", "tint"]
    ///     nodes.edge = { kind = "tiles", joint = 0.2, seed = 5 }
    ///     nodes.tint = { kind = "tiles", joint = 0.2, seed = 5, output = "id" }
    /// "#)?)?;
    /// draft.set("edge.joint", "0.3")?;
    /// assert_eq!(draft.left_behind(), [(vec!["edge.joint".to_owned()], vec!["tint.joint".to_owned()])]);
    /// draft.set("tint.joint", "0.3")?;
    /// assert!(draft.left_behind().is_empty());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn left_behind(&self) -> Vec<(Vec<String>, Vec<String>)> {
        let nodes = self.nodes_before();
        let of_path = |path: &[String]| {
            let (key, place) = path.split_last()?;
            let (_, node, _) = nodes.iter().find(|(known, ..)| known == place)?;
            let is_left = |(other, theirs, kind): &NodeAt<'_>| {
                let Some(known) = kind.key(key) else { return false };
                let differs_now = given(known, self.value(&below(other, key))) != given(known, self.value(path));
                differs_now && other != place && given(known, node.get(key)) == given(known, theirs.get(key)) && are_alike(node, theirs)
            };
            let left: Vec<String> = nodes.iter().filter(|other| is_left(other)).map(|(other, ..)| shown(&below(other, key))).collect();
            (!left.is_empty()).then(|| (shown(path), left))
        };
        let mut found: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for (key, left) in self.set_paths().iter().filter_map(|path| of_path(path)) {
            match found.iter_mut().find(|(_, others)| *others == left) {
                Some((keys, _)) => keys.push(key),
                None => found.push((vec![key], left)),
            }
        }
        found
    }
}

fn below(place: &[String], key: &str) -> Vec<String> {
    [place, &[key.to_owned()]].concat()
}

/// Returns true if two nodes look alike.
fn are_alike(a: &Table, b: &Table) -> bool {
    have_like_keys(a, b).unwrap_or(false) || search_of(a).is_some_and(|search| search_of(b) == Some(search))
}

/// Returns the search of feature points that a node uses.
fn search_of(node: &Table) -> Option<String> {
    Some(Node::deserialize(node.clone()).ok()?.as_kind().search()?.0)
}

/// Returns the value of a key as text. `None` if it is the default. Equal numbers have equal texts.
fn given(key: &Key, value: Option<&Value>) -> Option<String> {
    let plain = |text: String| text.parse().map_or(text, |number: Number| number.to_string());
    let value = plain(value?.to_string());
    ((key.default)().map(|default| plain(default.to_string())) != Some(value.clone())).then_some(value)
}

/// Returns true if two nodes of one kind have like keys. Returns `None` if they are of two kinds.
fn have_like_keys(a: &Table, b: &Table) -> Option<bool> {
    let kind = kind_of(a).filter(|kind| kind_of(b).is_some_and(|other| other.name == kind.name))?;
    let (mut differ_in_words, mut have_more) = (false, false);
    for key in kind.keys {
        let [of_a, of_b] = [a, b].map(|node| node.get(key.name));
        match (given(key, of_a), given(key, of_b)) {
            (a, b) if a == b => {}
            _ if matches!(key.kind, KeyKind::Choice(_)) => differ_in_words = true,
            (Some(_), Some(_)) => match (of_a, of_b) {
                (Some(Value::Table(a)), Some(Value::Table(b))) if are_alike(a, b) => differ_in_words = true,
                _ => return Some(false),
            },
            _ if key.name == SEED => return Some(false),
            _ => have_more = true,
        }
    }
    Some(differ_in_words || !have_more)
}
