//! Shaders and their Rust twins, the linker, and the layers of the library (G1 to G5, L4, L8). None of this needs an adapter.

mod common;

use std::collections::BTreeSet;
use std::mem::offset_of;
use std::path::Path;

use common::linked::{self, Pure, functions, kernels, validate};
use common::wgsl::{self, Number, Shader};
use common::{failure, noop};
use lacuna::gpu::{Form, KernelInputs, PERMUTATION_WORDS, Parameters, Placement, SCENE, SHADERS, SWEEP, TilePlan, WORKGROUP};
use lacuna::permutation::Permutation;
use lacuna::{
    Axis, Build as _, Cache, Cellular, Cpu, Domain, DomainKind, Fbm, Graph, Grid, Kernel, Node, Perlin, Program, ScaleOffset, Slope,
    Target, TargetKind, TexelFormat, wgpu,
};
use syn::visit::{self, Visit};

fn source(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every shader with its name.
fn shaders() -> Vec<(&'static str, Shader)> {
    SHADERS.iter().map(|shader| (shader.name, wgsl::read(shader.text))).collect()
}

/// Every shader but the one with the bindings, with its twin's items.
fn twins() -> Vec<(&'static str, Shader, Twin)> {
    let pure = shaders().into_iter().filter(|(name, _)| *name != "field");
    pure.map(|(name, shader)| (name, shader, Twin::read(&source(&format!("src/cpu/{name}.rs"))))).collect()
}

/// The items of a Rust twin.
#[derive(Default)]
struct Twin {
    functions: Vec<syn::ItemFn>,
    structs: Vec<syn::ItemStruct>,
    aliases: Vec<String>,
    constants: Vec<syn::ItemConst>,
    /// What traits do with f32 and u32; the twins of value-layer functions are generic over one number and several side by side.
    methods: Vec<syn::ImplItemFn>,
}

impl Twin {
    fn read(text: &str) -> Self {
        let mut twin = Self::default();
        twin.add(syn::parse_file(text).expect("the crate's own source").items);
        twin
    }

    fn add(&mut self, items: Vec<syn::Item>) {
        for item in items {
            match item {
                syn::Item::Fn(function) => self.functions.push(function),
                syn::Item::Struct(structure) => self.structs.push(structure),
                syn::Item::Type(alias) => self.aliases.push(alias.ident.to_string()),
                syn::Item::Const(constant) => self.constants.push(constant),
                syn::Item::Mod(module) if !is_test(&module.attrs) => self.add(module.content.unwrap_or_default().1),
                syn::Item::Impl(block) if block.trait_.is_none() => {
                    let method =
                        block.items.iter().find_map(|item| if let syn::ImplItem::Fn(f) = item { Some(&f.sig.ident) } else { None });
                    assert!(method.is_none(), "a twin has functions as its shader has, and no method `{}`", method.expect("one"));
                }
                syn::Item::Impl(block) if ["f32", "Wrapping"].contains(&rust_type(&block.self_ty, &[]).as_str()) => {
                    self.methods.extend(block.items.into_iter().filter_map(|item| match item {
                        syn::ImplItem::Fn(method) => Some(method),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

/// A type of either language in one spelling: `f32`, `Coordinate`, `Table`, `[f32;2]`. What is generic stands for f32 or u32.
fn rust_type(ty: &syn::Type, generic: &[(String, &str)]) -> String {
    match ty {
        syn::Type::Path(path) => {
            let name = path.path.segments.last().expect("a path").ident.to_string();
            match (name.as_str(), path.path.segments.len(), generic.iter().find(|(parameter, _)| *parameter == name)) {
                ("Real", 2, _) => "f32".into(),
                ("Word", 2, _) => "u32".into(),
                ("Mask", 2, _) => "bool".into(),
                (_, _, Some((_, stands_for))) => (*stands_for).into(),
                _ => name,
            }
        }
        syn::Type::Reference(reference) => rust_type(&reference.elem, generic),
        syn::Type::Array(array) => {
            let length = match &array.len {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => length.base10_digits().to_owned(),
                _ => "?".into(),
            };
            format!("[{};{length}]", rust_type(&array.elem, generic))
        }
        _ => "a type that no shader has".into(),
    }
}

/// The type parameters, and what each stands for: words for u32, all others for f32.
fn generic(generics: &syn::Generics) -> Vec<(String, &'static str)> {
    let is_word = |bound: &syn::TypeParamBound| matches!(bound, syn::TypeParamBound::Trait(bound) if bound.path.is_ident("Word"));
    let stands_for = |parameter: &syn::TypeParam| if parameter.bounds.iter().any(is_word) { "u32" } else { "f32" };
    generics.type_params().map(|parameter| (parameter.ident.to_string(), stands_for(parameter))).collect()
}

fn wgsl_type(ty: &str) -> String {
    let inside = |name: &str| ty.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>');
    for length in ["2", "3", "4"] {
        if let Some(component) = inside(&format!("vec{length}")) {
            return format!("[{};{length}]", wgsl_type(component));
        }
    }
    if let Some((element, length)) = inside("array").and_then(|inside| inside.rsplit_once(',')) {
        return format!("[{};{}]", wgsl_type(element), length.trim_end_matches('u'));
    }
    inside("ptr").and_then(|inside| inside.split_once(',')).map_or_else(|| ty.to_owned(), |(_, target)| wgsl_type(target))
}

fn rust_signature(function: &syn::ItemFn) -> String {
    let generic = generic(&function.sig.generics);
    let mut parameters = String::new();
    for argument in &function.sig.inputs {
        match argument {
            syn::FnArg::Typed(syn::PatType { pat, ty, .. }) => {
                let name = match &**pat {
                    syn::Pat::Ident(name) => name.ident.to_string(),
                    _ => "?".into(),
                };
                parameters.push_str(&format!("{name}: {}, ", rust_type(ty, &generic)));
            }
            syn::FnArg::Receiver(_) => parameters.push_str("self, "),
        }
    }
    let result = match &function.sig.output {
        syn::ReturnType::Default => String::new(),
        syn::ReturnType::Type(_, ty) => rust_type(ty, &generic),
    };
    format!("{}({parameters}) -> {result}", function.sig.ident)
}

fn wgsl_signature(function: &wgsl::Function) -> String {
    let parameters: String = function.parameters.iter().map(|(name, ty)| format!("{name}: {}, ", wgsl_type(ty))).collect();
    format!("{}({parameters}) -> {}", function.name, wgsl_type(&function.result))
}

#[test]
fn g1_every_shader_has_its_rust_twin_with_the_same_pure_functions() {
    let field = SHADERS.iter().find(|shader| shader.name == "field").expect("field");
    let field: BTreeSet<_> =
        [field, &SCENE].iter().flat_map(|shader| wgsl::read(shader.text).functions).map(|function| wgsl_signature(&function)).collect();
    let mut problems = Vec::new();
    for (name, shader, twin) in twins() {
        let ours: BTreeSet<_> = shader.functions.iter().map(wgsl_signature).collect();
        // WGSL has `select` built in.
        let theirs = twin.functions.iter().filter(|function| !is_test(&function.attrs) && function.sig.ident != "select");
        let theirs: BTreeSet<_> = theirs.map(rust_signature).collect();
        problems.extend(ours.difference(&theirs).map(|function| format!("{name}.wgsl has `{function}`, {name}.rs has not")));
        // What a shader calls by `// calls:` lies beside the bindings, and its twin beside those that call it.
        let foreign = theirs.difference(&ours).filter(|function| !field.contains(*function));
        problems.extend(foreign.map(|function| format!("{name}.rs has `{function}`, {name}.wgsl and the bindings' files have not")));
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn g1_every_struct_alias_and_constant_has_its_twin() {
    for (name, shader, twin) in twins() {
        let ours: BTreeSet<(String, Vec<(String, String)>)> = shader
            .structs
            .iter()
            .map(|item| (item.name.clone(), item.fields.iter().map(|(name, ty)| (name.clone(), wgsl_type(ty))).collect()))
            .collect();
        let fields = |item: &syn::ItemStruct| {
            let generic = generic(&item.generics);
            let name = |field: &syn::Field| field.ident.as_ref().map_or("?".into(), ToString::to_string);
            // How a twin is compiled is nothing of the shader's.
            let fields = item.fields.iter().map(|field| (name(field), rust_type(&field.ty, &generic)));
            fields.filter(|(_, ty)| ty != "Apart").collect()
        };
        let theirs = twin.structs.iter().filter(|item| item.ident != "Apart").map(|item| (item.ident.to_string(), fields(item))).collect();
        assert_eq!(ours, theirs, "the structs of {name}");
        let aliases: BTreeSet<_> = shader.aliases.iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(aliases, twin.aliases.into_iter().collect(), "the aliases of {name}");
        // A twin may name more numbers than its shader: where they stand, g4 compares them.
        let named: Vec<_> = twin.constants.iter().map(|item| item.ident.to_string()).collect();
        assert!(shader.constants.iter().all(|(name, _)| named.contains(name)), "{name}.rs lacks a constant of {name}.wgsl");
    }
}

#[test]
fn g1_each_pure_shader_is_legal_with_its_declared_neighbours_and_has_no_bindings() {
    assert!(shaders().iter().all(|(name, shader)| shader.has_bindings == (*name == "field")), "only field.wgsl has bindings");
    for Pure { name, module, info, .. } in linked::pure_shaders() {
        assert!(module.global_variables.iter().all(|(_, variable)| variable.binding.is_none()), "{name}.wgsl");
        assert_eq!(banned(&module, &info), Vec::<String>::new(), "{name}.wgsl");
    }
}

#[test]
fn g2_naga_validates_every_linked_program_of_the_corpus() {
    // Panics with naga's message where it does not; each kernel has the entry points of its form, whose workgroups are the host's.
    for kernel in kernels() {
        let names: Vec<_> = kernel.module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
        let expected = match kernel.form {
            Form::Straight => vec!["main"],
            Form::Rows => vec!["corners", "cells", "main"],
        };
        assert_eq!(names, expected, "{}", kernel.name);
        for entry in &kernel.module.entry_points {
            assert_eq!(entry.workgroup_size, [WORKGROUP, 1, 1], "{}, {}", kernel.name, entry.name);
        }
    }
}

#[test]
fn g3_the_uniform_and_the_storage_elements_lie_as_the_host_writes_them() {
    /// Name, offset and size of each field.
    macro_rules! layout {
        ($($field:ident: $ty:ty),* $(,)?) => {{
            // All fields are named, and have these types.
            let _ = |Parameters { $($field),* }: Parameters| { $(let _: $ty = $field;)* };
            vec![$((stringify!($field), offset_of!(Parameters, $field) as u32, size_of::<$ty>() as u32)),*]
        }};
    }
    let host = layout!(size: [u32; 3], zero: u32, origin: [u32; 3], first: u32, row: u32, slice: u32, jobs: u32, job_count: u32);
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
                        2 => size_of::<[u32; 2]>(),
                        5 => size_of::<[f32; 4]>(),
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

/// The numbers of a Rust function or constant, in the order of the text, through the constants it names and what traits do with f32. WGSL's
/// `select(no, yes, condition)` is an `if` or a method in Rust: those whose bit is set in `turned` are read in that order.
struct Numbers<'a> {
    numbers: Vec<Number>,
    turned: u32,
    choices: u32,
    constants: &'a [&'a syn::ItemConst],
    methods: &'a [&'a syn::ImplItemFn],
}

impl<'a> Numbers<'a> {
    fn of(turned: u32, twins: (&'a [&'a syn::ItemConst], &'a [&'a syn::ImplItemFn]), visit: impl Fn(&mut Self)) -> Self {
        let mut numbers = Self { numbers: vec![], turned, choices: 0, constants: twins.0, methods: twins.1 };
        visit(&mut numbers);
        numbers
    }

    fn is_turned(&mut self) -> bool {
        self.choices += 1;
        (self.turned >> (self.choices - 1)) & 1 == 1
    }
}

impl<'a> Visit<'a> for Numbers<'a> {
    fn visit_expr_if(&mut self, branch: &'a syn::ExprIf) {
        match (&branch.else_branch, self.is_turned()) {
            (Some((_, otherwise)), true) => {
                self.visit_expr(otherwise);
                self.visit_block(&branch.then_branch);
                self.visit_expr(&branch.cond);
            }
            _ => visit::visit_expr_if(self, branch),
        }
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        self.visit_expr(&call.receiver);
        if call.method.to_string().starts_with("select") && self.is_turned() {
            call.args.iter().rev().for_each(|argument| self.visit_expr(argument));
        } else {
            call.args.iter().for_each(|argument| self.visit_expr(argument));
        }
        if let Some(method) = self.methods.iter().find(|method| method.sig.ident == call.method) {
            self.visit_block(&method.block);
        }
    }

    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        if let Some(constant) = self.constants.iter().find(|constant| path.path.is_ident(&constant.ident)) {
            self.visit_expr(&constant.expr);
        }
    }

    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        let is_bits =
            matches!(&*call.func, syn::Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "from_bits"));
        match call.args.first().and_then(integer) {
            Some(bits) if is_bits => self.numbers.push(Number::Float(bits as u32)),
            _ => visit::visit_expr_call(self, call),
        }
    }

    fn visit_expr_index(&mut self, index: &'a syn::ExprIndex) {
        self.visit_expr(&index.expr);
        if !matches!(&*index.index, syn::Expr::Lit(_)) {
            self.visit_expr(&index.index);
        }
    }

    fn visit_lit(&mut self, literal: &'a syn::Lit) {
        match literal {
            syn::Lit::Int(number) => self.numbers.push(Number::Integer(number.base10_parse().expect("an integer"))),
            syn::Lit::Float(number) => {
                self.numbers.push(Number::Float(number.base10_parse::<f32>().expect("a float").to_bits()));
            }
            _ => {}
        }
    }

    // Lengths of arrays are no numbers of the noise.
    fn visit_type(&mut self, _: &'a syn::Type) {}

    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}
}

/// The value of an expression of integer literals.
fn integer(expression: &syn::Expr) -> Option<u128> {
    match expression {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        syn::Expr::Paren(inner) => integer(&inner.expr),
        syn::Expr::Binary(binary) => {
            let (left, right) = (integer(&binary.left)?, integer(&binary.right)?);
            match binary.op {
                syn::BinOp::Shl(_) => Some(left << right),
                syn::BinOp::Add(_) => Some(left + right),
                syn::BinOp::Sub(_) => left.checked_sub(right),
                syn::BinOp::BitOr(_) => Some(left | right),
                _ => None,
            }
        }
        _ => None,
    }
}

#[test]
fn g4_the_numbers_of_a_shader_and_its_twin_are_equal_in_every_bit_and_in_order() {
    let (mut compared, mut problems) = (0, Vec::new());
    let twins = twins();
    let methods: Vec<_> = twins.iter().flat_map(|(_, _, twin)| &twin.methods).collect();
    // Constants that shaders have too are compared by themselves.
    let shared: Vec<_> = twins.iter().flat_map(|(_, shader, _)| &shader.constants).map(|(name, _)| name).collect();
    let is_own = |item: &&syn::ItemConst| !shared.iter().any(|name| item.ident == name);
    let constants: Vec<_> = twins.iter().flat_map(|(_, _, twin)| &twin.constants).filter(is_own).collect();
    for (name, shader, twin) in &twins {
        for function in &shader.functions {
            let Some(other) = twin.functions.iter().find(|other| other.sig.ident == function.name) else { continue };
            let read = |turned| Numbers::of(turned, (&constants, &methods), |numbers| numbers.visit_item_fn(other));
            let choices = read(0).choices.min(12);
            let is_equal = (0..1 << choices).any(|turned| read(turned).numbers == function.numbers);
            if !is_equal {
                problems.push(format!("{name}: `{}`: WGSL {:?}, Rust {:?}", function.name, function.numbers, read(u32::MAX).numbers));
            }
            compared += function.numbers.len();
        }
        for (constant, numbers) in &shader.constants {
            let other = twin.constants.iter().find(|other| other.ident == constant).unwrap_or_else(|| panic!("{name}: `{constant}`"));
            let read = Numbers::of(0, (&constants, &methods), |numbers| numbers.visit_expr(&other.expr));
            assert_eq!(&read.numbers, numbers, "{name}: `{constant}`");
            compared += numbers.len();
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(compared > 40, "{compared} numbers were found");
}

#[test]
fn g4_the_host_and_the_shaders_share_the_size_of_a_table_and_the_smallest_number() {
    let shaders = shaders();
    let numbers = |name: &str| {
        let function = shaders.iter().flat_map(|(_, shader)| &shader.functions).find(|function| function.name == name);
        function.unwrap_or_else(|| panic!("no function `{name}`")).numbers.clone()
    };
    let words = PERMUTATION_WORDS as u128;
    let [words, mask] = [words, words - 1].map(Number::Integer);
    assert_eq!(numbers("permute"), [words, mask, mask]);
    let [one, byte] = [1, 8].map(Number::Integer);
    assert_eq!(numbers("permute_pair"), [words, mask, one, mask, byte, mask]);

    // The host uploads no number below 2^-95, whose products could be subnormal, and takes none for 0 that `settled` would keep.
    let mut kept = 0;
    for bits in (-126..-80).flat_map(|exponent| [libm::exp2f(exponent as f32).to_bits(), libm::exp2f(exponent as f32).to_bits() - 1]) {
        let offset = f32::from_bits(bits);
        let node = ScaleOffset { source: Perlin::default().into(), scale: 0.into(), offset: f64::from(offset).into() };
        let program = Program::new(&node.into()).expect("a legal graph");
        let domain = Domain::from(Grid::plane(Axis::extent(0, 1, 1), Axis::extent(0, 1, 1)));
        let inputs = KernelInputs::new(&program, &domain, domain.whole(), Placement::default(), Form::Straight).expect("a legal tile");
        let scalars: Vec<f32> = bytemuck::pod_collect_to_vec(inputs.bindings()[1]);
        let is_uploaded = scalars.contains(&offset);
        let settled = Cpu::new().sample(&program, &domain).expect("a legal tile")[0];
        assert!(is_uploaded || scalars.iter().all(|scalar| *scalar == 0.0), "{offset:e} in {scalars:?}");
        assert!(!is_uploaded || bits >= 27 << 23, "{offset:e} in {scalars:?}");
        assert!(settled.to_bits() == 0 || settled == offset && is_uploaded, "{offset:e}: {settled:e}, {scalars:?}");
        kept += i32::from(settled == offset);
    }
    assert!((20..46).contains(&kept), "{kept} were kept");
}

#[test]
fn g4_a_kernel_sweeps_over_rows_where_all_its_bases_go_in_rows_and_none_in_a_loop() {
    let perlin = || Perlin { dimensions: Some(3), ..Perlin::default() };
    let hills = || Fbm { octaves: Some(3.into()), ..Fbm::of(perlin()) };
    let slope = Graph::of_channels(["hills", "slope"]).node("hills", hills()).node("slope", Slope::of("hills"));
    let warped = Node::from(perlin()).warp().x(perlin().seed(1)).strength(0.01);
    let beside = Graph::of_channels(["hills", "cells"]).node("hills", hills()).node("cells", Cellular::default());
    let cases: [(&str, Graph, bool); 5] = [
        ("a basis", perlin().into(), true),
        ("octaves", hills().into(), false),
        ("a slope", slope, false),
        ("a warp", warped.into(), false),
        ("another basis", beside, false),
    ];
    let domain = Domain::from(Grid::plane(Axis::extent(0, 1, 130), Axis::extent(0, 1, 4 * SWEEP + 1)));
    for (name, graph, is_swept) in cases {
        let program = Program::new(&graph).expect("a legal graph");
        for form in [Form::Rows, Form::Straight] {
            let is_swept = is_swept && form == Form::Rows;
            let text = lacuna::gpu::link(program.structure(), DomainKind::Grid, TargetKind::Buffer, form);
            assert_eq!(text.contains(&format!("const SWEEP: u32 = {SWEEP}u;")), is_swept, "{name}, {form:?}");
            let inputs = KernelInputs::new(&program, &domain, domain.whole(), Placement::default(), form).expect("a legal tile");
            let expected = ("main", [3, if is_swept { 5 } else { 4 * SWEEP + 1 }, 1]);
            assert_eq!(inputs.passes().last(), Some(&expected), "{name}, {form:?}");
        }
    }
}

#[test]
fn g4_a_word_of_a_table_holds_the_entries_of_its_index_and_of_the_next() {
    let seeds = [None, Some(0), Some(7)];
    let graph = Graph::of_channels(["a", "b", "c"]);
    let graph =
        ["a", "b", "c"].into_iter().zip(seeds).fold(graph, |graph, (name, seed)| graph.node(name, Perlin { seed, ..Perlin::default() }));
    let program = Program::new(&graph).expect("a legal graph");
    let domain = Domain::from(Grid::plane(Axis::extent(0, 1, 1), Axis::extent(0, 1, 1)));
    let inputs = KernelInputs::new(&program, &domain, domain.whole(), Placement::default(), Form::Straight).expect("a legal tile");
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(inputs.bindings()[3]);
    assert_eq!(words.len(), seeds.len() * PERMUTATION_WORDS);
    for (words, seed) in words.chunks(PERMUTATION_WORDS).zip(seeds) {
        let table = Permutation::new(seed).0;
        for (index, word) in words.iter().enumerate() {
            let next = table[(index + 1) % table.len()];
            assert_eq!(word.to_le_bytes(), [table[index], next, 0, 0], "entry {index} by the seed {seed:?}");
        }
    }
}

/// What no shader may call on floats, since devices differ in it, as a list of what was found.
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
                // naga's GLSL `%` of negative integers differs too; the numbers from 0 that are divided here are divided by periods above 0.
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
fn l4_no_linked_program_calls_what_devices_round_differently() {
    for kernel in kernels() {
        assert_eq!(banned(&kernel.module, &kernel.info), Vec::<String>::new(), "{}", kernel.name);
    }
    let (module, info) = validate(&lacuna::gpu::view_text()).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(banned(&module, &info), Vec::<String>::new(), "views");
}

#[test]
fn l4_the_check_for_banned_functions_finds_each() {
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
fn g5_pipelines_of_the_corpus_build_under_default_and_under_tiny_limits() {
    for limits in [wgpu::Limits::default(), tiny()] {
        let (device, _queue) = noop(&limits);
        let cache = Cache::new();
        let structures = linked::structures();
        for (number, (name, graphs)) in structures.iter().enumerate() {
            for domain in [DomainKind::Grid, DomainKind::Points] {
                for target in [TargetKind::Buffer, TargetKind::Texture(TexelFormat::ALL[number % TexelFormat::ALL.len()])] {
                    let error =
                        failure(&device, || graphs.iter().for_each(|(_, _, program)| drop(cache.kernel(&device, program, domain, target))));
                    assert!(error.is_none(), "{name}, {domain:?}, {target:?}: {}", error.expect("some"));
                }
            }
        }
        assert_eq!(cache.pipelines_created(), 4 * structures.len(), "one pipeline a structure and kinds");
    }
}

#[test]
fn g5_the_noop_device_refuses_a_kernel_that_needs_more_than_its_limits() {
    let (device, _queue) = noop(&wgpu::Limits { max_storage_buffers_per_shader_stage: 3, ..tiny() });
    let program = Program::new(&Perlin::default().into()).expect("a legal graph");
    let build = |target| failure(&device, || drop(Kernel::new(&device, &program, DomainKind::Grid, target)));
    assert!(build(TargetKind::Buffer).is_some());
    assert!(build(TargetKind::Texture(TexelFormat::R32Float)).is_none());
}

#[test]
fn g5_the_tiles_of_a_plan_fit_the_limits_they_were_planned_for() {
    let perlin = || Perlin { dimensions: Some(3), ..Perlin::default() };
    let graphs = [
        Graph::from(perlin()),
        Fbm { octaves: Some(12.into()), ..Fbm::of(perlin()) }.into(),
        Graph::of_channels(["noise"; 5]).node("noise", perlin()),
    ];
    let axis = |samples| Axis::extent(0, 8, samples);
    let volume = Grid { z: axis(7), ..Grid::plane(axis(700), axis(130)) };
    let points = |count: u32| Domain::Points((0..count).map(|at| [at.into(), 0.5.into(), 0.25.into(), 0.into()]).collect());
    for graph in graphs {
        let program = Program::new(&graph).expect("a legal graph");
        for domain in [Domain::from(Grid::plane(axis(1), axis(1))), volume.into(), points(1000)] {
            let mut planned = 0;
            for bytes in (256..4096).step_by(116).chain((4096..100_000).step_by(6_724)) {
                for groups in [1, 3, 65535] {
                    let bytes = u64::from(bytes as u32) & !3;
                    let limits = wgpu::Limits {
                        max_buffer_size: bytes,
                        max_storage_buffer_binding_size: bytes,
                        max_compute_workgroups_per_dimension: groups,
                        ..tiny()
                    };
                    let Ok(plan) = TilePlan::new(&limits, &program, &domain, None) else { continue };
                    planned += 1;
                    assert!(plan.side.iter().all(|&side| side > 0));
                    let tile = domain.whole().cut(plan.side).next().expect("a first tile");
                    let (device, _queue) = noop(&limits);
                    let channels = program.channels() as u32;
                    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                        label: None,
                        size: 4 * u64::from(channels) * tile.samples() as u64,
                        usage: wgpu::BufferUsages::STORAGE,
                        mapped_at_creation: false,
                    });
                    let row = channels * tile.size[0];
                    let slice = row * tile.size[1];
                    let target = Target::Buffer { buffer: &buffer, first: 0, row, slice };
                    let error = failure(&device, || {
                        let kind = if matches!(domain, Domain::Grid(_)) { DomainKind::Grid } else { DomainKind::Points };
                        let kernel = Kernel::new(&device, &program, kind, TargetKind::Buffer);
                        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
                        if let Err(error) = kernel.record(&device, &mut encoder, &program, &domain, tile, target) {
                            panic!("{bytes} bytes, {groups} workgroups, a plan of {:?}: {error}", plan.side);
                        }
                        drop(encoder.finish());
                    });
                    assert!(error.is_none(), "{bytes} bytes, {groups} workgroups, {plan:?}: {}", error.expect("some"));
                }
            }
            assert!(planned > 20, "{planned} plans of {graph:?} over {:?}", domain.size());
        }
    }
}

/// The Rust files of a module of the crate, with their text.
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
fn l8_the_plain_data_half_and_the_cpu_engine_never_name_wgpu() {
    let required = ["number", "graph", "program", "region", "coordinates", "field", "cpu", "parity", "permutation", "error", "view"];
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
fn l4_clippy_keeps_the_platforms_transcendentals_out() {
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
