//! White noise.

use super::reference::{Random, key};
use crate::strict::lattice::Coordinate;
use crate::strict::white::*;

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn values_are_even_and_say_nothing_of_their_neighbours() {
    let mut random = Random(7);
    let (mut counts, mut product) = ([0_u32; 8], 0.0);
    for _ in 0..80_000 {
        let [x, y, z, w]: [Coordinate; 4] = std::array::from_fn(|_| random.coordinate(0));
        let next = |at: Coordinate| Coordinate { cell: at.cell + std::num::Wrapping(1), ..at };
        let value = white_3(key(1), x, y, z);
        let around = [white_3(key(1), next(x), y, z), white_3(key(1), x, next(y), z), white_3(key(1), x, y, next(z))];
        product += f64::from(value * (around.iter().sum::<f32>() + white_4(key(1), x, y, z, w)));
        assert_eq!(value, white_3(key(1), Coordinate { fraction: w.cell, ..x }, y, z));
        counts[((value + 1.0) * 4.0) as usize] += 1;
        let none = Coordinate { cell: std::num::Wrapping(0), ..w };
        assert_eq!(white_2(key(1), x, y), white_3(key(1), x, y, none));
        assert_eq!(white_1(key(1), x), white_2(key(1), x, none));
    }
    assert!(counts.iter().all(|count| (9600..10_400).contains(count)) && product.abs() < 800.0, "{counts:?}, {product}");
}
