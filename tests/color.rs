//! Colour ramps against their definitions in f64: sRGB (IEC 61966-2-1) and Oklab (Ottosson 2020). Only the matrices from light to Oklab are taken
//! from there; the inverse is computed here.

use lacuna::nodes::{AlphaMode, ColorChannel, ColorInterpolation, ColorSpace, Coordinate, HeightBlend, Perlin, Ramp};
use lacuna::{Color, Cpu, Domain, Graph, NodeExt, Program};

const CHANNELS: [ColorChannel; 3] = [ColorChannel::Red, ColorChannel::Green, ColorChannel::Blue];

type Matrix = [[f64; 3]; 3];

const CONES: Matrix =
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]];
const LAB: Matrix =
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099], [0.0259040371, 0.7827717662, -0.8086757660]];

fn product(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// Inverts a matrix by the adjugate.
fn inverse(m: &Matrix) -> Matrix {
    let minor = |row: usize, column: usize| {
        let (a, b, c, d) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3);
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    let determinant: f64 = (0..3).map(|column| m[0][column] * minor(0, column)).sum();
    std::array::from_fn(|row| std::array::from_fn(|column| minor(column, row) / determinant))
}

fn light_of(srgb: f64) -> f64 {
    if srgb <= 0.04045 { srgb / 12.92 } else { libm::pow((srgb + 0.055) / 1.055, 2.4) }
}

fn oklab_of(light: [f64; 3]) -> [f64; 3] {
    product(&LAB, product(&CONES, light).map(libm::cbrt))
}

fn light_of_oklab(oklab: [f64; 3]) -> [f64; 3] {
    product(&inverse(&CONES), product(&inverse(&LAB), oklab).map(|root| root * root * root)).map(|light| light.clamp(0.0, 1.0))
}

/// Returns the colour of a ramp whose stops are in linear light.
fn expected(stops: &[(f64, [f64; 3])], interpolation: ColorInterpolation, at: f64) -> [f64; 3] {
    let Some(after) = stops.iter().position(|(position, _)| at < *position) else { return stops[stops.len() - 1].1 };
    if after == 0 {
        return stops[0].1;
    }
    let ((start, from), (end, to)) = (stops[after - 1], stops[after]);
    let share = (at - start) / (end - start);
    let between = |from: [f64; 3], to: [f64; 3]| std::array::from_fn(|index| from[index] + share * (to[index] - from[index]));
    match interpolation {
        ColorInterpolation::Linear => between(from, to),
        ColorInterpolation::Oklab => light_of_oklab(between(oklab_of(from), oklab_of(to))),
        other => panic!("there is no definition of {other:?}"),
    }
}

fn colors_of(ramp: impl Fn() -> Ramp, points: &[f64]) -> Vec<[f32; 3]> {
    let channels = CHANNELS.map(|channel| {
        let program = Program::new(ramp().channel(channel)).unwrap();
        Cpu::new().sample(&program, &Domain::points(points.iter().map(|&x| [x, 0.0]))).unwrap()
    });
    (0..points.len()).map(|index| channels.each_ref().map(|channel| channel[index])).collect()
}

const COLORS: [(f64, [u8; 3]); 7] = [
    (-0.75, [0, 0, 0]),
    (-0.5, [12, 5, 200]),
    (-0.125, [255, 0, 0]),
    (0.0, [255, 255, 0]),
    (0.25, [0, 255, 255]),
    (0.5, [10, 90, 3]),
    (1.0, [255, 255, 255]),
];

fn stops_in_light() -> Vec<(f64, [f64; 3])> {
    COLORS.iter().map(|(position, color)| (*position, color.map(|byte| light_of(f64::from(byte) / 255.0)))).collect()
}

/// Compares a ramp with its definition at many values.
fn hold_ramp(interpolation: ColorInterpolation, ramp: impl Fn() -> Ramp) {
    let points: Vec<f64> = (-1024..=1200).map(|at| f64::from(at) / 1024.0).collect();
    let stops = stops_in_light();
    for (x, found) in points.iter().zip(colors_of(ramp, &points)) {
        let expected = expected(&stops, interpolation, *x);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((f64::from(found) - expected).abs() < 3e-6, "{interpolation:?} at {x}: {found}, not {expected}");
        }
    }
}

