//! Kinds of node: each key is declared once, in one line, with its documentation above it.

/// Declares the struct of a kind of node and everything that follows from its keys.
///
/// ```text
/// kind! {
///     /// The node's documentation.
///     Name(
///         /// A key that `of` takes. It is required unless it has a default.
///         source: Input;
///     ) {
///         /// A key with a setter. Without a default it is that of the type: none, false, or the default of the choices.
///         frequency: Number = 4, in POSITIVE;
///     }, example EXPRESSION, dimensions MOST, slopes by KEY, with check_of_keys_that_depend_on_each_other, also ["word of another program"]
/// }
/// ```
///
/// Some types are written by a name of their own, which is listed below; without `in KIND` a key has the values of its type. A node without keys in
/// parentheses has `new` and a default in place of `of`. The example is `of` over Perlin noise unless another one is given, `dimensions` is the most that a
/// basis may have, `slopes by` names the key of the method by which slopes are found, and `also` lists the words of other programs for the kind or for its uses, in lower case with `_` between words.
macro_rules! kind {
    (
        $(#[doc = $doc:literal])*
        $name:ident $(($(
            $(#[doc = $text_of:literal])*
            $of:ident: $of_head:tt $(<$of_inner:ty>)? $(= $of_default:expr)? $(, in $of_kind:expr)?;
        )+))? {
            $(
                $(#[doc = $text:literal])*
                $key:ident: $head:tt $(<$inner:ty>)? $(= $default:expr)? $(, in $kind:expr)?;
            )*
        } $(, example $example:expr)? $(, dimensions $most:literal)? $(, slopes by $method:ident)? $(, with $check:ident)? $(, also [$($synonym:literal),* $(,)?])?
    ) => {
        $crate::graph::kind::kind! {
            @node [$($doc)*] $name {
                $($([$($text_of)*] $of [$of_head $(<$of_inner>)?] [$($of_default)?] [$($of_kind)?])+)?
                $([$($text)*] $key [$head $(<$inner>)?] [= $($default)?] [$($kind)?])*
            } [$($most)?] [$($method)?] [$($check)?]
            {
                const SYNONYMS: &'static [&'static str] = &[$($($synonym),*)?];

                fn example() -> Self {
                    $crate::graph::kind::kind!(@example [$($example)?] [$($($of [$of_head] [$($of_default)?])+)?])
                }
            }
        }

        $crate::graph::kind::kind! {
            @make $name
            [$($($of [$of_head $(<$of_inner>)?])+)?]
            [$($key [$head $(<$inner>)?] [= $($default)?])*]
        }

        impl $name {
            $(
                #[doc = concat!("Sets `", stringify!($key), "`.")]
                #[must_use]
                pub fn $key(mut self, $key: $crate::graph::kind::kind!(@take $head $(<$inner>)?)) -> Self {
                    self.$key = $crate::graph::kind::kind!(@made $key, $head $(<$inner>)?);
                    self
                }
            )*
        }
    };

    (
        @node [$($doc:literal)*] $name:ident {
            $([$($text:literal)*] $key:ident [$($ty:tt)*] [$($default:tt)*] [$($kind:expr)?])*
        } [$($most:literal)?] [$($method:ident)?] [$($check:ident)?] { $($example:item)* }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[doc = $text])* pub $key: $crate::graph::kind::kind!(@type $($ty)*),)*
        }

        impl NodeKeys for $name {
            const TEXT: &'static str = concat!($($doc, "\n"),*);

            const KEYS: &'static [Key] = &[$(Key {
                name: stringify!($key),
                kind: $crate::graph::kind::kind!(@kind [$($ty)*] $($kind)?),
                is_required: $crate::graph::kind::kind!(@is_required $($default)*),
                default: || $crate::graph::kind::kind!(@told [$($ty)*] $($default)*),
                text: concat!($($text, "\n"),*),
            }),*];

            $($example)*
        }

        impl Inputs for $name {
            fn inputs(&self) -> Vec<(&'static str, &Input)> {
                let inputs: Vec<(&'static str, Option<&Input>)> = vec![$((stringify!($key), $crate::graph::kind::kind!(@input &self.$key, as_ref $($ty)*))),*];
                inputs.into_iter().filter_map(|(key, input)| Some((key, input?))).collect()
            }
            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                let inputs: Vec<Option<&mut Input>> = vec![$($crate::graph::kind::kind!(@input &mut self.$key, as_mut $($ty)*)),*];
                inputs.into_iter().flatten().collect()
            }
            fn validate(&self, place: &str) -> Result<()> {
                check_all(<Self as NodeKeys>::KEYS, &[$(&self.$key),*], place)?;
                $(self.$check(place)?;)?
                Ok(())
            }
            $(
                fn slope_method_mut(&mut self) -> Option<&mut SlopeMethod> {
                    Some(&mut self.$method)
                }
            )?
            $(
                fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
                    Some((&mut self.dimensions, $most))
                }
            )?
        }

        impl $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($key)),*];
        }

        #[cfg(feature = "serde")]
        impl Serialize for $name {
            // A key that has its default is left out.
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                $(let $key = $crate::graph::kind::kind!(@written &self.$key, [$($ty)*] $($default)*);)*
                let count = [$($key.is_some()),*].into_iter().filter(|is_written| *is_written).count();
                let mut keys = serializer.serialize_struct(stringify!($name), count)?;
                $(
                    match $key {
                        Some(key) => keys.serialize_field(stringify!($key), $crate::graph::kind::kind!(@write key $($ty)*))?,
                        None => keys.skip_field(stringify!($key))?,
                    }
                )*
                keys.end()
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;
                impl<'de> serde::de::Visitor<'de> for Visitor {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("struct ", stringify!($name)))
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        use serde::de::Error;
                        $(let mut $key: Option<$crate::graph::kind::kind!(@type $($ty)*)> = None;)*
                        while let Some(name) = map.next_key::<String>()? {
                            match name.as_str() {
                                $(
                                    stringify!($key) if $key.is_some() => return Err(A::Error::duplicate_field(stringify!($key))),
                                    stringify!($key) => $key = Some($crate::graph::kind::kind!(@read map $($ty)*)),
                                )*
                                _ => return Err(A::Error::unknown_field(&name, $name::NAMES)),
                            }
                        }
                        Ok($name {
                            $($key: match $key {
                                Some(value) => value,
                                None => $crate::graph::kind::kind!(@missing $key [$($ty)*] $($default)*),
                            },)*
                        })
                    }
                }
                deserializer.deserialize_struct(stringify!($name), Self::NAMES, Visitor)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let of_types = [$($crate::graph::kind::kind!(@schema generator $($ty)*)),*];
                $crate::key::schema(Self::KEYS, of_types)
            }
        }
    };

    (@make $name:ident [] [$($key:ident [$($ty:tt)*] [$($default:tt)*])*]) => {
        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $crate::graph::kind::kind!(@default [$($ty)*] $($default)*),)* }
            }
        }

        impl $name {
            /// Returns the node with its defaults.
            pub fn new() -> Self {
                Self::default()
            }
        }
    };
    (@make $name:ident [$($of:ident [$($of_ty:tt)*])+] [$($key:ident [$($ty:tt)*] [$($default:tt)*])*]) => {
        impl $name {
            /// Returns a node with these keys, and the defaults of all others.
            pub fn of($($of: $crate::graph::kind::kind!(@take $($of_ty)*)),+) -> Self {
                Self {
                    $($of: $crate::graph::kind::kind!(@made $of, $($of_ty)*),)+
                    $($key: $crate::graph::kind::kind!(@default [$($ty)*] $($default)*),)*
                }
            }
        }
    };

    (@example [$example:expr] $of:tt) => { $example };
    (@example [] []) => { Self::default() };
    (@example [] [$($of:ident [$head:tt] [$($default:expr)?])+]) => { Self::of($($crate::graph::kind::kind!(@exemplary $($default)?)),+) };
    (@exemplary) => { $crate::graph::nodes::Perlin::default() };
    (@exemplary $default:expr) => { $default };

    // The types of fields that are not written as themselves.
    (@type Dimensions) => { Option<u8> };
    (@type MaybeInput) => { Option<Input> };
    (@type Seed) => { Option<u64> };
    (@type Weights) => { Option<Vec<Number>> };
    (@type Points) => { Vec<[Number; 2]> };
    (@type Stops) => { Vec<(Number, Color)> };
    (@type $ty:ty) => { $ty };

    // What setters and `of` take, and how the field is made from it. A `u32` is taken as it is, so that an integer literal has that type.
    (@take u32) => { u32 };
    (@take bool) => { bool };
    (@take Dimensions) => { u8 };
    (@take MaybeInput) => { impl Into<Input> };
    (@take Seed) => { impl Into<$crate::seeding::Seed> };
    (@take Weights) => { impl IntoIterator<Item = impl Into<Number>> };
    (@take Points) => { impl IntoIterator<Item = [impl Into<Number>; 2]> };
    (@take Stops) => { impl IntoIterator<Item = (impl Into<Number>, impl Into<Color>)> };
    (@take Option<$inner:ty>) => { impl Into<$inner> };
    (@take [$inner:ty; 2]) => { [impl Into<$inner>; 2] };
    (@take $ty:ty) => { impl Into<$ty> };
    (@made $value:expr, Dimensions) => { Some($value) };
    (@made $value:expr, MaybeInput) => { Some($value.into()) };
    (@made $value:expr, Seed) => { Some($value.into().0) };
    (@made $value:expr, Weights) => { Some($value.into_iter().map(Into::into).collect()) };
    (@made $value:expr, Points) => { $value.into_iter().map(|point| point.map(Into::into)).collect() };
    (@made $value:expr, Stops) => { $value.into_iter().map(|(position, color)| (position.into(), color.into())).collect() };
    (@made $value:expr, Option<$inner:ty>) => { Some($value.into()) };
    (@made $value:expr, [$inner:ty; 2]) => { $value.map(Into::into) };
    (@made $value:expr, u32) => { $value };
    (@made $value:expr, bool) => { $value };
    (@made $value:expr, $ty:ty) => { $value.into() };

    // Defaults: none of a required key, that of the type after a bare `=`.
    (@default [$($ty:tt)*] =) => { Default::default() };
    (@default [$($ty:tt)*] $(=)? $default:expr) => { $crate::graph::kind::kind!(@made ($default), $($ty)*) };
    (@typed [$($ty:tt)*] $($default:tt)+) => {{
        let default: $crate::graph::kind::kind!(@type $($ty)*) = $crate::graph::kind::kind!(@default [$($ty)*] $($default)+);
        default
    }};
    (@is_required) => { true };
    (@is_required $($default:tt)+) => { false };
    (@told [$($ty:tt)*]) => { None };
    (@told [$($ty:tt)*] $($default:tt)+) => { KeyType::told(&$crate::graph::kind::kind!(@typed [$($ty)*] $($default)+)) };
    (@missing $key:ident [$($ty:tt)*]) => { return Err(A::Error::missing_field(stringify!($key))) };
    (@missing $key:ident [$($ty:tt)*] $($default:tt)+) => { $crate::graph::kind::kind!(@default [$($ty)*] $($default)+) };
    (@written $value:expr, [$($ty:tt)*]) => { Some($value) };
    (@written $value:expr, [$($ty:tt)*] $($default:tt)+) => {
        Some($value).filter(|value| **value != $crate::graph::kind::kind!(@typed [$($ty)*] $($default)+))
    };

    (@kind [$($ty:tt)*]) => { <$crate::graph::kind::kind!(@type $($ty)*) as KeyType>::KIND };
    (@kind [$($ty:tt)*] $kind:expr) => { $kind };

    (@input $field:expr, $borrow:ident Input) => { Some($field) };
    (@input $field:expr, $borrow:ident MaybeInput) => { $field.$borrow() };
    (@input $field:expr, $borrow:ident $($ty:tt)*) => { None };

    // The written form of a seed is its own.
    (@write $value:ident Seed) => { &$crate::key::seed::Written(*$value) };
    (@write $value:ident $($ty:tt)*) => { $value };
    (@read $map:ident Seed) => { $map.next_value::<$crate::key::seed::Written>()?.0 };
    (@read $map:ident $($ty:tt)*) => { $map.next_value()? };
    (@schema $generator:ident Seed) => { $crate::key::seed::schema() };
    (@schema $generator:ident $($ty:tt)*) => { $generator.subschema_for::<$crate::graph::kind::kind!(@type $($ty)*)>() };
}
pub(super) use kind;
