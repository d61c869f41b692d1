//! Limits: the size that a source may ask for, and the cost of a pixel.

use crate::cost::MOST_FOR_A_PIXEL;
use crate::{Area, Error, Facts, Field, Job, Problem, Request, Result, Size, Source, read_recipe};

fn request(recipe: &str, destination: &str) -> Result<Request> {
    Request::new(Source::from(read_recipe(recipe).unwrap()), destination)
}

#[test]
fn a_source_makes_no_more_samples_by_itself_than_are_bounded() {
    let recipe = |size: &str, outputs: &str| format!("version = 2\nsize = {size}\n[nodes.a]\nkind = \"perlin\"\n{outputs}");
    let one = "[outputs.a]\nchannels = \"a\"\n";
    let four = "[outputs.a]\nchannels = [\"a\", \"a\", \"a\", \"a\"]\n";
    let two = &format!("{one}[outputs.b]\nchannels = \"a\"\n");
    for (size, outputs, destination, is_good) in [
        ("[32768, 32768]", one, "a.r32", true),
        ("[32768, 32769]", one, "a.r32", false),
        ("[2147483647, 2147483647]", one, "a.r32", false),
        ("[16384, 16384]", four, "a.r32", true),
        ("[16384, 16385]", four, "a.r32", false),
        ("[32768, 32768]", two, "a/", false),
        ("[32768, 16384]", two, "a/", true),
    ] {
        let made = request(&recipe(size, outputs), destination);
        assert_eq!(made.is_ok(), is_good, "{size} {destination}");
        if let Err(error) = made {
            assert!(matches!(error, Error::Request { field: Field::Size, problem: Problem::Outside { .. }, .. }), "{error}");
        }
    }
    let huge = Source::from(read_recipe(&recipe("[2147483647, 1]", one)).unwrap());
    assert!(Request::new(huge.clone(), "a.r32").is_err());
    assert!(Request::of(huge, Job::default(), "a.r32").plan().is_ok());
}

#[test]
fn what_a_file_tells_is_bounded_with_all_of_its_parts() {
    let facts = |job: &str| {
        let json = format!(
            r#"{{ "schema_version": 1, "version": "0", "recipe": "version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"perlin\"\n", "size": [1, 1],
                "format": "r32", "layout": "", "depth": 32, "range": null, "job": {job} }}"#
        );
        Request::new(Source::of_facts(Facts::of_json(&json).unwrap()).unwrap(), "a.r32")
    };
    for (job, asked, mend) in [
        (
            r#"{ "kind": "frames", "area": { "size": [1024, 1024] }, "count": 65536, "length": 1, "into": { "animation": 30 } }"#,
            Field::Size,
            "size 1024x1024",
        ),
        (r#"{ "kind": "volume", "sides": [65536, 65536, 2] }"#, Field::Volume, "volume 65536x65536x2"),
        (r#"{ "kind": "cube", "side": 65536, "face_length": 8 }"#, Field::Cube, "cube 65536"),
        (r#"{ "kind": "tiles", "size": [32768, 32768], "count": [16, 16] }"#, Field::Size, "size 32768x32768"),
    ] {
        let error = facts(job).unwrap_err();
        assert!(matches!(error, Error::Request { field, .. } if field == asked), "{error}");
        assert!(error.to_string().contains(mend), "{error}");
    }
    for job in [
        r#"{ "kind": "frames", "area": { "size": [1024, 1024] }, "count": 1024, "length": 1, "into": { "animation": 30 } }"#,
        r#"{ "kind": "frames", "area": { "size": [1024, 1024] }, "count": 65536, "length": 1, "only": 7 }"#,
        r#"{ "kind": "volume", "sides": [1024, 1024, 1024] }"#,
    ] {
        assert!(facts(job).is_ok(), "{job}");
    }
}

#[test]
fn a_pixel_costs_no_more_than_is_bounded_with_all_that_its_blur_sees() {
    let plan = |fractals: &str, blur: &str, outputs: usize| {
        let blurred: String = (0..outputs).map(|n| format!("[outputs.o{n}]\nchannels = \"b\"\nblur = {blur}\n")).collect();
        let recipe = format!("version = 2\nsize = [1, 1]\n{fractals}{blurred}");
        request(&recipe, "a/").unwrap().plan().map(|plan| plan.evaluations())
    };
    let deep = "[nodes.v]\nkind = \"value\"\ndimensions = 4\n[nodes.a]\nkind = \"fbm\"\noctaves = 30\nsource = \"v\"\n[nodes.b]\nkind = \"fbm\"\noctaves = 32\nsource = \"a\"\n";
    let flat = "[nodes.b]\nkind = \"perlin\"\n";
    let wide = "{ radius = 256, passes = 16 }";
    let error = plan(deep, wide, 1).unwrap_err();
    assert!(matches!(&error, Error::Engine { source: lacuna::Error::Limit { what, .. }, .. } if what == "outputs.o0.blur"), "{error}");
    assert!(plan(deep, "{ radius = 8, passes = 2 }", 1).is_ok());
    assert!(plan(flat, wide, 1).unwrap() > MOST_FOR_A_PIXEL / 2);
    assert!(plan(flat, wide, 2).is_err());
    assert!(plan(flat, "{ radius = 256, passes = 1 }", 200).is_ok());
}

#[test]
fn a_wide_area_costs_what_its_samples_cost() {
    let size = Size { width: 1000, height: 100 };
    let request = Request::of(Source::named("perlin").unwrap(), Job::Picture(Area { size, ..Default::default() }), "a.png");
    assert_eq!(request.plan().unwrap().evaluations(), 800_000);
}

#[test]
fn a_pixel_of_several_samples_costs_and_counts_as_many() {
    let area = Area { size: Size { width: 1000, height: 100 }, ..Area::default() };
    let mut request = Request::of(Source::named("perlin").unwrap(), Job::Picture(area), "a.png");
    request.samples = Some(4);
    assert_eq!(request.plan().unwrap().evaluations(), 16 * 800_000);
    let own = |side: u32, samples: u32| {
        let recipe = format!(
            "version = 2\nsize = [{side}, {side}]\nnodes.a.kind = \"perlin\"\noutputs.a = {{ channels = \"a\", samples = {samples} }}\n"
        );
        self::request(&recipe, "a.r32").is_ok()
    };
    assert!(own(16384, 2) && !own(16385, 2) && own(4096, 8) && !own(4097, 8));
}

#[test]
fn cells_are_too_fine_by_the_distance_of_samples_not_of_pixels() {
    let recipe = "version = 2\nsize = [64, 64]\nnodes.a = { kind = \"perlin\", frequency = 12 }\noutputs.a = { channels = \"a\" }\n";
    let mut request = request(recipe, "a.png").unwrap();
    for (samples, count) in [(None, 1), (Some(4), 0)] {
        request.samples = samples;
        assert_eq!(request.too_fine(&request.plan().unwrap()).unwrap().len(), count, "{samples:?}");
    }
}
