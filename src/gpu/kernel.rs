//! Kernels on your device, recorded into your encoder.

use std::sync::Arc;

use super::layout::TargetKind;
use super::parts::sides;
use super::prepared::{EvaluationDescriptor, Part, Prepared};
use super::tiers::Tiers;
use crate::coordinates;
use crate::domain::{Domain, DomainKind, Tile};
use crate::error::{Error, Result};
use crate::program::Program;

/// A compiled kernel on your device. It evaluates every program of the structure that it was compiled for.
///
/// Use [`Kernel::prepare`] for an evaluation that you repeat every frame, and [`Kernel::record`] to evaluate once. Neither waits for the device.
#[derive(Debug, Clone)]
pub struct Kernel {
    tiers: Arc<Tiers>,
}

impl Kernel {
    pub(super) fn of(tiers: Arc<Tiers>) -> Self {
        Self { tiers }
    }

    /// Returns true if the device was given SPIR-V, which needs the feature [`SPIRV`](super::SPIRV).
    pub fn is_spirv(&self) -> bool {
        self.tiers.best().is_spirv
    }

    /// Returns true if the kernel was loaded from a [`DiskCache`](super::DiskCache).
    pub fn is_from_disk(&self) -> bool {
        self.tiers.best().is_from_disk
    }

    /// Returns true if no faster form can take over: the kernel has only one on this device, or the other was compiled, or the device refused it. Where no form
    /// takes over by itself, as on software adapters, wait for it only after [`speed_up`](Kernel::speed_up).
    pub fn is_at_full_speed(&self) -> bool {
        self.tiers.is_at_full_speed()
    }

    #[cfg(test)]
    pub(super) fn pipeline_is_per_sample(&self) -> bool {
        self.tiers.best().plan.is_per_sample()
    }

    /// Begins to compile the form that runs fastest on another thread, as if enough samples to repay that had been asked for. It takes over once it is ready.
    /// Where there is no other form, or no thread for it, this does nothing.
    pub fn speed_up(&self) {
        self.tiers.speed_up();
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
    /// usage; [`Error::Limit`] where the tile does not fit into the target; [`Error::DeviceLost`] where the device is lost; [`Error::Device`] where its memory
    /// is full.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder, evaluation: &EvaluationDescriptor<'_>) -> Result<()> {
        let parts = self.parts(evaluation)?;
        self.record_parts(encoder, evaluation, &parts);
        Ok(())
    }

    /// Records parts of an evaluation into an encoder, in one pass.
    pub(super) fn record_parts(&self, encoder: &mut wgpu::CommandEncoder, evaluation: &EvaluationDescriptor<'_>, parts: &[Part]) {
        let pipeline = self.tiers.for_samples(evaluation.tile.samples() as u64);
        parts.iter().for_each(|part| part.copy_coordinates(encoder));
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: evaluation.label, timestamp_writes: None });
        parts.iter().for_each(|part| part.make_axes(&self.tiers, &mut pass));
        parts.iter().for_each(|part| part.encode(pipeline, &mut pass));
    }

    /// Prepares an evaluation that you can encode any number of times, into any passes. This call submits the work that computes its lattice
    /// coordinates.
    ///
    /// # Errors
    ///
    /// The errors of [`Kernel::record`].
    pub fn prepare(&self, evaluation: &EvaluationDescriptor<'_>) -> Result<Prepared> {
        let parts = self.parts(evaluation)?;
        Ok(Prepared::new(Arc::clone(&self.tiers), parts, evaluation))
    }

    /// Refuses an evaluation that the kernel was not compiled for.
    fn check(&self, program: &Program, domain: DomainKind, target: TargetKind) -> Result<()> {
        let made_for = &*self.tiers;
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
    fn parts(&self, evaluation: &EvaluationDescriptor<'_>) -> Result<Vec<Part>> {
        let &EvaluationDescriptor { program, domain, tile, target, .. } = evaluation;
        self.check(program, domain.kind(), target.kind()?)?;
        coordinates::validate(program, domain, tile)?;
        let limits = &self.tiers.context.limits;
        target.check(program.channels(), tile)?;
        let side = self.sides(program, evaluation.domain, tile.size)?;
        let side = target.bindable(limits, program.channels(), tile, side)?;
        tile.cut(side).map(|part| self.part(evaluation, part)).collect()
    }

    /// Returns the sides of parts, one dispatch each, in the form that the kernel has now.
    pub(super) fn sides(&self, program: &Program, domain: &Domain, wished: [u32; 3]) -> Result<[u32; 3]> {
        sides(&self.tiers.context.limits, program, domain, &self.tiers.best().plan, wished)
    }

    /// Returns one dispatch, for a valid part of the evaluation's tile that fits into the target.
    pub(super) fn part(&self, evaluation: &EvaluationDescriptor<'_>, part: Tile) -> Result<Part> {
        let shift = std::array::from_fn(|axis| part.origin[axis] - evaluation.tile.origin[axis]);
        Part::new(&self.tiers, evaluation, Tile { origin: shift, ..part })
    }
}
