//! The pages: every link and anchor has a target, every page of the book is listed once, and the front page lists every kind of node.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use lacuna::graph::{Group, NODE_KINDS};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of packages; those of the whole lie in the root.
const OF_PACKAGES: [&str; 5] = ["bake/README.md", "cli/README.md", "npm/README.md", "python/README.md", "studio/README.md"];
const BOOK: &str = "docs/src";

fn markdown_in(folder: &str) -> Vec<String> {
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().into_string().unwrap());
        if entry.path().is_dir() {
            pages.extend(markdown_in(&path));
        } else if path.ends_with(".md") {
            pages.push(path);
        }
    }
    pages.sort();
    pages
}

/// Returns every page, by its path from the root.
fn pages() -> BTreeMap<String, String> {
    let in_root = std::fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let in_root = in_root.filter(|name| name.ends_with(".md"));
    let paths = in_root.chain(OF_PACKAGES.map(str::to_owned)).chain(markdown_in(BOOK));
    paths
        .map(|path| (path.clone(), std::fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"))))
        .collect()
}

/// Returns the lines of a page outside code blocks.
fn prose(page: &str) -> Vec<&str> {
    let mut is_code = false;
    page.lines()
        .filter(|line| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
        .collect()
}

/// Returns the targets of links and pictures of a page.
fn targets(page: &str) -> Vec<String> {
    // The name of a link may be code, so only its target is checked.
    let text = prose(page).join("\n");
    let after = text.split("](").skip(1);
    after.filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect()
}

/// Returns the headings of a page with their levels.
fn headings(page: &str) -> Vec<(usize, String)> {
    let heading = |line: &&str| {
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        (level > 0).then(|| line[level..].strip_prefix(' ').map(|title| (level, title.trim().to_owned()))).flatten()
    };
    prose(page).iter().filter_map(heading).collect()
}

/// Returns the anchor of a heading, as mdBook and GitHub make it.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c)).collect::<String>();
    kept.replace(' ', "-")
}

/// Returns a path without `.` and `..`; `None` if it leads out of the repository.
fn resolved(from: &str, target: &str) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in Path::new(from).parent()?.join(target).components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?.to_owned()),
            Component::ParentDir => drop(parts.pop()?),
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(parts.join("/"))
}

/// Returns the error in a link.
fn flaw(pages: &BTreeMap<String, String>, from: &str, target: &str) -> Option<String> {
    if target.starts_with("https://") {
        return None;
    }
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { from.to_owned() } else { resolved(from, path)? };
    if from.starts_with(BOOK) && !path.starts_with(BOOK) {
        return Some("it leads out of the book".to_owned());
    }
    let file: PathBuf = root().join(&path);
    if !file.exists() {
        return Some(format!("there is no {path}"));
    }
    let is_anchor = |page: &String| headings(page).iter().any(|(_, title)| anchor(title) == fragment);
    (!fragment.is_empty() && !pages.get(&path).is_some_and(is_anchor)).then(|| format!("{path} has no heading #{fragment}"))
}

#[test]
fn every_link_and_anchor_leads_somewhere() {
    let pages = pages();
    let mut seen = 0;
    let mut flaws = Vec::new();
    for (path, text) in &pages {
        for target in targets(text) {
            seen += 1;
            flaws.extend(flaw(&pages, path, &target).map(|flaw| format!("{path}: ({target}): {flaw}")));
        }
    }
    assert!(flaws.is_empty(), "{flaws:#?}");
    assert!(seen > 100, "{seen} links were found");
    // The check itself can fail.
    assert!(flaw(&pages, "README.md", "docs/none.md").is_some());
    assert!(flaw(&pages, "README.md", "ARCHITECTURE.md#none").is_some());
    assert!(flaw(&pages, "docs/src/index.md", "../../README.md").is_some());
    assert_eq!(flaw(&pages, "docs/src/index.md", "guide/recipes.md#several-pictures-from-one-recipe"), None);
}

#[test]
fn the_book_lists_every_page_once_and_every_page_has_one_title() {
    let pages = pages();
    let summary = format!("{BOOK}/SUMMARY.md");
    let listed: Vec<String> = targets(&pages[&summary]).iter().map(|target| format!("{BOOK}/{target}")).collect();
    let mut once = BTreeSet::new();
    assert!(listed.iter().all(|page| once.insert(page)), "a page is listed twice: {listed:?}");
    let there: BTreeSet<&String> = pages.keys().filter(|path| path.starts_with(BOOK) && **path != summary).collect();
    assert_eq!(once, there);
    for (path, text) in &pages {
        if *path == summary {
            continue;
        }
        let titles = headings(text).iter().filter(|(level, _)| *level == 1).count();
        assert_eq!(titles, 1, "{path} has {titles} titles");
        assert!(text.starts_with("# "), "{path} begins with its title");
        assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("```")).count() % 2, 0, "{path} leaves a block open");
        let mut anchors = BTreeSet::new();
        let twice: Vec<_> = headings(text).into_iter().filter(|(_, title)| !anchors.insert(anchor(title))).collect();
        assert!(path == "CHANGELOG.md" || twice.is_empty(), "{path} has headings twice: {twice:?}");
    }
}

#[test]
fn the_front_page_of_the_documentation_lists_every_kind_in_its_group() {
    let page = include_str!("../src/lib.rs");
    let link = |name: &str| {
        let name: String = name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        format!("[`{name}`](nodes::{name})")
    };
    for group in Group::ALL {
        let links: Vec<_> = NODE_KINDS.iter().filter(|kind| kind.group == group).map(|kind| link(kind.name)).collect();
        let row = format!("//! | {} | {} |\n", group.title(), links.join(", "));
        assert!(page.contains(&row), "{row}");
    }
}
