//! Nodes that evaluate their source at other coordinates: what those with nothing but lengths have in common.

macro_rules! map {
    (
        $(#[$doc:meta])*
        $name:ident over $example:expr => {
            $($(#[$field_doc:meta])* $field:ident = $default:ident $path:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// What is evaluated elsewhere.
            pub source: Input,
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: Number,)*
        }

        impl $name {
            /// The map with its defaults.
            pub fn of(source: impl Into<Input>) -> Self {
                Self { source: source.into(), $($field: $default(),)* }
            }
        }

        setters!($name { $($field: plain Number,)* } no new);

        impl NodeKeys for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![("source", &self.source)]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![&mut self.source]
            }
            fn validate(&self, place: &str) -> Result<()> {
                $(
                    positive(&format!("{place}.{}", stringify!($field)), self.$field)?;
                    within(&format!("{place}.{}", stringify!($field)), self.$field, 0.0, 1e9)?;
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
