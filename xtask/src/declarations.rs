//! The table of the shaders' declarations, from which the library links kernels: src/gpu/generated/declarations.rs.
//!
//! A declaration uses another if it names it, unless the name is that of a parameter or of a local there. Sizes count operators, calls and reads of buffers
//! in the text of a function. A part of it that depends on an option of a basis, by `if output == EDGE {`, is counted by itself.

mod known;
mod reader;

use std::fmt::Write as _;
use std::path::Path;

use known::Known;
use reader::Reader;

use crate::shader::Shader;

/// The folders of the shaders.
const FOLDERS: [&str; 2] = ["shaders", "shaders/export"];

/// The path of the table.
pub(crate) const PATH: &str = "src/gpu/generated/declarations.rs";

/// Returns the text of the library's table.
///
/// # Errors
///
/// A message if a shader can't be read, or needs one that is not there.
pub(crate) fn table(root: &Path) -> Result<String, String> {
    let mut shaders = Vec::new();
    for folder in FOLDERS {
        shaders.extend(Shader::read_all(&root.join(folder))?.into_iter().map(|shader| (folder, shader)));
    }
    table_of(shaders)
}

/// Returns the text of the table of some shaders, each with its folder.
///
/// # Errors
///
/// A message if a shader needs one that is not there, or that needs it.
pub fn table_of(shaders: Vec<(&str, Shader)>) -> Result<String, String> {
    let known = Known::of(shaders.iter().map(|(_, shader)| shader));
    let mut text = "\
// @generated from the shaders by `cargo xtask twins`: what is edited here is lost.
//
// The declarations of the shaders: each file after those that it needs, pure functions first.

use crate::gpu::table::{File, checked, function, other, part, size};

// A line for each declaration.
#[rustfmt::skip]
pub(in crate::gpu) static FILES: &[File] = &[
"
    .to_owned();
    for (folder, shader) in in_order(shaders)? {
        let (name, is_kernel) = (&shader.name, shader.is_kernel());
        let _ = writeln!(
            text,
            "    File {{ name: {name:?}, text: checked(include_str!(\"../../../{folder}/{name}.wgsl\"), {}), is_kernel: {is_kernel}, declarations: &[",
            shader.text.len()
        );
        let code = reader::without_comments(&shader.text);
        for declaration in &shader.syntax.global_declarations {
            let span = declaration.span();
            let above = shader.comment_above(span.start, false);
            let packed = above.iter().filter_map(|line| line.strip_prefix("//@ packs: ")).map(str::to_owned).collect();
            let Some(read) = Reader::read(&code, &known, packed, declaration) else { continue };
            let reader::Read { name, is_root, uses, function, problems } = read;
            // What is only for kernels gets options from the text of a graph, and constants where there is no graph.
            if let Some((at, problem)) = problems.first().filter(|_| !is_kernel) {
                return Err(format!("{}.wgsl:{}: {problem}", shader.name, shader.line(*at)));
            }
            let (start, end) = (shader.start_of_comment_above(span.start), span.end);
            let kind = if function.is_empty() { "other" } else { "function" };
            let _ = writeln!(text, "        {kind}({name:?}, {start}..{end}, {is_root}, &{uses:?}{function}),");
        }
        text.push_str("    ] },\n");
    }
    Ok(text + "];\n")
}

/// Returns shaders with their folders, each after those that it needs, those for kernels last, otherwise in alphabetical order.
fn in_order(mut left: Vec<(&str, Shader)>) -> Result<Vec<(&str, Shader)>, String> {
    left.sort_by_key(|(_, shader)| (shader.is_kernel(), shader.name.clone()));
    let mut placed: Vec<(&str, Shader)> = Vec::new();
    while !left.is_empty() {
        let is_ready =
            |(_, shader): &(&str, Shader)| shader.mark("needs").iter().all(|name| placed.iter().any(|(_, other)| other.name == *name));
        let Some(next) = left.iter().position(is_ready) else {
            return Err(format!(
                "{}.wgsl: it needs a shader that is not there, or that needs this one; mend its mark `needs`",
                left[0].1.name
            ));
        };
        placed.push(left.remove(next));
    }
    Ok(placed)
}
