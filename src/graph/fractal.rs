//! Fractals: nodes that sum the octaves of another node (Musgrave, in Ebert et al., "Texturing and Modeling", 3rd edition, 2003).

use super::checks::within;
use super::node::Input;
use crate::error::{Error, Result};
use crate::number::Number;

/// The most octaves a fractal may have.
pub const MAX_OCTAVES: u32 = 32;

/// What all fractals have in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Octaves<'a> {
    pub(crate) source: &'a Input,
    pub(crate) octaves: Option<Number>,
    pub(crate) lacunarity: Number,
    pub(crate) gain: Option<Number>,
    pub(crate) weights: Option<&'a [Number]>,
    pub(crate) normalize: bool,
    pub(crate) decorrelate: bool,
}

impl Octaves<'_> {
    /// How many octaves are evaluated: a fraction makes one more, which is weaker.
    pub(crate) fn count(&self) -> u32 {
        match (self.octaves, self.weights) {
            (Some(octaves), _) => octaves.to_f64().ceil().clamp(0.0, f64::from(u32::MAX)) as u32,
            (None, Some(weights)) => u32::try_from(weights.len()).unwrap_or(u32::MAX),
            (None, None) => 6,
        }
    }

    /// What the last octave's weight is multiplied by: the fraction of the number of octaves, or 1.
    pub(crate) fn last(&self) -> f64 {
        let fraction = self.octaves.map_or(0.0, |octaves| octaves.to_f64() - octaves.to_f64().floor());
        if fraction > 0.0 { fraction } else { 1.0 }
    }

    pub(crate) fn validate(&self, place: &str) -> Result<()> {
        let count = self.count();
        if let Some(octaves) = self.octaves
            && (!octaves.is_finite() || octaves.is_negative() || !(1..=MAX_OCTAVES).contains(&count))
        {
            return Err(Error::parameter(format!("{place}.octaves"), format!("{octaves} octaves; give 1 to {MAX_OCTAVES}")));
        }
        if self.octaves.is_none() && !(1..=MAX_OCTAVES).contains(&count) {
            return Err(Error::parameter(format!("{place}.weights"), format!("{count} octaves; give 1 to {MAX_OCTAVES}")));
        }
        within(&format!("{place}.lacunarity"), self.lacunarity, 0.01, 100.0)?;
        if let Some(gain) = self.gain {
            within(&format!("{place}.gain"), gain, 0.0, 16.0)?;
            if self.weights.is_some() {
                return Err(Error::parameter(format!("{place}.gain"), "`weights` gives the amplitudes already; leave one of the two out"));
            }
        }
        if let Some(weights) = self.weights {
            if weights.len() != count as usize {
                return Err(Error::parameter(
                    format!("{place}.weights"),
                    format!("{} weights for {count} octaves; give one for each octave, or leave `octaves` out", weights.len()),
                ));
            }
            for (index, weight) in weights.iter().enumerate() {
                within(&format!("{place}.weights[{index}]"), *weight, -1e6, 1e6)?;
            }
            if self.normalize && weights.iter().all(|weight| weight.to_f64() == 0.0) {
                return Err(Error::parameter(
                    format!("{place}.weights"),
                    "all are 0, which can't be normalised; give one that is not, or `normalize = false`",
                ));
            }
        }
        Ok(())
    }
}

macro_rules! fractal {
    (
        $(#[$doc:meta])*
        $name:ident {
            $($(#[$field_doc:meta])* $field:ident: $low:literal to $high:literal = $default:ident $path:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// What is summed.
            pub source: Input,
            /// How many octaves, above 0 and at most [`MAX_OCTAVES`](crate::graph::MAX_OCTAVES); without it as many as there are weights, or 6. A fraction weakens the last
            /// octave, so that detail can grow smoothly.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub octaves: Option<Number>,
            /// The ratio of the frequencies of neighbouring octaves, 1/100 to 100.
            #[serde(default = "two")]
            pub lacunarity: Number,
            /// The ratio of the amplitudes of neighbouring octaves, also called persistence, 0 to 16; without it and without `weights` 1/2.
            /// 0: does not go beyond the first octave.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub gain: Option<Number>,
            /// The amplitude of each octave, within ±10^6, instead of `gain`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub weights: Option<Vec<Number>>,
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: Number,)*
            /// Whether the result is divided by the sum of the amplitudes' absolute values, so that a plain sum keeps the source's range.
            #[serde(default = "yes")]
            pub normalize: bool,
            /// Whether each octave but the first is moved by a pseudo-random offset, so that the octaves' lattice points don't coincide.
            #[serde(default = "yes")]
            pub decorrelate: bool,
        }

        impl $name {
            /// Six octaves of a source with lacunarity 2 and gain 1/2, normalised and decorrelated.
            pub fn of(source: impl Into<Input>) -> Self {
                Self {
                    source: source.into(),
                    octaves: None,
                    lacunarity: two(),
                    gain: None,
                    weights: None,
                    $($field: $default(),)*
                    normalize: true,
                    decorrelate: true,
                }
            }

            /// How many octaves are evaluated.
            pub fn octave_count(&self) -> u32 {
                self.summed().count()
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
                }
            }

            /// Sets the number of octaves.
            #[must_use]
            pub fn octaves(mut self, octaves: impl Into<Number>) -> Self {
                self.octaves = Some(octaves.into());
                self
            }

            /// Sets an amplitude for each octave, instead of a gain.
            #[must_use]
            pub fn weights<N: Into<Number>>(mut self, weights: impl IntoIterator<Item = N>) -> Self {
                self.weights = Some(weights.into_iter().map(Into::into).collect());
                self
            }
        }

        setters!($name {
            lacunarity: plain Number, gain: some Number, normalize: exact bool, decorrelate: exact bool, $($field: plain Number,)*
        } no new);

        impl NodeKeys for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![("source", &self.source)]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![&mut self.source]
            }
            fn validate(&self, place: &str) -> Result<()> {
                self.summed().validate(place)?;
                $(within(&format!("{place}.{}", stringify!($field)), self.$field, $low, $high)?;)*
                Ok(())
            }
            fn example() -> Self {
                Self::of(super::perlin::Perlin::default())
            }
        }
    };
}
pub(super) use fractal;
