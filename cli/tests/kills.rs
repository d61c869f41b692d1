//! A bake that is killed at any moment leaves whole files, old or new. The next bake into the folder removes whatever else it leaves.
//!
//! `LACUNA_KILLS` is the number of random kills, 60 by default, and `LACUNA_SEED` their seed.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "seeds, and what is skipped")]

#[path = "common/folder.rs"]
mod folder;
#[path = "common/random.rs"]
mod random;

use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use folder::{Folder, text};
use random::Random;

const TWO: &str = r#"
version = 2
nodes.a = { kind = "perlin" }
outputs.a = { channels = "a" }
outputs.b = { channels = "a", format = "r32" }
"#;

/// A bake into the folder `out`.
struct Case {
    options: &'static str,
    /// Set if there are old files, which are replaced.
    replaces: bool,
}

/// A file, a set, tiles, slices and a volume, over old files and without.
const CASES: [Case; 8] = [
    Case { options: "perlin --size 800 -o out/a.png", replaces: true },
    Case { options: "perlin --size 800 -o out/a.png", replaces: false },
    Case { options: "perlin --size 800 -o out/a.r32", replaces: true },
    Case { options: "two.toml --size 600 -o out/", replaces: true },
    Case { options: "two.toml --size 600 -o out/", replaces: false },
    Case { options: "perlin --size 200 --tiles 3x2 -o out/land.png", replaces: true },
    Case { options: "perlin --volume 96x96x8 --box 0,0,0,8,8,1 --slices -o out/cloud.png", replaces: true },
    Case { options: "perlin --volume 64 -o out/cloud.ktx2", replaces: true },
];

const OLD: &[u8] = b"precious";

type Files = BTreeMap<String, Vec<u8>>;

/// A case with its expected files and its duration.
struct Ready {
    case: &'static Case,
    new: Files,
    takes: Duration,
}

/// The state of a set: all files old, all files new, or some of each.
#[derive(Debug, PartialEq)]
enum FileSet {
    Old,
    New,
    Mixed,
}

impl Ready {
    fn of(case: &'static Case) -> Self {
        let folder = folder_for(case, &[]);
        let began = Instant::now();
        let output = command(&folder, case).output().unwrap();
        assert!(output.status.success(), "{}: {}", case.options, text(&output.stderr));
        let takes = began.elapsed();
        Self { case, new: files(&folder), takes }
    }

    fn folder(&self) -> Folder {
        let names: Vec<&String> = self.new.keys().collect();
        folder_for(self.case, if self.case.replaces { &names } else { &[] })
    }

    /// Classifies the files of a folder, and checks that each one with a final name is whole.
    #[track_caller]
    fn found(&self, folder: &Folder) -> FileSet {
        let files = files(folder);
        let mut news = 0;
        for (name, new) in &self.new {
            match files.get(name) {
                Some(found) if found == new => news += 1,
                Some(found) => assert!(self.case.replaces && found == OLD, "{}: {name} has {} bytes", self.case.options, found.len()),
                None => assert!(!self.case.replaces, "{}: {name} is gone", self.case.options),
            }
        }
        let others = files.keys().filter(|name| !self.new.contains_key(*name) && !name.starts_with(".lacuna-")).collect::<Vec<_>>();
        assert!(others.is_empty(), "{}: {others:?}", self.case.options);
        match news {
            0 => FileSet::Old,
            news if news == self.new.len() => FileSet::New,
            _ => FileSet::Mixed,
        }
    }

    /// Checks the leftovers of a killed bake, and those after the next bake into the folder. Returns the state that the killed bake left.
    #[track_caller]
    fn check(&self, folder: &Folder) -> FileSet {
        let left = self.found(folder);
        let is_told = files(folder).keys().any(|name| name.starts_with(".lacuna-set-"));
        assert!(
            left != FileSet::Mixed || is_told,
            "{}: nothing tells that the set is mixed: {:?}",
            self.case.options,
            folder.names_in("out")
        );
        folder.good("bake perlin --size 4 --engine cpu -o out/next.r16");
        fs::remove_file(folder.path("out/next.r16")).unwrap();
        fs::remove_file(folder.path("out/next.r16.json")).unwrap();
        let after = self.found(folder);
        // A whole set stays, unless its bake was killed before it could mark it as whole.
        assert!(after == left || (after == FileSet::Old && is_told), "{}: {after:?} after {left:?}", self.case.options);
        let hidden: Vec<_> = files(folder).into_keys().filter(|name| name.starts_with('.')).collect();
        assert!(hidden.is_empty(), "{}: {hidden:?}", self.case.options);
        left
    }
}

