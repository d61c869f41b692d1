//! The syntax of expressions: `stone.edge + $wear * rock`.

use winnow::ascii::{digit0, digit1};
use winnow::combinator::{alt, cut_err, eof, not, opt, preceded, repeat, separated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location as _, Stateful};
use winnow::token::{one_of, rest, take_while};

use crate::color::Color;
use crate::error_words::short;
use crate::number::Number;
use crate::recipe::MAX_NESTING;
use crate::recipe::flaw::Flaw;

/// An expression, and the byte at which it begins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Expression {
    pub(super) at: usize,
    pub(super) term: Term,
    /// The number of operations that are nested in each other.
    depth: usize,
}

impl Expression {
    /// Returns true for an operation on numbers and parameters alone, with at least one parameter. It is a number, computed exactly.
    pub(super) fn is_of_params(&self) -> bool {
        matches!(self.term, Term::Operation(..) | Term::Negative(_)) && self.params() == Some(true)
    }

    /// Returns whether it has parameters, if it has nothing else but numbers.
    fn params(&self) -> Option<bool> {
        match &self.term {
            Term::Number(_) => Some(false),
            Term::Param(_) => Some(true),
            Term::Negative(inner) => inner.params(),
            Term::Operation(_, operands) => Some(operands[0].params()? | operands[1].params()?),
            Term::Color(_) | Term::Name(..) | Term::Call(..) => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Term {
    Number(Number),
    /// `#8b8078`.
    Color(String),
    /// `$joint`, without the sign.
    Param(String),
    /// A node, and one of its outputs: `stone.edge`.
    Name(String, Option<String>),
    /// A unary minus.
    Negative(Box<Expression>),
    Operation(Operator, Box<[Expression; 2]>),
    Call(String, Vec<Expression>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Operator {
    pub(super) const ALL: [Self; 4] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide];

    pub(super) fn sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '-',
            Self::Multiply => '*',
            Self::Divide => '/',
        }
    }
}

const VALUE: &str = "a value: a number, the name of a node, a $param, a colour such as #8b8078, a function, or a parenthesis";
const OPERATOR: &str = "an operator or the end";
const MINUS: &str = "a space on each side of the minus; `a-b` is one name";
const DEEP: &str = "fewer operations within each other; give a part of them a name of its own";

/// A text, with the number of parentheses that are open.
type Input<'t> = Stateful<LocatingSlice<&'t str>, State<'t>>;

#[derive(Debug, Clone, Copy)]
struct State<'t> {
    text: &'t str,
    open: usize,
}

type Parsed<T> = Result<T, ErrMode<ContextError>>;

fn expected(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

/// Returns an error that no alternative replaces.
fn wanted<T>(what: &'static str) -> Parsed<T> {
    let mut error = ContextError::new();
    error.push(expected(what));
    Err(ErrMode::Cut(error))
}

/// Reads an expression.
pub(super) fn parse(text: &str) -> Result<Expression, Flaw> {
    let input = Stateful { input: LocatingSlice::new(text), state: State { text, open: 0 } };
    let mut whole = (sum, spaces, eof.context(expected(OPERATOR))).map(|(sum, ..)| sum);
    whole.parse(input).map_err(|error| {
        let what = error.inner().context().find_map(|context| match context {
            StrContext::Expected(StrContextValue::Description(what)) => Some(*what),
            _ => None,
        });
        let found = match text.get(error.offset()..).and_then(|rest| rest.split_whitespace().next()) {
            Some(word) => format!("at `{}`", short(word)),
            None => "at the end".to_owned(),
        };
        Flaw::here(format!("{found} the expression wants {}", what.unwrap_or(VALUE))).at(error.offset())
    })
}

fn spaces(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., [' ', '\t', '\n', '\r']).void().parse_next(input)
}

/// Returns an operation, unless too many are nested.
fn made(at: usize, below: usize, term: Term) -> Parsed<Expression> {
    if below > MAX_NESTING { wanted(DEEP) } else { Ok(Expression { at, term, depth: below + 1 }) }
}

fn sum(input: &mut Input<'_>) -> Parsed<Expression> {
    chain([Operator::Add, Operator::Subtract], product, input)
}

fn product(input: &mut Input<'_>) -> Parsed<Expression> {
    chain([Operator::Multiply, Operator::Divide], signed, input)
}

/// Reads operations of one precedence, from left to right.
fn chain<'t>(operators: [Operator; 2], operand: fn(&mut Input<'t>) -> Parsed<Expression>, input: &mut Input<'t>) -> Parsed<Expression> {
    let mut left = operand(input)?;
    while let Some(operator) = opt(|input: &mut Input<'t>| operator(operators, input)).parse_next(input)? {
        let right = cut_err(operand).parse_next(input)?;
        let (at, below) = (left.at, left.depth.max(right.depth));
        left = made(at, below, Term::Operation(operator, Box::new([left, right])))?;
    }
    Ok(left)
}

