//! Parameters of recipes, and values computed from them.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;
use toml::{Table, Value};

use super::expression::{Expression, Operator, Term, parse};
use super::made::number_value;
use crate::color::Color;
use crate::error_words::{quoted, short, suggestion};
use crate::number::{Number, product, sum};
use crate::recipe::flaw::{Flaw, Located, unknown_key};

/// The key of the table of parameters.
pub(in crate::recipe) const PARAMS: &str = "params";

/// The longest choice, in bytes. Keys may repeat it many times, and no word that a key takes is longer.
const MAX_WORD: usize = 100;
/// The most bits of a numerator or a denominator on the way to a result: far more than any number in range has.
const MAX_BITS: u64 = 1 << 11;

const OUT_OF_RANGE: &str = "the result is out of range; the exponent must lie within ±400";

/// The keys of a parameter.
pub(in crate::recipe) const PARAM_KEYS: [&str; 7] = ["value", "min", "max", "step", "choices", "label", "description"];

/// A parameter of a recipe: a table `[params.NAME]`, whose value keys use as `"$NAME"`.
///
/// ```
/// use lacuna::recipe::{Draft, ParamValue};
/// let mut draft = Draft::read(r#"
///     version = 2
///     output = "wall"
///     params.joint = { value = 0.1, min = 0, max = 0.3, label = "Joint" }
///     nodes.wall = { kind = "tiles", joint = "$joint" }
/// "#)?;
/// draft.set("joint", "0.2")?;
/// let joint = &draft.params()?[0];
/// assert_eq!((joint.label.as_deref(), &joint.value), (Some("Joint"), &ParamValue::Number(0.2.into())));
/// assert!(draft.recipe()?.graph()? == lacuna::Graph::of_channels(["wall"]).node("wall", lacuna::nodes::Tiles::new().joint(0.2)));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Param {
    /// The name: letters, digits, `_` and `-`.
    pub name: String,
    /// The value.
    pub value: ParamValue,
    /// The least value of a number, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Number>,
    /// The greatest value of a number, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Number>,
    /// The distance between the values that a slider offers. Other values are legal, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Number>,
    /// The legal words, if the value is a word.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// A name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What it changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The value of a [`Param`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum ParamValue {
    /// A number.
    Number(Number),
    /// True or false.
    Truth(bool),
    /// One of the choices.
    Word(String),
    /// A colour.
    Color(Color),
}

impl ParamValue {
    /// Returns the value as recipes write it.
    pub(super) fn written(&self) -> Value {
        Value::try_from(self).expect("numbers, truths, words and colours are values")
    }
}

/// The values of parameters by name.
pub(super) type Values = BTreeMap<String, ParamValue>;

/// Reads a table of parameters.
pub(in crate::recipe) fn read(params: &Value) -> Result<Vec<Param>, Flaw> {
    let Value::Table(params) = params else {
        return Err(Flaw::here("this is no table; write [params] and lines such as joint = { value = 0.1, min = 0, max = 0.3 }"));
    };
    params.iter().map(|(name, param)| read_one(name, param).located(name)).collect()
}

