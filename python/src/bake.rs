//! Files, and pictures for notebooks.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lacuna::recipe::OutputRange;
use lacuna_bake::formats::NoSuchFormat;
use lacuna_bake::jobs::Material;
use lacuna_bake::targets::name_of_material;
use lacuna_bake::{Area, Destination, Disk, Engine, Job, Memory, Observer, Progress, Region, Request, Size, Stage};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::{refused, unbaked};
use crate::grid::decimal;
use crate::node::Core;
use crate::pool::{deep, usual_threads, with_engine};

/// The interval at which Python is asked for signals, and receives the progress.
const LOOK: Duration = Duration::from_millis(50);

/// The longest side of the picture in a notebook.
const SHOWN: u32 = 256;

/// The request of a caller. Numbers are texts of decimals.
#[derive(FromPyObject)]
pub(crate) struct Asked {
    #[pyo3(item)]
    path: PathBuf,
    #[pyo3(item)]
    size: Option<[u32; 2]>,
    #[pyo3(item)]
    region: Option<[String; 4]>,
    #[pyo3(item)]
    z: Option<String>,
    #[pyo3(item)]
    w: Option<String>,
    #[pyo3(item)]
    format: Option<String>,
    #[pyo3(item)]
    depth: Option<u8>,
    /// Two numbers, or one text: `auto`.
    #[pyo3(item)]
    range: Option<Vec<String>>,
    #[pyo3(item)]
    samples: Option<u32>,
    /// The length of a unit, for formats that hold a place.
    #[pyo3(item)]
    unit_metres: Option<String>,
    /// The program that takes a material.
    #[pyo3(item)]
    material: Option<String>,
    #[pyo3(item)]
    force: bool,
    #[pyo3(item)]
    threads: Option<NonZeroUsize>,
}

impl Asked {
    fn request(&self, core: &Core) -> PyResult<Request> {
        let of = |name: &str, text: &Option<String>| text.as_ref().map(|text| decimal(name, text)).transpose();
        let of_recipe = Area::of_recipe(core.read()?.source.recipe());
        let region = self.region.as_ref().map(|edges| edges.iter().map(|edge| decimal("region", edge)).collect::<PyResult<Vec<_>>>());
        let region = region.transpose()?.and_then(|edges| edges.try_into().ok()).map(Region);
        let area = Area {
            size: self.size.map_or(of_recipe.size, |[width, height]| Size { width, height }),
            region: region.or(of_recipe.region),
            z: of("z", &self.z)?.unwrap_or_default(),
            w: of("w", &self.w)?.unwrap_or_default(),
        };
        let destination = if self.path.is_dir() { Destination::Folder(self.path.clone()) } else { self.path.clone().into() };
        let is_file = matches!(destination, Destination::File(_));
        let job = match &self.material {
            None => Job::Picture(area),
            Some(name) => {
                let target = name.parse().map_err(|error: String| PyValueError::new_err(format!("material: {error}")))?;
                let name = name_of_material(&self.path.file_stem().unwrap_or_default().to_string_lossy());
                Job::Material(Material { area, target, name })
            }
        };
        let is_picture = matches!(job, Job::Picture(_));
        let mut request = Request::of(core.source()?, job, destination);
        // A folder takes all outputs.
        if is_file && is_picture {
            request.output = Some(core.read()?.output().map_err(refused)?.to_owned());
        }
        let format = |name: &String| name.parse().map_err(|error: NoSuchFormat| PyValueError::new_err(format!("format: {error}")));
        request.format = self.format.as_ref().map(format).transpose()?;
        request.depth = self.depth;
        request.samples = self.samples;
        request.unit_metres = of("unit_metres", &self.unit_metres)?;
        request.range = match self.range.as_deref() {
            None => None,
            Some([word]) if word == "auto" => Some(OutputRange::Auto),
            Some([least, greatest]) => Some(OutputRange::Between([decimal("range", least)?, decimal("range", greatest)?])),
            Some(_) => return Err(PyValueError::new_err("range: give two numbers, or \"auto\"")),
        };
        if self.size.is_none() {
            request.check_unasked().map_err(unbaked)?;
        }
        Ok(request)
    }
}

