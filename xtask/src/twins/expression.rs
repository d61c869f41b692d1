//! Expressions: their Rust, their types, and the places where numbers are spread over lanes.

use wgsl_parse::syntax::{Expression, ExpressionNode, FunctionCall, LiteralExpression, UnaryOperator};

use super::body::Body;
use super::names::rust_name;
use super::types::{Scalar, Type};

/// The precedence of an expression in Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Level(u8);

impl Level {
    /// A name, a call, a literal, or an expression in brackets.
    pub(super) const ATOM: Self = Self(20);
    const UNARY: Self = Self(14);
    const CAST: Self = Self(13);
    /// `if` as a value.
    const CHOICE: Self = Self(0);

    fn of(operator: &str) -> Self {
        Self(match operator {
            "*" | "/" | "%" => 12,
            "+" | "-" => 11,
            "<<" | ">>" => 10,
            "&" => 9,
            "^" => 8,
            "|" => 7,
            "==" | "!=" | "<" | "<=" | ">" | ">=" => 6,
            "&&" => 5,
            _ => 4,
        })
    }
}

/// An expression in Rust.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) code: String,
    level: Level,
    pub(super) ty: Type,
    /// The numbers of a vector that is written out.
    parts: Vec<Self>,
    /// Set if the code is an operator in brackets.
    is_bracketed: bool,
}

impl Value {
    pub(super) fn new(code: impl Into<String>, level: Level, ty: Type) -> Self {
        Self { code: code.into(), level, ty, parts: vec![], is_bracketed: false }
    }

    /// Returns a vector that is written out.
    fn vector(scalar: Scalar, lanes: bool, mut parts: Vec<Self>) -> Self {
        if let [first, ..] = &mut parts[..] {
            *first = first.clone().typed();
        }
        let codes: Vec<&str> = parts.iter().map(Self::bare).collect();
        let ty = Type::Vector { size: parts.len(), scalar, lanes };
        Self { parts: parts.clone(), ..Self::atom(format!("[{}]", codes.join(", ")), ty) }
    }

    fn atom(code: impl Into<String>, ty: Type) -> Self {
        Self::new(code, Level::ATOM, ty)
    }

    /// Returns the code, in brackets if an operator would bind a part of it.
    fn at_least(&self, level: Level) -> String {
        if self.level < level { format!("({})", self.code) } else { self.code.clone() }
    }

    /// Returns the code for a place between brackets or commas.
    pub(super) fn bare(&self) -> &str {
        if self.is_bracketed { &self.code[1..self.code.len() - 1] } else { &self.code }
    }

    /// Returns the code with a method called on it.
    fn method(&self, call: &str) -> String {
        let receiver = match self.ty {
            // A method of a literal needs to know the literal's type.
            Type::Scalar { scalar: Scalar::U32, .. } if self.is_digits() => format!("{}_u32", self.code),
            Type::Scalar { scalar: Scalar::I32, .. } if self.is_digits() => format!("{}_i32", self.code),
            _ => self.at_least(Level::ATOM),
        };
        format!("{receiver}.{call}")
    }

    /// Returns `true` for the literal of a whole number.
    fn is_digits(&self) -> bool {
        self.code.starts_with(|first: char| first.is_ascii_digit()) && self.code.chars().all(|c| c.is_ascii_alphanumeric())
    }

    /// Returns the value for a local, whose type Rust would not know from a literal alone.
    pub(super) fn typed(mut self) -> Self {
        let Type::Scalar { scalar, lanes } = self.ty else { return self };
        let scalar = if scalar == Scalar::Literal { Scalar::I32 } else { scalar };
        self.ty = Type::scalar(scalar, lanes);
        let suffix = match scalar {
            Scalar::U32 => "_u32",
            Scalar::F32 => "_f32",
            _ => "_i32",
        };
        let digits = self.code.trim_start_matches('-');
        let is_literal = digits.starts_with(|first: char| first.is_ascii_digit())
            && digits.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c));
        if is_literal && scalar != Scalar::Bool {
            self.code.push_str(suffix);
        }
        self
    }

    /// Gives the type to the value if it is a literal without one.
    fn literal_as(mut self, wanted: Scalar) -> Self {
        if let Type::Scalar { scalar: scalar @ Scalar::Literal, .. } = &mut self.ty {
            *scalar = wanted;
        }
        self
    }

    fn scalar(&self) -> Option<(Scalar, bool)> {
        match self.ty {
            Type::Scalar { scalar, lanes } => Some((scalar, lanes)),
            _ => None,
        }
    }
}

