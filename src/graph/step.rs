//! The common parts of nodes that change a value or combine several into one.

macro_rules! step {
    (
        $(#[doc = $doc:literal])*
        $name:ident [$($(#[doc = $input_text:literal])* $input:ident),+]
        [$($(#[doc = $tune_text:literal])* $tune:ident = $tune_default:ident $tune_path:literal),*]
        {$($(#[doc = $text:literal])* $key:ident: $low:literal to $high:literal = $default:ident $path:literal),*}
    ) => {
        keyed! {
            $(#[doc = $doc])*
            $name {
                $($(#[doc = $input_text])* $input: Input;)+
                $($(#[doc = $tune_text])* $tune: Input = Input::Number($tune_default()), [serde(default = $tune_path)];)*
                $($(#[doc = $text])* $key: Number = $default(), in number($low, $high), [serde(default = $path)];)*
            } example
                Self { $($input: super::perlin::Perlin::default().into(),)+ $($tune: Input::Number($tune_default()),)* $($key: $default(),)* }
        }

        impl $name {
            /// Returns the node with its defaults.
            pub fn of($($input: impl Into<Input>),+) -> Self {
                Self { $($input: $input.into(),)+ $($tune: Input::Number($tune_default()),)* $($key: $default(),)* }
            }
        }

        setters!($name { $($tune: plain Input,)* $($key: plain Number,)* } no new);
    };
}
pub(super) use step;
