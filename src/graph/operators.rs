//! Arithmetic on nodes: each operator makes the node of the same meaning.

use std::ops;

use super::node::{Input, Node};
use super::nodes::{each_kind, *};

/// Implements an operator of two operands with an input on the right, or with a number on the left. An `f32` can't stand there: then the type of the literal in
/// `(2.0 * node).fbm()` would be ambiguous.
macro_rules! binary {
    ($left:ty, $($operator:ident $method:ident)*) => {$(
        impl<R: Into<Input>> ops::$operator<R> for $left {
            type Output = node_of!($operator);

            fn $method(self, right: R) -> Self::Output {
                <node_of!($operator)>::of(self, right)
            }
        }
        binary!(@number f64, $left, $operator $method);
        binary!(@number i32, $left, $operator $method);
    )*};
    (@number $number:ty, $right:ty, $operator:ident $method:ident) => {
        impl ops::$operator<$right> for $number {
            type Output = node_of!($operator);

            #[inline]
            fn $method(self, right: $right) -> Self::Output {
                <node_of!($operator)>::of(self, right)
            }
        }
    };
}

macro_rules! node_of {
    (Add) => {
        Add
    };
    (Sub) => {
        Subtract
    };
    (Mul) => {
        Multiply
    };
    (Div) => {
        Quotient
    };
}

macro_rules! operators {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {
        $(operators!(@of $kind);)*
        operators!(@of Node);
        operators!(@of Input);
    };
    (@of $kind:ident) => {
        binary!($kind, Add add Sub sub Mul mul Div div);

        impl ops::Neg for $kind {
            type Output = Negate;

            #[inline]
            fn neg(self) -> Negate {
                Negate::of(self)
            }
        }
    };
}
each_kind!(operators);

#[cfg(test)]
mod tests {
    use super::super::NodeExt;
    use super::*;

    fn perlin() -> Perlin {
        Perlin::new()
    }

    #[test]
    fn an_operator_makes_the_node_of_its_method() {
        assert_eq!(perlin() + White::new(), perlin().add(White::new()));
        assert_eq!(perlin() - "hills", perlin().subtract("hills"));
        assert_eq!(Node::from(perlin()) * 0.5, perlin().multiply(0.5));
        assert_eq!(Input::from("hills") / perlin(), Input::from("hills").quotient(perlin()));
        assert_eq!(-perlin(), perlin().negate());
        assert_eq!((perlin() / 2).limit(9), perlin().quotient(2).limit(9));
    }

    #[test]
    fn a_number_may_stand_on_either_side() {
        assert_eq!(2.5 * perlin(), Multiply::of(2.5, perlin()));
        assert_eq!(perlin() + 0.1_f32, Add::of(perlin(), 0.1_f32));
        assert_eq!(1 - perlin(), Subtract::of(1, perlin()));
        assert_eq!(1 / Node::from(perlin()), Quotient::of(1, perlin()));
    }

    #[test]
    fn operators_chain_by_their_usual_precedence() {
        let chain = perlin() + White::new() * 2.0 - perlin().fbm();
        assert_eq!(chain, perlin().add(White::new().multiply(2.0)).subtract(perlin().fbm()));
        let chain = 2.0 * perlin() + 0.5 * perlin().fbm() - 1;
        assert_eq!(chain, Multiply::of(2.0, perlin()).add(Multiply::of(0.5, perlin().fbm())).subtract(1));
        assert_eq!((1 - 2.0 * perlin()).fbm(), Subtract::of(1, Multiply::of(2.0, perlin())).fbm());
    }
}
