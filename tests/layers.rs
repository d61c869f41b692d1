//! The layers of the library: whole modules are in one order. And no file of any package of the workspace uses another that uses it in turn.
//!
//! A file uses another if it names an item of it, by `use` or by a path from `crate`, `self` or `super`. A re-exported item counts as an item of the
//! file that defines it. Macros are not expanded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// Top-level modules in layers: a module uses only those of layers before its own.
const LAYERS: &[&[&str]] = &[
    &["choice", "error_words", "threads"],
    &["error"],
    &["seeding"],
    &["number", "storage"],
    &["domain"],
    &["strict"],
    &["color"],
    &["key"],
    &["program"],
    &["lower"],
    &["graph"],
    &["waves"],
    &["cell_runs", "coordinates"],
    &["points", "walks"],
    &["view"],
    &["cpu", "gpu", "presets"],
    &["export"],
    &["recipe", "parity"],
    &["lib"],
];

/// The one cycle that types force: nodes take inputs, an input may hold a node, and a node is one of all kinds.
const NODES: &[&str] = &["graph/node_ext.rs", "graph/node.rs", "graph/nodes/"];

/// A file: its place in the tree of modules, its definitions, and its imports.
#[derive(Default)]
struct File {
    module: Vec<String>,
    items: BTreeSet<String>,
    /// The imports of `use` by name, and the modules that are imported as a whole.
    imports: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    /// The paths of all that is used, from the root; paths that are only re-exported are not used.
    used: BTreeSet<Vec<String>>,
}

/// Returns the folders of the packages of the workspace: the root's, and its members'.
fn packages() -> Vec<&'static str> {
    let (_, rest) = include_str!("../Cargo.toml").split_once("\nmembers = [").expect("a workspace has members");
    let (members, _) = rest.split_once(']').expect("a list ends");
    std::iter::once("").chain(members.split('"').skip(1).step_by(2)).collect()
}

fn folder(package: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(package).join("src")
}

/// Returns the Rust files of a folder and of its subfolders, by their paths from it.
fn files_in(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8").to_owned();
        if path.is_dir() {
            files.extend(files_in(&path).into_iter().map(|file| format!("{name}/{file}")));
        } else if name.ends_with(".rs") {
            files.push(name);
        }
    }
    files
}

/// Returns the uses of a package's files, without tests, and without the program beside a library, which is a crate of its own.
fn files_of(package: &str) -> BTreeMap<String, File> {
    let root = folder(package);
    let is_left_out = |file: &String| file == "main.rs" || file.ends_with("/tests.rs") || file.contains("/tests/");
    let read = |name: String| {
        let text = std::fs::read_to_string(root.join(&name)).expect("a file of the package");
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let path = name.trim_end_matches(".rs").trim_end_matches("/mod");
        let module = path.split('/').filter(|part| *part != "lib").map(str::to_owned).collect();
        let mut reader = Reader { file: File { module, ..File::default() }, inside: vec![] };
        reader.visit_file(&parsed);
        (name, reader.file)
    };
    files_in(&root).into_iter().filter(|file| !is_left_out(file)).map(read).collect()
}

/// Reads one file.
struct Reader {
    file: File,
    /// The inline modules that are being read.
    inside: Vec<String>,
}

