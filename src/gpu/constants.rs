//! Numbers that are the same everywhere in a module: arguments in all calls of a function, and members in all values of a struct.

use std::collections::HashMap;

use naga::{Expression, Function, Handle, Literal, Module, Type, TypeInner};

use super::walk::Value;

/// A constant in place of an argument or of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Constant {
    Number(u32),
    Named(Handle<naga::Constant>),
    /// Any value of a type, since nothing reads it.
    Any(Handle<Type>),
}

impl Constant {
    /// Returns the constant that an expression is. Floats are none: they are values of the graph, which people look for where the function is called.
    pub(super) fn of(module: &Module, expression: &Expression) -> Option<Self> {
        match *expression {
            Expression::Literal(Literal::U32(number)) => Some(Self::Number(number)),
            Expression::Constant(constant) => match module.global_expressions[module.constants[constant].init] {
                Expression::Literal(Literal::U32(_)) => Some(Self::Named(constant)),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn expression(self) -> Expression {
        match self {
            Self::Number(number) => Expression::Literal(Literal::U32(number)),
            Self::Named(constant) => Expression::Constant(constant),
            Self::Any(ty) => Expression::ZeroValue(ty),
        }
    }
}

/// For each struct, the members that are the same in all of its values.
pub(super) type Members = HashMap<Handle<Type>, Vec<Option<Constant>>>;

/// Returns the type of a value, or of what a pointer leads to, where that may be a struct or contain one.
pub(super) fn type_of(module: &Module, function: &Function, value: Value) -> Option<Handle<Type>> {
    match function.expressions[value] {
        Expression::FunctionArgument(number) => Some(function.arguments[number as usize].ty),
        Expression::LocalVariable(local) => Some(function.local_variables[local].ty),
        Expression::CallResult(called) => module.functions[called].result.as_ref().map(|result| result.ty),
        Expression::Compose { ty, .. } | Expression::ZeroValue(ty) => Some(ty),
        Expression::Load { pointer } => type_of(module, function, pointer),
        Expression::Select { accept, .. } => type_of(module, function, accept),
        Expression::Access { base, .. } => part_type(module, type_of(module, function, base)?, 0),
        Expression::AccessIndex { base, index } => part_type(module, type_of(module, function, base)?, index),
        _ => None,
    }
}

fn part_type(module: &Module, ty: Handle<Type>, index: u32) -> Option<Handle<Type>> {
    match &module.types[ty].inner {
        TypeInner::Struct { members, .. } => Some(members[index as usize].ty),
        TypeInner::Array { base, .. } => Some(*base),
        _ => None,
    }
}

/// Returns the type of a value if it is a struct.
pub(super) fn struct_of(module: &Module, function: &Function, value: Value) -> Option<Handle<Type>> {
    type_of(module, function, value).filter(|ty| matches!(module.types[*ty].inner, TypeInner::Struct { .. }))
}
