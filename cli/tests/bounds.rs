//! Inputs that exhaust time or memory in other programs take little here, or are refused.

#![cfg(target_os = "linux")]

#[path = "common/folder.rs"]
mod folder;

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use folder::{Folder, text};

/// Runs a command line with at most `kibibytes` KiB of memory, within many times the time that it takes on an idle machine.
#[track_caller]
fn within(folder: &Folder, kibibytes: u32, seconds: u64, line: &str) -> Output {
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    let script = format!("ulimit -v {kibibytes} || exit 99; exec {lacuna} {line}");
    let started = Instant::now();
    let output = folder.command_of("bash").args(["-c", &script]).output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(seconds), "{line}: {:?}", started.elapsed());
    assert!(!text(&output.stderr).contains("panicked"), "{line}: {}", text(&output.stderr));
    output
}

#[test]
fn sources_without_an_end_are_read_as_far_as_they_can_be_one() {
    let folder = Folder::new();
    for name in ["a.toml", "a.png", "a.ktx2", "a.exr", "a.json", "a.r32.json"] {
        symlink("/dev/zero", folder.path(name)).unwrap();
        let output = within(&folder, 200_000, 30, &format!("show {name}"));
        assert_eq!(output.status.code(), Some(2), "{name}: {}", text(&output.stderr));
    }
    for format in ["png", "ktx2", "exr"] {
        folder.good(&format!("bake value --size 8 -o b.{format}"));
        let whole = folder.good(&format!("show b.{format}"));
        // Append a hole of which no byte is on the disk.
        fs::OpenOptions::new().write(true).open(folder.path(&format!("b.{format}"))).unwrap().set_len(1 << 40).unwrap();
        let output = within(&folder, 200_000, 30, &format!("show b.{format}"));
        assert_eq!(text(&output.stdout), whole, "{format}: {}", text(&output.stderr));
        fs::File::create(folder.path(&format!("c.{format}"))).unwrap().set_len(1 << 40).unwrap();
        let output = within(&folder, 200_000, 30, &format!("show c.{format}"));
        assert_eq!(output.status.code(), Some(2), "{format}: {}", text(&output.stderr));
    }
}

#[test]
fn the_widest_blur_takes_little_for_a_pixel_and_no_more_memory_than_there_is() {
    let folder = Folder::new();
    folder.write(
        "blur.toml",
        "version = 2\nnodes.a = { kind = \"perlin\" }\noutputs.a = { channels = \"a\", blur = { radius = 256, passes = 16 } }\n",
    );
    let output = within(&folder, 450_000, 60, "bake blur.toml --size 1 --threads 1 --engine cpu -o a.r32");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = within(&folder, 60_000, 60, "bake blur.toml --size 65536x64 --threads 1 --engine cpu -o b.r32");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("memory"), "{}", text(&output.stderr));
    assert_eq!(folder.names(), ["a.r32", "a.r32.json", "blur.toml"]);
}

#[test]
fn long_lists_of_points_and_long_rows_on_circles_are_sampled_in_bounded_memory() {
    let folder = Folder::new();
    let lines: String =
        (0..100_000).map(|number| format!("{},{}\n", f64::from(number) / 1000.0, f64::from(number % 317) / 100.0)).collect();
    let started = Instant::now();
    let mut child =
        folder.command().args("sample planet --engine cpu".split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success() && text(&output.stdout).lines().count() == 100_000);
    // Two minutes if each point had tables of its own.
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
    let output = within(&folder, 400_000, 40, "bake torus --size 1048576x1 --region 0,0,8,1 --threads 1 --engine cpu -o a.r32");
    assert_eq!((output.status.code(), folder.read("a.r32").len()), (Some(0), 4 << 20), "{}", text(&output.stderr));
}
