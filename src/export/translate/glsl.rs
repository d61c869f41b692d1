//! GLSL, from 3.30 and from ES 3.00 on, and Godot's shading language, which is based on it.

use naga::{Literal, MathFunction};

use super::syntax::{Syntax, Text, Type, plain};

pub(in crate::export) struct Glsl {
    is_godot: bool,
}

impl Glsl {
    pub(in crate::export) const PLAIN: Self = Self { is_godot: false };
    pub(in crate::export) const GODOT: Self = Self { is_godot: true };
}

impl Syntax for Glsl {
    fn head(&self) -> String {
        let precision = "#ifdef GL_ES\nprecision highp float;\nprecision highp int;\n#endif\n";
        if self.is_godot { "" } else { precision }.to_owned()
    }

    fn reserved(&self) -> &'static str {
        "active asm buffer cast centroid coherent common external filter fixed flat global goto half highp in inline inout input instance \
         interface invariant long lowp mediump namespace noinline noise1 noise2 noise3 noise4 noperspective out output partition \
         patch precise precision public readonly resource restrict sample shared short sizeof smooth static subroutine superp \
         template this typedef uniform union unsigned using varying volatile writeonly"
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::F32 => "float".to_owned(),
            Type::U32 => "uint".to_owned(),
            Type::I32 => "int".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Vector(of, count) => {
                let letter = match **of {
                    Type::U32 => "u",
                    Type::I32 => "i",
                    Type::Bool => "b",
                    _ => "",
                };
                format!("{letter}vec{count}")
            }
            Type::Array(of, count) => format!("{}[{count}]", self.ty(of)),
            Type::Struct(name) => name.clone(),
        }
    }

    fn literal(&self, literal: Literal) -> Text {
        match literal {
            Literal::F32(value) if value.is_sign_negative() => Text::operator(format!("{value:?}")),
            Literal::F32(value) => Text::atom(format!("{value:?}")),
            Literal::U32(value) => Text::atom(format!("{value}u")),
            Literal::I32(i32::MIN) => Text::operator("-2147483647 - 1"),
            Literal::I32(value) if value < 0 => Text::operator(format!("{value}")),
            Literal::I32(value) => Text::atom(format!("{value}")),
            Literal::Bool(value) => Text::atom(format!("{value}")),
            other => unreachable!("{other:?} is no number of a module"),
        }
    }

    fn global(&self, name: &str, ty: &Type) -> String {
        format!("{} {name} = {};\n", self.ty(ty), self.literal(ty.zero()).code)
    }

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String {
        // Compilers copy a constant array wherever it is indexed. Godot has no other arrays.
        let keeps = if matches!(ty, Type::Array(..)) && !self.is_godot { "" } else { "const " };
        format!("{keeps}{} {name} = {value};\n", self.ty(ty))
    }

    fn compose(&self, ty: &Type, parts: &[&str], _: &[String]) -> Text {
        Text::atom(format!("{}({})", self.ty(ty), parts.join(", ")))
    }

    fn math(&self, function: MathFunction, _: &Type, arguments: &[Text]) -> Text {
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.code.as_str()).collect();
        Text::atom(format!("{}({})", plain(function), arguments.join(", ")))
    }

    fn converted(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::atom(format!("{}({})", self.ty(to), value.code))
    }

    fn bits(&self, from: &Type, to: &Type, value: &Text) -> Text {
        match (from, to) {
            (Type::F32, Type::U32) => Text::atom(format!("floatBitsToUint({})", value.code)),
            (Type::F32, Type::I32) => Text::atom(format!("floatBitsToInt({})", value.code)),
            (Type::U32, Type::F32) => Text::atom(format!("uintBitsToFloat({})", value.code)),
            (Type::I32, Type::F32) => Text::atom(format!("intBitsToFloat({})", value.code)),
            _ => self.converted(from, to, value),
        }
    }
}