impl Body<'_, '_> {
    pub(super) fn expression(&mut self, expression: &ExpressionNode) -> Result<Value, String> {
        let at = expression.span().start;
        match expression.node() {
            Expression::Literal(literal) => self.literal(*literal, expression.span().range(), at),
            Expression::Parenthesized(inside) => {
                let value = self.expression(&inside.expression)?;
                // Brackets stay if Rust has an operator in them, too.
                Ok(if value.level < Level::ATOM {
                    Value { is_bracketed: true, ..Value::atom(format!("({})", value.code), value.ty) }
                } else {
                    value
                })
            }
            Expression::TypeOrIdentifier(name) => self.name(&name.ident.name().clone(), at),
            Expression::NamedComponent(part) => {
                let base = self.expression(&part.base)?;
                self.component(&base, &part.component.name().clone(), at)
            }
            Expression::Indexing(indexed) => {
                let base = self.expression(&indexed.base)?;
                let index = self.expression(&indexed.index)?;
                self.indexed(&base, &index, at)
            }
            Expression::Unary(unary) => {
                let operand = self.expression(&unary.operand)?;
                self.unary(unary.operator, &operand, at)
            }
            Expression::Binary(binary) => {
                let left = self.expression(&binary.left)?;
                let right = self.expression(&binary.right)?;
                self.combined(&binary.operator.to_string(), left, right, at)
            }
            Expression::FunctionCall(call) => self.call(call, at),
        }
    }

    fn literal(&mut self, literal: LiteralExpression, range: std::ops::Range<usize>, at: usize) -> Result<Value, String> {
        let digits = self.context.shader.text[range].trim();
        match literal {
            LiteralExpression::Bool(value) => Ok(Value::atom(value.to_string(), Type::scalar(Scalar::Bool, false))),
            LiteralExpression::U32(_) => Ok(Value::atom(digits.trim_end_matches('u'), Type::scalar(Scalar::U32, false))),
            LiteralExpression::I32(_) => Ok(Value::atom(digits.trim_end_matches('i'), Type::scalar(Scalar::I32, false))),
            LiteralExpression::AbstractInt(_) => Ok(Value::atom(digits, Type::scalar(Scalar::Literal, false))),
            LiteralExpression::F32(_) => {
                let ty = Type::scalar(Scalar::F32, false);
                let Some(hexadecimal) = digits.strip_prefix("0x") else {
                    let digits = digits.trim_end_matches('f');
                    let whole = if digits.contains(['.', 'e']) { "" } else { ".0" };
                    return Ok(Value::atom(format!("{digits}{whole}"), ty));
                };
                // Rust has no hexadecimal floats. All those in shaders are powers of two.
                let exponent = hexadecimal.strip_prefix("1p").and_then(|rest| rest.strip_suffix('f')?.parse::<i32>().ok());
                let Some(exponent) = exponent.filter(|exponent| (-126..128).contains(exponent)) else {
                    return self.context.refuse(at, format!("`{digits}` is no power of two such as 0x1p-24f; write it in decimal"));
                };
                self.context.uses_own("builtin", "exp2");
                Ok(Value::atom(format!("exp2({exponent})"), ty))
            }
            _ => self.context.refuse(at, format!("`{digits}` needs the suffix f")),
        }
    }

