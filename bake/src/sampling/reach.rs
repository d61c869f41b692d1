//! How far around a picture each step is computed.

use lacuna::recipe::Layer;
use lacuna::{Grid, Node};

use super::{Lowered, Sampler};
use crate::cost::check_pixel;
use crate::error::Result;
use crate::passes::{Pass, Scale};

/// The greatest slope in place of a value's bound: pixels are not closer than 10^-9 units.
const STEEPEST: f64 = 1e9;

/// The distances around a cell at which steps are computed.
#[derive(Debug, Clone)]
pub(crate) struct Reach {
    pub(crate) scale: Scale,
    /// The pixels beyond the edges of what is shown that each step computes.
    pub(crate) needs: Vec<u32>,
    /// The most of them.
    pub(crate) margin: u32,
}

impl Sampler {
    /// Returns how far steps reach over a grid.
    pub(super) fn reach(&self, grid: &Grid) -> Result<Reach> {
        // Lines, and constant axes, have no pixels along y.
        let along = |spacing: f64| if spacing == 0.0 { 1.0 } else { 1.0 / spacing };
        let scale = Scale([along(grid.x.spacing()), along(grid.y.spacing())]);
        let mut needs = vec![0; self.steps.len()];
        let ask = |needs: &mut Vec<u32>, plane: usize, need: u32| {
            let by = &mut needs[self.made_by[plane]];
            *by = need.max(*by);
        };
        for picture in &self.pictures {
            let margin = picture.output.blur.map_or(0, |blur| blur.margin());
            picture.channels.iter().for_each(|&plane| ask(&mut needs, plane, margin));
        }
        for (number, step) in self.steps.iter().enumerate().rev() {
            let need = needs[number];
            match step {
                Lowered::Program { given, .. } => given.iter().for_each(|&plane| ask(&mut needs, plane, need)),
                Lowered::Layer { pass, sources, place, .. } => {
                    let margin = pass.margin(scale).ok_or_else(|| too_far(place, pass, scale))?;
                    sources.iter().flat_map(Clone::clone).for_each(|plane| ask(&mut needs, plane, need + margin as u32));
                }
            }
        }
        let margin = needs.iter().copied().max().unwrap_or(0);
        let reach = Reach { scale, needs, margin };
        let widest = self.blurs().max_by_key(|(_, blur)| blur.margin()).map(|(picture, _)| format!("outputs.{}.blur", picture.name));
        let of_layer = self.steps.iter().find_map(|step| match step {
            Lowered::Layer { place, .. } => Some(place.clone()),
            Lowered::Program { .. } => None,
        });
        if let Some(place) = widest.or(of_layer) {
            check_pixel(&place, self.evaluations(&reach, [1, 1]), "give fewer octaves, a smaller radius or fewer passes")?;
        }
        Ok(reach)
    }
}

/// Returns the error of a layer that reaches too far.
fn too_far(place: &str, pass: &Pass, Scale(pixels): Scale) -> crate::Error {
    let (key, length) = pass.length();
    let most = crate::passes::MAX_REACH;
    let reached = length * pixels[0].max(pixels[1]);
    let problem = format!(
        "{length} units are {reached:.0} pixels of this picture, and a layer reaches {most} at most; give a shorter length, or a smaller picture"
    );
    lacuna::Error::Parameter { place: format!("{place}.{key}"), problem: lacuna::Problem::Unfit, message: problem }.into()
}

/// Returns the bound of a layer's values, given that of its source.
pub(super) fn lowered_bound(pass: &Pass, of_source: f64) -> f64 {
    match pass {
        Pass::Ao { .. } | Pass::Curvature { .. } | Pass::Cavity { .. } | Pass::Edges { .. } => 1.0,
        Pass::Blur { .. } | Pass::SlopeBlur { .. } | Pass::DirectionalBlur { .. } => of_source,
        Pass::HighPass { .. } => 2.0 * of_source,
        Pass::Distance { reach, .. } => *reach,
        Pass::Difference { .. } => of_source * STEEPEST,
    }
}

impl Pass {
    /// Returns the pass that computes a layer.
    pub(super) fn of(layer: &Layer) -> Self {
        use lacuna::nodes::CurvatureOutput;
        match layer {
            Layer::Difference(axis) => Self::Difference { axis: *axis },
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
    fn length(&self) -> (&'static str, f64) {
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
