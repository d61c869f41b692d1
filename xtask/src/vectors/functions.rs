//! Vectors of whole functions.

use lacuna::export::with_gradient;
use lacuna::{Cpu, Domain, Graph, Node, Number, Program};
use serde_json::{Value, json};

use super::{Result, bits};

/// The points of all functions that have none of their own: on lattice points and between them, near the origin and far from it, with as many binary digits
/// as positions have, and with many decimals.
const POINTS: [[&str; 4]; 40] = [
    ["0", "0", "0", "0"],
    ["0.5", "0.5", "0.5", "0.5"],
    ["0.25", "0.75", "0.375", "0.625"],
    ["3.140625", "42", "7", "1.5"],
    ["1", "2", "3", "4"],
    ["-1", "-2", "-3", "-4"],
    ["-0.5", "-0.25", "-0.125", "-0.0625"],
    ["-7.3125", "5.6875", "-2.4375", "9.1875"],
    ["0.00000000023283064365386962890625", "0.5", "-0.00000000023283064365386962890625", "0.25"],
    ["0.99999999976716935634613037109375", "1.00000000023283064365386962890625", "0.5", "0.5"],
    ["0.000000059604644775390625", "0.000000059604644775390625", "0.999999940395355224609375", "0.999999940395355224609375"],
    ["0.0009765625", "0.9990234375", "0.5009765625", "0.4990234375"],
    ["12.34375", "-56.78125", "90.21875", "-13.53125"],
    ["255.5", "256.5", "257.5", "-255.5"],
    ["255.984375", "-256.015625", "511.75", "-512.25"],
    ["1000003.3125", "-1000003.6875", "999983.0625", "-999983.9375"],
    ["-1000003.3125", "1000003.6875", "0.3125", "0.8125"],
    ["2097152.5", "-2097152.5", "2097151.984375", "-2097151.015625"],
    ["16777215.75", "-16777215.25", "0.75", "-0.75"],
    ["0.3125", "-16777216", "16777216", "3.5"],
    ["5.4375", "5.4375", "5.4375", "5.4375"],
    ["5.4375", "-5.4375", "5.4375", "-5.4375"],
    ["-3.015625", "8.984375", "1.171875", "-6.328125"],
    ["1.0625", "1.9375", "-0.9375", "-1.0625"],
    ["77.7734375", "33.2265625", "-11.8828125", "4.1171875"],
    ["-77.7734375", "33.2265625", "11.8828125", "-4.1171875"],
    ["6.5", "2.25", "0", "0"],
    ["6", "2.25", "1.5", "0.75"],
    ["6.5", "2", "1.5", "0.75"],
    ["6.5", "2.25", "1", "0.75"],
    ["6.5", "2.25", "1.5", "1"],
    ["-128.40625", "64.59375", "-32.15625", "16.84375"],
    ["31.999755859375", "-0.000244140625", "15.500244140625", "-8.499755859375"],
    ["413.61328125", "-287.38671875", "871.12890625", "-659.87109375"],
    ["9.73046875", "3.26953125", "-4.51171875", "2.98828125"],
    ["-20.17578125", "-45.82421875", "70.66015625", "-95.33984375"],
    ["0.1", "0.2", "0.3", "0.4"],
    ["-3.3", "7.77", "123456.789", "-0.001"],
    ["0.333333333333", "-0.666666666667", "1e-9", "-1e-9"],
    ["100000.1", "-99999.9", "12.3456789", "-98.7654321"],
];

/// Each function as a node of a recipe, as JSON. Those after `*` also have their gradients.
const FUNCTIONS: &str = include_str!("functions.txt");

/// Points with large coordinates, for noise of a low frequency.
const FAR: [[&str; 4]; 6] = [
    ["999999937.5", "-999999937.25", "1000000007.75", "-1000000007.125"],
    ["-2147483648", "2147483647.5", "0.5", "-0.5"],
    ["2147483647.984375", "-2147483647.015625", "-1.25", "1.25"],
    ["-1073741824.25", "1073741823.75", "1073741824", "-1073741823.5"],
    ["2000000000.0625", "2000000000.0625", "2000000000.0625", "2000000000.0625"],
    ["1234567890.1", "-1234567890.2", "1234567890.3", "-1234567890.4"],
];

pub(super) fn point(point: &[&str; 4]) -> Result<[Number; 4]> {
    let mut numbers = [Number::ZERO; 4];
    for (number, text) in numbers.iter_mut().zip(point) {
        *number = text.parse()?;
    }
    Ok(numbers)
}

/// Returns a noise as a graph.
pub(super) fn graph(noise: &Value) -> Result<Graph> {
    let node: Node = serde_json::from_value(noise.clone()).map_err(|error| format!("{noise}: {error}"))?;
    Ok(node.into())
}

fn function(line: &str) -> Result<Value> {
    let (has_gradient, text) = line.strip_prefix('*').map_or((false, line), |rest| (true, rest));
    let (is_far, text) = text.strip_prefix('!').map_or((false, text), |rest| (true, rest));
    let noise: Value = serde_json::from_str(text).map_err(|error| format!("{text}: {error}"))?;
    let mut graph = graph(&noise)?;
    let mut derivatives = 0;
    if has_gradient {
        graph = with_gradient(&graph)?;
        derivatives = noise["dimensions"].as_u64().ok_or("a gradient is of a basis")?.min(3) as usize;
    }
    let program = Program::new(graph).map_err(|error| format!("{noise}: {error}"))?;
    let points = if is_far { &FAR[..] } else { &POINTS[..] };
    let domain = Domain::Points(points.iter().map(point).collect::<Result<_>>()?);
    let samples = Cpu::new().sample(&program, &domain).map_err(|error| format!("{noise}: {error}"))?;
    let samples: Vec<&[f32]> = samples.chunks(program.channels()).collect();
    let values: Vec<Value> = samples.iter().map(|sample| bits(sample[0])).collect();
    let gradients: Vec<Value> = samples.iter().map(|sample| sample[1..=derivatives].iter().map(|part| bits(*part)).collect()).collect();
    let mut made = json!({ "noise": noise, "points": if is_far { "far" } else { "points" }, "values": values });
    if has_gradient {
        made["gradients"] = gradients.into();
    }
    Ok(made)
}

pub(super) fn made() -> Result<Vec<(&'static str, Value)>> {
    let functions = FUNCTIONS.lines().filter(|line| !line.is_empty()).map(function).collect::<Result<Vec<_>>>()?;
    Ok(vec![("edition", 1.into()), ("points", json!(POINTS[..])), ("far", json!(FAR[..])), ("functions", functions.into())])
}
