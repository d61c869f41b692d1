//! What becomes of an octave's value in a fractal: the calls that fractals end in, found among operations, and the functions that these make together.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use crate::program::{Carried, Function, Operand, Operation, Register};
use crate::value::*;

/// The most values that a form carries from octave to octave, and the most numbers that it takes.
pub(super) const MOST_CARRIED: usize = 2;
pub(super) const MOST_NUMBERS: usize = 4;

/// The names of what a form's calls take and make.
pub(super) struct Names {
    pub(super) form: Form,
    pub(super) value: &'static str,
    pub(super) carried: &'static [[&'static str; 2]],
    pub(super) numbers: &'static [&'static str],
    /// The number that the value is added to first, if there is one.
    pub(super) beside: Option<&'static str>,
    pub(super) calls: &'static [(Function, &'static [&'static str], &'static str)],
}

/// Does something with the function of a form: of what is carried and of an octave's value.
pub(super) trait Visitor<S: Simd> {
    fn visit<const M: usize>(self, function: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; M] + Copy);
}

macro_rules! define_forms {
    ($(
        $form:ident($value:ident) [$($carried:ident => $next:ident),*] [$($number:ident)*] beside($($beside:ident)?) {
            $($result:ident = $variant:ident $file:ident $name:ident($($argument:ident)*);)*
        } $(=> {
            $($same:ident = $same_file:ident $same_name:ident($($same_argument:ident)*);)*
        })?
    )*) => {
        /// What becomes of an octave's value.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Form {
            $($form,)*
        }

        pub(super) const FORMS: &[Names] = &[$(Names {
            form: Form::$form,
            value: stringify!($value),
            carried: &[$([stringify!($carried), stringify!($next)]),*],
            numbers: &[$(stringify!($number)),*],
            beside: [$(stringify!($beside))?].first().copied(),
            calls: &[$((Function::$variant, &[$(stringify!($argument)),*], stringify!($result))),*],
        }),*];

        impl Form {
            /// Has a visitor see the function of the form with some numbers.
            #[inline(always)]
            pub(super) fn visit<S: Simd>(self, simd: S, numbers: [f32; MOST_NUMBERS], visitor: impl Visitor<S>) {
                match self {
                    $(Self::$form => {
                        let [$($number,)* ..] = numbers;
                        $(let $number = f32x16::splat(simd, $number);)*
                        visitor.visit(
                            #[inline(always)]
                            #[allow(unused_variables, reason = "what is made in another way")]
                            |[$($carried),*], $value| {
                                $(let $result = $file::$name($($argument),*);)*
                                $($(let $same = $same_file::$same_name($($same_argument),*);)*)?
                                [$($next),*]
                            },
                        );
                    })*
                }
            }
        }
    };
}
// The forms, each of an octave's value: what it carries from octave to octave and what that becomes, the sum first; the numbers that it takes, and which of these
// the value is added to; its calls, and what makes the same in less time.
//
// The first that fits is taken, so one that ends as another does comes before it.
define_forms! {
    PingPong(value) [sum => total] [strength weight] beside() {
        folded = PingPong modify ping_pong(value strength);
        total = FbmOctave fractal fbm_octave(sum weight folded);
    }
    Fbm(value) [sum => total] [weight] beside() {
        total = FbmOctave fractal fbm_octave(sum weight value);
    }
    Turbulence(value) [sum => total] [weight] beside() {
        total = TurbulenceOctave fractal turbulence_octave(sum weight value);
    }
    Billow(value) [sum => total] [weight] beside() {
        total = BillowOctave fractal billow_octave(sum weight value);
    }
    Ridged(value) [sum => total, factor => fed] [offset weight feedback] beside(offset) {
        signal = RidgedSignal fractal ridged_signal(value offset factor);
        fed = RidgedFactor fractal ridged_factor(signal feedback);
        total = FbmOctave fractal fbm_octave(sum weight signal);
    } => {
        signal = fractal ridged_crest(value offset factor);
        fed = fractal ridged_fed(signal feedback);
        total = fractal fbm_octave(sum weight signal);
    }
    Hybrid(value) [sum => total, factor => held] [offset weight one] beside(offset) {
        signal = HybridSignal fractal hybrid_signal(value offset weight factor);
        held = Min combine min_of(signal one);
        total = Add combine add(sum signal);
    }
    Heterogeneous(value) [sum => total, factor => total] [offset weight] beside(offset) {
        total = HeterogeneousOctave fractal heterogeneous_octave(sum weight value offset factor);
    }
}

