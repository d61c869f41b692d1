//! The layers of the library: no file uses another that uses it in turn, not even by way of others, and whole modules stand in one order.
//!
//! A file uses another where it names an item that the other defines, by `use` or by a path, also in a macro and in the strings in which serde takes
//! paths. What a module re-exports counts as used of the file that defines it. Re-exports and `mod` declarations themselves use nothing. Calls of
//! methods don't count, since only the compiler knows whose they are; the types that they stand on do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};

/// Top-level modules in layers: a module uses only those of layers before its own.
const LAYERS: &[&[&str]] = &[
    &["choice", "words"],
    &["error"],
    &["permutation"],
    &["number", "field"],
    &["region"],
    &["value"],
    &["program"],
    &["graph"],
    &["lower"],
    &["spans", "coordinates"],
    &["view"],
    &["cpu", "gpu"],
    &["recipe", "parity", "presets"],
    &["lib"],
];

/// The one circle that types force: nodes take inputs, an input may hold a node, and a node lowers its inputs. These files, and all of the folder, count
/// as one.
const NODES: &[&str] = &[
    "graph/affine.rs",
    "graph/cases.rs",
    "graph/defaults.rs",
    "graph/derivation.rs",
    "graph/fractal.rs",
    "graph/lowering.rs",
    "graph/node.rs",
    "graph/nodes/",
];

/// The module at the top of the library that a file belongs to.
fn top_level(file: &str) -> &str {
    let path = file.strip_suffix(".rs").unwrap_or(file);
    path.split_once('/').map_or(path, |(folder, _)| folder)
}

/// A module: a file, or one written in place.
#[derive(Default)]
struct Module {
    file: String,
    parent: usize,
    children: BTreeMap<String, usize>,
    /// What is defined here.
    items: BTreeSet<String>,
    /// The macros among it, which `*` does not take along.
    macros: BTreeSet<String>,
    /// What macros define here, as far as their text tells.
    made: BTreeSet<String>,
    /// By name, the paths that `use` takes it from.
    imports: BTreeMap<String, Vec<Vec<String>>>,
    globs: Vec<Vec<String>>,
    /// The paths of what is used, re-exports left out.
    uses: Vec<Vec<String>>,
    /// Those of them that use a whole module where they lead to one.
    whole: BTreeSet<Vec<String>>,
}

/// What a path leads to.
#[derive(Clone, Copy)]
enum Found {
    /// An item that a module defines.
    Item(usize),
    Module(usize),
}

/// The modules and names that were asked for on the way to an item, by what [`Library::named`] takes.
type Asked = BTreeSet<(usize, String, bool, bool)>;

/// The library's modules. The first is its root.
#[derive(Default)]
struct Library {
    modules: Vec<Module>,
    /// What only tests have: files and folders, by their paths without an ending.
    of_tests: Vec<String>,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

impl Library {
    fn read() -> Self {
        let mut library = Self::default();
        library.read_file("lib.rs", 0);
        library
    }

