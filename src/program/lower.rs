//! From a graph to a program.

use std::collections::BTreeSet;
use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::basis::{Basis, BasisFunction};
use super::color::{LIGHT_BY_CONES, light, oklab_of_light};
use super::dual::{AXES, Dual};
use super::function::Function;
use super::lowering::{Lowering, OklabRamp, Scope};
use super::octaves::{Power, Weighing, exact, octave_period, octave_weights, rounded_quotient};
use super::space::{Affine, Shape, Space, Term, integer, scaled_and_rotated};
use super::structure::{LatticeAxis, OctaveScalar, Operand, Operation, Scalar, Structure};
use super::term::TermOctave;
use super::values::{AxisValues, TermValues, Values};
use crate::error::{Error, Result};
use crate::graph::{
    CellularOutput, ColorInterpolation, Coordinate, CoordinateKind, Curve, DomainAxis, Graph, HashKind, Input, Lattice, MAX_DEPTH, Metric,
    Node, Octaves, PerAxis, Ramp, Remap, ValueInterpolation, Warp, WarpMode,
};
use crate::number::Number;
use crate::permutation::octave_offset;

/// Lowers a valid graph, and tells how many operations it came to.
pub(super) fn lower(graph: &Graph) -> Result<(Structure, Values, u32)> {
    let values = Values { scalars: vec![], octave_scalars: vec![], octaves: vec![], axes: vec![], keys: vec![], tables: vec![] };
    let mut lowering = Lowering {
        graph,
        output: "",
        differentiated: differentiated(graph),
        values,
        axes: vec![],
        terms: 0,
        operations: 0,
        bounds: vec![],
        enclosing: vec![],
        spaces: vec![Space::domain()],
        wants_slopes: false,
        depth: 0,
        bounded: None,
    };
    let mut scope = Scope::default();
    let mut outputs = Vec::new();
    for name in &graph.outputs {
        lowering.output = name;
        outputs.push(lowering.named(name, &mut scope, 0)?.value);
    }
    let values = lowering.values;
    let structure = Structure {
        body: scope.body,
        outputs,
        registers: lowering.bounds.len() as u32,
        axes: lowering.axes,
        terms: lowering.terms,
        loops: values.octaves.len() as u32,
        bases: values.keys.len() as u32,
        scalars: values.scalars.len() as u32,
        octave_scalars: values.octave_scalars.len() as u32,
    };
    Ok((structure, values, lowering.operations))
}

/// The named nodes whose derivatives are asked for somewhere, so that a shared one is evaluated once, with them.
fn differentiated(graph: &Graph) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut visited = BTreeSet::new();
    let mut stack: Vec<(&Node, bool)> = graph.outputs.iter().map(|name| (&graph.nodes[name], false)).collect();
    while let Some((node, wanted)) = stack.pop() {
        let wanted = wanted || matches!(node, Node::Derivative(_) | Node::Slope(_) | Node::Normal(_) | Node::Curl(_));
        for (_, input) in node.inputs() {
            match input {
                Input::Node(inner) => stack.push((inner, wanted)),
                Input::Name(name) => {
                    if wanted {
                        found.insert(name.clone());
                    }
                    if visited.insert((name.as_str(), wanted)) {
                        stack.push((&graph.nodes[name], wanted));
                    }
                }
                Input::Number(_) => {}
            }
        }
    }
    found
}

