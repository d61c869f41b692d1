//! The promises of `Cargo.toml` to users of the library.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn host() -> String {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into())).arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Returns the packages that a dependency of another kind than `dev` leads to, on this platform and with every feature; those of the workspace first,
/// without the studio.
fn packages() -> Vec<Value> {
    let metadata = cargo(&["metadata", "--locked", "--offline", "--format-version", "1", "--all-features", "--filter-platform", &host()]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let of = |id: &str| metadata["packages"].as_array().unwrap().iter().find(|package| package["id"] == id).unwrap();
    let members = metadata["workspace_members"].as_array().unwrap().iter().map(|id| id.as_str().unwrap());
    // The studio requires the Rust version of egui.
    let members: Vec<&str> = members.filter(|id| of(id)["name"] != "lacuna-studio").collect();
    let mut seen: BTreeSet<&str> = members.iter().copied().collect();
    let mut open = std::collections::VecDeque::from(members);
    let mut packages = Vec::new();
    while let Some(id) = open.pop_front() {
        packages.push(of(id).clone());
        let node = nodes.iter().find(|node| node["id"] == id).unwrap();
        for dependency in node["deps"].as_array().unwrap() {
            let is_used = dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"] != "dev");
            let id = dependency["pkg"].as_str().unwrap();
            if is_used && seen.insert(id) {
                open.push_back(id);
            }
        }
    }
    packages
}

fn version(text: &str) -> (u32, u32) {
    let mut parts = text.split('.').map(|part| part.parse().unwrap());
    (parts.next().unwrap(), parts.next().unwrap_or(0))
}

#[test]
fn the_stated_rust_version_is_enough_for_every_dependency() {
    let packages = packages();
    let stated = packages[0]["rust_version"].as_str().expect("Cargo.toml states a rust-version");
    let own: Vec<&str> =
        packages.iter().filter(|package| package["source"].is_null()).map(|package| package["name"].as_str().unwrap()).collect();
    assert!(["lacuna", "lacuna-bake", "lacuna-cli"].iter().all(|name| own.contains(name)), "{own:?}");
    let asking: Vec<(&str, &str)> = packages
        .iter()
        .filter(|package| !package["source"].is_null())
        .filter_map(|package| Some((package["name"].as_str()?, package["rust_version"].as_str()?)))
        .collect();
    assert!(asking.len() > 20 && asking.iter().any(|(name, _)| *name == "wgpu"), "the dependencies were not found: {asking:?}");
    for (name, asked) in asking {
        assert!(version(asked) <= version(stated), "{name} asks for Rust {asked}, and Cargo.toml says {stated}");
    }
}

#[test]
fn an_embedder_gets_the_engines_that_the_features_name_and_none_of_the_dependencies_of_the_command() {
    for (options, engines) in [
        (&["--no-default-features"][..], [false, false]),
        (&["--no-default-features", "--features", "cpu"], [true, false]),
        (&["--no-default-features", "--features", "gpu"], [false, true]),
        (&[], [true, true]),
    ] {
        let arguments = ["tree", "--locked", "--offline", "--package", "lacuna", "-e", "normal", "--prefix", "none"];
        let tree = cargo(&[&arguments, options].concat());
        let all: BTreeSet<&str> = tree.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(["fearless_simd", "wgpu"].map(|of_the_engine| all.contains(of_the_engine)), engines, "{options:?}: {all:?}");
        assert_eq!(["pollster", "naga"].map(|of_the_gpu| all.contains(of_the_gpu)), [engines[1]; 2], "{options:?}: {all:?}");
        for of_the_command in
            ["anstream", "blake3", "clap", "exr", "image", "indicatif", "lacuna-bake", "png", "rayon", "serde_json", "tempfile"]
        {
            assert!(!all.contains(of_the_command), "{of_the_command} reaches those who embed the library");
        }
    }
}

#[test]
fn programs_for_windows_contain_dxc_and_the_libraries_do_not() {
    for (package, target, has_dxc) in [
        ("lacuna", "x86_64-pc-windows-msvc", false),
        ("lacuna-bake", "x86_64-pc-windows-msvc", false),
        ("lacuna-cli", "x86_64-pc-windows-msvc", true),
        ("lacuna-python", "x86_64-pc-windows-msvc", true),
        ("lacuna-studio", "x86_64-pc-windows-msvc", true),
        // There is no DXC to link.
        ("lacuna-cli", "i686-pc-windows-msvc", false),
        ("lacuna-cli", "aarch64-pc-windows-msvc", false),
        ("lacuna-cli", "x86_64-pc-windows-gnu", false),
    ] {
        // Crates of other platforms may have to be fetched.
        let tree = cargo(&["tree", "--locked", "--package", package, "--target", target, "-e", "normal", "--prefix", "none"]);
        assert_eq!(tree.contains("mach-dxcompiler-rs"), has_dxc, "{package} for {target}");
    }
}

/// Returns `true` if one of the licences that an SPDX expression offers is allowed. `cargo deny check` knows the full grammar.
fn is_allowed(expression: &str, allowed: &str) -> bool {
    let is_named = |licence: &str| allowed.contains(&format!("\"{}\"", licence.trim_matches(['(', ')', ' '])));
    expression.replace('/', " OR ").split(" OR ").any(|offered| offered.split(" AND ").all(is_named))
}

#[test]
fn every_dependency_comes_from_the_registry_under_a_licence_that_deny_toml_allows() {
    let allowed = include_str!("../deny.toml").lines().find(|line| line.starts_with("allow = ")).unwrap();
    assert!(is_allowed("MIT/GPL-3.0", allowed) && is_allowed("Zlib AND (GPL-3.0 OR MIT)", allowed) && !is_allowed("GPL-3.0", allowed));
    // On all platforms, so crates may have to be fetched that this build did not need.
    let metadata: Value = serde_json::from_str(&cargo(&["metadata", "--locked", "--format-version", "1", "--all-features"])).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100, "the dependencies were not found");
    for package in packages {
        let (name, licence) = (package["name"].as_str().unwrap(), package["license"].as_str().unwrap_or("none"));
        assert!(is_allowed(licence, allowed), "{name} has the licence {licence}");
        // The only registry that cargo knows by default; `.cargo/config.toml` names no other.
        let is_own = package["source"].is_null() && !package["manifest_path"].as_str().unwrap().contains("/registry/");
        assert!(
            is_own || package["source"].as_str().is_some_and(|source| source.starts_with("registry+")),
            "{name} comes from {}",
            package["source"]
        );
    }
}

