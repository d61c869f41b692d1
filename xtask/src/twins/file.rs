//! Whole files: their headers, structs, constants, and the signatures of functions.

use std::fmt::Write as _;

use wgsl_parse::syntax::{DeclarationKind, Function, GlobalDeclaration, Struct};

use super::body::Body;
use super::context::{Context, Paths, Used, comments};
use super::names::{OPERATORS, rust_name};
use super::types::{Declarations, Generic, Scalar, Type};
use crate::shader::Shader;

/// Functions of lanes are always inlined, so that they get the instructions of the level that calls them.
const INLINE: &str = "#[inline(always)]\n";

pub(super) fn translated(shader: &Shader, declarations: &Declarations, paths: &Paths) -> Result<String, String> {
    let one = declarations.is_one_lane(&shader.name);
    let mut context = Context { shader, declarations, paths, one, primitives: false, used: Used::new() };
    let mut text = String::new();
    let mut head = None;
    for declaration in &shader.syntax.global_declarations {
        let start = declaration.span().start;
        let mut comment = shader.comment_above(start, true);
        let gap = if comment.is_empty() && !shader.is_after_empty_line(start, 0) { "" } else { "\n" };
        if head.is_none() {
            // The comment above the first declaration's own comment is the file's.
            let own = comment.iter().rposition(|line| line.is_empty()).map_or(0, |last| last + 1);
            let rest = comment.split_off(own);
            head = Some(comments(&comment));
            comment = rest;
        }
        let (comment, item) = (comments(&comment), item(&mut context, declaration.node(), start)?);
        // The comment of a declaration that is not translated is dropped with it.
        if let Some(item) = item {
            let _ = write!(text, "{gap}{comment}{item}");
        }
    }
    let by_hand = match shader.mark("by hand")[..] {
        [] => String::new(),
        ref names => format!("pub(crate) use {}::{{{}}};\n", context.by_hand(), names.join(", ")),
    };
    let first = first_line(&format!("{}/{}.wgsl", paths.shaders, shader.name));
    Ok(format!("{first}//\n{}{}{by_hand}{text}", head.unwrap_or_default(), uses(&context.used)))
}

/// Translates the shaders' versions of intrinsics, for one lane; `None` if there are none.
pub(super) fn primitives(shaders: &[Shader], declarations: &Declarations, paths: &Paths) -> Result<Option<String>, String> {
    let mut used = Used::new();
    let mut text = String::new();
    for shader in shaders.iter().filter(|shader| !shader.is_kernel() && shader.mark("rust").is_empty()) {
        let mut context = Context { shader, declarations, paths, one: true, primitives: true, used: Used::new() };
        for declaration in &shader.syntax.global_declarations {
            let GlobalDeclaration::Function(written) = declaration.node() else { continue };
            if declarations.is_by_hand(written.ident.name().as_str()) {
                let comment = comments(&shader.comment_above(declaration.span().start, false));
                let _ = write!(text, "\n{comment}{}", function(&mut context, written, declaration.span().start)?);
            }
        }
        for (module, names) in context.used {
            used.entry(module).or_default().extend(names);
        }
    }
    let head = "// The shaders' version of each primitive, for one lane. A test compares it with the intrinsic.\n";
    Ok((!text.is_empty()).then(|| format!("{}//\n{head}\n{}{text}", first_line("the shaders"), uses(&used))))
}

/// Returns the list of the modules.
pub(super) fn modules(modules: &[&str]) -> String {
    let mut text = format!("{}//\n// The functions of the shaders.\n\n", first_line("the shaders"));
    for module in modules {
        let condition = if *module == "primitives" { "#[cfg(test)]\n" } else { "" };
        let _ = writeln!(text, "{condition}pub(crate) mod {module};");
    }
    text
}

/// Returns the line that names a file's source.
pub(super) fn first_line(from: &str) -> String {
    format!("// @generated from {from} by `cargo xtask twins`: what is edited here is lost.\n")
}

