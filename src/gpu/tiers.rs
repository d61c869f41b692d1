//! The tiers of a kernel: the form that is compiled soonest, and the one that runs fastest, which takes over.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
#[cfg(not(target_arch = "wasm32"))]
use std::sync::{MutexGuard, PoisonError};
#[cfg(not(target_arch = "wasm32"))]
use std::time::Duration;

use super::axes::Axes;
use super::context::Context;
#[cfg(not(target_arch = "wasm32"))]
use super::context::FILTERS;
use super::layout::TargetKind;
use super::limits;
use super::link::{Linked, linked_kernel};
use super::pipeline::{Pipeline, source};
use super::plan::{KernelPlan, Speed};
use crate::domain::DomainKind;
use crate::error::Result;
use crate::program::SharedStructure;

/// A kernel that is not compiled yet.
#[derive(Debug, Clone)]
struct Planned {
    plan: KernelPlan,
    text: Arc<str>,
}

/// The plans for a structure, a kind of domain and a kind of target, made once.
#[derive(Debug)]
pub(super) struct Plans {
    per_sample: Planned,
    /// The form that runs fastest, if it is another one and is not too large.
    fastest: Option<Planned>,
    /// The samples after which the compilation of the fastest form is repaid. None if it is compiled as soon as the other.
    pub(super) repaid_after: Option<u64>,
}

impl Plans {
    /// Makes the plans.
    ///
    /// # Errors
    ///
    /// The errors of [`Cache::check`](super::Cache::check).
    pub(super) fn new(context: &Context, structure: &SharedStructure, domain: DomainKind, target: TargetKind) -> Result<Self> {
        limits::check(&context.limits, target)?;
        let is_wide = limits::takes_wide(&context.device, &context.limits);
        let linked = |plan| linked_kernel(structure, plan, is_wide);
        let planned = |plan, Linked { text, .. }: Linked| Planned { plan, text: text.into() };
        let fastest = KernelPlan::fastest(structure, domain, target);
        let is_per_sample = fastest.is_per_sample();
        let fastest = (!is_per_sample).then(|| linked(fastest)).filter(|(_, linked)| limits::check_size(linked.size).is_ok());
        let (plan, per_sample) = linked(KernelPlan::per_sample(structure, domain, target));
        limits::check_size(per_sample.size)?;
        let of_fastest = fastest.as_ref().map(|(plan, linked)| (plan, linked.size));
        let repaid_after = of_fastest.and_then(|fastest| context.speeds.repaid_after(per_sample.size, fastest));
        Ok(Self { per_sample: planned(plan, per_sample), fastest: fastest.map(|(plan, linked)| planned(plan, linked)), repaid_after })
    }
}

/// A compiled kernel, to which a faster form may be added.
#[derive(Debug)]
pub(super) struct Tiers {
    pub(super) context: Arc<Context>,
    pub(super) structure: SharedStructure,
    pub(super) domain: DomainKind,
    pub(super) target: TargetKind,
    pub(super) axes: Arc<Axes>,
    pub(super) layout: wgpu::BindGroupLayout,
    first: Pipeline,
    next: Option<Next>,
}

/// The form that takes over.
#[derive(Debug)]
struct Next {
    planned: Planned,
    repaid_after: u64,
    /// The samples asked for so far.
    asked: AtomicU64,
    is_begun: AtomicBool,
    /// None if the device refused it.
    pipeline: OnceLock<Option<Pipeline>>,
    beside: Arc<Beside>,
}

