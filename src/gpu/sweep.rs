//! Leaves out of a function what nothing reads.

use std::collections::HashSet;

use naga::{Arena, Block, Expression, Function, Handle, Literal, LocalVariable, Statement};

use super::walk::{Value, root};

/// Returns a function without the variables that are never read, and without the statements that only these needed. What it calls has no effect but its result.
pub(super) fn swept(function: Function) -> Function {
    let mut live = Live { values: vec![false; function.expressions.len()], locals: HashSet::new() };
    // A variable that is read makes its stores live, which may read others.
    loop {
        let before = live.count();
        live.mark(&function.body, &function.expressions);
        for (value, expression) in function.expressions.iter().rev() {
            if !live.values[value.index()] {
                continue;
            }
            each_operand(expression, &mut |operand| live.values[operand.index()] = true);
            if let Expression::Load { pointer } = expression {
                live.locals.extend(root(*pointer, &function.expressions));
            }
        }
        if live.count() == before {
            break;
        }
    }
    let Function { local_variables, mut expressions, mut named_expressions, body, .. } = function;
    named_expressions.retain(|value, _| live.values[value.index()]);
    let body = live.kept(body, &expressions);
    let (mut locals, mut moved) = (Arena::new(), vec![None; local_variables.len()]);
    for (local, variable) in local_variables.iter().filter(|(local, _)| live.locals.contains(local)) {
        moved[local.index()] = Some(locals.append(variable.clone(), naga::Span::UNDEFINED));
    }
    for (_, expression) in expressions.iter_mut() {
        if let Expression::LocalVariable(local) = expression {
            // Nothing uses the pointers to the other variables.
            *expression = moved[local.index()].map_or(Expression::Literal(Literal::Bool(false)), Expression::LocalVariable);
        }
    }
    for (value, expression) in expressions.iter_mut() {
        // Nor arguments that nothing reads, and the results of calls that are left out.
        if matches!(expression, Expression::FunctionArgument(_) | Expression::CallResult(_)) && !live.values[value.index()] {
            *expression = Expression::Literal(Literal::Bool(false));
        }
    }
    Function { local_variables: locals, expressions, named_expressions, body, ..function }
}

/// What is read.
struct Live {
    values: Vec<bool>,
    locals: HashSet<Handle<LocalVariable>>,
}

impl Live {
    fn count(&self) -> usize {
        self.locals.len() + self.values.iter().filter(|is_live| **is_live).count()
    }

    /// Marks the operands of statements that do something. Returns true if there is such a statement.
    fn mark(&mut self, block: &[Statement], expressions: &Arena<Expression>) -> bool {
        let mut is_any = false;
        for statement in block {
            let (is_live, operands) = match statement {
                Statement::Emit(_) => (false, [None; 3]),
                Statement::If { condition, accept, reject } => {
                    let is_live = self.mark(accept, expressions) | self.mark(reject, expressions);
                    (is_live, [Some(*condition), None, None])
                }
                Statement::Loop { body, continuing, .. } => {
                    self.mark(body, expressions);
                    self.mark(continuing, expressions);
                    (true, [None; 3])
                }
                Statement::Store { pointer, value } => {
                    let is_read = root(*pointer, expressions).is_none_or(|local| self.locals.contains(&local));
                    (is_read, [Some(*pointer), Some(*value), None])
                }
                Statement::ImageStore { image, coordinate, value, .. } => (true, [Some(*image), Some(*coordinate), Some(*value)]),
                Statement::Atomic { pointer, value, .. } => (true, [Some(*pointer), Some(*value), None]),
                Statement::Return { value } => (true, [*value, None, None]),
                Statement::Call { arguments, result, .. } => {
                    let is_live = result.is_some_and(|result| self.values[result.index()]);
                    arguments.iter().filter(|_| is_live).for_each(|argument| self.values[argument.index()] = true);
                    (is_live, [None; 3])
                }
                _ => (true, [None; 3]),
            };
            if is_live {
                operands.into_iter().flatten().for_each(|operand| self.values[operand.index()] = true);
            }
            is_any |= is_live;
        }
        is_any
    }

    /// Returns the statements that do something, and the computation of values.
    fn kept(&self, block: Block, expressions: &Arena<Expression>) -> Block {
        let mut kept = Block::new();
        for (statement, span) in block.span_into_iter() {
            let statement = match statement {
                Statement::Store { pointer, .. } if root(pointer, expressions).is_some_and(|local| !self.locals.contains(&local)) => {
                    continue;
                }
                Statement::Call { result: Some(result), .. } if !self.values[result.index()] => continue,
                Statement::If { condition, accept, reject } => {
                    let [accept, reject] = [accept, reject].map(|block| self.kept(block, expressions));
                    if [&accept, &reject].iter().all(|block| block.iter().all(|statement| matches!(statement, Statement::Emit(_)))) {
                        continue;
                    }
                    Statement::If { condition, accept, reject }
                }
                Statement::Loop { body, continuing, break_if } => {
                    let [body, continuing] = [body, continuing].map(|block| self.kept(block, expressions));
                    Statement::Loop { body, continuing, break_if }
                }
                other => other,
            };
            kept.push(statement, span);
        }
        kept
    }
}

/// Calls `found` with the operands of an expression.
pub(crate) fn each_operand(expression: &Expression, found: &mut dyn FnMut(Value)) {
    match expression {
        Expression::Compose { components, .. } => components.iter().for_each(|component| found(*component)),
        Expression::Access { base: one, index: other } | Expression::Binary { left: one, right: other, .. } => {
            found(*one);
            found(*other);
        }
        Expression::AccessIndex { base: one, .. }
        | Expression::Splat { value: one, .. }
        | Expression::Swizzle { vector: one, .. }
        | Expression::Load { pointer: one }
        | Expression::Unary { expr: one, .. }
        | Expression::As { expr: one, .. }
        | Expression::Relational { argument: one, .. }
        | Expression::ArrayLength(one) => found(*one),
        Expression::Select { condition, accept, reject } => [condition, accept, reject].into_iter().for_each(|one| found(*one)),
        Expression::Math { arg, arg1, arg2, arg3, .. } => {
            [Some(*arg), *arg1, *arg2, *arg3].into_iter().flatten().for_each(found);
        }
        _ => {}
    }
}
