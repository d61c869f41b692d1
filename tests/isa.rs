//! The machine code of the kernels on a hardware GPU: nothing fused except products by powers of two, and enough free registers for the waves that
//! hide latency.
//!
//! `cargo test --test isa -- --nocapture` prints the table. `RADV_FORCE_FAMILY` names the GPU, navi21 by default.

#![cfg(all(feature = "recipe", target_os = "linux"))]

mod common;
#[path = "common/linked.rs"]
mod linked;
#[path = "common/presets.rs"]
mod presets;
mod radv;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use common::{is_all, is_set, skipped};
use lacuna::export::{Language, ModuleOptions, dimensions};
use lacuna::internal::{KernelForm, Rounding, inlined, link_form, spirv_of};
use lacuna::nodes::{Cellular, Fbm, HashKind, Perlin, Simplex, Value};
use lacuna::{DomainKind, Graph, Node, NodeExt as _, Program, TargetKind};
use linked::{forms, validate};
use naga::Module;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use radv::{Compiled, Figures, RADV, Radv, fused};

/// Returns the driver. If it is missing, or writes assembly that `fused` can't read, it returns `None`, and the test ends: it was counted as skipped
/// here, or failed.
fn radv() -> Option<&'static Radv> {
    let Some(radv) = RADV.as_ref() else {
        assert!(!is_set("LACUNA_REQUIRE_GPU"), "no RADV (Debian's mesa-vulkan-drivers), and LACUNA_REQUIRE_GPU=1");
        skipped("no RADV, Mesa's Vulkan driver for AMD's GPUs");
        return None;
    };
    // Sums and products with their known names.
    let is_known = BASES
        .iter()
        .flat_map(|kernel| &kernel.entries)
        .any(|made| made.assembly.contains("v_add_f32") && made.assembly.contains("v_mul_f32"));
    if !is_known {
        skipped(&format!("the assembly of {}: it is written in another way than this test reads", radv.version));
    }
    is_known.then_some(radv)
}

/// The version of Mesa for which the tests check registers and waves: others allocate them differently.
const MEASURED: &str = "Mesa 22.3";

/// Returns the bases in the dimensions that pictures use, Perlin noise with both hashes.
fn bases() -> Vec<(String, Graph)> {
    let mut bases = Vec::new();
    for dimensions in [2, 3] {
        let mut add = |name: &str, graph: Graph| bases.push((format!("{name} {dimensions}-D"), graph));
        add("perlin of a table", Perlin::new().dimensions(dimensions).into());
        add("perlin", Perlin::new().dimensions(dimensions).hash(HashKind::Lattice).into());
        add("value", Value::new().dimensions(dimensions).into());
        add("simplex", Simplex::new().dimensions(dimensions).into());
        add("cellular", Cellular::new().dimensions(dimensions).into());
    }
    bases
}

/// Returns graphs over bases.
fn graphs() -> Vec<(String, Graph)> {
    let mut graphs = Vec::new();
    for dimensions in [2, 3] {
        let perlin = || Perlin::new().dimensions(dimensions);
        graphs.push((format!("fbm of perlin {dimensions}-D"), Fbm::of(perlin()).into()));
        let warped = Node::from(perlin()).warp().x(perlin().seed(1)).y(perlin().seed(2));
        graphs.push((format!("warped perlin {dimensions}-D"), warped.into()));
    }
    graphs
}

fn presets() -> Vec<(String, Graph)> {
    presets::graphs().map(|(name, graph)| (name.to_owned(), graph)).collect()
}

