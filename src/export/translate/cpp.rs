//! C++17, as a single header.

use naga::{Literal, MathFunction};

use super::glsl::Glsl;
use super::syntax::{Syntax, Text, Type, plain};

pub(in crate::export) struct Cpp {
    /// The prefix of all names.
    pub(in crate::export) name: String,
}

impl Cpp {
    pub(super) fn literal_of(literal: Literal) -> Text {
        match literal {
            Literal::F32(value) if value.is_sign_negative() => Text::operator(format!("{value:?}f")),
            Literal::F32(value) => Text::atom(format!("{value:?}f")),
            other => Glsl::PLAIN.literal(other),
        }
    }
}

impl Syntax for Cpp {
    fn head(&self) -> String {
        "#pragma once\n\n#include <array>\n#include <cmath>\n#include <cstdint>\n#include <cstring>\n".to_owned()
    }

    fn helpers(&self) -> Vec<(String, String)> {
        let name = &self.name;
        let function = |of: &str, text: String| (format!("{name}_{of}"), text);
        vec![
            function(
                "bits",
                format!(
                    "\ninline std::uint32_t {name}_bits(float v) {{\n    std::uint32_t bits;\n    std::memcpy(&bits, &v, sizeof bits);\n    return bits;\n}}\n"
                ),
            ),
            function(
                "float",
                format!(
                    "\ninline float {name}_float(std::uint32_t bits) {{\n    float v;\n    std::memcpy(&v, &bits, sizeof v);\n    return v;\n}}\n"
                ),
            ),
            function("min", format!("\ntemplate <class T>\ninline T {name}_min(T a, T b) {{\n    return b < a ? b : a;\n}}\n")),
            function("max", format!("\ntemplate <class T>\ninline T {name}_max(T a, T b) {{\n    return a < b ? b : a;\n}}\n")),
        ]
    }

    fn replaced(&self, function: &str) -> Option<String> {
        let name = &self.name;
        (function == format!("{name}_rounded")).then(|| {
            format!(
                "// One operation ends here: no compiler fuses it with another or reorders them, whatever it is allowed.\ninline float {name}_rounded(float v) {{\n    static const volatile std::uint32_t zero = 0u;\n    return {name}_float({name}_bits(v) | zero);\n}}\n"
            )
        })
    }

    fn reserved(&self) -> &'static str {
        "and asm auto bool case char class compl delete double explicit export extern float friend goto inline int long mutable \
         namespace new not operator or private protected public register short signed sizeof static template this throw try \
         typedef typename union unsigned using virtual void volatile xor"
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::F32 => "float".to_owned(),
            Type::U32 => "std::uint32_t".to_owned(),
            Type::I32 => "std::int32_t".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Vector(of, count) | Type::Array(of, count) => format!("std::array<{}, {count}>", self.ty(of)),
            Type::Struct(name) => name.clone(),
        }
    }

    fn literal(&self, literal: Literal) -> Text {
        Self::literal_of(literal)
    }

    fn global(&self, name: &str, ty: &Type) -> String {
        format!("inline {} {name} = {};\n", self.ty(ty), self.literal(ty.zero()).code)
    }

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("inline constexpr {} {name} = {value};\n", self.ty(ty))
    }

    fn function(&self, name: &str, arguments: &[(String, Type)], result: &Type) -> String {
        let arguments: Vec<String> = arguments.iter().map(|(name, ty)| format!("{} {name}", self.ty(ty))).collect();
        format!("inline {} {name}({})", self.ty(result), arguments.join(", "))
    }

    fn value(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("const {} {name} = {value}", self.ty(ty))
    }

    fn compose(&self, ty: &Type, parts: &[&str], _: &[String]) -> Text {
        let parts = parts.join(", ");
        Text::atom(if matches!(ty, Type::Struct(_)) {
            format!("{}{{{parts}}}", self.ty(ty))
        } else {
            format!("{}{{{{{parts}}}}}", self.ty(ty))
        })
    }

    fn math(&self, function: MathFunction, _: &Type, arguments: &[Text]) -> Text {
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.code.as_str()).collect();
        let name = plain(function);
        // Functions of two numbers are the header's own: the order of their comparison decides between equal numbers.
        let space = if arguments.len() == 2 { format!("{}_", self.name) } else { "std::".to_owned() };
        Text::atom(format!("{space}{name}({})", arguments.join(", ")))
    }

    fn converted(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::atom(format!("static_cast<{}>({})", self.ty(to), value.code))
    }

    fn bits(&self, from: &Type, to: &Type, value: &Text) -> Text {
        match (from, to) {
            (Type::F32, _) => {
                let bits = Text::atom(format!("{}_bits({})", self.name, value.code));
                if *to == Type::U32 { bits } else { self.converted(&Type::U32, to, &bits) }
            }
            (_, Type::F32) => Text::atom(format!("{}_float({})", self.name, value.code)),
            _ => self.converted(from, to, value),
        }
    }
}