fn folder_for(case: &Case, old: &[&String]) -> Folder {
    let folder = Folder::new();
    folder.write("two.toml", TWO);
    fs::create_dir(folder.path("out")).unwrap();
    old.iter().for_each(|name| fs::write(folder.path(&format!("out/{name}")), OLD).unwrap());
    assert!(old.is_empty() || case.replaces);
    folder
}

fn files(folder: &Folder) -> Files {
    folder.names_in("out").into_iter().map(|name| (name.clone(), folder.read(&format!("out/{name}")))).collect()
}

fn command(folder: &Folder, case: &Case) -> Command {
    let mut command = folder.command();
    arguments(&mut command, case);
    command
}

fn arguments(command: &mut Command, case: &Case) {
    command.arg("bake").args(case.options.split(' ')).args(["--engine", "cpu", "--threads", "2"]);
    if case.replaces {
        command.arg("--force");
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable}: {text} is no whole number")))
}

/// Waits until a time, without sleeping past it.
fn wait_until(time: Instant) {
    while Instant::now() < time {
        std::hint::spin_loop();
    }
}

#[test]
fn random_kills_leave_whole_files_and_nothing_else_after_the_next_bake() {
    let kills = number("LACUNA_KILLS").unwrap_or(60);
    let mut random = Random::new();
    println!("LACUNA_SEED={}", random.seed);
    let ready: Vec<Ready> = CASES.iter().map(Ready::of).collect();
    let mut counts = BTreeMap::<String, u64>::new();
    for kill in 0..kills {
        let ready = &ready[kill as usize % ready.len()];
        let folder = ready.folder();
        let signal = ["KILL", "TERM", "INT", "HUP"][random.below(4) as usize];
        let began = Instant::now();
        let mut child = command(&folder, ready.case).stderr(Stdio::null()).spawn().unwrap();
        if random.below(3) == 0 {
            // Soon after the first file is named.
            let is_over = || began.elapsed() > Duration::from_secs(20);
            let names = if ready.case.replaces { ready.new.len() } else { 0 };
            while folder.names_in("out").len() == names && child.try_wait().unwrap().is_none() && !is_over() {}
            wait_until(Instant::now() + Duration::from_micros(random.below(1500)));
        } else {
            wait_until(began + ready.takes.mul_f64(random.below(1100) as f64 / 1000.0));
        }
        if signal == "KILL" {
            child.kill().unwrap();
        } else {
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
        }
        child.wait().unwrap();
        *counts.entry(format!("{:?}", ready.check(&folder))).or_default() += 1;
    }
    println!("{kills} kills left: {counts:?}");
}

fn journals(folder: &Folder) -> Vec<String> {
    folder.names_in("out").into_iter().filter(|name| name.starts_with(".lacuna-set-")).collect()
}

/// Waits until a bake names its files in `out`, or has ended.
fn wait_for_names(folder: &Folder, child: &mut Child) {
    let (began, before) = (Instant::now(), journals(folder));
    let is_naming = || journals(folder).iter().any(|name| !before.contains(name));
    while child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_secs(20) && !is_naming() {}
}

