//! Channels that are the components of one unit vector, such as a normal.

use std::collections::BTreeSet;

use crate::lower::lowerer::{Given, Kind, Nodes};
use crate::number::Number;

/// A component of a unit vector as a channel holds it: the component times `scale`, plus `offset`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Component {
    /// The factor, which is not 0.
    pub scale: Number,
    /// Added after scaling.
    pub offset: Number,
}

impl Component {
    /// The component itself.
    pub const ITSELF: Self = Self { scale: Number::ONE, offset: Number::ZERO };
}

/// Returns how three named nodes hold the three components of one unit vector, in any order, if they do.
pub(super) fn of_vector(nodes: &dyn Nodes, names: [&str; 3]) -> Option<[Component; 3]> {
    let [first, second, third] = names.map(|name| held_by(nodes, name));
    let [first, second, third] = [first?, second?, third?];
    let is_one = first.vector == second.vector && first.vector == third.vector;
    let mut axes = [first.axis, second.axis, third.axis];
    axes.sort_unstable();
    (is_one && axes == [0, 1, 2]).then_some([first.component, second.component, third.component])
}

/// A component, its axis, and the vector, which is equal for all of its components.
struct Held {
    vector: String,
    axis: usize,
    component: Component,
}

fn held_by(nodes: &dyn Nodes, name: &str) -> Option<Held> {
    let (mut scale, mut offset) = (1.0, 0.0);
    let mut visited = BTreeSet::from([name]);
    let mut node: &dyn Kind = nodes.find(name)?;
    loop {
        if let Some((vector, axis)) = node.component() {
            let is_held = f64::is_finite(scale) && scale != 0.0 && f64::is_finite(offset);
            return is_held.then(|| Held { vector, axis, component: Component { scale: scale.into(), offset: offset.into() } });
        }
        let (source, [factor, summand]) = node.linear()?;
        (scale, offset) = (scale * factor, scale * summand + offset);
        node = match source.given() {
            Given::Node(node) => node,
            Given::Name(name) if visited.insert(name) => nodes.find(name)?,
            _ => return None,
        };
    }
}
