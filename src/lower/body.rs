//! The body whose surface all of a graph lies on, for normals in its space.

use std::collections::BTreeMap;

use super::group::Group;
use super::lowerer::{Given, Kind, Nodes, Source};
use super::ranges;

/// The ground that a part of a graph lies on.
#[derive(Clone)]
enum Ground<'g> {
    /// The part has the same value everywhere.
    Any,
    /// A plane: the coordinates of the node at a place.
    Plane(String),
    /// A body, by the map at a place that makes it.
    Body { map: &'g dyn Kind, place: String },
}

/// Returns a map of the body on whose surface everything lies that an input is computed from, or none if there is none. The error says that there is more than
/// one, or that it is distorted.
pub(crate) fn body_of<'g>(nodes: &'g dyn Nodes, input: &'g dyn Source, place: &str) -> Result<Option<&'g dyn Kind>, String> {
    let ground = Search { nodes, known: BTreeMap::new() }.ground(input, place)?;
    match ground {
        Ground::Body { map, .. } => Ok(Some(map)),
        Ground::Any | Ground::Plane(_) => Ok(None),
    }
}

struct Search<'g> {
    nodes: &'g dyn Nodes,
    /// The ground of named nodes.
    known: BTreeMap<&'g str, Ground<'g>>,
}

impl<'g> Search<'g> {
    fn ground(&mut self, input: &'g dyn Source, place: &str) -> Result<Ground<'g>, String> {
        match input.given() {
            Given::Number(_) => Ok(Ground::Any),
            Given::Node(node) => self.ground_of(node, place),
            Given::Name(name) => {
                if let Some(ground) = self.known.get(name) {
                    return Ok(ground.clone());
                }
                let ground = self.ground_of(self.nodes.node(name), name)?;
                self.known.insert(name, ground.clone());
                Ok(ground)
            }
        }
    }

    fn ground_of(&mut self, node: &'g dyn Kind, place: &str) -> Result<Ground<'g>, String> {
        let (kind, group) = (node.name(), node.group());
        if node.body().is_some() {
            return Ok(Ground::Body { map: node, place: place.to_owned() });
        }
        if group == Group::Basis {
            return Ok(if ranges::is_constant(node) { Ground::Any } else { Ground::Plane(place.to_owned()) });
        }
        let mut all = Ground::Any;
        for (key, input) in node.sources() {
            let ground = self.ground(input, &format!("{place}.{key}"))?;
            all = match (group, ground) {
                (Group::Fractal | Group::Space, Ground::Body { map, place: inside }) => {
                    let inner = map.name();
                    return Err(format!("`{place}` is a `{kind}` outside of the `{inner}` at `{inside}`; put it into the source of that"));
                }
                (Group::Fractal | Group::Space, Ground::Plane(_)) => Ground::Plane(place.to_owned()),
                (_, ground) => both(all, ground)?,
            };
        }
        Ok(all)
    }
}

/// Returns the common ground of two parts.
fn both<'g>(a: Ground<'g>, b: Ground<'g>) -> Result<Ground<'g>, String> {
    let apart = |place: &str, map: &dyn Kind, other: &str, mend: &str| {
        Err(format!("`{place}` doesn't lie on the {} that `{other}` does; {mend}", map.name()))
    };
    match (a, b) {
        (Ground::Any, other) | (other, Ground::Any) => Ok(other),
        (Ground::Plane(place), Ground::Body { map, place: other }) | (Ground::Body { map, place: other }, Ground::Plane(place)) => {
            apart(&place, map, &other, &format!("put it into the source of a `{}`, too", map.name()))
        }
        (Ground::Body { map: a, place: other }, Ground::Body { map: b, place }) if a.body() != b.body() => {
            apart(&place, a, &other, "give both the same map, which may have another radius")
        }
        (one, _) => Ok(one),
    }
}
