//! The documentation's figures are those of this version: `docs/src/reference/statistics.md` begins with the output of `lacuna statistics --markdown`, over
//! more samples.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn statistics(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_lacuna")).arg("statistics").args(arguments).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

fn page() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/reference/statistics.md")).unwrap()
}

/// Returns the rows of the table under a heading: names, with numbers if there are any.
fn table(page: &str, heading: &str) -> BTreeMap<String, Vec<Option<f64>>> {
    let section = page.split("\n## ").find(|section| section.starts_with(heading)).unwrap_or_else(|| panic!("there is no `{heading}`"));
    let rows = section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| basis"));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    rows.map(cells).map(|cells| (cells[0].clone(), cells[1..].iter().map(|cell| cell.parse().ok()).collect())).collect()
}

/// The samples of four pictures or lines.
const PICTURES: u64 = 1 << 20;

#[test]
fn the_page_of_statistics_is_of_this_version_and_a_smaller_run_lies_within_it() {
    let page = page();
    let report: Value = serde_json::from_str(&statistics(&["--json", "--samples", &PICTURES.to_string()])).unwrap();
    let cases = report["cases"].as_array().unwrap();
    let (ranges, spectra) = (table(&page, "Range"), table(&page, "Spectrum"));
    let names = |table: &BTreeMap<String, Vec<Option<f64>>>| table.keys().cloned().collect::<Vec<_>>();
    let mut sources: Vec<String> = cases.iter().map(|case| case["source"].as_str().unwrap().to_owned()).collect();
    sources.sort();
    assert_eq!(names(&ranges), sources, "run `cargo xtask statistics`");
    assert_eq!(names(&spectra), sources);
    for case in cases {
        let name = case["source"].as_str().unwrap();
        let number = |key: &str| case[key].as_f64().unwrap();
        let [least, most, mean, deviation] = ranges[name][..] else { panic!("{name}") };
        let [least, most, mean, deviation] = [least, most, mean, deviation].map(Option::unwrap);
        // The pictures of the short run are the first ones of the long run.
        assert_eq!(number("samples"), PICTURES as f64);
        assert!(number("least") >= least - 1e-4 && number("most") <= most + 1e-4, "{name}: {case}, not within {least} and {most}");
        assert!((number("mean") - mean).abs() < 0.05 && (number("deviation") - deviation).abs() < 0.05, "{name}: {case}");
        let shares: f64 = case["bands"].as_array().unwrap().iter().map(|band| band["share"].as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{name}: {shares}");
        for (band, share) in case["bands"].as_array().unwrap().iter().zip(&spectra[name]) {
            assert!((100.0 * band["share"].as_f64().unwrap() - share.unwrap()).abs() < 10.0, "{name}: {band}, not {share:?}");
        }
    }
}

#[test]
fn the_page_of_statistics_is_what_the_command_prints() {
    let is_text = |line: &&str| !line.starts_with("| ") && !line.starts_with("Each row is of at least");
    let printed = statistics(&["--markdown", "--samples", "1"]);
    let page = page();
    // The rest is made of other measures.
    let (begun, _) = page.split_once("\n<!-- From here on by `cargo xtask statistics`. -->").expect("the page has further sections");
    assert_eq!(printed.lines().filter(is_text).collect::<Vec<_>>(), begun.lines().filter(is_text).collect::<Vec<_>>());
    let samples: u64 = page.split("at least ").nth(1).and_then(|rest| rest.split(' ').next()).and_then(|count| count.parse().ok()).unwrap();
    assert!(samples >= 10_000_000, "{samples}");
}

#[test]
fn the_ranges_of_the_page_are_those_that_the_documentation_of_the_bases_promises() {
    let ranges = table(&page(), "Range");
    let hold = |name: &str, low: f64, high: f64| {
        let of_basis: Vec<_> = ranges.iter().filter(|(key, _)| key.starts_with(name)).collect();
        assert!(!of_basis.is_empty(), "{name}");
        for (name, row) in of_basis {
            let (least, most) = (row[0].unwrap(), row[1].unwrap());
            assert!(low <= least && most <= high, "{name}: {least} to {most}");
            // The promised range is not much wider than the measured one.
            assert!(least < low + 0.5 && most > high - 0.5, "{name}: {least} to {most}");
        }
    };
    hold("perlin 1-D", -0.5, 0.5);
    hold("perlin 2-D", -1.0, 1.0);
    hold("perlin 3-D", -1.04, 1.04);
    hold("perlin 4-D", -1.54, 1.54);
    ["value", "simplex", "white", "checker", "cellular cell value"].into_iter().for_each(|name| hold(name, -1.0, 1.0));
    hold("cellular F1 1-D", 0.0, 1.0);
    hold("cellular F1 2-D", 0.0, 1.42);
    hold("cellular F1 3-D", 0.0, 1.42);
    hold("cellular F2 1-D", 0.0, 1.5);
    hold("cellular F2 2-D", 0.0, 1.6);
    hold("cellular F2 3-D", 0.0, 1.6);
}

#[test]
fn noise_of_a_source_and_errors_are_told() {
    let text = statistics(&["perlin", "--samples", "1000"]);
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.lines().nth(1).unwrap().starts_with("perlin "), "{text}");
    let run = Command::new(env!("CARGO_BIN_EXE_lacuna")).args(["statistics", "purlin"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("`purlin`"));
}
