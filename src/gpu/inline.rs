//! Inlines every call of a kernel, and leaves out what constants decide.
//!
//! Compilers of drivers inline every call, too, but only then find out which branches of a function an option takes, and spend most of their time on the
//! others. Here the constants are known when a call is inlined, so that nothing else is written. RADV, Mesa's driver for AMD's GPUs, compiles lacuna's
//! kernels in a half to a tenth of the time, to the same instructions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroU32;

use naga::compact::{KeepUnused, compact};
use naga::{
    Arena, ArraySize, BinaryOperator, Block, Expression, Function, FunctionArgument, Handle, Literal, LocalVariable, Module, ScalarKind,
    Span, Statement, Type, TypeInner, UnaryOperator,
};

use super::body::{Body, Variables};
use super::constants::Constant;
use super::fold::{Combined, combined};
use super::sweep::swept;
use super::walk::{Counted, Value, always_returns, counted, each_store, returns, returns_somewhere, root};

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
    let boolean = boolean(&mut made);
    let identity = (rounding == Rounding::LeftOut).then_some("rounded");
    for (entry, source) in made.entry_points.iter_mut().zip(&module.entry_points) {
        entry.function = Inliner::new(module, boolean, identity).entry(&source.function, &[]);
    }
    compact(&mut made, KeepUnused::No);
    made
}

/// Returns a module with only some of its functions, which call each other alone. No value of theirs is a vector or a struct, except for their results, and they take
/// each component of a vector as an argument of its own. Tables of vectors are tables of their components. The function `identity` is left out.
pub(crate) fn flattened(module: &Module, is_kept: impl Fn(&str) -> bool, identity: &str) -> Module {
    let mut made = Module { functions: Arena::new(), ..module.clone() };
    let boolean = boolean(&mut made);
    let mut kept = HashMap::new();
    for (handle, function) in module.functions.iter().filter(|(_, function)| function.name.as_deref().is_some_and(&is_kept)) {
        let mut inliner = Inliner::new(module, boolean, Some(identity));
        inliner.is_flat = true;
        inliner.body.names = Some(HashMap::new());
        inliner.kept.clone_from(&kept);
        kept.insert(handle, made.functions.append(inliner.entry(function, &[]), Span::UNDEFINED));
    }
    flatten_tables(&mut made);
    compact(&mut made, KeepUnused::Yes);
    made
}

/// Makes the module's tables of vectors tables of their components.
fn flatten_tables(module: &mut Module) {
    for (_, variable) in module.global_variables.iter_mut() {
        let TypeInner::Array { base, .. } = module.types[variable.ty].inner else { continue };
        let TypeInner::Vector { scalar, .. } = module.types[base].inner else { continue };
        let parts = |value: Handle<Expression>| match &module.global_expressions[value] {
            Expression::Compose { components, .. } => components.clone(),
            other => unreachable!("{other:?} is no list"),
        };
        let components: Vec<_> = variable.init.map(parts).unwrap_or_default().into_iter().flat_map(parts).collect();
        let base = module.types.insert(Type { name: None, inner: TypeInner::Scalar(scalar) }, Span::UNDEFINED);
        let size = ArraySize::Constant(NonZeroU32::new(components.len() as u32).expect("a table has an entry"));
        let stride = u32::from(scalar.width);
        variable.ty = module.types.insert(Type { name: None, inner: TypeInner::Array { base, size, stride } }, Span::UNDEFINED);
        variable.init = Some(module.global_expressions.append(Expression::Compose { ty: variable.ty, components }, Span::UNDEFINED));
    }
}

pub(super) fn boolean(module: &mut Module) -> Handle<Type> {
    module.types.insert(Type { name: None, inner: TypeInner::Scalar(naga::Scalar::BOOL) }, Span::UNDEFINED)
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

pub(super) struct Inliner<'m> {
    pub(super) body: Body<'m>,
    boolean: Handle<Type>,
    /// True if no value may be a vector or a struct, except for results.
    is_flat: bool,
    /// The function that returns its argument.
    identity: Option<&'m str>,
    /// The functions that stay, and what became of them.
    pub(super) kept: HashMap<Handle<Function>, Handle<Function>>,
    /// The arguments of functions that are left out.
    pub(super) given: HashMap<Handle<Function>, Vec<Option<Constant>>>,
}

impl<'m> Inliner<'m> {
    pub(super) fn new(module: &'m Module, boolean: Handle<Type>, identity: Option<&'m str>) -> Self {
        Self { body: Body::new(module), boolean, is_flat: false, identity, kept: HashMap::new(), given: HashMap::new() }
    }

