//! The refusals of the translator, each with its line, and the form of its output. The library's tests in src/value/tests/constructs check that the
//! output means the same as WGSL.

use xtask::shader::Shader;
use xtask::twins::{Paths, translated};

const PATHS: Paths = Paths { shaders: "shaders", folder: "generated", own: "super::super", elsewhere: "crate::value" };

const UNIFORM: &str = "alias Uniform = u32;\n";

/// Returns the Rust of one shader, without spaces that rustfmt would set.
fn rust(text: &str) -> Result<String, String> {
    let shader = Shader::parse("tried", text.to_owned())?;
    let files = translated(&[shader], &PATHS)?;
    Ok(files.into_iter().find(|file| file.path == "generated/tried.rs").expect("the shader's own file").text)
}

/// Asserts that a shader is refused at a line for a reason.
fn assert_refused(text: &str, line: usize, reason: &str) {
    let text = format!("{UNIFORM}{text}");
    match rust(&text) {
        Ok(rust) => panic!("this was taken:\n{text}\nas\n{rust}"),
        Err(problem) => {
            let place = format!("tried.wgsl:{}: ", line + 1);
            assert!(problem.starts_with(&place) && problem.contains(reason), "`{problem}` is not `{place}...{reason}...`");
        }
    }
}

/// Asserts that a shader is translated and that its Rust has a line.
fn assert_taken(text: &str, line: &str) {
    let rust = rust(&format!("{UNIFORM}{text}")).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    assert!(rust.contains(line), "`{line}` is not in\n{rust}");
}

#[test]
fn lanes_are_refused_where_uniform_is_asked_for() {
    assert_refused(
        "fn g(n: Uniform, v: f32) -> f32 {\n    return v;\n}\nfn f(v: f32, w: u32) -> f32 {\n    return g(w, v);\n}\n",
        5,
        "`Uniform`",
    );
    assert_refused(
        "struct S {\n    v: f32,\n    n: Uniform,\n}\nfn f(v: f32, w: u32) -> S {\n    let n = w + 1u;\n    return S(v, n);\n}\n",
        7,
        "`n` has lanes",
    );
    assert_refused("fn f(w: u32) -> Uniform {\n    return w;\n}\n", 2, "`Uniform`");
}

#[test]
fn a_branch_on_lanes_is_refused_without_its_mark_with_an_else_and_with_a_return() {
    assert_refused(
        "fn f(v: f32) -> f32 {\n    var u = v;\n    if v < 1.0f {\n        u = 2.0f;\n    }\n    return u;\n}\n",
        3,
        "`//@ any:`",
    );
    let marked = "fn f(v: f32) -> f32 {\n    var u = v;\n    //@ any: nothing changes.\n    if v < 1.0f {\n        u = v;\n    }";
    assert_refused(&format!("{marked} else {{\n        u = v;\n    }}\n    return u;\n}}\n"), 4, "no `else`");
    assert_refused(
        "fn f(v: f32) -> f32 {\n    //@ any: nothing changes.\n    if v < 1.0f {\n        return v;\n    }\n    return v;\n}\n",
        4,
        "would return for all",
    );
    assert_taken(&format!("{marked}\n    return u;\n}}\n"), "if any(less(v, v.real(1.0)))");
}

#[test]
fn a_loop_on_lanes_is_refused() {
    assert_refused(
        "fn f(v: f32) -> f32 {\n    var u = v;\n    while u < 1.0f {\n        u = u + 1.0f;\n    }\n    return u;\n}\n",
        3,
        "a loop on lanes",
    );
}

