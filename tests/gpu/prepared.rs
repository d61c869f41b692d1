//! Prepared evaluations: encoded repeatedly, with other values, regions and octaves.

use lacuna::gpu::Speed;
use lacuna::nodes::{Fbm, Perlin, ScaleOffset, Simplex};
use lacuna::{Axis, Domain, DomainKind, Error, EvaluationDescriptor, Grid, Number, Prepared, Program, Target, TargetKind, Tile, wgpu};

use crate::gpus;
use crate::kernel::{SPEEDS, assert_bits, buffer, cpu, encoder, plane, read_buffer};
use crate::noop::failure;

fn hills(octaves: u32, seed: u64, scale: f64) -> Program {
    let fbm = Fbm::of(Perlin::new().dimensions(2).seed(seed)).octaves(octaves);
    Program::new(ScaleOffset::of(fbm, scale, 0.25)).expect("a legal graph")
}

fn target(buffer: &wgpu::Buffer, first: usize, tile: Tile) -> Target<'_> {
    Target::Buffer { buffer, first: first as u32, row: tile.size[0], slice: tile.size[0] * tile.size[1] }
}

fn encode(encoder: &mut wgpu::CommandEncoder, prepared: &[&Prepared]) {
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("the caller's pass"), timestamp_writes: None });
    prepared.iter().for_each(|prepared| prepared.encode(&mut pass));
}

#[test]
fn a_prepared_evaluation_gives_after_each_update_what_the_cpu_gives() {
    let domain = plane(150, 90);
    let moved = Domain::from(Grid::plane(Axis::extent(-30.2, 6.4, 150), Axis::extent(1000, 1009, 90)));
    let tile = |x, y| Tile { origin: [x, y, 0], size: [70, 40, 1] };
    let steps = [
        (hills(3, 1, 1.5), &domain, tile(31, 17)),
        (hills(3, 1, 1.5), &domain, tile(31, 17)),
        (hills(3, 1, -0.75), &domain, tile(31, 17)),
        (hills(3, 9, -0.75), &domain, tile(31, 17)),
        (hills(3, 9, -0.75), &domain, tile(0, 50)),
        (hills(3, 9, -0.75), &moved, tile(0, 50)),
        // More octaves than there is room for, and fewer again.
        (hills(17, 9, -0.75), &moved, tile(0, 50)),
        (hills(1, 9, -0.75), &moved, tile(80, 50)),
        (hills(2, 4, 1.5), &domain, tile(80, 50)),
    ];
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let error = failure(device, || {
            for speed in SPEEDS {
                let kernel = gpu.cache().kernel_for(&steps[0].0, DomainKind::Grid, TargetKind::Buffer, speed).expect("a kernel");
                let field = buffer(device, 70 * 40);
                let (program, domain, tile) = &steps[0];
                let evaluation = EvaluationDescriptor::new(program, domain, target(&field, 0, *tile)).tile(*tile).label("hills");
                let mut prepared = kernel.prepare(&evaluation).expect("a legal evaluation");
                assert_eq!(prepared.dispatches(), 1);
                for (program, domain, tile) in &steps {
                    prepared.update(&EvaluationDescriptor::new(program, domain, evaluation.target).tile(*tile)).expect("a legal update");
                    // Nothing of the previous frame is left.
                    queue.write_buffer(&field, 0, &[0xFF; 4 * 70 * 40]);
                    let mut encoder = encoder(device);
                    encode(&mut encoder, &[&prepared]);
                    assert_bits(&read_buffer(device, queue, encoder, &field), &cpu(program, domain, *tile));
                }
            }
        });
        assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
    }
}

#[test]
fn two_regions_and_two_values_of_one_program_in_one_submission_give_each_its_own_samples() {
    let domain = plane(150, 90);
    let tile = |x, y| Tile { origin: [x, y, 0], size: [64, 33, 1] };
    let samples = 64 * 33;
    let cases =
        [(hills(4, 1, 1.0), tile(0, 0)), (hills(4, 1, 1.0), tile(77, 50)), (hills(4, 2, 1.0), tile(0, 0)), (hills(2, 1, 0.5), tile(0, 0))];
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let error = failure(device, || {
            let kernel = gpu.cache().kernel_for(&cases[0].0, DomainKind::Grid, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
            let field = buffer(device, cases.len() * samples);
            let prepare = |(number, (program, tile)): (usize, &(Program, Tile))| {
                let target = target(&field, number * samples, *tile);
                kernel.prepare(&EvaluationDescriptor::new(program, &domain, target).tile(*tile)).expect("legal")
            };
            let prepared: Vec<Prepared> = cases.iter().enumerate().map(prepare).collect();
            let mut encoder = encoder(device);
            encode(&mut encoder, &prepared.iter().collect::<Vec<_>>());
            // Another one, recorded beside it.
            let expected: Vec<f32> = cases.iter().flat_map(|(program, tile)| cpu(program, &domain, *tile)).collect();
            assert_bits(&read_buffer(device, queue, encoder, &field), &expected);
        });
        assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
    }
}

#[test]
fn an_update_to_what_was_not_prepared_is_refused_and_changes_nothing() {
    let (program, domain) = (hills(3, 1, 1.0), plane(20, 20));
    let other = Program::new(Simplex::new()).expect("a legal graph");
    let whole = domain.whole();
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
        let field = buffer(device, 400);
        let evaluation = EvaluationDescriptor::new(&program, &domain, target(&field, 0, whole));
        let mut prepared = kernel.prepare(&evaluation).expect("a legal evaluation");
        let far = Domain::from(Grid::plane(Axis::extent(0, "1e12".parse::<Number>().expect("a number"), 20), Axis::extent(0, 1, 20)));
        for (what, program, domain, tile, at) in [
            ("a structure", &other, &domain, whole, "update"),
            ("a kind", &program, &Domain::points([[0.0, 0.0]]), whole, "update"),
            ("a size", &program, &domain, Tile { origin: [0; 3], size: [19, 20, 1] }, "update"),
            ("a tile outside", &program, &domain, Tile { origin: [1, 0, 0], ..whole }, "tile.x"),
            ("a region too far out", &program, &far, whole, "region.x"),
        ] {
            let refused = prepared.update(&EvaluationDescriptor::new(program, domain, evaluation.target).tile(tile)).expect_err(what);
            assert!(matches!(&refused, Error::Parameter { place, .. } if place == at), "{what}: {refused}");
        }
        let mut encoder = encoder(device);
        encode(&mut encoder, &[&prepared]);
        assert_bits(&read_buffer(device, queue, encoder, &field), &cpu(&program, &domain, whole));
    }
}
