//! Kernels on your device, recorded into your encoder.

use std::sync::Arc;

use super::layout::{KernelForm, TargetKind};
use super::pipeline::Pipeline;
use super::prepared::{EvaluationDescriptor, Part, Prepared};
use super::tiles::sides;
use crate::coordinates;
use crate::error::{Error, Result};
use crate::program::Program;
use crate::region::{DomainKind, Tile};

/// A compiled kernel on your device. It evaluates every program of the structure that it was compiled for.
///
/// Use [`Kernel::prepare`] for an evaluation that you repeat every frame, and [`Kernel::record`] to evaluate once. Neither waits for the device.
#[derive(Debug, Clone)]
pub struct Kernel {
    pipeline: Arc<Pipeline>,
}

impl Kernel {
    pub(super) fn of(pipeline: Arc<Pipeline>) -> Self {
        Self { pipeline }
    }

    /// Returns true if the device was given SPIR-V, which needs the feature [`SPIRV`](super::SPIRV).
    pub fn is_spirv(&self) -> bool {
        self.pipeline.is_spirv
    }

    /// Returns true if the kernel was loaded from a [`DiskCache`](super::DiskCache).
    pub fn is_from_disk(&self) -> bool {
        self.pipeline.is_from_disk
    }

    /// Records an evaluation into an encoder, with its own pass and buffers. Nothing is submitted.
    ///
    /// The program may be any with the structure that the kernel was compiled for. A tile that is too large for one dispatch is split.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the program's structure, the kind of domain or the kind of target is not the kernel's (`program`, `domain` and `target`
    /// are the places), where the domain or the tile is invalid, where rows of the target overlap, or where the texture lacks the level or the layer;
    /// [`Error::Unsupported`] where kernels can't write the texture's format or dimension, where it has too few channels, or where the target lacks the
    /// usage; [`Error::Limit`] where the tile does not fit into the target; [`Error::Device`] where the device is lost.
    pub fn record(&self, device: &wgpu::Device, encoder: &mut wgpu::CommandEncoder, evaluation: &EvaluationDescriptor<'_>) -> Result<()> {
        let parts = self.parts(device, evaluation)?;
        self.record_parts(encoder, evaluation.label, &parts);
        Ok(())
    }

    /// Records parts into an encoder, in one pass.
    pub(super) fn record_parts(&self, encoder: &mut wgpu::CommandEncoder, label: Option<&str>, parts: &[Part]) {
        parts.iter().for_each(|part| part.copy_coordinates(encoder));
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes: None });
        parts.iter().for_each(|part| part.make_axes(&self.pipeline, &mut pass));
        parts.iter().for_each(|part| part.encode(&self.pipeline, &mut pass));
    }

    /// Prepares an evaluation that you can encode any number of times, into any passes. This call submits the work that computes its lattice
    /// coordinates.
    ///
    /// # Errors
    ///
    /// The errors of [`Kernel::record`].
    pub fn prepare(&self, device: &wgpu::Device, queue: &wgpu::Queue, evaluation: &EvaluationDescriptor<'_>) -> Result<Prepared> {
        let parts = self.parts(device, evaluation)?;
        Ok(Prepared::new(Arc::clone(&self.pipeline), parts, device, queue, evaluation))
    }

    /// Returns the way in which it evaluates samples.
    pub(super) fn form(&self) -> KernelForm {
        self.pipeline.form
    }

    /// Refuses an evaluation that the kernel was not compiled for.
    fn check(&self, program: &Program, domain: DomainKind, target: TargetKind) -> Result<()> {
        let made_for = &*self.pipeline;
        let other = |place: &str, made_for: &str, given: &str| {
            Err(Error::parameter(place, format!("the kernel was compiled for {made_for}, not for {given}; get another from Cache::kernel")))
        };
        let over = |domain| if domain == DomainKind::Grid { "a grid" } else { "points" };
        if made_for.structure != *program.shared_structure() {
            return other("program", "another structure", "that of this program");
        }
        if made_for.domain != domain {
            return other("domain", over(made_for.domain), over(domain));
        }
        if made_for.target != target {
            return other("target", &made_for.target.to_string(), &target.to_string());
        }
        Ok(())
    }

    /// Splits an evaluation into parts of one dispatch each.
    fn parts(&self, device: &wgpu::Device, evaluation: &EvaluationDescriptor<'_>) -> Result<Vec<Part>> {
        let &EvaluationDescriptor { program, domain, tile, target, .. } = evaluation;
        self.check(program, domain.kind(), target.kind()?)?;
        coordinates::validate(program, domain, tile)?;
        let limits = device.limits();
        target.check(program.channels(), tile)?;
        let side = sides(&limits, program, domain, self.form(), tile.size)?;
        let side = target.bindable(&limits, program.channels(), tile, side)?;
        tile.cut(side).map(|part| self.part(device, evaluation, part)).collect()
    }

    /// Returns one dispatch, for a valid part of the evaluation's tile that fits into the target.
    pub(super) fn part(&self, device: &wgpu::Device, evaluation: &EvaluationDescriptor<'_>, part: Tile) -> Result<Part> {
        let shift = std::array::from_fn(|axis| part.origin[axis] - evaluation.tile.origin[axis]);
        Part::new(device, &self.pipeline, evaluation, Tile { origin: shift, ..part })
    }
}
