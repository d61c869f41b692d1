//! Devices that fail: lost before and during the work, and those that do not keep their promises.

use std::sync::atomic::{AtomicUsize, Ordering};

use lacuna::gpu::{AdapterChoice, KernelSize, MAX_KERNEL_SIZE, Renderer, Speed};
use lacuna::internal::parity::{catalogue_graphs, covering_graphs};
use lacuna::internal::{kernel_size, link};
use lacuna::nodes::{Fbm, Perlin, Simplex};
use lacuna::wgpu;
use lacuna::{
    Axis, Cache, Domain, DomainKind, Error, EvaluationDescriptor, Gpu, GpuOptions, Graph, Grid, Node, NodeExt as _, Program, Target,
    TargetKind,
};

use crate::common::is_all;
use crate::noop::{adapter_with, noop};
use crate::scenes::{self, whole};
use crate::{again, gpus, presets};

fn program(node: impl Into<Graph>) -> Program {
    Program::new(node).expect("a legal graph")
}

fn plane(side: u32) -> Domain {
    Grid::plane(Axis::extent(0, 8, side), Axis::extent(0, 8, side)).into()
}

/// Asserts that a call ended in one error about the loss of the device, in a line.
#[track_caller]
fn assert_lost<T>(what: &str, result: Result<T, Error>) {
    match result {
        Ok(_) => panic!("{what}: no error"),
        Err(Error::DeviceLost(message)) => {
            assert!(message.len() > 10 && message.lines().count() == 1, "{what}: {message}");
        }
        Err(other) => panic!("{what}: {other:?}"),
    }
}

/// Returns the number of adapters whose devices are lost: one of Vulkan, and one of OpenGL.
fn lost() -> usize {
    if is_all("a lost device of the third adapter") { usize::MAX } else { 2 }
}

#[test]
fn a_lost_device_ends_every_call_in_one_error() {
    let scenes = scenes::scenes();
    let scene = &scenes[0].1;
    let (known, unknown) = (program(Perlin::new()), program(Simplex::new().fbm()));
    let domain = plane(40);
    let points = Domain::points([[0.3, 0.7]]);
    for lent in gpus().iter().take(lost()) {
        let gpu = again(lent, GpuOptions::default());
        let device = gpu.device();
        gpu.sample(&known, &domain).expect("samples");
        let kernel = gpu.cache().kernel(&known, DomainKind::Grid, TargetKind::Buffer).expect("a kernel");
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("the caller's buffer"),
            size: 4 * 40 * 40,
            usage: wgpu::BufferUsages::STORAGE,
            mapped_at_creation: false,
        });
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let renderer = Renderer::new(&gpu).expect("the kernel");
        let stage = renderer.stage(scene).expect("room for the scene");
        let tile = whole(scene.size());
        let mut pixels = vec![0.0; 3 * tile.samples()];
        stage.render(tile, &mut pixels).expect("a picture");
        device.destroy();
        let target = Target::buffer(&buffer, 1, domain.size());
        let evaluation = EvaluationDescriptor::new(&known, &domain, target);
        assert_lost("record", kernel.record(&mut encoder, &evaluation));
        assert_lost("prepare", kernel.prepare(&evaluation).map(drop));
        assert_lost("a new kernel", gpu.cache().kernel(&unknown, DomainKind::Grid, TargetKind::Buffer).map(drop));
        assert_lost("render", stage.render(tile, &mut pixels));
        assert_lost("stage", renderer.stage(scene));
        assert_lost("a renderer", Renderer::new(&gpu));
        for (what, program) in [("a known structure", &known), ("a new structure", &unknown)] {
            assert_lost(what, gpu.sample(program, &domain));
            assert_lost(what, gpu.sample(program, &points));
            assert_lost(what, gpu.evaluate(program, &domain, domain.whole(), &mut [0.0; 1600]));
        }
    }
}

