//! Which values of a function need a name in its text: those that are used twice, and those read from a variable that may change before they are used.

use std::collections::HashMap;

use naga::valid::FunctionInfo;
use naga::{Block, Expression, Function, Handle, Module, Statement, TypeInner};

use crate::gpu::sweep::each_operand;

type Value = Handle<Expression>;

/// What uses a value: another value, or the statement of this number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    Value(Value),
    Statement(usize),
}

#[derive(Default)]
struct Uses {
    users: HashMap<Value, Vec<User>>,
    /// For each value that is computed, the number of the statement that does it.
    computed: HashMap<Value, usize>,
    statements: usize,
}

impl Uses {
    fn read(&mut self, block: &Block) {
        for statement in block {
            let number = self.statements;
            self.statements += 1;
            let mut used = |value: &Value| self.users.entry(*value).or_default().push(User::Statement(number));
            match statement {
                Statement::Emit(range) => self.computed.extend(range.clone().map(|value| (value, number))),
                Statement::Store { pointer, value } => [pointer, value].into_iter().for_each(used),
                Statement::Return { value } => value.iter().for_each(used),
                Statement::Call { arguments, .. } => arguments.iter().for_each(used),
                Statement::Block(block) => self.read(block),
                Statement::If { condition, accept, reject } => {
                    used(condition);
                    self.read(accept);
                    self.read(reject);
                }
                Statement::Loop { body, continuing, .. } => {
                    self.read(body);
                    self.read(continuing);
                }
                _ => {}
            }
        }
    }

    /// Returns true if a value is used once, before any statement could change what it was read from.
    fn is_used_at_once(&self, value: Value, is_named: &dyn Fn(Value) -> bool) -> bool {
        let Some([user]) = self.users.get(&value).map(Vec::as_slice) else { return false };
        let computed = self.computed[&value];
        match *user {
            User::Statement(number) => number == computed + 1,
            User::Value(user) if self.computed.get(&user) != Some(&computed) => false,
            User::Value(user) => is_named(user) || self.is_used_at_once(user, is_named),
        }
    }
}

/// Returns the values without a name that need one.
pub(super) fn temporaries(module: &Module, function: &Function, info: &FunctionInfo) -> Vec<Value> {
    let mut uses = Uses::default();
    uses.read(&function.body);
    for (value, expression) in function.expressions.iter() {
        each_operand(expression, &mut |operand| uses.users.entry(operand).or_default().push(User::Value(value)));
    }
    let is_pointer =
        |value: Value| matches!(info[value].ty.inner_with(&module.types), TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. });
    let is_shared = |value: Value| uses.users.get(&value).is_some_and(|users| users.len() > 1);
    let is_named = |value: Value| function.named_expressions.contains_key(&value) || is_shared(value);
    let needs_name = |(value, expression): (Value, &Expression)| {
        let is_computed = uses.computed.contains_key(&value) || matches!(expression, Expression::CallResult(_));
        let is_read = matches!(expression, Expression::Load { .. });
        let needs = is_shared(value) || is_read && !uses.is_used_at_once(value, &is_named);
        (is_computed && needs && !is_pointer(value) && !function.named_expressions.contains_key(&value)).then_some(value)
    };
    function.expressions.iter().filter_map(needs_name).collect()
}
