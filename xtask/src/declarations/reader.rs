//! What a declaration uses, and the size of a function.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use wgsl_parse::SyntaxNode as _;
use wgsl_parse::syntax::{
    Attribute, AttributeNode, CompoundStatement, Expression, ExpressionNode, Function, FunctionCall, GlobalDeclaration,
    GlobalDeclarationNode, IfStatement, Statement, StatementNode, TypeExpression,
};

use super::known::Known;

/// Returns a text in which spaces replace comments.
pub(super) fn without_comments(text: &str) -> String {
    let line = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        format!("{code}{}\n", " ".repeat(line.len() - code.len()))
    };
    text.lines().map(line).collect()
}

/// A declaration as it was read.
pub(super) struct Read {
    pub(super) name: String,
    /// Set for an entry point or a binding.
    pub(super) is_root: bool,
    pub(super) uses: Vec<String>,
    /// The Rust of what is particular to functions; empty for all else.
    pub(super) function: String,
    /// What the linker could not cut, each with its first byte.
    pub(super) problems: Vec<(usize, String)>,
}

/// A part of a function that depends on an option.
struct Part {
    bytes: Range<usize>,
    /// The lines of the whole statement with the comment above it, and of the statements in it. For a rest, all of it.
    whole: Range<usize>,
    body: Range<usize>,
    /// The name of the value, if it is a constant.
    constant: String,
    option: String,
    value: u32,
    has_value: bool,
}

/// Reads a declaration.
pub(super) struct Reader<'a> {
    /// The text of the file without comments.
    code: &'a str,
    known: &'a Known,
    /// The parameters and locals in scope.
    locals: Vec<String>,
    uses: BTreeSet<String>,
    /// In the order of their first bytes; one that is part of another follows it.
    parts: Vec<Part>,
    /// The parameters of the function that are options, and the options of which it passes on values that its bases pack.
    options: Vec<String>,
    packed: Vec<String>,
    problems: Vec<(usize, String)>,
}

