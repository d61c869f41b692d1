//! JavaScript, as a single ES module. Vectors are arrays and structs are objects. A float is a number that `Math.fround` does not change.

use naga::{BinaryOperator, Literal, MathFunction, UnaryOperator};

use crate::strict::perlin::{GRADIENT_X, GRADIENT_Y, GRADIENT_Z};

use super::grid::Grid;
use super::syntax::{Flat, SET_SEED, SETS_SEED, Syntax, Text, Type, UPPER_PRODUCT, WORD, own, plain, sign};

pub(in crate::export) struct JavaScript(pub(in crate::export) Flat);

/// Returns the result of an operator as a number of a type.
fn held(ty: &Type, code: &str) -> Text {
    match ty {
        Type::F32 => Text::atom(format!("Math.fround({code})")),
        Type::U32 => Text::operator(format!("({code}) >>> 0")),
        Type::I32 => Text::operator(format!("({code}) | 0")),
        _ => Text::operator(code),
    }
}

/// The inner functions in whose place a formula stands; a `d` at the end follows a digit. Their WGSL takes floats apart into bits, which is slow here, or chooses by conditions that no processor
/// foresees. A double holds what the formulas compute before they round it.
const FORMULAS: [&str; 12] = [
    "is_sizable",
    "sqrt_of",
    "fade",
    "hash_value",
    "doubled_sign",
    "sign_of",
    "gradient_1d",
    "simplex_held",
    "simplex_gradient_2x",
    "simplex_gradient_2y",
    "simplex_product_3d",
    "simplex_signed",
];

/// Returns the result of an operator on floats, which is rounded unless it is known to be exact.
fn float(code: &str, grid: Option<Grid>, is_exact: bool) -> Text {
    if grid.is_some() || is_exact { Text::operator(code).on(grid) } else { held(&Type::F32, code) }
}

/// Returns the grid of a word that is shifted or masked, as far as a float holds it.
fn of_word(op: BinaryOperator, right: &Text) -> Option<Grid> {
    let number: u32 = right.code.parse().ok()?;
    let most = match op {
        BinaryOperator::ShiftRight if number >= 8 => (u32::MAX >> number.min(31)).into(),
        BinaryOperator::And if number < 1 << 24 => f64::from(number),
        _ => return None,
    };
    Some(Grid::new(0.0, most, 1.0))
}

/// The reserved words of modules.
const KEYWORDS: &str = "\
     arguments async await break case catch class const continue debugger default delete do else enum eval export extends false finally for function \
     if implements import in instanceof interface let new null of package private protected public return static super switch this throw true try \
     typeof var void while with yield";

/// Returns the component of a gradient that a hash selects, -1, 0 or 1: two bits of the codes, moved to the sign's place.
fn signed(hash: &str, codes: &str) -> String {
    format!("({codes} << ({hash} << 1)) >> 30")
}

/// What a module uses, and numbers that read like keywords. A module that exports `then` is taken for a promise.
const PREDECLARED: &str = "Array Float32Array Infinity Math NaN Object then Uint32Array undefined";

impl Syntax for JavaScript {
    fn flat(&self) -> Option<&Flat> {
        Some(&self.0)
    }

    fn head(&self) -> String {
        String::new()
    }

