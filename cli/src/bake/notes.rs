//! Notes before a bake about results that are probably unintended.

use std::collections::BTreeSet;

use lacuna::program::{Repeats, TooFine};
use lacuna_bake::jobs::{Frames, Tiles, View};
use lacuna_bake::{Area, Job, Plan, Region, Request, Seam, Size};

use crate::failure::Result;
use crate::terminal::{note, shown};

/// Notes each axis along which a period or a circle does not fit the baked area.
pub(super) fn say_where_seams_are(request: &Request, plan: &Plan) -> Result<()> {
    let what = match request.job {
        Job::Tiles(_) => "the tiles together have",
        Job::Volume(_) => "the volume has",
        Job::Frames(_) => "each frame has",
        Job::Preview(_) => "the map has",
        _ => "the picture has",
    };
    let mend = flag_of_area(&request.job);
    for Seam { axis, covered, repeats, node, .. } in request.seams(plan)? {
        let axis = ["x", "y", "z", "w"][axis];
        note(&match repeats {
            Repeats::After(length) => format!(
                "note: {what} a seam along {axis}: {} covered there, and what is shown, such as `{node}`, repeats after {}; cover a whole multiple of \
                 that with {mend}, or give it another period or frequency",
                match of_seven_digits(covered).as_str() {
                    "1" => "1 unit is".to_owned(),
                    covered => format!("{covered} units are"),
                },
                of_seven_digits(length)
            ),
            Repeats::Turned => format!(
                "note: {what} a seam along {axis}: `{node}`, which has a period, is turned, so that it does not lie along {axis}; turn it by multiples of 90 degrees"
            ),
            _ => format!(
                "note: {what} a seam along {axis}: some of what is shown has a period there, and some, such as `{node}`, has none; give --period to all of it, or put a `torus` \
                 node over it"
            ),
        });
    }
    if let Job::Line(_) = request.job {
        return Ok(());
    }
    for node in plan.programs().iter().flat_map(|program| program.cuts()).collect::<BTreeSet<_>>() {
        note(&format!(
            "note: `{node}` does not continue after a turn around its centre, and shows a cut at half a turn; give it a period along x that fits the `repeat` of its \
             `polar` node, and put a fractal into the source of that"
        ));
    }
    Ok(())
}

/// Notes noise with cells that the samples can't show.
pub(super) fn say_what_is_too_fine(request: &Request, plan: &Plan) -> Result<()> {
    let found = request.too_fine(plan)?;
    let size = match &request.job {
        Job::Volume(_) => "--volume",
        Job::Tiles(Tiles { import: Some(_), .. }) => "samples of --for",
        Job::Preview(_) => "--map",
        _ => "--size",
    };
    let area = flag_of_area(&request.job);
    let Some(TooFine { place, octaves, of, narrowest, .. }) = found.iter().min_by(|a, b| a.narrowest.total_cmp(&b.narrowest)) else {
        return Ok(());
    };
    let others = match found.len() - 1 {
        0 => String::new(),
        1 => " and of another node".to_owned(),
        others => format!(" and of {others} other nodes"),
    };
    let (which, fewer) = match of {
        1 => (format!("the cells of `{place}`{others}"), ""),
        _ => (format!("the cells of {octaves} of the {of} octaves of `{place}`{others}"), "fewer octaves, "),
    };
    note(&format!(
        "note: {which} are narrower than two samples, down to {}, and show as static, or not at all where every sample is a lattice point; give {fewer}a lower \
         frequency, a smaller {area}, or {} times the {size}",
        shown(*narrowest, 2),
        shown((2.0 / narrowest).ceil(), 0)
    ));
    Ok(())
}

/// Returns the flag of the area that a job covers.
fn flag_of_area(job: &Job) -> &'static str {
    if matches!(job, Job::Volume(_)) { "--box" } else { "--region" }
}

/// Formats a length with seven digits.
fn of_seven_digits(length: f64) -> String {
    let rounded = format!("{length:.6e}").parse().unwrap_or(length);
    if (1e-9..1e15).contains(&rounded) { rounded.to_string() } else { format!("{rounded:e}") }
}

/// Notes that the pixels have another shape than those that the region of the recipe or the file was made for.
pub(super) fn say_where_it_is_squeezed(request: &Request) -> Result<()> {
    let (region, size, [columns, rows]) = match &request.job {
        Job::Picture(area) | Job::Frames(Frames { area, only: None, .. }) | Job::View(View { area, relief: None, .. }) => {
            (area.region, area.size, [1, 1])
        }
        Job::Tiles(Tiles { size, count, region, only: None, .. }) => (*region, *size, count.unwrap_or([1, 1])),
        _ => return Ok(()),
    };
    let Some(region) = region else { return Ok(()) };
    let [width, height] = [f64::from(columns) * f64::from(size.width), f64::from(rows) * f64::from(size.height)];
    let ratio = width_of_pixels(region, [width, height]) / made_for(request)?;
    // A side of whole samples may be off by one of them.
    if (ratio - 1.0).abs() * width.min(height) <= 1.0 {
        return Ok(());
    }
    let how = |much: f64, how: &str| format!("{} times as {how}", shown(much, 2));
    let how = if ratio > 1.0 { how(ratio, "wide as high") } else { how(ratio.recip(), "high as wide") };
    let fits = shown((f64::from(size.height) / ratio).max(1.0), 0);
    note(&format!(
        "note: the picture is squeezed: its pixels are {how} as those that it was made for, since {region} goes into {width}x{height} samples; give --size {}x{fits}, or \
         --region X0,Y0,X1,Y1",
        size.width
    ));
    Ok(())
}

/// Returns the width of pixels that are one unit high.
fn width_of_pixels(Region([x0, y0, x1, y1]): Region, [width, height]: [f64; 2]) -> f64 {
    (x1.to_f64() - x0.to_f64()) / width * height / (y1.to_f64() - y0.to_f64())
}

/// Returns the same for the pixels that the recipe or the file was made for: 1 for square ones, unless its own size says otherwise.
fn made_for(request: &Request) -> Result<f64> {
    let recipe = request.source.recipe();
    let own = match request.source.facts() {
        Some(facts) => match facts.job()? {
            Job::Picture(area) | Job::Frames(Frames { area, .. }) | Job::View(View { area, .. }) => Some(area),
            _ => None,
        },
        None => recipe.size.map(|_| Area::of_recipe(recipe)),
    };
    Ok(own.map_or(1.0, |Area { region, size: Size { width, height }, .. }| {
        region.map_or(1.0, |region| width_of_pixels(region, [width, height].map(f64::from)))
    }))
}
