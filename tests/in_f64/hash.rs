//! Random numbers of lattice points and octaves, as `lacuna::seeding` and `shaders/hash.wgsl` document them.

use lacuna::nodes::HashKind;

use super::published::TABLE;
pub use xtask::hashes::PRIMES;
use xtask::hashes::{Hash as _, Lattice, SplitMix, key};

/// The source of random numbers of lattice points.
pub enum Hash {
    /// That of Perlin noise alone.
    Table(Box<[u8; 256]>),
    Lattice([u32; 2]),
}

impl Hash {
    /// Returns the lattice hash for the key `seed` of a node.
    pub fn new(seed: Option<u64>) -> Self {
        Self::Lattice(key(seed.unwrap_or(0)))
    }

    /// Returns the hash of Perlin noise for its keys.
    pub fn of_perlin(kind: Option<HashKind>, seed: Option<u64>) -> Self {
        let usual = if seed.is_none() { HashKind::Table } else { HashKind::Lattice };
        match (kind.unwrap_or(usual), seed) {
            (HashKind::Lattice, seed) => Self::new(seed),
            (HashKind::Table, None) => Self::Table(Box::new(TABLE)),
            (HashKind::Table, Some(seed)) => {
                let mut random = SplitMix(seed);
                let mut table: [u8; 256] = std::array::from_fn(|place| place as u8);
                for last in (1..256_usize).rev() {
                    table.swap(last, ((u128::from(random.next()) * (last as u128 + 1)) >> 64) as usize);
                }
                Self::Table(Box::new(table))
            }
            (other, _) => panic!("there is no definition of {other:?}"),
        }
    }

    /// Returns the number of a lattice point.
    pub fn of<const N: usize>(&self, cells: &[i64; 4]) -> u32 {
        match self {
            Self::Table(table) => {
                let place = |hash: u32, cell: i64| u32::from(table[(i64::from(hash) + cell) as usize & 255]);
                let hash = place(place(place(0, cells[0]), cells[1]), cells[2]);
                if N == 4 { place(hash, cells[3]) } else { hash }
            }
            Self::Lattice(key) => {
                let [x, y, z, w] = cells.map(|cell| cell as u32);
                if N == 4 { Lattice::of(*key, [x, y, z, w]) } else { Lattice::of(*key, [x, y, z]) }
            }
        }
    }

    /// Returns another number of the same lattice point.
    pub fn more(&self, point: u32, number: u32) -> u32 {
        match self {
            Self::Table(_) => unreachable!("Perlin noise needs one number a point"),
            Self::Lattice(key) => Lattice::more(*key, point, number),
        }
    }

    /// Returns a number from -1 to 1.
    pub fn value(&self, point: u32) -> f64 {
        f64::from(point % (1 << 23)) / 4_194_304.0 - 1.0
    }
}

/// Returns the offset of an octave along an axis, in cells, as `lacuna::seeding::octave_offset` documents it.
pub fn octave_offset(seed: Option<u64>, octaves: &[u32], axis: usize) -> f64 {
    if octaves.iter().all(|octave| *octave == 0) {
        return 0.0;
    }
    let mut state = seed.unwrap_or(0);
    for number in octaves.iter().copied().chain([axis as u32]) {
        state = SplitMix(state).next().wrapping_add(number.into());
    }
    (SplitMix(state).next() >> 24) as f64 / 4_294_967_296.0
}