    /// Writes a function, some of whose arguments are constant.
    pub(super) fn entry(mut self, function: &'m Function, given: &[Option<Constant>]) -> Function {
        let mut body = Block::new();
        let (arguments, values) = match self.is_flat {
            true => self.flat_arguments(function, &mut body),
            false => self.arguments(function, given),
        };
        let mut frame = self.frame(function, values, true, &mut body);
        self.run(&mut frame, &function.body, None, &mut body);
        let Body { expressions, locals, names, .. } = self.body;
        swept(Function {
            name: function.name.clone(),
            arguments,
            result: function.result.clone(),
            local_variables: locals,
            expressions,
            named_expressions: names.unwrap_or_default().into_iter().collect::<BTreeMap<_, _>>().into_iter().collect(),
            body,
            ..Function::default()
        })
    }

    /// Returns the arguments that are not given, and the values of all.
    fn arguments(&mut self, function: &Function, given: &[Option<Constant>]) -> (Vec<FunctionArgument>, Vec<Value>) {
        let mut arguments: Vec<FunctionArgument> = Vec::new();
        let values = function.arguments.iter().enumerate().map(|(number, argument)| match given.get(number) {
            Some(Some(constant)) => self.body.append(constant.expression()),
            _ => {
                arguments.push(argument.clone());
                self.body.append(Expression::FunctionArgument(arguments.len() as u32 - 1))
            }
        });
        let values = values.collect();
        (arguments, values)
    }

    /// Returns arguments with one for each component of a vector, and the values of those that a function has.
    fn flat_arguments(&mut self, function: &Function, out: &mut Block) -> (Vec<FunctionArgument>, Vec<Value>) {
        let mut arguments: Vec<FunctionArgument> = Vec::new();
        let values = function.arguments.iter().map(|argument| {
            let TypeInner::Vector { size, scalar } = self.body.module.types[argument.ty].inner else {
                arguments.push(argument.clone());
                return self.body.append(Expression::FunctionArgument(arguments.len() as u32 - 1));
            };
            let ty = self.body.scalar_type(scalar);
            let name = argument.name.as_deref().unwrap_or_default();
            let components = ["x", "y", "z", "w"].into_iter().take(size as usize).map(|axis| {
                let name = if name == "p" { axis.to_owned() } else { format!("{name}_{axis}") };
                arguments.push(FunctionArgument { name: Some(name), ty, binding: None });
                self.body.append(Expression::FunctionArgument(arguments.len() as u32 - 1))
            });
            let components = components.collect();
            self.body.emit(Expression::Compose { ty: argument.ty, components }, out)
        });
        let values = values.collect();
        (arguments, values)
    }

    /// Writes the call of a function that stays.
    fn kept_call(&mut self, called: Handle<Function>, kept: Handle<Function>, values: &[Value], out: &mut Block) -> Value {
        let function = &self.body.module.functions[called];
        let mut arguments = Vec::new();
        let given = self.given.get(&called).cloned().unwrap_or_default();
        let left = (0..).map(|number| !matches!(given.get(number), Some(Some(_))));
        for ((argument, value), _) in function.arguments.iter().zip(values).zip(left).filter(|(_, is_left)| *is_left) {
            match self.body.module.types[argument.ty].inner {
                TypeInner::Vector { size, .. } if self.is_flat => {
                    arguments.extend((0..size as u32).map(|part| self.body.part(*value, part, out)));
                }
                _ => arguments.push(*value),
            }
        }
        let result = self.body.append(Expression::CallResult(kept));
        out.push(Statement::Call { function: kept, arguments, result: Some(result) }, Span::UNDEFINED);
        result
    }

    /// Adds a variable in place of one of a function.
    fn variable(&mut self, function: &Function, local: Handle<LocalVariable>) -> Handle<LocalVariable> {
        let variable = &function.local_variables[local];
        let name = variable.name.as_deref().unwrap_or("both");
        let is_indexed = function.expressions.iter().any(|(_, expression)| match expression {
            Expression::Access { base, .. } => root(*base, &function.expressions) == Some(local),
            _ => false,
        });
        if self.is_flat && !is_indexed { self.body.split_local(variable.ty, name) } else { self.body.local(variable.ty, Some(name)) }
    }

    /// Writes a call, and returns its result.
    fn call(&mut self, function: Handle<Function>, arguments: Vec<Value>, out: &mut Block) -> Option<Value> {
        let (called, kept) = (function, self.kept.get(&function).copied());
        let function = &self.body.module.functions[function];
        if self.identity.is_some() && function.name.as_deref() == self.identity {
            return arguments.first().copied();
        }
        if let Some(kept) = kept {
            return Some(self.kept_call(called, kept, &arguments, out));
        }
        let mut frame = self.frame(function, arguments, false, out);
        self.run(&mut frame, &function.body, None, out);
        let result = frame.result.map(|result| {
            let pointer = self.body.append(Expression::LocalVariable(result));
            self.body.load(pointer, out)
        });
        for local in frame.locals.into_iter().chain(frame.result).chain(frame.is_done) {
            self.body.forget(local);
        }
        result
    }

