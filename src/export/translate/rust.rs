//! Rust, as a single file without dependencies.

use naga::{BinaryOperator, Literal, MathFunction, UnaryOperator};

use super::syntax::{SET_SEED, SETS_SEED, Syntax, Text, Type, UPPER_PRODUCT, own, plain, sign};

pub(in crate::export) struct Rust {
    /// The prefix of all names.
    pub(in crate::export) name: String,
    /// The public functions.
    pub(in crate::export) users: Vec<String>,
}

/// The keywords of all editions, and the reserved words.
const KEYWORDS: &str = "\
     abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod \
     move mut override priv pub ref return Self self static struct super trait true try type typeof unsafe unsized use virtual where while yield";

impl Syntax for Rust {
    fn head(&self) -> String {
        "#![allow(dead_code, unused_assignments, unused_mut, unused_variables, non_snake_case, non_upper_case_globals, non_camel_case_types, clippy::all)]\n".to_owned()
    }

    fn helpers(&self) -> Vec<(String, String)> {
        let name = &self.name;
        [("min2", "b < a"), ("max2", "a < b")]
            .map(|(of, when)| {
                (format!("{name}_{of}"), format!("\nfn {name}_{of}(a: f32, b: f32) -> f32 {{\n    if {when} {{ b }} else {{ a }}\n}}\n"))
            })
            .into()
    }

    fn replaced(&self, function: &str) -> Option<String> {
        let name = &self.name;
        if own(name, function) == Some(SET_SEED) {
            return Some(format!(
                "// {SETS_SEED}\npub fn {function}(parameters: &mut {name}_Parameters, seed: u64) {{\n    for word in 0..{name}_SEEDED.len() {{\n        let at = {name}_SEEDED[word & !1][0] as usize + (word & 1);\n        parameters.words[at >> 2][at & 3] = {name}_seeded(seed as u32, (seed >> 32) as u32, (word >> 1) as u32, (word & 1) as u32);\n    }}\n}}\n"
            ));
        }
        (own(name, function) == Some(UPPER_PRODUCT)).then(|| {
            format!(
                "// The upper word of the product of two words.\nfn {function}(a: u32, b: u32) -> u32 {{\n    ((u64::from(a) * u64::from(b)) >> 32) as u32\n}}\n"
            )
        })
    }

