//! Graphs by their published definitions in f64, written here from these and sharing no code with the library: what the engines are held to.
//!
//! A node is a function of a point; a fractal's octave k evaluates its source at the point times lacunarity^k. Only a basis knows of octaves: it is
//! moved by an offset for each of those around it, and with a period has a whole number of cells in each.

#![allow(unreachable_pub, reason = "a module of a test")]
#![allow(clippy::disallowed_methods, reason = "the precision of f64's own functions is far beyond what is asked for")]

mod bases;
mod colors;
#[path = "../common/published.rs"]
mod published;

use std::f64::consts::TAU;

use lacuna::{CoordinateKind, Graph, Input, Node, Number, PerAxis, WarpMode};

use bases::Lattice;
use colors::Ramp;

/// What was met on the way to a value: which piece of each piecewise function, and whether a border between pieces was so close that rounding to f32
/// could take the other.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pieces {
    pub signature: u64,
    pub is_near: bool,
}

impl Pieces {
    fn note(&mut self, piece: i64) {
        self.signature = (self.signature ^ piece as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }

    /// Whether `value` is at or above `bound`, which is noted.
    fn above(&mut self, value: f64, bound: f64) -> bool {
        self.is_near |= (value - bound).abs() < 4e-6 * (1.0 + value.abs() + bound.abs());
        self.note(i64::from(value >= bound));
        value >= bound
    }

    /// Notes on which side of a border a value lies.
    fn border(&mut self, value: f64, bound: f64) {
        self.above(value, bound);
    }

    /// The whole number below a value, which is noted.
    fn floor(&mut self, value: f64) -> f64 {
        let below = value.floor();
        let part = value - below;
        self.is_near |= part.min(1.0 - part) < 4e-6 * (1.0 + value.abs());
        self.note(below as i64);
        below
    }

    fn clamp(&mut self, value: f64, low: f64, high: f64) -> f64 {
        let raised = if self.above(value, low) { value } else { low };
        if self.above(raised, high) { high } else { raised }
    }
}

/// The octaves around a node.
#[derive(Debug, Clone, Copy)]
struct Octaves {
    /// Those that move bases, outermost first.
    drawn: [u32; 12],
    count: usize,
    /// The product of lacunarity^k.
    scale: f64,
}

impl Octaves {
    fn inside(mut self, k: u32, power: f64, decorrelate: bool) -> Self {
        if decorrelate {
            self.drawn[self.count] = k;
            self.count += 1;
        }
        self.scale *= power;
        self
    }
}

/// Where a node is evaluated.
#[derive(Debug, Clone, Copy)]
struct At {
    point: [f64; 4],
    octaves: Octaves,
}

impl At {
    fn moved_to(&self, point: [f64; 4]) -> Self {
        Self { point, ..*self }
    }
}

/// A graph as a function.
pub struct Definition {
    root: Expression,
    /// Whether fractions of cells are floored to 2^-24, as the engines' value layer sees them. Differences want them as they are.
    is_floored: bool,
}

enum Expression {
    Number(f64),
    Basis(Box<Lattice>),
    Coordinate { kind: CoordinateKind, frequency: f64, offset: [f64; 4] },
    Fractal { kind: Fractal, source: Box<Expression>, weights: Vec<f64>, powers: Vec<f64>, scale: f64, decorrelate: bool },
    Transform { source: Box<Expression>, matrix: [[f64; 4]; 4], shift: [f64; 4] },
    Warp { source: Box<Expression>, by: Vec<(usize, Expression)>, strength: Box<Expression>, octaves: Vec<(f64, f64)>, mode: WarpMode },
    Map { kind: Map, source: Box<Expression> },
    Step { kind: Step, inputs: Vec<Expression> },
}

enum Fractal {
    Fbm,
    Turbulence,
    Billow,
    Ridged { offset: f64, feedback: f64 },
    Hybrid { offset: f64 },
    Heterogeneous { offset: f64 },
    PingPong { strength: f64 },
}

enum Map {
    Cylinder { width: f64, radius: f64 },
    Torus { width: f64, height: f64, radius: f64 },
    Sphere { width: f64, height: f64, radius: f64 },
    Cube { size: f64, radius: f64 },
    Loop { length: f64, radius: f64 },
}

enum Step {
    Abs,
    ScaleOffset(f64, f64),
    Square,
    Sqrt,
    Power(f64),
    Sine,
    Clamp,
    Smoothstep(f64, f64),
    Bias(f64),
    Gain(f64),
    Terrace { steps: f64, sharpness: f64 },
    Curve(Vec<[f64; 3]>),
    Ramp(Ramp),
    Threshold,
    Quantize(f64),
    Fraction,
    Add,
    Subtract,
    Multiply,
    Quotient(f64),
    Min,
    Max,
    SmoothMin(f64),
    SmoothMax(f64),
    Lerp,
    Select(f64, f64),
}

impl Definition {
    pub fn new(graph: &Graph) -> Self {
        Self { root: Compiler { graph }.named(&graph.outputs[0]), is_floored: false }
    }

