//! Inlines every call of a kernel, and leaves out what constants decide.
//!
//! Compilers of drivers inline every call, too, but only then find out which branches of a function an option takes, and spend most of their time on the
//! others. Here the constants are known when a call is inlined, so that nothing else is written. RADV, Mesa's driver for AMD's GPUs, compiles lacuna's
//! kernels in a half to a tenth of the time, to the same instructions.

use std::collections::{BTreeMap, HashMap, HashSet};

use naga::compact::{KeepUnused, compact};
use naga::{
    Arena, Block, Expression, Function, Handle, Literal, LocalVariable, Module, Range, ScalarKind, Span, Statement, Type, TypeInner,
    UnaryOperator,
};

use super::fold::{Combined, combined};
use super::sweep::swept;
use super::walk::{Counted, Value, always_returns, counted, each_store, place, returns, returns_somewhere, root};

/// What becomes of the function `rounded`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// It hides its argument from the compiler.
    Hidden,
    /// It is left out: the compiler is forbidden to contract and to reorder operations.
    LeftOut,
}

/// The most turns of a loop that is unrolled.
const MOST_TURNS: u32 = 64;

/// Returns a kernel whose entry point calls no function. The values that it stores are the same.
///
/// - A branch whose condition is constant is taken, or left out. Integers and conditions are computed, floats never.
/// - A variable whose value is known is not read, and a variable that nothing reads is left out.
/// - A loop of a constant count is unrolled if its counter indexes a variable or a value: otherwise GPUs keep that in slow memory.
///
/// The module must be valid, and made of what lacuna's shaders consist of.
pub fn inlined(module: &Module, rounding: Rounding) -> Module {
    let mut made = Module { functions: Arena::new(), ..module.clone() };
    let boolean = made.types.insert(Type { name: None, inner: TypeInner::Scalar(naga::Scalar::BOOL) }, Span::UNDEFINED);
    for (entry, source) in made.entry_points.iter_mut().zip(&module.entry_points) {
        entry.function = Inliner::new(module, boolean, rounding).entry(&source.function);
    }
    compact(&mut made, KeepUnused::No);
    made
}

/// What is known of a variable: the value of all of it, except for parts that were stored since.
#[derive(Debug, Clone, Default, PartialEq)]
struct Known {
    whole: Option<Value>,
    parts: BTreeMap<u32, Known>,
}

impl Known {
    fn of(value: Value) -> Self {
        Self { whole: Some(value), parts: BTreeMap::new() }
    }

    fn all(&self, is: &dyn Fn(Value) -> bool) -> bool {
        self.whole.is_none_or(is) && self.parts.values().all(|part| part.all(is))
    }
}

/// A function that is being inlined.
struct Frame<'m> {
    function: &'m Function,
    /// For each of its expressions, the one that was written for it.
    written: Vec<Option<Value>>,
    locals: Vec<Handle<LocalVariable>>,
    arguments: Vec<Value>,
    /// True for the entry point, which returns by itself.
    is_entry: bool,
    /// The variables that take the result, and, where it is not known from the place, whether the function has returned.
    result: Option<Handle<LocalVariable>>,
    is_done: Option<Handle<LocalVariable>>,
    /// The number of loops around, and of branches that return on some of their ways only.
    depth: u32,
    open: u32,
}

/// Statements that follow a block.
#[derive(Clone, Copy)]
struct Rest<'m, 'r> {
    statements: &'m [Statement],
    then: Option<&'r Rest<'m, 'r>>,
}

struct Inliner<'m> {
    module: &'m Module,
    boolean: Handle<Type>,
    rounding: Rounding,
    expressions: Arena<Expression>,
    locals: Arena<LocalVariable>,
    known: Variables,
    /// Each literal, by its type and its bits.
    literals: HashMap<(u8, u32), Value>,
}

impl<'m> Inliner<'m> {
    fn new(module: &'m Module, boolean: Handle<Type>, rounding: Rounding) -> Self {
        let (expressions, locals) = (Arena::new(), Arena::new());
        Self { module, boolean, rounding, expressions, locals, known: HashMap::new(), literals: HashMap::new() }
    }

