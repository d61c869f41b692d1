//! Noise over a lattice: what its kinds of node have in common.

use crate::error::{Error, Result};
use crate::graph::checks::{at_most_four, positive, within};
use crate::graph::per_axis::PerAxis;
use crate::number::Number;
use crate::permutation::{HashKind, MAX_LATTICE_PERIOD, MAX_TABLE_PERIOD};
use crate::program::BasisFunction;

/// What all lattice bases have in common.
pub(crate) struct Lattice<'a> {
    pub(crate) dimensions: Option<u8>,
    pub(crate) frequency: Number,
    pub(crate) offset: Option<&'a PerAxis<Number>>,
    pub(crate) hash: HashKind,
    pub(crate) seed: Option<u64>,
    pub(crate) period: Option<&'a PerAxis<u32>>,
}

impl Lattice<'_> {
    /// One of a coordinate as it is.
    pub(crate) const PLAIN: Self =
        Lattice { dimensions: None, frequency: Number::ONE, offset: None, hash: HashKind::Lattice, seed: None, period: None };

    pub(crate) fn validate(&self, most_dimensions: u8, place: &str) -> Result<()> {
        if let Some(dimensions) = self.dimensions
            && !(1..=most_dimensions).contains(&dimensions)
        {
            let allowed = ["1", "1 or 2", "1, 2 or 3", "1, 2, 3 or 4"][usize::from(most_dimensions) - 1];
            return Err(Error::parameter(format!("{place}.dimensions"), format!("{dimensions} is not allowed; give {allowed}")));
        }
        positive(&format!("{place}.frequency"), self.frequency)?;
        if let Some(offset) = self.offset {
            at_most_four(&format!("{place}.offset"), offset)?;
            for number in offset.values() {
                within(&format!("{place}.offset"), *number, -2_147_483_648.0, 2_147_483_648.0)?;
            }
        }
        if let Some(period) = self.period {
            at_most_four(&format!("{place}.period"), period)?;
            let most = match self.hash {
                HashKind::Table => MAX_TABLE_PERIOD,
                HashKind::Lattice => MAX_LATTICE_PERIOD,
            };
            for &cells in period.values() {
                if cells > most {
                    let why = match self.hash {
                        HashKind::Table => format!(
                            "is too long for the permutation table, which repeats after {most}; give 1 to {most}, 0 for none, or `hash = \"lattice\"`"
                        ),
                        HashKind::Lattice => format!("is too long; give 1 to {most}, or 0 for none"),
                    };
                    return Err(Error::parameter(format!("{place}.period"), format!("{cells} cells {why}")));
                }
            }
        }
        Ok(())
    }
}

/// Noise as a node asks for it.
pub(crate) struct Noise<'n> {
    pub(crate) lattice: Lattice<'n>,
    pub(crate) function: BasisFunction,
    /// Numbers that choose what the function does, by the names of its parameters.
    pub(crate) options: &'n [(&'static str, u32)],
    /// Numbers that it takes, in order.
    pub(crate) scalars: &'n [f64],
    /// What no absolute value exceeds.
    pub(crate) bound: f64,
    /// What no derivative along a lattice axis exceeds; 0 where there is none.
    pub(crate) steepest: f64,
    /// Each lattice coordinate is the coordinate and this times the sum of all.
    pub(crate) skew: f64,
}

macro_rules! basis {
    (
        $(#[$doc:meta])*
        $name:ident, $most:literal dimensions, $hash:ident hash $hash_text:literal {
            $($(#[$field_doc:meta])* $field:ident: $ty:ty = $default:expr, $skip:literal,)*
        } $(with $check:ident)?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            /// How many coordinates the noise takes; without it 3, or 4 where the domain has four coordinates and the noise takes them.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub dimensions: Option<u8>,
            /// Cells per unit, above 0.
            pub frequency: Number,
            /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub offset: Option<PerAxis<Number>>,
            /// Where what is random about a lattice point comes from.
            #[serde(skip_serializing_if = $hash_text)]
            pub hash: HashKind,
            $($(#[$field_doc])* #[serde(skip_serializing_if = $skip)] pub $field: $ty,)*
            /// Shuffles the permutation table, or keys the lattice hash. A table without a seed is Perlin's own.
            #[serde(skip_serializing_if = "Option::is_none", with = "crate::graph::seed")]
            #[cfg_attr(feature = "cli", schemars(schema_with = "crate::graph::seed::schema"))]
            pub seed: Option<u64>,
            /// After how many cells the noise repeats, per axis; at most [`MAX_TABLE_PERIOD`](crate::permutation::MAX_TABLE_PERIOD) with the table and
            /// [`MAX_LATTICE_PERIOD`](crate::permutation::MAX_LATTICE_PERIOD) with the lattice hash. 0: does not repeat.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub period: Option<PerAxis<u32>>,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    dimensions: None,
                    frequency: Number::ONE,
                    offset: None,
                    hash: HashKind::$hash,
                    $($field: $default,)*
                    seed: None,
                    period: None,
                }
            }
        }

        impl $name {
            /// In every dimension and hash, with a period and, if it takes one, without.
            fn lattice_cases(has_period: bool) -> Cases {
                of_lattices($most, has_period, |dimensions, hash, period| {
                    Self {
                        dimensions: Some(dimensions),
                        hash,
                        seed: Some(dimensions.into()),
                        period: Some(PerAxis::All(period)),
                        frequency: 1.3.into(),
                        ..Self::default()
                    }
                    .into()
                })
            }

            /// Nodes with some options, by name, in every dimension and hash.
            fn surveys_of(variants: &[(&str, Self)]) -> Vec<Survey> {
                let mut surveys = vec![];
                for (name, variant) in variants {
                    survey_of_lattices(name, $most, |dimensions, hash| {
                        Self { dimensions: Some(dimensions), hash, ..variant.clone() }.into()
                    }, &mut surveys);
                }
                surveys
            }

            pub(crate) fn lattice(&self) -> Lattice<'_> {
                Lattice {
                    dimensions: self.dimensions,
                    frequency: self.frequency,
                    offset: self.offset.as_ref(),
                    hash: self.hash,
                    seed: self.seed,
                    period: self.period.as_ref(),
                }
            }
        }

        setters!($name {
            dimensions: some_exact u8, frequency: plain Number, offset: some PerAxis<Number>, hash: exact HashKind, seed: some_exact u64,
            period: some PerAxis<u32>, $($field: plain $ty,)*
        });

        impl NodeKeys for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![]
            }
            fn validate(&self, place: &str) -> Result<()> {
                self.lattice().validate($most, place)?;
                $(self.$check(place)?;)?
                Ok(())
            }
            fn example() -> Self {
                Self::default()
            }
            fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
                Some((&mut self.dimensions, $most))
            }
        }
    };
}
pub(super) use basis;
