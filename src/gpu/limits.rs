//! The limits that kernels need from a device, and the limit on the size of a kernel.

use super::layout::{KernelForm, Parameters, TargetKind};
use super::size::KernelSize;
use crate::domain::DomainKind;
use crate::error::{Error, Result};

/// The size of the largest kernel that is given to a device's compiler. It is counted before compilation.
///
/// Shader compilers inline every call, and take a time that grows with the square of the buffer reads that they can't merge: on Mesa's llvmpipe a sum
/// of 30 nodes of simplex noise (932 reads) took 18 seconds, and a chain of 960 steps (1941 reads) over two minutes. A running compilation can't be
/// stopped, and the compilers of browsers run out of stack. The limit is large enough for all presets and all graphs of the catalogue. Of these,
/// smoothed value noise in three dimensions has the most reads, and compiles fast because its reads are merged. The [CPU engine](crate::Cpu) evaluates
/// programs of any size.
pub const MAX_KERNEL_SIZE: KernelSize = KernelSize { operations: 150_000, reads: 6000 };

/// The bytes of the smallest buffers of any use.
pub(super) const LEAST_BUFFER: u64 = 256;

/// Rejects a device that can't run any kernel with such a target.
///
/// The limits here are at most WebGPU's guaranteed ones and wgpu's for older devices, so a device that fails is broken, or its driver reports wrong limits.
pub(super) fn check(limits: &wgpu::Limits, target: TargetKind) -> Result<()> {
    let (buffers, textures) = match target {
        TargetKind::Buffer => (4, 0),
        TargetKind::Texture(_) => (3, 1),
    };
    let least = [
        ("max_compute_invocations_per_workgroup", limits.max_compute_invocations_per_workgroup, 256),
        ("max_compute_workgroup_size_x", limits.max_compute_workgroup_size_x, 256),
        ("max_compute_workgroup_size_y", limits.max_compute_workgroup_size_y, 4),
        ("max_compute_workgroup_size_z", limits.max_compute_workgroup_size_z, 1),
        ("max_compute_workgroups_per_dimension", limits.max_compute_workgroups_per_dimension, 1),
        ("max_compute_workgroup_storage_size", limits.max_compute_workgroup_storage_size, 16_352),
        ("max_bind_groups", limits.max_bind_groups, 1),
        ("max_bindings_per_bind_group", limits.max_bindings_per_bind_group, 5),
        ("max_uniform_buffers_per_shader_stage", limits.max_uniform_buffers_per_shader_stage, 1),
        ("max_storage_buffers_per_shader_stage", limits.max_storage_buffers_per_shader_stage, buffers),
        ("max_storage_textures_per_shader_stage", limits.max_storage_textures_per_shader_stage, textures),
    ];
    let bytes = [
        ("max_uniform_buffer_binding_size", limits.max_uniform_buffer_binding_size, size_of::<Parameters>() as u64),
        ("max_storage_buffer_binding_size", limits.max_storage_buffer_binding_size, LEAST_BUFFER),
        ("max_buffer_size", limits.max_buffer_size, LEAST_BUFFER),
    ];
    for (name, has, least) in least.into_iter().map(|(name, has, least)| (name, u64::from(has), least)).chain(bytes) {
        if has < least {
            return Err(Error::Unsupported(format!(
                "a device whose limit {name} is {has}; kernels need at least {least}, so use the CPU engine"
            )));
        }
    }
    for (name, has) in [
        ("min_uniform_buffer_offset_alignment", limits.min_uniform_buffer_offset_alignment),
        ("min_storage_buffer_offset_alignment", limits.min_storage_buffer_offset_alignment),
    ] {
        if !has.is_power_of_two() {
            return Err(Error::Unsupported(format!(
                "a device whose limit {name} is {has}, which is not a power of two; use the CPU engine"
            )));
        }
    }
    Ok(())
}

/// Returns true if a device runs any kernel in the largest workgroups. Metal does so only for kernels with few registers.
pub(super) fn takes_wide(device: &wgpu::Device, limits: &wgpu::Limits) -> bool {
    let [x, y, _] = KernelForm::PerSampleWide.workgroup(DomainKind::Grid);
    device.adapter_info().backend == wgpu::Backend::Vulkan
        && limits.max_compute_invocations_per_workgroup >= x * y
        && limits.max_compute_workgroup_size_y >= y
}

/// Rejects a kernel that is too large.
pub(super) fn check_size(size: KernelSize) -> Result<()> {
    let most = MAX_KERNEL_SIZE;
    if size.operations <= most.operations && size.reads <= most.reads {
        return Ok(());
    }
    Err(Error::limit(
        "kernel",
        format!(
            "it has {} operations and {} reads; the limits are {} and {}, because GPU compilers take minutes for larger ones. \
             Use the CPU engine, or fewer nodes",
            size.operations, size.reads, most.operations, most.reads
        ),
    ))
}
