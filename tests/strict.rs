//! Strict f32 on every compiler: the rule, checked over naga's output for every kernel, and a compiler that breaks whatever it may.

mod common;
#[path = "common/linked.rs"]
mod linked;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{is_all, is_set, say, skipped};
use lacuna::internal::ViewInputs;
use lacuna::internal::parity::{Case, cases_of, compare};
use lacuna::internal::{KernelForm, KernelInputs, Placement, Rounding, axes_text, inlined, link_form};
use lacuna::view::{Camera, Law, Lens, Light, Projection, Scene, Sun, Terrain, View};
use lacuna::{Axis, Cpu, Domain, DomainKind, Grid, TargetKind, Tile};
use linked::{functions, kernels, pure_shaders, scalar_kind, structures, validate};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{BinaryOperator, Block, Expression, Handle, MathFunction, ScalarKind, Statement, UnaryOperator};

/// Checks the rule of clean values in one function.
struct Rule<'a> {
    module: &'a naga::Module,
    info: &'a naga::valid::FunctionInfo,
    function: &'a naga::Function,
    name: &'a str,
    text: &'a str,
    found: Vec<String>,
}

/// Returns the violations of the rule in a module, function by function.
fn broken(module: &naga::Module, info: &naga::valid::ModuleInfo, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (name, function, info) in functions(module, info) {
        let mut rule = Rule { module, info, function, name, text, found: vec![] };
        for (handle, _) in function.expressions.iter() {
            rule.expression(handle);
        }
        rule.block(&function.body);
        found.append(&mut rule.found);
    }
    found
}

