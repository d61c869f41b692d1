//! C++17, as a single header.

use naga::{Literal, MathFunction};

use super::glsl::Glsl;
use super::syntax::{SET_SEED, SETS_SEED, Syntax, Text, Type, UPPER_PRODUCT, own, plain};

pub(in crate::export) struct Cpp {
    /// The prefix of all names.
    pub(in crate::export) name: String,
    /// The name of the function that ends an operation.
    pub(in crate::export) rounded: String,
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

/// The keywords of C++20 and their other spellings.
const KEYWORDS: &str = "\
     alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await co_return co_yield compl \
     concept const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit export extern \
     false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public \
     register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw \
     true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq";

/// Macros and types of the headers that a module includes, and of those that are often included before it.
const PREDECLARED: &str = "\
     alloca assert be16toh be32toh be64toh BIG_ENDIAN BOOL BUFSIZ BYTE BYTE_ORDER CONST DELETE DWORD EOF errno ERROR EXIT_FAILURE EXIT_SUCCESS FALSE \
     far FD_CLR FD_ISSET fd_mask FD_SET FD_SETSIZE FD_ZERO FILE FP_ILOGBNAN FP_INFINITE FP_NAN FP_NORMAL FP_SUBNORMAL FP_ZERO HUGE_VAL HUGE_VALF \
     HUGE_VALL IN INFINITY interface INTMAX_C INTMAX_MAX INTMAX_MIN INTPTR_MAX INTPTR_MIN issubnormal le16toh le32toh le64toh linux LITTLE_ENDIAN \
     M_1_PI M_2_PI M_2_SQRTPI M_E M_Ef M_El M_LOG10E M_LOG2E M_PI M_PIf M_PIl main MATH_ERREXCEPT math_errhandling MATH_ERRNO MAXFLOAT MB_CUR_MAX NAN \
     near NFDBITS NULL offsetof OPTIONAL OUT PDP_ENDIAN PTRDIFF_MAX PTRDIFF_MIN RAND_MAX SIG_ATOMIC_MAX SIG_ATOMIC_MIN SIZE_MAX small SNAN SNANF SNANL \
     std stderr stdin stdout strdupa strndupa TRUE u_char u_int u_long u_short uint UINTMAX_C UINTMAX_MAX UINTPTR_MAX ulong unix ushort VOID WCHAR_MAX \
     WCHAR_MIN WCONTINUED WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WINT_MAX WINT_MIN WNOHANG WNOWAIT WORD WSTOPPED WSTOPSIG \
     WTERMSIG WUNTRACED";

impl Syntax for Cpp {
    fn head(&self) -> String {
        "#pragma once\n\n#include <array>\n#include <cmath>\n#include <cstdint>\n#include <cstring>\n".to_owned()
    }

    fn helpers(&self) -> Vec<(String, String)> {
        let name = &self.name;
        let function = |of: &str, text: String| (format!("{name}_{of}"), text);
        vec![
            function(
                "bits32",
                format!(
                    "\ninline std::uint32_t {name}_bits32(float v) {{\n    std::uint32_t bits;\n    std::memcpy(&bits, &v, sizeof bits);\n    return bits;\n}}\n"
                ),
            ),
            function(
                "float32",
                format!(
                    "\ninline float {name}_float32(std::uint32_t bits) {{\n    float v;\n    std::memcpy(&v, &bits, sizeof v);\n    return v;\n}}\n"
                ),
            ),
            function("min2", format!("\ntemplate <class T>\ninline T {name}_min2(T a, T b) {{\n    return b < a ? b : a;\n}}\n")),
            function("max2", format!("\ntemplate <class T>\ninline T {name}_max2(T a, T b) {{\n    return a < b ? b : a;\n}}\n")),
        ]
    }

    fn replaced(&self, function: &str) -> Option<String> {
        let name = &self.name;
        if own(name, function) == Some(SET_SEED) {
            return Some(format!(
                "// {SETS_SEED}\ninline void {function}({name}_Parameters& parameters, std::uint64_t seed) {{\n    const std::uint32_t low = static_cast<std::uint32_t>(seed);\n    const std::uint32_t high = static_cast<std::uint32_t>(seed >> 32u);\n    for (std::uint32_t word = 0u; word < {name}_SEEDED.size(); ++word) {{\n        const std::uint32_t at = {name}_SEEDED[word & ~1u][0] + (word & 1u);\n        parameters.words[at >> 2u][at & 3u] = {name}_seeded(low, high, word >> 1u, word & 1u);\n    }}\n}}\n"
            ));
        }
        if own(name, function) == Some(UPPER_PRODUCT) {
            return Some(format!(
                "// The upper word of the product of two words.\ninline std::uint32_t {function}(std::uint32_t a, std::uint32_t b) {{\n    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(a) * b) >> 32u);\n}}\n"
            ));
        }
        (function == self.rounded).then(|| {
            format!(
                "// One operation ends here: no compiler fuses it with another or reorders them, whatever it is allowed.\ninline float {function}(float v) {{\n#if defined(__GNUC__) && defined(__SSE__)\n    __asm__(\"\" : \"+x\"(v));\n    return v;\n#elif defined(__GNUC__) && defined(__aarch64__)\n    __asm__(\"\" : \"+w\"(v));\n    return v;\n#else\n    static const volatile std::uint32_t zero = 0u;\n    return {name}_float32({name}_bits32(v) | zero);\n#endif\n}}\n"
            )
        })
    }

    fn reserved(&self) -> &'static str {
        KEYWORDS
    }

    fn predeclared(&self) -> Vec<&'static str> {
        vec![PREDECLARED]
    }

    fn keeps(&self, name: &str) -> bool {
        // Types of C, by its standard and by POSIX, and the limits of integers.
        let is_limit = |name: &str| name.starts_with("INT") || name.starts_with("UINT");
        name.ends_with("_t") || is_limit(name) && ["_MAX", "_MIN", "_WIDTH", "_C"].iter().any(|ending| name.ends_with(ending))
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
        let argument = |(name, ty): &(String, Type)| match self.ty(ty) {
            of if ty.is_parameters() => format!("const {of}& {name}"),
            of => format!("{of} {name}"),
        };
        let arguments: Vec<String> = arguments.iter().map(argument).collect();
        format!("inline {} {name}({})", self.ty(result), arguments.join(", "))
    }

    fn unread(&self, name: String) -> String {
        format!("/* {name} */")
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
        let function = if arguments.len() == 2 { format!("{}_{name}2", self.name) } else { format!("std::{name}") };
        Text::atom(format!("{function}({})", arguments.join(", ")))
    }

    fn converted(&self, _: &Type, to: &Type, value: &Text) -> Text {
        Text::atom(format!("static_cast<{}>({})", self.ty(to), value.code))
    }

    fn bits(&self, from: &Type, to: &Type, value: &Text) -> Text {
        match (from, to) {
            (Type::F32, _) => {
                let bits = Text::atom(format!("{}_bits32({})", self.name, value.code));
                if *to == Type::U32 { bits } else { self.converted(&Type::U32, to, &bits) }
            }
            (_, Type::F32) => Text::atom(format!("{}_float32({})", self.name, value.code)),
            _ => self.converted(from, to, value),
        }
    }
}
