//! Layers, of which no engine evaluates any: they are computed from the pixels of pictures, outside of programs.

use super::prelude::*;

macro_rules! without_cases {
    ($($kind:ident)*) => {
        $(impl Covered for $kind {
            fn cases() -> Cases {
                vec![]
            }
        })*
    };
}
without_cases!(Ao Curvature Blur HighPass SlopeBlur DirectionalBlur Distance);