impl Rule<'_> {
    fn is_float(&self, of: Handle<Expression>) -> bool {
        scalar_kind(self.module, self.info, of) == Some(ScalarKind::Float)
    }

    /// Returns `true` if no compiler can merge a value into an operation on it with another result than rounding it first.
    fn is_clean(&self, of: Handle<Expression>) -> bool {
        let clean = |of: Handle<Expression>| self.is_clean(of);
        match self.function.expressions[of] {
            // Integers wrap and booleans are either: neither rounds.
            _ if scalar_kind(self.module, self.info, of).is_some_and(|kind| kind != ScalarKind::Float) => true,
            Expression::Literal(_) | Expression::Constant(_) | Expression::Override(_) | Expression::ZeroValue(_) => true,
            Expression::FunctionArgument(_) | Expression::GlobalVariable(_) | Expression::LocalVariable(_) => true,
            Expression::Load { .. } | Expression::ImageLoad { .. } | Expression::CallResult(_) | Expression::As { .. } => true,
            Expression::Compose { ref components, .. } => components.iter().copied().all(clean),
            Expression::Access { base: inner, .. }
            | Expression::AccessIndex { base: inner, .. }
            | Expression::Splat { value: inner, .. }
            | Expression::Swizzle { vector: inner, .. }
            | Expression::Unary { op: UnaryOperator::Negate, expr: inner } => clean(inner),
            Expression::Select { accept, reject, .. } => clean(accept) && clean(reject),
            Expression::Math {
                fun: MathFunction::Abs | MathFunction::Min | MathFunction::Max | MathFunction::Floor, arg, arg1, ..
            } => clean(arg) && arg1.is_none_or(clean),
            Expression::Binary { op: BinaryOperator::Multiply, left, right } => self.is_power_of_two(left) || self.is_power_of_two(right),
            _ => false,
        }
    }

    fn is_power_of_two(&self, of: Handle<Expression>) -> bool {
        match self.function.expressions[of] {
            Expression::Literal(naga::Literal::F32(value)) => value.is_normal() && value.to_bits().trailing_zeros() >= 23,
            Expression::Splat { value, .. } => self.is_power_of_two(value),
            _ => false,
        }
    }

    fn is_constant(&self, of: Handle<Expression>) -> bool {
        match self.function.expressions[of] {
            Expression::Literal(_) | Expression::Constant(_) | Expression::Override(_) | Expression::ZeroValue(_) => true,
            Expression::Splat { value: inner, .. } | Expression::As { expr: inner, .. } | Expression::Unary { expr: inner, .. } => {
                self.is_constant(inner)
            }
            Expression::Compose { ref components, .. } => components.iter().all(|&component| self.is_constant(component)),
            _ => false,
        }
    }

    /// Returns `true` for a sum or difference, except with 1: LLVM turns (x + 1) y into a fused x y + y.
    fn is_sum(&self, of: Handle<Expression>) -> bool {
        match self.function.expressions[of] {
            Expression::Binary { op: BinaryOperator::Add | BinaryOperator::Subtract, left, right } => {
                !self.is_one(left) && !self.is_one(right)
            }
            _ => false,
        }
    }

    fn is_one(&self, of: Handle<Expression>) -> bool {
        match self.function.expressions[of] {
            Expression::Literal(naga::Literal::F32(value)) => value.abs() == 1.0,
            Expression::Splat { value, .. } => self.is_one(value),
            _ => false,
        }
    }

    fn report(&mut self, of: Handle<Expression>, problem: &str) {
        let range = self.function.expressions.get_span(of).to_range().unwrap_or_default();
        let text = self.text.get(range).unwrap_or("?");
        self.found.push(format!("{}: {problem}: `{text}`", self.name));
    }

    fn require(&mut self, of: Handle<Expression>, problem: &str) {
        if !self.is_clean(of) {
            self.report(of, problem);
        }
    }

    fn expression(&mut self, of: Handle<Expression>) {
        match self.function.expressions[of] {
            Expression::Binary { op, left, right } if self.is_float(left) => match op {
                BinaryOperator::Multiply => {
                    let is_good = |one, other| self.is_clean(other) && (self.is_clean(one) || self.is_sum(one) && !self.is_constant(other));
                    if !is_good(left, right) && !is_good(right, left) {
                        self.report(of, "a factor is not clean");
                    }
                }
                BinaryOperator::Divide | BinaryOperator::Modulo => self.report(of, "not for floats"),
                // A sum, a difference or a comparison.
                _ => {
                    self.require(left, "an operand is not clean");
                    self.require(right, "an operand is not clean");
                }
            },
            Expression::Math { fun: MathFunction::Abs | MathFunction::Min | MathFunction::Max | MathFunction::Floor, .. } => {}
            Expression::Math { arg, .. } if self.is_float(arg) || self.is_float(of) => self.report(of, "not for floats"),
            // A bitcast and its inverse cancel out, and masks of the sign become `abs` and negation: the input must be as clean as the output.
            Expression::As { expr, convert: None, .. } if self.is_float(expr) => self.require(expr, "a bitcast of what is not clean"),
            _ => {}
        }
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            match statement {
                Statement::Store { value, .. } | Statement::ImageStore { value, .. } => self.require(*value, "stored, but not clean"),
                Statement::Return { value: Some(value) } => self.require(*value, "returned, but not clean"),
                Statement::Call { function, arguments, .. } => {
                    if self.module.functions[*function].name.as_deref() != Some("rounded") {
                        arguments.iter().for_each(|argument| self.require(*argument, "passed on, but not clean"));
                    }
                }
                Statement::Block(block) => self.block(block),
                Statement::If { accept, reject, .. } => {
                    self.block(accept);
                    self.block(reject);
                }
                Statement::Switch { cases, .. } => cases.iter().for_each(|case| self.block(&case.body)),
                Statement::Loop { body, continuing, .. } => {
                    self.block(body);
                    self.block(continuing);
                }
                // Those of WGSL are of integers.
                Statement::Atomic { .. } => {}
                Statement::Emit(_)
                | Statement::Break
                | Statement::Continue
                | Statement::Return { value: None }
                | Statement::ControlBarrier(_)
                | Statement::MemoryBarrier(_) => {}
                other => panic!("{}: the rule does not say what holds for {other:?}", self.name),
            }
        }
    }
}

#[test]
fn every_kernel_of_the_corpus_keeps_the_rule_of_clean_values() {
    for kernel in kernels() {
        assert_eq!(broken(&kernel.module, &kernel.info, &kernel.text), Vec::<String>::new(), "{}", kernel.name);
    }
}

