//! The progress of a bake, shown if standard error is a terminal, and Ctrl-C.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use lacuna_bake::{Leftovers, Observer, Progress, Stage};

use crate::failure::{Exit, Failure, Result};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The state of the process: either the bake ends by itself, once it names files or has failed, or the interrupt handler ends the process without it.
static STATE: AtomicU8 = AtomicU8::new(RUNNING);
const RUNNING: u8 = 0;
const SETTLED: u8 = 1;
const ENDING: u8 = 2;

/// The time that an interrupted bake has to end by itself. A driver that compiles, or a pipe that nobody reads, would block it for ever.
const GRACE: Duration = Duration::from_millis(300);

/// The observer of a bake.
pub(crate) struct Watch {
    bar: ProgressBar,
    shown: Mutex<Option<Stage>>,
}

/// Changes the state from running to another, unless that has happened already. Returns `true` on success.
fn enter(state: u8) -> bool {
    STATE.compare_exchange(RUNNING, state, Ordering::AcqRel, Ordering::Acquire).is_ok()
}

/// Keeps the handler from ending the process from now on. If the process is already ending, waits for the end.
fn settle() {
    if !enter(SETTLED) {
        while STATE.load(Ordering::Acquire) == ENDING {
            std::thread::park();
        }
    }
}

impl Watch {
    /// Installs the handler. From now on Ctrl-C or a request to terminate stops the bake so that nothing is left behind. If the bake does not stop by
    /// itself, the process ends without it.
    pub(crate) fn new(leftovers: Leftovers) -> Result<Self> {
        let bar = ProgressBar::hidden();
        let shown = bar.clone();
        let stop = move || {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(GRACE);
            if enter(ENDING) {
                shown.finish_and_clear();
                leftovers.remove();
                Failure::from(lacuna_bake::Error::Cancelled).report();
                end_at_once(Exit::Failed);
            }
        };
        let ignored = Ignored::now();
        ctrlc::set_handler(stop).map_err(|error| {
            let why = match error {
                ctrlc::Error::System(error) => error.to_string(),
                error => error.to_string(),
            };
            Failure::failed(format!("can't handle Ctrl-C: {why}; raise the limits of open files and processes (ulimit -n, ulimit -u)"))
        })?;
        ignored.stay();
        Ok(Self { bar, shown: Mutex::new(None) })
    }

    pub(crate) fn finish(&self) {
        settle();
        self.bar.finish_and_clear();
    }
}

/// The signals that this process ignores because its parent said so, as `nohup` does. They stay ignored.
struct Ignored(#[cfg(unix)] Vec<libc::c_int>);

#[cfg(unix)]
impl Ignored {
    fn now() -> Self {
        let is_ignored = |signal: &libc::c_int| {
            // SAFETY: all zeros are a legal value of this structure of integers.
            let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
            // SAFETY: it only queries, into a structure of its own.
            let found = unsafe { libc::sigaction(*signal, std::ptr::null(), &raw mut action) };
            found == 0 && action.sa_sigaction == libc::SIG_IGN
        };
        Self([libc::SIGINT, libc::SIGHUP, libc::SIGTERM].into_iter().filter(is_ignored).collect())
    }

    /// Ignores them again, after a handler for all signals was installed.
    fn stay(self) {
        for signal in self.0 {
            // SAFETY: no handler is given.
            unsafe {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
    }
}

#[cfg(not(unix))]
impl Ignored {
    fn now() -> Self {
        Self()
    }

    fn stay(self) {}
}

/// Ends the process without waiting for threads or for exit handlers of libraries: a driver's may crash beside a thread that still compiles.
fn end_at_once(exit: Exit) -> ! {
    #[cfg(unix)]
    // SAFETY: it takes any number, and never returns.
    unsafe {
        libc::_exit(exit as i32)
    }
    #[cfg(not(unix))]
    std::process::exit(exit as i32)
}

impl Observer for Watch {
    fn progress(&self, Progress { stage, done, total }: Progress) {
        if stage == Stage::Name {
            return settle();
        }
        // Another thread is updating the bar.
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
