//! RADV, Mesa's Vulkan driver for AMD's GPUs, which compiles for them on machines that have none. Its device runs nothing.

#![allow(unreachable_pub, reason = "a module of a test")]

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::path::Path;
use std::sync::LazyLock;

use ash::{Device, Entry, Instance, vk};
use naga::back::spv;

/// The compiled code of an entry point.
#[derive(Debug, Clone)]
pub struct Compiled {
    pub entry: String,
    /// `None` if this version of the driver reports other figures.
    pub figures: Option<Figures>,
    pub assembly: String,
}

/// The driver's figures of a pipeline.
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    pub instructions: u64,
    /// Vector registers.
    pub registers: u64,
    /// Scalar and vector registers that were spilled.
    pub spilled: [u64; 2],
    /// The number of waves that fit on a SIMD unit, which switches between them to hide latency.
    pub waves: u64,
    /// Clocks for which a wave of 64 occupies its unit, with loop counts guessed.
    pub inverse_throughput: u64,
}

/// The driver, and a device of it.
pub struct Radv {
    device: Device,
    executables: ash::khr::pipeline_executable_properties::Device,
    /// The GPU that it compiles for.
    pub name: String,
    /// The version of Mesa.
    pub version: String,
    // These outlive the device.
    _instance: Instance,
    _entry: Entry,
}

/// The GPU to compile for by default.
const FAMILY: &str = "navi21";

/// The driver, opened at the first use; `None` if it isn't installed.
pub static RADV: LazyLock<Option<Radv>> = LazyLock::new(|| {
    let drivers = ["/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d"];
    let files = drivers.iter().filter_map(|folder| Path::new(folder).read_dir().ok()).flatten().flatten().map(|file| file.path());
    let is_radv = |file: &std::path::PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("radeon_icd"));
    let driver = files.into_iter().find(is_radv)?;
    // SAFETY: nothing else in this program changes the environment, and the loader and the driver, which read it past Rust's lock, are first called after this.
    unsafe {
        std::env::set_var("VK_DRIVER_FILES", driver);
        if std::env::var_os("RADV_FORCE_FAMILY").is_none() {
            std::env::set_var("RADV_FORCE_FAMILY", FAMILY);
        }
    }
    Some(Radv::open().expect("the driver that is installed opens"))
});

/// The result of a call of the driver.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

impl Radv {
    fn open() -> Result<Self> {
        // SAFETY: handles are used in the order that Vulkan requires, and live as long as the program.
        unsafe {
            let entry = Entry::load()?;
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
            let instance = entry.create_instance(&vk::InstanceCreateInfo::default().application_info(&application), None)?;
            let physical = *instance.enumerate_physical_devices()?.first().ok_or("it has no device")?;
            let mut driver = vk::PhysicalDeviceDriverProperties::default();
            let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
            instance.get_physical_device_properties2(physical, &mut properties);
            let name = text(&properties.properties.device_name);
            let version = text(&driver.driver_info);
            let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
            let extensions = [ash::khr::pipeline_executable_properties::NAME.as_ptr()];
            let mut statistics = vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
            let mut memory = vk::PhysicalDeviceVulkan12Features::default().vulkan_memory_model(true);
            let wanted = vk::DeviceCreateInfo::default().queue_create_infos(&queues).enabled_extension_names(&extensions);
            let device = instance.create_device(physical, &wanted.push_next(&mut statistics).push_next(&mut memory), None)?;
            let executables = ash::khr::pipeline_executable_properties::Device::new(&instance, &device);
            Ok(Self { device, executables, name, version, _instance: instance, _entry: entry })
        }
    }

