//! What the translator refuses, each with its line, and the form of its output. The library's tests in src/strict/tests/constructs check that the output
//! means the same as WGSL.
//!
//! `messages.txt` holds what is told of each refusal, below the line of WGSL that it is about: `LACUNA_WRITE_MESSAGES=1` writes it anew.

#[path = "../../tests/common/blessed.rs"]
mod blessed;

use blessed::assert_blessed;
use xtask::declarations::table_of;
use xtask::shader::Shader;
use xtask::twins::{Paths, translated};

const PATHS: Paths = Paths { shaders: "shaders", folder: "generated", own: "super::super", elsewhere: "crate::strict" };

const UNIFORM: &str = "alias Uniform = u32;\n";

/// Returns the Rust of one shader, without spaces that rustfmt would set.
fn rust(text: &str) -> Result<String, String> {
    let shader = Shader::parse("tried", text.to_owned())?;
    let files = translated(&[shader], &PATHS)?;
    Ok(files.into_iter().find(|file| file.path == "generated/tried.rs").expect("the shader's own file").text)
}

/// The problems so far, each with what it is about.
#[derive(Default)]
struct Refused(Vec<(String, String)>);

impl Refused {
    /// Adds the problem of a shader that is refused at a line.
    #[track_caller]
    fn at(&mut self, line: usize, text: &str) {
        let text = format!("{UNIFORM}{text}");
        let about = text.lines().nth(line).expect("a line").trim();
        self.add(about, &format!("tried.wgsl:{}: ", line + 1), rust(&text));
    }

    /// Adds the problem of a basis with some parameters, and the code after it, which is refused at a line of these.
    #[track_caller]
    fn at_basis(&mut self, line: usize, marks: &str, parameters: &str, rest: &str) {
        let basis = format!("{BASES}//@ basis\n{marks}fn b({parameters}) -> f32 {{\n    return f32(x.cell);\n}}\n{rest}");
        self.at(BASES.lines().count() + line, &basis);
    }

    #[track_caller]
    fn add(&mut self, about: &str, place: &str, result: Result<String, String>) {
        let problem = match result {
            Ok(rust) => panic!("`{about}` was taken as\n{rust}"),
            Err(problem) => problem,
        };
        assert!(problem.starts_with(place), "`{about}`, not at `{place}`: {problem}");
        let before = self.0.iter().filter(|(known, _)| known.trim_end_matches(", again") == about).count();
        self.0.push((format!("{about}{}", ", again".repeat(before)), problem));
    }
}

