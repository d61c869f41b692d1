//! The differences between languages.

use super::grid::Grid;
use naga::{BinaryOperator, Literal, MathFunction, UnaryOperator};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::export) enum Type {
    F32,
    U32,
    I32,
    Bool,
    Vector(Box<Type>, usize),
    Array(Box<Type>, usize),
    Struct(String),
}

impl Type {
    /// Returns true for the struct of a module's parameters.
    pub(super) fn is_parameters(&self) -> bool {
        matches!(self, Self::Struct(name) if name.ends_with("_Parameters"))
    }

    pub(super) fn is_scalar(&self) -> bool {
        !matches!(self, Self::Vector(..) | Self::Array(..) | Self::Struct(_))
    }

    /// Returns the zero of a scalar type.
    pub(super) fn zero(&self) -> Literal {
        match self {
            Self::F32 => Literal::F32(0.0),
            Self::U32 => Literal::U32(0),
            Self::I32 => Literal::I32(0),
            _ => Literal::Bool(false),
        }
    }
}

/// An expression.
#[derive(Debug, Clone)]
pub(in crate::export) struct Text {
    pub(super) code: String,
    /// True if it needs no parentheses as an operand.
    pub(super) is_atom: bool,
    /// True if it is a place that may be assigned again.
    pub(super) is_place: bool,
    /// Where it lies, if it is known to be so coarse that a float holds it exactly.
    pub(super) grid: Option<Grid>,
}

impl Text {
    pub(super) fn atom(code: impl Into<String>) -> Self {
        Self { code: code.into(), is_atom: true, is_place: false, grid: None }
    }

    /// Creates an operator with its operands.
    pub(super) fn operator(code: impl Into<String>) -> Self {
        Self { code: code.into(), is_atom: false, is_place: false, grid: None }
    }

    pub(super) fn on(self, grid: Option<Grid>) -> Self {
        Self { grid, ..self }
    }

    pub(super) fn bracketed(&self) -> String {
        if self.is_atom { self.code.clone() } else { format!("({})", self.code) }
    }
}

pub(super) fn sign(op: BinaryOperator) -> &'static str {
    match op {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::And => "&",
        BinaryOperator::ExclusiveOr => "^",
        BinaryOperator::InclusiveOr => "|",
        BinaryOperator::LogicalAnd => "&&",
        BinaryOperator::LogicalOr => "||",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
    }
}

/// Modules whose functions take and use only scalars.
pub(in crate::export) struct Flat {
    /// The prefix of all names.
    pub(in crate::export) name: String,
    /// The public functions.
    pub(in crate::export) users: Vec<String>,
    /// The function that returns its argument.
    pub(in crate::export) identity: String,
}

impl Flat {
    /// Returns true for a function that stays one: the public ones, those at a position in steps, which they share, and what languages have their own way to.
    pub(super) fn keeps(&self, function: &str) -> bool {
        self.users.iter().any(|user| user == function)
            || own(&self.name, function).is_some_and(|own| own.starts_with("evaluate") || [UPPER_PRODUCT, WORD, SEEDED].contains(&own))
    }
}

/// The function that returns the upper word of a product, which most languages have their own way to.
pub(super) const UPPER_PRODUCT: &str = "upper_product";

/// The functions that return a word that a seed changes, and that set all of them.
pub(super) const SEEDED: &str = "seeded";
pub(super) const SET_SEED: &str = "set_seed";
/// What the latter does.
pub(super) const SETS_SEED: &str = "Changes parameters to those of the recipe with another seed.";

/// The function that returns a word of the parameters.
pub(super) const WORD: &str = "word";

/// Returns the name of an inner function without the prefix of all names.
pub(super) fn own<'f>(prefix: &str, function: &'f str) -> Option<&'f str> {
    function.strip_prefix(prefix)?.strip_prefix('_')
}

/// The syntax of a language. The defaults are those of C.
pub(in crate::export) trait Syntax {
    /// Returns the text at the start of a module.
    fn head(&self) -> String;

    /// Returns a module with what is around all of its declarations.
    fn framed(&self, text: String) -> String {
        text
    }

    /// Returns what stays of a module in which no inner function takes a vector or a struct, if the language is slow with them.
    fn flat(&self) -> Option<&Flat> {
        None
    }

    /// Returns true if a text is included by a preprocessor, and must keep from being read twice.
    fn is_guarded(&self) -> bool {
        false
    }

