//! Graphs built by method calls: any node, or anything that converts to an input, becomes the source of the next.

use super::node::{Input, Node};
use super::nodes::{each_kind, *};
use crate::color::Color;
use crate::number::Number;

macro_rules! build {
    ($($kind:ident $module:ident $name:literal $group:ident [$($method:ident($($argument:ident: $type:ty),*))?] $summary:literal)*) => {
        /// Methods that wrap a node in another. They return plain data, with a setter for each parameter that has a default. The operators `+`, `-`, `*` and `/`
        /// make the nodes [`Add`], [`Subtract`], [`Multiply`] and [`Quotient`]; a number may stand on either side.
        ///
        /// ```
        /// use lacuna::nodes::{Perlin, Simplex};
        /// use lacuna::{NodeExt, Program};
        /// let ridges = Perlin::new().frequency(2).seed(7).ridged().octaves(8);
        /// let hills = Simplex::new().fbm().gain(0.45);
        /// let terrain = hills.lerp(ridges).mask(0.5 + 0.5 * Perlin::new().frequency(0.25)).terrace().steps(12);
        /// let program = Program::new(terrain)?;
        /// assert!(program.at([0.3, 0.7, 0.0])?.is_finite());
        /// # Ok::<(), lacuna::Error>(())
        /// ```
        pub trait NodeExt: Into<Input> + Sized {
            $($(
                #[doc = concat!("A [`", stringify!($kind), "`] of this: ", $summary, ".")]
                fn $method(self, $($argument: $type),*) -> $kind {
                    $kind::of(self, $($argument),*)
                }
            )?)*
        }

        $(impl NodeExt for $kind {})*
    };
}
each_kind!(build);

impl NodeExt for Node {}
impl NodeExt for Input {}
