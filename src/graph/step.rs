//! Nodes that change a value, or make one of several: what they have in common.

macro_rules! step {
    (
        $(#[$doc:meta])*
        $name:ident [$($(#[$input_doc:meta])* $input:ident),+] [$($(#[$tune_doc:meta])* $tune:ident = $tune_default:ident $tune_path:literal),*]
        {$($(#[$field_doc:meta])* $field:ident: $low:literal to $high:literal = $default:ident $path:literal),*}
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$input_doc])* pub $input: Input,)+
            $($(#[$tune_doc])* #[serde(default = $tune_path)] pub $tune: Input,)*
            $($(#[$field_doc])* #[serde(default = $path)] pub $field: Number,)*
        }

        impl $name {
            /// The node with its defaults.
            pub fn of($($input: impl Into<Input>),+) -> Self {
                Self { $($input: $input.into(),)+ $($tune: Input::Number($tune_default()),)* $($field: $default(),)* }
            }
        }

        setters!($name { $($tune: plain Input,)* $($field: plain Number,)* } no new);

        impl NodeKeys for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                vec![$((stringify!($input), &self.$input),)+ $((stringify!($tune), &self.$tune),)*]
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                vec![$(&mut self.$input,)+ $(&mut self.$tune,)*]
            }
            #[allow(unused_variables, reason = "some have nothing to check")]
            fn validate(&self, place: &str) -> Result<()> {
                $(within(&format!("{place}.{}", stringify!($field)), self.$field, $low, $high)?;)*
                Ok(())
            }
            fn example() -> Self {
                Self { $($input: super::perlin::Perlin::default().into(),)+ $($tune: Input::Number($tune_default()),)* $($field: $default(),)* }
            }
        }
    };
}
pub(super) use step;