#[test]
fn the_kernels_of_views_and_of_coordinates_keep_the_rule_of_clean_values() {
    for (name, text) in linked::common_kernels() {
        let (module, info) = validate(&text).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(broken(&module, &info, &text), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn every_pure_shader_keeps_the_rule_of_clean_values_by_itself() {
    for pure in pure_shaders() {
        assert_eq!(broken(&pure.module, &pure.info, &pure.text), Vec::<String>::new(), "{}.wgsl", pure.name);
    }
}

#[test]
fn every_kernel_of_the_catalogue_keeps_the_rule_of_clean_values() {
    for (name, graph) in lacuna::internal::parity::catalogue_graphs() {
        let program = lacuna::Program::new(&graph).unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = lacuna::internal::link(program.structure(), DomainKind::Points, TargetKind::Buffer);
        let (module, info) = validate(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(broken(&module, &info, &text), Vec::<String>::new(), "{name}");
    }
}

/// Returns the violations in functions that compile beside `strict.wgsl`.
fn broken_in(functions: &str) -> Vec<String> {
    let strict = linked::shader_text("strict");
    let text = format!("{strict}\nvar<private> kept: f32;\nstruct Pair {{ a: f32, b: f32 }}\nfn take(v: f32) {{}}\n{functions}");
    let (module, info) = validate(&text).unwrap_or_else(|problem| panic!("{problem}"));
    broken(&module, &info, &text)
}

#[test]
fn the_check_of_the_rule_reports_each_way_to_break_it() {
    for (body, problem) in [
        ("return rounded(a * b + c);", "an operand is not clean: `a * b`"),
        ("return rounded(c - a * b);", "an operand is not clean: `a * b`"),
        ("return rounded((a + b) - a);", "an operand is not clean: `a + b`"),
        ("return rounded(a + b + c);", "an operand is not clean: `a + b`"),
        ("return rounded(-(a * b) + c);", "an operand is not clean: `-(a * b)`"),
        ("return rounded(abs(a * b) + c);", "an operand is not clean: `abs"),
        ("return rounded(max(a * b, 0f) + c);", "an operand is not clean: `max"),
        ("return rounded(floor(a + b) + c);", "an operand is not clean: `floor"),
        ("return rounded(select(a, a * b, a < b) + c);", "an operand is not clean"),
        ("return select(a, b, a * b < c);", "an operand is not clean: `a * b`"),
        ("return select(a, b, a + b == c);", "an operand is not clean: `a + b`"),
        ("let v = vec2<f32>(a * b, c); return rounded(v.x + c);", "an operand is not clean"),
        ("let p = Pair(a * b, c); return rounded(p.a + c);", "an operand is not clean"),
        ("return rounded(a * b * c);", "a factor is not clean: `a * b * c`"),
        ("return rounded((a + b) * (a + c));", "a factor is not clean"),
        ("return rounded((a + b) * 3f);", "a factor is not clean"),
        ("return rounded((a + 1f) * b);", "a factor is not clean"),
        ("return rounded(a * (1f - b));", "a factor is not clean"),
        ("return rounded(2f * (a - b));", "a factor is not clean"),
        ("return rounded(-(a + b) * c);", "a factor is not clean"),
        ("return a + b;", "returned, but not clean: `a + b`"),
        ("return a * b;", "returned, but not clean: `a * b`"),
        ("return (a * b) * 2f;", "a factor is not clean"),
        ("kept = a * b; return kept;", "stored, but not clean: `a * b`"),
        ("var v = a - b; return v;", "stored, but not clean: `a - b`"),
        ("take(a + b); return a;", "passed on, but not clean: `a + b`"),
        ("return bitcast<f32>(bitcast<u32>(a * b));", "a bitcast of what is not clean: `a * b`"),
        ("return rounded(a / b);", "not for floats: `a / b`"),
        ("return sqrt(a);", "not for floats: `sqrt"),
        ("return fma(a, b, c);", "not for floats"),
        ("for (var i = 0u; i < 3u; i += 1u) { if a < b { kept = a + b; } } return a;", "stored, but not clean"),
        ("switch 3u { case 1u: { kept = a + b; } default: {} } return a;", "stored, but not clean"),
    ] {
        let found = broken_in(&format!("fn f(a: f32, b: f32, c: f32) -> f32 {{ {body} }}"));
        assert!(found.iter().any(|found| found.starts_with("f: ") && found.contains(problem)), "{body}: {found:#?}");
    }
}

#[test]
fn the_check_of_the_rule_lets_pass_what_it_allows() {
    for body in [
        "return rounded(a + rounded(b * c));",
        "return rounded((b - a) * c);",
        "return rounded(a * (b + c));",
        "return a * 0x1p-24f;",
        "return rounded(a * 0.5f + -2f * b);",
        "return rounded(max(abs(-a), floor(min(b, 1f))) - 1f);",
        "return select(0f, a, a < 0x1p-100f);",
        "let p = Pair(rounded(a * b), c); return rounded(p.a + p.b);",
        "let v = vec2<f32>(a, b); return rounded(v.x * v.yx.x);",
        "return f32(u32(a * b) * 3u + 1u);",
        "var v = 0f; v = rounded(v + 3f); return v;",
        "return bitcast<f32>(bitcast<u32>(rounded(a * b)) & 0x7fffffffu);",
    ] {
        assert_eq!(broken_in(&format!("fn f(a: f32, b: f32, c: f32) -> f32 {{ {body} }}")), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn no_rounded_of_the_shaders_can_be_left_out_unnoticed() {
    let mut removed = std::collections::BTreeSet::new();
    let mut needless = Vec::new();
    let texts = kernels().into_iter().map(|kernel| kernel.text).chain(linked::common_kernels().map(|(_, text)| text));
    for kernel in texts {
        let uses = kernel.match_indices("rounded(").filter(|(at, _)| !kernel[..*at].ends_with("fn "));
        for (at, call) in uses {
            let (before, after) = kernel.split_at(at);
            let line = before.matches('\n').count();
            let line = kernel.lines().nth(line).expect("the line").trim();
            // A difference may be a factor as it is. The functions of a file are in many kernels, and once is enough.
            if before.ends_with("* ") || line.starts_with("//") || !removed.insert((line.to_owned(), at - before.rfind('\n').unwrap_or(0)))
            {
                continue;
            }
            let text = format!("{before}({}", &after[call.len()..]);
            let (module, info) = validate(&text).unwrap_or_else(|problem| panic!("{problem}"));
            if broken(&module, &info, &text).is_empty() {
                needless.push(line.to_owned());
            }
        }
    }
    assert!(needless.is_empty(), "needless, or unnoticed when left out: {needless:#?}");
    assert!(removed.len() > 20, "{} uses of `rounded` were found", removed.len());
}

/// The replacement of Metal's library, and the driver that calls the kernel with the inputs of a file.
const METAL: &str = include_str!("hostile/metal.hpp");
const DRIVER: &str = include_str!("hostile/driver.cpp");

/// All optimisations of floats that a compiler may make without changing their type.
const HOSTILE: [&str; 5] = ["-std=c++17", "-O3", "-ffast-math", "-ffp-contract=fast", "-w"];

/// Returns a kernel's WGSL as C++: naga's Metal, a function `run` that calls it for every invocation, and the replacement of Metal's library.
fn cpp(text: &str) -> String {
    use naga::back::msl;
    use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
    let (module, _) = validate(text).unwrap_or_else(|problem| panic!("{problem}"));
    // As Metal's devices are given it.
    let module = inlined(&module, Rounding::Hidden);
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).expect("a valid module stays valid");
    let mut resources = msl::EntryPointResources { sizes_buffer: Some(SIZES), ..Default::default() };
    let mut buffers = BTreeMap::new();
    for (handle, variable) in module.global_variables.iter() {
        if let Some(binding) = variable.binding {
            let slot = binding.binding as u8;
            let mutable = matches!(variable.space, naga::AddressSpace::Storage { access } if access.contains(naga::StorageAccess::STORE));
            resources.resources.insert(binding, msl::BindTarget { buffer: Some(slot), mutable, ..Default::default() });
            buffers.insert(handle.index(), slot);
        }
    }
    // wgpu's options for Metal.
    let policies =
        BoundsCheckPolicies { index: BoundsCheckPolicy::Restrict, buffer: BoundsCheckPolicy::Restrict, ..BoundsCheckPolicies::default() };
    let options = msl::Options {
        lang_version: (2, 4),
        fake_missing_bindings: false,
        per_entry_point_map: [("main".to_owned(), resources)].into(),
        bounds_check_policies: policies,
        zero_initialize_workgroup_memory: false,
        ..Default::default()
    };
    let (metal, translated) = msl::write_string(&module, &info, &options, &msl::PipelineOptions::default()).expect("Metal");
    let name = translated.entry_point_names[0].as_ref().expect("a name in Metal");
    let (_, signature) = metal.split_once(&format!("kernel void {name}(")).expect("an entry point");
    let (arguments, memory) = arguments(signature.split_once(") {").expect("a body").0);
    let members = metal.split_once("struct _mslBufferSizes {").map_or("", |(_, rest)| rest.split_once('}').expect("an end").0);
    let sizes = members.lines().filter_map(|line| line.trim().strip_prefix("uint size")?.strip_suffix(';')).map(|index| {
        let slot = buffers[&index.parse::<usize>().expect("the number of a variable")];
        format!("bindings[{slot}].size")
    });
    let sizes = sizes.collect::<Vec<_>>().join(", ");
    let mut source = format!("{METAL}\n");
    for line in metal.lines().filter(|line| !line.starts_with("#include")) {
        // Metal has no double: its literals without a suffix are floats. An array of unknown length has 1 element in Metal's type, and an index past
        // an array's end would be undefined in C++.
        let line = with_float_literals(line);
        let is_unsized = line.starts_with("typedef ") && line.ends_with("[1];");
        source.push_str(&if is_unsized { line.replace("[1];", "[1 << 28];") } else { line });
        source.push('\n');
    }
    let [x, y, z] = module.entry_points[0].workgroup_size;
    let count = x * y * z;
    if !metal.contains("struct _mslBufferSizes {") {
        source.push_str("struct _mslBufferSizes {};\n");
    }
    source
        + &format!(
            "{memory}struct Call {{
    const Binding* bindings;
    _mslBufferSizes sizes;
    metal::uint3 groups, group;
}};
static void lane(void* given, unsigned index) {{
    Call& call = *static_cast<Call*>(given);
    metal::uint3 size({x}, {y}, {z}), local(index % {x}, index / {x} % {y}, index / {x} / {y}), group = call.group;
    {name}({arguments});
}}
void run(const Binding* bindings, const unsigned* groups) {{
    Call call = {{ bindings, {{ {sizes} }}, metal::uint3(groups[0], groups[1], groups[2]), metal::uint3() }};
    for (unsigned k = 0; k < groups[2]; ++k)
        for (unsigned j = 0; j < groups[1]; ++j)
            for (unsigned i = 0; i < groups[0]; ++i) {{
                call.group = metal::uint3(i, j, k);
                run_lanes({count}, lane, &call);
            }}
}}
"
        )
}

/// Returns the arguments of a kernel in Metal, given its parameters, and the declared memory of its workgroups.
fn arguments(parameters: &str) -> (String, String) {
    let (mut arguments, mut memory) = (Vec::new(), Vec::new());
    for parameter in parameters.lines().filter(|line| !line.is_empty()) {
        let parameter = parameter.trim_start_matches([',', ' ']);
        let Some((typed, slot)) = parameter.rsplit_once(" [[") else {
            let (ty, name) = parameter.strip_prefix("threadgroup ").and_then(|rest| rest.split_once("& ")).expect("a workgroup's memory");
            memory.push(format!("static {ty} {name}_of_all;\n"));
            arguments.push(format!("{name}_of_all"));
            continue;
        };
        let ty = typed.rsplit_once(' ').expect("a type and a name").0;
        arguments.push(match slot.trim_end_matches("]]") {
            "thread_position_in_grid" => "group * size + local".to_owned(),
            "threadgroup_position_in_grid" => "group".to_owned(),
            "thread_position_in_threadgroup" => "local".to_owned(),
            "thread_index_in_threadgroup" => "index".to_owned(),
            "threadgroups_per_grid" => "call.groups".to_owned(),
            slot if slot == format!("buffer({SIZES})") => "call.sizes".to_owned(),
            slot => {
                let slot = slot.strip_prefix("buffer(").and_then(|slot| slot.strip_suffix(')'));
                let slot = slot.unwrap_or_else(|| panic!("the harness has no `{parameter}`"));
                format!("bound<{ty}>(call.bindings[{slot}].data)")
            }
        });
    }
    (arguments.join(", "), memory.concat())
}

/// The slot of the sizes of buffers, after those of the kernel.
const SIZES: u8 = 30;

/// Adds the suffix of floats to each literal with a point in a line of Metal.
fn with_float_literals(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        let (before, token) = rest.split_at(start);
        let is_number = token.starts_with(|c: char| c.is_ascii_digit());
        let end = token.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || is_number && c == '.')).unwrap_or(token.len());
        out.push_str(before);
        out.push_str(&token[..end]);
        if is_number && token[..end].contains('.') {
            out.push('f');
        }
        rest = &token[end..];
    }
    out + rest
}

/// Returns the installed compilers.
fn compilers() -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for compiler in ["clang++", "g++"] {
        match Command::new(compiler).arg("--version").output() {
            Ok(output) if output.status.success() => found.push((compiler, String::from_utf8_lossy(&output.stdout).into_owned())),
            _ => {
                assert!(!is_set("LACUNA_REQUIRE_COMPILERS"), "no {compiler}, and LACUNA_REQUIRE_COMPILERS=1");
                skipped(&format!("no {compiler}"));
            }
        }
    }
    found
}