    /// Compiles each entry point of a kernel.
    pub fn compile(&self, module: &naga::Module, info: &naga::valid::ModuleInfo) -> Result<Vec<Compiled>> {
        let words = |entry: &naga::EntryPoint| {
            let pipeline = spv::PipelineOptions { shader_stage: entry.stage, entry_point: entry.name.clone() };
            // As lacuna's devices compile it.
            let options =
                spv::Options { zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None, ..Default::default() };
            Ok((entry.name.clone(), spv::write_vec(module, info, &options, Some(&pipeline))?))
        };
        self.compile_spirv(module, &module.entry_points.iter().map(words).collect::<Result<Vec<_>>>()?)
    }

    /// Compiles entry points in SPIR-V that have the bindings of a module.
    pub fn compile_spirv(&self, module: &naga::Module, entries: &[(impl AsRef<str>, Vec<u32>)]) -> Result<Vec<Compiled>> {
        let mut sets: BTreeMap<u32, Vec<vk::DescriptorSetLayoutBinding<'_>>> = BTreeMap::new();
        for (_, variable) in module.global_variables.iter() {
            let Some(binding) = &variable.binding else { continue };
            let kind = match variable.space {
                naga::AddressSpace::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
                naga::AddressSpace::Storage { .. } => vk::DescriptorType::STORAGE_BUFFER,
                _ => vk::DescriptorType::STORAGE_IMAGE,
            };
            let layout = vk::DescriptorSetLayoutBinding::default().binding(binding.binding).descriptor_count(1).descriptor_type(kind);
            sets.entry(binding.group).or_default().push(layout.stage_flags(vk::ShaderStageFlags::COMPUTE));
        }
        // SAFETY: as above.
        let layout = unsafe {
            let mut layouts = Vec::new();
            for set in 0..sets.keys().max().map_or(0, |last| last + 1) {
                let bindings = sets.get(&set).map_or(&[][..], Vec::as_slice);
                let wanted = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
                layouts.push(self.device.create_descriptor_set_layout(&wanted, None)?);
            }
            self.device.create_pipeline_layout(&vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts), None)?
        };
        entries.iter().map(|(entry, words)| self.compile_entry(entry.as_ref(), words, layout)).collect()
    }

    fn compile_entry(&self, entry: &str, words: &[u32], layout: vk::PipelineLayout) -> Result<Compiled> {
        // SAFETY: as above; the arrays that Vulkan fills have the lengths that it reported.
        unsafe {
            let module = self.device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(words), None)?;
            let name = CString::new(entry)?;
            let stage = vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::COMPUTE).module(module).name(&name);
            let flags = vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR | vk::PipelineCreateFlags::CAPTURE_INTERNAL_REPRESENTATIONS_KHR;
            let wanted = [vk::ComputePipelineCreateInfo::default().flags(flags).stage(stage).layout(layout)];
            let made = self.device.create_compute_pipelines(vk::PipelineCache::null(), &wanted, None).map_err(|(_, error)| error)?;
            let executable = vk::PipelineExecutableInfoKHR::default().pipeline(made[0]).executable_index(0);
            let statistics = self.executables.get_pipeline_executable_statistics(&executable)?;
            let figure = |wanted: &str| {
                let found = statistics.iter().find(|figure| text(&figure.name) == wanted);
                found.map(|figure| figure.value.u64)
            };
            let figures = || {
                Some(Figures {
                    instructions: figure("Instructions")?,
                    registers: figure("VGPRs")?,
                    spilled: [figure("Spilled SGPRs")?, figure("Spilled VGPRs")?],
                    waves: figure("Subgroups per SIMD")?,
                    inverse_throughput: figure("Inverse Throughput")?,
                })
            };
            let compiled = Compiled { entry: entry.to_owned(), figures: figures(), assembly: self.assembly(&executable)? };
            self.device.destroy_pipeline(made[0], None);
            self.device.destroy_shader_module(module, None);
            Ok(compiled)
        }
    }

    fn assembly(&self, executable: &vk::PipelineExecutableInfoKHR<'_>) -> Result<String> {
        let read = self.executables.fp().get_pipeline_executable_internal_representations_khr;
        let mut count = 0;
        // SAFETY: as above.
        unsafe {
            read(self.device.handle(), executable, &mut count, std::ptr::null_mut()).result()?;
            let mut forms = vec![vk::PipelineExecutableInternalRepresentationKHR::default(); count as usize];
            read(self.device.handle(), executable, &mut count, forms.as_mut_ptr()).result()?;
            let mut bytes: Vec<Vec<u8>> = forms.iter().map(|form| vec![0; form.data_size]).collect();
            for (form, bytes) in forms.iter_mut().zip(&mut bytes) {
                form.p_data = bytes.as_mut_ptr().cast();
            }
            read(self.device.handle(), executable, &mut count, forms.as_mut_ptr()).result()?;
            let place = forms.iter().position(|form| text(&form.name) == "Assembly").ok_or("the driver tells no assembly")?;
            Ok(String::from_utf8_lossy(&bytes[place]).into_owned())
        }
    }
}

