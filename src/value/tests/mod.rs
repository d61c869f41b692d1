//! The bases and steps against their definitions in f64, and sixteen lanes against one.

mod arithmetic;
mod cellular;
mod checker;
mod color;
mod combine;
mod constructs;
mod modify;
mod perlin;
mod primitives;
mod reference;
mod simplex;
mod texel;
mod value;
mod white;