/// Returns flags that let the compiler fuse, if the machine that runs the test can.
fn fusing() -> &'static [&'static str] {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("fma") && std::arch::is_x86_feature_detected!("avx2") {
        return &["-mavx2", "-mfma"];
    }
    // Others fuse by default, or can't.
    &[]
}

/// Compiles a kernel's source to a program. The driver is compiled once for all of them.
fn compiled(compiler: &str, version: &str, source: &str) -> PathBuf {
    let driver = made(compiler, version, DRIVER, OsStr::new("-c"));
    made(compiler, version, source, driver.as_os_str())
}

/// Compiles a source with one more argument, unless that was done before: the output is named by all of its inputs.
fn made(compiler: &str, version: &str, source: &str, more: &OsStr) -> PathBuf {
    // Two structures may have one text, and be compiled at the same time.
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    std::fs::create_dir_all(&folder).expect("a folder under target");
    let mut hasher = DefaultHasher::new();
    (compiler, version, source, more, HOSTILE, fusing()).hash(&mut hasher);
    let stem = format!("{compiler}-{:016x}", hasher.finish());
    let made = folder.join(&stem);
    if made.exists() {
        return made;
    }
    let stem = format!("{stem}.{}.{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    let (text, unfinished) = (folder.join(format!("{stem}.cpp")), folder.join(&stem));
    std::fs::write(&text, source).expect("a writable target");
    let mut command = Command::new(compiler);
    command.args(HOSTILE).args(fusing()).arg(&text).arg(more).arg("-o").arg(&unfinished);
    let output = command.output().expect("the compiler that was found");
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    std::fs::rename(&unfinished, &made).expect("a writable target");
    let _ = std::fs::remove_file(text);
    made
}

/// Runs the programs of a kernel and of the coordinates over a tile that is the whole of a case. Returns the samples.
fn ran([axes, program]: [&Path; 2], case: &Case, form: KernelForm, worker: usize) -> Vec<f32> {
    let whole = case.domain.whole();
    let channels = case.program.channels();
    let row = whole.size[0] * channels as u32;
    let placement = Placement { row, slice: row * whole.size[1], ..Placement::default() };
    let inputs = KernelInputs::new(&case.program, &case.domain, whole, placement, form).expect("a legal tile");
    let [parameters, scalars, permutations] = inputs.values();
    let lattice = inputs.lattice().concat();
    let made = inputs.walk_groups(u32::MAX).map(|groups| {
        let bindings = [(inputs.walks().len(), inputs.walks()), (inputs.lattice_bytes() as usize, &lattice[..])];
        ran_with(axes, groups, &bindings, 1, worker)
    });
    let lattice = made.as_deref().unwrap_or(&lattice);
    let bindings = [parameters, scalars, lattice, permutations].map(|content| (content.len(), content));
    let field = (4 * whole.samples() * channels, &[][..]);
    bytemuck::pod_collect_to_vec(&ran_with(program, inputs.groups(), &[&bindings[..], &[field]].concat(), 4, worker))
}

/// Returns the contents of a program's binding after a run with these workgroups. Each binding has a size, and an initial content.
fn ran_with(program: &Path, groups: [u32; 3], bindings: &[(usize, &[u8])], output: u32, worker: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = groups.into_iter().chain([output, bindings.len() as u32]).flat_map(u32::to_ne_bytes).collect();
    for (size, content) in bindings {
        bytes.extend([*size, content.len()].into_iter().flat_map(|length| (length as u32).to_ne_bytes()));
        bytes.extend_from_slice(content);
    }
    let path = |name: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile/{name}-{}-{worker}", std::process::id()));
    let (input, output) = (path("inputs"), path("output"));
    std::fs::write(&input, bytes).expect("a writable target");
    let status = Command::new(program).arg(&input).arg(&output).status().expect("a program");
    assert!(status.success(), "{}: {status}", program.display());
    let made = std::fs::read(&output).expect("its output");
    let _ = (std::fs::remove_file(input), std::fs::remove_file(output));
    made
}

#[test]
fn a_hostile_compiler_changes_no_bit_of_a_view_unless_rounded_is_the_identity() {
    let hills = lacuna::nodes::Fbm::of(lacuna::nodes::Perlin::new()).octaves(5);
    let program = lacuna::Program::new(hills).expect("a legal graph");
    let camera = Camera { lens: Lens::Perspective, zoom: 1.5, haze: 0.3, ..Camera::default() };
    let relief = View { projection: Projection::Relief(camera), shadows: true, water: Some(0.0), wireframe: Some(8), ..View::default() };
    let map = View { shadows: true, sun: Sun { azimuth: 300.0, altitude: 20.0 }, ..View::default() };
    let flat = |law| Light { law, is_smooth: false };
    let of_flat_cells = View { light: flat(Law::Lambert), water: None, ..relief.clone() };
    let by_difference = View { light: flat(Law::HeightDifference), ..map.clone() };
    let size = [64, 48];
    let mut scenes = Vec::new();
    let of_palettes = [relief.clone(), map, of_flat_cells, by_difference].map(|view| (view, false));
    for (view, is_painted) in of_palettes.into_iter().chain([(relief, true)]) {
        let grid = Grid::plane(Axis::extent(0, 2, size[0]), Axis::extent(0, 2, size[1]));
        let spacing = [grid.x.spacing(), grid.y.spacing()];
        let tile = Tile { origin: [0; 3], size: [size[0], size[1], 1] };
        let (around, place) = grid.around(tile, view.margin(spacing).expect("a legal view")).expect("a legal grid");
        let mut heights = vec![0.0; place.samples()];
        Cpu::new().evaluate(&program, &around.into(), place, &mut heights).expect("a legal tile");
        let terrain = Terrain { heights, size: [place.size[0], place.size[1]], spacing, first: [0; 2] };
        let colours: Vec<f32> = (0..3 * place.samples()).map(|number| (number * 7919 % 1013) as f32 / 1013.0).collect();
        let mut scene = Scene::new(&view, terrain, size).expect("a legal scene");
        if is_painted {
            scene.paint(&colours).expect("legal colours");
        }
        let mut pixels = vec![0.0; 3 * tile.samples()];
        Cpu::new().render(&scene, tile, &mut pixels).expect("a tile of the picture");
        scenes.push((scene, tile, pixels));
    }
    let text = lacuna::internal::view_text();
    for (compiler, version) in compilers() {
        for (is_strict, text) in [(true, text.clone()), (false, text.replace(ROUNDED, "return v;"))] {
            let program = compiled(compiler, &version, &cpp(&text));
            let mut differing = 0;
            for (scene, tile, pixels) in &scenes {
                let inputs = ViewInputs::new(scene, *tile);
                let bindings = inputs.bindings().map(|content| (content.len(), content));
                let bindings = [&bindings[..], &[(4 * pixels.len(), &[][..])]].concat();
                let found: Vec<f32> = bytemuck::pod_collect_to_vec(&ran_with(&program, inputs.groups(), &bindings, 4, 1000));
                differing += compare(pixels, &found).expect("as many numbers").differing;
            }
            assert_eq!(differing == 0, is_strict, "{compiler}: {differing} differ");
        }
    }
}

/// A kernel for one compiler, with `rounded` unchanged or as the identity.
struct Job<'a> {
    kind: DomainKind,
    form: KernelForm,
    compiler: (&'a str, &'a str),
    is_strict: bool,
    text: String,
    /// With the samples of the strict engine.
    cases: &'a [(Case, Vec<f32>)],
}

