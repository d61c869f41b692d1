//! Structs of nodes: each key is declared once, with its documentation, its default and its legal values.

/// Declares a struct of keys, `/// doc` `name: type = default, in kind, [attributes];`. A key without a default is required. Without `in kind` the kind is
/// that of the type. After the keys come the node with nothing but defaults, the most dimensions of a basis, and a check of keys that depend on each other.
macro_rules! keyed {
    (
        $(#[doc = $doc:literal])*
        $name:ident $($container:meta)? {
            $(
                $(#[doc = $text:literal])*
                $key:ident: $ty:ty $(= $default:expr)? $(, in $kind:expr)? $(, [$($attribute:meta),*])?;
            )*
        } example $example:expr $(, dimensions $most:literal)? $(, with $check:ident)?
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        $(#[$container])?
        #[non_exhaustive]
        pub struct $name {
            $($(#[doc = $text])* $($(#[$attribute])*)? pub $key: $ty,)*
        }

        impl NodeKeys for $name {
            const TEXT: &'static str = concat!($($doc, "\n"),*);

            const KEYS: &'static [Key] = &[$(Key {
                name: stringify!($key),
                kind: $crate::graph::keyed::keyed!(@kind $ty $(, $kind)?),
                is_required: $crate::graph::keyed::keyed!(@is_required $($default)?),
                default: $crate::graph::keyed::keyed!(@default $ty $(, $default)?),
                text: concat!($($text, "\n"),*),
            }),*];

            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                [$((stringify!($key), input_of(&self.$key))),*].into_iter().filter_map(|(key, input)| Some((key, input?))).collect()
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                [$(input_of_mut(&mut self.$key)),*].into_iter().flatten().collect()
            }
            fn validate(&self, place: &str) -> Result<()> {
                let mut keys = Self::KEYS.iter();
                $(
                    let key = keys.next().expect("as many as there are fields");
                    KeyType::check(&self.$key, &key.kind, &format!("{place}.{}", key.name))?;
                )*
                $(self.$check(place)?;)?
                Ok(())
            }
            fn example() -> Self {
                $example
            }
            $(
                fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
                    Some((&mut self.dimensions, $most))
                }
            )?
        }
    };
    (@kind $ty:ty) => { <$ty as KeyType>::KIND };
    (@kind $ty:ty, $kind:expr) => { $kind };
    (@is_required) => { true };
    (@is_required $default:expr) => { false };
    (@default $ty:ty) => { || None };
    (@default $ty:ty, $default:expr) => { || <$ty as KeyType>::told(&$default) };
}
pub(super) use keyed;
