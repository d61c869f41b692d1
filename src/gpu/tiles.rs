//! How a domain is cut into tiles that a device can hold and run.

use super::inputs::upload_bytes;
use super::layout::{WORKGROUP, most_forms};
use super::rows::RowPasses;
use crate::error::{Error, Result};
use crate::program::Program;
use crate::region::{Domain, DomainKind};

/// The longest side of a tile unless the caller asks for another: long enough to fill a device, short enough that one dispatch returns soon.
const DEFAULT_SIDE: u32 = 1024;
const DEFAULT_POINTS: u32 = 1 << 20;

/// The size of the tiles that a device takes, one dispatch and one submission each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TilePlan {
    /// The most samples along x, y and z.
    pub side: [u32; 3],
}

impl TilePlan {
    /// A plan for a program over a domain under a device's limits. `wished` is the longest side in x and y that the caller wants.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] where not even a single sample fits.
    pub fn new(limits: &wgpu::Limits, program: &Program, domain: &Domain, wished: Option<u32>) -> Result<Self> {
        let size = domain.size();
        let groups = limits.max_compute_workgroups_per_dimension;
        let wished = match (domain.kind(), wished) {
            (_, Some(side)) => [side.max(1), side.max(1), 1],
            (DomainKind::Grid, None) => [DEFAULT_SIDE, DEFAULT_SIDE, 1],
            (DomainKind::Points, None) => [DEFAULT_POINTS, 1, 1],
        };
        let mut side = [
            wished[0].min(size[0]).min(groups.saturating_mul(WORKGROUP)),
            wished[1].min(size[1]).min(groups),
            wished[2].min(size[2]).min(groups),
        ];
        let bytes = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        let fits = |side: [u32; 3]| {
            // A device's limits may be anything.
            let samples = side.iter().fold(1, |product: u64, &n| product.saturating_mul(n.into()));
            let forms = match domain {
                Domain::Grid(grid) => RowPasses::needed_bytes(program, grid, side),
                Domain::Points(_) => 0,
            };
            samples.saturating_mul(4 * program.channels() as u64) <= bytes
                && forms <= most_forms(limits)
                && upload_bytes(limits, program, side, domain.kind()) <= bytes
        };
        while !fits(side) {
            let longest = (0..3).max_by_key(|&axis| side[axis]).expect("three axes");
            if side[longest] == 1 {
                return Err(Error::limit(
                    "tile",
                    format!("the tables of one sample don't fit into a buffer of {bytes} bytes; give fewer octaves"),
                ));
            }
            side[longest] = side[longest].div_ceil(2);
        }
        Ok(Self { side })
    }
}
