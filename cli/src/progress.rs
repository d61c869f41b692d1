//! How far a bake has come, shown where standard error is a terminal, and Ctrl-C.

use std::process::exit;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use lacuna_bake::{Observer, Progress, Stage};

use crate::failure::{Exit, Failure, Result};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether files get their names: for that moment nothing ends the process, so that a set stays whole.
static IS_NAMING: AtomicBool = AtomicBool::new(false);

/// Looks on while files are baked.
pub(crate) struct Watch {
    bar: ProgressBar,
    shown: Mutex<Option<Stage>>,
}

impl Watch {
    /// From now on Ctrl-C, like a polite request to terminate, is only noted, so that nothing is left behind; a second one ends the process at once.
    pub(crate) fn new() -> Result<Self> {
        let note = || {
            if INTERRUPTED.swap(true, Ordering::Relaxed) && !IS_NAMING.load(Ordering::Relaxed) {
                exit(Exit::Failed as i32);
            }
        };
        ctrlc::set_handler(note).map_err(|error| Failure::failed(format!("Ctrl-C can't be watched for: {error}")))?;
        let bar = ProgressBar::hidden();
        Ok(Self { bar, shown: Mutex::new(None) })
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Watch {
    fn progress(&self, Progress { stage, done, total }: Progress) {
        if stage == Stage::Name {
            IS_NAMING.store(true, Ordering::Relaxed);
            return;
        }
        // Another thread shows what comes next.
        let Ok(mut shown) = self.shown.try_lock() else { return };
        if *shown != Some(stage) {
            *shown = Some(stage);
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            self.bar.set_prefix(if stage == Stage::Range { "range" } else { "bake" });
            if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:40} {percent}% {eta}") {
                self.bar.set_style(style);
            }
            self.bar.reset();
        }
        self.bar.set_length(total);
        self.bar.set_position(done);
    }

    fn is_cancelled(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }
}
