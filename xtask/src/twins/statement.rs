//! Bodies of functions: statements, and the locals that have lanes.

use std::collections::HashMap;
use std::fmt::Write as _;

use wgsl_parse::syntax::{
    AssignmentOperator, AssignmentStatement, CompoundStatement, Declaration, DeclarationKind, Expression, ExpressionNode, Function,
    IfStatement, Statement, StatementNode,
};

use super::body::{Body, Local};
use super::context::{Context, comments};
use super::expression::{Level, Value};
use super::names::rust_name;
use super::types::{Generic, Scalar, Type};

impl<'c, 'a> Body<'c, 'a> {
    /// Translates the statements of a function.
    pub(super) fn translated(
        context: &'c mut Context<'a>,
        function: &Function,
        parameters: &[(String, Type)],
        result: &Type,
        generic: Generic,
    ) -> Result<String, String> {
        let witness = context.declarations.witness(parameters);
        let mut body = Self::new(context, result.clone());
        if let Some((witness, scalar)) = witness {
            body.witness = Some(witness);
            // It is an `F::Word`.
            body.needs_trait = generic == Generic::Real && scalar == Scalar::U32;
        }
        // Each round finds more variables that have lanes, until none is left.
        let declarations = body.context.declarations;
        let local =
            |(name, ty): &(String, Type)| (name.clone(), Local { ty: ty.clone(), declared: None, is_reference: declarations.is_large(ty) });
        loop {
            body.scopes = vec![parameters.iter().map(local).collect()];
            body.has_changed = false;
            let text = body.block(&function.body, true)?;
            if !body.has_changed {
                return Ok(text);
            }
        }
    }

    /// Translates the value of a constant.
    pub(super) fn constant(context: &'c mut Context<'a>, value: &ExpressionNode) -> Result<String, String> {
        let result = Type::scalar(Scalar::F32, false);
        Self::new(context, result).expression(value).map(|value| value.code)
    }

    /// Translates statements in a scope of their own. Those at the end of a function end with its value.
    fn block(&mut self, block: &CompoundStatement, is_end: bool) -> Result<String, String> {
        self.scopes.push(HashMap::new());
        let mut text = String::new();
        for (number, statement) in block.statements.iter().enumerate() {
            let is_last = is_end && number + 1 == block.statements.len();
            let comment = self.context.shader.comment_above(statement.span().start, false);
            if number > 0 && self.context.shader.is_after_empty_line(statement.span().start, comment.len()) {
                text.push('\n');
            }
            text.push_str(&comments(&comment));
            text.push_str(&self.statement(statement, is_last)?);
        }
        self.scopes.pop();
        Ok(text)
    }

    fn statement(&mut self, statement: &StatementNode, is_last: bool) -> Result<String, String> {
        let at = statement.span().start;
        match statement.node() {
            Statement::Void => Ok(String::new()),
            Statement::Compound(block) => Ok(format!("{{\n{}}}\n", self.block(block, false)?)),
            Statement::Declaration(declaration) => self.declaration(declaration, at),
            Statement::Assignment(assignment) => self.assignment(assignment, at),
            Statement::If(branch) => self.branch(branch, at),
            Statement::While(repeated) => {
                let condition = self.expression(&repeated.condition)?;
                if condition.ty != Type::scalar(Scalar::Bool, false) {
                    return self.context.refuse(at, "a loop on lanes is not translated; loop a number of times that is the same for all");
                }
                Ok(format!("while {} {{\n{}}}\n", condition.bare(), self.block(&repeated.body, false)?))
            }
            Statement::Break(_) => Ok("break;\n".into()),
            Statement::Continue(_) => Ok("continue;\n".into()),
            Statement::Return(returned) => {
                let Some(value) = &returned.expression else { return self.context.refuse(at, "a `return` without a value") };
                if self.on_lanes > 0 {
                    return self.context.refuse(at, "a `return` in an `if` on lanes would return for all of them");
                }
                let result = self.result.clone();
                let value = self.expression(value)?;
                let value = self.given(value, &result, at)?;
                Ok(if is_last { format!("{}\n", value.bare()) } else { format!("return {};\n", value.bare()) })
            }
            _ => self.context.refuse(at, "this statement is not translated; use `if`, `while`, `let`, `var`, an assignment or `return`"),
        }
    }