#[test]
fn a_device_that_is_lost_amid_a_picture_ends_it_in_one_error() {
    let (hills, domain) = (program(Fbm::of(Perlin::new()).octaves(6)), plane(2100));
    for lent in gpus().iter().take(lost()) {
        let gpu = again(lent, GpuOptions::default());
        gpu.sample(&hills, &plane(10)).expect("samples");
        let device = gpu.device().clone();
        let pictures = AtomicUsize::new(0);
        let ended = std::thread::scope(|scope| {
            // Until it fails, wherever in a picture that is.
            let evaluating = scope.spawn(|| {
                loop {
                    if let Err(error) = gpu.sample(&hills, &domain) {
                        break error;
                    }
                    pictures.fetch_add(1, Ordering::Relaxed);
                }
            });
            while pictures.load(Ordering::Relaxed) == 0 && !evaluating.is_finished() {
                std::thread::yield_now();
            }
            device.destroy();
            evaluating.join().expect("no panic")
        });
        assert_lost("amid a picture", Err::<(), _>(ended));
    }
}

#[test]
fn an_adapter_that_lies_about_its_limits_ends_in_one_error() {
    let usual = wgpu::Limits::default;
    let most = u32::MAX;
    let liars = [
        ("runs nothing", usual(), "unwritten"),
        ("no workgroups", wgpu::Limits { max_compute_workgroups_per_dimension: 0, ..usual() }, "max_compute_workgroups_per_dimension"),
        ("no invocations", wgpu::Limits { max_compute_invocations_per_workgroup: 1, ..usual() }, "max_compute_invocations_per_workgroup"),
        ("no buffers", wgpu::Limits { max_storage_buffers_per_shader_stage: 3, ..usual() }, "max_storage_buffers_per_shader_stage"),
        (
            "no memory",
            wgpu::Limits { max_buffer_size: 0, max_storage_buffer_binding_size: 0, ..usual() },
            "max_storage_buffer_binding_size",
        ),
        ("little memory", wgpu::Limits { max_buffer_size: 300, max_storage_buffer_binding_size: 300, ..usual() }, "300"),
        ("no alignment", wgpu::Limits { min_storage_buffer_offset_alignment: 0, ..usual() }, "alignment"),
        ("an odd alignment", wgpu::Limits { min_uniform_buffer_offset_alignment: 96, ..usual() }, "alignment"),
        ("a huge alignment", wgpu::Limits { min_storage_buffer_offset_alignment: 1 << 31, ..usual() }, "bytes"),
        (
            "all that can be counted",
            wgpu::Limits {
                max_buffer_size: u64::MAX,
                max_storage_buffer_binding_size: u64::MAX,
                max_compute_workgroups_per_dimension: most,
                max_compute_invocations_per_workgroup: most,
                max_compute_workgroup_size_x: most,
                ..usual()
            },
            "",
        ),
    ];
    let hills = program(Fbm::of(Perlin::new()).octaves(6));
    let mut seen = 0;
    for (name, limits, told) in liars {
        let Some(adapter) = adapter_with(limits) else { continue };
        seen += 1;
        let options = GpuOptions::default().adapter(AdapterChoice::Of(&adapter));
        for domain in [plane(3000), Domain::points([[0.5, 0.25]; 100])] {
            let error = Gpu::open(&options).and_then(|gpu| gpu.sample(&hills, &domain)).expect_err(name).to_string();
            assert!(error.contains(told) && error.lines().count() == 1, "{name}: {error}");
        }
    }
    assert!(seen > 6, "{seen} adapters");
}

/// Returns the sizes of the kernels that a graph may get, each with its name.
fn sizes(name: &str, program: &Program) -> Vec<(String, KernelSize)> {
    let (device, queue) = noop(&wgpu::Limits::default());
    let cache = Cache::new(&device, &queue);
    let kinds = [DomainKind::Grid, DomainKind::Points];
    kinds
        .into_iter()
        .map(|domain| {
            let kernel = cache.check(program, domain, TargetKind::Buffer);
            assert_eq!(kernel, Ok(()), "{name}, {domain:?}");
            let size = kernel_size(program.structure(), domain, TargetKind::Buffer, Speed::PerSample);
            (format!("{name}, {domain:?}"), size)
        })
        .collect()
}

