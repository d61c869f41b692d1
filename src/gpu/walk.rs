//! Walks through the statements and the expressions of functions.

use naga::{Arena, Block, Expression, Function, Handle, LocalVariable, Statement};

/// An expression, in a function's arena.
pub(super) type Value = Handle<Expression>;

/// Returns the variable that a pointer leads to, and the parts on the way. None for other pointers, and if a part is not constant.
pub(super) fn place(pointer: Value, expressions: &Arena<Expression>) -> Option<(Handle<LocalVariable>, Vec<u32>)> {
    match expressions[pointer] {
        Expression::LocalVariable(local) => Some((local, Vec::new())),
        Expression::AccessIndex { base, index } => {
            let (local, mut path) = place(base, expressions)?;
            path.push(index);
            Some((local, path))
        }
        _ => None,
    }
}

/// Returns the variable that a pointer leads to, or that a value is read from. None for all else.
pub(super) fn root(pointer: Value, expressions: &Arena<Expression>) -> Option<Handle<LocalVariable>> {
    match expressions[origin(pointer, expressions)] {
        Expression::LocalVariable(local) => Some(local),
        _ => None,
    }
}

/// Returns what a value or a pointer is a part of.
fn origin(value: Value, expressions: &Arena<Expression>) -> Value {
    match expressions[value] {
        Expression::Access { base, .. } | Expression::AccessIndex { base, .. } | Expression::Load { pointer: base } => {
            origin(base, expressions)
        }
        _ => value,
    }
}

/// Returns true if a variable indexes another one, or a value.
pub(super) fn indexes_variable(Function { expressions, .. }: &Function, counter: Handle<LocalVariable>) -> bool {
    expressions.iter().any(|(_, expression)| match expression {
        Expression::Access { base, index } => {
            let is_counter = matches!(expressions[*index], Expression::Load { pointer } if root(pointer, expressions) == Some(counter));
            is_counter && !matches!(expressions[origin(*base, expressions)], Expression::GlobalVariable(_))
        }
        _ => false,
    })
}

/// Calls `found` with the pointer of each store in a block.
pub(super) fn each_store(block: &[Statement], found: &mut dyn FnMut(Value)) {
    for statement in block {
        match statement {
            Statement::Store { pointer, .. } => found(*pointer),
            _ => inner(statement).for_each(|block| each_store(block, found)),
        }
    }
}

/// Returns the blocks of a statement.
fn inner(statement: &Statement) -> impl Iterator<Item = &Block> {
    let blocks = match statement {
        Statement::Block(block) => [Some(block), None],
        Statement::If { accept, reject, .. } => [Some(accept), Some(reject)],
        Statement::Loop { body, continuing, .. } => [Some(body), Some(continuing)],
        _ => [None, None],
    };
    blocks.into_iter().flatten()
}

/// Returns true if a function may return in a block.
pub(super) fn returns(block: &[Statement]) -> bool {
    block.iter().any(|statement| matches!(statement, Statement::Return { .. }) || inner(statement).any(|block| returns(block)))
}

/// Returns true if a function may return in a loop.
pub(super) fn returns_in_loop(block: &[Statement]) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Loop { body, .. } => returns(body),
        _ => inner(statement).any(|block| returns_in_loop(block)),
    })
}

/// Returns true if a block leaves the loop around it, or goes on with its next turn.
pub(super) fn has_exit(block: &[Statement]) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break | Statement::Continue | Statement::Return { .. } => true,
        Statement::Loop { body, .. } => returns(body),
        _ => inner(statement).any(|block| has_exit(block)),
    })
}
