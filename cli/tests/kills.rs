//! A bake that is killed at any moment leaves whole files, old or new, and touches no others.
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
use std::process::{Command, Output, Stdio};
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

    /// Checks that each file of a folder is whole, old or new, and returns the number of new ones. Beside them are only new files under hidden names, which
    /// the next bake tells of and leaves.
    #[track_caller]
    fn check(&self, folder: &Folder) -> usize {
        let files = files(folder);
        let mut news = 0;
        for (name, new) in &self.new {
            match files.get(name) {
                Some(found) if found == new => news += 1,
                Some(found) => assert!(self.case.replaces && found == OLD, "{}: {name} has {} bytes", self.case.options, found.len()),
                None => assert!(!self.case.replaces, "{}: {name} is gone", self.case.options),
            }
        }
        let others: Vec<&String> = files.keys().filter(|name| !self.new.contains_key(*name)).collect();
        assert!(others.iter().all(|name| name.starts_with(".lacuna-") && self.case.replaces), "{}: {others:?}", self.case.options);
        let next = folder.run("bake perlin --size 4 --engine cpu -o out/next.png");
        assert!(next.status.success() && others.iter().take(3).all(|name| text(&next.stderr).contains(*name)), "{}", text(&next.stderr));
        fs::remove_file(folder.path("out/next.png")).unwrap();
        assert_eq!(self::files(folder), files, "{}: the next bake changes nothing", self.case.options);
        news
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
fn random_kills_leave_whole_files_and_touch_no_others() {
    let kills = number("LACUNA_KILLS").unwrap_or(60);
    let mut random = Random::new();
    println!("LACUNA_SEED={}", random.seed);
    let ready: Vec<Ready> = CASES.iter().map(Ready::of).collect();
    let mut counts = BTreeMap::<&str, u64>::new();
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
        let kind = match ready.check(&folder) {
            0 => "old",
            news if news == ready.new.len() => "new",
            _ => "mixed",
        };
        *counts.entry(kind).or_default() += 1;
    }
    println!("{kills} kills left: {counts:?}");
}

#[test]
fn kills_of_two_bakes_into_one_folder_leave_files_that_are_whole_and_of_one_of_them_each() {
    let is_all = std::env::var("LACUNA_ALL").is_ok_and(|value| value == "1");
    if !is_all {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"only with --all: 200 kills of pairs\n");
    }
    let mut random = Random::new();
    println!("LACUNA_SEED={}", random.seed);
    let outputs: String = (0..6).map(|n| format!("outputs.o{n} = {{ channels = \"a\", format = \"r32\" }}\n")).collect();
    let recipe = format!("version = 2\nnodes.a = {{ kind = \"perlin\" }}\n{outputs}");
    let set = |folder: &Folder, frequency: u64| {
        let mut command = folder.command();
        let options = format!("bake set.toml --engine cpu --threads 1 --force --size 16 --set a.frequency={frequency} -o out/");
        command.args(options.split(' ')).stderr(Stdio::null());
        command
    };
    let new_folder = || {
        let folder = Folder::new();
        folder.write("set.toml", &recipe);
        assert!(set(&folder, 1).status().unwrap().success());
        folder
    };
    let mut whole = vec![];
    for frequency in 1..=3 {
        let folder = new_folder();
        assert!(set(&folder, frequency).status().unwrap().success());
        whole.push(files(&folder));
    }
    let began = Instant::now();
    assert!(set(&new_folder(), 2).status().unwrap().success());
    let takes = began.elapsed();
    let mut mixed = 0;
    for _ in 0..if is_all { 200 } else { 20 } {
        let folder = new_folder();
        let children = [2, 3].map(|frequency| set(&folder, frequency).spawn().unwrap());
        for mut child in children {
            wait_until(Instant::now() + takes.mul_f64(random.below(600) as f64 / 1000.0));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let found = files(&folder);
        for name in whole[0].keys() {
            assert!(whole.iter().any(|whole| whole[name] == found[name]), "{name} is no bake's");
        }
        let is_one = |whole: &Files| whole.keys().all(|name| whole[name] == found[name]);
        mixed += usize::from(!whole.iter().any(is_one));
    }
    println!("{mixed} sets are mixed");
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
fn a_kill_at_each_system_call_that_gives_names_leaves_whole_files() {
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
        let is_mixed = left.iter().any(|news| (1..ready.new.len()).contains(news));
        assert_eq!(is_mixed, ready.new.len() > 1, "{}: no kill hit the middle: {left:?}", case.options);
    }
}

#[test]
fn a_system_call_that_fails_before_the_first_name_leaves_the_old_files_and_one_after_it_says_which_are_new() {
    if !is_strace_at_hand() {
        return;
    }
    for case in &CASES[..5] {
        let ready = Ready::of(case);
        let check = |folder: &Folder, output: &Output| {
            let (news, said) = (ready.check(folder), text(&output.stderr));
            if output.status.success() {
                return assert_eq!(news, ready.new.len(), "{}: {said}", case.options);
            }
            assert_eq!(output.status.code(), Some(1), "{}: {said}", case.options);
            let new = said.split_once("; of this bake are ").and_then(|(_, rest)| rest.split_once(", and not")).map(|(new, _)| new);
            let told = new.map_or(0, |new| new.split(", ").count());
            assert_eq!(told, news, "{}: {said}", case.options);
        };
        let runs = at_each_call("error=EIO", || ready.folder(), |strace| arguments(strace, case), check);
        println!("{}: {runs} failures", case.options);
    }
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
