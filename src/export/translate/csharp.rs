//! C#, from 7.0 on, as one static class. Functions compute with numbers alone and allocate nothing, as Unity's Burst compiler asks.

use naga::{BinaryOperator, Literal, MathFunction};

use super::syntax::{Flat, SET_SEED, SETS_SEED, Syntax, Text, Type, UPPER_PRODUCT, WORD, own, plain, sign};
use crate::graph::MAX_CHANNELS;

pub(in crate::export) struct CSharp {
    flat: Flat,
    class: String,
}

impl CSharp {
    pub(in crate::export) fn new(flat: Flat) -> Self {
        let words = flat.name.split('_').filter_map(|word| word.split_at_checked(1));
        let mut class: String = words.map(|(first, rest)| first.to_ascii_uppercase() + rest).collect();
        // No member has the name of its class.
        while flat.users.contains(&class) {
            class.push('_');
        }
        Self { flat, class }
    }

    /// Returns the struct of several channels.
    fn result(count: usize) -> (String, String) {
        let name = name_of_result(count);
        let members: Vec<String> = match count {
            2..=4 => ["x", "y", "z", "w"][..count].iter().map(|&member| member.to_owned()).collect(),
            _ => (0..count).map(|number| format!("c{number}")).collect(),
        };
        let parameters = members.iter().map(|member| format!("float {member}")).collect::<Vec<_>>().join(", ");
        let set: String = members.iter().map(|member| format!("        this.{member} = {member};\n")).collect();
        let text = format!(
            "\npublic struct {name} {{\n    public float {};\n\n    public {name}({parameters}) {{\n{set}    }}\n}}\n",
            members.join(", ")
        );
        (name, text)
    }
}

fn name_of_result(count: usize) -> String {
    format!("Float{count}")
}

/// Returns the result of an operator. A cast rounds it to a float: C# allows more precision without one.
fn held(ty: &Type, code: String) -> Text {
    if *ty == Type::F32 { Text::atom(format!("(float)({code})")) } else { Text::operator(code) }
}

/// Returns an index or the count of a shift, which has to be an `int`.
fn counted(number: &str) -> String {
    match number.strip_suffix('u') {
        Some(literal) if literal.bytes().all(|byte| byte.is_ascii_digit()) => literal.to_owned(),
        _ if number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => format!("(int){number}"),
        _ => format!("(int)({number})"),
    }
}

/// The keywords.
const KEYWORDS: &str = "\
     abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern \
     false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override \
     params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof \
     uint ulong unchecked unsafe ushort using virtual void volatile while";

/// The type of parameters, to which arrays convert.
const WORDS: &str = "global::System.ReadOnlySpan<uint>";

/// What compilers take for the entry point of a program.
const ENTRY: &str = "Main";

/// Namespaces that a class of the same name hides.
const NAMESPACES: [&str; 7] = ["Godot", "Microsoft", "Mono", "System", "Unity", "UnityEditor", "UnityEngine"];

impl Syntax for CSharp {
    fn flat(&self) -> Option<&Flat> {
        Some(&self.flat)
    }

    fn head(&self) -> String {
        String::new()
    }

    fn framed(&self, text: String) -> String {
        let mut framed =
            format!("// Constants decide some branches.\n#pragma warning disable 0162, 0429\n\npublic static class {} {{\n", self.class);
        for line in text.trim_start().lines() {
            framed.push_str(if line.is_empty() { "" } else { "    " });
            framed.push_str(line);
            framed.push('\n');
        }
        framed + "}\n"
    }

    fn helpers(&self) -> Vec<(String, String)> {
        let name = &self.flat.name;
        let of_two = |of: &str, when: &str| {
            let of_type = |ty: &str| format!("\nprivate static {ty} {name}_{of}({ty} a, {ty} b) {{\n    return {when} ? b : a;\n}}\n");
            (format!("{name}_{of}"), ["float", "uint", "int"].map(of_type).concat())
        };
        let layout = "[global::System.Runtime.InteropServices.StructLayout(global::System.Runtime.InteropServices.LayoutKind.Explicit)]";
        let at_start = "[global::System.Runtime.InteropServices.FieldOffset(0)]";
        let mut helpers = vec![
            (
                format!("{name}_bits32"),
                format!(
                    "\n{layout}\nprivate struct {name}_Both32 {{\n    {at_start}\n    public float number;\n    {at_start}\n    public uint bits;\n}}\n\nprivate static uint {name}_bits32(float v) {{\n    {name}_Both32 both = default({name}_Both32);\n    both.number = v;\n    return both.bits;\n}}\n\nprivate static float {name}_float32(uint bits) {{\n    {name}_Both32 both = default({name}_Both32);\n    both.bits = bits;\n    return both.number;\n}}\n"
                ),
            ),
            of_two("min2", "b < a"),
            of_two("max2", "a < b"),
        ];
        helpers.extend((2..=MAX_CHANNELS).map(Self::result));
        helpers
    }

