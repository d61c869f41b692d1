//! What a kernel or module consists of: the declarations of the shaders and of the graph's text that are reached from its entry point.

use std::collections::{HashMap, HashSet};

use super::generated::declarations::FILES;
use super::table::{Choices, Declaration, File};
use crate::program::Structure;

/// A declaration of a graph's text, with the empty lines and comments before it.
pub(super) struct Item<'a> {
    pub(super) name: &'a str,
    is_function: bool,
    pub(super) text: &'a str,
    /// The names in it, each with true if it is called.
    pub(super) words: Vec<(&'a str, bool)>,
}

/// Splits a graph's text into its declarations, which begin and end at the beginning of a line.
fn items(graph: &str) -> Vec<Item<'_>> {
    let (mut items, mut start, mut end) = (Vec::new(), 0, 0);
    for line in graph.split_inclusive('\n') {
        end += line.len();
        if !line.starts_with([' ', '/']) && line.trim_end().ends_with([';', '}']) {
            let text = &graph[std::mem::replace(&mut start, end)..end];
            let words: Vec<_> = text.lines().flat_map(words).collect();
            let is_function = words[0].0 == "fn";
            // After `fn`, `struct`, `const` or `var<private>`.
            let name = words.iter().map(|(word, _)| *word).find(|word| !["fn", "struct", "const", "var", "private"].contains(word));
            items.push(Item { name: name.unwrap_or_default(), is_function, text, words });
        }
    }
    items
}

/// Returns the names in a line of code that are not members, each with true if arguments follow.
pub(super) fn words(line: &str) -> impl Iterator<Item = (&str, bool)> {
    let line = line.split("//").next().unwrap_or_default();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = move |at: &usize| line[*at..].starts_with(is_part) && !line[..*at].ends_with(is_part);
    (0..line.len()).filter(starts).filter(|at| !line[..*at].ends_with('.')).map(move |at| {
        let word = line[at..].split(|c| !is_part(c)).next().unwrap_or_default();
        (word, line[at + word.len()..].starts_with('('))
    })
}

/// What a kernel or module consists of.
pub(super) struct Reached<'a> {
    files: Vec<&'static File>,
    /// The declarations of the files by name. One replaces those of the same name in files before its own.
    pub(super) declared: HashMap<&'static str, &'static Declaration>,
    pub(super) graph: Vec<Item<'a>>,
    pub(super) choices: Choices,
    /// The names that are reached.
    used: HashSet<&'a str>,
}

impl<'a> Reached<'a> {
    /// Reaches the declarations of the pure files, of some of the others, and of a graph's text, from the roots of the files and from other names. Of functions,
    /// it takes what runs with the options of the bases.
    pub(super) fn from(names: &[&str], graph: &'a str, others: impl Iterator<Item = &'a str>, structures: &[&Structure]) -> Self {
        let files: Vec<&File> = FILES.iter().filter(|file| !file.is_kernel || names.contains(&file.name)).collect();
        let all = files.iter().flat_map(|file| file.declarations);
        let declared = all.map(|declaration| (declaration.name, declaration)).collect();
        let mut reached = Self { files, declared, graph: items(graph), choices: Choices::of(structures), used: HashSet::new() };
        let roots = reached.declared.values().filter(|declaration| declaration.is_root).map(|root| root.name);
        let mut open: Vec<&str> = roots.chain(others).collect();
        while let Some(name) = open.pop() {
            if !reached.used.insert(name) {
                continue;
            }
            if let Some(declaration) = reached.declared.get(name) {
                open.extend(declaration.uses);
                open.extend(declaration.size.iter().flat_map(|size| reached.choices.uses(size.parts)));
            }
            let of_graph = reached.graph.iter().filter(|item| item.name == name).flat_map(|item| &item.words);
            open.extend(of_graph.filter(|(word, is_called)| reached.is_declared(word, *is_called)).map(|(word, _)| *word));
        }
        reached
    }

    /// Returns true if a word is the name of a declaration. Parameters and locals may have the names of functions, which are only called.
    pub(super) fn is_declared(&self, word: &str, is_called: bool) -> bool {
        match self.declared.get(word) {
            Some(declaration) => is_called || declaration.size.is_none(),
            None => self.graph.iter().any(|item| item.name == word && (is_called || !item.is_function)),
        }
    }

    pub(super) fn is_function(&self, name: &str) -> bool {
        match self.declared.get(name) {
            Some(declaration) => declaration.size.is_some(),
            None => self.graph.iter().any(|item| item.name == name && item.is_function),
        }
    }

    /// Returns all that is reached, file by file.
    pub(super) fn text(&self) -> String {
        let mut sections = Vec::new();
        for file in &self.files {
            let is_used = |one: &&Declaration| self.used.contains(one.name) && std::ptr::eq(self.declared[one.name], *one);
            let (mut section, mut end) = (format!("// ---- {} ----\n", file.name), None);
            for Declaration { bytes, size, .. } in file.declarations.iter().filter(is_used) {
                // As in the file, declarations may follow each other without an empty line.
                section.push_str(if end == Some(bytes.start) { "" } else { "\n" });
                let parts = size.as_ref().map_or(&[][..], |size| size.parts);
                let text = self.choices.text(file.text, bytes.clone(), parts);
                let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//@"));
                lines.for_each(|line| section.extend([line, "\n"]));
                end = Some(bytes.end + 1);
            }
            sections.extend(end.map(|_| section));
        }
        let graph: String = self.graph.iter().filter(|item| self.used.contains(item.name)).map(|item| item.text).collect();
        if !graph.is_empty() {
            sections.push(format!("// ---- the graph ----\n\n{}", graph.trim_start_matches('\n')));
        }
        sections.join("\n")
    }
}
