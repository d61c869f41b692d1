//! The basis functions that programs evaluate.

use crate::permutation::HashKind;
use crate::value::list::bases;
use crate::value::stages::Stages;

/// The most options that a basis function takes.
pub const MAX_OPTIONS: usize = 4;

/// The function that makes what a lattice corner contributes to a basis function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corner {
    /// Its name in the shaders and in Rust.
    pub name: &'static str,
    /// Its options, some of those of the basis function.
    pub options: &'static [&'static str],
    /// What blends corners.
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
            /// Its name in the shaders and in Rust.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($name),)*
                }
            }

            /// The shader file that has it.
            pub fn shader(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($file),)*
                }
            }

            /// How many coordinates it takes, 1 to 6: those of its lattice, and where it follows one the components of a direction.
            pub fn dimensions(self) -> u8 {
                self.axes() - u8::from(self.is_skewed())
            }

            /// How many lattice axes it takes: one a coordinate, and one for the skew if it is skewed.
            pub fn axes(self) -> u8 {
                match self {
                    $(Self::$variant => [$(stringify!($coordinate)),+].len() as u8,)*
                }
            }

            /// Whether the last lattice axis is the skew: the sum of all others times a number.
            pub fn is_skewed(self) -> bool {
                match self {
                    $(Self::$variant => [$(stringify!($coordinate)),+].contains(&"skew"),)*
                }
            }

            /// The names of the numbers that choose what it does, in the order of its parameters.
            pub fn options(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => {
                        const OPTIONS: &[&str] = &[$(stringify!($option)),*];
                        const { assert!(OPTIONS.len() <= MAX_OPTIONS) };
                        OPTIONS
                    })*
                }
            }

            /// The names of the f32 that it takes, in the order of its parameters.
            pub fn scalars(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$(stringify!($scalar)),*],)*
                }
            }

            /// Whether anything about it is random.
            pub fn takes_hash(self) -> bool {
                match self {
                    $(Self::$variant => first::<&str>(&[$(stringify!($hash))?]).is_some(),)*
                }
            }

            /// Whether it has derivatives, in a function named like it with `_slope` at the end.
            pub fn has_slope(self) -> bool {
                match self {
                    $(Self::$variant => first::<&str>(&[$(stringify!($slope))?]).is_some(),)*
                }
            }

            /// The function of its lattice corners, if it is made of such.
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

/// What a list of at most one holds.
fn first<T: Copy>(list: &[T]) -> Option<T> {
    list.first().copied()
}

/// A basis function with the numbers that choose what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Basis {
    /// The function.
    pub function: BasisFunction,
    /// Its options in the order of its parameters, 0 beyond them.
    pub options: [u32; MAX_OPTIONS],
    /// Where it takes its hashes from; [`HashKind::Lattice`] if it takes none.
    pub hash: HashKind,
}

impl Basis {
    /// A function with those options that it takes, by name. Others are ignored, and what is missing is 0.
    pub fn new(function: BasisFunction, hash: HashKind, options: &[(&str, u32)]) -> Self {
        let given = |name: &str| options.iter().find(|(option, _)| *option == name).map_or(0, |(_, value)| *value);
        let mut taken = [0; MAX_OPTIONS];
        for (taken, name) in taken.iter_mut().zip(function.options()) {
            *taken = given(name);
        }
        Self { function, options: taken, hash: if function.takes_hash() { hash } else { HashKind::Lattice } }
    }

    /// An option by its name, 0 if the function takes none of that name.
    pub fn option(self, name: &str) -> u32 {
        self.function.options().iter().zip(self.options).find(|(option, _)| **option == name).map_or(0, |(_, value)| value)
    }

    /// Whether kernels have rows of it, which share what lies at the lattice corners: of cells with a corner at each end.
    pub fn has_rows(self) -> bool {
        self.function.corner().is_some_and(|corner| corner.stages.points() == 2)
    }

    /// How many coordinates the function's lattice has.
    pub fn dimensions(self) -> u8 {
        self.function.dimensions()
    }

    /// How many lattice axes the function takes.
    pub fn axes(self) -> u8 {
        self.function.axes()
    }
}