impl Tiers {
    /// Compiles what is wanted first.
    pub(super) fn new(context: &Arc<Context>, structure: &SharedStructure, plans: &Plans, speed: Speed, beside: &Arc<Beside>) -> Self {
        let Plans { per_sample, fastest, repaid_after } = plans;
        let is_kept = |planned: &Planned| context.compiler().is_kept(&source(&planned.plan, &planned.text));
        let (first, next) = match (speed, fastest) {
            (Speed::PerSample, _) | (_, None) => (per_sample, None),
            (Speed::Throughput, Some(fastest)) => (fastest, None),
            (Speed::Soonest, Some(fastest)) => match repaid_after {
                Some(samples) if *samples == u64::MAX || !is_kept(fastest) => {
                    (per_sample, Some((fastest, *samples)).filter(|_| Beside::works_for(context)))
                }
                _ => (fastest, None),
            },
        };
        let KernelPlan { domain, target, .. } = first.plan;
        let entries = first.plan.bindings();
        let layout =
            context.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("lacuna kernel"), entries: &entries });
        let next = next.map(|(planned, repaid_after)| Next {
            planned: planned.clone(),
            repaid_after,
            asked: AtomicU64::new(0),
            is_begun: AtomicBool::new(false),
            pipeline: OnceLock::new(),
            beside: Arc::clone(beside),
        });
        let first = compiled(context, &layout, first);
        Self { context: Arc::clone(context), structure: structure.clone(), domain, target, axes: context.axes(), layout, first, next }
    }

    /// Returns the fastest form that is compiled.
    pub(super) fn best(&self) -> &Pipeline {
        self.next.as_ref().and_then(|next| next.pipeline.get()?.as_ref()).unwrap_or(&self.first)
    }

    /// Returns true if no other form can take over.
    pub(super) fn is_at_full_speed(&self) -> bool {
        self.next.as_ref().is_none_or(|next| next.pipeline.get().is_some() || next.beside.is_closed())
    }

    /// Returns the plan of the fastest form that there will be.
    pub(super) fn last_plan(&self) -> &KernelPlan {
        self.next.as_ref().map_or(&self.first.plan, |next| &next.planned.plan)
    }

    /// Returns the form to evaluate this many samples with, and begins to compile the next one if they repay that.
    pub(super) fn for_samples(self: &Arc<Self>, samples: u64) -> &Pipeline {
        if let Some(next) = &self.next
            && !next.is_begun.load(Ordering::Relaxed)
            && next.asked.fetch_add(samples, Ordering::Relaxed).saturating_add(samples) >= next.repaid_after
        {
            self.speed_up();
        }
        self.best()
    }

    /// Begins to compile the next form, if there is one and it was not begun yet.
    pub(super) fn speed_up(self: &Arc<Self>) {
        if let Some(next) = &self.next
            && !next.is_begun.swap(true, Ordering::Relaxed)
        {
            next.beside.begin(self);
        }
    }

    /// Gives the next form up.
    #[cfg(not(target_arch = "wasm32"))]
    fn refuse(&self) {
        if let Some(next) = &self.next {
            let _ = next.pipeline.set(None);
        }
    }

    /// Compiles the next form.
    #[cfg(not(target_arch = "wasm32"))]
    fn compile_next(&self) {
        let Some(next) = &self.next else { return };
        // A form that the device refuses is no failure of the user's: the first one goes on.
        let scopes = FILTERS.map(|filter| self.context.device.push_error_scope(filter));
        let pipeline = compiled(&self.context, &self.layout, &next.planned);
        // The innermost scope first.
        let errors: Vec<_> = scopes.into_iter().rev().map(|scope| pollster::block_on(scope.pop())).collect();
        let is_compiled = errors.iter().all(Option::is_none);
        let is_done = self.context.done();
        while is_compiled && !is_done.load(Ordering::Acquire) && !next.beside.is_closed() {
            std::thread::sleep(PATIENCE);
        }
        let _ = next.pipeline.set(Some(pipeline).filter(|_| is_compiled));
    }
}

/// The time between two looks at a device that may still compile.
#[cfg(not(target_arch = "wasm32"))]
const PATIENCE: Duration = Duration::from_millis(1);

/// Compiles a kernel, all that the driver would do at its first dispatch included.
fn compiled(context: &Context, layout: &wgpu::BindGroupLayout, Planned { plan, text }: &Planned) -> Pipeline {
    context.count();
    #[cfg(test)]
    std::thread::sleep(tests::SLOWNESS.get());
    let pipeline = Pipeline::new(&context.compiler(), layout, plan.clone(), text);
    #[cfg(not(target_arch = "wasm32"))]
    context.warm_up(&pipeline, layout, plan.target);
    pipeline
}

/// The thread that compiles beside others, one kernel after another.
#[derive(Debug, Default)]
pub(super) struct Beside(#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "there are no threads"))] Mutex<Waiting>);

#[derive(Debug, Default)]
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "there are no threads"))]
struct Waiting {
    is_closed: bool,
    kernels: VecDeque<Arc<Tiers>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// The stack of the thread: some drivers' compilers need more than threads usually have.
#[cfg(not(target_arch = "wasm32"))]
const STACK: usize = 64 << 20;

#[cfg(not(target_arch = "wasm32"))]
impl Beside {
    /// Returns true if a kernel can be compiled while others run.
    fn works_for(context: &Context) -> bool {
        context.device.adapter_info().backend != wgpu::Backend::Gl
    }

    fn locked(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.locked().is_closed
    }

    /// Has the next form of a kernel compiled. Where no thread can be had, its first one goes on.
    fn begin(self: &Arc<Self>, tiers: &Arc<Tiers>) {
        let mut waiting = self.locked();
        if waiting.is_closed {
            return;
        }
        waiting.kernels.push_back(Arc::clone(tiers));
        if waiting.thread.as_ref().is_none_or(std::thread::JoinHandle::is_finished) {
            let beside = Arc::clone(self);
            let thread = std::thread::Builder::new().name("lacuna kernels".to_owned()).stack_size(STACK);
            #[cfg(test)]
            let slowness = tests::SLOWNESS.get();
            let compile = move || {
                #[cfg(test)]
                tests::SLOWNESS.set(slowness);
                while let Some(tiers) = beside.next() {
                    tiers.compile_next();
                }
            };
            match thread.spawn(compile) {
                Ok(thread) => waiting.thread = Some(thread),
                Err(_) => waiting.kernels.drain(..).for_each(|tiers| tiers.refuse()),
            }
        }
    }

