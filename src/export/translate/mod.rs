//! Translates WGSL modules to other languages.
//!
//! naga parses the text. Little is left to write, because lacuna's shaders access components of vectors but do no arithmetic on whole vectors, and have
//! no pointers, no `switch` and no `continue`.

mod cpp;
mod csharp;
mod glsl;
mod grid;
mod hlsl;
mod javascript;
mod rust;
mod syntax;
mod temporaries;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use naga::valid::{Capabilities, FunctionInfo, ModuleInfo, ValidationFlags, Validator};
use naga::{
    Arena, ArraySize, Block, Expression, Function, Handle, LocalVariable, Module, Scalar, ScalarKind, Statement, StructMember, TypeInner,
    UnaryOperator,
};

pub(super) use cpp::Cpp;
pub(super) use csharp::CSharp;
pub(super) use glsl::Glsl;
use grid::Grid;
pub(super) use hlsl::Hlsl;
pub(super) use javascript::JavaScript;
pub(super) use rust::Rust;
pub(super) use syntax::{Flat, Syntax};
use syntax::{Text, Type};
use temporaries::temporaries;

use crate::gpu::inline::flattened;
use crate::gpu::special::specialised;

/// Translates a module from WGSL to another language, given its public functions, those of positions among them, and, if compilers may change bits, the
/// function that returns its argument.
pub(super) fn translated(wgsl: &str, syntax: &dyn Syntax, users: &[String], functions: &[String], identity: Option<&str>) -> String {
    let source = naga::front::wgsl::parse_str(wgsl).expect("a module is legal WGSL");
    let is_own = |name: &str| !functions.iter().any(|function| function == name);
    let replaces = |name: &str| is_own(name) && (syntax.replaced(name).is_some() || syntax.replaced_if(name).is_some());
    let module = match syntax.flat() {
        Some(flat) => flattened(&source, |name| flat.keeps(name) || is_own(name) && syntax.has_formula(name), &flat.identity),
        None => {
            let is_public = |name: &str| users.iter().any(|user| user == name) || replaces(name);
            specialised(&source, is_public, identity.filter(|name| !replaces(name)))
        }
    };
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module).expect("a module is legal WGSL");
    let comments = comments(wgsl);
    Translator { module: &module, info: &info, syntax, functions, comments }.module()
}

/// Returns true if a function can't have the name in a language.
pub(super) fn is_reserved(name: &str, syntax: &dyn Syntax) -> bool {
    let lists = syntax.predeclared().into_iter().chain([syntax.reserved()]);
    syntax.keeps(name) || lists.flat_map(str::split_whitespace).any(|word| word == name)
}

/// Returns the comments above declarations, by the names of the declarations.
fn comments(wgsl: &str) -> BTreeMap<&str, Vec<&str>> {
    let (mut comments, mut above) = (BTreeMap::new(), Vec::new());
    for line in wgsl.lines() {
        if let Some(comment) = line.strip_prefix("// ") {
            above.push(comment);
            continue;
        }
        let name = ["fn ", "struct ", "const "].iter().find_map(|word| line.strip_prefix(word));
        if let Some(name) = name.and_then(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()) {
            comments.insert(name, std::mem::take(&mut above));
        }
        above.clear();
    }
    comments
}

struct Translator<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    syntax: &'a dyn Syntax,
    /// The functions of positions, which no language replaces.
    functions: &'a [String],
    comments: BTreeMap<&'a str, Vec<&'a str>>,
}