    #[must_use]
    pub fn floored(mut self) -> Self {
        self.is_floored = true;
        self
    }

    pub fn value(&self, point: [f64; 4], pieces: &mut Pieces) -> f64 {
        let at = At { point, octaves: Octaves { drawn: [0; 12], count: 0, scale: 1.0 } };
        self.evaluate(&self.root, &at, pieces)
    }

    fn evaluate(&self, expression: &Expression, at: &At, pieces: &mut Pieces) -> f64 {
        match expression {
            Expression::Number(number) => *number,
            Expression::Basis(lattice) => {
                let octaves = &at.octaves;
                lattice.value(&at.point, &octaves.drawn[..octaves.count], octaves.scale, self.is_floored, pieces)
            }
            Expression::Coordinate { kind, frequency, offset } => {
                let along = |axis: usize| at.point[axis] * frequency + offset[axis];
                let (x, y) = (along(0), along(1));
                match kind {
                    CoordinateKind::Y => y,
                    CoordinateKind::Z => along(2),
                    CoordinateKind::W => along(3),
                    CoordinateKind::Radius => {
                        pieces.is_near |= x.hypot(y) < 1e-3;
                        x.hypot(y)
                    }
                    CoordinateKind::Angle => {
                        pieces.is_near |= x.hypot(y) < 1e-2;
                        if !pieces.above(x, 0.0) {
                            pieces.above(y, 0.0);
                        }
                        y.atan2(x) / TAU
                    }
                    _ => x,
                }
            }
            Expression::Fractal { kind, source, weights, powers, scale, decorrelate } => {
                let octaves = weights.iter().zip(powers).enumerate().map(|(k, (weight, power))| {
                    let octaves = at.octaves.inside(k as u32, *power, *decorrelate);
                    (*weight, At { point: at.point.map(|x| x * power), octaves })
                });
                scale * self.fractal(kind, source, octaves, pieces)
            }
            Expression::Transform { source, matrix, shift } => {
                let point =
                    std::array::from_fn(|row| (0..4).map(|column| matrix[row][column] * at.point[column]).sum::<f64>() + shift[row]);
                self.evaluate(source, &at.moved_to(point), pieces)
            }
            Expression::Warp { source, by, strength, octaves, mode } => {
                let strength = self.evaluate(strength, at, pieces);
                let mut moved = at.point;
                for (k, (weight, power)) in octaves.iter().enumerate() {
                    let from = if *mode == WarpMode::Progressive { moved } else { at.point };
                    let inside = match octaves.len() {
                        1 => at.octaves,
                        _ => at.octaves.inside(k as u32, *power, true),
                    };
                    let here = At { point: from.map(|x| x * power), octaves: inside };
                    for (axis, by) in by {
                        moved[*axis] += weight * strength * self.evaluate(by, &here, pieces);
                    }
                }
                self.evaluate(source, &at.moved_to(moved), pieces)
            }
            Expression::Map { kind, source } => {
                let point = mapped(kind, at.point, pieces);
                self.evaluate(source, &at.moved_to(point), pieces)
            }
            Expression::Step { kind, inputs } => {
                let mut values = [0.0; 4];
                for (value, input) in values.iter_mut().zip(inputs) {
                    *value = self.evaluate(input, at, pieces);
                }
                kind.value(values, pieces)
            }
        }
    }