    fn helpers(&self) -> Vec<(String, String)> {
        let name = &self.0.name;
        vec![
            (
                format!("{name}_bits32"),
                format!(
                    "\nconst {name}_floats32 = new Float32Array(1);\nconst {name}_words32 = new Uint32Array({name}_floats32.buffer);\n\nfunction {name}_bits32(v) {{\n    {name}_floats32[0] = v;\n    return {name}_words32[0];\n}}\n\nfunction {name}_float32(bits) {{\n    {name}_words32[0] = bits;\n    return {name}_floats32[0];\n}}\n"
                ),
            ),
            // The second half has the other signs.
            (
                format!("{name}_UNITS"),
                format!(
                    "\n// The components of sixteen unit vectors.\nconst {name}_UNITS = /* @__PURE__ */ new Float64Array([0.9807852506637573, 0.8314695954322815, 0.5555702447891235, 0.19509032368659973,\n    -0.9807852506637573, -0.8314695954322815, -0.5555702447891235, -0.19509032368659973]);\n"
                ),
            ),
            (format!("{name}_min2"), format!("\nfunction {name}_min2(a, b) {{\n    return b < a ? b : a;\n}}\n")),
            (format!("{name}_max2"), format!("\nfunction {name}_max2(a, b) {{\n    return a < b ? b : a;\n}}\n")),
            (
                format!("{name}_copy1"),
                format!(
                    "\nfunction {name}_copy1(v) {{\n    if (Array.isArray(v)) {{\n        return v.map({name}_copy1);\n    }}\n    return typeof v === \"object\" ? Object.fromEntries(Object.entries(v).map(([key, of]) => [key, {name}_copy1(of)])) : v;\n}}\n"
                ),
            ),
        ]
    }

    fn replaced(&self, function: &str) -> Option<String> {
        let text = match own(&self.0.name, function)? {
            UPPER_PRODUCT => format!(
                "// The upper word of the product of two words. A double rounds the product by 2^-22 of the upper word's unit at most, so that the nearest number is exact.\nfunction {function}(a, b) {{\n    return ((a * b - (Math.imul(a, b) >>> 0)) * 2.3283064365386963e-10 + 0.5) >>> 0;\n}}\n"
            ),
            WORD => format!("function {function}(parameters, at) {{\n    return parameters[at];\n}}\n"),
            "defaults" => format!(
                "// The parameters of the recipe itself, as a Uint32Array.\nexport function {function}() {{\n    return {}_DEFAULTS.slice();\n}}\n",
                self.0.name
            ),
            SET_SEED => format!(
                "// {SETS_SEED} A seed is a whole number: below 2^53, or a BigInt.\nexport function {function}(parameters, seed) {{\n    const low = Number(BigInt(seed) & 0xffffffffn);\n    const high = Number((BigInt(seed) >> 32n) & 0xffffffffn);\n    for (let word = 0; word < {name}_SEEDED.length / 4; word += 1) {{\n        parameters[{name}_SEEDED[8 * (word >> 1)] + (word & 1)] = {name}_seeded(low, high, word >> 1, word & 1);\n    }}\n}}\n",
                name = self.0.name
            ),
            _ => return None,
        };
        Some(text)
    }

    fn has_formula(&self, function: &str) -> bool {
        own(&self.0.name, function).is_some_and(|own| FORMULAS.contains(&own))
    }