fn operator(operators: [Operator; 2], input: &mut Input<'_>) -> Parsed<Operator> {
    spaces(input)?;
    let (before, after) = input.state.text.split_at(input.current_token_start());
    let sign = one_of(operators.map(Operator::sign)).parse_next(input)?;
    let is_apart = before.ends_with(')')
        || before.ends_with(|c: char| c.is_ascii_whitespace()) && !after[1..].starts_with(|c: char| !c.is_ascii_whitespace());
    if sign == '-' && !is_apart {
        return wanted(MINUS);
    }
    Ok(Operator::ALL.into_iter().find(|operator| operator.sign() == sign).expect("the sign is that of an operator"))
}

fn signed(input: &mut Input<'_>) -> Parsed<Expression> {
    let mut minuses = Vec::new();
    loop {
        spaces(input)?;
        let at = input.current_token_start();
        match opt('-').parse_next(input)? {
            Some(_) => minuses.push(at),
            None => break,
        }
    }
    let start = input.current_token_start();
    let mut inner = value.context(expected(VALUE)).parse_next(input)?;
    // A minus and digits are one number.
    if let (Term::Number(number), Some(&at), true) = (&inner.term, minuses.last(), inner.at == start) {
        let negative = format!("-{number}").parse().unwrap_or(*number);
        inner = Expression { at, term: Term::Number(negative), depth: 0 };
        minuses.pop();
    }
    for at in minuses.into_iter().rev() {
        inner = made(at, inner.depth, Term::Negative(Box::new(inner)))?;
    }
    Ok(inner)
}

fn value(input: &mut Input<'_>) -> Parsed<Expression> {
    let at = input.current_token_start();
    let alone = |term| Expression { at, term, depth: 0 };
    let color = ('#', take_while(0.., |c: char| c.is_ascii_alphanumeric())).take();
    alt((
        number.map(|number| alone(Term::Number(number))),
        color.verify(|text: &str| text.parse::<Color>().is_ok()).map(|text: &str| alone(Term::Color(text.to_owned()))),
        preceded('$', cut_err(name)).map(|name: &str| alone(Term::Param(name.to_owned()))),
        call,
        (name, opt(preceded('.', cut_err(name)))).map(|(name, output)| alone(Term::Name(name.to_owned(), output.map(str::to_owned)))),
        parenthesis,
    ))
    .parse_next(input)
}

/// Reads a decimal that no letter follows.
fn number(input: &mut Input<'_>) -> Parsed<Number> {
    let digits = alt(((digit1, opt(('.', digit0))).void(), ('.', digit1).void()));
    let exponent = (one_of(['e', 'E']), opt(one_of(['+', '-'])), digit1);
    let decimal = (digits, opt(exponent)).take();
    let number = decimal.verify_map(|text: &str| text.parse().ok());
    (number, not(name_end)).map(|(number, ())| number).parse_next(input)
}

fn name_end(input: &mut Input<'_>) -> Parsed<()> {
    (opt('-'), one_of(is_of_names)).void().parse_next(input)
}

fn is_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Reads a name. A hyphen between letters or digits belongs to it.
fn name<'t>(input: &mut Input<'t>) -> Parsed<&'t str> {
    let word = || take_while(1.., is_of_names);
    let hyphened = repeat::<_, _, (), _, _>(0.., ('-', word()));
    (word(), hyphened).take().parse_next(input)
}

/// Reads what stands in parentheses.
fn within<'t, T>(mut inner: impl FnMut(&mut Input<'t>) -> Parsed<T>, input: &mut Input<'t>) -> Parsed<T> {
    '('.parse_next(input)?;
    input.state.open += 1;
    if input.state.open > MAX_NESTING {
        return wanted(DEEP);
    }
    let found = cut_err(|input: &mut Input<'t>| inner(input)).parse_next(input)?;
    cut_err((spaces, ')')).context(expected("an operator, or `)`")).parse_next(input)?;
    input.state.open -= 1;
    Ok(found)
}

fn parenthesis(input: &mut Input<'_>) -> Parsed<Expression> {
    within(sum, input)
}

fn call(input: &mut Input<'_>) -> Parsed<Expression> {
    let at = input.current_token_start();
    let function = name(input)?;
    let arguments: Vec<Expression> = within(|input| separated(1.., sum, (spaces, ',')).parse_next(input), input)?;
    let below = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
    made(at, below, Term::Call(function.to_owned(), arguments))
}

/// Returns true for a name that expressions can contain.
pub(super) fn is_name(text: &str) -> bool {
    let input = Stateful { input: LocatingSlice::new(text), state: State { text, open: 0 } };
    matches!((name, rest).parse(input), Ok((_, "")))
}
