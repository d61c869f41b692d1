//! The kinds of node, as the library describes them: the package makes its functions and its stubs from this.

use lacuna::graph::{Key, KeyKind, NODE_KINDS};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the type of a key in Python's terms.
fn type_of(kind: &KeyKind) -> String {
    match kind {
        KeyKind::Input => "Operand".to_owned(),
        KeyKind::Number(_) => "Number".to_owned(),
        // A seed, which may be drawn.
        KeyKind::Whole { most: u64::MAX, .. } => "int | np.random.Generator".to_owned(),
        KeyKind::Whole { .. } => "int".to_owned(),
        KeyKind::Truth => "bool".to_owned(),
        KeyKind::Choice(choices) => {
            let words: Vec<String> = choices.iter().map(|choice| format!("\"{}\"", choice.name)).collect();
            format!("Literal[{}]", words.join(", "))
        }
        KeyKind::Color => "str | Sequence[Number]".to_owned(),
        KeyKind::PerAxis { of } => format!("{0} | Sequence[{0}]", type_of(of)),
        KeyKind::Tuple { of } => {
            let mut parts: Vec<String> = of.iter().map(type_of).collect();
            parts.dedup();
            format!("Sequence[{}]", parts.join(" | "))
        }
        KeyKind::List { of, .. } => format!("Sequence[{}]", type_of(of)),
        _ => "object".to_owned(),
    }
}

fn key<'py>(py: Python<'py>, key: &Key) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("name", key.name)?;
    told.set_item("type", type_of(&key.kind))?;
    told.set_item("allowed", key.kind.to_string())?;
    told.set_item("doc", key.doc())?;
    told.set_item("is_input", key.is_input())?;
    told.set_item("is_required", key.is_required)?;
    told.set_item("default", (key.default)().map(|value| value.to_string()))?;
    Ok(told)
}

/// Returns every kind of node: its name, its description, and its keys.
#[pyfunction]
pub(crate) fn kinds(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let tell = |kind: &lacuna::graph::NodeKind| {
        let told = PyDict::new(py);
        told.set_item("name", kind.name)?;
        told.set_item("summary", kind.summary)?;
        told.set_item("doc", kind.doc())?;
        told.set_item("keys", kind.keys.iter().map(|one| key(py, one)).collect::<PyResult<Vec<_>>>()?)?;
        Ok(told)
    };
    NODE_KINDS.iter().map(tell).collect()
}