    /// Reads a file into a new module.
    fn read_file(&mut self, file: &str, parent: usize) -> usize {
        let text = std::fs::read_to_string(source().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        self.read_module(&parsed.items, file, parent)
    }

    fn read_module(&mut self, items: &[syn::Item], file: &str, parent: usize) -> usize {
        let number = self.modules.len();
        self.modules.push(Module { file: file.to_owned(), parent, ..Module::default() });
        let mut reader = Reader { library: self, number };
        items.iter().for_each(|item| reader.visit_item(item));
        if let Some(folder) = file.strip_suffix("/mod.rs") {
            self.read_files_of_macros(number, folder);
        }
        number
    }

    /// Reads the files of a folder that no `mod` of its module declares: a macro of the module does, and takes what they define into it.
    fn read_files_of_macros(&mut self, number: usize, folder: &str) {
        for file in files_of(folder) {
            let name = file.trim_end_matches(".rs").rsplit('/').next().expect("a path").to_owned();
            let is_of_tests = self.of_tests.contains(&file.trim_end_matches(".rs").to_owned());
            if name != "mod" && !is_of_tests && !self.modules[number].children.contains_key(&name) {
                let child = self.read_file(&file, number);
                self.modules[number].children.insert(name.clone(), child);
                self.modules[number].globs.push(vec!["self".to_owned(), name]);
            }
        }
    }

    /// The file of a child of a module.
    fn file_of_child(&self, number: usize, name: &str) -> String {
        let file = &self.modules[number].file;
        let folder = match file.rsplit_once('/') {
            _ if file == "lib.rs" => String::new(),
            Some((folder, "mod.rs")) => format!("{folder}/"),
            _ => format!("{}/", file.trim_end_matches(".rs")),
        };
        let alone = format!("{folder}{name}.rs");
        if source().join(&alone).exists() { alone } else { format!("{folder}{name}/mod.rs") }
    }

    /// What a name stands for in a module, asked for by `*` or not. Before `::` it is a module rather than anything else.
    fn named(&self, module: usize, name: &str, is_last: bool, by_glob: bool, asked: &mut Asked) -> Option<Found> {
        if !asked.insert((module, name.to_owned(), is_last, by_glob)) {
            return None;
        }
        let here = &self.modules[module];
        let child = here.children.get(name).map(|&child| Found::Module(child));
        if !is_last && child.is_some() {
            return child;
        }
        if here.items.contains(name) || here.macros.contains(name) && !by_glob {
            return Some(Found::Item(module));
        }
        if let Some(paths) = here.imports.get(name) {
            let found = paths.iter().find_map(|path| self.resolve(module, path, asked));
            return found.map(|(found, _)| found).or(child);
        }
        let through_globs = || {
            here.globs.iter().find_map(|glob| match self.resolve(module, glob, &mut asked.clone()) {
                Some((Found::Module(other), _)) => self.named(other, name, is_last, true, asked),
                _ => None,
            })
        };
        child.or_else(through_globs).or_else(|| here.made.contains(name).then_some(Found::Item(module)))
    }

    /// What a path in a module leads to, and by which of its names; none where that is no part of the library. What follows an item, such as
    /// a variant, is left out.
    fn resolve<'p>(&self, module: usize, path: &'p [String], asked: &mut Asked) -> Option<(Found, &'p str)> {
        let mut here = module;
        let mut name = "";
        for (index, next) in path.iter().enumerate() {
            name = next;
            let found = match name {
                "crate" => Found::Module(0),
                "self" => Found::Module(here),
                "super" => Found::Module(self.modules[here].parent),
                name => self.named(here, name, index + 1 == path.len(), false, asked)?,
            };
            match found {
                Found::Module(next) => here = next,
                Found::Item(_) => return Some((found, name)),
            }
        }
        Some((Found::Module(here), name))
    }

    /// The items that files use of others: by the file that uses and the one that is used.
    fn uses(&self) -> Uses {
        let mut all = Uses::new();
        for (number, module) in self.modules.iter().enumerate() {
            for path in &module.uses {
                let (used, item) = match self.resolve(number, path, &mut Asked::new()) {
                    Some((Found::Item(used), item)) => (used, item),
                    Some((Found::Module(used), item)) if module.whole.contains(path) => (used, item),
                    _ => continue,
                };
                let used = &self.modules[used].file;
                if *used != module.file {
                    all.entry((module.file.clone(), used.clone())).or_default().insert(item.to_owned());
                }
            }
        }
        all
    }
}

/// Reads the items of one module.
struct Reader<'a> {
    library: &'a mut Library,
    number: usize,
}

