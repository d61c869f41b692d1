//! Shaders and the Rust generated from them, the linker, and the names that each half of the library may use. None of this needs an adapter.

mod common;
#[path = "common/linked.rs"]
mod linked;
#[path = "common/noop.rs"]
mod noop;

use std::collections::BTreeSet;
use std::mem::offset_of;
use std::path::Path;

use common::is_all;
use lacuna::gpu::Speed;
use lacuna::internal::link_per_sample;
use lacuna::internal::{KernelForm, KernelInputs, PERMUTATION_WORDS, Parameters, Placement, Walk, link_form};
use lacuna::nodes::{Cellular, CellularOutput, Fbm, HashKind, Max, Perlin, ScaleOffset, Simplex, Slope, Value};
use lacuna::seeding::Permutation;
use lacuna::{
    Axis, Cache, Cpu, Domain, DomainKind, Error, EvaluationDescriptor, Graph, Grid, Node, NodeExt as _, Program, Target, TargetKind,
    TexelFormat, Tile, wgpu,
};
use linked::{Pure, functions, kernels, validate};
use noop::{failure, noop};

fn source(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_generated_rust_is_what_the_shaders_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let stale = xtask::twins::stale(root).unwrap_or_else(|problem| panic!("{problem}"));
    let first_difference = |file: xtask::twins::Generated| {
        let old = std::fs::read_to_string(root.join(&file.path)).unwrap_or_default();
        let line = old.lines().zip(file.text.lines()).position(|(old, new)| old != new).unwrap_or(0);
        let at = |text: &str| text.lines().nth(line).unwrap_or_default().trim().to_owned();
        format!("{}:{}: `{}` should be `{}`", file.path, line + 1, at(&old), at(&file.text))
    };
    let problems: Vec<String> = stale.into_iter().map(first_difference).collect();
    assert!(problems.is_empty(), "these are not what the shaders give; run: cargo xtask twins: {problems:#?}");
}

#[test]
fn each_pure_shader_is_legal_with_its_declared_neighbours_and_has_no_bindings() {
    for Pure { name, module, info, .. } in linked::pure_shaders() {
        assert!(module.global_variables.iter().all(|(_, variable)| variable.binding.is_none()), "{name}.wgsl");
        assert_eq!(banned(&module, &info), Vec::<String>::new(), "{name}.wgsl");
    }
}

#[test]
fn naga_validates_every_linked_program_of_the_corpus() {
    // Panics with naga's message if it is invalid. Each kernel has one entry point, with the host's workgroup.
    for kernel in kernels() {
        let names: Vec<_> = kernel.module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["main"], "{}", kernel.name);
        assert_eq!(kernel.module.entry_points[0].workgroup_size, kernel.form.workgroup(kernel.domain), "{}", kernel.name);
    }
}

/// Returns the functions, private variables and structs of a module that it does not use, and constants and aliases whose name appears only once in its text.
fn unused(text: &str, module: &naga::Module) -> Vec<String> {
    let named = |module: &naga::Module| {
        let functions = module.functions.iter().filter_map(|(_, function)| function.name.clone());
        let variables = module.global_variables.iter().filter(|(_, variable)| variable.binding.is_none());
        let structs = module.types.iter().filter(|(_, ty)| matches!(ty.inner, naga::TypeInner::Struct { .. }));
        let all = functions.chain(variables.filter_map(|(_, variable)| variable.name.clone()));
        all.chain(structs.filter_map(|(_, ty)| ty.name.clone())).collect::<BTreeSet<_>>()
    };
    let mut compacted = module.clone();
    naga::compact::compact(&mut compacted, naga::compact::KeepUnused::No);
    let mut unused: Vec<String> = named(module).difference(&named(&compacted)).cloned().collect();
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mentions = |name: &str| {
        let words = code.iter().flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
        words.filter(|word| *word == name).count()
    };
    for line in &code {
        let Some(rest) = ["const ", "alias "].iter().find_map(|word| line.strip_prefix(word)) else { continue };
        let name = rest.split([':', ' ']).next().unwrap_or_default();
        if mentions(name) < 2 {
            unused.push(name.to_owned());
        }
    }
    unused
}

