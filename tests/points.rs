//! Single points and slices of points: the exact binary number is used, and every function gives the same bits.

use std::num::NonZeroUsize;

mod common;

use common::{Random, assert_same_bits, cpu, lower};
use lacuna::cpu::VectorLevel;
use lacuna::internal::parity::covering_graphs;
use lacuna::nodes::{Constant, Fbm, Perlin};
use lacuna::{Cpu, Domain, Error, Graph, Node, Number, Problem, Program};

/// Returns points on multiples of 1/4096, which are the same as decimals and in binary.
fn dyadic_points(count: usize) -> Vec<[f64; 4]> {
    let mut random = Random::new(11);
    (0..count).map(|_| std::array::from_fn(|_| random.within(-9 * 4096, 9 * 4096) as f64 / 4096.0)).collect()
}

fn of_points(cpu: &Cpu, program: &Program, points: &[[f64; 4]]) -> Vec<f32> {
    let mut samples = vec![f32::NAN; points.len() * program.channels()];
    cpu.sample_points(program, points, &mut samples).unwrap();
    samples
}

#[test]
fn points_of_binary_numbers_have_the_bits_of_the_same_decimals_in_every_graph_and_at_every_vector_level() {
    let points = dyadic_points(37);
    for (name, graph) in covering_graphs() {
        let program = Program::new(&graph).unwrap();
        let expected = cpu(&program, &Domain::points(points.iter().copied()));
        for level in VectorLevel::all() {
            let samples = of_points(&Cpu::new().with_level(level), &program, &points);
            assert_same_bits(&format!("{name}, {level}"), &samples, &expected);
        }
        if program.channels() == 1 {
            let single = |point: &[f64; 4]| {
                let mut sample = [f32::NAN];
                program.sample_point(*point, &mut sample).unwrap();
                sample[0]
            };
            let singles: Vec<f32> = points.iter().map(single).collect();
            assert_same_bits(&format!("{name}, one by one"), &singles, &expected);
        }
    }
}

#[test]
fn a_grid_of_any_coordinates_has_the_bits_of_its_points_in_every_graph_and_at_every_vector_level() {
    // Steps within a cell, over several, back and to far away; repeated, and not in order.
    let mut random = Random::new(23);
    let mut axis = |count: usize| {
        let mut at = 0.0;
        let step = |_| {
            let by = match random.within(0, 9) {
                0 => random.within(-99, 99) as f64 * 1.37,
                1 => 0.0,
                2 => 1e6 - at,
                _ => random.within(-30, 90) as f64 / 1024.0 * 1.1,
            };
            at += by;
            at
        };
        (0..count).map(step).collect::<Vec<f64>>()
    };
    let (xs, ys, zs) = (axis(300), axis(19), axis(2));
    let points: Vec<[f64; 4]> = zs.iter().flat_map(|z| ys.iter().flat_map(|y| xs.iter().map(|x| [*x, *y, *z, 0.0]))).collect();
    for (name, graph) in covering_graphs() {
        let program = Program::new(&graph).unwrap();
        let expected = of_points(&Cpu::new(), &program, &points);
        for level in VectorLevel::all() {
            let mut samples = vec![f32::NAN; expected.len()];
            Cpu::new().with_level(level).sample_outer(&program, [&xs, &ys, &zs], &mut samples).unwrap();
            assert_same_bits(&format!("{name}, {level}"), &samples, &expected);
        }
    }
}

#[test]
fn a_grid_of_coordinates_is_refused_where_an_axis_is_empty_or_holds_what_is_no_number() {
    let program = lower(Perlin::new().dimensions(2));
    let mut samples = [7.0; 2];
    for (xs, expected, kind) in [
        (&[][..], "points.x", Problem::Count { least: 1, most: lacuna::MAX_SAMPLES.into() }),
        (&[0.5, f64::NAN], "point.x", Problem::NotFinite),
        (&[f64::NAN, 0.5], "point.x", Problem::NotFinite),
        (&[0.5, -3e9], "point.x", Problem::Unfit),
    ] {
        let samples = &mut samples[..xs.len().max(1)];
        let error = Cpu::new().sample_outer(&program, [xs, &[0.25]], samples).unwrap_err();
        assert!(matches!(&error, Error::Parameter { place, problem, .. } if place == expected && *problem == kind), "{error}");
        assert!(samples.iter().all(|sample| *sample == 7.0));
    }
}

