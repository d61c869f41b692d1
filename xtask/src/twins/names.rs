//! Names in Rust.

/// Returns a name as Rust has it.
pub(super) fn rust_name(name: &str) -> String {
    let keywords = [
        "as", "async", "await", "box", "const", "crate", "dyn", "enum", "extern", "gen", "impl", "in", "match", "mod", "move", "pub",
        "ref", "self", "static", "super", "trait", "try", "type", "unsafe", "use", "where", "yield",
    ];
    match name {
        _ if keywords.contains(&name) => format!("r#{name}"),
        // A local hides a function in Rust.
        _ if OPERATORS.contains(&name) => format!("{name}_"),
        _ => name.to_owned(),
    }
}

/// The functions of src/strict/builtin.rs that are operators in WGSL, and so have no names there.
pub(super) const OPERATORS: [&str; 16] = [
    "any",
    "bitcast_f32",
    "bitcast_u32",
    "divided",
    "equal",
    "exp2",
    "f32_of",
    "greater",
    "greater_or_equal",
    "left_over",
    "less",
    "less_or_equal",
    "shift_left",
    "shift_right",
    "u32_of",
    "unequal",
];
