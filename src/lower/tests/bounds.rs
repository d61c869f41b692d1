//! Checks the bounds of all functions that the catalogue calls: no value of arguments within their bounds is beyond the bound of the result.

use std::collections::BTreeMap;

use super::call::{CALLS, Called};
use super::registers::MAX_MAGNITUDE;
use crate::cpu::{MOST_OPERANDS, call};
use crate::parity::{Draw, catalogue_graphs};
use crate::program::{Function, Operand, Program};

/// Returns the calls of lowering every graph of the catalogue, one for each function and bounds.
fn calls_of_catalogue() -> Vec<Called> {
    let mut different = BTreeMap::new();
    for (name, graph) in catalogue_graphs() {
        CALLS.take();
        Program::new(&graph).unwrap_or_else(|error| panic!("{name}: {error}"));
        for called in CALLS.take() {
            let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            let key = (format!("{:?}", called.function), bits(&called.bounds), bits(&called.numbers));
            different.entry(key).or_insert(called);
        }
    }
    different.into_values().collect()
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn no_function_exceeds_its_bound_for_arguments_within_theirs() {
    let mut draw = Draw(1);
    let calls = calls_of_catalogue();
    let mut wrong = BTreeMap::new();
    for Called { function, bound, arguments, bounds, numbers } in &calls {
        // Also with sources of larger values than the catalogue has.
        for wider in [1.0, 64.0] {
            let is_number = |argument: usize| matches!(arguments[argument], Operand::Scalar(_));
            let bounds: Vec<f64> =
                bounds.iter().enumerate().map(|(argument, bound)| if is_number(argument) { *bound } else { bound * wider }).collect();
            let most = bound(&bounds, numbers);
            if most > MAX_MAGNITUDE {
                continue;
            }
            for _ in 0..64 {
                let mut values = [0.0_f32; MOST_OPERANDS];
                for (argument, value) in values[..arguments.len()].iter_mut().enumerate() {
                    let share = match draw.below(4) {
                        0 => [-1.0, 0.0, 1.0][draw.below(3) as usize],
                        _ => draw.below(1 << 31) as f64 / f64::from(1_u32 << 30) - 1.0,
                    };
                    // A signal is a square times a weight.
                    let share = if *function == Function::RidgedFactor { share.abs() } else { share };
                    *value = if is_number(argument) { numbers[argument] as f32 } else { (share * bounds[argument]) as f32 };
                }
                let value = f64::from(call(*function, values)).abs();
                if value.is_nan() || value > most * (1.0 + 1e-5) + 1e-30 {
                    wrong
                        .entry((format!("{function:?}"), wider as u32))
                        .or_insert_with(|| format!("{value} is beyond {most}, of {:?} within {bounds:?}", &values[..arguments.len()]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(calls.len() > 1000, "{} calls", calls.len());
}
