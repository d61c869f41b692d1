//! Kernels as SPIR-V, for Vulkan devices that accept it unchanged.
//!
//! WGSL has no way to forbid that two operations are fused, so there `rounded` hides a value from the compiler by an OR, which costs an instruction
//! each time. SPIR-V can: an operation decorated with `NoContraction` is neither fused nor reordered with another. So in SPIR-V `rounded` is the
//! identity, and all floating-point arithmetic is decorated. The bits are those of the WGSL.
//!
//! wgpu adds checks of bounds, of loops and of conversions to shaders, because they may come from untrusted sources. They are left out here: the host
//! has computed every index and every loop count, and kernels convert only numbers in range. Vulkan itself keeps reads and writes within the bound
//! ranges, which wgpu requests of every device.

use std::collections::HashMap;

use naga::back::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};

use super::inline::{Rounding, inlined};
use super::layout::TargetKind;
use super::link::link;
use crate::domain::DomainKind;
use crate::program::Structure;

/// The entry point of every kernel.
const ENTRY: &str = "main";

/// Returns the kernel that [`link`] writes as SPIR-V of version 1.0: the same bits in fewer instructions.
///
/// Not available on platforms without Vulkan.
pub fn link_spirv(structure: &Structure, domain: DomainKind, target: TargetKind) -> Vec<u32> {
    spirv_of(&link(structure, domain, target)).expect("what the linker writes is legal")
}

/// Creates a shader module on a device that accepts SPIR-V, from the words of a shader and the workgroup of its entry point.
pub(super) fn shader_module(device: &wgpu::Device, label: &str, words: &[u32], [x, y, z]: [u32; 3]) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
        label: Some(label),
        entry_points: vec![wgpu::PassthroughShaderEntryPoint { name: ENTRY.into(), workgroup_size: (x, y, z) }].into(),
        spirv: Some(words.into()),
        ..Default::default()
    };
    // SAFETY: `spirv_of` made the words, from a module that naga has validated; for words from disk, see `disk`. The bindings are those of the
    // pipeline's layout, numbered from 0 without gaps, as wgpu numbers them for Vulkan. The loops end, and no access leaves its binding or its array
    // (see above).
    unsafe { device.create_shader_module_passthrough(descriptor) }
}

/// Translates the text of a kernel to SPIR-V. None if the text is not legal WGSL.
pub fn spirv_of(text: &str) -> Option<Vec<u32>> {
    let module = inlined(&naga::front::wgsl::parse_str(text).ok()?, Rounding::LeftOut);
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).ok()?;
    let options = spv::Options {
        lang_version: (1, 0),
        flags: spv::WriterFlags::empty(),
        // Bindings that no map lists keep their numbers, which are those that wgpu assigns here.
        fake_missing_bindings: true,
        force_loop_bounding: false,
        // Kernels read only workgroup memory that they have written.
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..Default::default()
    };
    let pipeline = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: ENTRY.to_owned() };
    Some(unguarded(spv::write_vec(&module, &info, &options, Some(&pipeline)).ok()?))
}

/// The number of words of a module's header.
const HEAD: usize = 5;

const DECORATE: u32 = 71;
const NO_CONTRACTION: u32 = 42;

/// The number of the operation in GLSL.std.450.
const F_CLAMP: u32 = 43;

/// Decorates every result of floating-point arithmetic with `NoContraction`, and lets conversions of floats to integers take their operands without the
/// clamp to the integers' range that naga puts before each.
fn unguarded(mut words: Vec<u32>) -> Vec<u32> {
    let (mut decorations, mut clamped) = (Vec::new(), HashMap::new());
    // Decorations precede the first type, constant or variable.
    let mut first = words.len();
    let mut at = HEAD;
    while let Some(&word) = words.get(at) {
        let (operation, length) = (word & 0xffff, (word >> 16) as usize);
        // A result's id follows that of its type.
        match operation {
            // OpUndef, the types, the constants, OpVariable.
            1 | 19..=39 | 41..=52 | 59 => first = first.min(at),
            // OpFNegate; OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem, OpFMod; products of vectors and matrices up to OpDot.
            127 | 129 | 131 | 133 | 136 | 140..=148 => decorations.extend([3 << 16 | DECORATE, words[at + 2], NO_CONTRACTION]),
            // OpExtInst of GLSL.std.450, the only set.
            12 if words[at + 4] == F_CLAMP => {
                clamped.insert(words[at + 2], words[at + 5]);
            }
            // OpConvertFToU, OpConvertFToS.
            109 | 110 => words[at + 3] = clamped.get(&words[at + 3]).copied().unwrap_or(words[at + 3]),
            _ => {}
        }
        at += length.max(1);
    }
    [&words[..first], &decorations, &words[first..]].concat()
}