impl Reader<'_> {
    /// Reads a declaration; `None` if it has no name.
    pub(super) fn read(code: &str, known: &Known, packed: Vec<String>, of: &GlobalDeclarationNode) -> Option<Read> {
        let (uses, options) = (BTreeSet::new(), vec!["hash.kind".to_owned()]);
        let mut reader = Reader { code, known, locals: vec![], uses, parts: vec![], options, packed, problems: vec![] };
        let (is_root, function) = reader.declaration(of.node(), of.span().range());
        let name = of.ident()?.name().clone();
        let problems = std::mem::take(&mut reader.problems);
        let uses = if function.is_empty() {
            reader.uses.into_iter().collect()
        } else {
            reader.uses_in(&reader.outside(of.span().range(), &reader.parts))
        };
        Some(Read { name, is_root, uses, function, problems })
    }

    /// Returns true for an entry point or a binding, and the Rust of a function.
    fn declaration(&mut self, of: &GlobalDeclaration, bytes: Range<usize>) -> (bool, String) {
        let (mut attributes, mut function): (&[AttributeNode], _) = (&[], String::new());
        match of {
            GlobalDeclaration::Declaration(variable) => {
                attributes = &variable.attributes;
                variable.ty.iter().for_each(|ty| self.named(ty, false));
                variable.initializer.iter().for_each(|value| self.expression(value));
            }
            GlobalDeclaration::TypeAlias(alias) => self.named(&alias.ty, false),
            GlobalDeclaration::Struct(of) => of.members.iter().for_each(|member| self.named(&member.ty, false)),
            GlobalDeclaration::Function(of) => {
                attributes = &of.attributes;
                function = self.function(of, bytes);
            }
            GlobalDeclaration::Void | GlobalDeclaration::ConstAssert(_) => {}
        }
        for attribute in attributes {
            if let Attribute::WorkgroupSize(size) = attribute.node() {
                [Some(&size.x), size.y.as_ref(), size.z.as_ref()].into_iter().flatten().for_each(|size| self.expression(size));
            }
        }
        let is_root = attributes.iter().any(|attribute| matches!(attribute.node(), Attribute::Compute | Attribute::Group(_)));
        (is_root, function)
    }

    fn function(&mut self, of: &Function, bytes: Range<usize>) -> String {
        of.parameters.iter().map(|parameter| &parameter.ty).chain(&of.return_type).for_each(|ty| self.named(ty, false));
        self.locals = of.parameters.iter().map(|parameter| parameter.ident.name().clone()).collect();
        self.options.extend(self.known.options_of(of.ident.name().as_str()).map(|(_, option)| option.to_owned()));
        self.block(&of.body);
        self.locals.clear();
        format!(", {}", self.size(bytes, &self.parts))
    }

    fn block(&mut self, of: &CompoundStatement) {
        let outer = self.locals.len();
        for (number, statement) in of.statements.iter().enumerate() {
            self.statement(statement);
            let Statement::If(choice) = statement.node() else { continue };
            let returns = choice.if_clause.body.statements.last().is_some_and(|last| matches!(last.node(), Statement::Return(_)));
            let is_alone = choice.else_if_clauses.is_empty() && choice.else_clause.is_none();
            let rest = of.statements.get(number + 1).filter(|_| returns && is_alone).zip(of.statements.last());
            if let Some(((first, last), (option, value))) = rest.zip(self.choice(choice)) {
                let (bytes, whole) = (first.span().start..last.span().end, self.line_of(first.span().start)..last.span().end);
                self.parts.push(Part {
                    bytes,
                    whole: whole.clone(),
                    body: whole,
                    constant: String::new(),
                    option,
                    value,
                    has_value: false,
                });
            }
        }
        self.locals.truncate(outer);
    }

    fn statement(&mut self, of: &StatementNode) {
        match of.node() {
            Statement::Compound(block) => self.block(block),
            Statement::Assignment(assignment) => [&assignment.lhs, &assignment.rhs].into_iter().for_each(|one| self.expression(one)),
            Statement::Increment(step) => self.expression(&step.expression),
            Statement::Decrement(step) => self.expression(&step.expression),
            Statement::If(choice) => {
                if let (Some((option, value)), Some(last)) = (self.choice(choice), choice.if_clause.body.statements.last()) {
                    let (Range { start, end }, last) = (of.span().range(), last.span().end);
                    let head = self.code[start..].find('\n').map_or(end, |line| start + line + 1);
                    let constant =
                        self.code[start..head].split_once("== ").map_or("", |(_, constant)| constant.trim_end_matches([' ', '{', '\n']));
                    let constant = if self.known.names.contains(constant) { constant.to_owned() } else { String::new() };
                    let whole = self.line_of(start)..end;
                    self.parts.push(Part { bytes: start..last, whole, body: head..last, constant, option, value, has_value: true });
                }
                self.expression(&choice.if_clause.expression);
                self.block(&choice.if_clause.body);
                for clause in &choice.else_if_clauses {
                    self.expression(&clause.expression);
                    self.block(&clause.body);
                }
                choice.else_clause.iter().for_each(|clause| self.block(&clause.body));
            }
            Statement::For(repeated) => {
                let outer = self.locals.len();
                repeated.initializer.iter().for_each(|statement| self.statement(statement));
                repeated.condition.iter().for_each(|condition| self.expression(condition));
                repeated.update.iter().for_each(|statement| self.statement(statement));
                self.block(&repeated.body);
                self.locals.truncate(outer);
            }
            Statement::While(repeated) => {
                self.expression(&repeated.condition);
                self.block(&repeated.body);
            }
            Statement::Return(value) => value.expression.iter().for_each(|value| self.expression(value)),
            Statement::FunctionCall(statement) => self.call(&statement.call),
            Statement::Declaration(local) => {
                local.ty.iter().for_each(|ty| self.named(ty, false));
                local.initializer.iter().for_each(|value| self.expression(value));
                self.locals.push(local.ident.name().clone());
            }
            Statement::Switch(choice) => {
                self.expression(&choice.expression);
                choice.clauses.iter().for_each(|clause| self.block(&clause.body));
            }
            Statement::Loop(repeated) => {
                self.block(&repeated.body);
                repeated.continuing.iter().for_each(|last| self.block(&last.body));
            }
            Statement::ConstAssert(assertion) => self.expression(&assertion.expression),
            Statement::Void | Statement::Break(_) | Statement::Continue(_) | Statement::Discard(_) => {}
        }
    }

    fn expression(&mut self, of: &ExpressionNode) {
        match of.node() {
            Expression::Literal(_) => {}
            Expression::Parenthesized(inner) => self.expression(&inner.expression),
            Expression::NamedComponent(member) => self.expression(&member.base),
            Expression::Indexing(element) => [&element.base, &element.index].into_iter().for_each(|one| self.expression(one)),
            Expression::Unary(unary) => self.expression(&unary.operand),
            Expression::Binary(binary) => [&binary.left, &binary.right].into_iter().for_each(|one| self.expression(one)),
            Expression::FunctionCall(call) => self.call(call),
            Expression::TypeOrIdentifier(name) => self.named(name, false),
        }
    }

    /// Reads a call. An option is passed on under its own name, since the linker knows the values of options by their names.
    fn call(&mut self, call: &FunctionCall) {
        self.named(&call.ty, true);
        let function = call.ty.ident.name().clone();
        for (number, option) in self.known.options_of(&function) {
            let Some(argument) = call.arguments.get(number) else { continue };
            let is_own = argument.to_string() == option && self.options.iter().any(|own| own == option);
            if !is_own && !self.packed.iter().any(|packed| packed == option) {
                let problem =
                    format!("`{function}` takes the option `{option}`; pass on a parameter of this name, or write a function without it");
                self.problems.push((argument.span().start, problem));
            }
        }
        call.arguments.iter().for_each(|argument| self.expression(argument));
    }

    /// Returns the option and the value on which a statement depends.
    fn choice(&mut self, of: &IfStatement) -> Option<(String, u32)> {
        let (option, value) = self.known.choice(of).filter(|(option, _)| self.options.contains(option))?;
        let (start, end) = (of.if_clause.expression.span().start, of.if_clause.body.statements.last()?.span().end);
        let is_alone = of.else_if_clauses.is_empty() && of.else_clause.is_none();
        if !is_alone || !self.code[start..end].contains('\n') {
            self.problems.push((start, format!("a branch of the option `{option}` has no `else`, and lines of its own; write it so")));
            return None;
        }
        Some((option, value))
    }

    /// Records a name that is a use. No local is called.
    fn named(&mut self, name: &TypeExpression, is_called: bool) {
        let word = name.ident.name().clone();
        if self.known.names.contains(&word) && (is_called || !self.locals.contains(&word)) {
            self.uses.insert(word);
        }
        name.template_args.iter().flatten().for_each(|argument| self.expression(&argument.expression));
    }

    /// Returns the first byte of the line of a statement, or of the comment above it.
    fn line_of(&self, at: usize) -> usize {
        let start = self.code[..at].rfind('\n').map_or(0, |end| end + 1);
        let above = self.code[..start].lines().rev().take_while(|line| line.trim().is_empty());
        start - above.map(|line| line.len() + 1).sum::<usize>()
    }

    /// Returns the code of some bytes without the parts that lie in them.
    fn outside(&self, bytes: Range<usize>, parts: &[Part]) -> String {
        let (mut code, mut at) = (String::new(), bytes.start);
        for part in parts.iter().filter(|part| bytes.start <= part.bytes.start && part.bytes.end <= bytes.end) {
            if at <= part.bytes.start {
                code += &self.code[at..part.bytes.start];
                at = part.bytes.end;
            }
        }
        code + &self.code[at..bytes.end]
    }

    /// Returns the uses of a function that some code has.
    fn uses_in(&self, code: &str) -> Vec<String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = code.split(|c| !is_part(c)).collect();
        self.uses.iter().filter(|name| words.contains(name.as_str())).cloned().collect()
    }

    /// Returns the Rust of the size of some bytes, given the parts that lie in them.
    fn size(&self, bytes: Range<usize>, mut parts: &[Part]) -> String {
        let (own, mut rust) = (self.outside(bytes, parts), String::new());
        while let Some((part, after)) = parts.split_first() {
            let (inner, after) = after.split_at(after.iter().take_while(|inner| inner.bytes.end <= part.bytes.end).count());
            let Part { bytes, whole, body, constant, option, value, has_value } = part;
            // Without the condition, which compilers know.
            let block = if *has_value { self.code[bytes.clone()].find('{').unwrap_or_default() } else { 0 };
            let within = bytes.start + block..bytes.end;
            let (uses, size) = (self.uses_in(&self.outside(within.clone(), inner)), self.size(within, inner));
            let _ = write!(rust, "part({option:?}, {value}, {has_value}, {constant:?}, [{whole:?}, {body:?}], &{uses:?}, {size}), ");
            parts = after;
        }
        let runs = own.split(|c| !"+-*/%&|^<>=!".contains(c));
        let mut operations = runs.filter(|run| !matches!(*run, "" | "=" | "->")).count();
        let reads: usize = ["scalars[", "lattice[", "permutations["].iter().map(|read| own.matches(read).count()).sum();
        let mut calls: BTreeMap<&str, u64> = BTreeMap::new();
        for (at, _) in own.match_indices('(') {
            let before = own[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
            let name = &own[before.len()..at];
            match name {
                "" => {}
                _ if before.ends_with("fn ") => {}
                _ if self.known.functions.contains(name) => *calls.entry(name).or_default() += 1,
                _ => operations += 1,
            }
        }
        let calls = Vec::from_iter(calls);
        format!("size({operations}, {reads}, &{calls:?}, &[{}])", rust.trim_end_matches(", "))
    }
}
