//! The checkerboard.

use std::num::Wrapping;

use crate::strict::checker::*;
use crate::strict::lattice::Coordinate;

#[test]
fn each_step_to_a_neighbour_turns_the_sign() {
    let at = |cell: u32| Coordinate::<f32> { cell: Wrapping(cell), fraction: Wrapping(7), period: 0 };
    assert_eq!([checker_1(at(0)), checker_1(at(1)), checker_1(at(u32::MAX))], [1.0, -1.0, -1.0]);
    assert_eq!([checker_2(at(0), at(0)), checker_2(at(0), at(1)), checker_2(at(1), at(1))], [1.0, -1.0, 1.0]);
    assert_eq!([checker_3(at(3), at(2), at(2)), checker_3(at(3), at(2), at(3))], [-1.0, 1.0]);
    assert_eq!([checker_4(at(3), at(2), at(2), at(2)), checker_4(at(3), at(2), at(3), at(0))], [-1.0, 1.0]);
}