fn uses(used: &Used) -> String {
    let mut text = String::new();
    for (module, names) in used {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let _ = match names[..] {
            [name] => writeln!(text, "use {module}::{name};"),
            _ => writeln!(text, "use {module}::{{{}}};", names.join(", ")),
        };
    }
    text
}

/// Translates a declaration; `None` if Rust does not need it, or has it as an intrinsic.
fn item(context: &mut Context<'_>, declaration: &GlobalDeclaration, at: usize) -> Result<Option<String>, String> {
    match declaration {
        GlobalDeclaration::Void => Ok(None),
        GlobalDeclaration::TypeAlias(alias) => {
            let name = alias.ident.name().clone();
            if context.declarations.is_by_hand(&name) || name == "Uniform" {
                return Ok(None);
            }
            context.refuse(at, format!("the alias `{name}` is not translated; name it after `//@ by hand:`, or use its type"))
        }
        GlobalDeclaration::Struct(structure) => Ok(Some(rust_struct(context, structure, at))),
        GlobalDeclaration::Declaration(declaration) if matches!(declaration.kind, DeclarationKind::Const) => {
            let name = declaration.ident.name().clone();
            let ty = context.declarations.constants[&name].1.clone();
            let Some(value) = &declaration.initializer else { return context.refuse(at, "a constant without a value") };
            let value = Body::constant(context, value)?;
            Ok(Some(format!("pub(crate) const {name}: {} = {value};\n", context.declarations.rust(&ty, Generic::None, "'static"))))
        }
        GlobalDeclaration::Declaration(declaration) if matches!(declaration.kind, DeclarationKind::Var(_)) => Ok(None),
        GlobalDeclaration::Function(function_) => {
            if context.declarations.is_by_hand(function_.ident.name().as_str()) {
                return Ok(None);
            }
            function(context, function_, at).map(Some)
        }
        _ => context.refuse(at, "this declaration is not translated"),
    }
}

fn rust_struct(context: &mut Context<'_>, structure: &Struct, at: usize) -> String {
    let name = structure.ident.name().clone();
    let known = &context.declarations.structs[&name];
    let is_shared = context.shader.comment_above(at, false).contains(&"//@ host-shareable");
    let generic = if known.has_lanes { Generic::Real } else { Generic::None };
    let parameters: Vec<&str> = [known.borrows.then_some("'a"), known.has_lanes.then_some("F: Real = f32")].into_iter().flatten().collect();
    let parameters = if parameters.is_empty() { String::new() } else { format!("<{}>", parameters.join(", ")) };
    let mut text = if is_shared {
        "#[derive(Debug, Clone, Copy, Default, PartialEq)]\n#[cfg_attr(feature = \"gpu\", derive(bytemuck::Pod, bytemuck::Zeroable))]\n#[repr(C)]\n".to_owned()
    } else if known.fields.iter().any(|(_, ty)| matches!(ty, Type::Struct(name) if context.declarations.structs[name].has_lanes)) {
        // Rust can't derive more through the lanes of another struct.
        "#[derive(Clone, Copy)]\n".to_owned()
    } else {
        "#[derive(Debug, Clone, Copy, PartialEq)]\n".to_owned()
    };
    if known.has_lanes {
        context.uses_own("real", "Real");
    }
    let _ = writeln!(text, "pub(crate) struct {name}{parameters} {{");
    for (member, (field, ty)) in structure.members.iter().zip(&known.fields) {
        context.uses_types_of(ty);
        text.push_str(&comments(&context.shader.comment_above(member.span().start, false)));
        let _ = writeln!(text, "pub(crate) {field}: {},", context.declarations.rust(ty, generic, "'a"));
    }
    text.push_str("}\n");
    text
}

