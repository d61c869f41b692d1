//! The declarations of shaders, and their types in both languages.

use std::collections::HashMap;

use wgsl_parse::syntax::{DeclarationKind, Expression, Function, GlobalDeclaration, LiteralExpression, Struct, TypeExpression};

use crate::shader::Shader;

/// A number or a boolean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    F32,
    U32,
    I32,
    Bool,
    /// A whole number without a suffix, which takes the type of its partner.
    Literal,
}

/// A type of a shader, and whether its numbers differ from lane to lane.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Type {
    Scalar {
        scalar: Scalar,
        lanes: bool,
    },
    Vector {
        size: usize,
        scalar: Scalar,
        lanes: bool,
    },
    /// An array of uniform values.
    Array {
        size: usize,
        element: Box<Type>,
    },
    Struct(String),
    /// An alias whose Rust is an intrinsic.
    ByHand(String),
}

impl Type {
    pub(super) const fn scalar(scalar: Scalar, lanes: bool) -> Self {
        Self::Scalar { scalar, lanes }
    }

    /// Returns `true` for a number, a boolean or a vector of them that has lanes.
    pub(super) fn has_lanes(&self) -> bool {
        matches!(self, Self::Scalar { lanes: true, .. } | Self::Vector { lanes: true, .. })
    }

    /// Returns the same type with or without lanes.
    pub(super) fn with_lanes(&self, lanes: bool) -> Self {
        match self {
            Self::Scalar { scalar, .. } => Self::Scalar { scalar: *scalar, lanes },
            Self::Vector { size, scalar, .. } => Self::Vector { size: *size, scalar: *scalar, lanes },
            other => other.clone(),
        }
    }
}

/// The generic parameter of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Generic {
    /// It has none.
    None,
    /// `F: Real`.
    Real,
    /// `W: Word`: it has words and no float parameter.
    Word,
}

impl Generic {
    pub(super) fn name(self, scalar: Scalar) -> &'static str {
        match (self, scalar) {
            (Self::Real, Scalar::F32) => "F",
            (Self::Real, Scalar::Bool) => "F::Mask",
            (Self::Real, _) => "F::Word",
            (Self::Word, Scalar::F32) => "W::Real",
            (Self::Word, Scalar::Bool) => "W::Mask",
            (Self::Word, _) => "W",
            (Self::None, _) => unreachable!("a function without lanes has no name for them"),
        }
    }
}

pub(super) struct Structure {
    pub(super) file: String,
    pub(super) fields: Vec<(String, Type)>,
    /// Set if a field has lanes, also through structs.
    pub(super) has_lanes: bool,
    /// Set if a field is an intrinsic type, and so borrows.
    pub(super) borrows: bool,
    /// The number of numbers in it.
    pub(super) numbers: usize,
}

pub(super) struct Signature {
    pub(super) file: String,
    /// Set if its Rust is an intrinsic.
    pub(super) by_hand: bool,
    pub(super) parameters: Vec<(String, Type)>,
    pub(super) result: Type,
}

/// Structs of more numbers than this are passed by reference.
const MOST_NUMBERS: usize = 32;

/// Everything that is declared, by name.
pub(super) struct Declarations {
    pub(super) functions: HashMap<String, Signature>,
    pub(super) structs: HashMap<String, Structure>,
    /// The file and the type of each constant.
    pub(super) constants: HashMap<String, (String, Type)>,
    /// Private variables, which Rust does not need: each is 0.
    pub(super) variables: HashMap<String, Scalar>,
    aliases: HashMap<String, TypeExpression>,
    by_hand: HashMap<String, String>,
    /// Names of files in which every number is uniform.
    one_lane: Vec<String>,
}

