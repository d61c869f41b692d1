//! Small bakes of every job, format and depth. Each is refused, or succeeds, and every file of it bakes again to the same bytes.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use lacuna::recipe::OutputRange;
use lacuna_bake::formats::{FactsPlace, Format};
use lacuna_bake::{Destination, Engine, Facts, Job, Memory, Request, Result, Source};
use serde_json::{Value, json};

use crate::bytes::Bytes;
use crate::graph::recipe;
use crate::{Came, show};

type Files = BTreeMap<PathBuf, Vec<u8>>;

pub(crate) fn body(data: &[u8]) -> Came {
    let mut bytes = Bytes::new(data);
    let Some((request, format)) = request(&mut bytes) else { return Came::Short };
    show(|| request.source.recipe().clone());
    let Ok(files) = run(&request) else { return Came::Short };
    for (path, made) in files.iter().filter(|(path, _)| path.extension().is_none_or(|extension| extension != "json")) {
        let source = source(format, path, &files).unwrap_or_else(|problem| panic!("{}: {problem}\n{request:#?}", path.display()));
        let again = again(source, format, path).unwrap_or_else(|error| panic!("{}: {error}\n{request:#?}", path.display()));
        assert!(again.get(path) == Some(made), "{}: other bytes: {again:?}, {made:?}\n{request:#?}", path.display());
        let facts = beside(path);
        assert!(again.get(&facts) == files.get(&facts), "{}: other facts\n{request:#?}", path.display());
    }
    Came::AllTheWay
}

/// Reads the source from a file's metadata, inside or in its sidecar.
fn source(format: Format, path: &Path, files: &Files) -> Result<Source, String> {
    let facts = match format.description().facts {
        FactsPlace::Inside => Facts::of_file(format, &mut std::io::Cursor::new(&files[path]))?.ok_or("it tells nothing")?,
        FactsPlace::Beside => {
            let text = files.get(&beside(path)).ok_or("nothing stands beside it")?;
            Facts::of_json(std::str::from_utf8(text).map_err(|error| error.to_string())?)?
        }
    };
    Source::of_facts(facts).map_err(|error| error.to_string())
}

fn again(source: Source, format: Format, path: &Path) -> Result<Files> {
    run(&Request { format: Some(format), ..Request::new(source, Destination::File(path.to_owned()))? })
}

fn run(request: &Request) -> Result<Files> {
    let mut store = Memory::default();
    request.plan()?.run(&Engine::cpu(NonZeroUsize::MIN), &mut store, &())?;
    Ok(store.into_files())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Returns a request of a few samples; `None` if the bytes make a value that no type holds.
fn request(bytes: &mut Bytes<'_>) -> Option<(Request, Format)> {
    let mut job = job(bytes);
    // A shadow over hundreds of samples needs all the heights around that may cast it, which are millions.
    let has_shadows = job["shadows"] == true;
    if has_shadows {
        job["range"] = json!([0, 1]);
    }
    let job: Job = serde_json::from_value(job).ok()?;
    let formats: Vec<Format> = Format::all().collect();
    let format = bytes.one_of(&formats);
    let depth = if bytes.once_in(2) { Some(bytes.one_of(format.depths())) } else { None };
    let range = match bytes.below(4) {
        _ if has_shadows => None,
        0 | 1 => None,
        2 => Some(OutputRange::Auto),
        _ => {
            let mut ends = [bytes.number(), bytes.number()];
            ends.sort_by(|a, b| a.to_f64().total_cmp(&b.to_f64()));
            Some(OutputRange::Between(ends))
        }
    };
    let tile = if bytes.once_in(4) { Some(1 + bytes.below(8) as u32) } else { None };
    let source = Source::from(recipe(bytes)?);
    let destination = Destination::File(format!("x.{format}").into());
    let request = Request { job, format: Some(format), depth, range, tile, ..Request::new(source, destination).ok()? };
    Some((request, format))
}

fn job(bytes: &mut Bytes<'_>) -> Value {
    let area = area(bytes);
    match bytes.below(8) {
        0 | 1 => with_kind("picture", area),
        2 => json!({ "kind": "line", "ends": [bytes.number(), bytes.number()], "samples": side(bytes), "z": bytes.number() }),
        3 => {
            let into = match bytes.below(3) {
                0 => json!("files"),
                1 => json!({ "sheet": [1 + bytes.below(3), 1 + bytes.below(3)] }),
                _ => json!({ "animation": 1 + bytes.below(30) }),
            };
            json!({ "kind": "frames", "area": area, "count": 1 + bytes.below(4), "length": bytes.number(), "into": into })
        }
        4 => {
            let mut job = json!({
                "kind": "volume", "sides": [side(bytes), side(bytes), 1 + bytes.below(4)], "is_sliced": bytes.once_in(3),
            });
            if bytes.once_in(2) {
                job["box"] = (0..6).map(|_| json!(bytes.number())).collect();
            }
            job
        }
        5 => json!({ "kind": "cube", "side": side(bytes), "face_length": bytes.number() }),
        6 => {
            let mut job =
                json!({ "kind": "tiles", "size": area["size"], "count": [1 + bytes.below(3), 1 + bytes.below(2)], "z": area["z"] });
            if let Some(region) = area.get("region") {
                job["region"] = region.clone();
            }
            job
        }
        _ => view(bytes, &area),
    }
}

fn view(bytes: &mut Bytes<'_>, area: &Value) -> Value {
    let has_shadows = bytes.once_in(2);
    let (lowest, highest) = if has_shadows { (10, 3) } else { (0, 20) };
    let mut job = json!({
        "kind": "view", "area": area, "sun": [bytes.number(), lowest + bytes.below(100 - lowest)], "shadows": has_shadows,
        "relief_height": bytes.below(highest), "palette": bytes.one_of(&["terrain", "grey"]), "antialias": 1 + bytes.below(2),
    });
    if bytes.once_in(2) {
        job["relief"] = json!({
            // The terrain is sampled beyond its edges, too, and twice: a larger one takes a second if the graph is costly.
            "terrain": [2 + bytes.below(8), 2 + bytes.below(8)], "lens": bytes.one_of(&["orthographic", "perspective"]),
            "heading": bytes.number(), "pitch": bytes.below(100), "zoom": 1 + bytes.below(3), "haze": bytes.below(100) as f64 / 100.0,
        });
    }
    if bytes.once_in(3) {
        job["water"] = json!(bytes.number());
    }
    if bytes.once_in(3) {
        job["wireframe"] = json!(1 + bytes.below(9));
    }
    if bytes.once_in(3) {
        job["range"] = if bytes.once_in(2) { json!("auto") } else { json!([bytes.number(), bytes.number()]) };
    }
    job
}

fn area(bytes: &mut Bytes<'_>) -> Value {
    let mut area = json!({ "size": [side(bytes), side(bytes)], "z": bytes.number() });
    if bytes.once_in(2) {
        area["region"] = (0..4).map(|edge| if edge < 2 { json!(bytes.number()) } else { json!(bytes.below(100) + 1) }).collect();
    }
    if bytes.once_in(4) {
        area["w"] = json!(bytes.number());
    }
    area
}

fn side(bytes: &mut Bytes<'_>) -> usize {
    1 + bytes.below(12)
}

fn with_kind(kind: &str, mut job: Value) -> Value {
    job["kind"] = json!(kind);
    job
}