    fn name(&mut self, name: &str, at: usize) -> Result<Value, String> {
        if let Some(local) = self.local(name) {
            return Ok(Value::atom(rust_name(name), local.ty.clone()));
        }
        let declarations = self.context.declarations;
        if let Some((file, ty)) = declarations.constants.get(name) {
            self.context.uses_declared(file, false, name);
            return Ok(Value::atom(name, ty.clone()));
        }
        if let Some(scalar) = declarations.variables.get(name) {
            let zero = if *scalar == Scalar::F32 { "0.0" } else { "0" };
            return Ok(Value::atom(zero, Type::scalar(*scalar, false)));
        }
        self.context.refuse(at, format!("`{name}` is declared nowhere"))
    }

    fn component(&mut self, base: &Value, component: &str, at: usize) -> Result<Value, String> {
        match &base.ty {
            Type::Struct(name) => {
                let field = self.context.declarations.structs[name].fields.iter().find(|(field, _)| field == component);
                match field {
                    Some((_, ty)) => Ok(Value::atom(format!("{}.{}", base.at_least(Level::ATOM), rust_name(component)), ty.clone())),
                    None => self.context.refuse(at, format!("`{name}` has no field `{component}`")),
                }
            }
            Type::Vector { size, scalar, lanes } => match ["x", "y", "z", "w"].iter().position(|name| *name == component) {
                Some(number) if number < *size => {
                    Ok(Value::atom(format!("{}[{number}]", base.at_least(Level::ATOM)), Type::scalar(*scalar, *lanes)))
                }
                _ => self.context.refuse(at, format!("`.{component}` is no single component of a vector")),
            },
            _ => self.context.refuse(at, format!("`.{component}` of what is no struct and no vector")),
        }
    }

    fn indexed(&mut self, base: &Value, index: &Value, at: usize) -> Result<Value, String> {
        let element = match &base.ty {
            Type::Vector { scalar, lanes, .. } => Type::scalar(*scalar, *lanes),
            Type::Array { element, .. } => (**element).clone(),
            _ => return self.context.refuse(at, "only vectors and arrays are indexed"),
        };
        let index = match index.scalar() {
            Some((Scalar::U32 | Scalar::I32 | Scalar::Literal, false)) if index.is_digits() => index.code.clone(),
            Some((Scalar::U32, false)) => format!("{} as usize", index.at_least(Level::CAST)),
            Some((_, true)) => {
                return self.context.refuse(at, "a table indexed by lanes is a primitive: name the function after `//@ by hand:`");
            }
            _ => return self.context.refuse(at, "an index is a literal or a u32"),
        };
        Ok(Value::atom(format!("{}[{index}]", base.at_least(Level::ATOM)), element))
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Value, at: usize) -> Result<Value, String> {
        match (operator, operand.scalar()) {
            (UnaryOperator::Negation, Some((Scalar::F32 | Scalar::Literal, _))) => {
                Ok(Value::new(format!("-{}", operand.at_least(Level::UNARY)), Level::UNARY, operand.ty.clone()))
            }
            (UnaryOperator::Negation, Some((Scalar::I32, false))) => Ok(Value::atom(operand.method("wrapping_neg()"), operand.ty.clone())),
            (UnaryOperator::LogicalNegation, Some((Scalar::Bool, _))) => {
                Ok(Value::new(format!("!{}", operand.at_least(Level::UNARY)), Level::UNARY, operand.ty.clone()))
            }
            (UnaryOperator::BitwiseComplement, Some((Scalar::U32 | Scalar::I32, false))) => {
                Ok(Value::new(format!("!{}", operand.at_least(Level::UNARY)), Level::UNARY, operand.ty.clone()))
            }
            _ => self.context.refuse(at, format!("`{operator}` is not translated for this operand")),
        }
    }

