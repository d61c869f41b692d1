//! Finds out if a point coincides with a lattice point.

use num_rational::BigRational;
use num_traits::Zero as _;

use super::structure::Structure;
use super::values::Values;
use super::wave::Wave;

/// Returns true if random noise has a lattice point at a point of the domain, in its first octave. Lattices that are warped or go round a circle are
/// ignored.
pub(super) fn is_at(structure: &Structure, values: &Values, point: &[BigRational; 4]) -> bool {
    let position = |axis: usize| -> Option<BigRational> {
        let (of_structure, of_values) = (&structure.axes[axis], &values.axes[axis]);
        let mut sum = BigRational::zero();
        for (along, term) in of_structure.terms.iter().zip(&of_values.terms) {
            let octave = &term.octaves[0];
            if octave.wave != Wave::Linear {
                return None;
            }
            sum += octave.factor() * &point[usize::from(*along)] + octave.offset();
        }
        of_structure.displaced.is_empty().then_some(sum)
    };
    structure.bases().into_iter().filter(|(_, basis, _)| basis.function.takes_hash()).any(|(_, basis, first)| {
        let Some(mut positions) = (first as usize..).take(usize::from(basis.axes())).map(position).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let skew = if basis.function.is_skewed() { positions.pop() } else { None }.unwrap_or_else(BigRational::zero);
        positions.iter().all(|position| (position + &skew).is_integer())
    })
}