impl Reader<'_> {
    fn module(&mut self) -> &mut Module {
        &mut self.library.modules[self.number]
    }

    /// What macros take and are made of may be anything: names joined by `::` are paths, and a name after `struct` is defined.
    fn read_tokens(&mut self, mut at: Cursor<'_>) {
        let mut before = [' '; 2];
        while !at.eof() {
            if let Some((inner, _, _, next)) = at.any_group() {
                self.read_tokens(inner);
                (at, before) = (next, [' '; 2]);
            } else if let Some((first, next)) = at.ident() {
                at = next;
                let mut path = vec![first.to_string()];
                if ["struct", "enum", "trait", "type", "const", "static"].contains(&path[0].as_str())
                    && let Some((name, next)) = at.ident()
                {
                    self.module().made.insert(name.to_string());
                    (at, before) = (next, [' '; 2]);
                    continue;
                }
                while let Some((name, next)) = after_colons(at) {
                    path.push(name);
                    at = next;
                }
                // A parameter of the macro, or a field or a method.
                let is_other = before[1] == '$' && path[0] != "crate" || before[1] == '.' && before[0] != '.';
                if !is_other {
                    self.module().uses.push(path);
                }
                before = [' '; 2];
            } else if let Some((punctuation, next)) = at.punct() {
                (at, before) = (next, [before[1], punctuation.as_char()]);
            } else if let Some((literal, next)) = at.literal() {
                let text = syn::parse_str::<syn::LitStr>(&literal.to_string()).map(|text| text.value()).unwrap_or_default();
                if text.contains("::")
                    && let Ok(path) = syn::parse_str::<syn::Path>(&text)
                {
                    self.use_whole(names(&path));
                }
                (at, before) = (next, [' '; 2]);
            } else {
                let (_, next) = at.lifetime().expect("groups, names, punctuation, literals and lifetimes are all there is");
                (at, before) = (next, [' '; 2]);
            }
        }
    }

    /// Notes what is used, even if it is a module.
    fn use_whole(&mut self, path: Vec<String>) {
        self.module().uses.push(path.clone());
        self.module().whole.insert(path);
    }

    /// Takes in a tree of `use`.
    fn import(&mut self, tree: &syn::UseTree, mut path: Vec<String>, is_re_export: bool) {
        let name = match tree {
            syn::UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                return self.import(&tree.tree, path, is_re_export);
            }
            syn::UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.import(tree, path.clone(), is_re_export));
            }
            syn::UseTree::Glob(_) => return self.module().globs.push(path),
            syn::UseTree::Name(name) if name.ident == "self" => path.last().expect("a path").clone(),
            syn::UseTree::Name(name) => {
                path.push(name.ident.to_string());
                name.ident.to_string()
            }
            syn::UseTree::Rename(rename) => {
                path.push(rename.ident.to_string());
                rename.rename.to_string()
            }
        };
        if !is_re_export {
            self.use_whole(path.clone());
        }
        self.module().imports.entry(name).or_default().push(path);
    }
}

/// The names of a path, without what is generic about it.
fn names(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// A name after `::`.
fn after_colons(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let (_, at) = at.punct().filter(|(punctuation, _)| punctuation.as_char() == ':')?;
    let (_, at) = at.punct().filter(|(punctuation, _)| punctuation.as_char() == ':')?;
    at.ident().map(|(name, at)| (name.to_string(), at))
}

/// Whether an item is there in tests alone.
fn is_of_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = attribute.meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default();
        attribute.path().is_ident("cfg") && ["test", "doctest"].contains(&condition.as_str())
    })
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        use syn::Item;
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Macro(item) => (&item.attrs, None),
            Item::Mod(item) => (&item.attrs, None),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Use(item) => (&item.attrs, None),
            _ => panic!("an item of another kind in {}; let this test read it", self.module().file),
        };
        if !is_of_tests(attributes) {
            self.module().items.extend(name.map(ToString::to_string));
            visit::visit_item(self, item);
        } else if let Item::Mod(module) = item
            && module.content.is_none()
        {
            let file = self.library.file_of_child(self.number, &module.ident.to_string());
            let path = file.trim_end_matches(".rs").trim_end_matches("/mod").to_owned();
            self.library.of_tests.push(path);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let name = module.ident.to_string();
        let child = match &module.content {
            Some((_, items)) => {
                let file = self.module().file.clone();
                self.library.read_module(items, &file, self.number)
            }
            None => self.library.read_file(&self.library.file_of_child(self.number, &name), self.number),
        };
        self.module().children.insert(name, child);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_re_export = !matches!(item.vis, syn::Visibility::Inherited);
        self.import(&item.tree, vec![], is_re_export);
    }

    /// What a macro that stands by itself begins with, in capitals, is what it defines.
    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if let Some(name) = &item.ident {
            self.module().macros.insert(name.to_string());
        } else {
            let tokens = TokenBuffer::new2(item.mac.tokens.clone());
            let mut at = tokens.begin();
            while let Some((punctuation, next)) = at.punct()
                && punctuation.as_char() == '#'
            {
                at = next.token_tree().expect("an attribute").1;
            }
            if let Some(name) = at.ident().map(|(name, _)| name.to_string())
                && name.starts_with(char::is_uppercase)
            {
                self.module().made.insert(name);
            }
        }
        visit::visit_item_macro(self, item);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.read_tokens(TokenBuffer::new2(call.tokens.clone()).begin());
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.read_tokens(TokenBuffer::new2(list.tokens.clone()).begin());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.module().uses.push(names(path));
        visit::visit_path(self, path);
    }
}

/// The names of the items that a file, or a module, uses of another.
type Uses = BTreeMap<(String, String), BTreeSet<String>>;