    /// Returns the kernel to compile. After the last one the thread ends.
    fn next(&self) -> Option<Arc<Tiers>> {
        let mut waiting = self.locked();
        let next = waiting.kernels.pop_front();
        if next.is_none() {
            // Whoever asks for a kernel from now on begins another thread.
            waiting.thread = None;
        }
        next
    }

    /// Waits for the kernel that is being compiled; no more are begun.
    pub(super) fn close(&self) {
        let thread = {
            let mut waiting = self.locked();
            waiting.is_closed = true;
            waiting.kernels.clear();
            waiting.thread.take()
        };
        thread.into_iter().for_each(|thread| drop(thread.join()));
    }
}

#[cfg(target_arch = "wasm32")]
impl Beside {
    fn works_for(_: &Context) -> bool {
        false
    }

    fn is_closed(&self) -> bool {
        false
    }

    fn begin(&self, _: &Arc<Tiers>) {}

    pub(super) fn close(&self) {}
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::domain::{Axis, Domain, Grid};
    use crate::gpu::{Cache, EvaluationDescriptor, Prepared, Target};
    use crate::nodes::Perlin;
    use crate::program::Program;
    use crate::{Error, NodeExt as _};

    thread_local! {
        /// How much longer a compiler takes that this thread begins.
        pub(super) static SLOWNESS: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    /// Far longer than a frame takes on any machine, and than all frames of a test together.
    const SLOW: Duration = Duration::from_secs(2);

    /// Returns a device that runs nothing.
    fn noop() -> (wgpu::Device, wgpu::Queue) {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::NOOP;
        descriptor.backend_options.noop.enable = true;
        let adapter = wgpu::Instance::new(descriptor).request_adapter(&wgpu::RequestAdapterOptions::default());
        let adapter = pollster::block_on(adapter).expect("the noop adapter");
        pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default())).expect("the noop device")
    }

    fn hills(seed: u64) -> Program {
        Program::new(Perlin::new().dimensions(2).seed(seed).fbm().octaves(3)).expect("a legal graph")
    }

    fn plane(start: i32) -> Domain {
        Domain::from(Grid::plane(Axis::extent(start, start + 4, 64), Axis::extent(0, 4, 64)))
    }

    fn buffer(device: &wgpu::Device) -> wgpu::Buffer {
        let usage = wgpu::BufferUsages::STORAGE;
        device.create_buffer(&wgpu::BufferDescriptor { label: None, size: 4 * 64 * 64, usage, mapped_at_creation: false })
    }

    /// Updates an evaluation and submits a frame of it.
    fn frame(device: &wgpu::Device, queue: &wgpu::Queue, prepared: &mut Prepared, buffer: &wgpu::Buffer, number: u32) -> Result<()> {
        let (program, domain) = (hills(number.into()), plane(number.cast_signed()));
        prepared.update(&EvaluationDescriptor::new(&program, &domain, Target::buffer(buffer, 1, [64, 64, 1])))?;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        prepared.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        queue.submit([encoder.finish()]);
        Ok(())
    }

    #[test]
    fn frames_never_wait_for_the_compiler_of_the_form_that_takes_over() {
        let (device, queue) = noop();
        let cache = Cache::new(&device, &queue);
        let (program, domain, field) = (hills(1), plane(0), buffer(&device));
        let target = Target::buffer(&field, 1, [64, 64, 1]);
        let kernel = cache.kernel(&program, DomainKind::Grid, TargetKind::Buffer).expect("a kernel");
        let mut prepared = kernel.prepare(&EvaluationDescriptor::new(&program, &domain, target)).expect("a legal evaluation");
        assert!(!prepared.is_at_full_speed());
        SLOWNESS.set(SLOW);
        let started = Instant::now();
        kernel.speed_up();
        let (mut longest, mut frames) = (Duration::ZERO, 0);
        while !prepared.is_at_full_speed() {
            let begun = Instant::now();
            frame(&device, &queue, &mut prepared, &field, frames).expect("a frame");
            assert_eq!(kernel.is_at_full_speed(), prepared.is_at_full_speed());
            // What comes with another kernel does not wait, either.
            assert!(cache.ready(&program, DomainKind::Grid, TargetKind::Buffer).is_some());
            longest = longest.max(begun.elapsed());
            frames += 1;
            assert!(started.elapsed() < 10 * SLOW, "the other form never took over");
        }
        assert!(started.elapsed() >= SLOW && frames > 10, "{frames} frames in {:?}", started.elapsed());
        assert!(longest < SLOW / 2, "a frame of {frames} took {longest:?}");
        frame(&device, &queue, &mut prepared, &field, 1).expect("a frame in the other form");
        assert_eq!(cache.pipelines_created(), 2);
    }

