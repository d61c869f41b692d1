//! The common parts of the nodes that are noise over a lattice.

use crate::key::{KeyKind, number, pair, per_axis, whole};
use crate::seeding::MAX_LATTICE_PERIOD;

/// A place, in cells or units.
const CELLS: KeyKind = number(-2_147_483_648.0, 2_147_483_648.0);
/// The offset of the lattice, in cells.
pub(super) const OFFSET: KeyKind = per_axis(&CELLS);
/// The period of noise, in cells.
pub(super) const PERIOD: KeyKind = per_axis(&whole(0, MAX_LATTICE_PERIOD as u64));
/// A point in the plane.
pub(super) const PLACE: KeyKind = pair(&[CELLS; 2]);

macro_rules! basis {
    (
        $(#[doc = $doc:literal])*
        $name:ident, $most:literal dimensions {
            $($(#[doc = $text:literal])* $key:ident: $head:tt $(<$inner:ty>)? $(= $default:expr)? $(, in $kind:expr)?;)*
        } $(, with $check:ident)? $(, hash $hash:ident)? $(, also [$($synonym:literal),*])?
    ) => {
        kind! {
            $(#[doc = $doc])*
            $name {
                /// The number of coordinates that the noise uses. Defaults to 3, or to 4 where the domain has four coordinates and the noise can use them.
                dimensions: Dimensions, in whole(1, $most);
                /// Cells per unit, above 0.
                frequency: Number = 1, in POSITIVE;
                /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
                offset: Option<PerAxis<Number>>, in OFFSET;
                $($(#[doc = $text])* $key: $head $(<$inner>)? $(= $default)? $(, in $kind)?;)*
                /// The seed. No seed is seed 0, but the table of `perlin` is then Ken Perlin's own. A negative seed means its two's complement: -1 is 2^64 - 1.
                seed: Seed;
                /// The period of the noise on each axis, in cells: at most 2^30, or 256 for `perlin` with its permutation table. With 0 it does not repeat.
                period: Option<PerAxis<u32>>, in PERIOD;
            }, dimensions $most $(, with $check)? $(, also [$($synonym),*])?
        }

        impl $name {
            pub(crate) fn lattice(&self) -> Lattice<'_> {
                Lattice {
                    frequency: self.frequency,
                    $(hash: self.$hash(),)?
                    ..Lattice::of_keys(self.offset.as_ref(), self.seed, self.period.as_ref())
                }
            }
        }
    };
}
pub(super) use basis;
