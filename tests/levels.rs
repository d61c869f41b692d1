//! The CPU engine gives the samples of a grid the bits of its points, at every vector level of this machine.

mod common;

use common::{assert_same_bits, cpu, lower, with};
use lacuna::cpu::VectorLevel;
use lacuna::graph::nodes::{
    Cellular, CellularOutput, Derivative, DomainAxis, Fbm, HashKind, Metric, Perlin, Ridged, Value, ValueInterpolation,
};
use lacuna::{Axis, Cpu, Domain, Graph, Grid, Input, Number, PerAxis, Program, recipe};

/// Compares every vector level with the expected samples, in every bit.
fn hold(what: &str, program: &Program, domain: &Domain, expected: &[f32]) {
    for level in VectorLevel::all() {
        let samples = Cpu::new().with_level(level).sample(program, domain).unwrap_or_else(|error| panic!("{error}"));
        assert_same_bits(&format!("{level}, {what}"), &samples, expected);
    }
}

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

/// Returns a grid, and its points by themselves. `x_length` cells are divided into 100 columns, and a row is `y_length` hundredths of a cell high.
fn domains([x_length, y_length]: [i64; 2], rows: i64) -> [Domain; 2] {
    let end = number(&format!("{}e-2", rows * y_length - 700));
    let grid = Grid::plane(Axis::extent(-7, x_length - 7, 100), Axis::extent(-7, end, rows as u32));
    let centre = |length: i64, index: i64| number(&format!("{}e-3", length * (2 * index + 1) * 5 - 7000));
    let all = (0..rows).flat_map(|y| (0..100).map(move |x| (x, y)));
    let points = all.map(|(x, y)| [centre(x_length, x), centre(y_length, y), number("-0.3"), Number::ZERO]).collect();
    [Grid { z: Axis::Constant(number("-0.3")), ..grid }.into(), Domain::Points(points)]
}

/// Returns the same with 600 columns, which are more than one strip, in three slices that cross a lattice plane.
fn volume([x_length, y_length]: [i64; 2]) -> [Domain; 2] {
    const ROWS: i64 = 20;
    let end = number(&format!("{}e-2", ROWS * y_length - 700));
    let plane = Grid::plane(Axis::extent(-7, 6 * x_length - 7, 600), Axis::extent(-7, end, ROWS as u32));
    let grid = Grid { z: Axis::extent(0, number("1.2"), 3), ..plane };
    let centre = |length: i64, index: i64| number(&format!("{}e-3", length * (2 * index + 1) * 5 - 7000));
    let rows = ["0.2", "0.6", "1"].into_iter().flat_map(|z| (0..ROWS).map(move |y| (y, number(z))));
    let all = rows.flat_map(|row| (0..600).map(move |x| (x, row)));
    let points = all.map(|(x, (y, z))| [centre(x_length, x), centre(y_length, y), z, Number::ZERO]).collect();
    [grid.into(), Domain::Points(points)]
}

/// Compares a grid with its points.
fn hold_grid(what: &str, graph: impl Into<Graph>, [grid, points]: &[Domain; 2]) {
    let program = lower(graph);
    hold(&format!("{what}, {grid:?}"), &program, grid, &cpu(&program, points));
}

const AXES: [DomainAxis; 3] = [DomainAxis::X, DomainAxis::Y, DomainAxis::Z];

/// Compares a derivative over a grid with that at its points.
fn hold_derivative(what: &str, source: impl Into<Input>, axis: DomainAxis, shape: &[Domain; 2]) {
    hold_grid(&format!("{what} by {axis:?}"), Derivative::of(source).axis(axis), shape);
}

#[test]
fn value_noise_and_derivatives_over_a_grid_equal_those_at_points() {
    use ValueInterpolation::{CatmullRom, Cosine, Cubic, Linear, Quintic};
    // Cells of 33 columns to cells without a sample; so many rows in a cell that sixteen share few cells, and so few that they lie apart.
    let shapes = [[3, 3], [7, 30], [25, 9], [100, 100], [130, 250]].map(|lengths| domains(lengths, 37));
    let periods = [None, Some(PerAxis::All(3))];
    for period in periods {
        for dimensions in [2, 3, 4] {
            for interpolation in [Linear, Cosine, Cubic, Quintic, CatmullRom] {
                for smoothed in [false, true] {
                    let is_there = match interpolation {
                        CatmullRom => dimensions < 4 && !(smoothed && dimensions == 3),
                        _ => !(smoothed && dimensions == 4),
                    };
                    if !is_there {
                        continue;
                    }
                    let value = Value::new().dimensions(dimensions).interpolation(interpolation).smoothed(smoothed);
                    let value = with(value, |value| value.period = period.clone());
                    let what = format!("{value:?}");
                    for shape in &shapes {
                        hold_grid(&what, value.clone(), shape);
                        AXES.iter().for_each(|axis| hold_derivative(&what, value.clone(), *axis, shape));
                    }
                }
            }
            for (hash, shape) in [HashKind::Table, HashKind::Lattice].iter().flat_map(|hash| shapes.iter().map(|shape| (*hash, shape))) {
                let perlin = with(Perlin::new().dimensions(dimensions).hash(hash), |perlin| perlin.period = period.clone());
                let what = format!("{perlin:?}");
                AXES.iter().for_each(|axis| hold_derivative(&what, perlin.clone(), *axis, shape));
                let octaves = Fbm::of(perlin).octaves(3);
                AXES.iter().for_each(|axis| hold_derivative(&format!("{what}, 3 octaves"), octaves.clone(), *axis, shape));
            }
        }
    }
}

