// @generated from the shaders by `cargo xtask twins`: what is edited here is lost.
//
// The functions of the shaders.

pub(crate) mod arithmetic;
pub(crate) mod blue;
pub(crate) mod cellular;
pub(crate) mod checker;
pub(crate) mod color;
pub(crate) mod combine;
pub(crate) mod coordinate;
pub(crate) mod erosion;
pub(crate) mod fractal;
pub(crate) mod hash;
pub(crate) mod lattice;
pub(crate) mod list;
pub(crate) mod modify;
pub(crate) mod perlin;
#[cfg(test)]
pub(crate) mod primitives;
pub(crate) mod scatter;
pub(crate) mod scratches;
pub(crate) mod simplex;
pub(crate) mod sparse;
pub(crate) mod stages;
pub(crate) mod strict;
pub(crate) mod table;
pub(crate) mod texel;
pub(crate) mod tiles;
pub(crate) mod value;
pub(crate) mod weave;
pub(crate) mod white;
