//! The command `bindgen MODULE.wasm FOLDER`: writes the module, and the JavaScript that starts it in a page or in a web worker, into a folder.
//!
//! It does the same as the command `wasm-bindgen --target web --no-typescript`, by the crate behind that command.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("usage: bindgen MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(module)
        .web(true)
        .map(|bindgen| bindgen.typescript(false).omit_default_module_path(false).remove_name_section(true).remove_producers_section(true))
        .and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