    fn formula(&self, function: &str, arguments: &[String], named: &mut dyn FnMut(String) -> String) -> Text {
        let name = &self.0.name;
        let code = match (own(name, function).unwrap_or_default(), arguments) {
            ("is_sizable", [v]) => format!("Math.abs({v}) >= 2.524354896707238e-29"),
            ("sqrt_of", [v]) => format!("{v} > 0 ? Math.fround(Math.sqrt({v})) : 0"),
            ("fade", [t]) => {
                let r = named(format!("0.5 - Math.abs({t} - 0.5)"));
                let s = format!("Math.fround(Math.fround(Math.fround(6 * {r}) - 15) * {r})");
                let h = named(format!("Math.fround(Math.fround({s} + 10) * Math.fround(Math.fround({r} * {r}) * {r}))"));
                let up = named(format!("({t} + 0.5) | 0"));
                format!("Math.fround({up} + (1 - 2 * {up}) * {h})")
            }
            ("hash_value", [hash]) => format!("({hash} & 8388607) * 2.384185791015625e-7 - 1"),
            ("doubled_sign", [hash, codes]) => format!("(({codes} << ({hash} << 1)) >> 30) * 2"),
            ("sign_of", [hash, codes]) => signed(hash, codes),
            ("gradient_1d", [hash]) => format!("(({hash} & 7) + 1) * (0.125 - ({hash} & 8) * 0.03125)"),
            ("simplex_held", [v]) => format!("{v} > 0 ? {v} : 0"),
            ("simplex_gradient_2x", [hash]) => format!("{name}_UNITS[{hash} & 7]"),
            ("simplex_gradient_2y", [hash]) => format!("{name}_UNITS[({hash} & 3 ^ 3) | ({hash} >>> 1 & 4)]"),
            ("simplex_product_3d", [hash, x, y, z]) => {
                let [gx, gy, gz] = [GRADIENT_X, GRADIENT_Y, GRADIENT_Z].map(|codes| signed(hash, &codes.to_string()));
                format!("Math.fround(({gx}) * {x} + ({gy}) * {y} + ({gz}) * {z})")
            }
            ("simplex_signed", [v, hash, below]) => format!("{v} * ((({hash} << {below}) >> 31) | 1)"),
            (other, _) => unreachable!("{other} has no formula"),
        };
        let grid = match own(name, function) {
            Some("hash_value") => Some(Grid::new(-1.0, 1.0, 2.384_185_791_015_625e-7)),
            Some("doubled_sign") => Some(Grid::new(-2.0, 2.0, 2.0)),
            Some("sign_of") => Some(Grid::new(-1.0, 1.0, 1.0)),
            Some("gradient_1d") => Some(Grid::new(-1.0, 1.0, 0.125)),
            _ => None,
        };
        Text::operator(code).on(grid)
    }

