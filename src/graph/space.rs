//! Nodes that evaluate their source at other coordinates: the common parts of those whose only parameters are lengths.

macro_rules! map {
    (
        $(#[doc = $doc:literal])*
        $name:ident over $example:expr => {
            $($(#[doc = $text:literal])* $key:ident = $default:ident $path:literal,)*
        } $(and $up:ident = $upward:ident $up_path:literal $up_skip:literal)?
    ) => {
        keyed! {
            $(#[doc = $doc])*
            $name {
                /// The node to evaluate at the new coordinates.
                source: Input;
                $($(#[doc = $text])* $key: Number = $default(), in LENGTH, [serde(default = $path)];)*
                $(
                    /// The axis that points out of the north pole, or out of the upper face. With the other axis the source is rotated about x.
                    $up: Up = Up::$upward, [serde(default = $up_path, skip_serializing_if = $up_skip)];
                )?
            } example Self::of($example)
        }

        impl $name {
            /// Returns the map with its defaults.
            pub fn of(source: impl Into<Input>) -> Self {
                Self { source: source.into(), $($key: $default(),)* $($up: Up::$upward,)? }
            }
        }

        setters!($name { $($key: plain Number,)* $($up: exact Up,)? } no new);
    };
}
pub(super) use map;
