//! The linked kernels of the corpus, as naga sees them.

#![allow(dead_code, unreachable_pub, reason = "a module of several test binaries, each of which uses a part")]

use std::collections::BTreeSet;
use std::path::Path;

use lacuna::internal::Structure;
use lacuna::internal::parity::{corpus_graphs, covering_graphs};
use lacuna::internal::{KernelForm, axes_text, link_form};
use lacuna::{DomainKind, Graph, Program, TargetKind, TexelFormat};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use xtask::shader::Shader;

/// One kernel.
pub struct Linked {
    /// The first graph of the corpus that has the structure, and the kinds.
    pub name: String,
    pub program: Program,
    pub domain: DomainKind,
    pub target: TargetKind,
    pub form: KernelForm,
    pub text: String,
    pub module: naga::Module,
    pub info: ModuleInfo,
}

/// A graph by name, and lowered.
pub type Named = (String, Graph, Program);

/// Returns the graphs of the corpus and those that cover the catalogue, by structure: the first name, and all of them.
pub fn structures() -> Vec<(String, Vec<Named>)> {
    let mut found: Vec<(Structure, (String, Vec<Named>))> = Vec::new();
    for (name, graph) in corpus_graphs().into_iter().chain(covering_graphs()) {
        let program = Program::new(&graph).unwrap_or_else(|error| panic!("{name}: {error}"));
        match found.iter_mut().find(|(structure, _)| structure == program.structure()) {
            Some((_, (_, graphs))) => graphs.push((name, graph, program)),
            None => found.push((program.structure().clone(), (name.clone(), vec![(name, graph, program)]))),
        }
    }
    found.into_iter().map(|(_, named)| named).collect()
}

/// Returns a kernel of every structure of the corpus, for every kind of domain and target. The formats of textures take turns.
pub fn kernels() -> Vec<Linked> {
    let mut kernels = Vec::new();
    for (number, (name, graphs)) in structures().into_iter().enumerate() {
        let program = &graphs[0].2;
        let mut targets = vec![TargetKind::Buffer];
        let formats: Vec<_> = TexelFormat::ALL.into_iter().filter(|format| program.channels() <= format.channels()).collect();
        if !formats.is_empty() {
            targets.push(TargetKind::Texture(formats[number % formats.len()]));
        }
        for domain in [DomainKind::Grid, DomainKind::Points] {
            for &target in &targets {
                for form in forms(program.structure(), domain) {
                    let text = link_form(program.structure(), domain, target, form);
                    let name = format!("{name}, {domain:?}, {target:?}, {form:?}");
                    let (module, info) = validate(&text).unwrap_or_else(|problem| panic!("{name}: {problem}\n{text}"));
                    kernels.push(Linked { name, program: program.clone(), domain, target, form, text, module, info });
                }
            }
        }
    }
    assert!(kernels.len() >= 4 * 7, "the corpus lost structures: {} kernels", kernels.len());
    for format in TexelFormat::ALL {
        assert!(kernels.iter().any(|kernel| kernel.target == TargetKind::Texture(format)), "no kernel writes {format:?}");
    }
    kernels
}

/// Returns the forms that kernels of a structure have.
pub fn forms(structure: &Structure, domain: DomainKind) -> Vec<KernelForm> {
    match KernelForm::fastest(structure, domain) {
        KernelForm::PerSample => vec![KernelForm::PerSample],
        form => vec![KernelForm::PerSample, form],
    }
}

/// Returns the kernels that are the same for all graphs, by the names of their files.
pub fn common_kernels() -> [(&'static str, String); 2] {
    [("scene", lacuna::internal::view_text()), ("axes", axes_text())]
}

/// Returns the files of `shaders/`.
pub fn shaders() -> Vec<Shader> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    Shader::read_all(&folder).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Returns the text of a file of `shaders/`.
pub fn shader_text(name: &str) -> String {
    shaders().into_iter().find(|shader| shader.name == name).unwrap_or_else(|| panic!("no shader `{name}`")).text
}

/// A shader file of pure functions, after those it needs. Its calls to files for kernels do nothing.
pub struct Pure {
    pub name: String,
    pub text: String,
    pub module: naga::Module,
    pub info: ModuleInfo,
}

/// Returns every shader file that is not for kernels only, each by itself with its declared dependencies.
pub fn pure_shaders() -> Vec<Pure> {
    let shaders = shaders();
    let shader = |name: &str| shaders.iter().find(|other| other.name == name).unwrap_or_else(|| panic!("no shader `{name}`"));
    let functions = || shaders.iter().flat_map(Shader::functions);
    let mut pure = Vec::new();
    for name in shaders.iter().filter(|shader| !shader.is_kernel()).map(|shader| shader.name.as_str()) {
        let mut needed = vec![name];
        let mut next = 0;
        while let Some(&name) = needed.get(next) {
            next += 1;
            for neighbour in shader(name).mark("needs") {
                if !needed.contains(&neighbour) {
                    needed.push(neighbour);
                }
            }
        }
        assert!(!needed.iter().any(|name| shader(name).is_kernel()), "{name}.wgsl needs a file for kernels: {needed:?}");
        let mut text: String = needed.iter().map(|name| shader(name).text.as_str()).collect();
        let calls: BTreeSet<_> = needed.iter().flat_map(|name| shader(name).mark("calls")).collect();
        for call in calls {
            let function = functions().find(|function| function.name == call);
            let function = function.unwrap_or_else(|| panic!("{name}.wgsl calls `{call}`, which no shader has"));
            let parameters: Vec<_> = function.parameters.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
            let result = function.result.unwrap_or_else(|| panic!("`{call}` gives nothing"));
            text.push_str(&format!("\nfn {call}({}) -> {result} {{ return {result}(); }}\n", parameters.join(", ")));
        }
        let (module, info) = validate(&text).unwrap_or_else(|problem| panic!("{name}.wgsl with {needed:?}: {problem}"));
        pure.push(Pure { name: name.to_owned(), text, module, info });
    }
    pure
}

/// Parses and validates WGSL with no capabilities beyond the core's.
pub fn validate(text: &str) -> Result<(naga::Module, ModuleInfo), String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let info =
        Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).map_err(|error| error.emit_to_string(text))?;
    Ok((module, info))
}

/// Returns every function of a module, entry points last, by name.
pub fn functions<'a>(
    module: &'a naga::Module,
    info: &'a ModuleInfo,
) -> impl Iterator<Item = (&'a str, &'a naga::Function, &'a naga::valid::FunctionInfo)> {
    let named = module.functions.iter().map(|(handle, function)| (function.name.as_deref().unwrap_or("?"), function, &info[handle]));
    let entries = module.entry_points.iter().enumerate();
    named.chain(entries.map(|(index, entry)| (entry.name.as_str(), &entry.function, info.get_entry_point(index))))
}

/// Returns the scalar kind of an expression's value, through vectors; `None` for all else.
pub fn scalar_kind(
    module: &naga::Module,
    info: &naga::valid::FunctionInfo,
    of: naga::Handle<naga::Expression>,
) -> Option<naga::ScalarKind> {
    info[of].ty.inner_with(&module.types).scalar_kind()
}