#[test]
fn kills_of_two_bakes_of_a_set_leave_one_whole_set_after_the_next_bake() {
    let is_all = std::env::var("LACUNA_ALL").is_ok_and(|value| value == "1");
    if !is_all {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"only with --all: 200 kills of pairs\n");
    }
    let mut random = Random::new();
    println!("LACUNA_SEED={}", random.seed);
    let outputs: String = (0..6).map(|n| format!("outputs.o{n} = {{ channels = \"a\", format = \"r32\" }}\n")).collect();
    let recipe = format!("version = 2\nnodes.a = {{ kind = \"perlin\" }}\n{outputs}");
    let set = |folder: &Folder, frequency: u64, size: u64| {
        let mut command = folder.command();
        let options = format!("bake set.toml --engine cpu --threads 1 --force --size {size} --set a.frequency={frequency} -o out/");
        command.args(options.split(' ')).stderr(Stdio::null());
        command
    };
    let new_folder = || {
        let folder = Folder::new();
        folder.write("set.toml", &recipe);
        fs::create_dir(folder.path("out")).unwrap();
        folder
    };
    // The old files, those of the bake that is killed first, and those of the other, which is about to name its files when the first is killed.
    let bakes = [(1, 16), (2, 16), (3, 600)];
    let whole = bakes.map(|(frequency, size)| {
        let folder = new_folder();
        assert!(set(&folder, frequency, size).status().unwrap().success());
        files(&folder)
    });
    let mut counts = [0; 3];
    let mut cut = 0;
    for _ in 0..if is_all { 200 } else { 20 } {
        let folder = new_folder();
        assert!(set(&folder, 1, 16).status().unwrap().success());
        let mut second = set(&folder, 3, 600).spawn().unwrap();
        wait_until(Instant::now() + Duration::from_micros(random.below(20_000)));
        let mut first = set(&folder, 2, 16).spawn().unwrap();
        wait_for_names(&folder, &mut first);
        wait_until(Instant::now() + Duration::from_micros(random.below(800)));
        first.kill().unwrap();
        first.wait().unwrap();
        wait_for_names(&folder, &mut second);
        wait_until(Instant::now() + Duration::from_micros(random.below(800)));
        second.kill().unwrap();
        second.wait().unwrap();
        cut += usize::from(!whole.contains(&files(&folder)));
        folder.good("bake perlin --size 4 --engine cpu -o out/next.png");
        fs::remove_file(folder.path("out/next.png")).unwrap();
        let found = files(&folder);
        let names: Vec<_> = found.keys().collect();
        let of = whole.iter().position(|whole| *whole == found);
        counts[of.unwrap_or_else(|| panic!("files of several sets, or others: {names:?}"))] += 1;
    }
    println!("{cut} sets were cut; left: {counts:?} of the old files, the first bake and the second");
    assert!(cut > 0, "no kill hit a set while it got its names");
}

/// The system calls of naming, and of the steps around it.
const NAMING: [&str; 8] = ["linkat", "link", "rename", "renameat", "renameat2", "unlink", "unlinkat", "fsync"];

fn is_strace_at_hand() -> bool {
    let is_at_hand = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).output().is_ok_and(|output| output.status.success());
    if !is_at_hand {
        println!("skipped: strace is not at hand");
    }
    is_at_hand
}

/// Runs a command line once per system call of naming, and applies `action` at the first call, then at the second and so on, until there are no more.
/// Returns the number of runs.
fn at_each_call(
    action: &str,
    mut folder: impl FnMut() -> Folder,
    arguments: impl Fn(&mut Command),
    mut check: impl FnMut(&Folder, &Output),
) -> usize {
    let mut runs = 0;
    for call in NAMING {
        for time in 1.. {
            let folder = folder();
            let log = folder.path("calls");
            let mut strace = folder.command_of("strace");
            strace.args(["-f", "-qq", "-e", &format!("trace={call}"), "-e", &format!("inject={call}:{action}:when={time}"), "-o"]);
            strace.arg(&log).arg(env!("CARGO_BIN_EXE_lacuna"));
            arguments(&mut strace);
            let output = strace.output().unwrap();
            let calls = fs::read_to_string(&log).unwrap();
            check(&folder, &output);
            if output.status.success() && !calls.contains("INJECTED") {
                break;
            }
            runs += 1;
            assert!(time < 100, "it does not end: {calls}");
        }
    }
    runs
}