    fn replaced(&self, function: &str) -> Option<String> {
        let text = match own(&self.flat.name, function)? {
            UPPER_PRODUCT => format!(
                "// The upper word of the product of two words.\nprivate static uint {function}(uint a, uint b) {{\n    return (uint)(((ulong)a * b) >> 32);\n}}\n"
            ),
            WORD => format!("private static uint {function}({WORDS} parameters, uint at) {{\n    return parameters[(int)at];\n}}\n"),
            "defaults" => format!(
                "// The parameters of the recipe itself.\npublic static uint[] {function}() {{\n    return (uint[]){}_DEFAULTS.Clone();\n}}\n",
                self.flat.name
            ),
            SET_SEED => format!(
                "// {SETS_SEED}\npublic static void {function}(global::System.Span<uint> parameters, ulong seed) {{ unchecked {{\n    for (int word = 0; word < {name}_SEEDED.Length / 4; word++) {{\n        int at = (int){name}_SEEDED[8 * (word >> 1)] + (word & 1);\n        parameters[at] = {name}_seeded((uint)seed, (uint)(seed >> 32), (uint)(word >> 1), (uint)(word & 1));\n    }}\n}}}}\n",
                name = self.flat.name
            ),
            _ => return None,
        };
        Some(text)
    }

    fn reserved(&self) -> &'static str {
        KEYWORDS
    }

    fn predeclared(&self) -> Vec<&'static str> {
        vec![ENTRY]
    }

    fn keeps(&self, name: &str) -> bool {
        let is_result = |count: &str| count.bytes().all(|byte| byte.is_ascii_digit());
        name == self.flat.name && NAMESPACES.contains(&self.class.as_str()) || name.strip_prefix("Float").is_some_and(is_result)
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::F32 => "float".to_owned(),
            Type::U32 => "uint".to_owned(),
            Type::I32 => "int".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Vector(_, count) | Type::Array(_, count) => name_of_result(*count),
            ty if ty.is_parameters() => WORDS.to_owned(),
            Type::Struct(name) => name.clone(),
        }
    }

    fn literal(&self, literal: Literal) -> Text {
        let (text, is_negative) = match literal {
            // With the digits of a double, so that a compiler that reads one rounds once.
            Literal::F32(value) => (format!("{:?}f", f64::from(value)), value.is_sign_negative()),
            Literal::U32(value) => (format!("{value}u"), false),
            Literal::I32(value) => (format!("{value}"), value < 0),
            Literal::Bool(value) => (format!("{value}"), false),
            other => unreachable!("{other:?} is no number of a module"),
        };
        if is_negative { Text::operator(text) } else { Text::atom(text) }
    }

    fn global(&self, _: &str, _: &Type) -> String {
        unreachable!("C# changes no bits of its own, and needs no variable")
    }

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String {
        match ty {
            Type::Array(of, _) => {
                let items = value.split_once('(').and_then(|(_, items)| items.strip_suffix(')')).expect("a list");
                format!("private static readonly {}[] {name} = {{ {items} }};\n", self.ty(of))
            }
            _ => format!("private const {} {name} = {value};\n", self.ty(ty)),
        }
    }

    fn function(&self, name: &str, arguments: &[(String, Type)], result: &Type) -> String {
        let arguments: Vec<String> = arguments.iter().map(|(name, ty)| format!("{} {name}", self.ty(ty))).collect();
        let visibility = if self.flat.users.iter().any(|user| user == name) { "public" } else { "private" };
        // Projects may have the overflow of integers checked.
        format!("{visibility} static {} {name}({}) {{ unchecked", self.ty(result), arguments.join(", "))
    }

    fn end(&self) -> &'static str {
        "}}"
    }

    fn compose(&self, ty: &Type, parts: &[&str], _: &[String]) -> Text {
        Text::atom(format!("new {}({})", self.ty(ty), parts.join(", ")))
    }

    fn index(&self, base: &Text, index: &str) -> Text {
        Text { is_place: base.is_place, ..Text::atom(format!("{}[{}]", base.bracketed(), counted(index))) }
    }

    fn component(&self, _: &Text, _: usize) -> Text {
        unreachable!("functions in C# have no vectors")
    }

    fn binary(&self, op: BinaryOperator, ty: &Type, a: &Text, b: &Text) -> Text {
        let (left, right) = (a.bracketed(), b.bracketed());
        match op {
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => Text::operator(format!("{left} {} {}", sign(op), counted(&b.code))),
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => {
                held(ty, format!("{left} {} {right}", sign(op)))
            }
            _ => Text::operator(format!("{left} {} {right}", sign(op))),
        }
    }

    fn math(&self, function: MathFunction, ty: &Type, arguments: &[Text]) -> Text {
        match (arguments, ty) {
            ([a, b], _) => Text::atom(format!("{}_{}2({}, {})", self.flat.name, plain(function), a.code, b.code)),
            ([a], Type::F32) => held(ty, format!("global::System.Math.{function:?}({})", a.code)),
            _ => unreachable!("a function of a module takes one float or two numbers"),
        }
    }

    fn converted(&self, from: &Type, to: &Type, value: &Text) -> Text {
        if *from == Type::Bool {
            return Text::atom(format!("({})({} ? 1 : 0)", self.ty(to), value.bracketed()));
        }
        Text::atom(format!("({}){}", self.ty(to), value.bracketed()))
    }

    fn bits(&self, from: &Type, to: &Type, value: &Text) -> Text {
        let name = &self.flat.name;
        match (from, to) {
            (Type::F32, Type::U32) => Text::atom(format!("{name}_bits32({})", value.code)),
            (Type::F32, _) => Text::atom(format!("({}){name}_bits32({})", self.ty(to), value.code)),
            (Type::U32, Type::F32) => Text::atom(format!("{name}_float32({})", value.code)),
            (_, Type::F32) => Text::atom(format!("{name}_float32((uint){})", value.bracketed())),
            _ => self.converted(from, to, value),
        }
    }
}