#[test]
fn the_kernels_of_all_presets_and_of_the_catalogue_are_within_the_limit_of_size() {
    let presets = presets::graphs().map(|(name, graph)| (name.to_owned(), graph));
    let graphs = if is_all("the size of kernels of the whole catalogue") { catalogue_graphs() } else { covering_graphs() };
    for (name, size) in presets.chain(graphs).flat_map(|(name, graph)| sizes(&name, &program(graph))) {
        assert!(size.operations <= MAX_KERNEL_SIZE.operations && size.reads <= MAX_KERNEL_SIZE.reads, "{name}: {size:?}");
    }
}

/// Returns a sum of `count` nodes of simplex noise.
fn sum(count: u64) -> Program {
    let noise = |seed: u64| Node::from(Simplex::new().dimensions(3).seed(seed));
    program((1..count).fold(noise(0), |sum, seed| Node::from(sum.add(noise(seed)))))
}

/// Returns `count` nodes of simplex noise, each warped by the previous one.
fn chain(count: u64) -> Program {
    let noise = |seed: u64| Simplex::new().dimensions(3).seed(seed);
    program((1..count).fold(Node::from(noise(0)), |by, seed| Node::from(noise(seed).warp().x(by))))
}

#[test]
fn a_kernel_beyond_the_limit_of_size_is_refused_before_a_driver_sees_it() {
    let (device, queue) = noop(&wgpu::Limits::default());
    let cache = Cache::new(&device, &queue);
    let (small, large) = (sum(10), chain(250));
    let kernel = |program| cache.kernel(program, DomainKind::Grid, TargetKind::Buffer);
    assert!(kernel(&small).is_ok());
    let refused = kernel(&large).expect_err("too large");
    let reads = kernel_size(large.structure(), DomainKind::Grid, TargetKind::Buffer, Speed::PerSample).reads;
    assert!(matches!(&refused, Error::Limit { what, problem } if what == "kernel" && problem.contains(&reads.to_string())), "{refused}");
    assert_eq!(cache.pipelines_created(), 1);
    for gpu in gpus().iter() {
        assert!(matches!(gpu.sample(&large, &plane(8)), Err(Error::Limit { .. })), "{}", gpu.adapter());
    }
}

#[test]
fn a_kernel_whose_rows_make_it_too_large_goes_sample_by_sample() {
    let steps = program((0..100).fold(Node::from(Perlin::new()), |node, _| node.power().exponent(1.5).into()));
    let (device, queue) = noop(&wgpu::Limits::default());
    assert_eq!(Cache::new(&device, &queue).check(&steps, DomainKind::Grid, TargetKind::Buffer), Ok(()));
    let expected = lacuna::Cpu::new().sample(&steps, &plane(16)).expect("samples");
    // The form is chosen before a driver sees it, and some drivers compile for minutes.
    for gpu in gpus().iter().take(1) {
        let samples = gpu.sample(&steps, &plane(16)).expect("samples");
        assert_eq!(lacuna::internal::parity::compare(&samples, &expected).expect("as many").differing, 0, "{}", gpu.adapter());
    }
}

#[test]
fn a_kernels_size_counts_what_it_calls_as_often_as_it_calls() {
    let size = |program: &Program| kernel_size(program.structure(), DomainKind::Points, TargetKind::Buffer, Speed::PerSample);
    let sizes: Vec<u64> = (1..5).map(|count| size(&sum(count)).reads).collect();
    let text = link(sum(4).structure(), DomainKind::Points, TargetKind::Buffer);
    assert_eq!((sizes[2] - sizes[1], sizes[3] - sizes[2]), (sizes[1] - sizes[0], sizes[1] - sizes[0]), "{sizes:?}");
    assert!(sizes[3] > 3 * (sizes[1] - sizes[0]) && text.matches("fn simplex_3(").count() == 1, "{sizes:?}");
}