fn read_one(name: &str, param: &Value) -> Result<Param, Flaw> {
    if name.is_empty() || !super::expression::is_name(name) {
        return Err(Flaw::here("this is no name of a parameter; use letters, digits, `_`, and `-` between them"));
    }
    let Value::Table(param) = param else {
        return Err(Flaw::here(format!("this is no parameter; write a table such as {name} = {{ value = 0.1, min = 0, max = 0.3 }}")));
    };
    if let Some(key) = param.keys().find(|key| !PARAM_KEYS.contains(&key.as_str())) {
        return Err(Flaw::unknown(unknown_key(key, &PARAM_KEYS)).located(key));
    }
    let number = |key: &str| {
        let number = |value: &Value| as_number(value).ok_or_else(|| Flaw::here("this is no number; give one such as 0.1").located(key));
        param.get(key).map(number).transpose()
    };
    let text = |key: &str| {
        let text =
            |value: &Value| value.as_str().map(str::to_owned).ok_or_else(|| Flaw::here("this is no text; give one in quotes").located(key));
        param.get(key).map(text).transpose()
    };
    let choices = match param.get("choices") {
        None => vec![],
        Some(Value::Array(words)) if !words.is_empty() && words.iter().all(Value::is_str) => {
            let words: Vec<String> = words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            if words.iter().any(|word| word.len() > MAX_WORD) {
                return Err(Flaw::here(format!("a choice has at most {MAX_WORD} bytes; give shorter words")).located("choices"));
            }
            words
        }
        Some(_) => return Err(Flaw::here("this is no list of words; give one such as [\"running\", \"stack\"]").located("choices")),
    };
    let Some(value) = param.get("value") else {
        return Err(Flaw::here(format!("the parameter has no `value`; write {name} = {{ value = 0.1 }}")));
    };
    let value = read_value(value, &choices).located("value")?;
    let of = Param {
        name: name.to_owned(),
        value,
        min: number("min")?,
        max: number("max")?,
        step: number("step")?,
        choices,
        label: text("label")?,
        description: text("description")?,
    };
    let is_number = matches!(of.value, ParamValue::Number(_));
    if let Some(key) = ["min", "max", "step"].into_iter().find(|key| !is_number && param.contains_key(*key)) {
        return Err(Flaw::here("only a parameter that is a number has it; leave it out").located(key));
    }
    of.check().located("value")?;
    Ok(of)
}

