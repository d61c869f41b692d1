//! A disk without room for bytes or for files ends a bake with one error, and leaves the old files.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "seeds, and what is skipped")]

#[path = "common/folder.rs"]
mod folder;

use std::fs;
use std::process::Output;

use folder::{Folder, text};

/// Runs shell lines in a folder in which `disk` is a file system of its own, mounted with `options`. Returns `None` if users may not mount.
fn on_a_disk(folder: &Folder, options: &str, lines: &str) -> Option<Output> {
    fs::create_dir_all(folder.path("disk")).unwrap();
    let mount = format!("mount -t tmpfs -o {options} lacuna disk");
    let unshare = |lines: &str| folder.command_of("unshare").args(["-rm", "bash", "-c", &format!("{mount} && {lines}")]).output();
    if !unshare("true").is_ok_and(|output| output.status.success()) {
        println!("skipped: no disk can be mounted here");
        return None;
    }
    Some(unshare(&format!("lacuna={} && {lines}", env!("CARGO_BIN_EXE_lacuna"))).unwrap())
}

/// A bake of more than 64 KiB in every format.
const LARGE: [(&str, &str); 15] = [
    ("png", "perlin --size 512"),
    ("apng", "perlin --size 512 --frames 3 --animate 5"),
    ("bmp", "perlin --size 512"),
    ("dds", "perlin --size 512"),
    ("exr", "perlin --size 512"),
    ("jpeg", "white --frequency 99 --size 600"),
    ("ktx2", "perlin --size 512"),
    ("npy", "perlin --size 512"),
    ("qoi", "marble --size 512"),
    ("r16", "perlin --size 512"),
    ("r32", "perlin --size 512"),
    ("tiff", "perlin --size 512"),
    ("webp", "white --frequency 99 --size 512"),
    ("csv", "perlin --line 0,1 --size 30000"),
    ("svg", "perlin --line 0,1 --size 30000"),
];

#[test]
fn a_full_disk_leaves_the_old_file_of_every_format() {
    let folder = Folder::new();
    for (format, options) in LARGE {
        let lines = format!(
            "printf old > disk/a.{format}
            $lacuna bake {options} --engine cpu --force -o disk/a.{format}
            echo $? $(ls -A disk) $(wc -c < disk/a.{format})"
        );
        let Some(output) = on_a_disk(&folder, "size=64k", &lines) else { return };
        let said = text(&output.stderr);
        assert_eq!(text(&output.stdout).trim(), format!("1 a.{format} 3"), "{said}");
        assert!(said.contains("error: ") && said.contains(&format!("disk/a.{format}")), "{said}");
    }
}

#[test]
fn a_disk_that_gets_full_within_a_set_leaves_no_part_of_it() {
    let folder = Folder::new();
    folder.write("two.toml", "version = 2\nnodes.a = { kind = \"perlin\" }\noutputs.a = { channels = \"a\", format = \"r32\" }\noutputs.b = { channels = \"a\" }\n");
    let mut whole = 0;
    for size in (16..=128).step_by(8) {
        let lines = "$lacuna bake two.toml --size 128 --engine cpu -o disk/; echo $? $(ls -A disk)";
        let Some(output) = on_a_disk(&folder, &format!("size={size}k"), lines) else { return };
        let found = text(&output.stdout);
        assert!(["1", "0 a.r32 a.r32.json b.png"].contains(&found.trim()), "{size} KiB: {found}{}", text(&output.stderr));
        whole += usize::from(found.starts_with('0'));
    }
    assert!((1..15).contains(&whole), "{whole}");
}

#[test]
fn a_disk_without_room_for_names_leaves_all_files_or_none() {
    let folder = Folder::new();
    let mut whole = 0;
    // The folder itself takes one inode.
    for inodes in 2..9 {
        let lines = "printf old > disk/a.r32; $lacuna bake perlin --size 8 --engine cpu --force -o disk/a.r32; echo $? $(ls -A disk) $(wc -c < disk/a.r32)";
        let Some(output) = on_a_disk(&folder, &format!("size=1m,nr_inodes={inodes}"), lines) else { return };
        let found = text(&output.stdout);
        match found.trim() {
            "1 a.r32 3" => assert!(text(&output.stderr).contains("No space"), "{inodes}: {}", text(&output.stderr)),
            "0 a.r32 a.r32.json 256" => whole += 1,
            other => panic!("{inodes}: {other}\n{}", text(&output.stderr)),
        }
    }
    assert!((1..7).contains(&whole), "{whole}");
}