/// What names stand for in a program.
#[derive(Default)]
pub(super) struct Meaning(Vec<(&'static str, Operand)>);

impl Meaning {
    /// Takes a name to stand for an operand, unless it stands for another.
    fn take(&mut self, name: &'static str, operand: Operand) -> Option<()> {
        match self.of(name) {
            Some(known) => (known == operand).then_some(()),
            None => {
                self.0.push((name, operand));
                Some(())
            }
        }
    }

    pub(super) fn of(&self, name: &str) -> Option<Operand> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, operand)| *operand)
    }

    pub(super) fn register(&self, name: &str) -> Option<Register> {
        match self.of(name)? {
            Operand::Register(register) => Some(register),
            _ => None,
        }
    }
}

/// 2^-63. A number that is not smaller stays what it is where a value below 2^-95, which settling makes 0, is added to it.
const LARGE: f32 = f32::from_bits(0x2000_0000);

impl Names {
    /// Whether a value need not be settled: it is added to a number that is large enough, or to a sum by a weight within ±1, which settles the product.
    pub(super) fn takes_unsettled(&self, meaning: &Meaning, numbers: impl Fn(Operand) -> Vec<f32>) -> bool {
        self.beside.is_none_or(|name| meaning.of(name).is_some_and(|operand| numbers(operand).iter().all(|number| number.abs() >= LARGE)))
    }

    /// What the names stand for in calls, if these are the form's.
    pub(super) fn meaning(&self, calls: &[Operation], carried: &[Carried]) -> Option<Meaning> {
        let mut meaning = Meaning::default();
        for (call, (function, arguments, result)) in calls.iter().zip(self.calls) {
            let Operation::Call { function: called, arguments: operands, result: register } = call else { return None };
            if called != function {
                return None;
            }
            for (name, operand) in arguments.iter().zip(operands) {
                meaning.take(name, *operand)?;
            }
            meaning.take(result, Operand::Register(*register))?;
        }
        let is_carried = |[name, next]: &[&str; 2]| {
            let register = meaning.register(name)?;
            carried.iter().find(|carried| carried.register == register && Some(carried.next) == meaning.of(next))
        };
        let are_numbers = self.numbers.iter().all(|name| meaning.register(name).is_none());
        let is_all = self.carried.len() == carried.len() && self.carried.iter().all(|names| is_carried(names).is_some());
        let value = meaning.register(self.value)?;
        (are_numbers && is_all && carried.iter().all(|carried| carried.register != value)).then_some(meaning)
    }
}

/// The call that gives a sum its size, if some operations begin with it: the sum, what it is multiplied by, and what that assigns.
pub(super) fn total(operations: &[Operation]) -> Option<(Operand, Operand, Register)> {
    match operations {
        [Operation::Call { function: Function::FbmTotal, arguments, result }, ..] => Some((arguments[0], arguments[1], *result)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::fractal::{fbm_octave, ridged_crest, ridged_factor, ridged_fed, ridged_signal};

    #[test]
    fn ridges_whose_signals_are_not_settled_are_the_same_in_every_bit() {
        // From 0 over 2^-95, below which values are settled, to 1: powers of two and their neighbours.
        let exponents = (2..=127_u32).step_by(5).chain(27..37).chain(75..84);
        let powers = exponents.map(|exponent| exponent << 23).chain([1, 1 << 20]);
        let all: Vec<f32> = powers.flat_map(|bits| [bits - 1, bits, bits + 1]).map(f32::from_bits).collect();
        let feedbacks = [0.0, 1e-30, 0.25, 0.999_999_94, 1.0, 1.000_000_1, 2.0, 100.0];
        for &crest in &all {
            for &factor in &all {
                // The value is 0, so the offset is the crest.
                let (signal, unsettled) = (ridged_signal(0.0, crest, factor), ridged_crest(0.0, crest, factor));
                for feedback in feedbacks {
                    let [expected, found] = [ridged_factor(signal, feedback), ridged_fed(unsettled, feedback)];
                    assert_eq!(found.to_bits(), expected.to_bits(), "{crest:e}, {factor:e}, {feedback}");
                }
                for (sum, weight) in [(0.0, 1.0), (0.0, -1.0), (1e-28, 0.7), (0.5, -0.3)] {
                    let [expected, found] = [signal, unsettled].map(|signal| fbm_octave(sum, weight, signal));
                    assert_eq!(found.to_bits(), expected.to_bits(), "{crest:e}, {factor:e}, {sum} {weight}");
                }
            }
        }
    }
}
