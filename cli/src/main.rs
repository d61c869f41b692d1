//! The command `lacuna`.

use std::process::ExitCode;

fn main() -> ExitCode {
    lacuna_cli::main()
}