    fn entry(mut self, function: &'m Function) -> Function {
        let arguments = (0..function.arguments.len() as u32).map(|number| self.append(Expression::FunctionArgument(number))).collect();
        let mut body = Block::new();
        let mut frame = self.frame(function, arguments, true, &mut body);
        self.run(&mut frame, &function.body, None, &mut body);
        swept(Function {
            name: function.name.clone(),
            arguments: function.arguments.clone(),
            result: function.result.clone(),
            local_variables: self.locals,
            expressions: self.expressions,
            body,
            ..Function::default()
        })
    }

    /// Writes a call, and returns its result.
    fn call(&mut self, function: Handle<Function>, arguments: Vec<Value>, out: &mut Block) -> Option<Value> {
        let function = &self.module.functions[function];
        if self.rounding == Rounding::LeftOut && function.name.as_deref() == Some("rounded") {
            return arguments.first().copied();
        }
        let mut frame = self.frame(function, arguments, false, out);
        self.run(&mut frame, &function.body, None, out);
        let result = frame.result.map(|result| {
            let pointer = self.append(Expression::LocalVariable(result));
            self.load(pointer, out)
        });
        for local in frame.locals.into_iter().chain(frame.result).chain(frame.is_done) {
            self.known.remove(&local);
        }
        result
    }

