//! The functions and operators of expressions, and the kinds of node that they are.

use toml::{Table, Value};

use super::expression::Operator;

/// A function or an operator: the kind of node, and the keys that its arguments are.
pub(super) struct Function {
    /// The names. The first is the one that is written.
    pub(super) names: &'static [&'static str],
    pub(super) kind: &'static str,
    pub(super) arguments: &'static [Argument],
    /// Keys that are no arguments.
    pub(super) fixed: &'static [(&'static str, i64)],
}

/// The place of an argument: a key of the node, or an element of a key that is a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Argument {
    Key(&'static str),
    Element(&'static str, usize),
}

use Argument::{Element, Key};

const SOURCE: &[Argument] = &[Key("source")];
const BOTH: &[Argument] = &[Key("a"), Key("b")];
const MASKED: &[Argument] = &[Key("a"), Key("b"), Key("mask")];

const fn of(names: &'static [&'static str], kind: &'static str, arguments: &'static [Argument]) -> Function {
    Function { names, kind, arguments, fixed: &[] }
}

pub(super) const FUNCTIONS: &[Function] = &[
    of(&["abs"], "abs", SOURCE),
    of(&["clamp"], "clamp", &[Key("source"), Key("low"), Key("high")]),
    of(&["fraction", "fract"], "fraction", SOURCE),
    Function { fixed: &[("steps", 1)], ..of(&["floor"], "quantize", SOURCE) },
    of(&["lerp"], "lerp", MASKED),
    of(&["levels"], "levels", &[Key("source"), Element("from", 0), Element("from", 1)]),
    of(&["max"], "max", BOTH),
    of(&["min"], "min", BOTH),
    of(&["mix"], "mix", MASKED),
    of(&["power", "pow"], "power", &[Key("source"), Key("exponent")]),
    Function { fixed: &[("low", 0), ("high", 1)], ..of(&["saturate"], "clamp", SOURCE) },
    of(&["sine"], "sine", SOURCE),
    of(&["smoothstep"], "smoothstep", &[Key("low"), Key("high"), Key("source")]),
    of(&["sqrt"], "sqrt", SOURCE),
    of(&["step"], "threshold", &[Key("level"), Key("source")]),
];

/// The kind of a unary minus.
pub(super) const NEGATIVE: &str = "negate";

/// Functions of shaders that no node is, and what to write instead.
const INSTEAD: &[(&[&str], &str)] = &[
    (&["sin", "cos", "tan"], "write `sine(x)`, whose x is in turns: a cosine is `sine(x + 0.25)`"),
    (&["mod", "fmod"], "write `fraction(x)`, the value modulo 1"),
    (&["ceil"], "write `-floor(-x)`"),
    (&["round"], "write `floor(x + 0.5)`"),
    (&["sign"], "write `2 * step(0, x) - 1`"),
    (&["exp", "exp2", "log", "log2"], "a `curve` node draws any function that rises or falls"),
];

impl Function {
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|function| function.names.contains(&name))
    }

    /// Returns what to write instead of a function of shaders.
    pub(super) fn instead(name: &str) -> Option<&'static str> {
        INSTEAD.iter().find(|(names, _)| names.contains(&name)).map(|(_, told)| *told)
    }

    pub(super) fn all_names() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().flat_map(|function| function.names.iter().copied())
    }

    /// Returns the function with the names of its arguments.
    pub(super) fn signature(&self) -> String {
        let name = |argument: &Argument| match *argument {
            Key("source") => "x",
            Key(key) => key,
            Element(_, 0) => "low",
            Element(..) => "high",
        };
        let arguments: Vec<&str> = self.arguments.iter().map(name).collect();
        format!("{}({})", self.names[0], arguments.join(", "))
    }

    /// Returns the arguments of a node that is this function, if it is.
    pub(super) fn arguments_of<'t>(&self, node: &'t Table) -> Option<Vec<&'t Value>> {
        let mut keys: Vec<&str> = vec!["kind"];
        let mut found = Vec::new();
        for argument in self.arguments {
            let (key, value) = match *argument {
                Key(key) => (key, node.get(key)),
                Element(key, index) => {
                    (key, node.get(key).and_then(Value::as_array).filter(|pair| pair.len() == 2).map(|pair| &pair[index]))
                }
            };
            keys.push(key);
            found.push(value?);
        }
        for (key, value) in self.fixed {
            keys.push(key);
            node.get(*key).filter(|found| **found == Value::Integer(*value))?;
        }
        node.keys().all(|key| keys.contains(&key.as_str())).then_some(found)
    }
}

impl Operator {
    /// Returns the kind of node.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Subtract => "subtract",
            Self::Multiply => "multiply",
            Self::Divide => "quotient",
        }
    }

    /// Returns the operands of a node that is an operation, if it is.
    pub(super) fn operands_of(node: &Table) -> Option<(Self, [&Value; 2])> {
        let kind = node.get("kind")?.as_str()?;
        let operator = Self::ALL.into_iter().find(|operator| operator.kind() == kind)?;
        (node.len() == 3).then_some((operator, [node.get("a")?, node.get("b")?]))
    }
}