/// Returns the number of a value that is one.
pub(super) fn as_number(value: &Value) -> Option<Number> {
    let number: Number = match value {
        Value::Integer(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::String(text) => text.parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

fn read_value(value: &Value, choices: &[String]) -> Result<ParamValue, Flaw> {
    match value {
        Value::Boolean(truth) => Ok(ParamValue::Truth(*truth)),
        Value::String(word) if choices.contains(word) => Ok(ParamValue::Word(word.clone())),
        Value::String(word) if !choices.is_empty() => {
            let nearest = suggestion(word, choices.iter().map(String::as_str));
            Err(Flaw::unknown(format!("there is no choice `{}`{nearest}; give one of {}", short(word), quoted(choices))))
        }
        Value::String(color) if color.starts_with('#') => color
            .parse()
            .map(ParamValue::Color)
            .map_err(|_| Flaw::here(format!("`{}` is no colour; write #rrggbb, or #rrggbbaa with alpha", short(color)))),
        _ => as_number(value).map(ParamValue::Number).ok_or_else(|| {
            Flaw::here(
                "this is no value of a parameter; give a number, true or false, a colour such as \"#8b8078\", or a word and its `choices`",
            )
        }),
    }
}

impl Param {
    /// Checks that a number lies within the limits.
    fn check(&self) -> Result<(), Flaw> {
        let ParamValue::Number(number) = self.value else { return Ok(()) };
        let value = number.to_ratio();
        if let Some(min) = self.min.filter(|min| value < min.to_ratio()) {
            return Err(Flaw::here(format!("{number} is less than {min}, the least value of `{}`", self.name)));
        }
        if let Some(max) = self.max.filter(|max| value > max.to_ratio()) {
            return Err(Flaw::here(format!("{number} is more than {max}, the greatest value of `{}`", self.name)));
        }
        Ok(())
    }

    /// Returns the parameter with another value, if that is legal.
    pub(super) fn with(&self, value: &Value) -> Result<Self, Flaw> {
        let param = Self { value: read_value(value, &self.choices)?, ..self.clone() };
        if std::mem::discriminant(&param.value) != std::mem::discriminant(&self.value) {
            let kind = match self.value {
                ParamValue::Number(_) => "a number",
                ParamValue::Truth(_) => "`true` or `false`",
                ParamValue::Word(_) => "one of the choices",
                ParamValue::Color(_) => "a colour such as \"#8b8078\"",
            };
            return Err(Flaw::here(format!("`{}` is {kind}; give one", self.name)));
        }
        param.check()?;
        Ok(param)
    }
}

/// Returns the value of a parameter.
pub(super) fn param<'v>(values: &'v Values, name: &str) -> Result<&'v ParamValue, Flaw> {
    values.get(name).ok_or_else(|| {
        let known: Vec<String> = values.keys().map(|name| format!("${name}")).collect();
        let all = if known.is_empty() { "there are none; add one to [params]".to_owned() } else { format!("there are {}", quoted(&known)) };
        Flaw::unknown(format!("there is no parameter `${}`{}; {all}", short(name), suggestion(name, values.keys().map(String::as_str))))
    })
}

/// Replaces texts with parameters in the value of a key by what they give.
pub(in crate::recipe) fn filled(value: &Value, values: &Values) -> Result<Value, Flaw> {
    match value {
        Value::String(text) if text.contains('$') => written(text, values),
        Value::Array(list) => {
            let each = |(index, value): (usize, &Value)| filled(value, values).map_err(|flaw| flaw.of_element(index));
            list.iter().enumerate().map(each).collect::<Result<_, _>>().map(Value::Array)
        }
        Value::Table(table) => {
            let each = |(key, value): (&String, &Value)| Ok((key.clone(), filled(value, values).located(key)?));
            table.iter().map(each).collect::<Result<Table, _>>().map(Value::Table)
        }
        value => Ok(value.clone()),
    }
}

/// Returns the value of a text with parameters. Whole numbers that TOML's can't hold, such as seeds, are texts without a point.
fn written(text: &str, values: &Values) -> Result<Value, Flaw> {
    let expression = parse(text)?;
    let value = match &expression.term {
        Term::Param(name) => param(values, name).map(ParamValue::written).map_err(|flaw| flaw.at(expression.at))?,
        _ => number_of(&expression, values)?,
    };
    Ok(match value {
        Value::String(text) if text.strip_suffix(".0").is_some_and(|text| text.parse::<u64>().is_ok()) => {
            Value::String(text.replace(".0", ""))
        }
        value => value,
    })
}

/// Returns the number that an expression of numbers and parameters gives, as a value.
pub(super) fn number_of(expression: &Expression, values: &Values) -> Result<Value, Flaw> {
    let number = Number::nearest(&ratio_of(expression, values)?);
    let number = number.ok_or_else(|| Flaw::here(OUT_OF_RANGE).at(expression.at))?;
    Ok(number_value(number))
}

/// Returns the exact value of an expression of numbers and parameters.
fn ratio_of(expression: &Expression, values: &Values) -> Result<BigRational, Flaw> {
    let told = |problem: &str| Err(Flaw::here(problem).at(expression.at));
    match &expression.term {
        Term::Number(number) => Ok(number.to_ratio()),
        Term::Param(name) => match param(values, name).map_err(|flaw| flaw.at(expression.at))? {
            ParamValue::Number(number) => Ok(number.to_ratio()),
            _ => told(&format!("`${name}` is no number; it stands alone")),
        },
        Term::Negative(inner) => Ok(-ratio_of(inner, values)?),
        Term::Operation(operator, operands) => {
            let [a, b] = [ratio_of(&operands[0], values)?, ratio_of(&operands[1], values)?];
            let result = match operator {
                Operator::Add => sum(&a, &b),
                Operator::Subtract => sum(&a, &-b),
                Operator::Multiply => product(&a, &b),
                Operator::Divide if b.is_zero() => return told("this divides by 0"),
                Operator::Divide => product(&a, &b.recip()),
            };
            // Hundreds of factors would have millions of digits.
            if result.numer().bits().max(result.denom().bits()) > MAX_BITS { told(OUT_OF_RANGE) } else { Ok(result) }
        }
        Term::Color(_) => told("a colour stands alone; here only numbers and parameters are computed"),
        Term::Name(name, _) => {
            told(&format!("`{}` is no number: this key takes numbers and $params, joined by + - * / and parentheses", short(name)))
        }
        Term::Call(name, _) => told(&format!(
            "`{}` is no part of a number: this key takes numbers and $params, joined by + - * / and parentheses",
            short(name)
        )),
    }
}
