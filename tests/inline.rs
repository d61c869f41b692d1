//! The pass that inlines the calls of a kernel and leaves out what constants decide, on small modules, without a driver.

use lacuna::internal::{Rounding, inlined};
use naga::{Expression, Function, Literal, Statement};

/// What every module begins with: an input and an output that no compiler knows.
const HEAD: &str = "
@group(0) @binding(0) var<storage, read> given: array<u32>;
@group(0) @binding(1) var<storage, read_write> made: array<u32>;
var<private> zero: u32;
fn rounded(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | zero); }
";

/// Returns the entry point of a module after the pass, which is valid, and calls nothing.
fn entry(functions: &str, body: &str, rounding: Rounding) -> Function {
    let text = format!("{HEAD}{functions}\n@compute @workgroup_size(1)\nfn main() {{ {body} }}");
    let module = naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
    let module = inlined(&module, rounding);
    let flags = naga::valid::ValidationFlags::all();
    let valid = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty()).validate(&module);
    valid.unwrap_or_else(|error| panic!("{functions} {body}: {error:?}"));
    assert!(module.functions.is_empty());
    module.entry_points.into_iter().next().expect("an entry point").function
}

fn hidden(functions: &str, body: &str) -> Function {
    entry(functions, body, Rounding::Hidden)
}

/// Returns the number of statements of a kind, in all blocks.
fn count(block: &[Statement], is: &dyn Fn(&Statement) -> bool) -> usize {
    let inner = |statement: &Statement| match statement {
        Statement::Block(block) => count(block, is),
        Statement::If { accept, reject, .. } => count(accept, is) + count(reject, is),
        Statement::Loop { body, continuing, .. } => count(body, is) + count(continuing, is),
        _ => 0,
    };
    block.iter().map(|statement| usize::from(is(statement)) + inner(statement)).sum()
}

fn branches(function: &Function) -> usize {
    count(&function.body, &|statement| matches!(statement, Statement::If { .. }))
}

fn loops(function: &Function) -> usize {
    count(&function.body, &|statement| matches!(statement, Statement::Loop { .. }))
}

/// Returns the values that are stored, if they are constants.
fn stored(function: &Function) -> Vec<Option<Literal>> {
    let stores = function.body.iter().filter_map(|statement| match statement {
        Statement::Store { value, .. } => Some(*value),
        _ => None,
    });
    stores
        .map(|value| match function.expressions[value] {
            Expression::Literal(literal) => Some(literal),
            _ => None,
        })
        .collect()
}

/// An option that reaches its branches through two calls and a struct.
const OPTIONS: &str = "
const MOST: u32 = 2u;
struct Choice { kind: u32, by: u32 }
fn chosen(choice: Choice, v: u32) -> u32 {
    if choice.kind == MOST { return v * choice.by; }
    if choice.kind == 1u && v > 7u { return v; }
    return v + 1u;
}
fn outer(kind: u32, v: u32) -> u32 { return chosen(Choice(kind, 3u), v); }
";

#[test]
fn a_branch_is_left_out_where_an_option_decides_it() {
    let multiplied = hidden(OPTIONS, "made[0] = outer(2u, given[0]);");
    assert_eq!((branches(&multiplied), multiplied.local_variables.len()), (0, 0));
    let more = hidden(OPTIONS, "made[0] = outer(3u, given[0]);");
    assert_eq!((branches(&more), more.local_variables.len()), (0, 0));
    // What the option leaves open stays.
    assert!(branches(&hidden(OPTIONS, "made[0] = outer(1u, given[0]);")) > 0);
    assert!(branches(&hidden(OPTIONS, "made[0] = outer(given[1], given[0]);")) > 1);
}

#[test]
fn integers_are_computed_and_floats_are_not() {
    let words = "fn twice(v: u32) -> u32 { return (v << 1u) + 0u; }";
    assert_eq!(stored(&hidden(words, "made[0] = twice(21u) % 40u;")), [Some(Literal::U32(2))]);
    let floats = "fn sum(a: f32, b: f32) -> f32 { return a + b; }";
    assert_eq!(stored(&hidden(floats, "made[0] = bitcast<u32>(sum(0.1f, 0.2f));")), [None]);
}

#[test]
fn a_variable_is_left_out_where_its_values_are_known() {
    let sum = "
struct Pair { a: u32, b: u32 }
fn sum(v: u32) -> u32 { var pair = Pair(v, 1u); pair.b = pair.a * 2u; var unread = pair; unread.a = 7u; return pair.a + pair.b; }
";
    assert!(hidden(sum, "made[0] = sum(given[0]);").local_variables.is_empty());
    // A value that is known on one way only is no longer known where the ways meet.
    let met = "fn met(v: u32) -> u32 { var most = 1u; if v > 3u { most = v; } return most; }";
    assert_eq!(hidden(met, "made[0] = met(given[0]);").local_variables.len(), 1);
    // Nor in a loop that changes it.
    let last = "fn last(v: u32) -> u32 { var at = 5u; for (var n = 0u; n < v; n += 1u) { at = at * 3u; } return at; }";
    let last = hidden(last, "made[0] = last(given[0]);");
    assert_eq!((loops(&last), last.local_variables.len()), (1, 2));
}

