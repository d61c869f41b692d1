//! The choice of the engine by cost, compared with measurements on an H200 with 16 cores of a Xeon with AVX-512. No GPU is needed.

use std::num::NonZeroUsize;

use lacuna::DomainKind;
use lacuna::gpu::AdapterDescription;
use lacuna::presets::{PRESETS, Preset};
use lacuna_bake::{Area, Job, Plan, Request, Size, Source, Work};

const CORES: NonZeroUsize = NonZeroUsize::new(16).unwrap();

fn plan(name: &str, side: u32) -> Plan {
    let size = Size { width: side, height: side };
    Request::of(Source::named(name).unwrap(), Job::Picture(Area { size, ..Area::default() }), "a.png").plan().unwrap()
}

fn work<'a>(plan: &Plan, programs: &'a [&'a lacuna::Program]) -> Work<'a> {
    Work { programs, domain: DomainKind::Grid, evaluations: plan.evaluations() }
}

fn adapter(device_type: &'static str) -> AdapterDescription {
    let mut adapter = AdapterDescription::default();
    (adapter.backend, adapter.device_type) = ("vulkan".into(), device_type);
    adapter
}

/// Returns `true` if the GPU is chosen.
fn is_gpu_sooner(name: &str, side: u32, is_compiled: bool) -> bool {
    let plan = plan(name, side);
    let programs = plan.programs();
    let gpu = work(&plan, &programs).on_gpu(&adapter("discrete"), &|_| is_compiled).expect("hardware");
    gpu.total() < work(&plan, &programs).on_cpu(CORES)
}

/// Checks that the chosen engine is slower than the other by no more than a tenth, or by a tenth of a second. `cpu` and `gpu` are the measured
/// seconds of a bake.
#[track_caller]
fn assert_good(name: &str, side: u32, is_compiled: bool, [cpu, gpu]: [f64; 2]) {
    let taken = if is_gpu_sooner(name, side, is_compiled) { gpu } else { cpu };
    let best = cpu.min(gpu);
    assert!(taken <= best * 1.1 || taken <= best + 0.1, "{name} at {side}: {taken} s, of {cpu} by the CPU and {gpu} by the GPU");
}

#[test]
fn the_engine_that_is_taken_is_never_much_slower_than_the_other_was() {
    let is_material = |preset: &&Preset| lacuna::recipe::read(preset.text).unwrap().material.is_some();
    for preset in PRESETS.iter().filter(|preset| !is_material(preset)) {
        // At 1024 x 1024 bakes took the CPU 0.02 to 0.07 s; the GPU 0.28 s, and 0.9 to 2.9 s the first time. Smaller ones took the CPU less, and the
        // GPU as long.
        for side in [256, 1024] {
            assert_good(preset.name, side, true, [0.07, 0.28]);
            assert_good(preset.name, side, false, [0.07, 0.9]);
        }
    }
    // The first bake at 4096 x 4096.
    assert_good("skybox", 4096, false, [0.97, 3.19]);
}

#[test]
fn the_gpu_is_taken_for_what_would_keep_the_cpu_busy() {
    for name in ["planet", "skybox", "clouds", "ocean"] {
        assert!(is_gpu_sooner(name, 16384, false), "{name}");
    }
    // A single octave is written no faster than it is read back.
    assert!(!is_gpu_sooner("classic-perlin-2d", 16384, true));
}

#[test]
fn the_estimate_of_a_first_kernel_lies_near_what_was_measured() {
    // The seconds until the first kernel was compiled.
    let measured = [("skybox", 2.7), ("smoke", 0.7), ("fire", 0.5), ("lava", 0.6), ("perlin-worley", 0.9), ("water-caustics", 1.4)];
    for (name, seconds) in measured {
        let plan = plan(name, 1);
        let estimate = work(&plan, &plan.programs()).on_gpu(&adapter("discrete"), &|_| false).unwrap().compiling;
        assert!(estimate > seconds / 3.0 && estimate < seconds * 3.0, "{name}: {estimate} s by the estimate, {seconds} s measured");
    }
}

#[test]
fn software_is_never_taken_and_slower_kinds_of_gpu_later() {
    let plan = plan("skybox", 4096);
    let programs = plan.programs();
    let work = work(&plan, &programs);
    assert_eq!(work.on_gpu(&adapter("cpu"), &|_| true), None);
    let discrete = work.on_gpu(&adapter("discrete"), &|_| true).unwrap();
    for kind in ["integrated", "virtual", "other"] {
        assert!(work.on_gpu(&adapter(kind), &|_| true).unwrap().evaluating > 3.0 * discrete.evaluating, "{kind}");
    }
    assert!(work.on_the_fastest_gpu().total() <= discrete.total());
    assert!(work.on_cpu(NonZeroUsize::MIN) > 15.0 * work.on_cpu(CORES));
}
