//! Nodes made of derivatives: what they have in common.

use crate::choice::choices;

choices! {
    /// The coordinate that a derivative follows.
    pub enum DomainAxis = X {
        /// The first.
        X "x",
        /// The second.
        Y "y",
        /// The third.
        Z "z",
    }
}

macro_rules! differential {
    (
        $(#[doc = $doc:literal])*
        $name:ident [$($(#[doc = $input_text:literal])* $input:ident),+] {
            $($(#[doc = $text:literal])* $key:ident: $ty:ty = $default:expr $(, in $kind:expr)?, $path:literal, $skip:literal;)*
        } example $example:expr $(, versions $spell:ident $shorten:ident)?
    ) => {
        keyed! {
            $(#[doc = $doc])*
            $name {
                $($(#[doc = $input_text])* $input: Input;)+
                $($(#[doc = $text])* $key: $ty = $default $(, in $kind)?, [serde(default = $path, skip_serializing_if = $skip)];)*
            } example $example $(, versions $spell $shorten)?
        }

        impl $name {
            /// The node with its defaults.
            pub fn of($($input: impl Into<Input>),+) -> Self {
                Self { $($input: $input.into(),)+ $($key: $default,)* }
            }
        }

        setters!($name { $($key: plain $ty,)* } no new);
    };
}
pub(super) use differential;
