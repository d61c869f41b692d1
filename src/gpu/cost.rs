//! The time that a kernel's forms take, to compile and for a sample.

use super::plan::KernelPlan;
use super::size::KernelSize;

/// Seconds that a GPU's driver takes for an operation of a kernel's text: RADV for a single noise. It takes a tenth of that for large presets, 0.05 to 0.3 s each.
/// NVIDIA's took 0.2 to 2.9 s for presets before their calls were inlined for it.
const COMPILING: f64 = 3e-5;

/// Seconds that a GPU saves with each lattice point that samples share: 0.5 ps on an NVIDIA H200 in octaves of Perlin noise, three times that on a usual
/// discrete GPU, and thirty times that on others, by their arithmetic rates.
const SAVED: [f64; 2] = [1.5e-12, 15e-12];

/// The speeds of a kind of device.
#[derive(Debug, Clone, Copy)]
pub(super) struct Speeds {
    /// Seconds saved with each lattice point that samples share. None if nothing is saved.
    saved: Option<f64>,
}

impl Speeds {
    pub(super) fn of(info: &wgpu::AdapterInfo) -> Self {
        let [discrete, other] = SAVED;
        Self {
            saved: match info.device_type {
                // On Mesa's llvmpipe rows and columns take 0.6 to 2 times as long to evaluate as samples by themselves, and 2 to 10 times as long to compile.
                _ if is_software(info) => None,
                wgpu::DeviceType::DiscreteGpu => Some(discrete),
                _ => Some(other),
            },
        }
    }

    /// Returns the samples after which a kernel's compilation is repaid by the lattice points that it shares, beside one whose samples share none. None if it
    /// is compiled as soon as that one.
    pub(super) fn repaid_after(self, alone: KernelSize, (plan, size): (&KernelPlan, KernelSize)) -> Option<u64> {
        let saved = self.saved.unwrap_or(0.0) * plan.shared_points as f64;
        // A conversion to an integer saturates, also for an endless time.
        (size.operations > alone.operations).then(|| (size.operations as f64 * COMPILING / saved) as u64)
    }
}

/// Returns true for an adapter that computes on the CPU.
pub(super) fn is_software(info: &wgpu::AdapterInfo) -> bool {
    info.device_type == wgpu::DeviceType::Cpu
        || ["llvmpipe", "swiftshader", "softpipe", "basic render"].iter().any(|name| info.name.to_lowercase().contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DomainKind;
    use crate::gpu::layout::TargetKind;
    use crate::gpu::link::linked_kernel;
    use crate::graph::Graph;
    use crate::nodes::{Cellular, CellularOutput, Fbm, Perlin};
    use crate::program::Program;

    fn repaid_after(speeds: Speeds, graph: impl Into<Graph>) -> Option<u64> {
        let program = Program::new(graph).expect("a legal graph");
        let (structure, domain, target) = (program.structure(), DomainKind::Grid, TargetKind::Buffer);
        let (_, alone) = linked_kernel(structure, KernelPlan::per_sample(structure, domain, target), false);
        let (plan, fastest) = linked_kernel(structure, KernelPlan::fastest(structure, domain, target), false);
        speeds.repaid_after(alone.size, (&plan, fastest.size))
    }

    #[test]
    fn forms_are_repaid_after_about_as_many_samples_as_measurements_tell() {
        let of_kind = |saved| Speeds { saved };
        let [discrete, other] = SAVED.map(|saved| of_kind(Some(saved)));
        let hills = || Fbm::of(Perlin::new().dimensions(2).seed(1)).octaves(6);
        let cells = || Cellular::new().dimensions(3).output(CellularOutput::F1);
        // By an H200's evaluations and RADV's compilations 2.5e9 samples for six octaves, 9e9 for one, and 1.4e9 for cells.
        let samples =
            [repaid_after(discrete, hills()), repaid_after(discrete, Perlin::new().dimensions(2).seed(1)), repaid_after(discrete, cells())];
        let samples = samples.map(|samples| samples.expect("rows and columns take longer to compile") as f64);
        for (found, measured) in samples.into_iter().zip([2.5e9, 9e9, 1.4e9]) {
            assert!((measured / 6.0..measured * 6.0).contains(&found), "{found:e} instead of {measured:e}");
        }
        assert!(repaid_after(other, hills()) < repaid_after(discrete, hills()));
        assert_eq!(repaid_after(of_kind(None), hills()), Some(u64::MAX));
        // A kernel without another form.
        assert_eq!(repaid_after(discrete, Fbm::of(Perlin::new().dimensions(1)).octaves(2)), None);
    }
}
