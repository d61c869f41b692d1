//! The body of a function that is being written, with what is known of its variables.

use std::collections::{BTreeMap, HashMap};

use naga::{
    Arena, BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Module, Range, Scalar, Span, Statement, Type,
    TypeInner,
};

use super::constants::{Constant, Members, struct_of};
use super::walk::{Value, place, root};

/// What is known of variables.
pub(super) type Variables = HashMap<Handle<LocalVariable>, Known>;

/// What is known of a variable: the value of all of it, except for parts that were stored since.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Known {
    pub(super) whole: Option<Value>,
    parts: BTreeMap<u32, Known>,
}

impl Known {
    fn of(value: Value) -> Self {
        Self { whole: Some(value), parts: BTreeMap::new() }
    }

    pub(super) fn all(&self, is: &dyn Fn(Value) -> bool) -> bool {
        self.whole.is_none_or(is) && self.parts.values().all(|part| part.all(is))
    }
}

/// What is written of a function besides its statements.
pub(super) struct Body<'m> {
    pub(super) module: &'m Module,
    pub(super) expressions: Arena<Expression>,
    pub(super) locals: Arena<LocalVariable>,
    pub(super) known: Variables,
    /// Each literal, by its type and its bits.
    literals: HashMap<(u8, u32), Value>,
    /// The variables in place of one, for each of its parts.
    split: HashMap<Handle<LocalVariable>, Vec<Handle<LocalVariable>>>,
    /// The names of values, if there is to be a text.
    pub(super) names: Option<HashMap<Value, String>>,
    /// True if variables are read and stored wherever the source does so.
    pub(super) is_plain: bool,
    /// The members of structs that are the same everywhere.
    pub(super) members: Members,
}

