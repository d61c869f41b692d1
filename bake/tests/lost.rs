//! Bakes on devices that are lost.

#![expect(clippy::print_stdout, reason = "what is skipped")]

use lacuna::gpu::{AdapterChoice, adapters};
use lacuna::recipe::OutputRange;
use lacuna::{Gpu, GpuOptions};
use lacuna_bake::{Area, Engine, Error, Job, Memory, Observer, Progress, Request, Size, Source};

/// Loses a device as soon as a part of the work is done.
struct Loses(lacuna::wgpu::Device);

impl Observer for Loses {
    fn progress(&self, _progress: Progress) {
        self.0.destroy();
    }
}

/// Returns a request whose range is found in a pass of its own, so that the device is lost before the next pass.
fn request() -> Request {
    let size = Size { width: 300, height: 200 };
    let source = Source::named("perlin").expect("a basis");
    let request = Request::new(source, "noise.png").expect("a request");
    Request { job: Job::Picture(Area { size, ..Area::default() }), range: Some(OutputRange::Auto), ..request }
}

#[test]
fn a_bake_whose_device_is_lost_ends_in_one_error_and_leaves_nothing() {
    let options = |adapter| GpuOptions::default().adapter(AdapterChoice::Of(adapter));
    let found = adapters(lacuna::wgpu::Backends::all());
    let open: Vec<Gpu> = found.iter().filter_map(|found| Gpu::open(&options(found.adapter())).ok()).collect();
    if open.is_empty() {
        assert!(std::env::var("LACUNA_REQUIRE_GPU").as_deref() != Ok("1"), "no adapter, and LACUNA_REQUIRE_GPU=1");
        println!("skipped: no adapter");
    }
    for gpu in open {
        let device = gpu.device().clone();
        let name = gpu.adapter().to_string();
        let engine = Engine::gpu(gpu);
        let run = |observer: &dyn Observer| {
            let mut store = Memory::default();
            let ended = request().plan().expect("a plan").run(&engine, &mut store, observer);
            (ended, store.into_files())
        };
        let (good, files) = run(&());
        assert!(good.is_ok() && files.len() == 1, "{name}: {good:?}");
        // The first run loses the device, the other finds it lost.
        for _ in 0..2 {
            let (ended, files) = run(&Loses(device.clone()));
            let message = match ended {
                Err(Error::Engine { source: lacuna::Error::DeviceLost(message), .. }) => message,
                other => panic!("{name}: {other:?}"),
            };
            assert!(message.lines().count() == 1 && files.is_empty(), "{name}: {message}");
        }
    }
}
