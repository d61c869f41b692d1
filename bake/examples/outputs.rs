//! Bakes every output of a recipe into a folder, prints its progress, and stops when you press Enter:
//!
//! `cargo run --release --package lacuna-bake --example outputs -- terrain.toml pictures/`

#![expect(clippy::print_stderr, reason = "a program talks to its user")]

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use lacuna_bake::{Destination, Disk, Engine, Error, Observer, Progress, Request, Source};

static STOPPED: AtomicBool = AtomicBool::new(false);

struct Terminal;

impl Observer for Terminal {
    fn progress(&self, Progress { stage, done, total }: Progress) {
        eprint!("\r{stage:?} {} %", 100 * done / total);
    }

    fn is_cancelled(&self) -> bool {
        STOPPED.load(Ordering::Relaxed)
    }
}

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let (Some(recipe), Some(folder)) = (arguments.next(), arguments.next()) else { panic!("give RECIPE.toml and FOLDER/") };
    std::thread::spawn(|| STOPPED.store(std::io::stdin().read_line(&mut String::new()).is_ok_and(|length| length > 0), Ordering::Relaxed));
    let request = Request::new(Source::of_recipe_file(Path::new(&recipe))?, Destination::Folder(folder.into()))?;
    let mut store = Disk::replacing();
    let plan = request.plan()?;
    plan.check(&store)?;
    let report = plan.run(&Engine::cpu(Engine::usual_threads()), &mut store, &Terminal)?;
    eprintln!();
    report.files.iter().for_each(|file| eprintln!("{}: {} bit {}", file.path.display(), file.depth, file.format));
    Ok(())
}