impl Lowering<'_> {
    fn named(&mut self, name: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        let key = (name.to_owned(), space);
        if let Some(known) = scope.named.get(&key) {
            return Ok(*known);
        }
        let wanted = std::mem::replace(&mut self.wants_slopes, self.differentiated.contains(name));
        let dual = self.node(&self.graph.nodes[name], name, scope, space);
        self.wants_slopes = wanted;
        let dual = dual?;
        scope.named.insert(key, dual);
        Ok(dual)
    }

    fn input(&mut self, input: &Input, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        match input {
            Input::Number(number) => Ok(Dual::flat(self.number(number.to_f64()))),
            Input::Name(name) => self.named(name, scope, space),
            Input::Node(node) => self.node(node, place, scope, space),
        }
    }

    fn node(&mut self, node: &Node, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        if self.depth > MAX_DEPTH {
            return Err(Error::limit(place, format!("more than {MAX_DEPTH} nodes stand between the output and this one")));
        }
        self.depth += 1;
        let dual = self.lowered(node, place, scope, space);
        self.depth -= 1;
        dual
    }

    fn lowered(&mut self, node: &Node, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        let below = |key: &str| format!("{place}.{key}");
        let unary = |this: &mut Self, function, source: &Input, numbers: &[f64], scope: &mut Scope| {
            let mut arguments = vec![this.input(source, &below("source"), scope, space)?];
            for &number in numbers {
                arguments.push(Dual::flat(this.number(number)));
            }
            this.call(function, &arguments, place, scope)
        };
        let binary = |this: &mut Self, function, a: &Input, b: &Input, scope: &mut Scope| {
            let arguments = [this.input(a, &below("a"), scope, space)?, this.input(b, &below("b"), scope, space)?];
            this.call(function, &arguments, place, scope)
        };
        match node {
            Node::Perlin(node) => {
                use BasisFunction::{Perlin1, Perlin2, Perlin3, Perlin4};
                let function = in_dimensions(&[Perlin1, Perlin2, Perlin3, Perlin4], node.dimensions);
                let options = [("gradients", node.gradients as u32), ("interpolation", node.fade as u32)];
                let basis = Basis::new(function, node.hash, &options);
                self.basis((basis, 3.0, 30.0), &node.lattice(), vec![], place, scope, space)
            }
            Node::Value(node) => {
                use BasisFunction::{Value1, Value2, Value3, Value4, ValueCubic1, ValueCubic2, ValueCubic3};
                let function = match node.interpolation {
                    ValueInterpolation::CatmullRom => in_dimensions(&[ValueCubic1, ValueCubic2, ValueCubic3], node.dimensions),
                    _ => in_dimensions(&[Value1, Value2, Value3, Value4], node.dimensions),
                };
                let options = [("interpolation", node.interpolation as u32), ("smoothed", u32::from(node.smoothed))];
                let basis = Basis::new(function, node.hash, &options);
                self.basis((basis, 4.0, 30.0), &node.lattice(), vec![], place, scope, space)
            }
            Node::Simplex(node) => {
                use BasisFunction::{Simplex1, Simplex2, Simplex3, Simplex4};
                let basis = Basis::new(in_dimensions(&[Simplex1, Simplex2, Simplex3, Simplex4], node.dimensions), node.hash, &[]);
                self.basis((basis, 2.0, 40.0), &node.lattice(), vec![], place, scope, space)
            }
            Node::Cellular(node) => {
                use BasisFunction::{Cellular1, Cellular2, Cellular3};
                let options = [("metric", node.metric as u32), ("output", node.output as u32)];
                let basis = Basis::new(in_dimensions(&[Cellular1, Cellular2, Cellular3], node.dimensions), node.hash, &options);
                let (bound, steepest) = match (node.output, node.metric) {
                    (CellularOutput::CellValue, _) => (1.0, 0.0),
                    (_, Metric::Squared) => (48.0, 24.0),
                    _ => (12.0, 2.0),
                };
                let jitter = self.scalar(node.jitter.to_f64());
                self.basis((basis, bound, steepest), &node.lattice(), vec![jitter], place, scope, space)
            }
            Node::White(node) => {
                use BasisFunction::{White1, White2, White3, White4};
                let basis = Basis::new(in_dimensions(&[White1, White2, White3, White4], node.dimensions), node.hash, &[]);
                self.basis((basis, 1.0, 0.0), &node.lattice(), vec![], place, scope, space)
            }
            Node::Checker(node) => {
                use BasisFunction::{Checker1, Checker2, Checker3, Checker4};
                let function = in_dimensions(&[Checker1, Checker2, Checker3, Checker4], node.dimensions);
                self.basis((Basis::new(function, HashKind::Lattice, &[]), 1.0, 0.0), &node.lattice(), vec![], place, scope, space)
            }
            Node::Constant(node) => Ok(Dual::flat(self.number(node.value.to_f64()))),
            Node::Coordinate(node) => self.coordinate(node, place, scope, space),
            Node::Fbm(node) => self.fractal(&node.summed(), Weighing::Shares, place, scope, space, |this, sum, _, weight, value| {
                Ok((this.call(Function::FbmOctave, &[sum, weight, value])?, None))
            }),
            Node::Turbulence(node) => self.fractal(&node.summed(), Weighing::Shares, place, scope, space, |this, sum, _, weight, value| {
                let value = this.call(Function::Abs, &[value])?;
                Ok((this.call(Function::FbmOctave, &[sum, weight, value])?, None))
            }),
            Node::Billow(node) => self.fractal(&node.summed(), Weighing::Shares, place, scope, space, |this, sum, _, weight, value| {
                let value = this.call(Function::Abs, &[value])?;
                let value = this.scale_offset(value, 2.0, -1.0)?;
                Ok((this.call(Function::FbmOctave, &[sum, weight, value])?, None))
            }),
            Node::PingPong(node) => {
                let strength = node.strength.to_f64();
                self.fractal(&node.summed(), Weighing::Shares, place, scope, space, |this, sum, _, weight, value| {
                    let strength = this.number(strength);
                    let value = this.call(Function::PingPong, &[value, strength])?;
                    Ok((this.call(Function::FbmOctave, &[sum, weight, value])?, None))
                })
            }
            Node::Ridged(node) => {
                let (offset, feedback) = (node.offset.to_f64(), node.feedback.to_f64());
                self.fractal(&node.summed(), Weighing::Shares, place, scope, space, |this, sum, factor, weight, value| {
                    let crest = this.call(Function::Abs, &[value])?;
                    let crest = this.scale_offset(crest, -1.0, offset)?;
                    let crest = this.call(Function::Multiply, &[crest, crest])?;
                    let signal = this.call(Function::Multiply, &[crest, factor])?;
                    let fed = this.scale_offset(signal, feedback, 0.0)?;
                    let fed = this.held(fed, 0.0, 1.0)?;
                    Ok((this.call(Function::FbmOctave, &[sum, weight, signal])?, Some(fed)))
                })
            }
            Node::Hybrid(node) => {
                let offset = node.offset.to_f64();
                self.fractal(&node.summed(), Weighing::AsGiven, place, scope, space, |this, sum, factor, weight, value| {
                    let raised = this.scale_offset(value, 1.0, offset)?;
                    let signal = this.call(Function::Multiply, &[raised, weight])?;
                    let weighted = this.call(Function::Multiply, &[signal, factor])?;
                    let one = this.number(1.0);
                    let held = this.call(Function::Min, &[weighted, one])?;
                    Ok((this.call(Function::Add, &[sum, weighted])?, Some(held)))
                })
            }
            Node::Heterogeneous(node) => {
                let offset = node.offset.to_f64();
                self.fractal(&node.summed(), Weighing::AsGiven, place, scope, space, |this, sum, factor, weight, value| {
                    let raised = this.scale_offset(value, 1.0, offset)?;
                    let increment = this.call(Function::Multiply, &[raised, factor])?;
                    let total = this.call(Function::FbmOctave, &[sum, weight, increment])?;
                    Ok((total, Some(total)))
                })
            }
            Node::Transform(node) => {
                let per_axis = |values: &Option<PerAxis<Number>>, axis: usize, default: Number| {
                    values.as_ref().and_then(|values| values.get(axis)).unwrap_or(default)
                };
                let scale = std::array::from_fn(|axis| per_axis(&node.scale, axis, Number::ONE).to_ratio());
                let degrees = match &node.rotate {
                    None => [Number::ZERO; 3],
                    Some(PerAxis::All(angle)) => [Number::ZERO, Number::ZERO, *angle],
                    Some(angles) => std::array::from_fn(|axis| angles.get(axis).unwrap_or(Number::ZERO)),
                };
                let mut inner = self.spaces[space].mapped(&scaled_and_rotated(scale, degrees));
                for (number, axis) in inner.axes.iter_mut().enumerate() {
                    let shift = per_axis(&node.translate, number, Number::ZERO);
                    if !shift.is_zero() {
                        axis.add(&Affine::constant(shift.to_ratio(), self.enclosing.len()));
                    }
                }
                let inner = self.space(inner, place)?;
                self.input(&node.source, &below("source"), scope, inner)
            }
            Node::Warp(node) => self.warp(node, place, scope, space),
            Node::Cylinder(node) => {
                let radius = node.radius.to_ratio();
                let [x, y, ..] = self.spaces[space].axes.clone();
                let [cosine, sine] = self.circle(&x, &node.width.to_ratio(), place, scope)?;
                let inner = Space { axes: [cosine.scaled(&radius), y, sine.scaled(&radius), Affine::default()] };
                let inner = self.space(inner, place)?;
                self.input(&node.source, &below("source"), scope, inner)
            }
            Node::Torus(node) => {
                let radius = node.radius.to_ratio();
                let [x, y, ..] = self.spaces[space].axes.clone();
                let [x0, x1] = self.circle(&x, &node.width.to_ratio(), place, scope)?;
                let [y0, y1] = self.circle(&y, &node.height.to_ratio(), place, scope)?;
                let inner = self.space(Space { axes: [x0, x1, y0, y1].map(|axis| axis.scaled(&radius)) }, place)?;
                self.input(&node.source, &below("source"), scope, inner)
            }
            Node::Loop(node) => {
                let radius = node.radius.to_ratio();
                let [x, y, z, _] = self.spaces[space].axes.clone();
                let [cosine, sine] = self.circle(&z, &node.length.to_ratio(), place, scope)?;
                let inner = self.space(Space { axes: [x, y, cosine.scaled(&radius), sine.scaled(&radius)] }, place)?;
                self.input(&node.source, &below("source"), scope, inner)
            }
            Node::Sphere(node) => {
                let radius = node.radius.to_ratio();
                let [x, y, ..] = self.spaces[space].axes.clone();
                let longitude = self.circle(&x, &node.width.to_ratio(), place, scope)?;
                let [polar, level] = self.circle(&y, &(node.height.to_ratio() * BigInt::from(2)), place, scope)?;
                let level = self.register_of(&level, place, scope)?;
                let mut axes = Vec::new();
                for part in longitude {
                    let part = self.register_of(&part, place, scope)?;
                    let part = self.call(Function::Multiply, &[level, part], place, scope)?;
                    axes.push(Affine::displaced(part, -radius.clone(), self.enclosing.len()));
                }
                let [x, y] = <[Affine; 2]>::try_from(axes).expect("a cosine and a sine");
                let inner = self.space(Space { axes: [x, y, polar.scaled(&radius), Affine::default()] }, place)?;
                self.input(&node.source, &below("source"), scope, inner)
            }
            Node::Cube(node) => {
                let inner = self.cube(&node.size.to_ratio(), &node.radius.to_ratio(), place, scope, space)?;
                self.input(&node.source, &below("source"), scope, inner)
            }
            Node::ScaleOffset(node) => {
                unary(self, Function::ScaleOffset, &node.source, &[node.scale.to_f64(), node.offset.to_f64()], scope)
            }
            Node::Negate(node) => unary(self, Function::ScaleOffset, &node.source, &[-1.0, 0.0], scope),
            Node::Invert(node) => unary(self, Function::ScaleOffset, &node.source, &[-1.0, 1.0], scope),
            Node::Remap(Remap { source, from, to }) => {
                let [from, to] = [from, to].map(|range| range.map(Number::to_f64));
                let scale = (to[1] - to[0]) / (from[1] - from[0]);
                unary(self, Function::ScaleOffset, source, &[scale, to[0] - from[0] * scale], scope)
            }
            Node::Abs(node) => unary(self, Function::Abs, &node.source, &[], scope),
            Node::Square(node) => {
                let source = self.input(&node.source, &below("source"), scope, space)?;
                self.call(Function::Multiply, &[source, source], place, scope)
            }
            Node::Sqrt(node) => unary(self, Function::Sqrt, &node.source, &[], scope),
            Node::Power(node) => unary(self, Function::Power, &node.source, &[node.exponent.to_f64()], scope),
            Node::Sine(node) => unary(self, Function::Sine, &node.source, &[], scope),
            Node::Smoothstep(node) => unary(self, Function::Smoothstep, &node.source, &[node.low.to_f64(), node.high.to_f64()], scope),
            Node::Bias(node) => unary(self, Function::Bias, &node.source, &[node.amount.to_f64()], scope),
            Node::Gain(node) => unary(self, Function::Gain, &node.source, &[node.amount.to_f64()], scope),
            Node::Terrace(node) => {
                let steps = node.steps.to_f64();
                unary(self, Function::Terrace, &node.source, &[steps, 1.0 / steps, node.sharpness.to_f64()], scope)
            }
            Node::Quantize(node) => {
                let steps = node.steps.to_f64();
                unary(self, Function::Quantize, &node.source, &[steps, 1.0 / steps], scope)
            }
            Node::Fraction(node) => unary(self, Function::Fraction, &node.source, &[], scope),
            Node::Curve(node) => self.curve(node, place, scope, space),
            Node::Ramp(node) => self.ramp(node, place, scope, space),
            Node::Clamp(node) => {
                let source = self.input(&node.source, &below("source"), scope, space)?;
                let low = self.input(&node.low, &below("low"), scope, space)?;
                let high = self.input(&node.high, &below("high"), scope, space)?;
                let raised = self.call(Function::Max, &[source, low], place, scope)?;
                self.call(Function::Min, &[raised, high], place, scope)
            }
            Node::Threshold(node) => {
                let source = self.input(&node.source, &below("source"), scope, space)?;
                let level = self.input(&node.level, &below("level"), scope, space)?;
                let low = self.input(&node.low, &below("low"), scope, space)?;
                let high = self.input(&node.high, &below("high"), scope, space)?;
                self.call(Function::Threshold, &[source, level, low, high], place, scope)
            }
            Node::Add(node) => binary(self, Function::Add, &node.a, &node.b, scope),
            Node::Subtract(node) => binary(self, Function::Subtract, &node.a, &node.b, scope),
            Node::Multiply(node) => binary(self, Function::Multiply, &node.a, &node.b, scope),
            Node::Min(node) => binary(self, Function::Min, &node.a, &node.b, scope),
            Node::Max(node) => binary(self, Function::Max, &node.a, &node.b, scope),
            Node::Quotient(node) => {
                let a = self.input(&node.a, &below("a"), scope, space)?;
                let b = self.input(&node.b, &below("b"), scope, space)?;
                let limit = Dual::flat(self.number(node.limit.to_f64()));
                self.call(Function::Quotient, &[a, b, limit], place, scope)
            }
            Node::SmoothMin(node) => {
                let a = self.input(&node.a, &below("a"), scope, space)?;
                let b = self.input(&node.b, &below("b"), scope, space)?;
                let radius = Dual::flat(self.number(node.radius.to_f64()));
                self.call(Function::SmoothMin, &[a, b, radius], place, scope)
            }
            Node::SmoothMax(node) => {
                let a = self.input(&node.a, &below("a"), scope, space)?;
                let b = self.input(&node.b, &below("b"), scope, space)?;
                let radius = Dual::flat(self.number(node.radius.to_f64()));
                self.call(Function::SmoothMax, &[a, b, radius], place, scope)
            }
            Node::Lerp(node) => {
                let a = self.input(&node.a, &below("a"), scope, space)?;
                let b = self.input(&node.b, &below("b"), scope, space)?;
                let mask = self.input(&node.mask, &below("mask"), scope, space)?;
                self.call(Function::Lerp, &[a, b, mask], place, scope)
            }
            Node::Select(node) => {
                let a = self.input(&node.a, &below("a"), scope, space)?;
                let b = self.input(&node.b, &below("b"), scope, space)?;
                let control = self.input(&node.control, &below("control"), scope, space)?;
                let (threshold, falloff) = (node.threshold.to_f64(), node.falloff.to_f64());
                let (low, high) = (self.number(threshold - falloff), self.number(threshold + falloff));
                let mask = self.call(Function::Smoothstep, &[control, Dual::flat(low), Dual::flat(high)], place, scope)?;
                self.call(Function::Lerp, &[a, b, mask], place, scope)
            }
            Node::Derivative(node) => {
                let source = self.differentiate(&node.source, "source", place, scope, space)?;
                Ok(Dual::flat(self.slope_or_zero(source, node.axis)))
            }
            Node::Slope(node) => {
                let source = self.differentiate(&node.source, "source", place, scope, space)?;
                let [x, y] = [DomainAxis::X, DomainAxis::Y].map(|axis| Dual::flat(self.slope_or_zero(source, axis)));
                let squares = self.squares(x, y, place, scope)?;
                self.call(Function::Sqrt, &[squares], place, scope)
            }
            Node::Normal(node) => {
                let source = self.differentiate(&node.source, "source", place, scope, space)?;
                let strength = -node.strength.to_f64();
                let mut lean = Vec::new();
                for axis in [DomainAxis::X, DomainAxis::Y] {
                    let slope = Dual::flat(self.slope_or_zero(source, axis));
                    lean.push(self.scale_offset(slope, strength, 0.0, place, scope)?);
                }
                let squares = self.squares(lean[0], lean[1], place, scope)?;
                let squares = self.scale_offset(squares, 1.0, 1.0, place, scope)?;
                let length = self.call(Function::Sqrt, &[squares], place, scope)?;
                let part = match node.axis {
                    DomainAxis::X => lean[0],
                    DomainAxis::Y => lean[1],
                    DomainAxis::Z => Dual::flat(self.number(1.0)),
                };
                let limit = Dual::flat(self.number(1.0));
                self.call(Function::Quotient, &[part, length, limit], place, scope)
            }
            Node::Curl(node) => {
                // (dz/dy - dy/dz, dx/dz - dz/dx, dy/dx - dx/dy).
                let ((up, up_axis), (down, down_axis)) = match node.axis {
                    DomainAxis::X => (((&node.z, "z"), DomainAxis::Y), ((&node.y, "y"), DomainAxis::Z)),
                    DomainAxis::Y => (((&node.x, "x"), DomainAxis::Z), ((&node.z, "z"), DomainAxis::X)),
                    DomainAxis::Z => (((&node.y, "y"), DomainAxis::X), ((&node.x, "x"), DomainAxis::Y)),
                };
                let up = self.differentiate(up.0, up.1, place, scope, space)?;
                let down = self.differentiate(down.0, down.1, place, scope, space)?;
                let parts = [Dual::flat(self.slope_or_zero(up, up_axis)), Dual::flat(self.slope_or_zero(down, down_axis))];
                self.call(Function::Subtract, &parts, place, scope)
            }
        }
    }

    fn differentiate(&mut self, input: &Input, key: &str, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        if self.wants_slopes {
            return Err(Error::parameter(
                place,
                "a derivative of a derivative is asked for, and there are only first derivatives; take this node out of the other's source",
            ));
        }
        self.wants_slopes = true;
        let dual = self.input(input, &format!("{place}.{key}"), scope, space);
        self.wants_slopes = false;
        dual
    }

    fn slope_or_zero(&mut self, dual: Dual, axis: DomainAxis) -> Operand {
        dual.slopes[axis as usize].unwrap_or_else(|| self.number(0.0))
    }

    fn squares(&mut self, a: Dual, b: Dual, place: &str, scope: &mut Scope) -> Result<Dual> {
        let a = self.call(Function::Multiply, &[a, a], place, scope)?;
        let b = self.call(Function::Multiply, &[b, b], place, scope)?;
        self.call(Function::Add, &[a, b], place, scope)
    }

    fn scale_offset(&mut self, value: Dual, scale: f64, offset: f64, place: &str, scope: &mut Scope) -> Result<Dual> {
        let (scale, offset) = (Dual::flat(self.number(scale)), Dual::flat(self.number(offset)));
        self.call(Function::ScaleOffset, &[value, scale, offset], place, scope)
    }

    /// A basis over its lattice in a space, with what no absolute value of it exceeds, and no derivative along a lattice axis; 0 where there is none.
    fn basis(
        &mut self,
        (basis, bound, steepest): (Basis, f64, f64),
        lattice: &Lattice<'_>,
        scalars: Vec<Scalar>,
        place: &str,
        scope: &mut Scope,
        space: usize,
    ) -> Result<Dual> {
        let dimensions = usize::from(basis.dimensions());
        let plain: Vec<Affine> = self.spaces[space].axes[..dimensions].to_vec();
        let skewed = if basis.function.shader() == "simplex" { skewed(&plain) } else { plain.clone() };
        let first = self.axes.len() as u32;
        for (number, affine) in skewed.iter().enumerate() {
            self.lattice_axis(affine, lattice, number, place, 31)?;
        }
        let key = self.key(basis.hash, lattice.seed);
        self.values.keys.push(key);
        let index = self.values.keys.len() as u32 - 1;
        let result = self.register(bound, place)?;
        self.push(Operation::Basis { basis, index, axis: first, scalars: scalars.clone(), result }, place, scope)?;
        let mut slopes = [None; AXES];
        if self.wants_slopes && steepest > 0.0 {
            let mut results = Vec::new();
            for _ in 0..dimensions {
                results.push(self.register(steepest, place)?);
            }
            self.push(Operation::Slope { basis, index, axis: first, scalars, results: results.clone() }, place, scope)?;
            for (number, (affine, along)) in plain.iter().zip(results).enumerate() {
                self.chain(affine, Operand::Register(along), (lattice, number), place, scope, &mut slopes)?;
            }
        }
        Ok(Dual { value: Operand::Register(result), slopes })
    }

    /// Adds what a lattice axis contributes to the derivatives along the domain's axes, given the derivative along the lattice axis.
    fn chain(
        &mut self,
        affine: &Affine,
        along: Operand,
        (lattice, number): (&Lattice<'_>, usize),
        place: &str,
        scope: &mut Scope,
        slopes: &mut [Option<Operand>; AXES],
    ) -> Result<()> {
        let frequency = lattice.frequency.to_ratio();
        let period = period_of(lattice, number);
        let mut add = |this: &mut Self, axis: usize, value: Dual, scope: &mut Scope| -> Result<()> {
            slopes[axis] = Some(match slopes[axis] {
                None => value.value,
                Some(known) => this.plain_call(Function::Add, &[known, value.value], place, scope)?,
            });
            Ok(())
        };
        for term in affine.terms.iter().filter(|term| usize::from(term.axis) < AXES) {
            let here = self.enclosing.len();
            // d cos(a) = -sin(a) da, d sin(a) = cos(a) da.
            let turned = match &term.shape {
                Shape::Linear => None,
                Shape::Cosine(angle) => Some((Shape::Sine(angle.clone()), angle, -std::f64::consts::TAU)),
                Shape::Sine(angle) => Some((Shape::Cosine(angle.clone()), angle, std::f64::consts::TAU)),
            };
            let cells = &frequency * &term.factor;
            let value = match turned {
                None => {
                    let scale = self.rate(&cells, period, term.since, 0..0, place)?;
                    self.plain_call(Function::Multiply, &[along, Operand::Octave(scale)], place, scope)?
                }
                Some((shape, angle, turn)) => {
                    let scale = self.rate(&(cells * &angle.rate * exact(turn)), period, term.since, angle.since..angle.until, place)?;
                    let value = self.plain_call(Function::Multiply, &[along, Operand::Octave(scale)], place, scope)?;
                    let term = Term { axis: term.axis, shape, factor: BigRational::one(), since: here };
                    // Its own derivative is of no use.
                    self.wants_slopes = false;
                    let steepness = self.register_of(&Affine { terms: vec![term], ..Affine::default() }, place, scope);
                    self.wants_slopes = true;
                    let steepness = steepness?;
                    self.plain_call(Function::Multiply, &[value, steepness.value], place, scope)?
                }
            };
            add(self, usize::from(term.axis), Dual::flat(value), scope)?;
        }
        for displacement in &affine.displaced {
            if displacement.by.slopes.iter().all(Option::is_none) {
                continue;
            }
            let scale = self.rate(&(&frequency * &displacement.factor), 0, displacement.since, 0..0, place)?;
            let value = self.plain_call(Function::Multiply, &[along, Operand::Octave(scale)], place, scope)?;
            for (axis, slope) in displacement.by.slopes.into_iter().enumerate() {
                if let Some(slope) = slope {
                    let value = self.plain_call(Function::Multiply, &[value, slope], place, scope)?;
                    add(self, axis, Dual::flat(value), scope)?;
                }
            }
        }
        Ok(())
    }

    /// Cells a unit of something in a coordinate, by octave: a number, times the powers of the fractals since it was made and of those inside of a circle.
    /// With a period the powers since are those that give it a whole number of cells.
    fn rate(&mut self, cells: &BigRational, period: u32, since: usize, inside: Range<usize>, place: &str) -> Result<OctaveScalar> {
        let cells = cells.to_f64().unwrap_or(0.0);
        let powers: Vec<Vec<Power>> = self.enclosing.iter().map(|around| around.powers.clone()).collect();
        self.octave_scalar(place, |octave| {
            let power = |fractals: Range<usize>| product_of(&powers[fractals.clone()], &octave[fractals]);
            let scale = match period {
                0 => power(since..octave.len()).to_f64(),
                _ => cells_of(period, &power(since..octave.len())).to_f64().unwrap_or(f64::MAX) / f64::from(period),
            };
            cells * scale * power(inside.clone()).to_f64()
        })
    }

    /// A lattice axis over a coordinate of a space.
    fn lattice_axis(&mut self, affine: &Affine, lattice: &Lattice<'_>, number: usize, place: &str, most_bits: u32) -> Result<()> {
        self.count_by_octave(affine.size().max(1), place)?;
        let nothing = Term { axis: 3, shape: Shape::Linear, factor: BigRational::zero(), since: 0 };
        let terms = if affine.terms.is_empty() { vec![nothing] } else { affine.terms.clone() };
        let frequency = lattice.frequency.to_ratio();
        let offset = lattice.offset.and_then(|offset| offset.get(number)).unwrap_or(Number::ZERO).to_ratio();
        let period = period_of(lattice, number);
        let powers: Vec<Vec<Power>> = self.enclosing.iter().map(|around| around.powers.clone()).collect();
        let mut values = Vec::new();
        for (position, term) in terms.iter().enumerate() {
            let mut octaves = Vec::new();
            for flat in 0..self.octave_count() {
                let octave = self.octave_of(flat);
                let power_of = |fractals: Range<usize>| product_of(&powers[fractals.clone()], &octave[fractals]);
                let power = |since: usize| power_of(since..octave.len());
                let mut cells_of_period = 0;
                let mut factor = &frequency * &term.factor;
                if period == 0 {
                    factor *= power(term.since).rounded_to_64_bits();
                } else {
                    let cells = cells_of(period, &power(term.since));
                    factor *= BigRational::new(cells.clone(), period.into());
                    cells_of_period = octave_period(&cells, lattice.hash, place)?;
                }
                let mut at = BigRational::zero();
                if position == 0 {
                    let decorrelated: Vec<u32> =
                        self.enclosing.iter().zip(&octave).filter(|(fractal, _)| fractal.decorrelate).map(|(_, &k)| k).collect();
                    let shift = BigRational::new(octave_offset(lattice.seed, &decorrelated, number).into(), BigInt::one() << 32);
                    at = &offset + shift;
                    for (since, constant) in &affine.constants {
                        at += &frequency * constant * power(*since).rounded_to_64_bits();
                    }
                }
                let wave = term.shape.wave(|fractals| power_of(fractals).rounded_to_64_bits());
                octaves.push(TermOctave::new(wave, &factor, &at, cells_of_period));
            }
            values.push(TermValues { octaves });
        }
        let mut displaced = Vec::new();
        for displacement in &affine.displaced {
            let scale = self.rate(&(&frequency * &displacement.factor), 0, displacement.since, 0..0, place)?;
            displaced.push((displacement.by.value, scale));
        }
        self.axes.push(LatticeAxis { first: self.terms, terms: terms.iter().map(|term| term.axis).collect(), displaced });
        self.terms += terms.len() as u32;
        self.values.axes.push(AxisValues { place: place.to_owned(), most_bits, terms: values });
        Ok(())
    }

    /// A coordinate of a space as a value.
    fn register_of(&mut self, affine: &Affine, place: &str, scope: &mut Scope) -> Result<Dual> {
        let lattice =
            Lattice { dimensions: Some(1), frequency: Number::ONE, offset: None, hash: HashKind::Lattice, seed: None, period: None };
        self.coordinate_of(affine, &lattice, 0, place, scope)
    }

    fn coordinate_of(&mut self, affine: &Affine, lattice: &Lattice<'_>, number: usize, place: &str, scope: &mut Scope) -> Result<Dual> {
        let first = self.axes.len() as u32;
        // A coordinate is where it is in every octave: only fractals' scales reach it, not what decorrelates them.
        let decorrelated: Vec<bool> = self.enclosing.iter_mut().map(|around| std::mem::take(&mut around.decorrelate)).collect();
        let made = self.lattice_axis(affine, lattice, number, place, 23);
        for (around, decorrelate) in self.enclosing.iter_mut().zip(decorrelated) {
            around.decorrelate = decorrelate;
        }
        made?;
        self.values.keys.push([0, 0]);
        let index = self.values.keys.len() as u32 - 1;
        let result = self.register(f64::from(1 << 24), place)?;
        let basis = Basis::new(BasisFunction::Position, HashKind::Lattice, &[]);
        self.push(Operation::Basis { basis, index, axis: first, scalars: vec![], result }, place, scope)?;
        let mut slopes = [None; AXES];
        if self.wants_slopes {
            let one = self.number(1.0);
            self.chain(affine, one, (lattice, number), place, scope, &mut slopes)?;
        }
        Ok(Dual { value: Operand::Register(result), slopes })
    }

    fn coordinate(&mut self, node: &Coordinate, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        let axes = self.spaces[space].axes.clone();
        let lattice = Lattice {
            dimensions: None,
            frequency: node.frequency,
            offset: node.offset.as_ref(),
            hash: HashKind::Lattice,
            seed: None,
            period: None,
        };
        let along = |this: &mut Self, axis: usize, scope: &mut Scope| this.coordinate_of(&axes[axis], &lattice, axis, place, scope);
        match node.axis {
            CoordinateKind::X => along(self, 0, scope),
            CoordinateKind::Y => along(self, 1, scope),
            CoordinateKind::Z => along(self, 2, scope),
            CoordinateKind::W => along(self, 3, scope),
            CoordinateKind::Radius => {
                let (x, y) = (along(self, 0, scope)?, along(self, 1, scope)?);
                let squares = self.squares(x, y, place, scope)?;
                self.call(Function::Sqrt, &[squares], place, scope)
            }
            CoordinateKind::Angle => {
                let (x, y) = (along(self, 0, scope)?, along(self, 1, scope)?);
                self.call(Function::Angle, &[y, x], place, scope)
            }
        }
    }

    /// The cosine and sine of a coordinate that comes round after so many units: exact tables where it follows one axis of the domain, values where not.
    fn circle(&mut self, affine: &Affine, units: &BigRational, place: &str, scope: &mut Scope) -> Result<[Affine; 2]> {
        let depth = self.enclosing.len();
        if let Some((axis, angle)) = affine.as_angle(units, depth) {
            let term = |shape| Affine { terms: vec![Term { axis, shape, factor: BigRational::one(), since: depth }], ..Affine::default() };
            return Ok([term(Shape::Cosine(angle.clone())), term(Shape::Sine(angle))]);
        }
        let turns = self.register_of(&affine.scaled(&units.recip()), place, scope)?;
        let ahead = self.scale_offset(turns, 1.0, 0.25, place, scope)?;
        let cosine = self.call(Function::Sine, &[ahead], place, scope)?;
        let sine = self.call(Function::Sine, &[turns], place, scope)?;
        Ok([cosine, sine].map(|value| Affine::displaced(value, BigRational::one(), depth)))
    }

    /// The space in which the faces of a cube lie on a sphere.
    fn cube(&mut self, size: &BigRational, radius: &BigRational, place: &str, scope: &mut Scope, space: usize) -> Result<usize> {
        let depth = self.enclosing.len();
        let [x, y, z, _] = self.spaces[space].axes.clone();
        let side = |this: &mut Self, axis: &Affine, scope: &mut Scope| {
            let mut side = axis.scaled(&(integer(2) / size));
            side.add(&Affine::constant(integer(-1), depth));
            this.register_of(&side, place, scope)
        };
        let (u, v) = (side(self, &x, scope)?, side(self, &y, scope)?);
        let face = Dual::flat(self.register_of(&z, place, scope)?.value);
        let (minus_u, minus_v) = (self.scale_offset(u, -1.0, 0.0, place, scope)?, self.scale_offset(v, -1.0, 0.0, place, scope)?);
        let (one, minus_one) = (Dual::flat(self.number(1.0)), Dual::flat(self.number(-1.0)));
        // By face: +x, -x, +y, -y, +z, -z (the Vulkan specification, "Cube Map Face Selection").
        let faces = [
            [one, minus_v, minus_u],
            [minus_one, minus_v, u],
            [u, one, v],
            [u, minus_one, minus_v],
            [u, minus_v, one],
            [minus_u, minus_v, minus_one],
        ];
        let squares = self.squares(u, v, place, scope)?;
        let squares = self.scale_offset(squares, 1.0, 1.0, place, scope)?;
        let length = self.call(Function::Sqrt, &[squares], place, scope)?;
        let limit = Dual::flat(self.number(1.0));
        let mut axes = vec![];
        for axis in 0..3 {
            let mut part = faces[5][axis];
            for (number, face_parts) in faces[..5].iter().enumerate().rev() {
                let bound = Dual::flat(self.number(number as f64 + 1.0));
                part = self.call(Function::Threshold, &[face, bound, face_parts[axis], part], place, scope)?;
            }
            let part = self.call(Function::Quotient, &[part, length, limit], place, scope)?;
            axes.push(Affine::displaced(part, radius.clone(), depth));
        }
        let [x, y, z] = <[Affine; 3]>::try_from(axes).expect("three axes");
        self.space(Space { axes: [x, y, z, Affine::default()] }, place)
    }

    fn curve(&mut self, node: &Curve, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        let source = self.input(&node.source, &format!("{place}.source"), scope, space)?;
        let points: Vec<[f64; 2]> = node.points.iter().map(|point| point.map(|number| f64::from(number.to_f64() as f32))).collect();
        let highest = points.iter().fold(0.0_f64, |highest, point| highest.max(point[1].abs()));
        let mut value = Dual::flat(self.number(points[0][1]));
        for [start, c0, c1, c2, c3] in monotone_pieces(&points) {
            let mut arguments = vec![value, source];
            arguments.extend([start, c0, c1, c2, c3].map(|number| Dual::flat(self.number(number))));
            value = self.call(Function::CurvePiece, &arguments, place, scope)?;
            // A monotone piece stays within its points; beyond them the next takes over.
            self.bound_by(value.value, highest);
        }
        Ok(value)
    }

    fn ramp(&mut self, node: &Ramp, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        let source = self.input(&node.source, &format!("{place}.source"), scope, space)?;
        let lights: Vec<(f64, [f64; 3])> =
            node.stops.iter().map(|(position, color)| (position.to_f64(), light(color, node.space))).collect();
        let channel = node.channel as usize;
        match node.interpolation {
            ColorInterpolation::Oklab => {
                let stops: Vec<(f64, [f64; 3])> = lights.iter().map(|&(position, light)| (position, oklab_of_light(light))).collect();
                let is_known =
                    |known: &&OklabRamp| known.source == source && known.wants_slopes == self.wants_slopes && known.stops == stops;
                let oklab = match scope.ramps.iter().find(is_known) {
                    Some(known) => known.oklab,
                    None => {
                        let mut oklab = [source; 3];
                        for (part, value) in oklab.iter_mut().enumerate() {
                            *value = self.ramp_of(source, stops.iter().map(|&(position, oklab)| (position, oklab[part])), place, scope)?;
                        }
                        scope.ramps.push(OklabRamp { source, wants_slopes: self.wants_slopes, stops, oklab });
                        oklab
                    }
                };
                let mut arguments = oklab.to_vec();
                arguments.extend(LIGHT_BY_CONES[channel].map(|number| Dual::flat(self.number(number))));
                self.call(Function::OklabChannel, &arguments, place, scope)
            }
            ColorInterpolation::Linear => {
                let value = self.ramp_of(source, lights.iter().map(|&(position, light)| (position, light[channel])), place, scope)?;
                let (zero, one) = (Dual::flat(self.number(0.0)), Dual::flat(self.number(1.0)));
                let raised = self.call(Function::Max, &[value, zero], place, scope)?;
                self.call(Function::Min, &[raised, one], place, scope)
            }
        }
    }

    /// A value through a chain of straight pieces between stops, level before the first and after the last.
    fn ramp_of(&mut self, source: Dual, stops: impl Iterator<Item = (f64, f64)>, place: &str, scope: &mut Scope) -> Result<Dual> {
        let stops: Vec<(f64, f64)> = stops.map(|(position, value)| (f64::from(position as f32), f64::from(value as f32))).collect();
        let largest = stops.iter().fold(0.0_f64, |largest, (_, value)| largest.max(value.abs()));
        let mut value = Dual::flat(self.number(stops[0].1));
        for (index, &(start, from)) in stops.iter().enumerate() {
            let (end, to) = stops[(index + 1).min(stops.len() - 1)];
            // Two stops at one position, or all but, are an edge.
            let width = if end - start > 1e-20 { end - start } else { 0.0 };
            let rise = if width > 0.0 { (to - from) / width } else { 0.0 };
            let mut arguments = vec![value, source];
            arguments.extend([start, width, from, rise].map(|number| Dual::flat(self.number(number))));
            value = self.call(Function::RampPiece, &arguments, place, scope)?;
            // A piece stays within its stops, but for the last place.
            self.bound_by(value.value, 1.01 * largest);
        }
        Ok(value)
    }

    /// A loop over octaves. `step` makes of the sum so far, a factor that starts at 1, the octave's weight and the source's value the next sum, and the
    /// next factor where it has one.
    fn fractal(
        &mut self,
        octaves: &Octaves<'_>,
        weighing: Weighing,
        place: &str,
        scope: &mut Scope,
        space: usize,
        step: impl Fn(&mut Body<'_, '_>, Dual, Dual, Dual, Dual) -> Result<(Dual, Option<Dual>)>,
    ) -> Result<Dual> {
        let count = octaves.count();
        let index = self.enter(count, octaves.lacunarity, octaves.decorrelate, place)?;
        let (weights, scale) = octave_weights(octaves, weighing);
        let weight = self.octave_scalar(place, |octave| f64::from(weights[octave[octave.len() - 1] as usize]))?;
        let weight = Dual::flat(Operand::Octave(weight));

        let mut inner = Scope::default();
        let source = self.input(octaves.source, &format!("{place}.source"), &mut inner, space)?;
        // What the loop carries is bounded by running its bounds through it, octave by octave; the operations are those of the last run.
        let start = inner.body.len();
        let (mut sum_bounds, mut factor_bounds) = ((0.0, 0.0), (1.0, 0.0));
        let registers = self.bounds.len();
        let scalars = self.values.scalars.len();
        let operations = self.operations;
        let mut largest = ((0.0_f64, 0.0_f64), (1.0_f64, 0.0_f64));
        let steepest = |this: &Self, dual: Dual| dual.slopes.iter().flatten().fold(0.0_f64, |most, slope| most.max(this.bound(*slope)));
        for k in 0..count {
            self.bounded = Some((k as usize, count as usize));
            self.bounds.truncate(registers);
            self.values.scalars.truncate(scalars);
            self.operations = operations;
            inner.body.truncate(start);
            let sum = self.carried(sum_bounds.0, sum_bounds.1, place)?;
            let factor = self.carried(factor_bounds.0, factor_bounds.1, place)?;
            let mut body = Body { lowering: self, scope: &mut inner, place };
            let (next, next_factor) = step(&mut body, sum, factor, weight, source)?;
            sum_bounds = (self.bound(next.value), steepest(self, next));
            largest.0 = (largest.0.0.max(sum_bounds.0), largest.0.1.max(sum_bounds.1));
            if let Some(next_factor) = next_factor {
                factor_bounds = (self.bound(next_factor.value), steepest(self, next_factor));
                largest.1 = (largest.1.0.max(factor_bounds.0), largest.1.1.max(factor_bounds.1));
            }
        }
        self.bounded = None;
        self.bounds.truncate(registers);
        self.values.scalars.truncate(scalars);
        self.operations = operations;
        inner.body.truncate(start);
        let sum = self.carried(0.0, 0.0, place)?;
        let factor = self.carried(0.0, 0.0, place)?;
        let mut body = Body { lowering: self, scope: &mut inner, place };
        let (next, next_factor) = step(&mut body, sum, factor, weight, source)?;
        for (dual, (bound, slope)) in [(sum, largest.0), (factor, largest.1)] {
            self.bound_by(dual.value, bound);
            dual.slopes.iter().flatten().for_each(|operand| self.bound_by(*operand, slope));
        }
        let mut carried = self.carry(sum, 0.0, next);
        if let Some(next_factor) = next_factor {
            carried.extend(self.carry(factor, 1.0, next_factor));
        }
        self.enclosing.pop();
        self.push(Operation::Loop { index, body: inner.body, carried }, place, scope)?;
        let scale = Dual::flat(self.number(scale));
        self.call(Function::FbmTotal, &[sum, scale], place, scope)
    }

    fn warp(&mut self, node: &Warp, place: &str, scope: &mut Scope, space: usize) -> Result<Dual> {
        let depth = self.enclosing.len();
        let strength = match &node.strength {
            Input::Number(number) => Err(number.to_ratio()),
            input => Ok(self.input(input, &format!("{place}.strength"), scope, space)?),
        };
        let factor = strength.clone().err().unwrap_or_else(BigRational::one);
        let displaced = |this: &mut Self, by: &[Option<Dual>; 4], factor: &BigRational| {
            let mut inner = this.spaces[space].clone();
            for (axis, by) in inner.axes.iter_mut().zip(by) {
                if let Some(by) = by {
                    axis.add(&Affine::displaced(*by, factor.clone(), depth));
                }
            }
            this.space(inner, place)
        };
        let mut by = [None; 4];
        if node.octaves == 1 {
            for (by, (key, input)) in by.iter_mut().zip(node.by()) {
                let Some(input) = input else { continue };
                let value = self.input(input, &format!("{place}.{key}"), scope, space)?;
                *by = Some(match &strength {
                    Ok(strength) => self.call(Function::Multiply, &[value, *strength], place, scope)?,
                    Err(_) => value,
                });
            }
        } else {
            let index = self.enter(node.octaves, node.lacunarity, true, place)?;
            let gain = node.gain.to_f64();
            let weight = self.octave_scalar(place, |octave| (0..octave[octave.len() - 1]).fold(1.0, |weight, _| weight * gain))?;
            let weight = Dual::flat(Operand::Octave(weight));
            // From octave to octave displacements and their derivatives could grow without bound, so they are held.
            let most = 1e9;
            for (by, (_, input)) in by.iter_mut().zip(node.by()) {
                if input.is_some() {
                    *by = Some(self.carried(most, most, place)?);
                }
            }
            let mut inner = Scope::default();
            let inside = match node.mode {
                WarpMode::Progressive => displaced(self, &by, &factor)?,
                WarpMode::Independent => space,
            };
            let mut carried = Vec::new();
            for (register, (key, input)) in by.iter().zip(node.by()) {
                let (Some(register), Some(input)) = (register, input) else { continue };
                let value = self.input(input, &format!("{place}.{key}"), &mut inner, inside)?;
                let value = match &strength {
                    Ok(strength) => self.call(Function::Multiply, &[value, *strength], place, &mut inner)?,
                    Err(_) => value,
                };
                let next = self.call(Function::FbmOctave, &[*register, weight, value], place, &mut inner)?;
                let mut held = Dual::flat(self.held(next.value, most, place, &mut inner)?);
                for (held, slope) in held.slopes.iter_mut().zip(next.slopes) {
                    *held = slope.map(|slope| self.held(slope, most, place, &mut inner)).transpose()?;
                }
                carried.extend(self.carry(*register, 0.0, held));
            }
            self.enclosing.pop();
            self.push(Operation::Loop { index, body: inner.body, carried }, place, scope)?;
        }
        let inner = displaced(self, &by, &factor)?;
        self.input(&node.source, &format!("{place}.source"), scope, inner)
    }
}

