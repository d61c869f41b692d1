//! What all shaders declare.

use std::collections::{BTreeSet, HashMap};

use wgsl_parse::SyntaxNode as _;
use wgsl_parse::syntax::{BinaryOperator, Expression, GlobalDeclaration, IfStatement, LiteralExpression};

use crate::shader::Shader;

/// What the declarations of all files mean.
#[derive(Default)]
pub(super) struct Known {
    /// The names that shaders and texts of graphs declare.
    pub(super) names: BTreeSet<String>,
    /// Those that can be functions.
    pub(super) functions: BTreeSet<String>,
    /// The values of whole constants.
    constants: HashMap<String, u32>,
    /// The options of bases, and the kind of the hash of Perlin noise.
    options: BTreeSet<String>,
    /// The names of the uniform parameters of each function, with their places.
    parameters: HashMap<String, Vec<(usize, String)>>,
}

impl Known {
    pub(super) fn of<'s>(shaders: impl Iterator<Item = &'s Shader>) -> Self {
        let mut known = Self { options: BTreeSet::from(["hash.kind".to_owned()]), ..Self::default() };
        for shader in shaders {
            let of_graph = || shader.mark("graph").into_iter().map(str::to_owned);
            known.names.extend(of_graph());
            known.functions.extend(of_graph());
            for declaration in &shader.syntax.global_declarations {
                known.names.extend(declaration.ident().map(|ident| ident.name().clone()));
                match declaration.node() {
                    GlobalDeclaration::Declaration(constant) => {
                        if let Some(value) = constant.initializer.as_ref().and_then(|value| known.value(value)) {
                            known.constants.insert(constant.ident.name().clone(), value);
                        }
                    }
                    GlobalDeclaration::Function(function) => {
                        known.functions.insert(function.ident.name().clone());
                        let uniform = function.parameters.iter().enumerate().filter(|(_, parameter)| parameter.ty.to_string() == "Uniform");
                        let uniform = uniform.map(|(number, parameter)| (number, parameter.ident.name().clone())).collect();
                        known.parameters.insert(function.ident.name().clone(), uniform);
                        if shader.comment_above(declaration.span().start, false).contains(&"//@ basis") {
                            let options = function.parameters.iter().filter(|parameter| parameter.ty.to_string() == "Uniform");
                            known.options.extend(options.map(|option| option.ident.name().clone()));
                        }
                    }
                    _ => {}
                }
            }
        }
        known
    }

    /// Returns the value of a literal or a constant.
    fn value(&self, of: &Expression) -> Option<u32> {
        match of {
            Expression::Literal(LiteralExpression::U32(value)) => Some(*value),
            Expression::TypeOrIdentifier(name) => self.constants.get(name.ident.name().as_str()).copied(),
            _ => None,
        }
    }

    /// Returns the parameters of a function that are options, with their places.
    pub(super) fn options_of(&self, function: &str) -> impl Iterator<Item = (usize, &str)> {
        let parameters = self.parameters.get(function).into_iter().flatten().map(|(number, name)| (*number, name.as_str()));
        parameters.filter(|(_, parameter)| self.options.contains(*parameter))
    }

    /// Returns the option and the value on whose equality a statement depends.
    pub(super) fn choice(&self, of: &IfStatement) -> Option<(String, u32)> {
        let Expression::Binary(condition) = of.if_clause.expression.node() else { return None };
        let option = condition.left.to_string();
        let is_choice = matches!(condition.operator, BinaryOperator::Equality) && self.options.contains(&option);
        self.value(&condition.right).filter(|_| is_choice).map(|value| (option, value))
    }
}