    fn fractal(&self, kind: &Fractal, source: &Expression, octaves: impl Iterator<Item = (f64, At)>, pieces: &mut Pieces) -> f64 {
        let (mut sum, mut weight) = (0.0, 1.0);
        for (number, (amplitude, at)) in octaves.enumerate() {
            let n = self.evaluate(source, &at, pieces);
            match kind {
                Fractal::Fbm => sum += amplitude * n,
                Fractal::Turbulence => sum += amplitude * absolute(n, pieces),
                Fractal::Billow => sum += amplitude * (2.0 * absolute(n, pieces) - 1.0),
                Fractal::PingPong { strength } => sum += amplitude * folded((n + 1.0) * strength, pieces),
                // Musgrave, "Procedural Fractal Terrains", in Ebert et al. 2003, ch. 16.
                Fractal::Ridged { offset, feedback } => {
                    let crest = offset - absolute(n, pieces);
                    let signal = crest * crest * weight;
                    sum += amplitude * signal;
                    weight = pieces.clamp(signal * feedback, 0.0, 1.0);
                }
                Fractal::Hybrid { offset } => {
                    let signal = (n + offset) * amplitude;
                    if number > 0 && pieces.above(weight, 1.0) {
                        weight = 1.0;
                    }
                    sum += weight * signal;
                    weight *= signal;
                }
                Fractal::Heterogeneous { offset } => {
                    let increment = (n + offset) * amplitude;
                    sum += if number == 0 { increment } else { increment * sum };
                }
            }
        }
        sum
    }
}

fn absolute(v: f64, pieces: &mut Pieces) -> f64 {
    if pieces.above(v, 0.0) { v } else { -v }
}

/// A triangle wave: -1 at even numbers, 1 at odd ones.
fn folded(x: f64, pieces: &mut Pieces) -> f64 {
    let below = pieces.floor(x);
    let up = x - below;
    if below.rem_euclid(2.0) == 0.0 { 2.0 * up - 1.0 } else { 1.0 - 2.0 * up }
}

fn mapped(kind: &Map, [x, y, z, _]: [f64; 4], pieces: &mut Pieces) -> [f64; 4] {
    let circle = |at: f64, units: f64| (at / units * TAU).sin_cos();
    match *kind {
        Map::Cylinder { width, radius } => {
            let (sine, cosine) = circle(x, width);
            [radius * cosine, y, radius * sine, 0.0]
        }
        Map::Torus { width, height, radius } => {
            let ((sx, cx), (sy, cy)) = (circle(x, width), circle(y, height));
            [cx, sx, cy, sy].map(|part| radius * part)
        }
        Map::Loop { length, radius } => {
            let (sine, cosine) = circle(z, length);
            [x, y, radius * cosine, radius * sine]
        }
        Map::Sphere { width, height, radius } => {
            // x runs from longitude -180 to 180 degrees, y from the north pole down.
            let ((sine, cosine), (level, up)) = (circle(x, width), circle(y, 2.0 * height));
            [-radius * level * cosine, -radius * level * sine, radius * up, 0.0]
        }
        Map::Cube { size, radius } => {
            let (u, v) = (2.0 * x / size - 1.0, 2.0 * y / size - 1.0);
            // The Vulkan specification, "Cube Map Face Selection".
            let [x, y, z] = match pieces.floor(z).clamp(0.0, 5.0) as u32 {
                0 => [1.0, -v, -u],
                1 => [-1.0, -v, u],
                2 => [u, 1.0, v],
                3 => [u, -1.0, -v],
                4 => [u, -v, 1.0],
                _ => [-u, -v, -1.0],
            };
            let length = (x * x + y * y + z * z).sqrt();
            [radius * x / length, radius * y / length, radius * z / length, 0.0]
        }
    }
}

/// Schlick 1994.
fn bias(t: f64, amount: f64) -> f64 {
    t / ((1.0 / amount - 2.0) * (1.0 - t) + 1.0)
}

fn smoothstep(v: f64, low: f64, high: f64, pieces: &mut Pieces) -> f64 {
    if low >= high {
        return if pieces.above(v, low) { 1.0 } else { 0.0 };
    }
    let t = ((v - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Quilez, "Smooth Minimum", 2013: the quadratic polynomial.
fn smooth_min(a: f64, b: f64, radius: f64, pieces: &mut Pieces) -> f64 {
    if radius == 0.0 {
        return if pieces.above(a, b) { b } else { a };
    }
    let h = (radius - (a - b).abs()).max(0.0) / radius;
    a.min(b) - h * h * radius / 4.0
}

impl Step {
    fn value(&self, [a, b, c, d]: [f64; 4], pieces: &mut Pieces) -> f64 {
        match self {
            Self::Abs => absolute(a, pieces),
            Self::ScaleOffset(scale, offset) => a * scale + offset,
            Self::Square => a * a,
            Self::Sqrt => {
                // So steep near 0 that no f32 says where.
                pieces.is_near |= a.abs() < 2e-3;
                if pieces.above(a, 0.0) { a.sqrt() } else { 0.0 }
            }
            Self::Power(exponent) => {
                pieces.is_near |= *exponent != exponent.round() && a.abs() < 2e-2 || *exponent < 0.0 && a.abs() < 5e-2;
                let held = if pieces.above(a, 0.0) { a } else { 0.0 };
                let raised = if held == 0.0 && *exponent < 0.0 { 1e30 } else { held.powf(*exponent) };
                if pieces.above(raised, 1e30) { 1e30 } else { raised }
            }
            Self::Sine => (a * TAU).sin(),
            Self::Clamp => {
                let raised = if pieces.above(a, b) { a } else { b };
                if pieces.above(raised, c) { c } else { raised }
            }
            Self::Smoothstep(low, high) => smoothstep(a, *low, *high, pieces),
            Self::Bias(amount) => bias(pieces.clamp(a, 0.0, 1.0), *amount),
            Self::Gain(amount) => {
                let t = pieces.clamp(a, 0.0, 1.0);
                if t < 0.5 { bias(2.0 * t, *amount) / 2.0 } else { 1.0 - bias(2.0 - 2.0 * t, *amount) / 2.0 }
            }
            Self::Terrace { steps, sharpness } => {
                let level = pieces.floor(a * steps);
                let amount = (1.0 - sharpness) / 2.0;
                let risen = if amount == 0.0 { 0.0 } else { bias(a * steps - level, amount) };
                (level + risen) / steps
            }
            Self::Curve(points) => {
                // Hermite's cubics through points with the slopes of Fritsch and Carlson.
                let pieces_below = points.iter().filter(|[x, ..]| pieces.above(a, *x)).count();
                let [Some([x0, y0, s0]), Some([x1, y1, s1])] =
                    [pieces_below.checked_sub(1), Some(pieces_below)].map(|index| points.get(index?))
                else {
                    return if pieces_below == 0 { points[0][1] } else { points[points.len() - 1][1] };
                };
                let (width, t) = (x1 - x0, (a - x0) / (x1 - x0));
                let (t2, t3) = (t * t, t * t * t);
                (2.0 * t3 - 3.0 * t2 + 1.0) * y0 + (t3 - 2.0 * t2 + t) * width * s0 + (3.0 * t2 - 2.0 * t3) * y1 + (t3 - t2) * width * s1
            }
            Self::Ramp(ramp) => ramp.value(a, pieces),
            Self::Threshold => {
                if pieces.above(a, b) {
                    d
                } else {
                    c
                }
            }
            Self::Quantize(steps) => pieces.floor(a * steps) / steps,
            Self::Fraction => a - pieces.floor(a),
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Quotient(limit) => {
                pieces.above(b, 0.0);
                let ratio = match (a, b) {
                    (0.0, 0.0) => 0.0,
                    (a, 0.0) => a.signum() * limit,
                    (a, b) => a / b,
                };
                pieces.clamp(ratio, -limit, *limit)
            }
            Self::Min => {
                if pieces.above(a, b) {
                    b
                } else {
                    a
                }
            }
            Self::Max => {
                if pieces.above(a, b) {
                    a
                } else {
                    b
                }
            }
            Self::SmoothMin(radius) => smooth_min(a, b, *radius, pieces),
            Self::SmoothMax(radius) => -smooth_min(-a, -b, *radius, pieces),
            Self::Lerp => {
                let mask = pieces.clamp(c, 0.0, 1.0);
                a + mask * (b - a)
            }
            Self::Select(threshold, falloff) => a + smoothstep(c, threshold - falloff, threshold + falloff, pieces) * (b - a),
        }
    }
}

/// From the graph's nodes to functions.
struct Compiler<'a> {
    graph: &'a Graph,
}

fn number(number: Number) -> f64 {
    number.to_f64()
}

fn per_axis(values: Option<&PerAxis<Number>>, otherwise: f64) -> [f64; 4] {
    std::array::from_fn(|axis| values.and_then(|values| values.get(axis)).map_or(otherwise, number))
}

/// Scales, then turns about x, y and z.
fn scaled_and_turned(scale: [f64; 4], degrees: [f64; 3]) -> [[f64; 4]; 4] {
    let mut matrix: [[f64; 4]; 4] = std::array::from_fn(|row| std::array::from_fn(|column| if row == column { scale[row] } else { 0.0 }));
    for (axis, degrees) in degrees.into_iter().enumerate() {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        let (a, b) = (matrix[first], matrix[second]);
        matrix[first] = std::array::from_fn(|column| cosine * a[column] - sine * b[column]);
        matrix[second] = std::array::from_fn(|column| sine * a[column] + cosine * b[column]);
    }
    matrix
}

/// Points with the slopes there (Fritsch and Carlson 1980): means of the secants, 0 at turning points, and within the circle of radius 3.
fn with_slopes(points: &[[Number; 2]]) -> Vec<[f64; 3]> {
    let points: Vec<[f64; 2]> = points.iter().map(|point| point.map(number)).collect();
    let secants: Vec<f64> = points.windows(2).map(|pair| (pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0])).collect();
    let mut slopes: Vec<f64> = (0..points.len())
        .map(|index| {
            let before = if index == 0 { secants[0] } else { secants[index - 1] };
            let after = if index == secants.len() { secants[index - 1] } else { secants[index] };
            if before * after <= 0.0 { 0.0 } else { f64::midpoint(before, after) }
        })
        .collect();
    for (index, secant) in secants.iter().enumerate() {
        if *secant == 0.0 {
            (slopes[index], slopes[index + 1]) = (0.0, 0.0);
        } else {
            let (alpha, beta) = (slopes[index] / secant, slopes[index + 1] / secant);
            let size = alpha.hypot(beta);
            if size > 3.0 {
                (slopes[index], slopes[index + 1]) = (3.0 / size * alpha * secant, 3.0 / size * beta * secant);
            }
        }
    }
    points.iter().zip(slopes).map(|([x, y], slope)| [*x, *y, slope]).collect()
}

impl Compiler<'_> {
    fn named(&self, name: &str) -> Expression {
        self.node(&self.graph.nodes[name])
    }

    fn input(&self, input: &Input) -> Expression {
        match input {
            Input::Number(value) => Expression::Number(number(*value)),
            Input::Name(name) => self.named(name),
            Input::Node(node) => self.node(node),
        }
    }

    fn step<'b>(&self, kind: Step, inputs: impl IntoIterator<Item = &'b Input>) -> Expression {
        Expression::Step { kind, inputs: inputs.into_iter().map(|input| self.input(input)).collect() }
    }