/// The body of a loop being lowered.
pub(super) struct Body<'b, 'a> {
    lowering: &'b mut Lowering<'a>,
    scope: &'b mut Scope,
    place: &'b str,
}

impl Body<'_, '_> {
    fn call(&mut self, function: Function, arguments: &[Dual]) -> Result<Dual> {
        self.lowering.call(function, arguments, self.place, self.scope)
    }

    fn number(&mut self, value: f64) -> Dual {
        Dual::flat(self.lowering.number(value))
    }

    fn scale_offset(&mut self, value: Dual, scale: f64, offset: f64) -> Result<Dual> {
        self.lowering.scale_offset(value, scale, offset, self.place, self.scope)
    }

    /// A value held within two numbers.
    fn held(&mut self, value: Dual, low: f64, high: f64) -> Result<Dual> {
        let (low, high) = (self.number(low), self.number(high));
        let raised = self.call(Function::Max, &[value, low])?;
        self.call(Function::Min, &[raised, high])
    }
}

/// After how many cells a lattice repeats along an axis; 0 for never.
fn period_of(lattice: &Lattice<'_>, axis: usize) -> u32 {
    lattice.period.and_then(|period| period.get(axis)).unwrap_or(0)
}

/// The cells of a period in an octave: the nearest whole number.
fn cells_of(period: u32, power: &Power) -> BigInt {
    rounded_quotient(&(&power.numer * period), &power.denom)
}

