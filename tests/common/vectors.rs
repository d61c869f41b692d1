//! The specification's test vectors of whole functions.

use lacuna::export::with_gradient;
use lacuna::{Graph, Node, Number, Program};
use serde_json::Value;

use crate::places::Place;

/// A function at points.
pub(crate) struct Vector {
    /// The function as the file has it.
    pub(crate) noise: String,
    pub(crate) program: Program,
    /// The name of the list of points.
    pub(crate) list: String,
    pub(crate) points: Vec<String>,
    /// For each point the value, and the derivatives if the file has them.
    values: Vec<Vec<f32>>,
}

fn floats(value: &Value) -> Vec<f32> {
    let bits = |bits: &Value| u32::from_str_radix(bits.as_str().expect("text"), 16).expect("a word");
    match value {
        Value::Array(words) => words.iter().map(|word| f32::from_bits(bits(word))).collect(),
        word => vec![f32::from_bits(bits(word))],
    }
}

/// Returns every `every`th function.
pub(crate) fn vectors(every: usize) -> Vec<Vector> {
    let file: Value = serde_json::from_str(include_str!("../../docs/src/spec/functions.json")).expect("JSON");
    let functions = file["functions"].as_array().expect("a list");
    assert!(functions.len() > 100, "{} functions", functions.len());
    let vector = |function: &Value| {
        let node: Node = serde_json::from_value(function["noise"].clone()).expect("a node");
        let mut graph = Graph::from(node);
        let mut values: Vec<Vec<f32>> = function["values"].as_array().expect("a list").iter().map(floats).collect();
        if let Some(gradients) = function["gradients"].as_array() {
            graph = with_gradient(&graph).expect("a gradient");
            values.iter_mut().zip(gradients).for_each(|(value, gradient)| value.extend(floats(gradient)));
        }
        let list = function["points"].as_str().expect("the name of a list").to_owned();
        let points = file[&list].as_array().expect("a list of points").iter().map(Value::to_string).collect();
        Vector { noise: function["noise"].to_string(), program: crate::common::lower(graph), list, points, values }
    };
    functions.iter().step_by(every).map(vector).collect()
}

/// Returns the coordinates of a point.
fn coordinates(point: &str) -> [String; 4] {
    serde_json::from_str(point).expect("four texts")
}

impl Vector {
    /// Returns the points as exact numbers.
    pub(crate) fn domain(&self) -> lacuna::Domain {
        let number = |text: String| -> Number { text.parse().expect("a decimal") };
        lacuna::Domain::Points(self.points.iter().map(|point| coordinates(point).map(number)).collect())
    }

    /// Returns the samples of a program at some of the points, as many of each sample's channels as the file has.
    pub(crate) fn kept(&self, samples: &[f32]) -> Vec<f32> {
        samples.chunks(self.program.channels()).flat_map(|sample| sample[..self.values[0].len()].to_vec()).collect()
    }

    /// Returns what the file has at the points that are chosen.
    pub(crate) fn expected(&self, is_chosen: impl Fn(&str) -> bool) -> Vec<f32> {
        self.points.iter().zip(&self.values).filter(|(point, _)| is_chosen(point)).flat_map(|(_, values)| values.clone()).collect()
    }
}

/// Returns a point as whole units and units of 2^-32, if it has no finer digits.
pub(crate) fn place(point: &str) -> Option<[Place; 4]> {
    let axis = |text: &String| {
        let (unit, fraction) = lacuna::internal::parity::place(text.parse().expect("a decimal"))?;
        Some(Place { unit, fraction, at: text.parse().expect("a decimal") })
    };
    let [x, y, z, w] = coordinates(point).each_ref().map(axis);
    Some([x?, y?, z?, w?])
}