    fn map(&self, kind: Map, source: &Input) -> Expression {
        Expression::Map { kind, source: Box::new(self.input(source)) }
    }

    fn node(&self, node: &Node) -> Expression {
        if let Some(lattice) = Lattice::of(node) {
            return Expression::Basis(Box::new(lattice));
        }
        macro_rules! fractal {
            ($node:expr, $kind:expr) => {{
                let node = $node;
                let gain = node.gain.map_or(0.5, number);
                let mut weights: Vec<f64> = match &node.weights {
                    Some(weights) => weights.iter().map(|weight| number(*weight)).collect(),
                    None => (0..node.octave_count()).map(|k| gain.powi(k as i32)).collect(),
                };
                let part = node.octaves.map_or(0.0, |octaves| number(octaves).fract());
                if part > 0.0 {
                    *weights.last_mut().unwrap() *= part;
                }
                let powers = (0..weights.len()).map(|k| number(node.lacunarity).powi(k as i32)).collect();
                let total: f64 = weights.iter().map(|weight| weight.abs()).sum();
                let scale = if node.normalize { 1.0 / total } else { 1.0 };
                let source = Box::new(self.input(&node.source));
                Expression::Fractal { kind: $kind, source, weights, powers, scale, decorrelate: node.decorrelate }
            }};
        }
        match node {
            Node::Constant(node) => Expression::Number(number(node.value)),
            Node::Coordinate(node) => {
                Expression::Coordinate { kind: node.axis, frequency: number(node.frequency), offset: per_axis(node.offset.as_ref(), 0.0) }
            }
            Node::Fbm(node) => fractal!(node, Fractal::Fbm),
            Node::Turbulence(node) => fractal!(node, Fractal::Turbulence),
            Node::Billow(node) => fractal!(node, Fractal::Billow),
            Node::Ridged(node) => fractal!(node, Fractal::Ridged { offset: number(node.offset), feedback: number(node.feedback) }),
            Node::Hybrid(node) => fractal!(node, Fractal::Hybrid { offset: number(node.offset) }),
            Node::Heterogeneous(node) => fractal!(node, Fractal::Heterogeneous { offset: number(node.offset) }),
            Node::PingPong(node) => fractal!(node, Fractal::PingPong { strength: number(node.strength) }),
            Node::Transform(node) => {
                let turns = match &node.rotate {
                    None => [0.0; 3],
                    Some(PerAxis::All(angle)) => [0.0, 0.0, number(*angle)],
                    Some(angles) => std::array::from_fn(|axis| angles.get(axis).map_or(0.0, number)),
                };
                let matrix = scaled_and_turned(per_axis(node.scale.as_ref(), 1.0), turns);
                Expression::Transform { source: Box::new(self.input(&node.source)), matrix, shift: per_axis(node.translate.as_ref(), 0.0) }
            }
            Node::Warp(node) => {
                let inputs = [&node.x, &node.y, &node.z, &node.w];
                let by = inputs.into_iter().enumerate().filter_map(|(axis, input)| Some((axis, self.input(input.as_ref()?)))).collect();
                let (gain, lacunarity) = (number(node.gain), number(node.lacunarity));
                let octaves = (0..node.octaves as i32).map(|k| (gain.powi(k), lacunarity.powi(k))).collect();
                let (source, strength) = (Box::new(self.input(&node.source)), Box::new(self.input(&node.strength)));
                Expression::Warp { source, by, strength, octaves, mode: node.mode }
            }
            Node::Cylinder(node) => self.map(Map::Cylinder { width: number(node.width), radius: number(node.radius) }, &node.source),
            Node::Torus(node) => {
                let (width, height, radius) = (number(node.width), number(node.height), number(node.radius));
                self.map(Map::Torus { width, height, radius }, &node.source)
            }
            Node::Sphere(node) => {
                let (width, height, radius) = (number(node.width), number(node.height), number(node.radius));
                self.map(Map::Sphere { width, height, radius }, &node.source)
            }
            Node::Cube(node) => self.map(Map::Cube { size: number(node.size), radius: number(node.radius) }, &node.source),
            Node::Loop(node) => self.map(Map::Loop { length: number(node.length), radius: number(node.radius) }, &node.source),
            Node::Abs(node) => self.step(Step::Abs, [&node.source]),
            Node::Negate(node) => self.step(Step::ScaleOffset(-1.0, 0.0), [&node.source]),
            Node::Invert(node) => self.step(Step::ScaleOffset(-1.0, 1.0), [&node.source]),
            Node::Square(node) => self.step(Step::Square, [&node.source]),
            Node::Sqrt(node) => self.step(Step::Sqrt, [&node.source]),
            Node::Power(node) => self.step(Step::Power(number(node.exponent)), [&node.source]),
            Node::Sine(node) => self.step(Step::Sine, [&node.source]),
            Node::Clamp(node) => self.step(Step::Clamp, [&node.source, &node.low, &node.high]),
            Node::Remap(node) => {
                let ([from, to], [low, high]) = (node.from.map(number), node.to.map(number));
                let scale = (high - low) / (to - from);
                self.step(Step::ScaleOffset(scale, low - from * scale), [&node.source])
            }
            Node::ScaleOffset(node) => self.step(Step::ScaleOffset(number(node.scale), number(node.offset)), [&node.source]),
            Node::Smoothstep(node) => self.step(Step::Smoothstep(number(node.low), number(node.high)), [&node.source]),
            Node::Bias(node) => self.step(Step::Bias(number(node.amount)), [&node.source]),
            Node::Gain(node) => self.step(Step::Gain(number(node.amount)), [&node.source]),
            Node::Terrace(node) => {
                self.step(Step::Terrace { steps: number(node.steps), sharpness: number(node.sharpness) }, [&node.source])
            }
            Node::Curve(node) => self.step(Step::Curve(with_slopes(&node.points)), [&node.source]),
            Node::Ramp(node) => self.step(Step::Ramp(Ramp::new(node)), [&node.source]),
            Node::Threshold(node) => self.step(Step::Threshold, [&node.source, &node.level, &node.low, &node.high]),
            Node::Quantize(node) => self.step(Step::Quantize(number(node.steps)), [&node.source]),
            Node::Fraction(node) => self.step(Step::Fraction, [&node.source]),
            Node::Add(node) => self.step(Step::Add, [&node.a, &node.b]),
            Node::Subtract(node) => self.step(Step::Subtract, [&node.a, &node.b]),
            Node::Multiply(node) => self.step(Step::Multiply, [&node.a, &node.b]),
            Node::Quotient(node) => self.step(Step::Quotient(number(node.limit)), [&node.a, &node.b]),
            Node::Min(node) => self.step(Step::Min, [&node.a, &node.b]),
            Node::Max(node) => self.step(Step::Max, [&node.a, &node.b]),
            Node::SmoothMin(node) => self.step(Step::SmoothMin(number(node.radius)), [&node.a, &node.b]),
            Node::SmoothMax(node) => self.step(Step::SmoothMax(number(node.radius)), [&node.a, &node.b]),
            Node::Lerp(node) => self.step(Step::Lerp, [&node.a, &node.b, &node.mask]),
            Node::Select(node) => self.step(Step::Select(number(node.threshold), number(node.falloff)), [&node.a, &node.b, &node.control]),
            other => panic!("there is no definition of `{}`", other.kind()),
        }
    }
}
