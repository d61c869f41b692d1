//! Kernels that bakes keep on disk, with the drivers of the machine. Whatever is in the cache, the picture is the same.

#![allow(clippy::print_stdout, reason = "what is skipped")]

#[path = "common/folder.rs"]
mod folder;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use folder::{Folder, text};

/// Returns the command of a bake on the best adapter, with kernels kept in `cache`.
fn bake(folder: &Folder, cache: &Path, file: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command.current_dir(&folder.0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.env("LACUNA_CACHE", cache).args(["bake", "ridged", "--octaves", "3", "--size", "50", "--engine", "gpu", "--force", "-o", file]);
    command
}

/// Returns `true` if there is a Vulkan adapter: only its kernels are kept.
fn has_vulkan(folder: &Folder) -> bool {
    let output = Command::new(env!("CARGO_BIN_EXE_lacuna")).current_dir(&folder.0).arg("adapters").output().unwrap();
    let has = text(&output.stdout).contains(" vulkan ");
    if !has {
        assert!(std::env::var("LACUNA_REQUIRE_GPU").as_deref() != Ok("1"), "no adapter of Vulkan, and LACUNA_REQUIRE_GPU=1");
        println!("skipped: no adapter of Vulkan");
    }
    has
}

/// Bakes, and checks that it prints nothing but the name of the engine.
#[track_caller]
fn baked(folder: &Folder, cache: &Path) -> Vec<u8> {
    let output = bake(folder, cache, "a.r32").output().unwrap();
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said.lines().filter(|line| !line.starts_with("engine: gpu (")).count(), 0, "{said}");
    folder.read("a.r32")
}

#[test]
fn a_bake_keeps_its_kernels_where_it_is_told_and_none_where_that_is_off() {
    let folder = Folder::new();
    if !has_vulkan(&folder) {
        return;
    }
    folder.good("bake ridged --octaves 3 --size 50 --engine cpu -o cpu.r32");
    let expected = folder.read("cpu.r32");
    let cache = folder.path("cache");
    assert_eq!(baked(&folder, Path::new("off")), expected);
    assert!(!cache.exists() && !folder.path("off").exists());
    assert_eq!(baked(&folder, &cache), expected);
    let kept = folder.names_in("cache");
    assert!(!kept.is_empty() && kept.iter().all(|name| name.ends_with(".kernel")), "{kept:?}");
    assert_eq!(baked(&folder, &cache), expected);
    assert_eq!(folder.names_in("cache"), kept);
    for name in &kept {
        fs::write(cache.join(name), "lacuna kernel 1\nno").unwrap();
    }
    assert_eq!(baked(&folder, &cache), expected);
    assert!(kept.iter().all(|name| fs::metadata(cache.join(name)).unwrap().len() > 100), "they are mended");
    // A file in place of the folder.
    assert_eq!(baked(&folder, &folder.path("cpu.r32")), expected);
}

#[test]
fn bakes_at_once_share_what_they_keep() {
    let folder = Folder::new();
    if !has_vulkan(&folder) {
        return;
    }
    folder.good("bake ridged --octaves 3 --size 50 --engine cpu -o cpu.r32");
    let cache = folder.path("cache");
    let names: Vec<String> = (0..4).map(|number| format!("{number}.r32")).collect();
    let bakes: Vec<_> = names.iter().map(|name| bake(&folder, &cache, name).spawn().unwrap()).collect();
    for (bake, name) in bakes.into_iter().zip(&names) {
        let output = bake.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(folder.read(name), folder.read("cpu.r32"), "{name}");
    }
    assert!(folder.names_in("cache").iter().all(|name| name.ends_with(".kernel")));
}

/// A read-only folder, and a full disk, each a file system of its own.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_can_not_be_written_and_a_full_disk_cost_time_alone() {
    let folder = Folder::new();
    if !has_vulkan(&folder) {
        return;
    }
    folder.good("bake ridged --octaves 3 --size 50 --engine cpu -o cpu.r32");
    fs::create_dir(folder.path("disk")).unwrap();
    for options in ["size=4k", "ro"] {
        let lines = format!(
            "mount -t tmpfs -o {options} lacuna disk && LACUNA_CACHE=disk/kernels {} bake ridged --octaves 3 --size 50 --engine gpu --force -o a.r32 && find disk -type f | wc -l",
            env!("CARGO_BIN_EXE_lacuna")
        );
        let mounted = Command::new("unshare").args(["-rm", "bash", "-c", "mount -t tmpfs lacuna disk"]).current_dir(&folder.0).output();
        if !mounted.is_ok_and(|output| output.status.success()) {
            println!("skipped: no disk can be mounted here");
            return;
        }
        let output = Command::new("unshare").args(["-rm", "bash", "-c", &lines]).current_dir(&folder.0).output().unwrap();
        assert!(output.status.success(), "{options}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout).trim(), "0", "{options}: nothing is left");
        assert_eq!(folder.read("a.r32"), folder.read("cpu.r32"), "{options}");
    }
}
