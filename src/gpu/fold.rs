//! What operations on constants amount to. Integers and conditions are computed, floats never.

use naga::{BinaryOperator, Literal};

/// What a binary operation amounts to, if that is known.
pub(super) enum Combined {
    Literal(Literal),
    Left,
    Right,
}

/// Combines operands, of which those that are constant are given.
pub(super) fn combined(op: BinaryOperator, left: Option<Literal>, right: Option<Literal>) -> Option<Combined> {
    use BinaryOperator as Op;
    use Literal::{Bool, U32};
    let literal = match (op, left, right) {
        (Op::Equal, Some(U32(a)), Some(U32(b))) => Bool(a == b),
        (Op::NotEqual, Some(U32(a)), Some(U32(b))) => Bool(a != b),
        (Op::Less, Some(U32(a)), Some(U32(b))) => Bool(a < b),
        (Op::LessEqual, Some(U32(a)), Some(U32(b))) => Bool(a <= b),
        (Op::Greater, Some(U32(a)), Some(U32(b))) => Bool(a > b),
        (Op::GreaterEqual, Some(U32(a)), Some(U32(b))) => Bool(a >= b),
        (Op::Add, Some(U32(a)), Some(U32(b))) => U32(a.wrapping_add(b)),
        (Op::Subtract, Some(U32(a)), Some(U32(b))) => U32(a.wrapping_sub(b)),
        (Op::Multiply, Some(U32(a)), Some(U32(b))) => U32(a.wrapping_mul(b)),
        (Op::Divide, Some(U32(a)), Some(U32(b @ 1..))) => U32(a / b),
        (Op::Modulo, Some(U32(a)), Some(U32(b @ 1..))) => U32(a % b),
        (Op::And, Some(U32(a)), Some(U32(b))) => U32(a & b),
        (Op::InclusiveOr, Some(U32(a)), Some(U32(b))) => U32(a | b),
        (Op::ExclusiveOr, Some(U32(a)), Some(U32(b))) => U32(a ^ b),
        (Op::ShiftLeft, Some(U32(a)), Some(U32(b @ ..32))) => U32(a << b),
        (Op::ShiftRight, Some(U32(a)), Some(U32(b @ ..32))) => U32(a >> b),
        (Op::And, Some(Bool(false)), _) | (Op::And, _, Some(Bool(false))) => Bool(false),
        (Op::InclusiveOr, Some(Bool(true)), _) | (Op::InclusiveOr, _, Some(Bool(true))) => Bool(true),
        (Op::And, Some(Bool(true)), _)
        | (Op::InclusiveOr, Some(Bool(false) | U32(0)), _)
        | (Op::Add | Op::ExclusiveOr, Some(U32(0)), _) => return Some(Combined::Right),
        (Op::And, _, Some(Bool(true)))
        | (Op::InclusiveOr, _, Some(Bool(false) | U32(0)))
        | (Op::Add | Op::Subtract | Op::ExclusiveOr | Op::ShiftLeft | Op::ShiftRight, _, Some(U32(0))) => return Some(Combined::Left),
        _ => return None,
    };
    Some(Combined::Literal(literal))
}