fn function(context: &mut Context<'_>, function: &Function, at: usize) -> Result<String, String> {
    let name = function.ident.name().clone();
    if OPERATORS.contains(&name.as_str()) {
        return context.refuse(at, format!("Rust has a function `{name}` for what WGSL has an operator for; choose another name"));
    }
    let declarations = context.declarations;
    let mut parameters = Vec::new();
    for parameter in &function.parameters {
        let ty = declarations.resolved(&parameter.ty, context.one).or_else(|problem| context.refuse(at, problem))?;
        parameters.push((parameter.ident.name().clone(), ty));
    }
    let Some(result) = &function.return_type else { return context.refuse(at, format!("`{name}` has no result")) };
    let result = declarations.resolved(result, context.one).or_else(|problem| context.refuse(at, problem))?;
    let generic = declarations.generic(&parameters);
    if generic == Generic::None && declarations.holds_lanes(&result) {
        return context.refuse(at, format!("`{name}` gives lanes and is given none; give it a parameter that has some"));
    }
    let bound = match generic {
        Generic::None => "",
        Generic::Real => "<F: Real>",
        Generic::Word => "<W: Word>",
    };
    if generic != Generic::None {
        context.uses_own("real", if generic == Generic::Real { "Real" } else { "Word" });
    }
    let mut written = Vec::new();
    for (name, ty) in &parameters {
        context.uses_types_of(ty);
        let reference = if declarations.is_large(ty) { "&" } else { "" };
        written.push(format!("{}: {reference}{}", rust_name(name), declarations.rust(ty, generic, "'_")));
    }
    context.uses_types_of(&result);
    let result_text = declarations.rust(&result, generic, "'_");
    let comment = context.shader.comment_above(at, false);
    let mark = comment.iter().find_map(|line| line.strip_prefix("//@ outlined")).filter(|_| !context.primitives).map(str::to_owned);
    let witness = declarations.witness(&parameters);
    let body = Body::translated(context, function, &parameters, &result, generic)?;
    let body = match (mark.as_deref(), witness) {
        (None, _) => body,
        (Some(_), None) => return context.refuse(at, format!("`{name}` has no lanes that could be outlined")),
        (Some(condition), Some((witness, scalar))) => {
            if generic == Generic::Real && scalar == Scalar::U32 {
                context.uses_own("real", "Lanes");
            }
            let (call, is_outlined) = match condition.strip_prefix(": ") {
                None => ("outlined(".to_owned(), Some("true")),
                Some("lanes") => ("outlined_if_many(".to_owned(), Some("true")),
                Some("narrow") => ("outlined_if_narrow(".to_owned(), None),
                Some(value) if parameters.iter().any(|(name, _)| Some(name.as_str()) == value.split('.').next()) => {
                    (format!("outlined_if({value}.is_outlined, "), Some("is_outlined"))
                }
                Some(other) => {
                    return context.refuse(at, format!("`{name}` has no parameter for `{other}` that could say whether it is outlined"));
                }
            };
            let parameter = if is_outlined == Some("is_outlined") { "is_outlined" } else { "" };
            let known = is_outlined.map(|is_outlined| known(context.declarations, &parameters, is_outlined)).unwrap_or_default();
            format!("{witness}.{call}#[inline(always)] |{parameter}| {{\n{known}{body}}})\n")
        }
    };
    let inline = if generic == Generic::None && context.one { "" } else { INLINE };
    Ok(format!("{inline}pub(crate) fn {name}{bound}({}) -> {result_text} {{\n{body}}}\n", written.join(", ")))
}

/// Records in the arguments of an outlined function that it is outlined, which its caller's values don't say: its callees are then compiled in one way only.
fn known(declarations: &Declarations, parameters: &[(String, Type)], is_outlined: &str) -> String {
    let mut text = String::new();
    for (name, ty) in parameters {
        let Type::Struct(structure) = ty else { continue };
        for (field, ty) in &declarations.structs[structure].fields {
            if matches!(ty, Type::ByHand(_)) {
                let name = rust_name(name);
                let _ = writeln!(text, "let {name} = {structure} {{ {field}: {name}.{field}.with_outlined({is_outlined}), ..{name} }};");
            }
        }
    }
    text
}
