//! Hashes of lattice points in the lattice planes around a z, which pick gradients. Only the low byte of each is computed.

use std::num::Wrapping;
use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x64, u32x16};

use crate::strict::by_hand::Table;
use crate::strict::hash::{LATTICE_Z, hash_last};
use crate::strict::lanes::{LANES, PERMUTED, permuted_bytes};
use crate::strict::lattice::{Coordinate, next_cell};
use crate::strict::table::Hash;

/// Returns p[x] of the table for lattice columns, padded to the size of a permutation step.
#[inline(always)]
pub(in crate::cpu) fn hashed_columns<S: Simd>(simd: S, hash: Hash<'_>, cells: &[u32]) -> Vec<u8> {
    let mut hashed: Vec<u8> = cells.iter().map(|&cell| cell as u8).collect();
    hashed.resize(hashed.len().next_multiple_of(PERMUTED), 0);
    for hashes in hashed.as_chunks_mut().0 {
        *hashes = permuted_bytes(simd, hash.table.entries, u8x64::load_array_ref(simd, hashes)).into();
    }
    hashed
}

/// The lattice planes whose hashes are computed.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct PlanesAround<'a> {
    hash: Hash<'a>,
    /// The cells of the planes: below z, and in three dimensions above it.
    below: Wrapping<u32>,
    above: Option<Wrapping<u32>>,
}

impl<'a> PlanesAround<'a> {
    /// Returns the planes around z, which is 0 in two dimensions.
    pub(in crate::cpu) fn new(hash: Hash<'a>, dimensions: u8, z: Coordinate) -> Self {
        Self { hash, below: z.cell, above: (dimensions == 3).then(|| next_cell(z)) }
    }
}

/// The hashes of the same number of lattice points in the planes below and above.
pub(in crate::cpu) struct Hashes([Vec<u8>; 2]);

impl Hashes {
    /// Allocates hashes for this many lattice points, padded to the size of a permutation step.
    pub(in crate::cpu) fn new(points: usize) -> Self {
        let hashes = vec![0; points.next_multiple_of(PERMUTED)];
        Self([hashes.clone(), hashes])
    }

    /// Returns the hashes in blocks of sixteen points, for each of the planes.
    #[inline(always)]
    pub(in crate::cpu) fn blocks(&self) -> [&[[u8; LANES]]; 2] {
        [self.0[0].as_chunks().0, self.0[1].as_chunks().0]
    }

    /// Computes hashes by the table: p[p[sum] + z] of the sums p[x] + y, which a function writes first.
    #[inline(always)]
    pub(in crate::cpu) fn by_table<S: Simd>(&mut self, simd: S, planes: PlanesAround<'_>, write_sums: impl FnOnce(&mut [u8])) {
        let [lower, upper] = &mut self.0;
        write_sums(lower);
        let Table { entries, twice, .. } = planes.hash.table;
        let Some(above) = planes.above else {
            // z is 0.
            for lower in lower.as_chunks_mut().0 {
                *lower = permuted_bytes(simd, twice, u8x64::load_array_ref(simd, lower)).into();
            }
            return;
        };
        for (lower, upper) in lower.as_chunks_mut().0.iter_mut().zip(upper.as_chunks_mut().0) {
            let xy = permuted_bytes(simd, entries, u8x64::load_array_ref(simd, lower));
            *lower = permuted_bytes(simd, entries, xy + u8x64::splat(simd, planes.below.0 as u8)).into();
            *upper = permuted_bytes(simd, entries, xy + u8x64::splat(simd, above.0 as u8)).into();
        }
    }

    /// Computes hashes by the lattice hash, for a range of blocks. `xy` returns the prefixes of the points' hashes by x and y.
    #[inline(always)]
    pub(in crate::cpu) fn by_lattice<S: Simd>(
        &mut self,
        simd: S,
        planes: PlanesAround<'_>,
        blocks: Range<usize>,
        xy: impl Fn(usize) -> u32x16<S>,
    ) {
        for (hashes, z) in self.0.iter_mut().zip([Some(planes.below), planes.above]) {
            let Some(z) = z else { break };
            let z = (z * Wrapping(LATTICE_Z)).0;
            for (block, hashes) in hashes.as_chunks_mut::<LANES>().0[blocks.clone()].iter_mut().enumerate() {
                let hash: [u32; LANES] = hash_last(planes.hash.key, xy(block), u32x16::splat(simd, z)).into();
                for (to, hash) in hashes.iter_mut().zip(hash) {
                    *to = hash as u8;
                }
            }
        }
    }
}
