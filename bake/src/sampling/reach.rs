//! How far around a picture each step is computed.

use lacuna::recipe::{Blur, Picture};
use lacuna::{Domain, Grid, Tile};

use super::lowered::Lowered;
use crate::error::{Error, Result};
use crate::passes::{MAX_REACH, Pass, Scale};

/// The distances around a cell at which steps are computed.
#[derive(Debug, Clone)]
pub(crate) struct Reach {
    pub(crate) scale: Scale,
    /// The samples beyond the edges of what is shown that each step computes.
    pub(crate) needs: Vec<u32>,
    /// The most of them.
    pub(crate) margin: u32,
}

/// A part of a domain that pictures show. The margin that steps and blurs read lies around it.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) domain: Domain,
    /// The samples of the pixels that are shown.
    pub(crate) shown: Tile,
    pub(crate) reach: Reach,
}

impl Reach {
    /// Returns how far steps reach over a grid, given the step that makes each plane, and the samples across a pixel.
    pub(super) fn new(steps: &[Lowered], made_by: &[usize], pictures: &[Picture], across: u32, grid: &Grid) -> Result<Self> {
        // A constant axis has no pixels.
        let along = |spacing: f64| if spacing == 0.0 { 1.0 } else { 1.0 / spacing };
        let scale = Scale([along(grid.x.spacing()), along(grid.y.spacing())]);
        let mut needs = vec![0; steps.len()];
        let ask = |needs: &mut Vec<u32>, plane: usize, need: u32| {
            let by = &mut needs[made_by[plane]];
            *by = need.max(*by);
        };
        for picture in pictures {
            let margin = across * picture.output.blur.map_or(0, Blur::margin);
            picture.channels.iter().for_each(|&plane| ask(&mut needs, plane, margin));
        }
        for (number, step) in steps.iter().enumerate().rev() {
            let need = needs[number];
            match step {
                Lowered::Program { given, .. } => given.iter().for_each(|&plane| ask(&mut needs, plane, need)),
                Lowered::Layer { pass, sources, place, .. } => {
                    let margin = pass.margin(scale).ok_or_else(|| too_far(place, pass, scale, across))?;
                    sources.iter().flat_map(Clone::clone).for_each(|plane| ask(&mut needs, plane, need + margin as u32));
                }
            }
        }
        let margin = needs.iter().copied().max().unwrap_or(0);
        Ok(Self { scale, needs, margin })
    }
}

/// Returns the error of a layer that reaches too far.
fn too_far(place: &str, pass: &Pass, Scale(pixels): Scale, across: u32) -> Error {
    let (key, length) = pass.length();
    let reached = length * pixels[0].max(pixels[1]);
    let (what, fewer) = match across {
        1 => ("pixels".to_owned(), ""),
        _ => (format!("samples, {across} across a pixel,"), ", fewer samples a pixel"),
    };
    let problem = format!(
        "{length} units are {reached:.0} {what} of this picture, and a layer reaches {MAX_REACH} at most; give a shorter length{fewer}, or a smaller picture"
    );
    lacuna::Error::Parameter { place: format!("{place}.{key}"), problem: lacuna::Problem::Unfit, message: problem }.into()
}