    fn frame(&mut self, function: &'m Function, arguments: Vec<Value>, is_entry: bool, out: &mut Block) -> Frame<'m> {
        let result = function.result.as_ref().filter(|_| !is_entry).map(|result| self.local(result.ty));
        let mut frame = Frame {
            function,
            written: vec![None; function.expressions.len()],
            locals: Vec::new(),
            arguments,
            is_entry,
            result,
            is_done: None,
            depth: 0,
            open: 0,
        };
        // A function that is inlined in a loop begins each time with the same variables.
        for (_, local) in function.local_variables.iter() {
            let variable = self.local(local.ty);
            frame.locals.push(variable);
            let value = match local.init {
                Some(init) => self.value(&mut frame, init, out),
                None => self.append(Expression::ZeroValue(local.ty)),
            };
            self.set(variable, value, out);
        }
        if !is_entry && returns_somewhere(&function.body) {
            let is_done = self.local(self.boolean);
            frame.is_done = Some(is_done);
            let is_not = self.literal(Literal::Bool(false));
            self.set(is_done, is_not, out);
        }
        frame
    }

    fn local(&mut self, ty: Handle<Type>) -> Handle<LocalVariable> {
        self.locals.append(LocalVariable { name: None, ty, init: None }, Span::UNDEFINED)
    }

    /// Stores the whole of a variable.
    fn set(&mut self, local: Handle<LocalVariable>, value: Value, out: &mut Block) {
        let pointer = self.append(Expression::LocalVariable(local));
        out.push(Statement::Store { pointer, value }, Span::UNDEFINED);
        self.known.insert(local, Known::of(value));
    }

    fn append(&mut self, expression: Expression) -> Value {
        self.expressions.append(expression, Span::UNDEFINED)
    }

    /// Appends an expression, which is computed here.
    fn emit(&mut self, expression: Expression, out: &mut Block) -> Value {
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

    fn literal(&mut self, literal: Literal) -> Value {
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

    fn constant(&self, value: Value) -> Option<Literal> {
        match self.expressions[value] {
            Expression::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    /// Returns what was written for an expression of a frame.
    fn value(&mut self, frame: &mut Frame<'m>, value: Value, out: &mut Block) -> Value {
        if let Some(written) = frame.written[value.index()] {
            return written;
        }
        let written = self.expression(frame, value, out);
        frame.written[value.index()] = Some(written);
        written
    }

    fn expression(&mut self, frame: &mut Frame<'m>, value: Value, out: &mut Block) -> Value {
        let function = frame.function;
        let mut of = |this: &mut Self, value: &Value| this.value(frame, *value, out);
        let made = match &function.expressions[value] {
            Expression::Literal(literal) => return self.literal(*literal),
            Expression::Constant(constant) => match self.module.global_expressions[self.module.constants[*constant].init] {
                Expression::Literal(literal) => return self.literal(literal),
                _ => Expression::Constant(*constant),
            },
            Expression::FunctionArgument(number) => return frame.arguments[*number as usize],
            Expression::LocalVariable(local) => Expression::LocalVariable(frame.locals[local.index()]),
            same @ (Expression::ZeroValue(_) | Expression::GlobalVariable(_)) => same.clone(),
            Expression::Compose { ty, components } => {
                Expression::Compose { ty: *ty, components: components.iter().map(|component| of(self, component)).collect() }
            }
            Expression::Access { base, index } => {
                let (base, index) = (of(self, base), of(self, index));
                match self.constant(index) {
                    Some(Literal::U32(index)) => return self.part(base, index, out),
                    Some(Literal::I32(index @ 0..)) => return self.part(base, index.cast_unsigned(), out),
                    _ => Expression::Access { base, index },
                }
            }
            Expression::AccessIndex { base, index } => {
                let base = of(self, base);
                return self.part(base, *index, out);
            }
            Expression::Splat { size, value } => Expression::Splat { size: *size, value: of(self, value) },
            Expression::Swizzle { size, vector, pattern } => {
                Expression::Swizzle { size: *size, vector: of(self, vector), pattern: *pattern }
            }
            Expression::Load { pointer } => {
                let pointer = of(self, pointer);
                return self.load(pointer, out);
            }
            Expression::Unary { op, expr } => {
                let expr = of(self, expr);
                match (op, self.constant(expr)) {
                    (UnaryOperator::LogicalNot, Some(Literal::Bool(is))) => return self.literal(Literal::Bool(!is)),
                    _ => Expression::Unary { op: *op, expr },
                }
            }
            Expression::Binary { op, left, right } => {
                let (left, right) = (of(self, left), of(self, right));
                match combined(*op, self.constant(left), self.constant(right)) {
                    Some(Combined::Literal(literal)) => return self.literal(literal),
                    Some(Combined::Left) => return left,
                    Some(Combined::Right) => return right,
                    None => Expression::Binary { op: *op, left, right },
                }
            }
            Expression::Select { condition, accept, reject } => {
                let (condition, accept, reject) = (of(self, condition), of(self, accept), of(self, reject));
                match self.constant(condition) {
                    Some(Literal::Bool(is)) => return if is { accept } else { reject },
                    _ => Expression::Select { condition, accept, reject },
                }
            }
            Expression::Relational { fun, argument } => Expression::Relational { fun: *fun, argument: of(self, argument) },
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                let arg = of(self, arg);
                let [arg1, arg2, arg3] = [arg1, arg2, arg3].map(|argument| argument.map(|argument| of(self, &argument)));
                Expression::Math { fun: *fun, arg, arg1, arg2, arg3 }
            }
            Expression::As { expr, kind, convert } => {
                let expr = of(self, expr);
                match self.constant(expr) {
                    // Only numbers below 2^24 are converted, which floats hold exactly.
                    Some(Literal::U32(number)) if *kind == ScalarKind::Float && convert.is_some() => {
                        return self.literal(Literal::F32(number as f32));
                    }
                    _ => Expression::As { expr, kind: *kind, convert: *convert },
                }
            }
            Expression::ArrayLength(array) => Expression::ArrayLength(of(self, array)),
            other => unreachable!("{other:?} is no expression of a kernel"),
        };
        self.emit(made, out)
    }

    /// Returns a part of a value, or the pointer to it.
    fn part(&mut self, base: Value, index: u32, out: &mut Block) -> Value {
        if let Expression::Compose { ty, components } = &self.expressions[base]
            && self.parts_of(*ty) == Some(components.len() as u32)
            && let Some(component) = components.get(index as usize)
        {
            return *component;
        }
        self.emit(Expression::AccessIndex { base, index }, out)
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

    fn load(&mut self, pointer: Value, out: &mut Block) -> Value {
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
    fn part_type(&self, ty: Handle<Type>, part: u32) -> Handle<Type> {
        match &self.module.types[ty].inner {
            TypeInner::Array { base, .. } => *base,
            TypeInner::Struct { members, .. } => members[part as usize].ty,
            _ => ty,
        }
    }

    fn store(&mut self, pointer: Value, value: Value, out: &mut Block) {
        match place(pointer, &self.expressions) {
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

    /// Writes statements and those that follow them. Returns true if the end is never reached.
    fn run(&mut self, frame: &mut Frame<'m>, statements: &'m [Statement], then: Option<&Rest<'m, '_>>, out: &mut Block) -> bool {
        for (number, statement) in statements.iter().enumerate() {
            let rest = Rest { statements: &statements[number + 1..], then };
            match statement {
                Statement::Emit(range) => {
                    for value in range.clone() {
                        frame.written[value.index()] = Some(self.expression(frame, value, out));
                    }
                }
                Statement::Block(block) => return self.run(frame, block, Some(&rest), out),
                Statement::If { condition, accept, reject } => {
                    let condition = self.value(frame, *condition, out);
                    match self.constant(condition) {
                        Some(Literal::Bool(is)) => return self.run(frame, if is { accept } else { reject }, Some(&rest), out),
                        _ if frame.is_entry || frame.depth > 0 || !(returns(accept) || returns(reject)) => {
                            if self.branch(frame, condition, [accept, reject], None, out) {
                                return true;
                            }
                        }
                        // What follows a block that returns belongs to the other one.
                        _ if always_returns(accept) || always_returns(reject) => {
                            return self.branch(frame, condition, [accept, reject], Some(&rest), out);
                        }
                        _ => {
                            frame.open += 1;
                            self.branch(frame, condition, [accept, reject], None, out);
                            frame.open -= 1;
                            return self.unless_done(frame, &rest, out);
                        }
                    }
                }
                Statement::Loop { body, continuing, break_if: None } => {
                    if !self.unrolled(frame, body, continuing, out) {
                        self.looped(frame, body, continuing, out);
                        if !frame.is_entry && returns(body) {
                            return self.unless_done(frame, &rest, out);
                        }
                    }
                }
                Statement::Break | Statement::Continue => {
                    out.push(statement.clone(), Span::UNDEFINED);
                    return true;
                }
                Statement::Return { value } => {
                    let value = value.map(|value| self.value(frame, value, out));
                    return self.returned(frame, value, out);
                }
                Statement::Store { pointer, value } => {
                    let (pointer, value) = (self.value(frame, *pointer, out), self.value(frame, *value, out));
                    self.store(pointer, value, out);
                }
                Statement::ImageStore { image, coordinate, array_index: None, value } => {
                    let [image, coordinate, value] = [image, coordinate, value].map(|operand| self.value(frame, *operand, out));
                    out.push(Statement::ImageStore { image, coordinate, array_index: None, value }, Span::UNDEFINED);
                }
                Statement::ControlBarrier(_) | Statement::MemoryBarrier(_) => out.push(statement.clone(), Span::UNDEFINED),
                Statement::Atomic { pointer, fun, value, result } => {
                    let [pointer, value] = [pointer, value].map(|operand| self.value(frame, *operand, out));
                    let result = result.map(|result| {
                        let written = self.append(frame.function.expressions[result].clone());
                        frame.written[result.index()] = Some(written);
                        written
                    });
                    out.push(Statement::Atomic { pointer, fun: *fun, value, result }, Span::UNDEFINED);
                }
                Statement::Call { function, arguments, result } => {
                    let arguments = arguments.iter().map(|argument| self.value(frame, *argument, out)).collect();
                    let made = self.call(*function, arguments, out);
                    if let Some(result) = result {
                        frame.written[result.index()] = made;
                    }
                }
                other => unreachable!("{other:?} is no statement of a kernel"),
            }
        }
        then.is_some_and(|rest| self.run(frame, rest.statements, rest.then, out))
    }

    /// Writes the return from a function.
    fn returned(&mut self, frame: &Frame<'m>, value: Option<Value>, out: &mut Block) -> bool {
        if frame.is_entry {
            out.push(Statement::Return { value }, Span::UNDEFINED);
            return true;
        }
        if let (Some(result), Some(value)) = (frame.result, value) {
            self.set(result, value, out);
        }
        if let Some(is_done) = frame.is_done.filter(|_| frame.depth + frame.open > 0) {
            let is = self.literal(Literal::Bool(true));
            self.set(is_done, is, out);
        }
        let is_in_loop = frame.depth > 0;
        if is_in_loop {
            out.push(Statement::Break, Span::UNDEFINED);
        }
        is_in_loop
    }

    /// Writes a branch. Returns true if neither of its blocks reaches its end.
    fn branch(
        &mut self,
        frame: &mut Frame<'m>,
        condition: Value,
        blocks: [&'m [Statement]; 2],
        then: Option<&Rest<'m, '_>>,
        out: &mut Block,
    ) -> bool {
        let first = self.expressions.len();
        let before = self.known.clone();
        let blocks = blocks.map(|block| {
            self.known.clone_from(&before);
            let mut written = Block::new();
            let ends = self.run(frame, block, then, &mut written);
            (written, (!ends).then(|| std::mem::take(&mut self.known)))
        });
        self.join(first, condition, blocks, out)
    }

    /// Writes a branch whose blocks are written, each with what is known at its end if that is reached. `first` was the number of expressions before it.
    fn join(&mut self, first: usize, condition: Value, blocks: [(Block, Option<Variables>); 2], out: &mut Block) -> bool {
        let [(accept, after_accept), (reject, after_reject)] = blocks;
        out.push(Statement::If { condition, accept, reject }, Span::UNDEFINED);
        let known = match (after_accept, after_reject) {
            (Some(one), Some(other)) => Some(one.into_iter().filter(|(local, known)| other.get(local) == Some(known)).collect()),
            (one, other) => one.or(other),
        };
        let ends = known.is_none();
        // What a block computes is not known beyond it.
        let is_known = |value: Value| value.index() < first || self.expressions[value].needs_pre_emit();
        self.known = known.unwrap_or_else(Variables::new).into_iter().filter(|(_, known)| known.all(&is_known)).collect();
        ends
    }

    fn looped(&mut self, frame: &mut Frame<'m>, body: &'m Block, continuing: &'m Block, out: &mut Block) {
        let mut stored = HashSet::new();
        for block in [body, continuing] {
            each_store(block, &mut |pointer, _| stored.extend(root(pointer, &frame.function.expressions)));
        }
        let stored = stored.into_iter().map(|local| frame.locals[local.index()]);
        for local in stored.chain(frame.result.into_iter().chain(frame.is_done).filter(|_| returns(body))) {
            self.known.remove(&local);
        }
        let before = self.known.clone();
        frame.depth += 1;
        let [body, continuing] = [body, continuing].map(|block| {
            self.known.clone_from(&before);
            let mut written = Block::new();
            self.run(frame, block, None, &mut written);
            written
        });
        frame.depth -= 1;
        self.known = before;
        out.push(Statement::Loop { body, continuing, break_if: None }, Span::UNDEFINED);
    }

    /// Writes what follows statements that may have returned.
    fn unless_done(&mut self, frame: &mut Frame<'m>, rest: &Rest<'m, '_>, out: &mut Block) -> bool {
        let pointer = self.append(Expression::LocalVariable(frame.is_done.expect("the function returns somewhere")));
        let condition = self.load(pointer, out);
        let (first, before) = (self.expressions.len(), self.known.clone());
        let (mut done, mut not_done) = (Block::new(), Block::new());
        let ends = self.run(frame, rest.statements, rest.then, &mut not_done);
        let after = (!ends).then(|| std::mem::take(&mut self.known));
        // The loops around end, too.
        if frame.depth > 0 {
            done.push(Statement::Break, Span::UNDEFINED);
        }
        let after_done = (frame.depth == 0).then_some(before);
        self.join(first, condition, [(done, after_done), (not_done, after)], out)
    }

    /// Unrolls a loop of a constant count whose counter indexes a variable or a value. Returns false, and writes nothing, if it is another loop.
    fn unrolled(&mut self, frame: &mut Frame<'m>, body: &'m Block, continuing: &'m Block, out: &mut Block) -> bool {
        let Some(head) = body.iter().position(|statement| !matches!(statement, Statement::Emit(_))) else { return false };
        let Some(Counted { counter, end, step }) = counted(self.module, frame.function, &body[head..], continuing) else { return false };
        let start = self.known.get(&frame.locals[counter.index()]).and_then(|known| self.constant(known.whole?));
        let Some(Literal::U32(start)) = start else { return false };
        let turns = end.saturating_sub(start).div_ceil(step);
        if turns > MOST_TURNS {
            return false;
        }
        for _ in 0..turns {
            self.run(frame, &body[head + 1..], None, out);
            self.run(frame, continuing, None, out);
        }
        true
    }
}

/// What is known of variables.
type Variables = HashMap<Handle<LocalVariable>, Known>;
