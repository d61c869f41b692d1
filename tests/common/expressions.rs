//! Random expressions, and the nodes that they are.

use lacuna::nodes::{
    Abs, Add, Clamp, Fraction, Lerp, Levels, Max, Min, Mix, Multiply, Negate, Power, Quantize, Quotient, Sine, Smoothstep, Sqrt, Subtract,
    Threshold,
};
use lacuna::{Graph, Input, NodeExt as _, Number, nodes::Cellular, nodes::Perlin};

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }

    /// Returns spaces, or none.
    fn room(&mut self) -> &'static str {
        ["", "", " ", "  ", "\t"][self.below(5) as usize]
    }
}

/// The nodes that expressions name, as text and as a graph.
pub(crate) const NODES: &str = r#"
nodes.a = { kind = "perlin", frequency = 0.7, dimensions = 2 }
nodes.b-2 = { kind = "perlin", frequency = 1.3, dimensions = 2, seed = 5 }
nodes.c = { kind = "cellular", dimensions = 2, seed = 6 }
params.p = { value = 0.375 }
"#;

pub(crate) fn graph_of(node: Input) -> Graph {
    let graph = Graph::of_channels(["o"])
        .node("a", Perlin::new().frequency(0.7).dimensions(2))
        .node("b-2", Perlin::new().frequency(1.3).dimensions(2).seed(5))
        .node("c", Cellular::new().dimensions(2).seed(6))
        .node("c-f2", Cellular::new().dimensions(2).seed(6).output(lacuna::nodes::CellularOutput::F2));
    match node {
        Input::Node(node) => graph.node("o", *node),
        leaf => graph.node("o", leaf.clamp().low(-1e30).high(1e30)),
    }
}

/// An expression: its text, how tightly its outermost operator holds (1 for a sum to 4 for a value), and what it is.
type Made = (String, u8, Input);

/// Returns the text, in parentheses if it holds less tightly than is needed, or by chance.
fn within(random: &mut Random, (text, hold, input): Made, least: u8) -> (String, Input) {
    if hold < least || random.below(6) == 0 { (format!("({}{text}{})", random.room(), random.room()), input) } else { (text, input) }
}

fn number(random: &mut Random) -> (String, Number) {
    let text = ["0.5", ".25", "2", "1e-1", "0.0625", "3.", "0.1", "7"][random.below(8) as usize];
    (text.to_owned(), text.parse().expect("a number"))
}

/// Returns a random expression of at most so many operations within each other.
pub(crate) fn expression(random: &mut Random, depth: u32) -> Made {
    if depth == 0 || random.below(12) == 0 {
        return match random.below(6) {
            0 => ("a".to_owned(), 4, "a".into()),
            1 => ("b-2".to_owned(), 4, "b-2".into()),
            2 => ("c".to_owned(), 4, "c".into()),
            3 => ("c.f2".to_owned(), 4, "c-f2".into()),
            4 => ("max($p, a)".to_owned(), 4, Max::of(0.375, "a").into()),
            _ => {
                let (text, number) = number(random);
                (text, 4, number.into())
            }
        };
    }
    match random.below(20) {
        sign @ 0..=7 => {
            let (hold, sign) = [(1, '+'), (1, '-'), (2, '*'), (2, '/')][sign as usize % 4];
            let left = expression(random, depth - 1);
            let right = expression(random, depth - 1);
            let (left, a) = within(random, left, hold);
            let (right, b) = within(random, right, hold + 1);
            let text =
                if sign == '-' { format!("{left} - {right}") } else { format!("{left}{}{sign}{}{right}", random.room(), random.room()) };
            let node = match sign {
                '+' => Add::of(a, b).into(),
                '-' => Subtract::of(a, b).into(),
                '*' => Multiply::of(a, b).into(),
                _ => Quotient::of(a, b).into(),
            };
            (text, hold, node)
        }
        8 | 9 => {
            let inner = expression(random, depth - 1);
            let is_number = inner.0.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            let (text, source) = within(random, inner, if is_number { 5 } else { 3 });
            (format!("-{text}"), 3, Negate::of(source).into())
        }
        which => {
            let mut arguments = Vec::new();
            let mut texts = Vec::new();
            for _ in 0..3 {
                let (text, _, input) = expression(random, depth - 1);
                texts.push(text);
                arguments.push(input);
            }
            let [x, y, z] = <[Input; 3]>::try_from(arguments).expect("three");
            let (low_text, low) = number(random);
            let (high_text, high) = number(random);
            let [one, two, three] = [&texts[0], &texts[1], &texts[2]];
            let room = random.room();
            let (text, node): (String, Input) = match which {
                10 => (format!("abs({room}{one})"), Abs::of(x).into()),
                11 => (format!("min({one},{room}{two})"), Min::of(x, y).into()),
                12 => (format!("max({one}{room},{two})"), Max::of(x, y).into()),
                13 => (format!("clamp({one}, {two}, {three})"), Clamp::of(x).low(y).high(z).into()),
                14 => match random.below(2) {
                    0 => (format!("mix({one}, {two}, {three})"), Mix::of(x, y).mask(z).into()),
                    _ => (format!("lerp({one}, {two}, {three})"), Lerp::of(x, y).mask(z).into()),
                },
                15 => (format!("step({one}, {two})"), Threshold::of(y).level(x).into()),
                16 if low.to_f64() < high.to_f64() => {
                    (format!("smoothstep({low_text}, {high_text}, {one})"), Smoothstep::of(x).low(low).high(high).into())
                }
                16 | 17 if low != high => (format!("levels({one}, {low_text}, {high_text})"), Levels::of(x).from([low, high]).into()),
                18 => match random.below(3) {
                    0 => (format!("fract({one})"), Fraction::of(x).into()),
                    1 => (format!("floor({one})"), Quantize::of(x).steps(1).into()),
                    _ => (format!("saturate({one})"), Clamp::of(x).low(0).high(1).into()),
                },
                _ => match random.below(3) {
                    0 => (format!("sqrt({one})"), Sqrt::of(x).into()),
                    1 => (format!("pow({one}, {low_text})"), Power::of(x).exponent(low).into()),
                    _ => (format!("sine({one})"), Sine::of(x).into()),
                },
            };
            (text, 4, node)
        }
    }
}