    /// Spreads a number over the lanes. A lane value stays unchanged.
    pub(super) fn spread(&mut self, value: Value, at: usize) -> Result<Value, String> {
        if value.ty.has_lanes() || self.context.one {
            return Ok(value);
        }
        let Some(witness) = self.witness.clone() else {
            return self.context.refuse(at, "there is no parameter with lanes to spread a number over");
        };
        if self.needs_trait {
            self.context.uses_own("real", "Lanes");
        }
        let ty = value.ty.with_lanes(true);
        let of = |scalar: Scalar| match scalar {
            Scalar::F32 => Some("real"),
            Scalar::U32 | Scalar::Literal => Some("word"),
            _ => None,
        };
        match &value.ty {
            Type::Scalar { scalar, .. } => match of(*scalar) {
                Some(method) => Ok(Value::atom(format!("{witness}.{method}({})", value.bare()), ty)),
                None => self.context.refuse(at, "a truth that is the same for all lanes meets one that isn't; write `select` or two `if`s"),
            },
            Type::Vector { size, scalar, .. } => {
                let element = Type::scalar(*scalar, false);
                let parts = if !value.parts.is_empty() {
                    value.parts.clone()
                } else if self.local(&value.code).is_some() {
                    (0..*size).map(|number| Value::atom(format!("{}[{number}]", value.code), element.clone())).collect()
                } else {
                    return self.context.refuse(at, "this vector can't be spread over lanes; give it a name by `let`");
                };
                let parts = parts.into_iter().map(|part| self.spread(part, at)).collect::<Result<_, _>>()?;
                Ok(Value::vector(*scalar, true, parts))
            }
            _ => self.context.refuse(at, "what is no number and no vector can't be spread over lanes"),
        }
    }

    /// Converts a value to a required type.
    pub(super) fn given(&mut self, value: Value, ty: &Type, at: usize) -> Result<Value, String> {
        let matches = match (&value.ty, ty) {
            (Type::Scalar { scalar: a, .. }, Type::Scalar { scalar: b, .. }) => {
                a == b || *a == Scalar::Literal && matches!(b, Scalar::U32 | Scalar::I32)
            }
            (Type::Vector { size: a, scalar: c, .. }, Type::Vector { size: b, scalar: d, .. }) => a == b && c == d,
            (a, b) => a == b,
        };
        if !matches {
            return self.context.refuse(at, format!("{:?} where {ty:?} is asked for", value.ty));
        }
        match (value.ty.has_lanes(), ty.has_lanes()) {
            (true, false) => self
                .context
                .refuse(at, format!("`{}` has lanes, and what is asked for here is the same for all of them (`Uniform`)", value.code)),
            (false, true) => self.spread(value, at),
            _ => Ok(Value { ty: ty.clone(), ..value }),
        }
    }

    /// Converts two values so that both have lanes or neither.
    fn alike(&mut self, left: Value, right: Value, at: usize) -> Result<(Value, Value), String> {
        match (left.ty.has_lanes(), right.ty.has_lanes()) {
            (true, false) => Ok((left, self.spread(right, at)?)),
            (false, true) => Ok((self.spread(left, at)?, right)),
            _ => Ok((left, right)),
        }
    }