#[test]
fn a_kill_at_each_system_call_that_gives_names_leaves_a_set_that_the_next_bake_makes_whole() {
    if !is_strace_at_hand() {
        return;
    }
    // A file, a file with a sidecar, and sets.
    for case in &CASES[..5] {
        let ready = Ready::of(case);
        let mut left = vec![];
        let runs =
            at_each_call("signal=KILL", || ready.folder(), |strace| arguments(strace, case), |folder, _| left.push(ready.check(folder)));
        println!("{}: killed at {runs} system calls", case.options);
        let is_mixed = left.contains(&FileSet::Mixed);
        assert_eq!(is_mixed, ready.new.len() > 1, "{}: no kill hit the middle: {left:?}", case.options);
    }
}

#[test]
fn a_system_call_that_fails_while_names_are_given_leaves_the_old_files() {
    if !is_strace_at_hand() {
        return;
    }
    for case in &CASES[..5] {
        let ready = Ready::of(case);
        let check = |folder: &Folder, output: &Output| {
            let found = ready.found(folder);
            // The next bake removes a file that could not be removed.
            let expected = if output.status.success() { FileSet::New } else { FileSet::Old };
            assert_eq!(found, expected, "{}: {}", case.options, text(&output.stderr));
            assert!(output.status.success() || text(&output.stderr).contains("error: "), "{}", text(&output.stderr));
            assert_eq!(ready.check(folder), found);
        };
        let runs = at_each_call("error=EIO", || ready.folder(), |strace| arguments(strace, case), check);
        println!("{}: {runs} failures", case.options);
    }
}

#[test]
fn a_bake_that_is_killed_while_it_takes_back_another_leaves_it_to_the_next() {
    if !is_strace_at_hand() {
        return;
    }
    let ready = Ready::of(&CASES[3]);
    let cut = || {
        let folder = ready.folder();
        let mut strace = folder.command_of("strace");
        strace.args([
            "-f",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            "trace=rename",
            "-e",
            "inject=rename:signal=KILL:when=2",
            env!("CARGO_BIN_EXE_lacuna"),
        ]);
        arguments(&mut strace, ready.case);
        assert!(!strace.output().unwrap().status.success());
        assert_eq!(ready.found(&folder), FileSet::Mixed);
        folder
    };
    let next = |strace: &mut Command| {
        strace.args("bake perlin --size 4 --engine cpu --force -o out/next.r16".split(' '));
    };
    let check = |folder: &Folder, _: &Output| {
        for name in ["out/next.r16", "out/next.r16.json"] {
            let _ = fs::remove_file(folder.path(name));
        }
        ready.check(folder);
        assert_eq!(ready.found(folder), FileSet::Old);
    };
    println!("{} kills", at_each_call("signal=KILL", cut, next, check));
}

#[test]
fn a_stream_that_is_cut_leaves_nothing_in_any_folder() {
    let mut random = Random::new();
    println!("LACUNA_SEED={}", random.seed);
    // TIFF is written through a temporary file.
    for format in ["r32", "png", "tiff"] {
        let folder = Folder::new();
        let mut command = folder.command();
        command.args(["bake", "perlin", "--size", "700", "--engine", "cpu", "-o", "-", "--format", format]);
        command.env("TMPDIR", folder.path(".")).stdout(Stdio::piped()).stderr(Stdio::null());
        let began = Instant::now();
        let whole = command.output().unwrap();
        let takes = began.elapsed();
        assert!(whole.status.success(), "{format}");
        for signal in ["KILL", "TERM", "INT", "HUP"] {
            let child = command.spawn().unwrap();
            wait_until(Instant::now() + takes.mul_f64(random.below(1000) as f64 / 1000.0));
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
            let cut = child.wait_with_output().unwrap();
            assert!(whole.stdout.starts_with(&cut.stdout), "{format} {signal}");
            // Exit code 0 means a whole stream.
            assert!(!cut.status.success() || cut.stdout == whole.stdout, "{format} {signal}");
            assert_eq!(folder.names(), Vec::<String>::new(), "{format} {signal}");
        }
    }
}
