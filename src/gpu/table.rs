//! What the linker knows of the shaders: the types of the table that `cargo xtask twins` writes into `generated/declarations.rs`.

use std::ops::Range;

/// A file of `shaders/`.
pub(super) struct File {
    /// Its name without the extension.
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    /// True if it is only for the kernels or modules that name it. All others are pure functions, for all of them.
    pub(super) is_kernel: bool,
    pub(super) declarations: &'static [Declaration],
}

/// A declaration of a file.
pub(super) struct Declaration {
    pub(super) name: &'static str,
    /// The bytes of the file's text that are the declaration with the comment directly above it.
    pub(super) bytes: Range<usize>,
    /// True for entry points and bindings, which each kernel of the file has.
    pub(super) is_root: bool,
    /// The names of the declarations that it uses, of shaders and of the graph's text.
    pub(super) uses: &'static [&'static str],
    /// The size of a function. None for other declarations.
    pub(super) size: Option<Size>,
}

/// The size of a function or of a part of one.
pub(super) struct Size {
    /// The operators, the calls of built-in functions, and the structs made.
    pub(super) operations: u64,
    /// The reads of elements of storage buffers.
    pub(super) reads: u64,
    /// The functions of shaders and of the graph's text that it calls, and how often.
    pub(super) calls: &'static [(&'static str, u64)],
    /// Parts that only some values of options run.
    pub(super) parts: &'static [Part],
}

/// A part of a function that only runs if an option of a basis has a value, or another one.
pub(super) struct Part {
    pub(super) option: &'static str,
    pub(super) value: u32,
    /// True if it runs with this value, false if it runs with all others.
    pub(super) has_value: bool,
    pub(super) size: Size,
}

/// Returns a declaration that is no function.
pub(super) const fn other(name: &'static str, bytes: Range<usize>, is_root: bool, uses: &'static [&'static str]) -> Declaration {
    Declaration { name, bytes, is_root, uses, size: None }
}

/// Returns a function.
pub(super) const fn function(
    name: &'static str,
    bytes: Range<usize>,
    is_root: bool,
    uses: &'static [&'static str],
    size: Size,
) -> Declaration {
    Declaration { name, bytes, is_root, uses, size: Some(size) }
}

pub(super) const fn size(operations: u64, reads: u64, calls: &'static [(&'static str, u64)], parts: &'static [Part]) -> Size {
    Size { operations, reads, calls, parts }
}

pub(super) const fn part(option: &'static str, value: u32, has_value: bool, size: Size) -> Part {
    Part { option, value, has_value, size }
}
