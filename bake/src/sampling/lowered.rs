//! The steps of a plan as they run: programs, and passes over planes.

use std::ops::Range;

use lacuna::internal::GivenNode;
use lacuna::recipe::{GraphStep, Layer, Step};
use lacuna::{Node, Program};

use crate::error::{Error, Result};
use crate::passes::{Pass, Scale};

/// The greatest slope of values within ±1, per unit.
const STEEPEST: f64 = 1e6;

/// A step, ready to run. Its planes follow those of the step before.
#[derive(Debug)]
pub(crate) enum Lowered {
    /// A program, which is given the values of some planes.
    Program { program: Program, given: Vec<usize> },
    /// A pass over the planes of its sources, for each channel.
    Layer { place: String, pass: Pass, sources: Vec<Range<usize>>, planes: Range<usize> },
}

/// Lowers the steps of a plan. Returns them, and the step that makes each plane.
pub(super) fn lowered(steps: Vec<Step>) -> Result<(Vec<Lowered>, Vec<usize>)> {
    let (mut lowered, mut made_by, mut bounds) = (Vec::new(), Vec::new(), Vec::<f64>::new());
    for step in steps {
        made_by.resize(step.planes().end, lowered.len());
        lowered.push(match step {
            Step::Graph(GraphStep { graph, given, .. }) => {
                let nodes: Vec<GivenNode> = given
                    .iter()
                    .map(|node| GivenNode {
                        name: node.name.clone(),
                        difference: node.difference,
                        bounds: bounds[node.planes.clone()].to_vec(),
                    })
                    .collect();
                let (program, of_channels) = Program::of_given(&graph, &nodes)?;
                bounds.extend(of_channels);
                Lowered::Program { program, given: given.into_iter().flat_map(|node| node.planes).collect() }
            }
            Step::Layer(step) => {
                let of_source = bounds[step.sources[0].clone()].iter().copied().fold(0.0, f64::max);
                let pass = Pass::of(&step.layer, of_source);
                let bound = bound(&pass, of_source);
                bounds.resize(step.planes.end, bound);
                Lowered::Layer { place: step.name, pass, sources: step.sources, planes: step.planes }
            }
            _ => return Err(Error::failed("this version of lacuna-bake does not know a step of the recipe; use equal versions")),
        });
    }
    Ok((lowered, made_by))
}

/// Returns the bound of a layer's values, given that of its source.
fn bound(pass: &Pass, of_source: f64) -> f64 {
    match pass {
        Pass::Ao { .. } | Pass::Curvature { .. } | Pass::Cavity { .. } | Pass::Edges { .. } => 1.0,
        Pass::Blur { .. } | Pass::SlopeBlur { .. } | Pass::DirectionalBlur { .. } => of_source,
        Pass::HighPass { .. } => 2.0 * of_source,
        Pass::Distance { reach, .. } => *reach,
        Pass::Difference { most, .. } => *most,
    }
}

impl Pass {
    /// Returns the pass that computes a layer, given the bound of its source.
    fn of(layer: &Layer, of_source: f64) -> Self {
        use lacuna::nodes::CurvatureOutput;
        match layer {
            Layer::Difference(axis) => Self::Difference { axis: *axis, most: of_source * STEEPEST },
            Layer::Node(node) => match &**node {
                Node::Ao(ao) => Self::Ao {
                    height: ao.height.to_f64(),
                    radius: ao.radius.to_f64(),
                    directions: ao.directions,
                    strength: ao.strength.to_f64(),
                },
                Node::Curvature(curvature) => {
                    let (radius, strength) = (curvature.radius.to_f64(), curvature.strength.to_f64());
                    match curvature.output {
                        CurvatureOutput::Cavity => Self::Cavity { radius, strength },
                        CurvatureOutput::Edges => Self::Edges { radius, strength },
                        _ => Self::Curvature { radius, strength },
                    }
                }
                Node::Blur(blur) => Self::Blur { radius: blur.radius.to_f64() },
                Node::HighPass(pass) => Self::HighPass { radius: pass.radius.to_f64() },
                Node::SlopeBlur(blur) => Self::SlopeBlur { length: blur.length.to_f64(), taps: blur.taps },
                Node::DirectionalBlur(blur) => Self::DirectionalBlur { angle: blur.angle.to_f64() / 360.0, length: blur.length.to_f64() },
                Node::Distance(distance) => Self::Distance { level: distance.level.to_f64(), reach: distance.reach.to_f64() },
                _ => unreachable!("all nodes of the group of layers are passes"),
            },
        }
    }

    /// Returns the key of the length that determines how far the pass reaches, and the length in units.
    pub(super) fn length(&self) -> (&'static str, f64) {
        match *self {
            Self::Ao { radius, .. }
            | Self::Curvature { radius, .. }
            | Self::Cavity { radius, .. }
            | Self::Edges { radius, .. }
            | Self::Blur { radius }
            | Self::HighPass { radius } => ("radius", radius),
            Self::SlopeBlur { length, .. } | Self::DirectionalBlur { length, .. } => ("length", length),
            Self::Distance { reach, .. } => ("reach", reach),
            Self::Difference { .. } => ("method", 0.0),
        }
    }

    /// Estimates the cost of a pixel in evaluations.
    pub(super) fn evaluations(&self, Scale(pixels): Scale) -> u64 {
        let length = self.length().1 * pixels[0].max(pixels[1]);
        match *self {
            Self::Ao { directions, .. } => 16 * u64::from(directions),
            Self::SlopeBlur { taps, .. } => 12 * u64::from(taps),
            Self::DirectionalBlur { .. } => 2 * length as u64 + 1,
            Self::Difference { .. } => 1,
            // Gaussian weights: a product for each pixel of the radius, along x and y.
            _ => length as u64 + 1,
        }
    }
}