/// A kernel, and the compiled code of its entry points.
struct Kernel {
    name: String,
    form: KernelForm,
    text: String,
    /// The code of the text.
    entries: Vec<Compiled>,
    /// The same kernel as SPIR-V, and its code.
    words: [(&'static str, Vec<u32>); 1],
    direct: Vec<Compiled>,
}

/// Returns the kernels of graphs, per sample and, where there is one, in rows.
fn kernels(radv: &Radv, graphs: &[(String, Graph)]) -> Vec<Kernel> {
    let next = AtomicUsize::new(0);
    let kernels = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((name, graph)) = graphs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let program = Program::new(graph).unwrap_or_else(|error| panic!("{name}: {error}"));
                    for form in forms(program.structure(), DomainKind::Grid) {
                        let text = link_form(program.structure(), DomainKind::Grid, TargetKind::Buffer, form);
                        let words = [("main", spirv_of(&text).expect("what the linker writes is legal"))];
                        let checked = checked(name, &text);
                        let (entries, direct) = (compiled(radv, name, &checked), compiled_spirv(radv, name, &checked.0, &words));
                        kernels.lock().expect("no panic").push(Kernel { name: name.clone(), form, text, entries, words, direct });
                    }
                }
            });
        }
    });
    let mut kernels = kernels.into_inner().expect("no panic");
    kernels.sort_by_key(|kernel| graphs.iter().position(|(name, _)| *name == kernel.name));
    kernels
}

