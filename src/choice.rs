//! Parameters whose values are words.

/// A word that a key of a node may have, with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The word as recipes write it.
    pub name: &'static str,
    pub(crate) text: &'static str,
}

/// A type whose values are words.
pub(crate) trait Choices: Copy + PartialEq + 'static {
    /// The words, in the order of the values.
    const CHOICES: &'static [Choice];

    /// Returns the word of this value.
    fn word(self) -> &'static str;
}

/// Declares an enum of words: each variant with its word in recipes. The default follows the name of the enum.
macro_rules! choices {
    (
        $(#[doc = $doc:literal])*
        pub enum $name:ident = $default:ident {
            $($(#[doc = $text:literal])* $variant:ident $word:literal,)+
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum $name {
            $($(#[doc = $text])* #[cfg_attr(feature = "serde", serde(rename = $word))] $variant,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        }

        impl $crate::choice::Choices for $name {
            const CHOICES: &'static [$crate::choice::Choice] =
                &[$($crate::choice::Choice { name: $word, text: concat!($($text, "\n"),*) }),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
}
pub(crate) use choices;
