//! The functions of registers that programs call.

use crate::strict::list::operations;

macro_rules! function_enum {
    ($($variant:ident $file:ident $name:ident($($parameter:ident)*),)*) => {
        /// A function of registers, by its name in the shaders.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Function {
            $(#[doc = concat!("`", stringify!($name), "` of `", stringify!($file), ".wgsl`.")] $variant,)*
        }

        impl Function {
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

            /// Returns its number of operands.
            pub fn arity(self) -> usize {
                match self {
                    $(Self::$variant => [$(stringify!($parameter)),*].len(),)*
                }
            }
        }
    };
}
operations!(function_enum);
