//! Walks through the statements and the expressions of functions.

use naga::{Arena, BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Module, Statement};

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
fn indexes(Function { expressions, .. }: &Function, counter: Handle<LocalVariable>) -> bool {
    expressions.iter().any(|(_, expression)| match expression {
        Expression::Access { base, index } => {
            let is_counter = matches!(expressions[*index], Expression::Load { pointer } if root(pointer, expressions) == Some(counter));
            is_counter && !matches!(expressions[origin(*base, expressions)], Expression::GlobalVariable(_))
        }
        _ => false,
    })
}

/// A loop that counts up by a constant, to a constant, and whose counter is an index.
pub(super) struct Counted {
    pub(super) counter: Handle<LocalVariable>,
    pub(super) end: u32,
    pub(super) step: u32,
}

/// Reads a loop, whose body begins with its condition. None for other loops.
pub(super) fn counted(module: &Module, function: &Function, body: &[Statement], continuing: &Block) -> Option<Counted> {
    let Function { expressions, .. } = function;
    let [Statement::If { condition, accept, reject }, rest @ ..] = body else { return None };
    let (true, [Statement::Break], false) = (accept.is_empty(), &reject[..], has_exit(rest)) else { return None };
    let Expression::Binary { op: BinaryOperator::Less, left, right } = expressions[*condition] else { return None };
    let Expression::Load { pointer } = expressions[left] else { return None };
    let Expression::LocalVariable(counter) = expressions[pointer] else { return None };
    let number = |value: Value| {
        let literal = match expressions[value] {
            Expression::Constant(constant) => &module.global_expressions[module.constants[constant].init],
            _ => &expressions[value],
        };
        if let Expression::Literal(Literal::U32(number)) = literal { Some(*number) } else { None }
    };
    let mut stores = Vec::new();
    each_store(continuing, &mut |pointer, value| stores.push((root(pointer, expressions), value)));
    let [(Some(stored), value)] = stores[..] else { return None };
    let Expression::Binary { op: BinaryOperator::Add, right: step, .. } = expressions[value] else { return None };
    let mut is_changed = stored != counter;
    each_store(rest, &mut |pointer, _| is_changed |= root(pointer, expressions) == Some(counter));
    let (end, step) = (number(right)?, number(step).filter(|step| *step > 0)?);
    (!is_changed && indexes(function, counter)).then_some(Counted { counter, end, step })
}

/// Calls `found` with the pointer and the value of each store in a block.
pub(super) fn each_store(block: &[Statement], found: &mut dyn FnMut(Value, Value)) {
    for statement in block {
        match statement {
            Statement::Store { pointer, value } => found(*pointer, *value),
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

/// Returns true if a function returns on every way through a block.
pub(super) fn always_returns(block: &[Statement]) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Return { .. } => true,
        Statement::Block(block) => always_returns(block),
        Statement::If { accept, reject, .. } => always_returns(accept) && always_returns(reject),
        _ => false,
    })
}

/// Returns true if a function may return in a loop, or in a branch neither of whose blocks always returns.
pub(super) fn returns_somewhere(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        let is_here = match statement {
            Statement::Loop { body, .. } => returns(body),
            Statement::If { accept, reject, .. } => {
                (returns(accept) || returns(reject)) && !(always_returns(accept) || always_returns(reject))
            }
            _ => false,
        };
        is_here || inner(statement).any(|block| returns_somewhere(block))
    })
}

/// Returns true if a block leaves the loop around it, or goes on with its next turn.
fn has_exit(block: &[Statement]) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break | Statement::Continue | Statement::Return { .. } => true,
        Statement::Loop { body, .. } => returns(body),
        _ => inner(statement).any(|block| has_exit(block)),
    })
}
