//! A cache of compiled kernels, by structure.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::context::Context;
#[cfg(not(target_arch = "wasm32"))]
use super::disk::DiskCache;
use super::kernel::Kernel;
use super::layout::TargetKind;
use super::plan::Speed;
use super::prepared::{EvaluationDescriptor, Prepared};
use super::tiers::{Beside, Plans, Tiers};
use crate::domain::DomainKind;
use crate::error::Result;
use crate::program::{Program, SharedStructure};

/// Identifies kernels on one device.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    structure: SharedStructure,
    domain: DomainKind,
    target: TargetKind,
}

impl Key {
    fn of(program: &Program, domain: DomainKind, target: TargetKind) -> Self {
        Self { structure: program.shared_structure().clone(), domain, target }
    }
}

/// The compiled kernels of one device, by structure: programs that differ only in values share a kernel.
///
/// Threads may share a cache. A thread that asks for a compiled kernel never waits for another thread's compilation. If several ask for the same new
/// kernel, the first compiles it and the others wait.
///
/// To prepare a kernel ahead, call [`Cache::kernel`] on a separate thread, and take it with [`Cache::ready`] once it is compiled. [`Cache::evict`] and
/// [`Cache::clear`] drop kernels that are no longer needed.
///
/// A cache belongs to its device. After the device is lost, make a new one for the next device; programs stay valid. A cache that is dropped waits for a kernel
/// that is being compiled on its own thread; drop it before the process exits. A kernel that outlives its cache stays in the form that it has.
#[derive(Debug)]
pub struct Cache {
    context: Arc<Context>,
    plans: Slots<Key, Result<Arc<Plans>>>,
    kernels: Slots<(Key, Speed), Result<Arc<Tiers>>>,
    beside: Arc<Beside>,
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.beside.close();
    }
}

impl Cache {
    /// Returns an empty cache for a device and its queue.
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        Self::of(Context::new(device, queue))
    }

    fn of(context: Context) -> Self {
        Self { context: Arc::new(context), plans: Slots::default(), kernels: Slots::default(), beside: Arc::default() }
    }

    /// Returns an empty cache backed by a folder, if one is given: it loads kernels that are stored there, and stores those that it compiles.
    ///
    /// The device must have the feature [`SPIRV`](super::SPIRV) or [`PIPELINE_CACHE`](wgpu::Features::PIPELINE_CACHE); without either, nothing is
    /// stored.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn on_disk(device: &wgpu::Device, queue: &wgpu::Queue, disk: Option<DiskCache>) -> Self {
        let mut context = Context::new(device, queue);
        context.disk = disk;
        Self::of(context)
    }

    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the number of kernels compiled so far; the two forms of a kernel count as two.
    pub fn pipelines_created(&self) -> usize {
        self.context.created()
    }

    /// Returns the kernel for a program, in the form that is compiled soonest, and compiles it unless the cache already has one for the program's
    /// structure, be it for [`Speed::Throughput`]. See [`Speed::Soonest`].
    ///
    /// Failures of compilation, including a [format](super::TexelFormat::is_storable) that the device can't store to, are reported by the device as
    /// usual: through the error scopes of the thread that compiles.
    ///
    /// # Errors
    ///
    /// The errors of [`Cache::check`]; [`Error::DeviceLost`](crate::Error::DeviceLost) where the device is lost.
    pub fn kernel(&self, program: &Program, domain: DomainKind, target: TargetKind) -> Result<Kernel> {
        self.kernel_for(program, domain, target, Speed::Soonest)
    }

    /// Returns the kernel for a program, compiled for a speed. Kernels for several speeds are several kernels.
    ///
    /// # Errors
    ///
    /// The errors of [`Cache::kernel`].
    pub fn kernel_for(&self, program: &Program, domain: DomainKind, target: TargetKind, speed: Speed) -> Result<Kernel> {
        let key = (Key::of(program, domain, target), speed);
        if speed == Speed::Soonest
            && let Some(kernel) = self.known(&key.0, Speed::Throughput)
        {
            return Ok(kernel);
        }
        let made = self.kernels.get_or_make(key.clone(), |(key, speed)| {
            let plans = self.plans(key)?;
            let tiers = Tiers::new(&self.context, &key.structure, &plans, *speed, &self.beside);
            self.context.check()?;
            Ok(Arc::new(tiers))
        });
        if made.is_err() {
            // Full memory may have looked like a lost device.
            self.kernels.remove(|known| *known == key);
        }
        Ok(Kernel::of(made?))
    }

    /// Returns the kernel for work of this many samples, which is compiled for throughput if they repay that.
    pub(super) fn kernel_for_samples(&self, program: &Program, domain: DomainKind, target: TargetKind, samples: u64) -> Result<Kernel> {
        let plans = self.plans(&Key::of(program, domain, target))?;
        let is_repaid = plans.repaid_after.is_some_and(|repaid_after| samples >= repaid_after);
        self.kernel_for(program, domain, target, if is_repaid { Speed::Throughput } else { Speed::Soonest })
    }

    /// Returns the kernel for a program if it is already compiled: that of [`Cache::kernel`], or else one of [`Cache::kernel_for`]. This neither compiles nor
    /// waits.
    pub fn ready(&self, program: &Program, domain: DomainKind, target: TargetKind) -> Option<Kernel> {
        let key = Key::of(program, domain, target);
        [Speed::Soonest, Speed::Throughput, Speed::PerSample].into_iter().find_map(|speed| self.known(&key, speed))
    }

    fn known(&self, key: &Key, speed: Speed) -> Option<Kernel> {
        Some(Kernel::of(self.kernels.get(&(key.clone(), speed))?.ok()?))
    }

    /// Prepares an evaluation with the kernel that [`Cache::kernel`] returns for it. See [`Kernel::prepare`].
    ///
    /// # Errors
    ///
    /// The errors of [`Cache::kernel`] and [`Kernel::prepare`].
    pub fn prepare(&self, evaluation: &EvaluationDescriptor<'_>) -> Result<Prepared> {
        self.kernel(evaluation.program, evaluation.domain.kind(), evaluation.target.kind()?)?.prepare(evaluation)
    }

    /// Checks that the device accepts the kernel for a program, without compiling it.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`](crate::Error::Limit) where the kernel is larger than [`MAX_KERNEL_SIZE`](super::MAX_KERNEL_SIZE);
    /// [`Error::Unsupported`](crate::Error::Unsupported) where the device's limits are below those that every kernel needs.
    pub fn check(&self, program: &Program, domain: DomainKind, target: TargetKind) -> Result<()> {
        let key = Key::of(program, domain, target);
        // Nothing is kept of a program that is only checked.
        match self.plans.get(&key) {
            Some(known) => known.map(drop),
            None => Plans::new(&self.context, &key.structure, domain, target).map(drop),
        }
    }

    /// Drops the kernels of a program's structure, for every kind of domain and target, and returns their number. A [`Kernel`] that you already hold
    /// stays valid.
    pub fn evict(&self, program: &Program) -> usize {
        self.plans.remove(|key| key.structure == *program.shared_structure());
        self.kernels.remove(|(key, _)| key.structure == *program.shared_structure())
    }

    /// Drops all kernels. A [`Kernel`] that you already hold stays valid.
    pub fn clear(&self) {
        self.plans.remove(|_| true);
        self.kernels.remove(|_| true);
    }

    fn plans(&self, key: &Key) -> Result<Arc<Plans>> {
        self.plans.get_or_make(key.clone(), |Key { structure, domain, target }| {
            Ok(Arc::new(Plans::new(&self.context, structure, *domain, *target)?))
        })
    }
}

