//! The operations of expressions.

use std::collections::BTreeMap;

use super::dual::Dual;
use super::expression::{Expression, abs, if_below, max, min, quotient, sqrt, within_unit};
use super::functions::MULTIPLY;
use super::lowerer::{Lowerer, Requests};
use crate::graph::Node;
use crate::program::Function::{self, *};
use crate::program::{Operand, Operation};

/// Returns the functions that an expression of two values calls, in order, with those of their arguments that are numbers.
fn calls(formula: impl Fn(Dual, Dual) -> Expression) -> Vec<(Function, Vec<f64>)> {
    let nodes: BTreeMap<String, Node> = BTreeMap::new();
    let mut at = Lowerer::new(&nodes, Requests::default());
    let (one, other) = (at.constant(1.0), at.constant(2.0));
    let [a, b] = [(); 2].map(|()| at.call(&MULTIPLY, &[one, other]).unwrap());
    at.scope.body.clear();
    at.value(formula(a, b)).unwrap();
    let body = std::mem::take(&mut at.scope.body);
    let numbers = |arguments: Vec<Operand>| arguments.into_iter().filter(|argument| matches!(argument, Operand::Scalar(_)));
    let call = |operation| match operation {
        Operation::Call { function, arguments, .. } => (function, numbers(arguments).map(|number| at.number_of(number)).collect()),
        other => panic!("{other:?}"),
    };
    body.into_iter().map(call).collect()
}

#[test]
fn an_operator_is_one_operation_and_a_product_with_a_number_plus_a_number_is_one_together() {
    let line = |scale, offset| (ScaleOffset, vec![scale, offset]);
    assert_eq!(calls(|a, b| a + b), [(Add, vec![])]);
    assert_eq!(calls(|a, b| a - b), [(Subtract, vec![])]);
    assert_eq!(calls(|a, b| a * b), [(Multiply, vec![])]);
    assert_eq!(calls(|a, _| a * 3.0), [line(3.0, 0.0)]);
    assert_eq!(calls(|a, _| a * 3.0 - 2.0), [line(3.0, -2.0)]);
    assert_eq!(calls(|a, _| 1.0 - a), [line(-1.0, 1.0)]);
    assert_eq!(calls(|a, _| -a), [line(-1.0, 0.0)]);
    // A sum that happens to be 0 changes no structure.
    for offset in [0.0, 2.0] {
        assert_eq!(calls(|a, _| a + offset + 1.0), [line(1.0, offset), line(1.0, 1.0)]);
        assert_eq!(calls(|a, _| (a + offset) * 3.0), [line(1.0, offset), line(3.0, 0.0)]);
    }
    let nested = calls(|a, b| a + b - a * b * 0.5);
    assert_eq!(nested, [(Add, vec![]), (Multiply, vec![]), line(0.5, 0.0), (Subtract, vec![])]);
}

#[test]
fn functions_stand_in_the_order_of_their_arguments() {
    assert_eq!(calls(|a, b| min(abs(a), sqrt(b))), [(Abs, vec![]), (Sqrt, vec![]), (Min, vec![])]);
    assert_eq!(calls(|a, _| within_unit(a)), [(Max, vec![0.0]), (Min, vec![1.0])]);
    assert_eq!(calls(|a, b| quotient(a, max(b, 0.5))), [(Max, vec![0.5]), (Quotient, vec![1.0])]);
    assert_eq!(calls(|a, b| if_below(a, 0.25, b, 4.0)), [(Threshold, vec![0.25, 4.0])]);
}
