//! WESL, which is WGSL apart from one thing.

/// Returns WGSL with decimal floats instead of hexadecimal ones: version 0.6 of the crate `wesl`, which Bevy uses, takes the exponent of `0x1p-24f` for one of 16.
pub(super) fn with_decimals(wgsl: &str) -> String {
    let mut parts = wgsl.split("0x1p");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.split_once('f').and_then(|(exponent, rest)| Some((power_of_two(exponent)?, rest)));
        match number {
            Some((number, rest)) => text.push_str(&format!("{number:?}f{rest}")),
            // A comment.
            None => text.extend(["0x1p", part]),
        }
    }
    text
}

/// Returns 2 to a power that a text holds, if it is a normal number.
fn power_of_two(exponent: &str) -> Option<f32> {
    let biased = i32::from(exponent.parse::<i8>().ok()?) + 127;
    (biased > 0).then(|| f32::from_bits((biased as u32) << 23))
}

#[cfg(test)]
mod tests {
    use crate::export::{Language, ModuleOptions};
    use crate::nodes::{Cellular, Perlin, Simplex};
    use crate::{Graph, NodeExt as _, Program};

    fn literals(wgsl: &str) -> Vec<naga::Literal> {
        let module = naga::front::wgsl::parse_str(wgsl).expect("WGSL");
        let expressions = module.functions.iter().flat_map(|(_, function)| function.expressions.iter());
        let literal = |(_, expression): (_, &naga::Expression)| match expression {
            naga::Expression::Literal(literal) => Some(*literal),
            _ => None,
        };
        expressions.filter_map(literal).collect()
    }

    #[test]
    fn floats_of_a_module_in_wesl_are_decimal_and_have_the_values_of_wgsl() {
        let fractal = Perlin::new().dimensions(2).seed(1).fbm().octaves(3);
        let graphs: [Graph; 3] =
            [fractal.into(), Cellular::new().dimensions(3).jitter(0.5).into(), Simplex::new().dimensions(3).seed(2).into()];
        for graph in graphs {
            let program = Program::new(graph).unwrap();
            let module = |language| program.module(language, &ModuleOptions::new("hills")).unwrap();
            let [wgsl, wesl] = [Language::Wgsl, Language::Wesl].map(module);
            assert!(wgsl.contains("0x1p") && !wesl.contains("0x1p"), "{wesl}");
            let [wgsl, wesl] = [wgsl, wesl].map(|text| literals(&text));
            assert!(wgsl.len() > 20);
            assert_eq!(wgsl, wesl);
        }
        assert_eq!(super::with_decimals("v * 0x1p32f - 0x1p-24f"), "v * 4294967300.0f - 5.9604645e-8f");
        assert_eq!(super::with_decimals("// 0x1p"), "// 0x1p");
    }
}