impl Translator<'_> {
    fn module(&self) -> String {
        let mut functions = String::new();
        let mut constants = Vec::new();
        for (handle, function) in self.module.functions.iter() {
            let name = function.name.as_deref().expect("a function has a name");
            let is_own = !self.functions.iter().any(|function| function == name);
            if is_own && self.syntax.has_formula(name) {
                continue;
            }
            if let Some(replaced) = self.syntax.replaced(name).filter(|_| is_own) {
                let _ = write!(functions, "\n{replaced}");
                continue;
            }
            let writer = FunctionWriter::new(self, function, &self.info[handle]);
            let written = writer.function(name);
            let written = match self.syntax.replaced_if(name).filter(|_| is_own) {
                Some((condition, replaced)) => format!("#if {condition}\n{replaced}#else\n{written}#endif\n"),
                None => written,
            };
            let _ = write!(functions, "\n{}{written}", self.comment(name));
            constants.extend(function.expressions.iter().filter_map(|(_, expression)| match expression {
                Expression::Constant(constant) => Some(*constant),
                _ => None,
            }));
        }
        let mut text = String::new();
        let structs = self.structs();
        for (_, ty) in self.module.types.iter() {
            if let TypeInner::Struct { members, .. } = &ty.inner
                && let Some(name) = ty.name.as_deref().filter(|name| structs.contains(name))
            {
                let members: Vec<_> = members
                    .iter()
                    .map(|member| (self.named(member.name.as_deref()), self.ty(&self.module.types[member.ty].inner)))
                    .collect();
                let _ = write!(text, "\n{}{}", self.comment(name), self.syntax.structure(name, &members));
            }
        }
        let expressions = || self.module.functions.iter().flat_map(|(_, function)| function.expressions.iter());
        let is_used =
            |variable| expressions().any(|(_, expression)| matches!(expression, Expression::GlobalVariable(used) if *used == variable));
        for (_, variable) in self.module.global_variables.iter().filter(|(variable, _)| is_used(*variable)) {
            let (name, ty) = (self.named(variable.name.as_deref()), self.ty(&self.module.types[variable.ty].inner));
            let _ = match variable.init {
                // A variable with an initial value is never assigned.
                Some(value) => write!(text, "\n{}", self.syntax.constant(&name, &ty, &self.constant_value(value).code)),
                None => write!(text, "\n{}", self.syntax.global(&name, &ty)),
            };
        }
        for (_, constant) in self.module.constants.iter().filter(|(handle, _)| constants.contains(handle)) {
            let name = constant.name.as_deref().expect("a constant has a name");
            let ty = self.ty(&self.module.types[constant.ty].inner);
            let value = self.constant_value(constant.init);
            let _ = write!(text, "\n{}{}", self.comment(name), self.syntax.constant(name, &ty, &value.code));
        }
        text.push_str(&functions);
        let used: String = self
            .syntax
            .helpers()
            .into_iter()
            .filter(|(name, _)| ["(", "["].iter().any(|open| text.contains(&format!("{name}{open}"))))
            .map(|(_, text)| text)
            .collect();
        self.syntax.framed(format!("{}{used}{text}", self.syntax.head()))
    }

    /// Returns the names of the structs of which there are values.
    fn structs(&self) -> HashSet<&str> {
        let mut found = HashSet::new();
        if self.syntax.flat().is_some() {
            return found;
        }
        let mut add = |inner: &TypeInner| {
            let of = self.module.types.iter().find(|(_, ty)| ty.inner == *inner && matches!(inner, TypeInner::Struct { .. }));
            found.extend(of.and_then(|(_, ty)| ty.name.as_deref()));
        };
        for (handle, function) in self.module.functions.iter() {
            let arguments = function.arguments.iter().map(|argument| argument.ty);
            arguments.chain(function.result.iter().map(|result| result.ty)).for_each(|ty| add(&self.module.types[ty].inner));
            function.expressions.iter().for_each(|(value, _)| add(self.info[handle][value].ty.inner_with(&self.module.types)));
        }
        // Structs within others.
        for (_, ty) in self.module.types.iter().collect::<Vec<_>>().into_iter().rev() {
            if let TypeInner::Struct { members, .. } = &ty.inner
                && ty.name.as_deref().is_some_and(|name| found.contains(name))
            {
                found.extend(members.iter().filter_map(|member| match &self.module.types[member.ty] {
                    of if matches!(of.inner, TypeInner::Struct { .. }) => of.name.as_deref(),
                    _ => None,
                }));
            }
        }
        found
    }

    fn comment(&self, name: &str) -> String {
        self.comments.get(name).into_iter().flatten().map(|line| format!("// {line}\n")).collect()
    }

    /// Returns a name that is not reserved in the language.
    fn named(&self, name: Option<&str>) -> String {
        let name = name.expect("what lacuna declares has a name");
        if self.syntax.reserved().split_whitespace().any(|word| word == name) { format!("{name}_") } else { name.to_owned() }
    }

    fn ty(&self, inner: &TypeInner) -> Type {
        let scalar = |scalar: &Scalar| match scalar.kind {
            ScalarKind::Float => Type::F32,
            ScalarKind::Uint => Type::U32,
            ScalarKind::Sint => Type::I32,
            _ => Type::Bool,
        };
        match inner {
            TypeInner::Scalar(of) => scalar(of),
            TypeInner::Vector { size, scalar: of } => Type::Vector(Box::new(scalar(of)), *size as usize),
            TypeInner::Array { base, size: ArraySize::Constant(size), .. } => {
                Type::Array(Box::new(self.ty(&self.module.types[*base].inner)), size.get() as usize)
            }
            TypeInner::Pointer { base, .. } => self.ty(&self.module.types[*base].inner),
            TypeInner::ValuePointer { size: None, scalar: of, .. } => scalar(of),
            TypeInner::ValuePointer { size: Some(size), scalar: of, .. } => Type::Vector(Box::new(scalar(of)), *size as usize),
            TypeInner::Struct { .. } => {
                let (_, ty) = self.module.types.iter().find(|(_, ty)| ty.inner == *inner).expect("a struct is declared");
                Type::Struct(ty.name.clone().expect("a struct has a name"))
            }
            other => unreachable!("{other:?} is no type of a module"),
        }
    }

    fn constant_value(&self, handle: Handle<Expression>) -> Text {
        self.pure(&self.module.global_expressions, handle, &|handle| self.constant_value(handle))
    }

    /// Returns a constant expression.
    fn pure(&self, expressions: &Arena<Expression>, handle: Handle<Expression>, part: &dyn Fn(Handle<Expression>) -> Text) -> Text {
        match &expressions[handle] {
            Expression::Literal(literal) => self.syntax.literal(*literal),
            Expression::Constant(constant) => Text::atom(self.module.constants[*constant].name.clone().expect("a constant has a name")),
            Expression::ZeroValue(ty) => self.zero(&self.ty(&self.module.types[*ty].inner)),
            Expression::Compose { ty, components } => {
                let ty = self.ty(&self.module.types[*ty].inner);
                let parts: Vec<Text> = components.iter().map(|component| part(*component)).collect();
                self.composed(&ty, &parts)
            }
            other => unreachable!("{other:?} is no constant of a module"),
        }
    }

    fn composed(&self, ty: &Type, parts: &[Text]) -> Text {
        let parts: Vec<&str> = parts.iter().map(|part| part.code.as_str()).collect();
        self.syntax.compose(ty, &parts, &self.members(ty))
    }

    /// Returns the members of a struct; other types have none.
    fn members_of(&self, ty: &Type) -> &[StructMember] {
        let Type::Struct(name) = ty else { return &[] };
        let found = self.module.types.iter().find_map(|(_, ty)| match &ty.inner {
            TypeInner::Struct { members, .. } if ty.name.as_ref() == Some(name) => Some(members),
            _ => None,
        });
        found.expect("a struct is declared")
    }

    fn members(&self, ty: &Type) -> Vec<String> {
        self.members_of(ty).iter().map(|member| self.named(member.name.as_deref())).collect()
    }

    fn zero(&self, ty: &Type) -> Text {
        let parts = match ty {
            Type::Vector(of, count) | Type::Array(of, count) => vec![self.zero(of); *count],
            Type::Struct(_) => self.members_of(ty).iter().map(|member| self.zero(&self.ty(&self.module.types[member.ty].inner))).collect(),
            scalar => return self.syntax.literal(scalar.zero()),
        };
        self.composed(ty, &parts)
    }
}

