//! Kernels whose forms change while they are used.

use std::thread;
use std::time::{Duration, Instant};

use lacuna::gpu::{Speed, adapters};
use lacuna::nodes::{Cellular, CellularOutput, Fbm, Perlin};
use lacuna::{
    Axis, Cache, Domain, DomainKind, Error, EvaluationDescriptor, Gpu, GpuOptions, Grid, Kernel, NodeExt as _, Program, Target, TargetKind,
    wgpu,
};

use crate::kernel::{assert_bits, buffer, cpu, encoder, read_buffer};
use crate::{again, gpus};

const SIZE: [u32; 3] = [75, 49, 1];
const SAMPLES: usize = 75 * 49;

/// The frames of a sequence, and the one after which the form that runs fastest is compiled.
const FRAMES: u32 = 300;
const BEGUN_AFTER: u32 = 20;

/// Longer than any driver compiles a small kernel.
const LONG: Duration = Duration::from_secs(60);

/// Returns the program and the domain of a frame: other values, seeds, octaves and regions of one structure.
fn frame(number: u32) -> (Program, Domain) {
    let noise = Perlin::new().dimensions(2).seed(number / 3).frequency(1 + number % 5);
    let program = Program::new(Fbm::of(noise).octaves(1 + number % 4).scale_offset(1 + number % 2, 0)).expect("a graph");
    let start = f64::from(number / 7) * 0.37 - 9.0;
    (program, Grid::plane(Axis::extent(start, start + 4.0, SIZE[0]), Axis::extent(-start, 3.0 - start, SIZE[1])).into())
}

/// Submits frames of a prepared evaluation and compares each with the CPU engine's, and returns how many of them were made in the form that runs fastest.
fn run(gpu: &Gpu, kernel: &Kernel) -> u32 {
    let (device, queue) = (gpu.device(), gpu.queue());
    let field = buffer(device, SAMPLES);
    let (program, domain) = frame(0);
    let target = Target::buffer(&field, 1, SIZE);
    let mut prepared = kernel.prepare(&EvaluationDescriptor::new(&program, &domain, target)).expect("a legal evaluation");
    let started = Instant::now();
    let mut at_full_speed = 0;
    for number in 0.. {
        if number >= FRAMES && (at_full_speed > 0 || started.elapsed() > LONG) {
            return at_full_speed;
        }
        if number == BEGUN_AFTER {
            kernel.speed_up();
        }
        let (program, domain) = frame(number);
        let mut encoder = encoder(device);
        // With a submission of its own, and in the frame's.
        let evaluation = EvaluationDescriptor::new(&program, &domain, target);
        if number % 2 == 0 {
            prepared.update(&evaluation).expect("a legal update");
        } else {
            prepared.update_in(&mut encoder, &evaluation).expect("a legal update");
        }
        queue.write_buffer(&field, 0, &[0xFF; 4 * SAMPLES]);
        at_full_speed += u32::from(prepared.is_at_full_speed());
        prepared.encode(&mut encoder.begin_compute_pass(&Default::default()));
        assert_bits(&read_buffer(device, queue, encoder, &field), &cpu(&program, &domain, domain.whole()));
    }
    unreachable!("the loop ends by itself")
}

#[test]
fn frames_have_the_same_bits_before_and_after_the_form_that_runs_fastest_takes_over() {
    for gpu in gpus().iter() {
        let cache = Cache::new(gpu.device(), gpu.queue());
        let (program, _) = frame(0);
        let kernel = cache.kernel(&program, DomainKind::Grid, TargetKind::Buffer).expect("a kernel");
        let has_two = gpu.adapter().backend != "gl";
        assert_eq!(kernel.is_at_full_speed(), !has_two, "{}", gpu.adapter());
        let at_full_speed = run(gpu, &kernel);
        assert!(at_full_speed > 0 && kernel.is_at_full_speed(), "{}", gpu.adapter());
        assert_eq!((at_full_speed < FRAMES, cache.pipelines_created()), (has_two, 1 + usize::from(has_two)), "{}", gpu.adapter());
    }
}

#[test]
fn two_threads_and_two_devices_of_which_one_is_lost_keep_their_bits_while_forms_change() {
    let gpus = gpus();
    // OpenGL's contexts are bound to threads.
    let Some(gpu) = gpus.iter().find(|gpu| gpu.adapter().backend != "gl") else { return };
    let other = again(gpu, GpuOptions::default());
    let caches = [gpu, &other].map(|gpu| Cache::new(gpu.device(), gpu.queue()));
    let (program, domain) = frame(0);
    let [kernel, lost] = caches.each_ref().map(|cache| cache.kernel(&program, DomainKind::Grid, TargetKind::Buffer).expect("a kernel"));
    thread::scope(|scope| {
        let threads = [(gpu, &kernel), (gpu, &kernel)].map(|(gpu, kernel)| scope.spawn(move || run(gpu, kernel)));
        // The other device goes while its form is compiled.
        let field = buffer(other.device(), SAMPLES);
        lost.speed_up();
        other.device().destroy();
        let error = lost.prepare(&EvaluationDescriptor::new(&program, &domain, Target::buffer(&field, 1, SIZE)));
        assert!(matches!(error, Err(Error::DeviceLost(_))), "{error:?}");
        for thread in threads {
            assert!(thread.join().expect("frames") > 0);
        }
    });
    let [first, second] = caches;
    drop(second);
    assert_eq!(first.pipelines_created(), 2);
}