impl<'m> Body<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Self {
            module,
            expressions: Arena::new(),
            locals: Arena::new(),
            known: HashMap::new(),
            literals: HashMap::new(),
            split: HashMap::new(),
            names: None,
            is_plain: false,
            members: Members::new(),
        }
    }

    pub(super) fn local(&mut self, ty: Handle<Type>, name: Option<&str>) -> Handle<LocalVariable> {
        let name = name.filter(|_| self.names.is_some()).map(str::to_owned);
        self.locals.append(LocalVariable { name, ty, init: None }, Span::UNDEFINED)
    }

    /// Adds a variable that consists of one for each of its parts.
    pub(super) fn split_local(&mut self, ty: Handle<Type>, name: &str) -> Handle<LocalVariable> {
        let local = self.local(ty, Some(name));
        let Some(count) = self.parts_of(ty) else { return local };
        let part = |this: &mut Self, part: u32| {
            let ty = this.component_type(ty, part);
            let name = format!("{name}_{}", this.part_name(ty, part));
            this.split_local(ty, &name)
        };
        let parts = (0..count).map(|number| part(self, number)).collect();
        self.split.insert(local, parts);
        local
    }

    fn part_name(&self, ty: Handle<Type>, part: u32) -> String {
        match &self.module.types[ty].inner {
            TypeInner::Scalar(_) => char::from(b"xyzw"[part as usize % 4]).to_string(),
            _ => part.to_string(),
        }
    }

    /// Forgets the value of a variable.
    pub(super) fn forget(&mut self, local: Handle<LocalVariable>) {
        self.known.remove(&local);
        for part in self.split.get(&local).cloned().unwrap_or_default() {
            self.forget(part);
        }
    }

    /// Stores the whole of a variable.
    pub(super) fn set(&mut self, local: Handle<LocalVariable>, value: Value, out: &mut Block) {
        if let Some(parts) = self.split.get(&local).cloned() {
            for (number, part) in parts.into_iter().enumerate() {
                let value = self.part(value, number as u32, out);
                self.set(part, value, out);
            }
            return;
        }
        let pointer = self.append(Expression::LocalVariable(local));
        out.push(Statement::Store { pointer, value }, Span::UNDEFINED);
        self.known.insert(local, Known::of(value));
    }

    /// Returns the variable that stands for a part of a split one, and the rest of the way.
    fn within<'p>(&self, mut local: Handle<LocalVariable>, mut path: &'p [u32]) -> (Handle<LocalVariable>, &'p [u32]) {
        while let (Some(parts), [part, rest @ ..]) = (self.split.get(&local), path) {
            (local, path) = (parts[*part as usize], rest);
        }
        (local, path)
    }

    /// Returns the value of a variable, which may be split.
    fn get(&mut self, local: Handle<LocalVariable>, out: &mut Block) -> Value {
        if let Some(parts) = self.split.get(&local).cloned() {
            let components = parts.into_iter().map(|part| self.get(part, out)).collect();
            return self.emit(Expression::Compose { ty: self.locals[local].ty, components }, out);
        }
        let pointer = self.append(Expression::LocalVariable(local));
        self.load(pointer, out)
    }

    pub(super) fn append(&mut self, expression: Expression) -> Value {
        self.expressions.append(expression, Span::UNDEFINED)
    }

    /// Appends an expression, which is computed here.
    pub(super) fn emit(&mut self, expression: Expression, out: &mut Block) -> Value {
        let is_computed = !expression.needs_pre_emit();
        let value = self.append(expression);
        if is_computed {
            let end = value.index() as u32;
            match out.last_mut() {
                Some(Statement::Emit(range)) if range.index_range().end == end => {
                    *range = Range::from_index_range(range.index_range().start..end + 1, &self.expressions);
                }
                _ => out.push(Statement::Emit(Range::new_from_bounds(value, value)), Span::UNDEFINED),
            }
        }
        value
    }

    pub(super) fn literal(&mut self, literal: Literal) -> Value {
        let key = match literal {
            Literal::U32(number) => (0, number),
            Literal::I32(number) => (1, number.cast_unsigned()),
            Literal::Bool(is) => (2, u32::from(is)),
            Literal::F32(number) => (3, number.to_bits()),
            other => unreachable!("{other:?} is no literal of a kernel"),
        };
        if let Some(value) = self.literals.get(&key) {
            return *value;
        }
        let value = self.append(Expression::Literal(literal));
        self.literals.insert(key, value);
        value
    }

    pub(super) fn constant(&self, value: Value) -> Option<Literal> {
        match self.expressions[value] {
            Expression::Literal(literal) => Some(literal),
            Expression::Constant(constant) => match self.module.global_expressions[self.module.constants[constant].init] {
                Expression::Literal(literal) => Some(literal),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true if a choice is between a value and the constant that it then equals.
    pub(super) fn is_choice_of_equals(&self, condition: Value, accept: Value, reject: Value) -> bool {
        let Expression::Binary { op: BinaryOperator::Equal, left, right } = self.expressions[condition] else { return false };
        left == reject && matches!(self.constant(right), Some(Literal::U32(_))) && self.constant(right) == self.constant(accept)
    }

    /// Returns a member of a value of a function, if it is the same everywhere.
    pub(super) fn constant_member(&self, function: &Function, base: Value, index: u32) -> Option<Constant> {
        if self.members.is_empty() {
            return None;
        }
        let members = self.members.get(&struct_of(self.module, function, base)?)?;
        members[index as usize]
    }

    /// Gives a value a name, unless it is none that is computed, or has one.
    pub(super) fn name(&mut self, value: Value, name: Option<&String>) {
        let is_computed = !self.is_plain || !self.expressions[value].needs_pre_emit();
        if let (Some(names), Some(name)) = (&mut self.names, name.filter(|_| is_computed)) {
            names.entry(value).or_insert_with(|| name.clone());
        }
    }

    /// Returns a part of a value, or the pointer to it.
    pub(super) fn part(&mut self, base: Value, index: u32, out: &mut Block) -> Value {
        if !self.is_plain
            && let Expression::Compose { ty, components } = &self.expressions[base]
            && self.parts_of(*ty) == Some(components.len() as u32)
            && let Some(component) = components.get(index as usize)
        {
            return *component;
        }
        if self.names.is_some()
            && !self.is_plain
            && let Some(value) = self.flat_part(base, index, out)
        {
            return value;
        }
        self.emit(Expression::AccessIndex { base, index }, out)
    }

    /// Returns a part of zero, or of a vector from a table, which is one of the vectors' components where nothing is a vector.
    fn flat_part(&mut self, base: Value, index: u32, out: &mut Block) -> Option<Value> {
        let pointer = match self.expressions[base] {
            Expression::ZeroValue(ty) => {
                let ty = self.component_type(ty, index);
                return Some(self.append(Expression::ZeroValue(ty)));
            }
            Expression::Load { pointer } => pointer,
            _ => return None,
        };
        let (table, at) = match self.expressions[pointer] {
            Expression::Access { base, index } => (base, index),
            Expression::AccessIndex { base, index } => (base, self.literal(Literal::U32(index))),
            _ => return None,
        };
        let Expression::GlobalVariable(variable) = self.expressions[table] else { return None };
        let TypeInner::Array { base, .. } = self.module.types[self.module.global_variables[variable].ty].inner else { return None };
        let size = self.parts_of(base)?;
        let pointer = if let Some(Literal::U32(at)) = self.constant(at) {
            self.emit(Expression::AccessIndex { base: table, index: size * at + index }, out)
        } else {
            let left = self.literal(Literal::U32(size));
            let mut at = self.emit(Expression::Binary { op: BinaryOperator::Multiply, left, right: at }, out);
            if index > 0 {
                let right = self.literal(Literal::U32(index));
                at = self.emit(Expression::Binary { op: BinaryOperator::Add, left: at, right }, out);
            }
            self.emit(Expression::Access { base: table, index: at }, out)
        };
        Some(self.emit(Expression::Load { pointer }, out))
    }

    /// Returns the number of parts of values of a type. None for scalars, and where the number is not known.
    fn parts_of(&self, ty: Handle<Type>) -> Option<u32> {
        match &self.module.types[ty].inner {
            TypeInner::Vector { size, .. } => Some(*size as u32),
            TypeInner::Array { size: naga::ArraySize::Constant(size), .. } => Some(size.get()),
            TypeInner::Struct { members, .. } => Some(members.len() as u32),
            _ => None,
        }
    }

    pub(super) fn load(&mut self, pointer: Value, out: &mut Block) -> Value {
        if self.is_plain {
            return self.emit(Expression::Load { pointer }, out);
        }
        if let Some((local, path)) = place(pointer, &self.expressions)
            && self.split.contains_key(&local)
        {
            let (local, path) = self.within(local, &path);
            let whole = self.get(local, out);
            return path.iter().fold(whole, |value, part| self.part(value, *part, out));
        }
        if let Some((local, path)) = place(pointer, &self.expressions)
            && let Some(known) = self.known.get(&local).cloned()
            && let Some(value) = self.read(&known, self.locals[local].ty, &path, out)
        {
            return value;
        }
        self.emit(Expression::Load { pointer }, out)
    }

    /// Returns a part of a variable, or of a part of it that has this type, if it is known.
    fn read(&mut self, known: &Known, ty: Handle<Type>, path: &[u32], out: &mut Block) -> Option<Value> {
        if known.parts.is_empty() {
            return path.iter().try_fold(known.whole?, |value, part| Some(self.part(value, *part, out)));
        }
        let mut of_part = |this: &mut Self, part: u32, path: &[u32]| match known.parts.get(&part) {
            Some(known) => this.read(known, this.part_type(ty, part), path, out),
            None => path.iter().try_fold(this.part(known.whole?, part, out), |value, part| Some(this.part(value, *part, out))),
        };
        if let [part, rest @ ..] = path {
            return of_part(self, *part, rest);
        }
        let components = (0..self.parts_of(ty)?).map(|part| of_part(self, part, &[])).collect::<Option<_>>()?;
        Some(self.emit(Expression::Compose { ty, components }, out))
    }

    /// Returns the type of a part of values of a type; of scalars, which have none, the type itself.
    fn component_type(&self, ty: Handle<Type>, part: u32) -> Handle<Type> {
        match &self.module.types[ty].inner {
            TypeInner::Vector { scalar, .. } => self.scalar_type(*scalar),
            _ => self.part_type(ty, part),
        }
    }

    /// Returns the type of a scalar, which every module has whose vectors have it.
    pub(super) fn scalar_type(&self, scalar: Scalar) -> Handle<Type> {
        self.module.types.get(&Type { name: None, inner: TypeInner::Scalar(scalar) }).expect("a module that computes with a vector's parts")
    }

    fn part_type(&self, ty: Handle<Type>, part: u32) -> Handle<Type> {
        match &self.module.types[ty].inner {
            TypeInner::Array { base, .. } => *base,
            TypeInner::Struct { members, .. } => members[part as usize].ty,
            _ => ty,
        }
    }

    pub(super) fn store(&mut self, pointer: Value, value: Value, out: &mut Block) {
        match place(pointer, &self.expressions) {
            _ if self.is_plain => {}
            Some((local, path)) if self.split.contains_key(&local) => {
                let (local, _) = self.within(local, &path);
                return self.set(local, value, out);
            }
            Some((local, path)) => {
                let mut known = self.known.entry(local).or_default();
                for part in path {
                    known = known.parts.entry(part).or_default();
                }
                *known = Known::of(value);
            }
            None => {
                if let Some(local) = root(pointer, &self.expressions) {
                    self.known.remove(&local);
                }
            }
        }
        out.push(Statement::Store { pointer, value }, Span::UNDEFINED);
    }
}
