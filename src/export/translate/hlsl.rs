//! HLSL, from shader model 4.1 on.

use naga::{Literal, MathFunction};

use super::cpp::Cpp;
use super::glsl::Glsl;
use super::syntax::{Syntax, Text, Type};

pub(in crate::export) struct Hlsl;

/// Returns the declaration of a name. The length of an array follows the name.
fn declared(ty: &Type, name: &str) -> String {
    match ty {
        Type::Array(of, count) => format!("{}[{count}]", declared(of, name)),
        ty => format!("{} {name}", Hlsl.ty(ty)),
    }
}

/// Returns the name of the function that creates a struct from its members, since the language has no such expression.
fn maker(structure: &str) -> String {
    format!("{structure}_of")
}

impl Syntax for Hlsl {
    fn head(&self) -> String {
        String::new()
    }

    fn reserved(&self) -> &'static str {
        "asm auto buffer case cast cbuffer centroid char class column_major compile const_cast default delete discard double dword \
         enum explicit export extern friend fxgroup goto groupshared half in inline inout interface line lineadj linear long matrix \
         mutable namespace new nointerpolation noperspective operator out packoffset pass pixelfragment point precise private \
         protected public register row_major sample sampler shared short signed sizeof snorm stateblock static string tbuffer \
         technique template texture this throw triangle triangleadj try typedef typename uniform union unorm unsigned using vector \
         vertexfragment virtual volatile"
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Vector(of, count) => format!("{}{count}", self.ty(of)),
            Type::Array(..) => unreachable!("an array is declared with its name"),
            ty => Glsl::PLAIN.ty(ty),
        }
    }

    fn literal(&self, literal: Literal) -> Text {
        Cpp::literal_of(literal)
    }

    fn structure(&self, name: &str, members: &[(String, Type)]) -> String {
        let each = |text: fn(&str, &Type) -> String| members.iter().map(|(name, ty)| text(name, ty)).collect::<Vec<_>>();
        let fields = each(|name, ty| format!("    {};\n", declared(ty, name))).concat();
        let arguments = each(|name, ty| declared(ty, name)).join(", ");
        let set = each(|name, _| format!("    made.{name} = {name};\n")).concat();
        format!("struct {name} {{\n{fields}}};\n\n{name} {}({arguments}) {{\n    {name} made;\n{set}    return made;\n}}\n", maker(name))
    }

    fn global(&self, name: &str, ty: &Type) -> String {
        format!("static {} = {};\n", declared(ty, name), self.literal(ty.zero()).code)
    }

    fn constant(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("static const {} = {value};\n", declared(ty, name))
    }

    fn variable(&self, name: &str, ty: &Type, value: &str) -> String {
        format!("{} = {value}", declared(ty, name))
    }

    fn value(&self, name: &str, ty: &Type, value: &str) -> String {
        self.variable(name, ty, value)
    }

    fn compose(&self, ty: &Type, parts: &[&str], _: &[String]) -> Text {
        let parts = parts.join(", ");
        Text::atom(match ty {
            Type::Array(..) => format!("{{ {parts} }}"),
            Type::Struct(name) => format!("{}({parts})", maker(name)),
            ty => format!("{}({parts})", self.ty(ty)),
        })
    }

    fn math(&self, function: MathFunction, ty: &Type, arguments: &[Text]) -> Text {
        Glsl::PLAIN.math(function, ty, arguments)
    }

    fn converted(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::atom(format!("{}({})", self.ty(to), value.code))
    }

    fn bits(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::atom(format!("as{}({})", self.ty(to), value.code))
    }
}