/// The case that is compiled with and without `rounded`.
const PERLIN: &str = "perlin 3-D";

const ROUNDED: &str = "return bitcast<f32>(bitcast<u32>(v) | zero);";

#[test]
fn a_hostile_compiler_changes_no_bit_unless_rounded_is_the_identity() {
    let compilers = compilers();
    let is_all = is_all("the hostile compilers, each over grids and points of every covering graph");
    // By structure and kind of domain: every program of the structure, near the origin and far from it. Unless everything is tested, structures take
    // turns: each has one kind of domain, one compiler and one form.
    let structures = structures();
    let kinds = [(DomainKind::Grid, 128 * 128), (DomainKind::Points, 4096)];
    let mut cases = Vec::new();
    for (number, (structure, graphs)) in structures.iter().enumerate() {
        let is_whole = is_all || structure.as_str() == PERLIN;
        for (kind, samples) in if is_whole { &kinds[..] } else { std::slice::from_ref(&kinds[number / 2 % 2]) } {
            let all = graphs.iter().flat_map(|(name, graph, _)| cases_of(name, graph, *samples).expect("the corpus"));
            let of_kind = all.filter(|case| matches!(case.domain, Domain::Grid(_)) == (*kind == DomainKind::Grid));
            let strict = |case: Case| {
                let samples = Cpu::new().sample(&case.program, &case.domain).expect("the corpus");
                (case, samples)
            };
            let with = if is_whole { &compilers[..] } else { compilers.get(number % 2).map_or(&compilers[..], std::slice::from_ref) };
            let mut forms = linked::forms(graphs[0].2.structure(), *kind);
            if !is_whole {
                forms = vec![forms[number / 4 % forms.len()]];
            }
            cases.push((structure, *kind, &graphs[0].2, with, forms, of_kind.map(strict).collect::<Vec<_>>()));
        }
    }
    let mut jobs = Vec::new();
    for (structure, kind, program, with, forms, cases) in &cases {
        for ((compiler, version), form) in with.iter().flat_map(|compiler| forms.iter().map(move |form| (compiler, *form))) {
            let text = link_form(program.structure(), *kind, TargetKind::Buffer, form);
            assert_eq!(text.contains(ROUNDED), text.contains("rounded("), "strict.wgsl has another `rounded`");
            let job = |is_strict, text| Job { kind: *kind, form, compiler: (compiler, version), is_strict, text, cases };
            // One structure is enough to show that the compiler would break the law.
            if *kind == DomainKind::Grid && structure.as_str() == PERLIN {
                jobs.push(job(false, text.replace(ROUNDED, "return v;")));
            }
            jobs.push(job(true, text));
        }
    }

    let next = AtomicUsize::new(0);
    let work = |worker: usize| {
        let mut results = Vec::new();
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (compiler, version) = job.compiler;
            let axes = if job.is_strict { axes_text() } else { axes_text().replace(ROUNDED, "return v;") };
            let programs = [&axes, &job.text].map(|text| compiled(compiler, version, &cpp(text)));
            for (case, strict) in job.cases {
                let found = ran(programs.each_ref().map(PathBuf::as_path), case, job.form, worker);
                let comparison = compare(strict, &found).expect("as many samples");
                results.push((job, &case.name, comparison));
            }
        }
        results
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread that did not panic")).collect()
    });

    let samples: usize = results.iter().map(|(.., comparison)| comparison.samples).sum();
    say(&format!("hostile compilers: {} kernels of {} structures, {samples} samples", jobs.len(), structures.len()));
    let mut problems = Vec::new();
    let mut loose: BTreeMap<&str, usize> = BTreeMap::new();
    for (job, name, comparison) in &results {
        let (compiler, _) = job.compiler;
        if !job.is_strict {
            *loose.entry(compiler).or_default() += comparison.differing;
        } else if comparison.differing > 0 {
            problems.push(format!("{compiler}, {:?}, {:?}: {name}: {comparison:?}", job.kind, job.form));
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    // The guard is effective: without it the same compilers, flags and inputs give other bits.
    assert_eq!(loose.len(), compilers.len(), "{PERLIN} is in the corpus");
    for (compiler, differing) in loose {
        assert!(differing > 0, "{compiler} is not hostile");
    }
}