    #[test]
    fn a_form_takes_over_once_the_samples_repay_it_and_only_where_it_may() {
        let (device, queue) = noop();
        let cache = Cache::new(&device, &queue);
        let (program, kind, target) = (hills(1), DomainKind::Grid, TargetKind::Buffer);
        let plans = Plans::new(cache.context(), program.shared_structure(), kind, target).expect("plans");
        let repaid_after = plans.repaid_after.expect("rows take longer to compile");
        let tiers = |speed| {
            Arc::new(Tiers::new(&Arc::new(Context::new(&device, &queue)), program.shared_structure(), &plans, speed, &Arc::default()))
        };
        let soonest = tiers(Speed::Soonest);
        let wait = |tiers: &Tiers| tiers.next.iter().for_each(|next| next.beside.close());
        let wait_until_done = |tiers: &Tiers| {
            let started = Instant::now();
            while !tiers.is_at_full_speed() {
                let _ = tiers.context.device.poll(wgpu::PollType::Poll);
                assert!(started.elapsed() < 10 * SLOW, "the other form never took over");
            }
        };
        assert!(soonest.for_samples(repaid_after - 1).plan.is_per_sample());
        wait(&soonest);
        assert!(soonest.best().plan.is_per_sample());
        let soonest = tiers(Speed::Soonest);
        assert!(soonest.for_samples(repaid_after / 2 + 1).plan.is_per_sample());
        soonest.for_samples(repaid_after / 2 + 1);
        wait_until_done(&soonest);
        assert!(!soonest.for_samples(1).plan.is_per_sample());
        let per_sample = tiers(Speed::PerSample);
        assert!(per_sample.for_samples(u64::MAX).plan.is_per_sample() && per_sample.next.is_none());
        let throughput = tiers(Speed::Throughput);
        assert!(!throughput.for_samples(1).plan.is_per_sample() && throughput.next.is_none());
        for (samples, is_long) in [(repaid_after - 1, false), (repaid_after, true)] {
            let kernel = cache.kernel_for_samples(&program, kind, target, samples).expect("a kernel");
            assert_eq!(kernel.is_at_full_speed(), is_long, "{samples}");
        }
    }

    #[test]
    fn a_cache_that_is_dropped_waits_for_what_it_compiles_and_begins_no_more() {
        let (device, queue) = noop();
        let cache = Cache::new(&device, &queue);
        let kernel = |seed: u64, octaves: u32| {
            let program = Program::new(Perlin::new().seed(seed).fbm().octaves(octaves).scale_offset(2, 1)).expect("a graph");
            cache.kernel(&program, DomainKind::Grid, TargetKind::Buffer).expect("a kernel")
        };
        let first = kernel(1, 2);
        let program = hills(1);
        let second = cache.kernel(&program, DomainKind::Grid, TargetKind::Buffer).expect("a kernel");
        SLOWNESS.set(SLOW / 4);
        first.speed_up();
        while cache.pipelines_created() < 3 {
            std::thread::yield_now();
        }
        drop(cache);
        assert!(first.is_at_full_speed() && !first.pipeline_is_per_sample());
        second.speed_up();
        assert!(second.is_at_full_speed() && second.pipeline_is_per_sample());
    }

    #[test]
    fn a_lost_device_is_told_as_an_error_while_a_form_is_compiled_and_afterwards() {
        let (device, queue) = noop();
        let cache = Cache::new(&device, &queue);
        let (program, domain, field) = (hills(1), plane(0), buffer(&device));
        let evaluation = EvaluationDescriptor::new(&program, &domain, Target::buffer(&field, 1, [64, 64, 1]));
        let kernel = cache.kernel(&program, DomainKind::Grid, TargetKind::Buffer).expect("a kernel");
        let prepared = kernel.prepare(&evaluation).expect("a legal evaluation");
        SLOWNESS.set(SLOW / 4);
        kernel.speed_up();
        device.destroy();
        let is_lost = |result: Result<()>| matches!(result, Err(Error::DeviceLost(_)));
        assert!(is_lost(kernel.prepare(&evaluation).map(drop)));
        let other = Program::new(Perlin::new()).expect("a legal graph");
        for _ in 0..2 {
            assert!(is_lost(cache.kernel(&other, DomainKind::Grid, TargetKind::Buffer).map(drop)));
        }
        drop(cache);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        prepared.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    }
}