    /// Returns functions that expressions may call, each with its text. Their names end in a digit, as no name of a caller does.
    fn helpers(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns the text of a function by its name, if the language has its own version.
    fn replaced(&self, _function: &str) -> Option<String> {
        None
    }

    /// Returns the condition of a preprocessor, and the text of a function by its name that holds if the condition does.
    fn replaced_if(&self, _function: &str) -> Option<(&'static str, String)> {
        None
    }

    /// Returns true if a formula stands in place of calls of an inner function.
    fn has_formula(&self, _function: &str) -> bool {
        false
    }

    /// Returns that formula of names and numbers. `named` gives a value a name.
    fn formula(&self, function: &str, _arguments: &[String], _named: &mut dyn FnMut(String) -> String) -> Text {
        unreachable!("{function} has no formula")
    }

    /// Returns the reserved words, separated by spaces.
    fn reserved(&self) -> &'static str;

    /// Returns the other words that a function can't be called, in lists separated by spaces: what the language declares itself.
    fn predeclared(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns true for words of a form that the language keeps for itself.
    fn keeps(&self, _name: &str) -> bool {
        false
    }

    fn ty(&self, ty: &Type) -> String;

    fn literal(&self, literal: Literal) -> Text;

    fn structure(&self, name: &str, members: &[(String, Type)]) -> String {
        let members: String = members.iter().map(|(name, ty)| format!("    {} {name};\n", self.ty(ty))).collect();
        format!("struct {name} {{\n{members}}};\n")
    }

    /// Returns a global variable, initialised to 0.
    fn global(&self, name: &str, ty: &Type) -> String;

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String;

    /// Returns the first line of a function, without its brace.
    fn function(&self, name: &str, arguments: &[(String, Type)], result: &Type) -> String {
        let arguments: Vec<String> = arguments.iter().map(|(name, ty)| format!("{} {name}", self.ty(ty))).collect();
        format!("{} {name}({})", self.ty(result), arguments.join(", "))
    }

    /// Returns the last line of a function.
    fn end(&self) -> &'static str {
        "}"
    }

    /// Returns the name of an argument that a function does not read.
    fn unread(&self, name: String) -> String {
        name
    }

    fn variable(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("{} {name} = {value}", self.ty(ty))
    }

    /// Returns the declaration of a name that is assigned once.
    fn value(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("{} {name} = {value}", self.ty(ty))
    }

    /// Returns a copy of a value, which does not change with its source.
    fn copied(&self, _ty: &Type, value: &Text) -> String {
        value.code.clone()
    }

    fn condition(&self, condition: &str) -> String {
        format!("({condition})")
    }

    /// Returns the start of a loop that only a `break` ends.
    fn endless(&self) -> &'static str {
        "while (true)"
    }

    fn compose(&self, ty: &Type, parts: &[&str], members: &[String]) -> Text;

    fn index(&self, base: &Text, index: &str) -> Text {
        Text { is_place: base.is_place, ..Text::atom(format!("{}[{index}]", base.bracketed())) }
    }

    fn component(&self, base: &Text, number: usize) -> Text {
        self.index(base, &number.to_string())
    }

    fn unary(&self, op: UnaryOperator, _ty: &Type, a: &Text) -> Text {
        let sign = match op {
            UnaryOperator::Negate => "-",
            UnaryOperator::LogicalNot => "!",
            UnaryOperator::BitwiseNot => "~",
        };
        Text::operator(format!("{sign}{}", a.bracketed()))
    }

    fn binary(&self, op: BinaryOperator, ty: &Type, a: &Text, b: &Text) -> Text {
        // Booleans have no bitwise operators there.
        let op = match (op, ty) {
            (BinaryOperator::And, Type::Bool) => BinaryOperator::LogicalAnd,
            (BinaryOperator::InclusiveOr, Type::Bool) => BinaryOperator::LogicalOr,
            _ => op,
        };
        Text::operator(format!("{} {} {}", a.bracketed(), sign(op), b.bracketed()))
    }

    fn select(&self, condition: &Text, accept: &Text, reject: &Text) -> Text {
        Text::operator(format!("{} ? {} : {}", condition.bracketed(), accept.bracketed(), reject.bracketed()))
    }

    fn math(&self, function: MathFunction, ty: &Type, arguments: &[Text]) -> Text;

    /// Returns a number converted to another type: to the nearest one, or truncated to a whole number.
    fn converted(&self, from: &Type, to: &Type, value: &Text) -> Text;

    /// Returns the same bits as another type.
    fn bits(&self, from: &Type, to: &Type, value: &Text) -> Text;
}

/// Returns true for the name of a vector's or a matrix's type: one of some words, a digit, and perhaps `x` and another digit.
pub(super) fn is_vector(name: &str, words: &[&str]) -> bool {
    let is_size = |size: &[u8]| matches!(size, [b'1'..=b'4'] | [b'1'..=b'4', b'x', b'1'..=b'4']);
    words.iter().any(|word| name.strip_prefix(word).is_some_and(|size| is_size(size.as_bytes())))
}

/// Returns the name of a function of numbers, which is the same in all languages.
pub(super) fn plain(function: MathFunction) -> String {
    format!("{function:?}").to_lowercase()
}
