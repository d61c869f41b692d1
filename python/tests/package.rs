//! The Python package, tried by its own tests under the Python that `tests/run.sh` prepares: its files beside the library that cargo built.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo puts what it builds: the folder that this program lies in.
fn built() -> PathBuf {
    let own = std::env::current_exe().expect("a program");
    own.parent().expect("a folder").to_owned()
}

/// The package's files beside its library, in a folder of their own.
fn package() -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().expect("a folder");
    let (from, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("package/lacuna_noise"), folder.path().join("lacuna_noise"));
    std::fs::create_dir(&to).expect("a folder");
    for entry in std::fs::read_dir(&from).expect("the package").map(|entry| entry.expect("an entry")) {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = built().join(format!("{prefix}_lacuna{suffix}"));
    let name = if cfg!(windows) { "_lacuna.pyd" } else { "_lacuna.abi3.so" };
    std::fs::hard_link(&library, to.join(name))
        .or_else(|_| std::fs::copy(&library, to.join(name)).map(drop))
        .unwrap_or_else(|error| panic!("{}: {error}", library.display()));
    folder
}

/// Runs a file of Python tests.
fn run(name: &str) {
    let folder = package();
    let command = built().join("..").join(format!("lacuna{}", std::env::consts::EXE_SUFFIX));
    let python = std::env::var_os("LACUNA_PYTHON").unwrap_or("python3".into());
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let output = Command::new(python)
        .arg("-B")
        .arg(tests.join(name))
        .current_dir(folder.path())
        .env("PYTHONPATH", folder.path())
        .env("LACUNA_COMMAND", command)
        .env("LACUNA_PACKAGE", env!("CARGO_MANIFEST_DIR"))
        .env("LACUNA_CACHE", "off")
        .output();
    let (is_missing, said) = match &output {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            (said.contains("No module named 'numpy'"), said)
        }
        Err(error) => (true, error.to_string()),
    };
    if is_missing {
        assert!(std::env::var("LACUNA_REQUIRE_READERS").map_or(true, |value| value != "1"), "no NumPy: {said}");
        let why = said.lines().last().unwrap_or_default();
        let _ = writeln!(std::io::stderr(), "skipped: the Python package: {why}; run: pip install numpy");
        return;
    }
    assert!(output.is_ok_and(|output| output.status.success()), "{name}:\n{said}");
    for line in said.lines().filter(|line| line.contains("only with --all: ")) {
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

#[test]
fn nodes_of_python_are_recipes() {
    run("nodes.py");
}

#[test]
fn arrays_of_python_have_the_bits_of_the_command() {
    run("bits.py");
}

#[test]
fn arrays_of_python_have_the_shapes_that_numpy_s_functions_give() {
    run("shapes.py");
}

#[test]
fn batches_of_python_have_the_bits_of_each_item_by_itself() {
    run("seeds.py");
}

#[test]
fn threads_forks_and_processes_of_python_get_the_same_bits() {
    run("processes.py");
}

#[test]
fn dask_xarray_and_zarr_read_the_bits_of_the_whole() {
    run("wide.py");
}

#[test]
fn places_and_directions_of_python_are_those_of_maps_and_pictures() {
    run("places.py");
}

#[test]
fn what_the_pages_show_of_python_runs() {
    run("pages.py");
}