#[test]
fn a_variable_begins_anew_each_time_its_function_is_inlined() {
    let sum = "fn sum(v: u32) -> u32 { var all = 0u; for (var n = 0u; n < v; n += 1u) { all = all + given[n]; } return all; }";
    let twice = hidden(sum, "for (var k = 0u; k < given[9]; k += 1u) { made[k] = sum(k); }");
    let zero = |statement: &Statement| match statement {
        Statement::Store { pointer, value } => {
            matches!(twice.expressions[*pointer], Expression::LocalVariable(_))
                && matches!(twice.expressions[*value], Expression::Literal(Literal::U32(0)))
        }
        _ => false,
    };
    let Some(Statement::Loop { body, .. }) = twice.body.iter().find(|statement| matches!(statement, Statement::Loop { .. })) else {
        panic!("the loop stays");
    };
    assert_eq!(count(body, &zero), 2);
}

#[test]
fn a_loop_is_unrolled_where_its_counter_indexes_a_variable_and_no_other_is() {
    let squares = "
const COUNT: u32 = 4u;
fn squares(v: u32) -> u32 {
    var all: array<u32, COUNT>;
    for (var n = 0u; n < COUNT; n += 1u) { all[n] = v + n; }
    var sum = 0u;
    for (var n = 0u; n < COUNT; n += 1u) { sum = sum + all[n] * all[n]; }
    return sum;
}
";
    let unrolled = hidden(squares, "made[0] = squares(given[0]);");
    assert_eq!((loops(&unrolled), unrolled.local_variables.len()), (0, 0));
    for kept in [
        "for (var n = 0u; n < 4u; n += 1u) { made[n] = n; }",
        "var all: array<u32, 4>; for (var n = 0u; n < given[0]; n += 1u) { all[n] = n; } made[0] = all[3];",
        "var all: array<u32, 4>; for (var n = 0u; n < 4u; n += 1u) { all[n] = n; if given[n] == 0u { break; } } made[0] = all[3];",
        "var all: array<u32, 4>; for (var n = 0u; n < 4u; n += given[0]) { all[n] = n; } made[0] = all[3];",
        "var all: array<u32, 99>; for (var n = 0u; n < 99u; n += 1u) { all[n] = n; } made[0] = all[given[0]];",
    ] {
        assert_eq!(loops(&hidden("", kept)), 1, "{kept}");
    }
}

#[test]
fn a_return_in_a_loop_ends_all_loops_of_its_function_and_no_other() {
    let found = "
fn found(v: u32) -> u32 {
    for (var n = 0u; n < v; n += 1u) {
        for (var k = 0u; k < n; k += 1u) { if given[k] == n { return k; } }
        made[n] = n;
    }
    return 9u;
}
";
    let function = hidden(found, "for (var k = 0u; k < 3u; k += 1u) { made[k] = found(k); }");
    assert_eq!(loops(&function), 3);
    // The two loops of the function each have their end and the one by which they return; the loop around has its end.
    assert_eq!(count(&function.body, &|statement| matches!(statement, Statement::Break)), 5);
    // That at the end of the entry point.
    assert_eq!(count(&function.body, &|statement| matches!(statement, Statement::Return { .. })), 1);
}

#[test]
fn what_follows_a_branch_that_returns_is_written_once() {
    for body in [
        "if v > 7u { return 1u; }",
        "if v > 7u { made[9] = v; } else { return 1u; }",
        "if v > 7u { if v > 8u { return 1u; } made[9] = v; }",
        "if v > 7u { if v > 8u { return 1u; } } else { if v > 3u { return 2u; } }",
    ] {
        let tried =
            format!("fn tried(v: u32) -> u32 {{ {body} made[3] = v; if v > 1u {{ if v > 2u {{ return 3u; }} }} made[4] = v; return v; }}");
        let function = hidden(&tried, "made[0] = tried(given[0]);");
        let to_three = |statement: &Statement| match statement {
            Statement::Store { pointer, .. } => {
                matches!(function.expressions[*pointer], Expression::AccessIndex { index: 3 | 4, .. })
            }
            _ => false,
        };
        assert_eq!(count(&function.body, &to_three), 2, "{body}");
    }
}

#[test]
fn rounding_is_left_out_where_operations_are_decorated_instead() {
    let body = "made[0] = bitcast<u32>(rounded(bitcast<f32>(given[0]) * 3.0f));";
    let reads_zero = |function: &Function| {
        function.expressions.iter().any(|(_, one)| matches!(one, Expression::Binary { op: naga::BinaryOperator::InclusiveOr, .. }))
    };
    assert!(reads_zero(&entry("", body, Rounding::Hidden)));
    assert!(!reads_zero(&entry("", body, Rounding::LeftOut)));
}
