//! Nodes that evaluate their source at other coordinates: what those with nothing but lengths have in common.

macro_rules! map {
    (
        $(#[$doc:meta])*
        $name:ident over $example:expr => {
            $($(#[$field_doc:meta])* $field:ident = $default:ident $path:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// What is evaluated elsewhere.
            pub source: crate::graph::node::Input,
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: crate::number::Number,)*
        }

        impl $name {
            /// The map with its defaults.
            pub fn of(source: impl Into<crate::graph::node::Input>) -> Self {
                Self { source: source.into(), $($field: $default(),)* }
            }
        }

        crate::graph::setters::setters!($name { $($field: plain crate::number::Number,)* } no new);

        impl crate::graph::node::NodeKeys for $name {
            fn inputs(&self) -> Vec<(&'static str, &crate::graph::node::Input)> {
                vec![("source", &self.source)]
            }
            fn inputs_mut(&mut self) -> Vec<&mut crate::graph::node::Input> {
                vec![&mut self.source]
            }
            fn validate(&self, place: &str) -> crate::error::Result<()> {
                $(
                    crate::graph::checks::positive(&format!("{place}.{}", stringify!($field)), self.$field)?;
                    crate::graph::checks::within(&format!("{place}.{}", stringify!($field)), self.$field, 0.0, 1e9)?;
                )*
                Ok(())
            }
            fn example() -> Self {
                Self::of($example)
            }
        }
    };
}
pub(super) use map;
