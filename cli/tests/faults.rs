//! A failure in the middle of a bake leaves the old files, and nothing else.

#![cfg(unix)]
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports, reason = "most of the tests are for Linux"))]

#[path = "common/folder.rs"]
mod folder;

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use folder::{Folder, text};

const FOUR: &str = r#"
version = 2
nodes.a = { kind = "perlin" }
outputs.a = { channels = "a" }
outputs.b = { channels = "a" }
outputs.c = { channels = "a" }
outputs.d = { channels = "a" }
"#;

fn four_old_files() -> Folder {
    let folder = Folder::new();
    folder.write("four.toml", FOUR);
    fs::create_dir(folder.path("all")).unwrap();
    for name in ["a", "b", "c", "d"] {
        folder.write(&format!("all/{name}.png"), "precious");
    }
    folder
}

#[track_caller]
fn assert_old(folder: &Folder) {
    assert_eq!(folder.names_in("all"), ["a.png", "b.png", "c.png", "d.png"]);
    for name in ["a", "b", "c", "d"] {
        assert_eq!(folder.read(&format!("all/{name}.png")), b"precious", "{name}");
    }
}

#[cfg(target_os = "linux")]
/// Starts a bake of all four files, and waits until they are open.
fn started(folder: &Folder, size: u32) -> Child {
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    let options = format!("bake four.toml -o all/ --force --size {size} --threads 2 --engine cpu");
    let child = folder.command_of(lacuna).args(options.split(' ')).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    let is_open = || {
        let fds = format!("/proc/{}/fd", child.id());
        let open = fs::read_dir(fds).into_iter().flatten().flatten().filter_map(|fd| fs::read_link(fd.path()).ok());
        open.filter(|path| path.starts_with(folder.path("all").canonicalize().unwrap())).count() >= 4
    };
    while !is_open() {
        assert!(began.elapsed() < Duration::from_secs(60), "the bake does not begin");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(target_os = "linux")]
#[test]
fn signals_leave_the_old_files_and_no_temporary_ones() {
    for signal in ["INT", "TERM", "HUP", "KILL"] {
        let folder = four_old_files();
        let child = started(&folder, 20_000);
        let sent = Instant::now();
        Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(sent.elapsed() < Duration::from_secs(10), "SIG{signal}: {:?}", sent.elapsed());
        if signal != "KILL" {
            assert_eq!(output.status.code(), Some(1), "{signal}");
            assert!(text(&output.stderr).contains("interrupted"), "{}", text(&output.stderr));
        }
        assert_old(&folder);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn two_signals_at_once_leave_no_temporary_file() {
    let folder = four_old_files();
    let child = started(&folder, 20_000);
    for _ in 0..2 {
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    }
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(1));
    assert_old(&folder);
}

#[cfg(target_os = "linux")]
#[test]
fn short_memory_leaves_the_old_files() {
    let folder = four_old_files();
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    for (limit, options) in [
        ("400000", "--size 30000000x1 --region 0,0,8,1 --threads 1"),
        ("300000", "--size 12000 --format webp"),
        ("300000", "--size 12000 --format ktx2"),
    ] {
        let script = format!("ulimit -v {limit}; exec {lacuna} bake four.toml -o all/ --force --engine cpu {options}");
        let output = folder.command_of("bash").args(["-c", &script]).output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{options}");
        assert_old(&folder);
    }
}

/// Runs the command under a limit of the shell.
#[cfg(target_os = "linux")]
fn limited(folder: &Folder, limit: &str, line: &str) -> std::process::Output {
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    folder.command_of("bash").args(["-c", &format!("ulimit {limit} || exit 99; exec {lacuna} {line}")]).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_that_does_not_fit_into_memory_is_an_error_in_every_format() {
    let folder = Folder::new();
    folder.write("three.toml", "version = 2\noutput = [\"a\", \"a\", \"a\"]\nnodes.a = { kind = \"perlin\" }\n");
    let mut failed = 0;
    for (format, is_whole) in [
        ("png", false),
        ("r32", false),
        ("exr", false),
        ("tiff", false),
        ("npy", false),
        ("ktx2", true),
        ("dds", true),
        ("webp", true),
        ("bmp", true),
        ("jpeg", true),
        ("qoi", true),
    ] {
        let (source, size) = match format {
            "qoi" => ("three.toml", "4096"),
            _ if is_whole => ("perlin", "8192"),
            // Long rows, several of which are under way.
            _ => ("perlin", "4000000x3 --region 0,0,8,1"),
        };
        // Each limit interrupts the work at another place.
        for kilobytes in [100_000, 150_000, 220_000, 300_000] {
            let line = format!("bake {source} --size {size} --engine cpu --threads 2 -o a.{format}");
            let output = limited(&folder, &format!("-v {kilobytes}"), &line);
            let said = text(&output.stderr);
            match output.status.code() {
                Some(0) => {
                    folder
                        .names()
                        .iter()
                        .filter(|name| name.starts_with("a."))
                        .for_each(|name| fs::remove_file(folder.path(name)).unwrap());
                }
                Some(1) => {
                    failed += 1;
                    assert!(said.contains("error: ") && !said.contains("panicked"), "{kilobytes} {line}: {said}");
                }
                code => panic!("{kilobytes} {line}: {code:?} {said}"),
            }
            assert_eq!(folder.names(), ["three.toml"], "{kilobytes} {line}");
        }
    }
    assert!(failed > 20, "only {failed} did not fit");
}

#[cfg(target_os = "linux")]
#[test]
fn sets_views_and_lines_that_do_not_fit_into_memory_are_errors() {
    let folder = Folder::new();
    let before = folder.names();
    for line in [
        "bake perlin --size 20000 --frames 2 --sheet 2x1 -o a.webp",
        "bake perlin --size 8000 --frames 2 --animate 5 -o a.apng",
        "bake perlin --set dimensions=3 --volume 512 -o a.ktx2",
        "bake perlin --view hillshade --size 9400 -o a.webp",
        "bake perlin --view relief --size 64 --terrain 12000 -o a.png",
        "bake perlin --size 1x400000000 --region 0,0,1,1 -o a.exr",
    ] {
        let output = limited(&folder, "-v 260000", &format!("{line} --engine cpu --threads 2"));
        let said = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{line}: {:?} {said}", output.status);
        assert!(said.contains("error: ") && !said.contains("panicked"), "{line}: {said}");
        assert_eq!(folder.names(), before, "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_line_fits_into_little_memory_or_is_an_error() {
    let folder = Folder::new();
    for (kilobytes, codes) in [(50_000, [1, 1]), (90_000, [0, 1]), (130_000, [0, 1]), (200_000, [0, 0])] {
        let line = "bake perlin --line 0,1 --size 16000000 --engine cpu --threads 2 -o a.csv --force";
        let output = limited(&folder, &format!("-v {kilobytes}"), line);
        let (said, code) = (text(&output.stderr), output.status.code());
        assert!(code.is_some_and(|code| codes.contains(&code)) && !said.contains("panicked"), "{kilobytes}: {code:?} {said}");
    }
    assert_eq!(folder.names(), ["a.csv", "a.csv.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_beyond_the_limit_of_file_sizes_is_an_error() {
    let folder = Folder::new();
    let output = limited(&folder, "-f 100", "bake perlin --size 2048 --engine cpu -o b.png");
    assert_eq!(output.status.code(), Some(1), "{:?}", output.status);
    assert!(text(&output.stderr).contains("b.png"), "{}", text(&output.stderr));
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[cfg(target_os = "linux")]
#[test]
fn a_bake_that_waits_for_ever_ends_soon_after_ctrl_c() {
    let folder = Folder::new();
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    // Nobody reads the pipe, so writing never returns.
    let line = "bake perlin --size 4096 --format r32 -o - --engine cpu";
    let mut child = folder.command_of(lacuna).args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Writing begins with the first byte, and a pipe holds far fewer bytes than there are.
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    assert!(child.try_wait().unwrap().is_none());
    let sent = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    while child.try_wait().unwrap().is_none() {
        assert!(sent.elapsed() < Duration::from_secs(10), "it still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("error: interrupted"), "{}", text(&output.stderr));
}

/// Prints the message past the capture of a test's output.
#[cfg(target_os = "linux")]
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Sends Ctrl-C to a bake once `wait` returns. Returns its output and the time until it ended.
#[cfg(target_os = "linux")]
fn interrupted(mut command: Command, wait: impl FnOnce(&Child)) -> (std::process::Output, Duration) {
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    wait(&child);
    let sent = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
    let output = child.wait_with_output().unwrap();
    (output, sent.elapsed())
}

/// Waits until a process has used `ticks` ticks of processor time, or has ended, and returns how many it has used. On a busy machine that is a better
/// measure of progress than a clock.
#[cfg(target_os = "linux")]
fn wait_for_ticks(child: &Child, ticks: u64) -> u64 {
    loop {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        // After the name, which may contain spaces, come the state and, 11th and 12th after it, the ticks of user and of system time.
        let fields: Vec<&str> = stat[stat.rfind(')').unwrap() + 1..].split_whitespace().collect();
        let had = fields[11..13].iter().map(|field| field.parse::<u64>().unwrap()).sum();
        if had >= ticks || fields[0] == "Z" {
            return had;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_ktx2_ends_soon_after_ctrl_c_whether_it_is_evaluated_or_encoded() {
    let folder = Folder::new();
    let line = "bake perlin --size 8192 --threads 1 --engine cpu -o a.ktx2";
    let command = || {
        let mut command = folder.command();
        command.args(line.split(' '));
        command
    };
    let child = command().stderr(Stdio::piped()).spawn().unwrap();
    let whole = wait_for_ticks(&child, u64::MAX);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut ended = 0;
    for tenths in [1, 4, 8] {
        for name in folder.names() {
            fs::remove_file(folder.path(&name)).unwrap();
        }
        let (output, took) = interrupted(command(), |child| {
            wait_for_ticks(child, whole * tenths / 10);
        });
        // Half a second on an idle machine.
        assert!(took < Duration::from_secs(5), "after {tenths} tenths: {took:?}");
        // The last one may come too late.
        if output.status.code() == Some(1) {
            ended += 1;
            assert!(text(&output.stderr).contains("interrupted"), "{}", text(&output.stderr));
            assert_eq!(folder.names(), Vec::<String>::new(), "after {tenths} tenths");
        }
    }
    assert!(ended >= 2, "only {ended} of 3 were interrupted, of {whole} ticks");
}

#[cfg(target_os = "linux")]
#[test]
fn a_bake_ends_soon_after_ctrl_c_while_a_driver_compiles() {
    let folder = Folder::new();
    // With the machine's drivers.
    let command = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
        command.current_dir(&folder.0).args(line.split(' ')).stdin(Stdio::null());
        command
    };
    if !command("bake perlin --size 4 --engine gpu -o small.r32").output().unwrap().status.success() {
        let is_required = std::env::var("LACUNA_REQUIRE_GPU").is_ok_and(|value| value == "1");
        assert!(!is_required, "LACUNA_REQUIRE_GPU is set, and no GPU bakes");
        return skipped("no GPU bakes");
    }
    // A sum of 64 noises as a tree, each node of which adds the two below it. The driver sees each of them.
    let mut recipe = "version = 2\noutput = \"n1\"\n".to_owned();
    for node in 1..64 {
        recipe += &format!("nodes.n{node} = {{ kind = \"add\", a = \"n{}\", b = \"n{}\" }}\n", 2 * node, 2 * node + 1);
    }
    // Noises that are alike would be compiled once.
    for (seed, node) in (64..128).enumerate() {
        let fade = ["linear", "cosine", "cubic", "quintic"][seed / 4 % 4];
        let metric = ["euclidean", "squared", "manhattan", "chebyshev"][seed / 4 % 4];
        let output = ["f1", "f2", "f2_minus_f1", "cell_value"][seed / 16];
        let noise = match seed % 4 {
            0 => format!("kind = \"perlin\", fade = \"{fade}\""),
            1 => format!("kind = \"value\", interpolation = \"{fade}\""),
            2 => "kind = \"simplex\"".to_owned(),
            _ => format!("kind = \"cellular\", metric = \"{metric}\", output = \"{output}\""),
        };
        recipe += &format!("nodes.n{node} = {{ {noise}, dimensions = 3, seed = {seed} }}\n");
    }
    folder.write("large.toml", &recipe);
    let before = folder.names();
    // Opening the adapter takes less than a second of processor time.
    let (output, took) = interrupted(command("bake large.toml --size 64 --engine gpu -o a.r32"), |child| {
        wait_for_ticks(child, 100);
    });
    if output.status.success() {
        return skipped("this driver compiles 64 noises in less than a second");
    }
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("interrupted"), "{}", text(&output.stderr));
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert_eq!(folder.names(), before);
}

#[test]
fn facts_that_do_not_tell_of_the_file_beside_them_are_refused() {
    let folder = Folder::new();
    for format in ["r32", "r16", "npy", "tiff", "dds", "webp", "bmp", "jpeg", "csv", "svg"] {
        let line = if matches!(format, "csv" | "svg") { "--line 0,1 --size 9" } else { "--size 9" };
        let name = format!("a.{format}");
        folder.good(&format!("bake perlin {line} -o {name}"));
        folder.good(&format!("show {name}"));
        let old = folder.read(&name);
        folder.good(&format!("bake value {line} -o {name} --force"));
        // The state that a bake leaves if it is killed between naming the two.
        fs::write(folder.path(&name), &old).unwrap();
        for command in [format!("show {name}"), format!("bake {name} -o b.{format}")] {
            let said = folder.bad(2, &command);
            assert!(said.contains(&format!("{name}.json")), "{said}");
        }
        // The metadata itself can still be read.
        assert!(folder.good(&format!("show {name}.json")).contains("value"));
    }
    folder.good("bake fbm --view relief --terrain 32 --size 30 -o v.r32");
    folder.good("bake fbm --tiles 2x1 --size 30 -o t.r16");
    for name in ["v.r32", "t_1_0.r16"] {
        folder.good(&format!("show {name}"));
        let mut bytes = folder.read(name);
        bytes[100] ^= 1;
        fs::write(folder.path(name), bytes).unwrap();
        assert!(folder.bad(2, &format!("show {name}")).contains(&format!("{name}.json")), "{name}");
    }
}

#[test]
fn long_words_are_shortened_in_errors() {
    let folder = Folder::new();
    let word = "a".repeat(100_000);
    let check = |args: &[&str]| {
        let output = folder.command().args(args).output().unwrap();
        let said = text(&output.stderr);
        let shown: Vec<&str> = args.iter().map(|arg| &arg[..arg.len().min(40)]).collect();
        assert!(matches!(output.status.code(), Some(2 | 3)), "{shown:?}: {:?}", output.status);
        assert!((20..4000).contains(&said.len()), "{shown:?}: {} bytes", said.len());
    };
    for args in [
        &["sample", "perlin", "--at", "0", "--set", &format!("{word}=1")][..],
        &["sample", "perlin", "--at", "0", "--set", &format!("perlin.{word}=1")],
        &["sample", "perlin", "--at", "0", "--set", &format!("seed=\"{word}\"")],
        &["sample", "fbm", "--at", "0", "--set", &format!("source={word}")],
        &["sample", "perlin", "--at", "0", "--output", &word],
        &["sample", "perlin", "--at", "0", "--adapter", &word],
        &["sample", "perlin", "--at", &word],
        &["show", &word],
        &["show", &format!("{word}.toml")],
        &["show", &format!("{word}.png")],
        &["bake", "perlin", "-o", &word],
        &["bake", "perlin", "-o", &format!("{word}/x.png")],
        &["bake", "perlin", "-o", &format!("x.{word}")],
        &["bake", "perlin", "-o", "x.png", "--format", &word],
        &[&word],
    ] {
        check(args);
    }
    let other = &word[1..];
    for recipe in [
        format!("version = 2\noutput = \"{other}\"\nnodes.{word} = {{ kind = \"perlin\" }}"),
        format!("version = 2\noutput = \"{word}\"\nnodes.{word} = {{ kind = \"fbm\", source = \"{word}\" }}"),
        format!("version = 2\noutput = \"{word}\"\nnodes.{word} = {{ kind = \"fbm\", octaves = 99, source = {{ kind = \"perlin\" }} }}"),
        format!("version = 2\nnodes.a = {{ kind = \"perlin\" }}\noutputs.b = {{ ramp = {{ source = \"a\", stops = [[0, \"{word}\"]] }} }}"),
        format!("version = 2\noutput = \"a\"\nnodes.a = {{ kind = \"perlin\", {word} = 1 }}"),
        (0..5000)
            .fold("version = 2\noutput = \"x\"\n".to_owned(), |all, number| format!("{all}nodes.n{number} = {{ kind = \"perlin\" }}\n")),
    ] {
        folder.write("a.toml", &recipe);
        check(&["sample", "a.toml", "--at", "0"]);
    }
}

#[test]
fn a_stream_that_needs_a_temporary_file_says_where_none_can_be_made() {
    let folder = Folder::new();
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    let line = "bake perlin --size 4 --format tiff -o - --engine cpu";
    let output = folder.command_of(lacuna).args(line.split(' ')).env("TMPDIR", "/none").output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("/none") && said.contains("TMPDIR") && !said.contains("standard output"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_png_under_any_limit_of_memory_is_whole_or_one_error_says_why_there_is_none() {
    let folder = Folder::new();
    fs::create_dir(folder.path("out")).unwrap();
    let (mut whole, mut failed) = (0, 0);
    // In KiB. With less than the first limit the command does not start.
    for limit in (50_000..150_000).step_by(10_000) {
        folder.write("out/a.png", "precious");
        let lacuna = env!("CARGO_BIN_EXE_lacuna");
        let script = format!("ulimit -v {limit}; exec {lacuna} bake perlin --size 8000x3000 --threads 2 --engine cpu --force -o out/a.png");
        let output = folder.command_of("bash").args(["-c", &script]).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(folder.names_in("out"), ["a.png"], "{limit}");
        if output.status.success() {
            whole += 1;
            assert!(folder.read("out/a.png").ends_with(b"IEND\xae\x42\x60\x82"), "{limit}");
        } else {
            failed += 1;
            assert_eq!((output.status.code(), said.matches("error: ").count()), (Some(1), 1), "{limit}: {said}");
            assert_eq!(folder.read("out/a.png"), b"precious", "{limit}");
        }
    }
    assert!(whole > 0 && failed > 0, "{whole} whole, {failed} failed");
}

#[cfg(target_os = "linux")]
#[test]
fn a_third_file_of_four_that_fails_leaves_the_four_old_ones() {
    let folder = Folder::new();
    let recipe = FOUR.replace("channels = \"a\"", "channels = \"a\", format = \"tiff\"");
    // 320 KB each except the third, of 1280 KB, and a limit between.
    folder.write("four.toml", &recipe.replace("outputs.c = { channels = \"a\"", "outputs.c = { channels = [\"a\", \"a\", \"a\", \"a\"]"));
    fs::create_dir(folder.path("all")).unwrap();
    let names = ["a.tiff", "b.tiff", "c.tiff", "d.tiff"];
    names.iter().for_each(|name| folder.write(&format!("all/{name}"), "precious"));
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    let script = format!("ulimit -f 400; trap '' XFSZ; exec {lacuna} bake four.toml -o all/ --force --size 400 --engine cpu");
    let output = folder.command_of("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("all/c.tiff"), "{}", text(&output.stderr));
    assert_eq!(folder.names_in("all"), names);
    names.iter().for_each(|name| assert_eq!(folder.read(&format!("all/{name}")), b"precious", "{name}"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_third_file_that_can_not_have_its_name_leaves_the_four_old_ones() {
    // Names are checked before the work.
    let folder = four_old_files();
    let long = "c".repeat(252);
    folder.write("four.toml", &FOUR.replace("outputs.c", &format!("outputs.{long}")));
    let said = folder.bad(2, "bake four.toml -o all/ --force --size 8");
    assert!(said.contains("256 bytes"), "{said}");
    assert_old(&folder);
    // A folder that takes one of the names during the bake can't be replaced.
    let folder = four_old_files();
    let mut child = started(&folder, 4000);
    fs::remove_file(folder.path("all/c.png")).unwrap();
    fs::create_dir(folder.path("all/c.png")).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    for name in ["a", "b", "d"] {
        assert_eq!(folder.read(&format!("all/{name}.png")), b"precious", "{name}");
    }
    assert_eq!(folder.names_in("all"), ["a.png", "b.png", "c.png", "d.png"]);
}

#[test]
fn a_replaced_file_keeps_its_permissions_and_a_link_stays_one() {
    let folder = Folder::new();
    folder.write("private.png", "old");
    fs::set_permissions(folder.path("private.png"), fs::Permissions::from_mode(0o600)).unwrap();
    folder.good("bake perlin --size 8 -o private.png --force");
    assert_eq!(fs::metadata(folder.path("private.png")).unwrap().permissions().mode() & 0o777, 0o600);
    std::os::unix::fs::symlink("private.png", folder.path("link.png")).unwrap();
    folder.good("bake perlin --size 9 -o link.png --force");
    assert!(folder.path("link.png").symlink_metadata().unwrap().is_symlink());
    assert_eq!(folder.read("private.png"), folder.read("link.png"));
    std::os::unix::fs::symlink("nowhere.png", folder.path("dangling.png")).unwrap();
    for options in ["", "--force"] {
        assert!(folder.bad(2, &format!("bake perlin --size 8 -o dangling.png {options}")).contains("dangling.png"));
    }
    assert_eq!(folder.names(), ["dangling.png", "link.png", "private.png"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_bake_with_a_long_blur_ends_soon_after_ctrl_c() {
    let folder = Folder::new();
    folder.write(
        "blur.toml",
        "version = 2\nnodes.a = { kind = \"perlin\" }\noutputs.a = { channels = \"a\", blur = { radius = 256, passes = 16 } }\n",
    );
    let mut command = folder.command();
    command.args("bake blur.toml --size 600 -o a.png --engine cpu".split(' '));
    let (output, took) = interrupted(command, |child| {
        wait_for_ticks(child, 50);
    });
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    // Half a second on an idle machine.
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert_eq!(folder.names(), ["blur.toml"]);
}

#[test]
fn options_of_another_job_are_refused() {
    let folder = Folder::new();
    for (options, job) in [
        ("--sun 10,20", "--view"),
        ("--zoom 2", "--view"),
        ("--terrain 64", "--view"),
        ("--antialias 3", "--view"),
        ("--relief-height 2", "--view"),
        ("--palette grey", "--view"),
        ("--haze 0.5", "--view"),
        ("--length 2", "--frames"),
        ("--face-length 2", "--cube"),
    ] {
        let said = folder.bad(2, &format!("bake perlin {options} -o a.png"));
        assert!(said.contains(job), "{options}: {said}");
    }
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn hostile_names_and_recipes_are_refused_before_the_work() {
    let folder = Folder::new();
    let names: Vec<String> = (0..17).map(|_| "\"a\"".to_owned()).collect();
    folder.write("many.toml", &format!("version = 2\noutput = [{}]\nnodes.a = {{ kind = \"perlin\" }}\n", names.join(", ")));
    assert!(folder.bad(2, "bake many.toml -o a.r32 --size 8").contains("output: "));
    assert!(folder.bad(2, "bake hybrid --octaves 1e-45 -o a.r32 --size 8").contains("hybrid.octaves: "));
    folder.write("digits.toml", "version = 2\noutput = \"s\"\nnodes.s = { kind = \"add\", a = 0.1234567890123456789, b = 1e-400 }\n");
    assert_eq!(folder.good("sample digits.toml --at 0").trim(), "0.12345679");
    let said = folder.bad(2, "bake \u{1b}[31mred -o a.png");
    assert!(!said.contains('\u{1b}') && said.contains("\\u{1b}[31mred"), "{said}");
    assert_eq!(folder.names(), ["digits.toml", "many.toml"]);
}

#[test]
fn two_outputs_that_would_be_one_file_are_refused() {
    let folder = four_old_files();
    fs::remove_file(folder.path("all/a.png")).unwrap();
    std::os::unix::fs::symlink("b.png", folder.path("all/a.png")).unwrap();
    assert!(folder.bad(2, "bake four.toml -o all/ --force --size 8").contains("all/b.png"));
    assert_eq!(folder.read("all/b.png"), b"precious");
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_are_written_in_place() {
    let folder = Folder::new();
    let lacuna = env!("CARGO_BIN_EXE_lacuna");
    for to in ["/dev/stdout", "-", "/proc/self/fd/1"] {
        let script = format!("set -o pipefail; {lacuna} bake perlin --size 8 --format r32 --engine cpu -o {to} | wc -c");
        let output = folder.command_of("bash").args(["-c", &script]).output().unwrap();
        assert_eq!((output.status.code(), text(&output.stdout).trim()), (Some(0), "256"), "{to}: {}", text(&output.stderr));
    }
}