    fn frame(&mut self, function: &'m Function, arguments: Vec<Value>, is_entry: bool, out: &mut Block) -> Frame<'m> {
        let result = function.result.as_ref().filter(|_| !is_entry).map(|result| match self.is_flat {
            true => self.body.split_local(result.ty, "found"),
            false => self.body.local(result.ty, None),
        });
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
        for (handle, local) in function.local_variables.iter() {
            let variable = self.variable(function, handle);
            frame.locals.push(variable);
            if self.body.is_plain {
                let init = local.init.map(|init| self.value(&mut frame, init, out));
                self.body.locals[variable].init = init;
                continue;
            }
            let value = match local.init {
                Some(init) => self.value(&mut frame, init, out),
                None => self.body.append(Expression::ZeroValue(local.ty)),
            };
            self.body.set(variable, value, out);
        }
        if !is_entry && returns_somewhere(&function.body) {
            let is_done = self.body.local(self.boolean, Some("is_done"));
            frame.is_done = Some(is_done);
            let is_not = self.body.literal(Literal::Bool(false));
            self.body.set(is_done, is_not, out);
        }
        frame
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

    /// Returns what a binary operation amounts to, if that is known, or the operation.
    fn binary(&mut self, op: BinaryOperator, left: Value, right: Value) -> Result<Value, Expression> {
        // Nothing is less than itself, nor is a NaN.
        if left == right && matches!(op, BinaryOperator::Less | BinaryOperator::Greater) {
            return Ok(self.body.literal(Literal::Bool(false)));
        }
        match combined(op, self.body.constant(left), self.body.constant(right)) {
            Some(Combined::Literal(literal)) => Ok(self.body.literal(literal)),
            Some(Combined::Left) => Ok(left),
            Some(Combined::Right) => Ok(right),
            None => Err(Expression::Binary { op, left, right }),
        }
    }

    fn expression(&mut self, frame: &mut Frame<'m>, value: Value, out: &mut Block) -> Value {
        let function = frame.function;
        let mut of = |this: &mut Self, value: &Value| this.value(frame, *value, out);
        let made = match &function.expressions[value] {
            Expression::Literal(literal) => return self.body.literal(*literal),
            Expression::Constant(constant) => match self.body.module.global_expressions[self.body.module.constants[*constant].init] {
                Expression::Literal(literal) if !self.body.is_plain => return self.body.literal(literal),
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
                match self.body.constant(index) {
                    Some(Literal::U32(index)) => return self.body.part(base, index, out),
                    Some(Literal::I32(index @ 0..)) => return self.body.part(base, index.cast_unsigned(), out),
                    _ => Expression::Access { base, index },
                }
            }
            Expression::AccessIndex { base, index } => {
                if let Some(constant) = self.body.constant_member(function, *base, *index) {
                    return self.body.append(constant.expression());
                }
                let base = of(self, base);
                return self.body.part(base, *index, out);
            }
            Expression::Splat { size, value } => Expression::Splat { size: *size, value: of(self, value) },
            Expression::Swizzle { size, vector, pattern } => {
                Expression::Swizzle { size: *size, vector: of(self, vector), pattern: *pattern }
            }
            Expression::Load { pointer } => {
                let pointer = of(self, pointer);
                return self.body.load(pointer, out);
            }
            Expression::Unary { op, expr } => {
                let expr = of(self, expr);
                match (op, self.body.constant(expr)) {
                    (UnaryOperator::LogicalNot, Some(Literal::Bool(is))) => return self.body.literal(Literal::Bool(!is)),
                    _ => Expression::Unary { op: *op, expr },
                }
            }
            Expression::Binary { op, left, right } => {
                let (left, right) = (of(self, left), of(self, right));
                match self.binary(*op, left, right) {
                    Ok(known) => return known,
                    Err(made) => made,
                }
            }
            Expression::Select { condition, accept, reject } => {
                let (condition, accept, reject) = (of(self, condition), of(self, accept), of(self, reject));
                match self.body.constant(condition) {
                    Some(Literal::Bool(is)) => return if is { accept } else { reject },
                    _ if self.body.is_choice_of_equals(condition, accept, reject) => return reject,
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
                match self.body.constant(expr) {
                    // Only numbers below 2^24 are converted, which floats hold exactly.
                    Some(Literal::U32(number)) if *kind == ScalarKind::Float && convert.is_some() => {
                        return self.body.literal(Literal::F32(number as f32));
                    }
                    _ => Expression::As { expr, kind: *kind, convert: *convert },
                }
            }
            Expression::ArrayLength(array) => Expression::ArrayLength(of(self, array)),
            other => unreachable!("{other:?} is no expression of a kernel"),
        };
        self.body.emit(made, out)
    }

    /// Writes statements and those that follow them. Returns true if the end is never reached.
    fn run(&mut self, frame: &mut Frame<'m>, statements: &'m [Statement], then: Option<&Rest<'m, '_>>, out: &mut Block) -> bool {
        for (number, statement) in statements.iter().enumerate() {
            let rest = Rest { statements: &statements[number + 1..], then };
            match statement {
                Statement::Emit(range) => {
                    for value in range.clone() {
                        let written = self.expression(frame, value, out);
                        frame.written[value.index()] = Some(written);
                        self.body.name(written, frame.function.named_expressions.get(&value));
                    }
                }
                Statement::Block(block) => return self.run(frame, block, Some(&rest), out),
                Statement::If { condition, accept, reject } => {
                    let condition = self.value(frame, *condition, out);
                    match self.body.constant(condition) {
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
                    self.body.store(pointer, value, out);
                }
                Statement::ImageStore { image, coordinate, array_index: None, value } => {
                    let [image, coordinate, value] = [image, coordinate, value].map(|operand| self.value(frame, *operand, out));
                    out.push(Statement::ImageStore { image, coordinate, array_index: None, value }, Span::UNDEFINED);
                }
                Statement::ControlBarrier(_) | Statement::MemoryBarrier(_) => out.push(statement.clone(), Span::UNDEFINED),
                Statement::Atomic { pointer, fun, value, result } => {
                    let [pointer, value] = [pointer, value].map(|operand| self.value(frame, *operand, out));
                    let result = result.map(|result| {
                        let written = self.body.append(frame.function.expressions[result].clone());
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
                        if let Some(made) = made.filter(|_| self.body.is_plain) {
                            self.body.name(made, frame.function.named_expressions.get(result));
                        }
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
            self.body.set(result, value, out);
        }
        if let Some(is_done) = frame.is_done.filter(|_| frame.depth + frame.open > 0) {
            let is = self.body.literal(Literal::Bool(true));
            self.body.set(is_done, is, out);
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
        let first = self.body.expressions.len();
        let before = self.body.known.clone();
        let blocks = blocks.map(|block| {
            self.body.known.clone_from(&before);
            let mut written = Block::new();
            let ends = self.run(frame, block, then, &mut written);
            (written, (!ends).then(|| std::mem::take(&mut self.body.known)))
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
        let is_known = |value: Value| value.index() < first || self.body.expressions[value].needs_pre_emit();
        self.body.known = known.unwrap_or_else(Variables::new).into_iter().filter(|(_, known)| known.all(&is_known)).collect();
        ends
    }

    fn looped(&mut self, frame: &mut Frame<'m>, body: &'m Block, continuing: &'m Block, out: &mut Block) {
        let mut stored = HashSet::new();
        for block in [body, continuing] {
            each_store(block, &mut |pointer, _| stored.extend(root(pointer, &frame.function.expressions)));
        }
        let stored = stored.into_iter().map(|local| frame.locals[local.index()]);
        for local in stored.chain(frame.result.into_iter().chain(frame.is_done).filter(|_| returns(body))) {
            self.body.forget(local);
        }
        let before = self.body.known.clone();
        frame.depth += 1;
        let [body, continuing] = [body, continuing].map(|block| {
            self.body.known.clone_from(&before);
            let mut written = Block::new();
            self.run(frame, block, None, &mut written);
            written
        });
        frame.depth -= 1;
        self.body.known = before;
        out.push(Statement::Loop { body, continuing, break_if: None }, Span::UNDEFINED);
    }

    /// Writes what follows statements that may have returned.
    fn unless_done(&mut self, frame: &mut Frame<'m>, rest: &Rest<'m, '_>, out: &mut Block) -> bool {
        let pointer = self.body.append(Expression::LocalVariable(frame.is_done.expect("the function returns somewhere")));
        let condition = self.body.load(pointer, out);
        let (first, before) = (self.body.expressions.len(), self.body.known.clone());
        let (mut done, mut not_done) = (Block::new(), Block::new());
        let ends = self.run(frame, rest.statements, rest.then, &mut not_done);
        let after = (!ends).then(|| std::mem::take(&mut self.body.known));
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
        let Some(Counted { counter, end, step }) = counted(self.body.module, frame.function, &body[head..], continuing) else {
            return false;
        };
        let start = self.body.known.get(&frame.locals[counter.index()]).and_then(|known| self.body.constant(known.whole?));
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