impl Reader {
    /// Returns a path from the root; `None` for an item outside the package.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let mut from: Vec<String> = self.file.module.iter().chain(&self.inside).cloned().collect();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => from.clear(),
            Some("self") => {}
            Some("super") => {
                while let Some((_, after)) = rest.split_first().filter(|(first, _)| *first == "super") {
                    from.pop();
                    rest = after;
                }
                return Some([&from, rest].concat());
            }
            _ => return None,
        }
        Some([&from, &rest[1..]].concat())
    }

    fn import(&mut self, tree: &syn::UseTree, mut path: Vec<String>, is_used: bool) {
        let (name, last) = match tree {
            syn::UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                return self.import(&tree.tree, path, is_used);
            }
            syn::UseTree::Group(group) => return group.items.iter().for_each(|tree| self.import(tree, path.clone(), is_used)),
            syn::UseTree::Glob(_) => {
                let from = self.absolute(&path).unwrap_or_else(|| [&self.file.module[..], &path].concat());
                return self.file.globs.push(from);
            }
            syn::UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            syn::UseTree::Rename(rename) => (rename.rename.to_string(), rename.ident.to_string()),
        };
        if last != "self" {
            path.push(last);
        }
        // A path that begins with none of these words may begin with a submodule of this file.
        let from = self.absolute(&path).unwrap_or_else(|| [&self.file.module[..], &path].concat());
        if is_used {
            self.file.used.insert(from.clone());
        }
        self.file.imports.insert(name, from);
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        use syn::Item;
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs[..], Some(&item.ident)),
            Item::Enum(item) => (&item.attrs[..], Some(&item.ident)),
            Item::Fn(item) => (&item.attrs[..], Some(&item.sig.ident)),
            Item::Mod(item) => (&item.attrs[..], None),
            Item::Static(item) => (&item.attrs[..], Some(&item.ident)),
            Item::Struct(item) => (&item.attrs[..], Some(&item.ident)),
            Item::Trait(item) => (&item.attrs[..], Some(&item.ident)),
            Item::Type(item) => (&item.attrs[..], Some(&item.ident)),
            _ => (&[][..], None),
        };
        let is_test = |attribute: &syn::Attribute| attribute.path().is_ident("cfg") && quoted(&attribute.meta).contains("test");
        if !attributes.iter().any(is_test) {
            self.file.items.extend(name.map(ToString::to_string));
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.inside.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.inside.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, vec![], matches!(item.vis, syn::Visibility::Inherited));
    }

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {
        // Visibility is no use.
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.file.used.extend(self.absolute(&names));
        visit::visit_path(self, path);
    }
}

fn quoted(meta: &syn::Meta) -> String {
    meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default()
}

/// The files of a package, by their places in the tree of modules.
type Modules<'f> = BTreeMap<&'f [String], (&'f str, &'f File)>;

/// Returns the file that a path leads to, through re-exports; `None` if it is no part of the package.
fn leads_to<'f>(modules: &Modules<'f>, path: &[String], depth: u32) -> Option<&'f str> {
    let known = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
    let ((name, file), rest) = (modules[&path[..known]], &path[known..]);
    let Some(item) = rest.first().filter(|item| depth > 0 && !file.items.contains(*item)) else { return Some(name) };
    if let Some(import) = file.imports.get(item) {
        return leads_to(modules, &[import, &rest[1..]].concat(), depth - 1);
    }
    let through = |glob: &Vec<String>| {
        let path = [glob, rest].concat();
        let file = leads_to(modules, &path, depth - 1).filter(|file| *file != name)?;
        modules.values().any(|(other, other_file)| *other == file && other_file.items.contains(item)).then_some(file)
    };
    // The definitions of macros are not seen.
    file.globs.iter().find_map(through).or(Some(name))
}

/// The names that files use of others, by the using file and the used one.
type Uses = BTreeMap<(String, String), BTreeSet<String>>;

fn uses_of(files: &BTreeMap<String, File>) -> Uses {
    let modules: Modules<'_> = files.iter().map(|(name, file)| (&file.module[..], (name.as_str(), file))).collect();
    let mut uses = Uses::new();
    for (name, file) in files {
        for path in &file.used {
            if let Some(used) = leads_to(&modules, path, 8).filter(|used| *used != name) {
                uses.entry((name.clone(), used.to_owned())).or_default().insert(path.last().cloned().unwrap_or_default());
            }
        }
    }
    uses
}

/// Returns the cycles among files: those that use each other, directly or through others.
fn circles(uses: &Uses) -> BTreeSet<BTreeSet<&str>> {
    let reached = |start: &str| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start.to_owned()]);
        while let Some(file) = open.pop() {
            let next = uses.keys().filter(|(user, _)| *user == file).map(|(_, used)| used);
            open.extend(next.filter(|used| reached.insert((*used).clone())).cloned());
        }
        reached
    };
    let files: BTreeSet<&str> = uses.keys().map(|(user, _)| user.as_str()).collect();
    let reached: BTreeMap<&str, BTreeSet<String>> = files.iter().map(|file| (*file, reached(file))).collect();
    let circle = |file: &&str| -> BTreeSet<&str> {
        files.iter().filter(|other| reached[*file].contains(**other) && reached[**other].contains(*file)).copied().collect()
    };
    files.iter().map(circle).filter(|circle| !circle.is_empty()).collect()
}

/// Describes cycles: which file uses which items of which.
fn told(uses: &Uses) -> String {
    let mut text = String::new();
    for circle in circles(uses) {
        text.push_str("a circle:\n");
        for ((user, used), items) in
            uses.iter().filter(|((user, used), _)| circle.contains(user.as_str()) && circle.contains(used.as_str()))
        {
            text.push_str(&format!("  {user} uses of {used}: {}\n", Vec::from_iter(items.iter().map(String::as_str)).join(", ")));
        }
    }
    text
}

