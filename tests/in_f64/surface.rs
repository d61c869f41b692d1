//! Surfaces on which maps place their sources, by differences of positions on them.

use lacuna::{Graph, Input, Node};

use super::differences::{STEP, derivative};
use super::kinds::{cube, cylinder, sphere, torus};
use super::{At, Function, Pieces};

/// The position in space of a point of the domain.
pub type Place = Box<dyn Fn([f64; 4]) -> [f64; 4] + Send + Sync>;

/// Returns the surface of the first map among the nodes of an input.
pub fn surface(input: &Input, graph: &Graph) -> Option<Place> {
    let node = match input {
        Input::Name(name) => &graph.nodes[name],
        Input::Node(node) => node,
        Input::Number(_) => return None,
    };
    match node {
        Node::Sphere(node) => Some(Box::new(sphere::place(node))),
        Node::Cube(node) => Some(Box::new(cube::place(node))),
        Node::Cylinder(node) => Some(Box::new(cylinder::place(node))),
        Node::Torus(node) => Some(Box::new(torus::place(node))),
        _ => node.inputs().into_iter().find_map(|(_, input)| surface(input, graph)),
    }
}

pub fn dot<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the derivatives of a position by x and by y.
fn moves(place: &Place, at: [f64; 4]) -> [[f64; 4]; 2] {
    [0, 1].map(|axis| {
        let beside = |by: f64| place(std::array::from_fn(|other| at[other] + if other == axis { by } else { 0.0 }));
        let (above, below) = (beside(STEP), beside(-STEP));
        std::array::from_fn(|part| (above[part] - below[part]) / (2.0 * STEP))
    })
}

/// Returns the derivatives of a source along x and y per unit of length on a surface. Near a pole the point is near a border.
pub fn along_lines(of: &Function, place: &Place, at: &At<'_>, pieces: &mut Pieces) -> [f64; 2] {
    let lengths = moves(place, at.point).map(|along| dot(along, along).sqrt());
    pieces.is_near |= lengths.iter().any(|length| *length < 0.02);
    [0, 1].map(|axis| derivative(of, axis, at, pieces) / lengths[axis])
}

/// Returns the gradient of a source on a surface, in space.
pub fn gradient(of: &Function, place: &Place, at: &At<'_>, pieces: &mut Pieces) -> [f64; 4] {
    let [x, y] = moves(place, at.point);
    let (xx, xy, yy) = (dot(x, x), dot(x, y), dot(y, y));
    pieces.is_near |= xx.min(yy) < 4e-4;
    let [dx, dy] = [0, 1].map(|axis| derivative(of, axis, at, pieces));
    // The combination of both derivatives whose dot products with them are these.
    let all = xx * yy - xy * xy;
    let (by_x, by_y) = ((yy * dx - xy * dy) / all, (xx * dy - xy * dx) / all);
    std::array::from_fn(|part| by_x * x[part] + by_y * y[part])
}