#[test]
fn a_wrong_number_of_coordinates_is_refused_unless_there_is_no_noise() {
    let plane = lower(Perlin::new().dimensions(2));
    assert!(plane.at([0.5, 0.25]).is_ok());
    let wrong = |result: lacuna::Result<f32>| matches!(result, Err(Error::Parameter { place, problem: Problem::Count { .. }, .. }) if place == "point");
    assert!(wrong(plane.at([0.5])) && wrong(plane.at([0.5, 0.25, 0.0])) && wrong(lower(Perlin::new()).at([0.5, 0.25])));
    assert!(plane.points(&[[0.5; 3]; 2]).is_err() && plane.grid([4, 4, 4], [0, 0, 0], [1, 1, 1]).is_err());
    // Where the number is known at run time only, what is not read may be anything.
    let mut sample = [f32::NAN];
    plane.sample_point([0.5, 0.25, f64::NAN, f64::INFINITY], &mut sample).unwrap();
    assert_eq!(sample, [plane.at([0.5, 0.25]).unwrap()]);
    let constant = lower(Constant::of(0.5));
    assert_eq!((constant.dimensions(), constant.at([1.0]).unwrap(), constant.at([1, 2, 3, 4]).unwrap()), (0, 0.5, 0.5));
}

#[test]
fn a_coordinate_is_the_binary_number_itself_and_not_the_decimal_that_it_prints_as() {
    let program = lower(Perlin::new().dimensions(2).frequency(1000));
    for coordinate in [0.1_f32, 1234.567, -0.3] {
        let x = f64::from(coordinate);
        // All its digits.
        let exact: Number = format!("{x:.40}").trim_end_matches('0').parse().unwrap();
        let found = program.at([x, 0.3125]).unwrap();
        let at = |x: Number| cpu(&program, &Domain::points([[x, "0.3125".parse().unwrap()]]))[0];
        assert_eq!(found.to_bits(), at(exact).to_bits(), "{x}");
        assert_ne!(found.to_bits(), at(coordinate.to_string().parse().unwrap()).to_bits(), "{x} as a decimal is another number");
    }
}

#[test]
fn slices_of_any_length_have_the_bits_of_single_points() {
    let program = lower(Fbm::of(Perlin::new().dimensions(3)));
    let mut random = Random::new(3);
    let points: Vec<[f64; 3]> = (0..70_001).map(|_| std::array::from_fn(|_| random.within(-1 << 40, 1 << 40) as f64 / 1e9)).collect();
    for length in [0, 1, 15, 16, 17, 70_001] {
        let mut samples = vec![f32::NAN; length];
        Cpu::new().sample_points(&program, &points[..length], &mut samples).unwrap();
        for (number, (sample, point)) in samples.iter().zip(&points).enumerate().step_by(97) {
            assert_eq!(sample.to_bits(), program.at(*point).unwrap().to_bits(), "{number} of {length}: {point:?}");
        }
    }
}

#[test]
fn a_point_that_is_no_number_or_too_far_out_is_an_error_that_names_the_coordinate_and_writes_nothing() {
    let program = lower(Perlin::new().dimensions(2));
    for (point, expected, kind) in [
        ([f64::NAN, 0.0], "point.x", Problem::NotFinite),
        ([0.0, f64::INFINITY], "point.y", Problem::NotFinite),
        ([0.0, 2_147_483_648.0], "point.y", Problem::Unfit),
        ([-1e300, 0.0], "point.x", Problem::Unfit),
    ] {
        let error = program.at(point).unwrap_err();
        assert!(matches!(&error, Error::Parameter { place, problem, .. } if place == expected && *problem == kind), "{error}");
        let mut samples = [7.0; 2];
        let found = Cpu::new().sample_points(&program, &[[0.5, 0.5], point], &mut samples).unwrap_err();
        assert_eq!((found, samples), (error, [7.0; 2]));
    }
    assert!(program.at([2_147_483_647.75, 5e-324]).is_ok());
}

#[test]
fn a_program_of_several_channels_has_no_single_value() {
    let node = |seed: u64| Node::from(Perlin::new().dimensions(2).seed(seed));
    let graph = Graph::of_channels(["first", "second"]).node("first", node(1)).node("second", node(2));
    let program = Program::new(&graph).unwrap();
    assert!(matches!(program.at([0.5, 0.5]), Err(Error::Parameter { place, .. }) if place == "channels"));
    let mut samples = [0.0; 2];
    Cpu::new().sample_points(&program, &[[0.5, 0.25]], &mut samples).unwrap();
    let [first, second] = [1, 2].map(|seed| lower(node(seed)).at([0.5, 0.25]).unwrap());
    assert_eq!(samples, [first, second]);
}

#[test]
fn of_points_too_far_out_the_first_is_reported_whatever_the_threads() {
    let program = lower(Perlin::new());
    let mut points = vec![[0.5, 0.5]; 9000];
    (points[8000], points[3000]) = ([7e9, 0.0], [0.0, 5e9]);
    let domain = Domain::points(points);
    for threads in [1, 2, 7] {
        let cpu = Cpu::with_threads(NonZeroUsize::new(threads).unwrap());
        let error = cpu.sample(&program, &domain).unwrap_err();
        assert!(
            matches!(&error, Error::Parameter { place, message, .. } if place == "region.y" && message.contains("5000000000")),
            "{error}"
        );
    }
}
