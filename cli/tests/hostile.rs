//! Folders and files prepared by a stranger, or with misleading names, block nothing and lose nothing.

#![cfg(target_os = "linux")]

#[path = "common/folder.rs"]
mod folder;

use std::ffi::{CString, OsStr};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use folder::{Folder, text};

const TWO: &str = "version = 2\nnodes.a = { kind = \"perlin\" }\noutputs.a = { channels = \"a\" }\noutputs.b = { channels = \"a\" }\n";

/// Waits for a process that should end soon.
#[track_caller]
fn soon(mut child: Child) -> Output {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("it hangs: {}", text(&child.wait_with_output().unwrap().stderr));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

/// Runs a command that should end soon.
#[track_caller]
fn run(mut command: Command) -> Output {
    soon(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

#[track_caller]
fn run_line(folder: &Folder, line: &str) -> (Option<i32>, String) {
    let mut command = folder.command();
    command.args(line.split(' '));
    let output = run(command);
    (output.status.code(), text(&output.stderr))
}

fn pipe(folder: &Folder, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.path(name)).status().unwrap().success());
}

fn is_root(folder: &Folder) -> bool {
    fs::metadata(folder.path(".")).unwrap().uid() == 0
}

const SET: &str = "bake two.toml --size 16 --engine cpu --force -o out/";

fn with_set() -> Folder {
    let folder = Folder::new();
    folder.write("two.toml", TWO);
    fs::create_dir(folder.path("out")).unwrap();
    folder
}

#[test]
fn what_lies_under_a_name_that_a_bake_uses_in_between_holds_no_set_up() {
    let plant: [fn(&Folder); 3] = [
        |folder| symlink("nowhere", folder.path("out/.lacuna-givesnames")).unwrap(),
        |folder| pipe(folder, "out/.lacuna-givesnames"),
        |folder| {
            for name in ["set-0123456789", "done-0123456789", "0123456789", "old-0123456789-0"] {
                pipe(folder, &format!("out/.lacuna-{name}"));
            }
        },
    ];
    for plant in plant {
        let folder = with_set();
        plant(&folder);
        let before = folder.names_in("out");
        let (code, said) = run_line(&folder, SET);
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(folder.names_in("out"), [before, vec!["a.png".to_owned(), "b.png".to_owned()]].concat());
    }
}

#[test]
fn what_another_user_left_holds_no_set_up() {
    let folder = with_set();
    if !is_root(&folder) {
        return;
    }
    folder.write("out/.lacuna-givesnames", "");
    fs::set_permissions(folder.path("out/.lacuna-givesnames"), fs::Permissions::from_mode(0o600)).unwrap();
    for path in [".", "out"] {
        fs::set_permissions(folder.path(path), fs::Permissions::from_mode(0o777)).unwrap();
    }
    let mut command = folder.command();
    command.args(SET.split(' ')).uid(65534).gid(65534);
    let Ok(child) = command.stderr(Stdio::piped()).spawn() else { return };
    let output = soon(child);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(folder.names_in("out"), [".lacuna-givesnames", "a.png", "b.png"]);
}

#[test]
fn a_folder_that_another_user_has_locked_takes_a_bake() {
    let folder = with_set();
    let mut flock = Command::new("flock");
    flock.arg(folder.path("out")).args(["-c", "echo; cat"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    if is_root(&folder) {
        for path in [".", "out"] {
            fs::set_permissions(folder.path(path), fs::Permissions::from_mode(0o755)).unwrap();
        }
        flock.uid(65534).gid(65534);
    }
    let Ok(mut locker) = flock.spawn() else { return };
    let mut line = String::new();
    BufReader::new(locker.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "\n", "the folder is locked");
    let (code, said) = run_line(&folder, SET);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(folder.names_in("out"), ["a.png", "b.png"]);
    drop(locker.stdin.take());
    locker.wait().unwrap();
}

/// Starts a bake whose parent ignores a signal, sends it the signal, and returns its exit code.
fn signalled(ignored: &str, sent: &str) -> Option<i32> {
    let folder = Folder::new();
    let line = format!("trap '' {ignored}; exec {} bake perlin --size 12000 --engine cpu -o a.png", env!("CARGO_BIN_EXE_lacuna"));
    let mut child = folder.command_of("bash").args(["-c", &line]).stderr(Stdio::piped()).spawn().unwrap();
    // The first line says which engine evaluates; the handler is there soon after it, and long before the end.
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert!(Command::new("kill").args([&format!("-{sent}"), &child.id().to_string()]).status().unwrap().success());
    let code = child.wait().unwrap().code();
    assert_eq!(folder.names().len(), usize::from(code == Some(0)), "{ignored} {sent}");
    code
}

#[test]
fn signals_that_the_parent_ignores_stay_ignored_and_others_end_a_bake() {
    for (ignored, sent, code) in [("HUP", "HUP", 0), ("INT", "INT", 0), ("HUP", "INT", 1), ("INT", "HUP", 1)] {
        assert_eq!(signalled(ignored, sent), Some(code), "{ignored} is ignored, {sent} is sent");
    }
}

/// Returns the entry of a file in a journal.
fn told(folder: &Folder, name: &str) -> String {
    let found = fs::metadata(folder.path(name)).unwrap();
    let modified = found.mtime() * 1_000_000_000 + found.mtime_nsec();
    let name = fs::canonicalize(folder.path(name)).unwrap().file_name().unwrap().as_bytes().to_vec();
    format!(r#"{{"name":{{"Unix":{name:?}}},"new":{{"number":{},"bytes":{},"modified":{modified}}},"old":null}}"#, found.ino(), found.len())
}

#[test]
fn what_a_stranger_put_into_a_folder_makes_no_bake_remove_a_file() {
    let folder = with_set();
    for name in ["out/precious", "out/other", "out/.lacuna-abcdefghij", "out/.lacuna-old-abcdefghij-0"] {
        folder.write(name, "precious");
    }
    std::thread::sleep(Duration::from_millis(20));
    let journal = format!("[{},{}]", told(&folder, "out/precious"), told(&folder, "out/other"));
    folder.write("out/.lacuna-set-0123456789", &journal);
    folder.write("out/.lacuna-done-abcdefghij", &journal);
    let before = folder.names_in("out");
    for line in [SET, "bake perlin --size 4 --engine cpu -o out/next.png"] {
        let (code, said) = run_line(&folder, line);
        assert_eq!(code, Some(0), "{said}");
        let after = folder.names_in("out");
        assert!(before.iter().all(|name| after.contains(name)), "{after:?}");
        assert_eq!(folder.read("out/precious"), b"precious");
    }
}

#[test]
fn a_thousand_journals_of_an_older_version_do_nothing() {
    let folder = with_set();
    folder.write("out/precious", "precious");
    let journal = format!("[{}]", told(&folder, "out/precious"));
    for number in 0..1000 {
        folder.write(&format!("out/.lacuna-set-{number:010}"), &journal);
    }
    let before = folder.names_in("out");
    let (code, said) = run_line(&folder, SET);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(folder.names_in("out").len(), before.len() + 2);
    assert_eq!(folder.read("out/precious"), b"precious");
}

fn set_attribute(folder: &Folder, name: &str, attribute: &str, value: &[u8]) -> bool {
    let path = CString::new(folder.path(name).as_os_str().as_bytes()).unwrap();
    let attribute = CString::new(attribute).unwrap();
    // SAFETY: both texts end in a zero, and the length is that of the value.
    unsafe { libc::setxattr(path.as_ptr(), attribute.as_ptr(), value.as_ptr().cast(), value.len(), 0) == 0 }
}

fn attribute(folder: &Folder, name: &str, attribute: &str) -> Vec<u8> {
    let path = CString::new(folder.path(name).as_os_str().as_bytes()).unwrap();
    let attribute = CString::new(attribute).unwrap();
    let mut value = vec![0; 64];
    // SAFETY: both texts end in a zero, and the length is that of the buffer.
    let length = unsafe { libc::getxattr(path.as_ptr(), attribute.as_ptr(), value.as_mut_ptr().cast(), value.len()) };
    value.truncate(usize::try_from(length).unwrap_or(0));
    value
}

#[test]
fn a_replaced_file_keeps_its_group_and_attributes_and_runs_as_nobody_else() {
    let folder = Folder::new();
    for mode in [0o4755, 0o2755, 0o6777, 0o600, 0o640] {
        folder.write("a.png", "old");
        let is_root = is_root(&folder);
        if is_root {
            chown(folder.path("a.png"), Some(12345), Some(54321)).unwrap();
        }
        fs::set_permissions(folder.path("a.png"), fs::Permissions::from_mode(mode)).unwrap();
        let has_attributes = set_attribute(&folder, "a.png", "user.note", b"kept");
        let (code, said) = run_line(&folder, "bake perlin --size 32 --engine cpu --force -o a.png");
        assert_eq!(code, Some(0), "{said}");
        let found = fs::metadata(folder.path("a.png")).unwrap();
        assert_eq!(found.mode() & 0o7777, mode & 0o777, "{mode:o}");
        assert!(!is_root || found.gid() == 54321, "{}", found.gid());
        assert!(!has_attributes || attribute(&folder, "a.png", "user.note") == b"kept");
        assert!(!said.contains("note: "), "{said}");
    }
}

#[test]
fn a_group_that_can_not_be_kept_is_told_and_nobody_may_do_more_than_before() {
    let folder = Folder::new();
    if !is_root(&folder) {
        return;
    }
    fs::set_permissions(folder.path("."), fs::Permissions::from_mode(0o777)).unwrap();
    folder.write("a.png", "old");
    chown(folder.path("a.png"), Some(65534), Some(54321)).unwrap();
    fs::set_permissions(folder.path("a.png"), fs::Permissions::from_mode(0o664)).unwrap();
    let mut command = folder.command();
    command.args("bake perlin --size 4 --engine cpu --force -o a.png".split(' ')).uid(65534).gid(65534);
    let Ok(child) = command.stderr(Stdio::piped()).spawn() else { return };
    let output = soon(child);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("group 54321"), "{}", text(&output.stderr));
    let found = fs::metadata(folder.path("a.png")).unwrap();
    assert_eq!((found.gid(), found.mode() & 0o7777), (65534, 0o644));
}

#[test]
fn standard_output_that_is_closed_is_an_error_where_something_goes_there() {
    let folder = Folder::new();
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    for line in [
        "bake perlin --size 4 --engine cpu --format r32 -o -",
        "bake perlin --size 4 --engine cpu --format r32 -o /dev/stdout",
        "bake perlin --size 4 --engine cpu --json -o a.png",
        "show perlin",
        "sample perlin --at 0.5",
    ] {
        let mut command = folder.command_of("bash");
        command.args(["-c", &format!("exec {lacuna} {line} >&-")]);
        let output = run(command);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        assert!(said.contains("error: ") && said.contains("standard output"), "{line}: {said}");
        assert_eq!(folder.names(), Vec::<String>::new());
    }
    // A destination that takes everything, on request.
    let mut command = folder.command();
    command.args("bake perlin --size 4 --engine cpu --format r32 -o -".split(' ')).stdout(Stdio::null());
    assert!(soon(command.spawn().unwrap()).status.success());
}

#[test]
fn a_pipe_in_place_of_a_file_that_is_read_or_of_facts_is_refused() {
    let folder = Folder::new();
    folder.write("real.r32", "");
    for name in ["a.toml", "a.png", "a.r32", "a", "a.r32.json", "real.r32.json"] {
        pipe(&folder, name);
    }
    let before = folder.names();
    for source in ["a.toml", "a.png", "a.r32", "a", "a.r32.json", "real.r32", "/dev/zero.png/../zero", "/dev/zero"] {
        let (code, said) = run_line(&folder, &format!("show {source}"));
        assert_eq!((code, said.matches("error: ").count()), (Some(2), 1), "{source}: {said}");
    }
    let (code, said) = run_line(&folder, "bake perlin --size 4 --engine cpu --force -o real.r32");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("real.r32.json"), "{said}");
    assert_eq!((folder.names(), folder.read("real.r32")), (before, vec![]));
}

#[test]
fn a_source_may_have_any_name_that_a_file_can_have() {
    let folder = Folder::new();
    for name in [&b"\xff\xfe.png"[..], b"\xff.r32", b"\xff"] {
        let name = OsStr::from_bytes(name);
        let with = |before: &str, name: &OsStr, after: &str| {
            let mut command = folder.command();
            command.args(before.split(' ')).arg(name).args(after.split_whitespace());
            let output = run(command);
            assert_eq!(output.status.code(), Some(0), "{before}: {}", text(&output.stderr));
        };
        with("bake perlin --seed 7 --size 4 --engine cpu --format r32 -o", OsStr::new("expected.r32"), "--force");
        let format = if name.as_bytes().ends_with(b"r32") { "r32" } else { "png" };
        with(&format!("bake perlin --seed 7 --size 4 --engine cpu --format {format} -o"), name, "");
        with("show", name, "");
        with("sample", name, "--at 0.5");
        with("statistics --samples 64", name, "");
        with("bake", name, "--format r32 --engine cpu --force -o again.r32");
        assert_eq!(folder.read("again.r32"), folder.read("expected.r32"));
    }
}

#[test]
fn facts_that_are_missing_are_told_by_their_own_name() {
    let folder = Folder::new();
    folder.good("bake perlin --size 4 --engine cpu -o a.r32");
    fs::remove_file(folder.path("a.r32.json")).unwrap();
    let said = folder.bad(2, "show a.r32");
    assert!(said.contains("a.r32.json"), "{said}");
    for line in ["show none.r32", "bake none.r32 -o x.png"] {
        let said = folder.bad(2, line);
        assert!(said.contains("none.r32") && !said.contains(".json"), "{said}");
    }
    fs::create_dir(folder.path("a.r32.json")).unwrap();
    let said = folder.bad(2, "show a.r32");
    assert!(said.contains("a.r32.json"), "{said}");
}
