//! The body whose surface all of a graph lies on, for normals in its space.

use std::collections::BTreeMap;

use super::Graph;
use super::group::Group;
use super::node::{Input, Node, NodeKind};
use super::ranges;

/// The ground that a part of a graph lies on.
#[derive(Clone)]
enum Ground<'g> {
    /// The part has the same value everywhere.
    Any,
    /// A plane: the coordinates of the node at a place.
    Plane(String),
    /// A body, by the map at a place that makes it.
    Body { map: &'g Node, place: String },
}

impl Graph {
    /// Returns a map of the body on whose surface everything lies that an input is computed from, or none if there is none. The error says that there is more
    /// than one, or that it is distorted.
    pub(crate) fn body_of<'g>(&'g self, input: &'g Input, place: &str) -> Result<Option<&'g Node>, String> {
        match self.ground(input, place, &mut BTreeMap::new())? {
            Ground::Body { map, .. } => Ok(Some(map)),
            Ground::Any | Ground::Plane(_) => Ok(None),
        }
    }

    fn ground<'g>(&'g self, input: &'g Input, place: &str, known: &mut BTreeMap<&'g str, Ground<'g>>) -> Result<Ground<'g>, String> {
        match input {
            Input::Number(_) => Ok(Ground::Any),
            Input::Node(node) => self.ground_of(node, place, known),
            Input::Name(name) => {
                if let Some(ground) = known.get(name.as_str()) {
                    return Ok(ground.clone());
                }
                let ground = self.ground_of(&self.nodes[name], name, known)?;
                known.insert(name, ground.clone());
                Ok(ground)
            }
        }
    }

    fn ground_of<'g>(&'g self, node: &'g Node, place: &str, known: &mut BTreeMap<&'g str, Ground<'g>>) -> Result<Ground<'g>, String> {
        let kind = node.kind();
        if node.body().is_some() {
            return Ok(Ground::Body { map: node, place: place.to_owned() });
        }
        let group = NodeKind::of(kind).map(|kind| kind.group);
        if group == Some(Group::Basis) {
            return Ok(if ranges::is_constant(node) { Ground::Any } else { Ground::Plane(place.to_owned()) });
        }
        let mut all = Ground::Any;
        for (key, input) in node.inputs() {
            let ground = self.ground(input, &format!("{place}.{key}"), known)?;
            all = match (group, ground) {
                (Some(Group::Fractal | Group::Space), Ground::Body { map, place: inside }) => {
                    let inner = map.kind();
                    return Err(format!("`{place}` is a `{kind}` outside of the `{inner}` at `{inside}`; put it into the source of that"));
                }
                (Some(Group::Fractal | Group::Space), Ground::Plane(_)) => Ground::Plane(place.to_owned()),
                (_, ground) => both(all, ground)?,
            };
        }
        Ok(all)
    }
}

/// Returns the common ground of two parts.
fn both<'g>(a: Ground<'g>, b: Ground<'g>) -> Result<Ground<'g>, String> {
    let apart = |place: &str, map: &Node, other: &str, mend: &str| {
        Err(format!("`{place}` doesn't lie on the {} that `{other}` does; {mend}", map.kind()))
    };
    match (a, b) {
        (Ground::Any, other) | (other, Ground::Any) => Ok(other),
        (Ground::Plane(place), Ground::Body { map, place: other }) | (Ground::Body { map, place: other }, Ground::Plane(place)) => {
            apart(&place, map, &other, &format!("put it into the source of a `{}`, too", map.kind()))
        }
        (Ground::Body { map: a, place: other }, Ground::Body { map: b, place }) if a.body() != b.body() => {
            apart(&place, a, &other, "give both the same map, which may have another radius")
        }
        (one, _) => Ok(one),
    }
}