/// Returns a kernel as devices are given it that take no SPIR-V.
fn checked(name: &str, text: &str) -> (Module, ModuleInfo) {
    let (module, _) = validate(text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    let module = inlined(&module, Rounding::Hidden);
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
    (module, info.unwrap_or_else(|error| panic!("{name}: {error:?}")))
}

fn compiled(radv: &Radv, name: &str, (module, info): &(Module, ModuleInfo)) -> Vec<Compiled> {
    radv.compile(module, info).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compiles SPIR-V that has the bindings of a module.
fn compiled_spirv(radv: &Radv, name: &str, module: &Module, words: &[(&str, Vec<u32>)]) -> Vec<Compiled> {
    radv.compile_spirv(module, words).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The kernels of bases and of graphs over them, compiled once for all tests.
static BASES: LazyLock<Vec<Kernel>> =
    LazyLock::new(|| RADV.as_ref().map(|radv| kernels(radv, &[bases(), graphs()].concat())).unwrap_or_default());

/// Prints the table of the compiled kernels.
#[expect(clippy::print_stdout, reason = "the table is asked for by --nocapture")]
fn show(radv: &Radv, kernels: &[Kernel]) {
    let heads = ["instructions", "registers", "waves", "clocks", "spill"].map(|head| format!("{head:>12}")).concat();
    let mut table = format!("{}, {}, of WGSL and of SPIR-V\n{heads}\n", radv.name, radv.version);
    for kernel in kernels {
        for (text, direct) in kernel.entries.iter().zip(&kernel.direct) {
            let figures = |made: &Compiled| {
                let Some(Figures { instructions, registers, waves, inverse_throughput, spilled }) = made.figures else { return [0; 5] };
                [instructions, registers, waves, inverse_throughput, spilled[0] + spilled[1]]
            };
            let both = figures(text).into_iter().zip(figures(direct)).map(|(text, direct)| format!("{text:>6}{direct:>6}"));
            table += &format!("{}  {}, {:?}, {}\n", both.collect::<String>(), kernel.name, kernel.form, text.entry);
        }
    }
    println!("{table}");
}

/// What a compiler has to keep free.
#[derive(Clone, Copy)]
struct Room {
    /// The most scalar registers that are spilled, to lanes of a vector register.
    scalars: u64,
    /// The least waves that fit: of kernels that evaluate samples one by one, and of others. In rows a wave has a part of the workgroup's memory, of which this
    /// GPU has less than others. In rows and columns a lane has several samples, which hide latency, too.
    waves: [u64; 2],
}

/// Asserts that nothing is fused, that no vector register is spilled, which goes to memory, and that enough room is left to kernels in both languages.
#[track_caller]
fn assert_good(radv: &Radv, kernels: &[Kernel], of_text: Room, of_words: Room) {
    show(radv, kernels);
    for kernel in kernels {
        assert_eq!((kernel.entries.len(), kernel.direct.len()), (1, 1));
        let entries = kernel.entries.iter().map(|made| ("WGSL", of_text, made));
        for (language, room, made) in entries.chain(kernel.direct.iter().map(|made| ("SPIR-V", of_words, made))) {
            let what = format!("{}, {:?}, {}, of {language}", kernel.name, kernel.form, made.entry);
            assert_eq!(fused(&made.assembly), Vec::<&str>::new(), "{what}");
            let Some(figures) = made.figures.filter(|_| radv.version.starts_with(MEASURED)) else { continue };
            assert!(figures.spilled[0] <= room.scalars && figures.spilled[1] == 0, "{what}: {:?} registers spilled", figures.spilled);
            let waves = room.waves[usize::from(kernel.form != KernelForm::PerSample)];
            assert!(figures.waves >= waves, "{what}: {} waves", figures.waves);
        }
    }
    if !radv.version.starts_with(MEASURED) {
        skipped(&format!("registers and waves: they are held to those of {MEASURED}, and this is {}", radv.version));
    }
}

#[test]
fn a_hardware_compiler_fuses_and_spills_nothing_of_bases_and_keeps_16_waves() {
    let Some(radv) = radv() else { return };
    let room = Room { scalars: 0, waves: [16, 12] };
    assert_good(radv, &BASES, room, room);
}

#[test]
fn a_hardware_compiler_fuses_nothing_of_any_preset_and_spills_nothing_to_memory() {
    if !is_all("presets by a hardware compiler") {
        return;
    }
    let Some(radv) = radv() else { return };
    // A driver of Vulkan is given SPIR-V. With the `rounded` of WGSL, kernels need a third more registers.
    let (of_text, of_words) = (Room { scalars: 24, waves: [8, 8] }, Room { scalars: 8, waves: [16, 8] });
    assert_good(radv, &kernels(radv, &presets()), of_text, of_words);
}

/// Returns the code of a compute shader that calls the module of a graph.
fn module_of(radv: &Radv, name: &str, graph: &Graph, is_strict: bool) -> Compiled {
    let program = Program::new(graph).unwrap_or_else(|error| panic!("{name}: {error}"));
    let module = program.module(Language::Wgsl, &ModuleOptions::new("hills").strict(is_strict)).expect("a module");
    let zero = if is_strict { ", bitcast<u32>(at[id.x].w)" } else { "" };
    let store = (0..program.channels()).map(|channel| {
        let of = if program.channels() == 1 { String::new() } else { format!("[{channel}]") };
        format!("found[id.x * {}u + {channel}u] = value{of};", program.channels())
    });
    let text = format!(
        "{module}
@group(0) @binding(0) var<storage, read_write> found: array<f32>;
@group(0) @binding(1) var<storage, read> at: array<vec4<f32>>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    let value = hills(at[id.x].{}{zero});
    {}
}}",
        &"xyz"[..dimensions(&program)],
        store.collect::<String>()
    );
    let (module, info) = validate(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    radv.compile(&module, &info).unwrap_or_else(|error| panic!("{name}: {error}")).remove(0)
}

#[test]
fn a_hardware_compiler_keeps_the_loops_over_large_octaves_of_a_module() {
    let Some(radv) = radv() else { return };
    for is_strict in [false, true] {
        let instructions = [4, 8].map(|octaves| {
            let graph = Fbm::of(Simplex::new().dimensions(3)).octaves(octaves).into();
            module_of(radv, "octaves", &graph, is_strict).figures.map_or(0, |figures| figures.instructions)
        });
        assert!(instructions[1] <= instructions[0] + instructions[0] / 8, "{is_strict}: {instructions:?}");
    }
}

#[test]
fn a_hardware_compiler_spills_nothing_of_the_module_of_a_preset() {
    let Some(radv) = radv() else { return };
    let step = if is_all("most presets' modules by a hardware compiler") { 1 } else { 9 };
    for (name, graph) in presets().iter().step_by(step) {
        let figures = module_of(radv, name, graph, false).figures;
        assert!(figures.is_none_or(|figures| figures.spilled == [0, 0]), "{name}: {figures:?}");
    }
}

/// Returns the kernels that show what a compiler does where it is not held back.
fn shown() -> impl Iterator<Item = &'static Kernel> {
    BASES.iter().step_by(if is_all("most kernels whose products and sums a hardware compiler may fuse") { 1 } else { 6 })
}

/// The line of `rounded` in its shader.
const ROUNDED: &str = "return bitcast<f32>(bitcast<u32>(v) | zero);";

#[test]
fn a_hardware_compiler_fuses_every_kind_of_noise_where_rounded_is_the_identity() {
    let Some(radv) = radv() else { return };
    for kernel in shown() {
        assert!(kernel.text.contains(ROUNDED), "{}", kernel.name);
        let made = compiled(radv, &kernel.name, &checked(&kernel.name, &kernel.text.replace(ROUNDED, "return v;")));
        assert!(made.iter().any(|made| !fused(&made.assembly).is_empty()), "{}, {:?}: nothing was fused", kernel.name, kernel.form);
    }
}

/// Returns SPIR-V without the decorations that forbid contraction, and the number of them.
fn contracted(words: &[u32]) -> (Vec<u32>, usize) {
    const DECORATE: u32 = 3 << 16 | 71;
    const NO_CONTRACTION: u32 = 42;
    let (mut left, mut count) = (words[..5].to_vec(), 0);
    let mut at = 5;
    while at < words.len() {
        let instruction = &words[at..at + (words[at] >> 16) as usize];
        at += instruction.len();
        if matches!(instruction, [DECORATE, _, NO_CONTRACTION]) {
            count += 1;
        } else {
            left.extend_from_slice(instruction);
        }
    }
    (left, count)
}

#[test]
fn a_hardware_compiler_fuses_every_kind_of_noise_whose_spirv_is_not_decorated() {
    let Some(radv) = radv() else { return };
    for kernel in shown() {
        let stripped: Vec<_> = kernel.words.iter().map(|(entry, words)| (*entry, contracted(words))).collect();
        assert!(stripped.iter().map(|(_, (_, count))| count).sum::<usize>() > 10, "{}", kernel.name);
        let words: Vec<_> = stripped.into_iter().map(|(entry, (words, _))| (entry, words)).collect();
        let made = compiled_spirv(radv, &kernel.name, &checked(&kernel.name, &kernel.text).0, &words);
        assert!(made.iter().any(|made| !fused(&made.assembly).is_empty()), "{}, {:?}: nothing was fused", kernel.name, kernel.form);
    }
}

#[test]
fn a_fused_operation_is_one_whose_product_is_by_no_power_of_two() {
    let found = |assembly: &'static str| fused(assembly);
    for fused in [
        "v_fma_f32 v1, v2, v3, v4",
        "v_fmac_f32_e32 v6, s21, v7                 ; 560c0e15",
        "v_fmaak_f32 v1, v2, v3, 0x3f000000",
        "v_fmamk_f32 v1, v2, 0x3f000001, v3",
        "v_pk_fma_f16 v1, v2, v3, v4",
        "v_dual_fmac_f32 v1, v2, v3 :: v_dual_mov_b32 v4, 0.5",
        "v_mad_f32 v1, v2, 0.15915494, v4",
        "s_mov_b32 s21, 0x33800000\ns_add_u32 s21, s3, s4\nv_fmac_f32_e32 v6, s21, v7",
    ] {
        assert_eq!(found(fused).len(), 1, "{fused}");
    }
    for exact in [
        "v_fma_f32 v16, 0.5, -v15, s58",
        "v_fma_f32 v16, v15, -2.0, s58",
        "v_fmamk_f32 v1, v2, 0x33800000, v3",
        "s_mov_b32 s21, 0x33800000\nv_fmac_f32_e32 v6, s21, v7",
        "s_brev_b32 s14, 44\nv_fma_f32 v5, s14, v5, -1.0",
        "v_mul_f32 v1, v2, v3",
        "v_mad_u32_u24 v1, v2, v3, v4",
    ] {
        assert_eq!(found(exact), Vec::<&str>::new(), "{exact}");
    }
}