#[test]
fn a_kernel_holds_what_its_noise_calls_and_nothing_of_other_noise() {
    let program = Program::new(Value::new().dimensions(3)).expect("a legal graph");
    let of = |name: &str| {
        linked::shaders()
            .iter()
            .find(|shader| shader.name == name)
            .expect("a shader")
            .functions()
            .map(|function| function.name)
            .collect::<BTreeSet<_>>()
    };
    for domain in [DomainKind::Grid, DomainKind::Points] {
        let text = link_per_sample(program.structure(), domain, TargetKind::Buffer);
        let (module, _) = validate(&text).unwrap_or_else(|problem| panic!("{problem}"));
        let held: BTreeSet<String> = module.functions.iter().filter_map(|(_, function)| function.name.clone()).collect();
        assert!(["value_3", "coordinate", "lattice_hash", "evaluate", "store"].iter().all(|name| held.contains(*name)), "{held:?}");
        assert!(of("cellular").is_disjoint(&held) && of("perlin").is_disjoint(&held), "{held:?}");
    }
}

#[test]
fn a_kernel_holds_nothing_that_it_does_not_use() {
    let mut found = BTreeSet::new();
    for kernel in kernels() {
        found.extend(unused(&kernel.text, &kernel.module).into_iter().map(|name| (name, kernel.name.clone())));
    }
    for (name, text) in linked::common_kernels() {
        let (module, _) = validate(&text).unwrap_or_else(|problem| panic!("{problem}"));
        found.extend(unused(&text, &module).into_iter().map(|unused| (unused, name.to_owned())));
    }
    let names: BTreeSet<&String> = found.iter().map(|(name, _)| name).collect();
    assert!(found.is_empty(), "{names:?} in {} kernels, such as {:?}", found.len(), found.first());

    // The check finds each.
    let text = "struct S { a: u32 }\nconst C: u32 = 1u;\nalias A = u32;\nvar<private> v: u32;\nfn f(s: S) {}\n@compute @workgroup_size(1)\nfn main() {}\n";
    let (module, _) = validate(text).expect("legal WGSL");
    assert_eq!(unused(text, &module), ["S", "f", "v", "C", "A"]);
}

#[test]
fn the_uniform_and_the_storage_elements_lie_as_the_host_writes_them() {
    /// Returns name, offset and size of each field.
    macro_rules! layout {
        ($of:ident, $($field:ident: $ty:ty),* $(,)?) => {{
            // All fields are named, and have these types.
            let _ = |$of { $($field),* }: $of| { $(let _: $ty = $field;)* };
            vec![$((stringify!($field), offset_of!($of, $field) as u32, size_of::<$ty>() as u32)),*]
        }};
    }
    let host = layout!(Parameters, size: [u32; 3], zero: u32, origin: [u32; 3], first: u32, row: u32, slice: u32, columns: u32, has_small_steps: u32);
    for kernel in kernels() {
        let module = &kernel.module;
        let gctx = module.to_ctx();
        for (_, variable) in module.global_variables.iter() {
            let Some(binding) = variable.binding else { continue };
            match &module.types[variable.ty].inner {
                naga::TypeInner::Struct { members, span } => {
                    let name = |member: &naga::StructMember| member.name.clone().expect("members of WGSL have names");
                    let device: Vec<_> =
                        members.iter().map(|member| (name(member), member.offset, module.types[member.ty].inner.size(gctx))).collect();
                    let host: Vec<_> = host.iter().map(|&(name, offset, size)| (name.to_owned(), offset, size)).collect();
                    assert_eq!(device, host, "{}", kernel.name);
                    assert_eq!(*span as usize, size_of::<Parameters>());
                    assert_eq!(binding.binding, 0);
                }
                naga::TypeInner::Array { stride, .. } => {
                    let host = match binding.binding {
                        1 | 4 => size_of::<f32>(),
                        2 => size_of::<[u32; 4]>(),
                        _ => size_of::<u32>(),
                    };
                    assert_eq!(*stride as usize, host, "{}, binding {}", kernel.name, binding.binding);
                }
                naga::TypeInner::Image { .. } => assert_eq!(binding.binding, 4, "{}", kernel.name),
                other => panic!("{}: a binding of {other:?}", kernel.name),
            }
        }
    }
}

