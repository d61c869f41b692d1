//! What kernels ask of a device, and how large one may be.

use super::layout::{Parameters, TargetKind};
use super::link::KernelSize;
use crate::error::{Error, Result};

/// The largest kernel that is given to a device's compiler, counted before that sees it.
///
/// Compilers of shaders inline every call, and take a time that grows with the square of the reads of buffers that they can't merge: with Mesa's llvmpipe a
/// sum of 30 nodes of simplex noise, 932 reads, took 18 seconds, a chain of 960 steps, 1941 reads, over two minutes. None can be stopped, and those of
/// browsers run out of stack. The limit is what all presets and all graphs of the catalogue need, of which smoothed value noise in three dimensions reads
/// most, and compiles soon, since its reads are merged. The [CPU engine](crate::Cpu) evaluates programs of any size.
pub const MAX_KERNEL_SIZE: KernelSize = KernelSize { operations: 150_000, reads: 6000 };

/// Refuses a device on which no kernel of such a target runs, whatever it is made for.
///
/// Every device of WebGPU has more than is asked for here, so one that has less is broken, or its driver tells lies.
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
        ("max_compute_workgroup_storage_size", limits.max_compute_workgroup_storage_size, 64 * 61 * 4),
        ("max_bind_groups", limits.max_bind_groups, 1),
        ("max_bindings_per_bind_group", limits.max_bindings_per_bind_group, 5),
        ("max_uniform_buffers_per_shader_stage", limits.max_uniform_buffers_per_shader_stage, 1),
        ("max_storage_buffers_per_shader_stage", limits.max_storage_buffers_per_shader_stage, buffers),
        ("max_storage_textures_per_shader_stage", limits.max_storage_textures_per_shader_stage, textures),
    ];
    for (name, has, least) in least {
        if has < least {
            return Err(Error::Unsupported(format!(
                "a device whose limit {name} is {has}; kernels take at least {least}, so use the CPU engine"
            )));
        }
    }
    let (has, least) = (limits.max_uniform_buffer_binding_size, size_of::<Parameters>() as u64);
    if has < least {
        return Err(Error::Unsupported(format!(
            "a device whose limit max_uniform_buffer_binding_size is {has}; kernels take at least {least}, so use the CPU engine"
        )));
    }
    for (name, has) in [
        ("min_uniform_buffer_offset_alignment", limits.min_uniform_buffer_offset_alignment),
        ("min_storage_buffer_offset_alignment", limits.min_storage_buffer_offset_alignment),
    ] {
        if !has.is_power_of_two() {
            return Err(Error::Unsupported(format!("a device whose limit {name} is {has}, no power of two; use the CPU engine")));
        }
    }
    Ok(())
}

/// Refuses a kernel that is too large.
pub(super) fn check_size(size: KernelSize) -> Result<()> {
    let most = MAX_KERNEL_SIZE;
    if size.operations <= most.operations && size.reads <= most.reads {
        return Ok(());
    }
    Err(Error::limit(
        "kernel",
        format!(
            "a GPU's compiler would have {} operations and {} reads to do with at once; it is given no more than {} and {}, since it takes minutes beyond. \
             Use the CPU engine, or give fewer nodes",
            size.operations, size.reads, most.operations, most.reads
        ),
    ))
}