#[test]
fn what_lanes_need_a_primitive_for_is_refused() {
    assert_refused("fn f(w: u32, v: u32) -> u32 {\n    return w << v;\n}\n", 2, "a shift by lanes is a primitive");
    assert_refused("fn f(w: u32) -> f32 {\n    return vec2<f32>(0.5f, 2.0f)[w & 1u];\n}\n", 2, "a table indexed by lanes is a primitive");
    assert_refused("fn f(w: u32, v: u32) -> u32 {\n    return w % v;\n}\n", 2, "a primitive may have it");
    assert_refused("fn f(w: f32, v: f32) -> f32 {\n    return w / v;\n}\n", 2, "a primitive may have it");
}

#[test]
fn statements_that_have_no_translation_are_refused() {
    assert_refused(
        "fn f(v: f32) -> f32 {\n    for (var i = 0u; i < 3u; i += 1u) {\n    }\n    return v;\n}\n",
        2,
        "this statement is not translated",
    );
    assert_refused("fn f(v: f32) -> f32 {\n    loop {\n        break;\n    }\n    return v;\n}\n", 2, "this statement is not translated");
    assert_refused(
        "fn f(v: f32, n: Uniform) -> f32 {\n    switch n {\n        default {}\n    }\n    return v;\n}\n",
        2,
        "this statement is not translated",
    );
    assert_refused(
        "struct S {\n    v: f32,\n}\nfn f(v: f32) -> f32 {\n    var s = S(v);\n    s.v = 1.0f;\n    return s.v;\n}\n",
        6,
        "only a whole variable",
    );
    assert_refused("fn f(v: f32) -> f32 {\n    let u: f32 = v;\n    return u;\n}\n", 2, "leave it out");
    assert_refused("fn f(v: f32) -> f32 {\n    var u: f32;\n    return v;\n}\n", 2, "needs a value at once");
}

#[test]
fn names_and_functions_that_nobody_declares_are_refused() {
    assert_refused("fn f(v: f32) -> f32 {\n    return v + u;\n}\n", 2, "`u` is declared nowhere");
    assert_refused("fn f(v: f32) -> f32 {\n    return sin(v);\n}\n", 2, "no function `sin` that is translated");
    assert_refused("fn g(v: f32) -> f32 {\n    return v;\n}\nfn f(v: f32) -> f32 {\n    return g(v, v);\n}\n", 5, "takes 1 arguments");
}

#[test]
fn types_that_have_no_lanes_are_refused() {
    assert_refused("fn f(i: i32) -> f32 {\n    return 1.0f;\n}\n", 1, "`i32` has no lanes");
    assert_refused("fn f(v: ptr<function, f32>) -> f32 {\n    return 1.0f;\n}\n", 1, "is not translated");
    assert_refused("fn f(v: f32) -> f32 {\n    return f32(u32(v) + v);\n}\n", 2, "between U32 and F32");
    assert_refused("fn f(v: vec2<f32>) -> vec2<f32> {\n    return v.yx;\n}\n", 2, "no single component");
    assert_refused("fn f(v: vec2<f32>) -> vec2<f32> {\n    return v + v;\n}\n", 2, "take the components");
    assert_refused("fn f(n: Uniform) -> f32 {\n    return 1.0f;\n}\n", 1, "gives lanes and is given none");
}

#[test]
fn literals_without_a_suffix_and_odd_hexadecimal_floats_are_refused() {
    assert_refused("fn f(v: f32) -> f32 {\n    return v + 1.0;\n}\n", 2, "needs the suffix f");
    assert_refused("fn f(v: f32) -> f32 {\n    return v + 0x3p-2f;\n}\n", 2, "no power of two");
}

#[test]
fn a_truth_for_all_lanes_does_not_meet_a_mask() {
    assert_refused("fn f(v: f32, n: Uniform) -> f32 {\n    return select(v, 1.0f, n == 1u && v < 1.0f);\n}\n", 2, "the same for all lanes");
}