#[test]
fn a_ramp_is_its_definition_in_f64() {
    for interpolation in [ColorInterpolation::Oklab, ColorInterpolation::Linear] {
        hold_ramp(interpolation, || Coordinate::new().ramp(COLORS).interpolation(interpolation));
        let in_light =
            || stops_in_light().into_iter().map(|(position, light)| (position, light.map(|light| (light * 1e15).round() / 1e15)));
        hold_ramp(interpolation, || Coordinate::new().ramp(in_light()).space(ColorSpace::Linear).interpolation(interpolation));
    }
}

#[test]
fn a_ramp_passes_through_its_stops_and_stays_beyond_them() {
    let points: Vec<f64> = [-7.0].into_iter().chain(COLORS.map(|(position, _)| position)).chain([9.0]).collect();
    let stops = stops_in_light();
    let expected: Vec<[f64; 3]> = [stops[0].1].into_iter().chain(stops.iter().map(|stop| stop.1)).chain([stops[6].1]).collect();
    for interpolation in [ColorInterpolation::Oklab, ColorInterpolation::Linear] {
        for (found, expected) in
            colors_of(|| Coordinate::new().ramp(COLORS).interpolation(interpolation), &points).into_iter().zip(&expected)
        {
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((f64::from(found) - expected).abs() < 2e-6, "{interpolation:?}: {found}, not {expected}");
                assert!((0.0..=1.0).contains(&found));
            }
        }
    }
}

#[test]
fn two_stops_at_one_position_are_an_edge() {
    let stops = [(0, [0_u8; 3]), (1, [0; 3]), (1, [255; 3]), (2, [255; 3])];
    let found = colors_of(|| Coordinate::new().ramp(stops).interpolation(ColorInterpolation::Linear), &[0.5, 0.999, 1.0, 1.5]);
    assert_eq!(found, [[0.0; 3], [0.0; 3], [1.0; 3], [1.0; 3]]);
}

#[test]
fn one_stop_is_one_colour_everywhere() {
    let half = Color::from([0.5, 0.25, 1.0]);
    let found = colors_of(
        || Perlin::new().ramp([(0, half)]).space(ColorSpace::Linear).interpolation(ColorInterpolation::Linear),
        &[-5.5, 0.25, 100.125],
    );
    assert_eq!(found, [[0.5, 0.25, 1.0]; 3]);
}

#[test]
fn black_to_white_is_the_cube_of_lightness_and_grey() {
    let points: Vec<f64> = (0..=64).map(|at| f64::from(at) / 64.0).collect();
    for (x, found) in points.iter().zip(colors_of(|| Coordinate::new().ramp([(0, [0_u8; 3]), (1, [255; 3])]), &points)) {
        for channel in found {
            assert!((f64::from(channel) - x * x * x).abs() < 1e-6, "{x}: {channel}");
        }
    }
}

#[test]
fn the_channels_of_a_ramp_evaluate_their_source_and_its_colours_once() {
    let mut graph = Graph::from(Perlin::new());
    for channel in CHANNELS {
        let name = format!("{channel:?}").to_lowercase();
        graph.nodes.insert(name, lacuna::Input::from("perlin").ramp(COLORS).channel(channel).into());
    }
    let red_alone = Graph { outputs: vec!["red".into()], ..graph.clone() };
    let sum = lacuna::Input::from("red").add("green").add("blue");
    graph.nodes.insert("sum".into(), sum.into());
    graph.outputs = vec!["sum".into()];
    let (alone, all) = (Program::new(&red_alone).unwrap(), Program::new(&graph).unwrap());
    assert_eq!((alone.structure().bases, all.structure().bases), (1, 1));
    // Two more channels and two sums.
    assert_eq!(all.structure().body.len(), alone.structure().body.len() + 4);
}

#[test]
fn other_colours_and_positions_are_the_same_structure() {
    let program = |stops: [(f64, [u8; 3]); 3], channel| Program::new(Perlin::new().ramp(stops).channel(channel)).unwrap();
    let one = program([(0.0, [1, 2, 3]), (0.5, [4, 5, 6]), (1.0, [7, 8, 9])], ColorChannel::Red);
    let other = program([(-3.0, [9; 3]), (-3.0, [1; 3]), (2.5, [0; 3])], ColorChannel::Blue);
    assert_eq!(one.structure(), other.structure());
}