#[test]
fn every_published_package_says_what_a_registry_shows_and_is_tried_from_its_archive() {
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--locked", "--offline", "--no-deps", "--format-version", "1"])).unwrap();
    // `publish = false` is an empty list of registries.
    let is_published = |package: &&Value| package["publish"].is_null();
    let published: Vec<&Value> = metadata["packages"].as_array().unwrap().iter().filter(is_published).collect();
    let mut names: Vec<&str> = published.iter().map(|package| package["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert!(
        include_str!("packages.sh").contains(&format!("\npackages=({})\n", names.join(" "))),
        "tests/packages.sh tries other packages: {names:?}"
    );
    for package in published {
        let name = package["name"].as_str().unwrap();
        let has = |key: &str| package[key].as_str().is_some_and(|text| !text.is_empty());
        assert!(has("description") && has("license") && has("readme") && has("rust_version"), "{name}");
        let (keywords, categories) = (package["keywords"].as_array().unwrap(), package["categories"].as_array().unwrap());
        // The registry takes five of each.
        assert!((1..=5).contains(&keywords.len()) && (1..=5).contains(&categories.len()), "{name}: {keywords:?} {categories:?}");
        let manifest = std::path::Path::new(package["manifest_path"].as_str().unwrap());
        assert!(std::fs::read_to_string(manifest).unwrap().contains("\nrepository.workspace = true\n"), "{name}");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = std::fs::read(manifest.with_file_name(licence)).unwrap_or_else(|error| panic!("{name}: {licence}: {error}"));
            assert!(own == std::fs::read(licence).unwrap(), "{name}: {licence}");
        }
        let is_documented = package["documentation"].as_str() == Some(&format!("https://docs.rs/{name}"));
        assert_eq!(is_documented, ["lacuna", "lacuna-bake"].contains(&name), "{name}: the libraries' documentation has an address");
        assert_eq!(is_documented, package["metadata"]["docs"]["rs"]["rustdoc-args"].is_array(), "{name}");
    }
}

#[test]
fn the_citation_names_the_version_that_it_is_packed_with() {
    let named = include_str!("../CITATION.cff").lines().find_map(|line| line.strip_prefix("version: "));
    assert_eq!(named, Some(env!("CARGO_PKG_VERSION")), "write the version of Cargo.toml into CITATION.cff");
}

#[test]
fn overflows_are_caught_while_tests_run() {
    let most = std::hint::black_box(u8::MAX);
    assert!(
        cfg!(debug_assertions) && std::panic::catch_unwind(|| most + 1).is_err(),
        "tests find less under this profile; run them with --profile checked"
    );
}
