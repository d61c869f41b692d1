//! The basis functions that programs evaluate.

use crate::seeding::HashKind;
use crate::strict::list::bases;
use crate::strict::stages::Stages;

/// The largest number of options of a basis function.
const MAX_OPTIONS: usize = 4;

/// The function that computes the contribution of a lattice corner to a basis function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corner {
    /// Its name in the shaders and in Rust.
    pub name: &'static str,
    /// Its options, which are some of the basis function's.
    pub options: &'static [&'static str],
    /// The stages that blend the corners.
    pub(crate) stages: Stages,
}

macro_rules! basis_function_enum {
    ($(
        $variant:ident $file:ident $name:ident
        options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
        slope($($slope:ident)?)
        corner($(
            $corner:ident $stages:ident
            options($($corner_option:ident)*) coordinates($($corner_coordinate:ident)+) gradients($($gradients:ident)?) slope($($corner_slope:ident)?)
        )?),
    )*) => {
        /// A function of lattice coordinates, by its name in the shaders.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum BasisFunction {
            $(#[doc = concat!("`", stringify!($name), "` of `", stringify!($file), ".wgsl`.")] $variant,)*
        }

        impl BasisFunction {
            /// Returns its name in the shaders and in Rust.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($name),)*
                }
            }

            /// Returns the name of its shader file.
            pub fn shader(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($file),)*
                }
            }

            /// Returns its number of coordinates, 1 to 6: those of its lattice, and for a basis that follows a direction the direction's components.
            pub fn dimensions(self) -> u8 {
                self.axes() - u8::from(self.is_skewed())
            }

            /// Returns its number of lattice axes: one for each coordinate, and one for the skew if it is skewed.
            #[inline]
            pub fn axes(self) -> u8 {
                match self {
                    $(Self::$variant => [$(stringify!($coordinate)),+].len() as u8,)*
                }
            }

            /// Returns true if the last lattice axis is the skew: the sum of all others times a number.
            pub fn is_skewed(self) -> bool {
                match self {
                    $(Self::$variant => [$(stringify!($coordinate)),+].contains(&"skew"),)*
                }
            }

            /// Returns the names of its options, in the order of its parameters.
            pub fn options(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => {
                        const OPTIONS: &[&str] = &[$(stringify!($option)),*];
                        const { assert!(OPTIONS.len() <= MAX_OPTIONS) };
                        OPTIONS
                    })*
                }
            }

            /// Returns the names of its f32 parameters, in their order.
            pub fn scalars(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$(stringify!($scalar)),*],)*
                }
            }

            /// Returns true if it takes a hash, and so is random.
            pub fn takes_hash(self) -> bool {
                match self {
                    $(Self::$variant => first::<&str>(&[$(stringify!($hash))?]).is_some(),)*
                }
            }

            /// Returns true if its hash may be a permutation table, as that of Perlin noise. All others have the lattice hash.
            pub fn takes_table(self) -> bool {
                match self {
                    $(Self::$variant => first::<&str>(&[$(stringify!($hash))?]) == Some("hash"),)*
                }
            }

            /// Returns true if it has derivatives, in a function with its name and the suffix `_slope`.
            pub fn has_slope(self) -> bool {
                match self {
                    $(Self::$variant => first::<&str>(&[$(stringify!($slope))?]).is_some(),)*
                }
            }

            /// Returns the function of its lattice corners, if it has one.
            pub fn corner(self) -> Option<Corner> {
                match self {
                    $(Self::$variant => first(&[$(Corner {
                        name: stringify!($corner),
                        options: &[$(stringify!($corner_option)),*],
                        stages: Stages::$stages,
                    })?]),)*
                }
            }
        }
    };
}
bases!(basis_function_enum);

/// Returns the element of a list that has at most one.
fn first<T: Copy>(list: &[T]) -> Option<T> {
    list.first().copied()
}

/// A basis function with the values of its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Basis {
    /// The function.
    pub function: BasisFunction,
    /// Its options in the order of its parameters, and 0 beyond them.
    pub options: [u32; MAX_OPTIONS],
    /// The kind of its hash; [`HashKind::Lattice`] if it takes no table.
    pub hash: HashKind,
}

impl Basis {
    /// Returns a function with those of the given options that it has, by name. Others are ignored, and missing ones are 0.
    pub fn new(function: BasisFunction, hash: HashKind, options: &[(&str, u32)]) -> Self {
        let given = |name: &str| options.iter().find(|(option, _)| *option == name).map_or(0, |(_, value)| *value);
        let mut taken = [0; MAX_OPTIONS];
        for (taken, name) in taken.iter_mut().zip(function.options()) {
            *taken = given(name);
        }
        Self { function, options: taken, hash: if function.takes_table() { hash } else { HashKind::Lattice } }
    }

    /// Returns an option by its name, or 0 if the function does not have it.
    pub fn option(self, name: &str) -> u32 {
        self.function.options().iter().zip(self.options).find(|(option, _)| **option == name).map_or(0, |(_, value)| value)
    }

    /// Returns true if kernels can evaluate it in rows, which share the values at lattice corners: its cells must have a corner at each end.
    pub fn has_rows(self) -> bool {
        self.function.corner().is_some_and(|corner| corner.stages.points() == 2)
    }

    /// Returns the number of coordinates of the function's lattice.
    pub fn dimensions(self) -> u8 {
        self.function.dimensions()
    }

    /// Returns the number of lattice axes of the function.
    #[inline]
    pub fn axes(self) -> u8 {
        self.function.axes()
    }
}