    fn reserved(&self) -> &'static str {
        KEYWORDS
    }

    fn predeclared(&self) -> Vec<&'static str> {
        vec![PREDECLARED]
    }

    fn ty(&self, _: &Type) -> String {
        String::new()
    }

    fn literal(&self, literal: Literal) -> Text {
        let (text, is_negative) = match literal {
            Literal::F32(value) => (format!("{:?}", f64::from(value)), value.is_sign_negative()),
            Literal::U32(value) => (format!("{value}"), false),
            Literal::I32(value) => (format!("{value}"), value < 0),
            Literal::Bool(value) => (format!("{value}"), false),
            other => unreachable!("{other:?} is no number of a module"),
        };
        let grid = if let Literal::F32(value) = literal { Grid::of(value.into()) } else { None };
        if is_negative { Text::operator(text).on(grid) } else { Text::atom(text).on(grid) }
    }

    fn global(&self, _: &str, _: &Type) -> String {
        unreachable!("JavaScript changes no bits of its own, and needs no variable")
    }

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String {
        // Numbers above 2^31 are slow in a plain array.
        let value = match ty {
            Type::Array(of, _) => match **of {
                Type::F32 => format!("new Float32Array({value})"),
                _ => format!("new Uint32Array({value})"),
            },
            _ => value.to_owned(),
        };
        format!("const {name} = {value};\n")
    }

    fn function(&self, name: &str, arguments: &[(String, Type)], _: &Type) -> String {
        let arguments: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
        let exported = if self.0.users.iter().any(|user| user == name) { "export " } else { "" };
        format!("{exported}function {name}({})", arguments.join(", "))
    }

    fn variable(&self, name: &str, _: &Type, value: &str) -> String {
        format!("let {name} = {value}")
    }

    fn value(&self, name: &str, _: &Type, value: &str) -> String {
        format!("const {name} = {value}")
    }

    fn copied(&self, ty: &Type, value: &Text) -> String {
        if ty.is_scalar() || !value.is_place { value.code.clone() } else { format!("{}_copy1({})", self.0.name, value.code) }
    }

    fn compose(&self, ty: &Type, parts: &[&str], members: &[String]) -> Text {
        if !matches!(ty, Type::Struct(_)) {
            return Text::atom(format!("[{}]", parts.join(", ")));
        }
        let members: Vec<String> = members.iter().zip(parts).map(|(member, part)| format!("{member}: {part}")).collect();
        Text::atom(format!("{{ {} }}", members.join(", ")))
    }

    fn unary(&self, op: UnaryOperator, ty: &Type, a: &Text) -> Text {
        match op {
            UnaryOperator::Negate if *ty == Type::F32 => Text::operator(format!("-{}", a.bracketed())).on(a.grid.map(Grid::negated)),
            UnaryOperator::Negate => held(ty, &format!("-{}", a.bracketed())),
            UnaryOperator::LogicalNot => Text::operator(format!("!{}", a.bracketed())),
            UnaryOperator::BitwiseNot => held(ty, &format!("~{}", a.bracketed())),
        }
    }

    fn binary(&self, op: BinaryOperator, ty: &Type, a: &Text, b: &Text) -> Text {
        let (left, right) = (a.bracketed(), b.bracketed());
        let code = format!("{left} {} {right}", sign(op));
        let grids = a.grid.zip(b.grid);
        match (op, ty) {
            (BinaryOperator::Add, Type::F32) => float(&code, grids.and_then(|(a, b)| a.plus(b)), false),
            (BinaryOperator::Subtract, Type::F32) => float(&code, grids.and_then(|(a, b)| a.plus(b.negated())), false),
            (BinaryOperator::Multiply, Type::F32) => {
                let is_exact = [a, b].iter().any(|factor| factor.grid.is_some_and(Grid::is_power_of_two));
                float(&code, grids.and_then(|(a, b)| a.times(b)), is_exact)
            }
            (BinaryOperator::Multiply, Type::U32 | Type::I32) => held(ty, &format!("Math.imul({}, {})", a.code, b.code)),
            (BinaryOperator::ShiftRight, Type::U32) => Text::operator(format!("{left} >>> {right}")).on(of_word(op, b)),
            (BinaryOperator::Equal, _) => Text::operator(format!("{left} === {right}")),
            (BinaryOperator::NotEqual, _) => Text::operator(format!("{left} !== {right}")),
            (BinaryOperator::And, Type::Bool) => Text::operator(format!("{left} && {right}")),
            (BinaryOperator::InclusiveOr, Type::Bool) => Text::operator(format!("{left} || {right}")),
            (
                BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual
                | BinaryOperator::LogicalAnd
                | BinaryOperator::LogicalOr,
                _,
            ) => Text::operator(code),
            (BinaryOperator::And, Type::U32) => held(ty, &code).on(of_word(op, b)),
            _ => held(ty, &code),
        }
    }

    fn select(&self, condition: &Text, accept: &Text, reject: &Text) -> Text {
        let grid = accept.grid.zip(reject.grid).and_then(|(a, b)| a.or(b));
        Text::operator(format!("{} ? {} : {}", condition.bracketed(), accept.bracketed(), reject.bracketed())).on(grid)
    }

    fn math(&self, function: MathFunction, ty: &Type, arguments: &[Text]) -> Text {
        let codes: Vec<&str> = arguments.iter().map(|argument| argument.code.as_str()).collect();
        let (name, codes) = (plain(function), codes.join(", "));
        if arguments.len() == 2 {
            return Text::atom(format!("{}_{name}2({codes})", self.0.name));
        }
        held(ty, &format!("Math.{name}({codes})"))
    }

    fn converted(&self, from: &Type, to: &Type, value: &Text) -> Text {
        match (from, to) {
            (_, Type::F32) => float(&value.code, value.grid, false),
            (Type::Bool, _) => Text::operator(format!("{} ? 1 : 0", value.bracketed())),
            _ => held(to, &value.code),
        }
    }

    fn bits(&self, from: &Type, to: &Type, value: &Text) -> Text {
        match (from, to) {
            (Type::F32, _) => {
                let bits = Text::atom(format!("{}_bits32({})", self.0.name, value.code));
                if *to == Type::U32 { bits } else { held(to, &bits.code) }
            }
            (_, Type::F32) => Text::atom(format!("{}_float32({})", self.0.name, held(&Type::U32, &value.code).code)),
            _ => held(to, &value.code),
        }
    }
}