/// The most characters of the text of a value without a name, where inner functions are part of the outer ones.
const MOST_OF_A_VALUE: usize = 80;

/// Returns a name that is not taken, with a number if need be, and takes it.
fn distinct(name: &str, taken: &mut HashSet<String>) -> String {
    let names = std::iter::once(name.to_owned()).chain((1..).map(|number| format!("{name}_{number}")));
    let name = names.into_iter().find(|name| !taken.contains(name)).expect("numbers don't end");
    taken.insert(name.clone());
    name
}

struct FunctionWriter<'a> {
    translator: &'a Translator<'a>,
    function: &'a Function,
    info: &'a FunctionInfo,
    /// The expressions whose names are already declared; then the texts of calls.
    declared: HashSet<Handle<Expression>>,
    calls: BTreeMap<Handle<Expression>, Text>,
    names: BTreeMap<Handle<Expression>, String>,
    /// What is known of the declared ones.
    grids: BTreeMap<Handle<Expression>, Grid>,
    variables: BTreeMap<Handle<LocalVariable>, String>,
    /// The names that the function has used up.
    taken: HashSet<String>,
    text: String,
}

impl<'a> FunctionWriter<'a> {
    fn new(translator: &'a Translator<'a>, function: &'a Function, info: &'a FunctionInfo) -> Self {
        // Names within a function are made unique: two blocks of WGSL may declare the same name.
        let mut taken: HashSet<String> = function.arguments.iter().map(|argument| translator.named(argument.name.as_deref())).collect();
        let variables = function.local_variables.iter();
        // The variables that naga inserts for operators that may skip their right side have no names.
        let mut distinct = |name: &str| distinct(name, &mut taken);
        let variables: BTreeMap<Handle<LocalVariable>, String> = variables
            .map(|(handle, variable)| {
                let name = variable.name.clone().unwrap_or_else(|| format!("both_{}", handle.index()));
                (handle, distinct(&translator.named(Some(&name))))
            })
            .collect();
        let mut names: BTreeMap<_, _> =
            function.named_expressions.iter().map(|(handle, name)| (*handle, distinct(&translator.named(Some(name))))).collect();
        if translator.syntax.flat().is_some() {
            names.extend(temporaries(translator.module, function, info).into_iter().map(|handle| (handle, distinct("t"))));
        }
        Self {
            translator,
            function,
            info,
            declared: HashSet::new(),
            calls: BTreeMap::new(),
            names,
            grids: BTreeMap::new(),
            variables,
            taken,
            text: String::new(),
        }
    }