#[test]
fn noises_that_are_alike_are_written_once_in_a_large_kernel_and_each_by_itself_in_a_small_one() {
    let noise = |seed: u64| Simplex::new().dimensions(3).seed(seed);
    let sum = |count: u64| {
        let hills = |seed| Node::from(noise(seed).fbm().octaves(3).warp().x(noise(seed + 100)));
        (1..count).fold(hills(0), |sum, seed| sum.add(hills(seed)).into())
    };
    let evaluated = |node: Node| {
        let text = link_per_sample(Program::new(node).expect("a legal graph").structure(), DomainKind::Grid, TargetKind::Buffer);
        text.split("fn evaluate(").nth(1).expect("the graph's value").to_owned()
    };
    let calls = |node: Node| {
        let text = evaluated(node);
        (text.matches("simplex_3(").count(), text.matches("member < 16u").count(), text.matches("var member = ").count())
    };
    assert_eq!(calls(sum(2)), (4, 0, 0));
    // Nodes that warp, and nodes that are warped.
    assert_eq!(calls(sum(16)), (2, 2, 2));
    // The remainder, in loops of its own.
    assert_eq!(calls(sum(18)), (4, 2, 4));
    // Nodes that depend on each other can't be in one loop.
    let chain = (1..16).fold(Node::from(noise(0)), |by, seed| noise(seed).warp().x(by).into());
    assert_eq!(calls(chain), (16, 0, 0));
    // Nor can nodes with another choice.
    let outputs = [CellularOutput::F1, CellularOutput::F2, CellularOutput::CellValue].map(|output| Cellular::new().output(output));
    let cells =
        (1..15).fold(Node::from(outputs[0].clone().seed(0)), |sum, number| sum.add(outputs[number % 3].clone().seed(number as u64)).into());
    let text = evaluated(cells);
    assert_eq!((text.matches("cellular_3(").count(), text.matches("member < 5u").count()), (3, 3));
}

#[test]
fn the_host_and_the_shaders_share_the_size_of_a_table_and_the_smallest_number() {
    let field = linked::shader_text("field");
    let (words, mask) = (PERMUTATION_WORDS, PERMUTATION_WORDS - 1);
    for look_up in [
        format!("permutations[table * {words}u + (index & {mask}u)] & 255u;"),
        format!("let pair = permutations[table * {words}u + ((index + at) & {mask}u)];"),
        "pair & 255u".to_owned(),
        "(pair >> 8u) & 255u".to_owned(),
        "(pair >> 16u) & 255u".to_owned(),
        "pair >> 24u".to_owned(),
    ] {
        assert!(field.contains(&look_up), "`{look_up}`");
    }

    // The host uploads no number below 2^-95, whose products could be subnormal, and replaces none by 0 that `canonical` would keep.
    let mut kept = 0;
    for bits in (-126..-80).flat_map(|exponent| [libm::exp2f(exponent as f32).to_bits(), libm::exp2f(exponent as f32).to_bits() - 1]) {
        let offset = f32::from_bits(bits);
        let node = ScaleOffset::of(Perlin::new(), 0, f64::from(offset));
        let program = Program::new(node).expect("a legal graph");
        let domain = Domain::from(Grid::plane(Axis::extent(0, 1, 1), Axis::extent(0, 1, 1)));
        let inputs =
            KernelInputs::new(&program, &domain, domain.whole(), Placement::default(), KernelForm::PerSample).expect("a legal tile");
        let scalars: Vec<f32> = bytemuck::pod_collect_to_vec(inputs.values()[1]);
        let is_uploaded = scalars.contains(&offset);
        let canonical = Cpu::new().sample(&program, &domain).expect("a legal tile")[0];
        assert!(is_uploaded || scalars.iter().all(|scalar| *scalar == 0.0), "{offset:e} in {scalars:?}");
        assert!(!is_uploaded || bits >= 27 << 23, "{offset:e} in {scalars:?}");
        assert!(canonical.to_bits() == 0 || canonical == offset && is_uploaded, "{offset:e}: {canonical:e}, {scalars:?}");
        kept += i32::from(canonical == offset);
    }
    assert!((20..46).contains(&kept), "{kept} were kept");
}