fn text(characters: &[c_char]) -> String {
    // SAFETY: Vulkan ends its texts with a zero.
    unsafe { CStr::from_ptr(characters.as_ptr()) }.to_string_lossy().into_owned()
}

/// Returns the instructions that round a product and a sum once, except those whose product is by a power of two, which is exact.
pub fn fused(assembly: &str) -> Vec<&str> {
    let mut fused = Vec::new();
    // The registers that were last set to a constant.
    let mut constants: BTreeMap<&str, f32> = BTreeMap::new();
    for line in assembly.lines() {
        // Two instructions may share a line.
        for instruction in line.split(';').next().unwrap_or_default().split("::").map(str::trim) {
            let Some((name, operands)) = instruction.split_once(char::is_whitespace) else { continue };
            let operands: Vec<&str> = operands.split(',').filter_map(|operand| operand.split_whitespace().next()).collect();
            let is_exact = |operand: &&str| {
                let bare = operand.trim_matches(['-', '|']);
                constants.get(bare).copied().or_else(|| constant(bare)).is_some_and(is_power_of_two)
            };
            if is_fused(name) && !operands.iter().skip(1).take(2).any(is_exact) {
                fused.push(instruction);
            }
            let Some(&to) = operands.first() else { continue };
            let from = operands.get(1).and_then(|from| constant(from));
            let set = match name.trim_start_matches(['s', 'v']).trim_start_matches("_dual") {
                "_mov_b32" | "_mov_b32_e32" | "_movk_i32" => from,
                "_brev_b32" | "_bfrev_b32_e32" => from.map(|from| f32::from_bits(from.to_bits().reverse_bits())),
                _ => None,
            };
            match set {
                Some(set) => constants.insert(to, set),
                None => constants.remove(to),
            };
        }
    }
    fused
}

/// Returns `true` if an instruction multiplies and adds floats.
fn is_fused(name: &str) -> bool {
    let name = name.trim_start_matches("v_").trim_start_matches("dual_").trim_start_matches("pk_");
    let multiplies_and_adds = ["fma_", "fmac_", "fmaak_", "fmamk_", "mad_", "mac_", "madak_", "madmk_"];
    multiplies_and_adds.iter().any(|prefix| name.starts_with(prefix)) && ["_f16", "_f32", "_mix"].iter().any(|kind| name.contains(kind))
}

/// Returns the float with the bits of an operand: in hexadecimal, as a decimal with a point, or as a whole number.
fn constant(operand: &str) -> Option<f32> {
    if let Some(bits) = operand.strip_prefix("0x") {
        return u32::from_str_radix(bits, 16).ok().map(f32::from_bits);
    }
    if operand.contains('.') {
        return operand.parse().ok();
    }
    operand.parse::<i32>().ok().map(|bits| f32::from_bits(bits as u32))
}

fn is_power_of_two(value: f32) -> bool {
    value.is_normal() && value.to_bits().trailing_zeros() >= 23
}