/// Returns the uses between groups of files.
fn contracted(uses: &Uses, group: impl Fn(&str) -> String) -> Uses {
    let mut all = Uses::new();
    for ((user, used), items) in uses {
        let (from, to) = (group(user), group(used));
        if from != to {
            all.entry((from, to)).or_default().extend(items.iter().map(|item| format!("{item} in {user}")));
        }
    }
    all
}

#[test]
fn no_file_of_any_package_uses_another_that_uses_it_in_turn() {
    for package in packages() {
        let files = files_of(package);
        let uses = uses_of(&files);
        assert!(!uses.is_empty() || files.len() == 1, "no use was found in {package}/src");
        let is_node =
            |file: &str| package.is_empty() && NODES.iter().any(|node| file == *node || node.ends_with('/') && file.starts_with(node));
        let by_file = contracted(&uses, |file| if is_node(file) { NODES[0].to_owned() } else { file.to_owned() });
        assert_eq!(told(&by_file), "", "{package}/src");
    }
}

#[test]
fn the_modules_of_the_library_stand_in_layers() {
    let uses = uses_of(&files_of(""));
    assert!(uses.len() > 300, "{} uses were found", uses.len());
    let top_level = |file: &str| file.trim_end_matches(".rs").split('/').next().unwrap_or_default().to_owned();
    let layer = |module: &str| {
        let layer = LAYERS.iter().position(|layer| layer.contains(&module));
        layer.unwrap_or_else(|| panic!("`{module}` has no layer; put it where it belongs"))
    };
    for ((user, used), items) in &contracted(&uses, top_level) {
        assert!(layer(used) < layer(user), "`{user}` uses `{used}`, which does not stand below it: {items:?}");
    }
}

/// The enums whose variants are kinds of nodes, and the functions that these consist of.
const KINDS: [&str; 3] = ["Node::", "BasisFunction::", "Function::"];

#[test]
fn what_is_particular_to_a_kind_of_node_stands_in_its_room() {
    // Several kinds and lowering itself use some functions. The CPU engine recognises sums of octaves by theirs. Programs say what engines can share of a basis.
    let is_room = |file: &&String| {
        ["graph/nodes/", "cpu/schedule.rs", "lower/functions.rs", "program/sharing.rs"].iter().any(|room| file.starts_with(room))
    };
    let variants = |file: &String| {
        let text = std::fs::read_to_string(folder("").join(file)).expect("a file of the library");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let is_variant = |line: &&str| KINDS.iter().any(|kind| line.split(kind).skip(1).any(|rest| rest.starts_with(char::is_uppercase)));
        lines.filter(is_variant).map(|line| format!("{file}: {}", line.trim())).collect::<Vec<_>>()
    };
    let (rooms, others): (Vec<String>, Vec<String>) = files_of("").into_keys().partition(|file| is_room(&file));
    assert_eq!(others.iter().flat_map(variants).collect::<Vec<_>>(), Vec::<String>::new());
    // The modules of nodes themselves are found.
    assert!(rooms.iter().flat_map(variants).count() > 40);
}

/// The most lines of a file.
const LONGEST: usize = 600;

#[test]
fn no_file_of_any_package_is_longer_than_600_lines() {
    for package in packages() {
        let files = files_in(&folder(package));
        let is_generated = |file: &String| file.contains("/generated/") || file == "view/shading.rs";
        for file in files.iter().filter(|file| !is_generated(file)) {
            let lines = std::fs::read_to_string(folder(package).join(file)).expect("a file of a package").lines().count();
            assert!(lines <= LONGEST, "{package}/src/{file} has {lines} lines");
        }
    }
}

#[test]
fn a_circle_is_told_by_what_closes_it() {
    let uses = |all: &[(&str, &str, &str)]| -> Uses {
        let one = |&(user, used, item): &(&str, &str, &str)| ((user.to_owned(), used.to_owned()), BTreeSet::from([item.to_owned()]));
        all.iter().map(one).collect()
    };
    assert_eq!(told(&uses(&[("above", "between", "A"), ("between", "below", "B"), ("above", "below", "B")])), "");
    let round = uses(&[("above", "between", "A"), ("between", "below", "B"), ("below", "above", "C"), ("beside", "below", "B")]);
    let lines = ["a circle:", "  above uses of between: A", "  below uses of above: C", "  between uses of below: B", ""];
    assert_eq!(told(&round), lines.join("\n"));
}
