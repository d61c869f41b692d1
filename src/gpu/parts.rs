//! Splits a tile into parts that a device can hold and evaluate.

use super::inputs::input_bytes;
use super::plan::KernelPlan;
use crate::domain::{Domain, DomainKind};
use crate::error::{Error, Result};
use crate::program::Program;

/// The approximate limit on the operations of a dispatch: a tenth of a second on a small GPU, and far below the two seconds after which desktop systems
/// reset a device.
const MOST_OPERATIONS: u64 = 1 << 37;

/// Returns the sides of parts, one dispatch each, that a device's limits allow for a program over a domain, with the plan of its kernel. They are never longer
/// than `wished`.
///
/// # Errors
///
/// [`Error::Limit`] where not even a single sample fits.
pub(super) fn sides(limits: &wgpu::Limits, program: &Program, domain: &Domain, plan: &KernelPlan, wished: [u32; 3]) -> Result<[u32; 3]> {
    let (size, kind) = (domain.size(), domain.kind());
    let groups = limits.max_compute_workgroups_per_dimension;
    // The fewest samples that a workgroup evaluates.
    let share = match kind {
        DomainKind::Grid => [16, 16, 1],
        DomainKind::Points => [1024, 1, 1],
    };
    let mut side: [u32; 3] = std::array::from_fn(|axis| wished[axis].max(1).min(size[axis]).min(groups.saturating_mul(share[axis])));
    let bytes = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
    let most_samples = (MOST_OPERATIONS / plan.operations_of_a_step / u64::from(program.steps().max(1))).max(1 << 16);
    let fits = |side: [u32; 3]| {
        // A device's limits may have any value.
        let samples = side.iter().fold(1, |product: u64, &n| product.saturating_mul(n.into()));
        samples <= most_samples
            && samples.saturating_mul(4 * program.channels() as u64) <= bytes
            && input_bytes(limits, program, side, kind) <= bytes
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
    Ok(side)
}