/// Uses between what files are taken together as.
fn contracted(uses: &Uses, group: impl Fn(&str) -> String) -> Uses {
    let mut all = Uses::new();
    for ((user, used), items) in uses {
        let (from, to) = (group(user), group(used));
        if from != to {
            let items = items.iter().map(|item| if group(user) == *user { item.clone() } else { format!("{item} in {user}") });
            all.entry((from, to)).or_default().extend(items);
        }
    }
    all
}

/// The nodes of a graph in an order in which each comes after all that it uses, or the circles that keep it from having one.
fn order(nodes: &BTreeSet<String>, uses: &Uses) -> Result<Vec<String>, Vec<BTreeSet<String>>> {
    let mut open = nodes.clone();
    let mut order = Vec::new();
    while !open.is_empty() {
        let is_free = |node: &&String| !uses.keys().any(|(user, used)| user == *node && open.contains(used));
        let free: Vec<String> = open.iter().filter(is_free).cloned().collect();
        if free.is_empty() {
            return Err(circles(&open, uses));
        }
        open.retain(|node| !free.contains(node));
        order.extend(free);
    }
    Ok(order)
}

/// The circles among nodes: those that use each other, by way of others or not.
fn circles(nodes: &BTreeSet<String>, uses: &Uses) -> Vec<BTreeSet<String>> {
    let reached = |start: &String| {
        let (mut reached, mut stack) = (BTreeSet::new(), vec![start]);
        while let Some(node) = stack.pop() {
            let next = uses.keys().filter(|(user, _)| user == node).map(|(_, used)| used);
            stack.extend(next.filter(|used| reached.insert((*used).clone())));
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = nodes.iter().map(|node| (node, reached(node))).collect();
    let circle = |node: &String| -> BTreeSet<String> {
        nodes.iter().filter(|other| reached[node].contains(*other) && reached[*other].contains(node)).cloned().collect()
    };
    let circles: BTreeSet<BTreeSet<String>> = nodes.iter().map(circle).filter(|circle| !circle.is_empty()).collect();
    circles.into_iter().collect()
}

/// Circles written out: who uses what of whom.
fn told(circles: &[BTreeSet<String>], uses: &Uses) -> String {
    let mut text = String::new();
    for circle in circles {
        text.push_str("a circle:\n");
        for ((user, used), items) in uses {
            if circle.contains(user) && circle.contains(used) {
                let items: Vec<&str> = items.iter().map(String::as_str).collect();
                text.push_str(&format!("  {user} uses of {used}: {}\n", items.join(", ")));
            }
        }
    }
    text
}

/// The Rust files of a folder of `src/`, by their paths from it.
fn files_of(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(source().join(folder)).expect("a folder of the crate");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".rs")).map(|name| format!("{folder}/{name}")).collect();
    files.sort();
    files
}

/// The Rust files below a folder of `src/`, by their paths from it.
fn files_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(source().join(folder)).expect("a folder of the crate");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let paths = names.map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") });
    let all = paths.flat_map(|path| if source().join(&path).is_dir() { files_in(&path) } else { vec![path] });
    all.filter(|path| path.ends_with(".rs")).collect()
}

#[test]
fn no_import_circle_is_left_between_the_modules_of_the_library() {
    let library = Library::read();
    let files: BTreeSet<String> = library.modules.iter().map(|module| module.file.clone()).collect();
    let is_left_out = |file: &String| {
        let in_tests = |path: &String| file.strip_prefix(path.as_str()).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'));
        file.starts_with("cli/") || file == "main.rs" || library.of_tests.iter().any(in_tests)
    };
    let all = files_in("").into_iter().filter(|file| !is_left_out(file));
    assert_eq!(files, all.collect(), "the files that the root of the library leads to, and those that lie there");

    let uses = library.uses();

    let is_node = |file: &str| NODES.iter().any(|node| file == *node || node.ends_with('/') && file.starts_with(node));
    let nodes: BTreeSet<String> = files.iter().filter(|file| is_node(file)).cloned().collect();
    let outside: Vec<_> = circles(&nodes, &uses).into_iter().filter(|circle| *circle != nodes).collect();
    assert!(outside.is_empty(), "these are one circle no more; take off the list what left it: {outside:#?}");
    let by_file = contracted(&uses, |file| if is_node(file) { NODES[0].to_owned() } else { file.to_owned() });
    if let Err(circles) = order(&files, &by_file) {
        panic!("{}", told(&circles, &by_file));
    }
    // A `mod.rs` takes in the files beside it, so none of them may use what it defines itself.
    for ((user, used), items) in &uses {
        let folder = used.strip_suffix("mod.rs").filter(|folder| user.starts_with(folder));
        assert!(folder.is_none(), "{user} uses of {used}, which takes it in: {items:?}");
    }

    let modules: BTreeSet<String> = files.iter().map(|file| top_level(file).to_owned()).collect();
    let by_module = contracted(&uses, |file| top_level(file).to_owned());
    if let Err(circles) = order(&modules, &by_module) {
        panic!("{}", told(&circles, &by_module));
    }
    let layer = |module: &str| {
        let layer = LAYERS.iter().position(|layer| layer.contains(&module));
        layer.unwrap_or_else(|| panic!("`{module}` has no layer; put it where it belongs"))
    };
    for ((user, used), items) in &by_module {
        assert!(layer(used) < layer(user), "`{user}` uses `{used}`, which does not stand below it: {items:?}");
    }
}