/// Values that take long to make: each is made once for its key.
#[derive(Debug)]
struct Slots<K, V> {
    /// The lock is held to find a slot, but not while its value is made.
    slots: Mutex<HashMap<Arc<K>, Arc<OnceLock<V>>>>,
}

impl<K, V> Default for Slots<K, V> {
    fn default() -> Self {
        Self { slots: Mutex::default() }
    }
}

impl<K: Eq + Hash, V: Clone> Slots<K, V> {
    fn locked(&self) -> MutexGuard<'_, HashMap<Arc<K>, Arc<OnceLock<V>>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of a key. The first caller makes it.
    fn get_or_make(&self, key: K, make: impl FnOnce(&K) -> V) -> V {
        let (key, slot) = {
            let mut slots = self.locked();
            match slots.get_key_value(&key) {
                Some((key, slot)) => (Arc::clone(key), Arc::clone(slot)),
                None => {
                    let (key, slot) = (Arc::new(key), Arc::default());
                    slots.insert(Arc::clone(&key), Arc::clone(&slot));
                    (key, slot)
                }
            }
        };
        slot.get_or_init(|| make(&key)).clone()
    }

    /// Returns the value of a key if it is already made.
    fn get(&self, key: &K) -> Option<V> {
        self.locked().get(key)?.get().cloned()
    }

    /// Removes the keys that `chosen` accepts, and returns their number.
    fn remove(&self, chosen: impl Fn(&K) -> bool) -> usize {
        let mut slots = self.locked();
        let before = slots.len();
        slots.retain(|key, _| !chosen(key));
        before - slots.len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn while_one_value_is_made_others_are_had_and_made_and_the_same_is_made_once() {
        // Far longer than this takes on any machine.
        const LONG: Duration = Duration::from_secs(60);
        let slots = Arc::new(Slots::<u32, u32>::default());
        slots.get_or_make(1, |_| 10);
        let (started, has_started) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let slow = std::thread::spawn({
            let slots = Arc::clone(&slots);
            move || {
                slots.get_or_make(2, |_| {
                    started.send(()).expect("the test waits");
                    released.recv_timeout(LONG).expect("the others are served first");
                    20
                })
            }
        });
        has_started.recv_timeout(LONG).expect("the slow one begins");
        // On a thread of its own, so that a lock held by mistake fails the test instead of hanging it.
        let (served, is_served) = mpsc::channel();
        std::thread::spawn({
            let slots = Arc::clone(&slots);
            move || {
                let made = slots.get_or_make(1, |_| unreachable!("it is there"));
                served.send((made, slots.get_or_make(3, |_| 30), slots.get(&2), slots.get(&1))).expect("the test waits");
            }
        });
        assert_eq!(is_served.recv_timeout(LONG), Ok((10, 30, None, Some(10))));
        let same = std::thread::spawn({
            let slots = Arc::clone(&slots);
            move || slots.get_or_make(2, |_| unreachable!("another makes it"))
        });
        release.send(()).expect("the slow one waits");
        assert_eq!((slow.join().expect("made"), same.join().expect("made")), (20, 20));
        assert_eq!((slots.remove(|&key| key < 3), slots.get(&2), slots.get(&3)), (2, None, Some(30)));
    }
}
