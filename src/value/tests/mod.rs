//! The bases and steps against their definitions in f64, and sixteen lanes against one.

/// So many cases, or few of them under an interpreter, which is a thousand times slower.
const fn cases(count: usize) -> usize {
    if cfg!(miri) { count.div_ceil(500) } else { count }
}

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