    /// Combines two values by an operator.
    pub(super) fn combined(&mut self, operator: &str, left: Value, right: Value, at: usize) -> Result<Value, String> {
        let (Some((a, _)), Some((b, b_lanes))) = (left.scalar(), right.scalar()) else {
            return self.context.refuse(at, format!("`{operator}` is translated between numbers only; take the components"));
        };
        let is_shift = matches!(operator, "<<" | ">>");
        let scalar = match (a, b) {
            _ if is_shift && a != Scalar::Literal && matches!(b, Scalar::U32 | Scalar::Literal) => a,
            // In `1 << level` the literal is an i32.
            (Scalar::Literal, _) if is_shift => Scalar::I32,
            (Scalar::Literal, b) => b,
            (a, Scalar::Literal) => a,
            (a, b) if a == b => a,
            _ => return self.context.refuse(at, format!("`{operator}` between {a:?} and {b:?}")),
        };
        let left = left.literal_as(scalar);
        if is_shift {
            if b_lanes {
                return self.context.refuse(at, "a shift by lanes is a primitive: name the function after `//@ by hand:`");
            }
            return self.shifted(operator, &left, &right);
        }
        let (left, right) = self.alike(left, right.literal_as(scalar), at)?;
        let lanes = left.ty.has_lanes();
        let infix = |operator: &str, ty: Type| {
            let level = Level::of(operator);
            let right = right.at_least(Level(level.0 + 1));
            // Comparisons don't associate.
            let left = left.at_least(if level == Level::of("==") { Level(level.0 + 1) } else { level });
            Value::new(format!("{left} {operator} {right}"), level, ty)
        };
        let is_whole = matches!(scalar, Scalar::U32 | Scalar::I32);
        match operator {
            "+" | "-" | "*" if is_whole && !lanes => {
                let method = match operator {
                    "+" => "wrapping_add",
                    "-" => "wrapping_sub",
                    _ => "wrapping_mul",
                };
                Ok(Value::atom(left.method(&format!("{method}({})", right.bare())), left.ty.clone()))
            }
            "+" | "-" | "*" if is_whole || scalar == Scalar::F32 => Ok(infix(operator, left.ty.clone())),
            "/" | "%" if scalar == Scalar::U32 && !lanes => {
                let name = if operator == "/" { "divided" } else { "left_over" };
                self.context.uses_own("builtin", name);
                Ok(Value::atom(format!("{name}({}, {})", left.bare(), right.bare()), left.ty.clone()))
            }
            "&" | "|" | "^" if is_whole || scalar == Scalar::Bool && operator != "^" => Ok(infix(operator, left.ty.clone())),
            "&&" | "||" if scalar == Scalar::Bool => Ok(infix(if lanes { &operator[..1] } else { operator }, left.ty.clone())),
            "==" | "!=" | "<" | "<=" | ">" | ">=" if scalar != Scalar::Bool => {
                let ty = Type::scalar(Scalar::Bool, lanes);
                if !lanes {
                    return Ok(infix(operator, ty));
                }
                let name = match operator {
                    "==" => "equal",
                    "!=" => "unequal",
                    "<" => "less",
                    "<=" => "less_or_equal",
                    ">" => "greater",
                    _ => "greater_or_equal",
                };
                self.context.uses_own("builtin", name);
                Ok(Value::atom(format!("{name}({}, {})", left.bare(), right.bare()), ty))
            }
            _ => self.context.refuse(at, format!("`{operator}` is not translated for {scalar:?}; a primitive may have it")),
        }
    }

    fn shifted(&mut self, operator: &str, left: &Value, right: &Value) -> Result<Value, String> {
        if left.ty.has_lanes() {
            let name = if operator == "<<" { "shift_left" } else { "shift_right" };
            self.context.uses_own("builtin", name);
            return Ok(Value::atom(format!("{name}({}, {})", left.bare(), right.bare()), left.ty.clone()));
        }
        if right.is_digits() {
            let level = Level::of(operator);
            return Ok(Value::new(format!("{} {operator} {}", left.at_least(level), right.code), level, left.ty.clone()));
        }
        // As in WGSL: the number of bits is taken modulo 32.
        let method = if operator == "<<" { "wrapping_shl" } else { "wrapping_shr" };
        Ok(Value::atom(left.method(&format!("{method}({})", right.bare())), left.ty.clone()))
    }