#[cfg(feature = "recipe")]
#[test]
fn a_recipe_writes_colours_in_hexadecimal_or_as_numbers() {
    let text = |stops: &str| {
        format!(
            "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"ramp\"\nsource = {{ kind = \"perlin\" }}\nchannel = \"blue\"\nstops = {stops}\n"
        )
    };
    let hex = lacuna::recipe::read(&text("[[0, \"#0a0b0c\"], [1, \"#FFFFFF\"]]")).unwrap();
    assert_eq!(hex, lacuna::recipe::read(&lacuna::recipe::write(&hex).unwrap()).unwrap());
    let lacuna::Node::Ramp(ramp) = &hex.nodes["a"] else { panic!("a ramp") };
    assert_eq!(ramp.stops, [(0.into(), Color::Hex([10, 11, 12])), (1.into(), Color::Hex([255; 3]))]);
    let numbers = lacuna::recipe::read(&text("[[0, [0, 0.5, 1]]]")).unwrap();
    assert_eq!(numbers, lacuna::recipe::read(&lacuna::recipe::write(&numbers).unwrap()).unwrap());
}

#[test]
fn a_ramp_to_an_invisible_stop_keeps_the_colour_of_the_visible_one() {
    for interpolation in [ColorInterpolation::Oklab, ColorInterpolation::Linear] {
        let ramp = || {
            let stops = [(0.0, [255_u8, 0, 0, 255]), (1.0, [0, 255, 0, 0]), (2.0, [0, 0, 255, 255]), (3.0, [0, 255, 0, 85])];
            Ramp::of(Coordinate::new(), stops).interpolation(interpolation)
        };
        let at = |ramp: Ramp, x: f64| {
            let program = Program::new(ramp).unwrap();
            <[f32; 4]>::try_from(Cpu::new().sample(&program, &Domain::points([[x]])).unwrap()).unwrap()
        };
        let is_close = |found: [f32; 4], expected: [f32; 4]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4);
        for (x, expected) in
            [(0.5, [1.0, 0.0, 0.0, 0.5]), (0.999, [1.0, 0.0, 0.0, 0.001]), (-1.0, [1.0, 0.0, 0.0, 1.0]), (1.25, [0.0, 0.0, 1.0, 0.25])]
        {
            let found = at(ramp(), x);
            assert!(is_close(found, expected), "{interpolation:?} at {x}: {found:?}");
        }
        // Of two invisible stops in a row neither shows.
        let unseen = Ramp::of(Coordinate::new(), [(0.0, [255_u8, 0, 0, 255]), (1.0, [0, 0, 255, 0]), (2.0, [0, 255, 0, 0])]);
        for x in [0.5, 1.0, 1.5, 2.0, 3.0] {
            let found = at(unseen.clone().interpolation(interpolation), x);
            assert!(is_close([found[0], found[1], found[2], 0.0], [1.0, 0.0, 0.0, 0.0]), "{interpolation:?} at {x}: {found:?}");
        }
        // Between two visible ones each counts by its alpha: a quarter of green, as it covers a third.
        if interpolation == ColorInterpolation::Linear {
            let found = at(ramp(), 2.5);
            assert!(is_close(found, [0.0, 0.25, 0.75, 2.0 / 3.0]), "{found:?}");
            let straight = at(ramp().alpha(AlphaMode::Straight), 0.5);
            assert!(is_close(straight, [0.5, 0.5, 0.0, 0.5]), "{straight:?}");
        }
    }
}

#[test]
fn a_blend_by_height_with_an_invisible_colour_keeps_the_visible_one() {
    let red = || Ramp::of(0, [(0, [255_u8, 0, 0, 255])]);
    let unseen = || Ramp::of(0, [(0, [0_u8, 255, 0, 0])]);
    let at = |blend: HeightBlend| {
        let program = Program::new(blend.contrast(1)).unwrap();
        Cpu::new().sample(&program, &Domain::points([[0.0]])).unwrap()
    };
    assert_eq!(at(HeightBlend::of(red(), unseen())), [1.0, 0.0, 0.0, 0.5]);
    assert_eq!(at(HeightBlend::of(unseen(), red())), [1.0, 0.0, 0.0, 0.5]);
    let straight = at(HeightBlend::of(red(), unseen()).alpha(AlphaMode::Straight));
    assert!(straight.iter().zip([0.5, 0.5, 0.0, 0.5]).all(|(a, b)| (a - b).abs() < 1e-5), "{straight:?}");
    // A colour without alpha is opaque.
    assert_eq!(at(HeightBlend::of(Ramp::of(0, [(0, [255_u8, 0, 0])]), unseen())), [1.0, 0.0, 0.0, 0.5]);
}
