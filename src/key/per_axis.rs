//! Parameters that may differ between axes.

use crate::number::Number;

/// A value for each axis: one for all of them, or a list in the order x, y, z, w.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(untagged, expecting = "expected a number, or a list of up to four numbers")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PerAxis<T> {
    /// The same for every axis.
    All(T),
    /// x, y, z, w; axes that the list leaves out have no value.
    Each(Vec<T>),
}

impl<T: Copy> PerAxis<T> {
    /// Returns the value of an axis, 0 for x to 3 for w.
    pub fn get(&self, axis: usize) -> Option<T> {
        match self {
            Self::All(value) => Some(*value),
            Self::Each(values) => values.get(axis).copied(),
        }
    }

    pub(crate) fn values(&self) -> &[T] {
        match self {
            Self::All(value) => std::slice::from_ref(value),
            Self::Each(values) => values,
        }
    }
}

impl From<Number> for PerAxis<Number> {
    fn from(value: Number) -> Self {
        Self::All(value)
    }
}

impl From<i32> for PerAxis<Number> {
    fn from(value: i32) -> Self {
        Self::All(value.into())
    }
}

impl From<f64> for PerAxis<Number> {
    fn from(value: f64) -> Self {
        Self::All(value.into())
    }
}

impl<N: Into<Number>, const COUNT: usize> From<[N; COUNT]> for PerAxis<Number> {
    fn from(values: [N; COUNT]) -> Self {
        Self::Each(values.into_iter().map(Into::into).collect())
    }
}

impl From<u32> for PerAxis<u32> {
    fn from(value: u32) -> Self {
        Self::All(value)
    }
}

impl<const COUNT: usize> From<[u32; COUNT]> for PerAxis<u32> {
    fn from(values: [u32; COUNT]) -> Self {
        Self::Each(values.into())
    }
}
