//! What several tests need.
//!
//! Environment variables that the tests read: `LACUNA_REQUIRE_GPU=1` turns the skipping of a test that finds no adapter into a failure, and
//! `LACUNA_REQUIRE_COMPILERS=1` that of one that finds no C++ compiler.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part of this")]

pub mod linked;

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lacuna::{Gpu, wgpu};

/// Whether an environment variable is set to 1.
pub fn is_required(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| value == "1")
}

/// Says on stderr, past the capture of the test's output, that something was left out.
pub fn skipped(what: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "skipped: {what}");
}

/// Every adapter that opens, the best first. Where there is none the test is to return: it was counted as skipped here, or failed.
///
/// One test at a time has them: OpenGL's contexts are not made for several threads.
pub fn adapters() -> Adapters {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut open = Vec::new();
    for (description, gpu) in Gpu::all() {
        match gpu {
            Ok(gpu) => open.push(gpu),
            Err(error) => skipped(&format!("adapter {description}: {error}")),
        }
    }
    if open.is_empty() {
        assert!(!is_required("LACUNA_REQUIRE_GPU"), "no adapter, and LACUNA_REQUIRE_GPU=1");
        skipped("no adapter");
    }
    Adapters { open, _turn: turn }
}

/// The open adapters, until they are dropped.
pub struct Adapters {
    open: Vec<Gpu>,
    _turn: MutexGuard<'static, ()>,
}

impl Deref for Adapters {
    type Target = [Gpu];

    fn deref(&self) -> &[Gpu] {
        &self.open
    }
}

/// A device that runs nothing, with the validation and the limits of a real one. It records only while its queue is held.
pub fn noop(limits: &wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::NOOP;
    descriptor.backend_options.noop = wgpu::NoopBackendOptions { enable: true, limits: Some(limits.clone()), ..Default::default() };
    let instance = wgpu::Instance::new(descriptor);
    let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())).expect("the noop adapter");
    let request = wgpu::DeviceDescriptor { required_limits: limits.clone(), ..Default::default() };
    pollster::block_on(adapter.request_device(&request)).expect("the noop device")
}

/// The error that a device reports while something runs.
pub fn failure(device: &wgpu::Device, run: impl FnOnce()) -> Option<wgpu::Error> {
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    run();
    pollster::block_on(scope.pop())
}
