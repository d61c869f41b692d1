//! The common parts of nodes that use derivatives.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::affine::Affine;
use super::key::{KeyKind, number};
use super::lowering::{Along, Dual, Lowering};
use super::node::Input;
use super::nodes::scale_offset::scale_offset;
use super::nodes::subtract::SUBTRACT;
use crate::choice::choices;
use crate::error::Result;
use crate::number::Number;

choices! {
    /// The coordinate along which the derivative is taken.
    pub enum DomainAxis = X {
        /// The first coordinate.
        X "x",
        /// The second coordinate.
        Y "y",
        /// The third coordinate.
        Z "z",
    }
}

choices! {
    /// The method that computes slopes.
    pub enum SlopeMethod = Analytic {
        /// The derivatives of the source's functions.
        Analytic "analytic",
        /// Differences of the source's values around the sample, for sources that have no derivative.
        Difference "difference",
    }
}

/// The distance between the values whose difference is taken.
pub(super) const STEP: KeyKind = number(1e-6, 1e6);

/// Its default: 1/1024.
const USUAL_STEP: f64 = 1.0 / 1024.0;

/// Returns the slopes of a source along x and y: by derivatives along `along`, or by differences along x and y as the node sees them.
pub(super) fn slopes(at: &mut dyn Lowering, source: &Input, along: Along, method: SlopeMethod, step: Option<Number>) -> Result<[Dual; 2]> {
    if method == SlopeMethod::Analytic {
        if step.is_some() {
            return Err(at.refused("step", "only a difference has a step; leave it out, or give `method = \"difference\"`"));
        }
        let source = at.differentiated("source", source, along)?;
        return Ok([0, 1].map(|axis| at.derivative_or_zero(source, axis)));
    }
    if at.lies_on_surface(source) && along != Along::Domain {
        return Err(at.refused(
            "method",
            "a difference is taken per unit of the picture, not on the surface that the source lies on; give `per = \"unit\"`",
        ));
    }
    let step = step.unwrap_or_else(|| USUAL_STEP.into());
    let half = step.to_ratio() / BigInt::from(2);
    let aside = |at: &mut dyn Lowering, axis: usize, by: &BigRational| {
        let mut space = at.space();
        space.axes[axis].add(&Affine::constant(by.clone(), at.depth()));
        at.input_in(&space, "source", source)
    };
    let along = |at: &mut dyn Lowering, axis: usize| {
        let (above, below) = (aside(at, axis, &half)?, aside(at, axis, &-&half)?);
        let difference = at.call(&SUBTRACT, &[above, below])?;
        scale_offset(at, difference, 1.0 / step.to_f64(), 0.0)
    };
    Ok([along(at, 0)?, along(at, 1)?])
}

macro_rules! differential {
    (
        $(#[doc = $doc:literal])*
        $name:ident [$($(#[doc = $input_text:literal])* $input:ident),+] {
            $($(#[doc = $text:literal])* $key:ident: $ty:ty = $default:expr $(, in $kind:expr)?, $path:literal, $skip:literal;)*
        } example $example:expr
    ) => {
        keyed! {
            $(#[doc = $doc])*
            $name {
                $($(#[doc = $input_text])* $input: Input;)+
                $($(#[doc = $text])* $key: $ty = $default $(, in $kind)?, [serde(default = $path, skip_serializing_if = $skip)];)*
            } example $example
        }

        impl $name {
            /// Returns the node with its defaults.
            pub fn of($($input: impl Into<Input>),+) -> Self {
                Self { $($input: $input.into(),)+ $($key: $default,)* }
            }
        }

        setters!($name { $($key: plain $ty,)* } no new);
    };
}
pub(super) use differential;
