//! Compiles the text of a kernel to a pipeline, using the kernels stored on disk.

#[cfg(not(target_arch = "wasm32"))]
use super::disk::{DiskCache, Kept, hash};
#[cfg(not(target_arch = "wasm32"))]
use super::inline::{Rounding, inlined};
#[cfg(not(target_arch = "wasm32"))]
use super::layout::SPIRV;
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
use super::spirv::{shader_module, spirv_of};

/// Compiles shaders for one device.
pub(super) struct Compiler<'a> {
    pub(super) device: &'a wgpu::Device,
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) disk: Option<&'a DiskCache>,
}

/// A shader to compile.
pub(super) struct Source<'a> {
    pub(super) label: &'static str,
    pub(super) text: &'a str,
    /// The workgroup size of the entry point, if the device may be given SPIR-V: the host has checked the text, so the device need not.
    pub(super) spirv: Option<[u32; 3]>,
}

/// The result of compiling a shader.
pub(super) struct Compiled {
    pub(super) pipeline: wgpu::ComputePipeline,
    pub(super) is_spirv: bool,
    pub(super) is_from_disk: bool,
}

impl Compiler<'_> {
    /// Returns true if a shader is stored on disk as its driver compiled it.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn is_kept(&self, source: &Source<'_>) -> bool {
        let whom = || self.whom(source.spirv.is_some() && self.takes_spirv());
        self.disk.and_then(|disk| disk.read(&whom(), source.text)).is_some_and(|kept| !kept.driver.is_empty())
    }

    /// Returns true if a shader is stored on disk as its driver compiled it.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn is_kept(&self, _: &Source<'_>) -> bool {
        false
    }

    /// Compiles the `main` of a shader with one bind group.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn compute(&self, source: &Source<'_>, bindings: &wgpu::BindGroupLayout) -> Compiled {
        let workgroup = source.spirv.filter(|_| self.takes_spirv());
        let place = self.disk.map(|disk| (disk, self.whom(workgroup.is_some())));
        let kept = place.as_ref().and_then(|(disk, whom)| disk.read(whom, source.text));
        let is_from_disk = kept.is_some();
        let Kept { words, driver } = kept.unwrap_or_default();
        let words = workgroup.and_then(|_| if words.is_empty() { spirv_of(source.text) } else { Some(words) });
        let is_spirv = words.is_some();
        let module = self.module(source, words.as_deref().zip(workgroup));
        let cache = place.as_ref().and_then(|_| self.driver_cache(&driver));
        let pipeline = self.pipeline(source, bindings, &module, cache.as_ref());
        if let Some((disk, whom)) = place
            && driver.is_empty()
        {
            let made = Kept { words: words.unwrap_or_default(), driver: cache.and_then(|cache| cache.get_data()).unwrap_or_default() };
            let is_more = !made.driver.is_empty() || !made.words.is_empty() && !is_from_disk;
            if is_more {
                disk.write(&whom, source.text, &made);
            }
        }
        Compiled { pipeline, is_spirv, is_from_disk }
    }

    /// Compiles the `main` of a shader with one bind group. The browser keeps compiled shaders itself.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn compute(&self, source: &Source<'_>, bindings: &wgpu::BindGroupLayout) -> Compiled {
        let module = self.module(source, None);
        Compiled { pipeline: self.pipeline(source, bindings, &module, None), is_spirv: false, is_from_disk: false }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn takes_spirv(&self) -> bool {
        self.device.features().contains(SPIRV) && self.device.adapter_info().backend == wgpu::Backend::Vulkan
    }

    fn module(&self, source: &Source<'_>, spirv: Option<(&[u32], [u32; 3])>) -> wgpu::ShaderModule {
        match spirv {
            Some((words, workgroup)) => shader_module(self.device, source.label, words, workgroup),
            None => {
                self.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(source.label), source: given(source.text) })
            }
        }
    }

    fn pipeline(
        &self,
        source: &Source<'_>,
        bindings: &wgpu::BindGroupLayout,
        module: &wgpu::ShaderModule,
        cache: Option<&wgpu::PipelineCache>,
    ) -> wgpu::ComputePipeline {
        let layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(source.label),
            bind_group_layouts: &[Some(bindings)],
            immediate_size: 0,
        });
        self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(source.label),
            layout: Some(&layout),
            module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions { zero_initialize_workgroup_memory: false, ..Default::default() },
            cache,
        })
    }

    /// Returns a text that identifies everything besides the shader's text that affects the result: version, adapter and driver.
    #[cfg(not(target_arch = "wasm32"))]
    fn whom(&self, is_spirv: bool) -> String {
        let info = self.device.adapter_info();
        // What makes of a text the shader that the driver is given may change while the version stays.
        let given_by: [&[u8]; 5] = [
            include_bytes!("inline.rs"),
            include_bytes!("fold.rs"),
            include_bytes!("walk.rs"),
            include_bytes!("sweep.rs"),
            if is_spirv { include_bytes!("spirv.rs") } else { &[] },
        ];
        let made_by = hash(&given_by.concat());
        format!(
            "lacuna {}\n{}\n{:x} {:x} {}\n{} {}\n{made_by:x}",
            env!("CARGO_PKG_VERSION"),
            info.backend,
            info.vendor,
            info.device,
            info.name,
            info.driver,
            info.driver_info,
        )
    }

    /// Returns the driver's pipeline cache, filled with the data of an earlier run. The driver adds new results to it.
    #[cfg(not(target_arch = "wasm32"))]
    fn driver_cache(&self, data: &[u8]) -> Option<wgpu::PipelineCache> {
        if !self.device.features().contains(wgpu::Features::PIPELINE_CACHE) {
            return None;
        }
        let cache = |data| {
            let descriptor = wgpu::PipelineCacheDescriptor { label: Some("lacuna kernel"), data, fallback: true };
            let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
            // SAFETY: the data comes from a file of this user's that nobody else may write, under a hash of its whole content. `get_data` made it for
            // the same text, adapter, driver and version. In addition, wgpu and the driver each check a header of their own.
            let cache = unsafe { self.device.create_pipeline_cache(&descriptor) };
            pollster::block_on(scope.pop()).is_none().then_some(cache)
        };
        Some(data).filter(|data| !data.is_empty()).and_then(|data| cache(Some(data))).or_else(|| cache(None))
    }
}

/// Returns a shader as wgpu is given it.
#[cfg(not(target_arch = "wasm32"))]
fn given(text: &str) -> wgpu::ShaderSource<'_> {
    let module = naga::front::wgsl::parse_str(text).expect("what lacuna writes is legal WGSL");
    wgpu::ShaderSource::Naga(std::borrow::Cow::Owned(inlined(&module, Rounding::Hidden)))
}

/// Returns a shader as the browser is given it, which has a compiler of its own.
#[cfg(target_arch = "wasm32")]
fn given(text: &str) -> wgpu::ShaderSource<'_> {
    wgpu::ShaderSource::Wgsl(text.into())
}

/// These platforms have no Vulkan.
#[cfg(not(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd", target_arch = "wasm32")))]
fn spirv_of(_: &str) -> Option<Vec<u32>> {
    None
}

/// Never called: `spirv_of` returns None on these platforms.
#[cfg(not(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd")))]
fn shader_module(_: &wgpu::Device, _: &str, _: &[u32], _: [u32; 3]) -> wgpu::ShaderModule {
    unreachable!("there are no words of SPIR-V")
}
