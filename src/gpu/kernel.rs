//! Kernels on the caller's device, recorded into the caller's encoder.

use std::sync::Arc;

use super::pipeline::Pipeline;
use super::prepared::{EvaluationDescriptor, Part, Prepared};
use super::tiles::sides;
use crate::coordinates;
use crate::error::{Error, Result};
use crate::region::Tile;

/// A compiled kernel on the caller's device. It evaluates every program of the structure that it was made for.
///
/// [`Kernel::prepare`] makes what is evaluated frame after frame, [`Kernel::record`] evaluates once. Neither waits for anything.
#[derive(Debug, Clone)]
pub struct Kernel {
    pipeline: Arc<Pipeline>,
}

impl Kernel {
    pub(super) fn of(pipeline: Arc<Pipeline>) -> Self {
        Self { pipeline }
    }

    /// Whether the device was given it as SPIR-V, for which it needs the feature [`SPIRV`](super::SPIRV).
    pub fn is_spirv(&self) -> bool {
        self.pipeline.is_spirv
    }

    /// Whether what was kept of it [on disk](super::DiskCache) was taken.
    pub fn is_from_disk(&self) -> bool {
        self.pipeline.is_from_disk
    }

    /// Records an evaluation into an encoder, in a pass of its own, with buffers of its own. Nothing is submitted.
    ///
    /// The program may be any of the structure that the kernel was made for. A tile larger than one dispatch should be is cut up.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the program's structure, the domain's or the target's kind is not the kernel's, where the domain or the tile is
    /// invalid, where rows of the target overlap, or where the texture has no such level or layer; [`Error::Unsupported`] where kernels don't write the
    /// texture's format or dimension, it has too few channels, or the target lacks the usage; [`Error::Limit`] where the tile does not fit into the
    /// target; [`Error::Device`] where the device is lost.
    pub fn record(&self, device: &wgpu::Device, encoder: &mut wgpu::CommandEncoder, evaluation: &EvaluationDescriptor<'_>) -> Result<()> {
        let parts = self.parts(device, evaluation)?;
        self.record_parts(encoder, evaluation.label, &parts);
        Ok(())
    }

    /// Records parts into an encoder, in a pass of their own.
    pub(super) fn record_parts(&self, encoder: &mut wgpu::CommandEncoder, label: Option<&str>, parts: &[Part]) {
        parts.iter().for_each(|part| part.copy_coordinates(encoder));
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes: None });
        parts.iter().for_each(|part| part.make_axes(&self.pipeline, &mut pass));
        parts.iter().for_each(|part| part.encode(&self.pipeline, &mut pass));
    }

    /// Prepares an evaluation that is encoded as often as is wished, into any passes. Its coordinates are made on the device by a submission of this call.
    ///
    /// # Errors
    ///
    /// As [`Kernel::record`].
    pub fn prepare(&self, device: &wgpu::Device, queue: &wgpu::Queue, evaluation: &EvaluationDescriptor<'_>) -> Result<Prepared> {
        let parts = self.parts(device, evaluation)?;
        Ok(Prepared::new(Arc::clone(&self.pipeline), parts, device, queue, evaluation))
    }

    /// The parts of an evaluation, one dispatch each.
    fn parts(&self, device: &wgpu::Device, evaluation: &EvaluationDescriptor<'_>) -> Result<Vec<Part>> {
        let &EvaluationDescriptor { program, domain, tile, target, .. } = evaluation;
        let made_for = &*self.pipeline;
        if made_for.structure != *program.structure() || made_for.domain != domain.kind() || made_for.target != target.kind()? {
            return Err(Error::parameter(
                "kernel",
                "it was made for another structure of program, kind of domain, kind of target or format; make one for these with Cache::kernel",
            ));
        }
        coordinates::validate(program, domain, tile)?;
        let limits = device.limits();
        target.check(program.channels(), tile)?;
        let side = sides(&limits, program, domain, tile.size)?;
        let side = target.bindable(&limits, program.channels(), tile, side)?;
        tile.cut(side).map(|part| self.part(device, evaluation, part)).collect()
    }

    /// One dispatch, for a valid part of an evaluation's tile with room in its target.
    pub(super) fn part(&self, device: &wgpu::Device, evaluation: &EvaluationDescriptor<'_>, part: Tile) -> Result<Part> {
        let shift = std::array::from_fn(|axis| part.origin[axis] - evaluation.tile.origin[axis]);
        Part::new(device, &self.pipeline, evaluation, Tile { origin: shift, ..part })
    }
}
