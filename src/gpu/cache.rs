//! A cache of compiled kernels, by structure.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::axes::Axes;
use super::compile::Compiler;
#[cfg(not(target_arch = "wasm32"))]
use super::disk::DiskCache;
use super::kernel::Kernel;
use super::layout::{KernelForm, TargetKind};
use super::limits;
use super::link::linked_kernel;
use super::pipeline::Pipeline;
use crate::error::Result;
use crate::program::{Program, SharedStructure, Structure};
use crate::region::DomainKind;

/// Identifies a kernel on one device.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    structure: SharedStructure,
    domain: DomainKind,
    target: TargetKind,
}

/// The compiled kernels of one device, by structure: programs that differ only in values share a kernel.
///
/// Threads may share a cache. A thread that asks for a compiled kernel never waits for another thread's compilation. If several ask for the same new
/// kernel, the first compiles it and the others wait.
///
/// To prepare a kernel ahead, call [`Cache::kernel`] on a separate thread, and take it with [`Cache::ready`] once it is compiled. [`Cache::evict`] and
/// [`Cache::clear`] drop kernels that are no longer needed.
#[derive(Debug, Default)]
pub struct Cache {
    pipelines: Slots<Key, Result<Arc<Pipeline>>>,
    axes: OnceLock<Arc<Axes>>,
    created: AtomicUsize,
    is_per_sample: bool,
    #[cfg(not(target_arch = "wasm32"))]
    disk: Option<DiskCache>,
}

impl Cache {
    /// Returns an empty cache. Use one for each device.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty cache whose kernels evaluate each sample by itself: slower, with the same bits, for comparison.
    pub fn per_sample() -> Self {
        Self { is_per_sample: true, ..Self::default() }
    }

    /// Returns the cache backed by a folder: it loads kernels that are stored there, and stores those that it compiles.
    ///
    /// The device must have the feature [`SPIRV`](super::SPIRV) or [`PIPELINE_CACHE`](wgpu::Features::PIPELINE_CACHE); without either, nothing is
    /// stored.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn on_disk(self, disk: DiskCache) -> Self {
        Self { disk: Some(disk), ..self }
    }

    /// Returns an empty cache of kernels that evaluate each sample by itself, with the same folder on disk.
    pub(super) fn emptied_per_sample(self) -> Self {
        Self { pipelines: Slots::default(), axes: OnceLock::new(), created: AtomicUsize::new(0), is_per_sample: true, ..self }
    }

    /// Returns the compiler for a device.
    pub(super) fn compiler<'a>(&'a self, device: &'a wgpu::Device) -> Compiler<'a> {
        Compiler {
            device,
            #[cfg(not(target_arch = "wasm32"))]
            disk: self.disk.as_ref(),
        }
    }

    /// Returns the number of kernels compiled so far.
    pub fn pipelines_created(&self) -> usize {
        self.created.load(Ordering::Relaxed)
    }

    /// Returns the kernel for a program, and compiles it unless the cache already has one for the program's structure.
    ///
    /// Failures of compilation, including a [format](super::TexelFormat::is_storable) that the device can't store to, are reported by the device as
    /// usual: through the error scopes of the thread that compiles.
    ///
    /// # Errors
    ///
    /// The errors of [`Cache::check`].
    pub fn kernel(&self, device: &wgpu::Device, program: &Program, domain: DomainKind, target: TargetKind) -> Result<Kernel> {
        let key = Key { structure: program.shared_structure().clone(), domain, target };
        let made = self.pipelines.get_or_make(key, |key| {
            let chosen = self.chosen(device, &key.structure, domain, target)?;
            let compiler = self.compiler(device);
            let axes = Arc::clone(self.axes.get_or_init(|| Arc::new(Axes::new(&compiler))));
            self.created.fetch_add(1, Ordering::Relaxed);
            Ok(Arc::new(Pipeline::new(&compiler, axes, key.structure.clone(), domain, target, chosen)))
        });
        Ok(Kernel::of(made?))
    }

    /// Returns the kernel for a program if it is already compiled. This neither compiles nor waits.
    pub fn ready(&self, program: &Program, domain: DomainKind, target: TargetKind) -> Option<Kernel> {
        let key = Key { structure: program.shared_structure().clone(), domain, target };
        Some(Kernel::of(self.pipelines.get(&key)?.ok()?))
    }

    /// Checks that a device accepts the kernel for a program, without compiling it.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`](crate::Error::Limit) where the kernel is larger than [`MAX_KERNEL_SIZE`](super::MAX_KERNEL_SIZE);
    /// [`Error::Unsupported`](crate::Error::Unsupported) where the device's limits are below those that every kernel needs.
    pub fn check(&self, device: &wgpu::Device, program: &Program, domain: DomainKind, target: TargetKind) -> Result<()> {
        self.chosen(device, program.structure(), domain, target).map(drop)
    }

    /// Drops the kernels of a program's structure, for every kind of domain and target, and returns their number. A [`Kernel`] that you already hold
    /// stays valid.
    pub fn evict(&self, program: &Program) -> usize {
        self.pipelines.remove(|key| key.structure == *program.shared_structure())
    }

    /// Drops all kernels. A [`Kernel`] that you already hold stays valid.
    pub fn clear(&self) {
        self.pipelines.remove(|_| true);
    }

    /// Chooses the form of the kernel for a structure, and returns it with the kernel's text.
    fn chosen(&self, device: &wgpu::Device, structure: &Structure, domain: DomainKind, target: TargetKind) -> Result<(KernelForm, String)> {
        let limits = device.limits();
        limits::check(&limits, target)?;
        let is_wide = domain == DomainKind::Grid && limits::takes_wide(device, &limits);
        let per_sample = [KernelForm::PerSample, if is_wide { KernelForm::PerSampleWide } else { KernelForm::PerSample }];
        let of = |forms| linked_kernel(structure, domain, target, forms);
        let best = KernelForm::of(structure, domain);
        let is_abreast = !self.is_per_sample && best != KernelForm::PerSample;
        let mut chosen = of(if is_abreast { [best; 2] } else { per_sample });
        if is_abreast && limits::check_size(chosen.1.size).is_err() {
            chosen = of(per_sample);
        }
        limits::check_size(chosen.1.size)?;
        Ok((chosen.0, chosen.1.text))
    }
}

impl Kernel {
    /// Compiles a single kernel. If you evaluate programs of several structures, use a [`Cache`], which keeps compiled kernels.
    ///
    /// # Errors
    ///
    /// The errors of [`Cache::check`].
    pub fn new(device: &wgpu::Device, program: &Program, domain: DomainKind, target: TargetKind) -> Result<Self> {
        Cache::new().kernel(device, program, domain, target)
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