/// The enums whose variants are kinds of nodes, and the functions that these are made of.
const KINDS: [&str; 3] = ["Node", "BasisFunction", "Function"];

#[test]
fn what_is_particular_to_a_kind_of_node_stands_in_its_room() {
    let library = Library::read();
    let is_variant = |path: &Vec<String>| {
        let [.., of, name] = &path[..] else { return false };
        KINDS.contains(&of.as_str()) && name.starts_with(char::is_uppercase)
    };
    let mut named = BTreeSet::new();
    // The CPU engine takes the calls that fractals end in together, and tells them by their functions; what it evaluates cell by cell is cellular noise, and
    // along splines value noise.
    let is_room = |file: &str| file.starts_with("graph/nodes/") || ["cpu/forms.rs", "cpu/features.rs", "cpu/splines.rs"].contains(&file);
    for module in library.modules.iter().filter(|module| !is_room(&module.file)) {
        named.extend(module.uses.iter().filter(|path| is_variant(path)).map(|path| format!("{} names {}", module.file, path.join("::"))));
    }
    assert!(named.is_empty(), "{named:#?}");
    // The rooms themselves are seen.
    let rooms = library.modules.iter().filter(|module| module.file.starts_with("graph/nodes/"));
    assert!(rooms.flat_map(|module| &module.uses).filter(|path| is_variant(path)).count() > 40);
}

/// The most lines of a file.
const LONGEST: usize = 600;

#[test]
fn no_file_of_any_package_is_longer_than_600_lines() {
    let packages = ["src", "bake/src", "cli/src", "fuzz/bodies/src", "xtask/src"];
    // `files_in` takes paths from `src`.
    let files: Vec<String> = packages.iter().flat_map(|package| files_in(&format!("../{package}"))).collect();
    assert!(packages.iter().all(|package| files.iter().any(|file| file.contains(package))), "{files:?}");
    let length = |file: &String| std::fs::read_to_string(source().join(file)).expect("a file of a package").lines().count();
    let is_generated = |file: &String| file.contains("/generated/") || file.ends_with("src/view/shading.rs");
    let long = files
        .into_iter()
        .filter(|file| !is_generated(file))
        .map(|file| (file.clone(), length(&file)))
        .filter(|(_, lines)| *lines > LONGEST);
    let long: Vec<(String, usize)> = long.collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn a_circle_is_told_by_what_closes_it_and_what_has_none_gets_an_order() {
    let uses = |all: &[(&str, &str, &str)]| -> Uses {
        let one = |&(user, used, item): &(&str, &str, &str)| ((user.to_owned(), used.to_owned()), BTreeSet::from([item.to_owned()]));
        all.iter().map(one).collect()
    };
    let nodes: BTreeSet<String> = ["above", "below", "beside", "between"].map(str::to_owned).into();
    let one_way = uses(&[("above", "between", "A"), ("between", "below", "B"), ("above", "below", "B")]);
    assert_eq!(order(&nodes, &one_way).unwrap(), ["below", "beside", "between", "above"]);
    let round = uses(&[("above", "between", "A"), ("between", "below", "B"), ("below", "above", "C"), ("beside", "below", "B")]);
    let circles = order(&nodes, &round).unwrap_err();
    let lines = ["a circle:", "  above uses of between: A", "  below uses of above: C", "  between uses of below: B", ""];
    assert_eq!(told(&circles, &round), lines.join("\n"));
}