/// The progress of a bake, and the wish to stop it.
#[derive(Default)]
struct Watch {
    latest: Mutex<Option<Progress>>,
    is_stopped: AtomicBool,
}

impl Observer for Watch {
    fn progress(&self, progress: Progress) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    fn is_cancelled(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Watch {
    /// Checks for signals, and calls the callback with new progress.
    fn look(&self, callback: Option<&Py<PyAny>>) -> PyResult<()> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner).take();
        Python::attach(|py| {
            py.check_signals()?;
            if let (Some(callback), Some(Progress { stage, done, total })) = (callback, latest) {
                let stage = match stage {
                    Stage::Range => "range",
                    Stage::Name => "name",
                    _ => "bake",
                };
                callback.call1(py, (stage, done, total))?;
            }
            Ok(())
        })
    }
}

/// Bakes a picture into a file, or all outputs into a folder, and returns the names of the files. The callback receives the stage, the number of
/// parts done, and the number of all parts.
#[pyfunction]
#[pyo3(signature = (core, asked, progress = None))]
pub(crate) fn bake(py: Python<'_>, core: &Bound<'_, Core>, asked: Asked, progress: Option<Py<PyAny>>) -> PyResult<Vec<PathBuf>> {
    let request = asked.request(core.get())?;
    let watch = Watch::default();
    let run = || {
        let mut store = if asked.force { Disk::replacing() } else { Disk::new() };
        let plan = deep(|| request.plan())?;
        if let Destination::Folder(folder) = &request.destination {
            store.make_folder(folder)?;
        }
        plan.check(&store)?;
        let engine = Engine::cpu(asked.threads.unwrap_or_else(usual_threads));
        with_engine(asked.threads, |_| plan.run(&engine, &mut store, &watch))
    };
    py.detach(|| {
        thread::scope(|scope| {
            let caller = thread::current();
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                let report = run();
                caller.unpark();
                report
            })?;
            let mut stopped = None;
            while !worker.is_finished() {
                thread::park_timeout(LOOK);
                if stopped.is_none() {
                    stopped = watch.look(progress.as_ref()).err();
                    watch.is_stopped.store(stopped.is_some(), Ordering::Relaxed);
                }
            }
            let report = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            match (report, stopped) {
                // The bake was complete before the wish to stop it arrived, but the error is still raised.
                (_, Some(error)) => Err(error),
                (report, None) => {
                    let report = report.map_err(unbaked)?;
                    watch.look(progress.as_ref())?;
                    Ok(report.files.into_iter().map(|file| file.path).collect())
                }
            }
        })
    })
}

/// Returns a small picture as an 8-bit PNG; `None` if the output has more channels than a PNG can have.
#[pyfunction]
pub(crate) fn picture<'py>(py: Python<'py>, core: &Bound<'py, Core>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    const NAME: &str = "noise.png";
    let core = core.get();
    if core.ready()?.channels() > 4 {
        return Ok(None);
    }
    let area = Area::of_recipe(core.read()?.source.recipe());
    // The aspect ratio of the recipe's pictures.
    let Size { width, height } = area.size;
    let longest = u64::from(width.max(height));
    let side = |side: u32| (u64::from(side) * u64::from(SHOWN)).div_ceil(longest).clamp(1, SHOWN.into()) as u32;
    let area = Area { size: Size { width: side(width), height: side(height) }, ..area };
    let mut request = Request::of(core.source()?, Job::Picture(area), NAME);
    request.output = Some(core.read()?.output().map_err(refused)?.to_owned());
    request.depth = Some(8);
    let run = || {
        let mut store = Memory::default();
        let engine = Engine::cpu(usual_threads());
        let plan = deep(|| request.plan())?;
        with_engine(None, |_| plan.run(&engine, &mut store, &()))?;
        Ok(store.into_files().remove(Path::new(NAME)).unwrap_or_default())
    };
    let file = py.detach(run).map_err(unbaked)?;
    Ok(Some(PyBytes::new(py, &file)))
}
