//! Nodes that evaluate their source at other coordinates: what those with nothing but lengths have in common.

macro_rules! map {
    (
        $(#[doc = $doc:literal])*
        $name:ident over $example:expr => {
            $($(#[doc = $text:literal])* $key:ident = $default:ident $path:literal,)*
        }
    ) => {
        keyed! {
            $(#[doc = $doc])*
            $name {
                /// What is evaluated elsewhere.
                source: Input;
                $($(#[doc = $text])* $key: Number = $default(), in LENGTH, [serde(default = $path)];)*
            } example Self::of($example)
        }

        impl $name {
            /// The map with its defaults.
            pub fn of(source: impl Into<Input>) -> Self {
                Self { source: source.into(), $($key: $default(),)* }
            }
        }

        setters!($name { $($key: plain Number,)* } no new);
    };
}
pub(super) use map;