    fn syntax(&self) -> &'a dyn Syntax {
        self.translator.syntax
    }

    fn function(mut self, name: &str) -> String {
        let types = &self.translator.module.types;
        let arguments = self.function.arguments.iter();
        let is_read = |number: u32| {
            self.function
                .expressions
                .iter()
                .any(|(_, expression)| matches!(expression, Expression::FunctionArgument(read) if *read == number))
        };
        let arguments: Vec<(String, Type)> = (0..)
            .zip(arguments)
            .map(|(number, argument)| {
                let name = self.translator.named(argument.name.as_deref());
                let name = if is_read(number) { name } else { self.syntax().unread(name) };
                (name, self.translator.ty(&types[argument.ty].inner))
            })
            .collect();
        let result = self.function.result.as_ref().map(|result| self.translator.ty(&types[result.ty].inner));
        let head = self.syntax().function(name, &arguments, result.as_ref().expect("a function of a module gives a value"));
        let _ = writeln!(self.text, "{head} {{");
        for (handle, variable) in self.function.local_variables.iter() {
            let ty = self.translator.ty(&types[variable.ty].inner);
            let value = variable.init.map_or_else(|| self.translator.zero(&ty), |init| self.value(init));
            let name = &self.variables[&handle];
            let _ = writeln!(self.text, "    {};", self.syntax().variable(name, &ty, &value.code));
        }
        self.block(&self.function.body, 1);
        let _ = writeln!(self.text, "{}", self.syntax().end());
        self.text
    }

    /// Returns the condition of a loop that starts with one, and the rest of its body.
    fn condition_of<'b>(&self, body: &'b Block) -> Option<(Text, &'b [Statement])> {
        let at = body.iter().position(|statement| !matches!(statement, Statement::Emit(_)))?;
        let has_names = |statement: &Statement| match statement {
            Statement::Emit(range) => range.clone().any(|handle| self.names.contains_key(&handle)),
            _ => false,
        };
        match &body[at] {
            Statement::If { condition, accept, reject }
                if accept.is_empty() && matches!(&reject[..], [Statement::Break]) && !body[..at].iter().any(has_names) =>
            {
                Some((self.value(*condition), &body[at + 1..]))
            }
            _ => None,
        }
    }

    fn block(&mut self, block: &[Statement], depth: usize) {
        let indent = "    ".repeat(depth);
        for statement in block {
            match statement {
                Statement::Emit(range) => {
                    for handle in range.clone() {
                        self.declare(handle, depth);
                    }
                }
                Statement::Block(block) => self.block(block, depth),
                Statement::If { condition, accept, reject } if accept.is_empty() => {
                    let condition = self.syntax().unary(UnaryOperator::LogicalNot, &Type::Bool, &self.value(*condition));
                    let _ = writeln!(self.text, "{indent}if {} {{", self.syntax().condition(&condition.code));
                    self.block(reject, depth + 1);
                    let _ = writeln!(self.text, "{indent}}}");
                }
                Statement::If { condition, accept, reject } => {
                    let condition = self.value(*condition);
                    let _ = writeln!(self.text, "{indent}if {} {{", self.syntax().condition(&condition.code));
                    self.block(accept, depth + 1);
                    if !reject.is_empty() {
                        let _ = writeln!(self.text, "{indent}}} else {{");
                        self.block(reject, depth + 1);
                    }
                    let _ = writeln!(self.text, "{indent}}}");
                }
                Statement::Loop { body, continuing, break_if: None } => {
                    let (head, rest) = match self.condition_of(body) {
                        Some((condition, rest)) => (format!("while {}", self.syntax().condition(&condition.code)), rest),
                        None => (self.syntax().endless().to_owned(), &body[..]),
                    };
                    let _ = writeln!(self.text, "{indent}{head} {{");
                    self.block(rest, depth + 1);
                    self.block(continuing, depth + 1);
                    let _ = writeln!(self.text, "{indent}}}");
                }
                Statement::Break => {
                    let _ = writeln!(self.text, "{indent}break;");
                }
                Statement::Return { value: Some(value) } => {
                    let (value, ty) = (self.value(*value), self.ty(*value));
                    let _ = writeln!(self.text, "{indent}return {};", self.syntax().copied(&ty, &value));
                }
                Statement::Store { pointer, value } => {
                    let ty = self.ty(*value);
                    let (to, value) = (self.value(*pointer), self.value(*value));
                    let _ = writeln!(self.text, "{indent}{} = {};", to.code, self.syntax().copied(&ty, &value));
                }
                Statement::Call { function, arguments, result: Some(result) } => {
                    let name = self.translator.module.functions[*function].name.as_deref().expect("a function has a name");
                    let arguments: Vec<String> = arguments.iter().map(|argument| self.value(*argument).code).collect();
                    let is_own = !self.translator.functions.iter().any(|function| function == name);
                    let call = if is_own && self.syntax().has_formula(name) {
                        self.formula(name, arguments, depth)
                    } else {
                        Text::atom(format!("{name}({})", arguments.join(", ")))
                    };
                    self.calls.insert(*result, call);
                    self.declare(*result, depth);
                }
                other => unreachable!("{other:?} is no statement of a module"),
            }
        }
    }

    /// Returns what stands in place of a call. What it uses more than once gets a name.
    fn formula(&mut self, name: &str, arguments: Vec<String>, depth: usize) -> Text {
        let mut named = |code: String| {
            if code.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return code;
            }
            let name = distinct("t", &mut self.taken);
            let declaration = self.translator.syntax.value(&name, &Type::F32, &code);
            let _ = writeln!(self.text, "{}{declaration};", "    ".repeat(depth));
            name
        };
        let arguments: Vec<String> = arguments.into_iter().map(&mut named).collect();
        self.translator.syntax.formula(name, &arguments, &mut named)
    }

    /// Writes the declaration of an expression that has a name, or gets one because its text is long.
    fn declare(&mut self, handle: Handle<Expression>, depth: usize) {
        let is_flat = self.syntax().flat().is_some();
        if !is_flat && !self.names.contains_key(&handle) {
            return;
        }
        let (value, ty) = (self.value(handle), self.ty(handle));
        let is_long = is_flat && ty.is_scalar() && !value.is_place && value.code.len() > MOST_OF_A_VALUE;
        if is_long && !self.names.contains_key(&handle) {
            let name = distinct("t", &mut self.taken);
            self.names.insert(handle, name);
        }
        let Some(name) = self.names.get(&handle).cloned() else { return };
        let declaration = self.syntax().value(&name, &ty, &self.syntax().copied(&ty, &value));
        let _ = writeln!(self.text, "{}{declaration};", "    ".repeat(depth));
        self.declared.insert(handle);
        self.grids.extend(value.grid.map(|grid| (handle, grid)));
    }

    fn ty(&self, handle: Handle<Expression>) -> Type {
        self.translator.ty(self.info[handle].ty.inner_with(&self.translator.module.types))
    }

    fn value(&self, handle: Handle<Expression>) -> Text {
        if self.declared.contains(&handle) {
            return Text::atom(self.names[&handle].clone()).on(self.grids.get(&handle).copied());
        }
        let syntax = self.syntax();
        match &self.function.expressions[handle] {
            Expression::FunctionArgument(number) => {
                Text::atom(self.translator.named(self.function.arguments[*number as usize].name.as_deref()))
            }
            Expression::LocalVariable(variable) => Text { is_place: true, ..Text::atom(self.variables[variable].clone()) },
            Expression::GlobalVariable(variable) => {
                Text::atom(self.translator.named(self.translator.module.global_variables[*variable].name.as_deref()))
            }
            Expression::Load { pointer } => self.value(*pointer),
            Expression::CallResult(_) => self.calls[&handle].clone(),
            Expression::Access { base, index } => {
                let index = self.value(*index);
                syntax.index(&self.value(*base), &index.code)
            }
            Expression::AccessIndex { base, index } => match self.ty(*base) {
                ty @ Type::Struct(_) => {
                    let (name, base) = (&self.translator.members(&ty)[*index as usize], self.value(*base));
                    Text { is_place: base.is_place, ..Text::atom(format!("{}.{name}", base.bracketed())) }
                }
                Type::Vector(..) => syntax.component(&self.value(*base), *index as usize),
                _ => syntax.index(&self.value(*base), &syntax.literal(naga::Literal::U32(*index)).code),
            },
            Expression::Unary { op, expr } => syntax.unary(*op, &self.ty(*expr), &self.value(*expr)),
            Expression::Binary { op, left, right } => syntax.binary(*op, &self.ty(*left), &self.value(*left), &self.value(*right)),
            Expression::Select { condition, accept, reject } => {
                syntax.select(&self.value(*condition), &self.value(*accept), &self.value(*reject))
            }
            Expression::Math { fun, arg, arg1, .. } => {
                let arguments: Vec<Text> = [Some(*arg), *arg1].into_iter().flatten().map(|argument| self.value(argument)).collect();
                syntax.math(*fun, &self.ty(*arg), &arguments)
            }
            Expression::As { expr, convert, .. } => {
                let (from, to) = (self.ty(*expr), self.ty(handle));
                match convert {
                    Some(_) => syntax.converted(&from, &to, &self.value(*expr)),
                    None => syntax.bits(&from, &to, &self.value(*expr)),
                }
            }
            _ => self.translator.pure(&self.function.expressions, handle, &|part| self.value(part)),
        }
    }
}
