//! Methods that build nodes: one for each parameter.

/// Defines a method for each parameter that sets it.
macro_rules! setters {
    ($name:ident { $($field:ident: $how:ident $ty:ty,)* }) => {
        impl $name {
            /// Returns the node with its defaults.
            pub fn new() -> Self {
                Self::default()
            }
        }
        $crate::graph::setters::setters!($name { $($field: $how $ty,)* } no new);
    };
    ($name:ident { $($field:ident: $how:ident $ty:ty,)* } no new) => {
        impl $name {
            $($crate::graph::setters::setters!(@one $field $how $ty);)*
        }
    };
    (@one $field:ident exact $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: $ty) -> Self {
            self.$field = $field;
            self
        }
    };
    (@one $field:ident some_exact $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: $ty) -> Self {
            self.$field = Some($field);
            self
        }
    };
    (@one $field:ident plain $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<$ty>) -> Self {
            self.$field = $field.into();
            self
        }
    };
    (@one $field:ident pair $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: [impl Into<$ty>; 2]) -> Self {
            self.$field = $field.map(Into::into);
            self
        }
    };
    (@one $field:ident some $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<$ty>) -> Self {
            self.$field = Some($field.into());
            self
        }
    };
}

pub(super) use setters;
