//! Twin of `checker.wgsl`: a checkerboard.

use super::lattice::Coordinate;
use super::strict::{Real, Word, select};

#[inline(always)]
pub(crate) fn checker_of<W: Word>(sum: W) -> W::Real {
    select(sum.float().like(1.0), -sum.float().like(1.0), (sum & sum.like(1)).equals(sum.like(1)))
}

#[inline(always)]
pub(crate) fn checker_1<F: Real>(x: Coordinate<F>) -> F {
    checker_of(x.cell)
}

#[inline(always)]
pub(crate) fn checker_2<F: Real>(x: Coordinate<F>, y: Coordinate<F>) -> F {
    checker_of(x.cell + y.cell)
}

#[inline(always)]
pub(crate) fn checker_3<F: Real>(x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    checker_of(x.cell + y.cell + z.cell)
}

#[inline(always)]
pub(crate) fn checker_4<F: Real>(x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> F {
    checker_of(x.cell + y.cell + z.cell + w.cell)
}

#[cfg(test)]
mod tests {
    use std::num::Wrapping;

    use super::*;

    #[test]
    fn each_step_to_a_neighbour_turns_the_sign() {
        let at = |cell: u32| Coordinate::<f32> { cell: Wrapping(cell), fraction: Wrapping(7), period: 0 };
        assert_eq!([checker_1(at(0)), checker_1(at(1)), checker_1(at(u32::MAX))], [1.0, -1.0, -1.0]);
        assert_eq!([checker_2(at(0), at(0)), checker_2(at(0), at(1)), checker_2(at(1), at(1))], [1.0, -1.0, 1.0]);
        assert_eq!([checker_3(at(3), at(2), at(2)), checker_3(at(3), at(2), at(3))], [-1.0, 1.0]);
        assert_eq!([checker_4(at(3), at(2), at(2), at(2)), checker_4(at(3), at(2), at(3), at(0))], [-1.0, 1.0]);
    }
}
