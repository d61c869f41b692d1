//! TOML values without their positions in the text.

use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table, Value};

use crate::number::Number;

pub(super) fn plain_table(table: &DeTable) -> Table {
    table.iter().map(|(key, value)| (key.get_ref().to_string(), plain(value))).collect()
}

/// Returns the value without its position in the text. A number that i64 or f64 can't hold exactly becomes text, which [`Number`] reads.
pub(super) fn plain(value: &Spanned<DeValue>) -> Value {
    match value.get_ref() {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(integer) => match i128::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(wide) => i64::try_from(wide).map_or_else(|_| Value::String(wide.to_string()), Value::Integer),
            Err(_) => Value::String(integer.to_string()),
        },
        DeValue::Float(float) => match float.as_str().parse::<f64>() {
            Ok(near) if float.as_str().parse() == Ok(Number::from(near)) => Value::Float(near),
            _ => Value::String(float.as_str().parse::<Number>().map_or_else(|_| float.as_str().to_owned(), Number::with_point)),
        },
        DeValue::Boolean(truth) => Value::Boolean(*truth),
        DeValue::Datetime(datetime) => Value::Datetime(*datetime),
        DeValue::Array(values) => Value::Array(values.iter().map(plain).collect()),
        DeValue::Table(table) => Value::Table(plain_table(table)),
    }
}
