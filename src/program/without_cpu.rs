//! What takes the CPU engine, where it is left out: the compiler says which feature is missing.

use super::Program;
use crate::error::Result;

/// No type is one.
#[diagnostic::on_unimplemented(
    message = "a program returns samples by the CPU engine, which this build of lacuna leaves out",
    label = "this needs the feature `cpu` of lacuna",
    note = "write `lacuna = {{ version = \"..\", features = [\"cpu\"] }}` in Cargo.toml, or evaluate the program on a `Gpu`"
)]
pub trait NeedsTheFeatureCpu {}

#[doc(hidden)]
impl Program {
    pub fn at<T: NeedsTheFeatureCpu, const N: usize>(&self, _: [T; N]) -> Result<f32> {
        unreachable!("no type is one")
    }

    pub fn points<T: NeedsTheFeatureCpu, const N: usize>(&self, _: &[[T; N]]) -> Result<Vec<f32>> {
        unreachable!("no type is one")
    }

    pub fn grid<T: NeedsTheFeatureCpu, const N: usize>(&self, _: [u32; N], _: [T; N], _: [T; N]) -> Result<Vec<f32>> {
        unreachable!("no type is one")
    }
}