#[test]
fn derivatives_over_several_slices_and_strips_equal_those_at_points() {
    let hold_all = |source: Input, shape: &[Domain; 2]| {
        AXES.iter().for_each(|axis| hold_derivative(&format!("{source:?}"), source.clone(), *axis, shape));
    };
    for shape in [[3, 3], [25, 9], [100, 100], [130, 250]].map(volume) {
        let value = Value::new();
        hold_all(value.clone().dimensions(3).into(), &shape);
        hold_all(value.clone().dimensions(4).into(), &shape);
        hold_all(value.clone().dimensions(2).smoothed(true).into(), &shape);
        let spline = value.dimensions(3).interpolation(ValueInterpolation::CatmullRom);
        hold_grid(&format!("{spline:?}"), spline.clone(), &shape);
        hold_all(spline.into(), &shape);
        for hash in [HashKind::Table, HashKind::Lattice] {
            hold_all(Perlin::new().hash(hash).dimensions(3).into(), &shape);
            hold_all(Perlin::new().hash(hash).dimensions(4).into(), &shape);
        }
        let cellular = Cellular::new().dimensions(3);
        hold_all(cellular.clone().into(), &shape);
        hold_all(cellular.clone().output(CellularOutput::F2MinusF1).into(), &shape);
        hold_all(cellular.output(CellularOutput::Edge).into(), &shape);
    }
}

#[test]
fn ridges_of_any_offset_and_feedback_over_many_rows_are_those_at_points() {
    let shape = domains([11, 9], 40);
    for offset in ["0", "1e-30", "0.5", "1", "-3"] {
        for feedback in ["0", "1e-30", "0.3", "1", "2", "100"] {
            let ridged = Ridged::of(Perlin::new().dimensions(2)).octaves(4).offset(number(offset)).feedback(number(feedback));
            hold_grid(&format!("{ridged:?}"), ridged, &shape);
        }
    }
}

#[test]
fn cellular_noise_by_cells_equals_that_at_points() {
    use CellularOutput::{CellValue, F1, F2, F2MinusF1};
    // Cells of 33, 14, 9, 4, 2 and 1 columns, and some without a sample; several rows a cell to cells without a row.
    let shapes = [[3, 3], [7, 30], [11, 9], [25, 25], [47, 120], [100, 4], [130, 50]].map(|lengths| domains(lengths, 21));
    let placed = [
        (Number::ONE, None),
        (number("0.7"), Some(PerAxis::Each(vec![1, 2, 3]))),
        (Number::ONE, Some(PerAxis::All(5))),
        (Number::ZERO, Some(PerAxis::Each(vec![2, 1, 1]))),
    ];
    for dimensions in [2, 3] {
        for metric in [Metric::Euclidean, Metric::Squared, Metric::Manhattan, Metric::Chebyshev] {
            for output in [F1, F2, F2MinusF1, CellValue] {
                for (jitter, period) in &placed {
                    let period = period.clone().map(|period| match period {
                        PerAxis::Each(each) => PerAxis::Each(each[..dimensions].to_vec()),
                        all @ PerAxis::All(_) => all,
                    });
                    let cellular = Cellular::new().dimensions(dimensions as u8).metric(metric).output(output).seed(4);
                    let cellular = with(cellular.jitter(*jitter), |cellular| cellular.period = period);
                    let what = format!("{cellular:?}");
                    shapes.iter().for_each(|shape| hold_grid(&what, cellular.clone(), shape));
                    if output == CellValue {
                        continue;
                    }
                    // Equally near points are most frequent without jitter. Derivatives show which of them is the second.
                    for axis in &AXES[..dimensions] {
                        shapes.iter().for_each(|shape| hold_derivative(&what, cellular.clone(), *axis, shape));
                    }
                }
            }
        }
    }
}

/// Returns a warp in octaves, each of which is multiplied by noise that is evaluated once for all of them.
fn warped(x: &str, octaves: u32) -> Graph {
    let text = format!(
        r#"
        version = 2
        output = "warped"

        [nodes.warped]
        kind = "warp"
        source = {{ kind = "perlin", frequency = 3 }}
        x = {x}
        y = {{ kind = "value", frequency = 2, seed = 4 }}
        strength = {{ kind = "perlin", seed = 5 }}
        octaves = {octaves}
        mode = "independent"
        "#
    );
    recipe::read(&text).and_then(|recipe| recipe.graph()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn octaves_that_read_what_is_made_outside_of_them_are_those_at_points() {
    let shape = domains([11, 9], 40);
    for x in [
        r#"{ kind = "perlin", seed = 3 }"#,
        r#"{ kind = "derivative", source = { kind = "perlin", seed = 3 }, axis = "x" }"#,
        r#"{ kind = "abs", source = { kind = "simplex", seed = 3 } }"#,
    ] {
        for octaves in [1, 2, 5] {
            hold_grid(&format!("{x}, {octaves} octaves"), warped(x, octaves), &shape);
        }
    }
}
