//! Nodes that change a value, or make one of several: what they have in common.

macro_rules! step {
    (
        $(#[$doc:meta])*
        $name:ident [$($(#[$input_doc:meta])* $input:ident),+] [$($(#[$tune_doc:meta])* $tune:ident = $tune_default:ident $tune_path:literal),*]
        {$($(#[$field_doc:meta])* $field:ident: $low:literal to $high:literal = $default:ident $path:literal),*}
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$input_doc])* pub $input: crate::graph::node::Input,)+
            $($(#[$tune_doc])* #[serde(default = $tune_path)] pub $tune: crate::graph::node::Input,)*
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: crate::number::Number,)*
        }

        impl $name {
            /// The node with its defaults.
            pub fn of($($input: impl Into<crate::graph::node::Input>),+) -> Self {
                Self { $($input: $input.into(),)+ $($tune: crate::graph::node::Input::Number($tune_default()),)* $($field: $default(),)* }
            }
        }

        crate::graph::setters::setters!($name { $($tune: plain crate::graph::node::Input,)* $($field: plain crate::number::Number,)* } no new);

        impl crate::graph::node::NodeKeys for $name {
            fn inputs(&self) -> Vec<(&'static str, &crate::graph::node::Input)> {
                vec![$((stringify!($input), &self.$input),)+ $((stringify!($tune), &self.$tune),)*]
            }
            fn inputs_mut(&mut self) -> Vec<&mut crate::graph::node::Input> {
                vec![$(&mut self.$input,)+ $(&mut self.$tune,)*]
            }
            #[allow(unused_variables, reason = "some have nothing to check")]
            fn validate(&self, place: &str) -> crate::error::Result<()> {
                $(crate::graph::checks::within(&format!("{place}.{}", stringify!($field)), self.$field, $low, $high)?;)*
                Ok(())
            }
            fn example() -> Self {
                Self { $($input: crate::graph::nodes::perlin::Perlin::default().into(),)+ $($tune: crate::graph::node::Input::Number($tune_default()),)* $($field: $default(),)* }
            }
        }
    };
}
pub(super) use step;
