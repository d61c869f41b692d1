//! The functions of registers that programs call.

use crate::value::list::operations;

macro_rules! function_enum {
    ($($variant:ident $file:ident $name:ident($($parameter:ident)*),)*) => {
        /// A function of registers, by its name in the shaders.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Function {
            $(#[doc = concat!("`", stringify!($name), "` of `", stringify!($file), ".wgsl`.")] $variant,)*
        }

        impl Function {
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

            /// How many operands it takes.
            pub fn arity(self) -> usize {
                match self {
                    $(Self::$variant => [$(stringify!($parameter)),*].len(),)*
                }
            }
        }
    };
}
operations!(function_enum);