    fn call(&mut self, call: &FunctionCall, at: usize) -> Result<Value, String> {
        let name = call.ty.ident.name().clone();
        let arguments = call.arguments.iter().map(|argument| self.expression(argument)).collect::<Result<Vec<_>, _>>()?;
        let declarations = self.context.declarations;
        if let Some(signature) = declarations.functions.get(&name) {
            if signature.parameters.len() != arguments.len() {
                return self.context.refuse(at, format!("`{name}` takes {} arguments", signature.parameters.len()));
            }
            let mut codes = Vec::new();
            for (argument, (_, ty)) in arguments.into_iter().zip(&signature.parameters) {
                // A file of one lane passes what a file of lanes requires.
                let ty = if self.context.one { ty.with_lanes(false) } else { ty.clone() };
                let is_reference = self.local(&argument.code).is_some_and(|local| local.is_reference);
                let value = self.given(argument, &ty, at)?;
                let borrow = if declarations.is_large(&ty) && !is_reference { "&" } else { "" };
                codes.push(format!("{borrow}{}", value.bare()));
            }
            let result = if self.context.one { signature.result.with_lanes(false) } else { signature.result.clone() };
            self.context.uses_declared(&signature.file, signature.by_hand, &name);
            return Ok(Value::atom(format!("{name}({})", codes.join(", ")), result));
        }
        if let Some(structure) = declarations.structs.get(&name) {
            if structure.fields.len() != arguments.len() {
                return self.context.refuse(at, format!("`{name}` has {} fields", structure.fields.len()));
            }
            let mut fields = Vec::new();
            for (argument, (field, ty)) in arguments.into_iter().zip(&structure.fields) {
                let value = self.given(argument, ty, at)?;
                fields.push(if value.code == *field { field.clone() } else { format!("{field}: {}", value.bare()) });
            }
            self.context.uses_types_of(&Type::Struct(name.clone()));
            return Ok(Value::atom(format!("{name} {{ {} }}", fields.join(", ")), Type::Struct(name)));
        }
        self.built_in(&name, call, arguments, at)
    }

    fn built_in(&mut self, name: &str, call: &FunctionCall, arguments: Vec<Value>, at: usize) -> Result<Value, String> {
        if matches!(name, "vec2" | "vec3" | "vec4" | "array") {
            return self.vector(call, arguments, at);
        }
        let [first, rest @ ..] = &arguments[..] else { return self.context.refuse(at, format!("`{name}` without arguments")) };
        let Some((scalar, lanes)) = first.scalar() else { return self.context.refuse(at, format!("`{name}` of what is no number")) };
        match (name, rest) {
            ("select", [yes, condition]) => self.selected(first, yes, condition, at),
            ("min" | "max", [other]) => {
                let (a, b) = self.alike(first.clone(), other.clone(), at)?;
                let scalars = (a.scalar().map(|(scalar, _)| scalar), b.scalar().map(|(scalar, _)| scalar));
                match scalars {
                    (Some(Scalar::F32), Some(Scalar::F32)) => {
                        self.context.uses_own("builtin", name);
                        Ok(Value::atom(format!("{name}({}, {})", a.bare(), b.bare()), a.ty))
                    }
                    (Some(Scalar::U32 | Scalar::I32), Some(_)) if !a.ty.has_lanes() => {
                        Ok(Value::atom(a.method(&format!("{name}({})", b.bare())), a.ty))
                    }
                    _ => self.context.refuse(at, format!("`{name}` is translated for floats, and for whole numbers without lanes")),
                }
            }
            ("abs" | "floor", []) if scalar == Scalar::F32 => {
                self.context.uses_own("builtin", name);
                Ok(Value::atom(format!("{name}({})", first.bare()), first.ty.clone()))
            }
            ("bitcast" | "f32" | "u32" | "i32", []) => self.converted(name, call, first, (scalar, lanes), at),
            _ => self.context.refuse(at, format!("there is no function `{name}` that is translated")),
        }
    }

