//! Lattices whose cells are too narrow for the distance between samples.

use num_traits::ToPrimitive as _;

use super::structure::Structure;
use super::values::Values;
use super::wave::Wave;

/// A node with octaves whose cells are narrower than two samples, so that its pictures show static, or nothing where all samples are lattice points
/// (Nyquist's limit; see Shannon, "Communication in the presence of noise", 1949).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TooFine {
    /// The path of the node in the graph.
    pub place: String,
    /// The number of these octaves.
    pub octaves: u32,
    /// The number of all of its octaves.
    pub of: u32,
    /// The width of the narrowest cells, in samples.
    pub narrowest: f64,
}

/// Returns such nodes, given the distances between samples along x, y and z, in units. Noise whose every cell has a value of its own is left out: its cells are
/// meant to be as small as samples. So are warps, which change the width of cells from place to place.
pub(super) fn too_fine(structure: &Structure, values: &Values, spacing: [f64; 3]) -> Vec<TooFine> {
    let mut found: Vec<TooFine> = Vec::new();
    for (_, basis, first) in structure.bases() {
        if basis.is_one_value_a_cell() || basis.is_coordinate() {
            continue;
        }
        let axes = first as usize..first as usize + usize::from(basis.dimensions());
        let axes = || structure.axes[axes.clone()].iter().zip(&values.axes[axes.clone()]);
        // Cells a sample.
        let mut octaves = vec![0.0_f64; axes().map(|(_, axis)| axis.terms[0].octaves.len()).max().unwrap_or(0)];
        for (along, term) in axes().flat_map(|(structure, values)| structure.terms.iter().zip(&values.terms)) {
            let Some(distance) = spacing.get(usize::from(*along)) else { continue };
            for (cells, octave) in octaves.iter_mut().zip(&term.octaves) {
                if octave.wave == Wave::Linear {
                    *cells = cells.max(octave.factor().to_f64().unwrap_or(0.0).abs() * distance);
                }
            }
        }
        let narrow: Vec<f64> = octaves.iter().copied().filter(|cells| *cells > 0.5 * (1.0 + 1e-9)).collect();
        let place = &values.axes[first as usize].place;
        if narrow.is_empty() || found.iter().any(|known| known.place == *place) {
            continue;
        }
        let most = narrow.iter().copied().fold(0.0, f64::max);
        found.push(TooFine { place: place.clone(), octaves: narrow.len() as u32, of: octaves.len() as u32, narrowest: most.recip() });
    }
    found
}
