//! Nodes made of derivatives: what they have in common.

use serde::{Deserialize, Serialize};

/// The coordinate that a derivative follows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DomainAxis {
    /// The first.
    #[default]
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

macro_rules! differential {
    (
        $(#[$doc:meta])*
        $name:ident [$($(#[$input_doc:meta])* $input:ident),+] {
            $($(#[$field_doc:meta])* $field:ident: $ty:ty = $default:expr, $path:literal,)*
        } example $example:expr $(, with $check:ident)?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$input_doc])* pub $input: Input,)+
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: $ty,)*
        }

        impl $name {
            /// The node with its defaults.
            pub fn of($($input: impl Into<Input>),+) -> Self {
                Self { $($input: $input.into(),)+ $($field: $default,)* }
            }
        }

        setters!($name { $($field: plain $ty,)* } no new);

        impl NodeKeys for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![$((stringify!($input), &self.$input)),+]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![$(&mut self.$input),+]
            }
            #[allow(unused_variables, reason = "some have nothing to check")]
            fn validate(&self, place: &str) -> Result<()> {
                $(self.$check(place)?;)?
                Ok(())
            }
            fn example() -> Self {
                $example
            }
        }
    };
}
pub(super) use differential;
