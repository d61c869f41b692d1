//! Output: messages on standard error, data on standard output.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use lacuna_bake::Disk;

use lacuna::Number;

use crate::failure::{Exit, Failure, Result};

/// Prints a message on standard error. Errors are ignored.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escaped(text));
}

/// Prints the messages of a store.
pub(crate) fn say_notes(store: &Disk) {
    for told in store.notes() {
        note(&format!("note: {told}"));
    }
}

impl Failure {
    /// Prints why the run ended.
    pub(crate) fn report(&self) {
        if self.exit != Exit::Done {
            note(&format!("error: {}", self.message));
        }
    }

    /// Prints the failure on standard output as JSON.
    pub(crate) fn print_as_json(&self) {
        if self.exit != Exit::Done {
            let error = serde_json::json!({ "exit_code": self.exit as u8, "message": escaped(&self.message) });
            // If that fails too, nothing changes.
            let _ = print_json(&serde_json::json!({ "schema_version": 1, "error": error }));
        }
    }
}

/// The warning if every sample of an output is 0 although the output varies.
pub(crate) const ALL_ZERO: &str =
    "every sample is 0; if every sample lies on a lattice point, where gradient noise is 0, move the region or change the frequency";

/// Writes a text to standard output at once.
pub(crate) fn print(text: &str) -> Result<()> {
    print_bytes(text.as_bytes())
}

/// Set if standard output was closed when the process began. Before `main` Rust opens /dev/null in its place.
static IS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
#[used]
// SAFETY: the system calls functions of this type before `main`.
#[unsafe(link_section = ".init_array")]
static LOOK_AT_STDOUT: extern "C" fn() = look_at_stdout;

#[cfg(target_os = "linux")]
extern "C" fn look_at_stdout() {
    // SAFETY: it only queries, and takes any number.
    let flags = unsafe { libc::fcntl(1, libc::F_GETFD) };
    IS_STDOUT_CLOSED.store(flags == -1, Ordering::Relaxed);
}

/// Checks that standard output is open.
pub(crate) fn check_stdout() -> Result<()> {
    if IS_STDOUT_CLOSED.load(Ordering::Relaxed) {
        return Err(Failure::failed("can't write to standard output: it is closed; name a file"));
    }
    Ok(())
}

/// Returns `true` if a path means standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Writes bytes to standard output at once.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<()> {
    check_stdout()?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|error| Failure::stdout(&error))
}

/// Prints a value as JSON on standard output.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::failed(error.to_string()))?;
    print(&format!("{text}\n"))
}

/// Rounds a number below 10^9 to the given number of decimals. Larger numbers stay.
pub(crate) fn shown(number: f64, decimals: u32) -> Number {
    let power = f64::from(10_u32.pow(decimals));
    Number::from(if number.abs() < 1e9 { (number * power).round() / power } else { number })
}

/// Escapes control characters other than line ends, so that no name of a file or a node reaches the terminal as a command.
pub(crate) fn escaped(text: &str) -> String {
    let is_plain = |character: char| !character.is_control() || character == '\n';
    text.chars().map(|character| if is_plain(character) { character.to_string() } else { character.escape_unicode().to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use super::{escaped, shown};

    #[test]
    fn numbers_far_from_one_are_told_by_their_power_of_ten() {
        let told = |number: f64| shown(number, 6).to_string();
        assert_eq!([1.0 / 3.0, 40.0, 2e-9, -1e300, 1e9 / 3.0].map(told), ["0.333333", "40", "0", "-1e300", "333333333.333333"]);
        assert_eq!(shown(f64::INFINITY, 2).to_string(), "inf");
    }

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(escaped("a\u{1b}[31mb\r\u{9b}c\nd é"), "a\\u{1b}[31mb\\u{d}\\u{9b}c\nd é");
    }
}
