//! The device that kernels are compiled for and run on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::axes::Axes;
use super::compile::Compiler;
use super::cost::Speeds;
#[cfg(not(target_arch = "wasm32"))]
use super::disk::DiskCache;
use crate::error::{Error, Result};

/// All kinds of errors.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const FILTERS: [wgpu::ErrorFilter; 3] =
    [wgpu::ErrorFilter::OutOfMemory, wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::Validation];

/// A device with its queue, and what all of its kernels have in common.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) limits: wgpu::Limits,
    pub(super) speeds: Speeds,
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) disk: Option<DiskCache>,
    axes: OnceLock<Arc<Axes>>,
    created: AtomicUsize,
    /// Zeros, as inputs of dispatches that do nothing.
    #[cfg(not(target_arch = "wasm32"))]
    zeros: OnceLock<wgpu::Buffer>,
}

impl Context {
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        Self {
            device: device.clone(),
            queue: queue.clone(),
            limits: device.limits(),
            speeds: Speeds::of(&device.adapter_info()),
            #[cfg(not(target_arch = "wasm32"))]
            disk: None,
            axes: OnceLock::new(),
            created: AtomicUsize::new(0),
            #[cfg(not(target_arch = "wasm32"))]
            zeros: OnceLock::new(),
        }
    }

    pub(super) fn compiler(&self) -> Compiler<'_> {
        Compiler {
            device: &self.device,
            #[cfg(not(target_arch = "wasm32"))]
            disk: self.disk.as_ref(),
        }
    }

    /// Returns the kernel that computes coordinates.
    pub(super) fn axes(&self) -> Arc<Axes> {
        let made = || {
            let axes = Axes::new(&self.compiler());
            #[cfg(not(target_arch = "wasm32"))]
            self.warm_up_axes(&axes);
            Arc::new(axes)
        };
        Arc::clone(self.axes.get_or_init(made))
    }

    /// Counts a compiled kernel.
    pub(super) fn count(&self) {
        self.created.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of kernels compiled so far.
    pub(super) fn created(&self) -> usize {
        self.created.load(Ordering::Relaxed)
    }

    /// Refuses a lost device.
    ///
    /// A device tells of its loss in a callback that belongs to its owner. But no device that is lost maps a new buffer; a browser's tells of it later.
    pub(super) fn check(&self) -> Result<()> {
        let descriptor = wgpu::BufferDescriptor {
            label: Some("lacuna probe"),
            size: wgpu::COPY_BUFFER_ALIGNMENT,
            usage: wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        };
        let is_lost = self.device.create_buffer(&descriptor).slice(..).get_mapped_range_mut().is_err();
        if is_lost { Err(Error::DeviceLost("open another, and make a new cache for it".into())) } else { Ok(()) }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod warm_up {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::{Context, FILTERS};
    use crate::gpu::axes::Axes;
    use crate::gpu::layout::{Parameters, TargetKind};
    use crate::gpu::limits::LEAST_BUFFER;
    use crate::gpu::pipeline::Pipeline;

    const LABEL: Option<&str> = Some("lacuna warm-up");

    /// The bytes of zeros: more than a dispatch of no samples can read.
    const ZEROS: u64 = 1 << 18;

    impl Context {
        /// Submits a workgroup of a kernel without samples: whatever the driver compiles late is compiled then.
        pub(in crate::gpu) fn warm_up(&self, pipeline: &Pipeline, layout: &wgpu::BindGroupLayout, target: TargetKind) {
            let (scratch, view);
            let field = match target {
                TargetKind::Buffer => {
                    scratch = self.scratch();
                    scratch.as_entire_binding()
                }
                TargetKind::Texture(format) => {
                    let texture = self.device.create_texture(&wgpu::TextureDescriptor {
                        label: LABEL,
                        size: wgpu::Extent3d::default(),
                        mip_level_count: 1,
                        sample_count: 1,
                        dimension: wgpu::TextureDimension::D2,
                        format: format.texture_format(),
                        usage: wgpu::TextureUsages::STORAGE_BINDING,
                        view_formats: &[],
                    });
                    view = texture.create_view(&wgpu::TextureViewDescriptor::default());
                    wgpu::BindingResource::TextureView(&view)
                }
            };
            let read = || self.zeros().as_entire_binding();
            self.dispatch(&pipeline.compute, layout, [self.first_zeros(size_of::<Parameters>() as u64), read(), read(), read(), field]);
        }

        /// Does the same for the kernel that computes coordinates.
        pub(super) fn warm_up_axes(&self, axes: &Axes) {
            self.dispatch(&axes.pipeline, &axes.layout, [self.first_zeros(LEAST_BUFFER), self.scratch().as_entire_binding()]);
        }

        /// Returns a flag that is set once everything that was submitted is done. Whoever submits or polls next sets it: a thread of the library that polled would
        /// run the callbacks of others.
        pub(in crate::gpu) fn done(&self) -> Arc<AtomicBool> {
            let is_done = Arc::new(AtomicBool::new(false));
            let done = Arc::clone(&is_done);
            self.queue.on_submitted_work_done(move || done.store(true, Ordering::Release));
            is_done
        }

        fn first_zeros(&self, bytes: u64) -> wgpu::BindingResource<'_> {
            let size = wgpu::BufferSize::new(bytes);
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: self.zeros(), offset: 0, size })
        }

        fn zeros(&self) -> &wgpu::Buffer {
            let size = ZEROS.min(self.limits.max_storage_buffer_binding_size).min(self.limits.max_buffer_size);
            self.zeros.get_or_init(|| self.buffer(size, wgpu::BufferUsages::UNIFORM))
        }

        fn scratch(&self) -> wgpu::Buffer {
            self.buffer(LEAST_BUFFER, wgpu::BufferUsages::empty())
        }

        fn buffer(&self, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
            let usage = usage | wgpu::BufferUsages::STORAGE;
            self.device.create_buffer(&wgpu::BufferDescriptor { label: LABEL, size, usage, mapped_at_creation: false })
        }

        fn dispatch<const COUNT: usize>(
            &self,
            pipeline: &wgpu::ComputePipeline,
            layout: &wgpu::BindGroupLayout,
            resources: [wgpu::BindingResource<'_>; COUNT],
        ) {
            let device = &self.device;
            // Compiling tells of its errors by itself; those that follow from them are not told.
            let scopes = FILTERS.map(|filter| device.push_error_scope(filter));
            let entries: Vec<_> =
                resources.into_iter().zip(0..).map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource }).collect();
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor { label: LABEL, layout, entries: &entries });
            let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: LABEL });
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: LABEL, timestamp_writes: None });
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
            drop(pass);
            self.queue.submit([encoder.finish()]);
            scopes.into_iter().rev().for_each(drop);
        }
    }
}