#[test]
fn a_kernel_goes_along_rows_where_a_basis_lies_along_the_grid_so_many_samples_at_once_as_its_text_allows() {
    let perlin = || Perlin::new().dimensions(3);
    let hills = || Fbm::of(perlin()).octaves(3);
    let slope = Graph::of_channels(["hills", "slope"]).node("hills", hills()).node("slope", Slope::of("hills"));
    let warped = Node::from(perlin()).warp().x(perlin().seed(1)).strength(0.01);
    let beside = Graph::of_channels(["hills", "cells"]).node("hills", hills()).node("cells", Cellular::default());
    let names: Vec<String> = (0..16).map(|number| format!("n{number}")).collect();
    let channels = |count: usize| {
        let nodes = names[..count].iter().zip(0..).map(|(name, seed)| (name, perlin().seed(seed)));
        nodes.fold(Graph::of_channels(names[..count].to_vec()), |graph, (name, node)| graph.node(name, node))
    };
    let simplexes = |count: usize| {
        let nodes = names[..count].iter().zip(0..).map(|(name, seed)| (name, Simplex::new().seed(seed)));
        nodes.fold(Graph::of_channels(names[..count].to_vec()), |graph, (name, node)| graph.node(name, node))
    };
    let steps = (0..6).fold(Node::from(perlin()), |node, _| node.power().exponent(1.5).into());
    let rows = |side| KernelForm::Rows { side };
    let columns = |side| KernelForm::Columns { side };
    let cases: [(&str, Graph, KernelForm); 20] = [
        ("a basis", perlin().into(), rows(16)),
        ("octaves", hills().into(), rows(16)),
        ("two noises", channels(2), rows(8)),
        ("several noises", channels(5), rows(4)),
        ("many noises", channels(8), rows(4)),
        ("more noises than enough workgroups have room for", channels(9), KernelForm::PerSample),
        ("many steps afterwards", steps.into(), rows(16)),
        ("a slope beside", slope, rows(4)),
        ("a warp of noise in space", warped.into(), columns(8)),
        ("cells beside octaves", beside, columns(8)),
        ("simplex noise", Simplex::new().dimensions(2).into(), columns(8)),
        ("octaves of simplex noise", Simplex::new().fbm().octaves(6).into(), columns(8)),
        ("a warp by simplex noise", Simplex::new().warp().x(Simplex::new()).into(), columns(8)),
        ("simplex noise that is warped", Simplex::new().warp().x(Simplex::new().dimensions(4)).into(), KernelForm::PerSample),
        ("so many simplex noises that registers hold four samples of each", simplexes(5), columns(4)),
        ("more of them than that", simplexes(9), KernelForm::PerSample),
        ("one noise in rows beside cells", Max::of(perlin(), Cellular::new()).into(), columns(8)),
        ("cells", Cellular::default().into(), columns(8)),
        ("cells beside what shares nothing", Max::of(Cellular::new(), Simplex::new().dimensions(4)).into(), columns(8)),
        ("vectors to points", Cellular::new().output(CellularOutput::PointX).into(), KernelForm::PerSample),
    ];
    let domain = Domain::from(Grid::plane(Axis::extent(0, 1, 130), Axis::extent(0, 1, 65)));
    for (name, graph, form) in cases {
        let program = Program::new(&graph).expect("a legal graph");
        assert_eq!(KernelForm::fastest(program.structure(), DomainKind::Grid), form, "{name}");
        assert_eq!(KernelForm::fastest(program.structure(), DomainKind::Points), KernelForm::PerSample, "{name}");
        let text = link_form(program.structure(), DomainKind::Grid, TargetKind::Buffer, form);
        assert_eq!(text, lacuna::internal::link(program.structure(), DomainKind::Grid, TargetKind::Buffer), "{name}");
        let inputs = KernelInputs::new(&program, &domain, domain.whole(), Placement::default(), form).expect("a legal tile");
        let groups = match form {
            KernelForm::PerSample | KernelForm::PerSampleWide => [3, 5, 1],
            KernelForm::Rows { .. } => [9, 2, 1],
            KernelForm::Columns { side } => [3, 65_u32.div_ceil(4 * side), 1],
        };
        assert_eq!(inputs.groups(), groups, "{name}");
        if form == KernelForm::PerSample {
            // The same kernel for as many samples, each of which has an invocation of its own.
            let wide = link_form(program.structure(), DomainKind::Grid, TargetKind::Buffer, KernelForm::PerSampleWide);
            let (module, _) = validate(&wide).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert_eq!(module.entry_points[0].workgroup_size, [64, 16, 1], "{name}");
            assert_eq!(wide.replace("LINES: u32 = 16u", "LINES: u32 = 4u"), text, "{name}");
            let inputs = KernelInputs::new(&program, &domain, domain.whole(), Placement::default(), KernelForm::PerSampleWide);
            assert_eq!(inputs.expect("a legal tile").groups(), groups, "{name}");
        }
    }
}

