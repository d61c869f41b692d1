//! Tests of the bases and steps against their definitions in f64, and of sixteen lanes against one.

/// Returns a number of cases, reduced under an interpreter, which is thousands of times slower.
const fn cases(count: usize) -> usize {
    if !cfg!(miri) {
        count
    } else if count < 64_000 {
        count.div_ceil(2000)
    } else {
        32
    }
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
