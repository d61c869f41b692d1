//! Kernels that are kept on disk.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use lacuna::gpu::{DiskCache, Renderer, SPIRV, Speed};
use lacuna::nodes::{Perlin, Simplex, Value};
use lacuna::{DomainKind, Gpu, GpuOptions, NodeExt as _, Program, TargetKind};

use crate::common::{assert_same_bits, cpu, lower};
use crate::kernel::plane;
use crate::{again, gpus};

/// Opens the adapter of another device again, with kernels kept in a folder.
fn open(lent: &Gpu, folder: &Path) -> Gpu {
    open_for(None, lent, folder)
}

/// Opens it for a speed.
fn open_for(speed: Option<Speed>, lent: &Gpu, folder: &Path) -> Gpu {
    again(lent, GpuOptions::default().speed(speed).disk(DiskCache::in_folder(folder)))
}

/// Returns `true` if a device has anything to keep.
fn keeps(gpu: &Gpu) -> bool {
    let features = gpu.device().features();
    gpu.adapter().backend == "vulkan" && (features.contains(SPIRV) || features.contains(lacuna::wgpu::Features::PIPELINE_CACHE))
}

/// Evaluates, checks the bits, and returns `true` if the kernel came from disk.
#[track_caller]
fn is_from_disk(gpu: &Gpu, program: &Program) -> bool {
    is_from_disk_for(Speed::Throughput, gpu, program)
}

/// The same for a device that compiles for a speed.
#[track_caller]
fn is_from_disk_for(speed: Speed, gpu: &Gpu, program: &Program) -> bool {
    let domain = plane(70, 33);
    let kernel = gpu.cache().kernel_for(program, DomainKind::Grid, TargetKind::Buffer, speed).expect("a kernel");
    let compiled = gpu.cache().pipelines_created();
    let samples = gpu.sample(program, &domain).unwrap_or_else(|error| panic!("{}: {error}", gpu.adapter()));
    assert_eq!(gpu.cache().pipelines_created(), compiled, "{}: the samples are of another kernel", gpu.adapter());
    assert_same_bits(&gpu.adapter().to_string(), &samples, &cpu(program, &domain));
    kernel.is_from_disk()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_kernel_that_was_kept_is_taken_by_the_next_device_and_makes_the_same_bits() {
    let (program, other) = (lower(Perlin::new().fbm().octaves(4)), lower(Simplex::new()));
    for lent in gpus().iter() {
        let folder = tempfile::tempdir().unwrap();
        let gpu = open(lent, folder.path());
        let disk = DiskCache::in_folder(folder.path());
        assert!(!is_from_disk(&gpu, &program));
        assert_eq!(disk.holds(&program, DomainKind::Grid, Speed::Throughput), keeps(&gpu), "{}", gpu.adapter());
        assert!(!disk.holds(&program, DomainKind::Points, Speed::Throughput) && !disk.holds(&other, DomainKind::Grid, Speed::Throughput));
        let next = open(lent, folder.path());
        assert_eq!(is_from_disk(&next, &program), keeps(&gpu), "{}", gpu.adapter());
        assert!(!is_from_disk(&next, &other), "{}", gpu.adapter());
        // Another text of the same graph is another kernel.
        let straight = open_for(Some(Speed::PerSample), lent, folder.path());
        assert!(!is_from_disk_for(Speed::PerSample, &straight, &program));
        // Nothing is kept unless requested.
        let before = files(folder.path()).len();
        let asks_nothing = again(lent, GpuOptions::default());
        assert!(!is_from_disk(&asks_nothing, &program));
        assert!(Renderer::new(&next).is_ok());
        assert!(files(folder.path()).len() >= before);
    }
}

/// A way to damage files.
type Damage = fn(&[PathBuf]);

#[test]
fn kernels_on_disk_that_are_damaged_cut_off_or_of_another_cost_time_alone_and_are_mended() {
    // Two kernels that drivers compile in little time.
    let (program, other) = (lower(Value::new().dimensions(2)), lower(Perlin::new().dimensions(2)));
    let damages: [(&str, Damage); 4] = [
        ("cut off", |files| {
            for file in files {
                let open = OpenOptions::new().write(true).open(file).unwrap();
                open.set_len(open.metadata().unwrap().len() / 2).unwrap();
            }
        }),
        ("empty", |files| files.iter().for_each(|file| fs::write(file, []).unwrap())),
        ("a bit flipped", |files| {
            for file in files {
                let mut bytes = fs::read(file).unwrap();
                let last = bytes.len() - 1;
                bytes[last] ^= 4;
                fs::write(file, bytes).unwrap();
            }
        }),
        ("of another kernel", |files| {
            let bytes: Vec<_> = files.iter().map(|file| fs::read(file).unwrap()).collect();
            for (file, bytes) in files.iter().zip(bytes.iter().cycle().skip(1)) {
                fs::write(file, bytes).unwrap();
            }
        }),
    ];
    for lent in gpus().iter().filter(|gpu| keeps(gpu)) {
        let folder = tempfile::tempdir().unwrap();
        let gpu = open(lent, folder.path());
        assert!(!is_from_disk(&gpu, &program) && !is_from_disk(&gpu, &other));
        for (what, damage) in damages {
            damage(&files(folder.path()));
            assert!(!is_from_disk(&open(lent, folder.path()), &program), "{what}");
            assert!(is_from_disk(&open(lent, folder.path()), &program), "{what}: it is mended");
            assert!(!is_from_disk(&open(lent, folder.path()), &other), "{what}: the other too");
        }
        // Files that can't be replaced, and files that can't be written.
        let kept = files(folder.path());
        for file in &kept {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        }
        assert!(!is_from_disk(&open(lent, folder.path()), &program));
        assert_eq!(files(folder.path()), kept, "nothing is left beside");
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for nowhere in [&file, &file.join("below")] {
            assert!(!is_from_disk(&open(lent, nowhere), &program));
        }
    }
}