/// The powers of lacunarities in an octave of each of some fractals, multiplied.
fn product_of(powers: &[Vec<Power>], octave: &[u32]) -> Power {
    powers.iter().zip(octave).fold(Power::one(), |product, (powers, &k)| product.times(&powers[k as usize]))
}

/// Simplex noise's lattice coordinates: each coordinate and (sqrt(n + 1) - 1) / n times the sum of all.
fn skewed(axes: &[Affine]) -> Vec<Affine> {
    if axes.len() == 1 {
        return axes.to_vec();
    }
    let dimensions = axes.len() as f64;
    let factor = exact((libm::sqrt(dimensions + 1.0) - 1.0) / dimensions);
    let mut sum = Affine::default();
    axes.iter().for_each(|axis| sum.add(axis));
    let sum = sum.scaled(&factor);
    axes.iter()
        .map(|axis| {
            let mut skewed = axis.clone();
            skewed.add(&sum);
            skewed
        })
        .collect()
}

/// The function of those in one, two and more dimensions that a node asks for; of none, that in three.
fn in_dimensions(functions: &[BasisFunction], dimensions: Option<u8>) -> BasisFunction {
    functions[usize::from(dimensions.unwrap_or(3)) - 1]
}

/// The pieces of a monotone curve (Fritsch and Carlson 1980): where each starts and its cubic there; the last is level.
fn monotone_pieces(points: &[[f64; 2]]) -> Vec<[f64; 5]> {
    let rises: Vec<f64> = points.windows(2).map(|pair| (pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0])).collect();
    let mut slopes: Vec<f64> = (0..points.len())
        .map(|index| match index {
            0 => rises[0],
            last if last == rises.len() => rises[last - 1],
            index if rises[index - 1] * rises[index] <= 0.0 => 0.0,
            index => (rises[index - 1] + rises[index]) / 2.0,
        })
        .collect();
    for (index, &rise) in rises.iter().enumerate() {
        if rise == 0.0 {
            (slopes[index], slopes[index + 1]) = (0.0, 0.0);
            continue;
        }
        let (a, b) = (slopes[index] / rise, slopes[index + 1] / rise);
        let length = libm::sqrt(a * a + b * b);
        if length > 3.0 {
            (slopes[index], slopes[index + 1]) = (3.0 * a / length * rise, 3.0 * b / length * rise);
        }
    }
    let mut pieces: Vec<[f64; 5]> = points
        .windows(2)
        .enumerate()
        .map(|(index, pair)| {
            let width = pair[1][0] - pair[0][0];
            let (rise, s0, s1) = (rises[index], slopes[index], slopes[index + 1]);
            [pair[0][0], pair[0][1], s0, (3.0 * rise - 2.0 * s0 - s1) / width, (s0 + s1 - 2.0 * rise) / (width * width)]
        })
        .collect();
    let last = points[points.len() - 1];
    pieces.push([last[0], last[1], 0.0, 0.0, 0.0]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::super::Program;
    use super::*;
    use crate::graph::{Build, Fbm, Perlin, ScaleOffset};

    fn lower(node: impl Into<Graph>) -> Program {
        Program::new(&node.into()).unwrap()
    }

    #[test]
    fn the_cells_of_an_octave_come_from_the_exact_power_halves_up() {
        let source = Perlin::new().period(255).dimensions(1);
        let program = lower(Fbm { lacunarity: 1.9.into(), ..source.fbm().octaves(2) });
        // 255 * 1.9 = 484.5.
        assert_eq!(program.values().axes[0].terms[0].octaves[1].period, 485);
    }

    #[test]
    fn a_value_changes_no_structure() {
        let fbm = |octaves: u32, seed, period| Fbm {
            octaves: Some(octaves.into()),
            ..Fbm::of(Perlin { seed, period: Some(PerAxis::All(period)), frequency: 3.7.into(), ..Perlin::default() })
        };
        assert_eq!(lower(fbm(1, None, 0)).structure(), lower(fbm(12, Some(9), 7)).structure());
        assert_ne!(lower(fbm(1, None, 0)).structure(), lower(Perlin::default()).structure());
    }

    #[test]
    fn a_shared_node_is_lowered_once_a_scope() {
        let shared = |name: &str| ScaleOffset { source: name.into(), scale: 2.into(), offset: 0.into() };
        let mut graph = Graph::from((0..50).fold(Node::from(shared("a")), |sum, _| sum.add(shared("a")).into()));
        graph.nodes.insert("a".into(), Perlin::default().into());
        assert_eq!(Program::new(&graph).unwrap().structure().bases, 1);
        let slope = Input::from("a").slope().add("a");
        let slopes = Graph::of_channels(["b"]).node("a", Perlin::default()).node("b", slope);
        assert_eq!(Program::new(&slopes).unwrap().structure().bases, 1);
    }

    #[test]
    fn what_channels_share_is_lowered_once() {
        let graph = Graph::of_channels(["fbm", "steep", "base", "fbm"])
            .node("base", Perlin::default())
            .node("fbm", Fbm::of(Perlin::new().seed(1)))
            .node("steep", Input::from("fbm").slope().add("base"));
        let program = Program::new(&graph).unwrap();
        assert_eq!((program.channels(), program.structure().bases, program.structure().loops), (4, 2, 1));
        assert_eq!(program.structure().outputs[0], program.structure().outputs[3]);
    }

    #[test]
    fn an_octave_period_is_a_whole_number_of_cells_for_every_lacunarity() {
        let program = lower(Perlin::new().period(8).dimensions(1).fbm().lacunarity(2.17).octaves(4));
        let octaves = &program.values().axes[0].terms[0].octaves;
        let periods: Vec<u32> = octaves.iter().map(|octave| octave.period).collect();
        assert_eq!(periods, [8, 17, 38, 82]);
        for octave in octaves {
            assert_eq!(octave.factor() * BigInt::from(8), BigRational::from_integer(octave.period.into()));
        }
    }

    #[test]
    fn a_hundred_nodes_deep_is_no_deeper_than_a_stack() {
        let deep = (0..100).fold(Node::from(Perlin::default()), |node, _| node.scale_offset(0.5, 0.1).into());
        let program = lower(deep);
        assert_eq!(program.structure().body.len(), 101);
    }

    #[test]
    fn a_derivative_of_a_derivative_is_refused() {
        let error = Program::new(&Perlin::new().derivative().slope().into()).unwrap_err().to_string();
        assert!(error.contains("only first derivatives"), "{error}");
    }
}
