//! The command `parity-page SAMPLES all|covering`: prints the hashes of the native CPU engine, a line per graph: the hash, a space, the name.

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = match &arguments[..] {
        [samples, graphs] => samples.parse().ok().zip(["covering", "all"].iter().position(|known| graphs == known)),
        _ => None,
    };
    let Some((samples, graphs)) = given else { return failed("usage: parity-page SAMPLES all|covering") };
    let mut lines = std::io::stdout().lock();
    for case in parity_page::cases(samples, graphs == 1) {
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
    // If the stream is closed, there is nobody to report to.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::FAILURE
}