#[test]
fn an_update_binds_another_target_of_the_same_kind_and_refuses_one_of_another() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let (program, domain) = frame(1);
        let expected = cpu(&program, &domain, domain.whole());
        let (first, second) = (buffer(device, SAMPLES), buffer(device, 2 * SAMPLES + 100));
        let evaluation = EvaluationDescriptor::new(&program, &domain, Target::buffer(&first, 1, SIZE));
        let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
        let mut prepared = kernel.prepare(&evaluation).expect("a legal evaluation");
        let row = 2 * SIZE[0];
        let target = Target::Buffer { buffer: &second, first: 100, row, slice: 0 };
        prepared
            .update(&EvaluationDescriptor::new(evaluation.program, evaluation.domain, target).tile(evaluation.tile))
            .expect("a legal update");
        let mut encoder = encoder(device);
        prepared.encode(&mut encoder.begin_compute_pass(&Default::default()));
        let found = read_buffer(device, queue, encoder, &second);
        let rows = found[100..].chunks(row as usize).take(SIZE[1] as usize);
        assert_bits(&rows.flat_map(|row| &row[..SIZE[0] as usize]).copied().collect::<Vec<_>>(), &expected);
        for (what, target, at) in [
            ("too small", Target::Buffer { buffer: &first, first: 1, row: SIZE[0], slice: 0 }, "target"),
            ("overlapping rows", Target::Buffer { buffer: &second, first: 0, row: 3, slice: 0 }, "target"),
        ] {
            let refused = prepared
                .update(&EvaluationDescriptor::new(evaluation.program, evaluation.domain, target).tile(evaluation.tile))
                .expect_err(what)
                .to_string();
            assert!(refused.starts_with(at), "{what}: {refused}");
        }
    }
}

fn of_points<'a>(program: &'a Program, domain: &'a Domain, field: &'a wgpu::Buffer) -> EvaluationDescriptor<'a> {
    EvaluationDescriptor::new(program, domain, Target::buffer(field, 1, [1000, 1, 1]))
}

#[test]
fn an_update_that_fails_half_way_leaves_an_evaluation_that_the_next_update_makes_whole() {
    let _alone = gpus();
    let all = adapters(wgpu::Backends::VULKAN);
    let Some(found) = all.first() else { return };
    // Room for the tables of one octave, not of many.
    let limits = wgpu::Limits { max_storage_buffer_binding_size: 1 << 16, ..found.adapter().limits() };
    let request = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
    let (device, queue) = pollster::block_on(found.adapter().request_device(&request)).expect("a device");
    let cache = Cache::new(&device, &queue);
    let program = |octaves: u32, seed: u64| {
        let noise = Perlin::new().dimensions(2).seed(seed);
        Program::new(Fbm::of(noise).octaves(octaves)).expect("a legal graph")
    };
    let points = |start: f64| Domain::points((0..1000).map(|number| [start + f64::from(number) * 0.37, 0.61]));
    let (small, large, domain) = (program(1, 1), program(17, 1), points(-5.0));
    let fields = [buffer(&device, 1000), buffer(&device, 1000)];
    let mut prepared = cache.prepare(&of_points(&small, &domain, &fields[0])).expect("a legal evaluation");
    for (seed, start, field) in [(1, -5.0, 0), (2, -5.0, 1), (2, 9.0, 0)] {
        let (next, domain) = (program(1, seed), points(start));
        let refused = prepared.update(&of_points(&large, &domain, &fields[1]));
        assert!(matches!(refused, Err(Error::Limit { .. })), "{refused:?}");
        prepared.update(&of_points(&next, &domain, &fields[field])).expect("a legal update");
        let mut encoder = encoder(&device);
        prepared.encode(&mut encoder.begin_compute_pass(&Default::default()));
        assert_bits(&read_buffer(&device, &queue, encoder, &fields[field]), &cpu(&next, &domain, domain.whole()));
    }
}

#[test]
fn readback_goes_on_while_a_form_is_compiled_beside() {
    let gpus = gpus();
    let Some(lent) = gpus.iter().find(|gpu| gpu.adapter().backend != "gl") else { return };
    let gpu = again(lent, GpuOptions::default().speed(Speed::Soonest));
    let (program, domain) = frame(0);
    let expected = cpu(&program, &domain, domain.whole());
    let kernel = gpu.cache().kernel(&program, DomainKind::Grid, TargetKind::Buffer).expect("a kernel");
    kernel.speed_up();
    let started = Instant::now();
    while !kernel.is_at_full_speed() && started.elapsed() < LONG {
        assert_bits(&gpu.sample(&program, &domain).expect("samples"), &expected);
    }
    assert!(kernel.is_at_full_speed());
    assert_bits(&gpu.sample(&program, &domain).expect("samples"), &expected);
}

#[test]
fn a_software_adapter_goes_on_with_each_sample_by_itself() {
    let gpus = gpus();
    // OpenGL has one form.
    let Some(lent) = gpus.iter().find(|gpu| !gpu.adapter().is_hardware() && gpu.adapter().backend != "gl") else { return };
    let gpu = again(lent, GpuOptions::default().speed(Speed::Soonest));
    let cellular = Program::new(Cellular::new().dimensions(2).output(CellularOutput::F1)).expect("a legal graph");
    let domain = Domain::from(Grid::plane(Axis::extent(0, 8, 40), Axis::extent(0, 8, 40)));
    for _ in 0..20 {
        assert_bits(&gpu.sample(&cellular, &domain).expect("samples"), &cpu(&cellular, &domain, domain.whole()));
    }
    let kernel = gpu.cache().ready(&cellular, DomainKind::Grid, TargetKind::Buffer).expect("it was compiled");
    assert!(!kernel.is_at_full_speed());
    assert_eq!(gpu.cache().pipelines_created(), 1);
}