    fn reserved(&self) -> &'static str {
        KEYWORDS
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::F32 => "f32".to_owned(),
            Type::U32 => "u32".to_owned(),
            Type::I32 => "i32".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Vector(of, count) | Type::Array(of, count) => format!("[{}; {count}]", self.ty(of)),
            Type::Struct(name) => name.clone(),
        }
    }

    fn literal(&self, literal: Literal) -> Text {
        let (text, is_negative) = match literal {
            Literal::F32(value) => (format!("{value:?}_f32"), value.is_sign_negative()),
            Literal::U32(value) => (format!("{value}_u32"), false),
            Literal::I32(value) => (format!("{value}_i32"), value < 0),
            Literal::Bool(value) => (format!("{value}"), false),
            other => unreachable!("{other:?} is no number of a module"),
        };
        if is_negative { Text::operator(text) } else { Text::atom(text) }
    }

    fn structure(&self, name: &str, members: &[(String, Type)]) -> String {
        let public = if Type::Struct(name.to_owned()).is_parameters() { "pub " } else { "" };
        let members: String = members.iter().map(|(name, ty)| format!("    {public}{name}: {},\n", self.ty(ty))).collect();
        format!("#[derive(Clone, Copy)]\n{public}struct {name} {{\n{members}}}\n")
    }

    fn global(&self, _: &str, _: &Type) -> String {
        unreachable!("Rust changes no bits of its own, and needs no variable")
    }

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("static {name}: {} = {value};\n", self.ty(ty))
    }

    fn function(&self, name: &str, arguments: &[(String, Type)], result: &Type) -> String {
        let by = |ty: &Type| if ty.is_parameters() { "&" } else { "" };
        let arguments: Vec<String> = arguments.iter().map(|(name, ty)| format!("{name}: {}{}", by(ty), self.ty(ty))).collect();
        let visibility = if self.users.iter().any(|user| user == name) { "pub " } else { "" };
        format!("{visibility}fn {name}({}) -> {}", arguments.join(", "), self.ty(result))
    }

    fn variable(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("let mut {name}: {} = {value}", self.ty(ty))
    }

    fn value(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("let {name}: {} = {value}", self.ty(ty))
    }

    fn condition(&self, condition: &str) -> String {
        condition.to_owned()
    }

    fn endless(&self) -> &'static str {
        "loop"
    }

    fn compose(&self, ty: &Type, parts: &[&str], members: &[String]) -> Text {
        let Type::Struct(name) = ty else { return Text::atom(format!("[{}]", parts.join(", "))) };
        let members: Vec<String> = members.iter().zip(parts).map(|(member, part)| format!("{member}: {part}")).collect();
        Text::atom(format!("{name} {{ {} }}", members.join(", ")))
    }

    fn index(&self, base: &Text, index: &str) -> Text {
        Text { is_place: base.is_place, ..Text::atom(format!("{}[({index}) as usize]", base.bracketed())) }
    }

    fn component(&self, base: &Text, number: usize) -> Text {
        Text { is_place: base.is_place, ..Text::atom(format!("{}[{number}]", base.bracketed())) }
    }

    fn unary(&self, op: UnaryOperator, ty: &Type, a: &Text) -> Text {
        match op {
            UnaryOperator::Negate if *ty == Type::I32 => Text::atom(format!("{}.wrapping_neg()", a.bracketed())),
            UnaryOperator::Negate => Text::operator(format!("-{}", a.bracketed())),
            UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => Text::operator(format!("!{}", a.bracketed())),
        }
    }

    fn binary(&self, op: BinaryOperator, ty: &Type, a: &Text, b: &Text) -> Text {
        let method = match op {
            BinaryOperator::Add => "wrapping_add",
            BinaryOperator::Subtract => "wrapping_sub",
            BinaryOperator::Multiply => "wrapping_mul",
            BinaryOperator::ShiftLeft => "wrapping_shl",
            BinaryOperator::ShiftRight => "wrapping_shr",
            _ => "",
        };
        if matches!(ty, Type::U32 | Type::I32) && !method.is_empty() {
            return Text::atom(format!("{}.{method}({})", a.bracketed(), b.code));
        }
        Text::operator(format!("{} {} {}", a.bracketed(), sign(op), b.bracketed()))
    }

    fn select(&self, condition: &Text, accept: &Text, reject: &Text) -> Text {
        Text::operator(format!("if {} {{ {} }} else {{ {} }}", condition.code, accept.code, reject.code))
    }

    fn math(&self, function: MathFunction, ty: &Type, arguments: &[Text]) -> Text {
        let name = plain(function);
        match (ty, arguments) {
            (Type::F32, [a, b]) => Text::atom(format!("{}_{name}2({}, {})", self.name, a.code, b.code)),
            (_, [a]) => Text::atom(format!("{}.{name}()", a.bracketed())),
            (_, [a, b]) => Text::atom(format!("{}.{name}({})", a.bracketed(), b.code)),
            _ => unreachable!("a function of a module takes one number or two"),
        }
    }

    fn converted(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::operator(format!("{} as {}", value.bracketed(), self.ty(to)))
    }

    fn bits(&self, from: &Type, to: &Type, value: &Text) -> Text {
        match (from, to) {
            (Type::F32, Type::U32) => Text::atom(format!("{}.to_bits()", value.bracketed())),
            (Type::U32, Type::F32) => Text::atom(format!("f32::from_bits({})", value.code)),
            _ => self.converted(from, to, value),
        }
    }
}
