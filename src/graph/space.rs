//! Nodes that evaluate their source at other coordinates: what those with nothing but lengths have in common.

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
                /// What is evaluated elsewhere.
                source: Input;
                $($(#[doc = $text])* $key: Number = $default(), in LENGTH, [serde(default = $path)];)*
                $(
                    /// The axis that looks out of the north pole, or of the upper face; the source is turned about x for the other one.
                    $up: Up = Up::$upward, [serde(default = $up_path, skip_serializing_if = $up_skip)];
                )?
            } example Self::of($example)
        }

        impl $name {
            /// The map with its defaults.
            pub fn of(source: impl Into<Input>) -> Self {
                Self { source: source.into(), $($key: $default(),)* $($up: Up::$upward,)? }
            }
        }

        setters!($name { $($key: plain Number,)* $($up: exact Up,)? } no new);
    };
}
pub(super) use map;