    fn declaration(&mut self, declaration: &Declaration, at: usize) -> Result<String, String> {
        let name = declaration.ident.name().clone();
        let Some(initializer) = &declaration.initializer else {
            return self.context.refuse(at, format!("`{name}` needs a value at once"));
        };
        if declaration.ty.is_some() {
            return self.context.refuse(at, format!("the type of `{name}` is found by itself; leave it out"));
        }
        let mut value = self.expression(initializer)?;
        let is_variable = matches!(declaration.kind, DeclarationKind::Var(_));
        if is_variable && self.with_lanes.contains(&at) {
            value = self.spread(value, at)?;
        }
        let value = value.typed();
        let ty = value.ty.clone();
        let scope = self.scopes.last_mut().expect("a body has scopes");
        scope.insert(name.clone(), Local { ty, declared: is_variable.then_some(at), is_reference: false });
        Ok(format!("let {}{} = {};\n", if is_variable { "mut " } else { "" }, rust_name(&name), value.bare()))
    }

    fn assignment(&mut self, assignment: &AssignmentStatement, at: usize) -> Result<String, String> {
        let target = match assignment.lhs.node() {
            Expression::TypeOrIdentifier(name) => name.ident.name().clone(),
            _ => return self.context.refuse(at, "only a whole variable is assigned to"),
        };
        let Some(local) = self.local(&target).cloned() else {
            return self.context.refuse(at, format!("`{target}` is no variable of this function"));
        };
        let value = self.expression(&assignment.rhs)?;
        let value = match binary(assignment.operator) {
            None => value,
            Some(operator) => {
                let current = Value::new(rust_name(&target), Level::ATOM, local.ty.clone());
                self.combined(operator, current, value, at)?
            }
        };
        let value = match local.declared {
            // The variable turns out to have lanes: another round is needed.
            Some(declared) if value.ty.has_lanes() && !local.ty.has_lanes() => {
                self.with_lanes.push(declared);
                self.has_changed = true;
                value
            }
            _ => self.given(value, &local.ty, at)?,
        };
        Ok(format!("{} = {};\n", rust_name(&target), value.bare()))
    }

    fn branch(&mut self, branch: &IfStatement, at: usize) -> Result<String, String> {
        let mut text = String::new();
        let otherwise = branch.else_if_clauses.iter().map(|clause| (&clause.expression, &clause.body));
        for (number, (condition, body)) in [(&branch.if_clause.expression, &branch.if_clause.body)].into_iter().chain(otherwise).enumerate()
        {
            let condition = self.expression(condition)?;
            let is_on_lanes = condition.ty.has_lanes();
            let mut condition = condition.bare().to_owned();
            if is_on_lanes {
                let is_marked = self.context.shader.comment_above(at, false).iter().any(|line| line.starts_with("//@ any: "));
                if !is_marked || number > 0 || !branch.else_if_clauses.is_empty() || branch.else_clause.is_some() {
                    return self.context.refuse(
                        at,
                        "an `if` on lanes is taken where it holds in any of them; write `//@ any:` above it with the reason why doing more changes \
                         nothing, and no `else`; or use `select`",
                    );
                }
                self.context.uses_own("builtin", "any");
                condition = format!("any({condition})");
                // The reason is in the shader's comment; readers of the Rust need it too.
                for line in self.context.shader.comment_above(at, false).iter().filter_map(|line| line.strip_prefix("//@ any: ")) {
                    let _ = writeln!(text, "// Where it holds in any lane: {line}");
                }
            }
            self.on_lanes += usize::from(is_on_lanes);
            let _ = write!(text, "{}if {condition} {{\n{}}}", if number == 0 { "" } else { " else " }, self.block(body, false)?);
            self.on_lanes -= usize::from(is_on_lanes);
        }
        if let Some(otherwise) = &branch.else_clause {
            let _ = write!(text, " else {{\n{}}}", self.block(&otherwise.body, false)?);
        }
        text.push('\n');
        Ok(text)
    }
}

/// Returns the operator of an assignment such as `+=`.
fn binary(operator: AssignmentOperator) -> Option<&'static str> {
    match operator {
        AssignmentOperator::Equal => None,
        AssignmentOperator::PlusEqual => Some("+"),
        AssignmentOperator::MinusEqual => Some("-"),
        AssignmentOperator::TimesEqual => Some("*"),
        AssignmentOperator::DivisionEqual => Some("/"),
        AssignmentOperator::ModuloEqual => Some("%"),
        AssignmentOperator::AndEqual => Some("&"),
        AssignmentOperator::OrEqual => Some("|"),
        AssignmentOperator::XorEqual => Some("^"),
        AssignmentOperator::ShiftRightAssign => Some(">>"),
        AssignmentOperator::ShiftLeftAssign => Some("<<"),
    }
}