#[test]
fn the_host_and_the_shader_of_coordinates_share_what_a_walk_is() {
    let (_, text) = linked::common_kernels().into_iter().find(|(name, _)| *name == "axes").expect("it is there");
    let (module, _) = validate(&text).unwrap_or_else(|problem| panic!("{problem}"));
    let (_, walk) = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some("Walk")).expect("a struct");
    let naga::TypeInner::Struct { members, span } = &walk.inner else { panic!("a struct") };
    let offset = |name: &str| members.iter().find(|member| member.name.as_deref() == Some(name)).map(|member| member.offset as usize);
    assert_eq!(*span as usize, size_of::<Walk>());
    for (name, at) in [
        ("start", offset_of!(Walk, start)),
        ("step", offset_of!(Walk, step)),
        ("first", offset_of!(Walk, first)),
        ("count", offset_of!(Walk, count)),
        ("period", offset_of!(Walk, period)),
        ("interpolation", offset_of!(Walk, interpolation)),
        ("zero", offset_of!(Walk, zero)),
    ] {
        assert_eq!(offset(name), Some(at), "{name}");
    }
}

#[test]
fn a_word_of_a_table_holds_the_entries_of_its_index_and_of_the_next_and_the_entries_at_these() {
    let seeds = [None, Some(0), Some(7)];
    let graph = Graph::of_channels(["a", "b", "c"]);
    let graph = ["a", "b", "c"]
        .into_iter()
        .zip(seeds)
        .fold(graph, |graph, (name, seed)| graph.node(name, common::with(Perlin::new().hash(HashKind::Table), |node| node.seed = seed)));
    let program = Program::new(&graph).expect("a legal graph");
    let domain = Domain::from(Grid::plane(Axis::extent(0, 1, 1), Axis::extent(0, 1, 1)));
    let inputs = KernelInputs::new(&program, &domain, domain.whole(), Placement::default(), KernelForm::PerSample).expect("a legal tile");
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(inputs.values()[2]);
    assert_eq!(words.len(), seeds.len() * PERMUTATION_WORDS);
    for (words, seed) in words.chunks(PERMUTATION_WORDS).zip(seeds) {
        let table = Permutation::new(seed).0;
        for (index, word) in words.iter().enumerate() {
            let (here, next) = (table[index], table[(index + 1) % table.len()]);
            let [there, after] = [here, next].map(|entry| table[usize::from(entry)]);
            assert_eq!(word.to_le_bytes(), [here, next, there, after], "entry {index} by the seed {seed:?}");
        }
    }
}

/// Returns the operations on floats that no shader may use, since devices differ in them.
fn banned(module: &naga::Module, info: &naga::valid::ModuleInfo) -> Vec<String> {
    use naga::{BinaryOperator, Expression, MathFunction, ScalarKind};
    let mut found = Vec::new();
    for (name, function, info) in functions(module, info) {
        for (handle, expression) in function.expressions.iter() {
            let is_float = |of| linked::scalar_kind(module, info, of) == Some(ScalarKind::Float);
            let problem = match expression {
                // Integers have no rounding: any function of them alone is exact on every device.
                Expression::Math { fun, arg, .. } if is_float(handle) || is_float(*arg) => {
                    let is_legal = matches!(fun, MathFunction::Abs | MathFunction::Min | MathFunction::Max | MathFunction::Floor);
                    (!is_legal).then(|| format!("{fun:?}"))
                }
                // naga's GLSL `%` of negative integers differs, too. Here numbers from 0 on are divided by periods above 0.
                Expression::Binary { op: op @ (BinaryOperator::Divide | BinaryOperator::Modulo), left, .. } => {
                    (linked::scalar_kind(module, info, *left) != Some(ScalarKind::Uint)).then(|| format!("{op:?}"))
                }
                Expression::Derivative { .. } => Some("a derivative".into()),
                _ => None,
            };
            found.extend(problem.map(|problem| format!("{name}: {problem}")));
        }
    }
    found
}

