//! The command `lacuna-studio [SOURCE]`.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    lacuna_studio::desktop()
}

/// A page starts the library by itself.
#[cfg(target_arch = "wasm32")]
fn main() {}
