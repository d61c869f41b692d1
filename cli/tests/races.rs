//! Changes by others in the folder of a running bake.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "seeds, and what is skipped")]

#[path = "common/folder.rs"]
mod folder;
#[path = "common/random.rs"]
mod random;

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use folder::{Folder, text};
use random::Random;

/// Starts a bake into the folder `out`, and waits until its files are open.
fn started(folder: &Folder, options: &str) -> Child {
    let child = folder.command().arg("bake").args(options.split(' ')).args(["--engine", "cpu"]).stderr(Stdio::piped()).spawn().unwrap();
    let out = folder.path("out").canonicalize().unwrap();
    let began = Instant::now();
    let is_open = || {
        let open = fs::read_dir(format!("/proc/{}/fd", child.id())).into_iter().flatten().flatten();
        let files = if options.contains("two.toml") { 2 } else { 1 };
        // The folder itself is open, too, while it is searched beforehand.
        open.filter_map(|fd| fs::read_link(fd.path()).ok()).filter(|path| path.starts_with(&out) && *path != out).count() >= files
    };
    while !is_open() {
        assert!(began.elapsed() < Duration::from_secs(60), "the bake does not begin");
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

/// Waits for a bake that fails, and returns its messages.
#[track_caller]
fn failed(child: Child) -> String {
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.matches("error: ").count(), 1, "{said}");
    said
}

const TWO: &str = "version = 2\nnodes.a = { kind = \"perlin\" }\noutputs.a = { channels = \"a\" }\noutputs.b = { channels = \"a\" }\n";

#[test]
fn a_folder_that_is_renamed_or_removed_while_a_bake_runs_ends_it_with_one_error() {
    for options in ["perlin --size 4000 -o out/a.png", "two.toml --size 3000 -o out/"] {
        let folder = Folder::new();
        folder.write("two.toml", TWO);
        fs::create_dir(folder.path("out")).unwrap();
        let child = started(&folder, options);
        fs::rename(folder.path("out"), folder.path("moved")).unwrap();
        assert!(failed(child).contains("out/a.png"));
        assert_eq!(folder.names_in("moved"), Vec::<String>::new());
        fs::rename(folder.path("moved"), folder.path("out")).unwrap();
        let child = started(&folder, options);
        fs::remove_dir(folder.path("out")).unwrap();
        assert!(failed(child).contains("out/a.png"));
        assert_eq!(folder.names(), ["two.toml"]);
    }
}

#[test]
fn a_folder_that_is_replaced_by_another_gets_all_files_or_none() {
    for options in ["perlin --size 4000 -o out/a.png", "two.toml --size 3000 -o out/"] {
        let folder = Folder::new();
        folder.write("two.toml", TWO);
        fs::create_dir(folder.path("out")).unwrap();
        let child = started(&folder, options);
        fs::rename(folder.path("out"), folder.path("moved")).unwrap();
        fs::create_dir(folder.path("out")).unwrap();
        let output = child.wait_with_output().unwrap();
        let all = if options.contains("two") { vec!["a.png", "b.png"] } else { vec!["a.png"] };
        let expected = if output.status.success() { all } else { vec![] };
        assert_eq!(folder.names_in("out"), expected, "{}", text(&output.stderr));
        assert_eq!(folder.names_in("moved"), Vec::<String>::new());
    }
}

#[test]
fn a_file_that_appears_under_a_final_name_stays_and_the_bake_fails() {
    for (options, name) in [("perlin --size 4000 -o out/a.png", "a.png"), ("two.toml --size 3000 -o out/", "b.png")] {
        let folder = Folder::new();
        folder.write("two.toml", TWO);
        fs::create_dir(folder.path("out")).unwrap();
        let child = started(&folder, options);
        folder.write(&format!("out/{name}"), "another's");
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("out/{name} exists")), "{said}");
        assert_eq!(folder.names_in("out"), [name]);
        assert_eq!(folder.read(&format!("out/{name}")), b"another's");
    }
}

#[test]
fn bakes_of_a_set_at_once_leave_files_that_are_whole_and_of_one_of_them_each() {
    let mut random = Random::new();
    println!("LACUNA_SEED={}", random.seed);
    let outputs: String = (0..8).map(|n| format!("outputs.o{n} = {{ channels = \"a\", format = \"r32\" }}\n")).collect();
    let recipe = format!("version = 2\nnodes.a = {{ kind = \"perlin\" }}\n{outputs}");
    for force in ["", "--force"] {
        for _ in 0..10 {
            let folder = Folder::new();
            folder.write("set.toml", &recipe);
            fs::create_dir(folder.path("out")).unwrap();
            let children = [1, 2, 3].map(|frequency| {
                let options = format!("bake set.toml --size 16 --engine cpu --set a.frequency={frequency} -o out/ {force}");
                let child = folder.command().args(options.split_whitespace()).stderr(Stdio::piped()).spawn().unwrap();
                std::thread::sleep(Duration::from_micros(random.below(4000)));
                child
            });
            let ends = children.map(|child| child.wait_with_output().unwrap());
            for end in &ends {
                let said = text(&end.stderr);
                assert!(end.status.success() || force.is_empty() && said.contains("exist"), "{force}: {said}");
            }
            assert_eq!(folder.names_in("out").len(), 16, "{:?}", folder.names_in("out"));
            for n in 0..8 {
                let facts = folder.json(&format!("out/o{n}.r32.json"));
                let frequency = facts["recipe"].as_str().unwrap().split("frequency = ").nth(1).unwrap_or("1").chars().next().unwrap();
                assert!(('1'..='3').contains(&frequency), "{facts}");
                assert_eq!(folder.read(&format!("out/o{n}.r32")).len(), 16 * 16 * 4);
            }
        }
    }
}

#[test]
fn closed_descriptors_change_no_file() {
    let folder = Folder::new();
    folder.good("bake perlin --size 16 --engine cpu -o expected.png");
    folder.good("bake perlin --size 16 --engine cpu -o expected.r32");
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    for closed in ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"] {
        for format in ["png", "r32"] {
            let line = format!("exec {lacuna} bake perlin --size 16 --engine cpu --force --range 0,0.1 -o a.r32 {closed}");
            let line =
                if format == "r32" { line } else { format!("exec {lacuna} bake perlin --size 16 --engine cpu --force -o a.png {closed}") };
            let output = folder.command_of("bash").args(["-c", &line]).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{closed}: {}", text(&output.stderr));
            assert_eq!(folder.read(&format!("a.{format}")), folder.read(&format!("expected.{format}")), "{closed}");
        }
    }
    assert_eq!(folder.names(), ["a.png", "a.r32", "a.r32.json", "expected.png", "expected.r32", "expected.r32.json"]);
}
