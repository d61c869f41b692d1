//! Compiled kernels, by structure.

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
use crate::program::{Program, Structure};
use crate::region::DomainKind;

/// What decides a kernel, on one device.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    structure: Structure,
    domain: DomainKind,
    target: TargetKind,
}

/// The kernels of one device, by structure: programs that differ in values alone share one.
///
/// Threads may share a cache. One that asks for a kernel that is there never waits for another that compiles; of several that ask for the same one,
/// the first compiles and the others wait for it.
///
/// To prepare a kernel ahead, call [`Cache::kernel`] on a thread of its own, and take it with [`Cache::ready`] once it is there. What is no longer
/// needed is forgotten by [`Cache::evict`] and [`Cache::clear`].
#[derive(Debug, Default)]
pub struct Cache {
    pipelines: Slots<Key, Result<Arc<Pipeline>>>,
    axes: OnceLock<Arc<Axes>>,
    created: AtomicUsize,
    straight: bool,
    #[cfg(not(target_arch = "wasm32"))]
    disk: Option<DiskCache>,
}

impl Cache {
    /// An empty cache. Use one a device.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty cache of kernels that evaluate each sample by itself: slower, with the same bits, to compare with.
    pub fn straight() -> Self {
        Self { straight: true, ..Self::default() }
    }

    /// The same, which takes from a folder what was kept there of a kernel, and keeps there what it compiles.
    ///
    /// The device has to have the feature [`SPIRV`](super::SPIRV) or [`PIPELINE_CACHE`](wgpu::Features::PIPELINE_CACHE), else there is nothing to keep.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn on_disk(self, disk: DiskCache) -> Self {
        Self { disk: Some(disk), ..self }
    }

    /// Of the same folder, without a kernel yet, of those that evaluate each sample by itself.
    pub(super) fn emptied_straight(self) -> Self {
        Self { pipelines: Slots::default(), axes: OnceLock::new(), created: AtomicUsize::new(0), straight: true, ..self }
    }

    /// What compiles for a device.
    pub(super) fn compiler<'a>(&'a self, device: &'a wgpu::Device) -> Compiler<'a> {
        Compiler {
            device,
            #[cfg(not(target_arch = "wasm32"))]
            disk: self.disk.as_ref(),
        }
    }

    /// How many kernels were compiled so far.
    pub fn pipelines_created(&self) -> usize {
        self.created.load(Ordering::Relaxed)
    }

    /// The kernel for a program, compiled if no program of its structure was seen before.
    ///
    /// Compiling is left to the device, which reports what fails through the error scopes of the thread that compiles, as usual: also a
    /// [format](super::TexelFormat::is_storable) that it does not store to.
    ///
    /// # Errors
    ///
    /// As [`Cache::check`].
    pub fn kernel(&self, device: &wgpu::Device, program: &Program, domain: DomainKind, target: TargetKind) -> Result<Kernel> {
        let key = Key { structure: program.structure().clone(), domain, target };
        let made = self.pipelines.get_or_make(key, |key| {
            let chosen = self.chosen(device, &key.structure, domain, target)?;
            let compiler = self.compiler(device);
            let axes = Arc::clone(self.axes.get_or_init(|| Arc::new(Axes::new(&compiler))));
            self.created.fetch_add(1, Ordering::Relaxed);
            Ok(Arc::new(Pipeline::new(&compiler, axes, key.structure.clone(), domain, target, chosen)))
        });
        Ok(Kernel::of(made?))
    }

    /// The kernel for a program if it is there, compiled: this neither compiles nor waits.
    pub fn ready(&self, program: &Program, domain: DomainKind, target: TargetKind) -> Option<Kernel> {
        let key = Key { structure: program.structure().clone(), domain, target };
        Some(Kernel::of(self.pipelines.get(&key)?.ok()?))
    }

    /// Checks that a device takes the kernel for a program, without compiling it.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`](crate::Error::Limit) where the kernel is larger than [`MAX_KERNEL_SIZE`](super::MAX_KERNEL_SIZE);
    /// [`Error::Unsupported`](crate::Error::Unsupported) where the device's limits are below what every kernel takes.
    pub fn check(&self, device: &wgpu::Device, program: &Program, domain: DomainKind, target: TargetKind) -> Result<()> {
        self.chosen(device, program.structure(), domain, target).map(drop)
    }

    /// Forgets the kernels of a program's structure, for every kind of domain and target, and tells how many there were. A [`Kernel`] that was taken
    /// stays good.
    pub fn evict(&self, program: &Program) -> usize {
        self.pipelines.remove(|key| key.structure == *program.structure())
    }

    /// Forgets all kernels. A [`Kernel`] that was taken stays good.
    pub fn clear(&self) {
        self.pipelines.remove(|_| true);
    }

    /// The form of the kernel for a structure, and its text.
    fn chosen(&self, device: &wgpu::Device, structure: &Structure, domain: DomainKind, target: TargetKind) -> Result<(KernelForm, String)> {
        limits::check(&device.limits(), target)?;
        let form = if self.straight { KernelForm::Straight } else { KernelForm::of(structure, domain) };
        let linked = linked_kernel(structure, domain, target, form);
        if form == KernelForm::Straight || limits::check_size(linked.size).is_ok() {
            limits::check_size(linked.size)?;
            return Ok((form, linked.text));
        }
        let linked = linked_kernel(structure, domain, target, KernelForm::Straight);
        limits::check_size(linked.size)?;
        Ok((KernelForm::Straight, linked.text))
    }
}

impl Kernel {
    /// Compiles a kernel by itself. Where programs change in structure, a [`Cache`] keeps those already compiled.
    ///
    /// # Errors
    ///
    /// As [`Cache::check`].
    pub fn new(device: &wgpu::Device, program: &Program, domain: DomainKind, target: TargetKind) -> Result<Self> {
        Cache::new().kernel(device, program, domain, target)
    }
}

/// Values that are made once, by key, where making one takes long.
#[derive(Debug)]
struct Slots<K, V> {
    /// The lock is held to find a slot, not to make what belongs there.
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

    /// The value of a key, made by the first who asks for it.
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

    /// The value of a key if it was made.
    fn get(&self, key: &K) -> Option<V> {
        self.locked().get(key)?.get().cloned()
    }

    /// Forgets the keys that are chosen, and tells how many there were.
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
        // Long past what any machine takes for this.
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
        // On a thread, so that a lock that is held ends the test.
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