#[test]
fn no_linked_program_calls_what_devices_round_differently() {
    for kernel in kernels() {
        assert_eq!(banned(&kernel.module, &kernel.info), Vec::<String>::new(), "{}", kernel.name);
    }
    for (name, text) in linked::common_kernels() {
        let (module, info) = validate(&text).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(banned(&module, &info), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn the_check_for_banned_functions_finds_each() {
    for call in [
        "sin(x)",
        "cos(x)",
        "exp(x)",
        "exp2(x)",
        "log(x)",
        "log2(x)",
        "pow(x, x)",
        "sqrt(x)",
        "inverseSqrt(x)",
        "mix(x, x, x)",
        "fma(x, x, x)",
        "fract(x)",
        "round(x)",
        "smoothstep(x, x, x)",
        "clamp(x, x, x)",
        "sign(x)",
        "length(vec2<f32>(x))",
        "dot(vec2<f32>(x), vec2<f32>(x))",
        "normalize(vec2<f32>(x)).x",
        "x / x",
        "x % x",
        "f32(i32(x) / 3i)",
        "f32(i32(x) % 3i)",
        "ldexp(x, 2)",
    ] {
        let (module, info) = validate(&format!("fn f(x: f32) -> f32 {{ return {call}; }}")).expect("legal WGSL");
        assert_eq!(banned(&module, &info).len(), 1, "{call}");
    }
    let legal = "fn f(x: f32) -> f32 { return floor(max(min(abs(x), 1f), x * 2f) - f32(countLeadingZeros(clamp(3u, 4u, u32(x)) % 5u))); }";
    let (module, info) = validate(legal).expect("legal WGSL");
    assert_eq!(banned(&module, &info), Vec::<String>::new());
}

fn tiny() -> wgpu::Limits {
    wgpu::Limits { max_storage_buffers_per_shader_stage: 4, ..wgpu::Limits::downlevel_defaults() }
}

#[test]
fn pipelines_of_the_corpus_build_under_default_and_under_tiny_limits() {
    for limits in [wgpu::Limits::default(), tiny()] {
        let (device, queue) = noop(&limits);
        let cache = Cache::new(&device, &queue);
        let structures = linked::structures();
        for (number, (name, graphs)) in structures.iter().enumerate() {
            for domain in [DomainKind::Grid, DomainKind::Points] {
                for target in [TargetKind::Buffer, TargetKind::Texture(TexelFormat::ALL[number % TexelFormat::ALL.len()])] {
                    let error = failure(&device, || {
                        for (_, _, program) in graphs {
                            cache.kernel_for(program, domain, target, Speed::Throughput).expect("a kernel");
                        }
                    });
                    assert!(error.is_none(), "{name}, {domain:?}, {target:?}: {}", error.expect("some"));
                }
            }
        }
        assert_eq!(cache.pipelines_created(), 4 * structures.len(), "one pipeline a structure and kinds");
    }
}

#[test]
fn a_kernel_that_needs_more_than_a_devices_limits_is_refused() {
    let (device, queue) = noop(&wgpu::Limits { max_storage_buffers_per_shader_stage: 3, ..tiny() });
    let cache = Cache::new(&device, &queue);
    let program = Program::new(Perlin::default()).expect("a legal graph");
    let build = |target| {
        let mut built = Ok(());
        let error = failure(&device, || built = cache.kernel(&program, DomainKind::Grid, target).map(drop));
        assert!(error.is_none(), "{target:?}: {}", error.expect("some"));
        built
    };
    let refused = build(TargetKind::Buffer);
    assert!(matches!(&refused, Err(Error::Unsupported(told)) if told.contains("max_storage_buffers_per_shader_stage")), "{refused:?}");
    assert_eq!(build(TargetKind::Texture(TexelFormat::R32Float)), Ok(()));
}

#[test]
fn an_evaluation_is_cut_into_parts_that_fit_the_limits_of_the_device() {
    let perlin = || Perlin::new().dimensions(3);
    let graphs = [Graph::from(perlin()), Fbm::of(perlin()).octaves(12).into(), Graph::of_channels(["noise"; 5]).node("noise", perlin())];
    let step = if is_all("most sizes of a device's buffers") { 116 } else { 348 };
    let axis = |samples| Axis::extent(0, 8, samples);
    let volume = Grid { z: axis(7), ..Grid::plane(axis(700), axis(130)) };
    let points = |count: u32| Domain::Points((0..count).map(|at| [at.into(), 0.5.into(), 0.25.into(), 0.into()]).collect());
    for graph in graphs {
        let program = Program::new(&graph).expect("a legal graph");
        for domain in [Domain::from(Grid::plane(axis(1), axis(1))), volume.into(), points(1000)] {
            let mut planned = 0;
            for bytes in (256..4096).step_by(step).chain((4096..100_000).step_by(58 * step)) {
                for groups in [1, 3, 65535] {
                    let bytes = u64::from(bytes as u32) & !3;
                    let limits = wgpu::Limits {
                        max_buffer_size: bytes,
                        max_storage_buffer_binding_size: bytes,
                        max_compute_workgroups_per_dimension: groups,
                        ..tiny()
                    };
                    let (device, queue) = noop(&limits);
                    // As much of the domain as fits into a buffer of the device.
                    let channels = program.channels() as u32;
                    let mut size = domain.size();
                    while 4 * u64::from(channels) * size.iter().map(|&n| u64::from(n)).product::<u64>() > bytes {
                        let longest = (0..3).max_by_key(|&axis| size[axis]).expect("three axes");
                        size[longest] = size[longest].div_ceil(2);
                    }
                    let tile = Tile { origin: [0; 3], size };
                    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                        label: None,
                        size: 4 * u64::from(channels) * tile.samples() as u64,
                        usage: wgpu::BufferUsages::STORAGE,
                        mapped_at_creation: false,
                    });
                    let target = Target::buffer(&buffer, program.channels(), size);
                    let evaluation = EvaluationDescriptor::new(&program, &domain, target).tile(tile);
                    let error = failure(&device, || {
                        let kind = if matches!(domain, Domain::Grid(_)) { DomainKind::Grid } else { DomainKind::Points };
                        let cache = Cache::new(&device, &queue);
                        let kernel = cache.kernel_for(&program, kind, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
                        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
                        match kernel.record(&mut encoder, &evaluation) {
                            Ok(()) => planned += 1,
                            Err(error) => assert!(matches!(&error, Error::Limit { what, .. } if what == "tile"), "{error}"),
                        }
                        drop(encoder.finish());
                        if let Ok(prepared) = kernel.prepare(&evaluation) {
                            let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
                            prepared.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
                            queue.submit([encoder.finish()]);
                        }
                    });
                    assert!(error.is_none(), "{bytes} bytes, {groups} workgroups: {}", error.expect("some"));
                }
            }
            assert!(planned > 8, "{planned} of {graph:?} over {:?}", domain.size());
        }
    }
}

/// Returns the Rust files of a module of the crate, with their text.
fn module_files(module: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    let mut paths = vec![root.join(format!("{module}.rs")), root.join(module)];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(std::fs::read_dir(&path).expect("a folder of the crate").map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") && path.exists() {
            files.push((path.display().to_string(), std::fs::read_to_string(&path).expect("text")));
        }
    }
    files
}

#[test]
fn the_plain_data_half_and_the_cpu_engine_never_name_wgpu() {
    let required = [
        "number",
        "color",
        "key",
        "lower",
        "graph",
        "program",
        "domain",
        "coordinates",
        "storage",
        "cpu",
        "parity",
        "seeding",
        "error",
        "view",
    ];
    for module in required.into_iter().chain(["recipe", "encode"]) {
        let files = module_files(module);
        assert!(!files.is_empty() || !required.contains(&module), "no module `{module}`");
        for (path, text) in files {
            for name in ["wgpu", "crate::gpu", "super::gpu"] {
                assert!(!text.contains(name), "{path} names {name}");
            }
        }
    }
}

#[test]
fn clippy_keeps_the_platforms_transcendentals_out() {
    let list = source("clippy.toml");
    for ty in ["f32", "f64"] {
        for function in ["sin", "cos", "tan", "exp", "exp2", "ln", "log2", "log10", "powf", "powi", "mul_add", "atan2", "hypot", "cbrt"] {
            assert!(list.contains(&format!("\"{ty}::{function}\"")), "clippy.toml lacks {ty}::{function}");
        }
    }
    // A square root is exact by IEEE 754 on every platform, but no shader's is.
    assert!(list.contains("\"f32::sqrt\""));
    assert!(source("Cargo.toml").contains("disallowed_methods = \"deny\""));
}
