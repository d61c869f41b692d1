//! Fractals: nodes that sum the octaves of another node (Musgrave, in Ebert et al., "Texturing and Modeling", 3rd edition, 2003).

use crate::key::{KeyKind, number};

/// The most octaves a fractal may have.
pub const MAX_OCTAVES: u32 = 32;

/// The amplitude of an octave.
pub(super) const WEIGHT: KeyKind = number(-1e6, 1e6);

macro_rules! fractal {
    (
        $(#[doc = $doc:literal])*
        $name:ident {
            $($(#[doc = $text:literal])* $key:ident: $head:tt = $default:expr, in $kind:expr;)*
        } $(and $damping:ident)? $(, also [$($synonym:literal),*])?
    ) => {
        kind! {
            $(#[doc = $doc])*
            $name(
                /// The node whose octaves are summed.
                source: Input;
            ) {
                /// The number of octaves, 0.001 to 32. Defaults to the number of weights, or to 6 without weights. A fraction weakens the last octave, so that
                /// detail can grow smoothly.
                octaves: Option<Number>, in count(MAX_OCTAVES);
                /// The ratio of the frequencies of consecutive octaves, 1/100 to 100.
                lacunarity: Number = 2, in number(0.01, 100.0);
                /// The ratio of the amplitudes of consecutive octaves, also called persistence, 0 to 16. Defaults to 1/2 without `weights`. With 0 only the
                /// first octave counts.
                gain: Option<Number>, in number(0.0, 16.0);
                /// The amplitude of each octave, within ±10^6, instead of `gain`.
                weights: Weights, in KeyKind::List { of: &WEIGHT, least: 1, most: MAX_OCTAVES as usize };
                $($(#[doc = $text])* $key: $head = $default, in $kind;)*
                /// Divides the result by the sum of the amplitudes' absolute values, so that a plain sum keeps the source's range.
                normalize: bool = true;
                /// Moves each octave but the first by a pseudo-random offset, so that the octaves' lattice points don't coincide.
                decorrelate: bool = true;
                $(
                    /// The damping of octaves on steep slopes, 0 to 1000. Each octave is divided by 1 + damping |g|^2, where g is the sum of the gradients of
                    /// its own values and of those before it, each in the units of its octave (Quilez, "More noise", 2008). Only the method `difference` can
                    /// measure the slope of a damped sum.
                    $damping: Option<Number>, in number(0.0, 1000.0);
                )?
            }, with validate_amplitudes $(, also [$($synonym),*])?
        }

        impl $name {
            /// Returns the number of octaves evaluated.
            pub fn octave_count(&self) -> u32 {
                self.summed().count()
            }

            fn validate_amplitudes(&self, place: &str) -> Result<()> {
                self.summed().validate(place)
            }

            pub(crate) fn summed(&self) -> Octaves<'_> {
                Octaves {
                    source: &self.source,
                    octaves: self.octaves,
                    lacunarity: self.lacunarity,
                    gain: self.gain,
                    weights: self.weights.as_deref(),
                    normalize: self.normalize,
                    decorrelate: self.decorrelate,
                    damping: None$(.or(self.$damping))?,
                }
            }
        }
    };
}
pub(super) use fractal;