#[test]
fn what_has_no_translation_is_refused_at_its_line() {
    let mut refused = Refused::default();
    for add in [
        lanes_where_uniform_is_asked_for,
        branches_and_loops_on_lanes,
        what_lanes_need_a_primitive_for,
        statements_that_have_no_translation,
        names_and_functions_that_nobody_declares,
        types_that_have_no_lanes,
        literals_and_masks,
        what_is_no_outlined_function,
        what_is_no_operation,
        stages_that_lack_a_function_or_do_not_fit_together,
        bases_that_are_not_as_callers_expect,
        marks_that_say_nothing,
        shaders_that_need_each_other,
        options_that_the_linker_can_not_follow,
    ] {
        add(&mut refused);
    }
    assert_blessed(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messages.txt"), &refused.0);
}

/// A branch on lanes with its mark.
const MARKED: &str = "fn f(v: f32) -> f32 {\n    var u = v;\n    //@ any: nothing changes.\n    if v < 1.0f {\n        u = v;\n    }";

#[test]
fn a_branch_on_lanes_is_taken_with_its_mark() {
    let rust = rust(&format!("{UNIFORM}{MARKED}\n    return u;\n}}\n")).unwrap();
    assert!(rust.contains("if any(less(v, v.real(1.0)))"), "{rust}");
}

fn lanes_where_uniform_is_asked_for(refused: &mut Refused) {
    refused.at(5, "fn g(n: Uniform, v: f32) -> f32 {\n    return v;\n}\nfn f(v: f32, w: u32) -> f32 {\n    return g(w, v);\n}\n");
    refused
        .at(7, "struct S {\n    v: f32,\n    n: Uniform,\n}\nfn f(v: f32, w: u32) -> S {\n    let n = w + 1u;\n    return S(v, n);\n}\n");
    refused.at(2, "fn f(w: u32) -> Uniform {\n    return w;\n}\n");
}

fn branches_and_loops_on_lanes(refused: &mut Refused) {
    refused.at(3, "fn f(v: f32) -> f32 {\n    var u = v;\n    if v < 1.0f {\n        u = 2.0f;\n    }\n    return u;\n}\n");
    refused.at(4, &format!("{MARKED} else {{\n        u = v;\n    }}\n    return u;\n}}\n"));
    refused.at(4, "fn f(v: f32) -> f32 {\n    //@ any: nothing changes.\n    if v < 1.0f {\n        return v;\n    }\n    return v;\n}\n");
    refused.at(3, "fn f(v: f32) -> f32 {\n    var u = v;\n    while u < 1.0f {\n        u = u + 1.0f;\n    }\n    return u;\n}\n");
}

fn what_lanes_need_a_primitive_for(refused: &mut Refused) {
    refused.at(2, "fn f(w: u32, v: u32) -> u32 {\n    return w << v;\n}\n");
    refused.at(2, "fn f(w: u32) -> f32 {\n    return vec2<f32>(0.5f, 2.0f)[w & 1u];\n}\n");
    refused.at(2, "fn f(w: u32, v: u32) -> u32 {\n    return w % v;\n}\n");
    refused.at(2, "fn f(w: f32, v: f32) -> f32 {\n    return w / v;\n}\n");
}

fn statements_that_have_no_translation(refused: &mut Refused) {
    refused.at(2, "fn f(v: f32) -> f32 {\n    for (var i = 0u; i < 3u; i += 1u) {\n    }\n    return v;\n}\n");
    refused.at(2, "fn f(v: f32) -> f32 {\n    loop {\n        break;\n    }\n    return v;\n}\n");
    refused.at(2, "fn f(v: f32, n: Uniform) -> f32 {\n    switch n {\n        default {}\n    }\n    return v;\n}\n");
    refused.at(6, "struct S {\n    v: f32,\n}\nfn f(v: f32) -> f32 {\n    var s = S(v);\n    s.v = 1.0f;\n    return s.v;\n}\n");
    refused.at(2, "fn f(v: f32) -> f32 {\n    let u: f32 = v;\n    return u;\n}\n");
    refused.at(2, "fn f(v: f32) -> f32 {\n    var u: f32;\n    return v;\n}\n");
}

fn names_and_functions_that_nobody_declares(refused: &mut Refused) {
    refused.at(2, "fn f(v: f32) -> f32 {\n    return v + u;\n}\n");
    refused.at(2, "fn f(v: f32) -> f32 {\n    return sin(v);\n}\n");
    refused.at(5, "fn g(v: f32) -> f32 {\n    return v;\n}\nfn f(v: f32) -> f32 {\n    return g(v, v);\n}\n");
}

fn types_that_have_no_lanes(refused: &mut Refused) {
    refused.at(1, "fn f(i: i32) -> f32 {\n    return 1.0f;\n}\n");
    refused.at(1, "fn f(v: ptr<function, f32>) -> f32 {\n    return 1.0f;\n}\n");
    refused.at(2, "fn f(v: f32) -> f32 {\n    return f32(u32(v) + v);\n}\n");
    refused.at(2, "fn f(v: vec2<f32>) -> vec2<f32> {\n    return v.yx;\n}\n");
    refused.at(2, "fn f(v: vec2<f32>) -> vec2<f32> {\n    return v + v;\n}\n");
    refused.at(1, "fn f(n: Uniform) -> f32 {\n    return 1.0f;\n}\n");
}

fn literals_and_masks(refused: &mut Refused) {
    refused.at(2, "fn f(v: f32) -> f32 {\n    return v + 1.0;\n}\n");
    refused.at(2, "fn f(v: f32) -> f32 {\n    return v + 0x3p-2f;\n}\n");
    refused.at(2, "fn f(v: f32, n: Uniform) -> f32 {\n    return select(v, 1.0f, n == 1u && v < 1.0f);\n}\n");
}

fn what_is_no_outlined_function(refused: &mut Refused) {
    refused.at(2, "//@ outlined\nfn f(n: Uniform) -> Uniform {\n    return n;\n}\n");
    refused.at(2, "//@ outlined: hash.table\nfn f(v: f32) -> f32 {\n    return v;\n}\n");
}

#[test]
fn comments_names_and_order_are_those_of_the_shader() {
    let text = "// What the file is for.\n\nalias Uniform = u32;\n\n// One of them.\nfn one(v: f32) -> f32 {\n    // Half of it.\n    let half = v * 0.5f;\n\n    return half;\n}\n\n\
                // The other.\nfn other(v: f32) -> f32 {\n    return one(v);\n}\n";
    let rust = rust(text).unwrap();
    let lines: Vec<&str> = rust.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let inline = "#[inline(always)]";
    assert_eq!(
        lines,
        [
            "// @generated from shaders/tried.wgsl by `cargo xtask twins`: what is edited here is lost.",
            "//",
            "// What the file is for.",
            "use super::super::real::Real;",
            "// One of them.",
            inline,
            "pub(crate) fn one<F: Real>(v: F) -> F {",
            "// Half of it.",
            "let half = v * v.real(0.5);",
            "half",
            "}",
            "// The other.",
            inline,
            "pub(crate) fn other<F: Real>(v: F) -> F {",
            "one(v)",
            "}",
        ]
    );
}

#[test]
fn a_shader_that_is_no_wgsl_is_refused() {
    assert!(Shader::parse("tried", "fn f( -> f32 {}".into()).is_err_and(|problem| problem.starts_with("tried.wgsl: ")));
}

/// The declarations that a basis needs.
const BASES: &str = "struct Coordinate {\n    cell: u32,\n}\nstruct Hash {\n    kind: Uniform,\n}\nstruct PerlinCorner {\n    c: f32,\n}\nconst TWO: u32 = 2u;\n";

/// Translates a list of shaders, each a name and a text.
fn list(shaders: &[(&str, &str)]) -> Result<String, String> {
    let shaders = shaders.iter().map(|(name, text)| Shader::parse(name, (*text).to_owned())).collect::<Result<Vec<_>, _>>()?;
    let files = translated(&shaders, &PATHS)?;
    Ok(files.into_iter().find(|file| file.path == "generated/list.rs").expect("a list").text)
}

#[test]
fn operations_are_listed() {
    let text = "//@ operation\nfn abs_of(v: f32) -> f32 {\n    return abs(v);\n}\n\n// Twice.\n//@ operation\nfn twice_as(a: f32, b: f32) -> f32 {\n    return a + b;\n}\n";
    let rust = list(&[("tried", text)]).unwrap();
    assert!(rust.contains("            Abs tried abs_of(v),\n            TwiceAs tried twice_as(a b),\n"), "{rust}");
}

fn what_is_no_operation(refused: &mut Refused) {
    refused.at(2, "//@ operation\nfn f(v: f32, n: Uniform) -> f32 {\n    return v;\n}\n");
    refused.at(2, "//@ operation\nfn f(v: f32) -> vec2<f32> {\n    return vec2<f32>(v, v);\n}\n");
    let alike = "//@ operation\nfn f(v: f32) -> f32 {\n    return v;\n}\n//@ operation\nfn f_of(v: f32) -> f32 {\n    return v;\n}\n";
    refused.at(6, alike);
}

/// The stages of a corner that keeps a `PerlinCorner`.
const STAGES: &str = "fn linear_column(t: f32, below: PerlinCorner, above: PerlinCorner, y: f32) -> f32 {\n    return below.c + above.c * t * y;\n}\n\
    fn linear_column_slope(below: PerlinCorner, above: PerlinCorner) -> f32 {\n    return above.c - below.c;\n}\n\
    fn linear_cell(left: f32, right: f32) -> f32 {\n    return right - left;\n}\n\
    fn linear_pixel(cell: f32, x: f32, t: f32) -> f32 {\n    return cell * x * t;\n}\n\
    fn linear_pixel_slope(cell: f32, dt: f32) -> f32 {\n    return cell * dt;\n}\n";

fn stages_that_lack_a_function_or_do_not_fit_together(refused: &mut Refused) {
    let corner = "//@ basis\nfn b_2(hash: Hash, x: Coordinate, y: Coordinate) -> f32 {\n    return f32(x.cell);\n}\n\
                  //@ stages: linear\nfn b_2_corner(hash: Hash, x: Coordinate, y: Coordinate) -> PerlinCorner {\n    return PerlinCorner(f32(x.cell));\n}\n";
    let mut stages = |about: &str, from: &str, to: &str| {
        assert!(STAGES.contains(from), "{from}");
        let text = format!("{UNIFORM}{BASES}{corner}{}", STAGES.replace(from, to));
        refused.add(about, "tried.wgsl:16: ", rust(&text));
    };
    for function in ["linear_column", "linear_column_slope", "linear_cell", "linear_pixel", "linear_pixel_slope"] {
        stages(&format!("stages without {function}"), &format!("fn {function}("), "fn other(");
    }
    let [pair, single, corners] = [
        "left: f32, right: f32) -> f32 {\n    return right - left",
        "left: f32) -> f32 {\n    return left",
        "left: PerlinCorner, right: PerlinCorner) -> f32 {\n    return right.c - left.c",
    ];
    stages("stages whose linear_cell takes one float", pair, single);
    stages("stages whose linear_cell takes corners", pair, corners);
}

#[test]
fn bases_are_listed_with_what_belongs_to_them() {
    let corner = "//@ stages: linear\n//@ gradients: part\nfn b_2_corner(o: Uniform, hash: Hash, x: Coordinate, y: Coordinate) -> PerlinCorner {\n    return PerlinCorner(f32(x.cell));\n}\n";
    let rest = "fn part(which: Uniform, hash: u32, axis: Uniform) -> f32 {\n    return f32(hash);\n}\n\
                fn b_2_slope(p: Uniform, o: Uniform, s: f32, hash: Hash, x: Coordinate, y: Coordinate) -> vec4<f32> {\n    return vec4<f32>(s, s, s, s);\n}\n\
                //@ basis\n//@ known: o = TWO, hash = LATTICE\n//@ known: p = 3u\n\
                fn b_2(p: Uniform, o: Uniform, s: f32, hash: Hash, x: Coordinate, y: Coordinate) -> f32 {\n    return s;\n}\n\
                //@ basis\nfn plain(at: Coordinate) -> f32 {\n    return f32(at.cell);\n}\n";
    let rust = list(&[("tried", &format!("{UNIFORM}{BASES}{corner}{STAGES}{rest}"))]).unwrap();
    let parameters = "B2 tried b_2 options(p o) scalars(s) hash(hash) coordinates(x y)\n                ";
    for row in [
        format!("{parameters}slope(b_2_slope) corner(b_2_corner Linear options(o) coordinates(x y) gradients(part) slope()),\n"),
        "Plain tried plain options() scalars() hash() coordinates(at)\n                slope() corner(),\n".to_owned(),
        format!("{parameters}known(o = tried::TWO,) kind(Some(table::LATTICE)),\n"),
        format!("{parameters}known(p = 3,) kind(None),\n"),
    ] {
        assert!(rust.contains(&format!("            {row}")), "`{row}` is not in\n{rust}");
    }
}

fn bases_that_are_not_as_callers_expect(refused: &mut Refused) {
    refused.at_basis(2, "", "x: Coordinate, n: Uniform", "");
    refused.at_basis(2, "", "hash: Hash, s: f32, x: Coordinate", "");
    refused.at_basis(2, "", "hash: Hash, key: vec2<Uniform>, x: Coordinate", "");
    refused.at_basis(2, "", "w: u32, x: Coordinate", "");
    refused.at_basis(2, "//@ known: n = 1\n", "x: Coordinate", "");
    refused.at_basis(2, "//@ known: n = THREE\n", "n: Uniform, x: Coordinate", "");
    refused.at_basis(2, "//@ known: hash = THREE\n", "hash: Hash, x: Coordinate", "");
    refused.at_basis(2, "//@ known: n\n", "n: Uniform, x: Coordinate", "");
    let slope = "fn b_slope(x: Coordinate) -> vec4<f32> {\n    let v = f32(x.cell);\n    return vec4<f32>(v, v, v, v);\n}\n";
    refused.at_basis(5, "", "n: Uniform, x: Coordinate", slope);
    refused.at_basis(
        5,
        "",
        "hash: Hash, x: Coordinate, y: Coordinate",
        "fn b_corner(hash: Hash, x: Coordinate, y: Coordinate) -> f32 {\n    return f32(x.cell);\n}\n",
    );
    let corner =
        |parameters, result| format!("//@ stages: linear\nfn b_corner({parameters}) -> {result} {{\n    return f32(x.cell);\n}}\n");
    let plane = "hash: Hash, x: Coordinate, y: Coordinate";
    refused.at_basis(6, "", plane, &corner("n: Uniform, hash: Hash, x: Coordinate, y: Coordinate", "f32"));
    refused.at_basis(6, "", plane, &corner("x: Coordinate, y: Coordinate", "f32"));
    refused.at_basis(6, "", plane, &(corner(plane, "u32").replace("f32(x.cell)", "x.cell") + STAGES));
    refused.at_basis(5, "", plane, &format!("//@ gradients: part\n{}", corner(plane, "f32")));
}

fn marks_that_say_nothing(refused: &mut Refused) {
    let function = "fn f(v: f32) -> f32 {\n    return v;\n}\n";
    refused.at(1, &format!("//@ operations\n{function}"));
    refused.at(1, &format!("//@ operation\n\n{function}"));
    refused.at(2, &format!("//@ operation\n//@ operation\n{function}"));
    refused.at(1, &format!("//@ known: n = 1\n{function}"));
    refused.at(1, &format!("//@ gradients: part\n{function}"));
}

/// Returns a shader of one operation, which needs another shader, or none.
fn needing(other: &str, name: &str) -> String {
    let head = if other.is_empty() { String::new() } else { format!("//@ needs: {other}") };
    format!("{head}\n//@ operation\nfn {name}(v: f32) -> f32 {{\n    return v;\n}}\n")
}

/// Returns the table of declarations of some shaders.
fn table(shaders: &[(&str, &str)]) -> Result<String, String> {
    let parsed = |(name, text): &(&str, &str)| Shader::parse(name, (*text).to_owned()).map(|shader| ("shaders", shader));
    table_of(shaders.iter().map(parsed).collect::<Result<_, _>>()?)
}

#[test]
fn shaders_are_listed_after_those_they_need() {
    let shaders = [("a", needing("c", "one")), ("b", needing("", "two")), ("c", needing("", "three"))];
    let shaders: Vec<_> = shaders.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let rust = table(&shaders).unwrap();
    let places = ["b", "c", "a"].map(|name| rust.find(&format!("File {{ name: {name:?}")).expect("a file"));
    assert!(places.is_sorted(), "{rust}");
}

#[test]
fn declarations_are_listed_with_what_they_use_and_with_the_parts_that_depend_on_options() {
    let text = "\
const SIGNED: u32 = 1u;

fn doubled(v: f32) -> f32 {
    let halved = v + v;
    return halved;
}

fn halved(v: f32) -> f32 {
    return 0.5f * v;
}

//@ basis
fn tried_1(kind: Uniform, x: Coordinate) -> f32 {
    if kind == SIGNED {
        return doubled(1.0f);
    }
    return halved(2.0f);
}
";
    let rust = table(&[("tried", text)]).unwrap();
    // A local is no use of the function that has its name.
    assert!(rust.contains("function(\"doubled\", 25..97, false, &[], size(1, 0, &[], &[])),"), "{rust}");
    let part = "part(\"kind\", 1, true, \"SIGNED\", [210..269, 234..263], &[\"doubled\"], size(0, 0, &[(\"doubled\", 1)], &[]))";
    let rest = "part(\"kind\", 1, false, \"\", [270..294, 270..294], &[\"halved\"], size(0, 0, &[(\"halved\", 1)], &[]))";
    assert!(rust.contains(part) && rust.contains(rest), "{rust}");
    assert!(rust.contains("function(\"tried_1\", 150..296, false, &[], size("), "{rust}");
}

fn shaders_that_need_each_other(refused: &mut Refused) {
    refused.add("two shaders that need each other", "a.wgsl: ", table(&[("a", &needing("b", "one")), ("b", &needing("a", "two"))]));
}

fn options_that_the_linker_can_not_follow(refused: &mut Refused) {
    let tried = |branch: &str| {
        let inner = "fn inner(kind: Uniform) -> f32 {\n    return 0.0f;\n}\n";
        table(&[("tried", &format!("{inner}\n//@ basis\nfn tried_1(kind: Uniform, x: Coordinate) -> f32 {{\n{branch}}}\n"))])
    };
    for (about, line, branch) in [
        ("a constant as an option", 7, "    return inner(1u);\n"),
        ("a branch with `else`", 7, "    if kind == 1u {\n        return 1.0f;\n    } else {\n        return 2.0f;\n    }\n"),
        ("a branch on one line", 7, "    if kind == 1u { return 1.0f; }\n    return 2.0f;\n"),
    ] {
        refused.add(about, &format!("tried.wgsl:{line}: "), tried(branch));
    }
    assert!(tried("    return inner(kind);\n").is_ok());
}
