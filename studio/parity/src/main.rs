//! The command `parity-page SAMPLES STEP`: the hashes of the native CPU engine, a line a graph: the hash, a space, the name.

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let [samples, step] = numbers[..] else { return failed("usage: parity-page SAMPLES STEP") };
    let mut lines = std::io::stdout().lock();
    for case in parity_page::cases(samples, step) {
        let written = case.and_then(|case| Ok((parity_page::hash(&parity_page::expected(&case)?), case.name)));
        let written = written.map_err(|error| error.to_string());
        let written = written.and_then(|(hash, name)| writeln!(lines, "{hash} {name}").map_err(|error| error.to_string()));
        if let Err(error) = written {
            return failed(&error);
        }
    }
    ExitCode::SUCCESS
}

fn failed(message: &str) -> ExitCode {
    // A closed stream leaves nobody to tell.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::FAILURE
}
