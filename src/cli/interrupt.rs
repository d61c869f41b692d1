//! Ctrl-C, as long as there are temporary files to clean up.

use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::{Exit, Failure, Result};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C, like a polite request to terminate, is only noted; a second one ends the process at once.
pub(crate) fn watch() -> Result<()> {
    let note = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Failed as i32);
        }
    };
    ctrlc::set_handler(note).map_err(|error| Failure::failed(error.to_string()))
}

/// Fails once Ctrl-C was noted, so that temporary files are dropped on the way out.
pub(crate) fn check() -> Result<()> {
    match INTERRUPTED.load(Ordering::Relaxed) {
        true => Err(Failure::failed("interrupted; nothing was written")),
        false => Ok(()),
    }
}