#[test]
fn an_outlined_function_needs_lanes_and_its_condition_a_parameter() {
    assert_refused("//@ outlined\nfn f(n: Uniform) -> Uniform {\n    return n;\n}\n", 2, "no lanes that could be outlined");
    assert_refused("//@ outlined: hash.table\nfn f(v: f32) -> f32 {\n    return v;\n}\n", 2, "no parameter for `hash.table`");
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
            "use super::super::number::Real;",
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
fn operations_are_listed_and_are_of_floats() {
    let text = "//@ operation\nfn abs_of(v: f32) -> f32 {\n    return abs(v);\n}\n\n// Twice.\n//@ operation\nfn twice_as(a: f32, b: f32) -> f32 {\n    return a + b;\n}\n";
    let rust = list(&[("tried", text)]).unwrap();
    assert!(rust.contains("            Abs tried abs_of(v),\n            TwiceAs tried twice_as(a b),\n"), "{rust}");
    assert_refused("//@ operation\nfn f(v: f32, n: Uniform) -> f32 {\n    return v;\n}\n", 2, "an f32 of some f32");
    assert_refused("//@ operation\nfn f(v: f32) -> vec2<f32> {\n    return vec2<f32>(v, v);\n}\n", 2, "an f32 of some f32");
    let alike = "//@ operation\nfn f(v: f32) -> f32 {\n    return v;\n}\n//@ operation\nfn f_of(v: f32) -> f32 {\n    return v;\n}\n";
    assert_refused(alike, 6, "`F` already");
}

/// The stages of a corner that keeps a `PerlinCorner`.
const STAGES: &str = "fn linear_column(t: f32, below: PerlinCorner, above: PerlinCorner, y: f32) -> f32 {\n    return below.c + above.c * t * y;\n}\n\
    fn linear_column_slope(below: PerlinCorner, above: PerlinCorner) -> f32 {\n    return above.c - below.c;\n}\n\
    fn linear_cell(left: f32, right: f32) -> f32 {\n    return right - left;\n}\n\
    fn linear_pixel(cell: f32, x: f32, t: f32) -> f32 {\n    return cell * x * t;\n}\n\
    fn linear_pixel_slope(cell: f32, dt: f32) -> f32 {\n    return cell * dt;\n}\n";

#[test]
fn stages_that_lack_a_function_or_do_not_fit_together_are_refused() {
    let corner = "//@ basis\nfn b_2(hash: Hash, x: Coordinate, y: Coordinate) -> f32 {\n    return f32(x.cell);\n}\n\
                  //@ stages: linear\nfn b_2_corner(hash: Hash, x: Coordinate, y: Coordinate) -> PerlinCorner {\n    return PerlinCorner(f32(x.cell));\n}\n";
    let refused = |stages: &str, reason: &str| {
        let problem = list(&[("tried", &format!("{UNIFORM}{BASES}{corner}{stages}"))]).unwrap_err();
        assert!(problem.contains(reason), "{problem}");
    };
    for function in ["linear_column", "linear_column_slope", "linear_cell", "linear_pixel", "linear_pixel_slope"] {
        refused(&STAGES.replace(&format!("fn {function}("), "fn other("), &format!("no function `{function}`"));
    }
    refused(
        &STAGES.replace("left: f32, right: f32) -> f32 {\n    return right - left", "left: f32) -> f32 {\n    return left"),
        "all of two or of four",
    );
    refused(
        &STAGES.replace(
            "(left: f32, right: f32) -> f32 {\n    return right - left",
            "(left: PerlinCorner, right: PerlinCorner) -> f32 {\n    return right.c - left.c",
        ),
        "what those before leave",
    );
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

/// Asserts that a basis with some parameters, and the code after it, is refused at a line of these for a reason.
fn assert_basis_refused(marks: &str, parameters: &str, rest: &str, line: usize, reason: &str) {
    let basis = format!("{BASES}//@ basis\n{marks}fn b({parameters}) -> f32 {{\n    return f32(x.cell);\n}}\n{rest}");
    assert_refused(&basis, BASES.lines().count() + line, reason);
}

#[test]
fn a_basis_that_is_not_as_callers_expect_is_refused() {
    assert_basis_refused("", "x: Coordinate, n: Uniform", "", 2, "`n` is out of order");
    assert_basis_refused("", "hash: Hash, s: f32, x: Coordinate", "", 2, "`s` is out of order");
    assert_basis_refused("", "hash: Hash, key: vec2<Uniform>, x: Coordinate", "", 2, "`key` is out of order");
    assert_basis_refused("", "w: u32, x: Coordinate", "", 2, "no `w: u32`");
    assert_basis_refused("//@ known: n = 1\n", "x: Coordinate", "", 2, "no option `n`");
    assert_basis_refused("//@ known: n = THREE\n", "n: Uniform, x: Coordinate", "", 2, "no constant of this file");
    assert_basis_refused("//@ known: hash = THREE\n", "hash: Hash, x: Coordinate", "", 2, "LATTICE or TABLE");
    assert_basis_refused("//@ known: n\n", "n: Uniform, x: Coordinate", "", 2, "`option = value`");
    let slope = "fn b_slope(x: Coordinate) -> vec4<f32> {\n    let v = f32(x.cell);\n    return vec4<f32>(v, v, v, v);\n}\n";
    assert_basis_refused("", "n: Uniform, x: Coordinate", slope, 5, "of what `b` takes");
    assert_basis_refused(
        "",
        "hash: Hash, x: Coordinate, y: Coordinate",
        "fn b_corner(hash: Hash, x: Coordinate, y: Coordinate) -> f32 {\n    return f32(x.cell);\n}\n",
        5,
        "names no `//@ stages:`",
    );
    let corner =
        |parameters, result| format!("//@ stages: linear\nfn b_corner({parameters}) -> {result} {{\n    return f32(x.cell);\n}}\n");
    let plane = "hash: Hash, x: Coordinate, y: Coordinate";
    assert_basis_refused("", plane, &corner("n: Uniform, hash: Hash, x: Coordinate, y: Coordinate", "f32"), 6, "no option `n`");
    assert_basis_refused("", plane, &corner("x: Coordinate, y: Coordinate", "f32"), 6, "the hash and the coordinates");
    assert_basis_refused("", plane, &(corner(plane, "u32").replace("f32(x.cell)", "x.cell") + STAGES), 6, "makes a `u32`");
    assert_basis_refused("", plane, &format!("//@ gradients: part\n{}", corner(plane, "f32")), 5, "`part` has no gradients");
}

#[test]
fn a_mark_that_says_nothing_is_refused() {
    let function = "fn f(v: f32) -> f32 {\n    return v;\n}\n";
    assert_refused(&format!("//@ operations\n{function}"), 1, "no mark `operations`");
    assert_refused(&format!("//@ operation\n\n{function}"), 1, "here is none");
    assert_refused(&format!("//@ operation\n//@ operation\n{function}"), 2, "twice");
    assert_refused(&format!("//@ known: n = 1\n{function}"), 1, "only of a basis");
    assert_refused(&format!("//@ gradients: part\n{function}"), 1, "only the corner of a basis");
}

#[test]
fn shaders_are_listed_after_those_they_need() {
    let with = |head: &str, name: &str| format!("{head}\n//@ operation\nfn {name}(v: f32) -> f32 {{\n    return v;\n}}\n");
    let shaders = [("a", with("//@ needs: c", "one")), ("b", with("", "two")), ("c", with("", "three"))];
    let shaders: Vec<_> = shaders.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let rust = list(&shaders).unwrap();
    assert!(rust.contains("            \"b\",\n            \"c\",\n            \"a\",\n"), "{rust}");
    let problem = list(&[("a", &with("//@ needs: b", "one")), ("b", &with("//@ needs: a", "two"))]).unwrap_err();
    assert!(problem.starts_with("a.wgsl:1: it needs a shader"), "{problem}");
}