impl Declarations {
    /// Reads the declarations of files.
    pub(super) fn of(shaders: &[Shader]) -> Result<Self, String> {
        let mut all = Self {
            functions: HashMap::new(),
            structs: HashMap::new(),
            constants: HashMap::new(),
            variables: HashMap::new(),
            aliases: HashMap::new(),
            by_hand: HashMap::new(),
            one_lane: shaders.iter().filter(|shader| shader.mark("lanes") == ["one"]).map(|shader| shader.name.clone()).collect(),
        };
        let called: Vec<&str> = shaders.iter().flat_map(|shader| shader.mark("calls")).collect();
        for shader in shaders {
            all.by_hand.extend(shader.mark("by hand").into_iter().map(|name| (name.to_owned(), shader.name.clone())));
            for declaration in &shader.syntax.global_declarations {
                if let GlobalDeclaration::TypeAlias(alias) = declaration.node() {
                    all.aliases.insert(alias.ident.name().clone(), alias.ty.clone());
                }
            }
        }
        // Structs come before those that contain them.
        for shader in shaders.iter().filter(|shader| !shader.is_kernel()) {
            for declaration in &shader.syntax.global_declarations {
                if let GlobalDeclaration::Struct(structure) = declaration.node() {
                    all.structs.insert(
                        structure.ident.name().clone(),
                        Structure { file: shader.name.clone(), fields: vec![], has_lanes: false, borrows: false, numbers: 0 },
                    );
                }
            }
        }
        for shader in shaders {
            for declaration in &shader.syntax.global_declarations {
                let at = |problem: String| format!("{}.wgsl:{}: {problem}", shader.name, shader.line(declaration.span().start));
                match declaration.node() {
                    GlobalDeclaration::Struct(structure) if !shader.is_kernel() => all.add_struct(shader, structure).map_err(at)?,
                    GlobalDeclaration::Function(function) if !shader.is_kernel() || called.contains(&function.ident.name().as_str()) => {
                        all.add_function(shader, function).map_err(at)?;
                    }
                    GlobalDeclaration::Declaration(declaration) if !shader.is_kernel() => {
                        let ty = declaration.ty.as_ref().ok_or_else(|| at("a constant needs its type".into()))?;
                        let ty = all.resolved(ty, true).map_err(at)?;
                        let name = declaration.ident.name().clone();
                        match (declaration.kind, &ty) {
                            (DeclarationKind::Const, _) => {
                                all.constants.insert(name, (shader.name.clone(), ty));
                            }
                            (_, Type::Scalar { scalar, .. }) => {
                                all.variables.insert(name, *scalar);
                            }
                            _ => return Err(at(format!("`{name}` is a private variable that is no number"))),
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(all)
    }

    fn add_struct(&mut self, shader: &Shader, structure: &Struct) -> Result<(), String> {
        let one = self.is_one_lane(&shader.name);
        let mut fields = Vec::new();
        for member in &structure.members {
            fields.push((member.ident.name().clone(), self.resolved(&member.ty, one)?));
        }
        let (mut has_lanes, mut borrows, mut numbers) = (false, false, 0);
        for (_, ty) in &fields {
            has_lanes |= self.holds_lanes(ty);
            borrows |= self.borrows(ty);
            numbers += self.numbers(ty);
        }
        let file = shader.name.clone();
        self.structs.insert(structure.ident.name().clone(), Structure { file, fields, has_lanes, borrows, numbers });
        Ok(())
    }

    fn add_function(&mut self, shader: &Shader, function: &Function) -> Result<(), String> {
        let name = function.ident.name().clone();
        // Functions in files for kernels are called by files of either kind; they have lanes if their callers have.
        let one = self.is_one_lane(&shader.name)
            || shader.is_kernel() && function.parameters.iter().any(|parameter| parameter.ty.ident.name().as_str() == "i32");
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            parameters.push((parameter.ident.name().clone(), self.resolved(&parameter.ty, one)?));
        }
        let result = function.return_type.as_ref().ok_or_else(|| format!("`{name}` has no result, so it can't be pure"))?;
        let result = self.resolved(result, one)?;
        let by_hand = self.by_hand.contains_key(&name) || shader.is_kernel();
        let signature = Signature { file: shader.name.clone(), by_hand, parameters, result };
        if self.functions.insert(name.clone(), signature).is_some() {
            return Err(format!("there are two functions `{name}`"));
        }
        Ok(())
    }

    pub(super) fn is_one_lane(&self, file: &str) -> bool {
        self.one_lane.iter().any(|name| name == file)
    }

    pub(super) fn is_by_hand(&self, name: &str) -> bool {
        self.by_hand.contains_key(name)
    }

    /// Returns the file that names something after `//@ by hand:`.
    pub(super) fn file_by_hand(&self, name: &str) -> &str {
        &self.by_hand[name]
    }

    /// Returns `true` if a value of a type is passed by reference.
    pub(super) fn is_large(&self, ty: &Type) -> bool {
        self.numbers(ty) > MOST_NUMBERS
    }

    /// Resolves the type that an expression of a shader names, in a file with or without lanes.
    pub(super) fn resolved(&self, ty: &TypeExpression, one: bool) -> Result<Type, String> {
        let name = ty.ident.name().clone();
        let lanes = !one;
        let scalar = match name.as_str() {
            "f32" => Some(Scalar::F32),
            "u32" => Some(Scalar::U32),
            "i32" if one => Some(Scalar::I32),
            "i32" => return Err("`i32` has no lanes; use `u32`, or mark the file `//@ lanes: one`".into()),
            "bool" => Some(Scalar::Bool),
            _ => None,
        };
        if let Some(scalar) = scalar {
            return Ok(Type::Scalar { scalar, lanes });
        }
        if name == "Uniform" {
            return Ok(Type::Scalar { scalar: Scalar::U32, lanes: false });
        }
        if self.by_hand.contains_key(&name) {
            return Ok(Type::ByHand(name));
        }
        if self.structs.contains_key(&name) {
            return Ok(Type::Struct(name));
        }
        if let Some(alias) = self.aliases.get(&name) {
            return self.resolved(alias, one);
        }
        let arguments: Vec<&Expression> = ty.template_args.iter().flatten().map(|argument| argument.expression.node()).collect();
        let size = |digits: &str| digits.parse::<usize>().ok();
        match (name.strip_prefix("vec").and_then(size), &arguments[..]) {
            (Some(size), [Expression::TypeOrIdentifier(component)]) => match self.resolved(component, one)? {
                Type::Scalar { scalar, lanes } => Ok(Type::Vector { size, scalar, lanes }),
                _ => Err(format!("`{ty}` is no vector of numbers")),
            },
            (None, [Expression::TypeOrIdentifier(element), Expression::Literal(length)]) if name == "array" => {
                let size = match length {
                    LiteralExpression::U32(length) => *length as usize,
                    LiteralExpression::AbstractInt(length) => usize::try_from(*length).unwrap_or(0),
                    _ => 0,
                };
                let element = self.resolved(element, one)?;
                if size == 0 || self.holds_lanes(&element) {
                    return Err(format!("`{ty}` is no array of uniform values of a literal length"));
                }
                Ok(Type::Array { size, element: Box::new(element) })
            }
            _ => Err(format!("the type `{ty}` is not translated")),
        }
    }

    /// Returns `true` if anything in a type has lanes.
    pub(super) fn holds_lanes(&self, ty: &Type) -> bool {
        match ty {
            Type::Struct(name) => self.structs[name].has_lanes,
            ty => ty.has_lanes(),
        }
    }

    fn borrows(&self, ty: &Type) -> bool {
        match ty {
            Type::Struct(name) => self.structs[name].borrows,
            ty => matches!(ty, Type::ByHand(_)),
        }
    }

    fn numbers(&self, ty: &Type) -> usize {
        match ty {
            Type::Scalar { .. } | Type::ByHand(_) => 1,
            Type::Vector { size, .. } => *size,
            Type::Array { size, element } => size * self.numbers(element),
            Type::Struct(name) => self.structs[name].numbers,
        }
    }

    /// Returns the generic parameter of a function with these parameters.
    pub(super) fn generic(&self, parameters: &[(String, Type)]) -> Generic {
        let is_float = |ty: &Type| match ty {
            Type::Scalar { scalar, lanes } | Type::Vector { scalar, lanes, .. } => *lanes && *scalar == Scalar::F32,
            ty => self.holds_lanes(ty),
        };
        if parameters.iter().any(|(_, ty)| is_float(ty)) {
            Generic::Real
        } else if parameters.iter().any(|(_, ty)| self.holds_lanes(ty)) {
            Generic::Word
        } else {
            Generic::None
        }
    }

    /// Returns a parameter, or a field of one, that has lanes to spread numbers over, and its type.
    pub(super) fn witness(&self, parameters: &[(String, Type)]) -> Option<(String, Scalar)> {
        parameters.iter().find_map(|(name, ty)| self.witness_in(name, ty))
    }

    fn witness_in(&self, path: &str, ty: &Type) -> Option<(String, Scalar)> {
        match ty {
            Type::Scalar { scalar: scalar @ (Scalar::F32 | Scalar::U32), lanes: true } => Some((path.to_owned(), *scalar)),
            Type::Vector { scalar, lanes: true, .. } => Some((format!("{path}[0]"), *scalar)),
            Type::Struct(name) => self.structs[name].fields.iter().find_map(|(field, ty)| self.witness_in(&format!("{path}.{field}"), ty)),
            _ => None,
        }
    }

    /// Returns a type in Rust; `lifetime` is that of borrows.
    pub(super) fn rust(&self, ty: &Type, generic: Generic, lifetime: &str) -> String {
        let number = |scalar: Scalar, lanes: bool| match (lanes, scalar) {
            (true, scalar) => generic.name(scalar).to_owned(),
            (false, Scalar::F32) => "f32".into(),
            (false, Scalar::U32) => "u32".into(),
            (false, Scalar::I32 | Scalar::Literal) => "i32".into(),
            (false, Scalar::Bool) => "bool".into(),
        };
        match ty {
            Type::Scalar { scalar, lanes } => number(*scalar, *lanes),
            Type::Vector { size, scalar, lanes } => format!("[{}; {size}]", number(*scalar, *lanes)),
            Type::Array { size, element } => format!("[{}; {size}]", self.rust(element, generic, lifetime)),
            Type::ByHand(name) => format!("{name}<{lifetime}>"),
            Type::Struct(name) => {
                let structure = &self.structs[name];
                let mut arguments = Vec::new();
                if structure.borrows {
                    arguments.push(lifetime);
                }
                if structure.has_lanes && generic != Generic::None {
                    arguments.push(generic.name(Scalar::F32));
                }
                if arguments.is_empty() { name.clone() } else { format!("{name}<{}>", arguments.join(", ")) }
            }
        }
    }
}