    fn converted(
        &mut self,
        name: &str,
        call: &FunctionCall,
        value: &Value,
        (scalar, lanes): (Scalar, bool),
        at: usize,
    ) -> Result<Value, String> {
        let target = match call.ty.template_args.iter().flatten().map(|argument| argument.expression.node()).next() {
            Some(Expression::TypeOrIdentifier(target)) => target.ident.name().clone(),
            _ => name.to_owned(),
        };
        let is_bits = name == "bitcast";
        let to = match target.as_str() {
            "f32" => Scalar::F32,
            "u32" => Scalar::U32,
            "i32" => Scalar::I32,
            _ => return self.context.refuse(at, format!("`{name}` to {target} is not translated")),
        };
        let ty = Type::scalar(to, lanes);
        let built_in = match (is_bits, scalar, to) {
            (true, Scalar::F32, Scalar::U32) => Some("bitcast_u32"),
            (true, Scalar::U32, Scalar::F32) => Some("bitcast_f32"),
            (false, Scalar::U32, Scalar::F32) if lanes => Some("f32_of"),
            (false, Scalar::F32, Scalar::U32) if lanes => Some("u32_of"),
            _ => None,
        };
        match built_in {
            Some("bitcast_u32") if !lanes => Ok(Value::atom(value.method("to_bits()"), ty)),
            Some("bitcast_f32") if !lanes => Ok(Value::atom(format!("f32::from_bits({})", value.bare()), ty)),
            Some(function) => {
                self.context.uses_own("builtin", function);
                Ok(Value::atom(format!("{function}({})", value.bare()), ty))
            }
            None if !lanes && !is_bits && scalar != Scalar::Bool => {
                Ok(Value::new(format!("{} as {target}", value.at_least(Level::CAST)), Level::CAST, ty))
            }
            None => self.context.refuse(at, format!("`{name}` from {scalar:?} to {target} is not translated")),
        }
    }

    fn selected(&mut self, no: &Value, yes: &Value, condition: &Value, at: usize) -> Result<Value, String> {
        let Some((Scalar::Bool, on_lanes)) = condition.scalar() else { return self.context.refuse(at, "`select` by what is no truth") };
        let typed = |value: &Value, other: &Value| match other.scalar() {
            Some((Scalar::Literal, _)) => value.clone().literal_as(Scalar::I32),
            Some((scalar, _)) => value.clone().literal_as(scalar),
            None => value.clone(),
        };
        let (no, yes) = (typed(no, yes), typed(yes, no));
        if !on_lanes {
            let (no, yes) = self.alike(no, yes, at)?;
            let yes = yes.typed();
            let code = format!("if {} {{ {} }} else {{ {} }}", condition.bare(), yes.bare(), no.bare());
            return Ok(Value::new(code, Level::CHOICE, yes.ty));
        }
        let (no, yes) = (self.spread(no, at)?, self.spread(yes, at)?);
        self.context.uses_own("builtin", "select");
        Ok(Value::atom(format!("select({}, {}, {})", no.bare(), yes.bare(), condition.bare()), yes.ty))
    }

    fn vector(&mut self, call: &FunctionCall, arguments: Vec<Value>, at: usize) -> Result<Value, String> {
        let ty = self.context.declarations.resolved(&call.ty, true).or_else(|problem| self.context.refuse(at, problem))?;
        let (Type::Vector { size, .. } | Type::Array { size, .. }) = ty else {
            return self.context.refuse(at, format!("`{}` is no vector and no array", call.ty));
        };
        if arguments.len() != size {
            return self.context.refuse(at, format!("`{}` takes {size} values, each by itself", call.ty));
        }
        let scalar = match ty {
            Type::Vector { scalar, .. } => scalar,
            Type::Array { ref element, .. } => {
                let values = arguments.into_iter().map(|argument| self.given(argument, element, at)).collect::<Result<Vec<_>, _>>()?;
                let codes: Vec<&str> = values.iter().map(Value::bare).collect();
                return Ok(Value::atom(format!("[{}]", codes.join(", ")), ty));
            }
            _ => unreachable!("it is one of the two"),
        };
        let lanes = arguments.iter().any(|argument| argument.ty.has_lanes());
        let element = Type::scalar(scalar, lanes);
        let parts = arguments.into_iter().map(|argument| self.given(argument, &element, at)).collect::<Result<_, _>>()?;
        Ok(Value::vector(scalar, lanes, parts))
    }
}
