//! Kernels as SPIR-V, for devices of Vulkan that take it as it is.
//!
//! In WGSL nothing says that two operations are not to be fused, so there `rounded` hides what could be by an OR, which is an instruction each time. SPIR-V has
//! a word for it: what is decorated `NoContraction` is neither fused with another operation nor reordered with it. So `rounded` is the identity here, and all
//! arithmetic of floats is decorated. The bits are those of the text.
//!
//! What wgpu adds to a text to keep strangers' shaders in bounds is left out where the host has checked the same: it has written every index, and all
//! counts of loops. Vulkan itself keeps reads and writes within what is bound, since wgpu asks every device for that.

use naga::back::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Arena, Block, Expression, Module, Span, Statement};

use super::layout::TargetKind;
use super::link::link;
use crate::program::Structure;
use crate::region::DomainKind;

/// The entry point of every kernel.
const ENTRY: &str = "main";

/// The kernel that [`link`] writes as SPIR-V of version 1.0: the same bits in fewer instructions.
///
/// Not on platforms without Vulkan.
pub fn link_spirv(structure: &Structure, domain: DomainKind, target: TargetKind) -> Vec<u32> {
    spirv_of(&link(structure, domain, target)).expect("what the linker writes is legal")
}

/// The module of a device that takes SPIR-V, given the words of a text and the workgroup of its entry point.
pub(super) fn shader_module(device: &wgpu::Device, label: &str, words: &[u32], [x, y, z]: [u32; 3]) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
        label: Some(label),
        entry_points: vec![wgpu::PassthroughShaderEntryPoint { name: ENTRY.into(), workgroup_size: (x, y, z) }].into(),
        spirv: Some(words.into()),
        ..Default::default()
    };
    // SAFETY: `spirv_of` has made the words, whose module naga has validated; where they were kept on disk, see `disk`. The bindings are those of the pipeline's
    // layout, numbered from 0 on without a gap as wgpu numbers them for Vulkan; the loops end, and no access leaves its binding or its array (see above).
    unsafe { device.create_shader_module_passthrough(descriptor) }
}

/// The words of a kernel's text; None where it is not legal.
pub fn spirv_of(text: &str) -> Option<Vec<u32>> {
    let mut module = naga::front::wgsl::parse_str(text).ok()?;
    leave_unguarded(&mut module);
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).ok()?;
    let options = spv::Options {
        lang_version: (1, 0),
        flags: spv::WriterFlags::empty(),
        // A binding that is in no map keeps its number, which is what wgpu's numbering comes to here.
        fake_missing_bindings: true,
        force_loop_bounding: false,
        // What a workgroup reads of its memory it has written.
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..Default::default()
    };
    let pipeline = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: ENTRY.to_owned() };
    Some(without_contraction(&spv::write_vec(&module, &info, &options, Some(&pipeline)).ok()?))
}

/// Makes `rounded` the identity.
fn leave_unguarded(module: &mut Module) {
    for (_, function) in module.functions.iter_mut().filter(|(_, function)| function.name.as_deref() == Some("rounded")) {
        let mut expressions = Arena::new();
        let argument = expressions.append(Expression::FunctionArgument(0), Span::UNDEFINED);
        function.body = Block::from_vec(vec![Statement::Return { value: Some(argument) }]);
        function.expressions = expressions;
        function.named_expressions.clear();
    }
}

/// The words of a module's head.
const HEAD: usize = 5;

const DECORATE: u32 = 71;
const NO_CONTRACTION: u32 = 42;

/// With every result of arithmetic of floats decorated `NoContraction`.
fn without_contraction(words: &[u32]) -> Vec<u32> {
    let mut decorations = Vec::new();
    // Decorations stand before the first type, constant or variable.
    let mut first = words.len();
    let mut at = HEAD;
    while let Some(&word) = words.get(at) {
        let (operation, length) = (word & 0xffff, (word >> 16) as usize);
        match operation {
            // OpUndef, the types, the constants, OpVariable.
            1 | 19..=39 | 41..=52 | 59 => first = first.min(at),
            // OpFNegate; OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem, OpFMod; products of vectors and matrices up to OpDot. The result follows its type.
            127 | 129 | 131 | 133 | 136 | 140..=148 => decorations.extend([3 << 16 | DECORATE, words[at + 2], NO_CONTRACTION]),
            _ => {}
        }
        at += length.max(1);
    }
    [&words[..first], &decorations, &words[first..]].concat()
}
